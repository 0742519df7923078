"""How often a judge decides the claims of prose pages rightly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from atomcite.benchmarks.prose.generator import LabelledClaim, ProsePage
from atomcite.domain import ChannelResult, ChannelVerdict, Judge

SAYS_OTHERWISE = frozenset({"negation", "antonym", "number", "date", "comparison"})
"""Kinds of wrong claims of which the page says the contrary in so many words."""


@dataclass(frozen=True)
class Judged:
    page: ProsePage
    claim: LabelledClaim
    result: ChannelResult

    @property
    def supported(self) -> bool:
        return self.result.verdict is ChannelVerdict.SUPPORTED

    @property
    def right(self) -> bool:
        return self.supported == self.claim.holds


@dataclass(frozen=True)
class Figures:
    """Shares, 0..1. `falsely` is of the claims that do not hold, `missed` of those that do; `told_apart` is how many
    of the claims that the page contradicts, and that were not supported, were found to be contradicted."""

    count: int
    accuracy: float
    falsely: float
    missed: float
    told_apart: float
    kinds: dict[str, tuple[int, int]]


def judge_pages(judge: Judge, pages: Iterable[ProsePage]) -> list[Judged]:
    """Every claim of every page, in order."""
    out: list[Judged] = []
    for page in pages:
        results = judge.judge([page.words], [c.statement for c in page.claims])
        out += [Judged(page, claim, result) for claim, result in zip(page.claims, results, strict=True)]
    return out


def figures(judged: Sequence[Judged]) -> Figures:
    """`kinds` maps "+kind" (holds) and "-kind" (does not) to how many were decided rightly, of how many."""
    held = [j for j in judged if j.claim.holds]
    not_held = [j for j in judged if not j.claim.holds]
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for j in judged:
        kind = ("+" if j.claim.holds else "-") + j.claim.kind
        total[kind] += 1
        right[kind] += j.right
    otherwise = [j for j in not_held if j.claim.kind in SAYS_OTHERWISE and not j.supported]
    contradicted = sum(j.result.verdict is ChannelVerdict.CONTRADICTED for j in otherwise)
    return Figures(
        len(judged),
        _share(sum(j.right for j in judged), len(judged)),
        _share(sum(j.supported for j in not_held), len(not_held)),
        _share(sum(not j.supported for j in held), len(held)),
        _share(contradicted, len(otherwise)),
        {kind: (right[kind], total[kind]) for kind in sorted(total)},
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
