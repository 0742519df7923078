"""A server examined on purpose, with small requests of its own: what it can do before anything depends on it."""

from __future__ import annotations

from typing import Any

from atomcite.domain import ChatFault, ChatRequest, MalformedReply, Message, Picture
from atomcite.serving.client import ChatClient

_DOT = (
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAATUlEQVR42u3PQQ0AAAgEILV/5zOFDzdoQCepz6aeExAQEBAQ"
    "EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELi3cqoDfaKuZM4AAAAASUVORK5CYII="
)
"""A picture of 64 x 64 pixels: some models take no smaller ones."""
_SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string", "enum": ["yes", "no"]}},
    "required": ["word"],
    "additionalProperties": False,
}


def examine(chat: ChatClient) -> tuple[Message, ...]:
    """Asks for one structured reply without and one with a picture; what the server can do is then known to
    `chat.capabilities`. Returns the faults that came up. Raises EndpointError when the server can't be used."""
    chat.probe()
    faults = []
    for pictures in ((), (Picture(_DOT),)):
        if pictures and chat.capabilities.pictures is False:
            continue
        request = ChatRequest(
            "Answer as asked.", 'Say the word "yes".', "word", _SCHEMA, 'Answer with JSON alone: {"word": "yes"}', 64,
            pictures=pictures,
        )  # fmt: skip
        try:
            chat.ask(request, _word)
        except ChatFault as fault:
            faults.append(fault.reason)
    return tuple(faults)


def _word(value: Any) -> str:
    if isinstance(value, dict) and value.get("word") in ("yes", "no"):
        return str(value["word"])
    raise MalformedReply("word is neither yes nor no")
