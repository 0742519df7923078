"""Agreement of annotators, and of orders: Cohen's kappa and Kendall's tau-b."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from atomcite.benchmarks.dataset import BenchClaim, Label


@dataclass(frozen=True)
class Agreement:
    """Of `count` items judged by both, the share on which they agree, and Cohen's kappa (1960): agreement beyond
    chance. `kappa` is NaN where both give one and the same judgement throughout, `observed` for no items."""

    count: int
    observed: float
    kappa: float


def cohen(first: Sequence[Hashable], second: Sequence[Hashable]) -> Agreement:
    """Raises ValueError for sequences of other lengths."""
    pairs = list(zip(first, second, strict=True))
    n = len(pairs)
    if not n:
        return Agreement(0, float("nan"), float("nan"))
    observed = sum(a == b for a, b in pairs) / n
    one, other = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    # Whole numbers, so that agreement by chance of exactly 1 is seen.
    by_chance = sum(one[value] * other[value] for value in one)
    if by_chance == n * n:
        return Agreement(n, observed, float("nan"))
    expected = by_chance / (n * n)
    return Agreement(n, observed, (observed - expected) / (1 - expected))


@dataclass(frozen=True)
class PairAgreement:
    """Two annotators over the claims that both judged: on all, and on the claims of each type."""

    first: str
    second: str
    overall: Agreement
    by_type: Mapping[str, Agreement]


def claim_type(claim: BenchClaim) -> str:
    """The type of a claim's error, as far as it is known, else the kind of control, else "unknown"."""
    return claim.fault.type if claim.fault else claim.control or "unknown"


def annotator_agreement(
    claims: Iterable[BenchClaim],
    *,
    judgement: Callable[[Label], Hashable] = lambda label: label.verdict,
    type_of: Callable[[BenchClaim], str] = claim_type,
) -> tuple[PairAgreement, ...]:
    """All pairs of annotators, by name. `judgement` is what must be the same for two labels to agree."""
    said: dict[str, dict[str, Hashable]] = {}
    types: dict[str, str] = {}
    for claim in claims:
        types[claim.id] = type_of(claim)
        for label in claim.labels.annotators:
            said.setdefault(label.by, {})[claim.id] = judgement(label)
    found = []
    for first, second in combinations(sorted(said), 2):
        both = [c for c in said[first] if c in said[second]]
        if not both:
            continue

        def over(ids: Sequence[str], a: str = first, b: str = second) -> Agreement:
            return cohen([said[a][c] for c in ids], [said[b][c] for c in ids])

        kinds = sorted({types[c] for c in both})
        by_type = {kind: over([c for c in both if types[c] == kind]) for kind in kinds}
        found.append(PairAgreement(first, second, over(both), by_type))
    return tuple(found)


def kendall_tau_b(first: Sequence[float], second: Sequence[float]) -> float:
    """Rank correlation with ties (Kendall 1945), -1..1. NaN where either has no order: all equal, or fewer than two.
    Raises ValueError for sequences of other lengths."""
    concordant = discordant = ties_first = ties_second = 0
    for (a, b), (c, d) in combinations(list(zip(first, second, strict=True)), 2):
        one, other = (a > c) - (a < c), (b > d) - (b < d)
        concordant += one * other > 0
        discordant += one * other < 0
        ties_first += one == 0
        ties_second += other == 0
    pairs = len(first) * (len(first) - 1) // 2
    scale = sqrt((pairs - ties_first) * (pairs - ties_second))
    return (concordant - discordant) / scale if scale else float("nan")


def ranks(values: Sequence[float]) -> tuple[float, ...]:
    """Rank of each value, 1 for the highest; equal ones share the mean of their ranks, NaNs share the last."""
    keys = [-v if v == v else float("inf") for v in values]
    return tuple(sum(k < key for k in keys) + (sum(k == key for k in keys) + 1) / 2 for key in keys)
