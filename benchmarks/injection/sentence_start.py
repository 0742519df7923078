"""The first letter of a sentence that moves to another place."""

from __future__ import annotations

import re
from functools import cache

import pymorphy3

from atomcite.benchmarks.injection.evidence import Evidence

_OPENERS = frozenset(
    re.split(
        r"\s+",
        """the a an this that these those its our their his her all each every no any some both neither in on at
        by for from under within upon during after before as if when where there it they we one two three four five
        six seven eight nine ten more most""",
    )
)


def lowered(text: str, evidence: Evidence) -> str | None:
    """The text as it stands within a sentence. A word keeps its capital when the document writes it so inside its
    sentences and never small; None when nothing tells whether it is a name."""
    hit = re.match(r"[^\W\d_]+", text)
    if hit is None:
        return text  # starts with a number or a sign
    word = hit.group()
    if word[0].islower() or (len(word) > 1 and word.isupper()):
        return text
    small = word.casefold()
    if small in _OPENERS or _stands(small, evidence):
        return small[0] + text[1:]
    if _is_russian_noun(word):
        return small[0] + text[1:]
    return text if _inside_capitalised(word, evidence) else None


def raised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _stands(word: str, evidence: Evidence) -> bool:
    pattern = _whole(word)
    return any(pattern.search(r.text) for page in evidence.values() for r in page.readings)


def _inside_capitalised(word: str, evidence: Evidence) -> bool:
    pattern = re.compile(rf"(?<=[^\W\d_] ){re.escape(word)}(?!\w)")
    return any(pattern.search(r.text) for page in evidence.values() for r in page.readings)


@cache
def _whole(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")


def _is_russian_noun(word: str) -> bool:
    """A dictionary word that is no name, place or organisation in any of its readings."""
    if not "а" <= word[0].casefold() <= "я":
        return False
    parses = morph().parse(word)
    proper = {"Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Abbr", "Init"}
    return morph().word_is_known(word) and not any(proper & set(p.tag.grammemes) for p in parses)


@cache
def morph() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer()
