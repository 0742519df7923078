"""Blank pages, and what engines read on them."""

from __future__ import annotations

from dataclasses import replace

import cv2

from atomcite.domain import PageImage, PageWords
from atomcite.ocr import skew

INK = 2e-4
"""Share of the page's area under marks up to which it is blank: a stray mark, a page number, the sheet's edge."""
SPECK = 6
"""Pixels each way, on a page 1000 pixels wide (some 1.3 mm on A4), up to which a mark is dust: letters are larger."""
GRAIN = 0.6
"""What is read less surely than this on a blank page is paper grain."""


def is_blank(image: PageImage) -> bool:
    """True for a page without marks, dust and the outer margin (edges of the sheet, punch holes) left out."""
    h, w = image.pixels.shape[:2]
    inner = image.pixels[h // 25 : h - h // 25, w // 25 : w - w // 25]
    marks = cv2.medianBlur(skew.ink(inner), 3)
    _, _, stats, _ = cv2.connectedComponentsWithStats(marks, connectivity=8)
    sizes = stats[1:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)  # row 0 is the paper
    inked = stats[1:, cv2.CC_STAT_AREA][sizes > SPECK].sum()
    return bool(inked <= INK * marks.size)


def without_grain(words: PageWords, image: PageImage) -> PageWords:
    """`words`, or none of them where an engine read grain on a blank page. A lone page number stays: it is read
    surely."""
    if words.words and (words.mean_confidence or 0.0) < GRAIN and is_blank(image):
        return replace(words, words=(), script="none")
    return words
