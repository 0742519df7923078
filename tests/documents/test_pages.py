"""Pixels and embedded words of pages, and that they lie on one another."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pikepdf
import pytest
from made_pages import ENGLISH, RUSSIAN, picture_pdf, pixels_of, prose, save_png, spoil, turned, typeset
from PIL import Image

from atomcite.documents import Document
from atomcite.domain import Key, PageImage


class Counts:
    def __init__(self) -> None:
        self.by_name: dict[str, int] = {}

    def count(self, name: str, amount: int = 1) -> None:
        self.by_name[name] = self.by_name.get(name, 0) + amount


class Memory:
    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], bytes] = {}

    def get(self, kind: str, key: Key) -> bytes | None:
        return self.entries.get((kind, repr(sorted(key.items()))))

    def put(self, kind: str, key: Key, value: bytes) -> None:
        self.entries[(kind, repr(sorted(key.items())))] = value


def opened(path: Path, data: bytes) -> Document:
    path.write_bytes(data)
    return Document.open(path)


def edited(pdf: bytes, **entries: object) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for key, value in entries.items():
            document.pages[0].obj[f"/{key}"] = value
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()


def ink_under(image: PageImage, words: list) -> float:
    """Share of word boxes that hold ink, and none of whose neighbours' paper: a measure of alignment."""
    hits = [float((image.crop(w.box).min(axis=2) < 128).mean()) > 0.05 for w in words]
    return sum(hits) / len(hits)


def ink_outside(image: PageImage, words: list) -> float:
    dark = image.pixels.min(axis=2) < 128
    total = dark.sum()
    k = image.dpi / 72
    for w in words:
        b = w.box.padded(1).scaled(k)
        dark[max(0, int(b.y0)) : int(b.y1) + 1, max(0, int(b.x0)) : int(b.x1) + 1] = False
    return float(dark.sum() / total)


