"""What people do on pages of set "c": letters by zones, hooks and tails, stencil script, paraphs."""

from __future__ import annotations

import cv2
import numpy as np
from scipy.interpolate import splev, splprep

from atomcite.benchmarks.marks.ink import Blot, Floats, Points, Rng, bent, draw, turned


def _curve(knots: Points, count: int) -> Points:
    """A cubic B-spline that passes by `knots` without touching them all, as a hurried hand does."""
    tck, _ = splprep(knots.T, k=3, s=0.05 * len(knots) * float(np.var(knots)) * 0.05)
    return np.stack(splev(np.linspace(0, 1, count), tck), axis=1)


def _zones(rng: Rng) -> list[Points]:
    """Letters without shape: a pen going between the base line, the middle and the upper and lower zones."""
    x, knots = 0.0, [(0.0, float(rng.uniform(-1.6, -0.2)))]
    flat = float(rng.uniform(0.25, 1.0))
    for i in range(int(rng.integers(6, 22))):
        high = -float(rng.choice([0.45, 0.5, 0.55, 1.2, 1.5])) if i % 2 else float(rng.choice([0, 0, 0.05, 0.5]))
        x += float(rng.choice([0.28, 0.35, 0.45, -0.12])) * float(rng.uniform(0.7, 1.3))
        knots.append((x, high * (1 - (1 - flat) * i / 22)))
    knots.append((x + float(rng.uniform(0.3, 1.6)), float(rng.uniform(-0.5, 0.2))))
    return [_curve(np.array(knots), 24 * len(knots))]


def _hooked(rng: Rng) -> list[Points]:
    """One or two tall capitals, each of a stem and bows, and a long tail."""
    strokes: list[Points] = []
    at = 0.0
    for _ in range(int(rng.integers(1, 4))):
        lean, tall = float(rng.uniform(0.1, 0.6)), float(rng.uniform(1.0, 2.0))
        stem = [(at + lean * tall, -tall), (at + 0.5 * lean * tall, -0.5 * tall), (at, 0.0), (at - 0.25, 0.12)]
        bow_y = -tall * float(rng.uniform(0.5, 1.0))
        bows = [
            (at + 0.1, bow_y), (at + 0.7, bow_y - 0.2), (at + 1.0, 0.6 * bow_y), (at + 0.3, 0.45 * bow_y),
            (at + 0.9, 0.2 * bow_y), (at + float(rng.uniform(0.6, 1.4)), float(rng.uniform(-0.1, 0.3))),
        ]  # fmt: skip
        strokes += [_curve(np.array(stem), 50), _curve(np.array(bows), 90)]
        at += float(rng.uniform(0.6, 1.2))
    if rng.random() < 0.6:
        end = float(rng.uniform(1.5, 4.0))
        tail = [(at, 0.0), (at + 0.2 * end, -0.4), (at + 0.3 * end, 0.05), (at + 0.6 * end, -0.1), (at + end, -0.15)]
        strokes.append(_curve(np.array(tail), 80))
    return strokes


def _crossed_out(rng: Rng) -> list[Points]:
    """Long strokes there and back with narrow turns."""
    knots = []
    for i in range(int(rng.integers(5, 12))):
        knots.append(((i % 2) * float(rng.uniform(1.2, 3)) + 0.12 * i, float(rng.uniform(-0.9, 0.3))))
    return [_curve(np.array(knots), 40 * len(knots))]


def _paraph(rng: Rng) -> list[Points]:
    """Initials run together to a knot no wider than they are high."""
    t = np.linspace(0, 2 * np.pi * float(rng.uniform(1.2, 2.6)), 160)
    a, b = float(rng.uniform(0.4, 1.0)), float(rng.uniform(0.2, 0.6))
    x = a * np.sin(t) + b * np.sin(2.3 * t + float(rng.uniform(0, 6))) + 0.1 * t
    y = -0.6 + 0.6 * np.cos(t * float(rng.uniform(0.7, 1.4))) + 0.25 * np.sin(3.1 * t)
    return [np.stack([x, y], axis=1)]


