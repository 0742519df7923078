"""Lines of a text layer beside what a line reader makes of their pixels, word by word."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from atomcite.domain import Box, PageImage, Word
from atomcite.ocr import samples
from atomcite.ocr.line_reader import LineReader
from atomcite.ocr.scripts import LOOKALIKES, one_alphabet
from atomcite.ocr.tesseract_backend import RawWord

WIDEST = 1500
"""Pixels of a line that are read in one piece."""

_FOLD = str.maketrans(LOOKALIKES)


@dataclass(frozen=True)
class Seen:
    """A word of the layer with what was read at its place, and the whole line's reading."""

    word: Word
    there: str
    line: tuple[str, ...]


def folded(text: str) -> str:
    """For comparison only: no case, no marks, look-alikes of two alphabets as one."""
    kept = "".join(c for c in unicodedata.normalize("NFKD", one_alphabet(text)) if c.isalnum())
    return kept.translate(_FOLD).casefold()


def pieces(words: Iterable[Word], image: PageImage) -> list[list[Word]]:
    """The lines of the layer as a line reader takes them: level, of bounded width, with something to compare. Type
    that runs across the page is left out: no line reader reads it as it stands."""
    widest = WIDEST * 72 / image.dpi
    groups: dict[int, list[Word]] = {}
    for word in words:
        if len(word.text) < 3 or word.box.height <= 1.5 * word.box.width:
            groups.setdefault(word.line, []).append(word)
    found: list[list[Word]] = []
    for line in groups.values():
        parts: list[list[Word]] = [[line[0]]]
        for before, word in itertools.pairwise(line):
            level = word.box.vertical_overlap(before.box) >= 0.3
            if not level or word.box.x1 - parts[-1][0].box.x0 > widest:
                parts.append([])
            parts[-1].append(word)
        found += [p for p in parts if any(c.isalnum() for w in p for c in w.text)]
    return found


def spread(lines: Sequence[list[Word]], count: int) -> list[int]:
    """Numbers of up to `count` lines, the longest of each part of the page."""
    telling = [i for i, line in enumerate(lines) if sum(c.isalnum() for w in line for c in w.text) >= 3]
    if len(telling) <= count:
        return telling
    bounds = [round(i * len(telling) / count) for i in range(count + 1)]
    return [
        max(telling[a:b], key=lambda i: sum(len(w.text) for w in lines[i])) for a, b in itertools.pairwise(bounds)
    ]


def area_of(box: Box, image: PageImage) -> tuple[int, int, int, int]:
    """`box` in whole pixels (x0, y0, x1, y1)."""
    b = box.scaled(image.dpi / 72).clamped(image.pixels.shape[1], image.pixels.shape[0])
    return int(b.x0), int(b.y0), int(b.x1) + 1, int(b.y1) + 1


def read_beside(lines: Sequence[Sequence[Word]], image: PageImage, reader: LineReader) -> list[list[Seen]]:
    """Each line of the layer with its reading."""
    areas = [area_of(Box.around(w.box for w in line), image) for line in lines]
    readings = reader([samples.crop(image.pixels, area) for area in areas], image.dpi)
    return [
        _beside(line, samples.placed(reading_boxes(reading), area, 72 / image.dpi), reading)
        for line, area, reading in zip(lines, areas, readings, strict=True)
    ]


def reading_boxes(reading: Sequence[RawWord]) -> list[Box]:
    return [Box(*map(float, r.box)) for r in reading]


def _beside(line: Sequence[Word], boxes: Sequence[Box], reading: Sequence[RawWord]) -> list[Seen]:
    texts = tuple(r.text for r in reading)
    return [
        Seen(
            word,
            " ".join(t for t, b in zip(texts, boxes, strict=True) if b.horizontal_overlap(word.box) > 0.5),
            texts,
        )
        for word in line
    ]
