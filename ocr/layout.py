"""Words -> text lines and blocks in reading order, from their boxes.

Engines disagree on what a line is: Tesseract cuts a table row at every column, detectors give one box a phrase, a
PDF stores text in any order. So all engines hand over *fragments* (words that certainly share a line) and one rule
orders them: a page is cut at the gutters between columns of prose; elsewhere, what stands side by side is one row.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from atomcite.domain import Box, Word

SPLIT_GAP = 1.8
"""A gap wider than this many text heights parts two fragments: justified prose stays under 1.5."""
GUTTER = 0.7
"""The least width of a gutter between columns of prose, in text heights."""
PROSE_CHARS = 18
"""Median characters of a column's lines from which it is prose, not a column of a table."""
PROSE_LINES = 4
"""Fewer lines side by side are read as rows."""
BLOCK_GAP = 0.9
"""White space above a line that opens a new block, in text heights."""


@dataclass(frozen=True)
class _Segment:
    """Words side by side without a wide gap."""

    words: tuple[Word, ...]
    box: Box

    @property
    def chars(self) -> int:
        return sum(len(w.text) for w in self.words) + len(self.words) - 1

    @property
    def letters(self) -> int:
        return sum(c.isalpha() for w in self.words for c in w.text)


def arrange(fragments: Iterable[Sequence[Word]]) -> tuple[Word, ...]:
    """All words in reading order with `line` and `block` set.

    `fragments` are runs of words of one text line, in any order, on an upright and deskewed page; a run may span
    columns (it is cut at wide gaps).
    """
    segments = [s for f in fragments for s in _segments(f)]
    if not segments:
        return ()
    height = statistics.median(w.box.height for s in segments for w in s.words)
    rows: list[tuple[int, list[_Segment]]] = []
    for region, part in enumerate(_columns(segments, height, depth=0)):
        rows.extend((region, row) for row in _rows(part, height))
    ordered: list[Word] = []
    block = -1
    previous: tuple[int, Box] | None = None
    for number, (region, row) in enumerate(rows):
        box = Box.around(s.box for s in row)
        gap = max(height, min(box.height, previous[1].height) if previous else 0.0) * BLOCK_GAP
        if previous is None or previous[0] != region or box.y0 - previous[1].y1 > gap:
            block += 1
        previous = region, box
        words = sorted((w for s in row for w in s.words), key=lambda w: w.box.x0)
        ordered.extend(replace(w, line=number, block=block) for w in words)
    return tuple(ordered)


def renumbered(words: Iterable[Word]) -> tuple[Word, ...]:
    """Words in reading order of which some were left out, with lines and blocks counted from 0 without a gap."""
    lines: dict[int, int] = {}
    blocks: dict[int, int] = {}
    return tuple(
        replace(w, line=lines.setdefault(w.line, len(lines)), block=blocks.setdefault(w.block, len(blocks)))
        for w in words
    )


def _segments(fragment: Sequence[Word]) -> list[_Segment]:
    words = sorted(fragment, key=lambda w: w.box.x0)
    if not words:
        return []
    height = statistics.median(w.box.height for w in words)
    parts = [[words[0]]]
    right = words[0].box.x1
    for word in words[1:]:
        if word.box.x0 - right > SPLIT_GAP * height:
            parts.append([])
        parts[-1].append(word)
        right = max(right, word.box.x1)
    return [_Segment(tuple(p), Box.around(w.box for w in p)) for p in parts]


def _rows(segments: Sequence[_Segment], height: float) -> list[list[_Segment]]:
    """Groups segments that stand side by side, top to bottom."""
    rows: list[list[_Segment]] = []
    # Ordinary text first: dashes, footnote marks and tall brackets then find the row they belong to.
    usual = [s for s in segments if 0.5 * height <= s.box.height <= 2 * height]
    odd = [s for s in segments if not 0.5 * height <= s.box.height <= 2 * height]
    for segment in [*sorted(usual, key=lambda s: s.box.center[1]), *sorted(odd, key=lambda s: s.box.center[1])]:
        best: tuple[float, list[_Segment]] | None = None
        for row in rows:
            if any(s.box.horizontal_overlap(segment.box) > 0.2 for s in row):
                continue
            near = min(row, key=lambda s: _gap(s.box, segment.box)).box
            offset = abs(near.center[1] - segment.box.center[1])
            if _same_row(near, segment.box, offset) and (best is None or offset < best[0]):
                best = offset, row
        if best is None:
            rows.append([segment])
        else:
            best[1].append(segment)
    rows.sort(key=lambda r: statistics.median(s.box.center[1] for s in r))
    return rows


