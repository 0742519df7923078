"""The text of a document's pages, read when asked for and once: by an OCR engine, or the file's own text layer."""

from __future__ import annotations

from atomcite import ocr
from atomcite.benchmarks.systems.protocol import Account
from atomcite.documents import Document, identity
from atomcite.documents.pdf import PdfFile
from atomcite.domain import PageWords
from atomcite.errors import AtomCiteError, EngineMissing
from atomcite.ocr import choose


def need_engine(name: str) -> None:
    """Raises UsageError for an OCR engine that is unknown (all of them and `auto` are known), EngineMissing for one
    that can't run here."""
    gap = None if name == "auto" else ocr.get(name).missing()
    if gap is not None:
        raise EngineMissing(f"{gap.what} is missing; {gap.option} needs it.", f"Install it: {gap.install}")


def engine_version(name: str) -> str:
    """Name and version of an OCR engine; for `auto` all that its choice depends on."""
    return choose.version() if name == "auto" else f"{name} {ocr.get(name).version}"


class ReadPages:
    """Pages by an OCR engine, `auto` included. A page that can't be read is None; `faults` say why, by page."""

    def __init__(self, document: Document, account: Account, engine: str = "auto") -> None:
        self._document = document
        self._account = account
        self._engine = engine
        self._words: dict[int, PageWords | None] = {}
        self.faults: dict[int, str] = {}

    def words(self, page: int) -> PageWords | None:
        if page not in self._words:
            try:
                words = ocr.read_page(
                    self._document.page(page),
                    self._engine,
                    cache=self._account.cache,
                    meter=self._account.meter,
                )
            except AtomCiteError as error:
                self._words[page] = None
                self.faults[page] = error.what
            else:
                self._words[page] = words if words.words else None
                if not words.words:
                    self.faults[page] = " ".join(n.render("en") for n in words.notes) or "Nothing was read."
        return self._words[page]

    def text(self, page: int) -> str | None:
        words = self.words(page)
        return words.text if words else None

    def folio(self, page: int) -> str | None:
        """The number printed on a page."""
        words = self.words(page)
        return identity.folio_of(words) if words else None


_LEAST_LETTERS = 20
"""A page with less in its text layer is a scan, maybe with a stamp of the software that made it."""


class LayerPages:
    """The text layer of a PDF as it is in the file. None for a page without one and for what is no PDF."""

    def __init__(self, document: Document) -> None:
        self._pdf = document.backend if isinstance(document.backend, PdfFile) else None
        self._texts: dict[int, str | None] = {}

    def text(self, page: int) -> str | None:
        if page not in self._texts:
            text = self._pdf.plain_text(page) if self._pdf else ""
            self._texts[page] = text if sum(map(str.isalnum, text)) >= _LEAST_LETTERS else None
        return self._texts[page]
