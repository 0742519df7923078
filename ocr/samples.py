"""A few text lines of a page as crops, for questions that need no full reading: which way up, which script, does the
text layer tell the truth."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from atomcite.domain import Box, Pixels
from atomcite.ocr.skew import ink

BORDER = 8
"""Pixels of paper put around a crop: line readers want some."""


@dataclass(frozen=True)
class LineCrop:
    """A text line: its pixels with a white margin, and where it lies in the page's pixels (x0, y0, x1, y1)."""

    pixels: Pixels
    area: tuple[int, int, int, int]


def line_areas(pixels: Pixels) -> list[tuple[int, int, int, int]]:
    """Pixel boxes of what looks like horizontal text lines (or their parts), top to bottom: letters smeared into
    bars, rules and pictures left out by size."""
    marks = ink(pixels, width=1600)
    scale = pixels.shape[1] / marks.shape[1]
    heights = letter_height(marks)
    if heights is None:
        return []
    bar = cv2.morphologyEx(
        letters_only(marks, heights),
        cv2.MORPH_CLOSE,
        cv2.getStructuringElement(cv2.MORPH_RECT, (max(3, int(heights * 1.6)), 1)),
    )
    _, _, stats, _ = cv2.connectedComponentsWithStats(bar, connectivity=8)
    found = []
    for x, y, w, h, area in stats[1:]:
        if 0.6 * heights <= h <= 3.2 * heights and w >= 1.6 * h and area > 0.25 * w * h:
            found.append((int(x * scale), int(y * scale), int((x + w) * scale) + 1, int((y + h) * scale) + 1))
    return sorted(found, key=lambda a: (a[1], a[0]))


def glyph_height(pixels: Pixels) -> float | None:
    """Typical height of letters in pixels of the page (between x-height and capitals); None without letters."""
    marks = ink(pixels, width=1600)
    height = letter_height(marks)
    return None if height is None else height * pixels.shape[1] / marks.shape[1]


def letter_height(marks: Pixels) -> float | None:
    """Typical height of letters in `marks` (see `ink`), in their pixels; None where there are too few."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(marks, connectivity=8)
    sizes = stats[1:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
    letters = sizes[(sizes[:, 1] >= 4) & (sizes[:, 1] <= 60) & (sizes[:, 0] <= 3 * sizes[:, 1]) & (sizes[:, 0] >= 2)]
    return float(np.median(letters[:, 1])) if len(letters) >= 6 else None


def letters_only(marks: Pixels, height: float) -> Pixels:
    """`marks` without what is no letter of about `height` by its size: rules and grids, dust, pictures."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(marks, connectivity=8)
    widths, heights = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    filled = stats[:, cv2.CC_STAT_AREA] / np.maximum(1, widths * heights)
    keep = (heights >= 0.6 * height) & (heights <= 2.6 * height) & (widths <= 4 * height) & (filled < 0.9)
    keep |= (
        (heights >= 0.6 * height) & (heights <= 2.6 * height) & (widths >= 0.12 * height) & (widths < 0.6 * height)
    )
    keep[0] = False
    return np.where(keep[labels], 255, 0).astype(np.uint8)


def spread_lines(pixels: Pixels, count: int) -> list[LineCrop]:
    """Up to `count` of the longest text lines, spread over the height of the page."""
    areas = line_areas(pixels)
    if not areas:
        return []
    longest = max(a[2] - a[0] for a in areas)
    good = [a for a in areas if a[2] - a[0] >= 0.3 * longest] or areas
    if len(good) > count:
        bounds = np.linspace(0, len(good), count + 1).astype(int)
        good = [max(good[a:b], key=lambda r: r[2] - r[0]) for a, b in itertools.pairwise(bounds)]
    return [LineCrop(crop(pixels, area), area) for area in good]


def crop(pixels: Pixels, area: tuple[int, int, int, int], width: int = 1600) -> Pixels:
    """The pixels of `area` with room around them, at most `width` wide."""
    x0, y0, x1, y1 = area
    pad = _pad(area)
    x1 = min(x1, x0 + width)
    part = pixels[max(0, y0 - pad) : y1 + pad, max(0, x0 - pad) : x1 + pad]
    paper = np.percentile(part.reshape(-1, 3), 90, axis=0).astype(int).tolist()
    return np.ascontiguousarray(
        cv2.copyMakeBorder(part, BORDER, BORDER, BORDER, BORDER, cv2.BORDER_CONSTANT, value=paper)
    )


def placed(boxes: Sequence[Box], area: tuple[int, int, int, int], scale: float) -> list[Box]:
    """Boxes in the pixels of `crop(_, area)` as boxes on the page, times `scale`."""
    left, top = (max(0, side - _pad(area)) - BORDER for side in area[:2])
    return [Box(b.x0 + left, b.y0 + top, b.x1 + left, b.y1 + top).scaled(scale) for b in boxes]


def _pad(area: tuple[int, int, int, int]) -> int:
    return max(2, (area[3] - area[1]) // 4)


def smoothed(pixels: Pixels) -> Pixels:
    """The page with even white paper and the dots of matrix print joined: for pages that read poorly as they are."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    height = glyph_height(pixels) or 20.0
    size = int(height * 4) | 1
    # The paper is what a closing wider than a letter leaves; dividing by it takes out shadows and stains.
    paper = cv2.medianBlur(cv2.dilate(grey, np.ones((int(height) | 1, int(height) | 1), np.uint8)), min(size, 99))
    even = cv2.divide(grey, np.maximum(paper, 1), scale=255)
    soft = cv2.GaussianBlur(even, (0, 0), max(0.8, height / 16))
    return np.ascontiguousarray(np.repeat(soft[:, :, None], 3, axis=2).astype(np.uint8))


def despeckled(pixels: Pixels, dpi: float) -> Pixels:
    """The page, grey, without the specks of a fax or a photocopy, black on white and white in print: what is smaller
    than a full stop. The steps that such pages have at edges are softened."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    most = max(2, round(4 * (dpi / 150) ** 2))
    for inked in (True, False):
        marks = np.asarray((grey < 128) == inked, dtype=np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(marks, connectivity=8 if inked else 4)
        specks = stats[:, cv2.CC_STAT_AREA] <= most
        specks[0] = False
        grey[specks[labels]] = 255 if inked else 0
    soft = cv2.GaussianBlur(grey, (0, 0), 0.8)
    return np.ascontiguousarray(np.repeat(soft[:, :, None], 3, axis=2).astype(np.uint8))
