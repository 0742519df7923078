"""Boxes on a page.

All boxes are in *page points* (1/72 inch) with the origin in the top-left corner of the upright page,
x to the right and y downwards, unless a name says `_px`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """An axis-aligned rectangle, `x0 <= x1` and `y0 <= y1`."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Box:
        """The smallest box that holds all of `boxes`. Raises ValueError when there is none."""
        items = list(boxes)
        if not items:
            raise ValueError("no boxes to surround")
        return cls(
            min(b.x0 for b in items),
            min(b.y0 for b in items),
            max(b.x1 for b in items),
            max(b.y1 for b in items),
        )

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        return self.width * self.height

    @property
    def center(self) -> tuple[float, float]:
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def scaled(self, factor: float) -> Box:
        return Box(self.x0 * factor, self.y0 * factor, self.x1 * factor, self.y1 * factor)

    def padded(self, dx: float, dy: float | None = None) -> Box:
        dy = dx if dy is None else dy
        return Box(self.x0 - dx, self.y0 - dy, self.x1 + dx, self.y1 + dy)

    def clamped(self, width: float, height: float) -> Box:
        """This box cut to a page of `width` x `height`."""

        def cut(value: float, top: float) -> float:
            return min(max(value, 0.0), top)

        return Box(cut(self.x0, width), cut(self.y0, height), cut(self.x1, width), cut(self.y1, height))

    def intersection(self, other: Box) -> Box | None:
        x0, y0 = max(self.x0, other.x0), max(self.y0, other.y0)
        x1, y1 = min(self.x1, other.x1), min(self.y1, other.y1)
        return Box(x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None

    def vertical_overlap(self, other: Box) -> float:
        """Shared height as a share (0..1) of the lower of the two boxes."""
        low = min(self.height, other.height)
        return max(0.0, min(self.y1, other.y1) - max(self.y0, other.y0)) / low if low > 0 else 0.0

    def horizontal_overlap(self, other: Box) -> float:
        """Shared width as a share (0..1) of the narrower of the two boxes."""
        low = min(self.width, other.width)
        return max(0.0, min(self.x1, other.x1) - max(self.x0, other.x0)) / low if low > 0 else 0.0
