"""PDF pages drawn by Poppler: a second renderer, for pages that PDFium draws otherwise than they should look.

All else (pages, labels, metadata, the text layer) stays with PDFium. Needs the extra `poppler` (pdf2image) and
Poppler's programs.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from atomcite.documents.backend import Turn
from atomcite.documents.pdf import Password, PdfFile
from atomcite.domain import Pixels
from atomcite.errors import DocumentDamaged, EngineMissing

_OPTION = "--renderer poppler"


class PopplerPdf(PdfFile):
    """Raises EngineMissing where pdf2image or Poppler is not installed; else as `PdfFile`."""

    def __init__(self, path: Path, password: Password = None) -> None:
        try:
            import pdf2image
        except ImportError as error:
            raise EngineMissing(
                f"pdf2image is missing; {_OPTION} needs it.", "What brings it: pip install 'atomcite[poppler]'"
            ) from error
        self._pdf2image = pdf2image
        self._given = password if isinstance(password, str) else None

        def ask() -> str | None:
            self._given = password() if callable(password) else None
            return self._given

        super().__init__(path, password if isinstance(password, str) else ask)

    def render(self, number: int, dpi: float, turn: Turn) -> Pixels:
        facts = self.facts(number)
        # As PDFium: a part of a pixel takes a whole one, a rounding error doesn't.
        width, height = (math.ceil(side * dpi / 72 * (1 - 2e-5)) for side in (facts.width, facts.height))
        secret: dict[str, Any] = {} if self._given is None else {"userpw": self._given}
        faults = self._pdf2image.exceptions
        try:
            # The size rather than the resolution: it knows nothing of /UserUnit, and rounds as it likes.
            pages = self._pdf2image.convert_from_path(
                self.path, first_page=number, last_page=number, size=(width, height), use_cropbox=True, **secret
            )
        except faults.PDFInfoNotInstalledError as error:
            raise EngineMissing(
                f"Poppler's programs are missing; {_OPTION} needs them.",
                "What brings them: apt install poppler-utils, or brew install poppler",
            ) from error
        except (faults.PDFPageCountError, faults.PDFSyntaxError) as error:
            raise DocumentDamaged(
                f"Poppler can't draw page {number} of {self.path}.", "Try --renderer pdfium, or repair the file."
            ) from error
        if not pages:
            raise DocumentDamaged(
                f"Poppler draws nothing for page {number} of {self.path}.",
                "Try --renderer pdfium, or repair the file.",
            )
        pixels = np.asarray(pages[0].convert("RGB"), dtype=np.uint8)
        return np.ascontiguousarray(np.rot90(pixels, k=-turn // 90))
