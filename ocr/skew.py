"""Small skew of a scanned page: how much, and how boxes get back to the page as it was."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from atomcite.domain import Box, Pixels

LIMIT = 5.0
"""Largest skew looked for, in degrees: more is a photograph at an angle, not a sheet fed askew."""
WORTHWHILE = 0.3
"""Below this many degrees engines read as well without."""


def ink(pixels: Pixels, width: int = 1000) -> Pixels:
    """Dark marks on light paper as 255 on 0, shrunk to at most `width` pixels wide. Uneven light is taken out by
    comparing with the neighbourhood; that also turns solid dark areas into their outlines."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY) if pixels.ndim == 3 else pixels
    if grey.shape[1] > width:
        factor = width / grey.shape[1]
        grey = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    size = max(15, (grey.shape[1] // 40) | 1)
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), dtype=np.uint8)
    depth = max(12.0, 5.0 * _grain(soft))
    marks = cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, size, depth)
    return np.asarray(marks, dtype=np.uint8)


def _grain(grey: Pixels) -> float:
    """Standard deviation of the paper's noise in grey levels: the median of the noise in tiles, since most tiles of a
    page hold no edge of print (after J. Immerkaer, "Fast noise variance estimation", 1996)."""
    mask = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], dtype=np.float32)
    response = np.abs(cv2.filter2D(grey.astype(np.float32), -1, mask))
    tile = 16
    h, w = (v // tile * tile for v in response.shape)
    if h == 0 or w == 0:
        return 0.0
    means = response[:h, :w].reshape(h // tile, tile, w // tile, tile).mean(axis=(1, 3))
    return float(np.median(means)) * math.sqrt(math.pi / 2) / 6


def estimate(pixels: Pixels) -> float:
    """Skew in degrees, counter-clockwise positive (a line that rises to the right has a positive skew); 0.0 when the
    page gives no clear answer.

    The angle at which the row profile of the ink is most uneven (W. Postl, "Detection of linear oblique structures
    and skew scan in digitized documents", 1986): coarse steps, then fine ones around the best.
    """
    marks = ink(pixels)
    if np.count_nonzero(marks) < 200:
        return 0.0
    ys, xs = np.nonzero(marks)
    if len(xs) > 60_000:
        keep = np.random.default_rng(0).choice(len(xs), 60_000, replace=False)
        ys, xs = ys[keep], xs[keep]
    x, y = xs.astype(np.float32), ys.astype(np.float32)

    def unevenness(angle: float) -> float:
        rows = y + x * math.tan(math.radians(angle))
        histogram = np.bincount((rows - rows.min()).astype(np.int64)).astype(np.float64)
        return float(np.sum(np.diff(histogram) ** 2))

    coarse = np.arange(-LIMIT, LIMIT + 0.01, 0.5)
    profile = {float(a): unevenness(float(a)) for a in coarse}
    best = max(profile, key=lambda a: (profile[a], -abs(a)))
    if profile[best] < 1.25 * float(np.median(list(profile.values()))):
        return 0.0  # no direction stands out: a photograph, or nothing but grain
    fine = np.arange(best - 0.5, best + 0.51, 0.1)
    best = max(fine, key=lambda a: (unevenness(float(a)), -abs(float(a))))
    if abs(best) < 0.05 or unevenness(float(best)) < 1.05 * unevenness(0.0):
        return 0.0
    return round(float(best), 2)


def straightened(pixels: Pixels) -> Pixels:
    """The page without its skew, where that is worthwhile."""
    angle = estimate(pixels)
    if abs(angle) <= WORTHWHILE:
        return pixels
    return Deskew(angle, pixels.shape[1], pixels.shape[0]).pixels(pixels)


def _paper(pixels: Pixels) -> list[int]:
    """Colour of the paper: what the brighter half of the page has most."""
    step = max(1, pixels.shape[0] // 200)
    colour = np.percentile(pixels[::step, ::step].reshape(-1, pixels.shape[2]), 75, axis=0)
    return [int(v) for v in colour]


@dataclass(frozen=True)
class Deskew:
    """A page turned about its middle by `-skew` degrees, canvas size unchanged. Boxes in points."""

    skew: float
    width: float
    height: float

    def pixels(self, pixels: Pixels) -> Pixels:
        """The straightened picture, paper where the sheet ends."""
        h, w = pixels.shape[:2]
        matrix = cv2.getRotationMatrix2D((w / 2, h / 2), -self.skew, 1.0)
        turned = cv2.warpAffine(
            pixels, matrix, (w, h), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=_paper(pixels)
        )
        return np.asarray(turned, dtype=np.uint8)

    def back(self, box: Box) -> Box:
        """The box on the page as it was, of what lies in `box` on the straightened one. The box keeps its size: it
        goes around a word, whose own slant is less than a pixel."""
        x, y = self._turn(*box.center)
        half_w, half_h = box.width / 2, box.height / 2
        return Box(x - half_w, y - half_h, x + half_w, y + half_h).clamped(self.width, self.height)

    def _turn(self, x: float, y: float) -> tuple[float, float]:
        # Screen coordinates (y down): straightening turned the picture clockwise by `skew`; this turns it back.
        angle = math.radians(self.skew)
        cx, cy = self.width / 2, self.height / 2
        dx, dy = x - cx, y - cy
        return cx + dx * math.cos(angle) + dy * math.sin(angle), cy - dx * math.sin(angle) + dy * math.cos(angle)
