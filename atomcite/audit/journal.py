"""What was done in a run, event by event, each holding the hash of the one before."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from atomcite.audit.canonical import canonical, digest

Kind = Literal["started", "page_read", "page_checked", "decided", "corrected", "written", "sealed"]
Details = Mapping[str, str | int | list[int]]

START = "0" * 64
"""What the first event holds in place of a hash."""


class Event(NamedTuple):
    """`time` is UTC, ISO 8601; None for the sealing event, whose every byte follows from the rest."""

    kind: Kind
    details: Details
    time: str | None


class Journal:
    """Events in the order in which they came. Thread-safe. They hold hashes, numbers and names of engines, never
    text of pages, answers or settings."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._lock = threading.Lock()

    def note(self, kind: Kind, **details: str | int | list[int]) -> None:
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        with self._lock:
            self._events.append(Event(kind, details, time))

    @property
    def events(self) -> tuple[Event, ...]:
        with self._lock:
            return tuple(self._events)


def chained(events: Iterable[Event]) -> tuple[list[bytes], str]:
    """The events as lines without their line ends, and the hash of the last one."""
    lines: list[bytes] = []
    head = START
    for event in events:
        line = line_of(len(lines), event, head)
        lines.append(line)
        head = digest(line)
    return lines, head


def line_of(number: int, event: Event, previous: str) -> bytes:
    """One event as the journal holds it."""
    time = {} if event.time is None else {"time": event.time}
    return canonical({"n": number, "event": event.kind, **time, "details": dict(event.details), "previous": previous})
