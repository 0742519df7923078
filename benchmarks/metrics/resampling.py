"""How sure a figure is: the bootstrap over documents, and permutation tests that keep documents whole.

Claims about one document are alike (one page read badly fails them all), so documents, not claims, are drawn: the
cluster bootstrap of Davison and Hinkley, "Bootstrap Methods and their Application" (1997), section 3.8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from statistics import NormalDist
from typing import Literal

import numpy as np

from atomcite.benchmarks.metrics.outcomes import Outcome
from atomcite.benchmarks.metrics.verification import Metric, Sums

SAMPLES = 2000
PERMUTATIONS = 10_000
SEED = 20240601
EXACT_UP_TO = 13
"""Most documents for which all 2^n exchanges are tried instead of drawn ones."""

Method = Literal["percentile", "bca"]


@dataclass(frozen=True)
class Interval:
    """A figure and the ends of its interval. NaN ends: fewer than two documents, or no meaning in most samples."""

    value: float
    low: float
    high: float


def document_sums(metric: Metric, outcomes: Sequence[Outcome], documents: Sequence[str]) -> Sums:
    """len(documents) x K sums of the metric's terms; a document without claims has zeros."""
    if not outcomes:
        return np.zeros((len(documents), 1), dtype=np.float64)
    place = {d: i for i, d in enumerate(documents)}
    rows = np.array([metric.terms(o) for o in outcomes], dtype=np.float64)
    sums = np.zeros((len(documents), rows.shape[1]), dtype=np.float64)
    np.add.at(sums, [place[o.claim.document] for o in outcomes], rows)
    return sums


def documents_of(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Ids of the documents that have a scored claim, in order of appearance."""
    return tuple(dict.fromkeys(o.claim.document for o in outcomes))


def interval(
    metric: Metric,
    outcomes: Sequence[Outcome],
    *,
    level: float = 0.95,
    method: Method = "percentile",
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Interval:
    """The figure and its bootstrap interval by document."""
    sums = document_sums(metric, outcomes, documents_of(outcomes))
    return interval_of(metric, sums, level=level, method=method, samples=samples, seed=seed)


def interval_of(
    metric: Metric,
    sums: Sums,
    *,
    level: float = 0.95,
    method: Method = "percentile",
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Interval:
    """The same from documents x K sums."""
    value = float(metric.of(sums.sum(axis=0))) if len(sums) else float("nan")
    if len(sums) < 2 or np.isnan(value):
        return Interval(value, float("nan"), float("nan"))
    drawn = metric.of(_draws(len(sums), samples, seed) @ sums)
    drawn = drawn[~np.isnan(drawn)]
    if len(drawn) < samples / 2:
        return Interval(value, float("nan"), float("nan"))
    ends = ((1 - level) / 2, (1 + level) / 2)
    if method == "bca":
        ends = _corrected(metric, sums, value, drawn, ends)
    low, high = np.quantile(drawn, ends)
    return Interval(value, float(low), float(high))


def paired_permutation(
    metric: Metric,
    first: Sequence[Outcome],
    second: Sequence[Outcome],
    *,
    samples: int = PERMUTATIONS,
    seed: int = SEED,
) -> float:
    """Two-sided p of no difference between two systems over the same claims: the share of exchanges of all that they
    said of a document, document by document, that set them as far apart as they are. All exchanges are tried for up
    to EXACT_UP_TO documents; else the p counts the sets as they are as one of the drawn (Phipson and Smyth 2010).
    NaN where the figure has no meaning. Raises ValueError for other claims."""
    if [o.claim.id for o in first] != [o.claim.id for o in second]:
        raise ValueError("the two systems are not over the same claims")
    documents = documents_of(first)
    a, b = document_sums(metric, first, documents), document_sums(metric, second, documents)
    return permutation_of(metric, a, b, samples=samples, seed=seed)


def permutation_of(metric: Metric, a: Sums, b: Sums, *, samples: int = PERMUTATIONS, seed: int = SEED) -> float:
    """The same from two systems' documents x K sums, documents in the same order."""
    observed = float(metric.of(a.sum(axis=0)) - metric.of(b.sum(axis=0))) if len(a) else float("nan")
    if np.isnan(observed):
        return float("nan")
    # Documents of which both say the same have nothing to exchange.
    telling = np.flatnonzero((a != b).any(axis=1))
    exact = len(telling) <= EXACT_UP_TO
    if exact:
        exchanged = np.array(list(product((0.0, 1.0), repeat=len(telling))), dtype=np.float64)
    else:
        exchanged = np.random.default_rng(seed).integers(0, 2, (samples, len(telling))).astype(np.float64)
    moved = exchanged @ (b - a)[telling]
    apart = np.abs(metric.of(a.sum(axis=0) + moved) - metric.of(b.sum(axis=0) - moved))
    # NaN (an exchange that leaves one side without a claim that counts) is no evidence of a difference: as far apart.
    as_far = int((~(apart < abs(observed) - 1e-12)).sum())
    return as_far / len(apart) if exact else (as_far + 1) / (samples + 1)


def _draws(documents: int, samples: int, seed: int) -> Sums:
    """samples x documents: how often each document was drawn."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(documents, np.full(documents, 1 / documents), size=samples).astype(np.float64)


def _corrected(
    metric: Metric, sums: Sums, value: float, drawn: Sums, ends: tuple[float, float]
) -> tuple[float, float]:
    """Quantiles of the draws by the bias-corrected and accelerated method (Efron 1987), the acceleration from leaving
    out each document once. The plain ends where the correction has no meaning (all draws on one side, or equal)."""
    left_out = metric.of(sums.sum(axis=0) - sums)
    left_out = left_out[~np.isnan(left_out)]
    below = float(((drawn < value).sum() + 0.5 * (drawn == value).sum()) / len(drawn))
    deviations = left_out.mean() - left_out if len(left_out) else left_out
    spread = float((deviations**2).sum())
    if not 0 < below < 1 or spread <= 0:
        return ends
    normal = NormalDist()
    bias = normal.inv_cdf(below)
    acceleration = float((deviations**3).sum()) / (6 * spread**1.5)

    def moved(end: float) -> float:
        z = bias + normal.inv_cdf(end)
        return normal.cdf(bias + z / (1 - acceleration * z))

    return moved(ends[0]), moved(ends[1])
