"""Does the text layer of a page say what its picture shows?

A text layer can be garbled (a font without a map to characters), left over from bad recognition, incomplete (a
picture page with a typed header), or false on purpose. So before it is believed, some of its lines, spread over the
page, are read from the pixels and compared; and some lines that the pixels show are looked for in the layer.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from atomcite.domain import Box, Message, PageImage, Word, message
from atomcite.ocr import line_reader, samples
from atomcite.ocr.scripts import LOOKALIKES, one_alphabet

LINES = 10
ENOUGH = 0.8
"""Share of sampled words that must agree."""
SAME = 75
"""Similarity (0..100) from which two readings are the same word: OCR slips are allowed, other words are not."""
GARBLED = 0.02
"""Share of characters that no page shows from which a layer is rejected without a look at the pixels."""
COVERED = 0.7
"""Share of the lines seen in the picture that the layer must have words for."""


@dataclass(frozen=True)
class Agreement:
    """`trusted`, and why. `sampled` and `agreed` count words; `notes` are for the report. `strays` are boxes of
    layer words that the picture does not show so."""

    trusted: bool
    sampled: int = 0
    agreed: int = 0
    notes: tuple[Message, ...] = ()
    strays: tuple[Box, ...] = ()


def compare(image: PageImage, words: Sequence[Word]) -> Agreement:
    """Compares `words` of the layer with the pixels of `image`."""
    text = "".join(w.text for w in words)
    odd = sum(_never_printed(c) for c in text) / max(1, len(text))
    if odd > GARBLED:
        return Agreement(False, notes=(message("ocr.layer_garbled", share=f"{100 * odd:.0f}"),))
    if lacks_lines(image, words):
        return Agreement(False, notes=(message("ocr.layer_incomplete"),))
    reader = line_reader.for_script_of(text)
    if reader is None:
        return Agreement(True, notes=(message("ocr.layer_unchecked"),))
    sampled = agreed = 0
    strays: list[Box] = []
    lines = _spread(words, LINES)
    crops = [samples.crop(image.pixels, _pixels(Box.around(w.box for w in line), image)) for line in lines]
    for line, seen in zip(lines, reader(crops, image.dpi), strict=True):
        for word, same in zip(line, _matches([w.text for w in line], seen), strict=True):
            sampled += 1
            agreed += same
            if not same:
                strays.append(word.box)
    if agreed >= ENOUGH * sampled:
        return Agreement(True, sampled, agreed, strays=tuple(strays))
    note = message("ocr.layer_rejected", sampled=sampled, agreed=agreed)
    return Agreement(False, sampled, agreed, (note,), tuple(strays))


def _never_printed(char: str) -> bool:
    """Replacement characters, private use, controls: what broken font maps give."""
    return char == "\ufffd" or unicodedata.category(char) in ("Co", "Cc", "Cn", "Cs")


def lacks_lines(image: PageImage, words: Sequence[Word]) -> bool:
    """True when the layer has nothing where most of the picture's text lines are."""
    seen = samples.line_areas(image.pixels)
    if len(seen) < 4:
        return False
    scale = image.dpi / 72
    boxes = [w.box.scaled(scale) for w in words]
    covered = 0
    for x0, y0, x1, y1 in seen:
        area = Box(x0, y0, x1, y1)
        covered += any(b.vertical_overlap(area) > 0.3 and b.x0 < area.x1 and b.x1 > area.x0 for b in boxes)
    return covered < COVERED * len(seen)


def _spread(words: Sequence[Word], count: int) -> list[list[Word]]:
    """Up to `count` lines, the longest of each part of the page, cut to what a line reader takes in."""
    groups: dict[int, list[Word]] = {}
    for word in words:
        groups.setdefault(word.line, []).append(word)
    lines = [_run(line) for line in groups.values()]
    lines = [line for line in lines if sum(c.isalnum() for w in line for c in w.text) >= 3]
    if len(lines) <= count:
        return lines
    bounds = [round(i * len(lines) / count) for i in range(count + 1)]
    return [max(lines[a:b], key=lambda line: sum(len(w.text) for w in line)) for a, b in itertools.pairwise(bounds)]


def _run(line: Sequence[Word], limit: int = 10) -> list[Word]:
    """The longest run of words of a line without a wide gap, `limit` words at most."""
    runs: list[list[Word]] = [[line[0]]]
    for before, word in itertools.pairwise(line):
        if word.box.x0 - before.box.x1 > 2 * word.box.height or word.box.vertical_overlap(before.box) < 0.3:
            runs.append([])
        runs[-1].append(word)
    return max(runs, key=lambda r: sum(len(w.text) for w in r))[:limit]


def _pixels(box: Box, image: PageImage) -> tuple[int, int, int, int]:
    b = box.scaled(image.dpi / 72).clamped(image.pixels.shape[1], image.pixels.shape[0])
    return int(b.x0), int(b.y0), int(b.x1) + 1, int(b.y1) + 1


_FOLD = str.maketrans(LOOKALIKES)


def _folded(text: str) -> str:
    """For comparison only: no case, no marks, look-alikes as one."""
    kept = "".join(c for c in unicodedata.normalize("NFKD", one_alphabet(text)) if c.isalnum())
    return kept.translate(_FOLD).casefold()


def _matches(expected: Sequence[str], seen: Sequence[str]) -> list[bool]:
    """For each word of the layer, whether the reading of its line holds it; words without letters or digits pass.

    Digits are not forgiven: a number must be read as it is, or as part of a longer reading.
    """
    readings = [_folded(s) for s in seen]
    whole = "".join(readings)
    result = []
    for word in map(_folded, expected):
        if not word or word in whole:
            result.append(True)
        elif any(c.isdigit() for c in word):
            result.append(any(fuzz.ratio(word, r) >= 90 for r in readings))
        else:
            result.append(any(fuzz.ratio(word, r) >= SAME for r in readings) or fuzz.partial_ratio(word, whole) >= 85)
    return result
