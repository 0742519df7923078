"""Pens of set "a": looping, spelt, written-out, initialled, jagged and swung signatures; handwriting and ticks."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from atomcite.benchmarks.marks.ink import Blot, Floats, Points, Rng, bent, clouds, draw, turned
from atomcite.benchmarks.marks.pages import font

_LETTERS: dict[str, tuple[tuple[float, float], ...]] = {
    "e": ((0, 0), (0.25, -0.25), (0.3, -0.45), (0.12, -0.45), (0.1, -0.1), (0.4, 0)),
    "l": ((0, 0), (0.25, -0.6), (0.22, -1.0), (0.08, -0.9), (0.1, -0.1), (0.35, 0)),
    "m": ((0, 0), (0.1, -0.4), (0.2, -0.4), (0.22, 0), (0.3, -0.4), (0.42, -0.4), (0.45, 0), (0.6, 0)),
    "u": ((0, 0), (0.05, -0.4), (0.08, -0.05), (0.25, 0), (0.3, -0.4), (0.32, -0.05), (0.45, 0)),
    "o": ((0, 0), (0.1, -0.3), (0.3, -0.42), (0.4, -0.2), (0.22, 0.02), (0.1, -0.25), (0.35, -0.38), (0.5, -0.3)),
    "g": ((0, -0.1), (0.3, -0.4), (0.1, -0.1), (0.3, -0.2), (0.28, 0.5), (0.05, 0.5), (0.4, 0)),
    "t": ((0, 0), (0.2, -0.8), (0.18, -0.1), (0.4, 0)),
    "i": ((0, 0), (0.12, -0.4), (0.14, -0.05), (0.3, 0)),
    "r": ((0, 0), (0.1, -0.42), (0.22, -0.3), (0.25, -0.05), (0.4, 0)),
}
_CAPITALS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0.6, -1.2), (0.2, -1.3), (0.1, -0.9), (0.5, -0.7), (0.5, -0.2), (0.1, 0), (0, -0.2), (0.7, -0.1)),
    ((0, 0), (0.3, -0.8), (0.5, -1.3), (0.6, -0.6), (0.65, 0), (0.3, -0.5), (0.9, -0.5), (1, 0)),
    ((0.1, -1.3), (0.15, -0.6), (0.1, 0), (0.15, -1.2), (0.6, -1.3), (0.6, -0.8), (0.2, -0.7), (0.8, 0)),
    ((0.7, -1.1), (0.4, -1.3), (0.05, -0.7), (0.2, -0.05), (0.6, -0.1), (0.7, -0.5), (0.4, -0.5), (0.9, -0.4)),
    ((0, -1.1), (0.5, -1.3), (1.1, -1.1), (0.6, -1.1), (0.5, -0.3), (0.3, 0), (0.1, -0.2), (0.9, -0.4)),
)


def _smooth(points: Points, steps: int = 10) -> Points:
    """Catmull-Rom spline through points."""
    p = np.vstack([points[:1], points, points[-1:]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False)
    ]
    return np.vstack([*parts, points[-1:]])


def _widths(points: Points, thick: float, rng: Rng) -> Floats:
    """Thinner where the pen is fast, and heavier downwards for some pens."""
    step = np.diff(points, axis=0)
    speed = np.hypot(step[:, 0], step[:, 1])
    slow = 1.25 - 0.5 * speed / (np.percentile(speed, 90) + 1e-6)
    nib = 1 + float(rng.choice([0.0, 0.0, 0.5])) * np.clip(step[:, 1] / (speed + 1e-6), 0, 1)
    return np.asarray(thick * np.clip(slow, 0.6, 1.3) * nib, np.float32)


def _spelt(rng: Rng) -> list[Points]:
    """A capital and a few joined letters."""
    capital = np.array(_CAPITALS[int(rng.integers(len(_CAPITALS)))]) * float(rng.uniform(0.8, 1.5))
    x = float(capital[-1, 0])
    run = [np.array([[x, 0.0]])]
    flat = float(rng.uniform(0.4, 1.0))
    for i in range(int(rng.integers(3, 9))):
        glyph = np.array(_LETTERS[str(rng.choice(list(_LETTERS)))])
        glyph = glyph * (1, 1 - (1 - flat) * i / 8) + rng.normal(0, 0.02, glyph.shape)
        run.append(glyph + np.array([x, 0.0]))
        x += float(glyph[-1, 0]) * float(rng.uniform(0.85, 1.3))
    run.append(np.array([[x + 0.3, -0.05], [x + float(rng.uniform(0.4, 1.2)), float(rng.uniform(-0.3, 0.15))]]))
    strokes = [capital, np.vstack(run)]
    if rng.random() < 0.3:
        second = np.array(_CAPITALS[int(rng.integers(len(_CAPITALS)))]) * float(rng.uniform(0.8, 1.3))
        strokes = [second, *[s + np.array([float(second[:, 0].max()) * 0.7, 0.0]) for s in strokes]]
    return strokes


def _loops(rng: Rng) -> list[Points]:
    t = np.linspace(0, 1, 110)
    loops = float(rng.uniform(3, 9))
    phase = rng.uniform(0, 6.28, 3)
    fall = float(rng.uniform(0.2, 0.8))
    height = float(rng.uniform(0.5, 1.2)) * (1 - fall * t)
    y = -height * (0.5 + 0.5 * np.sin(2 * np.pi * loops * t + phase[0])) * (0.7 + 0.3 * np.sin(5 * t + phase[1]))
    x = 3.2 * t + 0.25 * np.cos(2 * np.pi * loops * t + phase[0]) + 0.1 * np.sin(9 * t + phase[2])
    return [np.stack([x, y], axis=1)]


def _initials(rng: Rng) -> list[Points]:
    """One to three large open bows."""
    out = []
    x = 0.0
    for _ in range(int(rng.integers(1, 4))):
        n = int(rng.integers(5, 9))
        a = np.cumsum(rng.uniform(0.7, 1.6, n)) * float(rng.choice([-1, 1]))
        bow = np.stack([np.cos(a) * rng.uniform(0.3, 0.8, n), np.sin(a) * rng.uniform(0.4, 0.9, n) - 0.5], axis=1)
        out.append(bow + (x, 0) + np.linspace(0, float(rng.uniform(0.4, 1.6)), n)[:, None] * (1, 0))
        x += float(rng.uniform(0.6, 1.3))
    return out


def _jagged(rng: Rng) -> list[Points]:
    n = int(rng.integers(6, 16))
    x = np.cumsum(rng.uniform(0.05, 0.35, n))
    y = np.where(np.arange(n) % 2, -1.0, 0.0) * rng.uniform(0.3, 1.2, n) * np.linspace(1, 0.4, n)
    return [np.stack([x, y], axis=1)]


def _swung(rng: Rng) -> list[Points]:
    """A run of swings of the wrist, each begun before the one before has ended, as the kinematic theory has it
    (Plamondon 1995): corners round off, loops come of themselves."""
    n = int(rng.integers(7, 24))
    forward = rng.normal(0.32, 0.28, n)
    up = (
        np.where(np.arange(n) % 2, 1.0, -1.0)
        * rng.gamma(3.0, 0.16, n)
        * np.linspace(1.3, float(rng.uniform(0.3, 1)), n)
    )
    t = np.arange(12 * n + 40, dtype=np.float64)
    x, y = np.zeros(len(t)), np.zeros(len(t))
    for k in range(n):
        since = np.maximum(t - 12 * k, 1e-3)
        spread, middle = float(rng.uniform(0.25, 0.5)), float(rng.uniform(2.2, 2.9))
        part = 1 / (1 + np.exp(-1.7 * (np.log(since) - middle) / spread))  # near the lognormal's own integral
        x, y = x + forward[k] * part, y + up[k] * part
    return [np.stack([x, y - 0.4], axis=1)[::2]]


def _struck(rng: Rng) -> list[Points]:
    """A capital, a stroke that dies away, and a long one back through both."""
    capital = np.array(_CAPITALS[int(rng.integers(len(_CAPITALS)))]) * float(rng.uniform(1.0, 1.8))
    end = float(rng.uniform(1.2, 3.2))
    wave = np.array([[0.4 + end * u, 0.12 * np.sin(9 * u) * (1 - u)] for u in np.linspace(0, 1, 9)])
    y = float(rng.uniform(-0.7, -0.1))
    back = np.array([[end + 0.6, y - 0.2], [0.5 * end, y + 0.05], [-0.3, y + float(rng.uniform(-0.1, 0.4))]])
    return [capital, wave, back]


def _flourish(rng: Rng, width: float) -> Points:
    y = float(rng.uniform(0.1, 0.4))
    ends = [(width, -0.1), (0.6 * width, y), (0.1 * width, y + 0.1), (0.5 * width, y - 0.05), (width * 1.1, y)]
    return np.array(ends[: int(rng.integers(3, 6))])


def signature(rng: Rng, mm: float, russian: bool) -> Blot:
    """A signature whose baseline starts at (0, 0); `mm` pixels a millimetre."""
    kind = int(rng.integers(0, 9))
    if kind == 8:
        return _written_out(rng, mm, russian)
    strokes = (_spelt, _spelt, _loops, _initials, _jagged, _swung, _swung, _struck)[kind](rng)
    width = max(float(s[:, 0].max()) for s in strokes) - min(float(s[:, 0].min()) for s in strokes)
    if rng.random() < 0.4:
        strokes.append(_flourish(rng, width))
    size = float(rng.uniform(22, 50)) / max(width, 1.0)
    tall = max(float(s[:, 1].max()) for s in strokes) - min(float(s[:, 1].min()) for s in strokes)
    size = float(np.clip(size, 5.5 / tall, 22 / tall)) * mm
    slant, rise = float(rng.uniform(0.0, 0.5)), float(rng.uniform(-0.15, 0.06))
    shear = np.array([[1, rise], [-slant, 1]])
    thick = float(rng.choice([0.22, 0.3, 0.4, 0.5, 0.7, 0.9, 1.2])) * mm
    drawn = []
    for stroke in strokes:
        p = _smooth(stroke if kind != 4 or rng.random() < 0.5 else np.repeat(stroke, 2, axis=0))
        p = p @ shear * size
        drawn.append((p, _widths(p, thick, rng)))
    made = draw(drawn, 0, 0)
    if rng.random() < 0.3:  # a ball-pen that runs dry
        dry = 0.35 + 0.9 * clouds(rng, made.mask.shape[0], made.mask.shape[1], 2.5 * mm)
        made = Blot(np.clip(made.mask * dry, 0, 1).astype(np.float32), made.x, made.y)
    return made


def _text(rng: Rng, words: str, face: str, pixels: int) -> Floats:
    f = font(face, pixels)
    w = int(f.getlength(words)) + pixels
    tile = Image.new("L", (w, 2 * pixels), 0)
    ImageDraw.Draw(tile).text((pixels // 2, int(1.3 * pixels)), words, font=f, fill=255, anchor="ls")
    return (np.asarray(tile) / 255.0).astype(np.float32)


def _written_out(rng: Rng, mm: float, russian: bool) -> Blot:
    names = (
        ("Ветров", "Лаптева", "Соколов", "Юдин") if russian else ("H Marlow", "Priya Okafor", "Owen Brandt", "Doyle")
    )
    face = "Caveat" if russian else str(rng.choice(["Caveat", "Dancing", "Satisfy"]))
    mask = _text(rng, str(rng.choice(names)), face, int(float(rng.uniform(8, 13)) * mm))
    mask = turned(bent(mask, rng, 0.8 * mm, 5 * mm), float(rng.uniform(-2, 9)))
    return Blot(mask, 0, -int(0.62 * mask.shape[0]))


def handwriting(rng: Rng, mm: float, russian: bool) -> tuple[Blot, str]:
    """Words by hand, the foot of the first letter near (0, 0), and what they say."""
    pool = (
        ("принято Ветров", "41 - 7 / 25", "оплатить до 5 мая", "согласен", "получил лично", "12.03.2024")
        if russian
        else ("agreed by phone", "41 - 7 / 25", "pay before 5 May", "approved", "see Owen", "12 March 2024")
    )
    words = str(rng.choice(pool))
    face = "Caveat" if russian else str(rng.choice(["Caveat", "Shadows", "Indie"]))
    mask = _text(rng, words, face, int(float(rng.uniform(5.5, 8.5)) * mm))
    mask = turned(bent(mask, rng, 0.45 * mm, 3.5 * mm), float(rng.uniform(-2, 4)))
    if rng.random() < 0.4:
        mask = np.clip(mask * (0.6 + 0.8 * clouds(rng, mask.shape[0], mask.shape[1], 2 * mm)), 0, 1).astype(
            np.float32
        )
    return Blot(mask, 0, -int(0.62 * mask.shape[0])), words


def tick(rng: Rng, side: float, mm: float) -> Blot:
    """A cross, a tick or a scribble in a square of `side` pixels whose corner is (0, 0)."""
    thick = float(rng.choice([0.35, 0.5, 0.7])) * mm

    def put(points: list[tuple[float, float]]) -> tuple[Points, Floats]:
        p = _smooth(np.array(points) + rng.normal(0, 0.05, (len(points), 2)), 6) * side
        return p, np.full(len(p), thick, np.float32)

    kind = int(rng.integers(0, 4))
    if kind == 0:
        return draw([put([(0.1, 0.1), (0.9, 0.9)]), put([(0.9, 0.1), (0.1, 0.9)])], 0, 0)
    if kind == 1:
        return draw([put([(0.1, 0.5), (0.4, 0.9), (0.9, 0.1)])], 0, 0)
    if kind == 2:
        return draw([put([(0.1, 0.4), (0.4, 0.85), (1.3, -0.6)])], 0, 0)
    lines: list[tuple[float, float]] = []
    for v in np.linspace(0.15, 0.85, 7):
        lines += [(0.12, float(v)), (0.88, float(v))]
    return draw([put(lines)], 0, 0)
