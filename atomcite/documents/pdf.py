"""PDF through PDFium."""

from __future__ import annotations

import ctypes
import math
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

from atomcite.documents import notes, properties, user_units, visibility
from atomcite.documents.backend import PageFacts, PageKind, Turn, UnshownText
from atomcite.documents.metadata import Metadata, author_of, pdf_date, title_of
from atomcite.documents.textlayer import Glyph, lines_of, words_of
from atomcite.domain import Box, DocumentKind, Message, Pixels, Word
from atomcite.errors import DocumentDamaged, DocumentFormatError, EmptyDocument, PasswordRequired

_LOCK = threading.RLock()
"""PDFium keeps global state: one call at a time in the whole process, whatever the document."""

COVERS = 0.75
"""Share of the page that a picture covers when the page is a scan."""
STAMPED = 12
"""Fewer visible glyphs than this on a picture page (a stamp, a page number) leave it a scan."""

Password = str | Callable[[], str | None] | None


class PdfFile:
    kind: DocumentKind = "pdf"

    def __init__(self, path: Path, password: Password = None) -> None:
        """Raises PasswordRequired, DocumentDamaged, DocumentFormatError or EmptyDocument."""
        self.path = path
        with _LOCK:
            self._pdf = _open(path, password)
            try:
                self.page_count = len(self._pdf)
                if self.page_count == 0:
                    raise EmptyDocument(f"{path} has no pages.", "Export or scan the document again.")
                if self._pdf.get_formtype() != pdfium.FORMTYPE_NONE:
                    self._pdf.init_forms()  # else what was filled into a form is not painted
            except BaseException:
                self._pdf.close()
                raise
        self._units = user_units.of_file(path)
        self._facts: dict[int, PageFacts] = {}
        self._painted: dict[int, tuple[notes.Note, ...]] = {}

    def metadata(self) -> Metadata:
        with _LOCK:
            entries = self._pdf.get_metadata_dict()
        return Metadata(
            title=title_of(entries.get("Title"), self.path.name),
            author=author_of(entries.get("Author")),
            revised=pdf_date(entries.get("ModDate")) or pdf_date(entries.get("CreationDate")),
        )

    def label(self, number: int) -> str | None:
        with _LOCK:
            return self._pdf.get_page_label(number - 1) or None

    def facts(self, number: int) -> PageFacts:
        known = self._facts.get(number)
        if known is None:
            with self._page(number) as page:
                known = self._facts[number] = self._look(page, number)
        return known

    def render(self, number: int, dpi: float, turn: Turn) -> Pixels:
        with self._page(number) as page:
            # A hair less, else 1067.00001 pixels are rounded up and a scan is resampled instead of copied.
            scale = dpi / 72 * self._unit(page, number) * (1 - 2e-5)
            try:
                bitmap = page.render(scale=scale, rotation=turn, rev_byteorder=True)
            except (pypdfium2.PdfiumError, MemoryError) as e:
                raise DocumentDamaged(
                    f"Page {number} of {self.path} can't be rendered: {e}",
                    "Repair the file, e.g. with qpdf or mutool.",
                ) from e
            try:
                pixels = bitmap.to_numpy()
                pixels = np.repeat(pixels, 3, axis=2) if pixels.shape[2] == 1 else pixels[:, :, :3]
                return np.array(pixels, dtype=np.uint8, order="C")  # a copy: the bitmap's memory goes with it
            finally:
                bitmap.close()

    def words(self, number: int, turn: Turn) -> Sequence[Word] | None:
        self._paint_annotations(number)
        with self._page(number) as page:
            unshown = _unshown(page)
            glyphs = list(_glyphs(page, turn, self._unit(page, number), lambda index: index not in unshown))
        return words_of(glyphs) or None

    def unshown(self, number: int, turn: Turn) -> Sequence[UnshownText]:
        said = self._paint_annotations(number)
        found: list[UnshownText] = []
        with self._page(number) as page:
            unit = self._unit(page, number)
            reasons = _unshown(page)
            for why in dict.fromkeys(reasons.values()):
                chosen = {index for index, reason in reasons.items() if reason == why}
                lines = lines_of(words_of(_glyphs(page, turn, unit, chosen.__contains__)))
                found += [UnshownText(why, *line) for line in lines]
            to_view = _viewport(page, turn, unit)
            for note in said:
                kind = "note" if note.painted else "hidden_note"
                found += [UnshownText(kind, text, Box(*to_view(*note.rectangle))) for text in note.texts]
        return found

    def plain_text(self, number: int) -> str:
        """The text layer of a page as PDFium gives it: unchecked, what the page does not show included."""
        with self._page(number) as page:
            text = page.get_textpage()
            try:
                return str(text.get_text_bounded())
            finally:
                text.close()

    def notices(self) -> Sequence[Message]:
        return ()

    def properties(self) -> Sequence[str]:
        with _LOCK:
            return properties.of_pdf(self._pdf, self.path)

    def _paint_annotations(self, number: int) -> tuple[notes.Note, ...]:
        """Makes what annotations show (filled form fields, typed notes) part of the page in memory: it is on the
        picture, and PDFium gives the text of the page proper only. Gives what they say."""
        if number not in self._painted:
            with self._page(number) as page:
                self._painted[number] = notes.of_page(page)
                if self._painted[number]:
                    # Raw, as the helper's own method wants a form even for notes. A failure changes nothing.
                    pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)
        return self._painted[number]

    def close(self) -> None:
        with _LOCK:
            self._pdf.close()

    @contextmanager
    def _page(self, number: int) -> Iterator[pypdfium2.PdfPage]:
        with _LOCK:
            try:
                page = self._pdf[number - 1]
            except pypdfium2.PdfiumError as e:
                raise DocumentDamaged(
                    f"Page {number} of {self.path} is damaged: {e}", "Repair the file, e.g. with qpdf or mutool."
                ) from e
            try:
                yield page
            finally:
                page.close()

    def _unit(self, page: pypdfium2.PdfPage, number: int) -> float:
        """Points in a unit of user space: PDFium does not apply /UserUnit (PDF 32000-1, 14.11.2, table 30)."""
        return self._units.of(self._pdf, number) if self._units else 1.0

    def _look(self, page: pypdfium2.PdfPage, number: int) -> PageFacts:
        unit = self._unit(page, number)
        width, height = (v * unit for v in page.get_size())
        covered, native = _pictures(page)
        native = None if native is None else native / unit
        unshown = _unshown(page)
        # Text that nobody sees must not decide at which resolution the page is looked at.
        glyphs = list(_glyphs(page, 0, unit, lambda index: index not in unshown))
        visible = [g for g in glyphs if not g.invisible and not g.text.isspace()]
        kind: PageKind
        if covered >= COVERS:
            kind = "scan" if len(visible) < STAMPED else "mixed"
        else:
            kind = "mixed" if covered > 0.2 else "born_digital"
        return PageFacts(
            kind=kind,
            width=width,
            height=height,
            rotation=page.get_rotation(),
            native_dpi=native,
            smallest_type=_smallest([g.size for g in visible]),
            type_turn=_type_turn(visible) if kind != "scan" else None,
        )


