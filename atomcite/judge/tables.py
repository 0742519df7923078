"""Tables on a page: shapes of rows, and for each value its label, headers, time, scale and unit."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal

from atomcite.judge.captions import PER_UNIT, Captions, exempt
from atomcite.judge.headers import (
    LENGTH,
    Column,
    carried_forward,
    column_of,
    is_time_label,
    months_in,
    plain_text,
    times_in,
    with_year,
)
from atomcite.judge.labels import cell_label, row_labels, row_sections
from atomcite.judge.page import PageText, PageValue, Row
from atomcite.judge.restored import marks_restored, points_restored
from atomcite.values import (
    CURRENCIES,
    DateValue,
    Found,
    Period,
    Quantity,
    Reading,
    Value,
    parse_values,
    scale_caption,
)
from atomcite.values.units import UNIT_PATTERNS, currency_in, read_tail

_PERCENT_LABEL = re.compile(r"(?:^|[^\d\s])\s*\(?%\)?\s*$")
_DASH = re.compile(r"^(?:[$€£₽]\s*)?[-–—−]+(?:\s*%)?$")


@dataclass(frozen=True)
class RowShape:
    """What each cell of a row is: "number", "header" (a year, a date or a period), "dash" or "text"."""

    kinds: tuple[str, ...]

    @property
    def numbers(self) -> int:
        return sum(k in {"number", "dash"} for k in self.kinds)


def shape(row: Row) -> RowShape:
    kinds = []
    for cell in row.cells:
        text = cell.text.strip()
        if _DASH.match(text):
            kinds.append("dash")
            continue
        values = parse_values(text)
        covered = sum(len(re.sub(r"\s", "", v.text)) for v in values)
        rest = len(re.sub(r"[\s().,:*$€£₽%-]", "", text)) - covered
        outside = "".join(text[a:b] for a, b in _gaps(values, len(text)))
        if values and rest <= 2 and sum(c.isalpha() for c in outside) <= 1:
            timed = all(isinstance(v.value, DateValue | Period) for v in values)
            kinds.append("header" if timed else "number")
        else:
            kinds.append("text")
    return RowShape(tuple(kinds))


def _lengths_as_headers(row: Row, found: RowShape) -> RowShape:
    """A row of nothing but lengths and periods of time ("Q3 | Nine months", "3 months | 9 months") holds headers."""
    lengths = [bool(_LENGTH.fullmatch(c.text.strip())) for c in row.cells]
    timed = all(length or kind == "header" for length, kind in zip(lengths, found.kinds, strict=True))
    if not timed or not any(lengths) or len(row.cells) < 2:
        return found
    return RowShape(("header",) * len(found.kinds))


_LENGTH = re.compile(rf"{LENGTH}(?:\s+(?:ended|to|ending|до|по))?", re.I)


def _gaps(values: list[Found], length: int) -> list[tuple[int, int]]:
    """The parts of a text between its values."""
    edges = [0, *(e for v in values for e in (v.start, v.end)), length]
    return list(zip(edges[::2], edges[1::2], strict=True))


@dataclass(frozen=True)
class Layout:
    """Rows of a page as rows of tables and forms: shape, label, headings over it, and the time its label or heading
    gives it; one entry a row of `PageText.rows`."""

    shapes: tuple[RowShape, ...]
    labels: tuple[tuple[int, ...], ...]
    sections: tuple[tuple[int, ...], ...]
    times: tuple[tuple[Value, ...], ...]

    @classmethod
    def of(cls, page: PageText) -> Layout:
        shapes = tuple(_lengths_as_headers(row, shape(row)) for row in page.rows)
        kinds = [s.kinds for s in shapes]
        labels = row_labels(page, kinds)
        sections = row_sections(page, kinds, labels)
        texts = [_text(page, _first_cells(page, r, shapes[r], labels[r])) for r in range(len(page.rows))]
        carried = carried_forward(texts)
        times = []
        for r, text in enumerate(texts):
            over = next((t for s in _headings(page, sections[r]) if is_time_label(s) and _year(t := times_in(s))), ())
            own = times_in(text) if text and is_time_label(text) else ()
            times.append(with_year(own, over) or carried[r] or over)
        return cls(shapes, tuple(labels), tuple(sections), tuple(times))


def _first_cells(page: PageText, row: int, shape_: RowShape, label: tuple[int, ...]) -> tuple[int, ...]:
    """The label, or a year that stands in its place."""
    if label or not page.rows[row].cells or shape_.kinds[0] != "header" or shape_.numbers == 0:
        return label
    return page.cell_tokens(row, 0)


def _headings(page: PageText, section: tuple[int, ...]) -> list[str]:
    """Headings over a row, the nearest first."""
    by_row: dict[int, list[int]] = {}
    for t in section:
        by_row.setdefault(page.token_row[t], []).append(t)
    return [_text(page, tuple(by_row[r])) for r in sorted(by_row, reverse=True)]


def _text(page: PageText, tokens: tuple[int, ...]) -> str:
    return plain_text(page, tokens)


def table_values(page: PageText, layout: Layout) -> tuple[PageValue, ...]:
    """All values of the page with row, cell, headers and the scale and unit that hold for them."""
    kinds = [s.kinds for s in layout.shapes]
    captions = Captions(page, kinds)
    labelled = {t: r for r, tokens in enumerate(layout.labels) if layout.shapes[r].numbers for t in tokens}
    out = []
    for found, first, last in (*page.raw_values, *_zeros(page, layout)):
        words = page.token_words[first]
        row, cell = page.cell_of_word.get(words[0], (-1, -1)) if words else (-1, -1)
        tabular = row >= 0 and kinds[row][cell] in {"number", "header", "dash"} and len(page.rows[row].cells) > 1
        if not tabular or layout.shapes[row].numbers == 0:
            # A value within a label ("Dividends ($0.86 per share)") is of the time of its row.
            times = layout.times[labelled[first]] if first in labelled else ()
            out.append(PageValue(found, first, last, row, cell, times=times))
            continue
        column = column_of(page, kinds, row, cell)
        label = cell_label(page, row, cell, kinds[row], layout.labels[row])
        scale, unit = _scale_and_unit(page, layout, captions, found, row, column, label)
        times = times_in(column.text)
        if column.is_change and not _year(times):
            times = ()
        if times and layout.times[row]:
            times = with_year(times, layout.times[row])
        times = times or layout.times[row]
        out.append(
            PageValue(
                found,
                first,
                last,
                row,
                cell,
                scale,
                unit,
                column.tokens,
                times,
                label,
                column.is_change,
                months_in(column.text, times),
            )
        )
    return _changes_dated(marks_restored(page, points_restored(out)))


def _zeros(page: PageText, layout: Layout) -> list[tuple[Found, int, int]]:
    """Dashes in the columns of a table: nothing, to the precision of the table. Not in a row of dashes alone."""
    out = []
    for r, found in enumerate(layout.shapes):
        if not layout.labels[r]:
            continue
        for k, kind in enumerate(found.kinds):
            tokens = page.cell_tokens(r, k) if kind == "dash" else ()
            if tokens:
                first, last = page.tokens[tokens[0]], page.tokens[tokens[-1]]
                zero = Quantity((Reading(Decimal(0), Decimal(1)),))
                out.append((Found(zero, first.start, last.end, page.rows[r].cells[k].text), tokens[0], tokens[-1]))
    return out


def _changes_dated(values: list[PageValue]) -> tuple[PageValue, ...]:
    """A column headed "Change" alone is that of the latest year beside it."""
    latest: dict[int, tuple[Value, ...]] = {}
    values = _changes_by_shape(values)
    for v in values:
        if v.times and not v.change and v.row >= 0 and _year(v.times) > _year(latest.get(v.row, ())):
            latest[v.row] = v.times
    lone = Counter(v.row for v in values if v.change and not v.times)
    return tuple(
        replace(v, times=latest[v.row]) if v.change and not v.times and lone[v.row] == 1 and v.row in latest else v
        for v in values
    )


def _changes_by_shape(values: list[PageValue]) -> list[PageValue]:
    """The one percentage of a row, after amounts of two times and under no time of its own, is their change, whatever
    could be read of its header."""
    rows: dict[int, list[PageValue]] = {}
    for v in values:
        if v.row >= 0 and v.cell >= 0 and v.label and isinstance(v.found.value, Quantity):
            rows.setdefault(v.row, []).append(v)
    changes = set()
    for row in rows.values():
        shares = [v for v in row if isinstance(v.found.value, Quantity) and v.found.value.unit == "%"]
        before = [v for v in row if v not in shares and v.times and v.cell < shares[0].cell] if shares else []
        if len(shares) == 1 and not shares[0].times and len({v.times for v in before}) >= 2:
            changes.add(id(shares[0]))
    return [replace(v, change=True) if id(v) in changes else v for v in values]


def _year(times: tuple[Value, ...]) -> int:
    years = [
        t.readings[0].year if isinstance(t, DateValue) else t.year for t in times if isinstance(t, DateValue | Period)
    ]
    return max((y for y in years if y), default=0)


_LAST_WORD = re.compile(r"(?:,\s*|\(\s*)(?P<unit>[^\W\d_]{1,12})\.?\s*\)?$")
_COUNTED = frozenset(
    ["people", "persons", "staff", "employees", "units", "pcs", "человек", "чел", "шт", "штук", "единиц", "ед"]
)


def _own_unit(label: str) -> bool:
    """Whether a label ends with a unit behind a comma or in brackets: "Staff, people", "Срок (мес.)"."""
    hit = _LAST_WORD.search(label.rstrip(" ¦"))
    if hit is None:
        return False
    word = hit["unit"]
    return word in _COUNTED or bool(currency_in(word)) or any(p.match(word) for p, _ in UNIT_PATTERNS)


def _scale_and_unit(
    page: PageText,
    layout: Layout,
    captions: Captions,
    found: Found,
    row: int,
    column: Column,
    label: tuple[int, ...],
) -> tuple[Decimal | None, str]:
    """What header, label and caption say of a bare number: the factor it stands for and its unit."""
    text = _text(page, label)
    section = _text(page, layout.sections[row])
    own = scale_caption(column.text.rstrip(" ¦"))
    caption = None if own else captions.of(row)
    if caption is not None and caption.label and caption.row != row and _own_unit(text):
        caption = None  # "Flour, thousand tonnes" over "Average price, roubles"
    scale, unit = own or ((caption.scale, caption.unit) if caption else (None, ""))
    quantity = found.value
    bare = isinstance(quantity, Quantity) and not quantity.unit
    own_unit = _unit_cell(page, layout.shapes[row], row)
    if own_unit is not None:
        return own_unit
    if "%" in column.text or (bare and _PERCENT_LABEL.search(text)):
        return None, "%"
    headed = _unit_word(column.text)
    if headed and headed not in CURRENCIES:
        return (scale if own else None), headed  # "Change, pp", "Delivery, days": no money, whatever the caption says
    if headed and caption is not None:
        unit = headed  # the header over a column knows better than a line over the table
        scale = None if caption.distant else scale
    if not unit:
        unit = headed or _unit_word(text)
    if own is None and (PER_UNIT.search(text) or PER_UNIT.search(column.text)):
        scale = None  # a column that says "£m" itself means it, whatever stands beside it in the row
    if caption is not None and scale is not None and exempt(caption.text, f"{section} {text}"):
        scale = None
    if caption is not None and scale is None and unit == caption.unit and re.search(r"%|headcount|employees", text):
        unit = ""
    return scale, unit


def _unit_cell(page: PageText, found: RowShape, row: int) -> tuple[Decimal | None, str] | None:
    """A cell between the label and the numbers that holds a unit alone ("т", "тыс. т", "%", "чел."): it counts for
    its row, whatever the caption says."""
    texts = [k for k, kind in enumerate(found.kinds) if kind == "text"]
    first = next((k for k, kind in enumerate(found.kinds) if kind == "number"), 0)
    if len(texts) < 2 or texts[-1] != first - 1:
        return None
    text = page.rows[row].cells[texts[-1]].text.strip()
    if text in {"чел.", "чел", "шт.", "шт", "ед.", "ед", "pcs", "no.", "persons", "people", "units"}:
        return None if not text else (None, "")
    if len(text) > 16 or not any(c.isalpha() or c == "%" for c in text):
        return None
    factor, unit, end = read_tail(text, 0, currency="")
    whole = end >= len(text.rstrip(" .,"))
    if (whole and (unit or factor != 1)) or (factor != 1 and len(text) - end <= 8):
        return (factor if factor != 1 else None), unit
    return None


def _unit_word(text: str) -> str:
    code = currency_in(text)
    if code:
        return code
    # "Delivery time, days", "Срок (мес.)": a unit after a comma or in brackets.
    for hit in re.finditer(r"[,(]\s*", text):
        for pattern, unit in UNIT_PATTERNS:
            if pattern.match(text, hit.end()):
                return unit
    return ""
