"""Ink that is no type: coloured overlays, pen strokes, rings of seals, found by pixels.

A first, cautious version: what it finds is very likely there; that it finds nothing proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Box, PageImage
from atomcite.vision.reading import Reading

InkKind = Literal["seal", "strokes"]
_MM = 72 / 25.4
_WORK_DPI = 120.0
Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Ink:
    """A patch of ink that is no type. `box` in page points; `coloured` when its ink differs in hue from the print."""

    kind: InkKind
    box: Box
    coloured: bool


def find_ink(image: PageImage, reading: Reading) -> list[Ink]:
    """Seals and pen strokes on a page."""
    scale = min(1.0, _WORK_DPI / image.dpi)
    small = cv2.resize(image.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    pixels = np.asarray(small, dtype=np.uint8)
    points = 72 / (image.dpi * scale)
    colour = coloured_mask(pixels)
    out: list[Ink] = []
    for box, patch in _patches(colour, points, gap_mm=3.0):
        if _is_seal(patch, points):
            out.append(Ink("seal", box, True))
        elif _is_strokes(patch, points):
            out.append(Ink("strokes", box, True))
    dark = _dark_mask(pixels)
    dark[cv2.dilate(colour, np.ones((5, 5), np.uint8)) > 0] = 0
    _erase_rules(dark, points)
    for word in reading.words:
        if word.word.confidence > 0.8:
            b = word.word.box.padded(1.0).scaled(1 / points)
            dark[max(0, int(b.y0)) : int(b.y1) + 1, max(0, int(b.x0)) : int(b.x1) + 1] = 0
    for box, patch in _patches(dark, points, gap_mm=1.2):
        if _is_ring(patch, points):
            out.append(Ink("seal", box, False))
        elif _is_strokes(patch, points) and not _mostly_words(box, reading):
            out.append(Ink("strokes", box, False))
    seals = [i.box for i in out if i.kind == "seal"]
    # Arcs and letters inside a seal are the seal's own; a signature across it reaches out of it.
    return [i for i in out if i.kind == "seal" or not any(_within(i.box, s) for s in seals)]


def _within(inner: Box, outer: Box) -> bool:
    shared = inner.intersection(outer)
    return shared is not None and shared.area > 0.7 * inner.area


def coloured_mask(pixels: npt.NDArray[np.uint8]) -> Mask:
    """Pixels of coloured ink (255), paper tint and scanner colour fringes left out.

    Chroma is measured against the paper's own colour: old paper is yellow all over.
    """
    lab = cv2.cvtColor(cv2.GaussianBlur(pixels, (0, 0), 0.8), cv2.COLOR_RGB2LAB).astype(np.int16)
    paper = np.median(lab.reshape(-1, 3), axis=0)
    chroma = np.hypot(lab[..., 1] - paper[1], lab[..., 2] - paper[2])
    darker = lab[..., 0] < paper[0] - 12
    mask = ((chroma > 15) & darker).astype(np.uint8) * 255
    # Colour fringes of black print come in specks; opening would break thin pen strokes as well.
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    small = np.flatnonzero(stats[:count, cv2.CC_STAT_AREA] < 12)
    mask[np.isin(labels, small)] = 0
    return np.asarray(mask, dtype=np.uint8)


def _dark_mask(pixels: npt.NDArray[np.uint8]) -> Mask:
    gray = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    return np.asarray(
        cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 41, 22), dtype=np.uint8
    )


def _erase_rules(mask: Mask, points: float) -> None:
    """Takes straight rules out of `mask`, in place."""
    length = max(15, int(18 * _MM / points))
    for size in ((length, 1), (1, length)):
        rules = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, size))
        mask[cv2.dilate(rules, np.ones((3, 3), np.uint8)) > 0] = 0


def _patches(mask: Mask, points: float, gap_mm: float) -> list[tuple[Box, Mask]]:
    """Connected ink, gaps up to `gap_mm` bridged: box in page points and the patch's own mask."""
    size = max(3, int(gap_mm * _MM / points) | 1)
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    out: list[tuple[Box, Mask]] = []
    for i in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[i])
        if max(w, h) * points < 7 * _MM or area < 40:
            continue
        patch = np.where(labels[y : y + h, x : x + w] == i, mask[y : y + h, x : x + w], 0).astype(np.uint8)
        out.append((Box(x * points, y * points, (x + w) * points, (y + h) * points), patch))
    return out


