"""Headers of a table that run over several lines: each column's words put together again.

Read line by line, "For the | For the same / reporting | period of the / period | last year" mixes its columns, and no
line by itself names a column rightly. The cells of the lines right over a table's first row of numbers are stacked,
from the lowest up, by the column they stand in; a line in which a cell stands over several stacks is a header of a
higher level and ends the stacking.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from atomcite.domain import Box, PageWords
from atomcite.judge.page import Cell, HeadBand, PageText
from atomcite.judge.tables import shape

_MOST = 7
"""Lines of a header looked at: staggered cells of four lines make so many rows."""
_WIDE_SPACE = 1.35
"""A space this many times as wide as the others of its line may part two columns."""

_LABELS = frozenset(("text", "header"))
"""Kinds of cells that label a row: words, or a year."""
Kinds = Sequence[tuple[str, ...]]


@dataclass
class _Stack:
    """Words of one column's header, and where it stands. `lines` are from the lowest up."""

    x0: float
    x1: float
    lines: list[tuple[int, ...]] = field(default_factory=list)
    label: bool = False

    def overlaps(self, box: Box) -> bool:
        shared = min(self.x1, box.x1) - max(self.x0, box.x0)
        return shared > 0.25 * min(self.x1 - self.x0, box.width)

    def put(self, box: Box, words: tuple[int, ...]) -> None:
        self.x0, self.x1 = min(self.x0, box.x0), max(self.x1, box.x1)
        self.lines.append(words)


def text_of(page: PageWords) -> PageText:
    """The page's text and rows, with headers of several lines as one row each."""
    plain = PageText.of(page)
    bands = head_bands(plain, [shape(row).kinds for row in plain.rows])
    return PageText.of(page, bands) if bands else plain


def head_bands(page: PageText, kinds: Kinds) -> tuple[HeadBand, ...]:
    """The headers of several lines on a page, top to bottom; none where each line stands for itself. `kinds` are
    those of the cells of `page.rows` (see `tables.shape`)."""
    found = []
    for row in range(1, len(page.rows)):
        numbers = [c.box for c, k in zip(page.rows[row].cells, kinds[row], strict=True) if k in {"number", "dash"}]
        # Rows without a label of their own have it in the line over them: an item of a receipt over its code.
        if len(numbers) >= 2 and kinds[row][0] in _LABELS and not _has_numbers(kinds[row - 1]):
            band = _band(page, kinds, row, numbers)
            if band:
                found.append(band)
    return tuple(found)


def _has_numbers(kinds: tuple[str, ...]) -> bool:
    return any(k in {"number", "dash"} for k in kinds)


def _band(page: PageText, kinds: Kinds, row: int, numbers: list[Box]) -> HeadBand:
    height = max(median(b.height for b in numbers), 4.0)
    # Numbers are set to the right edge of their column, which reaches to that of the column before.
    labels_end = _end_of_labels(page, kinds, row, numbers[0])
    edges = [labels_end, *(b.x1 for b in numbers)]
    columns = [(a + 0.4 * height, b + 0.4 * height) for a, b in itertools.pairwise(edges)]
    stacks: list[_Stack] = []
    top = page.rows[row].box.y0
    waiting: list[Cell] = []
    taken = 0
    for above in range(row - 1, max(-1, row - 1 - _MOST), -1):
        line = page.rows[above]
        if _has_numbers(kinds[above]) or top - line.box.y1 > (1.6 if stacks else 2.5) * height:
            break
        labels = [c for c in line.cells if c.box.center[0] < labels_end]
        if len(labels) == len(line.cells):
            if not stacks:
                top = line.box.y0  # the heading of a section, between the header and the numbers
                continue
            waiting += labels  # part of the header only if another line of it stands above
            top = line.box.y0
            continue
        placed = _placed(page, [c for c in line.cells if c not in labels], stacks, columns)
        if placed is None or not _goes_on(page, placed, stacks, kinds[above]):
            break
        for label in (*waiting, *labels):
            _to_label(label, stacks)
        waiting = []
        for stack, box, words in placed:
            if stack not in stacks:
                stacks.append(stack)
            stack.put(box, words)
        top = min(top, line.box.y0)
        taken += 1
    heads = [s for s in stacks if not s.label]
    if len(heads) < 2 or taken < 2 or all(len(s.lines) < 2 for s in heads):
        return ()
    stacks.sort(key=lambda s: s.x0)
    return tuple(tuple(w for words in reversed(s.lines) for w in words) for s in stacks)


