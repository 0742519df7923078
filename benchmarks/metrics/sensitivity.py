"""Whether the order of systems hangs on whose labels they are scored by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from atomcite.benchmarks.dataset import BenchClaim, Dataset, LabelSource, label_of
from atomcite.benchmarks.metrics.agreement import kendall_tau_b, ranks
from atomcite.benchmarks.metrics.outcomes import score
from atomcite.benchmarks.metrics.verification import ACCURACY, Metric
from atomcite.benchmarks.systems.protocol import Prediction


@dataclass(frozen=True)
class Placed:
    """A system's figure and its rank by it: 1 is best, equal ones share a mean rank."""

    value: float
    rank: float


@dataclass(frozen=True)
class UnderLabels:
    """All systems scored by the labels of one source, and by the settled labels of the same `claims` claims: those
    that people judged and both sources settle. `moved` are the systems whose ranks differ, `tau` is Kendall's tau-b
    between the two orders (NaN where either has none)."""

    source: LabelSource
    claims: int
    own: Mapping[str, Placed]
    settled: Mapping[str, Placed]
    tau: float

    @property
    def moved(self) -> tuple[str, ...]:
        return tuple(name for name, placed in self.own.items() if placed.rank != self.settled[name].rank)


def sources_of(claims: Sequence[BenchClaim]) -> tuple[LabelSource, ...]:
    """Sources to compare with what was settled: "automatic", each annotator, "adjudicated"; those that judged a claim
    which people judged. None where people judged nothing."""
    judged = _by_people(claims)
    annotators = sorted({label.by for c in judged for label in c.labels.annotators})
    automatic = ["automatic"] if any(c.labels.automatic for c in judged) else []
    adjudicated = ["adjudicated"] if any(c.labels.adjudicated for c in judged) else []
    return (*automatic, *annotators, *adjudicated)


def sensitivity(
    dataset: Dataset,
    predictions: Mapping[str, Mapping[str, Prediction]],
    metric: Metric = ACCURACY,
) -> tuple[UnderLabels, ...]:
    """The table under each of `sources_of`. `predictions` are by system, then by claim id."""
    return tuple(_under(source, dataset, predictions, metric) for source in sources_of(dataset.claims))


def _under(
    source: LabelSource, dataset: Dataset, predictions: Mapping[str, Mapping[str, Prediction]], metric: Metric
) -> UnderLabels:
    claims = tuple(c for c in _by_people(dataset.claims) if _settles(source, c) and _settles("gold", c))
    common = replace(dataset, claims=claims)
    names = list(predictions)

    def placed(by: LabelSource) -> dict[str, Placed]:
        values = [metric.value(score(common, predictions[name], by).outcomes) for name in names]
        order = ranks([v if metric.better == "more" else -v for v in values])
        return {name: Placed(v, r) for name, v, r in zip(names, values, order, strict=True)}

    own, settled = placed(source), placed("gold")
    tau = kendall_tau_b([own[n].rank for n in names], [settled[n].rank for n in names])
    return UnderLabels(source, len(claims), own, settled, tau)


def _by_people(claims: Sequence[BenchClaim]) -> tuple[BenchClaim, ...]:
    return tuple(c for c in claims if c.labels.annotators or c.labels.adjudicated)


def _settles(source: LabelSource, claim: BenchClaim) -> bool:
    label = label_of(claim, source)
    return label is not None and label.verdict != "open"
