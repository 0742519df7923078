"""Which printed words stand at which signature line: a run of words belongs to one line at most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from atomcite.domain import Box, Word

_LONGEST = 9
"""Words of a run from which it is prose."""
_BENEATH, _ABOVE = 34.0, 62.0
"""Points from a line within which what stands beneath and above it may be its caption."""
_LEFT, _RIGHT, _BLOCK = 190.0, 90.0, 260.0
"""The same on its row to the left and to the right, and of a block of rows on its left."""
_GAP = 40.0
"""Points between words of a row from which somebody may sign there."""
_AS_NEAR = 1.25
"""A run whose distance to a second line is less than this many times the least is nobody's in particular."""


Habit = Literal["above", "beneath", "either"]


@dataclass(frozen=True, slots=True)
class _Run:
    words: tuple[Word, ...]
    box: Box


def captions(lines: Sequence[Box], words: Sequence[Word]) -> list[tuple[Word, ...]]:
    """For each of the signature lines (page points) the words that say whose it is: those beneath, beside and above
    it and in a block on its left, each with its nearest line and never across another one."""
    out: list[list[Word]] = [[] for _ in lines]
    runs = [r for r in _runs(words) if len(r.words) <= _LONGEST]
    habits = [_habit(line, lines, runs) for line in lines]
    for run in runs:
        near = sorted(
            (distance, i)
            for i, line in enumerate(lines)
            if (distance := _distance(run.box, line, habits[i])) is not None
            and not any(_between(run.box, line, other) for other in lines if other is not line)
            and not _past_others(run, line, runs)
        )
        if near and (len(near) == 1 or near[1][0] >= _AS_NEAR * near[0][0] + 2):
            out[near[0][1]] += run.words
    return [tuple(own) for own in out]


def _past_others(run: _Run, line: Box, runs: Sequence[_Run]) -> bool:
    """Whether on the row of a line other words stand nearer, with room for a line that was not found before them."""
    if abs(run.box.center[1] - line.y0) > 14 or _column(run.box, line):
        return False
    left = run.box.x1 <= line.x0 + 6
    for other in runs:
        if other is run or abs(other.box.center[1] - run.box.center[1]) > 6 or _column(other.box, line):
            continue
        gap = other.box.x0 - run.box.x1 if left else run.box.x0 - other.box.x1
        nearer = other.box.x1 <= line.x0 + 6 if left else other.box.x0 >= line.x1 - 6
        if nearer and gap > _GAP:
            return True
    return False


def _habit(line: Box, lines: Sequence[Box], runs: Sequence[_Run]) -> Habit:
    """Where the captions of the lines over and under one another stand, told from the first and the last of them:
    words between two lines may be either's."""
    stack = sorted(
        (o for o in lines if o.horizontal_overlap(line) > 0.5 and line.horizontal_overlap(o) > 0.5),
        key=lambda o: o.y0,
    )
    if len(stack) < 2:
        return "either"
    above = any(_column(r.box, stack[0]) and 4 <= stack[0].y0 - r.box.y1 <= _ABOVE for r in runs)
    beneath = any(_column(r.box, stack[-1]) and -3 <= r.box.y0 - stack[-1].y1 <= _BENEATH for r in runs)
    return "either" if above == beneath else "above" if above else "beneath"


def _runs(words: Sequence[Word]) -> list[_Run]:
    """Words of one row with no more than a space between them, rows from top to bottom."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.box.center[1]):
        row = rows[-1] if rows else None
        if row is None or word.box.center[1] - row[0].box.center[1] > 0.45 * min(word.box.height, row[0].box.height):
            rows.append([word])
        else:
            row.append(word)
    out: list[_Run] = []
    for row in rows:
        own: list[Word] = []
        for word in sorted(row, key=lambda w: w.box.x0):
            if own and word.box.x0 - own[-1].box.x1 > 0.9 * max(word.box.height, own[-1].box.height):
                out.append(_run(own))
                own = []
            own.append(word)
        out.append(_run(own))
    return out


def _run(words: Sequence[Word]) -> _Run:
    boxes = [w.box for w in words]
    return _Run(
        tuple(words),
        Box(
            min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes)
        ),
    )  # fmt: skip


def _distance(run: Box, line: Box, habit: Habit) -> float | None:
    """How far a run of words is from a line that it may be the caption of; None where it stands elsewhere."""
    below, over, side = run.y0 - line.y1, line.y0 - run.y1, run.center[1] - line.y0
    if run.x1 <= line.x0 + 6:
        gap = max(0.0, line.x0 - run.x1)
        if -14 <= side <= 7 and gap <= _LEFT:
            return 0.15 * gap
        return 0.7 * abs(side) + 0.1 * gap if -_ABOVE <= side <= 20 and gap <= _BLOCK else None
    if run.x0 >= line.x1 - 6:
        gap = max(0.0, run.x0 - line.x1)
        return 0.15 * gap if -14 <= side <= 7 and gap <= _RIGHT else None
    if not _column(run, line):
        return None
    if -3 <= below <= _BENEATH and habit != "above":
        return max(0.0, below)
    return over + 8 if 4 <= over <= _ABOVE and habit != "beneath" else None


def _column(run: Box, line: Box) -> bool:
    return line.x0 - 20 <= run.center[0] <= line.x1 + 25 and run.x0 < line.x1 - 6 and run.x1 > line.x0 + 6


def _between(run: Box, line: Box, other: Box) -> bool:
    """True where another line stands between a run of words and a line."""
    x, y = run.center
    if _column(run, line):
        low, high = sorted((y, line.center[1]))
        return low < other.center[1] < high and other.x0 < line.x1 and other.x1 > line.x0
    low, high = (run.x1, line.x0) if x < line.x0 else (line.x1, run.x0)
    return other.center[0] > low and other.center[0] < high and abs(other.center[1] - line.center[1]) < 12
