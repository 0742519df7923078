"""Numbers of tables that a reader spoilt, as the numbers beside them give away: second readings of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from atomcite.judge.page import PageText, PageValue
from atomcite.judge.weak_readings import is_weak
from atomcite.values import Quantity, Reading

_MARKED = re.compile(r"\d{1,3}(?:['’°º˚]\d{3})+(?!\d)")
_OTHERWISE_MARKED = re.compile(r"(?<!\d)\d{1,3}[,\u00a0\u202f ]\d{3}(?!\d)")
_MARK_AS_DIGIT = re.compile(r"\d{1,3}[17]\d{3}")
"""An apostrophe between thousands, read as the digit that is as thin."""
_SEEN = 3
"""Numbers with an apostrophe from which it is the custom of a page."""


def points_restored(values: list[PageValue]) -> list[PageValue]:
    """In a row of numbers with two decimals, one with three digits or more and none has lost its point to the reader:
    "249" beside "1.17" and "2.51" may be 2.49. Kept as a second reading, where it is of the size of the others."""
    rows: dict[int, list[Decimal]] = {}
    whole: dict[int, int] = {}
    for v in values:
        if v.cell < 0 or v.change or not isinstance(v.found.value, Quantity):
            continue
        reading = v.found.value.readings[0]
        if reading.step == Decimal("0.01"):
            rows.setdefault(v.row, []).append(abs(reading.number))
        elif reading.step == 1 and abs(reading.number) >= 100:
            whole[v.row] = whole.get(v.row, 0) + 1
    out = []
    for v in values:
        quantity = v.found.value
        others = rows.get(v.row, [])
        if len(others) >= 2 and whole.get(v.row) == 1 and v.cell >= 0 and isinstance(quantity, Quantity):
            reading = quantity.readings[0]
            moved = reading.number / 100
            if reading.step == 1 and abs(reading.number) >= 100 and max(others) / 5 < abs(moved) < 5 * min(others):
                readings = (*quantity.readings, Reading(moved, Decimal("0.01")))
                v = replace(v, found=replace(v.found, value=replace(quantity, readings=readings)))
        out.append(v)
    return out


def marks_restored(page: PageText, values: Sequence[PageValue]) -> list[PageValue]:
    """On a page that parts thousands by apostrophes a number without one, read poorly, may have it as a digit:
    "127531" is 12'531. Kept as a second reading."""
    texts = [v.found.text for v in values]
    custom = sum(bool(_MARKED.search(t)) for t in texts) >= _SEEN and not any(map(_OTHERWISE_MARKED.search, texts))
    return [_second(v) if custom and is_weak(page.page, _words(page, v)) else v for v in values]


def _words(page: PageText, value: PageValue) -> set[int]:
    return {w for t in range(value.first, value.last + 1) for w in page.token_words[t]}


def _second(value: PageValue) -> PageValue:
    quantity = value.found.value
    hit = _MARK_AS_DIGIT.search(value.found.text)
    if not isinstance(quantity, Quantity) or hit is None or re.sub(r"\D", "", value.found.text) != hit.group():
        return value
    digits = hit.group()
    number = Decimal(digits[:-4] + digits[-3:]) * quantity.scale
    signed = number.copy_sign(quantity.readings[0].number)
    more = (*quantity.readings, Reading(signed, quantity.readings[0].step))
    return replace(value, found=replace(value.found, value=replace(quantity, readings=more)))
