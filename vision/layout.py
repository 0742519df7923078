"""Strips -> reading order: visual rows (so that a table row is one line), columns of prose, blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from atomcite.domain import Box
from atomcite.vision.picture import Strip

_COLUMN_ROWS = 5
"""Rows that two columns of prose must run beside each other; fewer is a table, a letterhead or a signature block."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Line and block number of a strip, and its rank within the line."""

    line: int
    block: int
    rank: int


def seats(strips: Sequence[Strip], skew: float) -> list[Seat]:
    """The seat of each strip, in the order given."""
    boxes = [_levelled(s, skew) for s in strips]
    out: list[Seat | None] = [None] * len(strips)
    line = block = -1
    for column in _columns(boxes, list(range(len(strips)))):
        previous: Box | None = None
        for row in _rows(boxes, column):
            around = Box.around(boxes[i] for i in row)
            line += 1
            if previous is None or around.y0 - previous.y1 > 0.8 * min(around.height, previous.height):
                block += 1
            for rank, i in enumerate(sorted(row, key=lambda i: boxes[i].x0)):
                out[i] = Seat(line, block, rank)
            previous = around
    return [seat for seat in out if seat is not None]


def _levelled(strip: Strip, skew: float) -> Box:
    """The strip's box in coordinates turned so that lines are level, heights cut to the body of the text."""
    a = np.deg2rad(skew)
    x = strip.cx * np.cos(a) + strip.cy * np.sin(a)
    y = -strip.cx * np.sin(a) + strip.cy * np.cos(a)
    half = strip.height * 0.32  # detected strips are padded: whole heights of close lines overlap
    return Box(float(x - strip.width / 2), float(y - half), float(x + strip.width / 2), float(y + half))


def _rows(boxes: Sequence[Box], members: Sequence[int]) -> list[list[int]]:
    """Strips that stand side by side, top to bottom."""
    rows: list[list[int]] = []
    extents: list[Box] = []
    for i in sorted(members, key=lambda i: boxes[i].center[1]):
        best, share = -1, 0.5
        for k in range(len(rows) - 1, max(-1, len(rows) - 6), -1):
            overlap = boxes[i].vertical_overlap(extents[k])
            clash = any(boxes[i].horizontal_overlap(boxes[j]) > 0.3 for j in rows[k])
            if overlap >= share and not clash:
                best, share = k, overlap
        if best < 0:
            rows.append([i])
            extents.append(boxes[i])
        else:
            rows[best].append(i)
            # The row keeps its first height: a tall heading beside small print would swallow the lines below.
            e = extents[best]
            extents[best] = Box(min(e.x0, boxes[i].x0), e.y0, max(e.x1, boxes[i].x1), e.y1)
    order = sorted(range(len(rows)), key=lambda k: extents[k].center[1])
    return [rows[k] for k in order]


def _columns(boxes: Sequence[Box], members: list[int]) -> list[list[int]]:
    """Members in groups to be read one after another: full-width parts, then the columns of prose below them."""
    if len(members) < 2 * _COLUMN_ROWS:
        return [members] if members else []
    gutter, band = _best_gutter(boxes, members)
    if gutter is None or band is None:
        return [members]
    top, bottom = band
    above = [i for i in members if boxes[i].center[1] < top]
    below = [i for i in members if boxes[i].center[1] > bottom]
    inside = [i for i in members if top <= boxes[i].center[1] <= bottom]
    left = [i for i in inside if boxes[i].center[0] < gutter]
    right = [i for i in inside if boxes[i].center[0] >= gutter]
    return [*_columns(boxes, above), *_columns(boxes, left), *_columns(boxes, right), *_columns(boxes, below)]


def _best_gutter(boxes: Sequence[Box], members: Sequence[int]) -> tuple[float | None, tuple[float, float] | None]:
    """A vertical gap with prose on both sides, and the band (top, bottom) over which nothing crosses it."""
    page = Box.around(boxes[i] for i in members)
    best: tuple[int, float, tuple[float, float]] | None = None
    for x in np.linspace(page.x0 + 0.2 * page.width, page.x1 - 0.2 * page.width, 61):
        crossing = sorted(boxes[i].center[1] for i in members if boxes[i].x0 < x < boxes[i].x1)
        limits = [page.y0 - 1, *crossing, page.y1 + 1]
        for top, bottom in pairwise(limits):
            band = [i for i in members if top < boxes[i].center[1] < bottom]
            left = [boxes[i] for i in band if boxes[i].x1 <= x]
            right = [boxes[i] for i in band if boxes[i].x0 >= x]
            if _is_prose(left) and _is_prose(right):
                rows = min(len(left), len(right))
                edges = (
                    min(b.center[1] for b in (*left, *right)) - 1e-3,
                    max(b.center[1] for b in (*left, *right)) + 1e-3,
                )
                if best is None or rows > best[0]:
                    best = (rows, float(x), edges)
    return (best[1], best[2]) if best else (None, None)


def _is_prose(column: Sequence[Box]) -> bool:
    """Enough lines, most of which fill the column and are long for their height: cells of a table are neither."""
    if len(column) < _COLUMN_ROWS:
        return False
    width = max(b.x1 for b in column) - min(b.x0 for b in column)
    fills = sum(b.width > 0.7 * width and b.width > 12 * b.height for b in column)
    return fills >= 0.55 * len(column)
