"""Cells of tables that can be taken as true statements: row label, period and value, each verified by the layout.

What a cell says hangs on its row's label and its column's header. The rebuilt table proposes them; they are believed
only where the words lie so on the page: the label alone at the left of its row, starting where other labels start,
nothing but numbers right of it, the value in line with the other numbers of its column, the header over it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from atomcite.benchmarks.injection.cell_errors import PARTS, YEAR, Cell, cells_of, headers, is_time_mark
from atomcite.benchmarks.injection.evidence import ReadPage, Spot, parts_cells
from atomcite.benchmarks.injection.plan import Reason
from atomcite.domain import Box, Word
from atomcite.values import DateValue, Period

LABEL = re.compile(r"[^\W\d_][^\d:;|]{3,60}")
TOTAL = re.compile(r"(?:grand |sub)?total|итого|всего", re.I)
NEAR_ROWS = 4
"""Rows above and below in which a column's other numbers, and other labels, are looked for."""
_NUMBER = re.compile(r"[-−–—(]?\s*(?:[$€£₽]\s*)?(?:\d[\d\s.,'’%)]*|[-−–—])\s*%?\)?")
_LETTER = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class TableLine:
    """A cell of a table as a statement: the row's label, the number as written, its time. `fault` says why it can't
    be trusted."""

    label: str
    value: str
    time: DateValue | Period
    fault: Reason | None


def table_lines(reading: ReadPage) -> Iterator[TableLine]:
    """All cells of the tables of a page for which the rebuilt table has one time."""
    cells = cells_of(reading)
    for cell in cells:
        if len(cell.times) == 1 and isinstance(cell.times[0], DateValue | Period):
            time = cell.times[0]
            label = _label(reading, cell.spot)
            text = " ".join(w.text for w in label)
            fault: Reason | None = None
            if not _is_label(reading, cell.spot, label, text):
                fault = "label_unclear"
            elif any(c.row == cell.row and c is not cell and set(c.times) & set(cell.times) for c in cells):
                fault = "header_unclear"  # one of several of that time: only a further header tells them apart
            elif not _in_column(reading, cell, cells) or not _is_headed(reading, cell, cells, time):
                fault = "header_unclear"
            yield TableLine(text, cell.spot.found.text, time, fault)


def _cells_in(row: tuple[Word, ...]) -> list[tuple[Word, ...]]:
    """The words of a row, parted where white space parts cells."""
    out: list[list[Word]] = [[row[0]]]
    for left, right in pairwise(row):
        if parts_cells(left, right):
            out.append([])
        out[-1].append(right)
    return [tuple(cell) for cell in out]


def _label(reading: ReadPage, spot: Spot) -> tuple[Word, ...]:
    """The first cell of the row."""
    return _cells_in(reading.rows[spot.row])[0]


def _is_label(reading: ReadPage, spot: Spot, label: tuple[Word, ...], text: str) -> bool:
    """Whether the first cell of a row is the label of a table's row: words, with numbers and nothing else behind
    them, whole, said once on the page, and in line with the label of another row of numbers."""
    rest = _cells_in(reading.rows[spot.row])[1:]
    numbers = all(_NUMBER.fullmatch(" ".join(w.text for w in cell)) for cell in rest)
    if not LABEL.fullmatch(text) or TOTAL.fullmatch(text) or not text[0].isupper() or not rest or not numbers:
        return False
    if sum(row.startswith(text) for row in reading.row_texts) != 1:
        return False
    box = Box.around(w.box for w in label)
    below = reading.rows[spot.row + 1] if spot.row + 1 < len(reading.rows) else ()
    if below and below[0].text[:1].islower() and _continues(box, _cells_in(below), below[0]):
        return False
    return any(_same_start(box, row) for row in _rows_near(reading, spot.row))


def _continues(box: Box, cells: list[tuple[Word, ...]], first: Word) -> bool:
    """Whether the row below, a single cell that starts in small letters at the label's edge, goes on with it."""
    return len(cells) == 1 and abs(first.box.x0 - box.x0) <= 2 * box.height


def _rows_near(reading: ReadPage, row: int) -> Iterator[tuple[Word, ...]]:
    for number in range(max(0, row - NEAR_ROWS), min(len(reading.rows), row + NEAR_ROWS + 1)):
        if number != row:
            yield reading.rows[number]


def _same_start(box: Box, row: tuple[Word, ...]) -> bool:
    """Whether another row has a label at the same left edge (or indented below it), and numbers behind it."""
    cells = _cells_in(row)
    starts = abs(row[0].box.x0 - box.x0) <= 2.5 * box.height and bool(_LETTER.search(row[0].text))
    return starts and any(_NUMBER.fullmatch(" ".join(w.text for w in cell)) for cell in cells[1:])


def _in_column(reading: ReadPage, cell: Cell, cells: list[Cell]) -> bool:
    """Whether another number of the cell's place in its row ends, or has its middle, where this one does."""
    box = cell.spot.box
    others = (
        c.spot.box
        for c in cells
        if c.cell == cell.cell and c.row != cell.row and abs(c.spot.row - cell.spot.row) <= NEAR_ROWS
    )
    return any(
        min(abs(o.x1 - box.x1), abs(o.center[0] - box.center[0]), abs(o.x0 - box.x0)) <= 0.8 * box.height
        for o in others
    )


def _is_headed(reading: ReadPage, cell: Cell, cells: list[Cell], time: DateValue | Period) -> bool:
    """Whether the marks over the cell are those of its time, and those over a cell beside it are others."""
    for other in (c for c in cells if c.row == cell.row and abs(c.cell - cell.cell) == 1):
        mine, its = headers(reading, cell.spot, other.spot)
        if mine != its and _says(time, cell.months, mine, its):
            return True
    return False


def _says(time: DateValue | Period, months: int, mine: frozenset[str], its: frozenset[str]) -> bool:
    """Whether the marks over a cell are those of the time, and none is over it that makes it another."""
    if isinstance(time, Period):
        year, parts = time.year, PARTS.get((time.kind, time.index), frozenset())
    else:
        first = time.readings[0]
        year = first.year
        parts = frozenset() if first.day is None else frozenset((str(first.day), f"{first.day:02}"))
        if first.day is None and first.month is not None:
            return False  # a month alone
    years = {m for m in mine if YEAR.match(m)}
    if years != {str(year)} or not (parts & mine or not parts):
        return False
    if not parts:  # a whole year, by nothing that shortens it
        return months in (0, 12) and not any(is_time_mark(m) and not YEAR.match(m) for m in mine | its)
    return months in (0, 3, 6)
