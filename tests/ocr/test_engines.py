"""One contract for every engine that is installed, on the same pages; and what each must do by itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from made_pages import ENGLISH, RUSSIAN, TABLE, pixels_of, prose, recall, spoil, typeset

from atomcite.documents import Document
from atomcite.domain import Box, OcrEngine, PageImage, Word
from atomcite.errors import EngineFailed, EngineMissing, UsageError
from atomcite.ocr import engines, get, read_page, tessdata
from atomcite.ocr.tesseract import Tesseract
from atomcite.ocr.tesseract_backend import program

HERE = [name for name in engines() if get(name).missing() is None and name != "textlayer"]
DATA = tessdata.languages()


class Picture:
    """A page source that is pixels and, perhaps, words."""

    def __init__(
        self, pixels: np.ndarray, dpi: float = 200, words: list[Word] | None = None, number: int = 1
    ) -> None:
        self.number = number
        self._image = PageImage(number, pixels, dpi)
        self._words = words

    def image(self) -> PageImage:
        return self._image

    def embedded_words(self) -> list[Word] | None:
        return self._words


@pytest.fixture(scope="module")
def english() -> np.ndarray:
    return spoil(pixels_of(typeset(prose(ENGLISH) + "\n" + TABLE, width=520, height=400)), skew=0.0)


@pytest.fixture(scope="module")
def russian() -> np.ndarray:
    return spoil(pixels_of(typeset(prose(RUSSIAN), width=560, lang="ru")), skew=0.0)


@pytest.mark.parametrize("name", HERE)
def test_engine_reads_words_with_boxes_and_confidence(name: str, english: np.ndarray) -> None:
    engine: OcrEngine = get(name)
    page = Picture(english)
    words = engine.read(page)
    assert recall(ENGLISH, words.text) > 0.97
    assert engine.name == name
    assert name in words.engine
    assert engine.version
    assert words.script == "latin"
    assert "latin" in engine.scripts
    assert (words.width, words.height) == (page.image().width, page.image().height)
    for word in words.words:
        assert word.text == word.text.strip() != ""
        assert 0 <= word.confidence <= 1
        assert 0 <= word.box.x0 < word.box.x1 <= words.width + 1
        assert 0 <= word.box.y0 < word.box.y1 <= words.height + 1
        assert page.image().crop(word.box).min() < 140, f"no ink under {word}"
    lines = [w.line for w in words.words]
    assert lines == sorted(lines)
    assert set(lines) == set(range(max(lines) + 1))
    rows = [line.text for line in words.lines]
    assert "Revenue 1,577 1,402" in rows
    assert "Cost of sales (903) (871)" in rows


@pytest.mark.parametrize("name", HERE)
def test_engine_finds_nothing_on_a_blank_page(name: str) -> None:
    words = read_page(Picture(np.full((700, 500, 3), 250, np.uint8)), name)
    assert words.words == ()
    assert [n.code for n in words.notes] == ["ocr.blank_page"]


@pytest.mark.skipif("rus" not in DATA, reason="no Russian language data")
def test_tesseract_reads_russian(russian: np.ndarray) -> None:
    words = get("tesseract").read(Picture(russian))
    assert words.script == "cyrillic"
    assert recall(RUSSIAN, words.text) > 0.95


@pytest.mark.skipif("eng" not in DATA, reason="no English language data")
@pytest.mark.parametrize("skew", [-2.0, 1.5])
def test_boxes_of_a_skewed_page_lie_on_the_page_as_it_was(skew: float) -> None:
    pixels = spoil(pixels_of(typeset(prose(ENGLISH))), skew=skew)
    page = Picture(pixels)
    words = get("tesseract").read(page)
    assert words.skew == pytest.approx(skew, abs=0.25)
    assert recall(ENGLISH, words.text) > 0.95
    inked = [page.image().crop(w.box).min() < 130 for w in words.words]
    assert sum(inked) > 0.98 * len(inked)
    first, last = words.lines[0].words[0].box, words.lines[0].words[-1].box
    rise = (first.center[1] - last.center[1]) / (last.center[0] - first.center[0])
    assert np.degrees(np.arctan(rise)) == pytest.approx(skew, abs=0.4)


@pytest.mark.skipif("eng" not in DATA, reason="no English language data")
def test_lone_digits_that_layout_analysis_passes_over_are_read() -> None:
    body = prose(ENGLISH) + "\n#v(1fr)\n#align(center)[7]"
    words = get("tesseract").read(Picture(pixels_of(typeset(body, height=460))))
    assert words.lines[-1].text == "7"


@pytest.mark.skipif("eng" not in DATA or program() is None, reason="no tesseract program")
def test_program_reads_as_the_library_does(english: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    from atomcite.ocr import tesseract_backend

    monkeypatch.setattr(tesseract_backend, "has_library", lambda: False)
    monkeypatch.setattr(tesseract_backend, "_idle", {})
    assert recall(ENGLISH, Tesseract(["eng"]).read(Picture(english)).text) > 0.97


def test_missing_language_data_say_what_to_install(
    english: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tessdata, "_candidates", lambda: iter([tmp_path]))
    absent = Tesseract().missing()
    assert absent is not None
    assert "tesseract-ocr-rus" in absent.install
    with pytest.raises(EngineMissing, match="tesseract"):
        read_page(Picture(english), "tesseract")


@pytest.mark.skipif(not {"eng", "rus"} <= DATA, reason="needs both languages")
def test_language_data_of_several_folders_work_together(
    russian: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tessdata.files()
    for code in ("eng", "rus"):
        (tmp_path / code).mkdir()
        (tmp_path / code / f"{code}.traineddata").write_bytes(files[code].read_bytes())
    monkeypatch.setattr(tessdata, "_candidates", lambda: iter([tmp_path / "eng", tmp_path / "rus"]))
    monkeypatch.setattr(tessdata, "user_cache_path", lambda name: tmp_path / "cache")
    folder = tessdata.folder_with(("rus", "eng"))
    assert sorted(p.name for p in folder.glob("*.traineddata")) == ["eng.traineddata", "rus.traineddata"]
    from atomcite.ocr import tesseract_backend

    monkeypatch.setattr(tesseract_backend, "_idle", {})
    assert recall(RUSSIAN, Tesseract().read(Picture(russian)).text) > 0.95


def test_unknown_engine_names_the_known_ones() -> None:
    with pytest.raises(UsageError, match="tesseract"):
        get("abbyy")


def test_text_layer_engine_gives_the_words_of_the_file(tmp_path: Path, english: np.ndarray) -> None:
    (tmp_path / "a.pdf").write_bytes(typeset(prose(ENGLISH) + "\n" + TABLE, width=520, height=400))
    with Document.open(tmp_path / "a.pdf") as document:
        words = get("textlayer").read(document.page(1))
    assert recall(ENGLISH, words.text) == 1.0
    assert "Net debt / EBITDA 2.4 2.9" in [line.text for line in words.lines]
    with pytest.raises(EngineFailed, match="no text layer"):
        get("textlayer").read(Picture(english))


def test_openmp_is_limited_before_tesseract_is_loaded() -> None:
    code = "import os; os.environ.pop('OMP_THREAD_LIMIT', None); import atomcite.ocr; print(os.environ[{!r}])"
    run = subprocess.run(
        [sys.executable, "-c", code.format("OMP_THREAD_LIMIT")], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "1"


def test_crops_of_words_hold_their_own_ink_only(english: np.ndarray) -> None:
    page = Picture(english)
    words = get(HERE[0]).read(page).words
    assert max(w.box.height for w in words) < 3 * float(np.median([w.box.height for w in words]))
    assert Box.around(w.box for w in words).area > 0.3 * page.image().width * page.image().height
