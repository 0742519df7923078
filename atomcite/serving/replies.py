"""What comes back from a model: the words of a completion, and the JSON in them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from openai.types.chat import ChatCompletion

from atomcite.domain import ChatFault, MalformedReply, message

_THINKING = re.compile(r"<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)
_TRAILING_COMMA = re.compile(r",\s*([}\]])")


@dataclass(frozen=True, slots=True)
class Completion:
    """The text of a completion (None when the server sent none), why it ended, and the tokens it took.

    `refused` holds the words of a refusal. `reasoned_away` is set when a reply was cut off with nothing but
    reasoning in it: the limit was too small for a model that thinks first.
    """

    text: str | None
    finish: str
    refused: str | None
    prompt_tokens: int
    completion_tokens: int

    @property
    def reasoned_away(self) -> bool:
        said = _THINKING.sub("", self.text or "").strip()
        return self.finish == "length" and (not said or said.startswith("<think>"))


def completion_of(body: object) -> Completion:
    """What a server answered. Raises ChatFault for a body that is no chat completion.

    The `openai` package builds its objects from whatever came, without validation: any part may be absent.
    """
    if isinstance(body, str):
        raise ChatFault("not_json", message("serving.not_json"))
    if not isinstance(body, ChatCompletion):
        raise ChatFault("no_completion", message("serving.no_completion"))
    choice = body.choices[0] if body.choices else None
    said = getattr(choice, "message", None)
    if said is None:
        raise ChatFault("no_completion", message("serving.no_completion"))
    text, refused = getattr(said, "content", None), getattr(said, "refusal", None)
    finish = str(getattr(choice, "finish_reason", None) or "")
    if finish == "content_filter":
        refused = refused or "content filter"
    return Completion(
        text if isinstance(text, str) else None,
        finish,
        str(refused) if refused else None,
        _count(body.usage, "prompt_tokens"),
        _count(body.usage, "completion_tokens"),
    )


def _count(usage: object, name: str) -> int:
    value = getattr(usage, name, 0)
    return value if isinstance(value, int) and value > 0 else 0


def words_of(completion: Completion) -> str:
    """The text of a completion that can be read. Raises ChatFault for a refusal, a reply cut off and an empty one."""
    text = completion.text
    if completion.refused:
        raise ChatFault("refused", message("serving.refused", text=completion.refused), raw=text)
    if completion.finish == "length":
        raise ChatFault("truncated", message("serving.truncated"), raw=text)
    if not text or not text.strip():
        raise ChatFault("empty", message("serving.empty"), raw=text)
    return text


def find_json(text: str) -> Any:
    """The JSON value in a reply that may wrap it in a code fence, in reasoning or in prose.

    Mended are trailing commas only; anything more would be writing the model's answer for it. Raises MalformedReply.
    """
    body = _THINKING.sub("", text).strip()
    fenced = _FENCE.search(body)
    candidates = [fenced.group(1)] if fenced else []
    candidates.append(body)
    opening, closing = body.find("{"), body.rfind("}")
    if 0 <= opening < closing:
        candidates.append(body[opening : closing + 1])
    for candidate in candidates:
        for attempt in (candidate, _TRAILING_COMMA.sub(r"\1", candidate)):
            try:
                return json.loads(attempt)
            except (json.JSONDecodeError, RecursionError):
                continue
    raise MalformedReply("no JSON in it")
