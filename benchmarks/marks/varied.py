"""Marks varied far beyond what a set of sheets draws, for training alone: outlines of any shape, legends of any
words, hands of any swing, wear of any kind. Nothing here is measured on."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image, ImageDraw

from atomcite.benchmarks.marks import hands_a
from atomcite.benchmarks.marks.ink import Blot, Floats, Points, Rng, bent, clouds, draw, turned
from atomcite.benchmarks.marks.pages import font
from atomcite.benchmarks.marks.stamps import imprint

_WORDS_TEXT = """
PAID RECEIVED COPY APPROVED COMPANY LIMITED NOTARY PUBLIC REGISTERED OFFICE COUNCIL BANK BRANCH TRUST SEAL
STATE MINISTRY No. 12 FINANCE DEPARTMENT SOCIETY LEGAL FIRM OF AND THE & GROUP LLP INC. CITY COURT DATE
ОБЩЕСТВО ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ РОССИЙСКАЯ ФЕДЕРАЦИЯ ГОРОД КОПИЯ ВЕРНА БУХГАЛТЕРИЯ КАНЦЕЛЯРИЯ ОТДЕЛ
КАДРОВ НОТАРИУС ДЛЯ ДОКУМЕНТОВ СПРАВОК БАНК ФИЛИАЛ УПРАВЛЕНИЕ ИНН ОГРН 1027700 МИНИСТЕРСТВО ИНСПЕКЦИЯ № 4 И ПО
"""
_WORDS = tuple(_WORDS_TEXT.split())
_TYPE = ("NotoSans", "PT_Serif")
_SCRIPT = ("Caveat", "Dancing", "Satisfy", "Shadows", "Indie")


# What pens draw


def signature(rng: Rng, mm: float) -> Blot:
    """A signature, the start of its line at (0, 0): one of set "a", or a run of swings in one to three strokes;
    stretched, slanted, bent, its line thickened or thinned."""
    russian = bool(rng.random() < 0.5)
    made = hands_a.signature(rng, mm, russian) if rng.random() < 0.55 else _swings(rng, mm)
    return _handled(rng, made, mm)


def _swings(rng: Rng, mm: float) -> Blot:
    """Strokes of the wrist whose size, speed, turn and stretch drift as they go on."""
    width, height = float(rng.uniform(14, 60)) * mm, float(rng.uniform(4, 18)) * mm
    if rng.random() < 0.2:  # initials
        width, height = float(rng.uniform(6, 15)) * mm, float(rng.uniform(4, 12)) * mm
    thick = float(rng.uniform(0.18, 1.1)) * mm
    strokes: list[tuple[Points, Floats]] = []
    for k in range(int(rng.integers(1, 4))):
        turns = float(rng.uniform(0.8, 11)) / (1 + k)
        t = np.linspace(0, 1, int(60 + 22 * turns))
        swell = _drift(rng, t, 0.15, 1.0) * np.linspace(1, float(rng.uniform(0.1, 1.1)), len(t))
        phase = (
            2 * np.pi * turns * (t + 0.12 * np.sin(2 * np.pi * t * float(rng.uniform(0.5, 3)) + rng.uniform(0, 6)))
        )
        squeeze = float(rng.uniform(0.0, 0.35)) * width / max(1.0, turns)
        across = float(rng.choice([1.0, 1.0, 1.0, 0.4])) * width
        x = float(rng.uniform(0, 0.4)) * k * width + across * t + squeeze * swell * np.cos(phase)
        y = -height * swell * (0.5 + 0.5 * np.sin(phase + float(rng.uniform(-0.6, 0.6)))) + 0.3 * height * (
            _drift(rng, t, -0.5, 0.5)
        )
        if rng.random() < 0.25:  # a zigzag: corners where the swing turns
            keep = np.unique(np.r_[0, np.flatnonzero(np.diff(np.sign(np.diff(y)))) + 1, len(t) - 1])
            x, y = np.interp(t, t[keep], x[keep]), np.interp(t, t[keep], y[keep])
        points = np.stack([x, y], axis=1)
        speed = np.hypot(*np.diff(points, axis=0).T)
        strokes.append((points, (thick * (1.3 - 0.6 * speed / (speed.max() + 1e-6))).astype(np.float32)))
    if rng.random() < 0.35:  # a line beneath, or back through it all
        xs = np.linspace(-0.1, float(rng.uniform(0.7, 1.3)), 20) * width
        y0 = float(rng.uniform(-0.6, 0.4)) * height
        bow = float(rng.uniform(-0.25, 0.25)) * height
        ys = y0 + bow * np.sin(np.linspace(0, 3.1, 20)) + np.linspace(0, float(rng.uniform(-0.4, 0.2)), 20) * height
        strokes.append((np.stack([xs, ys], axis=1), np.full(20, thick, np.float32)))
    return draw(strokes, 0, 0)


def _drift(rng: Rng, t: Points, least: float, most: float) -> Points:
    """A smooth random course through `least`..`most`."""
    knots = rng.uniform(least, most, int(rng.integers(3, 8)))
    return np.asarray(np.interp(t, np.linspace(0, 1, len(knots)), knots), np.float64)


def _handled(rng: Rng, made: Blot, mm: float) -> Blot:
    mask = made.mask
    if rng.random() < 0.5:
        wide, tall = (float(rng.uniform(0.75, 1.3)) for _ in range(2))
        mask = np.asarray(cv2.resize(mask, None, fx=wide, fy=tall, interpolation=cv2.INTER_AREA), np.float32)
    if rng.random() < 0.4:
        mask = bent(mask, rng, float(rng.uniform(0.1, 0.8)) * mm, float(rng.uniform(3, 9)) * mm)
    if rng.random() < 0.4:
        mask = turned(mask, float(rng.uniform(-12, 22)))
    if rng.random() < 0.25:
        kernel = np.ones((2, 2), np.uint8)
        mask = np.asarray(cv2.dilate(mask, kernel) if rng.random() < 0.6 else cv2.erode(mask, kernel), np.float32)
    if rng.random() < 0.3:
        dry = float(rng.uniform(0.2, 0.6)) + clouds(rng, mask.shape[0], mask.shape[1], float(rng.uniform(1, 6)) * mm)
        mask = np.clip(mask * dry, 0, 1).astype(np.float32)
    return Blot(mask, made.x, made.y - round(0.5 * (mask.shape[0] - made.mask.shape[0])))


def written(rng: Rng, mm: float) -> Blot:
    """Words or a date by hand, or a ring, an underline, an arrow, a cross drawn round or at print."""
    kind = float(rng.random())
    if kind < 0.35:
        return hands_a.handwriting(rng, mm, bool(rng.random() < 0.5))[0]
    if kind < 0.7:
        said = " ".join(str(w).capitalize() for w in rng.choice(_WORDS, int(rng.integers(1, 4))))
        if rng.random() < 0.3:
            said = f"{rng.integers(1, 29)}.{rng.integers(1, 13):02d}.{rng.integers(2001, 2027)}"
        face = "Caveat" if not said.isascii() else str(rng.choice(_SCRIPT))
        mask = _set(said.lower() if rng.random() < 0.3 else said, face, int(float(rng.uniform(4, 9)) * mm))
        return _handled(rng, Blot(bent(mask, rng, 0.5 * mm, 3.5 * mm), 0, -int(0.6 * mask.shape[0])), mm)
    a, b = float(rng.uniform(3, 25)) * mm, float(rng.uniform(2, 8)) * mm
    t = np.linspace(0, 2 * np.pi * float(rng.uniform(0.7, 1.4)), 60) + float(rng.uniform(0, 6))
    thick = float(rng.uniform(0.25, 0.9)) * mm
    if kind < 0.85:
        points = np.stack([a * np.cos(t) * np.linspace(1, 1.15, 60), b * np.sin(t)], axis=1)
    else:
        xs = np.linspace(-a, a, 60)
        points = np.stack([xs, 0.12 * b * np.sin(xs / a * float(rng.uniform(1, 14)))], axis=1)
    points = points + np.cumsum(rng.normal(0, 0.06 * mm, points.shape), axis=0)
    return draw([(points, np.full(60, thick, np.float32))], 0, 0)


# Imprints


def varied_imprint(rng: Rng, mm: float) -> Floats:
    """An imprint of set "a", or one put together anew: outline, rims, legend, middle, or a plate; then worn."""
    kind = float(rng.random())
    if kind < 0.25:
        return _worn(rng, imprint(rng, "a", mm, bool(rng.random() < 0.5)).mask, mm)
    if kind < 0.62:
        made = plate(rng, mm)
        tilt = float(rng.uniform(1.2, 22)) * float(rng.choice([-1, 1]))
        return _worn(rng, turned(bent(made, rng, 0.3 * mm, 12 * mm) if rng.random() < 0.2 else made, tilt), mm)
    rx = float(rng.uniform(8, 27)) * mm
    flat = float(rng.choice([1.0, 1.0, 1.0, rng.uniform(0.25, 0.9)]))
    power = 2.0 if flat > 0.6 and rng.random() < 0.8 else float(rng.choice([2.0, 3.0, 6.0, 16.0, 60.0]))
    ry = rx * flat
    side = int(2.3 * rx)
    image = Image.new("L", (side, side), 0)
    draw_on = ImageDraw.Draw(image)
    c = side / 2
    inner = float(rng.uniform(0.5, 0.75))
    shares = [1.0, float(rng.uniform(0.9, 0.96)), inner, inner - 0.05]
    for share in shares:
        if rng.random() < (0.85 if share == 1.0 else 0.45):
            _outline(rng, draw_on, c, (rx * share, ry * share), power, mm)
    face = str(rng.choice(_TYPE))
    along = power == 2.0 and min(rx, ry) > 7 * mm and rng.random() < 0.85
    if along:
        _legend(rng, image, c, (rx, ry), inner, face)
    room = (inner if along else 0.92) * (1.0 if power > 2 else 0.75)
    _middle(rng, image, c, (rx * room, ry * room), face, mm, words=not along or rng.random() < 0.6)
    mask = (np.asarray(image) / 255.0).astype(np.float32)
    if rng.random() < 0.3:
        mask = bent(mask, rng, 0.4 * mm, 9 * mm)
    tilt = float(rng.uniform(-180, 180)) if power == 2.0 and flat == 1.0 else float(rng.normal(0, 14))
    return _worn(rng, turned(mask, tilt), mm)


def plate(rng: Rng, mm: float) -> Floats:
    """Rows of words, dates and fields, level: alone, between lines, or in a frame with any corners. Print has such
    boxes too; a stamp's are worn and turned."""
    rows = [" ".join(str(w) for w in rng.choice(_WORDS, int(rng.choice([1, 1, 1, 2, 3]))))]
    for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2, 3]))):
        extra = (
            f"{rng.integers(1, 29):02d}.{rng.integers(1, 13):02d}.{rng.integers(1995, 2027)}",
            f"{rng.choice(_WORDS)} {'_' * int(rng.integers(3, 12))}",
            " ".join(str(w) for w in rng.choice(_WORDS, int(rng.integers(1, 3)))),
        )
        rows.append(str(extra[int(rng.integers(3))]))
    if rng.random() < 0.3:
        rows = [r.capitalize() for r in rows]
    size = float(rng.uniform(2.6, 10 if len(rows) < 3 else 5)) * mm
    f = font(str(rng.choice(_TYPE)), max(6, int(size)))
    pad = float(rng.uniform(0.2, 1.0)) * size
    wide = max(f.getlength(r) for r in rows)
    w, h = int(wide + 2 * pad), int(1.25 * size * len(rows) + pad)
    image = Image.new("L", (w + 12, h + 12), 0)
    on = ImageDraw.Draw(image)
    for k, row in enumerate(rows):
        y = 6 + h * (k + 0.5) / len(rows)
        on.text((6 + w / 2, y), row, font=f, fill=255, anchor="mm")
        if k and rng.random() < 0.3:
            y = 6 + h * k / len(rows)
            on.line((6, y, 6 + w, y), fill=255, width=max(1, round(0.3 * mm)))
    thick = max(1, round(float(rng.uniform(0.2, 1.3)) * mm))
    frame = float(rng.random())
    if frame < 0.6:
        corner = float(rng.choice([0.0, 0.0, rng.uniform(0.1, 0.5)])) * h
        on.rounded_rectangle((4, 4, w + 8, h + 8), radius=corner, outline=255, width=thick)
        if rng.random() < 0.2:
            inset = 4 + thick + max(2, round(0.5 * mm))
            on.rounded_rectangle((inset, inset, w + 12 - inset, h + 12 - inset), radius=corner, outline=255)
    elif frame < 0.72:
        for y in (5, h + 6):
            on.line((4, y, w + 8, y), fill=255, width=thick)
    mask = np.asarray(image) / 255.0
    squeeze = float(rng.uniform(0.7, 1.4))
    mask = np.asarray(cv2.resize(mask, None, fx=squeeze, fy=1.0, interpolation=cv2.INTER_AREA))
    return mask.astype(np.float32)