def signature(rng: Rng, mm: float, russian: bool) -> Blot:
    """A signature whose baseline starts at (0, 0); `mm` pixels a millimetre."""
    kind = int(rng.integers(0, 6))
    if kind == 5:
        return _stencil(rng, mm)
    strokes = (_zones, _zones, _hooked, _crossed_out, _paraph)[kind](rng)
    every = np.concatenate(strokes)
    wide, tall = np.ptp(every, axis=0)
    size = float(rng.uniform(8, 18) if kind == 4 else rng.uniform(18, 52)) / wide
    size = float(np.clip(size, 4.0 / tall, 20 / tall)) * mm
    thick = float(rng.uniform(0.2, 0.85)) * mm
    shear = np.array([[1, float(rng.uniform(-0.2, 0.08))], [float(rng.uniform(-0.6, 0.15)), 1]])
    drawn: list[tuple[Points, Floats]] = []
    for stroke in strokes:
        p = (stroke - np.array([every[:, 0].min(), 0.0])) @ shear * size
        turn = np.abs(np.gradient(np.unwrap(np.arctan2(*np.gradient(p, axis=0).T[::-1]))))
        press = np.clip(0.75 + 2.5 * cv2.blur(turn[None], (9, 1))[0], 0.6, 1.25)
        ends = np.clip(np.minimum(np.arange(len(p)), np.arange(len(p))[::-1]) / 8 + 0.4, 0, 1)
        drawn.append((p, (thick * press * ends).astype(np.float32)))
    return draw(drawn, 0, 0)


def _stencil(rng: Rng, mm: float) -> Blot:
    """A name in the plotter's script that OpenCV draws, slanted and bent."""
    name = str(rng.choice(["J. Penrose", "A Holt", "M. Savin", "Kuzmina", "R.Tadley", "Ignatov", "de Vries"]))
    face = int(rng.choice([cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX]))
    scale = float(rng.uniform(6, 11)) * mm / 22
    (w, h), _ = cv2.getTextSize(name, face, scale, 1)
    canvas = np.zeros((3 * h, w + 2 * h), np.uint8)
    thick = max(1, round(float(rng.uniform(0.2, 0.5)) * mm))
    cv2.putText(canvas, name, (h, 2 * h), face, scale, 255, thick, cv2.LINE_AA)
    mask = bent((canvas / 255.0).astype(np.float32), rng, 0.7 * mm, 5 * mm)
    mask = turned(mask, float(rng.uniform(-3, 8)))
    return Blot(mask, 0, -int(0.62 * mask.shape[0]))


def handwriting(rng: Rng, mm: float, russian: bool) -> tuple[Blot, str]:
    """Words by hand, the foot of the first letter near (0, 0), and what they say."""
    words = str(rng.choice(["ref 88 / 14", "to be paid", "14.09.2023", "see annex 2", "as agreed"]))
    scale = float(rng.uniform(4.5, 7)) * mm / 22
    (w, h), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, scale, 1)
    canvas = np.zeros((3 * h, w + 2 * h), np.uint8)
    at = (h // 2, 2 * h)
    cv2.putText(canvas, words, at, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, scale, 255, max(1, round(0.3 * mm)), cv2.LINE_AA)
    mask = bent((canvas / 255.0).astype(np.float32), rng, 0.6 * mm, 3 * mm)
    return Blot(mask, 0, -2 * h), words


def tick(rng: Rng, side: float, mm: float) -> Blot:
    """A tick, a cross or a wave in a square of `side` pixels whose corner is (0, 0)."""
    shapes: tuple[list[list[tuple[float, float]]], ...] = (
        [[(0.15, 0.55), (0.3, 0.7), (0.42, 0.85), (0.6, 0.4), (0.9, 0.0)]],
        [[(0.05, 0.1), (0.35, 0.4), (0.65, 0.7), (0.95, 0.95)], [(0.95, 0.05), (0.6, 0.4), (0.3, 0.65), (0.0, 0.95)]],
        [[(0.1, 0.6), (0.25, 0.2), (0.4, 0.8), (0.55, 0.2), (0.7, 0.8), (0.9, 0.2)]],
    )
    thick = float(rng.uniform(0.3, 0.6)) * mm
    drawn = []
    for line in shapes[int(rng.integers(3))]:
        p = _curve((np.array(line) + rng.normal(0, 0.03, (len(line), 2))) * side, 60)
        drawn.append((p, np.full(60, thick, np.float32)))
    return draw(drawn, 0, 0)
