"""Damage to a page where its values stand, as pure functions of pixels and a generator of random numbers.

Each takes H x W x 3 RGB pixels, the boxes of the values (in pixels), the resolution, a strength 0..1 and a
`numpy.random.Generator`, and returns new pixels of the same shape. The weakest strength is what one passes over in
daily work, the strongest what a person still reads or just does not.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from atomcite.benchmarks.corpus import degrade
from atomcite.benchmarks.damage.faces import Face
from atomcite.domain import Box, Pixels

Damage = Callable[[Pixels, Sequence[Box], float, float, np.random.Generator], Pixels]
_Mask = npt.NDArray[np.floating]
_INKS = ((46, 62, 168), (92, 60, 150), (176, 44, 52), (40, 108, 72))
_MARKERS = ((250, 236, 90), (150, 226, 130), (246, 160, 190), (140, 190, 240), (206, 206, 200))


def seal(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """A round or square stamp across each value: two rings or frames and bars of ink, darker with strength."""
    page = pixels
    for box in boxes:
        mask = np.zeros(page.shape[:2], np.uint8)
        x, y = (int(v) for v in box.center)
        x += int(rng.normal(0, 0.15 * box.width))
        radius = int(rng.uniform(1.2, 2.6) * dpi / 72 * 10)
        thick = max(1, round((0.7 + 0.9 * strength) * dpi / 72))
        if rng.random() < 0.6:
            for share in (1.0, 0.82, 0.3):
                cv2.circle(mask, (x, y), int(radius * share), 255, thick, cv2.LINE_AA)
            for angle in np.arange(0, 360, 24):
                turn = math.radians(float(angle))
                inner, outer = 0.4 * radius, 0.75 * radius
                ends = [(int(x + r * math.cos(turn)), int(y + r * math.sin(turn))) for r in (inner, outer)]
                cv2.line(mask, ends[0], ends[1], 255, thick, cv2.LINE_AA)
        else:
            tilt = float(rng.uniform(-14, 14))
            frame = cv2.boxPoints(((float(x), float(y)), (2.6 * radius, 1.1 * radius), tilt)).astype(np.int32)
            cv2.polylines(mask, [frame], True, 255, thick, cv2.LINE_AA)
            letters = "".join(rng.choice(list("AEHKMOPTXCB"), 8))
            cv2.putText(
                mask, letters, (x - radius, y + radius // 6), cv2.FONT_HERSHEY_DUPLEX, radius / 42, 255, thick
            )
        colour = _INKS[int(rng.integers(len(_INKS)))]
        page = _printed(page, mask.astype(np.float32) / 255 * (0.45 + 0.5 * strength), colour)
    return degrade.wear_ink(page, dpi, rng, 0.5)


def rules(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """A table's rule that runs through the digits: across at some height, or between and into them."""
    page = pixels.copy()
    thick = max(1, round((0.4 + 0.8 * strength) * dpi / 72))
    for box in boxes:
        if rng.random() < 0.7:
            y = round(box.y0 + box.height * float(rng.uniform(0.15, 0.9)))
            cv2.line(page, (round(box.x0 - 12), y), (round(box.x1 + 12), y), (50, 50, 50), thick)
        else:
            x = round(box.x0 + box.width * float(rng.uniform(0.1, 0.9)))
            cv2.line(page, (x, round(box.y0 - 8)), (x, round(box.y1 + 8)), (50, 50, 50), thick)
    return page


def strike(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """A pen's slip across each value, slanting, in blue or black; it cancels nothing."""
    page = pixels
    for box in boxes:
        mask = np.zeros(page.shape[:2], np.uint8)
        steps = np.linspace(-0.15, 1.15, 12)
        rise = float(rng.uniform(-0.7, 0.7)) * box.height
        wave = rng.normal(0, 0.06 * box.height, len(steps))
        points = [
            (round(box.x0 + t * box.width), round(box.center[1] + rise * (0.5 - t) + w))
            for t, w in zip(steps, wave, strict=True)
        ]
        thick = max(1, round((0.6 + 0.8 * strength) * dpi / 72))
        cv2.polylines(mask, [np.array(points, np.int32)], False, 255, thick, cv2.LINE_AA)
        colour = (30, 50, 150) if rng.random() < 0.6 else (35, 35, 38)
        page = _printed(page, mask.astype(np.float32) / 255 * 0.9, colour)
    return page


def coffee(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """Brown rings and blots, soft at the edge, over each value."""
    page = pixels
    for box in boxes:
        mask = np.zeros(page.shape[:2], np.float32)
        x, y = box.center
        for _ in range(3):
            at = (int(x + rng.normal(0, 0.5 * box.width)), int(y + rng.normal(0, box.height)))
            size = int(rng.uniform(6, 20) * dpi / 72)
            cv2.circle(mask, at, size, float(rng.uniform(0.3, 0.6)), -1, cv2.LINE_AA)
            cv2.circle(mask, at, size, float(rng.uniform(0.6, 1.0)), max(1, round(1.4 * dpi / 72)), cv2.LINE_AA)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.7 * dpi / 72), np.float32)
        page = _printed(page, mask * (0.35 + 0.5 * strength), (112, 74, 40))
    return page


