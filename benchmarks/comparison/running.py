"""Systems run side by side over a data set: document by document, each done once and kept when it is done."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version

from atomcite.benchmarks.comparison.runs import (
    RunDataset,
    RunInfo,
    RunSystem,
    append_judged,
    labels_hash,
    load_info,
    load_judged,
    save_info,
    tasks_hash,
)
from atomcite.benchmarks.comparison.tasks import BlindTask, blind_task
from atomcite.benchmarks.dataset import Dataset
from atomcite.benchmarks.systems import Caps, Judged, Lent, Spent, System, label_of_system, make
from atomcite.benchmarks.systems.accounts import load
from atomcite.benchmarks.systems.verdicts import none_checked
from atomcite.domain import Cache
from atomcite.errors import (
    AtomCiteError,
    CacheError,
    DatasetError,
    EndpointError,
    EngineMissing,
    ModelError,
    OutputError,
    PolicyError,
    UsageError,
)
from atomcite.version import VERSION

_log = logging.getLogger("atomcite")

OF_THE_SYSTEM = (EndpointError, EngineMissing, ModelError, PolicyError, UsageError, CacheError)
"""Errors that the next document would meet as well: they stop the system and leave the document to be done."""
_PACKAGES = ("numpy", "onnxruntime", "opencv-python-headless", "pypdfium2", "rapidfuzz", "rapidocr", "tesserocr")

Done = Callable[[str, Judged, int, int], None]
"""Called when a system is done with a document: its name, what it said, documents done by it, documents in all."""


@dataclass(frozen=True)
class Request:
    """What to run. `systems` are as asked for ("name:key=value"), `split` None for all, `limit` a number of
    documents, spread evenly over the set. `caps` hold for each system by itself, for the whole run. `jobs` are
    documents at a time; their seconds are longer when they share a processor."""

    systems: Sequence[str]
    split: str | None = None
    limit: int | None = None
    caps: Caps = field(default_factory=Caps)
    jobs: int = 1
    command: str = ""


@dataclass(frozen=True)
class Outcome:
    """`failed` are systems that were stopped, with why; their other documents are still to be done, as are all those
    that were left when the run was `interrupted`."""

    info: RunInfo
    failed: Mapping[str, AtomCiteError]
    interrupted: bool = False


def part_of(dataset: Dataset, split: str | None, limit: int | None) -> Dataset:
    """The documents of a run that have claims, with their claims. Raises UsageError where there are none."""
    part = dataset.split(split) if split is not None else dataset
    claimed = {c.document for c in part.claims}
    documents = [d for d in part.documents if d.id in claimed]
    if not documents:
        splits = ", ".join(sorted({d.split for d in dataset.documents})) or "none"
        raise UsageError(f"There is nothing to run over in the split {split!r}.", f"Splits: {splits}.")
    if limit is not None and limit < len(documents):
        documents = [documents[i * len(documents) // limit] for i in range(limit)]
    kept = {d.id for d in documents}
    return replace(
        part,
        documents=tuple(documents),
        claims=tuple(c for c in part.claims if c.document in kept),
        answers=tuple(a for a in part.answers if a.document in kept),
    )


class Running:
    """One start of a run. Raises DatasetError, UsageError, OutputError, EngineMissing before anything is run: for
    documents that are missing, systems that can't be made, and a folder that holds another run."""

    def __init__(self, dataset: Dataset, folder: str | Path, request: Request, readings: Cache) -> None:
        self._folder = Path(folder)
        self._request = request
        self._part = part_of(dataset, request.split, request.limit)
        self._tasks = [self._task(i) for i in range(len(self._part.documents))]
        names = [label_of_system(asked) for asked in request.systems]
        if repeated := next((n for n in names if names.count(n) > 1), None):
            raise UsageError(f"The system {repeated} is asked for twice.", "Tell them apart: label=NAME.")
        if not names:
            raise UsageError("There is no system to run.", "Give --system NAME.")
        self._done: dict[str, dict[str, Judged]] = {n: load_judged(self._folder, n) for n in names}
        self._systems: dict[str, System] = {}
        for name, asked in zip(names, request.systems, strict=True):
            before = sum((j.spent for j in self._done[name].values()), Spent())
            lent = Lent(readings, request.caps, before, at_once=request.jobs)
            self._systems[name] = make(asked, lent)
        self.info = self._begun()
        self._failed: dict[str, AtomCiteError] = {}
        self._lock = threading.Lock()
        self._stopping = threading.Event()

    def left(self) -> dict[str, int]:
        """Documents that each system has still to do."""
        return {n: sum(t.document not in self._done[n] for t in self._tasks) for n in self._systems}

    def run(self, done: Done | None = None, interrupted: Callable[[], None] | None = None) -> Outcome:
        """Runs what is left. After KeyboardInterrupt what is under way is finished, and nothing new begun;
        `interrupted` is told. A second one is raised."""
        save_info(self._folder, self.info)
        pool = ThreadPoolExecutor(self._request.jobs, thread_name_prefix="atomcite-bench")
        jobs: list[Future[None]] = [pool.submit(self._document, task, done) for task in self._tasks]
        stopped = False
        try:
            wait(jobs, return_when=FIRST_EXCEPTION)
        except KeyboardInterrupt:
            stopped = True
            if interrupted:
                interrupted()
        finally:
            self._stopping.set()
            pool.shutdown(wait=True, cancel_futures=True)
        for job in jobs:
            if not job.cancelled():
                job.result()
        return Outcome(self.info, dict(self._failed), stopped)

    # --- preparing ----------------------------------------------------------------------------------------------

    def _task(self, index: int) -> BlindTask:
        document = self._part.documents[index]
        claims = [c for c in self._part.claims if c.document == document.id]
        answers = [a for a in self._part.answers if a.document == document.id]
        return blind_task(document, self._part.file_of(document), claims, answers)

    def _begun(self) -> RunInfo:
        """The run's record: a new one, or that of the folder, with what is asked for now. Raises DatasetError when
        the folder's run was over something else or with other settings."""
        fresh = self._fresh()
        root = self._folder
        if not root.exists() or (root.is_dir() and not any(root.iterdir())):
            return fresh
        if not root.is_dir() or not (root / "run.json").is_file():
            raise OutputError(f"{root} holds something else than a run.", "Give another folder: --out RUN.")
        old = load_info(root)
        if old.dataset.tasks != fresh.dataset.tasks or old.split != fresh.split:
            raise DatasetError(
                f"The run in {root} was over other tasks: {_described(old)}; asked for is {_described(fresh)}.",
                "Give another folder: --out RUN, or the data set, split and limit that it was begun with.",
            )
        known = {s.name: s for s in old.systems}
        for system in fresh.systems:
            before = known.setdefault(system.name, system)
            if (changed := _changed(before.settings, system.settings)) is not None:
                raise DatasetError(
                    f"The system {system.name} was run in {root} with other settings: {changed}.",
                    f"Give another folder: --out RUN, or another name: {system.asked} with label=NAME.",
                )
        return old.model_copy(
            update={
                "systems": tuple(known.values()),
                "commands": (*old.commands, *fresh.commands),
                "versions": {**old.versions, **fresh.versions},
            }
        )

    def _fresh(self) -> RunInfo:
        part, request = self._part, self._request
        return RunInfo(
            dataset=RunDataset(
                name=part.manifest.name,
                version=part.manifest.version,
                folder=str(part.folder or ""),
                tasks=tasks_hash(part),
                labels=labels_hash(part),
            ),
            split=request.split,
            documents=tuple(d.id for d in part.documents),
            systems=tuple(
                RunSystem(name=name, asked=asked, settings=self._settings(self._systems[name]))
                for name, asked in zip(self._systems, request.systems, strict=True)
            ),
            commands=(request.command,) if request.command else (),
            versions=_versions(),
            started=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _settings(self, system: System) -> dict[str, object]:
        """A system's settings as JSON has them, with the caps, which bear on what it could do."""
        caps = {k: v for k, v in self._request.caps.__dict__.items() if v is not None}
        settings: dict[str, object] = json.loads(json.dumps({**system.settings, **caps}, default=str))
        return settings

    # --- running ------------------------------------------------------------------------------------------------

    def _document(self, task: BlindTask, done: Done | None) -> None:
        """All systems in turn on one document, so that none reads what another is reading."""
        for name, system in self._systems.items():
            if self._stopping.is_set():
                return
            if task.document in self._done[name] or name in self._failed:
                continue
            try:
                judged = task.named(self._judged(system, task))
            except OF_THE_SYSTEM as error:
                with self._lock:
                    self._failed.setdefault(name, error)
                continue
            judged = judged.model_copy(update={"load": load()})
            with self._lock:
                append_judged(self._folder, name, judged)
                self._done[name][task.document] = judged
                count = sum(t.document in self._done[name] for t in self._tasks)
                if done:
                    done(name, judged, count, len(self._tasks))

    def _judged(self, system: System, task: BlindTask) -> Judged:
        """What a system says of a document; a document that it can't cope with costs the claims about it."""
        try:
            return system.judge(task.task)
        except OF_THE_SYSTEM:
            raise
        except AtomCiteError as error:
            why = error.what
        except Exception as error:  # noqa: BLE001 - whatever a system's fault is, it is the reason of what it cost
            _log.exception("The system %s failed on document %s.", system.name, task.document)
            why = f"{type(error).__name__}: {error}"
        return Judged(document=task.task.document, predictions=none_checked(task.task, why), spent=Spent())


def _described(info: RunInfo) -> str:
    return (
        f"{info.dataset.name} {info.dataset.version}, split {info.split or 'all'}, {len(info.documents)} documents, "
        f"{info.dataset.tasks[:12]}"
    )


def _changed(before: Mapping[str, object], now: Mapping[str, object]) -> str | None:
    """The first setting that differs, in words."""
    for name in sorted({*before, *now}):
        if before.get(name) != now.get(name):
            return f"{name} was {before.get(name)!r} and is {now.get(name)!r}"
    return None


def _versions() -> dict[str, str]:
    found = {"python": python_version(), "atomcite": VERSION}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
