"""From boxes on the upright page, as findings have them, to a PDF page's own coordinates."""

from __future__ import annotations

from dataclasses import dataclass

from atomcite.domain import Box

Rectangle = tuple[float, float, float, float]
"""x0, y0, x1, y1 in default user space: origin bottom-left, y upwards (PDF 32000-1, 8.3.2.3)."""


@dataclass(frozen=True)
class Placement:
    """How the upright picture of a page lies over the page in the file.

    `shown` is the part of user space that viewers show: the crop box cut to the media box. `turned` is by how many
    degrees clockwise the content was turned to stand upright: /Rotate and what was added to it. `width` and `height`
    are those of the upright picture in points; their ratio to `shown` carries /UserUnit.
    """

    shown: Rectangle
    turned: int
    width: float
    height: float

    def rectangle(self, box: Box) -> Rectangle:
        """`box`, cut to the page, in user space."""
        b = box.clamped(self.width, self.height)
        corners = [self.point(b.x0, b.y0), self.point(b.x1, b.y1)]
        xs, ys = sorted(c[0] for c in corners), sorted(c[1] for c in corners)
        return xs[0], ys[0], xs[1], ys[1]

    def quadrilateral(self, box: Box) -> tuple[float, ...]:
        """Corners of `box` in the order that viewers expect: top left, top right, bottom left, bottom right as read.

        PDF 32000-1, table 179 asks for another order, which Acrobat itself does not follow.
        """
        b = box.clamped(self.width, self.height)
        corners = ((b.x0, b.y0), (b.x1, b.y0), (b.x0, b.y1), (b.x1, b.y1))
        return tuple(v for x, y in corners for v in self.point(x, y))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the upright picture (origin top-left) in user space."""
        # As shares of the picture, then of the page as it is in the file before any turn, origin top-left there too.
        u, v = x / self.width, y / self.height
        u, v = {0: (u, v), 90: (v, 1 - u), 180: (1 - u, 1 - v), 270: (1 - v, u)}[self.turned % 360]
        x0, y0, x1, y1 = self.shown
        return x0 + u * (x1 - x0), y1 - v * (y1 - y0)