VARIANTS = {
    "plain": {},
    "rotated 90": {"Rotate": 90},
    "rotated 180": {"Rotate": 180},
    "rotated 270": {"Rotate": 270},
    "cropped": {"CropBox": pikepdf.Array([20, 60, 400, 300])},
    "cropped and rotated": {"CropBox": pikepdf.Array([20, 60, 400, 300]), "Rotate": 90},
    "shifted origin": {"MediaBox": pikepdf.Array([-30, -40, 390, 280])},
    "user unit": {"UserUnit": 2},
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_embedded_words_lie_on_their_ink(variant: str, tmp_path: Path) -> None:
    pdf = edited(typeset(prose(ENGLISH)), **VARIANTS[variant])
    with opened(tmp_path / "page.pdf", pdf) as document:
        page = document.page(1)
        image = page.image()
        words = [w for w in page.embedded_words() or () if w.box.x0 >= 0 and w.box.x1 <= image.width]
        words = [w for w in words if w.box.y0 >= 0 and w.box.y1 <= image.height]
        assert len(words) > 60
        assert ink_under(image, words) > 0.98
        assert ink_outside(image, words) < 0.05
        assert "expenditure of 318 million was financed" in " ".join(w.text for w in words)


def test_user_unit_enlarges_the_page(tmp_path: Path) -> None:
    with opened(tmp_path / "page.pdf", edited(typeset("x"), UserUnit=2)) as document:
        assert document.page(1).image().width == pytest.approx(840, abs=1)


def test_page_with_sideways_type_is_turned_and_its_words_with_it(tmp_path: Path) -> None:
    pdf = typeset(f"#rotate(-90deg, reflow: true)[#block(width: 250pt)[{prose(ENGLISH)}]]")
    with opened(tmp_path / "side.pdf", pdf) as document:
        page = document.page(1)
        assert page.image().turned == 90
        words = list(page.embedded_words() or ())
        assert ink_under(page.image(), words) > 0.98
        assert words[0].text == "The"


def test_footnote_mark_is_not_part_of_the_number(tmp_path: Path) -> None:
    with opened(tmp_path / "note.pdf", typeset("Revenue was 4.2#super[1] million and H#sub[2]O.")) as document:
        texts = [w.text for w in document.page(1).embedded_words() or ()]
    assert "4.2" in texts
    assert "4.21" not in texts


def test_ligatures_come_apart(tmp_path: Path) -> None:
    with opened(tmp_path / "lig.pdf", typeset("The efficient office benefits from a fixed flow.")) as document:
        texts = [w.text for w in document.page(1).embedded_words() or ()]
    assert texts == ["The", "efficient", "office", "benefits", "from", "a", "fixed", "flow."]


def test_kinds_and_resolutions(tmp_path: Path) -> None:
    picture = pixels_of(typeset(prose(ENGLISH)), 240)
    with opened(tmp_path / "scan.pdf", picture_pdf([picture], 240)) as document:
        page = document.page(1)
        assert page.kind == "scan"
        assert page.native_dpi == pytest.approx(240, abs=1)
        assert page.image().pixels.shape == picture.shape
        assert page.embedded_words() is None
    with opened(tmp_path / "born.pdf", typeset(prose(ENGLISH))) as document:
        assert document.page(1).kind == "born_digital"
        assert document.page(1).image().dpi == 200
    with opened(tmp_path / "small.pdf", typeset(prose(ENGLISH), size=5)) as document:
        assert document.page(1).image().dpi == 300


@pytest.mark.parametrize(("native", "dpi"), [(72, 150), (90, 180), (120, 200), (400, 300)])
def test_scan_is_rendered_within_bounds(native: float, dpi: float, tmp_path: Path) -> None:
    with opened(tmp_path / "scan.pdf", picture_pdf([np.full((400, 300, 3), 255, np.uint8)], native)) as document:
        assert document.page(1).image().dpi == pytest.approx(dpi, abs=1)


def test_invisible_text_of_an_ocred_scan_is_a_text_layer(tmp_path: Path) -> None:
    picture = pixels_of(typeset(prose(ENGLISH)), 200)
    with pikepdf.open(io.BytesIO(picture_pdf([picture], 200))) as pdf:
        page = pdf.pages[0]
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.obj["/Resources"]["/Font"] = pikepdf.Dictionary(F1=font)
        page.contents_add(b"BT /F1 10 Tf 3 Tr 30 280 Td (The Lender shall make the loan) Tj ET")
        out = io.BytesIO()
        pdf.save(out)
    with opened(tmp_path / "ocr.pdf", out.getvalue()) as document:
        page = document.page(1)
        assert page.kind == "scan"
        assert [w.text for w in page.embedded_words() or ()] == ["The", "Lender", "shall", "make", "the", "loan"]


@pytest.mark.parametrize("text", [ENGLISH, RUSSIAN], ids=["en", "ru"])
@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_scan_is_turned_upright(text: str, degrees: int, tmp_path: Path) -> None:
    upright = spoil(pixels_of(typeset(prose(text), size=11)), skew=0.6)
    path = save_png(turned(upright, degrees), tmp_path / "page.png")
    with Document.open(path) as document:
        image = document.page(1).image()
    assert image.turned == (360 - degrees) % 360
    assert image.pixels.shape == upright.shape


def test_exif_orientation_is_obeyed_and_transparency_is_paper(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned a quarter clockwise
    wide = np.full((100, 300, 3), 255, np.uint8)
    wide[:, :40] = 0
    Image.fromarray(wide).save(tmp_path / "photo.jpg", exif=exif, quality=95)
    with Document.open(tmp_path / "photo.jpg") as document:
        pixels = document.page(1).image().pixels
    assert pixels.shape[0] > pixels.shape[1]
    assert pixels[5].mean() < 20
    assert pixels[-5].mean() > 235
    Image.new("RGBA", (80, 80), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    with Document.open(tmp_path / "clear.png") as document:
        assert document.page(1).image().pixels.min() == 255


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "I;16", "LA", "RGB"])
def test_every_pixel_kind_becomes_rgb(mode: str, tmp_path: Path) -> None:
    grey = np.full((120, 100), 255, np.uint8)
    grey[:60] = 0
    if mode == "I;16":
        picture = Image.fromarray(grey.astype(np.uint16) * 257)
    else:
        picture = Image.fromarray(grey).convert(mode) if mode != "LA" else Image.fromarray(grey).convert("LA")
    path = tmp_path / ("p.tif" if mode in ("CMYK", "I;16") else "p.png")
    picture.save(path)
    with Document.open(path) as document:
        pixels = document.page(1).image().pixels
    assert pixels.dtype == np.uint8
    assert pixels[10].mean() < 10
    assert pixels[-10].mean() > 245


@pytest.mark.parametrize(
    ("size", "tag", "height"),
    [
        ((1654, 2339), (200, 200), 842),  # a true tag
        ((1654, 2339), (72, 72), 842),  # the default that cameras write: A4 by shape
        ((1654, 2339), None, 842),
        ((1654, 2339), (1, 1), 842),
        ((600, 1600), None, 605),  # a receipt, 80 mm wide
    ],
)
def test_picture_has_the_size_of_a_sheet(size: tuple, tag: tuple | None, height: float, tmp_path: Path) -> None:
    picture = Image.new("L", size, 255)
    picture.save(tmp_path / "p.png", **({"dpi": tag} if tag else {}))
    with Document.open(tmp_path / "p.png") as document:
        image = document.page(1).image()
    assert image.height == pytest.approx(height, rel=0.01)
    assert image.width / image.height == pytest.approx(size[0] / size[1], rel=0.01)


def test_fax_pixels_become_square(tmp_path: Path) -> None:
    Image.new("1", (1728, 1100), 1).save(tmp_path / "fax.tif", dpi=(204, 98))
    with Document.open(tmp_path / "fax.tif") as document:
        image = document.page(1).image()
    assert image.width == pytest.approx(610, abs=4)
    assert image.height == pytest.approx(808, abs=4)


def test_page_is_rendered_once_and_a_second_run_takes_it_from_the_cache(tmp_path: Path) -> None:
    path = save_png(turned(pixels_of(typeset(prose(ENGLISH), size=11), 150), 180), tmp_path / "p.png", 150)
    cache, first, second = Memory(), Counts(), Counts()
    with Document.open(path, cache=cache, meter=first) as document:
        one = document.page(1).image()
        assert document.page(1).image() is one
    with Document.open(path, cache=cache, meter=second) as document:
        two = document.page(1).image()
    assert first.by_name == {"pages_rendered": 1}
    assert second.by_name == {}
    assert one.digest == two.digest
    assert one.turned == two.turned == 180
    assert not two.pixels.flags.writeable


def test_spoilt_cache_entry_is_rendered_again(tmp_path: Path) -> None:
    path = save_png(np.full((300, 200, 3), 255, np.uint8), tmp_path / "p.png")
    cache, counts = Memory(), Counts()
    with Document.open(path, cache=cache) as document:
        whole = document.page(1).image().digest
    for key in cache.entries:
        cache.entries[key] = cache.entries[key][:20]
    with Document.open(path, cache=cache, meter=counts) as document:
        assert document.page(1).image().digest == whole
    assert counts.by_name == {"pages_rendered": 1}


def test_filled_form_field_is_painted(tmp_path: Path) -> None:
    blank = typeset("Form")
    with pikepdf.open(io.BytesIO(blank)) as pdf:
        field = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T="amount", V="4,200,000",
            Rect=pikepdf.Array([60, 100, 300, 130]), DA="/Helv 18 Tf 0 g", F=4,
        )  # fmt: skip
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        look = pdf.make_stream(b"/Tx BMC BT /Helv 18 Tf 5 8 Td (4,200,000) Tj ET EMC")
        look.Type, look.Subtype, look.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, pikepdf.Array([0, 0, 240, 30])
        look.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(Helv=font))
        field.AP = pikepdf.Dictionary(N=look)
        widget = pdf.make_indirect(field)
        pdf.pages[0].obj["/Annots"] = pikepdf.Array([widget])
        pdf.Root.AcroForm = pikepdf.Dictionary(
            Fields=pikepdf.Array([widget]), DR=pikepdf.Dictionary(Font=pikepdf.Dictionary(Helv=font))
        )
        out = io.BytesIO()
        pdf.save(out)
    with opened(tmp_path / "form.pdf", out.getvalue()) as document:
        image = document.page(1).image()
        assert "4,200,000" in [w.text for w in document.page(1).embedded_words() or ()]
    region = image.pixels[int(190 * 200 / 72) : int(220 * 200 / 72), int(60 * 200 / 72) : int(300 * 200 / 72)]
    assert cv2.cvtColor(region, cv2.COLOR_RGB2GRAY).min() < 100


