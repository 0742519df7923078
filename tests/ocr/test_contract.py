"""One contract for every OCR engine that is installed, on the same generated pages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from atomcite.benchmarks.corpus.degrade import scan
from atomcite.benchmarks.corpus.typeset import render
from atomcite.benchmarks.ocr_engines import SCRIPTS, Picture, score
from atomcite.benchmarks.ocr_sheets import Kind, Language, Sheet, sheet
from atomcite.documents import Document
from atomcite.domain import OcrEngine, PageImage, PageSource, PageWords
from atomcite.errors import AtomCiteError
from atomcite.ocr import engines, get, read_page

MODELS = Path(os.environ["ATOMCITE_OCR_MODELS"]) if "ATOMCITE_OCR_MODELS" in os.environ else None
"""For PaddleOCR, which fetches its own without; see `make test-paddle`."""


@cache
def engine(name: str) -> OcrEngine:
    return get(name, MODELS)


INSTALLED = [name for name in engines() if engine(name).missing() is None]
READERS = [name for name in INSTALLED if name != "textlayer"]
LANGUAGES: tuple[Language, ...] = ("en", "ru")
DPI = 200


@cache
def made(kind: Kind, language: Language) -> Sheet:
    return sheet(kind, language, 11)


@contextmanager
def page_of(name: str, kind: Kind, language: Language, *, scanned: bool) -> Iterator[PageSource]:
    if name == "textlayer":
        with TemporaryDirectory() as folder:
            path = Path(folder) / "a.pdf"
            path.write_bytes(made(kind, language).pdf)
            with Document.open(path) as document:
                yield document.page(1)
    else:
        yield Picture(PageImage(1, pixels(kind, language, scanned), DPI))


@cache
def pixels(kind: Kind, language: Language, scanned: bool) -> np.ndarray:
    clean = next(render(made(kind, language).pdf, DPI))
    return scan(clean, DPI, 5) if scanned else clean


@cache
def reading(name: str, kind: Kind, language: Language, scanned: bool) -> PageWords:
    with page_of(name, kind, language, scanned=scanned) as page:
        return engine(name).read(page)


def reads(name: str, language: Language) -> bool:
    return SCRIPTS[language] in engine(name).scripts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", INSTALLED)
def test_words_keep_the_contract(name: str, language: Language) -> None:
    if not reads(name, language):
        pytest.skip(f"{name} does not read {language}")
    words = reading(name, "dense", language, True)
    assert words.engine.startswith(name)
    assert words.script in (SCRIPTS[language], "mixed")
    for word in words.words:
        assert word.text == word.text.strip() != ""
        assert 0 <= word.confidence <= 1
        assert 0 <= word.box.x0 < word.box.x1 <= words.width + 1
        assert 0 <= word.box.y0 < word.box.y1 <= words.height + 1
    lines = [w.line for w in words.words]
    assert lines == sorted(lines)
    assert set(lines) == set(range(len(words.lines)))
    blocks = [w.block for w in words.words]
    assert blocks == sorted(blocks)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", INSTALLED)
def test_dense_text_and_a_ruled_table_are_read_on_a_scan(name: str, language: Language) -> None:
    if not reads(name, language):
        pytest.skip(f"{name} does not read {language}")
    found = score(made("dense", language), reading(name, "dense", language, True))
    print(
        f"{name} {language}: characters {found.characters:.1%}, numbers {found.numbers:.1%}, order {found.order:.1%}"
    )
    assert found.characters > 0.94
    assert found.numbers > 0.85
    assert found.order > 0.9


@pytest.mark.parametrize("kind", ["two_columns", "three_columns", "side_note"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_text_layers_are_read_column_by_column(kind: Kind, language: Language) -> None:
    with page_of("textlayer", kind, language, scanned=False) as page:
        words = get("textlayer").read(page)
    found = score(made(kind, language), words)
    assert found.order > 0.95
    assert found.numbers == 1  # figures of one width: a 1 has white space around it, and is not a word of its own


@pytest.mark.parametrize("name", READERS)
def test_columns_are_read_one_after_the_other(name: str) -> None:
    found = score(made("two_columns", "en"), reading(name, "two_columns", "en", False))
    assert found.order > 0.93


@pytest.mark.parametrize("name", READERS)
def test_script_that_an_engine_does_not_know_is_never_silently_blank(name: str) -> None:
    """A page that an engine can't read comes back as an error, or not from that engine; see also `test_choice`."""
    if reads(name, "ru"):
        assert reading(name, "dense", "ru", True).words
        return
    with page_of(name, "dense", "ru", scanned=False) as page:
        try:
            words = read_page(page, models=MODELS)
        except AtomCiteError:
            return
        assert not words.engine.startswith(name)


@pytest.mark.parametrize("name", READERS)
def test_blank_page_has_no_words(name: str) -> None:
    page = Picture(PageImage(1, np.full((1100, 800, 3), 250, np.uint8), 100))
    assert read_page(page, name, models=MODELS).words == ()


def test_reading_a_page_twice_gives_the_same() -> None:
    with page_of("tesseract", "dense", "en", scanned=True) as page:
        assert get("tesseract").read(page) == reading("tesseract", "dense", "en", True)
