"""Digits that a reader was unsure of and took for letters: "l2,5O0" for 12,500.

Tried only where the reading is weak, and only where most of a word is digits: a code is no number. What rests on such
a word is marked as doubtful (`atomcite.judge.doubts`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from atomcite.domain import PageWords, Word
from atomcite.values.numerals import NUMERAL

WEAK = 0.65
"""Confidence below which a word is read poorly. Engines give 0.9 and more to most words of a clean page."""
_LETTERS = str.maketrans("OoОоQlIi|іІSsBВЗз", "00000111111558833")
_WORD = re.compile(r"(?P<before>[(\[$€£₽−–-]*)(?P<body>[\w.,'’°|]+?)(?P<after>[)\]%.,;:]*)")
_NUMBER = re.compile(NUMERAL)
_NUMBERED = re.compile(r"(?:№|\bNo\.?|\bn°|#)$", re.I)
"""What stands before the number of a document, whose letters are its own."""


def is_weak(page: PageWords, words: Collection[int]) -> bool:
    """Whether any of these words of a page is read poorly."""
    return any(page.words[w].confidence < WEAK for w in words)


def digits_restored(words: Sequence[Word]) -> dict[int, str]:
    """Texts of poorly read words with their letters as digits, by the number of the word; others are left out."""
    out = {}
    for i, word in enumerate(words):
        if word.confidence >= WEAK or not any(c.isdigit() for c in word.text):
            continue
        if i and _NUMBERED.search(words[i - 1].text):
            continue
        text = as_number(word.text)
        if text:
            out[i] = text
    return out


def as_number(text: str) -> str:
    """A word with its letters as the digits that they look like; "" where that makes no number, or most of the word
    is letters.

    >>> as_number("l2,5O0"), as_number("(З45)"), as_number("5B"), as_number("A-12")
    ('12,500', '(345)', '', '')
    """
    hit = _WORD.fullmatch(text)
    if not hit:
        return ""
    body = hit["body"]
    letters = sum(c.isalpha() or c == "|" for c in body)
    digits = sum(c.isdigit() for c in body)
    if not letters or digits <= letters or body[-1] in "BS":  # "15B" is a scale
        return ""
    number = body.translate(_LETTERS)
    return hit["before"] + number + hit["after"] if _NUMBER.fullmatch(number) else ""


def with_texts(words: Sequence[Word], texts: Mapping[int, str]) -> tuple[Word, ...]:
    """The words with other texts in some places."""
    return tuple(replace(w, text=texts[i]) if i in texts else w for i, w in enumerate(words))