def _open(path: Path, password: Password) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(path, password=password if isinstance(password, str) else None)
    except pypdfium2.PdfiumError as e:
        error = e
    if error.err_code == pdfium.FPDF_ERR_PASSWORD:
        given = password() if callable(password) else None
        if given is not None:
            return _open(path, given)
        if isinstance(password, str) and password:
            raise PasswordRequired(f"The password does not open {path}.", "Check it and give it again: --password.")
        raise PasswordRequired(f"{path} is encrypted.", "Give its password: --password, or type it when asked.")
    if error.err_code == pdfium.FPDF_ERR_SECURITY:
        raise DocumentFormatError(
            f"{path} is encrypted by a method that can't be opened here (certificate or rights management).",
            "Export an ordinary PDF from the program that can open it.",
        ) from error
    if _has_no_pages(path):
        raise EmptyDocument(f"{path} has no pages.", "Export or scan the document again.") from error
    raise DocumentDamaged(
        f"{path} is damaged: {str(error).rstrip('.')}.",
        "It may be cut off: fetch it again and compare sizes, or repair it, e.g. with qpdf or mutool.",
    ) from error


def _has_no_pages(path: Path) -> bool:
    """PDFium calls a document without pages damaged; this one is whole, to its end mark."""
    data = path.read_bytes()
    whole = b"%%EOF" in data[-1024:] and b"startxref" in data[-1024:]
    return whole and re.search(rb"/Count\s+0\b", data) is not None and re.search(rb"/Type\s*/Page\b", data) is None


