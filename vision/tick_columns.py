"""Tick boxes that strokes of a pen hide, by the column that they stand in.

A heavy tick joins its box to itself and leaves no outline to be found. Boxes of a form stand under one another, each
at the same distance before its label: where a label of a column has no box, one is looked for at its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Box, Word
from atomcite.vision.inkmap import InkMap, Mask
from atomcite.vision.tickbox import JOINED, TickBox, has_room, row_label, without_boxes

_FRAME = 0.82
"""Share of an outline that must be inked for a box to stand there; of letters and ticks alone less than this is."""


def find_covered(ink: InkMap, dark: Mask, found: Sequence[TickBox], words: Sequence[Word]) -> list[TickBox]:
    """Boxes in line with two or more of those `found`, with a label in line with theirs. `dark` is ink (255),
    hairlines included."""
    out: list[TickBox] = []
    for place in (*_places(found, words), *_along(found, words)):
        if any(place.padded(2).intersection(t.box) for t in (*found, *out)):
            continue
        seen = _best(ink, dark, place)
        if seen is None:
            continue
        area, fill = seen
        box = ink.box(*area)
        if any(
            w.confidence > 0.7
            and _holds(w.box, box)
            and len(w.text) > 2
            and not JOINED.search(w.text)
            and not has_room(box, w, w.text)
            for w in words
        ):
            continue  # words read there
        boxes = [*(t.box for t in found), box]
        label = row_label(box, boxes, without_boxes(words, boxes))
        if label:
            out.append(TickBox(box, "ticked" if fill > 0.1 else "empty" if fill < 0.015 else "unclear", label))
    return out


def _places(found: Sequence[TickBox], words: Sequence[Word]) -> Iterator[Box]:
    """Where boxes would stand: before every word that begins where two labels of a column of boxes begin."""
    columns: list[list[TickBox]] = []
    for tick in found:
        if tick.label[0].box.x0 < tick.box.x0:
            continue
        for column in columns:
            first = column[0]
            if (
                abs(first.box.x0 - tick.box.x0) < 0.35 * first.box.width
                and 0.85 < tick.box.width / first.box.width < 1.18
                and abs(first.label[0].box.x0 - tick.label[0].box.x0) < 0.5 * first.box.width
            ):
                column.append(tick)
                break
        else:
            columns.append([tick])
    for column in columns:
        if len(column) < 2:
            continue
        side = float(np.median([t.box.width for t in column]))
        start = float(np.median([t.label[0].box.x0 for t in column]))
        left = float(np.median([t.box.center[0] for t in column]))
        rise = float(np.median([t.box.center[1] - t.label[0].box.center[1] for t in column]))
        top, bottom = min(t.box.y0 for t in column), max(t.box.y1 for t in column)
        rows = np.sort([t.box.y0 for t in column])
        apart = max(1.5 * side, float(np.median(np.diff(rows))))
        for word in words:
            # Within the list of boxes or next to it.
            if (
                abs(word.box.x0 - start) < 0.6 * side
                and top - 2.5 * apart < word.box.center[1] < bottom + 2.5 * apart
            ):
                y = word.box.center[1] + rise
                yield Box(left - side / 2, y - side / 2, left + side / 2, y + side / 2)


def _along(found: Sequence[TickBox], words: Sequence[Word]) -> Iterator[Box]:
    """Where boxes would stand on the lines that have some: before words with room for one, as far before them as the
    found ones before theirs, or where a word begins that may have been read together with its box."""
    right = [t for t in found if t.label[0].box.x0 > t.box.x0]
    if len(right) < 2:
        return
    side = float(np.median([t.box.width for t in right]))
    gap = float(np.median([t.label[0].box.x0 - t.box.x1 for t in right]))
    for tick in right:
        y = tick.box.center[1]
        line = sorted((w for w in words if abs(w.box.center[1] - y) < 0.7 * side), key=lambda w: w.box.x0)
        for n, word in enumerate(line):
            free = word.box.x0 - (line[n - 1].box.x1 if n else 0.0)
            starts = [word.box.x0]
            if free > 0.9 * side:
                starts.append(word.box.x0 - gap - side)
            if JOINED.search(word.text):
                # "Payment:cash" was read over the box between.
                starts += list(np.arange(word.box.x0 + side, word.box.x1 - side, 0.4 * side))
            middle = word.box.center[1]
            for x0 in starts:
                yield Box(x0, middle - side / 2, x0 + side, middle + side / 2)


def _best(ink: InkMap, dark: Mask, place: Box) -> tuple[tuple[int, int, int, int], float] | None:
    """The best inked outline, square or round, within a millimetre of a place: its area in work pixels and the share
    of ink inside; None where there is none."""
    x0, y0, x1, y1 = ink.area(place)
    reach = max(1, round(1.0 * ink.mm))
    near = np.asarray(cv2.dilate(dark, np.ones((2, 2), np.uint8)), dtype=np.uint8) > 0
    best: tuple[float, tuple[int, int, int, int], float] | None = None
    for grow in (-1, 0, 1):
        w, h = x1 - x0 + grow, y1 - y0 + grow
        if min(w, h) < 8:
            continue
        for outline, inside in _outlines(w, h):
            for dy in range(-reach, reach + 1):
                for dx in range(-reach, reach + 1):
                    x, y = x0 + dx, y0 + dy
                    part = near[y : y + h, x : x + w]
                    if x < 0 or y < 0 or part.shape != (h, w):
                        continue
                    score = float(part[outline].mean())
                    if score > _FRAME and (best is None or score > best[0]):
                        best = score, (x, y, x + w, y + h), float((dark[y : y + h, x : x + w] > 0)[inside].mean())
    return None if best is None else (best[1], best[2])


def _outlines(w: int, h: int) -> Iterator[tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]]:
    """Outline and inside of a square and of a circle, as masks of h x w."""
    margin = max(2, round(0.24 * min(w, h)))
    for round_ in (False, True):
        line, full = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
        if round_:
            centre, axes = (w // 2, h // 2), (w // 2 - 1, h // 2 - 1)
            cv2.ellipse(line, centre, axes, 0, 0, 360, 1, 1)
            cv2.ellipse(full, centre, (max(1, axes[0] - margin), max(1, axes[1] - margin)), 0, 0, 360, 1, -1)
        else:
            cv2.rectangle(line, (0, 0), (w - 1, h - 1), 1, 1)
            full[margin : h - margin, margin : w - margin] = 1
        yield line > 0, full > 0


def _holds(word: Box, box: Box) -> bool:
    x, y = box.center
    return word.x0 < x < word.x1 and word.y0 < y < word.y1
