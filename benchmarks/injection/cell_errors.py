"""Values of neighbouring cells: the row above or below, the column beside, another period's column.

The wrong value stands on the cited page, so these errors are all `hard`. The neighbours come from the tables that the
rules judge rebuilds, but what they say is not taken from it: that the two cells have different labels or headers, and
that the statement speaks of the right one, is settled by where the words lie on the page.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from atomcite.benchmarks.dataset import ErrorType
from atomcite.benchmarks.injection.candidate import Candidate, Outcome, Refusal, Source, may_support
from atomcite.benchmarks.injection.evidence import Evidence, PageEvidence, ReadPage, Spot
from atomcite.benchmarks.injection.rendering import fits, numeral_in
from atomcite.benchmarks.injection.search import Explained, agrees, states_value
from atomcite.benchmarks.injection.value_errors import with_value
from atomcite.benchmarks.injection.words import LIGHT, stem
from atomcite.judge.prepared import Prepared
from atomcite.values import DateValue, Found, Period, Quantity, Value, parse_values

CELL_TYPES: frozenset[ErrorType] = frozenset(("neighbour_row", "neighbour_column", "other_period"))
ROWS = 3
"""Rows of distance at which a row is still a neighbour."""
LIKE = 50
"""Times by which a neighbour may be larger or smaller: beyond, the cells count different things."""
HEADER_ROWS = 25
"""Rows above a cell in which its header may stand: tables may be long."""
_MARKS = re.compile(r"\w+")
YEAR = re.compile(r"^(?:19|20)\d\d$")
PARTS = {
    ("quarter", i): frozenset((f"q{i}", str(i), ("i", "ii", "iii", "iv")[i - 1])) for i in (1, 2, 3, 4)
}  # fmt: skip
_TIME = re.compile(r"^(?:(?:19|20)\d\d|q[1-4]|h[12]|i{1,3}|iv|\d{1,2})$")


@dataclass(frozen=True)
class Cell:
    """A number in a table: where it is, and its row, its place in it and its times as rebuilt. `months` is the length
    of the period that it is of, 0 when nothing says."""

    spot: Spot
    row: int
    cell: int
    times: tuple[Value, ...] = ()
    months: int = 0


class CellErrors:
    """Neighbours' values for the claims of one document. The tables of a page are rebuilt once."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._cells: dict[int, list[Cell]] = {}

    def of(self, source: Source, types: Sequence[ErrorType], rng: random.Random) -> Iterator[Outcome]:
        wanted = CELL_TYPES & set(types)
        reading = source.evidence[source.page].best
        if not wanted or reading is None:
            return
        for found in source.wording.values:
            if isinstance(found.value, Quantity) and not found.value.top and not found.value.in_words:
                for home, other in self._pairs(source.page, reading, found):
                    yield from _made(source, reading, found, home, other, wanted, rng)

    def _pairs(self, page: int, reading: ReadPage, found: Found) -> Iterator[tuple[Cell, Cell]]:
        """Each table cell that may be where the value comes from, with each of its neighbours."""
        if page not in self._cells:
            self._cells[page] = cells_of(reading)
        cells = self._cells[page]
        for home in cells:
            if agrees(found.value, home.spot.found.value):
                for other in cells:
                    above = other.cell == home.cell and 0 < abs(other.row - home.row) <= ROWS
                    beside = other.row == home.row and other.cell != home.cell
                    if above or beside:
                        yield home, other


def cells_of(reading: ReadPage) -> list[Cell]:
    """The numbers of a page's tables, as the rules judge rebuilds them, where they lie."""
    cells: dict[tuple[int, int], Cell] = {}
    for value in Prepared(reading.words).values:
        if value.label and value.row >= 0 and isinstance(value.found.value, Quantity):
            spot = next((s for s in reading.spots if s.tabular and _is_at(reading, s, value.found)), None)
            if spot is not None:
                cells[value.row, value.cell] = Cell(spot, value.row, value.cell, value.times, value.months)
    return list(cells.values())


