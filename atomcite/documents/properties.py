"""What a PDF says of itself in words: the information dictionary, XMP metadata, the outline."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pypdfium2

_XMP = re.compile(rb"<x:xmpmeta\b.*?</x:xmpmeta>", re.S)
_TAG = re.compile(r"<[^>]*>")


def of_pdf(pdf: pypdfium2.PdfDocument, path: Path) -> tuple[str, ...]:
    """All texts, each once. XMP packets are found where they are not compressed, as they should be (ISO 16684-1).
    The caller holds PDFium's lock."""
    texts = list(pdf.get_metadata_dict(skip_empty=True).values())
    for packet in _XMP.findall(path.read_bytes()):
        texts += unescape(_TAG.sub("\n", packet.decode("utf-8", "replace"))).splitlines()
    texts += [bookmark.get_title() for bookmark in pdf.get_toc()]
    return tuple(dict.fromkeys(clean for text in texts if (clean := " ".join(text.split()))))
