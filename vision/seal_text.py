"""What a seal or stamp says: the legend along its ring unrolled, its middle and its rows levelled, then read."""

from __future__ import annotations

import cv2
import numpy as np

from atomcite.domain import Word
from atomcite.vision.eyes import Eyes
from atomcite.vision.imprint import Seal, upright
from atomcite.vision.inkmap import InkMap
from atomcite.vision.picture import Gray
from atomcite.vision.rings import follow, polar
from atomcite.vision.words import Spelled

_ENLARGE = 2
_LEAST_CONFIDENCE = 0.55


def read_seal(seal: Seal, ink: InkMap, eyes: Eyes) -> tuple[Word, ...]:
    """Words of one imprint, each row (or the legend) a line of its own; all have the imprint's box.

    Coloured ink is read without the print beneath it. Raises EngineMissing or EngineFailed.
    """
    gray = ink.gray
    if seal.hue is not None:
        # Black print goes; ink too faint to have a colour stays.
        near = cv2.dilate(ink.colour, np.ones((5, 5), np.uint8)) > 0
        gray = np.asarray(np.where((ink.ink > 0) & ~near, 255, ink.gray), dtype=np.uint8)
    lines = _round_lines(seal, gray, ink.mm, eyes) if seal.round else _rows(seal, gray, ink.mm, eyes)
    box = ink.box(*seal.area)
    return tuple(
        Word(word.text, box, word.confidence, number, number)
        for number, line in enumerate(lines)
        for word in line
        if word.confidence >= _LEAST_CONFIDENCE
    )


def _rows(seal: Seal, gray: Gray, mm: float, eyes: Eyes) -> list[tuple[Spelled, ...]]:
    inset = 1.6 * mm
    picture = upright(gray, seal.cx, seal.cy, seal.width - inset, seal.height - inset, seal.tilt, 255)
    return [eyes.read_line(row) for row in text_rows(picture, mm)]


def _round_lines(seal: Seal, gray: Gray, mm: float, eyes: Eyes) -> list[tuple[Spelled, ...]]:
    r = seal.width / 2
    inner = 0.62 * r
    outer = r - 0.7 * mm
    for share in (0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.5):
        found = follow(gray, seal.cx, seal.cy, share * r, mm)
        if found is None or found.coverage < 0.78:
            continue
        if r - found.radius < 2.0 * mm:
            outer = min(outer, found.radius - 0.5 * mm)  # a double rim
        else:
            inner = found.radius + 0.4 * mm
            break
    out: list[tuple[Spelled, ...]] = []
    if outer - inner > 1.6 * mm:
        # Legends are spaced out to fill the ring: pushed together the letters make words again.
        for push in (1.0, 0.62):
            band = polar(gray, seal.cx, seal.cy, inner, outer, round(np.pi * (outer + inner) * push))
            for picture in (_from_gap(band), _from_gap(np.asarray(band[::-1, ::-1], dtype=np.uint8))):
                out.append(eyes.read_line(_enlarged(picture)))
    side = 2 * inner * 0.92
    theta = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    rim = np.stack([seal.cx + inner * 0.96 * np.cos(theta), seal.cy + inner * 0.96 * np.sin(theta)], axis=1)
    disc = np.zeros_like(gray)
    cv2.fillPoly(disc, [rim.round().astype(np.int32)], 255)
    gray = np.asarray(np.where(disc > 0, gray, 255), dtype=np.uint8)
    tilts = [float(t) for t in range(-24, 25, 3)]
    best = max(tilts, key=lambda t: _rowness(upright(gray, seal.cx, seal.cy, side, side * 0.8, t, 255)))
    middle = upright(gray, seal.cx, seal.cy, side, side * 0.8, best, 255)
    out += [eyes.read_line(row) for row in text_rows(middle, mm)]
    return out


def text_rows(picture: Gray, mm: float) -> list[Gray]:
    """Rows of text of a level picture, enlarged, with a margin of paper."""
    ink = (picture < 215).astype(np.float32)
    profile = cv2.blur(ink.mean(axis=1)[:, None], (1, 3))[:, 0]
    inked = profile > 0.015
    edges = np.flatnonzero(np.diff(np.pad(inked.astype(np.int8), 1)))
    out: list[Gray] = []
    for top, bottom in zip(edges[::2], edges[1::2], strict=True):
        if not 1.2 * mm <= bottom - top <= 16 * mm:
            continue
        margin = max(2, int(0.2 * (bottom - top)))
        row = picture[max(0, top - margin) : bottom + margin]
        columns = np.flatnonzero((row < 215).any(axis=0))
        if columns.size and columns[-1] - columns[0] > 2 * mm:
            cut = row[:, max(0, columns[0] - 6) : columns[-1] + 7]
            out.append(_enlarged(np.asarray(np.pad(cut, ((1, 1), (4, 4)), constant_values=255), dtype=np.uint8)))
    return out


def _rowness(picture: Gray) -> float:
    """How clearly the ink parts in rows."""
    return float(np.var((picture < 215).mean(axis=1)))


def _from_gap(band: Gray) -> Gray:
    """The unrolled legend turned so that it starts in its widest gap."""
    inked = cv2.blur((band < 215).mean(axis=0)[None].astype(np.float32), (3, 1))[0] > 0.03
    width = len(inked)
    best, start, run = 0, 0, 0
    for i in range(2 * width):
        run = 0 if inked[i % width] else run + 1
        if best < run <= width:
            best, start = run, i
    shift = (start - best // 2) % width
    return np.asarray(np.roll(band, -shift, axis=1), dtype=np.uint8)


def _enlarged(picture: Gray) -> Gray:
    return np.asarray(
        cv2.resize(picture, None, fx=_ENLARGE, fy=_ENLARGE, interpolation=cv2.INTER_CUBIC), dtype=np.uint8
    )
