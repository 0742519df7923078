"""Model folders for PaddleOCR are told by what their inference.yml says; no PaddleOCR is needed for that."""

from __future__ import annotations

from pathlib import Path

import pytest

from atomcite.errors import EngineMissing, UsageError
from atomcite.ocr import paddle_models
from atomcite.ocr.paddle import PaddleOcr

LATIN = "abcdefghijklmnopqrstuvwxyz0123456789"
CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"


def put(folder: Path, name: str, alphabet: str = "", files: tuple[str, ...] = ("inference.onnx",)) -> None:
    folder.mkdir(parents=True)
    characters = "".join(f"  - '{c}'\n" for c in alphabet)
    text = f"Global:\n  model_name: {name}\n"
    if alphabet:
        text += f"PostProcess:\n  name: CTCLabelDecode\n  character_dict:\n{characters}"
    (folder / "inference.yml").write_text(text, "utf-8")
    for file in files:
        (folder / file).write_bytes(b"")


def test_models_are_found_whatever_their_folders_are_called(tmp_path: Path) -> None:
    put(tmp_path / "finder", "PP-OCRv5_server_det")
    put(tmp_path / "ru" / "rec", "eslav_PP-OCRv5_mobile_rec", LATIN + CYRILLIC)
    put(tmp_path / "rec", "en_PP-OCRv5_mobile_rec", LATIN, ("inference.json", "inference.pdiparams"))
    put(tmp_path / "layout", "PP-DocLayout-S")
    put(tmp_path / "empty", "latin_PP-OCRv5_mobile_rec", LATIN, ())
    found = {m.name: m for m in paddle_models.models_in(tmp_path)}
    assert set(found) == {"PP-OCRv5_server_det", "eslav_PP-OCRv5_mobile_rec", "en_PP-OCRv5_mobile_rec"}
    assert found["eslav_PP-OCRv5_mobile_rec"].scripts == {"latin", "cyrillic", "mixed"}
    assert found["en_PP-OCRv5_mobile_rec"].scripts == {"latin"}
    assert found["en_PP-OCRv5_mobile_rec"].formats == {"paddle"}
    assert found["PP-OCRv5_server_det"].formats == {"onnx"}


def test_alphabet_with_some_letters_only_is_not_its_script(tmp_path: Path) -> None:
    put(tmp_path / "rec", "PP-OCRv5_mobile_rec", LATIN + "абв")
    assert paddle_models.models_in(tmp_path)[0].scripts == {"latin"}


def test_recogniser_is_chosen_by_script(tmp_path: Path) -> None:
    put(tmp_path / "det", "PP-OCRv5_server_det")
    put(tmp_path / "ru", "eslav_PP-OCRv5_mobile_rec", LATIN + CYRILLIC)
    put(tmp_path / "en", "en_PP-OCRv5_mobile_rec", LATIN)
    engine = PaddleOcr(tmp_path, "onnxruntime")
    names = {s: engine.recogniser_for(s, 1) for s in ("latin", "cyrillic", "mixed")}
    assert {s: m and m.name.split("_")[0] for s, m in names.items()} == {
        "latin": "en",
        "cyrillic": "eslav",
        "mixed": "eslav",
    }


def test_script_that_no_recogniser_knows_is_an_error(tmp_path: Path) -> None:
    put(tmp_path / "det", "PP-OCRv5_server_det")
    put(tmp_path / "en", "en_PP-OCRv5_mobile_rec", LATIN)
    engine = PaddleOcr(tmp_path, "onnxruntime")
    assert engine.scripts == {"latin"}
    with pytest.raises(EngineMissing, match="cyrillic"):
        engine.recogniser_for("cyrillic", 3)


def test_version_changes_with_the_weights(tmp_path: Path) -> None:
    put(tmp_path / "det", "PP-OCRv5_server_det")
    put(tmp_path / "rec", "en_PP-OCRv5_mobile_rec", LATIN)
    before = PaddleOcr(tmp_path, "onnxruntime").version
    (tmp_path / "rec" / "inference.onnx").write_bytes(b"other")
    assert PaddleOcr(tmp_path, "onnxruntime").version != before


def test_bad_configuration_is_a_usage_error_that_names_the_file(tmp_path: Path) -> None:
    put(tmp_path / "det", "PP-OCRv5_server_det")
    (tmp_path / "det" / "inference.yml").write_text("Global: [", "utf-8")
    with pytest.raises(UsageError, match=r"inference\.yml"):
        paddle_models.models_in(tmp_path)


def test_folder_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere"):
        paddle_models.models_in(tmp_path / "nowhere")
