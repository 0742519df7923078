"""Documents of a foreign set: found by name among the user's files, copied or put together, and hashed."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import file_digest, sha256
from importlib import import_module
from importlib.resources import as_file, files
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path, PurePosixPath

import pypdfium2 as pdfium
from PIL import Image

from atomcite.benchmarks.adapters.records import Losses, Passage, Source
from atomcite.benchmarks.dataset import BenchDocument, page_names
from atomcite.benchmarks.dataset.describing import described
from atomcite.errors import AtomCiteError, EngineMissing

FOLDER = "documents"
_DPI = 150
"""Page pictures say nothing of their size in points; at 150 dpi a page scanned to 1240 x 1754 pixels is A4."""
_TIMESTAMP = datetime(2026, 1, 1, tzinfo=UTC)  # in the typeset file: its bytes must not depend on today


class Shelf:
    """Files below a folder, found by name or by the last parts of their path; letter case does not matter."""

    def __init__(self, folder: Path | None) -> None:
        self._files: dict[str, list[Path]] = defaultdict(list)
        for path in sorted(folder.rglob("*")) if folder else ():
            if path.is_file():
                self._files[path.name.casefold()].append(path)

    def find(self, name: str) -> Path | None:
        """The file whose path ends as `name` does; None where there is none, or several of different content."""
        wanted = [part.casefold() for part in PurePosixPath(name).parts]
        found = self._files.get(wanted[-1], []) if wanted else []
        fitting = [p for p in found if [part.casefold() for part in p.parts[-len(wanted) :]] == wanted]
        alike = len(fitting) == 1 or len({_hash(p) for p in fitting}) == 1
        return fitting[0] if alike else None


@dataclass(frozen=True)
class Placed:
    """A document in the data set, and the name by which an answer would cite each of its positions."""

    document: BenchDocument
    names: tuple[str, ...]


class Placer:
    """Brings documents into the folder of a data set, each once."""

    def __init__(self, out: Path, shelf: Shelf, losses: Losses) -> None:
        self._out = out
        self._shelf = shelf
        self._losses = losses
        self._placed: dict[str, Placed | None] = {}

    def place(self, source: Source, split: str) -> Placed | None:
        """The document in the data set; None where it could not be had, which `losses` then says."""
        if source.key not in self._placed:
            try:
                self._placed[source.key] = self._place(source, split)
            except EngineMissing:
                raise
            except AtomCiteError as error:
                self._losses.lacks(source, error.what)
                self._placed[source.key] = None
        return self._placed[source.key]

    def _place(self, source: Source, split: str) -> Placed | None:
        (self._out / FOLDER).mkdir(parents=True, exist_ok=True)
        path = self._out / FOLDER / f"{_safe(source.key)}.pdf"
        if source.passages:
            path.write_bytes(typeset_passages(source.passages))
        elif source.pages and all(pictures := [self._shelf.find(name) for name in source.pages]):
            path.write_bytes(bound([p for p in pictures if p]))
        else:
            found = next((p for name in source.files if (p := self._shelf.find(name))), None)
            if found is None:
                self._losses.lacks(source, "not found (or several different files have that name)")
                return None
            path = path.with_suffix(found.suffix.lower())
            shutil.copyfile(found, path)
        return self._opened(source, path, split)

    def _opened(self, source: Source, path: Path, split: str) -> Placed | None:
        try:
            made = described(path, path.stem, within=path.relative_to(self._out).as_posix(), split=split)
        except AtomCiteError:
            path.unlink()
            raise
        if source.page_count not in (None, made.page_count):
            path.unlink()
            self._losses.lacks(source, f"has {made.page_count} pages and not {source.page_count}: another edition")
            return None
        known = {"url": source.url, "title": source.title or made.title, "language": source.language}
        made = made.model_copy(update=known)
        return Placed(made, page_names(made))


def bound(pictures: Sequence[Path]) -> bytes:
    """Page pictures as one PDF, in order. JPEG files are taken over byte for byte, others without loss."""
    pdf = pdfium.PdfDocument.new()
    try:
        for path in pictures:
            picture = pdfium.PdfImage.new(pdf)
            if path.suffix.lower() in (".jpg", ".jpeg"):
                picture.load_jpeg(path)
            else:
                with Image.open(path) as image:
                    picture.set_bitmap(pdfium.PdfBitmap.from_pil(image.convert("RGB")))
            width, height = (side * 72 / _DPI for side in picture.get_px_size())
            picture.set_matrix(pdfium.PdfMatrix().scale(width, height))
            page = pdf.new_page(width, height)
            page.insert_obj(picture)
            page.gen_content()
        out = BytesIO()
        pdf.save(out)
        return out.getvalue()
    finally:
        pdf.close()


def typeset_passages(passages: Sequence[Passage]) -> bytes:
    """Passages as a PDF, one a page; a page is as high as its passage needs. Raises EngineMissing without typst."""
    if find_spec("typst") is None:
        raise EngineMissing("Passages need typst to become pages.", 'Install it: pip install "atomcite[bench]"')
    data = [{"title": p.title, "text": p.text} for p in passages]
    with as_file(files(__package__)) as folder:
        pdf = import_module("typst").compile(
            str(folder / "passages.typ"),
            root=str(folder),
            sys_inputs={"passages": json.dumps(data, ensure_ascii=False)},
            timestamp=_TIMESTAMP,
        )
    return bytes(pdf)


def _safe(key: str) -> str:
    """A file name of the key's safe characters; a digest keeps apart what that makes alike."""
    plain = re.sub(r"[^\w.-]+", "_", key.removesuffix(".pdf")).strip("._")[:80]
    return plain if plain == key.removesuffix(".pdf") else f"{plain}-{sha256(key.encode()).hexdigest()[:8]}"


def _hash(path: Path) -> str:
    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()
