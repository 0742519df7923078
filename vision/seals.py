"""Imprints of seals and stamps: round ones by their rings, rectangular ones by their frames, others by their tilt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.vision.frames import find_frames, find_tilted_text
from atomcite.vision.imprint import Area, Seal, level_rect
from atomcite.vision.inkmap import Floats, InkMap, Mask, hue_spread, solid
from atomcite.vision.legend import legend_of
from atomcite.vision.picture import Gray
from atomcite.vision.rings import Ring, find_rings, follow, polar

_PALE = 190
"""Grey level (255 = paper) from which ink without a colour is too pale for a stamp."""

_PALE_THROUGHOUT = 110
_LEAST_TINT = 5.0
"""Mean distance from grey in the a-b plane of CIELAB from which pale ink has a colour; scanned print has 1 to 2."""

_LIKELY = 0.5
"""Mean probability of the network below which an outline is no imprint's, whatever its shape."""
_STAMPED, _SURELY = 0.55, 0.78
"""The same for a ground without an outline, and from which it counts whatever its colour."""
_BEYOND_DOUBT = 0.93
"""From which one letter is enough: those of a small or faint legend run together."""
_LEAST_LETTERS = 3
"""Parts of a letter's size that a ground without an outline must have."""


@dataclass(frozen=True)
class Rings:
    """Rings of a page: those in coloured ink, and those in ink of any kind."""

    coloured: tuple[Ring, ...]
    any: tuple[Ring, ...]

    @classmethod
    def of(cls, ink: InkMap) -> Rings:
        return cls(tuple(find_rings(ink, ink.colour)), tuple(find_rings(ink, ink.ink)))


def drawn_circles(ink: InkMap, rings: Rings) -> list[Ring]:
    """Whole circles without letters along them: parts of charts, targets, emblems, drawn with instruments."""
    return [r for r in (*rings.coloured, *rings.any) if r.coverage > 0.8 and not legend_of(ink.gray, r).is_text]


def find_seals(ink: InkMap, by_stamp: Floats, rings: Rings) -> list[Seal]:
    """All imprints on a page that are beyond doubt.

    `by_stamp` is the network's probability for each work pixel that a stamp covers it. Outlines found by geometry
    must be likely to be a stamp's.
    """
    shaped: list[Seal] = []
    for found, coloured in ((rings.coloured, True), (rings.any, False)):
        for ring in found:
            seal = _round(ink, ring, coloured)
            if seal is not None and not _known(seal, shaped):
                shaped.append(seal)
    for seal in (*find_frames(ink, ink.colour, True), *find_frames(ink, ink.ink, False), *find_tilted_text(ink)):
        if not _known(seal, shaped):
            shaped.append(seal)
    return [s for s in shaped if _mean_inside(by_stamp, s) > _LIKELY]


def find_grounds(
    ink: InkMap, by_stamp: Floats, known: Sequence[Seal], strokes: Sequence[Area], circles: Sequence[Ring]
) -> list[Seal]:
    """Imprints without a known outline, by the ground that they surely cover; not those that are `known`, nor what
    has the shape of pen strokes (areas in work pixels), nor what are `circles`."""
    out: list[Seal] = []
    for seal in _grounds(ink, by_stamp):
        x0, y0, x1, y1 = seal.area
        drawn = any(
            max(0, min(x1, s[2]) - max(x0, s[0])) * max(0, min(y1, s[3]) - max(y0, s[1]))
            > 0.4 * (x1 - x0) * (y1 - y0)
            for s in strokes
        )
        # Strokes across an imprint have its shape; what surely is stamped is no stroke.
        likely = _mean_inside(by_stamp, seal)
        drawn = drawn and likely < _SURELY
        drawn = drawn or (likely < _BEYOND_DOUBT and any(_meets(c.area, seal.area) for c in circles))
        if not drawn and not _known(seal, [*known, *out]):
            out.append(seal)
    return out


def _mean_inside(chances: Floats, seal: Seal) -> float:
    x0, y0, x1, y1 = seal.area
    x0, y0 = max(0, x0), max(0, y0)
    part = chances[y0:y1, x0:x1]
    if part.size == 0:
        return 0.0
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(mask, [seal.outline() - np.array([x0, y0], np.int32)], 1)
    return float(part[mask > 0].mean()) if mask.any() else 0.0


