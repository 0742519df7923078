"""Words at which a text layer and the line reader differ: who is right is asked of other readings of the same pixels.

One reader's slip is no fault of the layer. The layer is only said to differ when two readings agree with one another
and none agrees with the layer.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from atomcite.domain import Box, PageImage, Word
from atomcite.ocr import layer_lines, line_reader, samples
from atomcite.ocr.layer_lines import Seen, folded
from atomcite.ocr.scripts import script_of

ALIKE = 90
"""Similarity (0..100) from which two readings of a word are the same word."""
FAINT = 20
"""Grey levels between paper and ink under which nothing is there to be seen."""
_SHAPES = str.maketrans("мбзo0ч4li", "m6300чч11")
"""Letters and digits taken for one another in a word too short to tell its alphabet: "см." and "cm."."""
_LIGATURES = re.compile(r"ffi|ffl|ff|fi|fl|ft|tt|ti")


@dataclass(frozen=True)
class Dispute:
    """Words of the layer that stand together, and what was read in their place."""

    words: tuple[Word, ...]
    there: str

    @property
    def text(self) -> str:
        return " ".join(w.text for w in self.words)

    @property
    def box(self) -> Box:
        return Box.around(w.box for w in self.words)

    @property
    def is_number(self) -> bool:
        return any(c.isdigit() for c in self.text)


def open_disputes(line: Sequence[Seen]) -> list[Dispute]:
    """What the reading of a line does not bear out. Digits are not forgiven; a word may differ by a slip."""
    found = []
    for part in _units(line):
        text = " ".join(s.word.text for s in part)
        there = " ".join(dict.fromkeys(s.there for s in part if s.there))
        if not _same(text, there):
            found.append(Dispute(tuple(s.word for s in part), there))
    return found


def settle(dispute: Dispute, image: PageImage) -> str | None:
    """What the picture shows instead, read alike by two readings; None when a reading bears the layer out, or when
    the readings differ among themselves."""
    # By the word's own script: on a Russian page a reader of both reads "Revenue" as Кеуепие, twice alike.
    script = script_of([dispute.text])
    crop = samples.crop(image.pixels, layer_lines.area_of(dispute.box, image))
    readings = [dispute.there, *line_reader.second_readings(crop, image.dpi, script)]
    if any(_same(dispute.text, r) for r in readings):
        return None
    for one, other in itertools.combinations([r for r in readings if folded(r)], 2):
        alike = _number(one) == _number(other) if dispute.is_number else folded(one) == folded(other)
        if alike and (not dispute.is_number or _number(one).digits):
            return one
    return None


def is_inkless(word: Word, image: PageImage) -> bool:
    """True where the picture shows nothing at the place of a word."""
    if not any(c.isalnum() for c in word.text):
        return False
    part = image.crop(word.box)
    return int(part.max(axis=(0, 1)).astype(int).max() - part.min(axis=(0, 1)).astype(int).min()) < FAINT


def lost_ligature(dispute: Dispute, seen: str) -> bool:
    """True when the layer's word is the picture's without its ligature: "benets" for "benefits"."""
    whole, layer = folded(seen), folded(dispute.text)
    return any(whole[: m.start()] + whole[m.end() :] == layer for m in _LIGATURES.finditer(whole))


@dataclass(frozen=True)
class _Number:
    digits: str
    groups: tuple[str, ...]


def _number(text: str) -> _Number:
    """Digits, and their groups between points and commas."""
    digits = "".join(c for c in text if c.isdigit())
    groups = tuple(re.findall(r"\d+", re.sub(r"\s", "", text)))  # spaces part thousands: readers lose them
    return _Number(digits, groups)


def _same(layer: str, read: str) -> bool:
    if any(c.isdigit() for c in layer):
        return _same_number(layer, read)
    mine, other = folded(layer), folded(read)
    alike = mine.translate(_SHAPES) == other.translate(_SHAPES)
    return not mine or alike or mine in other or fuzz.ratio(mine, other) >= ALIKE


def _same_number(layer: str, read: str) -> bool:
    mine, other = _number(layer), _number(read)
    if mine.digits != other.digits:
        return False
    # A reader that saw no mark at all between digits may have missed it; another place of the mark is another value.
    marked = len(other.groups) > 1 and len(mine.groups) > 1
    return not (marked and mine.groups != other.groups)


def _units(line: Sequence[Seen]) -> list[list[Seen]]:
    """Words one by one; numbers with a space inside ("1 577") in one."""
    units: list[list[Seen]] = []
    for seen in line:
        if not any(c.isalnum() for c in seen.word.text):
            continue
        if units and _is_number(seen) and _is_number(units[-1][-1]):
            before = units[-1][-1].word.box
            if seen.word.box.x0 - before.x1 < 0.6 * max(before.height, seen.word.box.height):
                units[-1].append(seen)
                continue
        units.append([seen])
    return units


def _is_number(seen: Seen) -> bool:
    return any(c.isdigit() for c in seen.word.text)
