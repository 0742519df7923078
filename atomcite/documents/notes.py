"""What annotations and form fields of a PDF page say in words, painted or not."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

_UNSEEN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW | pdfium.FPDF_ANNOT_FLAG_INVISIBLE
_KEYS = (b"Contents", b"RC", b"T", b"TU", b"V", b"Subj")
"""Entries of an annotation or a field that hold text (PDF 32000-1, tables 164, 170 and 220)."""


@dataclass(frozen=True)
class Note:
    """One annotation. `rectangle` is (left, bottom, right, top) in user space; `painted` says whether anything of it
    can show on the page."""

    texts: tuple[str, ...]
    rectangle: tuple[float, float, float, float]
    painted: bool


def of_page(page: pypdfium2.PdfPage) -> tuple[Note, ...]:
    """All annotations of the page, form fields included. The caller holds PDFium's lock."""
    notes = []
    form = page.formenv.raw if page.formenv else None
    for number in range(pdfium.FPDFPage_GetAnnotCount(page)):
        item = pdfium.FPDFPage_GetAnnot(page, number)
        if not item:
            continue
        try:
            notes.append(_note(item, form))
        finally:
            pdfium.FPDFPage_CloseAnnot(item)
    return tuple(notes)


def _note(item: Any, form: Any) -> Note:
    texts = [
        _string(lambda buffer, size, key=key: pdfium.FPDFAnnot_GetStringValue(item, key, buffer, size))
        for key in _KEYS
    ]
    if form is not None and pdfium.FPDFAnnot_GetSubtype(item) == pdfium.FPDF_ANNOT_WIDGET:
        texts.append(_string(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldValue(form, item, buffer, size)))
        texts.append(
            _string(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldAlternateName(form, item, buffer, size))
        )
    rectangle = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(item, rectangle)
    return Note(
        texts=tuple(dict.fromkeys(t for t in texts if t.strip())),
        rectangle=(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top),
        painted=not pdfium.FPDFAnnot_GetFlags(item) & _UNSEEN,
    )


def _string(read: Callable[..., int]) -> str:
    """A string that PDFium writes as UTF-16 into a buffer whose size in bytes it tells when it is given none."""
    size = read(None, 0)
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    read(buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")
