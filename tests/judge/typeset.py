"""Words with boxes from plain text, as an OCR engine would give them: prose in lines, tables in columns."""

from __future__ import annotations

import textwrap

from atomcite.domain import Box, PageWords, Word

_ADVANCE = 5.0  # points a character
_HEIGHT = 9.0
_LEADING = 13.0
_LEFT = 56.0
_WIDTH = 96  # characters a line


def typeset(text: str, *, page: int = 1, confidence: float = 0.95) -> PageWords:
    """`|` parts table cells; the first column stands left, the others are set right-aligned in equal columns."""
    words: list[Word] = []
    line = block = 0
    y = 56.0

    def put(cells: list[tuple[float, str]]) -> None:
        nonlocal line
        for x, piece in cells:
            at = x
            for token in piece.split():
                words.append(
                    Word(token, Box(at, y, at + _ADVANCE * len(token), y + _HEIGHT), confidence, line, block)
                )
                at += _ADVANCE * (len(token) + 1)
        line += 1

    for paragraph in text.strip("\n").split("\n\n"):
        rows = paragraph.split("\n")
        columns = max(r.count("|") for r in rows)
        if columns:
            first = max(len(r.split("|")[0].strip()) for r in rows if "|" in r) + 3
            wide = max([len(c.strip()) for r in rows if "|" in r for c in r.split("|")[1:]] + [8]) + 4
            for row in rows:
                cells = [c.strip() for c in row.split("|")]
                # A row with fewer cells keeps its numbers at the right edge.
                shift = columns + 1 - len(cells)
                placed = [(_LEFT, cells[0])]
                for k, cell in enumerate(cells[1:], start=1):
                    right = _LEFT + _ADVANCE * (first + wide * (k + shift))
                    placed.append((right - _ADVANCE * len(cell), cell))
                put([(x, c) for x, c in placed if c])
                y += _LEADING
        else:
            prose = " ".join(rows) if all(len(r) > 60 for r in rows) else None
            for piece in (
                textwrap.wrap(prose, _WIDTH) if prose else [w for r in rows for w in textwrap.wrap(r, _WIDTH)]
            ):
                put([(_LEFT, piece)])
                y += _LEADING
        y += _LEADING
        block += 1
    return PageWords(page, 612.0, max(792.0, y), tuple(words), "typeset 1")
