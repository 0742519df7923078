"""The model server of a run: its one client, from settings, and how a report names it."""

from __future__ import annotations

from atomcite.domain import Meter
from atomcite.errors import UsageError
from atomcite.pipeline.settings import Endpoint
from atomcite.serving import AdaptiveLimit, Budget, ChatClient, Prices

_MOST_AT_ONCE = 8
"""Requests side by side; how many a server bears is found out as it answers."""
_TIMEOUT = 90.0
"""Seconds for one request."""


def connect(
    server: Endpoint,
    meter: Meter | None = None,
    *,
    max_calls: int | None = None,
    max_tokens: int | None = None,
    max_cost: float | None = None,
) -> ChatClient | None:
    """The client of the configured server, one for a whole run; None where none is configured. Nothing is sent yet.
    Raises UsageError for a cap on cost without prices."""
    if max_cost is not None and server.price_in is None:
        raise UsageError(
            "--max-cost needs prices: no price list can be trusted to stay true.",
            "Give --price-in and --price-out, money for a million tokens, or set them under [endpoint].",
        )
    if not (server.base_url and server.model):
        return None
    prices = None if server.price_in is None else Prices(server.price_in, server.price_out or 0.0)
    return ChatClient(
        server.base_url,
        server.model,
        server.api_key,
        meter=meter,
        budget=Budget(max_calls=max_calls, max_tokens=max_tokens, max_cost=max_cost, prices=prices),
        limit=AdaptiveLimit(server.concurrency or _MOST_AT_ONCE),
        timeout=server.timeout or _TIMEOUT,
        context=server.context,
        temperature=server.temperature,
    )


def described(chat: ChatClient | None) -> str:
    """The server as a report's settings name it, with what it turned out to do."""
    if chat is None:
        return "none"
    learnt = chat.capabilities.shown()
    return f"{chat.host}: {chat.model}" + (f" ({learnt})" if learnt else "")
