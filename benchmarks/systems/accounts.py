"""What a system used on a document, counted for all systems alike.

Systems that are compared read the same pages by the same engines, and reading is what takes the time. So readings
are shared, and each is stored with the seconds that it took: whoever uses it is charged those seconds, whether it was
made for him or for another. Verdicts and replies of models are not shared: each system asks for itself.
"""

from __future__ import annotations

import os
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from atomcite.benchmarks.systems.protocol import Spent
from atomcite.domain import Cache, Key
from atomcite.pipeline.meter import RunMeter

_SHARED = frozenset(("render", "ocr", "reader"))
"""Kinds of cache entries that systems share: pictures of pages, and what was read in them."""
_HEAD = struct.Struct("<dd")
"""Before each stored reading: the seconds that it took, and when it was made (seconds of the epoch)."""


class TimedReadings:
    """A `Cache` over another one: keeps readings with their seconds, and nothing else. Thread-safe.

    The time of a reading runs from the miss to the `put` of the same key in the same thread, without that of readings
    made within it. `pages` are those that were rendered, or fetched as rendered; `earlier` are readings that were
    made before `since` (seconds of the epoch), at whatever load there was.
    """

    def __init__(self, store: Cache, clock: Callable[[], float] = time.monotonic, since: float = 0.0) -> None:
        self._store = store
        self._clock = clock
        self._begun = since
        self._lock = threading.Lock()
        self._open = threading.local()
        self._charged: dict[tuple[str, ...], float] = {}
        self._busy: list[tuple[float, float]] = []
        self.pages: set[int] = set()
        self.earlier = 0

    def get(self, kind: str, key: Key) -> bytes | None:
        if kind not in _SHARED:
            return None
        if kind == "render":
            with self._lock:
                self.pages.add(int(key["page"] or 0))
        stored = self._store.get(f"charged-{kind}", key)
        if stored is None or len(stored) < _HEAD.size:
            self._running().append(_Running(_mark(kind, key), self._clock()))
            return None
        seconds, made = _HEAD.unpack_from(stored)
        self._charge(_mark(kind, key), seconds, earlier=made < self._begun)
        return stored[_HEAD.size :]

    def put(self, kind: str, key: Key, value: bytes) -> None:
        if kind not in _SHARED:
            return
        mark, running = _mark(kind, key), self._running()
        if not any(r.mark == mark for r in running):
            return
        # What failed in between was never put: its time is part of what it was made for.
        while (done := running.pop()).mark != mark:
            pass
        now = self._clock()
        seconds = max(0.0, now - done.since - done.within)
        if running:
            running[-1].within += now - done.since
        self._store.put(f"charged-{kind}", key, _HEAD.pack(seconds, time.time()) + value)
        with self._lock:
            self._busy.append((done.since, now))
        self._charge(mark, seconds)

    def seconds_charged(self) -> float:
        """What the readings that were used took when they were made, one after another."""
        with self._lock:
            return sum(self._charged.values())

    @property
    def used(self) -> int:
        """How many readings were used."""
        with self._lock:
            return len(self._charged)

    def seconds_busy(self) -> float:
        """How long readings were being made here, side by side counted once."""
        with self._lock:
            spans = sorted(self._busy)
        total, until = 0.0, float("-inf")
        for start, end in spans:
            total += max(0.0, end - max(start, until))
            until = max(until, end)
        return total

    def _running(self) -> list[_Running]:
        if not hasattr(self._open, "readings"):
            self._open.readings = []
        found: list[_Running] = self._open.readings
        return found

    def _charge(self, mark: tuple[str, ...], seconds: float, *, earlier: bool = False) -> None:
        with self._lock:
            if mark not in self._charged:
                self._charged[mark] = seconds
                self.earlier += earlier


@dataclass
class _Running:
    mark: tuple[str, ...]
    since: float
    within: float = 0.0


def _mark(kind: str, key: Key) -> tuple[str, ...]:
    return (kind, *(f"{name}={key[name]}" for name in sorted(key)))


