"""The second renderer draws the same page in the same place."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from made_pages import ENGLISH, prose, typeset

from atomcite.documents import Document
from atomcite.errors import EngineMissing


@pytest.mark.parametrize("variant", ["plain", "rotated", "cropped", "encrypted"])
def test_both_renderers_draw_the_same_page(variant: str, tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(typeset(prose(ENGLISH)))
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        if variant == "rotated":
            pdf.pages[0].obj["/Rotate"] = 180
        if variant == "cropped":
            pdf.pages[0].obj["/CropBox"] = pikepdf.Array([20, 40, 400, 300])
        encryption = pikepdf.Encryption(user="open", owner="own") if variant == "encrypted" else False
        pdf.save(path, encryption=encryption)
    password = "open" if variant == "encrypted" else None
    with (
        Document.open(path, password=password) as one,
        Document.open(path, password=lambda: password, renderer="poppler") as other,
    ):
        a, b = one.page(1).image(), other.page(1).image()
        assert (a.pixels.shape, a.dpi) == (b.pixels.shape, b.dpi)
        ink = [np.argwhere(i.pixels.min(axis=2) < 128) for i in (a, b)]
        assert np.abs(ink[0].min(axis=0) - ink[1].min(axis=0)).max() <= 2
        assert np.abs(ink[0].max(axis=0) - ink[1].max(axis=0)).max() <= 2
        assert one.page(1).embedded_words() == other.page(1).embedded_words()


def test_without_pdf2image_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.pdf").write_bytes(typeset("x"))
    monkeypatch.setitem(sys.modules, "pdf2image", None)
    with pytest.raises(EngineMissing, match=r"atomcite\[poppler\]"):
        Document.open(tmp_path / "page.pdf", renderer="poppler")


def test_without_poppler_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.pdf").write_bytes(typeset("x"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with (
        Document.open(tmp_path / "page.pdf", renderer="poppler") as document,
        pytest.raises(EngineMissing, match="poppler-utils"),
    ):
        document.page(1).image()
