"""Words written by hand beside print: lines of ink that are too uneven for type."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from atomcite.vision.inkmap import InkMap, Mask, hue_spread, patches
from atomcite.vision.reading import Reading
from atomcite.vision.regularity import Evenness, evenness
from atomcite.vision.strokes import Pen, grid_areas

Area = tuple[int, int, int, int]


def find_handwriting(ink: InkMap, reading: Reading, colour: Mask, dark: Mask, pens: Sequence[Pen]) -> list[Area]:
    """Areas of written words or numbers in work pixels; signatures (`pens`) left out."""
    out: list[Area] = []
    drawn = [*grid_areas(ink)]
    mm = ink.mm
    for mask, coloured in ((colour, True), (dark, False)):
        for patch in patches(_joined(mask, mm), 0.3 * mm, 4.5 * mm):
            own = mask[patch.y : patch.y + patch.height, patch.x : patch.x + patch.width].copy()
            own[patch.mask == 0] = 0
            area = (patch.x, patch.y, patch.x + patch.width, patch.y + patch.height)
            if not (2.0 * mm <= patch.height <= 30 * mm) or patch.width < 0.8 * patch.height:
                continue
            if any(_shared(area, p.area) > 0.5 for p in pens):
                continue
            if coloured and any(_shared(area, d) > 0.6 for d in drawn):
                continue
            if coloured:
                hues = ink.hue[area[1] : area[3], area[0] : area[2]][own > 0]
                hue, share = hue_spread(hues)
                if share < 0.8 or 48 < hue < 110:  # many colours; brown, as stains are and inks are not
                    continue
            elif _in_print(ink, area, reading) or patch.width < 1.5 * patch.height:
                continue  # badly read print; an emblem
            found = evenness(own, mm)
            if found is not None and _by_hand(found, _confidence(ink, area, reading), coloured):
                out.append(area)
    return out


def _by_hand(e: Evenness, confidence: float | None, coloured: bool) -> bool:
    """Weighs the unevenness of feet, tilt, thinness and joined letters; print in colour has none of them."""
    tilted = abs(e.slope) > 1.1 and e.rise > 2.2
    doubtful = confidence is None or confidence < 0.88
    if not 1.4 <= e.height <= 14 or not 0.05 < e.stroke < 0.42 or e.parts < (3 if coloured else 4):
        return False
    if not (doubtful or (coloured and tilted)):
        return False
    score = 1.3 if tilted else 0.0
    score += 1.0 if e.feet > 0.085 else 0.4 if e.feet > 0.06 else 0.0
    score += 0.5 if e.stroke < 0.17 else 0.0
    score += 0.5 if e.joined > 1.1 else 0.0
    score += 0.4 if e.sizes > 0.2 else 0.0
    score += 0.6 if doubtful else 0.0
    score += 0.3 if confidence is None or confidence < 0.6 else 0.0
    return score >= (1.6 if coloured else 2.8)


def _in_print(ink: InkMap, area: Area, reading: Reading) -> bool:
    """True for ink on a row of surely read words of its own height: a printed word that was read badly."""
    box = ink.box(*area)
    for own in reading.words:
        word = own.word
        if word.confidence < 0.8 or sum(c.isalnum() for c in word.text) < 2:
            continue
        near = -2 < max(word.box.x0 - box.x1, box.x0 - word.box.x1) < 3 * word.box.height
        alike = 0.7 < box.height / max(1.0, word.box.height) < 1.35
        if near and alike and word.box.vertical_overlap(box) > 0.7:
            return True
    return False


def _joined(mask: Mask, mm: float) -> Mask:
    """Letters of a word and words of a line grown together, lines kept apart."""
    kernel = np.ones((max(1, int(1.4 * mm)), max(1, int(3.4 * mm))), np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel), dtype=np.uint8)


def _confidence(ink: InkMap, area: Area, reading: Reading) -> float | None:
    """Mean confidence of the words read there; None where nothing was read."""
    box = ink.box(*area)
    found = [
        w.word.confidence
        for w in reading.words
        if (shared := w.word.box.intersection(box)) is not None and shared.area > 0.4 * min(w.word.box.area, box.area)
    ]
    return float(np.mean(found)) if found else None


def _shared(a: Area, b: Area) -> float:
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return w * h / max(1, (a[2] - a[0]) * (a[3] - a[1])) if w > 0 and h > 0 else 0.0
