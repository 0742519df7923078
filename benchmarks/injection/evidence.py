"""What a document says, page by page, for a strict search: every reading of a page, in rows and in sentences.

The search must not share the eyes or the reasoning of what is measured with its outcome. It therefore uses no judge:
it takes each page's text layer and what OCR engines read from its pixels, and looks for values in every
notation and scale and for words by their stems, in all readings. What one of them might say, the page might say.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from atomcite.answers.sentences import split_sentences
from atomcite.benchmarks.dataset import BenchDocument, Dataset
from atomcite.benchmarks.injection.words import stems_in
from atomcite.documents import Document
from atomcite.domain import Box, Cache, Line, PageWords, Word
from atomcite.errors import EngineFailed, EngineMissing
from atomcite.ocr import registry
from atomcite.ocr.reading import read_page
from atomcite.values import Found, parse_values

PIXEL_ENGINES = ("tesseract", "rapidocr")
"""Engines for the pixels, in order of preference. A page without text layer is read by all that are here, any other
by the first."""
BLANK = 248
"""Darkest value (0..255) of the picture of a page that has no ink on it."""
CELL_GAP = 0.8
"""White space, in heights of the words, that parts two cells of a row."""
CELL = " ¦ "


@dataclass(frozen=True)
class Spot:
    """A value where it stands: the row, and the ink's box; `tabular` when it is a cell of a row of cells."""

    found: Found
    row: int
    box: Box
    tabular: bool


@dataclass(frozen=True)
class Passage:
    """A piece of running text with what is looked for in it."""

    text: str

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(stems_in(self.text))

    @cached_property
    def values(self) -> tuple[Found, ...]:
        return tuple(parse_values(self.text))


@dataclass(frozen=True)
class Sentence(Passage):
    """A sentence of the running text with its words as they stand on the page, and what follows it in its
    paragraph."""

    words: tuple[Word, ...]
    after: str

    @cached_property
    def runs_over_cells(self) -> bool:
        """Whether white space as between cells parts its words within a line."""
        return any(a.line == b.line and parts_cells(a, b) for a, b in pairwise(self.words))


class ReadPage:
    """One reading of one page."""

    def __init__(self, words: PageWords, *, exact: bool) -> None:
        """`exact` tells a text layer from what was read off the pixels, where letters and digits may be misread."""
        self.words = words
        self.exact = exact

    @cached_property
    def rows(self) -> tuple[tuple[Word, ...], ...]:
        """Words on one level across the page, left to right; rows from the top."""
        rows: list[list[Word]] = []
        for word in sorted(self.words.words, key=lambda w: w.box.center[1]):
            last = rows[-1] if rows else []
            if last and Box.around(w.box for w in last[-6:]).vertical_overlap(word.box) >= 0.55:
                last.append(word)
            else:
                rows.append([word])
        return tuple(tuple(sorted(row, key=lambda w: w.box.x0)) for row in rows)

    @cached_property
    def row_texts(self) -> tuple[str, ...]:
        return tuple(self._row_text(row)[0] for row in self.rows)

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """All values of the rows."""
        out = []
        for number, row in enumerate(self.rows):
            text, starts = self._row_text(row)
            cells = text.count(CELL) + 1
            for found in parse_values(text):
                first = bisect_right(starts, found.start) - 1
                last = bisect_right(starts, found.end - 1) - 1
                box = Box.around(w.box for w in row[first : last + 1])
                out.append(Spot(found, number, box, cells > 1))
        return tuple(out)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Sentences of the running text, across the ends of lines but not from a heading into what follows it."""
        out = []
        for lines in self._paragraphs():
            text, starts, words = _running(lines)
            for a, b in split_sentences(text, 0, len(text), bytearray(len(text)), []):
                if text[a:b].strip():
                    own = words[max(0, bisect_right(starts, a) - 1) : bisect_right(starts, b - 1)]
                    out.append(Sentence(text[a:b].strip(), own, text[b:].strip()))
        return tuple(out)

    def _paragraphs(self) -> Iterator[list[Line]]:
        """The lines of a block, parted after a short line without a stop before a line that starts with a capital or
        a number."""
        blocks: dict[int, list[Line]] = {}
        for line in self.words.lines:
            blocks.setdefault(line.words[0].block, []).append(line)
        for lines in blocks.values():
            right = max(line.box.x1 for line in lines)
            left = min(line.box.x0 for line in lines)
            held: list[Line] = []
            ended = False
            for line in lines:
                if held and ended and (line.text[0].isupper() or line.text[0].isdigit()):
                    yield held
                    held = []
                held.append(line)
                ended = line.box.x1 < right - 0.2 * (right - left) and line.text[-1] not in ".,;:-–—"
            yield held

    @cached_property
    def windows(self) -> tuple[Passage, ...]:
        """Each row with the rows above and below it."""
        texts = self.row_texts
        return tuple(Passage(" ".join(texts[max(0, i - 1) : i + 2])) for i in range(len(texts)))

    @cached_property
    def text(self) -> str:
        """The running text on one line, hyphens at line ends resolved."""
        text = re.sub(r"(?<=\w)-\n+(?=[^\W\d_])", "", self.words.text)
        return re.sub(r"\s+", " ", text)

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(stems_in(self.text))

    @staticmethod
    def _row_text(row: Sequence[Word]) -> tuple[str, list[int]]:
        """The row's text with cells parted, and where each word starts in it."""
        text, starts = "", []
        for i, word in enumerate(row):
            if i:
                text += CELL if parts_cells(row[i - 1], word) else " "
            starts.append(len(text))
            text += word.text
        return text, starts


