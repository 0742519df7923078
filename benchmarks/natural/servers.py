"""The models to ask, from NAME@URL."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from atomcite.errors import UsageError
from atomcite.pipeline.server import connect
from atomcite.pipeline.settings import Endpoint, endpoint
from atomcite.serving import ChatClient


def chats(
    models: Sequence[str],
    *,
    price_in: float | None = None,
    price_out: float | None = None,
    context: int | None = None,
    max_calls: int | None = None,
    max_tokens: int | None = None,
    max_cost: float | None = None,
) -> list[ChatClient]:
    """A client a model, each with caps of its own. Raises UsageError for what is not NAME@URL, two models of one
    name (answers could not be told apart), and caps on cost without prices."""
    found: list[ChatClient] = []
    for server in _endpoints(models):
        chosen = server if context is None else replace(server, context=context)
        if price_in is not None or price_out is not None:
            chosen = replace(chosen, price_in=price_in, price_out=price_out)
        chat = connect(chosen, max_calls=max_calls, max_tokens=max_tokens, max_cost=max_cost)
        if chat is not None:
            found.append(chat)
    return found


def _endpoints(models: Sequence[str]) -> list[Endpoint]:
    named = [_parted(model) for model in models]
    names = [name for name, _ in named]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise UsageError(f"The model {twice} is given twice.", "Each model answers under its name.")
    several = len({urlsplit(url).netloc for _, url in named}) > 1
    return [_endpoint(name, url, several) for name, url in named]


def _parted(model: str) -> tuple[str, str]:
    name, at, url = model.partition("@http")
    if not name or not at:
        raise UsageError(f"{model!r} is not NAME@URL.", "Such as qwen3@http://localhost:8000/v1")
    return name, f"http{url}"


def _endpoint(name: str, url: str, several: bool) -> Endpoint:
    """A key is for one server: of several, none but the configured one gets it (OpenAI's own goes to OpenAI)."""
    chosen, configured = endpoint(url, name), endpoint()
    host = urlsplit(url).netloc
    if several and host != urlsplit(configured.base_url or "").netloc:
        return replace(chosen, api_key=os.environ.get("OPENAI_API_KEY") if host == "api.openai.com" else None)
    return chosen