def fade(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """The values nearly gone, as where toner ran low: 40 down to 10 % of the contrast is left, with sensor noise."""
    page = pixels.astype(np.float32)
    left = 0.4 - 0.3 * strength
    for box in boxes:
        y0, y1, x0, x1 = _around(box, page.shape, 0.3 * box.height)
        page[y0:y1, x0:x1] = 255 - (255 - page[y0:y1, x0:x1]) * left
    return degrade.noise(np.clip(page, 0, 255).astype(np.uint8), rng, 2.5)


def marker(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """A marker pen over each value, in colour or as a grey copy; the stronger, the darker the mark."""
    page = pixels
    for box in boxes:
        mask = np.zeros(page.shape[:2], np.float32)
        y0, y1, x0, x1 = _around(box, page.shape, float(rng.uniform(0.1, 0.4)) * box.height)
        mask[y0:y1, x0:x1] = 1.0
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.5 * dpi / 72), np.float32)
        colour = np.asarray(_MARKERS[int(rng.integers(len(_MARKERS)))], np.float32) * (1 - 0.45 * strength)
        page = _printed(page, mask, tuple(int(c) for c in colour))
    return degrade.noise(degrade.to_grey(page), rng, 3.0) if rng.random() < 0.5 else page


def halftone(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """A screen of dots behind each value, as shaded cells come out of a printer."""
    page = pixels.copy()
    pitch = max(3.0, float(rng.uniform(1.3, 2.4)) * dpi / 72)
    radius = pitch * (0.18 + 0.2 * strength)
    for box in boxes:
        y0, y1, x0, x1 = _around(box, page.shape, 0.35 * box.height)
        ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
        u, v = (xs + ys) / math.sqrt(2), (xs - ys) / math.sqrt(2)
        du, dv = (u + pitch / 2) % pitch - pitch / 2, (v + pitch / 2) % pitch - pitch / 2
        dots = np.clip(radius + 0.5 - np.hypot(du, dv), 0, 1)[..., None]
        area = page[y0:y1, x0:x1].astype(np.float32)
        page[y0:y1, x0:x1] = np.minimum(area, 255 - dots * 190).astype(np.uint8)
    return page


def watermark(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """Large grey slanting letters behind the page, a row of them through every value."""
    page = pixels
    for box in boxes:
        mask = np.zeros(page.shape[:2], np.uint8)
        size = float(rng.uniform(1.2, 2.2)) * dpi / 72
        x, y = (int(v) for v in box.center)
        letters = "".join(rng.choice(list("COPYDRAFT"), 5))
        cv2.putText(mask, letters, (int(x - 50 * size), int(y + 10 * size)), cv2.FONT_HERSHEY_DUPLEX, size, 255,
                    max(2, round(3.5 * size)), cv2.LINE_AA)  # fmt: skip
        turn = cv2.getRotationMatrix2D((float(x), float(y)), float(rng.uniform(15, 40)), 1.0)
        mask = np.asarray(cv2.warpAffine(mask, turn, (page.shape[1], page.shape[0])), np.uint8)
        level = int(205 - 95 * strength)
        page = np.minimum(page, _printed(np.full_like(page, 255), mask.astype(np.float32) / 255, (level,) * 3))
    return page


def fax(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """Standard fax (204 x 98 or 204 x 196 dots an inch, black and white), pepper, and white or black scan lines."""
    height, width = pixels.shape[:2]
    down = 98 if strength > 0.6 else 196
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(
        grey, (min(width, round(width * 204 / dpi)), round(height * down / dpi)), interpolation=cv2.INTER_AREA
    )
    bits = np.where(small > 150, 255, 0).astype(np.uint8)
    flips = rng.random(bits.shape) < 0.002 + 0.01 * strength
    bits[flips] = 255 - bits[flips]
    for box in boxes:
        if rng.random() < 0.5:
            row = int(box.center[1] * bits.shape[0] / height + rng.normal(0, 2))
            bits[np.clip(row, 0, bits.shape[0] - 1)] = 255 if rng.random() < 0.5 else 0
    return _rgb(cv2.cvtColor(cv2.resize(bits, (width, height), interpolation=cv2.INTER_NEAREST), cv2.COLOR_GRAY2RGB))


def perspective(
    pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator
) -> Pixels:
    """A page held in front of a camera: turned by up to 5 degrees, its corners drawn in, unevenly lit."""
    height, width = pixels.shape[:2]
    page = degrade.skew(pixels, float(rng.choice([-1, 1])) * (1.0 + 4.0 * strength))
    depth = (0.01 + 0.05 * strength) * width
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inward = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], np.float32)
    moved = corners + inward * rng.uniform(0, depth, (4, 2)).astype(np.float32)
    view = cv2.getPerspectiveTransform(corners, moved)
    page = _rgb(cv2.warpPerspective(page, view, (width, height), flags=cv2.INTER_CUBIC, borderValue=(236, 236, 232)))
    return degrade.noise(degrade.uneven_light(page, rng, 70.0), rng, 4.0)


def jpeg(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """Quality 16 down to 4 of JPEG, at a resolution a little reduced first."""
    page = _resampled(pixels, 1 - 0.25 * strength)
    out = io.BytesIO()
    Image.fromarray(page).save(out, "JPEG", quality=round(16 - 12 * strength))
    with Image.open(out) as image:
        return np.asarray(image.convert("RGB"), np.uint8)


def low_resolution(
    pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator
) -> Pixels:
    """The page at 95 down to 60 dots an inch, and enlarged again."""
    return degrade.noise(_resampled(pixels, (95 - 35 * strength) / dpi), rng, 3.0)


def inverse(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
    """Each value in white on a dark patch; a band of colour, then grey, with less contrast the stronger."""
    page = pixels.copy()
    dark = np.asarray(rng.choice([(20, 40, 90), (60, 60, 64), (110, 30, 40), (20, 90, 80)]), np.float32)
    dark = dark + (170 - dark) * 0.8 * strength
    for box in boxes:
        y0, y1, x0, x1 = _around(box, page.shape, 0.35 * box.height)
        ink = (255 - page[y0:y1, x0:x1].astype(np.float32)) / 255
        page[y0:y1, x0:x1] = (dark + (252 - dark) * ink).astype(np.uint8)
    return page


def handwriting(face: Face) -> Damage:
    """Notes in pen written over each value: initials and a loop, in `face`."""

    def damage(pixels: Pixels, boxes: Sequence[Box], dpi: float, strength: float, rng: np.random.Generator) -> Pixels:
        page = pixels
        for box in boxes:
            sheet = Image.new("L", (page.shape[1], page.shape[0]))
            canvas = ImageDraw.Draw(sheet)
            size = box.height * float(rng.uniform(1.3, 2.1))
            note = "".join(rng.choice(list("ABCKMNOPTVXaeocmnpwx"), int(rng.integers(3, 7))))
            at = (
                box.x0 + float(rng.uniform(-0.3, 0.3)) * box.width,
                box.center[1] + float(rng.uniform(-0.3, 0.6)) * size,
            )
            canvas.text(at, note, font=face.sized(size), fill=255, anchor="lm" if strength < 0.7 else "ls")
            if rng.random() < 0.3 + 0.5 * strength:
                ring = Box(box.x0, box.y0, box.x1, box.y1).padded(float(rng.uniform(-2, 6)))
                canvas.ellipse((ring.x0, ring.y0, ring.x1, ring.y1), outline=255, width=max(1, round(dpi / 90)))
            colour = (28, 48, 150) if rng.random() < 0.6 else (40, 40, 44)
            page = _printed(page, np.asarray(sheet, np.float32) / 255 * (0.5 + 0.45 * strength), colour)
        return page

    return damage


def _printed(page: Pixels, mask: _Mask, colour: tuple[int, ...]) -> Pixels:
    """Ink over the page: what lies beneath shows through, as ink takes light away and gives none."""
    through = 1 - mask[..., None] * (1 - np.asarray(colour, np.float32) / 255)
    return np.clip(np.rint(page.astype(np.float32) * through), 0, 255).astype(np.uint8)


def _resampled(pixels: Pixels, share: float) -> Pixels:
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (round(width * share), round(height * share)), interpolation=cv2.INTER_AREA)
    return _rgb(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC))


def _around(box: Box, shape: tuple[int, ...], pad: float) -> tuple[int, int, int, int]:
    b = box.padded(pad).clamped(shape[1], shape[0])
    return int(b.y0), math.ceil(b.y1), int(b.x0), math.ceil(b.x1)


def _rgb(image: object) -> Pixels:
    return np.asarray(image, dtype=np.uint8)
