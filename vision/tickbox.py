"""A tick box or radio mark, and the words that belong to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from atomcite.domain import Box, Word

State = Literal["ticked", "empty", "unclear"]


@dataclass(frozen=True)
class TickBox:
    """A printed square or circle with what is in it and the words that belong to it (on its right, else its left)."""

    box: Box
    state: State
    label: tuple[Word, ...]

    @property
    def text(self) -> str:
        return " ".join(w.text for w in self.label)


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
    return tuple(sorted(left, key=lambda w: w.box.x0))


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
