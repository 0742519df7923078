"""Pen strokes: signatures that nobody owns, as curves that the templates draw."""

from __future__ import annotations

import math

import numpy as np

Stroke = list[list[float]]


def signature(seed: int, letters: int = 7) -> list[Stroke]:
    """A signature as strokes of [x, y] points in a box about 1 wide, y downwards, baseline at 0.

    A capital with a loop, a run of `letters` humps that grow flatter, a tail, and often a flourish beneath: what
    people leave who sign many papers a day. `seed` decides on the hand.
    """
    rng = np.random.default_rng(seed)
    slant = float(rng.uniform(0.15, 0.45))
    rise = float(rng.uniform(-0.12, -0.02))

    def put(x: float, y: float) -> list[float]:
        return [round(x - slant * y, 4), round(y + rise * x, 4)]

    height = float(rng.uniform(0.22, 0.36))
    wide = float(rng.uniform(0.03, 0.085))
    start, turns = float(rng.uniform(1.2, 4.6)), float(rng.uniform(0.7, 1.9))
    sweep = turns * 2 * math.pi * float(rng.choice([-1.0, 1.0]))
    capital = [
        put(
            0.07 + wide * math.cos(start + sweep * t) + 0.08 * t,
            -height / 2 - height / 2 * math.sin(start + sweep * t) * (1 - 0.3 * t),
        )
        for t in np.linspace(0, 1, max(10, round(11 * turns)))
    ]
    run: Stroke = []
    x = 0.16
    for i in range(letters):
        shrink = 1 - 0.75 * i / letters
        tall = float(rng.choice([0.06, 0.08, 0.16])) * shrink * float(rng.uniform(0.8, 1.2))
        width = float(rng.uniform(0.05, 0.09)) * (1.25 - 0.3 * shrink)
        loop = float(rng.choice([-0.02, 0.0, 0.015]))
        run += [put(x, 0.0), put(x + 0.35 * width + loop, -tall), put(x + 0.6 * width - loop, -0.45 * tall)]
        x += width
    run += [put(x, 0.0), put(x + 0.08, -0.035), put(x + 0.22, float(rng.uniform(-0.02, 0.03)))]
    strokes = [capital, run]
    if rng.random() < 0.7:
        end, sag = x + float(rng.uniform(-0.05, 0.15)), float(rng.uniform(0.03, 0.09))
        strokes.append([put(end, 0.02), put(0.55 * end, 0.03 + sag), put(0.12, 0.1), put(0.5 * end, 0.05 + sag)])
    return strokes


def initials(seed: int) -> list[Stroke]:
    """A short mark beside a correction, in the same terms as `signature`."""
    return signature(seed, letters=2)[:2]
