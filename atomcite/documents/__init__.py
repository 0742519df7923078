"""Documents and their pages: opening, rendering, the text layer, and which page is which."""

from atomcite.documents.backend import PageFacts, PageKind
from atomcite.documents.document import Document, DocumentPage, sha256_of
from atomcite.documents.identity import Paged, alternatives, diagnose_shift, folio_of, resolve

__all__ = [
    "Document",
    "DocumentPage",
    "PageFacts",
    "PageKind",
    "Paged",
    "alternatives",
    "diagnose_shift",
    "folio_of",
    "resolve",
    "sha256_of",
]
