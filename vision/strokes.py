"""Pen strokes told apart from type, rules, curves of charts and filled shapes, by the geometry of the ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.vision.imprint import Seal
from atomcite.vision.inkmap import Floats, InkMap, Mask, Patch, erase, hue_spread, patches, solid
from atomcite.vision.reading import Reading
from atomcite.vision.regularity import evenness
from atomcite.vision.rings import Ring


@dataclass(frozen=True, slots=True)
class Pen:
    """A patch of pen strokes in work pixels (x0, y0, x1, y1)."""

    area: tuple[int, int, int, int]
    coloured: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """Measures of a patch of ink; lengths in mm. `runs` is the mean number of ink runs in an inked column, `path` the
    length of the strokes, `longest` the larger side of the largest connected part, `bend` how far the ink strays from
    a straight line, `thick` the stroke width where it is thickest (90th percentile)."""

    width: float
    height: float
    density: float
    thick: float
    runs: float
    path: float
    longest: float
    longest_height: float
    bend: float
    parts: int


def measure(mask: Mask, mm: float) -> Shape:
    """`mask` is the patch's own ink (255), `mm` pixels a millimetre."""
    ink = (mask > 0).astype(np.uint8)
    ink = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), dtype=np.uint8)
    h, w = ink.shape
    area = float(ink.sum())
    distance = cv2.distanceTransform(np.pad(ink, 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
    inside = distance[ink > 0]
    typical = max(1.0, 2 * float(np.median(inside[inside > np.median(inside) - 1e-3])) - 0.5)
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    sides = np.maximum(stats[1:, 2], stats[1:, 3]) if count > 1 else np.array([0])
    big = int(np.argmax(sides))
    starts = (np.diff(np.pad(ink, ((1, 0), (0, 0))).astype(np.int8), axis=0) == 1).sum(axis=0)
    inked = starts[starts > 0]
    y, x = np.nonzero(ink)
    slope = np.polyfit(x, y, 1) if w > 2 and len(x) > 2 else np.zeros(2)
    return Shape(
        width=w / mm,
        height=h / mm,
        density=area / (w * h),
        thick=2 * float(np.percentile(inside, 90)) / mm,
        runs=float(inked.mean()) if inked.size else 0.0,
        path=area / typical / mm,
        longest=float(sides[big]) / mm,
        longest_height=float(stats[1 + big, 3]) / mm if count > 1 else 0.0,
        bend=float(np.std(y - np.polyval(slope, x))) / mm if len(x) else 0.0,
        parts=int((sides > 0.8 * mm).sum()),
    )


def is_flourish(shape: Shape) -> bool:
    """Long thin lines that turn back on themselves, as a signature has: neither type (short parts of even height) nor
    a chart's curve (one run a column) nor a filled shape."""
    return (
        3.5 <= shape.height <= 48
        and 8 <= shape.width <= 115
        and shape.density < 0.33
        and shape.thick < 1.7
        and shape.longest >= max(6.0, 0.3 * max(shape.width, shape.height))
        and shape.longest_height >= 3.5
        and shape.bend > 0.7
        and shape.path >= 1.5 * shape.width
        and 1.12 <= shape.runs <= 6
        and shape.parts <= 18
    )


def free_ink(ink: InkMap, reading: Reading, seals: Sequence[Seal]) -> tuple[Mask, Mask]:
    """Coloured ink without seals; dark ink without seals, ruled lines and words read with confidence."""
    discs = np.zeros_like(ink.ink)
    for seal in seals:
        cv2.fillPoly(discs, [seal.outline(1.06)], 255)
    colour = np.asarray(np.where(discs > 0, 0, ink.colour), dtype=np.uint8)
    near = np.asarray(cv2.dilate(ink.colour, np.ones((5, 5), np.uint8)), dtype=np.uint8)
    taken = near | discs | ink.rule_mask
    dark = np.asarray(np.where(taken > 0, 0, ink.ink), dtype=np.uint8)
    usual = usual_height(reading)
    areas = [
        ink.area(w.word.box)
        for w in reading.words
        if w.word.confidence > 0.75 and w.word.box.height < 2.4 * usual and any(c.isalnum() for c in w.word.text)
    ]
    return colour, erase(dark, areas, margin=max(1, int(0.5 * ink.mm)))


def usual_height(reading: Reading) -> float:
    """Median height of the page's words in points; 12 without words."""
    heights = [w.word.box.height for w in reading.words if len(w.word.text) > 2]
    return float(np.median(heights)) if heights else 12.0


def find_flourishes(ink: InkMap, colour: Mask, dark: Mask, reading: Reading) -> list[Pen]:
    """Patches that look like a signature, wherever they are."""
    out: list[Pen] = []
    drawn = grid_areas(ink)
    for mask, gap, coloured in ((colour, 2.4, True), (dark, 1.4, False)):
        for patch in patches(mask, gap * ink.mm, 6 * ink.mm):
            area = (patch.x, patch.y, patch.x + patch.width, patch.y + patch.height)
            if not is_flourish(measure(patch.mask, ink.mm)) or any(_inside(area, d) for d in drawn):
                continue
            if coloured and not _one_ink(ink, patch):
                continue
            if not coloured and _mostly_words(ink, area, reading):
                continue
            out.append(Pen(area, coloured))
    return out


_PEN = 0.6
"""Mean probability of the network below which a patch of ink is no pen's."""
_MAY_BE_PEN = 0.2
"""Probability from which ink goes on a stroke that was surely drawn beside it."""


def pen_patches(
    ink: InkMap,
    by_pen: Floats,
    seals: Sequence[Seal],
    shaped: Sequence[Pen],
    reading: Reading,
    circles: Sequence[Ring],
) -> list[Pen]:
    """What pens drew, from the network's word for the ink (`by_pen`, a probability a work pixel) and its size; and of
    the patches that look like it (`shaped`) those that the network does not rule out."""
    mm = ink.mm
    drawn = (by_pen > _MAY_BE_PEN) & (ink.ink > 0)
    # Rules are seldom coloured as pens are, and a row of loops closes to something like a rule.
    drawn[(ink.rule_mask > 0) & (ink.colour == 0)] = False
    # Where a stamp and strokes lie over one another only what surely is a stroke is followed.
    stamped = np.zeros_like(ink.ink)
    for seal in seals:
        cv2.fillPoly(stamped, [seal.outline()], 255)
    drawn[(stamped > 0) & (by_pen < 0.8)] = False
    mask = _followed(drawn, by_pen > 0.5)
    out: list[Pen] = []
    instrument = _compass(ink, circles)
    for patch in patches(mask, 2.2 * mm, 6 * mm):
        long, short = max(patch.width, patch.height), min(patch.width, patch.height)
        if short < 2.2 * mm or long > 120 * mm or patch.area < 2.5 * mm * mm:
            continue
        area = (patch.x, patch.y, patch.x + patch.width, patch.y + patch.height)
        if long < 10 * mm and measure(patch.mask, mm).path < 2.2 * long / mm:
            continue  # the corner of a frame: short strokes by hand turn back on themselves
        if _mostly_words(ink, area, reading) and _set_in_type(ink, patch, reading):
            continue  # print in colour, in a slanting or an ornate face, read with confidence
        own = patch.mask > 0
        part = (slice(patch.y, patch.y + patch.height), slice(patch.x, patch.x + patch.width))
        # What is left of a stamp's letters is no pen's; strokes across a stamp reach beyond it or over most of it.
        if float(by_pen[part][own].mean()) < 0.93 and any(
            _inside(area, s.area) and patch.width < 0.45 * (s.area[2] - s.area[0]) for s in seals
        ):
            continue
        coloured = float((ink.colour[part][own] > 0).mean()) > 0.5
        if float((solid(patch.mask, mm) > 0).sum()) > 0.8 * patch.area:
            continue  # filled shapes
        if coloured and hue_spread(ink.hue[part][own])[1] < 0.6 and not any(_meets(area, s.area) for s in seals):
            continue  # crossing curves; a pen has one colour, unless it runs across a stamp
        if float(by_pen[part][own].mean()) < _PEN or float((instrument[part][own] > 0).mean()) > 0.5:
            continue  # spokes and rims of dials, wheels and targets are drawn with instruments
        out.append(Pen(area, coloured))
    for pen in shaped:
        x0, y0, x1, y1 = pen.area
        inked = ink.ink[y0:y1, x0:x1] > 0
        chance = float(by_pen[y0:y1, x0:x1][inked].mean()) if inked.any() else 0.0
        circled = float((instrument[y0:y1, x0:x1][inked] > 0).mean()) > 0.5 if inked.any() else False
        if circled:
            continue
        if chance > (0.06 if pen.coloured else 0.35) and not any(_inside(pen.area, o.area) for o in out):
            # The whole stroke, for parts of it of which the network was sure.
            out = [o for o in out if not _inside(o.area, pen.area)] + [pen]
    return out


def _followed(drawn: npt.NDArray[np.bool_], sure: npt.NDArray[np.bool_]) -> Mask:
    """Connected parts of `drawn` (255) that are `sure` for a fifth at least: a stroke is followed to its faint ends
    (Canny's two thresholds)."""
    count, labels = cv2.connectedComponents(drawn.astype(np.uint8), connectivity=8)
    size = np.bincount(labels.ravel(), minlength=count)
    held = np.bincount(labels.ravel(), weights=(sure & drawn).ravel(), minlength=count)
    keep = held > 0.2 * size
    keep[0] = False
    return np.asarray(np.where(keep[labels], 255, 0), dtype=np.uint8)


def _compass(ink: InkMap, circles: Sequence[Ring]) -> Mask:
    """The ground that drawn circles cover, with their lines (255)."""
    out = np.zeros_like(ink.ink)
    for c in circles:
        cv2.circle(out, (round(c.cx), round(c.cy)), round(c.radius + 0.8 * ink.mm), 255, -1)
    return out


def grid_areas(ink: InkMap) -> list[tuple[int, int, int, int]]:
    """Areas ruled both ways - tables, charts with axes: long curves there are drawn by a program."""
    level = [r for r in ink.rules if r.level]
    upright = [r for r in ink.rules if not r.level]
    near = int(2 * ink.mm)
    out: list[tuple[int, int, int, int]] = []
    for u in upright:
        met = [
            r
            for r in level
            if r.x0 - near <= u.x0 <= r.x1 + near and u.y0 - near <= r.y0 <= u.y1 + near and r.length > 20 * ink.mm
        ]
        if met and u.length > 20 * ink.mm:
            out.append((min(r.x0 for r in met), u.y0, max(r.x1 for r in met), u.y1))
    return out


def _one_ink(ink: InkMap, patch: Patch) -> bool:
    hues = ink.hue[patch.y : patch.y + patch.height, patch.x : patch.x + patch.width][patch.mask > 0]
    hue, share = hue_spread(hues)
    return share > 0.8 and not 48 < hue < 110  # stains are brown, inks are not


def _mostly_words(ink: InkMap, area: tuple[int, int, int, int], reading: Reading) -> bool:
    """True when the patch lies under words that were read with confidence: type that was not erased for its size.

    A watermark across the page is no word of any patch on it.
    """
    box = ink.box(*area)
    covered = 0.0
    tallest = max(4 * usual_height(reading), 2.5 * box.height)
    for own in reading.words:
        if own.word.box.height > tallest:
            continue
        shared = own.word.box.intersection(box) if own.word.confidence > 0.8 and len(own.word.text) > 1 else None
        covered += shared.area if shared else 0.0
    return covered > 0.3 * box.area


def _set_in_type(ink: InkMap, patch: Patch, reading: Reading) -> bool:
    """True for ink no taller than the page's print, and for taller ink whose letters stand on one straight line."""
    if patch.height < 2.2 * usual_height(reading) / ink.points:
        return True
    found = evenness(patch.mask, ink.mm)
    return found is not None and found.parts >= 4 and found.feet < 0.08


def _meets(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def _inside(inner: tuple[int, int, int, int], outer: tuple[int, int, int, int]) -> bool:
    w = min(inner[2], outer[2]) - max(inner[0], outer[0])
    h = min(inner[3], outer[3]) - max(inner[1], outer[1])
    return w > 0 and h > 0 and w * h > 0.6 * (inner[2] - inner[0]) * (inner[3] - inner[1])


def letters(mask: Mask, mm: float) -> npt.NDArray[np.int32]:
    """Boxes (x, y, w, h) of the connected parts of `mask` that may be letters or digits, left to right."""
    _, _, stats, _ = cv2.connectedComponentsWithStats((mask > 0).astype(np.uint8), connectivity=8)
    boxes = stats[1:, :4]
    keep = (boxes[:, 3] > 0.9 * mm) & (boxes[:, 3] < 14 * mm) & (boxes[:, 2] < 30 * mm)
    kept = boxes[keep]
    return np.asarray(kept[np.argsort(kept[:, 0])], dtype=np.int32)