def _grounds(ink: InkMap, by_stamp: Floats) -> list[Seal]:
    """Imprints by the ground that they surely cover: worn rings, ovals, triangles, frames half gone."""
    mm = ink.mm
    sure = np.asarray(np.where(by_stamp > 0.5, 255, 0), dtype=np.uint8)
    size = max(3, int(2.5 * mm) | 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    sure = np.asarray(
        cv2.morphologyEx(cv2.morphologyEx(sure, cv2.MORPH_CLOSE, kernel), cv2.MORPH_OPEN, kernel), np.uint8
    )
    contours, _ = cv2.findContours(sure, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    out: list[Seal] = []
    for contour in contours:
        hull = cv2.convexHull(contour)
        (cx, cy), (width, height), tilt = level_rect(hull)
        long, short = max(width, height), min(width, height)
        if not (11 * mm <= long <= 110 * mm and short >= 5 * mm):
            continue
        full = cv2.contourArea(hull)
        if cv2.contourArea(contour) < 0.6 * full:
            continue
        # A disc fills pi/4 of its rectangle, whichever way the rectangle is turned; a triangle half of it.
        filled = full / max(1.0, width * height)
        side = (long + short) / 2
        if long < 1.22 * short and 0.65 < filled < 0.89 and short > 10 * mm:
            seal = Seal(cx, cy, side, side, 0.0, True, None)
        else:
            seal = Seal(cx, cy, width, height, tilt, False, None)
        likely = _mean_inside(by_stamp, seal)
        letters = _letters(ink, seal)
        if likely < _STAMPED or letters < (1 if likely > _BEYOND_DOUBT else _LEAST_LETTERS):
            continue
        seal, share = _with_hue(ink, seal)
        # Solid areas are panels and charts; so are several colours. Without a colour it must be surer, and if as pale
        # as a watermark, of a stamp's size and tilt.
        hand_held = likely > _SURELY and long < 60 * mm and abs(seal.tilt) < 25
        if share < 0.3 and (seal.hue is not None or hand_held or (likely > 0.6 and _is_dark(ink, seal))):
            out.append(seal)
    return out


def _letters(ink: InkMap, seal: Seal) -> int:
    """How many parts of its ink have a letter's or a digit's size: charts and emblems are drawn in lines."""
    mask = np.zeros(ink.gray.shape, np.uint8)
    cv2.fillPoly(mask, [seal.outline()], 255)
    _, _, stats, _ = cv2.connectedComponentsWithStats(np.bitwise_and(mask, ink.ink), connectivity=8)
    w, h, area = (stats[1:, k] / ink.mm for k in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA))
    like = (h > 0.9) & (h < 14) & (w > 0.25) & (w < 14) & (area / ink.mm > 0.12 * w * h)
    return int(like.sum())


def _is_dark(ink: InkMap, seal: Seal) -> bool:
    """False for grey ink as pale as a watermark's."""
    mask = np.zeros(ink.gray.shape, np.uint8)
    cv2.fillPoly(mask, [seal.outline()], 1)
    inked = ink.gray[(mask > 0) & (ink.ink > 0)]
    return inked.size > 0 and float(np.percentile(inked, 25)) < _PALE


def _with_hue(ink: InkMap, seal: Seal) -> tuple[Seal, float]:
    """The seal with the colour of its ink, if most of it has one, and the share (0..1) of its ground that is filled
    with solid shapes; 1 for ink of several colours, or where there is nearly no paper."""
    mask = np.zeros(ink.gray.shape, np.uint8)
    cv2.fillPoly(mask, [seal.outline()], 1)
    inked, coloured = (mask > 0) & (ink.ink > 0), (mask > 0) & (ink.colour > 0)
    ground = max(1.0, float(mask.sum()))
    # Small print between two frames covers half of a stamp's ground, yet with thin lines alone.
    filled = solid(np.asarray(np.where(inked, 255, 0), dtype=np.uint8), ink.mm) > 0
    covered = 1.0 if float(inked.sum()) > 0.7 * ground else float(filled.sum()) / ground
    if not inked.any():
        return seal, covered
    if float(coloured.sum()) < 0.4 * float(inked.sum()):
        tint = _tint(ink, inked)
        return (seal if tint is None else replace(seal, hue=tint)), covered
    hue, share = hue_spread(ink.hue[coloured])
    return (replace(seal, hue=hue), covered) if share > 0.6 else (seal, 1.0)


def _tint(ink: InkMap, inked: npt.NDArray[np.bool_]) -> float | None:
    """Hue of ink each pixel of which is too pale to tell a colour, as all of it together has one; None for grey, and
    where black print is among it, as in a chart."""
    if float(np.percentile(ink.gray[inked], 10)) < _PALE_THROUGHOUT:
        return None
    lab = cv2.cvtColor(ink.rgb, cv2.COLOR_RGB2LAB).astype(np.float32)
    a, b = (float(np.mean(lab[..., k][inked])) - 128 for k in (1, 2))
    return float(np.degrees(np.arctan2(b, a))) if np.hypot(a, b) > _LEAST_TINT else None


def _known(seal: Seal, others: list[Seal]) -> bool:
    return any(_meets(seal.area, other.area) for other in others)


def _meets(a: Area, b: Area) -> bool:
    """True for areas that share a good part of the smaller one."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return w > 0 and h > 0 and w * h > 0.4 * min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))


def _round(ink: InkMap, ring: Ring, coloured: bool) -> Seal | None:
    """A ring is a seal's when letters stand along it.

    Left out: cups' stains, targets, doughnuts (nothing or only rings inside), charts (filled, many colours, spokes),
    round logos at the page's head.
    """
    if ring.coverage < (0.66 if coloured else 0.74):
        return None
    mm, r = ink.mm, ring.radius
    gray = _only(ink, ink.colour) if coloured else ink.gray
    band = 255 - polar(gray, ring.cx, ring.cy, 0.12 * r, 0.93 * r, 360).astype(np.float32)
    dark = band > 38
    if float(dark.mean()) > 0.62:
        return None
    # Spokes: ink that runs from the middle nearly to the rim belongs to a dial, a wheel or a radar chart.
    spokes = (cv2.blur(dark.astype(np.float32), (3, 1)) > 0.3).mean(axis=0) > 0.88
    if int((np.diff(np.pad(spokes.astype(np.int8), 1)) == 1).sum()) >= 3:
        return None
    # Rings within rings are targets, doughnuts and dials as well: a seal has letters that follow its rim.
    legend = legend_of(gray, ring)
    if not legend.is_text:
        return None
    hue = None
    if coloured:
        x0, y0 = max(0, int(ring.cx - r)), max(0, int(ring.cy - r))
        part = ink.colour[y0 : int(ring.cy + r), x0 : int(ring.cx + r)] > 0
        hue, share = hue_spread(ink.hue[y0 : int(ring.cy + r), x0 : int(ring.cx + r)][part])
        if share < 0.72:
            return None
    elif not (legend.sectors > 0.5 and ring.coverage > 0.85) and not _has_second(gray, ring, mm):
        return None
    # A round emblem in a letterhead may have all that a seal has.
    h = ink.gray.shape[0]
    if ring.cy < 0.16 * h and r < 15 * mm:
        return None
    return Seal(ring.cx, ring.cy, 2 * r, 2 * r, 0.0, True, hue)


def _has_second(gray: Gray, ring: Ring, mm: float) -> bool:
    """True with a second ring near the legend, concentric with the first."""
    for share in (0.92, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.42):
        found = follow(gray, ring.cx, ring.cy, ring.radius * share, mm)
        if (
            found is not None
            and found.coverage > 0.6
            and found.radius < ring.radius - 0.7 * mm
            and np.hypot(found.cx - ring.cx, found.cy - ring.cy) < 1.2 * mm
        ):
            return True
    return False


def _only(ink: InkMap, mask: Mask) -> Gray:
    near = cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0
    return np.asarray(np.where(near, ink.gray, 255), dtype=np.uint8)
