"""Pictures for the HTML report: parts of pages around evidence, and small whole pages.

All the places that a report shows on one page are cut out as horizontal *strips* that never overlap, so that a page
weighs the same however many claims point at it; each claim then looks through a *window* at the strip that holds its
evidence. Coordinates are page points throughout, which makes the boxes of the report fit as they are.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from atomcite.domain import Box, PageImage

CONTEXT = 42.0
"""Points of the page shown above and below evidence: about three lines."""
LOWEST = 96.0
"""Points that a strip is high at least."""
WIDEST = 720.0
"""Points of a page shown side by side at most; wider pages (posters, landscape A3) are cut around the evidence."""
MANY_PAGES = 40
"""From here on pictures are coarser, to keep one file that a browser opens without effort."""
STRIP_PIXELS = 3_000_000
QUALITY = 62


@dataclass(frozen=True)
class Strip:
    """The full width of a page between two heights, in points; `uri` is a data URI."""

    name: str
    y0: float
    y1: float
    uri: str


@dataclass(frozen=True)
class PagePicture:
    """One page, small and whole, with its strips. Sizes in points."""

    page: int
    width: float
    height: float
    uri: str
    strips: tuple[Strip, ...]

    @property
    def name(self) -> str:
        return f"whole-{self.page}"


@dataclass(frozen=True)
class Window:
    """What a claim shows of a page: the picture called `name`, lying at `place`, seen through `view`."""

    name: str
    place: Box
    view: Box

    @property
    def view_box(self) -> str:
        v = self.view
        return f"{v.x0:.1f} {v.y0:.1f} {v.width:.1f} {v.height:.1f}"


def picture(image: PageImage, boxes: Iterable[Box], many: bool = False) -> PagePicture:
    """Cut `image` into what the report needs of it: its strips around `boxes`, and the page small."""
    dpi = 110.0 if many else 150.0
    strips: list[Strip] = []
    for y0, y1 in _bands(boxes, image.height):
        cut = Box(0.0, y0, image.width, y1)
        strips.append(Strip(f"strip-{image.page}-{len(strips)}", y0, y1, _encoded(image, cut, dpi, STRIP_PIXELS)))
    whole = Box(0.0, 0.0, image.width, image.height)
    pixels = 300_000 if many else 700_000
    return PagePicture(image.page, image.width, image.height, _encoded(image, whole, dpi, pixels), tuple(strips))


def windows(page: PagePicture, boxes: Sequence[Box]) -> list[Window]:
    """The windows that show `boxes`, from top to bottom. `boxes` must be among those that the strips were cut for."""
    found = []
    for y0, y1 in _bands(boxes, page.height):
        strip = next((s for s in page.strips if s.y0 <= y0 + 0.01 and y1 <= s.y1 + 0.01), None)
        if strip is None:
            raise ValueError(f"page {page.page} has no strip from {y0:.1f} to {y1:.1f}")
        inside = [b for b in (_within(b, page.width, page.height) for b in boxes) if b.y1 >= y0 and b.y0 <= y1]
        x0, x1 = _side_by_side(Box.around(inside), page.width)
        place = Box(0.0, strip.y0, page.width, strip.y1)
        found.append(Window(strip.name, place, Box(x0, y0, x1, y1)))
    return found


def without_colour(image: PageImage) -> Image.Image:
    """The pixels as they are; of a page without colour one channel says all, in a third of the room."""
    red, green, blue = (image.pixels[:, :, i] for i in range(3))
    grey = np.array_equal(red, green) and np.array_equal(green, blue)
    return Image.fromarray(np.ascontiguousarray(red) if grey else image.pixels)


def _side_by_side(around: Box, width: float) -> tuple[float, float]:
    if width <= WIDEST:
        return 0.0, width
    room = min(width, max(WIDEST, around.width + 2 * CONTEXT))
    x0 = min(max(0.0, around.center[0] - room / 2), width - room)
    return x0, x0 + room


def _bands(boxes: Iterable[Box], height: float) -> list[tuple[float, float]]:
    """Heights around `boxes`, ascending, those that touch made one."""
    # Sorted with their margins: a low box has a wider one, and may reach further up than a tall box above it.
    padded = []
    for box in (b.clamped(float("inf"), height) for b in boxes):
        pad = max(CONTEXT, (LOWEST - box.height) / 2)
        padded.append((max(0.0, box.y0 - pad), min(height, box.y1 + pad)))
    bands: list[tuple[float, float]] = []
    for y0, y1 in sorted(padded):
        if bands and y0 <= bands[-1][1]:
            bands[-1] = (bands[-1][0], max(bands[-1][1], y1))
        else:
            bands.append((y0, y1))
    return bands


def _within(box: Box, width: float, height: float) -> Box:
    """`box` cut to the page and never thinner than can be seen."""
    b = box.clamped(width, height)
    return Box(b.x0, b.y0, max(b.x1, b.x0 + 2), max(b.y1, b.y0 + 2))


def _encoded(image: PageImage, cut: Box, dpi: float, most_pixels: int) -> str:
    """`cut` as a WebP data URI at `dpi` or less, of `most_pixels` or less."""
    part = Image.fromarray(image.crop(cut))
    scale = min(1.0, dpi / image.dpi, (most_pixels / (part.width * part.height)) ** 0.5, 16_000 / max(part.size))
    if scale < 1.0:
        size = (max(1, round(part.width * scale)), max(1, round(part.height * scale)))
        part = part.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
    file = io.BytesIO()
    part.save(file, "WEBP", quality=QUALITY, method=2)
    return "data:image/webp;base64," + base64.b64encode(file.getvalue()).decode("ascii")
