"""How even a line of ink is: type stands on one line at two or three heights, a hand does not."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.vision.inkmap import Mask

Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Evenness:
    """Measures of one line of ink.

    `parts` is the number of letter-like parts, `height` their usual height in mm. `feet` is the spread of their lower
    edges about the best straight line, as a share of that height, descenders left out. `slope` is the angle of that
    line in degrees, `rise` by how many pixels it rises or falls in all. `joined` is the mean width of the parts over
    their height, `stroke` the stroke width over the usual height, `sizes` how unlike their heights are.
    """

    parts: int
    height: float
    feet: float
    slope: float
    rise: float
    joined: float
    stroke: float
    sizes: float


def evenness(mask: Mask, mm: float) -> Evenness | None:
    """Measures of the ink of one line; None with fewer than three letter-like parts."""
    ink = (mask > 0).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    boxes = stats[1:]
    boxes = boxes[(boxes[:, 3] > 0.9 * mm) & (boxes[:, 3] < 16 * mm)]
    if len(boxes) < 3:
        return None
    usual = float(np.percentile(boxes[:, 3], 60))
    boxes = boxes[boxes[:, 3] > 0.5 * usual]
    if len(boxes) < 3:
        return None
    x = boxes[:, 0] + boxes[:, 2] / 2
    feet = (boxes[:, 1] + boxes[:, 3]).astype(float)
    slope, rest = _line(x.astype(float), feet)
    # Descenders hang below and are the smaller part: the better three quarters tell whether there is a line.
    kept = np.sort(np.abs(rest))[: max(3, int(np.ceil(0.75 * len(rest))))]
    distance = cv2.distanceTransform(np.pad(ink, 1), cv2.DIST_L2, 3)
    inside = distance[distance > 0]
    return Evenness(
        parts=len(boxes),
        height=usual / mm,
        feet=float(np.sqrt(np.mean(kept**2))) / usual,
        slope=float(np.degrees(np.arctan(slope))),
        rise=float(abs(slope) * np.ptp(x)),
        joined=float(np.mean(boxes[:, 2] / boxes[:, 3])),
        stroke=2 * float(np.percentile(inside, 80)) / usual,
        sizes=float(np.std(boxes[:, 3]) / usual),
    )


def is_type(mask: Mask, mm: float) -> bool:
    """True for block letters on a straight line: what stamps and printers set."""
    found = evenness(mask, mm)
    if found is None or found.parts < 3 or abs(found.slope) > 4:
        return False
    return found.feet < 0.05 and found.sizes < 0.14 and found.joined < 1.4 and found.stroke > 0.15


def _line(x: Doubles, y: Doubles) -> tuple[float, Doubles]:
    """Slope of a line through most of the points (Theil and Sen), and how far each point is off it."""
    i, j = np.triu_indices(len(x), 1)
    run = x[j] - x[i]
    ok = np.abs(run) > 1
    slope = float(np.median((y[j] - y[i])[ok] / run[ok])) if ok.any() else 0.0
    rest = y - slope * x
    return slope, np.asarray(rest - np.median(rest), dtype=np.float64)
