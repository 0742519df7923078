"""Numbers as reports print them, and columns that add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

Values = tuple[Decimal, ...]


@dataclass(frozen=True)
class Notation:
    """How a report prints numbers: digit grouping, decimal mark, places; negatives always stand in brackets."""

    group: str = ","
    point: str = "."
    places: int = 0

    def show(self, value: Decimal | int, places: int | None = None) -> str:
        """`value` rounded half up; zero is a dash, as in printed accounts."""
        digits = self.places if places is None else places
        rounded = Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
        if not rounded:
            return "–"
        text = f"{abs(rounded):,.{digits}f}".replace(",", "\0").replace(".", self.point).replace("\0", self.group)
        return f"({text})" if rounded < 0 else text

    def plain(self, value: Decimal | int, places: int) -> str:
        """`value` for running text: without brackets, a minus sign before negatives."""
        text = self.show(value, places)
        return f"−{text[1:-1]}" if text.startswith("(") else text


def values(*numbers: str | int) -> Values:
    return tuple(Decimal(n) for n in numbers)


def total(lines: Sequence[Values]) -> Values:
    """Column sums."""
    return tuple(sum(column, Decimal(0)) for column in zip(*lines, strict=True))


def rows(lines: Mapping[str, Values], notation: Notation, bold: Sequence[str] = ()) -> list[dict[str, object]]:
    """Table rows for a template: label, printed cells, and whether it is a total."""
    return [
        {"label": label, "cells": [notation.show(v) for v in cells], "bold": label in bold}
        for label, cells in lines.items()
    ]


def growth(now: Decimal, before: Decimal) -> Decimal:
    """Change in percent, to one decimal place."""
    return ((now / before - 1) * 100).quantize(Decimal("0.1"), ROUND_HALF_UP)
