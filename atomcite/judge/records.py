"""Rows that are records: what a statement puts together must stand in one of them.

A register gives each contract its party, number and date; a form gives each field its value. A name from one row and
a number from another make no statement of the page, though both stand on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.captions import is_caption
from atomcite.judge.claim import Statement, Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.prepared import Prepared
from atomcite.judge.slots import name_groups
from atomcite.values import DateValue, Identifier

Place = tuple[int, int]
"""Row and cell."""
_REACH = 40
"""Rows of one register at most."""
_RECORD = 3
"""Cells of a row from which it is a record rather than a line of a form."""


def other_record(statement: Statement, page: Prepared) -> int | None:
    """A token of what a row has in the place where the statement has something of another row; None where all that
    it names stands in one row, or outside such rows."""
    groups = name_groups(statement)
    items = [p for g in groups if (p := _named(page, g))]
    items += [p for v in statement.values if (p := _valued(page, v.value))]
    for i, first in enumerate(items):
        for second in items[i + 1 :]:
            rival = _rival(page, first, second)
            if rival is not None:
                return rival
    return next((r for g in groups if (r := _other_field(statement, page, g)) is not None), None)


def _named(page: Prepared, group: Sequence[Term]) -> list[Place]:
    """Cells that hold most of a name."""
    count: dict[Place, set[int]] = {}
    for term in group:
        for hit in page.hits(term):
            if hit.opposite or hit.score < 0.9 or term.stem in lexicon().legal_forms:
                continue
            for word in page.text.token_words[hit.token]:
                count.setdefault(page.text.cell_of_word[word], set()).add(term.at)
    own = [t for t in group if t.stem not in lexicon().legal_forms]
    return [place for place, terms in count.items() if 2 * len(terms) > len(own)]


def _valued(page: Prepared, value: object) -> list[Place]:
    """Cells that hold an identifier or a full date."""
    if isinstance(value, Identifier):
        return [(v.row, v.cell) for v, r in page.compared(value) if r.outcome == "equal" and v.cell >= 0]
    if isinstance(value, DateValue) and value.readings[0].day is not None:
        return [(v.row, v.cell) for v, r in page.compared(value) if r.outcome == "equal" and v.cell >= 0]
    return []


def _rival(page: Prepared, first: Sequence[Place], second: Sequence[Place]) -> int | None:
    """What the row of the one has in the column of the other, where no row has both."""
    places = {*first, *second}
    rows = page.text.rows
    if {r for r, _ in first} & {r for r, _ in second} or any(len(rows[r].cells) < _RECORD for r, _ in places):
        return None
    for r1, _ in first:
        for r2, c2 in second:
            if abs(r1 - r2) > _REACH:
                continue
            column = rows[r2].cells[c2].box
            for k, cell in enumerate(rows[r1].cells):
                if (
                    cell.box.horizontal_overlap(column) > 0.3
                    and page.shapes[r1].kinds[k] == page.shapes[r2].kinds[c2]
                ):
                    tokens = page.text.cell_tokens(r1, k)
                    return tokens[0] if tokens else None
    return None


def _is_header(page: Prepared, row: int) -> bool:
    """A row of headers of a table, of two columns, is no field of a form."""
    return any(page.text.token_row[t] == row for v in page.values for t in v.headers)


def _other_field(statement: Statement, page: Prepared, group: Sequence[Term]) -> int | None:
    """The value of the field of a form that the statement speaks of, where the name stands in another field only."""
    rows = page.text.rows
    places = _named(page, group)
    if not places or any(len(rows[r].cells) != 2 or c != 1 or _is_header(page, r) for r, c in places):
        return None
    named = {t.at for t in group}
    roles = [t for t in statement.terms if t.at not in named and t.kind in {"word", "name"}]
    fields = {r for r, _ in places}
    labels = {
        page.text.cell_of_word[w]
        for t in roles
        for h in page.hits(t)
        if not h.opposite and h.score >= 0.95
        for w in page.text.token_words[h.token]
    }
    asked = [r for r, c in labels if c == 0 and len(rows[r].cells) == 2 and not is_caption(rows[r].cells[1].text)]
    if not asked or any(r in fields for r in asked) or any(r in fields for r, _ in labels):
        return None
    tokens = page.text.cell_tokens(asked[0], 1)
    return tokens[0] if tokens else None
