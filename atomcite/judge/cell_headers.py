"""Statements of several amounts of one row: "the limit is A and the annual aggregate B"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement
from atomcite.judge.correspondence import CONTENT, SAME
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch
from atomcite.values import Quantity

_BESIDE = 2.0
"""How far a word may stand from a number that it is the word of (see `_gap`)."""


@dataclass(frozen=True)
class RowHeaders:
    """`tokens` are those of the headers over the amounts of a statement, where each is told by the words of its own
    column; none otherwise. `crossed`: a word stands beside the amount of another column than its own."""

    tokens: frozenset[int] = frozenset()
    crossed: bool = False


_NONE = RowHeaders()


def headers_of_row(
    statement: Statement, page: Prepared, found: Alignment, values: Sequence[ValueMatch]
) -> RowHeaders:
    """Of a window that is a cell of a table, where all amounts of the statement stand in its row."""
    window = found.window
    if window.kind != "cell" or len(statement.values) < 2:
        return _NONE
    amounts = [
        (span, m)
        for span, v, m in zip(statement.value_tokens, statement.values, values, strict=True)
        if isinstance(v.value, Quantity)
    ]
    places = [m.found for _, m in amounts if m.outcome == "match" and m.other is None and m.found is not None]
    if len(places) != len(amounts) or len(places) < 2:
        return _NONE
    if len({p.cell for p in places}) < len(places) or any(p.row != window.value_row or p.cell < 0 for p in places):
        return RowHeaders()
    spans = [span for span, _ in amounts]
    owned = _owned(statement, page, places)
    # "Grade 5 is paid 49,800": a number with its own word beside it leaves the other words to the other number.
    settled = {k for at, k, _ in owned if _gap(at, spans[k]) < _BESIDE}
    for at, owner, content in owned:
        nearest = min(range(len(spans)), key=lambda k: _gap(at, spans[k]))
        if nearest != owner and _gap(at, spans[nearest]) < _BESIDE <= _gap(at, spans[owner]):
            return RowHeaders(crossed=True)
        if content and nearest != owner and nearest not in settled:
            return RowHeaders()
    told = {owner for _, owner, content in owned if content}
    return RowHeaders(frozenset(t for p in places for t in p.headers) if len(told) == len(places) else frozenset())


def _owned(statement: Statement, page: Prepared, places: Sequence[PageValue]) -> list[tuple[int, int, bool]]:
    """Words of the statement that only one of the columns has in its header: token number, number of the column, and
    whether the word is one of content."""
    stems = [_stems(page, p) for p in places]
    out: list[tuple[int, int, bool]] = []
    for term in statement.terms:
        at = {h.token for h in page.hits(term) if h.score >= SAME and not h.opposite}
        owners = [
            k
            for k, p in enumerate(places)
            if any(
                t in at and all(page.text.tokens[t].stem not in s for j, s in enumerate(stems) if j != k)
                for t in p.headers
            )
        ]
        if len(owners) == 1:
            out.append((term.at, owners[0], term.kind in CONTENT))
    return out


def _stems(page: Prepared, place: PageValue) -> frozenset[str]:
    tokens = page.text.tokens
    return frozenset(tokens[t].stem for t in place.headers if tokens[t].is_word and not lexicon().is_stop(tokens[t]))


def _gap(at: int, span: tuple[int, int]) -> float:
    """What stands before an amount belongs to it rather than what follows."""
    return span[0] - at if at < span[0] else 1.5 * (at - span[1])
