"""Pages as a model is shown them: lines of text, rows of tables kept as rows, cut into windows that fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from atomcite.judge.prepared import Prepared

BAR = " | "
_OVERLAP = 2
"""Lines that a window repeats from the one before, so that "It shall ..." keeps the sentence that says who."""


@dataclass(frozen=True, eq=False)
class ShownLine:
    """A paragraph, or a row of a table with its cells parted by bars. `cells` are numbers of the page's words
    (`Prepared.text.page.words`) in the order in which they are shown; `row` is the number of a table row."""

    page: Prepared
    cells: tuple[tuple[int, ...], ...]
    row: int | None = None

    @cached_property
    def text(self) -> str:
        words = self.page.text.page.words
        return BAR.join(" ".join(words[i].text for i in cell) for cell in self.cells)

    @property
    def words(self) -> tuple[int, ...]:
        return tuple(i for cell in self.cells for i in cell)


@dataclass(frozen=True, eq=False)
class Window:
    """Lines that are shown together, of one page or of several."""

    lines: tuple[ShownLine, ...]

    @cached_property
    def text(self) -> str:
        """The lines page by page, each page between fences. The fence holds a digest of what stands between: no page
        can end it early, since none can hold its own digest."""
        return "\n\n".join(_fenced("\n".join(line.text for line in lines)) for lines in self._by_page())

    def halves(self) -> tuple[Window, ...]:
        """The same lines in two windows or three; the window itself when it has but one."""
        return packed(self.lines, max(_length(x) for x in self.lines) + sum(map(_length, self.lines)) // 2)

    def _by_page(self) -> Iterator[list[ShownLine]]:
        group: list[ShownLine] = []
        for line in self.lines:
            if group and group[-1].page is not line.page:
                yield group
                group = []
            group.append(line)
        if group:
            yield group


def _fenced(text: str) -> str:
    mark = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"<<<PAGE {mark}\n{text}\nPAGE {mark}>>>"


def lines_of(page: Prepared) -> tuple[ShownLine, ...]:
    """The lines of a page in reading order."""
    text = page.text
    tabular = [
        r
        for r, shape in enumerate(page.shapes)
        if len(shape.kinds) > 1 and (shape.numbers or "header" in shape.kinds)
    ]
    in_table = {w for r in tabular for cell in text.rows[r].cells for w in cell.words}
    rows = [ShownLine(page, tuple(cell.words for cell in text.rows[r].cells), r) for r in tabular]
    found = [(min(line.words), line) for line in rows]
    paragraphs: dict[int, dict[int, None]] = {}
    for segment in text.segments:
        words = paragraphs.setdefault(segment.paragraph, {})
        words.update((w, None) for t in range(segment.start, segment.end) for w in text.token_words[t])
    for words in paragraphs.values():
        rest = [w for w in words if w not in in_table]
        if rest:
            found.append((rest[0], ShownLine(page, _parted(page, rest))))
    return tuple(line for _, line in sorted(found, key=lambda f: f[0]))


def _parted(page: Prepared, words: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Words of a paragraph, parted where a wide gap parts cells on one line: forms, and tables of text."""
    place = page.text.cell_of_word
    parts: list[list[int]] = []
    for word in words:
        before = place.get(parts[-1][-1]) if parts else None
        here = place.get(word)
        if before is None or here is None or (before[0] == here[0] and before[1] != here[1]):
            parts.append([word])
        else:
            parts[-1].append(word)
    return tuple(map(tuple, parts))


def windows_of(pages: Sequence[Prepared], room: int) -> tuple[Window, ...]:
    """The pages packed into windows of at most `room` bytes of UTF-8, whole lines each. A window that starts within a
    table opens with the rows that head its columns. A line longer than a window is cut between words."""
    return packed([line for page in pages for line in lines_of(page)], room)


def packed(lines: Sequence[ShownLine], room: int) -> tuple[Window, ...]:
    """Lines in windows, as `windows_of` says."""
    windows: list[Window] = []
    current: list[ShownLine] = []
    heads: list[ShownLine] = []
    size = fresh = 0
    for line in (part for whole in lines for part in _fitting(whole, room)):
        length = _length(line)
        if fresh and size + length > room:
            windows.append(Window(tuple(current)))
            heads = _heads(current, line, heads)
            current = _carried(heads, current, line, room - length)
            size = sum(map(_length, current))
            fresh = 0
        current.append(line)
        size += length
        fresh += 1
    if fresh:
        windows.append(Window(tuple(current)))
    return tuple(windows)


def _heads(before: Sequence[ShownLine], line: ShownLine, known: Sequence[ShownLine]) -> list[ShownLine]:
    """Rows that head the columns of a table that goes on with `line`, among the lines of the window before. Far below
    its headers a row may know of none: then those of the window before still hold, if it was all one table."""
    if line.row is None:
        return []
    rows = {line.page.text.token_row[t] for v in line.page.values if v.row == line.row for t in v.headers}
    found = [x for x in before if x.page is line.page and x.row in rows - {line.row}]
    return found or [x for x in known if all(y.row is not None and y.page is line.page for y in before)]


def _carried(heads: Sequence[ShownLine], before: Sequence[ShownLine], line: ShownLine, room: int) -> list[ShownLine]:
    """What the window that starts with `line` opens with: headers, and the last lines of the one before."""
    kept = [*heads, *(x for x in before[-_OVERLAP:] if x.page is line.page and x not in heads)]
    while kept and sum(map(_length, kept)) > room:
        kept.pop()
    return kept


def _length(line: ShownLine) -> int:
    return len(line.text.encode("utf-8", "surrogatepass")) + 1


def _fitting(line: ShownLine, room: int) -> Iterator[ShownLine]:
    if _length(line) <= room:
        yield line
        return
    words = line.page.text.page.words
    part: list[int] = []
    size = 0
    for word in line.words:
        length = len(words[word].text.encode("utf-8", "surrogatepass")) + 1
        if part and size + length > room:
            yield ShownLine(line.page, (tuple(part),), line.row)
            part, size = [], 0
        part.append(word)
        size += length
    yield ShownLine(line.page, (tuple(part),), line.row)
