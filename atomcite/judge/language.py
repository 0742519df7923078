"""Which language a text is in, as far as a judge of words must know: a statement can't be held against a page in
another language word by word, and "not found" would say nothing about the page.

By script, and within Latin script by function words, the cheapest sure sign (after W. Cavnar and J. Trenkle,
"N-gram-based text categorization", 1994, who found that the commonest n-grams of a language are mostly its function
words). Only words that are not function words of another language in the list count.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

_WORDS = {
    "en": "the of and to is was were that this which with for by from shall has have had been not are be at as it "
    "its their may",
    "de": "der die das und ist wurde wurden nicht mit für von den dem des ein eine einer auf im zu sich auch werden",
    "fr": "le les des est une du et été dans qui sur pour avec aux par pas sont cette ses leur",
    "es": "el los las una del y fue por con para que se más como su sus está han",
    "it": "il gli della delle dei di che è una con per sono nel alla stato anche",
    "pt": "o os as uma do da dos das e foi não com para que em mais são ao",
    "nl": "het een van en is niet met voor op de werd zijn dat aan door ook",
    "pl": "i w na z się nie jest do że oraz przez dla został roku",
}
_SHARED = Counter(w for words in _WORDS.values() for w in words.split())
_LATIN = {w: language for language, words in _WORDS.items() for w in words.split() if _SHARED[w] == 1}
_WORD = re.compile(r"[^\W\d_]+")
SURE = 2
"""Function words of one language that make a text one of it, when no other language has half as many."""
SHARE = 0.08
"""What part of all words they must be at least: a poorly read receipt has a chance "du" or "les"; in running text
every fourth word is one of these. Single letters are noise and never count."""
_SCRIPT_SHARE = 0.8


def language_of(text: str) -> str | None:
    """An ISO 639-1 code for a text in Latin or Cyrillic script, the script's Unicode name ("hebrew", "cjk") for
    others; None when the text does not say (names and numbers, a few words, a mixture)."""
    letters = Counter(_script(ch) for ch in text if ch.isalpha())
    total = sum(letters.values())
    if total < 8:
        return None
    script, count = letters.most_common(1)[0]
    if count < _SCRIPT_SHARE * total:
        return None
    if script == "cyrillic":
        return "ru"
    if script != "latin":
        return script
    words = [m[0].casefold() for m in _WORD.finditer(text)]
    found = Counter(_LATIN[w] for w in words if len(w) > 1 and w in _LATIN)
    ranked = found.most_common(2)
    if (
        not ranked
        or ranked[0][1] < max(SURE, SHARE * len(words))
        or (len(ranked) > 1 and 2 * ranked[1][1] > ranked[0][1])
    ):
        return None
    return ranked[0][0]


def differ(statement: str | None, page: str | None) -> bool:
    """True when both languages are known and are not the same."""
    return statement is not None and page is not None and statement != page


def _script(letter: str) -> str:
    return unicodedata.name(letter, "unknown").split()[0].casefold()
