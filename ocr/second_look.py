"""Places of a page that a reading left open: found by their ink, read again in cleaned pictures, settled by a vote.

An engine reads a page as it is; where a stamp, a stroke or a ground lies over a value it reads something else, or
nothing. Such places are words that were hardly read, words over coloured ink, and ink that no word explains. Each is
cut out on its own text row and read by itself in several pictures (`atomcite.ocr.cleanings`). What two different
pictures show alike is taken as read; what only one shows is kept as a weak word, and so is all that pictures dispute.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from atomcite.domain import Box, Pixels, Word
from atomcite.ocr import cleanings
from atomcite.ocr.cleanings import Grey, Print
from atomcite.ocr.tesseract_backend import RawWord

SURE = 0.85
"""Confidence from which a word counts as read, unless foreign ink lies over it."""
OPEN = 0.6
"""Confidence at most of what only one picture shows: read weakly."""
MOST = 40
"""Places read at most: a page with more is a drawing, a photograph or poor throughout."""
_POOR = 0.5
"""Share of words not surely read from which the page is poor throughout: a second look at all of it is no help."""

ReadLine = Callable[[Grey], Sequence[RawWord]]
"""A crop of one row, dark on light -> its words, boxes in pixels of the crop."""
_Mask = npt.NDArray[np.bool_]
_Span = tuple[float, float]


@dataclass(frozen=True)
class _Row:
    """The band of pixel rows that a text line takes up; `alone` where no word of the page's print lies in it."""

    top: float
    bottom: float
    alone: bool = False


@dataclass(frozen=True)
class _Place:
    """Pixels of one row to be read again, and the words (fragment, number) that lie in them."""

    x0: float
    x1: float
    row: _Row
    words: tuple[tuple[int, int], ...]


def looked_again(
    fragments: Sequence[Sequence[Word]], pixels: Pixels, to_points: float, read: ReadLine
) -> list[list[Word]]:
    """The fragments (words in points) with open places read again, each on its own row. `pixels` is the upright page
    (H x W x 3, RGB) that they were read from. Pages that are poor throughout come back as they were."""
    sure = [w for f in fragments for w in f if w.confidence >= SURE and sum(map(str.isalnum, w.text)) > 1]
    every = [w for f in fragments for w in f]
    if len(sure) < 5 or len(sure) < _POOR * len([w for w in every if sum(map(str.isalnum, w.text)) > 1]):
        return [list(f) for f in fragments]
    look = _print_of(pixels, [w.box.scaled(1 / to_points) for w in sure])
    places: list[_Place] = []
    for pale in (True, False):  # the edges of a watermark look like pale letters everywhere
        places = _places(fragments, pixels, to_points, look, pale)
        if len(places) <= MOST:
            break
    else:
        return [list(f) for f in fragments]
    gone: set[tuple[int, int]] = set()
    found: list[list[Word]] = []
    for place in places:
        old = [fragments[f][n] for f, n in place.words]
        new = _settled(place, old, pixels, to_points, look, read)
        if new is not None:
            gone.update(place.words)
            found.append(new)
    kept = [[w for n, w in enumerate(f) if (k, n) not in gone] for k, f in enumerate(fragments)]
    return [f for f in (*kept, *_once(found)) if f]


def _once(found: Sequence[Sequence[Word]]) -> list[list[Word]]:
    """Readings of places less the words that another place has as well: ink between two rows is read in both."""
    taken: list[Box] = []
    own: list[list[Word]] = [[] for _ in found]
    for number, word in sorted(((k, w) for k, f in enumerate(found) for w in f), key=lambda kw: -kw[1].confidence):
        shared = ((box.intersection(word.box), min(box.area, word.box.area)) for box in taken)
        if not any(s is not None and s.area > _SAME * least for s, least in shared):
            taken.append(word.box)
            own[number].append(word)
    return [sorted(words, key=lambda w: w.box.x0) for words in own]


_SAME = 0.5
"""Share of the smaller of two words' boxes that both cover from which they are the same ink."""


