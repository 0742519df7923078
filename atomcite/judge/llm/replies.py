"""What a language model says of a statement: validated, and held against itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from atomcite.domain import Message, message
from atomcite.domain.reply_lists import entries


class ReplyItem(BaseModel):
    """One entry of a reply. Values that no enumeration holds are an error, not a guess."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    verdict: Literal["supported", "unsupported", "contradicted", "cannot_tell"]
    grade: Annotated[int, Field(ge=1, le=4)]
    quote: str = ""
    reason: str = ""


def parse(value: Any) -> list[ReplyItem]:
    """The entries of a reply's JSON. Raises MalformedReply for a wrong shape."""
    return entries(value, ReplyItem)


def at_odds(item: ReplyItem) -> Message | None:
    """Why an entry can't be relied on whatever the page says; None when it can."""
    if item.verdict == "cannot_tell":
        return message("llm.cannot_tell", text=item.reason.strip() or "-")
    if item.grade == 4 if item.verdict == "supported" else item.grade <= 2:
        return message("llm.contradicts_itself", verdict=item.verdict, grade=item.grade)
    if item.verdict != "unsupported" and not item.quote.strip():
        return message("llm.unquoted", verdict=item.verdict)
    return None
