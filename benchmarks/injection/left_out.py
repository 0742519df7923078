"""Documents that nothing can be verified in, and what else a person should know of a made set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from atomcite.benchmarks.dataset import BenchDocument
from atomcite.benchmarks.injection.evidence import Evidence

Why = Literal["no_text_layer", "unreadable", "no_statements", "cannot_be_opened"]
_SAID = {
    "no_text_layer": "its pages are scans without a text layer, and only text layers were to be read",
    "unreadable": "no engine read anything on its pages",
    "no_statements": "no sentence or table line on its pages is sure enough to be taken as a correct statement",
    "cannot_be_opened": "it is damaged, protected or no PDF",
}


@dataclass(frozen=True)
class LeftOut:
    """A document that is not in the set. `claims` of it were left out with it."""

    document: str
    why: Why
    claims: int = 0

    def __str__(self) -> str:
        lost = f" with its {self.claims} claim{'' if self.claims == 1 else 's'}" if self.claims else ""
        return f"{self.document} is left out{lost}: {_SAID[self.why]}."


def unread(document: BenchDocument, evidence: Evidence, claims: int = 0) -> LeftOut | None:
    """The document as left out when none of its pages says anything; None when one does."""
    if any(page.usable and not page.blank for page in evidence.values()):
        return None
    seen = any(page.readings for page in evidence.values())
    return LeftOut(document.path or document.id, "unreadable" if seen else "no_text_layer", claims)


def partly_unread(document: BenchDocument, evidence: Evidence) -> str | None:
    """Words on the pages of a document that were not read; None where all were. What must be absent from the whole
    document can't be verified then."""
    pages = [number for number, page in evidence.items() if not page.usable]
    if not pages:
        return None
    why = "has no text layer" if not any(evidence[p].readings for p in pages) else "could not be read"
    if len(pages) > 1:
        why = why.replace("has ", "have ")
    numbers = ", ".join(map(str, pages))
    name = document.path or document.id
    return f"{name}: page{'' if len(pages) == 1 else 's'} {numbers} {why}, so few errors of it can be verified."
