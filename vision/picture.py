"""From page pixels to what the reader looks at: grey page, level line crops, and the way back to page points."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Box, Pixels

Gray = npt.NDArray[np.uint8]

LINE_HEIGHT = 48
"""Height in pixels of the strips that PP-OCR recognisers are trained on."""

MAX_STRIP_WIDTH = 3200
"""A longer strip is read in two halves by the caller; longer ones only slow the network down."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A turned rectangle on the page, in page pixels: centre, size along and across the text, angle in degrees
    (positive = text runs down to the right)."""

    cx: float
    cy: float
    width: float
    height: float
    angle: float

    def point(self, along: float, across: float) -> tuple[float, float]:
        """Page pixel at `along` (0..width from the strip's start) and `across` (0..height from its top)."""
        a = np.deg2rad(self.angle)
        dx, dy = along - self.width / 2, across - self.height / 2
        return (
            float(self.cx + dx * np.cos(a) - dy * np.sin(a)),
            float(self.cy + dx * np.sin(a) + dy * np.cos(a)),
        )

    def box(self, start: float, end: float, dpi: float, top: float = 0.0, bottom: float = 1.0) -> Box:
        """Page points of the part from `start` to `end` (pixels along the strip) between `top` and `bottom`
        (shares of its height)."""
        corners = [self.point(x, y * self.height) for x in (start, end) for y in (top, bottom)]
        xs, ys = [c[0] for c in corners], [c[1] for c in corners]
        return Box(min(xs), min(ys), max(xs), max(ys)).scaled(72 / dpi)

    def part(self, start: float, end: float) -> Strip:
        """The strip from `start` to `end`, in pixels along it."""
        x, y = self.point((start + end) / 2, self.height / 2)
        return Strip(x, y, end - start, self.height, self.angle)

    def padded(self, along: float, across: float) -> Strip:
        """Larger by these many pixels at each end and each side."""
        return Strip(self.cx, self.cy, self.width + 2 * along, self.height + 2 * across, self.angle)


def to_gray(pixels: Pixels) -> Gray:
    """Luminance of an RGB page, H x W."""
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2GRAY), dtype=np.uint8)


def noise_level(gray: Gray) -> float:
    """Standard deviation of the pixel noise, grey levels; robust against text edges.

    Immerkær, "Fast Noise Variance Estimation", 1996, with the median in place of the mean, since text covers a small
    part of a page.
    """
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], dtype=np.float32)
    step = max(1, min(gray.shape) // 900)
    sample = gray if step == 1 else gray[: gray.shape[0] // 2 + 64, : gray.shape[1] // 2 + 64]
    response = np.abs(cv2.filter2D(sample.astype(np.float32), -1, kernel))
    return float(np.median(response) / 0.6745 / 6.0)


_DUST = 6
"""Pixels each way, on a page of 1000 (1.3 mm on A4), up to which a mark is a speck: letters are larger."""


def is_blank(gray: Gray) -> bool:
    """True for a page without marks: nothing larger than dust stands out from its smoothed surroundings.

    Borders (4 % each side) are left out: scanner shadows there are no content.
    """
    h, w = gray.shape
    inner = gray[int(h * 0.04) : max(1, int(h * 0.96)), int(w * 0.04) : max(1, int(w * 0.96))]
    scale = min(1.0, 1000 / max(inner.shape))
    small = inner
    if scale < 1:
        small = np.asarray(cv2.resize(inner, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    smooth = cv2.GaussianBlur(small, (0, 0), 12)
    stands_out = np.abs(small.astype(np.int16) - smooth.astype(np.int16)) > max(18.0, 4.5 * noise_level(small))
    _, _, stats, _ = cv2.connectedComponentsWithStats(stands_out.astype(np.uint8), connectivity=8)
    large = np.maximum(stats[1:, cv2.CC_STAT_WIDTH], stats[1:, cv2.CC_STAT_HEIGHT]) > _DUST  # row 0 is the paper
    return float(stats[1:, cv2.CC_STAT_AREA][large].sum()) < 2e-5 * small.size


def cut(gray: Gray, strip: Strip, height: int = LINE_HEIGHT, *, denoise: float = 0.0, wide: float = 1.0) -> Gray:
    """The strip's pixels, level, scaled to `height` rows, contrast stretched to the full range.

    One interpolation from the page's own pixels: scaling twice would blur thin strokes. `denoise` is a Gaussian sigma
    in page pixels, applied before scaling. `wide` stretches the strip along its length.
    """
    scale = height / max(strip.height, 1.0)
    width = int(np.clip(round(strip.width * scale * wide), 8, MAX_STRIP_WIDTH))
    fx = width / max(strip.width, 1.0)
    margin = 4
    left, top = strip.point(0, 0)
    a = np.deg2rad(strip.angle)
    xs = [strip.point(x, y)[0] for x in (0, strip.width) for y in (0, strip.height)]
    ys = [strip.point(x, y)[1] for x in (0, strip.width) for y in (0, strip.height)]
    x0, x1 = max(0, int(min(xs)) - margin), min(gray.shape[1], int(max(xs)) + margin + 1)
    y0, y1 = max(0, int(min(ys)) - margin), min(gray.shape[0], int(max(ys)) + margin + 1)
    if x1 <= x0 or y1 <= y0:
        return np.full((height, width), 255, dtype=np.uint8)
    region = gray[y0:y1, x0:x1]
    sigma = max(denoise, 0.4 / scale if scale < 0.8 else 0.0)
    if sigma > 0:
        region = np.asarray(cv2.GaussianBlur(region, (0, 0), sigma), dtype=np.uint8)
    # Inverse map: crop pixel (u, v) -> page pixel.
    inverse = np.array(
        [
            [np.cos(a) / fx, -np.sin(a) / scale, left - x0],
            [np.sin(a) / fx, np.cos(a) / scale, top - y0],
        ]
    )
    crop = cv2.warpAffine(
        region,
        inverse,
        (width, height),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return stretch(np.asarray(crop, dtype=np.uint8))


@dataclass(frozen=True, slots=True)
class View:
    """A way to prepare a strip: smoothed by a Gaussian of `smooth` page pixels, stretched along its length by `wide`,
    a share `trim` of its height cut off above and below."""

    smooth: float
    wide: float = 1.0
    trim: float = 0.0

    def of(self, gray: Gray, strip: Strip) -> Gray:
        """The strip's pixels in this view."""
        return cut(
            gray, replace(strip, height=strip.height * (1 - 2 * self.trim)), denoise=self.smooth, wide=self.wide
        )


def stretch(gray: Gray) -> Gray:
    """Contrast stretched so that paper is near white and ink near black; light text on dark ground is inverted.

    Flat crops (less than 24 levels between paper and ink) are left as they are: stretching would only blow up noise.
    """
    paper, ink = np.percentile(gray, (90, 1))
    if np.median(gray) < 110 and np.percentile(gray, 99) - np.percentile(gray, 10) > 60:
        gray = np.asarray(255 - gray, dtype=np.uint8)
        paper, ink = np.percentile(gray, (90, 1))
    if paper - ink < 24:
        return gray
    out = (gray.astype(np.float32) - ink) * (235.0 / (paper - ink)) + 10.0
    return np.asarray(np.clip(out, 0, 255), dtype=np.uint8)
