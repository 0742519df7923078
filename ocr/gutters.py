"""Gutters between columns of prose: tall empty strips with running text on either side.

Empty rectangles rather than the text show where columns part (after H. S. Baird, "Background structure in document
images", 1994, and T. Breuel, "Two geometric algorithms for layout analysis", 2002): they need no common baseline, and
a heading or table across the page ends them. Columns of a table have such strips too; what stands beside those is not
running text, or keeps its rhythm: where three rows and more of labels and values run past one paragraph in steps of
their own, they are a table beside it.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from atomcite.domain import Word

SIZES = ((1.8, 6.0), (1.0, 12.0))
"""Least width and height of a gutter in word heights: a narrow one must be taller, since the spaces of a few
justified lines fall one below the other by chance."""
CHARS = 16
"""Median characters of a side's lines from which it is running text, not a column of a table."""
LINES = 4
"""Fewer lines side by side are rows."""
FILLED = 0.6
"""Lines of running text fill most of their column; the keys of a form don't."""
OUT_OF_STEP = 1.12
"""Ratio of two line pitches from which lines beside one another can't be rows of one table."""
_DEEP = frozenset("gjpqyQJруфцщДЦЩ,;()[]{}|/§")
STEP = 0.25
"""Grain of the search in word heights."""
MOST = 24
"""Strips looked at, the tallest first."""


@dataclass(frozen=True)
class Gutter:
    """The line x from `y0` to `y1` (points) that parts two columns."""

    x: float
    y0: float
    y1: float

    def spans(self, word: Word) -> bool:
        return self.y0 <= word.box.center[1] <= self.y1


def find(words: Sequence[Word], height: float) -> Gutter | None:
    """The tallest gutter among `words`, whose median height is `height`; None without any."""
    if len(words) < 4 * LINES or height <= 0:
        return None
    strips = _strips(words, height)
    for strip in strips:
        inside = [w for w in words if strip.spans(w)]
        left = [w for w in inside if w.box.center[0] < strip.x]
        right = [w for w in inside if w.box.center[0] >= strip.x]
        prose = _is_prose(left, height), _is_prose(right, height)
        if all(prose):
            return strip
        # A strip within the table has part of it and the next strip on the side of the prose.
        crossed = {s.x < strip.x for s in strips if _overlap(s, strip) > 0.7 and _parts(s, strip, inside)}
        if (prose[0] and True not in crossed and _is_apart(right, left, height)) or (
            prose[1] and False not in crossed and _is_apart(left, right, height)
        ):
            return strip
    return None