def _print_of(pixels: Pixels, boxes: Sequence[Box]) -> Print:
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    parts = [grey[max(0, int(b.y0)) : int(b.y1) + 1, max(0, int(b.x0)) : int(b.x1) + 1] for b in boxes]
    parts = [p for p in parts if p.size]
    return Print(
        ink=float(np.median([np.percentile(p, 5) for p in parts])),
        paper=float(np.median([np.percentile(p, 90) for p in parts])),
        height=statistics.median(b.height for b in boxes),
    )


def _places(
    fragments: Sequence[Sequence[Word]], pixels: Pixels, to_points: float, look: Print, pale: bool
) -> list[_Place]:
    boxes = {(k, n): w.box.scaled(1 / to_points) for k, f in enumerate(fragments) for n, w in enumerate(f)}
    words = {(k, n): w for k, f in enumerate(fragments) for n, w in enumerate(f)}
    coloured = _coloured(pixels)
    firm = {at for at, word in words.items() if word.confidence >= SURE and not _crossed(coloured, boxes[at])}
    ink = _ink(pixels, look, pale)
    for at in firm:
        b = boxes[at].padded(0.15 * look.height, 0.1 * look.height)
        ink[max(0, int(b.y0)) : int(b.y1) + 1, max(0, int(b.x0)) : int(b.x1) + 1] = 0
    rows = _rows([b for at, b in boxes.items() if words[at].confidence >= SURE], look.height)
    spans = [(b.x0, b.x1, b.y0, b.y1) for at, b in boxes.items() if at not in firm and _counts(words[at])]
    wide, high = max(3, round(0.7 * look.height)), max(1, round(0.12 * look.height))
    joined = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((high, wide), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    spans += [
        (float(x), float(x + w), float(y), float(y + h))
        for x, y, w, h, _ in stats[1:].tolist()
        if w >= 0.8 * look.height and h >= 0.5 * look.height
    ]
    out: list[_Place] = []
    for row, pieces in _on_rows(spans, rows, look.height):
        in_row = {at: b for at, b in boxes.items() if _lies_in(b, row)}
        solid = sorted((b.x0, b.x1) for at, b in in_row.items() if at in firm)
        for x0, x1 in _without(_merged(pieces, 0.9 * look.height), solid):
            if x1 - x0 < 0.8 * look.height:
                continue
            band = ink[max(0, int(row.top)) : int(row.bottom) + 1, max(0, int(x0)) : int(x1) + 1]
            if band.any(axis=0).sum() < 0.3 * look.height:
                continue
            mine = tuple(at for at, b in in_row.items() if at not in firm and x0 - 2 <= b.center[0] <= x1 + 2)
            out.append(_Place(x0, x1, row, mine))
    return out


def _counts(word: Word) -> bool:
    return any(map(str.isalnum, word.text))


def _ink(pixels: Pixels, look: Print, pale: bool) -> Grey:
    """Where something is printed: 255 on 0, without the rules of tables. With `pale`, faint print and light on dark
    too, but nothing that is too large for letters: watermarks, stains, shadows."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    size = min(99, 2 * round(1.3 * look.height) + 1)
    away = cv2.medianBlur(grey, size).astype(np.int16) - grey
    least = max(16.0, 0.12 * (look.paper - look.ink))
    span = look.paper - look.ink
    dark = np.asarray((away > max(least, 0.2 * span)) & (grey < look.ink + 0.5 * span))
    paler = np.asarray(np.where((np.abs(away) > least) & ~dark & pale, 255, 0), np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(paler, connectivity=8)
    small = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) <= 1.6 * look.height
    small[0] = False
    ink = np.asarray(np.where(dark | small[labels], 255, 0), np.uint8)
    ink = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
    long = round(5 * look.height)
    for kernel in (np.ones((1, long), np.uint8), np.ones((round(0.6 * long), 1), np.uint8)):
        rules = cv2.morphologyEx(cv2.dilate(ink, np.ones((2, 2), np.uint8)), cv2.MORPH_OPEN, kernel)
        ink[cv2.dilate(rules, np.ones((3, 3), np.uint8)) > 0] = 0
    return ink


def _coloured(pixels: Pixels) -> _Mask:
    spread = pixels.max(axis=2).astype(np.int16) - pixels.min(axis=2)
    return np.asarray(spread > 45)


def _crossed(coloured: _Mask, box: Box) -> bool:
    part = coloured[max(0, int(box.y0)) : int(box.y1) + 1, max(0, int(box.x0)) : int(box.x1) + 1]
    return part.size > 0 and 0.03 < float(part.mean()) < 0.6


def _rows(boxes: Sequence[Box], height: float) -> list[_Row]:
    """Bands of the text lines, from words of usual height."""
    usual = sorted((b for b in boxes if 0.6 * height <= b.height <= 1.6 * height), key=lambda b: b.center[1])
    groups: list[list[Box]] = []
    for box in usual:
        if groups and box.center[1] - statistics.median(b.center[1] for b in groups[-1]) < 0.5 * height:
            groups[-1].append(box)
        else:
            groups.append([box])
    return [
        _Row(float(np.percentile([b.y0 for b in g], 25)), float(np.percentile([b.y1 for b in g], 75))) for g in groups
    ]


def _on_rows(
    spans: Sequence[tuple[float, float, float, float]], rows: Sequence[_Row], height: float
) -> list[tuple[_Row, list[_Span]]]:
    """Spans (x0, x1, y0, y1) shared out to the rows that they reach into; what lies in none has a row of its own."""
    shared: dict[int, list[_Span]] = {}
    alone: list[tuple[_Row, list[_Span]]] = []
    for x0, x1, y0, y1 in spans:
        met = [i for i, r in enumerate(rows) if min(y1, r.bottom) - max(y0, r.top) > 0.45 * (r.bottom - r.top)]
        for i in met:
            shared.setdefault(i, []).append((x0, x1))
        if not met and y1 - y0 <= 2.2 * height:
            alone.append((_Row(y0, y1, alone=True), [(x0, x1)]))
    return [*((rows[i], pieces) for i, pieces in sorted(shared.items())), *alone]


def _lies_in(box: Box, row: _Row) -> bool:
    return row.top - 0.1 * box.height <= box.center[1] <= row.bottom + 0.1 * box.height


def _merged(pieces: Sequence[_Span], gap: float) -> list[_Span]:
    out: list[_Span] = []
    for x0, x1 in sorted(pieces):
        if out and x0 - out[-1][1] < gap:
            out[-1] = (out[-1][0], max(x1, out[-1][1]))
        else:
            out.append((x0, x1))
    return out


def _without(pieces: Sequence[_Span], solid: Sequence[_Span]) -> list[_Span]:
    """The pieces less what surely read words cover."""
    out = list(pieces)
    for a, b in solid:
        cut: list[_Span] = []
        for x0, x1 in out:
            if b <= x0 or a >= x1:
                cut.append((x0, x1))
                continue
            cut += [(low, high) for low, high in ((x0, a), (b, x1)) if high > low]
        out = cut
    return out


def _settled(
    place: _Place, old: Sequence[Word], pixels: Pixels, to_points: float, look: Print, read: ReadLine
) -> list[Word] | None:
    """What stands in a place, or None where the second look tells nothing more than the first."""
    pad, room = 0.35 * look.height, 0.9 * look.height
    high, wide = pixels.shape[:2]
    x0, x1 = max(0, int(place.x0 - pad)), min(wide, int(place.x1 + pad) + 1)
    y0, y1 = max(0, int(place.row.top - room)), min(high, int(place.row.bottom + room) + 1)
    top = max(0, int(place.row.top - 0.22 * look.height)) - y0
    bottom = min(high, int(place.row.bottom + 0.22 * look.height) + 1) - y0
    ballot = _Ballot()
    for name, picture in cleanings.cleaned(np.ascontiguousarray(pixels[y0:y1, x0:x1]), look):
        for scale in _SCALES:
            ballot.add(name, _read(picture[top:bottom], scale, read))
            if ballot.is_settled:
                break
        if ballot.is_settled:
            break
    chosen, agreed = ballot.winner()
    if not chosen:
        return None
    before = min((w.confidence for w in old if _counts(w)), default=0.0)
    if not agreed and (_certainty(chosen) < _LEAST or before >= min(SURE, _certainty(chosen))):
        return None
    if before >= SURE and _bare(chosen) == _bare(old):
        return None
    if _bare(chosen) != _bare(old) and _folded(chosen) == _folded(old):
        # Letters of two alphabets that look alike: the first reading had more of the line to tell them by.
        return [replace(w, confidence=max(w.confidence, SURE)) for w in old] if agreed else None
    if not agreed and place.row.alone and not any(map(_counts, old)):
        return None  # an emblem, a signature, a scanner's edge: something can be read into any ink
    out = []
    for w in chosen:
        if w.confidence < _LEAST:
            continue
        # The picture that settled it may show the stamp as well: the row is where the word stands.
        upper, lower = max(w.box.y0 + y0 + top, place.row.top - 2), min(w.box.y1 + y0 + top, place.row.bottom + 2)
        upper, lower = (upper, lower) if lower > upper else (place.row.top, place.row.bottom)
        box = Box(w.box.x0 + x0, upper, w.box.x1 + x0, lower).scaled(to_points)
        firm = agreed and w.confidence >= _FIRM
        out.append(replace(w, box=box, confidence=max(w.confidence, SURE) if firm else min(w.confidence, OPEN)))
    return out


_SCALES = (1.0, 1.7)
"""Sizes in which each picture is read: grain and edges fall differently on the engine's own grid."""
_LEAST = 0.35
"""Certainty from which a reading that nothing else bears out is kept, as a weak one."""
_FIRM = 0.75
"""Certainty that a reading must have in one of the pictures that agree, and each word of it to count as read: of
writing by hand pictures agree on the same slip."""


@dataclass
class _Ballot:
    """Readings of a place by picture and size."""

    readings: list[tuple[str, list[Word]]] = field(default_factory=list)

    def add(self, picture: str, words: list[Word]) -> None:
        if words:
            self.readings.append((picture, words))

    @property
    def is_settled(self) -> bool:
        """True when more looking would change nothing: two pictures agree, and surely."""
        return self.winner()[1]

    def winner(self) -> tuple[list[Word], bool]:
        """The likeliest reading, and whether different pictures agree on it more than on any other."""
        if not self.readings:
            return [], False
        said: dict[str, list[tuple[str, list[Word]]]] = {}
        for picture, words in self.readings:
            said.setdefault(_bare(words), []).append((picture, words))

        def weight(of: Sequence[tuple[str, list[Word]]]) -> float:
            # Two sizes of one picture are less than two pictures.
            return len({p for p, _ in of}) + 0.5 * len(of)

        def rank(text: str) -> float:
            best = max(_certainty(w) for _, w in said[text])
            return weight(said[text]) * best * (1 + min(len(text), 12) / 24)

        top, *others = sorted(said, key=rank, reverse=True)
        words = max((w for _, w in said[top]), key=_certainty)
        rivals = [weight(said[t]) for t in others if max(_certainty(w) for _, w in said[t]) >= 0.5]
        firm = _certainty(words) >= _FIRM and len({p for p, _ in said[top]}) > 1
        return words, firm and weight(said[top]) >= 2 * max(rivals, default=0.0)


def _read(picture: Grey, scale: float, read: ReadLine) -> list[Word]:
    """Words of one row, boxes in pixels of `picture`."""
    shown = picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    framed = cv2.copyMakeBorder(shown, _FRAME, _FRAME, _FRAME, _FRAME, cv2.BORDER_CONSTANT, value=255)
    out = []
    for w in read(np.asarray(framed, np.uint8)):
        if any(map(str.isalnum, w.text)):
            a, b, c, d = ((v - _FRAME) / scale for v in w.box)
            out.append(Word(w.text, Box(a, b, c, d), w.confidence))
    return out


_FRAME = 10
"""Pixels of paper around a crop: line readers want some."""


def _bare(words: Sequence[Word]) -> str:
    return "".join(c for w in words for c in w.text if c.isalnum())


_LOOK_ALIKE = str.maketrans("авекмнорстухѕіј", "abekmhopctyxsij")


def _folded(words: Sequence[Word]) -> str:
    """Letters and digits in order, small, those of Cyrillic that look like Latin ones as these."""
    return _bare(sorted(words, key=lambda w: w.box.x0)).casefold().translate(_LOOK_ALIKE)


def _certainty(words: Sequence[Word]) -> float:
    sizes = [sum(map(str.isalnum, w.text)) for w in words]
    return sum(w.confidence * n for w, n in zip(words, sizes, strict=True)) / max(1, sum(sizes))
