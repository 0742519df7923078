"""Pens of set "b": signatures by the kinematics of fast strokes, by wandering curvature and by harmonics; scripts."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image, ImageDraw

from atomcite.benchmarks.marks.ink import Blot, Floats, Points, Rng, bent, draw
from atomcite.benchmarks.marks.pages import font


def _lognormal(rng: Rng) -> Points:
    """Superposed strokes of lognormal speed (Plamondon, "A kinematic theory of rapid human movements", 1995)."""
    n = int(rng.integers(7, 17))
    t = np.linspace(0, 1, 400)
    velocity = np.zeros((400, 2))
    starts = np.sort(rng.uniform(0, 0.85, n))
    angle = float(rng.uniform(0.8, 1.6))
    for k, start in enumerate(starts):
        mu, sigma = float(rng.uniform(-2.6, -2.2)), float(rng.uniform(0.25, 0.45))
        s = np.clip(t - start, 1e-6, None)
        speed = np.exp(-((np.log(s) - mu) ** 2) / (2 * sigma**2)) / (s * sigma * 2.507)
        up = 1 if k % 2 else -1
        aim = up * angle + float(rng.normal(0, 0.35))
        turn = aim + float(rng.normal(0, 0.9)) * (t - start)
        reach = float(rng.uniform(0.4, 1.1)) * (1 - 0.5 * k / n)
        velocity += reach * speed[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    velocity[:, 0] += float(rng.uniform(1.2, 2.4))
    return np.asarray(np.cumsum(velocity, axis=0) / 400)


def _wandering(rng: Rng) -> Points:
    """A pen whose curvature is an Ornstein-Uhlenbeck process, drifting to the right."""
    n = 360
    curvature = np.zeros(n)
    aim = float(rng.uniform(4, 9)) * float(rng.choice([-1, 1]))
    for i in range(1, n):
        curvature[i] = curvature[i - 1] + 0.06 * (aim - curvature[i - 1]) + rng.normal(0, 2.2)
        if rng.random() < 0.012:
            aim = -aim
    angle = np.cumsum(curvature) * 0.012 * 2
    step = np.stack([np.cos(angle), 1.3 * np.sin(angle)], axis=1) * np.linspace(1.3, 0.5, n)[:, None]
    step[:, 0] += float(rng.uniform(0.35, 0.8))
    return np.asarray(np.cumsum(step, axis=0) / 90)


def _harmonic(rng: Rng) -> Points:
    """A paraph: Lissajous figures carried to the right."""
    t = np.linspace(0, 2 * np.pi, 300)
    a, b = int(rng.integers(2, 6)), int(rng.integers(3, 8))
    p = rng.uniform(0, 6.28, 2)
    x = np.sin(a * t + p[0]) * float(rng.uniform(0.3, 0.7)) + t * float(rng.uniform(0.2, 0.5))
    y = np.sin(b * t + p[1]) * np.linspace(float(rng.uniform(0.5, 1.0)), 0.25, 300)
    return np.stack([x, y], axis=1)


def signature(rng: Rng, mm: float, russian: bool) -> Blot:
    """A signature whose baseline starts near (0, 0); `mm` pixels a millimetre."""
    kind = int(rng.integers(0, 4))
    if kind == 3:
        return _script(rng, mm, russian)
    points = (_lognormal, _wandering, _harmonic)[kind](rng)
    points = points - points.min(axis=0)
    extent = points.max(axis=0)
    width, height = float(rng.uniform(20, 48)), float(rng.uniform(7, 17))
    points = points / np.maximum(extent, 1e-6) * (width, height) - (0, 0.8 * height)
    a = np.deg2rad(float(rng.uniform(-4, 10)))
    points = points @ np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) * mm
    thick = float(rng.uniform(0.28, 0.8)) * mm
    press = 1 + 0.3 * np.sin(np.linspace(0, float(rng.uniform(3, 20)), len(points)))
    strokes = [(points, np.asarray(thick * press, np.float32))]
    if rng.random() < 0.35:
        x = np.linspace(0.05, float(rng.uniform(0.7, 1.1)), 30) * width * mm
        y = (1 + 2.5 * np.sin(x / (width * mm) * 2.5)) * float(rng.uniform(0.4, 1.2)) * mm
        strokes.append((np.stack([x, y], axis=1), np.full(30, 0.8 * thick, np.float32)))
    return draw(strokes, 0, 0)


def _text(words: str, face: str, pixels: int) -> Floats:
    f = font(face, pixels)
    tile = Image.new("L", (int(f.getlength(words)) + 2 * pixels, int(2.2 * pixels)), 0)
    ImageDraw.Draw(tile).text((pixels, int(1.4 * pixels)), words, font=f, fill=255, anchor="ls")
    return (np.asarray(tile) / 255.0).astype(np.float32)


def _script(rng: Rng, mm: float, russian: bool) -> Blot:
    names = (
        ("Громова", "Щербак", "Орлов", "Дёмин") if russian else ("Ruth Doyle", "E. Whitlock", "N. Castell", "Reeve")
    )
    face = "Great" if russian or rng.random() < 0.4 else "Zeyada"
    mask = bent(_text(str(rng.choice(names)), face, int(float(rng.uniform(9, 13)) * mm)), rng, 1.1 * mm, 8 * mm)
    h, w = mask.shape
    skewed = np.array([[1, float(rng.uniform(-0.3, 0.1)), 0.15 * h], [float(rng.uniform(-0.14, 0.02)), 1, 0.1 * w]])
    mask = np.asarray(cv2.warpAffine(mask, skewed, (w + h, h + w // 6)), np.float32)
    return Blot(mask, 0, -int(0.65 * mask.shape[0]))


def handwriting(rng: Rng, mm: float, russian: bool) -> tuple[Blot, str]:
    """Words by hand, the foot of the first letter near (0, 0), and what they say."""
    pool = (
        ("выдано Орлову", "№ 318 - 02", "срочно", "отказать", "7 июня 2024")
        if russian
        else ("paid in cash", "No 318 - 02", "urgent please", "refused", "7 June 2024")
    )
    words = str(rng.choice(pool))
    if russian:
        mask = _text(words, "Great", int(float(rng.uniform(7, 10)) * mm))
    elif rng.random() < 0.6:
        mask = _text(words, "Kalam-Light" if rng.random() < 0.5 else "Zeyada", int(float(rng.uniform(5, 9)) * mm))
    else:
        size = float(rng.uniform(5, 8)) * mm
        drawn = np.zeros((int(2.2 * size), int(size * len(words))), np.uint8)
        cv2.putText(
            drawn, words, (int(size), int(1.4 * size)), cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, size / 30, 255,
            max(1, round(0.4 * mm)), cv2.LINE_AA,
        )  # fmt: skip
        mask = (drawn / 255.0).astype(np.float32)
    mask = bent(mask, rng, 0.6 * mm, 5 * mm)
    return Blot(mask, 0, -int(0.64 * mask.shape[0])), words


def tick(rng: Rng, side: float, mm: float) -> Blot:
    """A mark in a square of `side` pixels whose corner is (0, 0): a hasty tick, a star, a looped tick, a blot."""
    kind = int(rng.integers(0, 4))
    thick = float(rng.uniform(0.3, 0.7)) * mm

    def stroke(points: Points) -> tuple[Points, Floats]:
        return points * side, np.full(len(points), thick, np.float32)

    j = rng.normal(0, 0.06, 8)
    if kind == 0:
        t = np.linspace(0, 1, 20)[:, None]
        down = (1 - t) * (0.05 + j[0], 0.35 + j[1]) + t * (0.35 + j[2], 0.95 + j[3])
        up = (1 - t) * (0.35 + j[2], 0.95 + j[3]) + t * (1.2 + j[4], -0.35 + j[5])
        return draw([stroke(np.vstack([down, up]))], 0, 0)
    if kind == 1:
        arms = [np.array([[0.5 - 0.45 * c, 0.5 - 0.45 * s], [0.5 + 0.45 * c, 0.5 + 0.45 * s]])
                for c, s in ((0.75 + j[0], 0.7), (-0.7, 0.75 + j[1]))]  # fmt: skip
        return draw([stroke(a) for a in arms], 0, 0)
    if kind == 2:
        t = np.linspace(0, 2 * np.pi * 1.6, 60)
        loop = np.stack([0.5 + 0.32 * np.cos(t) + 0.03 * t, 0.5 + 0.35 * np.sin(t + j[0])], axis=1)
        return draw([stroke(loop)], 0, 0)
    t = np.linspace(0, 1, 160)
    fill = np.stack([0.5 + 0.4 * np.sin(43 * t + j[0]), 0.1 + 0.8 * t], axis=1)
    return draw([(fill * side, np.full(160, 1.3 * thick, np.float32))], 0, 0)
