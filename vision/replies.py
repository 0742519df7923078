"""What a vision model sends back: found in prose if need be, validated, held against itself."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atomcite.domain import ChannelVerdict, Message, message


class ReplyItem(BaseModel):
    """One entry of a reply. Values that no enumeration holds are an error, not a guess."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    verdict: Literal["supported", "unsupported", "contradicted", "cannot_tell"]
    grade: Annotated[int, Field(ge=1, le=4)]
    quote: str = ""
    reason: str = ""


class _Reply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    results: list[ReplyItem]


class MalformedReply(ValueError):
    """A reply that is not what was asked for; the text says in what respect."""


def parse(text: str, ids: tuple[str, ...]) -> dict[str, ReplyItem]:
    """Entries by id. Raises MalformedReply for text without JSON, a wrong shape, or ids other than `ids`."""
    try:
        reply = _Reply.model_validate(_as_results(find_json(text)))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(p) for p in first["loc"])
        raise MalformedReply(f"{where}: {first['msg']}") from error
    found = [item.id for item in reply.results]
    if sorted(found) != sorted(ids):
        raise MalformedReply(f"ids {', '.join(found) or '-'} instead of {', '.join(ids)}")
    return {item.id: item for item in reply.results}


def find_json(text: str) -> Any:
    """The JSON value in a reply that may wrap it in a code fence, in reasoning or in prose.

    Mended are trailing commas only; anything more would be writing the model's answer for it. Raises MalformedReply.
    """
    body = re.sub(r"<think>.*?</think>", "", text, flags=re.DOTALL).strip()
    fenced = re.search(r"```(?:json)?\s*(.*?)```", body, re.DOTALL | re.IGNORECASE)
    candidates = [fenced.group(1)] if fenced else []
    candidates.append(body)
    opening, closing = body.find("{"), body.rfind("}")
    if 0 <= opening < closing:
        candidates.append(body[opening : closing + 1])
    for candidate in candidates:
        for attempt in (candidate, re.sub(r",\s*([}\]])", r"\1", candidate)):
            try:
                return json.loads(attempt)
            except json.JSONDecodeError:
                continue
    raise MalformedReply("no JSON in it")


def _as_results(value: Any) -> Any:
    """Servers without schemas drop the outer object now and then: a bare list or a single entry is taken for it."""
    if isinstance(value, list):
        return {"results": value}
    if isinstance(value, dict) and "results" not in value and "verdict" in value:
        return {"results": [value]}
    return value


def weigh(item: ReplyItem) -> tuple[ChannelVerdict, int | None, Message]:
    """Verdict, grade and reason of an entry; NOT_CHECKED where it contradicts itself or proves nothing."""
    unchecked = ChannelVerdict.NOT_CHECKED
    if item.verdict == "cannot_tell":
        return unchecked, None, message("vision.reply_cannot_tell", text=item.reason or "-")
    at_odds = item.grade == 4 if item.verdict == "supported" else item.grade <= 2
    if at_odds:
        return unchecked, None, message("vision.reply_contradictory", verdict=item.verdict, grade=item.grade)
    if item.verdict == "supported" and not item.quote.strip():
        return unchecked, None, message("vision.reply_unquoted")
    reason = message("vision.reply_reason", text=item.reason.strip() or item.verdict)
    return ChannelVerdict(item.verdict), item.grade, reason
