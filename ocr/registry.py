"""OCR engines by name. A new engine is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from atomcite.domain import OcrEngine
from atomcite.errors import UsageError
from atomcite.ocr.paddle import PaddleOcr
from atomcite.ocr.rapid import RapidOcr
from atomcite.ocr.tesseract import Tesseract
from atomcite.ocr.textlayer import TextLayer

_FACTORIES: dict[str, Callable[[], OcrEngine]] = {
    "tesseract": Tesseract,
    "rapidocr": RapidOcr,
    "paddleocr": PaddleOcr,
    "textlayer": TextLayer,
}


def engines() -> dict[str, Callable[[], OcrEngine]]:
    """All engines, installed or not, in order of preference: name -> factory."""
    return dict(_FACTORIES)


@cache
def get(name: str, models: Path | None = None) -> OcrEngine:
    """The engine of that name, made once. `models` is the folder with local models for engines that take one. Raises
    UsageError for a name that is unknown; whether the engine can run is `missing()`'s to say."""
    factory = _FACTORIES.get(name)
    if factory is PaddleOcr:
        return PaddleOcr(models)
    if factory is None:
        raise UsageError(f"There is no OCR engine {name!r}.", f"Choose one of: auto, {', '.join(_FACTORIES)}.")
    return factory()
