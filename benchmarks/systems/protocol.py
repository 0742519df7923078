"""What a system under comparison is given and what it gives back: nothing of the labels goes in, all that it cost
comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field

from atomcite.domain import Action, Cache, ClaimVerdict, Meter


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TaskClaim(_Record):
    """A claim as a system sees it. `cited` are the page labels as written."""

    id: str
    statement: str
    cited: tuple[str, ...]
    answer: str | None = None


class TaskAnswer(_Record):
    id: str
    text: str
    question: str | None = None


class Task(_Record):
    """One document and all claims about it."""

    document: str
    path: Path
    claims: tuple[TaskClaim, ...]
    answers: tuple[TaskAnswer, ...] = ()


class Spent(_Record):
    """What it took: requests to a model (retries count), tokens, seconds, pages that were read by OCR or shown to a
    model, money (None: no price known). `pages` counts a page once a system and document.

    `seconds` are those of the clock with each page read in its turn: a reading that was there already counts what it
    took then. `readings` are pictures and texts of pages that were used, `earlier` those of them that an earlier
    start had made, at the load of then. `cpu` are processor seconds of the program itself and of those that it
    started and saw end, without readings that were there (None: other documents were under way beside it)."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    pages: int = 0
    cost: float | None = None
    cpu: float | None = None
    readings: int = 0
    earlier: int = 0

    def __add__(self, other: Spent) -> Spent:
        priced = [s.cost for s in (self, other) if s.cost is not None]
        timed = [s.cpu for s in (self, other) if s.cpu is not None]
        return Spent(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            seconds=self.seconds + other.seconds,
            pages=self.pages + other.pages,
            cost=sum(priced) if priced else None,
            cpu=sum(timed) if timed else None,
            readings=self.readings + other.readings,
            earlier=self.earlier + other.earlier,
        )


class Prediction(_Record):
    """What a system says of one claim.

    `confidence` is the system's own probability, 0..1, that the citation is correct; None for a system that has
    none. `suggested` are positions of better pages, best first. `flagged`: it asks for a person. `channels` are the
    verdicts of the parts of a system, by name. `raw` is what was behind it, kept as it came.
    """

    claim: str
    verdict: ClaimVerdict
    action: Action
    confidence: float | None = Field(default=None, ge=0, le=1)
    suggested: tuple[int, ...] = ()
    flagged: bool = False
    channels: Mapping[str, str] = {}
    reason: str = ""
    raw: Any = None
    error: str | None = None


class Judged(_Record):
    """All predictions of one task, one a claim, and what they cost together. `load` is how busy the machine was when
    it was done: processes that ran or waited in the last minute, for each processor (None: not known)."""

    document: str
    predictions: tuple[Prediction, ...]
    spent: Spent
    load: float | None = None


class System(Protocol):
    """Something that checks citations. `settings` say all that its results depend on; they are kept with a run."""

    @property
    def name(self) -> str: ...

    @property
    def settings(self) -> Mapping[str, Any]: ...

    def judge(self, task: Task) -> Judged: ...


class Account(Protocol):
    """What one system uses on one document, counted for all systems in the same way (`accounts.DocumentAccount`).
    `cache` and `meter` are handed to whatever reads pages or asks models, the caps bind what it may ask of a model on
    this document."""

    @property
    def cache(self) -> Cache: ...

    @property
    def meter(self) -> Meter: ...

    @property
    def max_calls(self) -> int | None: ...

    @property
    def max_tokens(self) -> int | None: ...

    @property
    def max_cost(self) -> float | None: ...

    def shown(self, pages: Iterable[int]) -> None:
        """Notes pages whose text a model was shown; those that were rendered are known."""
        ...

    def spent(self) -> Spent: ...


class Lender(Protocol):
    """What a run lends a system."""

    def account(self) -> AbstractContextManager[Account]:
        """An account for one document; what is spent on it is taken off the caps of the run."""
        ...


SystemMaker = Callable[[Mapping[str, str], Lender], System]
"""Makes a system from options as the command line gives them (`name:key=value,key=value`). Raises UsageError for an
option that it does not know and EngineMissing for what is not installed."""
