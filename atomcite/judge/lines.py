"""Lines of words: where they slope, where their cells part, and where a paragraph ends."""

from __future__ import annotations

import itertools
import re
from statistics import median

from atomcite.domain import Box, PageWords, Word

ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|no|nos|art|sec|fig|vs?|st|inc|ltd|co|corp|etc|e\.g|i\.e|cf|approx|para|reg|ref|jr|sr|prof|gen|gov|dept|"
    r"г|гг|ст|п|пп|ч|руб|тыс|млн|млрд|им|ул|д|стр|с|т\.?\s?е|т\.?\s?п|т\.?\s?д|др|пр|см|рис|табл|кв|обл|р|коп|разд|гл|абз)|\b[A-ZА-ЯЁ])$",
    re.I,
)

_STEEPEST = 0.1
"""Slope of text lines beyond which a page is not skewed but set in some other way."""


_ITEM = re.compile(r"^(?:[-–—•*]|\(?(?:[a-zа-яё]|[ivx]{1,4})[.)]|\(?\d{1,2}(?:\.\d{1,2})*[.)]?)$", re.I)
_CLAUSE = 4
"""Words from which what stands after the number of an item is a sentence rather than a cell."""


def item_text(words: list[Word]) -> list[Word]:
    """A line without the number or the bullet that hangs before its first words ("7.2   The Customer may ..."): the
    gap after it parts no cells. The line as it is where it begins otherwise or is too short to be running text."""
    hanging = len(words) > _CLAUSE and _ITEM.match(words[0].text) and words[1].text[:1].isalpha()
    return words[1:] if hanging else words


def runs_on(before: list[Word], after: list[Word], pitch: float, height: float, most: float) -> bool:
    """Whether a line continues the one before in spite of the engine's block border: close below, same left edge;
    below an item with a hanging number, that of the number or of the words after it."""
    return (
        0 <= pitch < 0.9 * most
        and any(abs(after[0].box.x0 - w.box.x0) < 2 * height for w in (before[0], item_text(before)[0]))
        and not before[-1].text.endswith((".", ":", ";"))
    )


def paragraph_pitch(page: PageWords, height: float) -> float:
    """Distance between line centres from which a new paragraph is taken to start: clearly more than the page's usual
    one, so that double-spaced text is not cut into lines. Word boxes hug their ink, so gaps between boxes would do
    worse than centres."""
    pitches = [
        pitch
        for a, b in zip(page.lines, page.lines[1:], strict=False)
        if 0.5 * height < (pitch := b.box.center[1] - a.box.center[1]) < 4 * height
        and a.box.horizontal_overlap(b.box) > 0.3
    ]
    usual = median(pitches) if pitches else 1.4 * height
    return max(1.35 * usual, 1.6 * height)


def text_edges(page: PageWords) -> dict[int, float]:
    """Right edges of the blocks that hold running text: few numbers, and several lines that end at one edge."""
    blocks: dict[int, list[list[Word]]] = {}
    for line in page.lines:
        blocks.setdefault(line.words[0].block, []).append(list(line.words))
    out = {}
    for number, lines in blocks.items():
        words = [w for line in lines for w in line]
        edge = max(line[-1].box.x1 for line in lines)
        height = median(w.box.height for w in words)
        numeric = sum(any(c.isdigit() for c in w.text) for w in words)
        flush = sum(line[-1].box.x1 > edge - 1.5 * height for line in lines)
        if len(lines) >= 3 and numeric < 0.2 * len(words) and flush >= 0.4 * len(lines):
            out[number] = edge
    return out


def slope_of(page: PageWords) -> float:
    """How far the lines of the page fall for each point they run to the right: the middle of the long lines."""
    found = [
        (words[-1].box.center[1] - words[0].box.center[1]) / run
        for line in page.lines
        if len(words := line.words) > 1
        and (run := words[-1].box.center[0] - words[0].box.center[0]) > 0.3 * page.width
    ]
    slope = median(found) if len(found) >= 3 else 0.0
    return slope if abs(slope) < _STEEPEST else 0.0


