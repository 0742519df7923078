"""The contract of a model server: one request, one reply, every fault named.

Whoever asks a model (the judge of text, the image verifier, the decomposer) is handed a `Chat` and knows neither the
address nor the key; `atomcite.serving` implements it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from atomcite.domain.messages import Message
from atomcite.domain.verdicts import Usage

T = TypeVar("T")

Detail = Literal["auto", "low", "high"]

ReplyFault = Literal["refused", "empty", "truncated", "malformed"]
"""The server answered, and what the model said can't be used. Asking for less at once may help."""
RequestFault = Literal[
    "unreachable", "timed_out", "status", "rate_limited", "quota", "not_json", "no_completion", "too_long",
    "no_pictures", "no_answer", "capped",
]  # fmt: skip
"""There is no reply to speak of. Asking again in other words will not help."""
FaultKind = ReplyFault | RequestFault


class MalformedReply(ValueError):
    """A reply that is not what was asked for; the text says in what respect, in words that the model is told."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a data URL. `detail` is OpenAI's hint at how closely it is to be looked at."""

    url: str
    detail: Detail = "high"


@dataclass(frozen=True)
class ChatRequest:
    """What a model is asked.

    Pictures come before the text, so that servers can reuse their prefix. `schema` is a JSON Schema within the subset
    that strict structured outputs of all common servers take (objects with all properties required and no others,
    arrays, strings, integers, enumerations); `name` names it. `shape` says the same to a model whose server takes no
    schema. `max_tokens` bounds the reply.
    """

    system: str
    text: str
    name: str
    schema: Mapping[str, Any]
    shape: str
    max_tokens: int
    pictures: tuple[Picture, ...] = ()
    repair: bool = True
    """Whether a malformed reply is sent back once, with what is wrong with it."""


@dataclass(frozen=True)
class ChatReply(Generic[T]):
    """`value` is what the caller's reader made of the reply, `text` the reply itself, `usage` all that it cost,
    tries and repair included."""

    value: T
    text: str
    usage: Usage


class ChatFault(Exception):
    """No usable reply. `reason` names the fault for a report, `raw` is the reply where there was one;
    `usage` what it cost all the same."""

    def __init__(self, kind: FaultKind, reason: Message, *, raw: str | None = None) -> None:
        super().__init__(reason.render("en"))
        self.kind: FaultKind = kind
        self.reason = reason
        self.raw = raw
        self.usage = Usage()

    @property
    def is_reply(self) -> bool:
        """True when the model did answer: its reply is at fault, not the server."""
        return self.kind in ("refused", "empty", "truncated", "malformed")


class Chat(Protocol):
    """A model on a server. Thread-safe."""

    @property
    def model(self) -> str: ...

    @property
    def at_once(self) -> int:
        """The most requests that are ever under way at a time: more threads than that only wait."""
        ...

    @property
    def context(self) -> int:
        """Tokens of prompt and reply that the model takes together, as far as is known; else a cautious guess."""
        ...

    def ask(self, request: ChatRequest, read: Callable[[Any], T]) -> ChatReply[T]:
        """Asks once, with retries and repair. `read` makes the value of the reply's JSON, and raises MalformedReply
        for JSON that is not what was asked for. Raises ChatFault."""
        ...

    def probe(self) -> None:
        """Finds out, without sending anything of the user's, whether server, key and model can be used; looked up at
        most once. Raises `atomcite.errors.EndpointError`."""
        ...
