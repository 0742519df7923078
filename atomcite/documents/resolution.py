"""At which resolution a page is looked at."""

from __future__ import annotations

import math

from atomcite.errors import PageTooLarge

USUAL_DPI = 200.0
FINE_DPI = 300.0
LOW_DPI = 150.0
FLOOR_DPI = 100.0
"""Below this ordinary text can't be read: a page that needs less is too large."""
SMALL_TEXT = 7.0
"""Type size in points below which a born-digital page is rendered at FINE_DPI."""

A4_HEIGHT = 11.69
RECEIPT_WIDTH = 3.15
"""Inches: 80 mm, the usual width of receipt paper."""


def for_scan(native: float) -> float:
    """A scan is rendered at its own resolution where that is 150 to 300 dpi; a coarser one at twice its own, so that
    letters come out at a size that recognisers know, a finer one at 300."""
    if native < LOW_DPI:
        native = min(max(2 * native, LOW_DPI), USUAL_DPI)
    return min(native, FINE_DPI)


def for_type(smallest: float | None) -> float:
    """Resolution of a born-digital page; `smallest` is the size in points of its small print, where known."""
    return FINE_DPI if smallest is not None and smallest < SMALL_TEXT else USUAL_DPI


def within(dpi: float, width: float, height: float, max_megapixels: float, where: str) -> float:
    """`dpi`, lowered as far as a page of `width` x `height` points needs to stay under `max_megapixels`. Raises
    PageTooLarge when that is less than FLOOR_DPI."""
    inches = max(width * height, 1e-6) / 72 / 72
    limit = math.sqrt(max_megapixels * 1e6 / inches)
    if limit >= dpi:
        return dpi
    if limit < FLOOR_DPI:
        needed = inches * FLOOR_DPI**2 / 1e6
        raise PageTooLarge(
            f"{where} measures {width / 72:.1f} x {height / 72:.1f} inches: {needed:.0f} megapixels even at "
            f"{FLOOR_DPI:.0f} dpi; the limit is {max_megapixels:g}.",
            f"Raise the limit (--max-megapixels {needed * 1.05:.0f}) or split the page.",
        )
    return limit


def of_picture(width: int, height: int, tag: tuple[float, float] | None) -> float:
    """Dots an inch of a picture of `width` x `height` pixels, from its tag where that gives a sheet of a plausible
    size (2 to 17 inches wide, at most 26 long), else from the shape: a page is taken for A4 or letter, a long strip
    for a receipt."""
    if tag is not None:
        x, y = tag
        short, long = sorted((width / x, height / y)) if x > 1 and y > 1 else (0.0, 0.0)
        if 2.0 <= short <= 17 and long <= 26 and min(x, y) >= 60 and max(x, y) <= 1300:
            return float(max(x, y))
    short_px, long_px = sorted((width, height))
    dpi = short_px / RECEIPT_WIDTH if long_px > 1.75 * short_px and height > width else long_px / A4_HEIGHT
    return float(min(max(dpi, 60.0), 1200.0))
