"""What a page that does not bear a statement out comes near to saying."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.claim import Statement
from atomcite.judge.intervals import intervals_in
from atomcite.judge.timing import ValueMatch

HALF = 0.5
"""Share of a statement's weight from which the page speaks of the same matter. On the development split of the public
set, half of the sound statements that are missed lie above it, and a quarter of the unsound ones."""
_LEAST = 2
"""Names, numbers and words that must be there: one alone is on many pages by chance."""


def nearly(
    statement: Statement, score: float, covered: Sequence[float], values: Sequence[ValueMatch], against: bool
) -> bool:
    """Whether one place of the page has every name, number and interval of `statement` and at least half of its
    weight, so that what keeps it from being borne out is words alone: no list of synonyms is whole, and a person may
    read it as said.
    `covered` is the share of each term found, `against` that the page turns the statement round or names another."""
    terms = list(zip(statement.terms, covered, strict=True))
    there = sum(c >= HALF for t, c in terms if t.kind in {"name", "word", "predicate"}) + len(values)
    return (
        not against
        and score >= HALF
        and there >= _LEAST
        and all(m.outcome == "match" for m in values)
        and not any(c < HALF if intervals_in(t.text) else t.kind == "name" and c == 0.0 for t, c in terms)
    )
