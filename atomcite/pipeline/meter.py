"""Counts of what a run did."""

from __future__ import annotations

import threading
from collections import Counter


class RunMeter:
    """A thread-safe `Meter`. Names that a run never counted read as 0."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    def count(self, name: str, amount: int = 1) -> None:
        with self._lock:
            self._counts[name] += amount

    def totals(self) -> dict[str, int]:
        """All counts by name, the usual ones always among them."""
        usual = (
            "pages_rendered", "pages_read_text", "pages_read_image", "model_calls", "prompt_tokens",
            "completion_tokens", "cache_hits", "cache_misses",
        )  # fmt: skip
        with self._lock:
            return {name: self._counts[name] for name in sorted({*usual, *self._counts})}
