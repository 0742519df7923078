"""Reads single text lines with whatever engine here reads their script."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atomcite.domain import Pixels, Script
from atomcite.ocr import script_trial, tessdata
from atomcite.ocr.rapid import RapidOcr, read_line
from atomcite.ocr.scripts import script_of
from atomcite.ocr.tesseract import Tesseract
from atomcite.ocr.tesseract_backend import Mode, RawWord, backend, library_missing

LineReader = Callable[[Sequence[Pixels], float], list[list[RawWord]]]
"""(crops, dpi) -> words of each crop, their boxes in pixels of the crop."""


def for_script_of(text: str) -> LineReader | None:
    """A reader for the script of `text`; None when nothing here reads it."""
    codes = _codes(script_of([text]))
    if codes is None:
        return None

    def by_tesseract(crops: Sequence[Pixels], dpi: float) -> list[list[RawWord]]:
        return script_trial.read_lines(crops, codes, dpi)

    return by_tesseract


def _codes(script: Script) -> tuple[str, ...] | None:
    engine = Tesseract()
    if script == "none":
        script = "latin"  # digits alone: any reader will do
    if library_missing() is None and tessdata.languages() and script in engine.scripts:
        return engine.languages_for(script)
    return None


def second_readings(crop: Pixels, dpi: float, script: Script) -> list[str]:
    """What other ways of reading make of one word or number: a tight `crop` by itself, by Tesseract as a line and as
    a block, and by the network of rapidocr, which is a reader of another kind, where it is there and knows the
    script."""
    readings = []
    codes = _codes(script)
    if codes is not None:
        with backend(codes) as engine:
            for mode in (Mode.LINE, Mode.BLOCK):
                readings.append(" ".join(w.text for w in engine.words(crop, dpi, mode)))
    if script in ("latin", "none") and RapidOcr().missing() is None:
        readings.append(read_line(crop))
    return [r for r in readings if r]
