"""The outline of a run of pages, and the section that a place on them stands in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atomcite.domain import PageWords, Section
from atomcite.references.lines import Placed, body_size, lines_of
from atomcite.references.numbering import Opening, heading, is_numbered, numbering, opening

SAME_SIZE = 0.12
"""Difference between the lines of one heading, as a share of their size."""


class Outline:
    """Headings of consecutive pages, in reading order.

    `title` is the document's own title: a heading that repeats it heads no section.
    """

    def __init__(self, pages: Sequence[PageWords], title: str | None = None) -> None:
        self._lines = lines_of(pages)
        self._openings = _openings(self._lines, title)

    def headings(self, page: int) -> list[tuple[int, Section]]:
        """Line number and section of each heading on `page`, in reading order."""
        return [(self._lines[o.at].number, o.section) for o in self._openings if self._lines[o.at].page == page]

    def is_heading(self, page: int, line: int) -> bool:
        """True for a line that is a heading, or part of one, and holds no text of its section."""
        return any(
            (p.page, p.number) == (page, line)
            for o in self._openings
            if o.titled
            for p in self._lines[o.at : max(o.at, o.through) + 1]
        )

    def in_text(self, page: int, line: int) -> bool:
        """False for a running head and what stands at the foot of a page."""
        return any((p.page, p.number) == (page, line) and not p.head for p in self._lines)

    def sections_at(self, page: int, line: int) -> tuple[Section, ...]:
        """The section that line `line` of `page` stands in, after those that hold it; empty when no heading is known
        before it. A place in a running head or at the foot of a page stands in none."""
        here = next((i for i, p in enumerate(self._lines) if (p.page, p.number) == (page, line)), None)
        if here is None:
            return ()
        before = [o for o in self._openings if o.at <= here]
        if not before or before[-1].doubtful:
            return ()
        inner = before[-1]
        end = max((i for i, o in enumerate(before) if o.ends_all), default=-1)
        outer = _holder([o for o in before[end + 1 : -1] if not o.doubtful], inner)
        return (outer.section, inner.section) if outer else (inner.section,)


def _openings(lines: Sequence[Placed], title_of: str | None) -> list[Opening]:
    body = body_size(lines)
    found: list[Opening] = []
    end = -1
    for at in range(len(lines)):
        last = found[-1] if found else None
        if last and end == at - 1 and _goes_on(lines[end], lines[at], last, body):
            if last.section.title not in (None, lines[at].text):
                title = f"{last.section.title} {lines[at].text}"
                found[-1] = replace(last, section=last.section.model_copy(update={"title": title}))
            found[-1] = replace(found[-1], through=at)
            end = at
            continue
        item = opening(lines, at, body) or heading(lines, at, body)
        if item is not None:
            found.append(item)
            end = at
    # The document's own title heads no section, but what came before it has ended.
    return [
        Opening(o.at, Section(), doubtful=True) if _is_of_document(o.section, title_of) else o
        for o in numbering(found)
    ]


def _is_of_document(section: Section, title: str | None) -> bool:
    """True for the title of the document, or the most of it, on its first page."""
    if section.number or not section.title or not title:
        return False
    a, b = (" ".join(text.casefold().split()) for text in (section.title, title))
    return a == b or (min(len(a), len(b)) > 8 and (a in b or b in a))


def _goes_on(above: Placed, line: Placed, heading: Opening, body: float) -> bool:
    """True for a further line of a heading, or the title below a number that was taken with it."""
    near = above.page == line.page and 0 <= line.box.y0 - above.box.y1 < 0.9 * above.box.height
    large = above.is_large(body) and line.is_large(body)
    alike = large and line.cells == 1 and abs(above.size - line.size) < SAME_SIZE * above.size
    wrapped = line.text[0].islower() and not line.full and line.cells == 1
    return heading.section.title == line.text or (
        heading.titled and near and (alike or wrapped) and not is_numbered(line)
    )


def _holder(before: Sequence[Opening], inner: Opening) -> Opening | None:
    """The heading that holds `inner`: the nearest whose number begins its number, or, for the first level of a
    numbering, the named or unnumbered heading that the numbering stands under."""
    if inner.letter:
        above = next((o for o in reversed(before) if o.letter != inner.letter), None)
        return above if above is not None and above.titled and not above.bare and not above.letter else None
    if not inner.bare:
        return None
    top = inner.key[:1]
    for item in reversed(before):
        if not item.bare:
            if item.named and item.key == top and len(inner.key) > 1:
                return item
            return item if len(inner.key) == 1 and not item.letter else None
        if item.titled and len(item.key) < len(inner.key) and inner.key[: len(item.key)] == item.key:
            return item
    return None
