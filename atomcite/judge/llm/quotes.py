"""A model's quote found among the words that it was shown, or not at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from atomcite.judge.llm.shown import ShownLine, Window

_GAP = re.compile(r"(?:\.{3,}|…|\[…\]|\n)+")
_BAR = re.compile(r"[|¦]")
_LIGATURE = re.compile(r"ffi|ffl|ff|fi|fl")
_LOOKALIKE = str.maketrans("асеорхуё", "aceopxye")
"""Cyrillic letters that look like Latin ones, which engines mix up and models put right; and ё, often printed е."""


@dataclass(frozen=True)
class Place:
    """Where a quote stands: a line and the numbers of its words."""

    line: ShownLine
    words: tuple[int, ...]


@dataclass(frozen=True)
class _Stream:
    """Letters and digits in a row. `origin` says for each which line and word it is of; `glued` whether it follows
    the one before without a gap or a sign between."""

    text: str
    origin: tuple[tuple[int, int], ...]
    glued: tuple[bool, ...]

    def without_ligatures(self) -> _Stream:
        """A bad font map drops ligatures ("benets"); a model that reads past it writes them."""
        kept: list[int] = []
        at = 0
        for hit in _LIGATURE.finditer(self.text):
            kept.extend(range(at, hit.start()))
            at = hit.end()
        kept.extend(range(at, len(self.text)))
        return _Stream(
            "".join(self.text[i] for i in kept),
            tuple(self.origin[i] for i in kept),
            tuple(self.glued[i] for i in kept),
        )


def find_quote(quote: str, window: Window) -> tuple[Place, ...] | None:
    """The places of a quote, in order; None when it is not among the words of the window.

    Case, blanks, signs, ligatures and hyphens at line ends may differ; letters and digits may not, nor the point or
    comma within a number. Parts left out must be marked (...); cells of one row may be left out between bars.
    """
    parts = [[c for c in map(_squeezed, _BAR.split(part)) if c] for part in _GAP.split(quote)]
    parts = [p for p in parts if p]
    if not parts:
        return None
    stream = _stream(window)
    for page, wanted in (
        (stream, parts),
        (stream.without_ligatures(), [[_LIGATURE.sub("", c) for c in p] for p in parts]),
    ):
        found = _all_parts(page, wanted)
        if found is not None:
            return _places(page, found, window)
    return None


def _all_parts(page: _Stream, parts: list[list[str]]) -> list[range] | None:
    out: list[range] = []
    at = 0
    for cells in parts:
        found = _cells(page, cells, at)
        if found is None:
            return None
        out.extend(found)
        at = found[-1].stop
    return out


def _cells(page: _Stream, cells: list[str], at: int) -> list[range] | None:
    """Cells of one row, or a single run of words, from `at` on."""
    first, *rest = cells
    for start in _occurrences(page, first, at, len(page.text)):
        line = page.origin[start.start][0]
        end = next((i for i in range(start.stop, len(page.text)) if page.origin[i][0] != line), len(page.text))
        found = [start]
        for cell in rest:
            hit = next(_occurrences(page, cell, found[-1].stop, end), None)
            if hit is None:
                break
            found.append(hit)
        else:
            return found
    return None


def _occurrences(page: _Stream, wanted: str, at: int, end: int) -> Iterator[range]:
    """Where `wanted` stands as whole words: "4.2" is no part of "14.2"."""
    while wanted and (start := page.text.find(wanted, at, end)) >= 0:
        stop = start + len(wanted)
        if not page.glued[start] and (stop == len(page.text) or not page.glued[stop]):
            yield range(start, stop)
        at = start + 1


def _places(page: _Stream, found: list[range], window: Window) -> tuple[Place, ...]:
    by_line: dict[int, dict[int, None]] = {}
    for run in found:
        for i in run:
            line, word = page.origin[i]
            by_line.setdefault(line, {})[word] = None
    return tuple(Place(window.lines[line], tuple(words)) for line, words in by_line.items())


def _stream(window: Window) -> _Stream:
    text: list[str] = []
    origin: list[tuple[int, int]] = []
    glued: list[bool] = []
    for n, line in enumerate(window.lines):
        words = line.page.text.page.words
        for word in line.words:
            for letter, follows in _letters(words[word].text):
                text.append(letter)
                origin.append((n, word))
                glued.append(follows)
    return _Stream("".join(text), tuple(origin), tuple(glued))


def _squeezed(text: str) -> str:
    return "".join(letter for letter, _ in _letters(text))


def _letters(text: str) -> Iterator[tuple[str, bool]]:
    """Letters and digits of a text, each with whether it follows the one before directly. Points and commas between
    digits count: 4.2 is not 42."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_LOOKALIKE)
    follows = False
    for i, ch in enumerate(plain):
        within = ch in ".," and plain[i - 1 : i].isdigit() and plain[i + 1 : i + 2].isdigit()
        if ch.isalnum() or within:
            yield ch, follows
            follows = True
        else:
            follows = False
