"""Tesseract itself: the library in the tesserocr wheel, else the program on the PATH. Both answer in TSV."""

from __future__ import annotations

import csv
import importlib.util
import io
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, Protocol

from PIL import Image

from atomcite.domain import Missing, Pixels
from atomcite.errors import EngineFailed
from atomcite.ocr import tessdata

# OpenMP threads inside Tesseract cost more than they bring (6-12 s a page against 1.5 s); the variable is read when
# the library is loaded, so it is set before any import of tesserocr.
os.environ.setdefault("OMP_THREAD_LIMIT", "1")

TIMEOUT = 300
"""Seconds after which the program is taken for stuck on a page."""


class Mode(IntEnum):
    """Page segmentation modes of Tesseract (its manual, --psm)."""

    PAGE = 3
    BLOCK = 6
    LINE = 7
    SPARSE = 11


@dataclass(frozen=True)
class RawWord:
    """A word in pixels of the picture given. `line` numbers (block, paragraph, line); confidence 0..1."""

    text: str
    box: tuple[int, int, int, int]
    confidence: float
    line: tuple[int, int, int]


class Backend(Protocol):
    def words(self, pixels: Pixels, dpi: float, mode: Mode) -> list[RawWord]: ...


@cache
def has_library() -> bool:
    return importlib.util.find_spec("tesserocr") is not None


@cache
def program() -> str | None:
    return shutil.which("tesseract")


def library_missing() -> Missing | None:
    if has_library() or program():
        return None
    return Missing(
        what="Tesseract (neither the tesserocr package nor a tesseract program)",
        option="--ocr tesseract",
        install="pip install tesserocr, or apt install tesseract-ocr",
    )


@cache
def library_version() -> str:
    """ "5.5.4"; "?" when there is none."""
    if has_library():
        import tesserocr

        text = str(tesserocr.tesseract_version())
    elif path := program():
        run = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30, check=False)
        text = run.stdout + run.stderr
    else:
        return "?"
    found = re.search(r"\d+\.\d+(\.\d+)?", text)
    return found.group() if found else "?"


def parse_tsv(text: str) -> list[RawWord]:
    """Words of Tesseract's TSV output (level 5 lines), with or without its header line."""
    words = []
    for row in csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE):
        if len(row) < 12 or row[0] != "5" or not row[11].strip():
            continue
        left, top, width, height = (int(v) for v in row[6:10])
        confidence = min(1.0, max(0.0, float(row[10]) / 100))
        line = int(row[2]), int(row[3]), int(row[4])
        words.append(RawWord(row[11].strip(), (left, top, left + width, top + height), confidence, line))
    return words


class _Library:
    def __init__(self, codes: tuple[str, ...]) -> None:
        import tesserocr

        folder = tessdata.folder_with(codes)
        # Leptonica writes its remarks on odd pictures straight to standard error, which is not ours to fill.
        tesserocr.set_leptonica_log_level(tesserocr.LeptLogLevel.NONE)
        try:
            self.api: Any = tesserocr.PyTessBaseAPI(
                path=str(folder), lang="+".join(codes), oem=tesserocr.OEM.LSTM_ONLY
            )
        except RuntimeError as e:
            raise EngineFailed(
                f"Tesseract could not load the language data {'+'.join(codes)} from {folder}: {e}",
                "Reinstall the data; a file may be damaged.",
            ) from e
        self.api.SetVariable("debug_file", os.devnull)

    def words(self, pixels: Pixels, dpi: float, mode: Mode) -> list[RawWord]:
        self.api.SetPageSegMode(int(mode))
        self.api.SetImage(Image.fromarray(pixels))
        self.api.SetSourceResolution(max(70, round(dpi)))
        try:
            if not self.api.Recognize():
                raise EngineFailed("Tesseract gave up on the page.", "Try --ocr rapidocr.")
            return parse_tsv(self.api.GetTSVText(0))
        finally:
            self.api.Clear()


class _Program:
    def __init__(self, codes: tuple[str, ...]) -> None:
        self.codes = codes
        self.folder = tessdata.folder_with(codes)

    def words(self, pixels: Pixels, dpi: float, mode: Mode) -> list[RawWord]:
        buffer = io.BytesIO()
        Image.fromarray(pixels).save(buffer, "PNG", compress_level=1)
        command = [program() or "tesseract", "stdin", "stdout", "--tessdata-dir", str(self.folder)]
        command += [
            "-l",
            "+".join(self.codes),
            "--psm",
            str(int(mode)),
            "--oem",
            "1",
            "--dpi",
            str(max(70, round(dpi))),
        ]
        command += ["tsv"]
        try:
            run = subprocess.run(command, input=buffer.getvalue(), capture_output=True, timeout=TIMEOUT, check=False)
        except (OSError, subprocess.TimeoutExpired) as e:
            raise EngineFailed(f"The tesseract program did not answer: {e}", "Run `tesseract --version`.") from e
        if run.returncode:
            raise EngineFailed(
                f"The tesseract program failed: {run.stderr.decode(errors='replace').strip()[:300]}",
                "Run `tesseract --list-langs` to see that it works.",
            )
        return parse_tsv(run.stdout.decode("utf-8", errors="replace"))


_idle: dict[tuple[str, ...], list[Backend]] = {}
_lock = threading.Lock()


@contextmanager
def backend(codes: tuple[str, ...]) -> Iterator[Backend]:
    """Lends a Tesseract instance for `codes`, loaded once and used by one thread at a time. An instance that raised
    is thrown away: its state can't be trusted."""
    with _lock:
        idle = _idle.setdefault(codes, [])
        engine: Backend | None = idle.pop() if idle else None
    if engine is None:
        engine = _Library(codes) if has_library() else _Program(codes)
    yield engine
    with _lock:
        _idle[codes].append(engine)
