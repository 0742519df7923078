"""References for the claims of a run, from the words that the text channel read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from atomcite.documents import Document
from atomcite.domain import ClaimResult, PageWords
from atomcite.references import Referrer, may_be_named


def referenced(
    claims: Sequence[ClaimResult],
    document: Document,
    read: Mapping[int, PageWords],
    *,
    template: str | None = None,
    allowed: Sequence[str] = (),
) -> tuple[ClaimResult, ...]:
    """`claims` with their references. `read` holds the pages that were read. Other pages are not read for it: where
    the text layer was good enough to be read on some page, that of born-digital pages around it is looked at."""
    layered = any(words.engine.startswith("textlayer") for words in read.values())
    known: dict[int, PageWords | None] = dict(read)

    def words(page: int) -> PageWords | None:
        if page not in known:
            known[page] = document.page(page).layer_words() if layered else None
        return known[page]

    referrer = Referrer(document.info, words, template=template, nameable=may_be_named(document.path, allowed))
    return tuple(claim.model_copy(update={"references": referrer.references(claim)}) for claim in claims)