def _outline(
    rng: Rng, draw_on: ImageDraw.ImageDraw, c: float, half: tuple[float, float], power: float, mm: float
) -> None:
    """A closed line, |x/a|^p + |y/b|^p = 1 (an ellipse for 2, nearly a rectangle for 60), whole or broken, its edge
    smooth or toothed."""
    t = np.linspace(0, 2 * np.pi, 361)
    teeth = 1 + (float(rng.uniform(0.01, 0.03)) * np.sin(t * int(rng.integers(20, 60))) if rng.random() < 0.12 else 0)
    x = c + teeth * half[0] * np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (2 / power)
    y = c + teeth * half[1] * np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2 / power)
    wide = max(1, round(float(rng.uniform(0.15, 1.1)) * mm))
    dash = int(rng.integers(2, 12)) if rng.random() < 0.08 else 0
    for k in range(360):
        if not dash or k // dash % 2:
            draw_on.line((x[k], y[k], x[k + 1], y[k + 1]), fill=255, width=wide)


def _legend(rng: Rng, image: Image.Image, c: float, half: tuple[float, float], inner: float, face: str) -> None:
    size = float(rng.uniform(0.5, 0.85)) * (1 - inner) * min(half)
    middle = 0.5 * (0.95 + inner)
    a, b = half[0] - (1 - middle) * min(half), half[1] - (1 - middle) * min(half)
    f = font(face, max(6, int(size)))
    round_ = float(rng.uniform(0.3, 1.0)) * 2 * np.pi
    start = float(rng.uniform(0, 2 * np.pi))
    letters = " ".join(str(w) for w in rng.choice(_WORDS, 14))[: int(round_ * 0.5 * (a + b) / (0.7 * size))]
    lower = rng.random() < 0.2
    tile_half = int(1.2 * size) + 2
    for i, char in enumerate(letters):
        angle = start + round_ * i / max(1, len(letters))
        tile = Image.new("L", (2 * tile_half, 2 * tile_half), 0)
        ImageDraw.Draw(tile).text((tile_half, tile_half), char, font=f, fill=255, anchor="mm")
        tile = tile.rotate(-np.degrees(angle) + (180 if lower else 0), resample=Image.Resampling.BILINEAR)
        image.paste(255, (int(c + a * np.sin(angle) - tile_half), int(c - b * np.cos(angle) - tile_half)), tile)


