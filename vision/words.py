"""Symbols of a strip -> words with places: spaces from the lattice, edges from the ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.vision.lattice import INDEX, OTHER_MARK, Lattice, Symbol
from atomcite.vision.picture import Gray

_SPACE = INDEX[" "]
_LIKELY_SPACE = 0.2
"""PP-OCR drops spaces more readily than it invents them: a space that comes second with this probability is taken."""

_SPACED = 0.6
"""Distance of letters, as a share of the strip's height, from which they are spaced out: a digit of usual print takes
up some 0.3 of it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word stands in its strip: steps of the lattice, and shares (0..1) of the strip's length and height."""

    first: int
    last: int
    start: float
    end: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Spelled:
    """A word read off a lattice."""

    text: str
    confidence: float
    place: Place


def spell(lattice: Lattice, crop: Gray) -> tuple[Spelled, ...]:
    """Words of a strip. `crop` is the picture that the lattice was made from: it gives the exact edges."""
    groups = _group(lattice)
    if not groups:
        return ()
    ink = ink_columns(crop)
    width = crop.shape[1]
    scale = width / lattice.steps
    centres = [[(s.start + s.end) / 2 * scale for s in g] for g in groups]
    edges: list[tuple[int, int]] = []
    for i, (group, middle) in enumerate(zip(groups, centres, strict=True)):
        half = _half_symbol(middle, crop.shape[0], group)
        if i:
            start = edges_between(ink, int(centres[i - 1][-1]), int(middle[0]))[1]
        else:
            start = _outward(ink, int(middle[0]), -1, int(2.2 * half) + 4)
        if i + 1 < len(groups):
            end = edges_between(ink, int(middle[-1]), int(centres[i + 1][0]))[0]
        else:
            end = _outward(ink, int(middle[-1]), +1, int(2.2 * half) + 4)
        edges.append((start, max(end, start + 1)))
    edges = _grouped_digits(groups, centres, edges, crop.shape[0])
    out: list[Spelled] = []
    for group, (start, end) in zip(groups, edges, strict=True):
        top, bottom = _rows(crop, start, end)
        text = "".join(s.char for s in group)
        place = Place(group[0].start, group[-1].end, start / width, end / width, top, bottom)
        out.append(Spelled(text, float(np.mean([s.probability for s in group])), place))
    return tuple(out)


def _grouped_digits(
    groups: Sequence[Sequence[Symbol]],
    centres: Sequence[Sequence[float]],
    edges: Sequence[tuple[int, int]],
    height: int,
) -> list[tuple[int, int]]:
    """Edges with the groups of a number drawn together where letters are spaced out: no farther from group to group
    than such spacing makes them, they would else pass for cells of their own."""
    pitches = [b - a for own in centres for a, b in pairwise(own)]
    pitch = float(np.median(pitches)) if pitches else 0.0
    out = list(edges)
    if pitch < _SPACED * height:
        return out
    for i in range(len(groups) - 1):
        before, after = groups[i], groups[i + 1]
        thousands = before[-1].char.isdigit() and [s.char.isdigit() for s in after[:4]] in (
            [True] * 3,
            [*[True] * 3, False],
        )
        if thousands and centres[i + 1][0] - centres[i][-1] < 2.4 * pitch:
            out[i] = (out[i][0], max(out[i][1], out[i + 1][0] - round(0.1 * height)))
    return out


def is_sparse(lattice: Lattice, crop: Gray) -> bool:
    """True when the network left much of the strip's ink unread, as it does with an alphabet that it doesn't know.

    Latin print gives two symbols and more per line height; Cyrillic comes out as some digits and look-alikes.
    Symbols are held against ink, not against the strip's length, since a table cell may be mostly empty.
    """
    ink = ink_columns(crop)
    inked = float(ink.sum()) / crop.shape[0]
    if inked < 0.4:
        return False
    read = sum(1.0 for s in lattice.symbols if s.char not in (" ", OTHER_MARK) and s.probability > 0.5)
    return bool(read / inked < 1.35)


def ink_columns(crop: Gray) -> npt.NDArray[np.bool_]:
    """Which columns of a crop hold ink between the strip's upper and lower edge zones (neighbour lines reach in)."""
    return np.asarray(_ink(crop)[int(crop.shape[0] * 0.1) : int(np.ceil(crop.shape[0] * 0.9))].any(axis=0))


def _ink(crop: Gray) -> npt.NDArray[np.bool_]:
    threshold, _ = cv2.threshold(crop, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return np.asarray(crop < min(threshold, 190))


def _group(lattice: Lattice) -> list[list[Symbol]]:
    """Greedy symbols in words. A likely space that greedy decoding passed over parts words too; digits only where
    they stand apart as well ("16-03-2018 12:07", but not the "1 2" of a wide face)."""
    groups: list[list[Symbol]] = []
    centres = [(s.start + s.end) / 2 for s in lattice.symbols if s.char != " "]
    usual = float(np.median(np.diff(centres))) if len(centres) > 1 else 0.0
    current: list[Symbol] = []
    previous: Symbol | None = None
    for symbol in lattice.symbols:
        if symbol.char == " ":
            if current:
                groups.append(current)
            current, previous = [], None
            continue
        if previous is not None:
            space = float(np.exp(lattice.log[previous.start : symbol.end, _SPACE].max()))
            apart = (symbol.start + symbol.end - previous.start - previous.end) / 2 > 1.5 * usual
            digits = previous.char.isdigit() and symbol.char.isdigit()
            if space > _LIKELY_SPACE and (apart or not digits):
                groups.append(current)
                current = []
        current.append(symbol)
        previous = symbol
    if current:
        groups.append(current)
    return groups


def edges_between(ink: npt.NDArray[np.bool_], left: int, right: int) -> tuple[int, int]:
    """End of the word around `left` and start of the word around `right`: the widest gap without ink between them."""
    if right <= left + 1:
        return left + 1, right
    best, start = (0, (left + right) // 2), None
    for x in range(left, right + 1):
        if x < len(ink) and not ink[x]:
            start = x if start is None else start
            if x - start + 1 > best[0]:
                best = (x - start + 1, start)
        else:
            start = None
    return best[1], best[1] + best[0]


def _outward(ink: npt.NDArray[np.bool_], start: int, step: int, limit: int) -> int:
    """From a symbol's centre to the end of its ink, at most `limit` columns away, gaps inside the symbol bridged."""
    edge, x = start, start
    for _ in range(limit):
        x += step
        if not 0 <= x < len(ink):
            break
        if ink[x]:
            edge = x
    return max(0, edge if step < 0 else edge + 1)


def _half_symbol(centres: Sequence[float], height: int, group: Sequence[Symbol]) -> float:
    if len(group) > 1:
        return float(np.median(np.diff(centres))) / 2
    return height * 0.2


def _rows(crop: Gray, start: int, end: int) -> tuple[float, float]:
    """Top and bottom of the ink between two columns, as shares of the height."""
    height = crop.shape[0]
    rows = np.flatnonzero(_ink(crop)[:, start:end].any(axis=1))
    if rows.size == 0:
        return 0.15, 0.85
    # Ink of the lines above and below reaches into the strip: keep the run around the middle.
    gaps = np.flatnonzero(np.diff(rows) > max(2, height * 0.12))
    runs = np.split(rows, gaps + 1)
    run = max(runs, key=lambda r: len(r) - 0.5 * abs(float(r.mean()) - height / 2))
    return float(run[0]) / height, float(run[-1] + 1) / height