def _pictures(page: pypdfium2.PdfPage) -> tuple[float, float | None]:
    """Share of the page that pictures cover, and the resolution (dots per inch of user space) of the finest that
    covers much of it. Scans may come as strips or as layers (background and a finer mask): areas are added on a
    coarse grid, so that layers count once."""
    left, bottom, right, top = page.get_bbox()
    grid = np.zeros((40, 40), dtype=bool)
    resolutions: list[tuple[float, float]] = []
    page_area = max((right - left) * (top - bottom), 1e-6)
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=6):
        a, b, c, d, e, f = _to_page(item)
        xs, ys = (e, e + a, e + c, e + a + c), (f, f + b, f + d, f + b + d)
        x0, x1 = ((min(max(v, left), right) - left) / (right - left) * 40 for v in (min(xs), max(xs)))
        y0, y1 = ((min(max(v, bottom), top) - bottom) / (top - bottom) * 40 for v in (min(ys), max(ys)))
        grid[round(y0) : round(y1), round(x0) : round(x1)] = True
        width_px, height_px = item.get_px_size()
        side, other = math.hypot(a, b), math.hypot(c, d)
        if side > 0 and other > 0:
            area = side * other / page_area
            resolutions.append((area, math.sqrt(width_px / side * height_px / other) * 72))
    covered = float(grid.mean())
    if not resolutions:
        return covered, None
    largest = max(area for area, _ in resolutions)
    return covered, max(dpi for area, dpi in resolutions if area >= 0.5 * largest)


def _to_page(item: pypdfium2.PdfObject) -> tuple[float, float, float, float, float, float]:
    """The matrix of an object in page space: its own, then those of the forms it is nested in."""
    matrix = item.get_matrix()
    container = item.container
    while container is not None:
        matrix = matrix.multiply(container.get_matrix())
        container = container.container
    a, b, c, d, e, f = matrix.get()
    return a, b, c, d, e, f


def _unshown(page: pypdfium2.PdfPage) -> dict[int, visibility.Why]:
    """Characters of the text layer that the page does not show."""
    text = page.get_textpage()
    try:
        return visibility.hidden(page, text, _viewport(page, 0, 1.0))
    finally:
        text.close()


def _glyphs(page: pypdfium2.PdfPage, turn: Turn, unit: float, wanted: Callable[[int], bool]) -> Iterator[Glyph]:
    """Glyphs of the text layer whose index is `wanted`, in points of the page as shown and then turned by `turn`."""
    to_view = _viewport(page, turn, unit)
    text = page.get_textpage()
    try:
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        x, y = ctypes.c_double(), ctypes.c_double()
        loose = pdfium.FS_RECTF()
        matrix = pdfium.FS_MATRIX()
        modes: dict[int, bool] = {}
        index, count = 0, text.count_chars()
        while index < count:
            code = pdfium.FPDFText_GetUnicode(text, index)
            at = index
            index += 1
            if 0xD800 <= code < 0xDC00 and index < count:  # PDFium counts UTF-16 units
                low = pdfium.FPDFText_GetUnicode(text, index)
                if 0xDC00 <= low < 0xE000:
                    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                    index += 1
            if code == 0 or 0xD800 <= code < 0xE000:
                code = 0xFFFD
            # White space goes with any choice: it parts words and lines.
            if not (wanted(at) or chr(code).isspace()) or not pdfium.FPDFText_GetLooseCharBox(text, at, loose):
                continue
            pdfium.FPDFText_GetCharBox(text, at, left, right, bottom, top)
            pdfium.FPDFText_GetCharOrigin(text, at, x, y)
            full = to_view(loose.left, loose.bottom, loose.right, loose.top)
            tight = to_view(left.value, bottom.value, right.value, top.value)
            angle = pdfium.FPDFText_GetCharAngle(text, at)
            yield Glyph(
                text=chr(code),
                box=tight,
                full=full,
                origin=to_view(x.value, y.value, x.value, y.value)[:2],
                size=_type_size(text, at, matrix) * unit or full[3] - full[1],
                # PDFium's angle runs counter-clockwise in page space; on the page as shown clockwise from the right.
                angle=(math.degrees(angle) + 90 * page_turn(page) + turn) % 360 if angle >= 0 else 0.0,
                generated=pdfium.FPDFText_IsGenerated(text, at) == 1,
                hyphen=pdfium.FPDFText_IsHyphen(text, at) == 1,
                invisible=_invisible(text, at, modes),
            )
    finally:
        text.close()


