"""Which script a page is in, from a trial reading of a few lines."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import numpy as np

from atomcite.domain import PageImage, Pixels, Script
from atomcite.ocr import samples, skew, tessdata
from atomcite.ocr.leader_dots import without_leader_dots
from atomcite.ocr.scripts import one_alphabet, script_of
from atomcite.ocr.tesseract_backend import Mode, RawWord, backend, library_missing

LINES = 6
READABLE = 0.6
"""Median certainty of lines from which they are in a script that was tried. Measured on clean and spoilt pages of
both languages: the right language gives 0.7 and more, English on Russian and the reverse 0.5 and less."""


def trial_languages() -> tuple[str, ...]:
    """Languages of a trial reading: those of eng and rus that are there."""
    if library_missing():
        return ()
    return tuple(c for c in ("rus", "eng") if c in tessdata.languages())


def read_lines(crops: Sequence[Pixels], codes: tuple[str, ...], dpi: float = 200) -> list[list[RawWord]]:
    """Each crop of a text line read by itself. Where parts of neighbour lines in the crop make a line reader give up,
    the crop is read as a block."""
    with backend(codes) as engine:
        return [engine.words(c, dpi, Mode.LINE) or engine.words(c, dpi, Mode.BLOCK) for c in crops]


def certainty(words: Sequence[RawWord]) -> float:
    """Mean confidence by letters and digits, 0 for nothing read."""
    weights = [sum(c.isalnum() for c in w.text) for w in words]
    return float(np.dot([w.confidence for w in words], weights) / sum(weights)) if sum(weights) else 0.0


_seen: dict[str, Script] = {}
_SEEN_LIMIT = 4096


def script_of_page(image: PageImage) -> Script:
    """The script, "none" when no line of text was found, "other" when what was found reads as neither Latin nor
    Cyrillic. Remembered by the page's digest, so that one trial serves every engine that asks."""
    found = _seen.get(image.digest)
    if found is None:
        found = _trial(image)
        if len(_seen) >= _SEEN_LIMIT:
            _seen.clear()
        _seen[image.digest] = found
    return found


def _trial_lines(page: Pixels, dpi: float, codes: tuple[str, ...]) -> list[list[RawWord]]:
    crops = [c.pixels for c in samples.spread_lines(without_leader_dots(page, dpi), LINES)]
    return read_lines(crops, codes, dpi)


def _trial(image: PageImage) -> Script:
    codes = trial_languages()
    if not codes:
        return "none"
    page = skew.straightened(image.pixels)
    lines = _trial_lines(page, image.dpi, codes)
    if not lines:
        return "none"
    if statistics.median(certainty(words) for words in lines) < READABLE:
        # The specks of a fax make any script look strange.
        lines = _trial_lines(samples.despeckled(page, image.dpi), image.dpi, codes)
    if not lines or statistics.median(certainty(words) for words in lines) < READABLE:
        return "other"
    read = [words for words in lines if certainty(words) >= 0.5]
    found = script_of((one_alphabet(w.text) for words in read for w in words), minor=0.15, telling=True)
    return found if found != "none" else "latin"
