"""References of a claim: one for each section that its evidence stands in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from atomcite.domain import (
    Box,
    ChannelResult,
    ChannelVerdict,
    ClaimResult,
    DocumentInfo,
    Evidence,
    PageIdentity,
    PageWords,
    Reference,
    Section,
    Word,
)
from atomcite.references.lines import cells
from atomcite.references.links import link
from atomcite.references.revision import revision_on
from atomcite.references.sections import Outline
from atomcite.references.title import title_on

Words = Callable[[int], PageWords | None]
"""Physical page -> its words, where they were read or can be had without reading; None else."""

EXCERPT = 160
"""Characters of an excerpt."""
BEHIND, FARTHEST, AHEAD = 3, 20, 1
"""Pages looked at with a page: a few before it and one after it show what is a running head; a clause that began
earlier is looked for farther back."""


class Referrer:
    """Forms references to one document.

    `template` is that of `links.link`. `nameable` False withholds all but the page. Nothing is read: a page that
    `words` does not have gives a reference without section and excerpt.
    """

    def __init__(
        self, document: DocumentInfo, words: Words, *, template: str | None = None, nameable: bool = True
    ) -> None:
        self._document = document
        self._words = words
        self._template = template
        self._nameable = nameable
        self._title: tuple[str | None] | None = None
        self._revision: tuple[str | None] | None = None
        self._outlines: dict[tuple[int, int], Outline] = {}

    def references(self, claim: ClaimResult) -> tuple[Reference, ...]:
        """A reference for each place, on pages cited or looked at, where a channel found the claim borne out; in the
        order of pages, on a page in reading order. Which of them a reader is shown is `ClaimResult.borne_out_by`'s
        to say, so that another policy needs no new ones."""
        found: list[Reference] = []
        for page, results in sorted(_supporting(claim).values(), key=lambda item: item[0].physical):
            evidence = [e for result in results for e in result.evidence if e.page == page.physical]
            matched = [
                check.box
                for result in results
                for check in result.checks
                if check.outcome == "match" and check.page == page.physical and check.box is not None
            ]
            found += self._on_page(page, evidence, matched)
        return tuple(found)

    def _on_page(self, page: PageIdentity, evidence: Sequence[Evidence], matched: Sequence[Box]) -> list[Reference]:
        if not self._nameable:
            return [Reference(page=page, withheld=True)]
        words = self._words(page.physical)
        places: dict[tuple[Section, ...], list[Word]] = {}
        for item in evidence:
            if words is None or item.box is None or not item.exact:
                continue
            parts: dict[tuple[Section, ...], list[Word]] = {}
            for word in _rows_of(_quoted(item.quote.split(), list(_under(item.box, words))), matched):
                parts.setdefault(self._sections(page.physical, word.line), []).append(word)
            # The evidence of one section that was met already adds nothing to its reference.
            places = {**parts, **places}
        # A running head may date what stands under it ("Q3 2025"): it bears nothing out by itself.
        in_text = {key: part for key, part in places.items() if self._in_text(page.physical, part[0].line)}
        places = in_text or places
        # Nor does a heading, where there is evidence in a text.
        texts = {
            key: part
            for key, part in places.items()
            if not all(self._is_heading(page.physical, w.line) for w in part)
        }
        places = texts or places
        if not places:
            seen = next((e for e in evidence if e.exact and e.box is not None and e.quote.strip()), None)
            return [self._reference(page, (), seen.quote.split() if seen else (), seen.box if seen else None)]
        first = sorted(places.items(), key=lambda item: (item[1][0].line, item[1][0].box.x0))
        return [
            self._reference(page, sections, [w.text for w in part], Box.around(w.box for w in part))
            for sections, part in first
        ]

    def _reference(
        self, page: PageIdentity, sections: tuple[Section, ...], words: Sequence[str], box: Box | None
    ) -> Reference:
        return Reference(
            page=page,
            title=self._title_of_document(),
            sections=sections,
            revised=self._revision_of_document(),
            file_date=self._document.revision_date,
            link=link(self._document.name, page.physical, page.label, self._template),
            excerpt=_cut(words),
            box=box,
        )

    def _title_of_document(self) -> str | None:
        if self._title is None:
            first = self._words(1)
            self._title = (self._document.title or (title_on(first) if first else None),)
        return self._title[0]

    def _revision_of_document(self) -> str | None:
        if self._revision is None:
            first = self._words(1)
            self._revision = (revision_on(first) if first else None,)
        return self._revision[0]

    def _sections(self, page: int, line: int) -> tuple[Section, ...]:
        for behind in (BEHIND, FARTHEST):
            if sections := self._outline(page, behind).sections_at(page, line):
                return sections
        return ()

    def _in_text(self, page: int, line: int) -> bool:
        return self._outline(page, BEHIND).in_text(page, line)

    def _is_heading(self, page: int, line: int) -> bool:
        return self._outline(page, BEHIND).is_heading(page, line)

    def _outline(self, page: int, behind: int) -> Outline:
        """Of the pages up to `behind` pages before `page`, without a gap, that there are words of."""
        first = page
        while first > max(1, page - behind) and self._words(first - 1) is not None:
            first -= 1
        if (first, page) not in self._outlines:
            last = min(page + AHEAD, self._document.page_count)
            pages = (self._words(number) for number in range(first, last + 1))
            known = [words for words in pages if words is not None]
            self._outlines[first, page] = Outline(known, self._title_of_document())
        return self._outlines[first, page]


def _supporting(claim: ClaimResult) -> dict[int, tuple[PageIdentity, list[ChannelResult]]]:
    """Pages on which a channel found the claim, with what the channels found, that of the text channel first."""
    found: dict[int, tuple[PageIdentity, list[ChannelResult]]] = {}
    cited = [p.page for p in claim.cited_pages if p.page is not None]

    def add(pages: Sequence[PageIdentity], results: Sequence[ChannelResult | None]) -> None:
        for result in results:
            if result is None or result.verdict is not ChannelVerdict.SUPPORTED:
                continue
            for page in pages:
                if len(pages) == 1 or any(e.page == page.physical for e in result.evidence):
                    found.setdefault(page.physical, (page, []))[1].append(result)

    add(cited, (claim.text, claim.image))
    for look in claim.looks:
        if look.others or look.page.physical not in claim.physical:
            add(look.pages, (look.text, look.image))
    return found


def _under(box: Box, words: PageWords) -> Iterator[Word]:
    area = box.padded(1.0)
    for word in words.words:
        x, y = word.box.center
        if area.x0 <= x <= area.x1 and area.y0 <= y <= area.y1:
            yield word


def _quoted(quote: Sequence[str], words: Sequence[Word]) -> Sequence[Word]:
    """The run of `words` that reads as the quote does: the box of a quote of several lines holds the end of the
    sentence before it and the beginning of the next. All of `words` where none does."""
    for first in range(len(words) - len(quote) + 1):
        run = words[first : first + len(quote)]
        if quote and [word.text for word in run] == list(quote):
            return run
    return words


def _rows_of(words: Sequence[Word], matched: Sequence[Box]) -> Sequence[Word]:
    """`words` without those rows of a table in which nothing of the claim was found, where it was found in another:
    two rows that stand close may be quoted as one. A line without figures may be a further line of a row's label."""
    lines: dict[int, list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    rows = {number for number, line in lines.items() if cells(line) > 1 and any(_is_figures(w.text) for w in line)}
    hit = {w.line for w in words for box in matched if box.x0 <= w.box.center[0] <= box.x1 and _level(w.box, box)}
    if len(rows) < 2 or not rows & hit:
        return words
    return [word for word in words if word.line not in rows or word.line in hit]


def _is_figures(text: str) -> bool:
    return any(c.isdigit() for c in text) and not any(c.isalpha() for c in text)


def _level(a: Box, b: Box) -> bool:
    return a.y0 <= b.center[1] <= a.y1


def _cut(words: Sequence[str]) -> str | None:
    """Whole words up to `EXCERPT` characters."""
    text = ""
    for i, word in enumerate(words):
        longer = f"{text} {word}" if text else word
        if len(longer) > EXCERPT and text:
            return f"{text} …"
        text = longer
        if i + 1 == len(words):
            return text
    return None
