"""Imprints. Set "a" places the letters of a legend one by one, round or along two arcs; set "b" sets it straight and
bends it round; those of set "c" are in `stamps_c`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw

from atomcite.benchmarks.marks.ink import Floats, Rng, clouds, turned
from atomcite.benchmarks.marks.pages import font
from atomcite.benchmarks.marks.stamps_c import other_stamp, round_seal

_LEGENDS = {
    "a": (
        ("NORTHGATE MARINE HOLDINGS LIMITED * LONDON *", "FARROW & HALE SOLICITORS * BRISTOL *"),
        ("ОБЩЕСТВО С ОГРАНИЧЕННОЙ ОТВЕТСТВЕННОСТЬЮ * МОСКВА *", "АКЦИОНЕРНОЕ ОБЩЕСТВО «СЕВЕРНЫЙ ПОРТ» *"),
    ),
    "b": (
        ("CALDER INSURANCE COMPANY PLC", "REGISTRAR OF DEEDS  COUNTY COURT"),
        ("НОТАРИУС ГОРОДА ТВЕРИ", "ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО «ЛАДОГА»"),
    ),
}
_WORDS = {
    "a": (
        ("PAID", "RECEIVED", "CERTIFIED COPY", "APPROVED", "CONFIDENTIAL"),
        ("ОПЛАЧЕНО", "КОПИЯ ВЕРНА", "ПОЛУЧЕНО", "УТВЕРЖДЕНО", "ВХОДЯЩИЙ № 318"),
    ),
    "b": (("ENTERED", "CANCELLED", "TRUE COPY", "FILED", "POSTED"), ("ПРИНЯТО", "ПОГАШЕНО", "АРХИВ", "ПРОВЕДЕНО")),
}


@dataclass(frozen=True)
class Imprint:
    """A mask (0..1), whether the outline is round, and the words that it says."""

    mask: Floats
    round: bool
    words: str


def imprint(rng: Rng, maker: str, mm: float, russian: bool) -> Imprint:
    """One imprint; `mm` pixels a millimetre."""
    if maker == "c":
        is_round = bool(rng.random() < 0.5)
        mask, words = (round_seal if is_round else other_stamp)(rng, mm, russian)
        return Imprint(mask, is_round, words)
    makers = ((_ring_a, _arcs_a), (_frame_a, _entry_a)) if maker == "a" else ((_ring_b,), (_frame_b,))
    kinds = makers[0 if rng.random() < 0.5 else 1]
    made = kinds[int(rng.integers(len(kinds))) if len(kinds) > 1 else 0](rng, mm, russian)
    return Imprint(_worn(rng, maker, made.mask, mm), made.round, made.words)


def _worn(rng: Rng, maker: str, mask: Floats, mm: float) -> Floats:
    """Ink left unevenly: blotches, a side that hardly touched, grain of the paper."""
    h, w = mask.shape
    worn = mask * (1 - float(rng.uniform(0.1, 0.7)) * clouds(rng, h, w, float(rng.uniform(1.5, 8)) * mm))
    if rng.random() < 0.35:
        ramp = np.linspace(0, 1, w)[None, :] * np.cos(a := float(rng.uniform(0, 6.28))) + np.linspace(0, 1, h)[
            :, None
        ] * np.sin(a)
        ramp = (ramp - ramp.min()) / (np.ptp(ramp) + 1e-6)
        worn = worn * (1 - float(rng.uniform(0.3, 0.8)) * ramp**2)
    if maker == "b" or rng.random() < 0.7:
        grain = cv2.GaussianBlur(rng.random((h, w), dtype=np.float32), (0, 0), 0.08 * mm + 0.3)
        worn = worn * (0.55 + 0.45 * (grain > np.quantile(grain, float(rng.uniform(0.1, 0.35)))))
    return np.asarray(worn, np.float32)


def _pick(rng: Rng, table: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]], maker: str, russian: bool) -> str:
    return str(rng.choice(table[maker][int(russian)]))


def _array(image: Image.Image) -> Floats:
    return (np.asarray(image) / 255.0).astype(np.float32)


def _ring_a(rng: Rng, mm: float, russian: bool) -> Imprint:
    legend = _pick(rng, _LEGENDS, "a", russian)
    r = float(rng.uniform(14, 22)) * mm
    side = int(2.2 * r)
    image = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(image)
    c = side / 2
    rims = ((1.0, 0.8), (0.94, 0.3), (0.64, 0.35)) if rng.random() < 0.5 else ((1.0, 0.7), (0.66, 0.4))
    for share, thick in rims[: 1 + int(rng.random() < 0.85) * 2]:
        draw.ellipse(
            (c - r * share, c - r * share, c + r * share, c + r * share), outline=255, width=max(1, int(thick * mm))
        )
    face = str(rng.choice(["NotoSans", "PT_Serif"]))
    f = font(face, int(0.17 * r))
    start = float(rng.uniform(0, 6.28))
    for i, char in enumerate(legend):
        a = start + 2 * np.pi * i / len(legend)
        tile = Image.new("L", (int(0.4 * r), int(0.4 * r)), 0)
        ImageDraw.Draw(tile).text((0.2 * r, 0.2 * r), char, font=f, fill=255, anchor="mm")
        tile = tile.rotate(-np.degrees(a), resample=Image.Resampling.BICUBIC)
        x, y = c + 0.8 * r * np.sin(a), c - 0.8 * r * np.cos(a)
        image.paste(255, (int(x - 0.2 * r), int(y - 0.2 * r)), tile)
    middle = str(
        rng.choice(["«Ромашка»", "Для документов", "ОГРН 1047"] if russian else ["SEAL", "No. 318", "Northgate"])
    )
    if rng.random() < 0.8:
        draw.text((c, c), middle, font=font(face, int(0.2 * r)), fill=255, anchor="mm")
    else:
        k = np.arange(10)
        rr = np.where(k % 2, 0.15, 0.35) * r
        draw.polygon(
            [(c + q * np.sin(np.pi * j / 5), c - q * np.cos(np.pi * j / 5)) for j, q in zip(k, rr, strict=True)],
            fill=255,
        )
    return Imprint(turned(_array(image), float(rng.uniform(-25, 25))), True, f"{legend} {middle}")


def _letters(
    image: Image.Image,
    words: str,
    at: tuple[float, float],
    size: float,
    start: float,
    span: float,
    *,
    lower: bool = False,
) -> None:
    """Letters one by one along an arc: `at` its half axes, `span` radians from `start` (clockwise from the top)."""
    c = image.width / 2
    f = font(str(("NotoSans", "PT_Serif")[int(size) % 2]), max(6, int(size)))
    half = int(1.2 * size)
    for i, char in enumerate(words[::-1] if lower else words):
        a = start + span * (i + 0.5) / len(words)
        tile = Image.new("L", (2 * half, 2 * half), 0)
        ImageDraw.Draw(tile).text((half, half), char, font=f, fill=255, anchor="mm")
        tile = tile.rotate(-np.degrees(a) + (180 if lower else 0), resample=Image.Resampling.BICUBIC)
        x, y = c + at[0] * np.sin(a), image.height / 2 - at[1] * np.cos(a)
        image.paste(255, (int(x - half), int(y - half)), tile)


def _arcs_a(rng: Rng, mm: float, russian: bool) -> Imprint:
    """A legend along the upper arc and a shorter one along the lower, in a circle or an oval, with a date, a word or
    a device in the middle; one rim to three."""
    legend = _pick(rng, _LEGENDS, "a", russian).strip("* ")
    below = str(
        rng.choice(["МОСКВА", "ОГРН 1047796", "ДЛЯ СЧЕТОВ"] if russian else ["LONDON", "EST. 1974", "SINCE 1988"])
    )
    r = float(rng.uniform(13, 21)) * mm
    flat = float(rng.choice([1.0, 1.0, 0.62, 0.75]))
    image = Image.new("L", (int(2.3 * r), int(2.3 * r)), 0)
    draw = ImageDraw.Draw(image)
    c = image.width / 2
    inner = float(rng.uniform(0.5, 0.68))
    rims = [(1.0, float(rng.uniform(0.3, 1.0))), (inner, 0.3), (0.93, 0.25)][: int(rng.integers(1, 4))]
    for share, thick in rims:
        x, y = share * r, share * r * flat
        draw.ellipse((c - x, c - y, c + x, c + y), outline=255, width=max(1, int(thick * mm)))
    size = float(rng.uniform(0.12, 0.2)) * r * (0.85 if flat < 1 else 1.0)
    middle = 0.5 * (0.93 + inner) * r
    axes = (middle, middle - (1 - flat) * r)
    upper = float(rng.uniform(0.55, 0.72)) * 2 * np.pi
    _letters(image, legend[: int(upper * middle / (0.62 * size))], axes, size, -upper / 2, upper)
    if rng.random() < 0.8:
        lower = min(2 * np.pi - upper - 0.5, len(below) * 0.8 * size / middle)
        _letters(image, below, axes, size, np.pi - lower / 2, lower, lower=True)
    kind = float(rng.random())
    word = f"{rng.integers(1, 28):02d}.{rng.integers(1, 12):02d}.2024" if kind < 0.4 else below
    if kind < 0.75:
        f = font("NotoSans", int(0.16 * r))
        draw.text((c, c), word, font=f, fill=255, anchor="mm")
        if kind < 0.4:
            for y in (c - 0.16 * r, c + 0.16 * r):
                draw.line((c - inner * r, y, c + inner * r, y), fill=255, width=max(1, int(0.3 * mm)))
    else:
        side = 0.25 * r * flat
        draw.polygon(
            [(c, c - side), (c + side, c), (c, c + side), (c - side, c)], outline=255, width=max(1, int(0.5 * mm))
        )
    mask = turned(_array(image), float(rng.uniform(-30, 30)))
    return Imprint(mask, flat == 1.0, f"{legend} {below}")


def _entry_a(rng: Rng, mm: float, russian: bool) -> Imprint:
    """An entry stamp: a frame with rows of small print and lines to be filled in."""
    rows = (
        ["ПОЛУЧЕНО", "Вх. № ________", "«___» ________ 20__ г."]
        if russian
        else ["RECEIVED", "No. ________", "Date ____ / ____"]
    )[: int(rng.integers(2, 4))]
    f = font("PT_Serif" if russian else "NotoSans", int(float(rng.uniform(3.0, 4.6)) * mm))
    w, h = int(max(f.getlength(r) for r in rows) + 1.5 * f.size), int((0.9 + 1.35 * len(rows)) * f.size)
    image = Image.new("L", (w + 10, h + 10), 0)
    draw = ImageDraw.Draw(image)
    thick = int(float(rng.uniform(0.3, 0.9)) * mm) + 1
    draw.rectangle((4, 4, w + 4, h + 4), outline=255, width=thick)
    if rng.random() < 0.5:
        draw.line((4, 4 + h / len(rows), w + 4, 4 + h / len(rows)), fill=255, width=max(1, thick // 2))
    for k, row in enumerate(rows):
        draw.text((5 + w / 2, 5 + h * (k + 0.5) / len(rows)), row, font=f, fill=255, anchor="mm")
    tilt = float(rng.uniform(1.0, 14)) * float(rng.choice([-1, 1]))
    return Imprint(turned(_array(image), tilt), False, " ".join(rows))


def _frame_a(rng: Rng, mm: float, russian: bool) -> Imprint:
    words = _pick(rng, _WORDS, "a", russian)
    f = font("NotoSans", int(float(rng.uniform(4.5, 8.5)) * mm))
    rows = [words]
    if rng.random() < 0.4:
        rows.append(f"{rng.integers(1, 28):02d}.{rng.integers(1, 12):02d}.2024")
    w = int(max(f.getlength(r) for r in rows) + 1.2 * f.size)
    h = int((0.8 + 1.15 * len(rows)) * f.size)
    kind = int(rng.integers(0, 8))
    if kind == 0:
        side = int(float(rng.uniform(30, 42)) * mm)
        image = Image.new("L", (side, int(0.9 * side)), 0)
        draw = ImageDraw.Draw(image)
        draw.polygon([(side / 2, 3), (side - 4, 0.88 * side), (4, 0.88 * side)], outline=255, width=int(0.6 * mm) + 1)
        small = font("NotoSans", int(0.085 * side))
        for k, row in enumerate(["Для", "документов"] if russian else ["FOR", "DOCUMENTS"]):
            draw.text((side / 2, (0.55 + 0.15 * k) * side), row, font=small, fill=255, anchor="mm")
        words = "Для документов" if russian else "FOR DOCUMENTS"
        return Imprint(turned(_array(image), float(rng.uniform(-12, 12))), False, words)
    image = Image.new("L", (w + 10, h + 10), 0)
    draw = ImageDraw.Draw(image)
    if kind > 1:
        draw.rectangle((4, 4, w + 4, h + 4), outline=255, width=int(float(rng.uniform(0.4, 1.0)) * mm) + 1)
    if kind > 5:
        inset = int(1.1 * mm)
        draw.rectangle((4 + inset, 4 + inset, w + 4 - inset, h + 4 - inset), outline=255, width=int(0.3 * mm) + 1)
    for k, row in enumerate(rows):
        draw.text((5 + w / 2, 5 + h * (k + 0.5) / len(rows)), row, font=f, fill=255, anchor="mm")
    tilt = float(rng.uniform(1.0, 18)) * float(rng.choice([-1, 1]))
    return Imprint(turned(_array(image), tilt if kind > 1 else tilt * 1.5), False, " ".join(rows))


def _ring_b(rng: Rng, mm: float, russian: bool) -> Imprint:
    legend = _pick(rng, _LEGENDS, "b", russian)
    r = float(rng.uniform(13, 21)) * mm
    f = font("Roboto", int(0.2 * r))
    strip = Image.new("L", (int(2 * np.pi * 0.78 * r), int(0.3 * r)), 0)
    ImageDraw.Draw(strip).text(
        (strip.width * float(rng.uniform(0.35, 0.65)), 0.15 * r), legend, font=f, fill=255, anchor="mm"
    )
    side = int(2.3 * r)
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32) - side / 2
    oval = float(rng.uniform(0.93, 1.07))
    xs, ys = xs * oval, ys / oval
    rho, theta = np.hypot(xs, ys), (np.arctan2(xs, -ys) + np.pi) / (2 * np.pi)
    rows = (0.93 * r - rho).astype(np.float32)
    mask = cv2.remap(np.asarray(strip), (theta * strip.width).astype(np.float32), rows, cv2.INTER_LINEAR) / 255.0
    mask[(rho > 0.94 * r) | (rho < 0.6 * r)] = 0
    edge = r * (1 + (0.025 * np.cos(36 * theta * 2 * np.pi) if rng.random() < 0.3 else 0))
    mask[np.abs(rho - edge) < 0.4 * mm] = 1
    if rng.random() < 0.75:
        mask[np.abs(rho - float(rng.uniform(0.52, 0.62)) * r) < 0.2 * mm] = 1
    k = int(rng.integers(3, 9))
    emblem = rho < 0.32 * r * (1 + 0.45 * np.cos(k * theta * 2 * np.pi))
    words = ""
    if rng.random() < 0.5:
        mask[emblem & (rho > 0.1 * r)] = 1
    else:
        words = str(rng.choice(["ЛАДОГА", "Печать", "ИНН 69"] if russian else ["CALDER", "Official", "No 12"]))
        tile = Image.new("L", (side, side), 0)
        ImageDraw.Draw(tile).text(
            (side / 2, side / 2), words, font=font("Roboto", int(0.22 * r)), fill=255, anchor="mm"
        )
        mask = np.maximum(mask, _array(tile))
    return Imprint(turned(mask.astype(np.float32), float(rng.uniform(-40, 40))), True, f"{legend} {words}")


def _frame_b(rng: Rng, mm: float, russian: bool) -> Imprint:
    words = _pick(rng, _WORDS, "b", russian)
    f = font(str(rng.choice(["Roboto", "Lora"])), int(float(rng.uniform(5, 9)) * mm))
    w, h = int(f.getlength(words) + 1.4 * f.size), int(2.0 * f.size)
    image = Image.new("L", (w + 12, h + 12), 0)
    draw = ImageDraw.Draw(image)
    kind = int(rng.integers(0, 5))
    thick = int(float(rng.uniform(0.5, 1.2)) * mm) + 1
    if kind <= 2:
        draw.rounded_rectangle(
            (5, 5, w + 5, h + 5), radius=int(float(rng.uniform(0.8, 3)) * mm), outline=255, width=thick
        )
    elif kind == 3:
        for y in (5, h + 5):
            draw.line((5, y, w + 5, y), fill=255, width=thick)
    else:
        cut, half = int(0.35 * h), 5 + h // 2
        upper = [(5 + cut, 5), (w + 5 - cut, 5), (w + 5, half)]
        draw.polygon([*upper, (w + 5 - cut, h + 5), (5 + cut, h + 5), (5, half)], outline=255, width=thick)
    draw.text((6 + w / 2, 6 + h / 2), words, font=f, fill=255, anchor="mm")
    if rng.random() < 0.3:
        line = int(0.25 * mm) + 1
        draw.line((8, 6 + 0.2 * h, w, 6 + 0.2 * h), fill=255, width=line)
    tilt = float(rng.uniform(2, 25)) * float(rng.choice([-1, 1]))
    return Imprint(turned(_array(image), tilt), False, words)
