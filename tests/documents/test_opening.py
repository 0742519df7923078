"""What opens, what does not, and what is said about it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pikepdf
import pytest
from made_pages import picture_pdf, pixels_of, save_png, typeset
from PIL import Image

from atomcite.documents import Document
from atomcite.errors import (
    AtomCiteError,
    DocumentDamaged,
    DocumentFormatError,
    DocumentNotFound,
    EmptyDocument,
    PageTooLarge,
    PasswordRequired,
)

TWO_PAGES = "First page.\n#pagebreak()\nSecond page."


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return typeset(TWO_PAGES)


def write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def encrypted(pdf: bytes, path: Path) -> Path:
    source = path.with_suffix(".plain")
    source.write_bytes(pdf)
    with pikepdf.open(source) as document:
        document.save(path, encryption=pikepdf.Encryption(owner="boss", user="secret"))
    return path


def test_pdf_has_its_pages_name_and_hash(pdf: bytes, tmp_path: Path) -> None:
    with Document.open(write(tmp_path / "report.pdf", pdf)) as document:
        assert (document.page_count, document.name, document.info.kind) == (2, "report.pdf", "pdf")
        assert len(document.sha256) == 64
        assert [p.number for p in document.pages()] == [1, 2]
        with pytest.raises(IndexError):
            document.page(3)
        with pytest.raises(IndexError):
            document.page(0)


def test_encrypted_pdf_opens_with_its_password_given_or_asked_for(pdf: bytes, tmp_path: Path) -> None:
    path = encrypted(pdf, tmp_path / "locked.pdf")
    with pytest.raises(PasswordRequired, match="encrypted"):
        Document.open(path)
    with pytest.raises(PasswordRequired, match="does not open"):
        Document.open(path, password="wrong")
    with pytest.raises(PasswordRequired):
        Document.open(path, password=lambda: None)
    for password in ("secret", lambda: "secret"):
        with Document.open(path, password=password) as document:
            assert document.page_count == 2


def test_password_is_not_asked_for_without_need(pdf: bytes, tmp_path: Path) -> None:
    def ask() -> str:
        raise AssertionError("asked")

    Document.open(write(tmp_path / "open.pdf", pdf), password=ask).close()


def test_missing_file_names_a_similar_one(pdf: bytes, tmp_path: Path) -> None:
    write(tmp_path / "report_2023.pdf", pdf)
    with pytest.raises(DocumentNotFound, match=r"report_2023\.pdf"):
        Document.open(tmp_path / "report_2022.pdf")


@pytest.mark.parametrize(
    ("name", "data", "error", "says"),
    [
        ("empty.pdf", b"", DocumentFormatError, "0 bytes"),
        ("letter.pdf", b"PK\x03\x04" + b"\0" * 100, DocumentFormatError, "ZIP archive or office"),
        ("notes.pdf", b"Minutes of the meeting, nothing else.", DocumentFormatError, "text file"),
        ("junk.bin", bytes(range(128, 256)) * 4, DocumentFormatError, "no known kind"),
        ("cut.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Cat", DocumentDamaged, "damaged"),
        ("cut.tif", b"II*\x00\x08\x00\x00\x00\x05\x00", DocumentDamaged, "damaged"),
    ],
)
def test_what_is_no_document_is_said_to_be_what_it_is(
    name: str, data: bytes, error: type[AtomCiteError], says: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=says) as caught:
        Document.open(write(tmp_path / name, data))
    assert caught.value.hint


def test_picture_named_pdf_and_pdf_named_picture_are_refused_with_the_right_name(pdf: bytes, tmp_path: Path) -> None:
    picture = save_png(np.full((50, 50, 3), 255, np.uint8), tmp_path / "a.png")
    with pytest.raises(DocumentFormatError, match="PNG picture") as caught:
        Document.open(write(tmp_path / "scan.pdf", picture.read_bytes()))
    assert "scan.png" in caught.value.hint
    with pytest.raises(DocumentFormatError, match="PDF document"):
        Document.open(write(tmp_path / "scan.png", pdf))


def test_truncated_picture_is_damaged_not_half_blank(tmp_path: Path) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (300, 300, 3)).astype(np.uint8)
    Image.fromarray(noise).save(tmp_path / "whole.jpg")
    data = (tmp_path / "whole.jpg").read_bytes()
    with (
        pytest.raises(DocumentDamaged, match="decoded"),
        Document.open(write(tmp_path / "half.jpg", data[: len(data) // 2])) as document,
    ):
        document.page(1).image()


def test_pdf_without_pages_is_empty(tmp_path: Path) -> None:
    document = pikepdf.new()
    document.save(tmp_path / "none.pdf")
    with pytest.raises((EmptyDocument, DocumentDamaged)) as caught:
        Document.open(tmp_path / "none.pdf")
    assert isinstance(caught.value, EmptyDocument)


def test_pdf_cut_in_the_middle_is_never_silently_short(pdf: bytes, tmp_path: Path) -> None:
    whole = typeset("\n#pagebreak()\n".join(f"Page {i} " + "word " * 300 for i in range(6)))
    try:
        document = Document.open(write(tmp_path / "cut.pdf", whole[: len(whole) // 2]))
    except DocumentDamaged:
        return
    with document:
        assert document.page_count == 6


def test_folder_is_read_in_natural_order_and_hashed_over_names_and_content(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in (1, 2, 10):
        save_png(np.full((200, 100 + number, 3), 255, np.uint8), folder / f"page{number}.png")
    (folder / ".DS_Store").write_bytes(b"x")
    (folder / "notes.txt").write_text("not a page")
    with Document.open(folder) as document:
        assert document.info.kind == "folder"
        shapes = [p.image().pixels.shape for p in document.pages()]
        assert [round(200 * w / h) - 100 for h, w, _ in shapes] == [1, 2, 10]
        before = document.sha256
    (folder / "page10.png").rename(folder / "page11.png")
    with Document.open(folder) as document:
        assert document.sha256 != before


def test_folder_without_pages_says_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(EmptyDocument, match=r"notes\.txt"):
        Document.open(tmp_path)


def test_tiff_has_all_its_pages_but_no_thumbnails(tmp_path: Path) -> None:
    frames = [Image.new("1", (300, 400), 1), Image.new("L", (310, 400), 255), Image.new("RGB", (320, 400), "white")]
    frames[0].save(tmp_path / "fax.tif", save_all=True, append_images=frames[1:], dpi=(72, 72))
    with Document.open(tmp_path / "fax.tif") as document:
        assert (document.info.kind, document.page_count) == ("tiff", 3)
        shapes = [p.image().pixels.shape for p in document.pages()]
        assert all(s[2] == 3 for s in shapes)
        assert document.page(2).embedded_words() is None


def test_page_too_large_says_how_large_and_what_to_raise(tmp_path: Path) -> None:
    path = write(tmp_path / "plan.pdf", typeset("Plan", width=7000, height=7000))
    with (
        Document.open(path, max_megapixels=20) as document,
        pytest.raises(PageTooLarge, match="megapixels") as caught,
    ):
        document.page(1).image()
    assert "--max-megapixels" in caught.value.hint


def test_large_page_is_rendered_at_a_lower_resolution_within_the_limit(tmp_path: Path) -> None:
    path = write(tmp_path / "plan.pdf", typeset("Plan", width=1400, height=1400))
    with Document.open(path, max_megapixels=5) as document:
        image = document.page(1).image()
    assert image.pixels.shape[0] * image.pixels.shape[1] <= 5.05e6
    assert 100 <= image.dpi < 200
    assert image.width == pytest.approx(1400, abs=1)


def test_picture_with_far_too_many_pixels_is_not_decoded(tmp_path: Path) -> None:
    Image.new("1", (6000, 6000), 1).save(tmp_path / "big.png")
    with pytest.raises(PageTooLarge):
        Document.open(tmp_path / "big.png", max_megapixels=2)


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("Annual Report 2023", True),
        ("Годовой отчёт за 2023 год", True),
        ("Microsoft Word - report.doc", False),
        ("untitled", False),
        ("report.pdf", False),
        ("Final version 3.docx", False),
        ("scan0001", False),
        ("", False),
    ],
)
def test_only_a_title_that_somebody_gave_is_a_title(title: str, kept: bool, pdf: bytes, tmp_path: Path) -> None:
    path = write(tmp_path / "report.pdf", pdf)
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        document.docinfo["/Title"] = title
        document.docinfo["/Author"] = "Unknown"
        document.docinfo["/ModDate"] = "D:20240229103000+03'00'"
        document.save(path)
    with Document.open(path) as document:
        assert document.info.title == (title if kept else None)
        assert document.info.author is None
        assert document.info.revision_date == "2024-02-29T10:30:00+03:00"


def test_two_documents_render_side_by_side_from_many_threads(pdf: bytes, tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    scan = picture_pdf([pixels_of(pdf, 100)], dpi=100)
    paths = [write(tmp_path / "a.pdf", pdf), write(tmp_path / "b.pdf", scan)]
    with Document.open(paths[0]) as a, Document.open(paths[1]) as b, ThreadPoolExecutor(4) as pool:
        pages = [a.page(1), b.page(1), a.page(2), a.page(1)] * 2
        images = list(pool.map(lambda p: p.image(), pages))
    assert images[0] is images[3] is images[4]
