"""/UserUnit of PDF pages (PDF 32000-1, table 30): large plans are drawn in units of more than a point.

PDFium has no call for it, so the page dictionary is read from the file: first whether the word occurs at all, which
it does in few files, then for each page from a copy of that page alone.
"""

from __future__ import annotations

import io
import re
import zlib
from pathlib import Path

import pypdfium2

_WORD = b"/UserUnit"
_VALUE = re.compile(rb"/UserUnit\s+(\d+(?:\.\d*)?|\.\d+)")
_OBJECT_STREAM = re.compile(rb"/ObjStm\b.*?stream\r?\n", re.S)


class UserUnits:
    """Units of the pages of one document, found when asked for."""

    def __init__(self) -> None:
        self._known: dict[int, float] = {}

    def of(self, pdf: pypdfium2.PdfDocument, number: int) -> float:
        """Points in a unit of page `number`; 1.0 unless the page says otherwise. The caller holds PDFium's lock."""
        if number not in self._known:
            copy = pypdfium2.PdfDocument.new()
            try:
                copy.import_pages(pdf, [number - 1])
                buffer = io.BytesIO()
                copy.save(buffer)
            finally:
                copy.close()
            found = _VALUE.search(buffer.getvalue())
            value = float(found.group(1)) if found else 1.0
            self._known[number] = value if 0.01 <= value <= 1000 else 1.0
        return self._known[number]


def of_file(path: Path) -> UserUnits | None:
    """None when no page of the file can have a unit of its own. In an encrypted file names are not encrypted but
    object streams are: there the word may be missed, and the unit is a point."""
    data = path.read_bytes()
    if _WORD in data:
        return UserUnits()
    for start in _OBJECT_STREAM.finditer(data):
        try:
            if _WORD in zlib.decompressobj().decompress(data[start.end() :], 1 << 24):
                return UserUnits()
        except zlib.error:
            continue
    return None
