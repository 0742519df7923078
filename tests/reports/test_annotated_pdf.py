"""Real PDFs, opened as a run opens them; what comes out is rendered and looked at by code."""

import io
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image
from report_samples import page_image, sample_report

from atomcite.documents import Document
from atomcite.domain import (
    Box,
    ChannelResult,
    ChannelVerdict,
    ClaimVerdict,
    Evidence,
    PageIdentity,
    PageImage,
    Report,
)
from atomcite.errors import DocumentDamaged
from atomcite.reports import to_annotated_pdf
from atomcite.reports.annotated_pdf import COLOURS, STRENGTH

BAR = (60, 300, 260, 330)
"""x0, y0, x1, y1 in user space of the black bar that evidence is said to lie on."""


def pdf(path: Path, pages: int = 2, rotate: int = 0, crop: list[float] | None = None, unit: float = 1.0) -> Path:
    """Pages of 400 x 500 units with a bar and a line at the top; rotation and crop box inherited from the tree."""
    made = pikepdf.new()
    content = b"0 g 60 300 200 30 re f 60 450 120 4 re f"
    for _ in range(pages):
        page = pikepdf.Dictionary(
            Type=pikepdf.Name.Page,
            Contents=made.make_stream(content),
            Resources=pikepdf.Dictionary(),
        )
        if unit != 1.0:
            page.UserUnit = unit
        made.pages.append(pikepdf.Page(made.make_indirect(page)))
    tree = made.Root.Pages
    tree.MediaBox = [0, 0, 400, 500]
    if rotate:
        tree.Rotate = rotate
    if crop:
        tree.CropBox = crop
    for page in made.pages:
        for key in ("/MediaBox", "/Rotate", "/CropBox"):
            if key in page.obj and key in tree:
                del page.obj[key]
    made.save(path)
    return path


def report_on(document: Document, box: Box, exact: bool = True) -> Report:
    """A report with one correct claim on page 2, whose evidence lies at `box`, and one that cites page 1 in vain."""
    sample = sample_report()
    seen = Evidence(page=2, quote="the bar", engine="eyes", box=box, exact=exact)
    text = ChannelResult(
        channel="text", verdict=ChannelVerdict.SUPPORTED, engine="eyes", grade=1, reason=(), evidence=(seen,)
    )
    cited = sample.claims[0].cited_pages[0]
    there, elsewhere = (cited.model_copy(update={"page": PageIdentity(physical=n)}) for n in (2, 1))
    found = sample.claims[0].model_copy(update={"text": text, "image": None, "cited_pages": (there,)})
    lost = sample.claims[7].model_copy(update={"cited_pages": (elsewhere,)})
    return sample.model_copy(update={"document": document.info, "claims": (found, lost)})


def bar_on(image: PageImage) -> Box:
    """Where the bar is on the upright picture, in points: what is dark and thick, unlike the line."""
    dark = image.pixels.mean(axis=2) < 100
    step = round(4 * image.dpi / 72) + 1
    thick = dark.copy()
    for axis in (0, 1):
        for shift in range(1, step + 1):
            thick &= np.roll(dark, shift, axis=axis) & np.roll(dark, -shift, axis=axis)
    inside = np.argwhere(thick)
    (y0, x0), (y1, x1) = inside.min(axis=0), inside.max(axis=0)
    return Box(float(x0), float(y0), float(x1), float(y1)).padded(step).scaled(72 / image.dpi)


def annotated(path: Path, exact: bool = True, language="en") -> bytes:
    with Document.open(path) as document:
        box = bar_on(document.page(2).image())
        report = report_on(document, box, exact)
        return to_annotated_pdf(report, lambda n: document.page(n).image(), path.read_bytes(), language)


def rendered(data: bytes, page: int) -> np.ndarray:
    with pypdfium2.PdfDocument(data) as document:
        return document[page - 1].render(scale=2, may_draw_forms=True).to_numpy()[:, :, ::-1][:, :, :3].astype(int)


KEPT: list[pikepdf.Pdf] = []
"""Files must stay open while their objects are looked at."""


def annotations(data: bytes, page: int) -> list[pikepdf.Dictionary]:
    KEPT.append(pikepdf.open(io.BytesIO(data)))
    return list(KEPT[-1].pages[page - 1].obj.get("/Annots", []))


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, [40, 200, 360, 480]])
@pytest.mark.parametrize("unit", [1.0, 2.0])
def test_highlights_lie_on_the_evidence_on_turned_and_cropped_pages(tmp_path, rotate, crop, unit):
    path = pdf(tmp_path / "made.pdf", rotate=rotate, crop=crop, unit=unit)
    data = annotated(path)
    assert data.startswith(path.read_bytes())
    (found,) = annotations(data, 2)
    assert found.Subtype == "/Highlight"
    # The box is padded a little, and what is black on the picture is found to a pixel or two.
    assert [float(v) for v in found.Rect] == pytest.approx(BAR, abs=4)
    xs, ys = [float(v) for v in found.QuadPoints][::2], [float(v) for v in found.QuadPoints][1::2]
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(BAR, abs=4)


