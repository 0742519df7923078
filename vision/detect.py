"""Text detection: page pixels -> strips that hold one piece of a text line each."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from atomcite.vision.picture import Gray, Strip

_INK_THRESHOLD = 0.3
_BOX_THRESHOLD = 0.5
_UNCLIP = 1.6
"""Thresholds of the DB text detector (Liao et al., "Real-time Scene Text Detection with Differentiable Binarization",
AAAI 2020), with the values that its authors publish the PP-OCR networks with."""


class Detector:
    """Runs the detection network on a page of bounded size. `side` is the length of the longer side in pixels that
    the network sees; smaller pages are enlarged to it, but at most twofold."""

    def __init__(self, session: ort.InferenceSession, side: int = 1280) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name
        self.side = side

    def find(self, gray: Gray) -> list[Strip]:
        """Strips in page pixels, in no particular order."""
        height, width = gray.shape
        scale = min(self.side / max(height, width), 2.0)
        net_w, net_h = (max(32, round(n * scale / 32) * 32) for n in (width, height))
        small = cv2.resize(gray, (net_w, net_h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
        tensor = (np.repeat(small[None, None].astype(np.float32), 3, axis=1) / 255 - 0.5) / 0.5
        heat = np.asarray(self._session.run(None, {self._input: tensor})[0])[0, 0].astype(np.float32)
        return strips_of(heat, width / net_w, height / net_h)


def strips_of(heat: npt.NDArray[np.float32], fx: float, fy: float) -> list[Strip]:
    """Turns a text probability map into strips; `fx`, `fy` scale map pixels to page pixels."""
    ink = (heat > _INK_THRESHOLD).astype(np.uint8)
    ink = np.asarray(cv2.dilate(ink, np.ones((2, 2), np.uint8)), dtype=np.uint8)
    contours, _ = cv2.findContours(ink, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    out: list[Strip] = []
    for contour in contours:
        (cx, cy), (w, h), angle = cv2.minAreaRect(contour)
        if min(w, h) < 2.5 or _mean_inside(heat, np.asarray(contour, dtype=np.int32)) < _BOX_THRESHOLD:
            continue
        # OpenCV 4 gives 0..90 degrees, OpenCV 5 -90..0; text runs along the side that is closer to horizontal.
        if angle > 45:
            angle, w, h = angle - 90, h, w
        elif angle < -45:
            angle, w, h = angle + 90, h, w
        grow = w * h * _UNCLIP / (2 * (w + h))  # DB shrinks its training boxes by area / perimeter
        w, h = w + 2 * grow, h + 2 * grow
        # Map scales differ by a fraction of a percent (rounding to 32), so that sizes scale side by side.
        out.append(Strip(cx * fx, cy * fy, w * fx, h * fy, float(angle)))
    return out


def page_skew(strips: Sequence[Strip]) -> float:
    """Angle of the page's lines in degrees, weighted median over strips long enough to have one; 0 without any."""
    wide = [s for s in strips if s.width > 6 * s.height and abs(s.angle) < 20]
    if not wide:
        return 0.0
    angles = np.array([s.angle for s in wide])
    weights = np.array([s.width for s in wide])
    order = np.argsort(angles)
    cumulated = np.cumsum(weights[order])
    return float(angles[order][np.searchsorted(cumulated, cumulated[-1] / 2)])


def level(strips: Sequence[Strip], skew: float) -> list[Strip]:
    """Gives every strip the page's own angle unless it clearly has another (a long strip off by more than 2 degrees).

    The angle of a short strip is noise: "1." comes out at any angle.
    """
    out: list[Strip] = []
    for s in strips:
        if s.width > 5 * s.height and abs(s.angle - skew) > 2.0:
            out.append(s)
            continue
        a = abs(np.deg2rad(s.angle - skew))
        # The smallest rectangle at the page's angle that holds the old one, less the slack of its rounded corners.
        height = s.height * np.cos(a) + s.width * np.sin(a) * (1.0 if s.width > 3 * s.height else 0.3)
        width = s.width * np.cos(a) + s.height * np.sin(a) * 0.3
        out.append(Strip(s.cx, s.cy, float(width), float(height), skew))
    return out


def _mean_inside(heat: npt.NDArray[np.float32], contour: npt.NDArray[np.int32]) -> float:
    x, y, w, h = cv2.boundingRect(contour)
    mask = np.zeros((h, w), np.uint8)
    cv2.drawContours(mask, [contour - np.array([[[x, y]]], dtype=np.int32)], -1, 1, -1)
    return float(heat[y : y + h, x : x + w][mask.astype(bool)].mean())
