"""The parts of a data set that figures are given for by themselves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from atomcite.benchmarks.dataset import BenchClaim, BenchDocument, Dataset
from atomcite.benchmarks.metrics import ACCURACY, FALSE_CORRECT, Interval, Outcome
from atomcite.benchmarks.metrics.resampling import documents_of, interval

SLICE_METRICS = (ACCURACY, FALSE_CORRECT)

_Of = Callable[[BenchClaim, BenchDocument], str | None]

_SLICERS: Mapping[str, _Of] = {
    "error": lambda c, d: c.fault.type if c.fault else c.control and f"none ({c.control})",
    "content": lambda c, d: c.content,
    "degradation": lambda c, d: d.degradation,
    "language": lambda c, d: d.language,
    "split": lambda c, d: d.split,
    "difficulty": lambda c, d: c.fault.difficulty if c.fault else None,
    "origin": lambda c, d: c.fault.origin if c.fault else None,
    "template": lambda c, d: d.template,
    "generator": lambda c, d: c.generator,
}


@dataclass(frozen=True)
class Slice:
    """The claims whose `by` is `value`. `figures` are by system, then by the metric's key; only those with a meaning
    here: where no claim is unsound, none can be falsely correct."""

    by: str
    value: str
    documents: int
    claims: int
    figures: Mapping[str, Mapping[str, Interval]]


def slices(
    dataset: Dataset, systems: Mapping[str, Sequence[Outcome]], *, level: float, samples: int, seed: int
) -> tuple[Slice, ...]:
    """Slices by all that tells claims apart, largest first. What is the same for all of them tells nothing."""
    documents = {d.id: d for d in dataset.documents}
    found = []
    for by, of in _SLICERS.items():
        values = {c.id: of(c, documents[c.document]) for c in dataset.claims}
        scored = next(iter(systems.values()), ())
        counts = Counter(v for o in scored if (v := values[o.claim.id]) is not None)
        if len(counts) < 2:
            continue
        parts = {n: _parted(outcomes, values) for n, outcomes in systems.items()}
        for value, count in counts.most_common():
            figures: dict[str, dict[str, Interval]] = {}
            for name, part in parts.items():
                own = {
                    m.key: interval(m, part[value], level=level, samples=samples, seed=seed) for m in SLICE_METRICS
                }
                figures[name] = {key: i for key, i in own.items() if i.value == i.value}
            some = next(iter(parts.values()))[value]
            found.append(Slice(by, value, len(documents_of(some)), count, figures))
    return tuple(found)


def _parted(outcomes: Sequence[Outcome], values: Mapping[str, str | None]) -> Mapping[str | None, list[Outcome]]:
    found: defaultdict[str | None, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        found[values[outcome.claim.id]].append(outcome)
    return found
