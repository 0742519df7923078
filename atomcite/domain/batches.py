"""Several statements in one request: told apart by id, and asked one by one where that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from atomcite.domain.chat import Chat, ChatFault, ChatRequest
from atomcite.domain.messages import Message, message
from atomcite.domain.verdicts import Usage


class Entry(Protocol):
    """One entry of a reply. `id` echoes the statement's."""

    @property
    def id(self) -> str: ...


E = TypeVar("E", bound=Entry)

Pairs = Sequence[tuple[str, str]]
"""(id, statement), ids unique."""


@dataclass(frozen=True)
class Answered(Generic[E]):
    """What came of asking about one statement: an entry, or why there is none. `raw` is the model's reply."""

    entry: E | None
    fault: Message | None
    raw: str | None
    usage: Usage


def ask_batch(
    chat: Chat,
    statements: Sequence[str],
    request: Callable[[Pairs, bool], ChatRequest],
    read: Callable[[Any], list[E]],
) -> list[Answered[E]]:
    """One outcome a statement, in order; all of them in one request, where the model keeps them apart.

    `request` makes the request for (id, statement) pairs; its second argument says whether a malformed reply is to be
    repaired. `read` takes the entries from the reply's JSON. When the reply's ids are not those that were asked, or
    the reply is void (refused, empty, cut off, malformed), each statement is asked alone. Raises nothing: a fault is
    the outcome of the statements that it cost.
    """
    return _ask(chat, statements, request, read, repair=True)


def _ask(
    chat: Chat,
    statements: Sequence[str],
    request: Callable[[Pairs, bool], ChatRequest],
    read: Callable[[Any], list[E]],
    repair: bool,
) -> list[Answered[E]]:
    def singly(spent: Usage, repair: bool) -> list[Answered[E]]:
        """`spent` is what asking for all of them cost in vain."""
        out = []
        for statement, before in zip(statements, spent.shared(len(statements)), strict=True):
            (single,) = _ask(chat, [statement], request, read, repair)
            out.append(replace(single, usage=single.usage + before))
        return out

    ids = [f"s{i + 1}" for i in range(len(statements))]
    alone = len(statements) == 1
    try:
        reply = chat.ask(request(list(zip(ids, statements, strict=True)), repair), read)
    except ChatFault as fault:
        if alone or not fault.is_reply:
            return [Answered(None, fault.reason, fault.raw, u) for u in fault.usage.shared(len(statements))]
        # A reply that stayed malformed after a repair is not repaired for each statement again.
        return singly(fault.usage, fault.kind != "malformed")
    entries = {entry.id: entry for entry in reply.value}
    if sorted(e.id for e in reply.value) == sorted(ids):
        usages = reply.usage.shared(len(statements))
        return [Answered(entries[i], None, reply.text, u) for i, u in zip(ids, usages, strict=True)]
    if not alone:
        return singly(reply.usage, repair)
    found = ", ".join(entry.id for entry in reply.value) or "-"
    problem = message("serving.malformed", problem=f"ids {found} instead of {', '.join(ids)}")
    return [Answered(None, problem, reply.text, reply.usage)]
