"""Rows of dots that lead the eye from a label to its value: no text, but what an OCR engine makes a mess of.

Tesseract reads a long row of dots as a run of letters that no one wrote, at a confidence that condemns the whole
page.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Pixels

_LARGEST = 2.4
"""Width and height of a dot at most, in points."""
_GAP = 9.0
"""Distance between the middles of two dots at most, in points."""
_FEWEST = 8
"""Dots in a row that make a leader: an ellipsis has three, a blank to be filled in is rarely shorter."""


def without_leader_dots(pixels: Pixels, dpi: float) -> Pixels:
    """The page with rows of at least `_FEWEST` evenly spaced dots painted over in the colour of the paper around
    them; the same array where there are none. `pixels` is H x W x 3."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    level, marks = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    unit = dpi / 72
    _, _, stats, middles = cv2.connectedComponentsWithStats(np.asarray(marks, dtype=np.uint8), connectivity=8)
    sizes = stats[:, (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT)]
    small = (
        (sizes <= _LARGEST * unit).all(axis=1) & (sizes[:, 0] <= 2 * sizes[:, 1]) & (sizes[:, 1] <= 2 * sizes[:, 0])
    )
    order = np.flatnonzero(small)
    order = order[np.argsort(middles[order, 0], kind="stable")]
    runs = _rows(np.asarray(middles[order], dtype=np.float64), _GAP * unit, 0.9 * unit)
    if not runs:
        return pixels
    out = pixels.copy()
    pad = max(1, round(0.4 * unit))
    bright = grey > level
    for run in runs:
        boxes = stats[order[run]]
        x0, y0 = boxes[:, 0].min() - pad, boxes[:, 1].min() - pad
        x1 = (boxes[:, 0] + boxes[:, 2]).max() + pad
        y1 = (boxes[:, 1] + boxes[:, 3]).max() + pad
        area = (slice(max(0, y0), y1), slice(max(0, x0), x1))
        paper = np.median(pixels[area][bright[area]], axis=0) if bright[area].any() else np.array([255, 255, 255])
        for x, y, w, h in boxes[:, :4]:
            out[max(0, y - pad) : y + h + pad, max(0, x - pad) : x + w + pad] = paper
    return out


def _rows(middles: npt.NDArray[np.floating], gap: float, drop: float) -> list[list[int]]:
    """Runs of dots (numbers of `middles`, sorted by x) on one level, the distance between them nearly the same."""
    xs = middles[:, 0]
    follows: dict[int, int] = {}
    for i in range(len(xs)):
        stop = int(np.searchsorted(xs, xs[i] + gap, side="right"))
        near = [j for j in range(i + 1, stop) if abs(middles[j, 1] - middles[i, 1]) <= drop]
        if near:
            follows[i] = near[0]
    starts = set(follows) - set(follows.values())
    out = []
    for start in sorted(starts):
        run = [start]
        while run[-1] in follows:
            step = follows[run[-1]]
            if len(run) > 1:
                before, now = xs[run[-1]] - xs[run[-2]], xs[step] - xs[run[-1]]
                if not 0.55 * before <= now <= 1.8 * before:
                    if len(run) >= _FEWEST:
                        out.append(run)
                    run = [run[-1]]
            run.append(step)
        if len(run) >= _FEWEST:
            out.append(run)
    return out
