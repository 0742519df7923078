"""What is asked, and answers that somebody has already: JSON Lines, CSV, or plain lines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atomcite.benchmarks.dataset import BenchDocument
from atomcite.errors import DatasetError


class _Given(BaseModel):
    # Other fields are the user's own.
    model_config = ConfigDict(frozen=True, extra="ignore", str_strip_whitespace=True)


class Question(_Given):
    """`document` is a document's id, file name or title; None asks it of all. `answerable` says whether the document
    answers it, as far as the asker knows."""

    question: str = Field(min_length=1)
    document: str | None = None
    answerable: bool | None = None


class GivenAnswer(_Given):
    """An answer that was had elsewhere. `text` or `answer` holds it, with its citation marks."""

    document: str = Field(min_length=1)
    text: str = Field(min_length=1)
    question: str | None = None
    generator: str | None = None
    answerable: bool | None = None
    refused: bool = False


_G = TypeVar("_G", bound=_Given)


def read_questions(path: Path) -> tuple[Question, ...]:
    """JSON Lines or CSV with a field `question`, or a text file with a question on each line. Raises DatasetError."""
    if path.suffix.lower() in (".jsonl", ".ndjson", ".csv"):
        return tuple(_parsed(Question, path))
    found = tuple(Question(question=line.strip()) for line in _text(path).splitlines() if line.strip())
    return _some(found, path)


def read_answers(path: Path) -> tuple[GivenAnswer, ...]:
    """JSON Lines or CSV with the fields `document` and `text` (or `answer`), and optionally `question`, `generator`
    (or `model`), `answerable`, `refused`. Raises DatasetError."""
    return tuple(_parsed(GivenAnswer, path, {"answer": "text", "model": "generator"}))


def document_named(name: str, documents: Sequence[BenchDocument]) -> BenchDocument:
    """The document of that id, file name, file name without ending, or title. Raises DatasetError for none, and for
    several."""

    def names(document: BenchDocument) -> Iterator[str | None]:
        yield document.id
        yield document.title
        if document.path:
            yield Path(document.path).name
            yield Path(document.path).stem

    exact = [d for d in documents if d.id == name]
    found = exact or [d for d in documents if name in names(d)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(d.id for d in documents[:5]) + (", ..." if len(documents) > 5 else "")
    problem = f"There is no document {name}" if not found else f"{name} names {len(found)} documents"
    raise DatasetError(f"{problem}.", f"Documents: {known}.")


def _parsed(kind: type[_G], path: Path, other_names: Mapping[str, str] | None = None) -> tuple[_G, ...]:
    found: list[_G] = []
    for where, row in _rows(path):
        renamed = dict(row)
        for name, field in (other_names or {}).items():
            if field not in renamed and name in renamed:
                renamed[field] = renamed.pop(name)
        try:
            found.append(kind.model_validate(renamed))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(map(str, first["loc"]))
            fields = ", ".join(kind.model_fields)
            raise DatasetError(f"{where}: {field}: {first['msg']}", f"Fields: {fields}.") from error
    return _some(tuple(found), path)


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    text = _text(path)
    if path.suffix.lower() == ".csv":
        table = csv.DictReader(io.StringIO(text))
        for row in table:
            # An empty cell is a field that was not given.
            yield f"{path.name}:{table.line_num}", {k.strip(): v for k, v in row.items() if k and v and v.strip()}
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except ValueError as error:
            raise DatasetError(f"{path.name}:{number} is no JSON: {error}") from error
        if not isinstance(found, dict):
            raise DatasetError(f"{path.name}:{number} is no object.")
        yield f"{path.name}:{number}", found


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{path} can't be read: {error}", "Give a file in UTF-8.") from error


def _some(found: tuple[_G, ...], path: Path) -> tuple[_G, ...]:
    if not found:
        raise DatasetError(f"{path} holds nothing.", "Give at least one line.")
    return found
