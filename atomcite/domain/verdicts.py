"""Verdicts, evidence, and the contracts of the two channels."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

from atomcite.domain.geometry import Box
from atomcite.domain.messages import Message
from atomcite.domain.page import Missing, PageImage, PageWords

Channel = Literal["text", "image"]


class ChannelVerdict(StrEnum):
    """`NOT_CHECKED` is never `UNSUPPORTED`: it says nothing about the page."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    NOT_CHECKED = "not_checked"


class ClaimVerdict(StrEnum):
    CORRECT = "correct"
    WRONG_PAGE = "wrong_page"
    UNSUPPORTED = "unsupported"
    CONFLICT = "conflict"
    NOT_CHECKED = "not_checked"
    NO_SUCH_PAGE = "no_such_page"
    UNCITED = "uncited"


class Action(StrEnum):
    KEEP = "keep"
    FIX_PAGE = "fix_page"
    DELETE = "delete"
    FLAG = "flag"


class Evidence(BaseModel):
    """Where on a page something stands. `exact` boxes are aligned to words that `engine` read; the others are
    a model's own estimate."""

    model_config = ConfigDict(frozen=True)

    page: int
    quote: str
    engine: str
    box: Box | None = None
    exact: bool = True


class Check(BaseModel):
    """One thing of the statement that was looked for, and what came of it.

    `claimed` is the statement's own wording ("1.58 billion"), `found` the page's ("1,577"). `box` is where it was
    found, or, for a mismatch, what stands in its place. `spellings` are strings that would satisfy the claim in
    the page's own notation at that place (a table in millions: "1,577", "1,580"), for a reader that wants to ask
    the pixels.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["value", "date", "identifier", "name", "term", "polarity", "mark"]
    claimed: str
    outcome: Literal["match", "mismatch", "missing", "weak"]
    found: str | None = None
    page: int | None = None
    box: Box | None = None
    spellings: tuple[str, ...] = ()


class Usage(BaseModel):
    """What a verdict cost: requests to a model (retries count), tokens, seconds of waiting for replies; zero for
    embedded engines. `cost` is money in the currency of the configured prices, None where no prices are known."""

    model_config = ConfigDict(frozen=True)

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None

    def __add__(self, other: Usage) -> Usage:
        """The cost of both together."""
        priced = [u.cost for u in (self, other) if u.cost is not None]
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            seconds=self.seconds + other.seconds,
            cost=sum(priced) if priced else None,
        )

    def shared(self, parts: int) -> tuple[Usage, ...]:
        """This cost spread over the `parts` statements of a call, so that sums come out right: the first bears the
        calls and the remainders."""

        def split(amount: int) -> tuple[int, int]:
            return amount // parts + amount % parts, amount // parts

        (prompt, prompt_each), (reply, reply_each) = split(self.prompt_tokens), split(self.completion_tokens)
        each = Usage(
            prompt_tokens=prompt_each,
            completion_tokens=reply_each,
            seconds=self.seconds / parts,
            cost=None if self.cost is None else self.cost / parts,
        )
        first = each.model_copy(update={"calls": self.calls, "prompt_tokens": prompt, "completion_tokens": reply})
        return (first, *[each] * (parts - 1))


class ChannelResult(BaseModel):
    """What one channel says of one claim on its cited page(s).

    `grade` is the support grade 1..4 (None when not checked). `engine` names every engine, model and version
    that had a part ("tesseract 5.5.4 (rus+eng) > rules 1"). `raw` keeps a model's reply where there was one.
    `provisional` marks the word of an engine that stands only because a further one failed: it is not cached.
    `odds` say how a channel leans that does not support the claim, where all but a value or name of it is there and
    the place of that could not be read surely: natural log-odds, by what this channel itself saw, that it stands
    there after all. None where there is nothing of the kind to weigh.
    """

    model_config = ConfigDict(frozen=True)

    channel: Channel
    verdict: ChannelVerdict
    engine: str
    reason: tuple[Message, ...]
    grade: int | None = None
    evidence: tuple[Evidence, ...] = ()
    checks: tuple[Check, ...] = ()
    usage: Usage = Usage()
    raw: str | None = None
    provisional: bool = False
    odds: float | None = None


class Judge(Protocol):
    """Words + statement -> verdict. Used by the text channel on its words, and by the embedded reader on its own.

    `pages` are the cited pages of the claims, all together (one for a plain citation, several for a joint one).
    Returns one result a statement, in order; `channel` of each is "text".
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def missing(self) -> Missing | None: ...

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]: ...


class ImageVerifier(Protocol):
    """Page picture + statement -> verdict, for all statements of a page (or of a joint set of pages) at once.

    Never given what the text channel read. Returns one result a statement, in order; failures are
    `NOT_CHECKED` results with a reason, not exceptions.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def missing(self) -> Missing | None: ...

    def verify(self, pages: Sequence[PageImage], statements: Sequence[str]) -> list[ChannelResult]: ...
