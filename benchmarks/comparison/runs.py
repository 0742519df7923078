"""A run as a folder: `run.json` says over what and with what, `predictions/NAME.jsonl` holds what each system said.

A line of predictions is one document, whole, and is appended when the document is done: what is there is never done
again, and a line that a killed run left unfinished counts as not there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, ValidationError

from atomcite.benchmarks.dataset import Dataset, load
from atomcite.benchmarks.systems.protocol import Judged, Prediction
from atomcite.errors import DatasetError

RUN, PREDICTIONS = "run.json", "predictions"
FORMAT = 1
"""Goes up when a reader of the older form would misread the newer."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RunDataset(_Record):
    """The data set of a run. `folder` is where it lay, as given. `tasks` and `labels` are `tasks_hash` and
    `labels_hash` of the part that was run over: other tasks make the predictions worthless, other labels only their
    scores others."""

    name: str
    version: str
    folder: str
    tasks: str
    labels: str


class RunSystem(_Record):
    """A system as it was asked for (`name:key=value,...`), and the settings that it reported."""

    name: str
    asked: str
    settings: Mapping[str, Any] = {}


class RunInfo(_Record):
    """`split` is None for all splits, `documents` are the ids that were to be run over (for a run over some of them
    only), `commands` each command line that worked on the run, in order, `versions` those of programs and packages
    by name, `started` the first start, ISO 8601."""

    format: int = FORMAT
    dataset: RunDataset
    split: str | None
    documents: tuple[str, ...]
    systems: tuple[RunSystem, ...]
    commands: tuple[str, ...] = ()
    versions: Mapping[str, str] = {}
    started: str = ""


@dataclass(frozen=True)
class Run:
    """A run as read. `judged` is by system name, then by document id, systems in the order of `info`."""

    folder: Path
    info: RunInfo
    judged: Mapping[str, Mapping[str, Judged]]

    def predictions(self, system: str) -> dict[str, Prediction]:
        """What `system` said, by claim id."""
        return {p.claim: p for judged in self.judged[system].values() for p in judged.predictions}


def tasks_hash(dataset: Dataset) -> str:
    """SHA-256 (hex) over all that a system is given: the documents' hashes, the claims and the answers."""
    digests = {d.id: d.sha256 for d in dataset.documents}
    claims = {c.id: [c.document, c.answer, c.statement, [p.label for p in c.cited]] for c in dataset.claims}
    answers = {a.id: [a.document, a.text, a.question] for a in dataset.answers}
    return _digest([sorted(digests.items()), sorted(claims.items()), sorted(answers.items())])


def labels_hash(dataset: Dataset) -> str:
    """SHA-256 (hex) over the claims' labels, whoever's they are."""
    return _digest(sorted((c.id, c.labels.model_dump_json(exclude_defaults=True)) for c in dataset.claims))


def save_info(folder: str | Path, info: RunInfo) -> None:
    """Writes `run.json`, whole or not at all. `folder` is made."""
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    text = json.dumps(info.model_dump(mode="json"), ensure_ascii=False, indent=2)
    beside = root / f"{RUN}.new"
    beside.write_text(text + "\n", "utf-8")
    os.replace(beside, root / RUN)


def load_info(folder: str | Path) -> RunInfo:
    """Raises DatasetError where there is no run, or one of another form."""
    path = Path(folder) / RUN
    if not path.is_file():
        raise DatasetError(f"No run in {folder}.", f"A run is a folder with {RUN} and {PREDICTIONS}/.")
    try:
        found = json.loads(path.read_text("utf-8"))
        if isinstance(found, dict) and found.get("format") != FORMAT:
            raise DatasetError(f"{path} is of form {found.get('format')}; this AtomCite reads form {FORMAT}.")
        return RunInfo.model_validate(found)
    except ValidationError as error:
        raise DatasetError(f"{path}: {_first(error)}", "Do the run again.") from error
    except ValueError as error:
        raise DatasetError(f"{path} is no JSON: {error}", "Do the run again.") from error


def predictions_file(folder: str | Path, system: str) -> Path:
    """Where the predictions of `system` are kept: its name, with what file systems refuse written as %XX."""
    return Path(folder) / PREDICTIONS / f"{quote(system, safe=' =,+')}.jsonl"


def append_judged(folder: str | Path, system: str, judged: Judged) -> None:
    """Adds one document's predictions, on the disk when this returns. An unfinished line before it is taken out."""
    path = predictions_file(folder, system)
    path.parent.mkdir(parents=True, exist_ok=True)
    line = judged.model_dump_json(exclude_defaults=True).encode() + b"\n"
    with path.open("a+b") as stream:
        stream.seek(0)
        kept = stream.read().rfind(b"\n") + 1
        stream.truncate(kept)
        stream.write(line)
        stream.flush()
        os.fsync(stream.fileno())


def load_judged(folder: str | Path, system: str) -> dict[str, Judged]:
    """What is there of `system`, by document id; empty where nothing is. Of a document that was done twice the later
    counts. Raises DatasetError naming file and line of what is no record."""
    path = predictions_file(folder, system)
    if not path.is_file():
        return {}
    found: dict[str, Judged] = {}
    complete, _, _ = path.read_bytes().rpartition(b"\n")
    for number, line in enumerate(complete.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            judged = Judged.model_validate_json(line)
        except ValidationError as error:
            raise DatasetError(
                f"{path}:{number}: {_first(error)}", "Take the line out, and run again what it held."
            ) from error
        found[judged.document] = judged
    return found


def load_run(folder: str | Path) -> Run:
    """Raises DatasetError as `load_info` and `load_judged` do."""
    info = load_info(folder)
    return Run(Path(folder), info, {s.name: load_judged(folder, s.name) for s in info.systems})


def dataset_of(run: Run, folder: Path | None = None) -> Dataset:
    """The part of its data set that a run was over; `folder` where that lies elsewhere now. Raises DatasetError where
    it is not there, or documents, claims or answers are others than those that the systems were given."""
    info = run.info
    where = folder or Path(info.dataset.folder)
    try:
        whole = load(where)
    except DatasetError as error:
        if folder is None and not where.is_dir():
            raise DatasetError(
                f"The data set of {run.folder} is not in {where}.", "Say where: --dataset DIR."
            ) from error
        raise
    kept = set(info.documents)
    part = replace(
        whole,
        documents=tuple(d for d in whole.documents if d.id in kept),
        answers=tuple(a for a in whole.answers if a.document in kept),
        claims=tuple(c for c in whole.claims if c.document in kept),
    )
    if tasks_hash(part) != info.dataset.tasks:
        raise DatasetError(
            f"{where} is not what {run.folder} was run over: documents, claims or answers are others.",
            "Give the folder of that version with --dataset, or do the run again.",
        )
    return part


def _digest(value: object) -> str:
    return sha256(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    return f"{'.'.join(str(part) for part in first['loc']) or 'the record'}: {first['msg']}"
