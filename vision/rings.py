"""Circles drawn in thin lines: what round seals are made of.

Found by gradient voting (Duda and Hart's Hough transform with Kimme's use of the gradient direction), then followed
round in polar coordinates, so that a circle partly worn away, cut off or crossed by print still counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.vision.inkmap import InkMap, Mask
from atomcite.vision.picture import Gray

_LEAST, _MOST = 6.5, 32.0
"""Radii of seals, mm: the smallest are control stamps of 14 mm, the largest corporate seals of 60 mm."""

_ANGLES = 180
_CANDIDATES = 14


@dataclass(frozen=True, slots=True)
class Ring:
    """A thin circle in work pixels. `coverage` is the share (0..1) of it that carries a line, `visible` that which
    lies on the page."""

    cx: float
    cy: float
    radius: float
    coverage: float
    visible: float = 1.0

    @property
    def area(self) -> tuple[int, int, int, int]:
        """Upright bounds (x0, y0, x1, y1)."""
        r = self.radius
        return int(self.cx - r), int(self.cy - r), int(self.cx + r), int(self.cy + r)


def find_rings(ink: InkMap, mask: Mask) -> list[Ring]:
    """Rings whose edges lie in `mask`, the best covered first, none within another of the same centre."""
    gray = np.where(cv2.dilate(mask, np.ones((5, 5), np.uint8)) > 0, ink.gray, 255).astype(np.uint8)
    out: list[Ring] = []
    for cx, cy, radius in _voted(gray, ink.mm):
        ring = follow(gray, cx, cy, radius, ink.mm)
        if ring is None or ring.visible < 0.5 or ring.coverage < 0.6:
            continue
        clash = [r for r in out if np.hypot(r.cx - ring.cx, r.cy - ring.cy) < 0.5 * max(r.radius, ring.radius)]
        if not clash:
            out.append(ring)
        elif all(ring.radius > 1.08 * r.radius for r in clash) and ring.coverage > 0.65:
            # The outermost ring of a seal is the seal's own outline.
            out = [r for r in out if r not in clash] + [ring]
    return sorted(out, key=lambda r: -r.coverage)


def follow(gray: Gray, cx: float, cy: float, radius: float, mm: float) -> Ring | None:
    """The ring near a guessed circle, its centre and radius refined; None where no line runs round."""
    for reach in (1.6, 0.8):
        offsets, found, inside = _ridges(gray, cx, cy, radius, reach * mm, mm)
        if found.sum() < 0.3 * _ANGLES:
            return None
        theta = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
        design = np.stack([np.ones(_ANGLES), np.cos(theta), np.sin(theta)], axis=1)
        weights = found.astype(float)
        fit = np.zeros(3)
        for _ in range(4):
            scaled = design * weights[:, None]
            fit = np.linalg.lstsq(scaled, offsets * weights, rcond=None)[0]
            away = np.abs(offsets - design @ fit)
            weights = found / (1 + (away / (0.3 * mm)) ** 2)
        if abs(fit[0]) > 2 * mm or np.hypot(fit[1], fit[2]) > 3 * mm:
            return None
        cx, cy, radius = cx + float(fit[1]), cy + float(fit[2]), radius + float(fit[0])
    offsets, found, inside = _ridges(gray, cx, cy, radius, 0.7 * mm, mm)
    visible = float(inside.mean())
    if visible == 0:
        return None
    # A seal pressed by hand is a little oval: the second harmonic is allowed for, within limits.
    theta = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
    design = np.stack([np.ones(_ANGLES), np.cos(2 * theta), np.sin(2 * theta)], axis=1)
    fit = np.linalg.lstsq(design[found], offsets[found], rcond=None)[0] if found.sum() > 20 else np.zeros(3)
    on_line = found & (np.abs(offsets - design @ fit) < 0.32 * mm)
    return Ring(cx, cy, radius, float(on_line.sum() / inside.sum()), visible)


def polar(gray: Gray, cx: float, cy: float, inner: float, outer: float, columns: int) -> Gray:
    """The annulus `inner` .. `outer` unrolled: columns run clockwise from the top, the outer edge on top."""
    rows = max(2, round(outer - inner))
    theta = np.linspace(0, 2 * np.pi, columns, endpoint=False) - np.pi / 2
    radii = np.linspace(outer, inner, rows)[:, None]
    xs = (cx + radii * np.cos(theta)[None]).astype(np.float32)
    ys = (cy + radii * np.sin(theta)[None]).astype(np.float32)
    out = cv2.remap(gray, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=255)
    return np.asarray(out, dtype=np.uint8)


def _ridges(
    gray: Gray, cx: float, cy: float, radius: float, reach: float, mm: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """For each of `_ANGLES` directions: where along the radius a thin dark line lies (offset from `radius`, pixels),
    whether there is one, and whether the place is on the page."""
    side = 1.1 * mm
    offsets = np.arange(-reach - side, reach + side + 0.5, 0.5)
    theta = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
    radii = radius + offsets
    xs = (cx + np.cos(theta)[:, None] * radii[None]).astype(np.float32)
    ys = (cy + np.sin(theta)[:, None] * radii[None]).astype(np.float32)
    raw = cv2.remap(gray, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=255)
    dark = 255 - np.asarray(raw, dtype=np.float32)
    # Print that crosses is no line round: average a little along the circle.
    profile = np.asarray(cv2.blur(np.vstack([dark[-1:], dark, dark[:1]]), (1, 3)), dtype=np.float32)[1:-1]
    step = int(side / 0.5)
    padded = np.pad(profile, ((0, 0), (step, step)), mode="edge")
    flank = np.maximum(padded[:, : -2 * step], padded[:, 2 * step :])
    ridge = profile - flank
    keep = np.abs(offsets) <= reach
    ridge, kept = ridge[:, keep], offsets[keep]
    # Of several lines the one nearest to the guess wins over a slightly darker one.
    best = np.argmax(ridge - 4.0 * np.abs(kept)[None] / mm, axis=1)
    strength = ridge[np.arange(_ANGLES), best]
    h, w = gray.shape
    x, y = cx + np.cos(theta) * radius, cy + np.sin(theta) * radius
    inside = (x >= 1) & (x < w - 2) & (y >= 1) & (y < h - 2)
    return kept[best], (strength > 16) & inside, inside


def _voted(gray: Gray, mm: float) -> list[tuple[float, float, float]]:
    """Likely circles (cx, cy, radius), most votes a circumference first."""
    shrink = max(1.0, mm / 2.4)  # about 60 dpi
    h, w = (max(8, round(n / shrink)) for n in gray.shape)
    reduced = cv2.resize(gray, (w, h), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(np.asarray(reduced, dtype=np.float32), (0, 0), 0.6)
    gx, gy = cv2.Sobel(small, cv2.CV_32F, 1, 0), cv2.Sobel(small, cv2.CV_32F, 0, 1)
    strength = np.hypot(gx, gy)
    ys, xs = np.nonzero(strength > 50)
    if len(xs) < 30:
        return []
    ux, uy = gx[ys, xs] / strength[ys, xs], gy[ys, xs] / strength[ys, xs]
    pad = int(8 * mm / shrink)
    width, height = w + 2 * pad, h + 2 * pad
    found: list[tuple[float, float, float, float]] = []
    for radius in np.arange(_LEAST * mm / shrink, _MOST * mm / shrink, 1.5):
        votes = np.zeros(width * height, np.float32)
        for sign in (-1, 1):
            px = np.rint(xs + sign * radius * ux).astype(np.int64) + pad
            py = np.rint(ys + sign * radius * uy).astype(np.int64) + pad
            ok = (px >= 0) & (px < width) & (py >= 0) & (py < height)
            votes += np.bincount(py[ok] * width + px[ok], minlength=width * height).astype(np.float32)
        smooth = cv2.blur(votes.reshape(height, width), (5, 5)) * 25
        score = np.asarray(smooth / (2 * np.pi * radius), dtype=np.float32)
        for _ in range(3):
            _, top, _, (x, y) = cv2.minMaxLoc(score)
            if top < 0.7:
                break
            found.append((top, (x - pad) * shrink, (y - pad) * shrink, float(radius) * shrink))
            cv2.circle(score, (int(x), int(y)), int(6 * mm / shrink), 0.0, -1)
    found.sort(key=lambda f: -f[0])
    out: list[tuple[float, float, float]] = []
    for _, cx, cy, r in found:
        same = [o for o in out if np.hypot(o[0] - cx, o[1] - cy) < 1.5 * mm and abs(o[2] - r) < 1.2 * mm]
        if not same:
            out.append((cx, cy, r))
        if len(out) >= _CANDIDATES:
            break
    return out