def _middle(
    rng: Rng, image: Image.Image, c: float, half: tuple[float, float], face: str, mm: float, *, words: bool
) -> None:
    """Rows of words with or without lines between them; else an emblem, or nothing. (Outlines without any letters
    are what charts and logos have.)"""
    on = ImageDraw.Draw(image)
    if words:
        rows = [
            " ".join(str(w) for w in rng.choice(_WORDS, int(rng.integers(1, 4)))) for _ in range(rng.integers(1, 5))
        ]
        if rng.random() < 0.4:
            rows[-1] = f"{rng.integers(1, 29):02d}.{rng.integers(1, 13):02d}.{rng.integers(1995, 2027)}"
        if rng.random() < 0.3:
            rows = [r.capitalize() for r in rows]
        tall = 2 * half[1] / len(rows)
        for k, row in enumerate(rows):
            f = font(face, max(6, int(min(tall * 0.8, 9 * mm, 2 * half[0] / max(1, len(row)) * 1.7))))
            y = c - half[1] + tall * (k + 0.5)
            on.text((c, y), row, font=f, fill=255, anchor="mm")
            if k and rng.random() < 0.3:
                on.line((c - half[0], y - tall / 2, c + half[0], y - tall / 2), fill=255, width=max(1, int(0.3 * mm)))
    elif rng.random() < 0.7:
        # An emblem: blobs and strokes, the same on both sides of the axis.
        for _ in range(int(rng.integers(2, 9))):
            x, y = float(rng.uniform(0, 0.7)) * half[0], float(rng.uniform(-0.7, 0.7)) * half[1]
            rx, ry = (float(rng.uniform(0.08, 0.4)) * min(half) for _ in range(2))
            solid = rng.random() < 0.5
            for s in (-1, 1):
                box = (c + s * x - rx, c + y - ry, c + s * x + rx, c + y + ry)
                on.ellipse(box, fill=255 if solid else None, outline=255, width=max(1, int(0.3 * mm)))
                if rng.random() < 0.4:
                    on.line((c, c - y, c + s * x, c + y), fill=255, width=max(1, int(0.4 * mm)))


