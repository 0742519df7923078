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
from atomcite.ocr import gutters

SPLIT_GAP = 1.8
"""A gap wider than this many text heights parts two fragments: justified prose stays under 1.5."""
DEEPEST = 6
"""Cuts one within the other: three columns between headings and a note need four."""
BLOCK_GAP = 0.9
"""White space above a line that opens a new block, in text heights."""


@dataclass(frozen=True)
class _Segment:
    """Words side by side without a wide gap."""

    words: tuple[Word, ...]
    box: Box


def arrange(fragments: Iterable[Sequence[Word]]) -> tuple[Word, ...]:
    """All words in reading order with `line` and `block` set.

    `fragments` are runs of words of one text line, in any order, on an upright and deskewed page; a run may span
    columns (it is cut at wide gaps).
    """
    runs = [list(f) for f in fragments if f]
    if not runs:
        return ()
    height = statistics.median(w.box.height for f in runs for w in f)
    rows: list[tuple[int, list[_Segment]]] = []
    for region, part in enumerate(_columns(runs, height, depth=0)):
        segments = [s for f in part for s in _segments(f)]
        rows.extend((region, row) for row in _rows(segments, height))
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


def _columns(fragments: list[list[Word]], height: float, depth: int) -> list[list[list[Word]]]:
    """Cuts at gutters of prose: regions in reading order. What lies above a gutter comes first, then its left side,
    its right side, and what lies below."""
    words = [w for f in fragments for w in f]
    gutter = gutters.find(words, height) if depth < DEEPEST else None
    if gutter is None:
        return [fragments]
    parts: dict[int, list[list[Word]]] = {}
    for fragment in fragments:
        cut: dict[int, list[Word]] = {}
        for word in fragment:
            x, y = word.box.center
            place = 0 if y < gutter.y0 else 3 if y > gutter.y1 else 1 if x < gutter.x else 2
            cut.setdefault(place, []).append(word)
        for place, some in cut.items():
            parts.setdefault(place, []).append(some)
    return [region for place in sorted(parts) for region in _columns(parts[place], height, depth + 1)]