def test_a_page_with_a_link_and_no_form_gives_its_words(tmp_path: Path) -> None:
    document = opened(tmp_path / "link.pdf", typeset('See #link("https://example.org")[the note] on page 3.'))
    words = document.page(1).embedded_words()
    assert [w.text for w in words or ()] == ["See", "the", "note", "on", "page", "3."]


@pytest.mark.parametrize(("suffix", "told"), [(".gif", True), (".webp", True), (".png", True), (".tiff", False)])
def test_frames_of_an_animated_picture_are_no_pages_and_that_is_said(tmp_path: Path, suffix: str, told: bool) -> None:
    frames = [Image.new("RGB", (80, 60), (250 - 60 * n, 200, 200)) for n in range(3)]
    (tmp_path / "pages").mkdir()
    for path in (tmp_path / f"moving{suffix}", tmp_path / "pages" / f"moving{suffix}"):
        frames[0].save(path, save_all=True, append_images=frames[1:])
    frames[0].save(tmp_path / "pages" / f"still{suffix}")
    for path, pages in ((tmp_path / f"moving{suffix}", 1), (tmp_path / "pages", 2)):
        with Document.open(path) as document:
            assert document.info.page_count == (pages if told else pages + 2)
            said = [notice.render("en") for notice in document.notices()]
        assert len(said) == told
        assert all("3 frames: the first" in text for text in said)
