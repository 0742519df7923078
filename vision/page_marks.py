"""All marks of one page, found once."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from atomcite.domain import Box, PageImage
from atomcite.vision.handwriting import find_handwriting
from atomcite.vision.imprint import Seal
from atomcite.vision.ink_net import ink_chances
from atomcite.vision.inkmap import Floats, InkMap, Mask, patches
from atomcite.vision.reading import Reading
from atomcite.vision.seals import Rings, drawn_circles, find_grounds, find_seals
from atomcite.vision.signatures import SignaturePlace, find_places
from atomcite.vision.strokes import Pen, find_flourishes, free_ink, pen_patches
from atomcite.vision.tickbox import TickBox
from atomcite.vision.ticks import find_ticks


@dataclass(frozen=True)
class PageMarks:
    """Marks of a page; boxes in page points. `flourishes` are pen strokes like a signature's wherever they are,
    `places` the places for signatures, `written` words by hand, `penned` those flourishes that surely are a pen's.
    `plain` is true when all ink of the page is print that was read, or ruled lines: only then is a mark that was not
    found known not to be there."""

    seals: tuple[Seal, ...]
    seal_boxes: tuple[Box, ...]
    flourishes: tuple[Box, ...]
    places: tuple[SignaturePlace, ...]
    written: tuple[Box, ...]
    penned: tuple[Box, ...]
    ticks: tuple[TickBox, ...]
    plain: bool
    ink: InkMap

    @property
    def signatures(self) -> tuple[Box, ...]:
        """Strokes that stand where a signature belongs, each once."""
        return tuple(dict.fromkeys(p.ink for p in self.places if p.ink is not None))

    @property
    def by_hand(self) -> tuple[Box, ...]:
        """What was written, and strokes of a pen away from the places for signatures."""
        signed = self.signatures
        return (*self.written, *(b for b in self.penned if not any(b.intersection(s) for s in signed)))


def find_marks(image: PageImage, reading: Reading) -> PageMarks:
    """Looks for marks of every kind; some tenths of a second a page."""
    ink = InkMap.of(image, reading.skew)
    by_pen, by_stamp = ink_chances(ink)
    rings = Rings.of(ink)
    circles = drawn_circles(ink, rings)
    seals = find_seals(ink, by_stamp, rings)
    colour, dark = free_ink(ink, reading, seals)
    shaped = find_flourishes(ink, colour, dark, reading)
    # A frame's lines are long and turn as a signature's do: strokes are those that a pen may have drawn.
    strokes = [p.area for p in shaped if _drawn(ink, by_pen, p.area) > _MAY_BE_DRAWN]
    grounds = find_grounds(ink, by_stamp, seals, strokes, circles)
    if grounds:
        seals += grounds
        colour, dark = free_ink(ink, reading, seals)
        shaped = find_flourishes(ink, colour, dark, reading)
    pens = pen_patches(ink, by_pen, seals, shaped, reading, circles)
    stamped = [s.area for s in seals]
    written = [
        a
        for a in find_handwriting(ink, reading, colour, dark, pens)
        if not any(_overlap(a, s) for s in (*stamped, *(c.area for c in circles)))
        and _drawn(ink, by_pen, a) > _LEAST_DRAWN
    ]
    # Above a signature line written words are a signature as well as a flourish is.
    tall = [Pen(a, True) for a in written if a[3] - a[1] > 4 * ink.mm and a[2] - a[0] > 8 * ink.mm]
    places = find_places(ink, reading, [*pens, *tall], colour, dark)
    marked = bool(seals or pens or written)
    return PageMarks(
        seals=tuple(seals),
        seal_boxes=tuple(ink.box(*s.area).clamped(image.width, image.height) for s in seals),
        flourishes=tuple(ink.box(*p.area) for p in pens),
        places=tuple(places),
        written=tuple(ink.box(*a) for a in written),
        penned=tuple(ink.box(*p.area) for p in pens if _drawn(ink, by_pen, p.area) > _SURELY_DRAWN),
        ticks=tuple(find_ticks(ink, reading)),
        plain=not marked and _is_plain(ink, colour, dark),
        ink=ink,
    )


_LEAST_DRAWN = 0.5
_MAY_BE_DRAWN, _SURELY_DRAWN = 0.15, 0.78


def _drawn(ink: InkMap, by_pen: Floats, area: tuple[int, int, int, int]) -> float:
    """Mean probability that a pen drew the ink of an area."""
    x0, y0, x1, y1 = area
    own = ink.ink[y0:y1, x0:x1] > 0
    return float(by_pen[y0:y1, x0:x1][own].mean()) if own.any() else 0.0


def _overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    """True when most of `a` lies in `b`."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return w > 0 and h > 0 and w * h > 0.5 * (a[2] - a[0]) * (a[3] - a[1])


def _is_plain(ink: InkMap, colour: Mask, dark: Mask) -> bool:
    """No coloured ink, and no dark ink beside the words that were read, of more than some millimetres."""
    if patches(colour, ink.mm, 3 * ink.mm):
        return False
    return all(min(p.width, p.height) < 1.2 * ink.mm for p in patches(dark, ink.mm, 4 * ink.mm))


class MarkFinder:
    """Remembers the marks of the pages seen last: statements of one page are often asked about one by one."""

    def __init__(self) -> None:
        self._recent: dict[str, PageMarks] = {}
        self._lock = threading.Lock()

    def find(self, image: PageImage, reading: Reading) -> PageMarks:
        """`find_marks`, once a page."""
        with self._lock:
            known = self._recent.get(image.digest)
            if known is None:
                known = self._recent[image.digest] = find_marks(image, reading)
                while len(self._recent) > 4:
                    del self._recent[next(iter(self._recent))]
            return known
