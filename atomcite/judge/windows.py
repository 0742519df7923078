"""Pieces of a page in which a statement may be borne out: sentences and their neighbours, rows with their headers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from atomcite.judge.page import PageText
from atomcite.judge.tables import RowShape, label_tokens

WindowKind = Literal["sentence", "pair", "row", "rows", "paragraph"]


@dataclass(frozen=True)
class Window:
    """`core` tokens are the window itself; `context` tokens (headers, headings) belong to it less closely."""

    kind: WindowKind
    core: tuple[int, ...]
    inside: frozenset[int]
    context: frozenset[int]


def windows(page: PageText, shapes: list[RowShape], headers: dict[int, tuple[int, ...]]) -> tuple[Window, ...]:
    """All windows of a page. `headers` gives the column header tokens of each row that has numbers."""
    out: list[Window] = []
    heading = _headings(page)
    segments = page.segments
    for i, s in enumerate(segments):
        core = tuple(range(s.start, s.end))
        out.append(Window("sentence", core, frozenset(core), heading.get(i, frozenset())))
        if i + 1 < len(segments) and segments[i + 1].end - s.start <= 140:
            n = segments[i + 1]
            both = tuple(range(s.start, n.end))
            out.append(Window("pair", both, frozenset(both), heading.get(i, frozenset())))
        if (
            i + 2 < len(segments)
            and segments[i + 2].paragraph == s.paragraph
            and segments[i + 2].end - s.start <= 170
        ):
            three = tuple(range(s.start, segments[i + 2].end))
            out.append(Window("paragraph", three, frozenset(three), heading.get(i, frozenset())))
    section: frozenset[int] = frozenset()
    for r, row in enumerate(page.rows):
        core = page.row_tokens(r)
        if not core:
            continue
        if shapes[r].numbers == 0 and len(row.cells) == 1 and len(core) <= 8:
            section = frozenset(core)
        context = frozenset(headers.get(r, ())) | section
        out.append(Window("row", core, frozenset(core), context - frozenset(core)))
        if r + 1 < len(page.rows):
            nxt = page.row_tokens(r + 1)
            # A label above its value, or a label that runs over two rows.
            if shapes[r].numbers == 0 or not label_tokens(page, r + 1):
                both = core + nxt
                ctx = context | frozenset(headers.get(r + 1, ()))
                out.append(Window("rows", both, frozenset(both), ctx - frozenset(both)))
    return tuple(out)


def _headings(page: PageText) -> dict[int, frozenset[int]]:
    """For each segment the tokens of the last short segment before it that does not end as a sentence, and of the
    lead-in of a list ("The Seller shall:")."""
    out: dict[int, frozenset[int]] = {}
    current: frozenset[int] = frozenset()
    lead: frozenset[int] = frozenset()
    for i, s in enumerate(page.segments):
        out[i] = current | lead
        last = page.tokens[s.end - 1].text
        size = s.end - s.start
        if last not in ".;,!?" and size <= 12:
            current = frozenset(range(s.start, s.end))
        if last == ":":
            lead = frozenset(range(s.start, s.end))
        elif last == ".":
            lead = frozenset()
    return out
