"""What engines are lent by the run they work in: a cache and a meter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

Key = Mapping[str, str | int | float | bool | None]


class Cache(Protocol):
    """Content-addressed store. `kind` names what is stored ("ocr", "reader", "reply"), `key` all that it
    depends on (image digests, statement, engine, model, prompt version, settings; never transport settings)."""

    def get(self, kind: str, key: Key) -> bytes | None: ...

    def put(self, kind: str, key: Key, value: bytes) -> None: ...


class Meter(Protocol):
    """Counts what a run did: "pages_rendered", "pages_read_text", "pages_read_image", "model_calls", ... Amounts of
    seconds and money need not be whole."""

    def count(self, name: str, amount: float = 1) -> None: ...


class NoCache:
    """A cache that forgets everything."""

    def get(self, kind: str, key: Key) -> bytes | None:
        return None

    def put(self, kind: str, key: Key, value: bytes) -> None:
        return None


class NoMeter:
    """A meter that counts nothing."""

    def count(self, name: str, amount: float = 1) -> None:
        return None