def _worn(rng: Rng, mask: Floats, mm: float) -> Floats:
    """Pressed unevenly: blotches, a side or a part that did not touch, grain, thick ink, a slip of the hand."""
    h, w = mask.shape
    if rng.random() < 0.15:
        dx, dy = (int(rng.integers(-1, 2) * 0.5 * mm) for _ in range(2))
        mask = np.maximum(mask, 0.6 * np.roll(mask, (dy, dx), (0, 1)))
    if rng.random() < 0.25:
        mask = np.asarray(cv2.dilate(mask, np.ones((2, 2), np.uint8)), np.float32)
    if rng.random() < 0.6:
        mask = mask * (1 - float(rng.uniform(0.1, 0.95)) * clouds(rng, h, w, float(rng.uniform(1, 10)) * mm))
    if rng.random() < 0.35:
        a = float(rng.uniform(0, 6.28))
        ramp = np.linspace(-0.5, 0.5, w)[None] * np.cos(a) + np.linspace(-0.5, 0.5, h)[:, None] * np.sin(a)
        mask = mask * np.clip(float(rng.uniform(0.4, 1.0)) + float(rng.uniform(0.5, 2.5)) * ramp, 0, 1)
    if rng.random() < 0.6:
        grain = cv2.GaussianBlur(rng.random((h, w), dtype=np.float32), (0, 0), float(rng.uniform(0.3, 1.2)))
        mask = mask * np.where(
            grain > np.quantile(grain[::3, ::3], float(rng.uniform(0.05, 0.55))), 1, float(rng.uniform(0, 0.6))
        )
    return np.asarray(np.clip(mask, 0, 1), np.float32)


def _set(words: str, face: str, pixels: int) -> Floats:
    f = font(face, pixels)
    tile = Image.new("L", (int(f.getlength(words)) + pixels, 2 * pixels), 0)
    ImageDraw.Draw(tile).text((pixels // 2, int(1.3 * pixels)), words, font=f, fill=255, anchor="ls")
    return (np.asarray(tile) / 255.0).astype(np.float32)