def _running(lines: Sequence[Line]) -> tuple[str, list[int], tuple[Word, ...]]:
    """The lines as one text with hyphens at their ends resolved, where each word starts in it, and the words."""
    text, starts, words = "", [], []
    for line in lines:
        if re.search(r"\w-$", text) and line.text[:1].isalpha():
            text = text[:-1]
        elif text:
            text += " "
        for number, word in enumerate(line.words):
            text += " " if number else ""
            starts.append(len(text))
            words.append(word)
            text += word.text
    return text, starts, tuple(words)


def parts_cells(left: Word, right: Word) -> bool:
    """Whether the white space between two words of a row is that between two cells, or two columns of text."""
    return right.box.x0 - left.box.x1 > CELL_GAP * min(left.box.height, right.box.height) + 2


@dataclass(frozen=True)
class PageEvidence:
    """All readings of a page; none where nothing was to read it with. A single empty one says nothing about a page
    that has ink; two engines that find no text on it say that there is none."""

    page: int
    readings: tuple[ReadPage, ...]
    blank: bool = False

    @property
    def usable(self) -> bool:
        return self.blank or any(r.words.words for r in self.readings) or sum(not r.exact for r in self.readings) > 1

    @property
    def best(self) -> ReadPage | None:
        """The text layer, else the reading with most words."""
        exact = [r for r in self.readings if r.exact and r.words.words]
        return exact[0] if exact else max(self.readings, key=lambda r: len(r.words.words), default=None)

    @property
    def sources(self) -> frozenset[str]:
        """ "text" and "pixels", as far as read."""
        return frozenset("text" if r.exact else "pixels" for r in self.readings)


Evidence = Mapping[int, PageEvidence]
"""Page -> what it says, for all pages of a document."""
Reader = Callable[[Dataset, BenchDocument], Evidence]


class FileReader:
    """Reads the documents of a data set from their files, each once.

    `engines` read the pixels; with none of them, text layers are all that is read. Readings come from `cache` where
    it holds them. Raises EngineMissing when none of the engines is here.
    """

    def __init__(self, cache: Cache | None = None, engines: Sequence[str] = PIXEL_ENGINES) -> None:
        self.cache = cache
        self.engines = tuple(e for e in engines if registry.get(e).missing() is None)
        if engines and not self.engines:
            raise EngineMissing(
                f"Errors are verified in the pixels too, by {' or '.join(engines)}, and neither is here.",
                "pip install rapidocr onnxruntime",
            )
        self._read: dict[str, Evidence] = {}

    def __call__(self, dataset: Dataset, document: BenchDocument) -> Evidence:
        if document.sha256 not in self._read:
            with Document.open(dataset.file_of(document), cache=self.cache) as opened:
                self._read[document.sha256] = {p: self._page(opened, p) for p in range(1, opened.page_count + 1)}
        return self._read[document.sha256]

    def _page(self, document: Document, number: int) -> PageEvidence:
        page = document.page(number)
        out = []
        typed = page.kind in {"born_digital", "mixed"} and bool(page.embedded_words())
        if page.embedded_words():
            # Under a scan lies what somebody's OCR read: one more reading, no better than ours.
            out.append(ReadPage(read_page(page, "textlayer", cache=self.cache), exact=typed))
        blank = not out and not self.engines and bool(page.image().pixels.min() >= BLANK)
        for engine in self.engines[:1] if typed else self.engines:
            try:
                words = read_page(page, engine, cache=self.cache)
            except EngineFailed:
                continue  # the other readings stand; a page without any is unusable
            blank = blank or any(note.code == "ocr.blank_page" for note in words.notes)
            out.append(ReadPage(words, exact=False))
        return PageEvidence(number, tuple(out), blank)
