"""Errors that are wrong by construction: a fact's statement with the value of a sibling.

They are `hard` where the sibling is true of the cited page, else `medium`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atomcite.benchmarks.dataset import BenchClaim, BenchDocument, ErrorType, Label, Labels
from atomcite.benchmarks.injection.candidate import Candidate, Outcome, Source, by_degree, cite, may_support
from atomcite.benchmarks.injection.evidence import Evidence
from atomcite.benchmarks.injection.facts import Fact, siblings
from atomcite.benchmarks.injection.search import Level, Wording, anchored, support


def fact_sources(document: BenchDocument, facts: Sequence[Fact], evidence: Evidence) -> Iterator[Source]:
    """Each fact that a page bears out alone, as a correct claim in its first wording."""
    for fact in facts:
        pages = tuple(sorted(p for p in fact.true_pages if p in evidence))
        if pages:
            text = fact.said(fact.statements[0])
            claim = BenchClaim(
                id=fact.id,
                document=document.id,
                statement=text,
                cited=(cite(document, pages[0]),),
                content=fact.content,
                labels=Labels(automatic=Label(verdict="correct", true_pages=pages, by="facts")),
            )
            found = anchored(Wording(text), [evidence[p] for p in pages])
            yield Source(claim, document, pages[0], pages, True, found, evidence)


def fact_errors(sources: Sequence[Source], facts: Sequence[Fact], types: Sequence[ErrorType]) -> Iterator[Outcome]:
    """For each fact and each sibling one statement; the next wording each time."""
    by_id = {f.id: f for f in facts}
    for source in sources:
        fact = by_id[source.claim.id]
        for number, sibling in enumerate(siblings(fact, facts)):
            if sibling.error not in types:
                continue
            pattern = fact.statements[number % len(fact.statements)]
            text = fact.said(pattern, value=sibling.fact.slots["value"])
            made = Candidate(
                sibling.error,
                source,
                text,
                f"{fact.slots['value']} -> {sibling.fact.slots['value']} (of {sibling.fact.slots[sibling.slot]})",
                by_degree({"hard": source.page in sibling.fact.true_pages}, "medium"),
                contradicted=True,
                constructed=True,
            )
            # Data and pages were written together; a page that has the wrong statement word for word says otherwise.
            against = [
                p for p, e in source.evidence.items() if support(e, anchored(Wording(text), [])) is Level.VERBATIM
            ]
            if against:
                yield may_support(made, against[0], f"page {against[0]}")
            else:
                yield made
