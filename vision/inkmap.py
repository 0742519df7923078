"""A page as ink on paper: white-balanced, level, its coloured ink and its ruled lines told apart from the rest.

All detectors of marks work on this picture, at one resolution, so that their sizes are in the same pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Box, PageImage, Pixels
from atomcite.vision.picture import Gray

MM = 72 / 25.4
"""Points in a millimetre."""

_WORK_DPI = 150.0
Mask = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight ruled line in work pixels: `x0 <= x1` and `y0 <= y1`, one of the two spans nearly zero."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def level(self) -> bool:
        return self.x1 - self.x0 >= self.y1 - self.y0

    @property
    def length(self) -> int:
        return max(self.x1 - self.x0, self.y1 - self.y0)


@dataclass(frozen=True)
class Patch:
    """Connected ink, gaps bridged: its place in work pixels and its own mask (255 = ink)."""

    x: int
    y: int
    mask: Mask

    @property
    def width(self) -> int:
        return int(self.mask.shape[1])

    @property
    def height(self) -> int:
        return int(self.mask.shape[0])

    @property
    def area(self) -> int:
        return int(np.count_nonzero(self.mask))


@dataclass(frozen=True)
class InkMap:
    """A level page of H x W work pixels.

    `gray` is paper-normalised (255 = paper). `ink` and `colour` are masks (255) of all ink and of coloured ink, `hue`
    the angle of the colour in the a-b plane of CIELAB, degrees. `points` is the size of a pixel in page points;
    `back` maps work pixels to page points (2 x 3).
    """

    rgb: Pixels
    gray: Gray
    ink: Mask
    colour: Mask
    hue: Floats
    points: float
    back: npt.NDArray[np.float64]

    @classmethod
    def of(cls, image: PageImage, skew: float = 0.0) -> InkMap:
        """`skew` is the page's own, degrees, positive when lines run down to the right."""
        scale = min(1.0, _WORK_DPI / image.dpi)
        rgb = np.ascontiguousarray(image.pixels)
        if scale < 1:
            rgb = np.asarray(cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        h, w = rgb.shape[:2]
        points = 72 / (image.dpi * scale)
        forward = np.array([[1.0, 0, 0], [0, 1.0, 0]])
        if abs(skew) > 0.12:
            forward = np.asarray(cv2.getRotationMatrix2D((w / 2, h / 2), skew, 1.0))
            turned = cv2.warpAffine(rgb, forward, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            rgb = np.asarray(turned, dtype=np.uint8)
        back = np.asarray(cv2.invertAffineTransform(forward) * points, dtype=np.float64)
        balanced = _white_balanced(rgb)
        lab = cv2.cvtColor(cv2.GaussianBlur(balanced, (0, 0), 0.7), cv2.COLOR_RGB2LAB).astype(np.float32)
        a, b = lab[..., 1] - 128, lab[..., 2] - 128
        gray = np.asarray(lab[..., 0], dtype=np.uint8)
        return cls(
            rgb=balanced,
            gray=gray,
            ink=_ink(gray),
            colour=_coloured(gray, np.hypot(a, b)),
            hue=np.degrees(np.arctan2(b, a)).astype(np.float32),
            points=points,
            back=back,
        )

    @property
    def mm(self) -> float:
        """Work pixels in a millimetre."""
        return MM / self.points

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """Page points of a rectangle in work pixels."""
        corners = np.array([[x0, y0, 1], [x1, y0, 1], [x0, y1, 1], [x1, y1, 1]]) @ self.back.T
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        return Box(float(left), float(top), float(right), float(bottom))

    def area(self, box: Box) -> tuple[int, int, int, int]:
        """Work pixels (x0, y0, x1, y1) of a box on the page, cut to the page; its size is kept, its middle moved."""
        forward = np.asarray(cv2.invertAffineTransform(self.back))
        cx, cy = forward @ np.array([*box.center, 1.0])
        half_w, half_h = box.width / self.points / 2, box.height / self.points / 2
        h, w = self.gray.shape
        x0, x1 = (int(np.clip(round(v), 0, w)) for v in (cx - half_w, cx + half_w))
        y0, y1 = (int(np.clip(round(v), 0, h)) for v in (cy - half_h, cy + half_h))
        return x0, y0, x1, y1

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Level and upright ruled lines of 8 mm and more."""
        out: list[Rule] = []
        for mask, level in ((self._level_rules, True), (self._upright_rules, False)):
            count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
            for x, y, w, h, _area in stats[1:count].tolist():
                if min(w, h) <= 1.6 * self.mm and max(w, h) >= 3 * self.mm and (w > h) == level:
                    out.append(Rule(x, y, x + w, y + h))
        return tuple(r for r in _united(out, self.mm) if r.length >= 7 * self.mm)

    @cached_property
    def rule_mask(self) -> Mask:
        """Pixels of ruled lines, a little wider than they are."""
        both = self._level_rules | self._upright_rules
        return np.asarray(cv2.dilate(both, np.ones((3, 3), np.uint8)), dtype=np.uint8)

    @cached_property
    def _level_rules(self) -> Mask:
        return self._straight(wide=True)

    @cached_property
    def _upright_rules(self) -> Mask:
        return self._straight(wide=False)

    def _straight(self, wide: bool) -> Mask:
        length = int(8 * self.mm)
        # A scan's lines waver by a pixel, and dotted lines have gaps: thicken and bridge before looking for runs.
        thick = cv2.dilate(self.ink, np.ones((2, 1) if wide else (1, 2), np.uint8))
        gap = max(3, int(1.0 * self.mm))
        closed = cv2.morphologyEx(thick, cv2.MORPH_CLOSE, np.ones((1, gap) if wide else (gap, 1), np.uint8))
        runs = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((1, length) if wide else (length, 1), np.uint8))
        # Closing joins the letters of a line of text: a rule is thin.
        depth = int(1.3 * self.mm) + 1
        blocks = cv2.morphologyEx(runs, cv2.MORPH_OPEN, np.ones((depth, 3) if wide else (3, depth), np.uint8))
        blocks = cv2.dilate(blocks, np.ones((depth, depth), np.uint8))
        runs[blocks > 0] = 0
        return np.asarray(cv2.bitwise_and(runs, thick), dtype=np.uint8)


def _united(rules: Sequence[Rule], mm: float) -> list[Rule]:
    """Pieces of one line - broken by ink across it, by a wavering scan - as one rule."""
    out: list[Rule] = []
    for rule in sorted(rules, key=lambda r: r.x0 if r.level else r.y0):
        for k, other in enumerate(out):
            if other.level != rule.level:
                continue
            if rule.level:
                gap, off = rule.x0 - other.x1, max(rule.y0, other.y0) - min(rule.y1, other.y1)
            else:
                gap, off = rule.y0 - other.y1, max(rule.x0, other.x0) - min(rule.x1, other.x1)
            if gap < 3 * mm and off < 0.5 * mm:
                out[k] = Rule(
                    min(rule.x0, other.x0), min(rule.y0, other.y0), max(rule.x1, other.x1), max(rule.y1, other.y1)
                )
                break
        else:
            out.append(rule)
    return out


def patches(mask: Mask, gap: float, least: float) -> list[Patch]:
    """Connected ink of `mask`, gaps up to `gap` pixels bridged, whose longer side is at least `least` pixels."""
    size = max(1, int(gap) | 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    out: list[Patch] = []
    for i in range(1, count):
        x, y, w, h = (int(v) for v in stats[i, :4])
        if max(w, h) < least:
            continue
        own = np.where(labels[y : y + h, x : x + w] == i, mask[y : y + h, x : x + w], 0)
        out.append(Patch(x, y, np.asarray(own, dtype=np.uint8)))
    return out


def hue_spread(hues: Floats) -> tuple[float, float]:
    """Mean hue in degrees, and the share (0..1) of pixels within 30 degrees of it; (0, 0) without pixels."""
    if hues.size == 0:
        return 0.0, 0.0
    mean = float(np.degrees(np.angle(np.mean(np.exp(1j * np.radians(hues))))))
    off = np.abs((hues - mean + 180) % 360 - 180)
    return mean, float((off < 30).mean())


def solid(mask: Mask, mm: float) -> Mask:
    """The parts of `mask` that are thicker than any pen's or stamp's line (2 mm): filled shapes, heavy type."""
    size = max(3, int(2 * mm) | 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel), dtype=np.uint8)


def erase(mask: Mask, areas: Sequence[tuple[int, int, int, int]], margin: int = 0) -> Mask:
    """A copy of `mask` without ink in `areas` (x0, y0, x1, y1)."""
    out = mask.copy()
    for x0, y0, x1, y1 in areas:
        out[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin] = 0
    return out


def _white_balanced(rgb: Pixels) -> Pixels:
    """The page divided by its own paper: yellowed paper, shadows and a lamp's colour become white."""
    h, w = rgb.shape[:2]
    small = cv2.resize(rgb, (max(8, w // 12), max(8, h // 12)), interpolation=cv2.INTER_AREA)
    paper = cv2.GaussianBlur(cv2.dilate(small, np.ones((7, 7), np.uint8)), (0, 0), 4)
    # A filled panel or a photograph is no paper: what is much darker than the page's usual paper is held up to it.
    usual = np.median(paper.reshape(-1, 3), axis=0)
    paper = np.maximum(paper, (usual * 0.7).astype(np.uint8))
    full = cv2.resize(paper, (w, h), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    return np.asarray(np.clip(rgb.astype(np.float32) * 250 / np.maximum(full, 1), 0, 255), dtype=np.uint8)


def _ink(gray: Gray) -> Mask:
    """Pixels darker than the paper around them by more than a scan's grain."""
    grain = float(np.median(np.abs(gray[::3, ::3].astype(np.float32) - np.median(gray))))
    return np.asarray(np.where(gray < 250 - max(38.0, 5 * grain), 255, 0), dtype=np.uint8)


def _coloured(gray: Gray, chroma: Floats) -> Mask:
    mask = np.where((chroma > 9) & (gray < 228), 255, 0).astype(np.uint8)
    # Faint ink counts where it goes on from vivid ink: a worn stroke stays whole, colour fringes of black print,
    # which come in specks, do not. (Opening would break thin pen strokes.)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    vivid = np.bincount(labels.ravel(), weights=((chroma > 14) & (gray < 232)).ravel(), minlength=count)
    keep = (stats[:count, cv2.CC_STAT_AREA] >= 14) & (vivid >= 10)
    keep[0] = False
    return np.asarray(np.where(keep[labels], 255, 0), dtype=np.uint8)
