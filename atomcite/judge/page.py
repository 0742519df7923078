"""A page made ready for judging: running text with offsets, tokens, sentences, rows, values."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from statistics import median

from atomcite.domain import Box, PageWords, Word
from atomcite.judge.leaders import without_leaders
from atomcite.judge.lines import (
    ABBREVIATION,
    cell_starts,
    item_text,
    joined,
    labelled,
    paragraph_pitch,
    runs_on,
    slope_of,
    stops_short,
    tabular,
    text_edges,
    wide_gap,
)
from atomcite.judge.margins import without_line_numbers
from atomcite.judge.weak_readings import digits_restored, with_texts
from atomcite.judge.words import Token, other_alphabet, stem, tokenize
from atomcite.values import Found, Value, comma_custom, parse_values, settled

CELL = " ¦ "
_CLAUSE = re.compile(r"\d{1,2}(?:\.\d{1,2})+")
LINE = "  "  # two spaces: a numeral never runs over a line end, a date may
_STOP = re.compile(r"[.!?;](?=[\"'»”)\]]*\s)")


@dataclass(frozen=True)
class Cell:
    """Words of one row that stand close together; `tokens` are token numbers of the page."""

    words: tuple[int, ...]
    box: Box
    text: str


@dataclass(frozen=True)
class Row:
    """What stands on one level across the page, left to right, whatever block the engine put it in."""

    cells: tuple[Cell, ...]
    box: Box

    @property
    def text(self) -> str:
        return " ".join(c.text for c in self.cells)


@dataclass(frozen=True)
class PageValue:
    """A value of the page: token range, row, cell; `scale` and `unit` as headers and captions say. `times` are the
    dates and periods of its column, else of its row; `label` are the tokens of the label beside it; `change` marks a
    number in a column of changes; `months` is the length of the period that it is of, 0 when nothing says."""

    found: Found
    first: int
    last: int
    row: int
    cell: int
    scale: Decimal | None = None
    unit: str = ""
    headers: tuple[int, ...] = ()
    times: tuple[Value, ...] = ()
    label: tuple[int, ...] = ()
    change: bool = False
    months: int = 0


@dataclass(frozen=True)
class Segment:
    """Half-open range of tokens: a sentence, a list item or a heading."""

    start: int
    end: int
    paragraph: int


HeadBand = tuple[tuple[int, ...], ...]
"""Word numbers of a table's header of several lines, column by column."""


