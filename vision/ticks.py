"""Tick boxes: small printed squares, whether they are marked, and the words beside them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from atomcite.domain import Box, Word
from atomcite.vision.inkmap import InkMap, Mask
from atomcite.vision.reading import Reading
from atomcite.vision.tick_columns import find_covered
from atomcite.vision.tickbox import UNKNOWN, TickBox, has_room, row_label, without_boxes

_Area = tuple[int, int, int, int, str]


def find_ticks(ink: InkMap, reading: Reading) -> list[TickBox]:
    """All tick boxes of a page, top to bottom."""
    areas = [*_squares(ink), *_rounds(ink)]
    areas = [(*a[:4], "ticked" if a[4] == "filled" and _has_sibling(a, areas) else a[4]) for a in areas]
    areas = [(*a[:4], "unclear" if a[4] == "filled" else a[4]) for a in areas]
    out = [
        TickBox(ink.box(x, y, x + w, y + h), state, ())  # type: ignore[arg-type]  # no longer "filled"
        for x, y, w, h, state in sorted(areas, key=lambda a: (a[1], a[0]))
    ]
    words = [w.word for w in reading.words]
    out = [t for t in out if not any(_is_letter(t.box, w) for w in words)]
    words = without_boxes(words, [t.box for t in out])
    # One box may have been found by its outline and again by its sides.
    out = [t for i, t in enumerate(out) if not any(_same(t.box, o.box) for o in out[:i])]
    labelled = [TickBox(t.box, t.state, row_label(t.box, [o.box for o in out], words)) for t in out]
    labelled = [t for t in labelled if t.label]
    return sorted([*labelled, *find_covered(ink, _thin(ink), labelled, words)], key=lambda t: (t.box.y0, t.box.x0))


def _is_letter(box: Box, word: Word) -> bool:
    """True for a square letter or digit inside a longer word that was read, and for a framed number."""
    x, y = box.center
    inside = word.box.x0 - 2 < x < word.box.x1 + 2 and word.box.y0 < y < word.box.y1
    if inside and word.text.strip("()").isdigit() and len(word.text) < 3:
        return True  # a number in a ring or a frame
    # Two narrow letters that touch ("is"), or one before a dot on a line ("П."), have the outline of a square; a
    # square that was read as a character stands in brackets or alone.
    bare = word.text.strip("[](){}|")
    letters = sum(c.isalnum() for c in bare)
    wide = word.box.width > (1.5 if letters > 3 else 0.8) * box.width
    beside = UNKNOWN in word.text or has_room(box, word, bare)
    return inside and letters > 0 and len(bare) > 1 and word.confidence > 0.7 and wide and not beside


def _same(one: Box, other: Box) -> bool:
    (x, y), (a, b) = one.center, other.center
    return max(abs(x - a), abs(y - b)) < 0.4 * min(one.width, other.width)


def _has_sibling(area: _Area, others: Sequence[_Area]) -> bool:
    """True for a filled box beside boxes of its size that are not: it was filled by hand, and is no bullet."""
    x, y, w, h, _ = area
    return any(
        o[4] in ("empty", "ticked") and 0.8 < o[2] / w < 1.25 and (abs(o[0] - x) < 0.5 * w or abs(o[1] - y) < 0.5 * h)
        for o in others
    )


def _rounds(ink: InkMap) -> list[_Area]:
    """Circles of 2.2 to 7 mm drawn in a thin line, two or more of a size in a row or column: radio marks.

    A lone one is a letter, a digit or a bullet.
    """
    mm = ink.mm
    dark = _dark(ink)
    # Thin lines come out of a scan broken: bridged, and taken with their grey rim.
    whole = cv2.morphologyEx(
        np.where(ink.gray < 200, 255, 0).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)
    )
    contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: list[tuple[float, float, float, float]] = []
    for contour in contours:
        _, _, w, h = cv2.boundingRect(contour)
        if not (2.2 * mm <= min(w, h) and max(w, h) <= 9 * mm):
            continue
        ring = _circle_in(contour, mm)
        if ring is not None:
            cx, cy, r = ring
            ys, xs = np.mgrid[int(cy - r) : int(cy + r) + 1, int(cx - r) : int(cx + r) + 1]
            if ys.min() < 0 or xs.min() < 0 or ys.max() >= dark.shape[0] or xs.max() >= dark.shape[1]:
                continue
            if _has_neighbours(dark, cx, cy, r, mm):
                continue
            inside = np.hypot(xs - cx, ys - cy) < 0.66 * r
            fill = float((dark[ys[inside], xs[inside]] > 0).mean()) if inside.any() else 0.0
            found.append((cx, cy, r, fill))
    out: list[_Area] = []
    for cx, cy, r, fill in found:
        alike = [
            o
            for o in found
            if (o[0], o[1]) != (cx, cy)
            and abs(o[2] - r) < 0.14 * r
            and (abs(o[0] - cx) < 0.4 * r or abs(o[1] - cy) < 0.4 * r)
            and np.hypot(o[0] - cx, o[1] - cy) > 3 * r
        ]
        if alike:
            state = "empty" if fill < 0.03 else "filled" if fill > 0.9 else "ticked" if fill > 0.08 else "unclear"
            out.append((int(cx - r), int(cy - r), int(2 * r) + 1, int(2 * r) + 1, state))
    return out


def _has_neighbours(dark: Mask, cx: float, cy: float, r: float, mm: float) -> bool:
    """True for a circle with ink as close beside it as letters stand: less than 0.85 mm. (A tick that runs over it
    leaves the rim on the right, and in few rows.)"""
    top, bottom = max(0, int(cy - r)), int(cy + r) + 1
    near, far = r + 0.2 * mm, r + 0.85 * mm
    sides = []
    for a, b in ((cx - far, cx - near), (cx + near, cx + far)):
        part = dark[top:bottom, max(0, int(a)) : max(1, int(b) + 1)] > 0
        sides.append(float(part.any(axis=1).mean()) if part.size else 0.0)
    return sides[0] > 0.12 or sides[1] > 0.6


def _circle_in(contour: object, mm: float) -> tuple[float, float, float] | None:
    """The circle that most of an outline lies on (a tick may stick out of it); None where there is none."""
    points = np.asarray(contour, dtype=np.float64).reshape(-1, 2)
    kept = points
    for _ in range(4):
        if len(kept) < 12:
            return None
        design = np.c_[2 * kept, np.ones(len(kept))]
        fit = np.linalg.lstsq(design, (kept**2).sum(axis=1), rcond=None)[0]
        cx, cy = float(fit[0]), float(fit[1])
        r = float(np.sqrt(max(0.0, fit[2] + cx * cx + cy * cy)))
        away = np.abs(np.hypot(points[:, 0] - cx, points[:, 1] - cy) - r)
        kept = points[away < max(1.7, 0.12 * r)]
    if not 1.1 * mm <= r <= 3.6 * mm:
        return None
    angles = np.unique(np.floor(np.arctan2(kept[:, 1] - cy, kept[:, 0] - cx) * 18 / np.pi))
    if len(angles) < 30:  # of 36 tens of degrees
        return None
    return cx, cy, r


def _squares(ink: InkMap) -> list[_Area]:
    """Square frames of 2.4 to 9 mm (x, y, w, h, state), those of bold lines first."""
    out: list[_Area] = []
    for dark in (_dark(ink), _thin(ink)):
        out += [a for a in _framed(dark, ink.mm) if not any(_about_same(a, o) for o in out)]
    return out


def _framed(dark: Mask, mm: float) -> list[_Area]:
    """A frame is found by its outline or, where a tick breaks out of it, by the paper that it encloses."""
    found: list[tuple[int, int, int, int]] = []
    closed = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        x, y, w, h = cv2.boundingRect(contour)
        if 2.4 * mm <= w <= 9 * mm and 2.4 * mm <= h <= 9 * mm and 0.8 <= w / h <= 1.25:
            found.append((x, y, w, h))
    found += _crossed_squares(dark, mm)
    out: list[_Area] = []
    for x, y, w, h in sorted(found, key=lambda f: -f[2] * f[3]):
        if any(_about_same((x, y, w, h, ""), o) for o in out):
            continue
        state = _state(dark, mm, x, y, w, h)
        if state is not None:
            out.append((x, y, w, h, state))
    return out


def _about_same(one: _Area, other: _Area) -> bool:
    """Whether the middle of one lies well within the other."""
    (x, y, w, h, _), (a, b, c, d, _) = one, other
    return abs(x + w / 2 - a - c / 2) < 0.6 * c and abs(y + h / 2 - b - d / 2) < 0.6 * d


def _dark(ink: InkMap) -> Mask:
    """The dark core of the ink: blurred edges would fill the corners between a cross and its box."""
    return np.asarray(np.where(ink.gray < 165, 255, 0), dtype=np.uint8)


def _thin(ink: InkMap) -> Mask:
    """What has a third of the blackness of the page's print: hairlines come out of a scan grey, all lines of a worn
    copy do."""
    print_ = ink.gray[ink.ink > 0]
    blackness = 250 - float(np.percentile(print_, 5)) if print_.size else 0.0
    return np.asarray(np.where(ink.gray < max(195.0, 250 - 0.35 * blackness), 255, 0), dtype=np.uint8)


def _crossed_squares(dark: Mask, mm: float) -> list[tuple[int, int, int, int]]:
    """Squares from their straight sides alone: a tick that runs over the frame joins it to other ink."""
    side = max(5, int(1.9 * mm))
    level = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((1, side), np.uint8))
    upright = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((side, 1), np.uint8))
    both = np.asarray(cv2.dilate(cv2.bitwise_or(level, upright), np.ones((2, 2), np.uint8)), dtype=np.uint8)
    contours, _ = cv2.findContours(both, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    out: list[tuple[int, int, int, int]] = []
    for contour in contours:
        x, y, w, h = cv2.boundingRect(contour)
        if not (2.0 * mm <= w <= 9 * mm and 2.0 * mm <= h <= 9 * mm and 0.84 <= w / h <= 1.19):
            continue
        # Where the outline has a tick's end on it, the paper inside still has the box's shape: grown by the frame.
        out += [(x - g, y - g, w + 2 * g, h + 2 * g) for g in range(5)]
    return out


def _state(dark: Mask, mm: float, x: int, y: int, w: int, h: int) -> str | None:
    """What is inside a square; None when it has no four straight sides, or is a cell of a grid."""
    pad = max(1, int(0.25 * mm))
    x0, y0, x1, y1 = x - pad, y - pad, x + w + pad, y + h + pad
    if x0 < 0 or y0 < 0 or y1 >= dark.shape[0] or x1 >= dark.shape[1]:
        return None
    part = dark[y0:y1, x0:x1] > 0
    sides: list[int] = []
    edge = max(3, int(0.28 * min(w, h)))
    for view in (part[:edge], part[::-1][:edge], part.T[:edge], part.T[::-1][:edge]):
        # The outermost row that is nearly all ink is the side; letters have no four of them.
        full = np.flatnonzero(view[:, pad + 1 : -pad - 1].mean(axis=1) > 0.88)
        if full.size == 0 or full[0] > pad + max(1, int(0.07 * min(w, h))):
            return None
        sides.append(int(full[0]))
    # Round letters have sides but no corners.
    nook = max(2, int(0.16 * min(w, h)))
    top, bottom, left, right = sides
    box = part[top : part.shape[0] - bottom, left : part.shape[1] - right]
    corners = (box[:nook, :nook], box[:nook, -nook:], box[-nook:, :nook], box[-nook:, -nook:])
    if any(float(c.mean()) < 0.7 for c in corners):
        return None
    thick = 0
    for view, first in zip((part, part[::-1], part.T, part.T[::-1]), sides, strict=True):
        run = view[first:, pad + 1 : -pad - 1].mean(axis=1) > 0.8
        thick = max(thick, int(np.argmin(run)) if not run.all() else len(run))
    if thick > 0.34 * min(w, h):
        return "filled" if float(box.mean()) > 0.75 else None
    # Lines that go on beyond the corners make it a cell of a table or a form's comb.
    reach = int(1.2 * mm)
    for row in (sides[0] + y0, y1 - 1 - sides[1]):
        for a, b in ((x0 - reach, x0 - 1), (x1 + 1, x1 + reach)):
            if a >= 0 and b < dark.shape[1] and (dark[max(0, row - 1) : row + 2, a:b] > 0).any(axis=0).mean() > 0.9:
                return None
    for column in (sides[2] + x0, x1 - 1 - sides[3]):
        for a, b in ((y0 - reach, y0 - 1), (y1 + 1, y1 + reach)):
            if (
                a >= 0
                and b < dark.shape[0]
                and (dark[a:b, max(0, column - 1) : column + 2] > 0).any(axis=1).mean() > 0.9
            ):
                return None
    margin = thick + max(1, int(0.2 * mm))
    inner = part[
        sides[0] + margin : part.shape[0] - sides[1] - margin, sides[2] + margin : part.shape[1] - sides[3] - margin
    ]
    if inner.size < 12:
        return None
    fill = float(inner.mean())
    if fill < 0.015:
        return "empty"
    if fill > 0.85:
        return "filled"  # a bullet, or a box blackened: both are made
    spread = min(float(inner.any(axis=0).mean()), float(inner.any(axis=1).mean()))
    return "ticked" if fill > 0.07 and spread > 0.45 else "unclear"