def _is_at(reading: ReadPage, spot: Spot, found: Found) -> bool:
    """Whether a value of the rebuilt table is this one: same text, and the only one of its text in its row."""
    alike = [s for s in reading.spots if s.row == spot.row and s.found.text == spot.found.text]
    return spot.found.text == found.text and len(alike) == 1


def _made(
    source: Source,
    reading: ReadPage,
    found: Found,
    home: Cell,
    other: Cell,
    wanted: frozenset[ErrorType],
    rng: random.Random,
) -> Iterator[Outcome]:
    new = _restated(source, found, home, other)
    changed = with_value(source, found, new) if new else None
    told = _told_apart(source, reading, home, other)
    if changed is None or told is None:
        return
    kinds, telling = told
    # The column beside is often that of another period: one statement, which may stand for either error.
    for kind in rng.sample([k for k in kinds if k in wanted], sum(k in wanted for k in kinds)):
        made = Candidate(kind, source, changed[0], f"{found.text} -> {changed[1].text}", "hard", contradicted=True)
        if found not in source.found.anchors:
            yield Refusal(made, "not_found_on_true_page", found.text)
            continue
        explained = _elsewhere(found, telling, by_row=home.row != other.row)
        page = states_value(source.evidence, changed[1].value, source.wording, explained)
        if page is not None:
            yield may_support(made, page, f"{changed[1].text} on page {page}")
        else:
            yield made


def _elsewhere(found: Found, telling: frozenset[str], *, by_row: bool) -> Explained:
    """Places of the wrong value that are said of something else, on this page or where the table is repeated: rows
    whose label lacks the words that tell the right row, or cells beside the right value under another header."""

    def explained(reading: ReadPage, spot: Spot) -> bool:
        if not spot.tabular:
            return False
        if by_row:
            label = _label(reading, spot)
            return bool(label) and not label & telling
        row = [s for s in reading.spots if s.row == spot.row and s is not spot and s.tabular]
        right = (s for s in row if agrees(found.value, s.found.value))
        return any(telling & (mine - other) for s in right for mine, other in [headers(reading, s, spot)])

    return explained


def _restated(source: Source, found: Found, home: Cell, other: Cell) -> str | None:
    """The neighbour's number in the statement's notation: at the same scale and with as many decimals."""
    numeral = numeral_in(found.text, russian=source.wording.russian)
    a, b = home.spot.found.value, other.spot.found.value
    if numeral is None or not isinstance(a, Quantity) or not isinstance(b, Quantity):
        return None
    here, there = a.readings[0].number, b.readings[0].number
    alike = here * there > 0 and max(here / there, there / here) <= LIKE
    same_kind = (a.unit == "%") == (b.unit == "%") and alike
    if not same_kind or not numeral.number:
        return None
    power = round((numeral.number / abs(here)).log10())
    share = isinstance(found.value, Quantity) and found.value.unit in {"%", "pp"}
    if power % 3 or (share and power):
        return None  # a share is at no scale, and amounts are in thousands, millions, ...
    if numeral.rounded(abs(here).scaleb(power)) != numeral.number:
        return None  # the statement rounds to tens or more, or the cell is not its source
    new = abs(there).scaleb(power)
    shown = numeral.rounded(new)
    if shown in (numeral.number, Decimal(0)) or not fits(numeral.number, shown, russian=source.wording.russian):
        return None
    return found.text[: numeral.start] + numeral.shown(new) + found.text[numeral.end :]


