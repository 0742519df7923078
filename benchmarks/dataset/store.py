"""A data set as a folder: `dataset.json`, `documents.jsonl`, `answers.jsonl`, `claims.jsonl`, and the documents."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import file_digest
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from atomcite.benchmarks.dataset.model import BenchAnswer, BenchClaim, BenchDocument, Manifest
from atomcite.errors import DatasetError

MANIFEST, DOCUMENTS, ANSWERS, CLAIMS = "dataset.json", "documents.jsonl", "answers.jsonl", "claims.jsonl"

_R = TypeVar("_R", bound=BaseModel)


@dataclass(frozen=True)
class Dataset:
    """All records of one data set. `folder` is where document paths start; None for one that was never stored."""

    manifest: Manifest
    documents: tuple[BenchDocument, ...]
    answers: tuple[BenchAnswer, ...]
    claims: tuple[BenchClaim, ...]
    folder: Path | None = None

    def split(self, name: str) -> Dataset:
        """The part whose documents belong to the split `name`."""
        kept = {d.id for d in self.documents if d.split == name}
        return replace(
            self,
            documents=tuple(d for d in self.documents if d.id in kept),
            answers=tuple(a for a in self.answers if a.document in kept),
            claims=tuple(c for c in self.claims if c.document in kept),
        )

    def file_of(self, document: BenchDocument) -> Path:
        """The document's file, checked against its hash. Raises DatasetError: not there, or another file."""
        if document.path is None or self.folder is None:
            raise DatasetError(f"Document {document.id} has no file here.", _fetch_hint(document))
        path = self.folder / document.path
        if not path.is_file():
            raise DatasetError(f"Document {document.id} is missing: {path}", _fetch_hint(document))
        with path.open("rb") as stream:
            found = file_digest(stream, "sha256").hexdigest()
        if found != document.sha256:
            raise DatasetError(
                f"{path} is not document {document.id}: its sha256 is {found[:12]}..., not {document.sha256[:12]}...",
                "Put the file back that the labels were made for.",
            )
        return path


def load(folder: str | Path) -> Dataset:
    """Reads a data set. Raises DatasetError naming file and line of the first record that is none; whether the
    records fit one another is `validate`'s to say."""
    root = Path(folder)
    manifest = root / MANIFEST
    if not manifest.is_file():
        raise DatasetError(f"No data set in {root}.", f"A data set is a folder with {MANIFEST} and {CLAIMS}.")
    return Dataset(
        manifest=_parse(Manifest, _text(manifest), manifest.name),
        documents=tuple(_lines(BenchDocument, root / DOCUMENTS)),
        answers=tuple(_lines(BenchAnswer, root / ANSWERS, optional=True)),
        claims=tuple(_lines(BenchClaim, root / CLAIMS)),
        folder=root,
    )


def save(dataset: Dataset, folder: str | Path) -> None:
    """Writes the records (not the documents' files) into `folder`, which is made. Defaults stay out."""
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    text = json.dumps(_plain(dataset.manifest) | {"format": dataset.manifest.format}, ensure_ascii=False, indent=2)
    (root / MANIFEST).write_text(text + "\n", "utf-8")
    _write(root / DOCUMENTS, dataset.documents)
    _write(root / ANSWERS, dataset.answers)
    _write(root / CLAIMS, dataset.claims)


def _write(path: Path, records: Sequence[BaseModel]) -> None:
    path.write_text("".join(json.dumps(_plain(r), ensure_ascii=False) + "\n" for r in records), "utf-8")


def _plain(record: BaseModel) -> dict[str, object]:
    return record.model_dump(mode="json", exclude_defaults=True)


def _lines(kind: type[_R], path: Path, *, optional: bool = False) -> Iterable[_R]:
    if optional and not path.exists():
        return
    if not path.is_file():
        raise DatasetError(f"{path} is missing.", "A data set has a manifest, documents and claims.")
    # Not splitlines(): it also breaks at U+2028 and its like, which stand unescaped in JSON strings.
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if line.strip():
            yield _parse(kind, line, f"{path.name}:{number}")


def _text(path: Path) -> str:
    """The file's text without the byte order mark that some editors put first."""
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DatasetError(
            f"{path.name} is not UTF-8: {error.reason} at byte {error.start}.", "Save it as UTF-8."
        ) from error


def _parse(kind: type[_R], text: str, where: str) -> _R:
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "the record"
        raise DatasetError(f"{where}: {field}: {first['msg']}", "atomcite bench validate lists all.") from error


def _fetch_hint(document: BenchDocument) -> str:
    return f"It can be had from {document.url}" if document.url else ""
