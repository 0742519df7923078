"""Tests between systems, corrected for their number, and the letters that show what they found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from atomcite.benchmarks.metrics.outcomes import Outcome
from atomcite.benchmarks.metrics.resampling import PERMUTATIONS, SEED, document_sums, documents_of, permutation_of
from atomcite.benchmarks.metrics.verification import ACCURACY, Metric, ratio, ratio_if_answered

ALPHA = 0.05


@dataclass(frozen=True)
class McNemar:
    """`only_first` and `only_second` are the claims that one system alone has right; `p` is two-sided and exact. It
    takes claims for independent, which those of one document are not: the permutation test by document is the one to
    rely on."""

    only_first: int
    only_second: int
    p: float


def mcnemar(first: Iterable[bool], second: Iterable[bool]) -> McNemar:
    """The exact McNemar test on whether each of two systems is right, claim by claim (binomial, twice the smaller
    tail, at most 1). Raises ValueError for sequences of other lengths."""
    pairs = list(zip(first, second, strict=True))
    one, other = sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs)
    n, least = one + other, min(one, other)
    # Whole numbers to the last step: 2^-n underflows from n = 1075 on.
    tail = sum(comb(n, k) for k in range(least + 1))
    return McNemar(one, other, min(1.0, 2 * tail / (1 << n)))


def holm(ps: Sequence[float]) -> tuple[float, ...]:
    """P-values corrected for their number by Holm (1979), in the order given. NaNs stay and do not count."""
    known = sorted((p, i) for i, p in enumerate(ps) if p == p)
    corrected = list(ps)
    least = 0.0
    for rank, (p, i) in enumerate(known):
        least = max(least, min(1.0, (len(known) - rank) * p))
        corrected[i] = least
    return tuple(corrected)


@dataclass(frozen=True)
class Comparison:
    """Two systems on one figure. `difference` is the first's less the second's; `p` the paired permutation test by
    document, `holm` the same corrected over all comparisons made together. `mcnemar` is over the claims that count
    for both: whether each counts towards the figure (of one that is no share: whether each is right)."""

    first: str
    second: str
    difference: float
    p: float
    holm: float
    mcnemar: McNemar

    @property
    def significant(self) -> bool:
        return self.holm < ALPHA


def compare_all(
    systems: Mapping[str, Sequence[Outcome]],
    metric: Metric = ACCURACY,
    *,
    reference: str | None = None,
    samples: int = PERMUTATIONS,
    seed: int = SEED,
) -> tuple[Comparison, ...]:
    """All pairs of systems over the same claims, in their order, or `reference` against each other one, corrected
    together by Holm. A few comparisons that were planned find more than all that can be made. Raises ValueError for
    systems over other claims."""
    pairs = (
        list(combinations(systems, 2)) if reference is None else [(reference, n) for n in systems if n != reference]
    )
    claims = {tuple(o.claim.id for o in outcomes) for outcomes in systems.values()}
    if len(claims) > 1:
        raise ValueError("the systems are not over the same claims")
    documents = documents_of(next(iter(systems.values()), ()))
    sums = {name: document_sums(metric, outcomes, documents) for name, outcomes in systems.items()}
    ps = [permutation_of(metric, sums[a], sums[b], samples=samples, seed=seed) for a, b in pairs]
    values = {name: metric.value(outcomes) for name, outcomes in systems.items()}
    return tuple(
        Comparison(
            first=a,
            second=b,
            difference=values[a] - values[b],
            p=p,
            holm=corrected,
            mcnemar=_on_claims(metric, systems[a], systems[b]),
        )
        for (a, b), p, corrected in zip(pairs, ps, holm(ps), strict=True)
    )


def _on_claims(metric: Metric, first: Sequence[Outcome], second: Sequence[Outcome]) -> McNemar:
    if metric.of not in (ratio, ratio_if_answered):
        return mcnemar([o.right for o in first], [o.right for o in second])
    terms = [(metric.terms(a), metric.terms(b)) for a, b in zip(first, second, strict=True)]
    both = [(a[0] > 0, b[0] > 0) for a, b in terms if a[1] and b[1]]
    return mcnemar([a for a, _ in both], [b for _, b in both])


def letters(names: Sequence[str], comparisons: Iterable[Comparison]) -> dict[str, str]:
    """Systems that share a letter are not told apart; `names` from best to worst, so that "a" is the best's.

    Insert and absorb (Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons", 2004):
    all names start in one group; a pair that differs splits each group that holds both; groups within others go.
    """
    groups: list[frozenset[str]] = [frozenset(names)]
    for pair in comparisons:
        if not pair.significant:
            continue
        split: list[frozenset[str]] = []
        for group in groups:
            both = {pair.first, pair.second} <= group
            split += [group - {pair.first}, group - {pair.second}] if both else [group]
        distinct = list(dict.fromkeys(split))
        groups = [g for g in distinct if not any(g < other for other in distinct)]
    order = {name: i for i, name in enumerate(names)}
    groups.sort(key=lambda g: sorted(order[n] for n in g))
    signs = [_sign(i) for i in range(len(groups))]
    return {name: "".join(s for s, g in zip(signs, groups, strict=True) if name in g) for name in names}


def _sign(i: int) -> str:
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    return alphabet[i % 26] + "'" * (i // 26)