def _told_apart(
    source: Source, reading: ReadPage, home: Cell, other: Cell
) -> tuple[tuple[ErrorType, ...], frozenset[str]] | None:
    """What error it is to state the other cell's value, and the words of the statement that tell: those of the right
    label (or header) that the other lacks. None unless there are some, and none that only the other has."""
    said = _marks(source.wording.text)
    label = _label(reading, home.spot)
    shares = ["%" in _label_text(reading, cell.spot) for cell in (home, other)]
    if not label & said or shares[0] != shares[1]:
        return None
    if home.row != other.row:
        right, wrong = label, _label(reading, other.spot)
    else:
        right, wrong = headers(reading, home.spot, other.spot)
    telling = (right - wrong) & said
    if not telling or (wrong - right) & said:
        return None
    if home.row != other.row:
        return ("neighbour_row",), telling
    timed = any(_TIME.match(mark) for mark in telling)
    beside = abs(home.cell - other.cell) == 1
    if timed:
        return (("other_period", "neighbour_column") if beside else ("other_period",)), telling
    return ("neighbour_column",), telling


def _marks(text: str) -> frozenset[str]:
    """Stems of words, and numbers as they are: what a label or a header can share with a statement. Numbers of the
    statement's own values count for years and lengths of time alone, which is what headers have."""
    out = set()
    for word in _MARKS.findall(text.casefold().replace("ё", "е")):
        if word[0].isdigit() or _TIME.match(word):
            out.add(word)
        elif len(word) > 2 and word not in LIGHT:
            out.add(stem(word))
    return frozenset(out)


def _label(reading: ReadPage, spot: Spot) -> frozenset[str]:
    return _marks(_label_text(reading, spot))


def _label_text(reading: ReadPage, spot: Spot) -> str:
    """The row left of its first number."""
    row = reading.rows[spot.row]
    first = min((s.box.x0 for s in reading.spots if s.row == spot.row and s.tabular), default=spot.box.x0)
    return " ".join(w.text for w in row if w.box.x1 <= min(first, spot.box.x0))


def headers(reading: ReadPage, a: Spot, b: Spot) -> tuple[frozenset[str], frozenset[str]]:
    """Words above two cells of a row, each given to the cell that it stands nearer to; to both where it stands
    between them, as a header over a group of columns does."""
    ax, bx = a.box.center[0], b.box.center[0]
    apart = abs(ax - bx)
    mine: list[str] = []
    other: list[str] = []
    for number in range(max(0, a.row - HEADER_ROWS), a.row):
        row = reading.rows[number]
        # Rows of data are no headers, and neither is running text.
        data = [s for s in reading.spots if s.row == number and s.tabular and not _is_time(s.found)]
        if data or sum(len(w.text) for w in row) > 90:
            continue
        for word in row:
            x = word.box.center[0]
            da, db = abs(x - ax), abs(x - bx)
            if min(da, db) > apart:
                continue
            if da < db + 0.3 * apart:
                mine.append(word.text)
            if db < da + 0.3 * apart:
                other.append(word.text)
    return _marks(" ".join(mine)), _marks(" ".join(other))


def is_time_mark(mark: str) -> bool:
    """Whether a word of a header is part of a time: a year, a quarter, a half, a day."""
    return bool(_TIME.match(mark))


def _is_time(found: Found) -> bool:
    return not isinstance(found.value, Quantity) or found.value.unit in {"month", "year", "quarter"}


def contradicting_cell(page: PageEvidence, found: Found, time: str) -> bool:
    """Whether a row of a table on the page has the value under another time than `time`, and another value under
    `time`: then the value is not that time's."""
    wanted = frozenset(mark for mark in _marks(time) if _TIME.match(mark))
    if not wanted:
        return False
    for reading in page.readings:
        for spot in reading.spots:
            if not spot.tabular or not agrees(found.value, spot.found.value):
                continue
            for other in reading.spots:
                if other.row == spot.row and other is not spot and other.tabular:
                    right, wrong = headers(reading, spot, other)
                    if wanted <= wrong - right and not agrees(found.value, other.found.value):
                        return True
    return False


def years_on(page: PageEvidence) -> frozenset[int]:
    """Years that a page speaks of."""
    return frozenset(year for r in page.readings for f in parse_values(r.text) if (year := _year(f)) is not None)


def _year(found: Found) -> int | None:
    if isinstance(found.value, DateValue):
        return found.value.readings[0].year
    return found.value.year if isinstance(found.value, Period) else None
