"""A copy of the document with the findings on its pages: highlights, notes and an outline to go through them.

The copy of a PDF is written as an incremental update (PDF 32000-1, 7.5.6): the bytes of the original stand at its
head unchanged, and what is added follows them. Pictures, and PDFs that can't be updated that way (encrypted, or
damaged in a way that only viewers forgive), are put together anew from the pictures of their pages.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.errors import DependencyError, PyPdfError
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    Fit,
    FloatObject,
    NameObject,
    NumberObject,
    StreamObject,
    TextStringObject,
)

from atomcite.domain import Box, ClaimVerdict, Language, PageImage, Report, message
from atomcite.errors import AtomCiteError
from atomcite.reports.findings_on_pages import Finding, findings, regions
from atomcite.reports.labels import Labels
from atomcite.reports.pdf_geometry import Placement, Rectangle
from atomcite.reports.pictures import without_colour
from atomcite.reports.places import Mark, PageImages
from atomcite.reports.untrusted import without_secrets, xml_text

COLOURS: dict[ClaimVerdict, tuple[float, float, float]] = {
    ClaimVerdict.CORRECT: (0.56, 0.88, 0.63),
    ClaimVerdict.WRONG_PAGE: (1.0, 0.82, 0.35),
    ClaimVerdict.UNSUPPORTED: (1.0, 0.56, 0.51),
    ClaimVerdict.CONFLICT: (0.87, 0.62, 0.95),
    ClaimVerdict.NOT_CHECKED: (0.58, 0.77, 0.96),
    ClaimVerdict.NO_SUCH_PAGE: (1.0, 0.6, 0.75),
    ClaimVerdict.UNCITED: (0.8, 0.8, 0.8),
}
"""RGB by verdict: light, as print shows through them."""
STRENGTH = 0.7
"""Opacity of a highlight: print stays readable where several lie over one another."""
PRINTED = 4
"""Annotation flag: print (PDF 32000-1, table 165)."""
NOTE = 18.0
"""Points that the sign of a note takes."""
LEAD = 36.0
"""Points of the page left above and beside a place that the outline leads to."""


@dataclass(frozen=True)
class _Page:
    """A page with the picture's placement over it; None where there is no picture to place anything by."""

    object: PageObject
    placement: Placement | None


def to_annotated_pdf(
    report: Report,
    images: PageImages,
    original: bytes | None,
    language: Language = "en",
) -> bytes:
    """The annotated copy as PDF.

    `original` holds the bytes of the PDF that was verified, None for other documents. `images` is asked for the pages
    that have findings, or for every page where the copy is made of pictures. An exact place is highlighted, an
    approximate one framed with a dashed line, a finding without a place noted at the head of its page. A page that
    can't be drawn keeps its findings in the outline; in a copy made of pictures it is left blank.
    """
    report = without_secrets(report)
    labels = Labels(language)
    found = findings(report, labels)
    writer = None if original is None else _updatable(original, report.document.page_count, _touched(found))
    if writer is not None:
        return _Copy(writer, report, labels, found).of_file(images)
    return _Copy(PdfWriter(), report, labels, found).of_pictures(images, was_pdf=original is not None)


def _touched(found: Iterable[Finding]) -> list[int]:
    """Pages that are written to: those with findings, and the first for the note on what the copy is."""
    return sorted({1, *(f.page for f in found)})


def _colour(finding: Finding) -> tuple[float, float, float]:
    return COLOURS[ClaimVerdict.WRONG_PAGE if finding.suggested else finding.claim.verdict]


