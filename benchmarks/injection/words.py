"""Words of statements and pages as stems, by means that no judge under test uses."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import snowballstemmer

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LIGHT = {
    "en": "a an and any are as at be been being but by did do does for from had has have he her his if in into is it "
    "its more most no not of on or our shall she should so than that the their them there these they this those to "
    "under up upon was we were what when where which who will with within would you your may must can could such "
    "each all also per both during over about said amounted amount totalled total came stood made according document",
    "ru": "а без более будет будут бы был была были было быть в вам вас весь во вот все всего всех вы где да для до "
    "его ее её ей если есть еще же за и из или им их к как ко которая которое которого которые который лишь между "
    "менее может можно на над не него нее ней нет ни них но о об однако он она они оно от по под при с свой себя со "
    "согласно составил составила составило составили так также такой там то тоже той только тот ту тут ты у уже чем "
    "что чтобы эта эти это этого этой этом этот я размере сумме документу документе данным",
}  # fmt: skip
LIGHT = frozenset(w for words in _LIGHT.values() for w in words.split())


def words_of(text: str) -> frozenset[str]:
    """The words of a list that is written out in lines."""
    return frozenset(text.split())


def is_russian(text: str) -> bool:
    """Whether more of the letters are Cyrillic than Latin."""
    cyrillic = sum("а" <= c <= "я" or c == "ё" for c in text.casefold())
    latin = sum("a" <= c <= "z" for c in text.casefold())
    return cyrillic > latin


def words_in(text: str) -> list[str]:
    """The words of a text, case-folded, ё as е; hyphenated ones whole."""
    return [w.replace("ё", "е") for w in _WORD.findall(text.casefold())]


def stems_in(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order."""
    out = []
    for word in words_in(text):
        for part in word.split("-"):
            if len(part) > 2 and part not in LIGHT:
                out.append(stem(part))
    return out


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    return str(_stemmer("russian" if "а" <= word[0] <= "я" else "english").stemWord(word))


@cache
def _stemmer(language: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(language)
