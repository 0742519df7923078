"""Claims and the citations they carry."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Span(BaseModel):
    """Half-open range of characters (Python string indices) in the answer."""

    model_config = ConfigDict(frozen=True)

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]


class PageRef(BaseModel):
    """One page as an answer names it, before code has found out which page that is.

    `raw` is the label as written, without "p." and brackets: "7", "iv", "A-3".
    """

    model_config = ConfigDict(frozen=True)

    raw: str

    @property
    def number(self) -> int | None:
        return int(self.raw) if self.raw.isdecimal() and self.raw.isascii() else None


class Citation(BaseModel):
    """One citation mark in the answer: `(pp. 3-5)` is one citation of three pages.

    `span` covers the mark with its brackets, in the answer; None for a claim that came ready-made. `document`
    is the document name where the mark gives one, `elsewhere` is set where that can't be the document at hand. Ranges
    are expanded in `pages`.
    """

    model_config = ConfigDict(frozen=True)

    text: str
    pages: tuple[PageRef, ...]
    span: Span | None = None
    document: str | None = None
    elsewhere: bool = False


Origin = Literal["rules", "llm", "given"]


class Claim(BaseModel):
    """One atomic statement with the citations that it rests on; `citations` is empty for an uncited claim.

    `statement` reads on its own and holds no citation mark. `spans` are the parts of the answer it was taken
    from, ascending, without citation marks; empty for a ready-made claim.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    statement: str
    spans: tuple[Span, ...] = ()
    citations: tuple[Citation, ...] = ()
    origin: Origin = "rules"

    @property
    def refs(self) -> tuple[PageRef, ...]:
        """All cited pages in the order of citation, each once."""
        return tuple(dict.fromkeys(ref for c in self.citations for ref in c.pages))