def _is_seal(patch: Mask, points: float) -> bool:
    """A coloured ring, or a coloured frame with straight sides (the rubber stamp of a registry)."""
    return _is_ring(patch, points) or _is_frame(patch, points)


def _is_ring(patch: Mask, points: float) -> bool:
    """Ink at an even distance from the middle nearly all the way round, 15 to 60 mm across."""
    h, w = patch.shape
    across = (w + h) / 2 * points / _MM
    if not 14 <= across <= 62 or not 0.75 <= w / h <= 1.33:
        return False
    y, x = np.nonzero(patch)
    radius = np.hypot((x - (w - 1) / 2) / (w / 2), (y - (h - 1) / 2) / (h / 2))
    rim = (radius > 0.84) & (radius < 1.08)
    angles = np.arctan2(y[rim] - h / 2, x[rim] - w / 2)
    filled = np.unique(((angles + np.pi) / (2 * np.pi) * 48).astype(int) % 48).size
    corner = ((np.abs(x / w - 0.5) > 0.42) & (np.abs(y / h - 0.5) > 0.42)).mean() if len(x) else 1.0
    return filled >= 40 and float(corner) < 0.02


def _is_frame(patch: Mask, points: float) -> bool:
    """Four straight sides that carry ink most of the way, 20 mm wide or more."""
    h, w = patch.shape
    if w * points < 20 * _MM or h * points < 6 * _MM or w > 8 * h:
        return False
    depth = max(2, int(0.08 * min(w, h)))
    sides = (
        (patch[:depth] > 0).any(axis=0),
        (patch[-depth:] > 0).any(axis=0),
        (patch[:, :depth] > 0).any(axis=1),
        (patch[:, -depth:] > 0).any(axis=1),
    )
    inner = patch[depth:-depth, depth:-depth]
    return min(float(s.mean()) for s in sides) > 0.75 and float((inner > 0).mean()) < 0.5


def _is_strokes(patch: Mask, points: float) -> bool:
    """Long thin curved lines, as a pen leaves: neither type (short, even height), nor rules, nor filled shapes."""
    h, w = patch.shape
    height_mm, width_mm = h * points / _MM, w * points / _MM
    if not (4 <= height_mm <= 45 and 8 <= width_mm <= 110):
        return False
    area = float((patch > 0).sum())
    if area / (w * h) > 0.35:
        return False
    distance = cv2.distanceTransform((patch > 0).astype(np.uint8), cv2.DIST_L2, 3)
    thick = 2 * float(np.percentile(distance[patch > 0], 90)) * points / _MM
    if thick > 2.2:
        return False
    # A pen writes in few long strokes; type falls apart into many small pieces.
    count, _, stats, _ = cv2.connectedComponentsWithStats((patch > 0).astype(np.uint8), connectivity=8)
    extents = np.maximum(stats[1:, 2], stats[1:, 3])
    longest = float(extents.max()) if count > 1 else 0.0
    if longest < 0.4 * max(w, h) or longest * points / _MM < 6:
        return False
    # Share of ink columns hit once or more at changing height: a straight line is no writing.
    y, x = np.nonzero(patch)
    slope = np.polyfit(x, y, 1) if w > 2 else (0.0, 0.0)
    residual = float(np.std(y - np.polyval(slope, x))) * points / _MM
    return residual > 0.8


def _mostly_words(box: Box, reading: Reading) -> bool:
    """True when most of the patch lies under words that were read with confidence."""
    covered = 0.0
    for own in reading.words:
        shared = own.word.box.intersection(box) if own.word.confidence > 0.8 else None
        covered += shared.area if shared else 0.0
    return covered > 0.3 * box.area
