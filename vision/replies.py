"""What a vision model sends back: validated, and held against itself."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from atomcite.domain import ChannelVerdict, Message, message
from atomcite.domain.reply_lists import entries


class ReplyItem(BaseModel):
    """One entry of a reply. Values that no enumeration holds are an error, not a guess."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    verdict: Literal["supported", "unsupported", "contradicted", "cannot_tell"]
    grade: Annotated[int, Field(ge=1, le=4)]
    quote: str = ""
    box: tuple[float, ...] = ()
    reason: str = ""

    @field_validator("box", mode="before")
    @classmethod
    def _some_place(cls, value: Any) -> Any:
        """A place that can't be read is none: it is the least part of an answer."""
        numbers = isinstance(value, list) and all(
            isinstance(v, int | float) and not isinstance(v, bool) and isfinite(v) for v in value
        )
        return tuple(value) if numbers else ()


def parse(value: Any) -> list[ReplyItem]:
    """The entries of a reply's JSON. Raises MalformedReply for a wrong shape."""
    return entries(value, ReplyItem)


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