def _strips(words: Sequence[Word], height: float) -> list[Gutter]:
    """Empty strips between words, the tallest first."""
    step = STEP * height
    left, top = min(w.box.x0 for w in words), min(w.box.y0 for w in words)
    columns = int((max(w.box.x1 for w in words) - left) / step) + 1
    rows = int((max(w.box.y1 for w in words) - top) / step) + 1
    free = np.ones((rows, columns), np.uint8)
    for w in words:
        y0, y1 = int((w.box.y0 - top) / step), int((w.box.y1 - top) / step) + 1
        free[y0:y1, int((w.box.x0 - left) / step) : int((w.box.x1 - left) / step) + 1] = 0
    found: set[tuple[int, int, int]] = set()
    for width, tall in SIZES:
        # Cells of the raster that a word only touches are not free: a strip loses up to one on either side.
        kernel = np.ones((round(tall / STEP), max(1, round(width / STEP) - 1)), np.uint8)
        if kernel.shape[0] <= rows and kernel.shape[1] < columns:
            opened = cv2.morphologyEx(free, cv2.MORPH_OPEN, kernel, borderType=cv2.BORDER_CONSTANT, borderValue=0)
            found |= _runs(np.asarray(opened, dtype=np.uint8), kernel.shape[0])
    by_span: dict[tuple[int, int], list[int]] = {}
    for x, y0, y1 in sorted(found):
        by_span.setdefault((y0, y1), []).append(x)
    strips = [
        Gutter(left + (part[len(part) // 2] + 0.5) * step, top + y0 * step, top + y1 * step)
        for (y0, y1), xs in by_span.items()
        for part in _adjacent(xs)
    ]
    return sorted(strips, key=lambda s: (s.y0 - s.y1, s.x))[:MOST]


def _runs(mask: np.ndarray, least: int) -> set[tuple[int, int, int]]:
    """(column, first row, last row + 1) of the vertical runs in `mask`."""
    edges = np.diff(np.pad(mask.astype(np.int8), ((1, 1), (0, 0))), axis=0)
    found = set()
    for x in range(mask.shape[1]):
        starts, ends = np.flatnonzero(edges[:, x] == 1), np.flatnonzero(edges[:, x] == -1)
        found |= {(x, int(a), int(b)) for a, b in zip(starts, ends, strict=True) if b - a >= least}
    return found


def _adjacent(numbers: Sequence[int]) -> list[list[int]]:
    parts: list[list[int]] = []
    for n in numbers:
        if not parts or n > parts[-1][-1] + 1:
            parts.append([])
        parts[-1].append(n)
    return parts


def _is_prose(words: Sequence[Word], height: float) -> bool:
    """True for lines of running text: long, of letters, filling their column."""
    lines = _lines(words, height)
    if len(lines) < LINES:
        return False
    texts = [" ".join(w.text for w in line) for line in lines]
    extents = [(min(w.box.x0 for w in line), max(w.box.x1 for w in line)) for line in lines]
    width = max(b for _, b in extents) - min(a for a, _ in extents)
    letters = sum(c.isalpha() for t in texts for c in t) / max(1, sum(map(len, texts)))
    return (
        statistics.median(map(len, texts)) >= CHARS
        and letters > 0.6
        and statistics.median(b - a for a, b in extents) >= FILLED * width
    )


def _parts(one: Gutter, other: Gutter, words: Sequence[Word]) -> bool:
    """True when words stand between the two: else they are one gutter."""
    low, high = sorted((one.x, other.x))
    return any(low < w.box.center[0] < high for w in words)


def _overlap(one: Gutter, other: Gutter) -> float:
    """Share of the height of `other` along which `one` runs."""
    return (min(one.y1, other.y1) - max(one.y0, other.y0)) / (other.y1 - other.y0)


def _is_apart(table: Sequence[Word], prose: Sequence[Word], height: float) -> bool:
    """True for rows with labels of their own that run past a paragraph of `prose` at another pitch. A cell of several
    lines, which has one row beside it, is no such paragraph."""
    rows = _lines(table, height)
    labelled = sum(sum(c.isalpha() for c in min(row, key=lambda w: w.box.x0).text) >= 2 for row in rows)
    if len(rows) < LINES or labelled < 0.6 * len(rows):
        return False
    steps = [_foot(row) for row in rows]
    lines = [_foot(line) for line in _lines(prose, height)]
    if sum(min(abs(y - line) for line in lines) < 0.15 * height for y in steps) > 0.85 * len(steps):
        return False
    for paragraph in _paragraphs(lines):
        beside = [y for y in steps if paragraph[0] - 0.3 * height <= y <= paragraph[-1] + 0.3 * height]
        if len(paragraph) < LINES or len(beside) < LINES - 1:
            continue
        ratio = float(np.median(np.diff(beside)) / np.median(np.diff(paragraph)))
        if max(ratio, 1 / ratio) > OUT_OF_STEP:
            return True
    return False


def _foot(line: Sequence[Word]) -> float:
    """The base line, by words without letters or marks that reach under it where there are any."""
    above = [w for w in line if not _DEEP.intersection(w.text)]
    return statistics.median(w.box.y1 for w in above or line)


def _paragraphs(feet: Sequence[float]) -> list[list[float]]:
    """Runs of lines at one pitch."""
    runs: list[list[float]] = []
    for y in feet:
        run = runs[-1] if runs else []
        if run and (len(run) == 1 or 0.92 < (y - run[-1]) / (run[1] - run[0]) < 1.08):
            run.append(y)
        else:
            # The last line may be the first of a run at another pitch.
            runs.append([run[-1], y] if len(run) > 1 and y - run[-1] < run[1] - run[0] else [y])
    return runs


def _lines(words: Sequence[Word], height: float) -> list[list[Word]]:
    """Words whose middles are at one height, top to bottom."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.box.center[1]):
        if lines and word.box.center[1] - lines[-1][-1].box.center[1] < 0.4 * height:
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines
