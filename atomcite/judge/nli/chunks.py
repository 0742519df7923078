"""A page cut into passages that a model can take in: whole sentences and whole rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from atomcite.judge.nli.rows import row_of_headers, table_rows
from atomcite.judge.page import CELL
from atomcite.judge.prepared import Prepared

Count = Callable[[str], int]
"""Text -> number of tokens of the model that will read it."""


@dataclass(frozen=True, eq=False)
class Unit:
    """A sentence, list item or heading, or a row of a table. `tokens` are its own tokens of `page.text`, `headers`
    those of the headers over it; `length` is in tokens of the model."""

    page: Prepared
    text: str
    tokens: tuple[int, ...]
    paragraph: int
    length: int
    headers: frozenset[int] = frozenset()

    @property
    def tabular(self) -> bool:
        return self.paragraph < 0


@dataclass(frozen=True, eq=False)
class Chunk:
    """Units of one page that follow one another, as one text."""

    units: tuple[Unit, ...]

    @property
    def page(self) -> Prepared:
        return self.units[0].page

    @property
    def text(self) -> str:
        return premise(self.units)

    @property
    def tokens(self) -> frozenset[int]:
        return frozenset(t for u in self.units for t in (*u.tokens, *u.headers))


def premise(units: Iterable[Unit]) -> str:
    """Units as one text: sentences of a paragraph in a row, all else on lines of its own."""
    out = ""
    last: Unit | None = None
    for unit in units:
        if last is not None:
            same = last.page is unit.page and last.paragraph == unit.paragraph and not unit.tabular
            out += " " if same else "\n"
        out += unit.text
        last = unit
    return out


def units_of(page: Prepared, count: Count, longest: int) -> tuple[Unit, ...]:
    """The units of a page in reading order, none longer than `longest`: a longer sentence is cut between words."""
    rows = table_rows(page)
    in_table = {t for r in rows for t in page.text.row_tokens(r)}
    found: list[tuple[int, str, tuple[int, ...], int, frozenset[int]]] = []
    for row, line in rows.items():
        tokens = page.text.row_tokens(row)
        found.append((min(tokens), line, tokens, -1, row_of_headers(page, (row,))))
    for segment in page.text.segments:
        tokens = tuple(t for t in range(segment.start, segment.end) if t not in in_table)
        if tokens:
            found.append((tokens[0], _running(page, tokens), tokens, segment.paragraph, frozenset()))
    out: list[Unit] = []
    for _, text, tokens, paragraph, headers in sorted(found, key=lambda f: f[0]):
        length = count(text)
        if length <= longest:
            out.append(Unit(page, text, tokens, paragraph, length, headers))
        else:
            out.extend(_pieces(page, text, tokens, paragraph, headers, count, longest))
    return tuple(out)


def chunks_of(units: Sequence[Unit], room: int) -> tuple[Chunk, ...]:
    """Units of one page packed into chunks of at most `room` tokens. The last unit of a chunk opens the next one too
    where both fit, so that "It shall ..." keeps the sentence that says who."""
    out: list[Chunk] = []
    current: list[Unit] = []
    length = 0
    for unit in units:
        # A joint may cost a token of its own.
        if current and length + unit.length + 1 > room:
            out.append(Chunk(tuple(current)))
            kept = current[-1] if len(current) > 1 and current[-1].length + unit.length + 1 <= room else None
            current = [kept] if kept else []
            length = kept.length if kept else 0
        current.append(unit)
        length += unit.length + (1 if len(current) > 1 else 0)
    if current:
        out.append(Chunk(tuple(current)))
    return tuple(out)


def _running(page: Prepared, tokens: tuple[int, ...]) -> str:
    """The running text of tokens that follow one another, or what is left of it beside a table."""
    text = page.text
    parts = []
    start = tokens[0]
    for before, after in zip(tokens, (*tokens[1:], -1), strict=True):
        if after != before + 1:
            parts.append(text.text[text.tokens[start].start : text.tokens[before].end])
            start = after
    return " ".join(" ".join(parts).replace(CELL.strip(), " ").split())


def _pieces(
    page: Prepared,
    text: str,
    tokens: tuple[int, ...],
    paragraph: int,
    headers: frozenset[int],
    count: Count,
    longest: int,
) -> Iterable[Unit]:
    """A unit that is too long, cut into pieces that fit. The pieces of a row keep the row's tokens; those of a
    sentence have theirs."""
    words = text.split()
    low = 0
    while low < len(words):
        high = low + 1
        while high < len(words) and count(" ".join(words[low : high + 1])) <= longest:
            high += 1
        piece = " ".join(words[low:high])
        own = tokens
        if paragraph >= 0:
            # Words and tokens differ in number (punctuation is a token): shares of the whole are near enough.
            first, last = low * len(tokens) // len(words), -(-high * len(tokens) // len(words))
            own = tokens[first : max(last, first + 1)]
        length = count(piece)
        if length <= longest:  # a single word longer than the model's whole input has nothing to say
            yield Unit(page, piece, own, paragraph, length, headers)
        low = high
