"""Hard caps on what a run may ask of a model server: requests, tokens, money."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from atomcite.domain import ChatFault, ChatRequest, message
from atomcite.domain.reply_lists import BYTES_PER_TOKEN, bytes_said

_PICTURE_TOKENS = 1600
"""First guess at what a page picture costs; from then on the most that one was seen to cost. High-detail pictures are
some 1,100 tokens at OpenAI, 1,600 at most at Anthropic, and up to 5,300 with Qwen-VL at full resolution."""


@dataclass(frozen=True)
class Prices:
    """Money for a million tokens, in and out, in one currency. They are configured: no price list stays true."""

    per_million_in: float
    per_million_out: float

    def of(self, prompt_tokens: float, completion_tokens: float) -> float:
        return (prompt_tokens * self.per_million_in + completion_tokens * self.per_million_out) / 1e6


class Budget:
    """Counts requests, tokens (in and out together) and money against their caps; None is no cap. Thread-safe.

    A request is let through only when the most that it can take still fits beside what was spent and what is under
    way, so that requests side by side don't overshoot together: the reply counts with its whole token limit, the
    prompt by its size until the server says what it was.
    """

    def __init__(
        self,
        *,
        max_calls: int | None = None,
        max_tokens: int | None = None,
        max_cost: float | None = None,
        prices: Prices | None = None,
    ) -> None:
        self.prices = prices
        self._max_calls = max_calls
        self._max_tokens = max_tokens
        self._max_cost = max_cost
        self._calls = 0
        self._spent = _Sum()
        self._reserved = _Sum()
        self._picture_tokens = float(_PICTURE_TOKENS)
        self._lock = threading.Lock()

    @contextmanager
    def call(self, request: ChatRequest) -> Iterator[Account]:
        """Lets one request through, which then says on the account what it used. Raises ChatFault ("capped")."""
        account = Account()
        with self._lock:
            most = self._most(request)
            if self._max_calls is not None and self._calls >= self._max_calls:
                raise ChatFault("capped", message("serving.cap_calls", calls=self._max_calls))
            after = self._spent + self._reserved + most
            if self._max_tokens is not None and after.tokens > self._max_tokens:
                spent = f"{self._spent.tokens:.0f}"
                raise ChatFault("capped", message("serving.cap_tokens", cap=self._max_tokens, spent=spent))
            if self._max_cost is not None and after.cost > self._max_cost:
                spent = f"{self._spent.cost:.4f}"
                raise ChatFault("capped", message("serving.cap_cost", cap=f"{self._max_cost:g}", spent=spent))
            self._calls += 1
            self._reserved += most
        try:
            yield account
        finally:
            with self._lock:
                self._reserved -= most
                # What timed out may have been computed, and billed, all the same.
                self._spent += most if account.unknown else self._sum(*account.tokens)
                if request.pictures and account.tokens[0]:
                    each = (account.tokens[0] - _text_tokens(request) / 2) / len(request.pictures)
                    self._picture_tokens = max(self._picture_tokens, each)

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Money; None without prices."""
        return self.prices.of(prompt_tokens, completion_tokens) if self.prices else None

    def _most(self, request: ChatRequest) -> _Sum:
        return self._sum(_text_tokens(request) + len(request.pictures) * self._picture_tokens, request.max_tokens)

    def _sum(self, prompt_tokens: float, completion_tokens: float) -> _Sum:
        cost = self.prices.of(prompt_tokens, completion_tokens) if self.prices else 0.0
        return _Sum(prompt_tokens + completion_tokens, cost)


@dataclass(frozen=True, slots=True)
class _Sum:
    tokens: float = 0.0
    cost: float = 0.0

    def __add__(self, other: _Sum) -> _Sum:
        return _Sum(self.tokens + other.tokens, self.cost + other.cost)

    def __sub__(self, other: _Sum) -> _Sum:
        return _Sum(self.tokens - other.tokens, self.cost - other.cost)


@dataclass
class Account:
    """What one request used: tokens in and out. `unknown` when it was cut off before the server could say."""

    tokens: tuple[int, int] = (0, 0)
    unknown: bool = False


def _text_tokens(request: ChatRequest) -> float:
    return bytes_said(request) / BYTES_PER_TOKEN
