"""Lines that read badly as a whole, read once more: at the angle of their own, and in pieces.

A stamp lies askew on the page, and the level strip of a line of it is as high as the line rises. And a number in a
line whose letters the network doesn't know, or a blank filled in by hand after a printed label, is lost in the line
and read where it is shown alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from atomcite.vision.again import WEAK, Ask, Line
from atomcite.vision.lattice import Lattice
from atomcite.vision.picture import Strip

Read = Callable[[Sequence[Ask]], list[Line]]

_TILT = 0.5
"""Degrees between a strip's own angle and the page's from which they differ: less is the noise of a strip's angle."""

_PART = 0.7
"""Letters and digits of a second reading, as a share of the first one's, from which it is one of the whole line."""

_LOST = 0.6
"""Confidence of a word up to which it may be another one altogether."""


def at_own_angle(lines: Sequence[Line], own: Mapping[Strip, Strip], names: tuple[str, ...], read: Read) -> list[Line]:
    """`lines` with the weak ones replaced by what their strips as detected (`own`, by levelled strip) show in the
    pictures `names`, where that is read better and not in much smaller part."""
    turned = [
        (i, own[line.strip])
        for i, line in enumerate(lines)
        if line.weak and line.strip in own and abs(own[line.strip].angle - line.strip.angle) > _TILT
    ]
    out = list(lines)
    for (i, _), line in zip(turned, read([Ask(s, names) for _, s in turned]) if turned else (), strict=True):
        if line.merit > out[i].merit and _size(line) > _PART * _size(out[i]):
            out[i] = line
    return out


def _size(line: Line) -> int:
    return sum(c.isalnum() for w in line.words for c in w.text)


def in_pieces(lines: Sequence[Line], names: tuple[str, ...], read: Read) -> list[Line]:
    """`lines`, with those cut where a run of lost words turns out to hold a number once it is shown alone."""
    runs = [(i, run) for i, line in enumerate(lines) for run in _lost_runs(line)]
    if not runs:
        return list(lines)
    found = read([Ask(lines[i].strip.part(*_pixels(lines[i], run)), names) for i, run in runs])
    sure: dict[int, list[tuple[tuple[int, int], Line]]] = {}
    for (i, run), piece in zip(runs, found, strict=True):
        texts = [w for w in piece.words if any(c.isalnum() for c in w.text)]
        if texts and not piece.weak and any(c.isdigit() for w in texts for c in w.text):
            sure.setdefault(i, []).append((run, piece))
    out: list[Line] = []
    for i, line in enumerate(lines):
        done = 0
        for (first, last), piece in sure.get(i, ()):
            if first > done:
                out.append(_words_of(line, done, first))
            out.append(piece)
            done = last
        if done < len(line.words):
            out.append(_words_of(line, done, len(line.words)) if done else line)
    return out


def _lost_runs(line: Line) -> list[tuple[int, int]]:
    """Runs (first word, past the last) of lost words beside words that were read."""
    if not any(w.confidence >= WEAK and any(c.isalpha() for c in w.text) for w in line.words):
        return []
    runs: list[tuple[int, int]] = []
    for lost, group in groupby(range(len(line.words)), key=lambda k: line.words[k].confidence <= _LOST):
        own = list(group)
        start, end = _pixels(line, (own[0], own[-1] + 1))
        if lost and end - start > 1.2 * line.strip.height:
            runs.append((own[0], own[-1] + 1))
    return runs


def _pixels(line: Line, run: tuple[int, int]) -> tuple[float, float]:
    """From the word before a run of words to the word after it, in pixels along the strip."""
    first, last = run
    start = line.words[first - 1].place.end if first else 0.0
    end = line.words[last].place.start if last < len(line.words) else 1.0
    return start * line.strip.width, max(end, start) * line.strip.width


def _words_of(line: Line, first: int, last: int) -> Line:
    """The part of a line that holds some of its words, with its part of the lattice."""
    steps = line.lattice.steps
    # No farther than its own words: it must not lie beside what was cut out of it.
    start = 0 if first == 0 else int(line.words[first].place.start * steps)
    end = steps if last == len(line.words) else -int(-line.words[last - 1].place.end * steps // 1)
    start, end = min(start, steps - 1), max(end, min(start, steps - 1) + 1)
    share = (end - start) / steps

    def moved(at: float) -> float:
        return min(1.0, max(0.0, (at - start / steps) / share))

    words = tuple(
        replace(
            w,
            place=replace(
                w.place,
                first=max(0, w.place.first - start),
                last=min(end, max(start + 1, w.place.last)) - start,
                start=moved(w.place.start),
                end=moved(w.place.end),
            ),
        )
        for w in line.words[first:last]
    )
    strip = line.strip.part(start / steps * line.strip.width, end / steps * line.strip.width)
    return Line(strip, Lattice(line.lattice.costs[start:end]), words, line.picture)
