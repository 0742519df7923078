"""Errors of the page alone: the statement stays as it is.

Degrees: `hard` when the cited page has two thirds of the statement's words together or one of its numbers, `medium`
when it has one third or lies one or two pages from a true one, where who reads around the cited page finds the
statement; else `easy`. A page that does not exist is `easy`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from atomcite.benchmarks.dataset import BenchDocument, Cited, Difficulty, ErrorType
from atomcite.benchmarks.injection.candidate import Candidate, Outcome, Refusal, Source, by_degree, cite
from atomcite.benchmarks.injection.search import Level, cover, is_distinct, passages, places, support

NEAR_PAGES = (1, -1, 2, -2)
FAR = 3
"""Pages of distance from which a page is far."""


class PageErrors:
    """Page errors of the claims of one document. `sources` are all its correct claims, for those that swap."""

    def __init__(self, document: BenchDocument, sources: Sequence[Source], rng: random.Random) -> None:
        self.document = document
        self.sources = sources
        self._rng = rng
        self._levels: dict[str, Mapping[int, Level]] = {}
        self._order = rng.sample(sources, len(sources))
        self._pairs: dict[str, Source] | None = None

    def of(self, source: Source, types: Sequence[ErrorType]) -> Iterator[Outcome]:
        """What can be made of one claim."""
        true_pages, unsure = self._true_pages(source)
        for kind, cited in self._cited(source, types):
            page = cited.page
            if page is not None and page in true_pages:
                continue
            degree: Difficulty = "easy" if page is None else _degree(source, page)
            made = Candidate(
                kind,
                source,
                source.claim.statement,
                f"{source.claim.cited[0].label} -> {cited.label}",
                degree,
                cited=(cited,),
                true_pages=true_pages,
                contradicted=None,
                constructed=source.complete,
            )
            if not source.found.searchable and not source.complete and page is not None:
                yield Refusal(made, "not_found_on_true_page")
            elif page is not None and not source.evidence[page].usable:
                yield Refusal(made, "page_unread", str(page))
            elif page is not None and self.levels(source)[page] is not Level.NONE:
                yield Refusal(made, "cited_page_may_support", f"page {page}")
            elif unsure:
                yield Refusal(made, "other_page_may_support", f"page {unsure[0]}")
            else:
                yield made

    def levels(self, source: Source) -> Mapping[int, Level]:
        """What the search finds of the statement on each page."""
        if source.claim.id not in self._levels:
            self._levels[source.claim.id] = {
                number: Level.VERBATIM if number in source.true_pages else support(page, source.found)
                for number, page in source.evidence.items()
            }
        return self._levels[source.claim.id]

    def _true_pages(self, source: Source) -> tuple[tuple[int, ...], list[int]]:
        """The pages that bear the statement out, and those of which that can't be told. Where the document's author
        vouches for completeness, the search has nothing to add."""
        if source.complete:
            return source.true_pages, []
        levels = self.levels(source)
        sure = tuple(sorted({*source.true_pages, *(p for p, level in levels.items() if level is Level.VERBATIM)}))
        unsure = [
            p for p, e in source.evidence.items() if p not in sure and (levels[p] is Level.POSSIBLE or not e.usable)
        ]
        return sure, unsure

    def _cited(self, source: Source, types: Sequence[ErrorType]) -> Iterator[tuple[ErrorType, Cited]]:
        count, home = self.document.page_count, source.page
        # The rarer ones first: in a short document the page that they lead to is often a near one too.
        if "page_label_confused" in types:
            yield from self._confused(home)
        if "page_swapped" in types:
            yield from (("page_swapped", cite(self.document, other.page)) for other in self._partners(source))
        if "page_near" in types:
            for offset in self._rng.sample(NEAR_PAGES, len(NEAR_PAGES)):
                if 1 <= home + offset <= count:
                    yield "page_near", cite(self.document, home + offset)
        if "page_far" in types:
            far = [p for p in range(1, count + 1) if abs(p - home) >= FAR]
            for page in self._rng.sample(far, min(2, len(far))):
                yield "page_far", cite(self.document, page)
        if "page_out_of_range" in types:
            beyond = count + self._rng.choice((1, 2, 3, 5, 8, 13, 21, 40, 100))
            if str(beyond) not in self.document.labels:
                yield "page_out_of_range", Cited(label=str(beyond), page=None)

    def _partners(self, source: Source) -> list[Source]:
        """The claim to swap citations with, if there is one: neither's page may bear the other out."""
        if self._pairs is None:
            self._pairs = {}
            for n, one in enumerate(self._order):
                if one.claim.id in self._pairs:
                    continue
                free = (s for s in self._order[n + 1 :] if s.claim.id not in self._pairs)
                other = next((s for s in free if self._can_swap(one, s)), None)
                if other is not None:
                    self._pairs |= {one.claim.id: other, other.claim.id: one}
        partner = self._pairs.get(source.claim.id)
        return [] if partner is None else [partner]

    def _can_swap(self, one: Source, other: Source) -> bool:
        return (
            self.levels(one).get(other.page) is Level.NONE
            and self.levels(other).get(one.page) is Level.NONE
            and not self._true_pages(one)[1]
            and not self._true_pages(other)[1]
        )

    def _confused(self, home: int) -> Iterator[tuple[ErrorType, Cited]]:
        """The position written where labels are what a reader goes by: the page that bears that label is another."""
        labels = self.document.labels
        if labels and labels.count(str(home)) == 1 and labels.index(str(home)) + 1 != home:
            yield "page_label_confused", Cited(label=str(home), page=labels.index(str(home)) + 1)


def _degree(source: Source, number: int) -> Difficulty:
    page = source.evidence[number]
    near = min(abs(number - p) for p in source.true_pages) <= max(NEAR_PAGES)
    share = max((cover(p, source.wording.stems) for p in passages(page)), default=0.0)
    telling = any(is_distinct(a.value) and places(page, a.value) for a in source.found.anchors)
    return by_degree({"hard": telling or share >= 2 / 3, "medium": near or share >= 1 / 3})
