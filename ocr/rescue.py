"""Text that a layout analysis passed over: lone digits in table cells, a page number in an empty margin.

Tesseract drops short runs that stand by themselves. Marks of letter size which no word covers are grouped to lines
and read one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2

from atomcite.domain import Box, Pixels
from atomcite.ocr import samples
from atomcite.ocr.skew import ink

SURE = 0.75
"""Certainty from which the reading of such an area is taken."""
MOST = 40
"""Regions read at most: a page with more is a drawing or a photograph."""

Area = tuple[int, int, int, int]


def missed(pixels: Pixels, found: Sequence[Box]) -> list[Area]:
    """Pixel areas (x0, y0, x1, y1) of marks that look like text and lie in none of the `found` word boxes (pixels).

    Empty when there are more than MOST such areas.
    """
    marks = ink(pixels, width=1600)
    scale = pixels.shape[1] / marks.shape[1]
    height = samples.letter_height(marks)
    if height is None:
        return []
    free = marks.copy()
    for box in found:
        # Wide enough for the stem of a letter at the edge of a word: a split "ы" must not become a 1.
        b = box.scaled(1 / scale).padded(0.5 * height, 2)
        free[max(0, int(b.y0)) : int(b.y1) + 1, max(0, int(b.x0)) : int(b.x1) + 1] = 0
    letters = samples.letters_only(free, height)
    smear = cv2.getStructuringElement(cv2.MORPH_RECT, (max(3, int(height * 1.2)), 1))
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(letters, cv2.MORPH_CLOSE, smear))
    areas = [
        (int(x * scale), int(y * scale), int((x + w) * scale) + 1, int((y + h) * scale) + 1)
        for x, y, w, h, _ in stats[1:]
        if 0.6 * height <= h <= 3 * height
    ]
    return sorted(areas, key=lambda a: (a[1], a[0])) if len(areas) <= MOST else []
