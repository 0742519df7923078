"""Human-readable references: formed by code from what a document says of itself and from the layout of its pages."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from atomcite.domain.geometry import Box
from atomcite.domain.identity import PageIdentity


class Section(BaseModel):
    """A clause or section as the document heads it. `word` is the document's own ("Section", "Статья", "§"), None for
    a bare number; `number` without the full stop at its end; `title` is the heading's, None for a clause that begins
    with its text."""

    model_config = ConfigDict(frozen=True)

    word: str | None = None
    number: str | None = None
    title: str | None = None


class Reference(BaseModel):
    """Where a statement is borne out. What is not known is None; `sections` go from the outer to the inner one.

    `revised` is the date of the revision that the document prints, `file_date` that of its file; both are ISO 8601.
    `excerpt` is verbatim, whole words, with "…" where it was cut; `box` is where it stands,
    in page points. `withheld` is set for a document that may not be named: then only `page` is there.
    """

    model_config = ConfigDict(frozen=True)

    page: PageIdentity
    title: str | None = None
    sections: tuple[Section, ...] = ()
    revised: str | None = None
    file_date: str | None = None
    link: str | None = None
    excerpt: str | None = None
    box: Box | None = None
    withheld: bool = False
