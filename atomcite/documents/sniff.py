"""What a file really is, by its first bytes. Names lie; content does not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from atomcite.errors import DocumentFormatError

Content = Literal["pdf", "tiff", "image"]

PICTURE_SUFFIXES = frozenset(
    {".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".bmp", ".dib", ".gif", ".tif", ".tiff", ".jp2", ".j2k"}
    | {".ppm", ".pgm", ".pbm", ".pnm"}
)


@dataclass(frozen=True)
class Format:
    """`name` as people call it. `content` is None for what AtomCite does not open; `advice` then says what to do."""

    name: str
    content: Content | None
    suffixes: frozenset[str]
    advice: str = ""


def _format(name: str, content: Content | None, suffixes: str, advice: str = "") -> Format:
    return Format(name, content, frozenset(f".{s}" for s in suffixes.split()), advice)


_PRINT = "Print or export it to PDF and verify that: page numbers exist only there."
_MAGIC: tuple[tuple[bytes, int, Format], ...] = (
    (b"\x89PNG\r\n\x1a\n", 0, _format("PNG picture", "image", "png")),
    (b"\xff\xd8\xff", 0, _format("JPEG picture", "image", "jpg jpeg jpe jfif")),
    (b"GIF8", 0, _format("GIF picture", "image", "gif")),
    (b"WEBP", 8, _format("WebP picture", "image", "webp")),
    (b"II*\x00", 0, _format("TIFF picture", "tiff", "tif tiff")),
    (b"MM\x00*", 0, _format("TIFF picture", "tiff", "tif tiff")),
    (b"II+\x00", 0, _format("BigTIFF picture", "tiff", "tif tiff")),
    (b"MM\x00+", 0, _format("BigTIFF picture", "tiff", "tif tiff")),
    (b"\x00\x00\x00\x0cjP  ", 0, _format("JPEG 2000 picture", "image", "jp2 jpx jpf")),
    (b"\xff\x4f\xff\x51", 0, _format("JPEG 2000 picture", "image", "j2k j2c")),
    (b"BM", 0, _format("BMP picture", "image", "bmp dib")),
    (b"PK\x03\x04", 0, _format("ZIP archive or office document (DOCX, XLSX, ...)", None, "", _PRINT)),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0, _format("old Microsoft Office document", None, "", _PRINT)),
    (b"{\\rtf", 0, _format("RTF document", None, "rtf", _PRINT)),
    (b"AT&TFORM", 0, _format("DjVu document", None, "djvu", "Convert it: ddjvu -format=pdf in.djvu out.pdf")),
    (b"%!PS", 0, _format("PostScript file", None, "ps eps", "Convert it: ps2pdf in.ps out.pdf")),
    (b"Rar!", 0, _format("RAR archive", None, "rar", "Unpack it first.")),
    (b"7z\xbc\xaf", 0, _format("7-Zip archive", None, "7z", "Unpack it first.")),
    (b"\x1f\x8b", 0, _format("gzip archive", None, "gz", "Unpack it first.")),
    (b"ftyphei", 4, _format("HEIC photo", None, "heic", "Convert it to JPEG or PNG.")),
    (b"ftypmif1", 4, _format("HEIF photo", None, "heif", "Convert it to JPEG or PNG.")),
    (b"ftypavif", 4, _format("AVIF picture", None, "avif", "Convert it to JPEG or PNG.")),
)
_PDF = _format("PDF document", "pdf", "pdf")
_NETPBM = _format("Netpbm picture", "image", "ppm pgm pbm pnm")
_TEXT = _format("text file", None, "txt md csv html", "Give the document that the answer cites, not its text.")


def recognise(head: bytes) -> Format | None:
    """The format of a file that begins with `head` (1,024 bytes or more where the file has them)."""
    # Acrobat accepts the PDF header anywhere in the first 1,024 bytes (PDF Reference 1.7, appendix H.3, note 13).
    for magic, offset, format_ in _MAGIC:
        if head[offset : offset + len(magic)] == magic:
            return format_
    if b"%PDF-" in head[:1024]:
        return _PDF
    if len(head) > 3 and head[:1] == b"P" and head[1:2] in b"123456" and head[2:3].isspace():
        return _NETPBM
    return _TEXT if _looks_like_text(head) else None


def _looks_like_text(head: bytes) -> bool:
    if b"\x00" in head or not head.strip():
        return False
    try:
        head[: len(head) - 3].decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def content_of(path: Path) -> Content:
    """What `path` holds. Raises DocumentFormatError when it is nothing that AtomCite opens, or when its name says
    another thing than its content."""
    with path.open("rb") as f:
        head = f.read(4096)
    if not head:
        raise DocumentFormatError(f"{path} is an empty file (0 bytes).", "Fetch or export the document again.")
    found = recognise(head)
    if found is None:
        raise DocumentFormatError(
            f"{path} is not a document that AtomCite can open: its content is of no known kind.",
            "Give a PDF, a TIFF, a picture (PNG, JPEG, WebP, BMP, GIF) or a folder of page pictures.",
        )
    if found.content is None:
        raise DocumentFormatError(f"{path} is not a PDF or a picture but a {found.name}.", found.advice)
    suffix = path.suffix.lower()
    claims_other = suffix == ".pdf" or suffix in PICTURE_SUFFIXES
    if suffix not in found.suffixes and claims_other and not (_is_picture(suffix) and found.content == "image"):
        right = sorted(found.suffixes)[0]
        raise DocumentFormatError(
            f"{path} is named {suffix} but its content is a {found.name}.",
            f"If that is the document you mean, rename it to {path.stem}{right}.",
        )
    return found.content


def _is_picture(suffix: str) -> bool:
    """A JPEG named .png opens and renders as what it is: pictures pass for one another, a PDF does not."""
    return suffix in PICTURE_SUFFIXES and suffix not in {".tif", ".tiff"}
