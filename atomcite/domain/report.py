"""The outcome of a run, language-neutral: reports render it."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from pydantic import BaseModel, ConfigDict

from atomcite.domain.claims import Citation, Origin, Span
from atomcite.domain.facts import Facts, Trait
from atomcite.domain.identity import PageIdentity
from atomcite.domain.messages import Message
from atomcite.domain.references import Reference
from atomcite.domain.signals import PageSignal
from atomcite.domain.verdicts import Action, Channel, ChannelResult, ClaimVerdict, Evidence

PageReading = Literal["physical", "label", "folio"]
DocumentKind = Literal["pdf", "tiff", "image", "folder"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class ResolvedPage(_Frozen):
    """A page reference and the page that code took it for. `page` is None when there is no such page."""

    ref: str
    page: PageIdentity | None
    reading: PageReading
    why: Message


class Suggestion(_Frozen):
    """A page in the window on which the statement was found, or several that bear it out only together: `page` is the
    first, `others` the rest. `channels` are those that support it there. `grade` is the better support grade of them
    (1..4)."""

    page: PageIdentity
    others: tuple[PageIdentity, ...] = ()
    channels: tuple[Channel, ...]
    grade: int
    evidence: tuple[Evidence, ...] = ()

    @property
    def pages(self) -> tuple[PageIdentity, ...]:
        return (self.page, *self.others)

    @property
    def physical(self) -> tuple[int, ...]:
        return tuple(page.physical for page in self.pages)


LookReason = Literal["cited", "window", "reading", "pair", "document"]


class PageLook(_Frozen):
    """One page that was looked at by itself for a claim, and what each channel said there; with `others`, pages that
    were looked at together. `why`: one of several cited pages, a page of the window, a page that the citation would
    mean if its numbers were read another way, two neighbouring pages, or any page of the document."""

    page: PageIdentity
    why: LookReason
    others: tuple[PageIdentity, ...] = ()
    text: ChannelResult | None = None
    image: ChannelResult | None = None

    @property
    def pages(self) -> tuple[PageIdentity, ...]:
        return (self.page, *self.others)

    @property
    def physical(self) -> tuple[int, ...]:
        return tuple(page.physical for page in self.pages)


class ClaimResult(_Frozen):
    """A claim, what each channel said of it, and what the policy made of that.

    `rule` names the line of the policy that decided. `leaning` is set on a conflict. `single_channel` is set when
    only one channel could check. `review` says why a person must look although the rule says otherwise: traits of
    the claim, or "amount". `signals` are those of its pages that bear on it. `marks` are what a reader should know of
    a claim that is kept. `looks` holds what was found on single pages, so that another policy can decide without
    reading anything again; `each` is true when `text` and `image` were put together from each cited page alone.
    `references` are to all places where a channel found it borne out, `borne_out_by` are those to be shown.
    """

    id: str
    statement: str
    origin: Origin
    spans: tuple[Span, ...]
    citations: tuple[Citation, ...]
    cited_pages: tuple[ResolvedPage, ...]
    verdict: ClaimVerdict
    action: Action
    suggested_pages: tuple[Suggestion, ...] = ()
    comment: tuple[Message, ...] = ()
    rule: str
    leaning: Channel | None = None
    single_channel: bool = False
    review: tuple[str, ...] = ()
    marks: tuple[Trait, ...] = ()
    text: ChannelResult | None = None
    image: ChannelResult | None = None
    each: bool = False
    facts: Facts = Facts()
    signals: tuple[PageSignal, ...] = ()
    looks: tuple[PageLook, ...] = ()
    references: tuple[Reference, ...] = ()

    @property
    def physical(self) -> tuple[int, ...]:
        """The cited pages that exist, by position in the file, ascending."""
        return tuple(sorted({p.page.physical for p in self.cited_pages if p.page}))

    @property
    def borne_out_by(self) -> tuple[Reference, ...]:
        """The references to show: to the cited pages of a correct claim, else to the suggested ones."""
        if self.verdict is ClaimVerdict.CORRECT:
            pages = set(self.physical)
        else:
            pages = {page for s in self.suggested_pages for page in s.physical}
        return tuple(r for r in self.references if r.page.physical in pages)


class DocumentInfo(_Frozen):
    """The document as the report names it. `revision_date` is ISO 8601; metadata that the file lacks is None."""

    name: str
    sha256: str
    kind: DocumentKind
    page_count: int
    title: str | None = None
    author: str | None = None
    revision_date: str | None = None


class Report(_Frozen):
    """The result of one run. `notices` concern the document or run as a whole (a shift of all citations, pages that
    were hard to read, where pages were sent). `counters` says what was done: pages rendered, read, model calls,
    cache hits. `settings` are all options that bear on the result. `pages` are the pages that were
    looked at, `signals` what is odd about them."""

    document: DocumentInfo
    answer: str | None
    claims: tuple[ClaimResult, ...]
    notices: tuple[Message, ...] = ()
    counters: dict[str, int | float] = {}
    settings: dict[str, str] = {}
    pages: tuple[PageIdentity, ...] = ()
    version: str = ""
    signals: tuple[PageSignal, ...] = ()

    @property
    def summary(self) -> dict[ClaimVerdict, int]:
        """Number of claims for each verdict, zeros included."""
        found = Counter(c.verdict for c in self.claims)
        return {v: found.get(v, 0) for v in ClaimVerdict}

    @property
    def all_correct(self) -> bool:
        """True when there is a claim and each one is correct and kept, none left for a person to look at: what
        `--check` asks."""
        good = (ClaimVerdict.CORRECT, Action.KEEP)
        return bool(self.claims) and all((c.verdict, c.action) == good for c in self.claims)
