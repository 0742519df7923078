"""Counts of what a run did."""

from __future__ import annotations

import threading
from collections import defaultdict


class RunMeter:
    """A thread-safe `Meter`. Names that a run never counted read as 0."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: defaultdict[str, float] = defaultdict(int)

    def count(self, name: str, amount: float = 1) -> None:
        with self._lock:
            self._counts[name] += amount

    def totals(self) -> dict[str, int | float]:
        """All counts by name, the usual ones always among them. Money and seconds come rounded."""
        usual = (
            "pages_rendered", "pages_read_text", "pages_read_image", "model_calls", "prompt_tokens",
            "completion_tokens", "cache_hits", "cache_misses",
        )  # fmt: skip
        with self._lock:
            return {name: _shown(self._counts[name]) for name in sorted({*usual, *self._counts})}


def _shown(amount: float) -> int | float:
    return amount if isinstance(amount, int) else round(amount, 6)
