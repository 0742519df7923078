"""The record of a document, read off its file."""

from __future__ import annotations

from hashlib import file_digest
from pathlib import Path

from atomcite.benchmarks.dataset.model import BenchDocument
from atomcite.documents import Document


def described(path: Path, name: str, *, within: str | None = None, split: str = "test") -> BenchDocument:
    """The document with the id `name`: hash, pages, labels where they differ from the positions, title. `within` is
    its path in the data set's folder, by default the file's name. Raises what opening a document raises."""
    with Document.open(path) as document:
        positions = tuple(str(n) for n in range(1, document.page_count + 1))
        labels = tuple(document.label(int(n)) or n for n in positions)
        title = document.info.title
    with path.open("rb") as stream:
        digest = file_digest(stream, "sha256").hexdigest()
    return BenchDocument(
        id=name,
        sha256=digest,
        page_count=len(positions),
        path=within or path.name,
        title=title,
        labels=() if labels == positions else labels,
        split=split,
    )
