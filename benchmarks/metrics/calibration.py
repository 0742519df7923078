"""Whether a system knows how sure it may be: reliability, calibration error, and risk against coverage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from atomcite.benchmarks.metrics.outcomes import Outcome

BINS = 10
Floats = npt.NDArray[np.float64]
Edges = Literal["width", "mass"]
"""Bins of equal width over 0..1, or with about equally many claims in each; equal confidences share a bin."""


@dataclass(frozen=True)
class Bin:
    """One row of a reliability table. `low` to `high` is its range, `confidence` the mean of what was stated in it,
    `frequency` the share of its claims that are as stated. Both 0..1."""

    low: float
    high: float
    count: int
    confidence: float
    frequency: float


def stated(outcomes: Iterable[Outcome]) -> tuple[list[float], list[bool]]:
    """The stated probability that a citation is sound, and whether it is, of the claims that have one."""
    pairs = [
        (o.predicted.confidence, o.sound) for o in outcomes if o.predicted and o.predicted.confidence is not None
    ]
    return [c for c, _ in pairs], [s for _, s in pairs]


def reliability(
    confidence: Sequence[float], happened: Sequence[bool], *, bins: int = BINS, edges: Edges = "width"
) -> tuple[Bin, ...]:
    """The bins that hold a claim, ascending. A confidence on an edge belongs to the bin above it, 1 to the last."""
    if not len(confidence):
        return ()
    stated_, true = np.asarray(confidence, dtype=np.float64), np.asarray(happened, dtype=np.float64)
    parts = np.linspace(0, 1, bins + 1)
    limits = parts if edges == "width" else np.quantile(stated_, parts)
    where = np.searchsorted(limits[1:-1], stated_, side="right")
    found = []
    for i in range(bins):
        inside = where == i
        if inside.any():
            found.append(
                Bin(
                    low=float(limits[i]),
                    high=float(limits[i + 1]),
                    count=int(inside.sum()),
                    confidence=float(stated_[inside].mean()),
                    frequency=float(true[inside].mean()),
                )
            )
    return tuple(found)


def calibration_error(table: Sequence[Bin]) -> float:
    """Expected calibration error: the mean distance of confidence and frequency, each bin by its claims (Naeini,
    Cooper and Hauskrecht 2015). NaN for no bins."""
    total = sum(b.count for b in table)
    return sum(b.count * abs(b.confidence - b.frequency) for b in table) / total if total else float("nan")


def brier(confidence: Sequence[float], happened: Sequence[bool]) -> float:
    """Mean squared distance of the stated probability from what happened. NaN for none."""
    if not len(confidence):
        return float("nan")
    return float(np.mean((np.asarray(confidence) - np.asarray(happened, dtype=np.float64)) ** 2))


@dataclass(frozen=True)
class RiskPoint:
    """Deciding the most confident claims only: `coverage` is their share of all claims, `risk` the share of them that
    is decided wrongly. `least` is the confidence of the least confident one."""

    coverage: float
    risk: float
    least: float


def decisions(outcomes: Iterable[Outcome]) -> tuple[list[float], list[bool]]:
    """Confidence in the side taken, and whether it is the wrong one of sound and unsound, of the decided claims. 0.5
    for a system without confidence: then all its claims are alike."""
    sure, wrong = [], []
    for outcome in outcomes:
        if not outcome.decided or outcome.predicted is None:
            continue
        stated_ = outcome.predicted.confidence
        own = 0.5 if stated_ is None else stated_ if outcome.passed else 1 - stated_
        sure.append(own)
        wrong.append(not outcome.told_apart)
    return sure, wrong


def risk_coverage(sure: Sequence[float], wrong: Sequence[bool], total: int) -> tuple[RiskPoint, ...]:
    """The curve of selective decisions (El-Yaniv and Wiener 2010), from the most confident claims to all that were
    decided; one point for each distinct confidence, since equal ones can only be taken together. `total` counts the
    undecided claims too: the curve ends where the system stopped deciding."""
    points: list[RiskPoint] = []
    taken, errors = 0, 0.0
    for confidence, count, share in _groups(sure, wrong):
        taken, errors = taken + count, errors + count * share
        points.append(RiskPoint(taken / total, errors / taken, confidence))
    return tuple(points)


def area_under_risk_coverage(sure: Sequence[float], wrong: Sequence[bool]) -> float:
    """AURC (Geifman, Uziel and El-Yaniv 2019): the mean risk over taking the 1, 2, ... n most confident of n decided
    claims. Among equal confidences the order is open: the mean over all orders. NaN for none."""
    risks: list[float] = []
    taken, errors = 0, 0.0
    for _, count, share in _groups(sure, wrong):
        risks += [(errors + i * share) / (taken + i) for i in range(1, count + 1)]
        taken, errors = taken + count, errors + count * share
    return sum(risks) / len(risks) if risks else float("nan")


def _groups(sure: Sequence[float], wrong: Sequence[bool]) -> list[tuple[float, int, float]]:
    """Distinct confidences, descending: (confidence, number of claims, share of wrong ones)."""
    found: dict[float, list[bool]] = {}
    for confidence, is_wrong in zip(sure, wrong, strict=True):
        found.setdefault(confidence, []).append(is_wrong)
    return [(c, len(found[c]), sum(found[c]) / len(found[c])) for c in sorted(found, reverse=True)]
