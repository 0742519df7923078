"""The letters that a round seal has along its rim, told from the rings themselves and from empty paper."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from atomcite.vision.inkmap import Mask
from atomcite.vision.picture import Gray
from atomcite.vision.rings import Ring, polar

_COLUMNS = 720
_INNER, _OUTER = 0.4, 0.95
"""The part of the radius where legends stand."""

_LONGEST = 40
"""Columns (20 degrees) from which one connected part is no single letter: a legend has 12 letters and more."""

_THIN = 0.07
"""Mean depth, as a share of the radius, below which a long part is a line: letters stand 0.1 and more high."""


@dataclass(frozen=True, slots=True)
class Legend:
    """`sectors` is the share (0..1) of 36 sectors that hold letters, `parts` the number of letter-like parts.

    `spread` is how far their distances from the middle differ (median absolute deviation), as a share of the band.
    `hourly` is how closely they stand at the twelfths of the circle, 0..1, as the figures of a dial do.
    """

    sectors: float
    parts: int
    spread: float
    hourly: float

    @property
    def is_text(self) -> bool:
        """True for letters in a row round the middle that are no dial's figures."""
        return self.parts >= 7 and self.spread < 0.06 and self.hourly < 0.6


def legend_of(gray: Gray, ring: Ring) -> Legend:
    """What stands between the ring and its middle, in lines that run round left out. `gray` has paper at 255."""
    r = ring.radius
    dark = 255 - polar(gray, ring.cx, ring.cy, _INNER * r, _OUTER * r, _COLUMNS).astype(np.float32)
    ink = np.asarray(np.where(dark > 38, 255, 0), dtype=np.uint8)
    letters = _without_lines(ink, r)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(letters, connectivity=8)
    rows = letters.shape[0]
    ok = [
        i
        for i in range(1, count)
        if 0.06 * r <= stats[i, 3] <= 0.42 * r and stats[i, 2] <= 3 * _LONGEST and stats[i, 4] > 0.001 * r * r
    ]
    kept = np.isin(labels, ok)
    filled = kept.mean(axis=0).reshape(36, -1).mean(axis=1)
    middles = np.array([centres[i][1] for i in ok])
    spread = float(np.median(np.abs(middles - np.median(middles)))) / rows if len(ok) else 1.0
    turns = np.array([centres[i][0] for i in ok]) / _COLUMNS
    hourly = float(np.abs(np.exp(2j * np.pi * 12 * turns).mean())) if len(ok) else 0.0
    return Legend(float((filled > 0.02).mean()), len(ok), spread, hourly)


def _without_lines(ink: Mask, r: float) -> Mask:
    """`ink` without connected parts that run far round and are thin. The picture is laid out twice, so that parts
    across the seam are whole."""
    twice = np.hstack([ink, ink])
    _, labels, stats, _ = cv2.connectedComponentsWithStats(twice, connectivity=8)
    wide = stats[:, cv2.CC_STAT_WIDTH]
    depth = stats[:, cv2.CC_STAT_AREA] / np.maximum(1, wide)
    line = (wide > _LONGEST) & (depth < _THIN * r)
    line[0] = True
    half = ink.shape[1]
    first, second = line[labels[:, :half]], line[labels[:, half:]]
    return np.asarray(np.where(first | second, 0, ink), dtype=np.uint8)
