"""Imprints of rectangular stamps: frames and lines of block letters that a hand pressed, off the page's level."""

from __future__ import annotations

import cv2
import numpy as np

from atomcite.vision.imprint import Seal, level_rect, upright
from atomcite.vision.inkmap import InkMap, Mask, hue_spread, patches
from atomcite.vision.regularity import is_type

_TILT = 1.4
"""Degrees off the page's lines from which a frame was pressed by hand: print is square to the page."""


def find_frames(ink: InkMap, mask: Mask, coloured: bool) -> list[Seal]:
    """Rectangular frames with text, turned against the page's lines; square ones only where the ink is a stamp's."""
    mm = ink.mm
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    out: list[Seal] = []
    for contour in contours:
        _, _, w, h = cv2.boundingRect(contour)
        if not (14 * mm <= w <= 110 * mm and 6 * mm <= h <= 75 * mm):
            continue
        (cx, cy), (width, height), tilt = level_rect(contour)
        if width < 14 * mm or height < 5.5 * mm or width > 9 * height:
            continue
        whole = cv2.contourArea(contour) >= 0.82 * width * height
        if not whole and cv2.contourArea(cv2.convexHull(contour)) < 0.82 * width * height:
            continue  # curves of a chart may reach all four sides
        level = upright(mask, cx, cy, width + 1.2 * mm, height + 1.2 * mm, tilt)
        # The outline of a frame that wear has broken is that of its line.
        if min(_sides(level, mm)) < (0.72 if whole else 0.78):
            continue
        inner = level[int(1.8 * mm) : -int(1.8 * mm), int(1.8 * mm) : -int(1.8 * mm)] > 0
        if inner.size == 0 or not 0.015 < float(inner.mean()) < 0.45:
            continue
        if float(np.median(upright(ink.gray, cx, cy, width, height, tilt, 255))) < 225:
            continue  # no paper inside: a picture, a filled panel
        hue = None
        if coloured:
            own = upright(ink.ink, cx, cy, width, height, tilt) > 0
            same = upright(ink.colour, cx, cy, width, height, tilt) > 0
            hue, share = _hue(ink, contour, mask)
            if share < 0.75 or float(same.sum()) < 0.5 * float(own.sum()):
                continue
        if abs(tilt) < _TILT and not (coloured and _worn(ink, cx, cy, width, height, tilt)):
            continue
        out.append(Seal(cx, cy, width, height, tilt, False, hue))
    return out


def _sides(level: Mask, mm: float) -> tuple[float, float, float, float]:
    """How much of each side carries a thin line."""
    depth = max(3, int(1.8 * mm))
    ink = level > 100
    return (
        float(ink[:depth].any(axis=0).mean()),
        float(ink[-depth:].any(axis=0).mean()),
        float(ink[:, :depth].any(axis=1).mean()),
        float(ink[:, -depth:].any(axis=1).mean()),
    )


def _hue(ink: InkMap, contour: object, mask: Mask) -> tuple[float, float]:
    x, y, w, h = cv2.boundingRect(np.asarray(contour, dtype=np.int32))
    part = mask[y : y + h, x : x + w] > 0
    return hue_spread(ink.hue[y : y + h, x : x + w][part])


def _worn(ink: InkMap, cx: float, cy: float, width: float, height: float, tilt: float) -> bool:
    """True when the ink of the frame is uneven, as a stamp's is and a printer's is not."""
    pad = 1.2 * ink.mm
    dark = 255 - upright(ink.gray, cx, cy, width + pad, height + pad, tilt, 255).astype(np.float32)
    depth = max(3, int(1.8 * ink.mm))
    line = np.concatenate(
        [
            dark[:depth].max(axis=0),
            dark[-depth:].max(axis=0),
            dark[:, :depth].max(axis=1),
            dark[:, -depth:].max(axis=1),
        ]
    )
    smooth = cv2.blur(line[None].astype(np.float32), (max(3, int(1.5 * ink.mm)), 1))[0]
    return bool(np.std(smooth) > 0.2 * np.mean(smooth))


def find_tilted_text(ink: InkMap) -> list[Seal]:
    """Coloured block letters on a line turned against the page: a stamp without a frame ("PAID", "COPY")."""
    mm = ink.mm
    out: list[Seal] = []
    for patch in patches(ink.colour, 3.2 * mm, 12 * mm):
        ys, xs = np.nonzero(patch.mask)
        points = np.stack([xs + patch.x, ys + patch.y], axis=1).astype(np.int32)
        (cx, cy), (width, height), tilt = level_rect(points)
        if not 5 <= abs(tilt) <= 40 or width < 12 * mm or not 3 * mm <= height <= 30 * mm or width > 14 * height:
            continue
        level = upright(patch.mask, cx - patch.x, cy - patch.y, width + 4, height + 4, tilt)
        hues = ink.hue[patch.y : patch.y + patch.height, patch.x : patch.x + patch.width][patch.mask > 0]
        hue, share = hue_spread(hues)
        if share > 0.8 and is_type(np.where(level > 100, 255, 0).astype(np.uint8), mm):
            out.append(Seal(cx, cy, width, height, tilt, False, hue))
    return out