def _end_of_labels(page: PageText, kinds: Kinds, row: int, number: Box) -> float:
    """Halfway between the longest label of the rows from `row` down and the first `number`: headers over labels may
    be longer than these, and headers over numbers reach far to their left."""
    ends = []
    for below in range(row, min(len(page.rows), row + 12)):
        if below > row and not _has_numbers(kinds[below]):
            break
        first = page.rows[below].cells[0].box
        if kinds[below][0] in _LABELS and first.x1 < number.x0:
            ends.append(first.x1)
    return (max(ends) + number.x0) / 2 if ends else number.x0 - 2 * number.height


def _to_label(cell: Cell, stacks: list[_Stack]) -> None:
    stack = next((s for s in stacks if s.label), None)
    if stack is None:
        stack = _Stack(cell.box.x0, cell.box.x1, label=True)
        stacks.append(stack)
    stack.put(cell.box, cell.words)


_Placed = list[tuple[_Stack, Box, tuple[int, ...]]]


def _placed(
    page: PageText, cells: Sequence[Cell], stacks: Sequence[_Stack], columns: Sequence[tuple[float, float]]
) -> _Placed | None:
    """Each cell of a line with its stack, an old or a new one; None where a cell stands over several columns, or two
    over one."""
    heads = [s for s in stacks if not s.label]
    placed: _Placed = []
    for cell in cells:
        for box, words in _pieces(page, cell, heads, columns):
            over = [s for s in heads if s.overlaps(box)]
            if len(over) > 1:
                return None
            if not over and not _free_column(box, heads, columns):
                return None
            placed.append((over[0] if over else _Stack(box.x0, box.x1), box, words))
    used = [id(s) for s, _, _ in placed]
    return placed if len(set(used)) == len(used) else None


def _free_column(box: Box, heads: Sequence[_Stack], columns: Sequence[tuple[float, float]]) -> bool:
    """The middle of the cell lies over one column of numbers, and no header of that is known yet."""
    middle = box.center[0]
    mine = next(((a, b) for a, b in columns if a <= middle < b), None)
    if mine is None or box.width > 2.5 * (mine[1] - mine[0]):
        return False
    return not any(mine[0] <= (s.x0 + s.x1) / 2 < mine[1] for s in heads)


def _goes_on(page: PageText, placed: _Placed, stacks: Sequence[_Stack], kinds: tuple[str, ...]) -> bool:
    """The words of a line are carried on by those under them. A line with a cell for every column may be anything; in
    others a year or a phrase over one of several columns is a header of a higher level unless the text runs on."""
    heads = [s for s in stacks if not s.label]
    joined = [(s, words) for s, _, words in placed if s in heads]
    if len(joined) == len(heads):
        return True
    if "header" in kinds:
        return False
    for stack, words in joined:
        last = page.page.words[words[-1]].text
        following = page.page.words[stack.lines[-1][0]].text
        runs_on = following[:1].islower() or following[:1] in "(%№$€£₽"
        if not runs_on and not last.endswith((",", "-", "/")) and not last.islower():
            return False
    return True


def _pieces(
    page: PageText, cell: Cell, heads: Sequence[_Stack], columns: Sequence[tuple[float, float]]
) -> list[tuple[Box, tuple[int, ...]]]:
    """A cell cut where headers of neighbouring columns stand so close that they were taken for one: at wide spaces
    between the columns that it stands over."""
    boxes = [page.page.words[w].box for w in cell.words]
    gaps = [b.x0 - a.x1 for a, b in itertools.pairwise(boxes)]
    over = sorted((s.x0, s.x1) for s in heads if s.overlaps(cell.box)) or [
        (a, b) for a, b in columns if a < cell.box.x1 and b > cell.box.x0
    ]
    cuts: list[int] = []
    if len(over) > 1 and gaps:
        usual = sorted(gaps)[(len(gaps) - 1) // 3]
        wide = [i for i, g in enumerate(gaps) if g > _WIDE_SPACE * max(usual, 0.15 * cell.box.height)]
        if len(wide) >= len(over) - 1:
            widest = sorted(wide, key=lambda i: -gaps[i])[: len(over) - 1]
            cuts = [i + 1 for i in sorted(widest)]
    bounds = [0, *cuts, len(boxes)]
    return [(Box.around(boxes[a:b]), cell.words[a:b]) for a, b in itertools.pairwise(bounds)]