@dataclass(frozen=True)
class Caps:
    """The most that a system may ask of models in a whole run; None is no cap."""

    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: float | None = None

    def less(self, spent: Spent) -> Caps:
        """What is left of them."""
        tokens = spent.prompt_tokens + spent.completion_tokens
        return self.plus(Caps(-spent.calls, -tokens, -(spent.cost or 0.0)))

    def plus(self, more: Caps) -> Caps:
        """Each cap higher by that of `more`, never below 0; what has no cap stays so."""
        return Caps(
            None if self.max_calls is None else max(0, self.max_calls + (more.max_calls or 0)),
            None if self.max_tokens is None else max(0, self.max_tokens + (more.max_tokens or 0)),
            None if self.max_cost is None else max(0.0, self.max_cost + (more.max_cost or 0.0)),
        )

    def share(self, parts: int) -> tuple[Caps, Caps]:
        """An equal part of them, and what remains."""
        part = Caps(
            None if self.max_calls is None else self.max_calls // parts,
            None if self.max_tokens is None else self.max_tokens // parts,
            None if self.max_cost is None else self.max_cost / parts,
        )
        taken = Caps(-(part.max_calls or 0), -(part.max_tokens or 0), -(part.max_cost or 0.0))
        return part, self.plus(taken)


_NONE, _NOTHING = Caps(), Spent()


def processor_seconds() -> float:
    """What this process has used of processors, all its threads together, and what processes that it started and saw
    end have."""
    return sum(os.times()[:4])


def load() -> float | None:
    """Processes that ran or waited for a processor in the last minute, for each processor; None where the system does
    not say."""
    return round(os.getloadavg()[0] / (os.cpu_count() or 1), 2) if hasattr(os, "getloadavg") else None


class DocumentAccount:
    """Implements `Account`: the clocks run from when it is made. `alone` says that nothing else runs in the process,
    so that its processor time is this account's; `since` is when the run was started, in seconds of the epoch."""

    def __init__(
        self,
        store: Cache,
        caps: Caps,
        clock: Callable[[], float] = time.monotonic,
        *,
        alone: bool = True,
        since: float = 0.0,
    ) -> None:
        self.cache = TimedReadings(store, clock, since)
        self._cpu = processor_seconds() if alone else None
        self.meter = RunMeter()
        self.max_calls, self.max_tokens, self.max_cost = caps.max_calls, caps.max_tokens, caps.max_cost
        self._shown: set[int] = set()
        self._clock = clock
        self._since = clock()

    def shown(self, pages: Iterable[int]) -> None:
        self._shown.update(pages)

    def spent(self) -> Spent:
        """All until now."""
        totals = self.meter.totals()
        elapsed = self._clock() - self._since
        return Spent(
            calls=int(totals["model_calls"]),
            prompt_tokens=int(totals["prompt_tokens"]),
            completion_tokens=int(totals["completion_tokens"]),
            seconds=round(max(0.0, elapsed - self.cache.seconds_busy()) + self.cache.seconds_charged(), 3),
            pages=len(self.cache.pages | self._shown),
            cost=float(totals["model_cost"]) if "model_cost" in totals else None,
            cpu=None if self._cpu is None else round(processor_seconds() - self._cpu, 3),
            readings=self.cache.used,
            earlier=self.cache.earlier,
        )


class Lent:
    """Implements `Lender` for one system: the readings that all share, and its own caps.

    `spent` is what the system has used of its caps before (a run that is taken up again), `at_once` how many
    documents it is given side by side: each gets its share of what is left, so that together they never pass a cap.
    """

    def __init__(self, readings: Cache, caps: Caps = _NONE, spent: Spent = _NOTHING, at_once: int = 1) -> None:
        self._readings = readings
        self._left = caps.less(spent)
        self._at_once = at_once
        self._since = time.time()
        self._open = 0
        self._lock = threading.Lock()

    @contextmanager
    def account(self) -> Iterator[DocumentAccount]:
        with self._lock:
            share, self._left = self._left.share(max(1, self._at_once - self._open))
            self._open += 1
        account = DocumentAccount(self._readings, share, alone=self._at_once == 1, since=self._since)
        try:
            yield account
        finally:
            with self._lock:
                self._open -= 1
                self._left = self._left.plus(share.less(account.spent()))
