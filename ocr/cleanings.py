"""Pictures of one place of a line in which what lies over the print is weakened: inks, strokes, grounds, screens.

Each takes the colour pixels of the place and gives a grey picture of the same size, dark print on light paper. None
is better throughout, so that a place is read in all of them and the readings are held against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Pixels

Grey = npt.NDArray[np.uint8]
_Floats = npt.NDArray[np.float32]

_ALIKE = 4.0
"""Mean difference in grey levels under which two pictures are one: a reading of both is no second opinion."""
_STROKES = 3
"""Strokes looked for in one place, one after the other."""


@dataclass(frozen=True)
class Print:
    """How the page prints: grey levels of ink and paper, and the height of a word's box in pixels."""

    ink: float
    paper: float
    height: float


def cleaned(pixels: Pixels, look: Print) -> Iterator[tuple[str, Grey]]:
    """(name, picture) pairs of a place (H x W x 3, RGB), each made when it is asked for, the likeliest to help first;
    those that show nothing new are left out."""
    makers: tuple[tuple[str, Callable[[], Grey]], ...] = (
        ("plain", lambda: _plain(pixels, look)),
        ("black", lambda: black_alone(pixels, look)),
        ("strokes", lambda: without_strokes(_plain(pixels, look), look.height)),
        ("black strokes", lambda: without_strokes(black_alone(pixels, look), look.height)),
        ("evened", lambda: evened(pixels, look.height)),
        ("smooth", lambda: smooth(pixels, look)),
    )
    kept: list[Grey] = []
    for name, make in makers:
        picture = make()
        if not any(float(np.abs(picture.astype(np.int16) - k.astype(np.int16)).mean()) < _ALIKE for k in kept):
            kept.append(picture)
            yield name, picture


def _plain(pixels: Pixels, look: Print) -> Grey:
    return _stretched(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32), look.ink, look.paper)


def black_alone(pixels: Pixels, look: Print) -> Grey:
    """What is dark in all three channels and nearly as dark as the page's print: pens and stamps of a colour, stains,
    watermarks and grounds become paper."""
    brightest = cv2.GaussianBlur(pixels, (0, 0), 0.5).max(axis=2).astype(np.float32)
    return _stretched(brightest, look.ink, look.ink + 0.55 * (look.paper - look.ink))


def evened(pixels: Pixels, height: float) -> Grey:
    """Contrast against the ground made even, light on dark turned over: faded print, and print on a dark patch."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    ground = cv2.medianBlur(grey, min(99, 2 * round(1.1 * height) + 1)).astype(np.float32)
    away = cv2.GaussianBlur(grey.astype(np.float32) - ground, (0, 0), 0.6)
    if -float(np.percentile(away, 2)) < float(np.percentile(away, 98)):
        away = -away
    depth = max(12.0, -float(np.percentile(away, 3)))
    return np.asarray(np.clip(255 + 255 * away / depth, 0, 255), dtype=np.uint8)


def smooth(pixels: Pixels, look: Print) -> Grey:
    """The dots of a screen and grain run together to an even grey, and that made paper."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), max(0.8, look.height / 14)), np.float32)
    ink, ground = (float(np.percentile(soft, p)) for p in (2, 60))
    return _stretched(soft, ink, max(ink + 30, ground - 0.15 * (ground - ink)))


def without_strokes(grey: Grey, height: float) -> Grey:
    """Strokes that run through the print, straight or not, erased where nothing crosses them.

    A stroke is a path from left to right that stays in the ink over more than a letter's width. Where ink goes on
    above and below it a letter's stroke goes through, and stays.
    """
    out = grey.copy()
    for _ in range(_STROKES):
        path = _path(out)
        run = _longest_dark(out, path)
        if run is None or run[1] - run[0] < 1.4 * height or not _erase(out, path, run, height):
            break
    return out


def _path(grey: Grey) -> npt.NDArray[np.int64]:
    """Row of the darkest path in each column, at most one row up or down a column (as seams are found: Avidan and
    Shamir 2007)."""
    light = grey.astype(np.float32) / 255
    rows, count = light.shape
    total = light[:, 0].copy()
    came = np.zeros((rows, count), np.int8)
    edge = np.full(1, np.inf, np.float32)
    own = np.arange(rows)
    for x in range(1, count):
        around = np.stack([total, np.concatenate((edge, total[:-1])), np.concatenate((total[1:], edge))])
        step = around.argmin(axis=0)
        came[:, x] = np.array([0, -1, 1], np.int8)[step]
        total = around[step, own] + light[:, x]
    path = np.empty(count, np.int64)
    path[-1] = int(total.argmin())
    for x in range(count - 1, 0, -1):
        path[x - 1] = path[x] + came[path[x], x]
    return path


def _longest_dark(grey: Grey, path: npt.NDArray[np.int64]) -> tuple[int, int] | None:
    """The longest run of columns in which the path stays in the ink, but for single ones."""
    dark = np.asarray(grey[path, np.arange(grey.shape[1])] < 128, np.uint8)
    closed = cv2.morphologyEx(dark[None], cv2.MORPH_CLOSE, np.ones((1, 3), np.uint8))[0]
    edges = np.flatnonzero(np.diff(np.concatenate(([0], closed, [0])).astype(np.int8)))
    runs = [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return max(runs, key=lambda r: r[1] - r[0], default=None)


def _erase(grey: Grey, path: npt.NDArray[np.int64], run: tuple[int, int], height: float) -> bool:
    """Erases a stroke in place; False where the path is none (it is no thinner than what it runs through)."""
    dark = grey < 150
    spans: list[tuple[int, int]] = []
    for x in range(*run):
        top = bottom = int(path[x])
        while top > 0 and dark[top - 1, x]:
            top -= 1
        while bottom + 1 < dark.shape[0] and dark[bottom + 1, x]:
            bottom += 1
        spans.append((top, bottom))
    thick = float(np.percentile([b - t + 1 for t, b in spans], 30))
    if thick > 0.3 * height:
        return False
    half = thick / 2 + 0.5
    for x, (top, bottom) in zip(range(*run), spans, strict=True):
        y = int(path[x])
        if bottom - top + 1 <= 1.6 * thick + 1:
            grey[max(0, top - 1) : bottom + 2, x] = 255
        elif y - top <= half + 1 or bottom - y <= half + 1:  # print on one side only: it ends at the stroke
            grey[max(0, round(y - half)) : round(y + half) + 1, x] = 255
    return True


def _stretched(grey: _Floats, ink: float, paper: float) -> Grey:
    return np.asarray(np.clip((grey - ink) / max(20.0, paper - ink) * 255, 0, 255), dtype=np.uint8)
