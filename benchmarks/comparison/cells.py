"""Tables as text: what a page, Markdown and a terminal print alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from atomcite.benchmarks.metrics import Interval

NONE = "–"


@dataclass(frozen=True)
class Cell:
    """`detail` goes with the text and may stand beneath it. `tint` 0..1 is how strongly to fill the cell, None for
    not at all; `best` marks the best of a column."""

    text: str
    detail: str = ""
    tint: float | None = None
    best: bool = False

    @property
    def whole(self) -> str:
        return f"{self.text} {self.detail}" if self.detail else self.text


@dataclass(frozen=True)
class Table:
    """`columns` name the cells of each row; the first cell heads its row. `note` says how to read it. The first
    `left` columns hold words and stand to the left, the others figures."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    left: int = 1


def percent(value: float) -> str:
    """A share of 0..1 in percent, with one decimal."""
    return f"{100 * value:.1f}" if value == value else NONE


def spread(found: Interval | None, *, letters: str = "", best: bool = False) -> Cell:
    """A share and its interval, in percent."""
    if found is None:
        return Cell(NONE)
    detail = "" if found.low != found.low else f"[{percent(found.low)}, {percent(found.high)}]"
    return Cell(f"{percent(found.value)} {letters}".rstrip(), detail, best=best)


def probability(p: float) -> str:
    if p != p:
        return NONE
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def text_rows(rows: Iterable[Iterable[str]]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(tuple(Cell(text) for text in row) for row in rows)


def points(value: float) -> str:
    return f"{100 * value:+.1f}" if value == value else NONE


def number(value: float) -> str:
    if value != value:
        return NONE
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
