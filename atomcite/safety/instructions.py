"""Text that tells a checker what to answer, in English and Russian.

The patterns stand in `instructions.toml`. No verdict rests on what is found here: `rules` and `reader` take no orders
from a page anyhow. It is reported, and a claim on such a page is shown to a person.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from atomcite.ocr.scripts import one_alphabet

NEAR = 300
"""Characters between matches that still belong to one passage: two or three sentences."""
ENOUGH = 0.999
"""Weight of a passage that is reported; the sum of tenths falls a hair short of 1."""

_NAME = re.compile(r"\{([^\W\d]\w*)\}")
_UNSEEN = re.compile("[\u00ad\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]")
_QUOTES = str.maketrans("«»“”„‟″`", '""""""""') | str.maketrans("’‘‚‛′", "'''''")
_TWINS = str.maketrans("ІЈЅјԁӏѵһԛԝ", "IJSjdlvhqw")
"""Cyrillic letters that Russian does not have that look like Latin ones: common in disguises, not in documents."""
_LATIN = re.compile("[A-Za-z]")
_TAGS = range(0xE0020, 0xE007F)
"""Unicode tag characters: ASCII that no font shows."""


@dataclass(frozen=True)
class Passage:
    """A stretch of the given lines that gives instructions. `first` and `last` are line numbers, `kinds` what was
    seen in it, in the order of the text."""

    first: int
    last: int
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class _Pattern:
    kind: str
    weight: float
    regex: re.Pattern[str]


@dataclass(frozen=True)
class _Match:
    kind: str
    weight: float
    start: int
    end: int


def find(lines: Sequence[str]) -> tuple[Passage, ...]:
    """Passages of `lines` (a page's lines in reading order) that give instructions."""
    text, starts = _folded(lines)
    matches = sorted(
        (_Match(p.kind, p.weight, m.start(), m.end()) for p in _patterns() for m in p.regex.finditer(text)),
        key=lambda m: m.start,
    )
    found = []
    for group in _near(matches):
        weights: dict[str, float] = {}
        for match in group:
            weights[match.kind] = max(weights.get(match.kind, 0.0), match.weight)
        if sum(weights.values()) >= ENOUGH:
            first = _line_at(starts, group[0].start)
            last = max(_line_at(starts, max(m.start, m.end - 1)) for m in group)
            found.append(Passage(first, last, tuple(weights)))
    return tuple(found)


def _near(matches: Iterable[_Match]) -> Iterable[list[_Match]]:
    group: list[_Match] = []
    for match in matches:
        if group and match.start - max(m.end for m in group) > NEAR:
            yield group
            group = []
        group.append(match)
    if group:
        yield group


def _folded(lines: Sequence[str]) -> tuple[str, list[int]]:
    """The lines as one text for the patterns, and where each begins in it. A hyphen at the end of a line joins."""
    text = ""
    starts: list[int] = []
    for line in lines:
        words = [_fold(word) for word in _revealed(line).split()]
        words = [w for w in words if w]
        if text.endswith("-") and words and words[0][0].islower() and len(text) > 1 and text[-2].isalpha():
            text = text[:-1]
        elif text:
            text += " "
        starts.append(len(text))
        begins = next((c for c in line if c.isalnum()), "")
        # A capital at the start of a line may begin a sentence even where nothing ends the one before.
        text += ("¶" if begins.isupper() else "") + " ".join(w.casefold() for w in words).replace("ё", "е")
    return text, starts


def _revealed(line: str) -> str:
    """`line` with what is written in invisible characters made plain, and nothing else invisible in it."""
    plain = "".join(chr(ord(c) - 0xE0000) if ord(c) in _TAGS else c for c in line)
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", plain))


def _fold(word: str) -> str:
    word = word.translate(_QUOTES)
    return one_alphabet(word.translate(_TWINS) if _LATIN.search(word) else word)


def _line_at(starts: Sequence[int], position: int) -> int:
    return max(i for i, start in enumerate(starts) if start <= position or i == 0)


@cache
def _patterns() -> tuple[_Pattern, ...]:
    data = tomllib.loads(files(__package__).joinpath("instructions.toml").read_text("utf-8"))
    words: dict[str, str] = data["words"]

    def filled(regex: str) -> str:
        return _NAME.sub(lambda m: filled(words[m[1]]), regex)

    return tuple(_Pattern(p["kind"], p["weight"], re.compile(filled(p["regex"]))) for p in data["pattern"])
