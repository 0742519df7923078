"""What a comma means in the numbers of one text: it groups thousands or parts decimals."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from atomcite.values.model import Quantity, Value

Custom = Literal["groups", "decimal", ""]

_NUMBER = r"(?<![\d.,])"
_END = r"(?![\d]|[.,]\d)"
_GROUPS = re.compile(
    rf"{_NUMBER}\d{{1,3}}(?:,\d{{3}}){{2,}}(?:\.\d+)?{_END}|{_NUMBER}\d{{1,3}}(?:,\d{{3}})+\.\d+{_END}"
)
_DOT_DECIMAL = re.compile(rf"{_NUMBER}\d+\.\d{{1,2}}(?=\s?%|[\s)]|$)")
_DECIMAL = re.compile(rf"{_NUMBER}\d+,\d{{1,2}}{_END}|{_NUMBER}\d{{1,3}}(?:[.\u00a0\u202f ]\d{{3}})+,\d+{_END}")
_EITHER = re.compile(rf"{_NUMBER}\d{{1,3}},\d{{3}}{_END}")
_MANY = 3
_OUTVOTED = 5
"""Times as many numbers with three digits after the comma as with fewer make the latter misreadings."""


def comma_custom(text: str) -> Custom:
    """The custom that the numbers of a text follow, told by those that can be read one way only; "" when they don't
    tell. Several numbers with three digits after the comma and none with fewer are grouped: decimals vary.

    >>> comma_custom("Revenue 1,234,567; accrued liabilities 5,010")
    'groups'
    >>> comma_custom("8,794 11,874 1,234 5,010 6,412 2,4")
    'groups'
    >>> comma_custom("Выручка 5,01 млн руб., расходы 4,125 млн руб.")
    'decimal'
    """
    groups = len(_GROUPS.findall(text))
    decimal = len(_DECIMAL.findall(text))
    dots = len(_DOT_DECIMAL.findall(text))
    either = len(_EITHER.findall(text))
    if groups and not decimal:
        return "groups"
    if decimal and not groups:
        # A lone "4,00" among numbers with decimal points is a point that was misread, and one "2,4" in a table full
        # of "8,794" has lost digits (to a stamp, a fold): decimals don't all have three places.
        if either >= max(_MANY, _OUTVOTED * decimal):
            return "groups"
        return "" if dots >= decimal else "decimal"
    if not decimal and (either >= _MANY or (either and dots)) and not re.search(r"\d\.\d{3}(?!\d)", text):
        return "groups"
    return ""


def settled(value: Value, text: str, custom: Custom) -> Value:
    """A value without the readings that the custom rules out. `text` is the value as written."""
    if not custom or not isinstance(value, Quantity) or len(value.readings) < 2:
        return value
    if "," in text:
        whole = [r for r in value.readings if (r.step >= value.scale) == (custom == "groups")]
    elif "." in text and custom == "groups":
        whole = [r for r in value.readings if r.step < value.scale]  # where a comma groups, a point parts decimals
    else:
        return value
    return replace(value, readings=tuple(whole)) if whole else value
