"""Which characters of a page's text layer its picture shows.

Text can be in a file and not on the page: painted in no mode at all, in the colour of the paper, too small to be
read, beyond the edge, under a picture, in a layer that is switched off. Rather than telling these apart one by one,
which would miss the next trick, the page is drawn twice, with its text and without: a word whose absence changes no
pixel is not to be seen. The reason is looked for only afterwards, for the report.

What is not to be seen but lies over ink of a picture or a drawing is taken for what a text layer is: the words of a
scan, or of type turned into outlines. Whether it says the same as that ink is another question
(`atomcite.ocr.agreement`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pypdfium2
import pypdfium2.raw as pdfium

from atomcite.domain import Box, Pixels

Why = Literal["tiny", "outside", "unpainted", "switched_off", "transparent", "same_colour", "covered"]
View = Callable[..., tuple[float, float, float, float]]

SCALE = 2.0
"""Pixels a point at which pages are compared: 6-point type still changes whole pixels."""
FAINT = 20
"""Levels (of 255) up to which nobody sees a difference in brightness: light grey on white from 235 on."""
TINY = 2.0
"""Type size in points under which nobody can read print, nor a recogniser the picture of it."""
INK = 40
"""Levels between the dark and the light of a place from which something is drawn there."""
LAYERS = 6
"""Drawings of a page for text that lies over other text; what is piled up higher is taken for visible."""

_UNPAINTED = (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)


@dataclass
class _Piece:
    """A text object: its characters by index and, parted at white space, its words."""

    item: Any
    text: str = ""
    words: list[tuple[list[int], Box]] = field(default_factory=list)
    size: float = 0.0
    layer: int = 0

    @property
    def box(self) -> Box:
        return Box.around(box for _, box in self.words)


def hidden(page: pypdfium2.PdfPage, text: pypdfium2.PdfTextPage, view: View) -> dict[int, Why]:
    """Characters (by index in `text`) that the page does not show, and why not. `view` takes a box in user space to
    points of the page as shown."""
    pieces = _pieces(text, view)
    if not pieces:
        return {}
    _part(pieces)
    width, height = page.get_size()
    shown = _drawn(page)
    layers = range(min(LAYERS, 1 + max(p.layer for p in pieces)))
    bare = _without(page, pieces)
    optional = cache(lambda: _optional(page))
    found: dict[int, Why] = {}
    for layer in layers:
        members = [p for p in pieces if p.layer == layer]
        without = bare if len(layers) == 1 else _without(page, members)
        changed = np.abs(shown.astype(np.int16) - without).max(axis=2) > FAINT
        for piece in members:
            for indices, box in piece.words:
                x, y = box.center
                if not (0 <= x <= width and 0 <= y <= height):
                    why: Why | None = "outside"
                elif piece.size < TINY and box.height < TINY:  # sizes of bitmap fonts may be in other units
                    why = "tiny"
                elif _any(changed, box) or _is_inked(bare, box):
                    why = None
                else:
                    why = _why(piece.item, bare, box, optional)
                if why is not None:
                    found.update(dict.fromkeys(indices, why))
    return found


def _pieces(text: pypdfium2.PdfTextPage, view: View) -> list[_Piece]:
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    loose, matrix = pdfium.FS_RECTF(), pdfium.FS_MATRIX()
    pieces: dict[int, _Piece] = {}
    last: _Piece | None = None
    for index in range(text.count_chars()):
        item = pdfium.FPDFText_GetTextObject(text, index)
        char = chr(pdfium.FPDFText_GetUnicode(text, index))
        if not item or char.isspace() or not pdfium.FPDFText_GetLooseCharBox(text, index, loose):
            last = None
            continue
        piece = pieces.setdefault(ctypes.addressof(item.contents), _Piece(item))
        piece.text += char
        pdfium.FPDFText_GetCharBox(text, index, left, right, bottom, top)
        if right.value > left.value and top.value > bottom.value:
            box = Box(*view(left.value, bottom.value, right.value, top.value))
        else:  # the font has no outline for it
            box = Box(*view(loose.left, loose.bottom, loose.right, loose.top))
        size = float(pdfium.FPDFText_GetFontSize(text, index))
        if pdfium.FPDFText_GetMatrix(text, index, matrix):
            size *= float(np.hypot(matrix.c, matrix.d))
        piece.size = max(piece.size, abs(size) or box.height)
        if last is piece:
            indices, before = piece.words[-1]
            piece.words[-1] = ([*indices, index], Box.around((before, box)))
        else:
            piece.words.append(([index], box))
        last = piece
    return list(pieces.values())


def _part(pieces: Sequence[_Piece]) -> None:
    """Parts text that lies over other text into layers, so that each is taken away while the other stays. The same
    text twice (bold type made by printing it again, a shadow) stays together."""
    boxes = np.array([(b.x0, b.y0, b.x1, b.y1) for b in (p.box for p in pieces)])
    areas = np.maximum((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]), 1e-6)
    for i, piece in enumerate(pieces[1:], 1):
        before = boxes[:i]
        wide = np.minimum(before[:, 2], boxes[i, 2]) - np.maximum(before[:, 0], boxes[i, 0])
        high = np.minimum(before[:, 3], boxes[i, 3]) - np.maximum(before[:, 1], boxes[i, 1])
        shared = np.clip(wide, 0, None) * np.clip(high, 0, None)
        over = [pieces[j] for j in np.flatnonzero(shared > 0.25 * np.minimum(areas[:i], areas[i])).tolist()]
        twin = next((p for p in over if p.text == piece.text), None)
        taken = {p.layer for p in over}
        piece.layer = twin.layer if twin else next(n for n in range(len(taken) + 1) if n not in taken)


def _drawn(page: pypdfium2.PdfPage) -> Pixels:
    bitmap = page.render(scale=SCALE, rev_byteorder=True)
    try:
        pixels = bitmap.to_numpy()
        return np.array(pixels if pixels.shape[2] == 1 else pixels[:, :, :3], dtype=np.uint8)
    finally:
        bitmap.close()


def _without(page: pypdfium2.PdfPage, pieces: Iterable[_Piece]) -> Pixels:
    items = [p.item for p in pieces]
    try:
        for item in items:
            pdfium.FPDFPageObj_SetIsActive(item, False)
        return _drawn(page)
    finally:
        for item in items:
            pdfium.FPDFPageObj_SetIsActive(item, True)


def _zone(pixels: npt.NDArray[Any], box: Box) -> npt.NDArray[Any]:
    x0, y0, x1, y1 = (v * SCALE for v in (box.x0, box.y0, box.x1, box.y1))
    return pixels[max(0, int(y0)) : max(0, int(np.ceil(y1))), max(0, int(x0)) : max(0, int(np.ceil(x1)))]


def _any(changed: npt.NDArray[np.bool_], box: Box) -> bool:
    """True when the word left its mark: on the middle of its height, as lines above and below may reach into it."""
    high = box.height
    middle = Box(box.x0, box.y0 + high / 4, box.x1, box.y1 - high / 4) if high * SCALE > 6 else box
    zone = _zone(changed, middle)
    return zone.size > 0 and int(zone.sum()) >= max(1, 0.01 * zone.size)


def _is_inked(pixels: Pixels, box: Box) -> bool:
    zone = _zone(pixels, box)
    if zone.size == 0:
        return False
    dark, light = np.percentile(zone.mean(axis=2), (5, 95))
    return bool(light - dark >= INK)


def _why(item: Any, bare: Pixels, box: Box, optional: Callable[[], set[int]]) -> Why:
    if pdfium.FPDFTextObj_GetTextRenderMode(item) in _UNPAINTED:
        return "unpainted"
    if ctypes.addressof(item.contents) in optional():
        return "switched_off"
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not pdfium.FPDFPageObj_GetFillColor(item, red, green, blue, alpha):
        return "covered"
    if alpha.value <= FAINT:
        return "transparent"
    zone = _zone(bare, box).reshape(-1, bare.shape[2])
    paper = np.median(zone, axis=0) if len(zone) else np.full(bare.shape[2], 255.0)
    same = np.abs(paper - (red.value, green.value, blue.value)).max() <= FAINT
    return "same_colour" if same else "covered"


def _optional(page: pypdfium2.PdfPage) -> set[int]:
    """Addresses of text objects in optional content (PDF 32000-1, 8.11), by their own mark or that of a form that
    they stand in."""
    found = set()
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=10):
        part = item
        while part is not None and not _is_optional(part.raw):
            part = part.container
        if part is not None:
            found.add(ctypes.addressof(item.raw.contents))
    return found


def _is_optional(item: Any) -> bool:
    for number in range(pdfium.FPDFPageObj_CountMarks(item)):
        mark = pdfium.FPDFPageObj_GetMark(item, number)
        buffer = (pdfium.FPDF_WCHAR * 8)()
        size = ctypes.c_ulong()
        if pdfium.FPDFPageObjMark_GetName(mark, buffer, ctypes.sizeof(buffer), size):
            name = bytes(buffer)[: max(0, size.value - 2)].decode("utf-16-le", "ignore")
            if name == "OC":
                return True
    return False