def _updatable(original: bytes, page_count: int, pages: Iterable[int]) -> PdfWriter | None:
    """A writer that adds to `original`; None when it is encrypted, or when pypdf can't follow it to all of `pages`.

    PDFium and pypdf forgive different faults, so a file that was verified may still be one that pypdf can't update.
    """
    try:
        reader = PdfReader(io.BytesIO(original))
        if reader.is_encrypted or len(reader.pages) != page_count:
            return None
        writer = PdfWriter(reader, incremental=True)
        for number in pages:
            page = writer.pages[number - 1]
            if not (_shown(page) and page.rotation % 90 == 0):
                return None
            _annotations(page)
        writer.get_outline_root()
    except (PyPdfError, DependencyError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None  # pypdf meets broken objects with any of these
    return writer


class _Copy:
    def __init__(self, writer: PdfWriter, report: Report, labels: Labels, found: list[Finding]) -> None:
        self.writer = writer
        self.report = report
        self.labels = labels
        self.findings = found
        self.pages: dict[int, _Page] = {}
        self.heads: dict[int, int] = {}

    def of_file(self, images: PageImages) -> bytes:
        for number in _touched(self.findings):
            page = self.writer.pages[number - 1]
            image = _drawn(images, number)
            self.pages[number] = _Page(page, None if image is None else _placement(page, image))
        return self._annotated("pdf_copy")

    def of_pictures(self, images: PageImages, was_pdf: bool) -> bytes:
        for number in range(1, self.report.document.page_count + 1):
            image = _drawn(images, number)
            if image is None:
                page = self.writer.add_blank_page(width=595, height=842)
                self.pages[number] = _Page(page, None)
                continue
            page = self.writer.add_page(_picture_page(image))
            box = (0.0, 0.0, float(page.mediabox.width), float(page.mediabox.height))
            self.pages[number] = _Page(page, Placement(box, 0, image.width, image.height))
        return self._annotated("pdf_pictures" if was_pdf else "pdf_made")

    def _annotated(self, what: str) -> bytes:
        self._say_what_it_is(what)
        for finding in self.findings:
            page = self.pages[finding.page]
            if page.placement is not None:
                self._annotate(page.object, page.placement, finding)
        for region in regions(self.findings):
            page = self.pages[region.mark.page]
            if page.placement is not None:
                note = xml_text("\n\n".join(dict.fromkeys(f.note for f in region.findings)))
                self._highlight(page.object, page.placement, region.mark, note, _colour(region.findings[0]))
        self._outline()
        file = io.BytesIO()
        self.writer.write(file)
        return file.getvalue()

    def _say_what_it_is(self, what: str) -> None:
        document = self.report.document
        said = message(f"forms.{what}", name=document.name, sha256=document.sha256).render(self.labels.language)
        self.writer.add_metadata({"/AtomCite": xml_text(said)})
        first = self.pages.get(1)
        if first is not None and first.placement is not None:
            self._note(first.object, first.placement, 1, said, (0.85, 0.85, 0.85))

    def _annotate(self, page: PageObject, placement: Placement, finding: Finding) -> None:
        colour = _colour(finding)
        note = xml_text(finding.note)
        if not finding.marks:
            self._note(page, placement, finding.page, note, colour)
        for mark in finding.marks:
            if not mark.exact:
                self._frame(page, placement, mark, note, colour)

    def _highlight(
        self, page: PageObject, placement: Placement, mark: Mark, note: str, colour: tuple[float, float, float]
    ) -> None:
        rectangle = placement.rectangle(mark.shown)
        paint = f"/M gs {_numbers(colour)} rg {_numbers(_sized(rectangle))} re f"
        self._add(
            page,
            "/Highlight",
            rectangle,
            note,
            colour,
            {
                "/QuadPoints": _array(placement.quadrilateral(mark.shown)),
                "/AP": self._appearance(rectangle, paint, multiply=True),
            },
        )

    def _frame(
        self, page: PageObject, placement: Placement, mark: Mark, note: str, colour: tuple[float, float, float]
    ) -> None:
        dark = (colour[0] * 0.7, colour[1] * 0.7, colour[2] * 0.7)
        rectangle = placement.rectangle(mark.shown)
        x, y, width, height = _sized(rectangle)
        inside = (x + 1, y + 1, max(0.0, width - 2), max(0.0, height - 2))
        paint = f"{_numbers(dark)} RG 1.5 w [4 3] 0 d {_numbers(inside)} re S"
        style = DictionaryObject(
            {
                NameObject("/W"): FloatObject(1.5),
                NameObject("/S"): NameObject("/D"),
                NameObject("/D"): _array((4, 3)),
            }
        )
        self._add(
            page,
            "/Square",
            rectangle,
            note,
            dark,
            {"/BS": style, "/AP": self._appearance(rectangle, paint, multiply=False)},
        )

    def _note(
        self, page: PageObject, placement: Placement, number: int, note: str, colour: tuple[float, float, float]
    ) -> None:
        """A note at the head of the page, beside those that are there already. Viewers draw its sign."""
        place = self.heads[number] = self.heads.get(number, -1) + 1
        across = max(1, int((placement.width - 2 * NOTE) // (NOTE + 4)))
        x, y = NOTE / 2 + place % across * (NOTE + 4), NOTE / 2 + place // across * (NOTE + 4)
        rectangle = placement.rectangle(Box(x, y, x + NOTE, y + NOTE))
        self._add(page, "/Text", rectangle, note, colour, {"/Name": NameObject("/Comment")})

    def _add(
        self,
        page: PageObject,
        kind: str,
        rectangle: Rectangle,
        note: str,
        colour: tuple[float, float, float],
        more: dict[str, Any],
    ) -> None:
        entries: dict[str, Any] = {
            "/Type": NameObject("/Annot"),
            "/Subtype": NameObject(kind),
            "/Rect": _array(rectangle),
            "/Contents": TextStringObject(note),
            "/T": TextStringObject("AtomCite"),
            "/C": _array(colour),
            "/F": NumberObject(PRINTED),
            **more,
        }
        annotation = DictionaryObject({NameObject(k): v for k, v in entries.items()})
        reference = self.writer._add_object(annotation)
        # A list of its own: the original's may be an object that several pages share.
        page[NameObject("/Annots")] = ArrayObject([*_annotations(page), reference])

    def _appearance(self, rectangle: Rectangle, paint: str, multiply: bool) -> DictionaryObject:
        """How the annotation looks, said once so that all viewers and printers draw the same."""
        form = StreamObject()
        form.set_data(paint.encode("ascii"))
        form[NameObject("/Type")] = NameObject("/XObject")
        form[NameObject("/Subtype")] = NameObject("/Form")
        form[NameObject("/BBox")] = _array(rectangle)
        if multiply:
            state = DictionaryObject(
                {NameObject("/BM"): NameObject("/Multiply"), NameObject("/ca"): FloatObject(STRENGTH)}
            )
            states = DictionaryObject({NameObject("/M"): state})
            form[NameObject("/Resources")] = DictionaryObject({NameObject("/ExtGState"): states})
        return DictionaryObject({NameObject("/N"): self.writer._add_object(form)})

    def _outline(self) -> None:
        """Entries after those of the original: what needs a person, then what is correct."""
        for heading, urgent in (("attention", True), ("good", False)):
            chosen = [f for f in self.findings if f.urgent is urgent]
            if not chosen:
                continue
            title = f"AtomCite: {self.labels(heading)} ({len({f.claim.id for f in chosen})})"
            above = self._entry(title, chosen[0], None)
            for finding in chosen:
                self._entry(f"{finding.title} ({self.labels('page_physical', page=finding.page)})", finding, above)

    def _entry(self, title: str, finding: Finding, parent: Any) -> Any:
        page = self.pages[finding.page]
        fit = Fit.fit()
        if page.placement is not None and finding.marks:
            box = finding.marks[0].box
            corner = (max(0.0, box.x0 - LEAD), max(0.0, box.y0 - LEAD))
            left, top = page.placement.point(*corner)
            fit = Fit.xyz(left=left, top=top)
        return self.writer.add_outline_item(
            title=xml_text(title), page_number=finding.page - 1, parent=parent, fit=fit
        )


def _drawn(images: PageImages, number: int) -> PageImage | None:
    try:
        return images(number)
    except AtomCiteError:  # the report says why; its findings stay in the outline
        return None


def _placement(page: PageObject, image: PageImage) -> Placement:
    return Placement(_shown(page), page.rotation + image.turned, image.width, image.height)


def _annotations(page: PageObject) -> list[Any]:
    known = page.get("/Annots")
    return [] if known is None else list(known.get_object())


def _shown(page: PageObject) -> Rectangle:
    """The crop box cut to the media box (PDF 32000-1, 14.11.2); the media box where they do not meet."""
    media, crop = (_upright(box) for box in (page.mediabox, page.cropbox))
    x0, y0 = max(media[0], crop[0]), max(media[1], crop[1])
    x1, y1 = min(media[2], crop[2]), min(media[3], crop[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else media


def _upright(box: Iterable[Any]) -> Rectangle:
    a, b, c, d = (float(v) for v in box)
    return min(a, c), min(b, d), max(a, c), max(b, d)


def _picture_page(image: PageImage) -> PageObject:
    file = io.BytesIO()
    without_colour(image).save(file, "PDF", resolution=image.dpi, quality=88)
    return PdfReader(file).pages[0]


def _sized(rectangle: Rectangle) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = rectangle
    return x0, y0, x1 - x0, y1 - y0


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{v:.3f}" for v in values)


def _array(values: Iterable[float]) -> ArrayObject:
    return ArrayObject(FloatObject(round(v, 3)) for v in values)
