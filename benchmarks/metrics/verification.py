"""Figures of a system's verdicts, actions and suggested pages.

Every figure is a function of sums over claims, so that a resampled set of documents needs sums over documents only.
A claim that the system left undecided (`conflict`, `not_checked`, nothing said) is not right and not falsely correct:
accuracy counts it against the system, the rate of false "correct" does not - and a system that decides nothing has no
such rate. The figures named "decided" are over the
claims on which it took a side; they must be read beside the share of those.

What to do with a claim follows from what is true of it (`RIGHT_ACTION`). Asking for a person is never the right
action and never a wrong proposal: it is counted by itself, and `action_accuracy_proposed` is over the other claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from atomcite.benchmarks.dataset import Label, Truth
from atomcite.benchmarks.metrics.outcomes import TRUTHS, Outcome
from atomcite.domain import Action

Sums = npt.NDArray[np.float64]
"""... x K: sums over claims of a metric's K terms, for any number of samples at once."""

RIGHT_ACTION: dict[Truth, Action] = {
    "correct": Action.KEEP,
    "wrong_page": Action.FIX_PAGE,
    "unsupported": Action.DELETE,
    "no_such_page": Action.DELETE,
}
"""Where a citation names no page that exists but the statement stands on another, putting that page in its place is
right as well (`action_right`)."""


Better = Literal["more", "less", "neither"]
"""Which way is good; "neither" of a figure that is only to be read beside others."""


@dataclass(frozen=True)
class Metric:
    """One figure, a share of 0..1. `terms` are the K numbers that a claim contributes; `of` turns their sums
    (... x K) into the figure (...), NaN where it has no meaning."""

    key: str
    label: str
    better: Better
    terms: Callable[[Outcome], tuple[float, ...]]
    of: Callable[[Sums], Sums]
    note: str

    def value(self, outcomes: Iterable[Outcome]) -> float:
        """NaN where no claim bears on it."""
        rows = [self.terms(o) for o in outcomes]
        return float(self.of(np.asarray(rows, dtype=np.float64).sum(axis=0))) if rows else float("nan")


