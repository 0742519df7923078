"""Tables on a page: which header stands over a number, which label beside it, and in what unit it counts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from atomcite.domain import Box
from atomcite.judge.page import PageText, PageValue, Row
from atomcite.values import CURRENCIES, DateValue, Found, Period, Quantity, parse_values, scale_caption
from atomcite.values.units import CURRENCY_PATTERNS, UNIT_PATTERNS

_NUMERIC = re.compile(r"^[\s$€£₽%().,\d\-–—−+*'’¹²³a-zRM]{0,24}$")
_PERCENT_LABEL = re.compile(r"(?:^|[^\d\s])\s*\(?%\)?\s*$")
_DASH = re.compile(r"^[-–—−]+$")


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


def _gaps(values: list[Found], length: int) -> list[tuple[int, int]]:
    """The parts of a text between its values."""
    edges = [0, *(e for v in values for e in (v.start, v.end)), length]
    return list(zip(edges[::2], edges[1::2], strict=True))


def table_values(page: PageText) -> tuple[PageValue, ...]:
    """All values of the page with row, cell, headers and the scale and unit that hold for them."""
    shapes = [shape(row) for row in page.rows]
    captions = _captions(page)
    out = []
    for found, first, last in page.raw_values:
        words = page.token_words[first]
        row, cell = page.cell_of_word.get(words[0], (-1, -1)) if words else (-1, -1)
        scale: Decimal | None = None
        unit = ""
        headers: tuple[int, ...] = ()
        quantity = found.value
        tabular = row >= 0 and shapes[row].kinds[cell] in {"number", "header"} and len(page.rows[row].cells) > 1
        if tabular and shapes[row].numbers != 0:
            headers = _headers(page, shapes, row, cell)
            head_text = " ".join(page.tokens[t].text for t in headers)
            own = scale_caption(head_text) if head_text else None
            over = own or _caption_above(captions, page.rows[row].box, page, row)
            if over:
                scale, unit = over
            if "%" in head_text or (
                isinstance(quantity, Quantity)
                and not quantity.unit
                and _PERCENT_LABEL.search(page.rows[row].cells[0].text)
            ):
                scale, unit = None, "%"
            elif not unit:
                unit = _unit_word(head_text) or _unit_word(page.rows[row].cells[0].text)
            label = " ".join(
                c.text for c, k in zip(page.rows[row].cells, shapes[row].kinds, strict=True) if k == "text"
            )
            if re.search(r"per share|на (?:одну )?акци|headcount|number of|численност|количество|%", label, re.I):
                scale = None
        out.append(PageValue(found, first, last, row, cell, scale, unit, headers))
    return tuple(out)


def _unit_word(text: str) -> str:
    for pattern, code in CURRENCY_PATTERNS:
        if code in CURRENCIES and pattern.search(text):
            return code
    # "Delivery time, days", "Срок (мес.)": a unit after a comma or in brackets.
    for hit in re.finditer(r"[,(]\s*", text):
        for pattern, unit in UNIT_PATTERNS:
            if pattern.match(text, hit.end()):
                return unit
    return ""


def _captions(page: PageText) -> list[tuple[Box, tuple[Decimal, str]]]:
    out = []
    for row in page.rows:
        for cell in row.cells:
            if len(cell.text) < 160 and (caption := scale_caption(cell.text)):
                out.append((cell.box, caption))
    return out


def _caption_above(
    captions: list[tuple[Box, tuple[Decimal, str]]], box: Box, page: PageText, row: int
) -> tuple[Decimal, str] | None:
    above = [(b, c) for b, c in captions if b.center[1] < box.center[1] + 1]
    return max(above, key=lambda item: item[0].center[1])[1] if above else None


def _headers(page: PageText, shapes: list[RowShape], row: int, cell: int) -> tuple[int, ...]:
    """Tokens of the header cells over a cell, nearest first: up to three levels, from the last header row above."""
    target = page.rows[row].cells[cell].box
    height = max(target.height, 4.0)
    found: list[int] = []
    levels = 0
    last_y: float | None = None
    for above in range(row - 1, max(-1, row - 60), -1):
        kinds = shapes[above].kinds
        cells = page.rows[above].cells
        is_header = shapes[above].numbers == 0 and (len(cells) > 1 or "header" in kinds)
        # A spanning header stands alone on its level, but not over the label column.
        spanning = levels > 0 and len(cells) == 1 and cells[0].box.x0 > page.rows[row].cells[0].box.x0 + 2 * height
        is_header = is_header or (spanning and shapes[above].numbers == 0)
        if not is_header:
            if levels:
                break
            continue
        if last_y is not None and last_y - page.rows[above].box.y1 > 1.5 * height:
            break
        hits = [
            k for k, c in enumerate(cells) if _over(c.box, target, height) and not (k == 0 and c.box.x1 < target.x0)
        ]
        if not hits and not levels:
            # A row of headings none of which stands over this cell: the nearest by its centre, if it is near.
            near = min(range(len(cells)), key=lambda k: abs(cells[k].box.center[0] - target.center[0]))
            if abs(cells[near].box.center[0] - target.center[0]) < 4 * height and "header" in kinds:
                hits = [near]
        if not hits:
            continue
        for k in hits:
            found += _own_part(page, shapes, row, cell, above, k) if levels == 0 else page.cell_tokens(above, k)
        levels += 1
        last_y = page.rows[above].box.y0
        if levels == 3:
            break
    return tuple(dict.fromkeys(found))


def _own_part(page: PageText, shapes: list[RowShape], row: int, cell: int, above: int, k: int) -> tuple[int, ...]:
    """Headers of neighbouring columns that stand close together come as one cell: each word goes to the column of
    numbers that is nearest to it."""
    header = page.rows[above].cells[k]
    height = max(header.box.height, 4.0)
    columns = [
        c
        for c, kind in zip(page.rows[row].cells, shapes[row].kinds, strict=True)
        if kind in {"number", "dash"} and _over(header.box, c.box, height)
    ]
    mine = page.rows[row].cells[cell].box
    if len(columns) < 2 or len(header.words) < len(columns):
        # A lone number, in a row of totals: the words right above it, where the header reaches far to its sides.
        wide = shapes[row].numbers < 2 and header.box.width > 2 * mine.width + 4 * height
        near = [w for w in header.words if _over(page.page.words[w].box, mine, height)] if wide else []
        return tuple(t for w in near for t in page.tokens_of_word.get(w, ())) or page.cell_tokens(above, k)

    def away(box: Box, column: Box) -> float:
        inside = min(box.x1, column.x1) - max(box.x0, column.x0)
        return -inside if inside > 0 else min(abs(box.x1 - column.x1), abs(box.x0 - column.x0))

    out: list[int] = []
    for w in header.words:
        box = page.page.words[w].box
        if min(columns, key=lambda c: away(box, c.box)).box == mine:
            out += page.tokens_of_word.get(w, ())
    return tuple(out) or page.cell_tokens(above, k)


def _over(header: Box, target: Box, height: float) -> bool:
    return min(header.x1, target.x1) - max(header.x0, target.x0) > -0.3 * height


def label_tokens(page: PageText, row: int) -> tuple[int, ...]:
    """Tokens of the text cells of a row."""
    kinds = shape(page.rows[row]).kinds
    return tuple(t for k, kind in enumerate(kinds) if kind == "text" for t in page.cell_tokens(row, k))
