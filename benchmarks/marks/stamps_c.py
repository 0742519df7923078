"""Imprints of set "c": a legend set straight and wrapped round by a polar map, date stamps, register stamps."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image, ImageDraw

from atomcite.benchmarks.marks.ink import Floats, Rng, turned
from atomcite.benchmarks.marks.pages import font

_LEGENDS = (
    ("TADLEY & PENROSE ENGINEERING LTD", "CHAMBER OF COMMERCE AND INDUSTRY", "THE HOLT FOUNDATION"),
    ("ТОРГОВЫЙ ДОМ «ВЕРШИНА» САНКТ-ПЕТЕРБУРГ", "АДМИНИСТРАЦИЯ ГОРОДСКОГО ОКРУГА", "ООО «МАЯК» ГОРОД КАЗАНЬ"),
)
_WORDS = (
    ("COPY", "SETTLED", "CHECKED", "VOID", "ORIGINAL", "AUDITED", "DESPATCHED"),
    ("КОПИЯ", "ПРОВЕРЕНО", "ОТПРАВЛЕНО", "ИСПОЛНЕНО", "СКЛАД № 2", "ПОДЛИННИК"),
)
_FACES = ("Roboto", "Lora", "PT_Serif")


def round_seal(rng: Rng, mm: float, russian: bool) -> tuple[Floats, str]:
    """A round imprint: mask (0..1) and its words."""
    legend = str(rng.choice(_LEGENDS[int(russian)]))
    face = "PT_Serif" if russian else str(rng.choice(_FACES))
    r = float(rng.uniform(13, 23)) * mm
    high = float(rng.uniform(0.13, 0.2)) * r
    f = font(face, int(high))
    rings = int(rng.integers(1, 3))
    text = f"{legend} * " * rings
    around = 2 * np.pi * 0.82 * r
    strip = Image.new("L", (int(f.getlength(text)) + 2, int(1.5 * high)), 0)
    ImageDraw.Draw(strip).text((0, 0.1 * high), text, font=f, fill=255)
    share = min(1.0, f.getlength(text) / around * float(rng.uniform(0.9, 1.3)))
    wide = np.asarray(strip.resize((int(around * share), strip.height))) / 255.0
    side = int(2.15 * r)
    yy, xx = np.mgrid[0:side, 0:side].astype(np.float32) - side / 2
    radius, angle = np.hypot(xx, yy), np.mod(np.arctan2(xx, -yy) + float(rng.uniform(0, 6.28)), 2 * np.pi)
    u = (angle / (2 * np.pi) * around).astype(np.float32)
    v = (0.82 * r + 0.5 * strip.height - radius).astype(np.float32)
    mask = cv2.remap(wide.astype(np.float32), u, v, cv2.INTER_LINEAR, borderValue=0)
    for share_of_r, thick in ((0.98, rng.uniform(0.3, 0.9)), (0.92, 0.25), (0.7, 0.3), (0.45, 0.25)):
        if share_of_r == 0.98 or rng.random() < 0.6:
            mask = np.maximum(mask, np.clip(thick * mm / 2 + 0.5 - np.abs(radius - share_of_r * r), 0, 1))
    middle = Image.new("L", (side, side), 0)
    words = str(rng.choice(["ОГРН 1157847", "Москва", "№ 2"] if russian else ["EST. 1911", "No. 2", "SEAL"]))
    ImageDraw.Draw(middle).text((side / 2, side / 2), words, font=font(face, int(0.16 * r)), fill=255, anchor="mm")
    mask = np.maximum(mask, np.asarray(middle) / 255.0)
    return _pressed(rng, turned(mask.astype(np.float32), float(rng.uniform(-40, 40))), mm), f"{legend} {words}"


def other_stamp(rng: Rng, mm: float, russian: bool) -> tuple[Floats, str]:
    """A date stamp, a register stamp with fields, a word alone or in a frame; mask (0..1) and its words."""
    face = "PT_Serif" if russian else str(rng.choice(_FACES))
    word = str(rng.choice(_WORDS[int(russian)]))
    kind = int(rng.integers(0, 4))
    rows = [word]
    if kind == 0:
        month = str(rng.choice(["ЯНВ", "МАЙ", "НОЯ"] if russian else ["JAN", "MAY", "NOV"]))
        rows = [word, f"{rng.integers(1, 29):02d} {month} {rng.integers(2012, 2026)}"]
    elif kind == 1:
        rows = [
            word,
            "Дата ____________" if russian else "Date ____________",
            "№ ______ " if russian else "By _______",
        ]
    size = float(rng.uniform(3.2, 7.5 if kind > 1 else 5)) * mm
    f = font(face, int(size))
    w, h = int(max(f.getlength(r) for r in rows) + 1.6 * size), int(1.35 * size * len(rows) + 0.7 * size)
    image = Image.new("L", (w + 8, h + 8), 0)
    on = ImageDraw.Draw(image)
    thick = max(1, round(float(rng.uniform(0.3, 1.1)) * mm))
    if kind < 3:
        on.rounded_rectangle(
            (3, 3, w + 4, h + 4), radius=float(rng.choice([0, 0.35])) * size, outline=255, width=thick
        )
    for k, row in enumerate(rows):
        on.text((4 + w / 2, 4 + h * (k + 0.5) / len(rows)), row, font=f, fill=255, anchor="mm")
        if k and kind == 0:
            on.line((4, 4 + h * k / len(rows), w + 3, 4 + h * k / len(rows)), fill=255, width=max(1, thick // 2))
    tilt = float(rng.uniform(2, 16)) * float(rng.choice([-1, 1])) * (1.6 if kind == 3 else 1.0)
    mask = turned((np.asarray(image) / 255.0).astype(np.float32), tilt)
    return _pressed(rng, mask, mm), " ".join(rows)


def _pressed(rng: Rng, mask: Floats, mm: float) -> Floats:
    """Pressed with a tilt, with holes where there was no ink, on rough paper."""
    h, w = mask.shape
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    centre = (float(rng.uniform(0.2, 0.8)) * w, float(rng.uniform(0.2, 0.8)) * h)
    far = np.hypot(xx - centre[0], yy - centre[1]) / np.hypot(w, h)
    out = mask * np.clip(1.15 - float(rng.uniform(0, 1.1)) * far, 0.15, 1)
    for _ in range(int(rng.integers(0, 7))):
        x, y = float(rng.uniform(0, w)), float(rng.uniform(0, h))
        out = out * (1 - 0.9 * np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / (float(rng.uniform(0.5, 3)) * mm) ** 2))
    rough = cv2.GaussianBlur(rng.normal(0, 1, (h, w)).astype(np.float32), (0, 0), 0.09 * mm)
    out = out * np.clip(1 - float(rng.uniform(0, 0.5)) * rough / (rough.std() + 1e-6), 0.2, 1)
    return np.asarray(np.clip(out, 0, 1), np.float32)
