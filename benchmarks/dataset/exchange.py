"""Data sets as Parquet, in the layout that Hugging Face `datasets` loads from a folder or from its hub.

`datasets.load_dataset(folder, "claims")` gives the claims, with the data set's own splits; "answers" and "documents"
are the other configurations. Records keep all their fields, nested as they are. `position` is the place of a record
among all splits, so that a data set comes back as it was.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from atomcite.benchmarks.dataset.card import card
from atomcite.benchmarks.dataset.model import BenchAnswer, BenchClaim, BenchDocument, Manifest
from atomcite.benchmarks.dataset.store import MANIFEST, Dataset
from atomcite.errors import DatasetError, EngineMissing, OutputError

if TYPE_CHECKING:
    import pyarrow as pa

TABLES: Mapping[str, type[BaseModel]] = {"claims": BenchClaim, "answers": BenchAnswer, "documents": BenchDocument}
POSITION = "position"
_R = TypeVar("_R", bound=BaseModel)


def export_parquet(dataset: Dataset, out: str | Path, *, documents: bool = True) -> list[Path]:
    """Writes `data/TABLE/SPLIT.parquet`, a card and the manifest into `out`, which must be empty or not there, and
    returns the tables' files. `documents` also copies the documents' files, each checked against its hash.

    Raises OutputError: `out` holds something. DatasetError: a document is missing or another. EngineMissing: pyarrow.
    """
    parquet = _pyarrow("pyarrow.parquet")
    root = Path(out)
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise OutputError(f"{root} is not empty.", "Choose a folder that is new or empty.")
    split_of = {d.id: d.split for d in dataset.documents}
    if documents:
        copy_documents(dataset, root)
    written: dict[str, list[str]] = {}
    files = []
    for name, kind in TABLES.items():
        records: Sequence[BaseModel] = getattr(dataset, name)
        rows: dict[str, list[dict[str, Any]]] = {}
        for position, record in enumerate(records):
            owner = getattr(record, "document", getattr(record, "id", ""))
            row = {POSITION: position, **record.model_dump(mode="json")}
            rows.setdefault(split_of.get(owner, "test"), []).append(row)
        for split in sorted(rows):
            path = root / "data" / name / f"{split}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            parquet.write_table(_table(kind, rows[split]), path)
            files.append(path)
        written[name] = sorted(rows)
    root.mkdir(parents=True, exist_ok=True)
    manifest = {"format": dataset.manifest.format, **dataset.manifest.model_dump(mode="json", exclude_defaults=True)}
    (root / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", "utf-8")
    (root / "README.md").write_text(card(dataset, written), "utf-8")
    return files


def import_parquet(folder: str | Path) -> Dataset:
    """The data set of such a folder, documents where they lie in it. Raises DatasetError: no such folder, a record
    that is none, with file and row. EngineMissing: pyarrow."""
    root = Path(folder)
    manifest = root / MANIFEST
    if not manifest.is_file() or not (root / "data" / "claims").is_dir():
        hint = "A folder is wanted that `atomcite bench export` wrote, or a clone of one."
        raise DatasetError(f"{root} holds no exported data set.", hint)
    try:
        head = Manifest.model_validate_json(manifest.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise DatasetError(f"{manifest}: {first['loc']}: {first['msg']}", "Export the data set again.") from error
    return Dataset(
        head,
        tuple(_records(BenchDocument, root / "data" / "documents")),
        tuple(_records(BenchAnswer, root / "data" / "answers")),
        tuple(_records(BenchClaim, root / "data" / "claims")),
        root,
    )


def copy_documents(dataset: Dataset, folder: str | Path, documents: Sequence[BenchDocument] | None = None) -> None:
    """The files of the documents (by default all), checked against their hashes, to the same paths in another
    folder."""
    for document in dataset.documents if documents is None else documents:
        if document.path is not None:
            target = Path(folder) / document.path
            target.parent.mkdir(parents=True, exist_ok=True)
            source = dataset.file_of(document)
            if source.resolve() != target.resolve():
                shutil.copyfile(source, target)


def _records(kind: type[_R], folder: Path) -> Iterator[_R]:
    parquet = _pyarrow("pyarrow.parquet")
    rows: list[tuple[int, str, dict[str, Any]]] = []
    for path in sorted(folder.glob("*.parquet")):
        for number, row in enumerate(parquet.read_table(path).to_pylist()):
            rows.append((row.pop(POSITION, len(rows)), f"{path.name}, row {number}", row))
    for _, where, row in sorted(rows, key=lambda r: r[0]):
        try:
            # By way of JSON, so that the same strictness holds as for JSON Lines.
            yield kind.model_validate_json(json.dumps(row))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            raise DatasetError(f"{where}: {place}: {first['msg']}", "Export the data set again.") from error


def _table(kind: type[BaseModel], rows: list[dict[str, Any]]) -> pa.Table:
    arrow = _pyarrow("pyarrow")
    columns = [arrow.field(POSITION, arrow.int64()), *_fields(arrow, kind)]
    return arrow.Table.from_pylist(rows, schema=arrow.schema(columns))


def _fields(arrow: Any, kind: type[BaseModel]) -> list[Any]:
    return [arrow.field(name, _type(arrow, f.annotation)) for name, f in kind.model_fields.items()]


def _type(arrow: Any, annotation: Any) -> Any:
    """The Arrow type of a field of a record, so that a column has it even where all its values are null or empty."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        (inner,) = (a for a in args if a is not NoneType)
        return _type(arrow, inner)
    if origin is tuple:
        return arrow.list_(_type(arrow, args[0]))
    if origin is Literal:
        return arrow.string()
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return arrow.struct(_fields(arrow, annotation))
    plain = {str: arrow.string(), bool: arrow.bool_(), int: arrow.int64(), float: arrow.float64()}
    return plain[annotation]


def _pyarrow(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise EngineMissing(
            "Parquet files need pyarrow, which is not here.", "pip install 'atomcite[bench]'"
        ) from error
