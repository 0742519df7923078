"""Tables of words: what one row says of its thing is not said of the thing of another row.

"Fire test | N. Amis | open" and "Roof survey | P. Cole | overdue" hold all the words of "the fire test is overdue".
"""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.hits import Hit
from atomcite.judge.prepared import Prepared
from atomcite.values import Quantity

_RECORD = 3
"""Cells of a row from which it is one of a table rather than a line of a form."""
_FIRM = 0.8
_SAME = 0.95
_CONTENT = frozenset({"name", "word", "predicate"})

Place = tuple[int, int]
"""Row and cell."""


def other_entry(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """A token of what the row that the statement speaks of has in a column where the statement has the entry of
    another row; None where one row has all that the statement takes from the table."""
    best = zip(statement.terms, found.best, strict=True)
    places = {t.at: p for t, h in best if t.kind in _CONTENT and (p := _places(page, t, h))}
    if len(places) < 2:
        return None
    rows = {r for p in places.values() for r, _ in p}
    share = {r: sum(any(q == r for q, _ in p) for p in places.values()) for r in rows}
    row = max(rows, key=lambda r: share[r])
    taken = {h.token for t in statement.terms for h in page.hits(t) if h.score >= _FIRM}
    for mine in places.values():
        if any(r == row for r, _ in mine):
            continue
        rival = next((k for p in mine if (k := _own_entry(page, row, p, taken)) is not None), None)
        if rival is not None:
            return rival
    return None


def _places(page: Prepared, term: Term, hit: Hit | None) -> frozenset[Place]:
    """Cells of the bodies of tables that hold a term; none if it is taken from running text."""
    tokens = [h for h in page.hits(term) if not h.opposite and h.score >= _FIRM]
    in_table = hit is not None and bool(_cells(page, [hit.token]))
    if not in_table and any(h.score >= _SAME and h.token in page.prose | page.statements for h in tokens):
        return frozenset()
    return _cells(page, [h.token for h in tokens])


def _cells(page: Prepared, tokens: Sequence[int]) -> frozenset[Place]:
    cells = {page.text.cell_of_word[w] for k in tokens for w in page.text.token_words[k]}
    return frozenset((r, c) for r, c in cells if _in_body(page, r))


def _in_body(page: Prepared, row: int) -> bool:
    """A row of some cells below another such row, that is: not the header."""
    rows = page.text.rows
    return row > 0 and len(rows[row].cells) >= _RECORD and len(rows[row - 1].cells) >= _RECORD


def _own_entry(page: Prepared, row: int, other: Place, taken: set[int]) -> int | None:
    """What `row` has in the column of a cell of another row, when the statement has nothing of it."""
    column = page.text.rows[other[0]].cells[other[1]].box
    for number, cell in enumerate(page.text.rows[row].cells):
        tokens = page.text.cell_tokens(row, number)
        mine = number != other[1] or row != other[0]
        if mine and tokens and cell.box.horizontal_overlap(column) > 0.3:
            return None if taken & set(tokens) else tokens[0]
    return None


def only_counted(statement: Statement, page: Prepared, found: Alignment) -> bool:
    """A statement without a number of which a word stands only over numbers: under "Attended" a 3 does not say that
    somebody attended this time, and a 0 that nobody did."""
    window = found.window
    if statement.values or window.kind not in {"cell", "row", "rows"}:
        return False
    rows = {page.text.token_row[t] for t in window.core}
    counts = [v for v in page.values if v.row in rows and v.cell >= 0 and isinstance(v.found.value, Quantity)]
    if not counts:
        return False
    heads = {h for v in counts for h in v.headers}
    over = heads | set(window.context)
    return any(
        h is not None and h.token not in window.inside and h.token in (over if _says_of(t) else heads)
        for t, h in zip(statement.terms, found.best, strict=True)
    )


def _says_of(term: Term) -> bool:
    """A word that says something of the thing rather than names it."""
    return term.verbal or term.kind in {"light", "predicate"}
