"""Paragraphs as words with boxes, and as the pixels of a scan for a check that OCR changes little."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from atomcite.benchmarks.corpus.degrade import scan
from atomcite.benchmarks.corpus.typeset import font_folders
from atomcite.domain import Box, PageImage, PageWords, Word

_ADVANCE = 5.0  # points a character
_HEIGHT = 9.0
_LEADING = 13.0
_MARGIN = 56.0
_WIDTH = 96  # characters a line
_DPI = 200


def lay_out(text: str, *, page: int = 1) -> PageWords:
    """The words of paragraphs that empty lines part, as a text layer of a page of one column would give them."""
    words: list[Word] = []
    line, y = 0, _MARGIN
    for block, paragraph in enumerate(text.split("\n\n")):
        for piece in textwrap.wrap(paragraph, _WIDTH):
            x = _MARGIN
            for token in piece.split():
                box = Box(x, y, x + _ADVANCE * len(token), y + _HEIGHT)
                words.append(Word(token, box, 0.95, line, block))
                x += _ADVANCE * (len(token) + 1)
            line += 1
            y += _LEADING
        y += _LEADING
    return PageWords(page, 612.0, max(792.0, y), tuple(words), "laid out 1")


@dataclass(frozen=True)
class Scan:
    """A page that is nothing but a picture, as an OCR engine takes it (`atomcite.domain.PageSource`)."""

    number: int
    picture: PageImage

    def image(self) -> PageImage:
        return self.picture

    def embedded_words(self) -> Sequence[Word] | None:
        return None


def scanned(text: str, *, page: int = 1, seed: int = 0) -> Scan:
    """The same paragraphs printed in Noto Sans and scanned. Raises `EngineMissing` without the font."""
    font_file = next(f for folder in font_folders() for f in folder.glob("NotoSans[[]*"))
    font = ImageFont.truetype(str(font_file), round(10 * _DPI / 72))
    lines = [piece for paragraph in text.split("\n\n") for piece in [*textwrap.wrap(paragraph, _WIDTH - 8), ""]]
    sheet = Image.new("RGB", (round(8.27 * _DPI), round(11.69 * _DPI)), "white")
    draw = ImageDraw.Draw(sheet)
    for i, piece in enumerate(lines):
        draw.text((_MARGIN * _DPI / 72, (_MARGIN + 15 * i) * _DPI / 72), piece, font=font, fill="black")
    pixels = scan(np.asarray(sheet, np.uint8), _DPI, seed)
    return Scan(page, PageImage(page=page, pixels=pixels, dpi=_DPI))
