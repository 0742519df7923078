"""Which tokens of one sentence of the page answer to which tokens of a statement.

The checks of running text (`qualifications`, `moods`, `quantifiers`, `bearings`, `orderings`) all start from here and
give a `Dispute` or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.hits import Hit
from atomcite.judge.prepared import Prepared
from atomcite.judge.syntax import Syntax, syntax
from atomcite.judge.timing import ValueMatch

CONTENT = frozenset({"name", "word", "predicate"})
SAME = 0.8
"""Hit score from which a word of the page is taken to mean what the statement's word means."""


@dataclass(frozen=True)
class Dispute:
    """Why the words of a statement, though all there, do not bear it out. `key` is that of the reason's message,
    `word` what it shows of the page or the statement. `contradicts`: the page says otherwise, rather than less."""

    key: str
    word: str
    contradicts: bool


@dataclass(frozen=True)
class Correspondence:
    """`pairs` are the terms with their hits within the sentence, values with their place as `value_pairs` (token of
    the statement, token of the page)."""

    statement: Statement
    page: Prepared
    claim: Syntax
    there: Syntax
    sentence: int
    pairs: tuple[tuple[Term, Hit], ...]
    value_pairs: tuple[tuple[int, int], ...]

    @cached_property
    def low(self) -> int:
        return self.page.marked.sentence.index(self.sentence)

    @cached_property
    def high(self) -> int:
        k = self.low
        sentence = self.page.marked.sentence
        while k < len(sentence) and sentence[k] == self.sentence:
            k += 1
        return k

    def places(self, term: Term, opposite: bool = False) -> list[int]:
        """Tokens of the sentence that stand for a term, by any of its hits."""
        return [
            h.token
            for h in self.page.hits(term)
            if self.low <= h.token < self.high and h.score >= SAME and (opposite or not h.opposite)
        ]

    def score_of(self, term: Term, token: int) -> float:
        """How well a token of the page stands for a term."""
        return max((h.score for h in self.page.hits(term) if h.token == token), default=0.0)

    @cached_property
    def verbs(self) -> tuple[tuple[Term, int], ...]:
        """Verbs of the statement with the verb of the page that each answers to."""
        return tuple(
            (t, h.token)
            for t, h in self.pairs
            if self.claim.verb[t.at] and self.there.verb[h.token] and not h.opposite and h.score >= SAME
        )

    @cached_property
    def weight_of(self) -> dict[int, float]:
        """Weight of the statement's words by segment of the page."""
        out: dict[int, float] = {}
        for t, h in self.pairs:
            number = self.there.of[h.token]
            out[number] = out.get(number, 0.0) + t.weight
        for _, k in self.value_pairs:
            number = self.there.of[k]
            out[number] = out.get(number, 0.0) + 0.8
        return out

    def shown(self, start: int, end: int) -> str:
        """Tokens of the page as a quotation of some words."""
        return self.page.text.quote(tuple(range(start, min(end, start + 14))), 60)


def correspondence(
    statement: Statement, page: Prepared, found: Alignment, values: Sequence[ValueMatch]
) -> Correspondence | None:
    """By the sentence that has most of the statement; None when no sentence has anything of it."""
    sentence = page.marked.sentence
    inside = found.window.inside
    pairs = [(t, h) for t, h in zip(statement.terms, found.best, strict=True) if h is not None and h.token in inside]
    weight: dict[int, float] = {}
    for t, h in pairs:
        weight[sentence[h.token]] = weight.get(sentence[h.token], 0.0) + t.weight * h.score
    if not weight:
        return None
    main = max(weight, key=lambda n: weight[n])
    value_pairs = tuple(
        (first, m.found.first)
        for (first, _), m in zip(statement.value_tokens, values, strict=True)
        if m.found is not None and m.outcome == "match" and sentence[m.found.first] == main
    )
    return Correspondence(
        statement,
        page,
        syntax(statement.tokens),
        page.syntax,
        main,
        tuple((t, h) for t, h in pairs if sentence[h.token] == main),
        value_pairs,
    )
