"""Lines of a run of pages, with what tells a heading from the text around it."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from atomcite.domain import Box, Line, PageWords, Word

EDGE = 0.1
"""Share of the page height, at top and bottom, in which running heads and folios stand."""
HEAD_GAP = 0.8
"""White space between a running head and the text, in line heights, where no other page tells."""
LARGE = 1.15
LARGE_ON_SCAN = 1.3
"""Type this many times as large as the body's is a heading's."""
SHORT = 4.0
"""Line heights by which the last line of a paragraph ends early."""
LEGIBLE = 0.6
"""Confidence in each word that a heading needs; seals and pictures that were read as letters have less."""
CELL_GAP = 2.2
"""White space within a line that parts cells rather than words, in line heights."""
OFFSET = 3.0
"""Line heights by which a line that is centred or set to the right keeps from the left edge of its column."""
PARTS = r"schedule|annex|appendix|exhibit|attachment|addendum|приложение|дополнение"
"""What the parts behind a document's main text are called."""

_ASCENDS = re.compile(r"[A-ZА-ЯЁ0-9bdfhijklйёбф/|()\[\]§№]")
_DESCENDS = re.compile(r"[gjpqyQрудфцщ,;()\[\]|/§]")
_PART = re.compile(rf"(?:{PARTS})\s+(?:№\s*)?(?:\d{{1,3}}|[IVXLC]{{1,5}}|[A-ZА-Я])(?![\w])", re.IGNORECASE)


@dataclass(frozen=True)
class Placed:
    """A line of page `page`; `number` is its `Word.line` there. `size` is the size of its type in points, estimated
    from its ink; `sharp` is true where that is the ink of the file's own type rather than what an engine boxed.
    `paragraph` is true where a paragraph may begin, `alone` where the line shares no block with another,
    `full` where it reaches the right edge of its column; `legible` is false for what an engine is not sure of.
    `centred` and `to_right` are true for a line that is set off from the left edge of its column, `first` for the
    first one of a page's text. `head` is true for a line above the text that no other page repeats: a running head or
    a heading."""

    page: int
    number: int
    text: str
    box: Box
    size: float
    sharp: bool
    cells: int
    paragraph: bool
    alone: bool
    full: bool
    legible: bool
    centred: bool = False
    to_right: bool = False
    first: bool = False
    head: bool = False

    def is_large(self, body: float) -> bool:
        """True for type that is larger than the body's by more than the estimate may err."""
        return body > 0 and self.size > (LARGE if self.sharp else LARGE_ON_SCAN) * body


def lines_of(pages: Sequence[PageWords]) -> list[Placed]:
    """The lines of consecutive `pages` in reading order, without what stands at the foot and repeated heads."""
    running = _repeated(pages)
    placed: list[Placed] = []
    parts: set[str] = set()
    for page in pages:
        head = _head(page, running)
        kept = [line for line in page.lines if line is not head and not _is_margin(line, page, running, parts)]
        parts |= {_spelt(line) for line in kept if _heads_part(line)}
        right = _right_edges(kept)
        left = _left_edges(kept)
        if head is not None:
            placed.append(_as_head(head, page))
        for i, line in enumerate(kept):
            before = kept[i - 1] if i else None
            after = kept[i + 1] if i + 1 < len(kept) else None
            edges = left[line.words[0].line], right[line.words[0].line]
            placed.append(
                replace(
                    _placed(line, page),
                    paragraph=_begins(line, before, right),
                    alone=_is_alone(line, before, after),
                    full=edges[1] - line.box.x1 < SHORT * line.box.height,
                    centred=_is_centred(line.box, *edges),
                    to_right=_is_to_right(line.box, *edges),
                    first=not i,
                )
            )
    return placed


def body_size(lines: Sequence[Placed]) -> float:
    """The size of type that most of the text is set in; 0 without text."""
    sizes = sorted((line.size, len(line.text)) for line in lines)
    half = sum(length for _, length in sizes) / 2
    for size, length in sizes:
        half -= length
        if half <= 0:
            return size
    return 0.0


def _size(line: Line) -> float:
    sizes = [word.box.height / _share(word.text) for word in line.words if any(c.isalnum() for c in word.text)]
    return statistics.median(sizes) if sizes else max(word.box.height for word in line.words)


def _share(text: str) -> float:
    """The ink of a word is as high as its letters allow: an x-height, and what rises above and hangs below it."""
    rises = 0.22 if _ASCENDS.search(text) else 0.12 if "t" in text else 0.0
    return 0.5 + rises + (0.21 if _DESCENDS.search(text) else 0.0)


def cells(line: Sequence[Word]) -> int:
    """How many cells of a table the words of one line stand in."""
    words = sorted(line, key=lambda w: w.box.x0)
    wide = CELL_GAP * statistics.median(w.box.height for w in words)
    return 1 + sum(b.box.x0 - a.box.x1 > wide for a, b in pairwise(words))


def _right_edges(lines: Sequence[Line]) -> dict[int, float]:
    """Where full lines end, by the line's number: the farthest of the lines that share its column."""
    return {
        line.words[0].line: max(other.box.x1 for other in lines if other.box.horizontal_overlap(line.box) > 0.5)
        for line in lines
    }


