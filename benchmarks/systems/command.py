"""`command`: any program that checks citations, by JSON on its standard input and output.

The protocol is described for users in docs/bench.md. The program is given a copy of the document in a folder of its
own, so that nothing of the data set lies beside it.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atomcite.benchmarks.systems.options import Options
from atomcite.benchmarks.systems.protocol import Judged, Lender, Prediction, Task
from atomcite.benchmarks.systems.verdicts import failed, predicted
from atomcite.domain import Action, ClaimVerdict
from atomcite.errors import EngineMissing, UsageError

_KEPT = 4000
"""Characters of a program's standard error that are kept, the last ones."""


class Said(BaseModel):
    """A prediction as a program gives it: claim and verdict, the rest if it has it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: str
    verdict: ClaimVerdict
    action: Action | None = None
    confidence: float | None = Field(default=None, ge=0, le=1)
    suggested: tuple[int, ...] = ()
    flagged: bool = False
    channels: Mapping[str, str] = {}
    reason: str = ""
    raw: Any = None
    error: str | None = None

    def prediction(self) -> Prediction:
        fields = self.model_dump(exclude={"action"}, exclude_unset=True)
        made = predicted(fields.pop("claim"), fields.pop("verdict"), **fields)
        return made if self.action is None else made.model_copy(update={"action": self.action})


class Costs(BaseModel):
    """What a program says that it used; its time is taken by the clock."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    calls: int = Field(default=0, ge=0)
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)
    pages: int = Field(default=0, ge=0)
    cost: float | None = Field(default=None, ge=0)


@dataclass(frozen=True)
class Outcome:
    """What came of one start: standard output, the end of standard error, and what went wrong, if anything."""

    output: str
    errors: str
    fault: str | None


@dataclass(frozen=True)
class Command:
    """Options: `run` (the command line), `timeout` (seconds for one document, 600). No shell is involved."""

    arguments: tuple[str, ...]
    timeout: float
    lender: Lender
    name: str = "command"

    @classmethod
    def make(cls, given: Mapping[str, str], lender: Lender) -> Command:
        options = Options(cls.name, given)
        line = options.maybe("run")
        timeout = options.number("timeout", 600, 0.1, 86400)
        options.done()
        if line is None:
            raise UsageError("The system command needs a program.", 'Write command:run="program arguments".')
        try:
            arguments = tuple(shlex.split(line))
        except ValueError as error:
            raise UsageError(f"The command line {line!r} can't be read: {error}.", "Close its quotes.") from error
        if shutil.which(arguments[0]) is None:
            raise EngineMissing(f"There is no program {arguments[0]}.", "Give its path, or install it.")
        return cls(arguments, timeout, lender)

    @property
    def settings(self) -> Mapping[str, Any]:
        return {"run": list(self.arguments), "timeout": self.timeout, "costs": "as the program says, but for time"}

    def judge(self, task: Task) -> Judged:
        with self.lender.account() as account, tempfile.TemporaryDirectory(prefix="atomcite-bench-") as folder:
            alone = Path(folder) / task.path.name
            if task.path.is_dir():
                shutil.copytree(task.path, alone)
            else:
                shutil.copyfile(task.path, alone)
            outcome = self._run(task.model_copy(update={"path": alone}))
            predictions, costs = understood(task, outcome)
            spent = account.spent().model_copy(update=costs.model_dump())
            return Judged(document=task.document, predictions=predictions, spent=spent)

    def _run(self, task: Task) -> Outcome:
        try:
            process = subprocess.Popen(  # a group of its own: what the program has started ends with it
                self.arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            return Outcome("", "", f"{self.arguments[0]} can't be started: {error.strerror}.")
        fault = None
        _running.add(process)
        try:
            output, errors = process.communicate(task.model_dump_json().encode() + b"\n", timeout=self.timeout)
        except subprocess.TimeoutExpired:
            _end(process)
            output, errors = process.communicate()
            fault = f"It was not done after {self.timeout:g} seconds and was ended."
        except BaseException:
            _end(process)
            process.communicate()
            raise
        finally:
            _running.discard(process)
        if fault is None and process.returncode != 0:
            fault = f"It ended with exit code {process.returncode}."
        return Outcome(output.decode("utf-8", "replace"), errors.decode("utf-8", "replace")[-_KEPT:], fault)


_running: set[subprocess.Popen[bytes]] = set()


def end_all() -> None:
    """Ends all programs that run now."""
    for process in tuple(_running):
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def understood(task: Task, outcome: Outcome) -> tuple[tuple[Prediction, ...], Costs]:
    """One prediction a claim of the task, in order, and the costs. The output is one JSON object with "predictions"
    (and "spent"), or lines of JSON, each a prediction or {"spent": ...}. What is wrong costs the claim that it is
    about; a claim without a prediction is not checked, and says why."""
    faults = [outcome.fault] if outcome.fault else []
    found: dict[str, Prediction] = {}
    costs = Costs()
    wanted = {claim.id for claim in task.claims}
    for where, record in _records(outcome.output, faults):
        try:
            if "spent" in record and "claim" not in record:
                costs = Costs.model_validate(record["spent"])
                continue
            said = Said.model_validate(record)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            problem = f"{where}: {'.'.join(str(p) for p in first['loc'])}: {first['msg']}"
            if record.get("claim") in wanted:
                found.setdefault(record["claim"], failed(record["claim"], problem, raw=record))
            else:
                faults.append(problem)
            continue
        if said.claim not in wanted:
            faults.append(f"{where}: there is no claim {said.claim!r}")
        elif said.claim in found:
            faults.append(f"{where}: a second prediction for claim {said.claim!r}")
        else:
            found[said.claim] = said.prediction()
    why = " ".join([*faults, *([f"It wrote: {outcome.errors.strip()}"] if outcome.errors.strip() else [])])
    absent = f"The program said nothing of this claim. {why}".strip()
    predictions = tuple(found.get(c.id) or failed(c.id, absent) for c in task.claims)
    if faults:  # what was wrong with the output as a whole is kept with what was right in it
        predictions = tuple(p if p.error else p.model_copy(update={"error": why}) for p in predictions)
    return predictions, costs


def _records(output: str, faults: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The records of an output, each with where it stands."""
    try:
        whole = json.loads(output)
    except ValueError:
        whole = None
    if isinstance(whole, dict) and isinstance(whole.get("predictions"), list):
        if "spent" in whole:
            yield "spent", {"spent": whole["spent"]}
        yield from _objects(((f"predictions.{i}", r) for i, r in enumerate(whole["predictions"])), faults)
        return
    yield from _objects(_lines(output, faults), faults)


def _lines(output: str, faults: list[str]) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(output.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield f"line {number}", json.loads(line)
        except ValueError:
            faults.append(f"line {number} is no JSON: {line[:80]!r}")


def _objects(records: Iterable[tuple[str, Any]], faults: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for where, record in records:
        if isinstance(record, dict):
            yield where, record
        else:
            faults.append(f"{where} is no JSON object")
