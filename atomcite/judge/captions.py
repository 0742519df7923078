"""Lines that set a scale and a unit for the numbers of a table: captions over it, notes under it, running text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from atomcite.judge.page import PageText
from atomcite.judge.wordlists import stems
from atomcite.judge.words import stem
from atomcite.values import caption_start, scale_caption

PER_UNIT = re.compile(
    r"\bper\b|\bна (?:одну |1 )?(?:акци|единиц|человек|сотрудник)|\bза (?:одну |1 )?(?:акци|единиц)|headcount|"
    r"number of|employees|численност|количество|%|\bratio|коэффициент",
    re.I,
)
_EXCEPT = re.compile(
    r"\b(?:except|excluding|other than|unless|кроме|за исключением|если не)\b(?P<what>.*)", re.I | re.S
)
_LONGEST = 160
"""Characters of a cell beyond which it is running text that mentions a scale."""
_APART = 2
"""Rows without numbers that part two tables: a title and a line of headers, at least."""


@dataclass(frozen=True)
class Caption:
    """A line that sets a scale. `note` marks one that stands right under the last row of a table, `distant` one of
    another table, or of the page as a whole, `label` the label of one row of numbers ("Flour, thousand tonnes")."""

    row: int
    text: str
    scale: Decimal
    unit: str
    note: bool = False
    distant: bool = False
    label: bool = False


def is_caption(text: str) -> bool:
    """Whether a cell sets a scale and says nothing else: "(in thousands of euros)", "Ед. изм.: тыс. руб.", but not
    "Cost of sales, € thousand"."""
    start = caption_start(text)
    return start is not None and not any(
        stem(w) not in stems("caption_filler") for w in re.findall(r"[^\W\d_]{3,}", text[:start])
    )


class Captions:
    """The captions of a page, and which of them holds for a row."""

    def __init__(self, page: PageText, kinds: Sequence[tuple[str, ...]]) -> None:
        numbers = [r for r, k in enumerate(kinds) if len(k) > 1 and any(c in {"number", "dash"} for c in k)]
        heads = [r for r, k in enumerate(kinds) if len(k) > 2 and all(c == "text" for c in k)]
        self._blocks = _blocks(numbers, heads)
        self._forms = {
            i
            for i, block in enumerate(self._blocks)
            if not any(sum(c in {"number", "dash"} for c in kinds[r]) > 1 for r in block)
        }
        ends = {block[-1] for block in self._blocks}
        self._all: list[Caption] = []
        for r, row in enumerate(page.rows):
            for cell in row.cells:
                if len(cell.text) < _LONGEST and (found := scale_caption(cell.text)):
                    below = {r - 1, r - 2} & ends if len(row.cells) == 1 else set()
                    note = bool(below) and r not in numbers and not {r + 1, r + 2} & set(numbers)
                    label = r in numbers and not is_caption(cell.text)
                    self._all.append(Caption(r, cell.text, *found, note, label=label))

    def of(self, row: int) -> Caption | None:
        """The caption that holds for the numbers of a row: the nearest above it within its own table, else the note
        under the table, else the nearest above that is no note of another, else any."""
        if not self._all:
            return None
        at = next((i for i, b in enumerate(self._blocks) if b[0] <= row <= b[-1]), None)
        above = [c for c in self._all if c.row <= row]
        if at is not None:
            before = self._blocks[at - 1][-1] if at else -1
            own = [c for c in above if c.row > before and not (c.note and at)]
            if own:
                return own[-1]
            after = self._blocks[at + 1][0] if at + 1 < len(self._blocks) else None
            under = [c for c in self._all if c.row > row and c.note and (after is None or c.row < after)]
            if under:
                return under[0]
            if at in self._forms:
                return None  # a form after a table: its amounts are written in full
        free = [c for c in above if not c.note] or above
        other = free[-1] if free else next((c for c in self._all if c.note), None)
        return replace(other, distant=True) if other is not None else None


def _blocks(rows: Sequence[int], heads: Sequence[int]) -> list[tuple[int, ...]]:
    """Rows of numbers that belong together: not across a line of headers, which opens a table of its own."""
    out: list[list[int]] = []
    for r in rows:
        if out and r - out[-1][-1] <= _APART and not any(out[-1][-1] < head < r for head in heads):
            out[-1].append(r)
        else:
            out.append([r])
    return [tuple(b) for b in out]


def exempt(caption: str, label: str) -> bool:
    """ "(In millions, except per share data)" over "Earnings per common share: ... Diluted"."""
    hit = _EXCEPT.search(caption)
    if not hit:
        return False
    if PER_UNIT.search(hit["what"]) and PER_UNIT.search(label):
        return True
    named = {stem(w) for w in re.findall(r"[^\W\d_]{4,}", hit["what"])} - stems("exempt_filler")
    return len(named & {stem(w) for w in re.findall(r"[^\W\d_]{4,}", label)}) >= 2
