"""Ink that the first reading leaves unexplained is looked for, and read, in other pictures of the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from atomcite.vision.lattice import OTHER_MARK, Lattice
from atomcite.vision.picture import Gray, Strip, noise_level
from atomcite.vision.preparing import Pictures, thin_lines
from atomcite.vision.words import Spelled

WEAK = 0.9
"""Confidence of a word from which it counts as read."""

_SPOILT = 0.6
"""Share of weak lines from which the whole page is poor: then no line is better off in another picture."""


@dataclass(frozen=True, eq=False)
class Line:
    """A strip as read: its lattice, its words, and the name of the picture that showed it best."""

    strip: Strip
    lattice: Lattice
    words: tuple[Spelled, ...]
    picture: str = ""

    @property
    def weak(self) -> bool:
        """True with a word that is not read surely; lone marks don't count."""
        return any(w.confidence < WEAK for w in self.words if any(c.isalnum() for c in w.text))

    @property
    def merit(self) -> float:
        """How much was read, and how surely: what strips that share ink are chosen by."""
        return sum(
            (w.confidence - 0.5) * sum(c.isalnum() for c in w.text) for w in self.words if w.text.strip(OTHER_MARK)
        )


@dataclass(frozen=True, slots=True)
class Ask:
    """A strip to be read in some pictures of the page; `known` is its lattice in the first, if there is one."""

    strip: Strip
    pictures: tuple[str, ...]
    known: Lattice | None = None


def improved(
    lines: Sequence[Line],
    pictures: Pictures,
    find: Callable[[Gray], list[Strip]],
    read: Callable[[Sequence[Ask]], list[Line]],
) -> list[Line]:
    """`lines` with the weak ones read again, and with those that only other pictures show.

    `find` detects strips in part of a page. Of strips that share ink those are kept that were read best.
    """
    weak = [line for line in lines if line.weak]
    if sum(line.strip.width for line in weak) > _SPOILT * sum(line.strip.width for line in lines):
        return list(lines)
    kept = [line for line in lines if not line.weak and not _is_mixed(line.strip, pictures)]
    doubtful = [line for line in lines if line.weak or _is_mixed(line.strip, pictures)]
    kept += read([Ask(line.strip, pictures.names, line.lattice) for line in doubtful])
    found = _found(kept, pictures, find)
    for line in sorted(read([Ask(s, (name,)) for s, name in found]), key=lambda own: -own.merit):
        if _replaced(line, kept, pictures) is None:
            continue
        whole = line
        if line.weak:
            rest = tuple(n for n in pictures.names if n != line.picture)
            (whole,) = read([Ask(line.strip, (line.picture, *rest), line.lattice)])
        gone = _replaced(whole, kept, pictures)
        if gone is not None:
            kept = [*(k for k in kept if not any(k is g for g in gone)), whole]
    return kept


def _found(lines: Sequence[Line], pictures: Pictures, find: Callable[[Gray], list[Strip]]) -> list[tuple[Strip, str]]:
    """Strips that pictures show where ink is unexplained, each with the first picture that shows it."""
    out: list[tuple[Strip, str]] = []
    for top, bottom in unexplained(lines, pictures):
        for name in pictures.names:
            for strip in find(pictures.of(name)[top:bottom]):
                moved = replace(strip, cy=strip.cy + top)
                known = [*(s for s, _ in out), *(line.strip for line in lines)]
                if any(_alike(moved, other) for other in known):
                    continue
                if not any(_share(moved, line.strip) > 0.85 for line in lines if not line.weak):
                    out.append((moved, name))
    return out


def _replaced(line: Line, kept: Sequence[Line], pictures: Pictures) -> list[Line] | None:
    """The lines that `line` would take the place of; None when it does not tell more than they do."""
    rivals = [k for k in kept if _share(line.strip, k.strip) > 0.35 or _share(k.strip, line.strip) > 0.35]
    equal = rivals
    if line.picture == "colour" and not line.weak:
        equal = [k for k in rivals if not _is_coloured(k.strip, pictures)]  # print beats the overprint on it
    more = 1.0 if equal else 0.0
    return rivals if line.merit > sum(k.merit for k in equal) + more else None


def _is_mixed(strip: Strip, pictures: Pictures) -> bool:
    """True where coloured ink and black lie in one strip."""
    return 0.08 < _coloured_share(strip, pictures) < 0.85


def _is_coloured(strip: Strip, pictures: Pictures) -> bool:
    """True for a strip most of whose ink has a colour."""
    return _coloured_share(strip, pictures) > 0.5


def _coloured_share(strip: Strip, pictures: Pictures) -> float:
    """The share (0..1) of a strip's ink that has a colour."""
    page = pictures.of("")
    box = strip.box(0, strip.width, 72).clamped(page.shape[1], page.shape[0])
    part = (slice(int(box.y0), int(box.y1)), slice(int(box.x0), int(box.x1)))
    if page[part].size == 0:
        return 0.0
    dark = page[part] < np.percentile(page[part], 90) - 45
    return float(pictures.coloured[part][dark].mean()) if dark.any() else 0.0


def unexplained(lines: Sequence[Line], pictures: Pictures) -> list[tuple[int, int]]:
    """Bands of rows (first, past the last) of the page that hold ink of some size beside ruled lines and words that
    were read surely."""
    bands: list[tuple[int, int]] = []
    pad = round(3.5 * pictures.dpi / 25.4)
    for _, y0, _, y1 in sorted(stray_ink(lines, pictures, ""), key=lambda area: area[1]):
        top, bottom = max(0, y0 - pad), min(pictures.of("").shape[0], y1 + pad)
        if bands and top <= bands[-1][1]:
            bands[-1] = (bands[-1][0], max(bottom, bands[-1][1]))
        else:
            bands.append((top, bottom))
    return bands


