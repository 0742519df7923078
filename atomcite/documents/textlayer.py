"""Glyphs of a text layer -> words, lines and blocks."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from atomcite.domain import Box, Word
from atomcite.ocr import layout

UPRIGHT = 20.0
"""Degrees off the horizontal up to which type is read with the page; beyond, it is a note of its own."""
WORD_GAP = 0.3
"""White space in type sizes that parts two words where the file stores no space."""
OWN_SPACE = 0.08
"""Distance between the advance boxes of two glyphs up to which the file set them side by side, kerning included."""
BASELINE = 0.15
"""A glyph whose baseline is off by more than this many type sizes is raised, lowered or on another line."""

_HYPHENS = {"\x02", "\ufffe", "\xad"}
"""How PDFium marks a hyphen at the end of a line."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character with its ink box and its full (ascent to descent) box as (x0, y0, x1, y1) in points of the
    upright page; `angle` in degrees clockwise, `size` of the type in points."""

    text: str
    box: tuple[float, float, float, float]
    full: tuple[float, float, float, float]
    origin: tuple[float, float]
    size: float
    angle: float = 0.0
    generated: bool = False
    hyphen: bool = False
    invisible: bool = False

    @property
    def raised(self) -> bool:
        """True for a letter or figure that floats above its baseline: a superior figure of the font itself."""
        return self.text.isalnum() and self.origin[1] - self.ink.y1 > 0.2 * self.size

    @property
    def ink(self) -> Box:
        """The ink, or the full box where the font has no outline for the glyph."""
        return Box(*self.box) if self.box[2] > self.box[0] and self.box[3] > self.box[1] else Box(*self.full)


def words_of(glyphs: Iterable[Glyph]) -> tuple[Word, ...]:
    """Words in reading order. Type that runs across the page (margin notes, watermarks) comes last, a block a run."""
    upright: list[list[Word]] = []
    across: list[list[Word]] = []
    for run in _runs(glyphs):
        words = _split(run)
        if words:
            (upright if _is_upright(run[0]) else across).append(words)
    ordered = list(layout.arrange(upright))
    line = ordered[-1].line if ordered else -1
    block = max((w.block for w in ordered), default=-1)
    for words in across:
        line, block = line + 1, block + 1
        ordered.extend(replace(w, line=line, block=block) for w in words)
    return tuple(ordered)


def lines_of(words: Iterable[Word]) -> list[tuple[str, Box]]:
    """Text and box of each line."""
    lines: dict[int, list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    return [(" ".join(w.text for w in line), Box.around(w.box for w in line)) for line in lines.values()]


def _is_upright(glyph: Glyph) -> bool:
    return min(glyph.angle, 360 - glyph.angle) <= UPRIGHT


def _runs(glyphs: Iterable[Glyph]) -> Iterable[list[Glyph]]:
    """Glyphs that follow one another on one baseline. A raised footnote mark is a run of its own, so that "4.2" with
    note 1 is never read as 4.21."""
    run: list[Glyph] = []
    for glyph in glyphs:
        if glyph.text in "\r\n" or (unicodedata.category(glyph.text) == "Cc" and glyph.text not in _HYPHENS | {"\t"}):
            if run:
                yield run
            run = []
            continue
        last = next((g for g in reversed(run) if not g.generated and not g.text.isspace()), None)
        if last is not None and not glyph.generated and not glyph.text.isspace() and not _continues(last, glyph):
            yield run
            run = []
        run.append(glyph)
    if run:
        yield run


def _continues(last: Glyph, glyph: Glyph) -> bool:
    if abs((last.angle - glyph.angle + 180) % 360 - 180) > 5:
        return False
    if not _is_upright(glyph):
        return True
    if glyph.raised != last.raised:
        return False
    size = max(last.size, glyph.size, 1.0)
    return abs(last.origin[1] - glyph.origin[1]) <= BASELINE * size and glyph.origin[0] > last.origin[0] - 0.5 * size


def _split(run: Sequence[Glyph]) -> list[Word]:
    words: list[list[Glyph]] = [[]]
    for glyph in run:
        if glyph.text.isspace():
            words.append([])
            continue
        if words[-1] and _is_upright(glyph) and _is_apart(words[-1][-1], glyph):
            words.append([])
        words[-1].append(glyph)
    return [w for w in (_word(part) for part in words if part) if w is not None]


def _is_apart(last: Glyph, glyph: Glyph) -> bool:
    """White space that is not the font's own: a 1 among figures of one width has as much around it as a space has."""
    space = glyph.full[0] - last.full[2]
    return glyph.ink.x0 - last.ink.x1 > WORD_GAP * glyph.size and space > OWN_SPACE * glyph.size


def _word(glyphs: Sequence[Glyph]) -> Word | None:
    text = "".join("-" if g.hyphen or g.text in _HYPHENS else g.text for g in glyphs)
    # Presentation forms are undone (the fi ligature is two letters); nothing else is: NFKC would turn superscripts
    # into digits.
    text = "".join(unicodedata.normalize("NFKC", c) if 0xFB00 <= ord(c) <= 0xFB06 else c for c in text)
    text = unicodedata.normalize("NFC", text)
    if not text.strip():
        return None
    return Word(text, Box.around(g.ink for g in glyphs))
