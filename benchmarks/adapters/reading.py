"""Reading JSON of other people's making: what does not fit is named by file, record and field."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from atomcite.errors import DatasetError, EngineMissing

T = TypeVar("T")
Row = tuple[str, Mapping[str, Any]]
"""Where a record stands ("file.jsonl:7"), and the record."""


def rows(path: Path, *, under: tuple[str, ...] = ("data",)) -> Iterator[Row]:
    """The records of a JSON Lines file, of a JSON array, of the array under one of the keys `under` of a JSON object,
    or of a Parquet file as the Hugging Face hub has them. Raises DatasetError, EngineMissing without pyarrow."""
    if path.suffix.lower() == ".parquet":
        yield from _parquet(path)
        return
    text = _text(path)
    try:
        whole = json.loads(text)
    except ValueError as error:
        yield from _lines(path, text, error)
        return
    if isinstance(whole, dict):
        # An object without any of the keys is a JSON Lines file of one line.
        whole = next((whole[key] for key in under if isinstance(whole.get(key), list)), [whole])
    if not isinstance(whole, list):
        raise DatasetError(f"{path.name} holds no list of records.", "Give the file as it was published.")
    for number, item in enumerate(whole, 1):
        yield _row(f"{path.name}[{number}]", item)


def whole(path: Path) -> Any:
    """The file's JSON. Raises DatasetError."""
    try:
        return json.loads(_text(path))
    except ValueError as error:
        raise DatasetError(f"{path} is no JSON: {error}") from error


def value(row: Row, name: str, kind: type[T], default: T | None = None) -> T:
    """The field `name` as `kind`; `default` for one that is absent or null. Raises DatasetError where there is no
    default, or for a field of another kind."""
    where, record = row
    found = record.get(name)
    if found is None:
        if default is not None:
            return default
        known = ", ".join(sorted(record)) or "none"
        raise DatasetError(f"{where} has no {name}.", f"Is it this format? Its fields are: {known}.")
    if kind is str and isinstance(found, int | float):
        found = str(found)  # editions of one set differ in whether ids and answers are numbers
    try:
        return TypeAdapter(kind).validate_python(found)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]["msg"]
        raise DatasetError(f"{where}: {name} is {found!r:.80}: {problem}.", "Is it this format?") from error


def position(row: Row, number: int, first_page: int) -> int:
    """The position, from 1, of a page that the source numbers from `first_page`. Raises DatasetError for a number
    before the first."""
    if number < first_page:
        raise DatasetError(
            f"{row[0]}: page {number} lies before the first page, {first_page}.",
            "If the file counts its pages from 0, give --first-page 0.",
        )
    return number - first_page + 1


def one_file(path: Path, *names: str) -> Path:
    """`path`, or the file of one of `names` in the folder `path`. Raises DatasetError."""
    if path.is_file():
        return path
    found = [path / name for name in names if (path / name).is_file()]
    if not found:
        wanted = " or ".join(names)
        raise DatasetError(f"There is no {wanted} in {path}.", "Give the file, or the folder that holds it.")
    return found[0]


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{path} can't be read: {error}", "Give a JSON or JSON Lines file in UTF-8.") from error


def _lines(path: Path, text: str, as_whole: ValueError) -> Iterator[Row]:
    # Not splitlines(): it also parts at characters that JSON strings may hold, such as U+2028.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
        except ValueError as error:
            problem = as_whole if number == 1 else error
            raise DatasetError(
                f"{path.name}:{number} is no JSON: {problem}", "Give the file as published."
            ) from error
        yield _row(f"{path.name}:{number}", item)


def _parquet(path: Path) -> Iterator[Row]:
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise EngineMissing("Parquet files need pyarrow.", 'Install it: pip install "atomcite[bench]"') from error
    try:
        with parquet.ParquetFile(path) as file:
            # A batch at a time: such files hold pictures as well, and can be many gigabytes.
            records = (row for batch in file.iter_batches(64) for row in batch.to_pylist())
            for number, row in enumerate(records, 1):
                yield f"{path.name}[{number}]", row
    except (OSError, arrow.ArrowInvalid) as error:
        raise DatasetError(f"{path} can't be read: {error}", "Is it whole?") from error


def _row(where: str, item: object) -> Row:
    if not isinstance(item, dict):
        raise DatasetError(f"{where} is no record but {type(item).__name__}.", "Give the file as it was published.")
    return where, item
