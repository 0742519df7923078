"""JSON Schemas of the records, for those who write data sets with other tools."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel

from atomcite.benchmarks.dataset.model import BenchAnswer, BenchClaim, BenchDocument, Manifest
from atomcite.benchmarks.dataset.store import ANSWERS, CLAIMS, DOCUMENTS, MANIFEST

RECORDS: Mapping[str, type[BaseModel]] = {
    MANIFEST: Manifest,
    DOCUMENTS: BenchDocument,
    ANSWERS: BenchAnswer,
    CLAIMS: BenchClaim,
}
"""File of a data set's folder -> the model of its record (the whole of `dataset.json`, a line of the others)."""


def schema_file(name: str) -> str:
    """The file beside this module that holds the schema of the file `name` ("claims.jsonl")."""
    return f"{name.split('.')[0]}.schema.json"


def schema_of(name: str) -> str:
    """The schema of one record of the file `name` as JSON text, made from the model. Raises KeyError."""
    schema = RECORDS[name].model_json_schema()
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return json.dumps({**head, **schema}, ensure_ascii=False, indent=2) + "\n"


def stored_schema(name: str) -> str:
    """The schema as it is kept in the package."""
    return files(__package__).joinpath("schemas", schema_file(name)).read_text("utf-8")


def write_schemas(folder: str | Path) -> None:
    """The schemas of all records as files in `folder`."""
    for name in RECORDS:
        Path(folder, schema_file(name)).write_text(schema_of(name), "utf-8")


if __name__ == "__main__":  # run from the root of the repository after a change of the models
    write_schemas("benchmarks/dataset/schemas")
