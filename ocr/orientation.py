"""Which way up a page is.

A few text lines are read as they stand; when that makes sense the page is upright and nothing more is done. Else the
lines of the other three positions are read too, and the page is turned only if one of them reads clearly better: a
wrong turn of an upright page is the worst outcome, a page left on its side is reported as hard to read.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from atomcite.domain import Pixels
from atomcite.ocr import samples, script_trial, skew

REVISION = 1

LINES = 5
CLEAR = 0.8
"""Mean certainty from which a reading makes sense without a look at the alternatives."""
LEAST = 8
"""Fewer letters and digits than this prove nothing."""
BETTER = 1.6
"""A turned page must read this many times better than the page as it stands."""


@dataclass(frozen=True)
class Reading:
    """What a few lines of the page gave in one position: letters and digits read, and how surely (0..1)."""

    letters: int
    certainty: float

    @property
    def score(self) -> float:
        # Squared: turned type is read too, at length, only not surely.
        return self.letters * self.certainty**2

    @property
    def clear(self) -> bool:
        return self.letters >= 3 * LEAST and self.certainty >= CLEAR


def version() -> str:
    """All that a decision depends on: without language data no page is turned."""
    return f"r{REVISION} {'+'.join(script_trial.trial_languages())}"


def turn_upright(pixels: Pixels) -> int:
    """Degrees clockwise (0, 90, 180, 270) to turn the page by so that it stands upright; 0 when in doubt."""
    upright = read_position(pixels)
    if upright.clear:
        return 0
    turned = {turn: read_position(np.ascontiguousarray(np.rot90(pixels, k=-turn // 90))) for turn in (180, 90, 270)}
    best = max(turned, key=lambda t: turned[t].score)
    found = turned[best]
    if found.letters < LEAST or found.certainty < 0.6:
        return 0
    others = max(upright.score, *(r.score for t, r in turned.items() if t != best))
    return best if found.score > BETTER * others else 0


def read_position(pixels: Pixels) -> Reading:
    """Reads the most telling lines of the page as it stands."""
    crops = [c.pixels for c in samples.spread_lines(skew.straightened(pixels), LINES)]
    codes = script_trial.trial_languages()
    if not crops or not codes:
        return Reading(0, 0.0)
    words = [w for line in script_trial.read_lines(crops, codes) for w in line]
    return Reading(sum(c.isalnum() for w in words for c in w.text), script_trial.certainty(words))
