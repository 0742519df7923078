"""Ink on paper: a mask of what a pen or a stamp touched, laid on a page in a colour, worn and uneven."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]
Rng = np.random.Generator

PEN_COLOURS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "a": ((28, 52, 160), (20, 30, 110), (25, 25, 28), (60, 40, 140), (45, 80, 190), (40, 40, 48)),
    "c": ((22, 60, 140), (10, 10, 12), (50, 60, 150), (30, 40, 70), (90, 90, 98), (70, 95, 200)),
    "b": ((15, 70, 175), (35, 35, 90), (18, 18, 20), (70, 50, 120), (60, 60, 66), (20, 90, 140)),
}
STAMP_COLOURS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "a": ((40, 60, 170), (75, 50, 160), (175, 40, 50), (40, 40, 45), (30, 110, 70), (105, 105, 110), (50, 70, 140)),
    "c": ((55, 75, 185), (110, 70, 170), (200, 50, 60), (25, 25, 30), (35, 95, 120), (120, 120, 125), (45, 120, 85)),
    "b": ((25, 85, 165), (100, 60, 150), (190, 60, 70), (60, 60, 60), (60, 70, 200), (130, 130, 130), (90, 30, 90)),
}


@dataclass(frozen=True)
class Blot:
    """A mask (0..1) with its upper left corner on the page, pixels."""

    mask: Floats
    x: int
    y: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Bounds of the ink on the page (x0, y0, x1, y1); of a mask without ink a point."""
        ys, xs = np.nonzero(self.mask > 0.3)
        if len(xs) == 0:
            return self.x, self.y, self.x, self.y
        return (
            int(self.x + xs.min()), int(self.y + ys.min()), int(self.x + xs.max() + 1), int(self.y + ys.max() + 1),
        )  # fmt: skip


def clouds(rng: Rng, height: int, width: int, cell: float) -> Floats:
    """A smooth random field in 0..1 whose blotches are about `cell` pixels wide."""
    shape = (max(2, round(height / cell)), max(2, round(width / cell)))
    coarse = rng.random(shape, dtype=np.float32)
    return np.clip(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), 0, 1).astype(np.float32)


def lay(page: Floats, blot: Blot, colour: tuple[int, int, int], strength: float = 0.9) -> None:
    """Multiplies ink onto a page (H x W x 3, 0..255) in place, as ink that lets print show through."""
    h, w = page.shape[:2]
    x0, y0 = max(0, blot.x), max(0, blot.y)
    x1, y1 = min(w, blot.x + blot.mask.shape[1]), min(h, blot.y + blot.mask.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = blot.mask[y0 - blot.y : y1 - blot.y, x0 - blot.x : x1 - blot.x, None] * strength
    ink = np.asarray(colour, np.float32) / 255
    page[y0:y1, x0:x1] *= 1 - part * (1 - ink)


def draw(strokes: list[tuple[Points, Floats]], x: float, y: float) -> Blot:
    """Strokes of (points in pixels about (x, y), widths in pixels a point) as a mask."""
    allp = np.concatenate([p for p, _ in strokes])
    pad = 12
    left, top = np.floor(allp.min(axis=0) + np.array([x, y])).astype(int) - pad
    right, bottom = np.ceil(allp.max(axis=0) + np.array([x, y])).astype(int) + pad
    scale = 2
    canvas = np.zeros((int(bottom - top) * scale, int(right - left) * scale), np.uint8)
    shift = 4
    for points, widths in strokes:
        at = np.round((points + np.array([x - left, y - top])) * scale * 2**shift).astype(int)
        for a, b, wide in zip(at[:-1], at[1:], widths, strict=False):
            cv2.line(
                canvas, tuple(map(int, a)), tuple(map(int, b)), 255, max(1, round(float(wide) * scale)), cv2.LINE_AA,
                shift,
            )  # fmt: skip
    small = cv2.resize(canvas, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA)
    return Blot((small / 255.0).astype(np.float32), int(left), int(top))


def bent(mask: Floats, rng: Rng, reach: float, cell: float) -> Floats:
    """A mask bent by a smooth random field of up to `reach` pixels."""
    h, w = mask.shape
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    dx, dy = ((clouds(rng, h, w, cell) - 0.5) * 2 * reach for _ in range(2))
    return np.asarray(cv2.remap(mask, xs + dx, ys + dy, cv2.INTER_LINEAR), np.float32)


def turned(mask: Floats, degrees: float) -> Floats:
    """A mask turned counter-clockwise about its middle, enlarged to hold all of it."""
    h, w = mask.shape
    a = np.deg2rad(degrees)
    nw = int(abs(w * np.cos(a)) + abs(h * np.sin(a))) + 4
    nh = int(abs(h * np.cos(a)) + abs(w * np.sin(a))) + 4
    m = cv2.getRotationMatrix2D((w / 2, h / 2), degrees, 1.0)
    m[:, 2] += (nw / 2 - w / 2, nh / 2 - h / 2)
    return np.asarray(cv2.warpAffine(mask, m, (nw, nh), flags=cv2.INTER_LINEAR), np.float32)
