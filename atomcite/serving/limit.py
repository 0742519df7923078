"""How many requests may be under way at a server that does not say what it can bear.

Additive increase, multiplicative decrease (Chiu and Jain, "Analysis of the increase and decrease algorithms for
congestion avoidance", 1989), as in TCP: each reply lets a little more through; a 429 halves the limit, and so, more
gently, does a latency well above the best seen, which is how a server that queues instead of refusing shows its load
(the idea of TCP Vegas, Brakmo and Peterson, 1995).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SLOW = 2.5
"""Latency is "well above" at so many times the best seen. A server that batches gets slower by less than that while
its throughput still grows; one that queues reaches it with three requests for each that it works on."""
_BACK_OFF_BUSY = 0.5
_BACK_OFF_SLOW = 0.8
_SETTLED = 4
"""Replies that are waited for before latencies are compared: the first ones load models and fill caches."""
_FORGET = 1.002
"""The best latency is let grow by two thousandths a round (as many replies as the limit lets through), so that one
lucky reply does not rule a whole run."""


class AdaptiveLimit:
    """A limit on requests side by side that finds its own height between 1 and `most`. Thread-safe.

    `clock` returns seconds and `sleep` waits for some; tests replace both.
    """

    def __init__(
        self,
        most: int,
        *,
        start: int = 4,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.most = max(1, most)
        self._limit = float(min(max(1, start), self.most))
        self._clock = clock
        self._sleep = sleep
        self._running = 0
        self._replies = 0
        self._best: float | None = None
        self._lowered_at = float("-inf")
        self._closed_until = float("-inf")
        self._free = threading.Condition()

    @property
    def limit(self) -> float:
        """Requests that may be under way now; its whole part counts."""
        return self._limit

    @contextmanager
    def slot(self) -> Iterator[float]:
        """Waits until one more request may go, and until the server's own pause is over. Gives the time of start."""
        with self._free:
            self._free.wait_for(lambda: self._running < int(self._limit))
            self._running += 1
        try:
            while (pause := self._closed_until - self._clock()) > 0:
                self._sleep(pause)
            yield self._clock()
        finally:
            with self._free:
                self._running -= 1
                self._free.notify_all()

    def replied(self, seconds: float, work: float) -> None:
        """A good reply after `seconds`. `work` is how much was asked for, in any unit that time grows with: a long
        reply is not a slow server."""
        pace = seconds / max(work, 1e-9)
        with self._free:
            self._replies += 1
            best = self._best
            if self._replies <= _SETTLED or best is None:
                self._best = pace if best is None else min(best, pace)
            else:
                self._best = min(best * _FORGET ** (1 / self._limit), pace)
                if pace > _SLOW * best:
                    self._lower(_BACK_OFF_SLOW, since=self._clock() - seconds)
                    return
            # Only a limit that was made use of says anything about a higher one.
            if self._running >= int(self._limit):
                self._limit = min(float(self.most), self._limit + 1 / self._limit)
                self._free.notify_all()

    def refused(self, since: float, pause: float = 0.0) -> None:
        """A 429 to a request that started at `since`. `pause` is what the server asked for, in seconds: nobody sends
        before it is over."""
        with self._free:
            self._closed_until = max(self._closed_until, self._clock() + pause)
            self._lower(_BACK_OFF_BUSY, since)

    def _lower(self, factor: float, since: float) -> None:
        """Once for all requests that were under way together: they tell of the same overload."""
        if since < self._lowered_at:
            return
        self._limit = max(1.0, self._limit * factor)
        self._lowered_at = self._clock()
