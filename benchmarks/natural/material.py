"""The documents that questions are asked of: those of a data set, or files of the user's own."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from atomcite.benchmarks.dataset import BenchDocument, Dataset, Manifest, load
from atomcite.benchmarks.dataset.describing import described
from atomcite.benchmarks.dataset.store import MANIFEST
from atomcite.errors import DatasetError

FOLDER = "documents"
_ENDINGS = frozenset((".pdf", ".tif", ".tiff", ".png", ".jpg", ".jpeg"))


def material(source: Path, out: Path, *, split: str, licence: str) -> Dataset:
    """A data set without answers in `out`, with the documents of `source` copied into it: a data set's folder, a
    folder of documents or one file. Raises DatasetError where it holds none, and what opening a document raises."""
    if (source / MANIFEST).is_file():
        base = load(source)
        found = [(base.file_of(d), d) for d in base.documents]
        name, licence = base.manifest.name, base.manifest.licence
    else:
        files = [source] if source.is_file() else sorted(_files(source))
        found = [(f, _described(f, source, split)) for f in files]
        name = source.stem
    twice = [name for name, number in Counter(_safe(d.id) for _, d in found).items() if number > 1]
    if twice:
        raise DatasetError(f"Several documents would be called {twice[0]}.", "Rename all but one of them.")
    if not found:
        endings = ", ".join(sorted(_ENDINGS))
        raise DatasetError(
            f"There is no document in {source}.", f"Give a file or folder with {endings}, or a data set."
        )
    documents = tuple(_copied(file, out, document) for file, document in found)
    languages = tuple(sorted({d.language for d in documents if d.language}))
    manifest = Manifest(name=f"{name}: natural errors", version="1", licence=licence, languages=languages)
    return Dataset(manifest, documents, (), (), out)


def _files(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise DatasetError(f"There is no {folder}.", "Give a file, a folder with documents, or a data set's folder.")
    return (p for p in folder.rglob("*") if p.is_file() and p.suffix.lower() in _ENDINGS)


def _described(path: Path, source: Path, split: str) -> BenchDocument:
    within = path.relative_to(source).as_posix() if source.is_dir() else path.name
    return described(path, _safe(within.rsplit(".", 1)[0]), split=split)


def _copied(path: Path, out: Path, document: BenchDocument) -> BenchDocument:
    target = out / FOLDER / (_safe(document.id) + path.suffix.lower())
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        shutil.copyfile(path, target)
    return document.model_copy(update={"path": target.relative_to(out).as_posix()})


def _safe(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name)
