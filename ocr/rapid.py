"""The `rapidocr` engine: PP-OCR networks whose weights come inside the wheel, by onnxruntime.

Its alphabet has no Cyrillic: Russian comes back blank, without a warning. `scripts` says so, and `auto` never gives
it a Cyrillic page.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import threading
from functools import cache
from typing import Any

import numpy as np

from atomcite.domain import Missing, PageSource, PageWords, Pixels, Script, Word
from atomcite.errors import EngineFailed, EngineMissing
from atomcite.ocr import layout, pieces, skew
from atomcite.ocr.scripts import script_of

REVISION = 2

# The pipeline keeps what it was last told, so that each call says all.
_WHOLE = {"use_det": True, "use_cls": False, "use_rec": True, "return_word_box": True}
_LINE = {"use_det": False, "use_cls": False, "use_rec": True, "return_word_box": False}

_LOCK = threading.Lock()
"""The pipeline object keeps state between its three networks."""


class RapidOcr:
    name = "rapidocr"

    @property
    def version(self) -> str:
        return f"{_version()} r{REVISION}"

    @property
    def scripts(self) -> frozenset[Script]:
        return frozenset({"latin"})

    def missing(self) -> Missing | None:
        absent = [m for m in ("rapidocr", "onnxruntime") if importlib.util.find_spec(m) is None]
        if not absent:
            return None
        return Missing(what=" and ".join(absent), option="--ocr rapidocr", install="pip install rapidocr onnxruntime")

    def read(self, page: PageSource) -> PageWords:
        if absent := self.missing():
            raise EngineMissing(f"{absent.what} not installed.", absent.install)
        image = page.image()
        angle = skew.estimate(image.pixels)
        deskew = skew.Deskew(angle, image.width, image.height) if abs(angle) > skew.WORTHWHILE else None
        pixels = deskew.pixels(image.pixels) if deskew else image.pixels
        with _LOCK:
            try:
                output = _pipeline()(pixels[:, :, ::-1].copy(), **_WHOLE)  # it expects BGR, as OpenCV does
            except (RuntimeError, ValueError, IndexError) as e:  # onnxruntime's errors are RuntimeErrors
                raise EngineFailed(f"rapidocr failed on page {page.number}: {e}", "Try --ocr tesseract.") from e
        to_points = 72 / image.dpi
        read = zip(output.txts, output.word_results, strict=True) if output.txts else ()
        lines = [pieces.words_of(text, line, to_points) for text, line in read if line]
        words = layout.arrange(line for line in lines if line)
        if deskew:
            words = tuple(Word(w.text, deskew.back(w.box), w.confidence, w.line, w.block) for w in words)
        return PageWords(
            page=page.number,
            width=image.width,
            height=image.height,
            words=words,
            engine=f"{self.name} {_version()}",
            script=script_of(w.text for w in words),
            skew=angle if deskew else 0.0,
        )


def read_line(crop: Pixels) -> str:
    """The text of one line, from a crop of it (RGB): no search for lines, a twentieth of a second."""
    with _LOCK:
        output = _pipeline()(np.ascontiguousarray(crop[:, :, ::-1]), **_LINE)
    return " ".join(output.txts or ()).strip()


@cache
def _version() -> str:
    try:
        return importlib.metadata.version("rapidocr")
    except importlib.metadata.PackageNotFoundError:
        return "?"


@cache
def _pipeline() -> Any:
    from rapidocr import RapidOCR

    return RapidOCR(
        params={
            # The classifier of upside-down lines turns upright ones now and then; pages come upright.
            "Global.use_cls": False,
            "Global.log_level": "error",
            "Global.max_side_len": 2600,
        }
    )
