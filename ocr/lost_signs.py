"""The sign in front of a number, asked of the pixels: minus signs and accounting brackets that a reading lost.

Engines drop the short stroke before a number or take it for another mark ("~64", "“64"), and a text layer may say a
sign that the picture does not show. A number's leftmost and rightmost marks are told by their shape alone: a minus is
a flat stroke at half the height of the digits, with paper before it; a bracket is taller than the digits and bent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Box, PageImage, Word

Sign = Literal["minus", "brackets", "none"]

DOUBTED = 0.6
"""Confidence at most of a number whose sign was put back: it counts as read weakly."""
_NUMBER = re.compile(r"^(?P<before>[^\w\s]{0,2})(?P<number>\d[\d.,'’\s]*%?)(?P<after>[^\w\s%]{0,2})$")
_MINUS_LIKE = frozenset("-−–—~=“”„\"'‘’«_.•·*+")
"""What a minus is read as, and its own forms."""
_OPEN, _CLOSE = frozenset("([{<|"), frozenset(")]}>|")
_ACROSS = 24
"""Height of digits, in pixels, to which smaller print is enlarged before shapes are told."""


@dataclass(frozen=True)
class _Mark:
    """A connected piece of ink, in pixels of the enlarged crop."""

    x: int
    y: int
    width: int
    height: int
    ink: npt.NDArray[np.bool_]

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


def restored(words: Sequence[Word], image: PageImage) -> tuple[Word, ...]:
    """The words of a reading with the signs of numbers that their pixels show and the reading lacks or misread.

    Only what is seen for certain is put back, and the word's confidence drops to at most DOUBTED.
    """
    return tuple(_restored(word, words, image) for word in words)


def _restored(word: Word, words: Sequence[Word], image: PageImage) -> Word:
    match = _NUMBER.match(word.text)
    if match is None:
        return word
    before, number, after = match["before"], match["number"], match["after"]
    if before in ("-", "−", "–") or (before in _OPEN and after[:1] in _CLOSE):
        return word
    if not set(before) <= _MINUS_LIKE | _OPEN:
        return word
    seen = sign_of(word.box, image, _beside(word, words))
    if seen == "minus" and set(before) <= _MINUS_LIKE:
        text = f"-{number}{after}"
    elif seen == "brackets":
        text = f"({number}){after.lstrip(')]}>|')}"
    else:
        return word
    # Another dash for the minus is no slip.
    return replace(word, text=text, confidence=word.confidence if before == "—" else min(word.confidence, DOUBTED))


def misprinted(word: Word, words: Sequence[Word], image: PageImage, read: str) -> str | None:
    """What the picture shows in place of a number of a text layer whose sign is another; None where the signs agree
    or nothing is certain. `read` is what an engine read there: a sign is missing only where it saw none either."""
    match = _NUMBER.match(word.text)
    if match is None:
        return None
    before, number, after = match["before"], match["number"], match["after"]
    bracketed = before in _OPEN and after[:1] in _CLOSE
    if not (bracketed or before in ("", "-", "−", "–", "—")) or (not bracketed and set(after) & _CLOSE):
        return None
    told: Sign = "brackets" if bracketed else "minus" if before else "none"
    seen = sign_of(word.box, image, _beside(word, words))
    if seen is None or seen == told:
        return None
    if seen == "none":
        return number if read and read[0].isdigit() and not set(read) & _CLOSE else None
    return f"-{number}" if seen == "minus" else f"({number})"


def _beside(word: Word, words: Sequence[Word]) -> tuple[Box, ...]:
    return tuple(w.box for w in words if w is not word and w.line == word.line and w.box.x1 <= word.box.x0 + 1)


def sign_of(box: Box, image: PageImage, before: Iterable[Box] = ()) -> Sign | None:
    """What the picture shows around the number whose word box is `box` (page points); None where it can't be told.

    `before` are boxes of words to the left on the same line: a stroke that joins one to the number is no minus
    ("5-10", "A-12").
    """
    scale = image.dpi / 72
    height = box.height
    area = Box(box.x0 - 1.6 * height, box.y0 - 0.35 * height, box.x1 + 0.9 * height, box.y1 + 0.35 * height)
    crop = image.crop(area)
    grey = cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY)
    factor = min(4.0, max(1.0, _ACROSS / (height * scale)))
    big = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    if int(big.max()) - int(big.min()) < 60:
        return None
    origin = max(0.0, area.x0), max(0.0, area.y0)
    place = Box(box.x0 - origin[0], box.y0 - origin[1], box.x1 - origin[0], box.y1 - origin[1]).scaled(scale * factor)
    marks = _marks(np.asarray(big, dtype=np.uint8))
    digits = [
        m
        for m in marks
        if m.height >= 0.55 * place.height
        and m.width <= 1.6 * m.height
        and place.x0 - 0.1 * place.height <= m.x + m.width / 2 <= place.x1 + 0.1 * place.height
        and place.y0 - 0.3 * place.height <= m.middle <= place.y1 + 0.3 * place.height
    ]
    if not digits:
        return None
    tall = float(np.median([m.height for m in digits]))
    opening = [m for m in marks if _is_bracket(m, tall, opening=True) and m.x < digits[0].x + 0.2 * tall]
    closing = [m for m in marks if _is_bracket(m, tall, opening=False) and m.right > digits[-1].right - 0.2 * tall]
    plain = [m for m in digits if m not in opening and m not in closing]
    if not plain:
        return None
    first, last = plain[0], plain[-1]
    if _touches(opening, first.x, tall, left=True) and _touches(closing, last.right, tall, left=False):
        return "brackets"
    if opening or closing:
        return None
    stroke = next((m for m in reversed(marks) if _is_stroke(m, first, tall)), None)
    if stroke is None:
        return "none"
    joined = (stroke.x - 0.45 * tall) / (scale * factor) + origin[0]
    if any(b.x1 > joined and b.x0 < box.x0 for b in before):
        return None
    free = [m for m in marks if m.height >= 0.5 * tall and m.right <= stroke.x + 1]
    if any(m.right > stroke.x - 0.45 * tall for m in free):
        return None
    return "minus"


def _marks(grey: npt.NDArray[np.uint8]) -> list[_Mark]:
    """Pieces of ink from left to right; those as high as the crop (rules) and dust left out."""
    _, ink = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(ink, dtype=np.uint8), connectivity=8)
    found = []
    for label, (x, y, w, h, area) in enumerate(stats):
        if label == 0 or area < 6 or h >= 0.97 * grey.shape[0] or w >= 0.9 * grey.shape[1]:
            continue
        found.append(_Mark(int(x), int(y), int(w), int(h), labels[y : y + h, x : x + w] == label))
    return sorted(found, key=lambda m: m.x)


def _is_stroke(mark: _Mark, first: _Mark, tall: float) -> bool:
    """A flat stroke before the `first` digit, at about half its height, nearer than a space is wide."""
    return (
        mark.height <= 0.3 * tall
        and 0.25 * tall <= mark.width <= 1.0 * tall
        and mark.width >= 1.6 * mark.height
        and 0.3 * tall <= mark.middle - first.y <= 0.78 * tall
        and -0.08 * tall <= first.x - mark.right <= 0.36 * tall
        and float(mark.ink.mean()) > 0.6
    )


def _is_bracket(mark: _Mark, tall: float, *, opening: bool) -> bool:
    """Taller than digits, narrow, and bent to the one side: the middle further out than both ends."""
    if not (1.12 * tall <= mark.height <= 2.0 * tall and mark.width <= 0.55 * tall):
        return False
    columns = np.arange(mark.width)
    weights = mark.ink.astype(np.float64)
    rows = weights.sum(axis=1)
    if (rows == 0).any():
        return False
    middles = (weights * columns).sum(axis=1) / rows
    end = max(2, mark.height // 6)
    bend = (middles[:end].mean() + middles[-end:].mean()) / 2 - middles[mark.height // 3 : -mark.height // 3].mean()
    return bool(bend > 0.06 * tall if opening else bend < -0.06 * tall)


def _touches(brackets: Sequence[_Mark], edge: int, tall: float, *, left: bool) -> bool:
    gaps = [edge - m.right if left else m.x - edge for m in brackets]
    return any(-0.15 * tall <= gap <= 0.5 * tall for gap in gaps)
