"""What the parser's network sees of a text: its words, each as some hashed features.

Hashes are CRC-32, which is the same on every machine and in every run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import lemminflect
import numpy as np
import numpy.typing as npt
import pymorphy3

from atomcite.judge.words import stem

Ids = npt.NDArray[np.int64]
SIZES = (12288, 12288, 6144, 2048, 6144, 128, 1024, 2048)
"""How many values each feature has: word, stem, suffixes of 3 and 2, prefix, shape, likeliest form, other forms."""
_WORD = re.compile(
    r"\d{1,3}(?:[   ]\d{3})+(?:[.,]\d+)?(?!\w)|\d+(?:[.,:/]\d+)*|[^\W_]+(?:['’.&][^\W_]+)*|[^\w\s]",
    re.UNICODE,
)
_CYRILLIC = re.compile(r"[а-яё]", re.I)


def word_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Characters start..end-1 of each word, number or sign. A number with its thousands parted is one."""
    return tuple(m.span() for m in _WORD.finditer(text))


@lru_cache(maxsize=1)
def _morph() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer(lang="ru")


def _bucket(kind: int, text: str) -> int:
    """0 is kept for padding."""
    return 1 + crc32(f"{kind}:{text}".encode()) % (SIZES[kind] - 1)


@lru_cache(maxsize=50_000)
def _russian_forms(low: str) -> tuple[str, str]:
    readings = _morph().parse(low)[:6]
    tag = readings[0].tag
    first = f"{tag.POS} {tag.case} {tag.number} {tag.gender} {tag.voice} {tag.animacy}"
    rest = sorted({f"{r.tag.POS}{r.tag.case}" for r in readings})
    return first, " ".join(rest)


@lru_cache(maxsize=50_000)
def _english_forms(low: str) -> tuple[str, str]:
    lemmas = lemminflect.getAllLemmas(low)
    kinds = " ".join(sorted(lemmas))
    forms = set()
    for lemma in lemmas.get("VERB", ()):
        if lemma == low:
            forms.add("VB")
        forms.update(t for t in ("VBD", "VBN", "VBG", "VBZ") if low in lemminflect.getInflection(lemma, t))
    if low not in lemmas.get("NOUN", (low,)):
        forms.add("NNS")
    return kinds, kinds + " " + " ".join(sorted(forms))


@lru_cache(maxsize=50_000)
def _of_word(word: str) -> tuple[int, ...]:
    low = word.casefold().replace("ё", "е").replace("’", "'")
    if low[0].isdigit():
        low = re.sub(r"\d", "0", low)[:4]
    if _CYRILLIC.search(low):
        first, rest = _russian_forms(low)
    elif low.isascii() and low.isalpha():
        first, rest = _english_forms(low)
    else:
        first = rest = "digit" if low[0].isdigit() else "mixed" if low[0].isalnum() else low
    capital = word[0].isupper()
    kind = f"{low[0].isdigit()}{low[0].isalnum()}{min(len(low), 3)}{bool(_CYRILLIC.search(low))}"
    shape = f"{capital}{word.isupper()}{kind}"
    root = stem(word) if low[0].isalpha() else low
    return (
        _bucket(0, low),
        _bucket(1, root),
        _bucket(2, low[-3:]),
        _bucket(3, low[-2:]),
        _bucket(4, low[:3]),
        _bucket(5, shape),
        _bucket(6, first),
        _bucket(7, rest),
    )


def features(words: Sequence[str]) -> Ids:
    """Shape (words, features): the number of each feature's value, 1..`SIZES`-1."""
    return np.array([_of_word(w) for w in words], np.int64).reshape(len(words), len(SIZES))
