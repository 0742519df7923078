"""Pictures of a page in which what lies over its print is weakened: other ink's colour, ruled lines, grounds, fading.

Each is a grey page of the same size, paper near 255, so that a line is cut from it where it was cut from the page.
None is better throughout - a red figure is lost without colour, a minus sign without lines - so that lines which read
badly are read in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Pixels
from atomcite.vision.picture import Gray, to_gray

_Floats = npt.NDArray[np.float32]

_HUES = 24
_LEAST_CHROMA = 0.16
"""Difference of optical density between the channels from which ink has a colour: above a scanner's fringes."""


def without_colour(pixels: Pixels, dpi: float) -> Gray:
    """The black layer: what coloured ink adds is taken away in optical density, where inks over one another add up
    (Ruifrok and Johnston, "Quantification of histochemical staining by color deconvolution", 2001).

    Black ink is as dense in all three channels. Of a coloured one the share of its density that all three have is
    measured hue by hue where it lies alone.
    """
    density = _LOG[cv2.GaussianBlur(pixels, (0, 0), 0.6)]
    density -= _at_quarter(_LOG[_quarter_paper(pixels, dpi)], density.shape[:2])
    np.negative(density, out=density)
    low, high = density.min(axis=2), density.max(axis=2)
    chroma = high - low
    ys, xs = np.nonzero(chroma > _LEAST_CHROMA)
    if len(ys) == 0:
        return to_gray(pixels)
    least_there, chroma_there, hue = low[ys, xs], chroma[ys, xs], _hue_bin(density[ys, xs])
    share = least_there / chroma_there
    for number in np.unique(hue):
        near = np.abs((hue - number + _HUES // 2) % _HUES - _HUES // 2) <= 1
        # Where black lies under it the share is larger: the lower part of them is the ink's own.
        alone = float(np.percentile(share[near][::3], 35))
        own = hue == number
        least_there[own] -= np.clip(alone, 0.0, 1.0) * chroma_there[own]
    low[ys, xs] = least_there
    return np.asarray(np.clip(255 * np.exp(-np.maximum(low, 0) * 1.15), 0, 255), dtype=np.uint8)


def without_rules(pixels: Pixels, dpi: float) -> Gray:
    """Thin straight lines erased where nothing crosses them, so that strokes stay whole."""
    gray = to_gray(pixels)
    mm = dpi / 25.4
    dark = np.asarray(
        np.where(gray < _at_quarter(_quarter_paper(gray, dpi), gray.shape) - 45, 255, 0), dtype=np.uint8
    )
    out = gray.copy()
    for level in (True, False):
        line = thin_lines(dark, (6.0 if level else 5.5) * mm, 0.65 * mm, level)
        if not line.any():
            continue
        reach = max(2, round(0.22 * mm))
        wide = cv2.dilate(line, np.ones((3, 1) if level else (1, 3), np.uint8))
        free = np.where(wide > 0, 0, dark).astype(np.uint8)
        # Ink on both sides of the line within a stroke's slant: the stroke goes through.
        span = 2 * reach + 1
        shift = round(0.65 * mm) + reach
        above, below = (_moved(free, sign * shift, level, span) for sign in (1, -1))
        kept = cv2.bitwise_and(above, below)
        out[(wide > 0) & (kept == 0)] = 255
    return out


def without_grounds(pixels: Pixels, dpi: float) -> Gray:
    """The darkest ink alone: grounds, grey stamps, stains and watermarks that are paler than the print become
    paper."""
    return _darkest(to_gray(pixels), dpi, 0.5)


def without_screens(pixels: Pixels, dpi: float) -> Gray:
    """The same of a picture in which the dots of a screen have run together to an even grey."""
    return _darkest(to_gray(pixels), dpi, 0.2 * dpi / 25.4)


def _darkest(page: Gray, dpi: float, sigma: float) -> Gray:
    gray = cv2.GaussianBlur(page, (0, 0), sigma).astype(np.float32)
    paper, ink = _levels(gray, dpi)
    span = np.maximum(0.5 * (paper - ink), 35)
    return np.asarray(np.clip((gray - ink) / span * 255, 0, 255), dtype=np.uint8)


def evened(pixels: Pixels, dpi: float) -> Gray:
    """Contrast made even place by place, light on dark turned over: faded print and print on a dark ground."""
    gray = to_gray(pixels)
    size = min(251, 2 * round(3.2 * dpi / 25.4) + 1)
    ground = np.asarray(cv2.medianBlur(gray, size), dtype=np.int16)
    away = np.abs(gray.astype(np.int16) - ground).astype(np.float32)
    away = np.asarray(cv2.GaussianBlur(away, (0, 0), 0.6), np.float32)
    side = max(3, round(2.2 * dpi / 25.4))
    most = cv2.dilate(away, np.ones((side, side), np.uint8))
    most = np.maximum(cv2.GaussianBlur(most, (0, 0), side / 2), 18)
    return np.asarray(np.clip(255 - 245 * away / most, 0, 255), dtype=np.uint8)


PREPARATIONS: Mapping[str, Callable[[Pixels, float], Gray]] = {
    "colour": without_colour, "rules": without_rules, "grounds": without_grounds, "screens": without_screens,
    "evened": evened,
}  # fmt: skip
"""By name: a page of H x W x 3 RGB at some dpi -> H x W grey."""


class Pictures:
    """A page and its preparations, each made when it is first asked for. "" is the page as it is. `names` are those
    that are worth asking for: a grey page has no colours to lose. `coloured` says which pixels have one (H x W)."""

    def __init__(self, pixels: Pixels, dpi: float) -> None:
        self._pixels = np.ascontiguousarray(pixels)
        self.dpi = dpi
        self.coloured = self._pixels.max(axis=2).astype(np.int16) - self._pixels.min(axis=2) > 40
        self.names = tuple(n for n in ("", *PREPARATIONS) if n != "colour" or float(self.coloured.mean()) > 2e-4)
        self._made: dict[str, Gray] = {"": to_gray(pixels)}

    def of(self, name: str) -> Gray:
        """H x W grey. Raises KeyError for a name that is not in `PREPARATIONS`."""
        if name not in self._made:
            self._made[name] = PREPARATIONS[name](self._pixels, self.dpi)
        return self._made[name]


_LOG = np.log(np.maximum(np.arange(256), 1)).astype(np.float32)


def _quarter_paper(values: npt.NDArray[np.uint8], dpi: float, mm: float = 6.0) -> npt.NDArray[np.uint8]:
    """The lightest value within some millimetres, smooth, at a quarter of the resolution; no darker than 60."""
    h, w = values.shape[:2]
    small = cv2.resize(values, (max(1, w // 4), max(1, h // 4)), interpolation=cv2.INTER_AREA)
    side = max(3, round(mm * dpi / 25.4 / 4))
    grown = cv2.GaussianBlur(cv2.dilate(small, np.ones((side, side), np.uint8)), (0, 0), side / 2)
    return np.asarray(np.maximum(grown, 60), dtype=np.uint8)


def _at_quarter(small: object, shape: tuple[int, ...]) -> _Floats:
    """A picture at a quarter of the resolution, in full."""
    quarter = np.asarray(small, dtype=np.float32)
    return np.asarray(cv2.resize(quarter, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


def _levels(gray: _Floats, dpi: float) -> tuple[_Floats, _Floats]:
    """Levels of paper and of the darkest ink about each pixel."""
    whole = np.asarray(np.clip(gray, 0, 255), dtype=np.uint8)
    paper = _at_quarter(_quarter_paper(whole, dpi), whole.shape)
    dark = 255 - _at_quarter(_quarter_paper(np.asarray(255 - whole, dtype=np.uint8), dpi, 12.0), whole.shape)
    return paper, np.asarray(np.minimum(dark, paper - 60), np.float32)


def _hue_bin(density: _Floats) -> npt.NDArray[np.int64]:
    """Hue of densities (N x 3), in one of `_HUES` bins."""
    r, g, b = density.T
    angle = np.degrees(np.arctan2(np.sqrt(3) * (g - b), 2 * r - g - b)) % 360
    return np.asarray(angle * _HUES / 360, dtype=np.int64) % _HUES


def thin_lines(dark: Gray, length: float, thick: float, level: bool) -> Gray:
    """Runs of at least `length` pixels, no thicker than `thick`."""
    n, d = max(3, round(length)), max(2, round(thick) + 2)
    joined = cv2.dilate(dark, np.ones((2, 1) if level else (1, 2), np.uint8))
    runs = cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((1, n) if level else (n, 1), np.uint8))
    thickest = cv2.morphologyEx(runs, cv2.MORPH_OPEN, np.ones((d, 3) if level else (3, d), np.uint8))
    runs[cv2.dilate(thickest, np.ones((d, d), np.uint8)) > 0] = 0
    return np.asarray(cv2.bitwise_and(runs, joined), dtype=np.uint8)


def _moved(mask: Gray, by: int, level: bool, span: int) -> Gray:
    """`mask` spread over `by` pixels across a line's direction, to one side, and `span` along it."""
    size = 2 * abs(by) + 1
    kernel = np.zeros((size, span) if level else (span, size), np.uint8)
    half = slice(0, size // 2) if by < 0 else slice(size // 2 + 1, size)
    if level:
        kernel[half, :] = 1
    else:
        kernel[:, half] = 1
    return np.asarray(cv2.dilate(mask, kernel), dtype=np.uint8)