def _type_size(text: pypdfium2.PdfTextPage, index: int, matrix: Any) -> float:
    """Type size in user space: the size that was set, scaled as the text matrix scales heights."""
    size = float(pdfium.FPDFText_GetFontSize(text, index))
    if pdfium.FPDFText_GetMatrix(text, index, matrix):
        size *= math.hypot(matrix.c, matrix.d)
    return abs(size)


def page_turn(page: pypdfium2.PdfPage) -> int:
    """/Rotate in quarter turns."""
    return int(page.get_rotation()) // 90


def _invisible(text: pypdfium2.PdfTextPage, index: int, modes: dict[int, bool]) -> bool:
    item = pdfium.FPDFText_GetTextObject(text, index)
    if not item:
        return False
    address = ctypes.addressof(item.contents)
    if address not in modes:
        mode = pdfium.FPDFTextObj_GetTextRenderMode(item)
        modes[address] = mode in (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)
    return modes[address]


def _viewport(page: pypdfium2.PdfPage, turn: Turn, unit: float) -> Callable[..., tuple[float, float, float, float]]:
    """Box in user space -> (x0, y0, x1, y1) in points on the page as shown, turned by `turn`: crop box and /Rotate
    are PDFium's business, so it is asked where three corners go."""
    width, height = page.get_size()
    if turn in (90, 270):
        width, height = height, width
    fine = 1000
    size = max(1, round(width * fine)), max(1, round(height * fine))

    def device(x: float, y: float) -> tuple[float, float]:
        px, py = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDF_PageToDevice(page, 0, 0, *size, turn // 90, x, y, px, py)
        return px.value / fine * unit, py.value / fine * unit

    step = 100.0
    ox, oy = device(0, 0)
    ax, ay = ((v - o) / step for v, o in zip(device(step, 0), (ox, oy), strict=True))
    bx, by = ((v - o) / step for v, o in zip(device(0, step), (ox, oy), strict=True))

    def view(x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
        u0, v0 = ox + ax * x0 + bx * y0, oy + ay * x0 + by * y0
        u1, v1 = ox + ax * x1 + bx * y1, oy + ay * x1 + by * y1
        return min(u0, u1), min(v0, v1), max(u0, u1), max(v0, v1)

    return view


def _smallest(sizes: Sequence[float]) -> float | None:
    """Size of the small print: the smallest that 40 glyphs or a tenth of the page are set in."""
    if not sizes:
        return None
    ordered = sorted(sizes)
    return ordered[min(len(ordered) - 1, max(40, len(ordered) // 10))]


def _type_turn(glyphs: Sequence[Glyph]) -> Turn | None:
    """The quarter turn that makes most of the type run from left to right; None without a clear majority."""
    if len(glyphs) < STAMPED:
        return None
    quarters: Counter[int] = Counter(round(g.angle / 90) % 4 for g in glyphs)
    quarter, votes = quarters.most_common(1)[0]
    turns: tuple[Turn, ...] = (0, 270, 180, 90)
    return turns[quarter] if votes >= 0.7 * len(glyphs) else None