def _left_edges(lines: Sequence[Line]) -> dict[int, float]:
    """Where full lines begin, by the line's number."""
    return {
        line.words[0].line: min(other.box.x0 for other in lines if other.box.horizontal_overlap(line.box) > 0.5)
        for line in lines
    }


def _is_centred(box: Box, left: float, right: float) -> bool:
    before, after = box.x0 - left, right - box.x1
    return min(before, after) > OFFSET * box.height and abs(before - after) < max(
        2 * box.height, 0.06 * (right - left)
    )


def _is_to_right(box: Box, left: float, right: float) -> bool:
    return box.x0 - left > max(OFFSET * box.height, 0.3 * (right - left)) and right - box.x1 < box.height


def _begins(line: Line, before: Line | None, right: dict[int, float]) -> bool:
    """White space, an indent or outdent, or a line before it that ends early or with its sentence. Any line at the
    top of a page or column may."""
    if before is None or before.words[-1].text.endswith((".", ";", ":", "!", "?")) or line.box.y0 < before.box.y0:
        return True
    height = max(line.box.height, 1.0)
    if before.words[0].block != line.words[0].block or abs(line.box.x0 - before.box.x0) > 0.8 * height:
        return True
    return right[before.words[0].line] - before.box.x1 > SHORT * height


def _is_alone(line: Line, before: Line | None, after: Line | None) -> bool:
    """In no paragraph with what stands above or below."""
    block = line.words[0].block
    return all(other is None or other.words[0].block != block for other in (before, after))


def _stem(line: Line) -> str:
    return re.sub(r"[\W\d_]+", " ", line.text).casefold().strip()


def _spelt(line: Line) -> str:
    return " ".join(line.text.casefold().split())


def _heads_part(line: Line) -> bool:
    """True for "Schedule 2", "Приложение № 1 к договору": where a part begins, or the head of its pages."""
    return len(line.words) <= 14 and bool(_PART.match(line.text))


def _edge_lines(page: PageWords) -> list[Line]:
    return [line for line in page.lines if _at_top(line, page) or _at_foot(line, page)]


def _at_top(line: Line, page: PageWords) -> bool:
    return line.box.center[1] < EDGE * page.height


def _at_foot(line: Line, page: PageWords) -> bool:
    return line.box.center[1] > (1 - EDGE) * page.height


def _repeated(pages: Sequence[PageWords]) -> set[str]:
    """What stands at the edge of more than one page, figures left aside."""
    seen: dict[str, set[int]] = {}
    for page in pages:
        for line in _edge_lines(page):
            seen.setdefault(_stem(line), set()).add(page.page)
    return {stem for stem, numbers in seen.items() if len(numbers) > 1}


def _is_margin(line: Line, page: PageWords, running: set[str], parts: set[str]) -> bool:
    """A repeated head, or what stands at the foot. Of `parts`, those that earlier pages head, a page repeats the
    name."""
    top, foot = _at_top(line, page), _at_foot(line, page)
    if not (top or foot):
        return False
    if top and _heads_part(line):
        return _spelt(line) in parts
    if _stem(line) in running:
        return True
    above = [other for other in page.lines if other.box.y1 < line.box.center[1] and other is not line]
    below = any(other.box.y0 > line.box.center[1] for other in page.lines if other is not line)
    if foot and above and not below:
        return line.box.y0 - max(other.box.y1 for other in above) > 1.5 * max(line.box.height, 1.0)
    return False


def _head(page: PageWords, running: set[str]) -> Line | None:
    """The first line where it stands off in type that is no larger than the text's: whether it is a running head or
    a heading can't be told."""
    for line in page.lines:
        if not _at_top(line, page) or _stem(line) in running or _heads_part(line) or len(line.words) > 14:
            continue
        below = [other for other in page.lines if other.box.y0 > line.box.center[1] and other is not line]
        if not below or any(other.box.y1 < line.box.center[1] for other in page.lines if other is not line):
            continue
        stands_off = min(other.box.y0 for other in below) - line.box.y1 > HEAD_GAP * max(line.box.height, 1.0)
        if stands_off and not _is_larger(line, below, page):
            return line
    return None


def _as_head(line: Line, page: PageWords) -> Placed:
    return replace(_placed(line, page), paragraph=True, alone=True, head=True)


def _placed(line: Line, page: PageWords) -> Placed:
    """The line with what it tells by itself; what its neighbours and edges tell is left False."""
    return Placed(
        page=page.page,
        number=line.words[0].line,
        text=line.text,
        box=line.box,
        size=_size(line),
        sharp=page.engine.startswith("textlayer"),
        cells=cells(line.words),
        paragraph=False,
        alone=False,
        full=False,
        legible=min(word.confidence for word in line.words) > LEGIBLE,
    )


def _is_larger(line: Line, others: Sequence[Line], page: PageWords) -> bool:
    size = statistics.median(_size(other) for other in others)
    return _size(line) > (LARGE if page.engine.startswith("textlayer") else LARGE_ON_SCAN) * size
