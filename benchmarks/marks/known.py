"""What an ideal reader would read on a sheet, for measuring the detection of marks without a recogniser."""

from __future__ import annotations

from atomcite.benchmarks.marks.sheets import Sheet
from atomcite.domain import Box, Word
from atomcite.vision.reading import Reading, ReadWord
from atomcite.vision.words import Place


def known_reading(sheet: Sheet) -> Reading:
    """The sheet's printed words at their places; words that ink covers are left out, as recognisers lose them."""
    place = Place(0, 1, 0.0, 1.0, 0.0, 1.0)
    words = [
        ReadWord(Word(text, box, 0.95, line), 0, place)
        for line, (text, box) in enumerate(sheet.words)
        if not any(_covered(box, m.box) for m in sheet.marks)
    ]
    height, width = (v * 72 / sheet.dpi for v in sheet.pixels.shape[:2])
    return Reading(1, width, height, float(sheet.dpi), "known", "mixed", sheet.skew, tuple(words), ())


def _covered(word: Box, mark: Box) -> bool:
    shared = word.intersection(mark)
    return shared is not None and shared.area > 0.35 * word.area
