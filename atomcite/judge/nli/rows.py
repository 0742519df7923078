"""Rows of tables as lines that can be read on their own: label, then each number under its headers, with its unit.

A model that was taught on sentences can't see columns: "Capital expenditure 1,577 1,373" says nothing of 2018.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from atomcite.judge.headers import column_of, plain_text
from atomcite.judge.page import CELL, PageValue
from atomcite.judge.prepared import Prepared
from atomcite.values import Quantity, scale_caption

_SCALES = {
    "latin": {3: "thousand", 6: "million", 9: "billion", 12: "trillion"},
    "cyrillic": {3: "тыс.", 6: "млн", 9: "млрд", 12: "трлн"},
}


def table_rows(page: Prepared) -> dict[int, str]:
    """Row number -> its line, for each row of numbers that has a label or headers."""
    words = _SCALES["cyrillic" if _is_cyrillic(page) else "latin"]
    by_row: dict[int, list[PageValue]] = {}
    for value in page.values:
        if value.row >= 0 and value.cell >= 0 and len(page.text.rows[value.row].cells) > 1:
            by_row.setdefault(value.row, []).append(value)
    lines = {}
    for row, values in by_row.items():
        if page.shapes[row].numbers == 0:
            continue
        headed = any(v.headers for v in values)
        label = _plain(plain_text(page.text, page.layout.labels[row]))
        if label or headed:
            lines[row] = _line(page, row, label, values, words)
    return lines


def _line(page: Prepared, row: int, label: str, values: list[PageValue], words: dict[int, str]) -> str:
    over = _plain(plain_text(page.text, page.layout.sections[row]))
    if scale_caption(over):
        over = ""  # said with each number
    cells = []
    named = set(page.layout.labels[row])
    kinds = [s.kinds for s in page.shapes]
    for k, kind in enumerate(page.shapes[row].kinds):
        tokens = page.text.cell_tokens(row, k)
        if named.issuperset(tokens):
            continue
        header = _plain(column_of(page.text, kinds, row, k).text) if kind != "text" else ""
        said = " ".join(page.text.rows[row].cells[k].text.split())
        units = dict.fromkeys(u for v in values if v.cell == k and (u := _unit(v, words)))
        if units:
            said += f" ({', '.join(units)})"
        cells.append(f"{header}: {said}" if header else said)
    title = ", ".join(part for part in (over, label) if part)
    return f"{title} - {'; '.join(cells)}." if title else f"{'; '.join(cells)}."


def _plain(text: str) -> str:
    """Without the marks that part cells in the running text of a page."""
    return " ".join(text.replace(CELL.strip(), " ").split())


def _unit(value: PageValue, words: dict[int, str]) -> str:
    """What captions and headers say of a number: "USD million". What the cell says itself is not repeated."""
    quantity = value.found.value
    if not isinstance(quantity, Quantity):
        return ""
    scale = value.scale if value.scale is not None and quantity.scale == 1 else None
    unit = value.unit if not quantity.unit else ""
    return " ".join(part for part in (unit, _scale_word(scale, words)) if part)


def _scale_word(scale: Decimal | None, words: dict[int, str]) -> str:
    if scale is None or scale == 1:
        return ""
    return next((word for power, word in words.items() if scale == Decimal(10) ** power), f"x {scale.normalize():f}")


def row_of_headers(page: Prepared, rows: Iterable[int]) -> frozenset[int]:
    """Tokens of the headers that stand over these rows: they belong to each line of the table."""
    wanted = set(rows)
    return frozenset(t for v in page.values if v.row in wanted and v.cell >= 0 for t in v.headers)


def _is_cyrillic(page: Prepared) -> bool:
    letters = [ch for ch in page.text.text if ch.isalpha()]
    return 2 * sum("а" <= ch.casefold() <= "я" or ch in "ёЁ" for ch in letters) > len(letters)
