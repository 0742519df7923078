"""Blocks -> a clean page of pixels, with the place of every word and of every value that is asked about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from atomcite.benchmarks.damage.content import Block, Grid, Heading, Item, Piece
from atomcite.benchmarks.damage.faces import Face
from atomcite.domain import Box, Pixels

_WIDTH = 595.0  # points, A4
_MARGIN = 42.0
_INK = (22, 22, 24)


@dataclass(frozen=True)
class Setting:
    """How a page is set. `value` is the face of the values that are asked about, `tracking` the space between their
    characters in ems. `size` in points; `ruled` draws all lines of a table, else only the outer ones and that of
    the head."""

    face: Face
    value: Face
    size: float
    dpi: int
    ruled: bool
    tracking: float = 0.0


@dataclass(frozen=True)
class Placed:
    """A word or value as printed; `item` is set for a value that is asked about. `box` in points."""

    text: str
    box: Box
    item: Item | None = None


@dataclass(frozen=True)
class Sheet:
    """A clean page: H x W x 3 RGB `pixels` at `dpi`, and what is printed where, in reading order."""

    pixels: Pixels
    dpi: int
    placed: tuple[Placed, ...]

    @property
    def targets(self) -> tuple[Box, ...]:
        return tuple(p.box for p in self.placed if p.item)


def draw(blocks: Sequence[Block], setting: Setting, rng: random.Random) -> Sheet:
    """Prints the blocks one under another on a page that is as long as they need."""
    pen = _Pen(setting, rng)
    for block in blocks:
        if isinstance(block, Heading):
            pen.line([block.text], 1.35)
            pen.y += setting.size
        elif isinstance(block, Grid):
            pen.grid(block)
        else:
            pen.line(block.pieces, 1.0)
            pen.y += 0.4 * setting.size
    return pen.sheet()


@dataclass
class _Pen:
    setting: Setting
    rng: random.Random
    y: float = _MARGIN
    placed: list[Placed] = field(default_factory=list)
    rules: list[tuple[float, float, float, float]] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)

    def line(self, pieces: Sequence[Piece], scale: float) -> None:
        """A paragraph, broken where it meets the margin; a value is never broken."""
        size = self.setting.size * scale
        x, space = _MARGIN, 0.27 * size
        words: list[tuple[str, Item | None]] = []
        for piece in pieces:
            if isinstance(piece, Item):
                words.append((piece.text, piece))
            else:
                words += [(word, None) for word in piece.split()]
        for text, item in words:
            width = self.width(text, item, size)
            mark = text in {".", ",", ";", ":"}
            if x + width > _WIDTH - _MARGIN and not mark:
                x, self.y = _MARGIN, self.y + 1.45 * size
            if mark:
                x -= space
            self.put(x, self.y, text, item, size)
            x += width + space
        self.y += 1.45 * size

    def grid(self, grid: Grid) -> None:
        size = self.setting.size
        if grid.caption:
            self.line([grid.caption], 0.92)
            self.y += 0.3 * size
        rows = [grid.head, *grid.rows]
        columns = len(grid.head)
        pad = 0.6 * size
        widths = [
            max(self.width(_text(row[c]), _item(row[c]), size) for row in rows) + 2 * pad for c in range(columns)
        ]
        spare = max(0.0, _WIDTH - 2 * _MARGIN - sum(widths)) * self.rng.uniform(0.3, 1.0) / columns
        widths = [w + spare for w in widths]
        high = size * self.rng.uniform(1.6, 2.0)
        top, right = self.y, _MARGIN + sum(widths)
        for r, row in enumerate(rows):
            x = _MARGIN
            for c, cell in enumerate(row):
                text, item = _text(cell), _item(cell)
                wide = self.width(text, item, size)
                at = x + widths[c] - pad - wide if c >= grid.first_number else x + pad
                if text:
                    self.put(at, self.y + (high - 1.2 * size) / 2, text, item, size)
                x += widths[c]
            self.y += high
            if self.setting.ruled or r in (0, len(rows) - 1):
                self.rules.append((_MARGIN, self.y, right, self.y))
        self.rules.append((_MARGIN, top, right, top))
        if self.setting.ruled:
            edges = [_MARGIN + sum(widths[:c]) for c in range(columns + 1)]
            self.rules += [(x, top, x, self.y) for x in edges]
        self.y += 1.5 * size

    def width(self, text: str, item: Item | None, size: float) -> float:
        font = self.font(item, size)
        return font.getlength(_printable(text)) * 72 / self.setting.dpi + self.extra(item, size) * len(text)

    def extra(self, item: Item | None, size: float) -> float:
        return self.setting.tracking * size if item else 0.0

    def font(self, item: Item | None, size: float) -> ImageFont.FreeTypeFont:
        face = self.setting.value if item else self.setting.face
        return face.sized(size * self.setting.dpi / 72)

    def put(self, x: float, y: float, text: str, item: Item | None, size: float) -> None:
        box = Box(x, y, x + self.width(text, item, size), y + 1.2 * size)
        self.placed.append(Placed(text, box, item))
        self.sizes.append(size)

    def sheet(self) -> Sheet:
        dpi = self.setting.dpi
        px = dpi / 72
        page = Image.new("RGB", (round(_WIDTH * px), round((self.y + _MARGIN) * px)), "white")
        canvas = ImageDraw.Draw(page)
        for x0, y0, x1, y1 in self.rules:
            canvas.line((x0 * px, y0 * px, x1 * px, y1 * px), fill=(60, 60, 60), width=max(1, round(0.6 * px)))
        placed = []
        for p, size in zip(self.placed, self.sizes, strict=True):
            font = self.font(p.item, size)
            base = (p.box.y0 + 0.95 * size) * px
            inks = []
            x = p.box.x0 * px
            for run in _printable(p.text) if self.extra(p.item, size) else [_printable(p.text)]:
                canvas.text((x, base), run, font=font, fill=_INK, anchor="ls")
                inks.append(canvas.textbbox((x, base), run, font=font, anchor="ls"))
                x += font.getlength(run) + self.extra(p.item, size) * px
            ink = Box.around(Box(*map(float, b)) for b in inks).scaled(1 / px)
            placed.append(Placed(p.text, ink, p.item))
        return Sheet(np.asarray(page, np.uint8), dpi, tuple(placed))


def _text(piece: Piece) -> str:
    return piece.text if isinstance(piece, Item) else piece


def _item(piece: Piece) -> Item | None:
    return piece if isinstance(piece, Item) else None


def _printable(text: str) -> str:
    """Thin and fixed spaces as plain ones: not every face has them."""
    return text.replace("\u202f", " ").replace("\u00a0", " ")