@dataclass(eq=False)
class PageText:
    """Running text of a page and the way back from characters to words. `as_read` has the words, by their number,
    whose letters were taken for digits, as they were read."""

    page: PageWords
    text: str = ""
    tokens: tuple[Token, ...] = ()
    token_words: list[tuple[int, ...]] = field(default_factory=list)
    segments: tuple[Segment, ...] = ()
    rows: tuple[Row, ...] = ()
    token_row: list[int] = field(default_factory=list)
    as_read: dict[int, str] = field(default_factory=dict)
    bands: tuple[HeadBand, ...] = ()
    slope: float = 0.0

    @classmethod
    def of(cls, page: PageWords, bands: Sequence[HeadBand] = ()) -> PageText:
        """`bands` are the headers of several lines (numbers of words as in what `of` gave without them): each becomes
        one row, read column by column."""
        bare = without_leaders(without_line_numbers(page))
        slope = slope_of(bare)
        bare, placed = _with_bands(bare, bands)
        restored = digits_restored(bare.words)
        self = cls(bare if not restored else replace(bare, words=with_texts(bare.words, restored)))
        self.as_read = {i: bare.words[i].text for i in restored}
        self.bands, self.slope = placed, slope
        self._build_text()
        self._build_rows()
        return self

    # --- running text -------------------------------------------------------------------------------------------

    def _build_text(self) -> None:
        heights = [w.box.height for w in self.page.words] or [10.0]
        height = median(heights)
        order = {id(w): i for i, w in enumerate(self.page.words)}
        parts: list[str] = []
        marks: list[tuple[int, int]] = []  # (char offset, word index)
        breaks: list[int] = []  # char offsets at which a paragraph starts
        length = 0

        def put(piece: str) -> None:
            nonlocal length
            parts.append(piece)
            length += len(piece)

        previous: Word | None = None
        previous_line: list[Word] = []
        reach: dict[int, float] = {}
        for w in self.page.words:
            reach[w.block] = max(reach.get(w.block, 0.0), w.box.x1)
        edges = text_edges(self.page)
        heads = {part[0] for band in self.bands for part in band}
        most = paragraph_pitch(self.page, height)
        for line in self.page.lines:
            words = list(line.words)
            first = words[0]
            if previous is not None:
                tail = parts[-1]
                pitch = line.box.center[1] - Box.around(w.box for w in previous_line).center[1]
                new_paragraph = (
                    pitch > most
                    or (first.block != previous.block and not runs_on(previous_line, words, pitch, height, most))
                    or first.box.y1 < previous.box.y0
                    or labelled(words)
                    or tabular(words, height, edges.get(first.block))
                    or tabular(item_text(previous_line), height, edges.get(previous.block))
                    or stops_short(previous_line, words, reach[previous.block])
                )
                if _hyphenated(tail, first) and not new_paragraph:
                    parts[-1] = tail[:-1]
                    length -= 1
                elif new_paragraph:
                    put("\n")
                    breaks.append(length)
                else:
                    put(LINE)
            band = order[id(first)] in heads
            if band:
                cuts = frozenset(i for i, w in enumerate(words) if order[id(w)] in heads)
            else:
                cuts = cell_starts(words, wide_gap(words, height, edges.get(first.block)))
            for i, word in enumerate(words):
                if band and i and i not in cuts and _hyphenated(parts[-1], word):
                    parts[-1] = parts[-1][:-1]
                    length -= 1
                elif i:
                    put(CELL if i in cuts else " ")
                marks.append((length, order[id(word)]))
                put(word.text)
            previous, previous_line = words[-1], words
        self.text = "".join(parts)
        self.tokens = tokenize(self.text)
        offsets = [m[0] for m in marks]
        for token in self.tokens:
            low = max(0, bisect_right(offsets, token.start) - 1)
            high = bisect_left(offsets, token.end)
            self.token_words.append(tuple(marks[i][1] for i in range(low, max(high, low + 1))) if marks else ())
        self._build_segments([0, *breaks])

    def _build_segments(self, breaks: list[int]) -> None:
        ends: list[tuple[int, int]] = []  # (char offset of the end, paragraph)
        bounds = [*breaks, len(self.text)]
        for paragraph in range(len(breaks)):
            start, stop = bounds[paragraph], bounds[paragraph + 1]
            piece = self.text[start:stop]
            for hit in _STOP.finditer(piece):
                before = piece[max(0, hit.start() - 8) : hit.start()]
                after = piece[hit.end() :].lstrip("\"'»”)] ")[:1]
                if hit.group() == "." and (
                    ABBREVIATION.search(before) or after.islower() or (before[-1:].isdigit() and after.isdigit())
                ):
                    continue
                if hit.group() == "." and before[-1:].isdigit() and not piece[: hit.start()].strip(" 0123456789."):
                    continue  # "4. The Seller ..." and "4.2. The Seller ..." are one sentence each
                ends.append((start + hit.end(), paragraph))
            ends.append((stop, paragraph))
        segments: list[Segment] = []
        at = 0
        for end, paragraph in ends:
            stop = at
            while stop < len(self.tokens) and self.tokens[stop].start < end:
                stop += 1
            if stop > at:
                segments.append(Segment(at, stop, paragraph))
            at = stop
        self.segments = tuple(segments)

    # --- rows and cells -----------------------------------------------------------------------------------------

    def _build_rows(self) -> None:
        words = self.page.words
        height = median([w.box.height for w in words]) if words else 10.0
        order = {id(w): i for i, w in enumerate(words)}
        slope = self.slope
        edges = text_edges(self.page)
        pieces: list[list[int]] = []
        banded = {w for band in self.bands for part in band for w in part}
        for line in self.page.lines:
            if order[id(line.words[0])] in banded:
                continue
            current: list[int] = []
            cuts = cell_starts(list(line.words), wide_gap(list(line.words), height, edges.get(line.words[0].block)))
            for i, word in enumerate(line.words):
                if i in cuts:
                    pieces.append(current)
                    current = []
                current.append(order[id(word)])
            if current:
                pieces.append(current)

        def depth(box: Box) -> float:
            """Height on the page as it would be without skew: over the width of a page half a degree is a line."""
            return box.center[1] - slope * box.center[0]

        boxed = sorted(((Box.around(words[i].box for i in p), p) for p in pieces), key=lambda b: depth(b[0]))
        rows: list[list[tuple[Box, list[int]]]] = []
        for box, piece in boxed:
            # Joined to the latest row that overlaps in height and has nothing in the same columns.
            for row in reversed(rows[-4:]):
                level = all(
                    abs(depth(box) - depth(b)) < 0.55 * max(height, min(box.height, b.height)) for b, _ in row
                )
                free = all(box.x0 >= b.x1 - 1 or box.x1 <= b.x0 + 1 for b, _ in row)
                if level and free:
                    row.append((box, piece))
                    break
            else:
                rows.append([(box, piece)])
        built = []
        for row in rows:
            row.sort(key=lambda r: r[0].x0)
            cells = tuple(Cell(tuple(p), b, " ".join(words[i].text for i in p)) for b, p in joined(row, words))
            built.append(Row(cells, Box.around(c.box for c in cells)))
        for band in self.bands:
            cells = tuple(
                Cell(part, Box.around(words[i].box for i in part), " ".join(words[i].text for i in part))
                for part in band
            )
            built.append(Row(cells, Box.around(c.box for c in cells)))
        built.sort(key=lambda r: sum(depth(c.box) for c in r.cells) / len(r.cells))
        self.rows = tuple(built)
        of_word = {i: r for r, row in enumerate(self.rows) for c in row.cells for i in c.words}
        self.token_row = [of_word.get(ws[0], -1) if ws else -1 for ws in self.token_words]

    # --- look-ups -----------------------------------------------------------------------------------------------

    @cached_property
    def cell_of_word(self) -> dict[int, tuple[int, int]]:
        return {i: (r, k) for r, row in enumerate(self.rows) for k, cell in enumerate(row.cells) for i in cell.words}

    @cached_property
    def tokens_of_word(self) -> dict[int, tuple[int, ...]]:
        out: dict[int, list[int]] = {}
        for t, ws in enumerate(self.token_words):
            for w in ws:
                out.setdefault(w, []).append(t)
        return {w: tuple(ts) for w, ts in out.items()}

    @cached_property
    def index(self) -> dict[str, tuple[int, ...]]:
        """Stem -> token numbers."""
        out: dict[str, list[int]] = {}
        for i, token in enumerate(self.tokens):
            if token.is_word:
                out.setdefault(token.stem, []).append(i)
                # "AO" that a reader of Cyrillic took for Latin letters, or the reverse.
                other = other_alphabet(token.text)
                if other:
                    out.setdefault(stem(other), []).append(i)
        return {s: tuple(v) for s, v in out.items()}

    @cached_property
    def starts(self) -> list[int]:
        return [t.start for t in self.tokens]

    @cached_property
    def raw_values(self) -> tuple[tuple[Found, int, int], ...]:
        """Values of the running text with their token ranges (first, last)."""
        out = []
        at = 0
        custom = comma_custom(self.text)
        # Parsed paragraph by paragraph and cell by cell: nothing runs over either border.
        for piece in re.split(r"(\n| ¦ )", self.text):
            if piece not in {"\n", CELL}:
                for f in parse_values(piece):
                    start, end = at + f.start, at + f.end
                    first = max(0, bisect_right(self.starts, start) - 1)
                    last = max(first, bisect_left(self.starts, end) - 1)
                    if self._is_list_number(first, f.text):
                        continue
                    out.append((Found(settled(f.value, f.text, custom), start, end, f.text), first, last))
            at += len(piece)
        return tuple(out)

    @cached_property
    def _starts_of_segments(self) -> frozenset[int]:
        return frozenset(s.start for s in self.segments)

    def _is_list_number(self, token: int, text: str) -> bool:
        """ "6." or "6)" at the start of a line numbers it, and so does "6.2" before a sentence."""
        if token not in self._starts_of_segments or token + 1 >= len(self.tokens):
            return False
        following = self.tokens[token + 1]
        if text.isdigit():
            return len(text) <= 3 and following.text in {".", ")"}
        at = token + 2 if following.text == CELL.strip() else token + 1
        following = self.tokens[min(at, len(self.tokens) - 1)]
        sentence = following.capital and (len(following.text) == 1 or not following.text.isupper())
        return bool(_CLAUSE.fullmatch(text)) and sentence and token + 2 < len(self.tokens)

    def box(self, tokens: range | tuple[int, ...]) -> Box | None:
        """Box around the words of these tokens."""
        boxes = [self.page.words[w].box for t in tokens for w in self.token_words[t]]
        return Box.around(boxes) if boxes else None

    def quote(self, tokens: range | tuple[int, ...], limit: int = 300) -> str:
        """The words of these tokens as read, in reading order."""
        ids = sorted({w for t in tokens for w in self.token_words[t]})
        text = " ".join(self.as_read.get(w, self.page.words[w].text) for w in ids)
        return text if len(text) <= limit else text[: limit - 1] + "…"

    def row_tokens(self, row: int) -> tuple[int, ...]:
        ids = [t for c in self.rows[row].cells for w in c.words for t in self.tokens_of_word.get(w, ())]
        return tuple(dict.fromkeys(ids))

    def cell_tokens(self, row: int, cell: int) -> tuple[int, ...]:
        ids = [t for w in self.rows[row].cells[cell].words for t in self.tokens_of_word.get(w, ())]
        return tuple(dict.fromkeys(ids))


def _hyphenated(tail: str, word: Word) -> bool:
    """A word parted at the end of a line: "отчёт-" and "ный"."""
    return tail.endswith(("-", "‐", "¬")) and len(tail) > 2 and tail[-2].isalpha() and word.text[:1].islower()


def _with_bands(page: PageWords, bands: Sequence[HeadBand]) -> tuple[PageWords, tuple[HeadBand, ...]]:
    """The page with each band as one line, its words column by column, and the bands by the new numbers."""
    if not bands:
        return page, ()
    member = {w: band for band in bands for part in band for w in part}
    words: list[Word] = []
    placed = []
    for i, word in enumerate(page.words):
        if i not in member:
            words.append(replace(word, line=2 * word.line + 1))
            continue
        band = member[i]
        if i != min(w for part in band for w in part):
            continue
        numbers = itertools.count(len(words))
        placed.append(tuple(tuple(next(numbers) for _ in part) for part in band))
        words += [replace(page.words[w], line=2 * word.line, block=word.block) for part in band for w in part]
    return replace(page, words=tuple(words)), tuple(placed)
