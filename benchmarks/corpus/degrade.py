"""What a desk scanner does to a sheet of paper, as pure functions of pixels and a seed.

Every function takes an H x W x 3 uint8 RGB array and returns a new one of the same shape; the random ones take a
`numpy.random.Generator` and draw from nothing else, so that a seed fixes the pixels. Lengths are in points
(1/72 inch) and turned into pixels by `dpi`, so that the same profile looks alike at any resolution; grey levels are
0 (black) to 255 (white).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Pixels

Edge = Literal["left", "right", "top", "bottom", "none"]
_Field = npt.NDArray[np.float32]
_PAPER = (248.0, 247.0, 243.0)


@dataclass(frozen=True)
class ScanProfile:
    """How badly a page was scanned. The defaults are a fair office scan.

    `skew` is the greatest turn in degrees either way; the turn of a page is drawn from it. `curl` is how far, in
    points, lines bend at the bound edge. `blur` is the standard deviation of the optical blur in points. `noise` is
    the standard deviation of sensor noise in grey levels. `light` is the greatest loss of light across the page, in
    grey levels. `shadow` is the depth of the shadow at the bound edge in grey levels, and `shadow_width` its reach in
    points. `speckles` is the number of dust specks on the page. `wear` (0..1) is the share of ink that stamps and
    pens fail to leave on the paper. `contrast` (0..1) is how much of the way from paper to ink is kept.
    """

    skew: float = 0.8
    curl: float = 1.2
    blur: float = 0.22
    noise: float = 4.0
    light: float = 12.0
    shadow: float = 34.0
    shadow_width: float = 16.0
    speckles: int = 25
    wear: float = 0.35
    contrast: float = 0.9
    edge: Edge = "left"


def scan(pixels: Pixels, dpi: float, seed: int, profile: ScanProfile = ScanProfile(), grey: bool = True) -> Pixels:
    """A clean page as it comes out of the scanner. `seed` alone decides on all that is random."""
    rng = np.random.default_rng(seed)
    page = wear_ink(pixels, dpi, rng, profile.wear)
    page = fade(page, profile.contrast)
    page = curl(page, dpi, profile.curl, profile.edge)
    page = skew(page, float(rng.uniform(-profile.skew, profile.skew)))
    page = blur(page, dpi, profile.blur)
    page = uneven_light(page, rng, profile.light)
    page = edge_shadow(page, dpi, profile.shadow, profile.shadow_width, profile.edge)
    page = speckle(page, dpi, rng, profile.speckles)
    page = noise(page, rng, profile.noise)
    return to_grey(page) if grey else page


def skew(pixels: Pixels, degrees: float) -> Pixels:
    """The page turned counter-clockwise about its centre; what comes in at the corners is paper."""
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    return _rgb(cv2.warpAffine(pixels, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))


def curl(pixels: Pixels, dpi: float, depth: float, edge: Edge) -> Pixels:
    """Lines bent near one edge by up to `depth` points, as where a bound sheet lifts off the glass."""
    if edge == "none" or depth <= 0:
        return pixels.copy()
    height, width = pixels.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    lift = (depth * dpi / 72 * np.exp(-_distance(height, width, edge) / (0.18 * width))).astype(np.float32)
    if edge in ("left", "right"):
        ys = ys + lift * (ys / height - 0.5) * 2
    else:
        xs = xs + lift * (xs / width - 0.5) * 2
    return _rgb(cv2.remap(pixels, xs, ys, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))


def blur(pixels: Pixels, dpi: float, sigma: float) -> Pixels:
    """Gaussian blur with a standard deviation of `sigma` points."""
    return _rgb(cv2.GaussianBlur(pixels, (0, 0), sigma * dpi / 72)) if sigma > 0 else pixels.copy()


def noise(pixels: Pixels, rng: np.random.Generator, sigma: float) -> Pixels:
    """Gaussian noise of `sigma` grey levels, the same in all three colours, as of one sensor line."""
    grain = rng.normal(0, sigma, pixels.shape[:2]).astype(np.float32)
    return _clip(pixels.astype(np.float32) + grain[..., None])


def uneven_light(pixels: Pixels, rng: np.random.Generator, loss: float) -> Pixels:
    """Light that falls off smoothly by up to `loss` grey levels on white, from a place that `rng` draws."""
    return _clip(
        pixels.astype(np.float32) * (1 - loss / 255 * _clouds(pixels.shape[0], pixels.shape[1], rng, 2))[..., None]
    )


def edge_shadow(pixels: Pixels, dpi: float, depth: float, width: float, edge: Edge) -> Pixels:
    """A shadow of `depth` grey levels on white that dies away within some `width` points of one edge."""
    if edge == "none" or depth <= 0:
        return pixels.copy()
    fall = np.exp(-_distance(pixels.shape[0], pixels.shape[1], edge) / (width * dpi / 72))
    return _clip(pixels.astype(np.float32) * (1 - depth / 255 * fall)[..., None])


def speckle(pixels: Pixels, dpi: float, rng: np.random.Generator, count: int) -> Pixels:
    """`count` dust specks of 0.2 to 0.8 points, dark or (one in four) light."""
    page = pixels.copy()
    height, width = page.shape[:2]
    for _ in range(count):
        center = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        radius = max(1, round(float(rng.uniform(0.1, 0.4)) * dpi / 72))
        level = 250 if rng.random() < 0.25 else int(rng.integers(40, 150))
        cv2.circle(page, center, radius, (level, level, level), -1, cv2.LINE_AA)
    return page


def wear_ink(pixels: Pixels, dpi: float, rng: np.random.Generator, share: float) -> Pixels:
    """Coloured ink (stamps, pens) left patchily: up to `share` of it is missing, in blotches of some 3 points.

    Print stays, black or in a dull colour: ink is what has a vivid one (channels more than 60 levels apart).
    """
    page = pixels.astype(np.float32)
    colour = np.clip((page.max(axis=2) - page.min(axis=2) - 60) / 40, 0, 1)
    cells = max(2, int(pixels.shape[1] / (3 * dpi / 72)))
    gone = (share * _clouds(pixels.shape[0], pixels.shape[1], rng, cells) * colour)[..., None]
    return _clip(page + (255 - page) * gone)


def fade(pixels: Pixels, contrast: float) -> Pixels:
    """White becomes paper and black becomes toner, with `contrast` (0..1) of the distance between them kept."""
    paper = np.asarray(_PAPER, dtype=np.float32)
    return _clip(paper - (255 - pixels.astype(np.float32)) / 255 * paper * contrast)


def to_grey(pixels: Pixels) -> Pixels:
    """Luma (ITU-R BT.601) in all three channels."""
    return _rgb(cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB))


def _distance(height: int, width: int, edge: Edge) -> _Field:
    """Distance of each pixel from an edge, in pixels, broadcastable to H x W."""
    if edge in ("left", "right"):
        along = np.arange(width, dtype=np.float32)
        return np.broadcast_to(along if edge == "left" else along[::-1], (height, width))
    down = np.arange(height, dtype=np.float32)[:, None]
    return np.broadcast_to(down if edge == "top" else down[::-1], (height, width))


def _clouds(height: int, width: int, rng: np.random.Generator, cells: int) -> _Field:
    """A smooth random field in 0..1 with `cells` blotches over the width."""
    rows = max(2, round(cells * height / width))
    coarse = rng.random((rows, cells), dtype=np.float32)
    field = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(field, 0, 1).astype(np.float32)


def _clip(values: npt.NDArray[np.floating]) -> Pixels:
    clipped: Pixels = np.clip(np.rint(values), 0, 255).astype(np.uint8)
    return clipped


def _rgb(image: object) -> Pixels:
    return np.asarray(image, dtype=np.uint8)
