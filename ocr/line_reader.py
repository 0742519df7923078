"""Reads single text lines with whatever engine here reads their script."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atomcite.domain import Pixels
from atomcite.ocr import script_trial, tessdata
from atomcite.ocr.scripts import script_of
from atomcite.ocr.tesseract import Tesseract
from atomcite.ocr.tesseract_backend import library_missing

LineReader = Callable[[Sequence[Pixels], float], list[list[str]]]
"""(crops, dpi) -> words of each crop."""


def for_script_of(text: str) -> LineReader | None:
    """A reader for the script of `text`; None when nothing here reads it."""
    script = script_of([text])
    if script == "none":
        script = "latin"  # digits alone: any reader will do
    engine = Tesseract()
    if library_missing() is None and tessdata.languages() and script in engine.scripts:
        codes = engine.languages_for(script)

        def by_tesseract(crops: Sequence[Pixels], dpi: float) -> list[list[str]]:
            return [[w.text for w in line] for line in script_trial.read_lines(crops, codes, dpi)]

        return by_tesseract
    return None
