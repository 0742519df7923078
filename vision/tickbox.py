"""A tick box or radio mark, and the words that belong to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from atomcite.domain import Box, Word

State = Literal["ticked", "empty", "unclear"]
UNKNOWN = "\ufffd"
"""What the recogniser's alphabet has for signs that are no letters, boxes among them."""
JOINED = re.compile(r"[:?](?=[^\W\d_])")
"""Where a word and the label of a box behind it may have been read as one: "Payment:cash"."""


@dataclass(frozen=True)
class TickBox:
    """A printed square or circle with what is in it and the words that belong to it (on its right, else its left)."""

    box: Box
    state: State
    label: tuple[Word, ...]

    @property
    def text(self) -> str:
        return " ".join(w.text for w in self.label)


def has_room(box: Box, word: Word, letters: str) -> bool:
    """Whether a square at the end of a word leaves the letters as much room as they need. A box stands as high as the
    line does, a letter that looks square ("П") lower than that."""
    if min(abs(box.x0 - word.box.x0), abs(box.x1 - word.box.x1)) > 2.0 or box.height < 0.85 * word.box.height:
        return False
    needed = sum(0.75 if c.isupper() else 0.35 for c in letters) * word.box.height
    return word.box.width > box.width + needed


def without_boxes(words: Sequence[Word], boxes: Sequence[Box]) -> list[Word]:
    """Words without the boxes that were read as a part of them: a word's box ends where the square does, and what
    stands on both sides of one ("Payment:", "in") is two words."""
    out: list[Word] = []
    for word in words:
        square = next((b for b in boxes if _holds(word.box, b)), None)
        out += [word] if square is None else _around(word, square)
    return out


def _holds(word: Box, square: Box) -> bool:
    x, y = square.center
    return word.x0 < x < word.x1 and word.y0 < y < word.y1 and word.width > 1.2 * square.width


def _around(word: Word, square: Box) -> list[Word]:
    before, unknown, after = word.text.partition(UNKNOWN)
    joined = None if unknown else JOINED.search(word.text)
    if joined is not None:
        before, unknown, after = word.text[: joined.end()], joined[0], word.text[joined.end() :]
    left = replace(word.box, x1=square.x0 - 0.5) if square.x0 - 0.5 > word.box.x0 else None
    right = replace(word.box, x0=square.x1 + 0.5) if square.x1 + 0.5 < word.box.x1 else None
    if not unknown:
        # At which end the square stands is where there is less beside it.
        trimmed = right if square.x0 - word.box.x0 < word.box.x1 - square.x1 else left
        return [word] if trimmed is None else [replace(word, box=trimmed)]
    parts = ((before, left), (after, right))
    return [replace(word, text=text, box=box) for text, box in parts if text and box is not None]


def row_label(box: Box, others: Sequence[Box], words: Sequence[Word]) -> tuple[Word, ...]:
    """Words on the box's row up to the next box: to its right, else to its left."""
    # A watermark or a heading beside several rows belongs to none of them.
    row = [
        w for w in words if w.box.y0 - 2 < box.center[1] < w.box.y1 + 2 and w.box.height < max(30.0, 3.5 * box.height)
    ]
    after = min(
        (o.x0 for o in others if o.x0 > box.x1 and abs(o.center[1] - box.center[1]) < box.height), default=1e9
    )
    before = max(
        (o.x1 for o in others if o.x1 < box.x0 and abs(o.center[1] - box.center[1]) < box.height), default=-1e9
    )
    right = _run(
        sorted((w for w in row if box.x1 - 2 <= w.box.x0 < after), key=lambda w: w.box.x0), box.x1, box.height
    )
    if right:
        return tuple(right)
    left = [w for w in row if before < w.box.x0 and w.box.x1 <= box.x0 + 2]
    left.sort(key=lambda w: w.box.x0)
    # Words at some distance are another box's, or a column of their own.
    return tuple(left) if left and box.x0 - left[-1].box.x1 < 3.0 * box.height else ()


def _run(words: Sequence[Word], start: float, height: float) -> list[Word]:
    """Words from `start` on without a wide gap."""
    out: list[Word] = []
    edge = start
    for word in words:
        if word.box.x0 - edge > 3.0 * max(height, word.box.height):
            break
        if any(c.isalnum() for c in word.text):
            out.append(word)
        edge = word.box.x1
    return out
