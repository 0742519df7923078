"""The shape of a seal's or stamp's imprint, and the ground that it covers cut out level."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.vision.picture import Gray

Area = tuple[int, int, int, int]


@dataclass(frozen=True)
class Seal:
    """An imprint in work pixels: centre, size along and across its text, tilt in degrees (positive = clockwise).

    `round` ones have the same size both ways. `hue` is the colour of the ink (degrees in the a-b plane), None for a
    grey scan or black ink.
    """

    cx: float
    cy: float
    width: float
    height: float
    tilt: float
    round: bool
    hue: float | None

    def outline(self, grow: float = 1.0) -> npt.NDArray[np.int32]:
        """Polygon around the imprint, enlarged by the factor `grow`."""
        if self.round:
            theta = np.linspace(0, 2 * np.pi, 48, endpoint=False)
            xs = self.cx + np.cos(theta) * self.width / 2 * grow
            ys = self.cy + np.sin(theta) * self.height / 2 * grow
            return np.stack([xs, ys], axis=1).round().astype(np.int32)
        rect = ((self.cx, self.cy), (self.width * grow, self.height * grow), self.tilt)
        return np.asarray(cv2.boxPoints(rect).round(), dtype=np.int32)

    @property
    def area(self) -> tuple[int, int, int, int]:
        """Upright bounds (x0, y0, x1, y1)."""
        x, y, w, h = cv2.boundingRect(self.outline())
        return x, y, x + w, y + h


def level_rect(contour: object) -> tuple[tuple[float, float], tuple[float, float], float]:
    """Smallest rectangle around a contour with its angle within -45..45 degrees of level."""
    (cx, cy), (w, h), angle = cv2.minAreaRect(np.asarray(contour, dtype=np.int32))
    while angle > 45:
        angle, w, h = angle - 90, h, w
    while angle < -45:
        angle, w, h = angle + 90, h, w
    return (float(cx), float(cy)), (float(w), float(h)), float(angle)


def upright(picture: Gray, cx: float, cy: float, width: float, height: float, tilt: float, paper: int = 0) -> Gray:
    """Pixels of a rectangle with this centre and size, turned by `tilt` degrees, level; `paper` where it leaves the
    picture."""
    a = np.deg2rad(tilt)
    w, h = max(3, round(width)), max(3, round(height))
    inverse = np.array(
        [
            [np.cos(a), -np.sin(a), cx - np.cos(a) * w / 2 + np.sin(a) * h / 2],
            [np.sin(a), np.cos(a), cy - np.sin(a) * w / 2 - np.cos(a) * h / 2],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, inverse, (w, h), flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=paper),
        dtype=np.uint8,
    )
