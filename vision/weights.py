"""Where the reader's networks come from: the PP-OCR files that the `rapidocr` wheel carries.

Only the files are used, not the package's own pipeline: the reader needs the recogniser's whole output lattice, which
the pipeline reduces to one string.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import onnxruntime as ort

from atomcite.domain import Missing
from atomcite.errors import EngineMissing

_DETECTORS = "PP-OCR*_det_*.onnx"
_RECOGNISERS = "PP-OCR*_rec_*.onnx"


@cache
def _model_file(pattern: str) -> Path | None:
    spec = find_spec("rapidocr")
    if spec is None or spec.origin is None:
        return None
    found = sorted((Path(spec.origin).parent / "models").glob(pattern))
    return found[-1] if found else None


def missing_weights() -> Missing | None:
    """What keeps the networks from running here; None when both files are there."""
    if _model_file(_DETECTORS) and _model_file(_RECOGNISERS):
        return None
    return Missing(
        what="the PP-OCR detection and recognition networks (they come inside the rapidocr wheel)",
        option="--image reader",
        install="pip install 'rapidocr>=3.10,<4'",
    )


def _required(pattern: str) -> Path:
    path = _model_file(pattern)
    if path is None:
        gap = missing_weights()
        raise EngineMissing(f"The image reader has no file {pattern}.", f"Run: {gap.install}" if gap else "")
    return path


def open_detector(threads: int) -> ort.InferenceSession:
    """The text detection network. It runs once a page, so it may use all `threads`."""
    return _session(_required(_DETECTORS), threads)


def open_recogniser() -> ort.InferenceSession:
    """The line recognition network, one thread a call: lines are recognised side by side from a pool, which uses the
    cores better than splitting the small layers of one line."""
    return _session(_required(_RECOGNISERS), 1)


def weights_name() -> str:
    """For example "PP-OCRv6 small via onnxruntime 1.32.0"; names what is there without loading it."""
    path = _model_file(_RECOGNISERS)
    model = path.stem.replace("_rec_", " ") if path else "PP-OCR"
    try:
        runtime = version("onnxruntime")
    except PackageNotFoundError:  # onnxruntime-gpu and other builds carry another distribution name
        runtime = str(ort.__version__)
    return f"{model} via onnxruntime {runtime}"


def _session(path: Path, threads: int) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = max(1, min(threads, os.cpu_count() or 1))
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Pages and lines differ in size: an arena would keep the largest of each for ever.
    options.enable_cpu_mem_arena = False
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