def _same_row(near: Box, box: Box, offset: float) -> bool:
    low, high = sorted((near.height, box.height))
    if high <= 0:
        return offset < 1
    if low >= 0.5 * high:
        # Print of one size shares its middle; a raised footnote mark still overlaps by most of its height.
        return offset < 0.45 * low or (offset < 0.4 * high and near.vertical_overlap(box) > 0.6)
    # A dash or a full stop lies somewhere within the height of its neighbour.
    return box.height == low and near.y0 - 0.1 * high <= box.center[1] <= near.y1 + 0.15 * high


def _gap(a: Box, b: Box) -> float:
    return max(a.x0, b.x0) - min(a.x1, b.x1)


def _columns(segments: list[_Segment], height: float, depth: int) -> list[list[_Segment]]:
    """Cuts at gutters of prose: regions in reading order. Rows that cross the gutter (headings, tables) end a run
    of columns and are regions of their own."""
    if depth > 3 or len(segments) < 2 * PROSE_LINES:
        return [segments]
    gutter = _gutter(segments, height)
    if gutter is None:
        return [segments]
    middle = sum(gutter) / 2
    regions: list[list[_Segment]] = []
    run: list[list[_Segment]] = []

    def finish() -> None:
        left = [s for row in run for s in row if s.box.center[0] < middle]
        right = [s for row in run for s in row if s.box.center[0] >= middle]
        if _is_prose(left) and _is_prose(right):
            regions.extend(_columns(left, height, depth + 1))
            regions.extend(_columns(right, height, depth + 1))
        elif run:
            regions.append([s for row in run for s in row])
        run.clear()

    for row in _bands(segments):
        if any(s.box.x0 < gutter[0] - height and s.box.x1 > gutter[1] + height for s in row):
            finish()
            regions.append(list(row))
        else:
            run.append(list(row))
    finish()
    merged: list[list[_Segment]] = []
    for region in regions:  # crossing rows in a row belong together
        joined = merged and not _crosses_free(merged[-1], middle) and not _crosses_free(region, middle)
        if joined:
            merged[-1].extend(region)
        else:
            merged.append(region)
    return merged


def _crosses_free(region: Sequence[_Segment], middle: float) -> bool:
    return all(s.box.x1 <= middle or s.box.x0 >= middle for s in region)


def _bands(segments: Sequence[_Segment]) -> list[list[_Segment]]:
    """Segments in top-to-bottom order, each a band of its own: columns need not share baselines."""
    return [[s] for s in sorted(segments, key=lambda s: s.box.center[1])]


def _is_prose(segments: Sequence[_Segment]) -> bool:
    if len(segments) < PROSE_LINES:
        return False
    chars = statistics.median(s.chars for s in segments)
    letters = sum(s.letters for s in segments) / max(1, sum(s.chars for s in segments))
    return chars >= PROSE_CHARS and letters > 0.6


def _gutter(segments: Sequence[_Segment], height: float) -> tuple[float, float] | None:
    """The widest x range that few segments cross, with prose left and right of it."""
    left, right = min(s.box.x0 for s in segments), max(s.box.x1 for s in segments)
    step = max(height / 4, 0.5)
    cells = max(1, int((right - left) / step) + 1)
    cover = [0.0] * cells
    for s in segments:
        for i in range(int((s.box.x0 - left) / step), min(cells, int((s.box.x1 - left) / step) + 1)):
            cover[i] += s.box.height
    limit = 0.25 * max(cover)
    best: tuple[float, float] | None = None
    start: int | None = None
    for i, value in enumerate([*cover, float("inf")]):
        if value <= limit:
            start = i if start is None else start
        elif start is not None:
            low, high = left + start * step, left + i * step
            inner = start > 0 and i < cells
            start = None
            if not inner or high - low < GUTTER * height or (best and high - low <= best[1] - best[0]):
                continue
            sides = [s for s in segments if s.box.x1 <= high + step], [s for s in segments if s.box.x0 >= low - step]
            if _is_prose(sides[0]) and _is_prose(sides[1]):
                best = low, high
    return best