def stray_ink(lines: Sequence[Line], pictures: Pictures, picture: str) -> list[tuple[int, int, int, int]]:
    """Areas (x0, y0, x1, y1) of ink in a picture, letters of a word joined, without ruled lines and what was read
    surely; specks left out."""
    gray = pictures.of(picture)
    mm = pictures.dpi / 25.4
    ground = cv2.medianBlur(gray, min(251, 2 * round(3.2 * mm) + 1)).astype(np.int16)
    least = max(20.0, 5 * noise_level(gray))
    ink = np.asarray(np.where(np.abs(gray.astype(np.int16) - ground) > least, 255, 0), dtype=np.uint8)
    for level in (True, False):
        rules = thin_lines(ink, 9 * mm, 0.65 * mm, level)
        ink[cv2.dilate(rules, np.ones((3, 3), np.uint8)) > 0] = 0
    for line in lines:
        for word in line.words:
            if word.confidence >= WEAK:
                _blot_out(ink, line.strip, word)
    kernel = np.ones((max(1, round(0.5 * mm)), max(1, round(2.2 * mm))), np.uint8)
    joined = cv2.morphologyEx(
        cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), cv2.MORPH_CLOSE, kernel
    )
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    return [(x, y, x + w, y + h) for x, y, w, h, _ in stats[1:].tolist() if h >= 1.3 * mm and w >= 3 * mm]


_PRINT = 115
"""Grey level up to which ink is as dark as print: paler are watermarks, shadows and what shines through."""


def spoilt(lines: Sequence[Line], pictures: Pictures) -> list[tuple[int, int, int, int]]:
    """Areas (x0, y0, x1, y1) that hold black ink of a word's height which was not read."""
    heights = [line.strip.height for line in lines if not line.weak]
    usual = float(np.median(heights)) if heights else 4.2 * pictures.dpi / 25.4
    picture = "colour" if "colour" in pictures.names else ""
    return [
        (x0, y0, x1, y1)
        for x0, y0, x1, y1 in stray_ink(lines, pictures, picture)
        if 0.4 * usual <= y1 - y0 <= 1.6 * usual
        and float(np.percentile(pictures.of(picture)[y0:y1, x0:x1], 10)) < _PRINT
    ]


def overprinted(lines: Sequence[Line], pictures: Pictures) -> list[tuple[int, int, int, int]]:
    """Areas (x0, y0, x1, y1) on the rows of the lines where strokes of coloured ink, a stamp's or a pen's, leave no
    word that was read surely. Coloured paper and grounds are no strokes."""
    page = pictures.of("")
    dark = page < float(np.percentile(page[::4, ::4], 80)) - 45
    ink = np.asarray(np.where(pictures.coloured & dark, 255, 0), dtype=np.uint8)
    ink = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), dtype=np.uint8)
    if not ink.any() or not lines:
        return []
    side = max(3, round(0.5 * float(np.median([line.strip.height for line in lines]))))
    grounds = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    ink[cv2.dilate(grounds, np.ones((side, side), np.uint8)) > 0] = 0
    for line in lines:
        for word in line.words:
            if word.confidence >= WEAK:
                _blot_out(ink, line.strip, word)
    out: dict[tuple[int, int, int, int], None] = {}
    for line in lines:
        box = line.strip.box(0, line.strip.width, 72, 0.2, 0.8).clamped(ink.shape[1], ink.shape[0])
        top, bottom = int(box.y0), int(box.y1) + 1
        across = np.asarray(ink[top:bottom].any(axis=0) * 255, dtype=np.uint8)[None]
        gap = max(3, round(0.5 * line.strip.height))
        closed = cv2.morphologyEx(across, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))[0] > 0
        edges = np.flatnonzero(np.diff(np.concatenate(([0], closed, [0])).astype(np.int8)))
        for x0, x1 in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            if x1 - x0 >= line.strip.height:
                out[x0, top, x1, bottom] = None
    return list(out)


def _blot_out(ink: Gray, strip: Strip, word: Spelled) -> None:
    p, more = word.place, 0.12 * strip.height
    ends = (p.start * strip.width - more, p.end * strip.width + more)
    sides = (p.top * strip.height - more, p.bottom * strip.height + more)
    corners = [strip.point(x, y) for x, y in ((ends[0], sides[0]), (ends[1], sides[0]), (ends[1], sides[1]))]
    corners.append(strip.point(ends[0], sides[1]))
    cv2.fillConvexPoly(ink, np.array(corners).round().astype(np.int32), 0)


def _alike(a: Strip, b: Strip) -> bool:
    shared = _overlap(a, b)
    return shared > 0.9 * (a.width * a.height + b.width * b.height - shared)


def _share(strip: Strip, other: Strip) -> float:
    """The share of `strip` that lies under `other`; both are nearly level."""
    return _overlap(strip, other) / max(1.0, strip.width * strip.height)


def _overlap(a: Strip, b: Strip) -> float:
    # Detection boxes are a third higher than the line: neighbours that touch share no ink.
    tall_a, tall_b = 0.7 * a.height, 0.7 * b.height
    turn = np.tan(np.deg2rad(a.angle))
    apart = abs(a.cy + (b.cx - a.cx) * turn - b.cy)
    high = min(tall_a, tall_b, (tall_a + tall_b) / 2 - apart)
    wide = min(a.width, b.width, (a.width + b.width) / 2 - abs(a.cx - b.cx))
    return float(max(0.0, high) / 0.7 * max(0.0, wide))
