"""The `paddleocr` engine: the real PaddleOCR, by its onnxruntime or its paddle engine.

Models come from a local folder when `--ocr-models` or `ATOMCITE_OCR_MODELS` names one (`atomcite.ocr.paddle_models`
says what it must hold); nothing is fetched then. Without, PaddleOCR fetches its own models, those of the page's
language, as its users know it. A recogniser whose alphabet lacks the page's script is never asked: PaddleOCR leaves
out, without a word, letters that it does not know.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import logging
import os
import threading
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from atomcite.domain import Missing, PageImage, PageSource, PageWords, Pixels, Script, Word, message
from atomcite.errors import EngineFailed, EngineMissing, UsageError
from atomcite.ocr import coverage, layout, paddle_models, pieces, script_trial, skew
from atomcite.ocr.paddle_models import Format, Model
from atomcite.ocr.scripts import looks_misread, one_alphabet, script_of

REVISION = 1

Backend = Literal["onnxruntime", "paddle_static"]
BACKENDS: tuple[Backend, ...] = get_args(Backend)
FORMATS: dict[Backend, Format] = {"onnxruntime": "onnx", "paddle_static": "paddle"}
_MODULES: dict[Backend, str] = {"onnxruntime": "onnxruntime", "paddle_static": "paddle"}
_LANGUAGES: dict[Script, str] = {"cyrillic": "ru", "mixed": "ru"}
"""PaddleOCR's language for a script; its Russian recogniser knows Latin letters too."""
INSTALL = "pip install 'atomcite[paddle]' (in an environment of its own: it brings another build of OpenCV)"

_LOCK = threading.Lock()
"""PaddleOCR's pipelines are not made for several threads."""


class PaddleOcr:
    name = "paddleocr"

    def __init__(self, models: Path | None = None, backend: str | None = None) -> None:
        """`models` is the folder with local models, if any; `backend` one of BACKENDS, by default that of
        `ATOMCITE_PADDLE_ENGINE`, else what fits the models and is installed. Raises UsageError for an unknown
        backend."""
        self.models = models
        asked = backend or os.environ.get("ATOMCITE_PADDLE_ENGINE") or None
        if asked is not None and asked not in BACKENDS:
            raise UsageError(f"PaddleOCR has no engine {asked!r} here.", f"Choose one of: {', '.join(BACKENDS)}.")
        self._asked: Backend | None = next((b for b in BACKENDS if b == asked), None)

    @property
    def backend(self) -> Backend:
        """The inference engine: the one asked for, else the first that is installed and has models."""
        if self._asked:
            return self._asked
        order: tuple[Backend, ...] = BACKENDS if self.models else ("paddle_static", "onnxruntime")
        here = [b for b in order if importlib.util.find_spec(_MODULES[b])] or list(order)
        return next((b for b in here if self.models and self._detector(b) and self._recognisers(b)), here[0])

    @property
    def version(self) -> str:
        known = self._usable()
        weights = " ".join(f"{m.name} {m.fingerprint}" for m in known) if self.models else "its own models"
        return f"{_version()} ({self.backend}, {weights}) r{REVISION}"

    @property
    def scripts(self) -> frozenset[Script]:
        if self.models is None:
            return frozenset({"latin", "cyrillic", "mixed"})
        return frozenset(s for m in self._usable() for s in m.scripts)

    def missing(self) -> Missing | None:
        option = "--ocr paddleocr"
        if importlib.util.find_spec("paddleocr") is None:
            return Missing("paddleocr", option, INSTALL)
        if importlib.util.find_spec(_MODULES[self.backend]) is None:
            package = "paddlepaddle (3.2.2)" if self.backend == "paddle_static" else "onnxruntime"
            return Missing(package, option, INSTALL)
        if self.models and not (self._detector(self.backend) and self._recognisers(self.backend)):
            return Missing(
                f"a usable pair of models in {self.models} for the engine {self.backend}",
                option,
                paddle_models.LAYOUT,
            )
        return None

    def read(self, page: PageSource) -> PageWords:
        if absent := self.missing():
            raise EngineMissing(f"{absent.what} not found.", absent.install)
        image = page.image()
        script = script_trial.script_of_page(image)
        recogniser = self.recogniser_for(script, page.number)
        angle = skew.estimate(image.pixels)
        deskew = skew.Deskew(angle, image.width, image.height) if abs(angle) > skew.WORTHWHILE else None
        pixels = deskew.pixels(image.pixels) if deskew else image.pixels
        words = layout.arrange(self._lines(pixels, image, recogniser, script))
        if deskew:
            words = tuple(Word(w.text, deskew.back(w.box), w.confidence, w.line, w.block) for w in words)
        knows = recogniser is None or "cyrillic" in recogniser.scripts
        if not knows and (coverage.lacks_lines(image, words) or looks_misread(w.text for w in words)):
            raise EngineMissing(
                f"paddleocr read only a part of page {page.number}, or nothing: its models may lack its letters.",
                "Put a recognition model for the page's language into the folder of --ocr-models.",
                message("ocr.partly_read", page=page.number, install="--ocr-models"),
            )
        model = recogniser.name if recogniser else "its own models"
        return PageWords(
            page=page.number,
            width=image.width,
            height=image.height,
            words=words,
            engine=f"{self.name} {_version()} ({self.backend}, {model})",
            script=script_of(w.text for w in words),
            skew=angle if deskew else 0.0,
        )

    def _usable(self) -> tuple[Model, ...]:
        """The models that are used with this backend."""
        detector = self._detector(self.backend)
        return (*((detector,) if detector else ()), *self._recognisers(self.backend))

    def _detector(self, backend: Backend) -> Model | None:
        return next((m for m in self._local(backend) if m.task == "det"), None)

    def _recognisers(self, backend: Backend) -> tuple[Model, ...]:
        return tuple(m for m in self._local(backend) if m.task == "rec")

    def _local(self, backend: Backend) -> tuple[Model, ...]:
        known = paddle_models.models_in(self.models) if self.models else ()
        return tuple(m for m in known if FORMATS[backend] in m.formats)

    def recogniser_for(self, script: Script, page: int) -> Model | None:
        """The local recogniser for a script, None for PaddleOCR's own. Raises EngineMissing when none knows it."""
        if self.models is None:
            return None
        known = self._recognisers(self.backend)
        fitting = [m for m in known if script in m.scripts]
        if fitting:
            return min(fitting, key=lambda m: len(m.scripts))  # the one made for this script
        if script in ("none", "other"):
            return max(known, key=lambda m: len(m.scripts))
        install = f"a PaddleOCR recognition model with {script} letters in {self.models}"
        raise EngineMissing(
            f"No model in {self.models} knows the letters of page {page} ({script}).",
            "Add one (for Russian: eslav_PP-OCRv5_mobile_rec), or use --ocr tesseract.",
            message("ocr.unread_script", page=page, install=install),
        )

    def _lines(self, pixels: Pixels, image: PageImage, recogniser: Model | None, script: Script) -> list[list[Word]]:
        detector = self._detector(self.backend) if recogniser else None
        with _LOCK:
            pipeline = _pipeline(self.backend, detector, recogniser, _LANGUAGES.get(script, "en"))
            try:
                output = pipeline.predict(np.ascontiguousarray(pixels[:, :, ::-1]))[0]  # BGR, as OpenCV has it
            except (RuntimeError, ValueError, IndexError, OSError, NotImplementedError) as e:
                raise EngineFailed(
                    f"paddleocr failed on page {image.page}: {e}",
                    "Set ATOMCITE_PADDLE_ENGINE=onnxruntime, or use --ocr tesseract. Of paddlepaddle take 3.2.2: the "
                    "oneDNN path of 3.3 fails.",
                ) from e
        lines = []
        for text, score, parts, corners in zip(
            output["rec_texts"], output["rec_scores"], output["text_word"], output["text_word_region"], strict=True
        ):
            found = pieces.words_of(
                text, ((p, score, c) for p, c in zip(parts, corners, strict=True)), 72 / image.dpi
            )
            page_box = [
                Word(one_alphabet(w.text), w.box.clamped(image.width, image.height), w.confidence) for w in found
            ]
            lines.append([w for w in page_box if w.box.area > 0])
        return [line for line in lines if line]


