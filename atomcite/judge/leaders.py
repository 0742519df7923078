"""Rows of dots that lead from a label to its value ("Total ........ 1,250"): no words of the page."""

from __future__ import annotations

import re
from dataclasses import replace

from atomcite.domain import Box, PageWords, Word

_RUN = re.compile(r"[.…·•_]{4,}|…{2,}")
_DOTS = re.compile(r"[.…·•_,:;'-]+")
_FEWEST = 4
"""Words of nothing but dots in a row that make a leader."""


def without_leaders(page: PageWords) -> PageWords:
    """The page without leaders, whether the engine read them as words of their own or as part of their neighbours."""
    out: list[Word] = []
    for line in page.lines:
        words = [piece for w in line.words for piece in _pieces(w)]
        dots = [bool(_DOTS.fullmatch(w.text)) and "-" not in w.text for w in words]
        run = 0
        marks = [False] * len(words)
        for i, dot in enumerate([*dots, False]):
            if dot:
                run += 1
                continue
            if run >= _FEWEST or (run and any(_RUN.search(w.text) for w in words[i - run : i])):
                marks[i - run : i] = [True] * run
            run = 0
        out += [w for w, leader in zip(words, marks, strict=True) if not leader]
    return page if len(out) == len(page.words) else replace(page, words=tuple(out))


def _pieces(word: Word) -> list[Word]:
    """A word cut at the leaders within it, its box divided by the number of letters."""
    if not _RUN.search(word.text) or _DOTS.fullmatch(word.text):
        return [word]
    share = word.box.width / len(word.text)
    out = []
    at = 0
    for hit in [*_RUN.finditer(word.text), None]:
        end = hit.start() if hit else len(word.text)
        if end > at:
            box = Box(word.box.x0 + share * at, word.box.y0, word.box.x0 + share * end, word.box.y1)
            out.append(replace(word, text=word.text[at:end], box=box))
        at = hit.end() if hit else end
    return out
