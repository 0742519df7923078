"""Scripts of text, and the repair of words in which an engine mixed alphabets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise

from atomcite.domain import Script

LOOKALIKES = dict(zip("АВЕКМНОРСТУХаеорсухіѕ", "ABEKMHOPCTYXaeopcyxis", strict=True))
"""Cyrillic letters that print exactly as a Latin one, and that one."""
_TO_LATIN = str.maketrans(LOOKALIKES)
_TO_CYRILLIC = str.maketrans({v: k for k, v in LOOKALIKES.items() if k not in "іѕ"})


_TWINS = frozenset(LOOKALIKES) | frozenset(LOOKALIKES.values())
_NUMERO = re.compile(r"^(№|[NМM][°º]|[МN][оoеe]\.?|М|Ме|№\.)$")


def repair_numero(words: Sequence[str]) -> list[str]:
    """Words of one line of Cyrillic text with the numero sign put back where it was read as a letter: "М 149-ФЗ".

    A lone capital М before a number is nothing else in Russian: units follow their number.
    """
    repaired = list(words)
    for i, (word, after) in enumerate(pairwise(words)):
        if _NUMERO.match(word) and after[:1].isdigit():
            repaired[i] = "№"
    return repaired


def letter_script(char: str) -> Script:
    """ "latin", "cyrillic" or "other" for a letter, "none" for anything else."""
    if not char.isalpha():
        return "none"
    code = ord(char)
    if code < 0x250 or 0x1E00 <= code < 0x1F00 or 0xFB00 <= code <= 0xFB06:
        return "latin"
    if 0x400 <= code < 0x530:
        return "cyrillic"
    name = unicodedata.name(char, "")
    return "latin" if name.startswith("LATIN") else "cyrillic" if name.startswith("CYRILLIC") else "other"


def script_of(texts: Iterable[str], minor: float = 0.1, telling: bool = False) -> Script:
    """The script of a text: "mixed" when Latin and Cyrillic each hold at least `minor` of the letters. With
    `telling`, letters that look the same in both count for neither, as long as there are others: for uncertain
    readings."""
    kept = list(texts)
    counts: dict[Script, int] = {"latin": 0, "cyrillic": 0, "other": 0, "none": 0}
    for text in kept:
        for char in text:
            counts["none" if telling and char in _TWINS else letter_script(char)] += 1
    letters = counts["latin"] + counts["cyrillic"] + counts["other"]
    if not letters:
        return script_of(kept, minor) if telling else "none"
    if counts["other"] > 0.5 * letters:
        return "other"
    both = counts["latin"] + counts["cyrillic"]
    if min(counts["latin"], counts["cyrillic"]) >= minor * both:
        return "mixed"
    return "latin" if counts["latin"] > counts["cyrillic"] else "cyrillic"


def looks_misread(texts: Iterable[str]) -> bool:
    """True for Latin text as a recogniser without Cyrillic makes it of Russian print: "BepHyTb oJyueHHyio cyMmy".
    Letters of another alphabet are given by shape, so that capitals stand inside words, which is rare."""
    words = [w for w in texts if sum(c.isalpha() for c in w) >= 4]
    inside = sum(any(a.islower() and b.isupper() for a, b in pairwise(w)) for w in words)
    return len(words) >= 8 and inside > 0.15 * len(words)


def one_alphabet(word: str) -> str:
    """`word` in one alphabet where look-alikes alone make it mixed: "Cовет" with a Latin C becomes Cyrillic.

    The alphabet is that of the letters that have no twin; without any, that of the majority. A word with telling
    letters of both ("ИТ-compliance", "Wi-Fiсеть") is returned as it is, part by part between hyphens and slashes.
    """
    for mark in "-/–":
        if mark in word:
            return mark.join(one_alphabet(part) for part in word.split(mark))
    kinds = [(c, letter_script(c)) for c in word]
    latin = [c for c, k in kinds if k == "latin"]
    cyrillic = [c for c, k in kinds if k == "cyrillic"]
    if not latin or not cyrillic:
        return word
    telling_latin = [c for c in latin if c not in LOOKALIKES.values()]
    telling_cyrillic = [c for c in cyrillic if c not in LOOKALIKES]
    if telling_latin and telling_cyrillic:
        return word
    if telling_cyrillic or (not telling_latin and len(cyrillic) >= len(latin)):
        return word.translate(_TO_CYRILLIC)
    return word.translate(_TO_LATIN)
