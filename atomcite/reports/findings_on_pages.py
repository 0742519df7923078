"""What an annotated document says on each page: one finding a claim, with its places and its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from atomcite.domain import Box, ClaimResult, Report, message
from atomcite.reports.labels import SYMBOLS, Labels, by_urgency, needs_person
from atomcite.reports.places import Mark, cited_pages, claim_marks, suggestion_marks
from atomcite.reports.untrusted import one_line

LONGEST_TITLE = 90
HALF = 0.5
"""Share of a mark that another one covers from which it is left out."""
OVER = 0.1
"""Share of the smaller of two marks that lie over one another; lines that stand close share less."""


@dataclass(frozen=True)
class Finding:
    """A claim as it stands on `page`. Without `marks` nothing was found on the page, and the note stands at its
    head. `suggested` tells a better page from a cited one."""

    claim: ClaimResult
    page: int
    marks: tuple[Mark, ...]
    title: str
    note: str
    suggested: bool = False

    @property
    def urgent(self) -> bool:
        return needs_person(self.claim)


def findings(report: Report, labels: Labels) -> list[Finding]:
    """All findings that have a page in the document, those that need a person first."""
    found: list[Finding] = []
    for claim in by_urgency(report.claims):
        title = _title(claim, labels)
        note = "\n".join([f"{title}", *labels.explain(claim)])
        marks = claim_marks(claim)
        for page in dict.fromkeys([*(m.page for m in marks), *cited_pages(claim)]):
            places = _apart(m for m in marks if m.page == page)
            # Of several cited pages, those where nothing was found are told by the one where something was.
            if places or not marks:
                found.append(Finding(claim, page, places, title, note))
        for suggestion in claim.suggested_pages:
            better = message("forms.pdf_suggested", claim=claim.id).render(labels.language)
            marks = suggestion_marks(suggestion)
            found += [
                Finding(
                    claim=claim,
                    page=page,
                    marks=tuple(m for m in marks if m.page == page),
                    title=f"{better}: {_short(claim.statement)}",
                    note=f"{better}\n{claim.statement}",
                    suggested=True,
                )
                for page in suggestion.physical
            ]
    return [f for f in found if 1 <= f.page <= report.document.page_count]


@dataclass(frozen=True)
class Region:
    """A stretch of a page that one highlight covers, and the findings there, the most urgent first."""

    mark: Mark
    findings: tuple[Finding, ...]


def regions(found: Sequence[Finding]) -> list[Region]:
    """The exact marks of `found`, which come the most urgent first: those that lie over one another are one region,
    since highlights on top of each other blend to a colour that means nothing."""
    kept: list[Region] = []
    for finding in found:
        for mark in finding.marks:
            if not mark.exact:
                continue
            region = Region(mark, (finding,))
            while touching := [k for k in kept if _overlap(k.mark, region.mark)]:
                kept = [k for k in kept if k not in touching]
                joined = [*touching, region]
                box = Box.around(k.mark.box for k in joined)
                members = [f for k in joined for f in k.findings]
                region = Region(replace(touching[0].mark, box=box), tuple(sorted(members, key=found.index)))
            kept.append(region)
    return kept


def _overlap(a: Mark, b: Mark) -> bool:
    shared = a.box.intersection(b.box) if a.page == b.page else None
    return shared is not None and shared.area > OVER * min(a.box.area, b.box.area)


def _apart(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks without those that cover what is marked already: both channels often find the same words."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda m: not m.exact):
        shared = (k.box.intersection(mark.box) for k in kept)
        if all(s is None or s.area < HALF * mark.box.area for s in shared):
            kept.append(mark)
    return tuple(kept)


def _title(claim: ClaimResult, labels: Labels) -> str:
    verdict = f"{SYMBOLS[claim.verdict]} {one_line(claim.id)} {labels.verdict(claim.verdict)}"
    return f"{verdict}: {_short(claim.statement)}"


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 1].rsplit(" ", 1)[0] + "…"
