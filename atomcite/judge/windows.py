"""Pieces of a page in which a statement may be borne out: sentences and their neighbours, rows, table cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from atomcite.judge.page import Cell, PageText, PageValue, Row
from atomcite.judge.tables import Layout, RowShape
from atomcite.values import Identifier

WindowKind = Literal["sentence", "pair", "paragraph", "row", "rows", "cell"]
_ITEM = re.compile(r"[-–—(]?\s*(?:\d{1,2}(?:\.\d{1,2})*|[a-zа-я])[.)]?")
_CLAUSE = 5
"""Words from which what stands beside the number of an item is a sentence."""
WIDE = frozenset({"pair", "paragraph", "rows"})


@dataclass(frozen=True)
class Window:
    """`core` is what is quoted; a term may be found in `inside` and, less closely, in `context` (headers, headings).

    A "cell" window is one number of a table with its own row label and column headers: `inside` leaves out the other
    numbers of the row, `others` holds the headers of the other columns.
    """

    kind: WindowKind
    core: tuple[int, ...]
    inside: frozenset[int]
    context: frozenset[int]
    others: frozenset[int] = frozenset()
    tabular: bool = False
    value: PageValue | None = None

    @property
    def value_row(self) -> int:
        return self.value.row if self.value else -2


def windows(page: PageText, layout: Layout, values: Sequence[PageValue]) -> tuple[Window, ...]:
    """All windows of a page."""
    return (*_prose(page, layout.shapes, values), *_rows(page, layout, values))


def _prose(page: PageText, shapes: Sequence[RowShape], values: Sequence[PageValue]) -> list[Window]:
    out: list[Window] = []
    heading = _headings(page, values)
    segments = page.segments
    tabular = [_is_tabular(page, shapes, s.start, s.end) for s in segments]
    for i, s in enumerate(segments):
        if tabular[i]:
            continue
        core = tuple(range(s.start, s.end))
        out.append(Window("sentence", core, frozenset(core), heading[i] - frozenset(core)))
        if page.tokens[s.end - 1].text in {":", "—", "–", "-"} or ends_open(page, s.end):
            # A list is one sentence: its lead-in with all its items.
            k = i + 1
            while (
                k < len(segments)
                and not tabular[k]
                and segments[k].end - s.start <= 160
                and page.tokens[segments[k].end - 1].text not in ".!?"
            ):
                k += 1
            # The rows of a table are read as such, whatever leads up to them.
            if k < len(segments) and not any(tabular[i + 1 : k + 1]) and segments[k].end - s.start <= 170:
                whole = tuple(range(s.start, segments[k].end))
                out.append(Window("sentence", whole, frozenset(whole), heading[i] - frozenset(whole)))
        if (
            i + 1 < len(segments)
            and not tabular[i + 1]
            and segments[i + 1].end - s.start <= 140
            and not _opens_item(page, i)
        ):
            both = tuple(range(s.start, segments[i + 1].end))
            out.append(Window("pair", both, frozenset(both), heading[i] - frozenset(both)))
        if (
            i + 2 < len(segments)
            and segments[i + 2].paragraph == s.paragraph
            and segments[i + 2].end - s.start <= 170
        ):
            three = tuple(range(s.start, segments[i + 2].end))
            out.append(Window("paragraph", three, frozenset(three), heading[i] - frozenset(three)))
    return out


def _opens_item(page: PageText, number: int) -> bool:
    """Whether a whole sentence ends before a numbered item of its own: what was said of item 1 is not said of 2."""
    here, after = page.segments[number], page.segments[number + 1]
    ended = page.tokens[here.end - 1].text in ".!?"
    return ended and after.paragraph != here.paragraph and page.tokens[after.start].text[:1].isdigit()


def _is_next_item(page: PageText, row: int) -> bool:
    """The same of two rows."""
    here, after = page.row_tokens(row), page.row_tokens(row + 1)
    if not here or not after:
        return False
    return page.tokens[here[-1]].text in ".!?" and page.tokens[after[0]].text[:1].isdigit()


def ends_open(page: PageText, end: int) -> bool:
    """Whether the text before token `end` stops with a semicolon, so that the next line goes on with it."""
    return page.tokens[end - 1].text == ";"


def _is_tabular(page: PageText, shapes: Sequence[RowShape], start: int, end: int) -> bool:
    """A line of a table or a form: a number in a cell of its own."""
    rows = {page.token_row[t] for t in range(start, end)}
    row = min(rows)
    if len(rows) != 1 or row < 0 or shapes[row].numbers < 1:
        return False
    cells = _text_cells(page.rows[row])
    # "4.1   The Customer shall pay £27,450.": the number of a clause makes no table of it.
    return len(cells) > 1 or (len(page.rows[row].cells) > 1 and len(cells[0].words) < _CLAUSE)


def _rows(page: PageText, layout: Layout, values: Sequence[PageValue]) -> list[Window]:
    out: list[Window] = []
    shapes = layout.shapes
    by_row: dict[int, list[PageValue]] = {}
    for v in values:
        by_row.setdefault(v.row, []).append(v)
    cut = _prose_rows(page)
    for r, row in enumerate(page.rows):
        core = page.row_tokens(r)
        if not core:
            continue
        numbers = shapes[r].numbers
        section = frozenset(layout.sections[r])
        heads = frozenset(t for v in by_row.get(r, ()) for t in v.headers)
        own = frozenset(core)
        if numbers >= 2:
            for v in by_row.get(r, ()):
                if v.cell < 0 or shapes[r].kinds[v.cell] == "text":
                    continue
                label = frozenset(v.label or layout.labels[r])
                inside = label | frozenset(page.cell_tokens(r, v.cell))
                mine = frozenset(v.headers)
                whole = tuple(sorted(own | label))
                out.append(Window("cell", whole, inside, (mine | section) - inside, heads - mine - inside, value=v))
        if r in cut:
            continue
        over = heads | section if len(row.cells) > 1 else heads
        label = frozenset(layout.labels[r]) if numbers else frozenset()
        if label - own:
            core = tuple(sorted(own | label))
            own = own | label
        out.append(Window("row", core, own, over - own, tabular=numbers >= 2))
        if (
            r + 1 < len(page.rows)
            and r + 1 not in cut
            and not _is_next_item(page, r)
            and (numbers == 0 or not layout.labels[r + 1])
        ):
            # A label above its value, or a label that runs over two rows.
            both = tuple(dict.fromkeys(core + page.row_tokens(r + 1)))
            below = frozenset(t for v in by_row.get(r + 1, ()) for t in v.headers)
            out.append(
                Window(
                    "rows",
                    both,
                    frozenset(both),
                    (heads | below | section) - frozenset(both),
                    tabular=shapes[r + 1].numbers >= 2,
                )
            )
    return out


def _prose_rows(page: PageText) -> frozenset[int]:
    """Rows that are lines of running text: a sentence is not to be judged by one of its lines."""
    out: set[int] = set()
    for s in page.segments:
        rows = {page.token_row[t] for t in range(s.start, s.end)}
        if len(rows) > 1:
            out |= {r for r in rows if r >= 0 and len(_text_cells(page.rows[r])) == 1}
    return frozenset(out)


def _text_cells(row: Row) -> tuple[Cell, ...]:
    """Cells of a row but for the number of an item at its beginning: "3.4", "(b)"."""
    numbered = len(row.cells) > 1 and _ITEM.fullmatch(row.cells[0].text.strip())
    return row.cells[1:] if numbered else row.cells


def _headings(page: PageText, values: Sequence[PageValue]) -> list[frozenset[int]]:
    """For each segment the tokens of the last short segment before it that does not end as a sentence."""
    out: list[frozenset[int]] = []
    current: frozenset[int] = frozenset()
    for s in page.segments:
        out.append(current)
        last = page.tokens[s.end - 1].text
        valued = any(s.start <= v.first < s.end and not isinstance(v.found.value, Identifier) for v in values)
        if (
            page.tokens[s.start].text[:1].isupper()
            and last not in ".;,!?"
            and s.end - s.start <= 12
            and not valued
            and ":" not in {page.tokens[t].text for t in range(s.start, s.end - 1)}
        ):
            current = frozenset(range(s.start, s.end))
    return out
