"""Whether a system asks for a person where one is needed: are the claims that it flags the hard ones?

A claim is hard when a system of one channel does not get it right (where two of them differ, one does not), when its
annotators differed, or when it was made to be hard. A system that flags whatever its own channels differ on looks
good by the first of these; `hard_for_people` leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from atomcite.benchmarks.dataset import BenchClaim
from atomcite.benchmarks.metrics.outcomes import Outcome


def hard_for_people(claims: Iterable[BenchClaim]) -> frozenset[str]:
    """Ids of the claims whose annotators differ in their verdict, or whose error was made to be hard."""
    return frozenset(
        c.id
        for c in claims
        if len({label.verdict for label in c.labels.annotators}) > 1 or (c.fault and c.fault.difficulty == "hard")
    )


def hard_for_channels(single_channel: Mapping[str, Sequence[Outcome]]) -> frozenset[str]:
    """Ids of the claims that some system of one channel does not tell apart rightly; undecided is not rightly."""
    return frozenset(o.claim.id for outcomes in single_channel.values() for o in outcomes if not o.told_apart)


@dataclass(frozen=True)
class FlagUse:
    """How useful a system's flags are. Shares are 0..1, NaN where there is nothing to share.

    `base` is the share of hard claims among all, `precision` among the flagged, `lift` the second over the first (1:
    no better than flagging at random), `recall` the share of the hard claims that are flagged. `accuracy_flagged` and
    `accuracy_rest` are how often sound and unsound are told apart on each side: a person is well sent where
    the system would be wrong. On a flagged claim without verdict it is not.
    """

    flagged: int
    hard: int
    total: int
    base: float
    precision: float
    lift: float
    recall: float
    accuracy_flagged: float
    accuracy_rest: float


def flag_use(outcomes: Sequence[Outcome], hard: frozenset[str]) -> FlagUse:
    """`hard` are ids of claims; those that are not scored do not matter."""
    flagged = [o for o in outcomes if o.flagged]
    rest = [o for o in outcomes if not o.flagged]
    hard_all = sum(o.claim.id in hard for o in outcomes)
    hard_flagged = sum(o.claim.id in hard for o in flagged)
    base, precision = _share(hard_all, len(outcomes)), _share(hard_flagged, len(flagged))
    return FlagUse(
        flagged=len(flagged),
        hard=hard_all,
        total=len(outcomes),
        base=base,
        precision=precision,
        lift=precision / base if base else float("nan"),
        recall=_share(hard_flagged, hard_all),
        accuracy_flagged=_share(sum(o.told_apart for o in flagged), len(flagged)),
        accuracy_rest=_share(sum(o.told_apart for o in rest), len(rest)),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