@cache
def _version() -> str:
    try:
        return importlib.metadata.version("paddleocr")
    except importlib.metadata.PackageNotFoundError:
        return "?"


@cache
def _pipeline(backend: Backend, detector: Model | None, recogniser: Model | None, language: str) -> Any:
    """A pipeline, kept for the life of the process. Raises EngineFailed when its models can't be had."""
    if recogniser:
        # Read when paddlex is imported: with local models nothing is to be looked up in the network.
        os.environ.setdefault("PADDLE_PDX_DISABLE_MODEL_SOURCE_CHECK", "True")
    from paddleocr import PaddleOCR

    logging.getLogger("paddlex").setLevel(logging.ERROR)
    options: dict[str, Any] = {
        "engine": backend,
        "device": "cpu",
        # Pages come upright, flat and deskewed; each of these would fetch a model of its own.
        "use_doc_orientation_classify": False,
        "use_doc_unwarping": False,
        "use_textline_orientation": False,
        "return_word_box": True,
    }
    if backend == "paddle_static":
        # Tesseract in this process limits OpenMP to one thread (OMP_THREAD_LIMIT): a paddle that counts on more
        # threads then reads nothing, and says nothing.
        options["cpu_threads"] = 1
    if detector and recogniser:
        # Names as well as folders: a folder alone is taken for that of the default model.
        options |= {
            "text_detection_model_name": detector.name,
            "text_detection_model_dir": str(detector.folder),
            "text_recognition_model_name": recogniser.name,
            "text_recognition_model_dir": str(recogniser.folder),
        }
    else:
        options["lang"] = language
    try:
        return PaddleOCR(**options)
    except Exception as e:  # it raises bare Exceptions when no model server answers
        where = f"from {recogniser.folder.parent}" if recogniser else f"for the language {language!r}"
        hint = (
            "The files may be damaged, or belong to another model: " + paddle_models.LAYOUT
            if recogniser
            else "It fetches its models from the network. Where there is none, give a folder that holds them: "
            "--ocr-models DIR, or ATOMCITE_OCR_MODELS. " + paddle_models.LAYOUT
        )
        raise EngineFailed(f"PaddleOCR could not load its models {where}: {e}", hint) from e