def ratio(sums: Sums) -> Sums:
    """First term over the second; NaN where the second is 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 1], dtype=np.float64)


def ratio_if_answered(sums: Sums) -> Sums:
    """The same, and NaN where the third term is 0: where nothing was said, nothing was said falsely."""
    return np.asarray(np.where(sums[..., 2] > 0, ratio(sums), np.nan), dtype=np.float64)


def _share_if_answered(
    key: str,
    label: str,
    counted: Callable[[Outcome], bool],
    among: Callable[[Outcome], bool],
    note: str,
) -> Metric:
    """The share of claims that are `counted` - by what the system said, and less is better - among those that are
    `among`; it has no meaning for a system that took a side on none of these."""

    def terms(outcome: Outcome) -> tuple[float, ...]:
        inside = among(outcome)
        hit = inside and counted(outcome)
        return float(hit), float(inside), float(hit or (inside and outcome.decided))

    return Metric(key, label, "less", terms, ratio_if_answered, note)


def _share(
    key: str,
    label: str,
    better: Better,
    counted: Callable[[Outcome], bool],
    among: Callable[[Outcome], bool],
    note: str,
) -> Metric:
    """The share of claims that are `counted` among those that are `among`."""

    def terms(outcome: Outcome) -> tuple[float, ...]:
        inside = among(outcome)
        return float(inside and counted(outcome)), float(inside)

    return Metric(key, label, better, terms, ratio, note)


def action_right(outcome: Outcome) -> bool:
    """The action is RIGHT_ACTION, or puts a page that bears the statement out in place of one that does not exist."""
    if outcome.action is RIGHT_ACTION[outcome.truth]:
        return True
    return outcome.truth == "no_such_page" and outcome.action is Action.FIX_PAGE and repaired_first(outcome)


def repairable(outcome: Outcome) -> bool:
    """The citation is wrong, and pages that bear the statement out are known."""
    return not outcome.sound and bool(outcome.label.true_pages or outcome.label.joint_pages)


def repaired_first(outcome: Outcome) -> bool:
    """The best suggestion bears the statement out: a true page, or pages that do so jointly, suggested before all
    others. Nothing is repaired by a system that says "correct"."""
    pages = _suggested(outcome)
    return _bears_out(outcome.label, pages[:1]) or any(
        set(joint) == set(pages[: len(set(joint))]) for joint in outcome.label.joint_pages
    )


def repaired(outcome: Outcome) -> bool:
    """A true page is among the suggestions, or all pages of a joint set are."""
    pages = _suggested(outcome)
    return _bears_out(outcome.label, pages) or any(set(joint) <= set(pages) for joint in outcome.label.joint_pages)


def _suggested(outcome: Outcome) -> Sequence[int]:
    if outcome.predicted is None or outcome.passed:
        return ()
    return tuple(dict.fromkeys(outcome.predicted.suggested))


def _bears_out(label: Label, pages: Sequence[int]) -> bool:
    return not set(label.true_pages).isdisjoint(pages)


def _class_terms(outcome: Outcome) -> tuple[float, ...]:
    """Of each truth: right, said, is."""
    return tuple(
        float(x)
        for t in TRUTHS
        for x in (outcome.right and outcome.truth == t, outcome.verdict == t, outcome.truth == t)
    )


def _macro_f1(sums: Sums) -> Sums:
    by_class = sums.reshape(*sums.shape[:-1], len(TRUTHS), 3)
    right, said, is_ = by_class[..., 0], by_class[..., 1], by_class[..., 2]
    with np.errstate(invalid="ignore", divide="ignore"):
        f1 = np.where(is_ > 0, 2 * right / (said + is_), np.nan)
    classes = (is_ > 0).sum(axis=-1)
    total = np.nansum(f1, axis=-1)
    return np.asarray(np.where(classes > 0, total / np.maximum(classes, 1), np.nan), dtype=np.float64)


def _any(_: Outcome) -> bool:
    return True


ACCURACY = _share(
    "accuracy",
    "accuracy",
    "more",
    lambda o: o.right,
    _any,
    "Verification accuracy: claims whose verdict is the truth, of all scored; undecided ones are not right.",
)
DECIDED_ACCURACY = _share(
    "accuracy_decided",
    "accuracy, decided",
    "more",
    lambda o: o.right,
    lambda o: o.decided,
    "The same of the claims on which the system took a side.",
)
DETECTION = _share(
    "detection",
    "sound from unsound",
    "more",
    lambda o: o.told_apart,
    _any,
    "Claims where sound and unsound are told apart, whatever the kind of error, of all scored.",
)
MACRO_F1 = Metric(
    "macro_f1",
    "macro-F1",
    "more",
    _class_terms,
    _macro_f1,
    "The mean of the F1 of the verdicts that are the truth of some claim; an undecided claim costs recall.",
)
FALSE_CORRECT = _share_if_answered(
    "false_correct",
    "false-correct",
    lambda o: o.passed,
    lambda o: not o.sound,
    "Unsound citations that are called correct, of all unsound ones; nothing for a system that answered on none.",
)
CORRECT_UNTRUE = _share(
    "correct_untrue",
    'untrue among "correct"',
    "less",
    lambda o: not o.sound,
    lambda o: o.passed,
    'Unsound citations, of all that are called correct: what a reader of "correct" risks.',
)
KEPT_SILENTLY = _share_if_answered(
    "kept_silently",
    "kept silently",
    lambda o: o.kept_silently,
    lambda o: not o.sound,
    "Unsound citations that would be kept without a person being asked, of all unsound ones.",
)
FALSE_ALARM = _share_if_answered(
    "false_alarm",
    "false alarms",
    lambda o: o.decided and not o.passed,
    lambda o: o.sound,
    "Sound citations that are called wrong, of all sound ones.",
)
REPAIR_FIRST = _share(
    "repair_first",
    "repair, top-1",
    "more",
    repaired_first,
    repairable,
    "Wrong citations whose first suggested page bears the statement out, of those for which a page does.",
)
REPAIR_ANY = _share(
    "repair_any",
    "repair, any",
    "more",
    repaired,
    repairable,
    "The same for any suggested page.",
)
ACTION_ACCURACY = _share(
    "action_accuracy",
    "actions",
    "more",
    action_right,
    _any,
    "Right actions, of all claims: keep what is correct, fix a wrong page, delete what is unsupported or cites no "
    "page; asking for a person is not a right action.",
)
ACTION_PROPOSED = _share(
    "action_accuracy_proposed",
    "actions, proposed",
    "more",
    action_right,
    lambda o: o.action is not Action.FLAG,
    "The same of the claims for which the system does not leave the action to a person.",
)
SOUND_DELETED = _share_if_answered(
    "sound_deleted",
    "sound, deleted",
    lambda o: o.action is Action.DELETE,
    lambda o: o.sound,
    "Sound citations that are proposed for deletion, of all sound ones: what is lost by doing as the system says.",
)
FLAGGED = _share(
    "flagged",
    "flagged",
    "neither",
    lambda o: o.flagged,
    _any,
    "Claims that the system asks a person about.",
)
DECIDED = _share(
    "decided",
    "decided",
    "more",
    lambda o: o.decided,
    _any,
    "Claims on which the system took a side: neither conflict nor not_checked.",
)
COVERAGE = _share(
    "coverage",
    "coverage",
    "more",
    lambda o: o.verdict != "not_checked",
    _any,
    "Claims that were checked: all but not_checked and those without prediction.",
)

METRICS: tuple[Metric, ...] = (
    ACCURACY, DECIDED_ACCURACY, DETECTION, MACRO_F1, FALSE_CORRECT, CORRECT_UNTRUE, KEPT_SILENTLY, FALSE_ALARM,
    REPAIR_FIRST, REPAIR_ANY, ACTION_ACCURACY, ACTION_PROPOSED, SOUND_DELETED, DECIDED, COVERAGE, FLAGGED,
)  # fmt: skip
METRICS_BY_KEY: dict[str, Metric] = {m.key: m for m in METRICS}


@dataclass(frozen=True)
class OfVerdict:
    """Precision, recall and F1 of one verdict; NaN where nothing was said to be it, or nothing is. `said` and `is_`
    are numbers of claims."""

    verdict: Truth
    precision: float
    recall: float
    f1: float
    said: int
    is_: int


def by_verdict(outcomes: Iterable[Outcome]) -> tuple[OfVerdict, ...]:
    """For each of TRUTHS."""
    rows = [_class_terms(o) for o in outcomes]
    found = []
    for i, truth in enumerate(TRUTHS):
        right, said, is_ = (sum(row[3 * i + j] for row in rows) for j in range(3))
        found.append(
            OfVerdict(
                verdict=truth,
                precision=right / said if said else float("nan"),
                recall=right / is_ if is_ else float("nan"),
                f1=2 * right / (said + is_) if said + is_ else float("nan"),
                said=int(said),
                is_=int(is_),
            )
        )
    return tuple(found)
