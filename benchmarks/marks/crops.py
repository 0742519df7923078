"""Endless training examples: parts of unmarked pages, marks drawn onto them, scanned badly."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.benchmarks.marks import hands_a
from atomcite.benchmarks.marks.grounds import GROUND_DPI, Ground
from atomcite.benchmarks.marks.ink import Blot, Floats, Rng, clouds, lay
from atomcite.benchmarks.marks.varied import plate, signature, varied_imprint, written
from atomcite.vision.ink_net import NET_DPI

Mask = npt.NDArray[np.uint8]
_MM = GROUND_DPI / 25.4
_LEAST_CONTRAST = 55.0
"""Grey levels by which the darkest ink of a mark differs from paper at the least."""
_LEAST_SEEN = 9.0
"""Grey levels by which what is left of an imprint must differ from the ground between its ink."""
_LEAST_LEFT = 25.0
"""Grey levels by which what is left of a stroke must be darker than paper."""
_TOUCHED = 2.0
"""Value of a pixel that an imprint's ink touched, in a map of the ground that it covers (1)."""


def crop(grounds: Sequence[Ground], side: int, rng: Rng) -> tuple[Floats, Floats]:
    """One example: what the network is shown (3 x side x side, 0 = paper), what it should say (2 x half x half)."""
    ground = grounds[int(rng.integers(len(grounds)))]
    wide = round(side * GROUND_DPI / NET_DPI * float(rng.uniform(0.8, 1.25)))
    (cx, cy), other = _middle(ground, rng)
    often = 0.25 if other else 1.0  # beside what is no mark there is seldom one
    h, w = ground.pixels.shape[:2]
    left, top = (int(np.clip(c - wide // 2, 0, m - wide)) for c, m in ((cx, w), (cy, h)))
    part = ground.pixels[top : top + wide, left : left + wide].astype(np.float32)
    pens, stamps = np.zeros((wide, wide), np.float32), np.zeros((wide, wide), np.float32)
    if rng.random() < 0.12:
        _add_print(part, rng)
    order = [_add_stamp] if rng.random() < 0.45 * often else []
    order += [_add_pen] if rng.random() < 0.75 * often else []
    for add in order if rng.random() < 0.5 else order[::-1]:
        add(part, pens if add is _add_pen else stamps, ground, left, top, rng)
    shown = _scanned(part, rng)
    shown = np.asarray(cv2.resize(shown, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    half = (side // 2, side // 2)
    pen = cv2.dilate(
        (cv2.resize(pens, half, interpolation=cv2.INTER_AREA) > 0.12).astype(np.uint8), np.ones((3, 3), np.uint8)
    )
    # What the scanner left nothing of would teach nothing.
    grey = shown.min(axis=2)
    near = cv2.resize(cv2.erode(grey, np.ones((5, 5), np.uint8)), half, interpolation=cv2.INTER_NEAREST)
    pen[near > float(np.median(grey)) - _LEAST_LEFT] = 0
    stamp = cv2.resize(np.minimum(stamps, 1), half, interpolation=cv2.INTER_AREA) > 0.5
    if not _shows(stamps, shown, side):
        stamp[:] = False
    return (1 - shown / 250).clip(0, 1).transpose(2, 0, 1), np.stack([pen, stamp]).astype(np.float32)


def _middle(ground: Ground, rng: Rng) -> tuple[tuple[int, int], bool]:
    """The middle of a part of the page: at a place to sign, at a box, at something that is no mark (then True), or
    anywhere where there is print."""
    kind = float(rng.random())
    for boxes, share in ((ground.places, 0.28), (ground.squares, 0.35), (ground.others, 0.7)):
        if boxes and kind < share:
            x0, y0, x1, y1 = boxes[int(rng.integers(len(boxes)))]
            at = int(rng.integers(x0 - 40, x1 + 41)), int(rng.integers(y0 - 40, y1 + 41))
            return at, boxes is ground.others
    h, w = ground.pixels.shape[:2]
    for _ in range(6):
        x, y = int(rng.integers(w)), int(rng.integers(h))
        near = ground.pixels[max(0, y - 20) : y + 20, max(0, x - 20) : x + 20]
        if near.size and int(near.min()) < 120:
            break
    return (x, y), False


def _add_print(part: Floats, rng: Rng) -> None:
    """A printed box of words as stamps have, level and evenly inked: no mark."""
    mask = plate(rng, _MM)
    side = len(part)
    at = (int(float(rng.uniform(0, 0.9)) * side - v / 2) for v in mask.shape[::-1])
    lay(part, Blot(mask, *at), _stamp_colour(rng), float(rng.uniform(0.7, 1.0)))


def _add_pen(part: Floats, onto: Floats, ground: Ground, left: int, top: int, rng: Rng) -> None:
    colour, strength = _pen_colour(rng), float(rng.uniform(0.35, 1.0))
    side = len(part)
    here = [
        (b[0] - left, b[1] - top, b[2] - left, b[3] - top)
        for b in ground.places
        if left < b[0] < left + side and top < b[3] < top + side
    ]
    squares = [(b[0] - left, b[1] - top, b[2] - b[0]) for b in ground.squares if left < b[0] and top < b[1]]
    if squares and rng.random() < 0.7:
        for x, y, wide in squares:
            if x < side and y < side and rng.random() < 0.5:
                made = hands_a.tick(rng, wide, _MM)
                _put(part, onto, Blot(made.mask, x + made.x, y + made.y), colour, strength)
        return
    made = signature(rng, _MM) if rng.random() < 0.72 else written(rng, _MM)
    if here and rng.random() < 0.75:
        x0, _, x1, y1 = here[int(rng.integers(len(here)))]
        at = (x0 + float(rng.uniform(-0.1, 0.5)) * (x1 - x0), y1 + float(rng.uniform(-4, 2)) * _MM)
    else:
        at = (float(rng.uniform(-0.1, 0.6)) * side, float(rng.uniform(0.1, 0.95)) * side)
    _put(part, onto, Blot(made.mask, made.x + int(at[0]), made.y + int(at[1])), colour, strength)


def _add_stamp(part: Floats, onto: Floats, ground: Ground, left: int, top: int, rng: Rng) -> None:
    mask = varied_imprint(rng, _MM)
    h, w = mask.shape
    side = len(part)
    x, y = (int(float(rng.uniform(0.05, 0.95)) * side - v / 2) for v in (w, h))
    points = cv2.findNonZero((mask > 0.12).astype(np.uint8))
    if not (mask > 0.12).any():
        return
    colour, strength = _stamp_colour(rng), float(rng.uniform(0.3, 1.0))
    # Nobody sees what is paler than this; a mask of it would teach nothing.
    strength = max(strength, min(1.0, _LEAST_CONTRAST / (255 - float(np.mean(colour)))))
    lay(part, Blot(mask, x, y), colour, strength)
    hull = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(hull, cv2.convexHull(points) + np.array([x, y], np.int32), 1)
    np.maximum(onto, hull.astype(np.float32), out=onto)
    touched = np.zeros_like(onto)
    _note(touched, Blot((mask > 0.3).astype(np.float32), x, y))
    onto[touched > 0] = _TOUCHED


def _shows(stamps: Floats, shown: Floats, side: int) -> bool:
    """Whether the scanner left anything of the imprint: the ground of one that is gone would teach nothing."""
    inked = cv2.resize((stamps == _TOUCHED).astype(np.float32), (side, side), interpolation=cv2.INTER_AREA) > 0.3
    ground = (cv2.resize(stamps, (side, side), interpolation=cv2.INTER_AREA) > 0.5) & ~inked
    if not inked.any() or not ground.any():
        return False
    grey = shown.min(axis=2)
    return float(grey[ground].mean() - grey[inked].mean()) > _LEAST_SEEN


def _note(onto: Floats, blot: Blot) -> None:
    side = len(onto)
    x0, y0 = max(0, blot.x), max(0, blot.y)
    x1, y1 = min(side, blot.x + blot.mask.shape[1]), min(side, blot.y + blot.mask.shape[0])
    if x1 > x0 and y1 > y0:
        own = blot.mask[y0 - blot.y : y1 - blot.y, x0 - blot.x : x1 - blot.x]
        onto[y0:y1, x0:x1] = np.maximum(onto[y0:y1, x0:x1], own)


def _put(part: Floats, onto: Floats, blot: Blot, colour: tuple[int, int, int], strength: float) -> None:
    lay(part, blot, colour, strength)
    _note(onto, blot)


def _pen_colour(rng: Rng) -> tuple[int, int, int]:
    kind = float(rng.random())
    if kind < 0.4:
        grey = int(rng.integers(10, 90))
        return grey, grey, grey + int(rng.integers(0, 12))
    hue = float(rng.normal(222, 14)) if kind < 0.9 else float(rng.uniform(0, 360))
    return _rgb(hue, float(rng.uniform(0.4, 1.0)), float(rng.uniform(0.25, 0.85)))


def _stamp_colour(rng: Rng) -> tuple[int, int, int]:
    kind = float(rng.random())
    if kind < 0.3:
        grey = int(rng.integers(20, 140))
        return grey, grey, grey
    hue = float(rng.normal(240, 22)) if kind < 0.75 else float(rng.uniform(0, 360))
    return _rgb(hue, float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.35, 0.9)))


def _rgb(hue: float, saturation: float, value: float) -> tuple[int, int, int]:
    hsv = np.array([[[hue % 360 / 2, saturation * 255, value * 255]]], np.uint8)
    r, g, b = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0].tolist()
    return int(r), int(g), int(b)


def _scanned(part: Floats, rng: Rng) -> Floats:
    """Blurred, grained, faded, grey, squeezed by JPEG, or black and white as a fax."""
    h, w = part.shape[:2]
    if rng.random() < 0.15:  # what shines through from the other side
        other = cv2.GaussianBlur(np.roll(part[:, ::-1], int(rng.integers(w)), 0), (0, 0), 1.2)
        part = np.asarray(part * (1 - float(rng.uniform(0.03, 0.16)) * (1 - other / 255)), np.float32)
    if rng.random() < 0.2:
        part = part * (1 - float(rng.uniform(0.03, 0.15)) * clouds(rng, h, w, float(rng.uniform(50, 200)))[..., None])
    if rng.random() < 0.6:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), float(rng.uniform(0.35, 1.3))), np.float32)
    part = 255 - (255 - part) * float(rng.uniform(0.6, 1.1))
    kind = float(rng.random())
    if kind < 0.4:
        grey = part @ np.array([0.299, 0.587, 0.114], np.float32)
        part = np.repeat(grey[..., None], 3, axis=2)
    elif kind < 0.5:
        part = part[..., rng.permutation(3)]
    if rng.random() < 0.6:
        part = part + rng.normal(0, float(rng.uniform(1, 14)), part.shape).astype(np.float32)
    if kind < 0.18:
        dots = part[..., :1] + rng.normal(0, 8, (h, w, 1))
        part = np.asarray(np.repeat(np.where(dots < float(rng.uniform(130, 215)), 0, 255), 3, axis=2), np.float32)
    elif rng.random() < 0.45:
        quality = [int(cv2.IMWRITE_JPEG_QUALITY), int(rng.integers(22, 75))]
        _, packed = cv2.imencode(".jpg", np.clip(part, 0, 255).astype(np.uint8), quality)
        part = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.float32)
    return np.asarray(np.clip(part, 0, 255), np.float32)
