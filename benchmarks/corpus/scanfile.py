"""Scanned pages -> an image-only PDF, as a scanner's software writes it."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import pikepdf
from PIL import Image

from atomcite.domain import Pixels

# TIFF 6.0, section 8: baseline fields.
_PHOTOMETRIC, _STRIP_OFFSETS, _ROWS_PER_STRIP, _STRIP_LENGTHS = 262, 273, 278, 279


@dataclass(frozen=True)
class ScanPage:
    """One page: H x W x 3 RGB pixels at `dpi`; `colour` keeps the colours, else the JPEG is grey. A `bilevel` page is
    black and white alone and kept without loss."""

    pixels: Pixels
    dpi: float
    colour: bool = False
    bilevel: bool = False


@dataclass(frozen=True)
class Metadata:
    """Document information of the file. `scanned` is the creation and modification date."""

    title: str
    author: str
    subject: str
    scanned: datetime
    creator: str = "AtomCite demo corpus"


@dataclass(frozen=True)
class LabelRange:
    """Page labels from physical page `start` (1-based) on: style "D" (1, 2) or "r" (i, ii), counted from `first`."""

    start: int
    style: str
    first: int = 1


def write_scan(
    pages: Iterable[ScanPage], metadata: Metadata, labels: Sequence[LabelRange] = (), quality: int = 45
) -> bytes:
    """A PDF with one JPEG a page and no text layer. `quality` is Pillow's JPEG quality (1-95).

    The bytes depend on the arguments alone: no clock, no random file identifier (ISO 32000-1, 14.4 lets the
    identifier be any byte string; here it is derived from the content).
    """
    with pikepdf.new() as pdf:
        for page in pages:
            _add_page(pdf, page, quality)
        label_pages(pdf, labels)
        stamp = metadata.scanned.strftime("D:%Y%m%d%H%M%SZ")
        pdf.docinfo["/Title"] = metadata.title
        pdf.docinfo["/Author"] = metadata.author
        pdf.docinfo["/Subject"] = metadata.subject
        pdf.docinfo["/Creator"] = metadata.creator
        pdf.docinfo["/CreationDate"] = stamp
        pdf.docinfo["/ModDate"] = stamp
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def label_pages(pdf: pikepdf.Pdf, labels: Sequence[LabelRange]) -> None:
    """Gives the file these page labels and no others (ISO 32000-1, 12.4.2)."""
    if "/PageLabels" in pdf.Root:
        del pdf.Root.PageLabels
    if labels:
        nums = pikepdf.Array()
        for r in labels:
            nums.append(r.start - 1)
            nums.append(pikepdf.Dictionary(S=pikepdf.Name(f"/{r.style}"), St=r.first))
        pdf.Root.PageLabels = pikepdf.Dictionary(Nums=nums)


def jpeg(page: ScanPage, quality: int) -> bytes:
    """The page as JPEG: grey, or colour with the chroma halved."""
    image = Image.fromarray(page.pixels)
    out = io.BytesIO()
    (image if page.colour else image.convert("L")).save(out, "JPEG", quality=quality, optimize=True, subsampling=2)
    return out.getvalue()


def group4(pixels: Pixels) -> bytes:
    """A page of black and white as CCITT group 4 data, black pixels being 0 as in the image."""
    out = io.BytesIO()
    image = Image.fromarray(pixels).convert("1", dither=Image.Dither.NONE)
    strip = {_ROWS_PER_STRIP: image.height, _PHOTOMETRIC: 0}
    image.save(out, "TIFF", compression="group4", tiffinfo=strip)
    tags = Image.open(io.BytesIO(out.getvalue())).tag_v2  # type: ignore[attr-defined]
    (start,), (length,) = tags[_STRIP_OFFSETS], tags[_STRIP_LENGTHS]
    return out.getvalue()[start : start + length]


def _add_page(pdf: pikepdf.Pdf, page: ScanPage, quality: int) -> None:
    height, width = page.pixels.shape[:2]
    size = (round(width * 72 / page.dpi, 2), round(height * 72 / page.dpi, 2))
    image = pikepdf.Stream(
        pdf,
        group4(page.pixels) if page.bilevel else jpeg(page, quality),
        Type=pikepdf.Name.XObject,
        Subtype=pikepdf.Name.Image,
        Width=width,
        Height=height,
        ColorSpace=pikepdf.Name.DeviceRGB if page.colour else pikepdf.Name.DeviceGray,
        BitsPerComponent=1 if page.bilevel else 8,
        Filter=pikepdf.Name.CCITTFaxDecode if page.bilevel else pikepdf.Name.DCTDecode,
    )
    if page.bilevel:
        image.DecodeParms = pikepdf.Dictionary(K=-1, Columns=width, Rows=height)
    content = pikepdf.Stream(pdf, f"q {size[0]} 0 0 {size[1]} 0 0 cm /Scan Do Q".encode())
    leaf = pikepdf.Dictionary(
        Type=pikepdf.Name.Page,
        MediaBox=[0, 0, *size],
        Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(Scan=pdf.make_indirect(image))),
        Contents=pdf.make_indirect(content),
    )
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(leaf)))
