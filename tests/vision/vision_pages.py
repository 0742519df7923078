"""Pages for the image channel's tests, typeset by typst (its fonts, Cyrillic included, come inside the wheel) and
degraded the way scanners do it."""

from __future__ import annotations

import io
from functools import cache

import cv2
import numpy as np
import typst
from PIL import Image

from atomcite.domain import PageImage, Pixels


@cache
def typeset(body: str, *, dpi: int = 150, width: str = "150mm", height: str = "60mm", size: str = "11pt") -> Pixels:
    """One page of typst markup as RGB pixels."""
    source = f'#set page(width: {width}, height: {height}, margin: 10mm)\n#set text(size: {size}, lang: "en")\n{body}'
    png = typst.compile(source.encode(), format="png", ppi=float(dpi))
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).copy()
    pixels.setflags(write=False)
    return pixels


def page(body: str, *, number: int = 1, dpi: int = 150, **layout: str) -> PageImage:
    return PageImage(number, typeset(body, dpi=dpi, **layout), float(dpi))


def scanned(
    image: PageImage, *, skew: float = 0.7, blur: float = 0.8, noise: float = 8.0, seed: int = 1
) -> PageImage:
    """The page as a scanner would give it: turned by `skew` degrees, blurred, noisy."""
    rng = np.random.default_rng(seed)
    h, w = image.pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), -skew, 1.0)
    out = cv2.warpAffine(image.pixels, turn, (w, h), flags=cv2.INTER_CUBIC, borderValue=(255, 255, 255))
    out = cv2.GaussianBlur(out, (0, 0), blur).astype(np.float32)
    out += rng.normal(0, noise, out.shape[:2])[..., None]
    return PageImage(image.page, np.clip(out, 0, 255).astype(np.uint8), image.dpi)


def drawn_on(image: PageImage, layer: Pixels, opacity: float = 0.85) -> PageImage:
    """The page with a second picture of the same size multiplied onto it, as ink on paper does."""
    base, ink = image.pixels.astype(np.float32), layer.astype(np.float32)
    mixed = base * (1 - opacity + opacity * ink / 255)
    return PageImage(image.page, np.clip(mixed, 0, 255).astype(np.uint8), image.dpi)


def blank(number: int = 1, *, noise: float = 4.0, dpi: int = 150) -> PageImage:
    rng = np.random.default_rng(3)
    pixels = np.clip(245 + rng.normal(0, noise, (900, 700, 3)), 0, 255).astype(np.uint8)
    return PageImage(number, pixels, float(dpi))
