"""An error or a paraphrase as it is proposed, before anything is known of its truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from atomcite.benchmarks.dataset import BenchClaim, BenchDocument, Cited, Difficulty, ErrorType
from atomcite.benchmarks.injection.evidence import Evidence
from atomcite.benchmarks.injection.plan import Reason
from atomcite.benchmarks.injection.search import Anchored, Wording

Means = Literal["construction", "text", "pixels", "person"]


@dataclass(frozen=True)
class Source:
    """A correct claim to make errors of. `true_pages` are all pages that bear it out (where `complete` says so by
    construction, else as far as its label knows), `page` the one that it cites. `found` is what the search finds of
    it on its true pages."""

    claim: BenchClaim
    document: BenchDocument
    page: int
    true_pages: tuple[int, ...]
    complete: bool
    found: Anchored
    evidence: Evidence

    @property
    def wording(self) -> Wording:
        return self.found.wording


@dataclass(frozen=True)
class Candidate:
    """A proposed error. `cited` replaces the citation of the source; None keeps it. `true_pages` are those of the
    changed statement. `detail` says what was changed."""

    type: ErrorType
    source: Source
    statement: str
    detail: str
    difficulty: Difficulty
    cited: tuple[Cited, ...] | None = None
    true_pages: tuple[int, ...] = ()
    contradicted: bool | None = None
    constructed: bool = False

    @property
    def page(self) -> int | None:
        """The page that it cites."""
        pages = [c.page for c in (self.source.claim.cited if self.cited is None else self.cited)]
        return next((p for p in pages if p is not None), None)


@dataclass(frozen=True)
class Refusal:
    """A candidate that is not known to be an error, and why."""

    candidate: Candidate
    reason: Reason
    detail: str = ""


Outcome = Candidate | Refusal


def may_support(candidate: Candidate, page: int, detail: str) -> Refusal:
    """A candidate that `page` might bear out."""
    cited = page == candidate.page
    return Refusal(candidate, "cited_page_may_support" if cited else "other_page_may_support", detail)


def cite(document: BenchDocument, page: int) -> Cited:
    """A page of the document as an answer names it: by its label where the document has labels."""
    label = document.labels[page - 1] if document.labels else str(page)
    return Cited(label=label, page=page)


def by_degree(degrees: Mapping[Difficulty, bool], otherwise: Difficulty = "easy") -> Difficulty:
    """The first degree that holds."""
    return next((d for d, holds in degrees.items() if holds), otherwise)


def changed_at(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def reworded(text: str, start: int, end: int, new: str) -> str:
    """A sentence with a part replaced. A dot that ends both an abbreviation and the sentence is neither lost with the
    abbreviation nor doubled."""
    if new.endswith("."):
        end += text[end : end + 1] == "."
    elif end == len(text) and text[start:end].endswith("."):
        new += "."
    return changed_at(text, start, end, new)


def closed(text: str) -> str:
    """The text with the full stop that ends a sentence; one that ends an abbreviation serves for both."""
    return text if text.endswith(".") else text + "."


def first_of(candidates: Sequence[Outcome]) -> list[Outcome]:
    """Without those that say what an earlier one says with the same citation."""
    seen: set[tuple[str, int | None]] = set()
    out = []
    for item in candidates:
        proposed = item.candidate if isinstance(item, Refusal) else item
        key = (proposed.statement, proposed.page)
        if key not in seen:
            seen.add(key)
            out.append(item)
    return out
