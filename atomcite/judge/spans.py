"""Which columns does each header of an upper level stand over?"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import median

from atomcite.domain import Box

_UNCOVERED = 0.35
"""What it costs to leave a column without an upper header, in distances between columns: less than half of one, so
that a header right over one column does not reach for its neighbour."""
_FARTHEST = 0.75
"""How far from the middle of its columns a header may stand, in distances between columns."""


def spans_of(columns: Sequence[Box], headers: Sequence[Box]) -> list[range]:
    """For each header the columns that it spans: the division into runs, in order, in which headers stand nearest to
    the middle of theirs. `columns` are the boxes that each column takes (numbers and lower headers), left to right;
    an empty range is that of a header that belongs to none."""
    if not columns or not headers:
        return [range(0) for _ in headers]
    order = sorted(range(len(headers)), key=lambda k: headers[k].center[0])
    centers = [c.center[0] for c in columns]
    pitch = median(b - a for a, b in itertools.pairwise(centers)) if len(centers) > 1 else columns[0].width or 1.0
    pitch = max(pitch, 1.0)
    count = len(columns)

    def cost(header: Box, run: range) -> float:
        over = Box.around(columns[k] for k in run)
        away = abs(header.center[0] - over.center[0])
        if len(run) == 1:
            away = min(away, abs(header.x1 - over.x1), abs(header.x0 - over.x0))
        return away / pitch

    # best[k]: the least cost of columns 0..k-1 with the headers so far, and the runs given to them.
    best: list[tuple[float, tuple[range, ...]]] = [(k * _UNCOVERED, ()) for k in range(count + 1)]
    for h in order:
        following: list[tuple[float, tuple[range, ...]]] = []
        for k in range(count + 1):
            options = [(best[k][0] + 1.5 * _FARTHEST, (*best[k][1], range(0)))]
            if k:
                options.append((following[k - 1][0] + _UNCOVERED, following[k - 1][1]))
            for a in range(k):
                price = cost(headers[h], range(a, k))
                if price <= _FARTHEST:
                    options.append((best[a][0] + price, (*best[a][1], range(a, k))))
            following.append(min(options, key=lambda o: o[0]))
        best = following
    out = [range(0)] * len(headers)
    for h, run in zip(order, best[count][1], strict=True):
        out[h] = run
    return out
