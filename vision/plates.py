"""The pictures of a page as they are sent to a model: the page as a whole, and parts of it where it would shrink."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PIL import Image

from atomcite.domain import PageImage, Pixels
from atomcite.vision.families import Family

LEGIBLE = 130.0
"""Dots an inch at which small print of a report or a table can still be read; a whole page that comes out coarser is
also sent in parts."""
OVERLAP = 36.0
"""Points that neighbouring parts share: three lines, so that none is cut through in both."""
MOST_PARTS = 12


@dataclass(frozen=True)
class Plate:
    """One picture: `pixels` cut from the page and scaled as `sent` (width, height)."""

    pixels: Pixels
    sent: tuple[int, int]

    def picture(self) -> Image.Image:
        picture = Image.fromarray(np.ascontiguousarray(self.pixels))
        return picture if picture.size == self.sent else picture.resize(self.sent, Image.Resampling.LANCZOS)


def overview(image: PageImage, family: Family, max_side: int) -> Plate:
    """The whole page."""
    height, width = image.pixels.shape[:2]
    scale = min(family.scale(width, height), max_side / max(width, height), 1.0)
    return Plate(image.pixels, (max(1, round(width * scale)), max(1, round(height * scale))))


def plates(image: PageImage, family: Family, max_side: int) -> list[Plate]:
    """The whole page, then its parts from left to right and from top to bottom, if it needs any.

    Of the grids that show the page at LEGIBLE or better, that with the fewest parts; failing that, the finest of
    MOST_PARTS.
    """
    whole = overview(image, family, max_side)
    if image.dpi * whole.sent[0] / image.pixels.shape[1] >= min(LEGIBLE, image.dpi):
        return [whole]
    rows, columns = _grid(image, family, max_side)
    overlap = round(OVERLAP * image.dpi / 72)
    parts = []
    for y0, y1 in _cuts(image.pixels.shape[0], rows, overlap):
        for x0, x1 in _cuts(image.pixels.shape[1], columns, overlap):
            scale = min(family.scale(x1 - x0, y1 - y0), max_side / max(x1 - x0, y1 - y0), 1.0)
            sent = (max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale)))
            parts.append(Plate(image.pixels[y0:y1, x0:x1], sent))
    return [whole, *parts]


def _grid(image: PageImage, family: Family, max_side: int) -> tuple[int, int]:
    height, width = image.pixels.shape[:2]
    overlap = OVERLAP * image.dpi / 72

    def dpi(rows: int, columns: int) -> float:
        part = math.ceil(width / columns + overlap), math.ceil(height / rows + overlap)
        return float(image.dpi * min(family.scale(*part), max_side / max(part), 1.0))

    grids = [(r, c) for r in range(1, MOST_PARTS + 1) for c in range(1, MOST_PARTS // r + 1) if r * c > 1]
    legible = [g for g in grids if dpi(*g) >= min(LEGIBLE, image.dpi)]
    if legible:
        return min(legible, key=lambda g: (g[0] * g[1], -dpi(*g)))
    return max(grids, key=lambda g: dpi(*g))


def _cuts(length: int, parts: int, overlap: int) -> list[tuple[int, int]]:
    """`parts` stretches of `length` that overlap by `overlap`."""
    step, half = length / parts, overlap / 2
    return [(max(0, round(i * step - half)), min(length, round((i + 1) * step + half))) for i in range(parts)]