def wide_gap(words: list[Word], height: float, reach: float | None = None) -> float:
    """Gap that parts cells: wider than a letter's height, and clearly wider than usual in a justified line. `reach`
    is the right edge of a block of running text, None for other blocks: a line of few long words is spread to it
    evenly."""
    gaps = [b.box.x0 - a.box.x1 for a, b in itertools.pairwise(words)]
    numeric = sum(any(c.isdigit() for c in w.text) for w in words)
    even = sorted(gaps)[1:] if words and words[0].text.rstrip(".)").isdigit() else gaps
    if (
        reach is not None
        and len(even) >= 2
        and words[-1].box.x1 > reach - 1.5 * height
        and max(even) < 2.2 * max(min(even), 0.2 * height)
        and max(even) < 8 * height
    ):
        return max(gaps) + 1.0
    if len(gaps) < 5 or numeric * 3 > len(words):
        return 1.1 * height
    # The lower third rather than the middle: a row of a table has as many gaps between cells as within its label.
    return max(1.1 * height, 2.2 * sorted(gaps)[len(gaps) // 3])


_SIGN = re.compile(r"^(?:[$€£₽¥]|US\$|RM|USD|EUR|GBP)$")


def cell_starts(words: list[Word], wide: float) -> frozenset[int]:
    """Words of a line that start a new cell: after a wide gap. A currency sign belongs to the number after it,
    however far from it the sign is set and however near to the number before."""
    out = set()
    for i in range(1, len(words)):
        before, word = words[i - 1], words[i]
        gap = word.box.x0 - before.box.x1
        numeric = word.text[:1].isdigit() or word.text[:1] in "(-–—"
        if _SIGN.match(before.text) and numeric:
            continue
        sign = _SIGN.match(word.text) and any(c.isdigit() for c in before.text) and i + 1 < len(words)
        follows = i + 1 < len(words) and (words[i + 1].text[:1].isdigit() or words[i + 1].text[:1] in "(-–—")
        if gap > wide or (sign and follows and words[i + 1].box.x0 - word.box.x1 > 0.5 * gap):
            out.add(i)
    return frozenset(out)


def joined(row: list[tuple[Box, list[int]]], words: tuple[Word, ...]) -> list[tuple[Box, list[int]]]:
    """Cells of a row, a lone currency sign put to the number after it. The box is that of the number alone: it is by
    the number that columns are aligned."""
    out: list[tuple[Box, list[int]]] = []
    signs: list[int] = []
    for box, piece in row:
        if all(_SIGN.match(words[i].text) for i in piece):
            if signs:
                out.append((Box.around(words[i].box for i in signs), signs))
            signs = list(piece)
            continue
        bare = [i for i in piece if not _SIGN.match(words[i].text)]
        if signs and not any(c.isdigit() or c in "-–—" for c in words[piece[0]].text):
            out.append((Box.around(words[i].box for i in signs), signs))
            signs = []
        out.append((Box.around(words[i].box for i in bare) if bare else box, [*signs, *piece]))
        signs = []
    if signs:
        out.append((Box.around(words[i].box for i in signs), signs))
    return out


def labelled(words: list[Word]) -> bool:
    """A line of a form: "Date: ...", "Место поставки: ..."."""
    label = next((i for i, w in enumerate(words[:4]) if w.text.endswith(":")), None)
    return label is not None and words[0].text[:1].isupper() and label + 1 < len(words)


def tabular(words: list[Word], height: float, reach: float | None) -> bool:
    wide = wide_gap(words, height, reach)
    return any(b.box.x0 - a.box.x1 > wide for a, b in itertools.pairwise(words))


def stops_short(line: list[Word], after: list[Word], reach: float) -> bool:
    """A line that ends though the first word of the next one had ample room: a line of a form or an address."""
    if after[0].text[:1].islower() or ABBREVIATION.search(
        line[-1].text.rstrip(".")[-8:] if line[-1].text.endswith(".") else ""
    ):
        return False
    room = reach - line[-1].box.x1
    return room > after[0].box.width * 1.5 + 40 and line[-1].text[-1:] not in "-,"
