"""Do words lie where the picture shows lines of text?"""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.domain import Box, PageImage, Word
from atomcite.ocr import samples

COVERED = 0.7
"""Share of the lines seen in the picture that must have words."""


def lacks_lines(image: PageImage, words: Sequence[Word]) -> bool:
    """True when there is nothing where most of the picture's text lines are."""
    seen = samples.line_areas(image.pixels)
    if len(seen) < 4:
        return False
    scale = image.dpi / 72
    boxes = [w.box.scaled(scale) for w in words]
    covered = 0
    for x0, y0, x1, y1 in seen:
        area = Box(x0, y0, x1, y1)
        covered += any(b.vertical_overlap(area) > 0.3 and b.x0 < area.x1 and b.x1 > area.x0 for b in boxes)
    return covered < COVERED * len(seen)
