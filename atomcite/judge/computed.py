"""Amounts that a page does not print but that follow from two of its numbers: a change, a sum, a difference.

A change in percent restates two numbers of one row, and is always worked out. Sums and differences make new amounts:
they bear a statement out only where that is allowed, and are labelled as derived.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement
from atomcite.judge.directions import direction
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch, is_time, moved, same_time, times_of, wrong_column
from atomcite.judge.wordlists import stems
from atomcite.values import Comparison, Quantity, Reading, compare

_NEAR = 6
"""Tokens between an amount and the word of change that it belongs to."""
_EXACT = Decimal("0.0001")


def worked_out(statement: Statement, number: int, page: Prepared, found: Alignment) -> ValueMatch | None:
    """Value `number` as it follows from the cell of the window and another one; None where nothing of the kind is
    said, or the page lacks the numbers."""
    claim, cell = statement.values[number].value, found.window.value
    if not isinstance(claim, Quantity) or found.window.kind != "cell" or cell is None or cell.change:
        return None
    if not isinstance(cell.found.value, Quantity) or wrong_column(statement, number, page, cell):
        return None
    if not times_of(statement, number) and not _is_latest(page, cell):
        return None
    way = _way(statement, number)
    if claim.unit == "%":
        return _change(claim, way, page, cell) if way else None
    if claim.unit in {"pp", "bp"}:
        return None
    if way or _says(statement, "differences"):
        return _difference(claim, page, cell)
    return _sum(statement, claim, page, cell) if _says(statement, "sums") else None


def said_of_both(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> frozenset[int]:
    """Token numbers of words of a statement that name the row of the second number of a sum."""
    labels = {t for m in values if m.outcome == "match" and m.other is not None for t in m.other.label}
    return frozenset(t.at for t in statement.terms if any(h.token in labels for h in page.hits(t)))


def year_before(page: Prepared, value: PageValue) -> PageValue | None:
    """The number of the same row (or, where years are rows, of the same column) for the same period a year before."""
    wanted = [moved(t, -1) for t in value.times if is_time(t)]
    if value.row < 0 or not wanted:
        return None
    row = [v for v in page.values if v.row == value.row and v.label == value.label]
    column = [v for v in page.values if v.headers == value.headers and v.row >= 0 and v.headers]
    for v in (*row, *column):
        if v is value or v.change or not isinstance(v.found.value, Quantity) or not v.times:
            continue
        beside = _group(page, v) == _group(page, value)
        if beside and v.unit == value.unit and all(any(same_time(w, t) for t in v.times) for w in wanted):
            return v
    return None


def _group(page: Prepared, value: PageValue) -> frozenset[str]:
    """Words over a number that are no time: the segment or party of its column."""
    timed = {t for v in page.values if is_time(v.found.value) for t in range(v.first, v.last + 1)}
    tokens = page.text.tokens
    return frozenset(
        tokens[t].norm for t in value.headers if t not in timed and tokens[t].is_word and len(tokens[t].text) > 3
    )


def _is_latest(page: Prepared, value: PageValue) -> bool:
    return bool(value.times) and not any(
        v.row == value.row and v.times and any(same_time(moved(t, 1), u) for t in value.times for u in v.times)
        for v in page.values
    )


def _number(value: PageValue) -> Decimal:
    quantity = value.found.value
    return quantity.readings[0].number if isinstance(quantity, Quantity) else Decimal(0)


def _way(statement: Statement, number: int) -> int:
    """+1 or -1 as the word of change nearest to a value says, 0 without one near."""
    first, last = statement.value_tokens[number]
    near = [
        (abs(first - i) if i < first else i - last, direction(t.stem))
        for i, t in enumerate(statement.tokens)
        if direction(t.stem) and first - _NEAR <= i <= last + _NEAR
    ]
    return min(near)[1] if near else 0


def _says(statement: Statement, name: str) -> bool:
    return any(t.stem in stems(name) for t in statement.tokens if t.is_word)


def _change(claim: Quantity, way: int, page: Prepared, cell: PageValue) -> ValueMatch | None:
    before = year_before(page, cell)
    if before is None or _number(before) <= 0 or _number(cell) <= 0:
        return None
    grown = (_number(cell) / _number(before) - 1) * 100
    shown = f"{grown.quantize(Decimal('0.1'), ROUND_HALF_UP):+f} %"
    result = compare(claim, Quantity((Reading(abs(grown), _EXACT),), "%"))
    right = result.outcome == "equal" and (grown > 0) == (way > 0)
    how = Comparison("equal", "computed") if right else Comparison("differs")
    return ValueMatch("match" if right else "mismatch", cell, how, before, shown)


def _difference(claim: Quantity, page: Prepared, cell: PageValue) -> ValueMatch | None:
    before = year_before(page, cell)
    return None if before is None else _derived(claim, page, cell, before, abs(_number(cell) - _number(before)))


def _sum(statement: Statement, claim: Quantity, page: Prepared, cell: PageValue) -> ValueMatch | None:
    """Another number of the same column whose label the statement names as well."""
    named = {page.label_rows[h.token] for t in statement.terms for h in page.hits(t) if h.token in page.label_rows}
    for v in page.values:
        if v.row != cell.row and v.row in named and v.headers == cell.headers and isinstance(v.found.value, Quantity):
            match = _derived(claim, page, cell, v, _number(cell) + _number(v))
            if match is not None:
                return match
    return None


def _derived(
    claim: Quantity, page: Prepared, cell: PageValue, other: PageValue, number: Decimal
) -> ValueMatch | None:
    quantity = cell.found.value
    if not isinstance(quantity, Quantity):
        return None
    made = Quantity((Reading(number, quantity.readings[0].step),), quantity.unit, scale=quantity.scale)
    if compare(claim, made, scale=cell.scale, unit=cell.unit).outcome != "equal":
        return None
    return ValueMatch(
        "match" if page.derived else "derived", cell, Comparison("equal", "derived"), other, f"{number:,f}"
    )
