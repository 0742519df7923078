"""Words of Cyrillic lines, read by Tesseract on the reader's own level, enlarged, contrast-stretched line crops.

The PP-OCR network in the rapidocr wheel has no Cyrillic alphabet. Where Tesseract's model for the *script* is
installed it is taken rather than the model for Russian, which the text channel reads with: two trainings, two sets of
mistakes.
"""

from __future__ import annotations

import os
import queue
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # before tesserocr loads: more threads make Tesseract slower

import numpy as np
from PIL import Image

from atomcite.domain import Missing
from atomcite.errors import EngineFailed
from atomcite.vision.picture import Gray

CROP_HEIGHT = 52
_MARGIN = 12
_MODELS = ("script/Cyrillic", "Cyrillic", "rus")
_FOLDERS = (
    "/usr/share/tesseract-ocr/5/tessdata",
    "/usr/share/tesseract-ocr/4.00/tessdata",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
    "C:/Program Files/Tesseract-OCR/tessdata",
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word that Tesseract read, `start` .. `end` as shares (0..1) of the strip's length, `top`, `bottom` of its
    height; confidence 0..1."""

    text: str
    start: float
    end: float
    top: float
    bottom: float
    confidence: float


@dataclass(frozen=True, slots=True)
class CyrillicModel:
    """A traineddata file: the folder to give Tesseract and the name within it."""

    folder: str
    name: str

    @property
    def label(self) -> str:
        return "script/Cyrillic" if self.name.endswith("Cyrillic") else self.name


def find_model() -> CyrillicModel | None:
    """The best installed model, `TESSDATA_PREFIX` first; None when there is none."""
    prefix = os.environ.get("TESSDATA_PREFIX")
    roots = [Path(prefix), Path(prefix) / "tessdata"] if prefix else []
    roots += [Path(p) for p in _FOLDERS]
    for name in _MODELS:
        for root in roots:
            if (root / f"{name}.traineddata").is_file():
                return CyrillicModel(str(root), name)
    return None


@cache
def tesseract_version() -> str | None:
    """Version of the library inside tesserocr; None when tesserocr can't be loaded."""
    try:
        import tesserocr
    except ImportError:
        return None
    return str(tesserocr.tesseract_version()).split()[1]


def missing_cyrillic() -> Missing | None:
    """What keeps Cyrillic pages from being read here."""
    if tesseract_version() is None:
        return Missing("tesserocr", "Cyrillic pages in --image reader", "pip install tesserocr")
    if find_model() is None:
        return Missing(
            "Tesseract's Cyrillic language data",
            "Cyrillic pages in --image reader",
            "apt-get install tesseract-ocr-script-cyrl (or tesseract-ocr-rus)",
        )
    return None


class CyrillicReader:
    """A pool of Tesseract handles in single-line mode. Raises EngineFailed when Tesseract can't be started.

    Call `missing_cyrillic` first. Handles are not thread-safe: each is lent to one line at a time.
    """

    def __init__(self, threads: int) -> None:
        import tesserocr

        tesserocr.set_leptonica_log_level(tesserocr.LeptLogLevel.NONE)  # else it writes to standard error itself
        model = find_model()
        if model is None:
            raise EngineFailed("No Cyrillic language data for Tesseract.", "See missing_cyrillic().")
        self.model = model
        self._threads = max(1, min(threads, os.cpu_count() or 1))
        self._tesserocr = tesserocr
        self._idle: queue.SimpleQueue[Any] = queue.SimpleQueue()
        try:
            for _ in range(self._threads):
                handle = tesserocr.PyTessBaseAPI(path=model.folder, lang=model.name, psm=tesserocr.PSM.SINGLE_LINE)
                # The dictionaries push unusual words and numbers towards usual ones: a reader of evidence must not.
                handle.SetVariable("tessedit_do_invert", "0")
                self._idle.put(handle)
        except RuntimeError as error:
            raise EngineFailed(f"Tesseract could not start with {model.name}: {error}") from error

    def read(self, crops: Sequence[Gray]) -> list[tuple[Token, ...]]:
        """Tokens of each crop, left to right."""
        if self._threads == 1 or len(crops) < 2:
            return [self._read_one(c) for c in crops]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(self._read_one, crops))

    def _read_one(self, crop: Gray) -> tuple[Token, ...]:
        height, width = crop.shape
        framed = np.pad(crop, _MARGIN, mode="constant", constant_values=int(np.percentile(crop, 90)))
        handle = self._idle.get()
        try:
            tokens = _tokens(self._tesserocr, handle, Image.fromarray(framed))
        finally:
            self._idle.put(handle)
        out: list[Token] = []
        for text, (x0, y0, x1, y1), confidence in tokens:
            out.append(
                Token(
                    text,
                    float(np.clip((x0 - _MARGIN) / width, 0, 1)),
                    float(np.clip((x1 - _MARGIN) / width, 0, 1)),
                    float(np.clip((y0 - _MARGIN) / height, 0, 1)),
                    float(np.clip((y1 - _MARGIN) / height, 0, 1)),
                    confidence / 100,
                )
            )
        return tuple(out)


def _tokens(tesserocr: Any, handle: Any, image: Image.Image) -> list[tuple[str, tuple[int, int, int, int], float]]:
    """Word, box in pixels of `image`, confidence 0..100."""
    handle.SetImage(image)
    handle.SetSourceResolution(300)
    handle.Recognize()
    found: list[tuple[str, tuple[int, int, int, int], float]] = []
    iterator = handle.GetIterator()
    if iterator is None:
        return found
    level = tesserocr.RIL.WORD
    for item in tesserocr.iterate_level(iterator, level):
        if item.Empty(level):
            continue
        text = (item.GetUTF8Text(level) or "").strip()
        box = item.BoundingBox(level)
        if text and box:
            found.append((text, box, float(item.Confidence(level))))
    return found
