"""What was asked and answered, a line each, so that a stopped collection goes on where it stopped."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from atomcite.benchmarks.dataset import BenchAnswer
from atomcite.domain import Usage
from atomcite.errors import DatasetError

JOURNAL = "collected.jsonl"


class Entry(BaseModel):
    """One question to one model, or an answer given in a file. `fault` says why there is no answer; `pages` are the
    positions that the model was shown; `prompt` the version of the words that asked it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answer: BenchAnswer | None
    id: str
    fault: str | None = None
    pages: tuple[int, ...] = ()
    usage: Usage = Usage()
    prompt: str | None = None


class Journal:
    """The entries of a folder. Thread-safe."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / JOURNAL
        self._lock = threading.Lock()
        # The last word on each question counts: a fault may have been made good.
        self._entries = {entry.id: entry for entry in self._read()}

    def answers(self) -> tuple[BenchAnswer, ...]:
        return tuple(entry.answer for entry in self._entries.values() if entry.answer)

    def faults(self) -> tuple[str, ...]:
        return tuple(entry.fault for entry in self._entries.values() if entry.fault)

    def has_answer(self, answer_id: str) -> bool:
        entry = self._entries.get(answer_id)
        return entry is not None and entry.answer is not None

    def add(self, entry: Entry) -> None:
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as stream:
                stream.write(entry.model_dump_json(exclude_defaults=True) + "\n")
            self._entries[entry.id] = entry

    def _read(self) -> Iterator[Entry]:
        if not self._path.is_file():
            return
        text = self._path.read_text("utf-8")
        lines = text.split("\n")
        if lines[-1]:
            # The run was stopped within a line: that answer is asked for again.
            lines.pop()
            self._path.write_text("".join(line + "\n" for line in lines), "utf-8")
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield Entry.model_validate_json(line)
            except ValidationError as error:
                first = error.errors(include_url=False)[0]["msg"]
                raise DatasetError(f"{self._path}:{number}: {first}", "Remove that line to ask it again.") from error


def answer_id(*parts: str | None) -> str:
    """The same for the same question to the same model about the same document."""
    return "n" + sha256("\x1f".join(part or "" for part in parts).encode()).hexdigest()[:11]