def test_a_highlight_is_painted_in_the_colour_of_the_verdict_and_leaves_the_page_readable(tmp_path):
    path = pdf(tmp_path / "made.pdf")
    before, after = rendered(path.read_bytes(), 2), rendered(annotated(path), 2)
    changed = np.argwhere((before != after).any(axis=2))
    (y0, x0), (y1, x1) = changed.min(axis=0) / 2, changed.max(axis=0) / 2
    assert (x0, 500 - y1, x1, 500 - y0) == pytest.approx(BAR, abs=5)
    colour = 255 * (1 - STRENGTH * (1 - np.array(COLOURS[ClaimVerdict.CORRECT])))
    assert after[tuple(changed[0])] == pytest.approx(colour, abs=3)
    assert (after[before.sum(axis=2) == 0].sum(axis=1) == 0).all()  # black stays black


def test_the_original_stands_at_the_head_unchanged_and_its_outline_and_notes_stay(tmp_path):
    path = pdf(tmp_path / "plain.pdf")
    with pikepdf.open(path) as made:
        with made.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Chapter one", 1))
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Rect=[1, 1, 9, 9], Contents="mine"
        )
        made.pages[1].obj.Annots = made.make_indirect(pikepdf.Array([made.make_indirect(note)]))
        made.save(tmp_path / "made.pdf")
    original = (tmp_path / "made.pdf").read_bytes()
    data = annotated(tmp_path / "made.pdf")
    assert data.startswith(original)
    assert [str(a.Contents) for a in annotations(data, 2)][:1] == ["mine"]
    copy = pikepdf.open(io.BytesIO(data))
    with copy.open_outline() as outline:
        titles = [item.title for item in outline.root]
        leaves = [child.title for item in outline.root for child in item.children]
    assert titles == ["Chapter one", "AtomCite: Needs your attention (1)", "AtomCite: Correct (1)"]
    assert [leaf.split(" ")[1] for leaf in leaves] == ["c8", "c1"]
    assert "unchanged" in str(copy.docinfo["/AtomCite"])
    first = annotations(data, 1)[0]
    assert "plain" not in str(first.Contents)
    assert "made.pdf" in str(first.Contents)


def test_an_approximate_place_is_framed_and_a_claim_without_a_place_is_noted_on_its_page(tmp_path):
    path = pdf(tmp_path / "made.pdf")
    data = annotated(path, exact=False, language="ru")
    (frame,) = annotations(data, 2)
    assert frame.Subtype == "/Square"
    assert frame.BS.S == "/D"
    notes = annotations(data, 1)
    assert [n.Subtype for n in notes] == ["/Text", "/Text"]
    assert "The loan falls due in 2024." in str(notes[1].Contents)
    assert [float(v) for v in notes[0].Rect] != [float(v) for v in notes[1].Rect]


def test_an_encrypted_file_becomes_pictures_and_says_so(tmp_path):
    path = pdf(tmp_path / "plain.pdf")
    with pikepdf.open(path) as made:
        made.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(owner="o", user="u", R=6))
    with Document.open(tmp_path / "locked.pdf", password="u") as document:
        image = document.page(2).image()
        report = report_on(document, bar_on(image))
        data = to_annotated_pdf(report, lambda n: document.page(n).image(), (tmp_path / "locked.pdf").read_bytes())
    copy = pikepdf.open(io.BytesIO(data))
    assert len(copy.pages) == 2
    assert "encrypted" in str(copy.docinfo["/AtomCite"])
    (found,) = annotations(data, 2)
    assert [float(v) for v in found.Rect] == pytest.approx(BAR, abs=4)


def test_a_tiff_becomes_a_pdf_of_its_pages(tmp_path):
    pages = [Image.fromarray(page_image(n, dpi=100).pixels) for n in (1, 2)]
    pages[0].save(tmp_path / "scan.tiff", save_all=True, append_images=pages[1:], dpi=(100, 100))
    with Document.open(tmp_path / "scan.tiff") as document:
        image = document.page(2).image()
        box = Box(72, 120, 300, 134)
        data = to_annotated_pdf(report_on(document, box), lambda n: document.page(n).image(), None)
    copy = pikepdf.open(io.BytesIO(data))
    assert len(copy.pages) == 2
    width, height = (float(v) for v in copy.pages[1].mediabox[2:])
    assert (width, height) == pytest.approx((image.width, image.height), abs=1)
    (found,) = annotations(data, 2)
    assert [float(v) for v in found.Rect] == pytest.approx((72, height - 134, 300, height - 120), abs=3)


def test_pages_that_can_not_be_drawn_keep_their_findings_in_the_outline(tmp_path):
    path = pdf(tmp_path / "made.pdf")

    def images(page: int):
        raise DocumentDamaged("broken", "mend it")

    with Document.open(path) as document:
        data = to_annotated_pdf(report_on(document, Box(1, 1, 9, 9)), images, path.read_bytes())
    with pikepdf.open(io.BytesIO(data)).open_outline() as outline:
        assert sum(len(item.children) for item in outline.root) == 2
    assert annotations(data, 2) == []


def test_a_file_that_is_no_pdf_for_the_writer_still_gives_a_copy(tmp_path):
    path = pdf(tmp_path / "made.pdf")
    whole = path.read_bytes()
    with Document.open(path) as document:
        report = report_on(document, bar_on(document.page(2).image()))
        data = to_annotated_pdf(report, lambda n: document.page(n).image(), whole[: len(whole) // 2])
    assert len(pikepdf.open(io.BytesIO(data)).pages) == 2
    assert annotations(data, 2)
