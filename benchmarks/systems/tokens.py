"""Words and numbers of a text, as plain systems compare them: no values, no units, no grammar."""

from __future__ import annotations

import re
import threading
import unicodedata

import snowballstemmer

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NUMBER = re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?![\d])|\d{1,3}(?:[,'’]\d{3})+(?:\.\d+)?(?!\d)|\d+(?:[.,]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’ ]\d{3})+")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_SPACES = re.compile(r"[\s\u00a0\u202f]+")
_BROKEN = re.compile(r"(?<=[^\W\d_])(?:[-\u2010\u00ad\ufffe\x02])[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
_SAME = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "ё": "е"})
_DASHES = re.compile(r"[\u2010-\u2015\u2212]")
_lock = threading.Lock()
_stemmers = {name: snowballstemmer.stemmer(name) for name in ("english", "russian")}


def normalised(text: str) -> str:
    """One line, one case, words put together that a line end had parted, one kind of quotes, dashes and spaces."""
    text = unicodedata.normalize("NFKC", _BROKEN.sub("", text)).replace("\u00ad", "")
    return _SPACES.sub(" ", _DASHES.sub("-", text.casefold().translate(_SAME))).strip()


def numbers(text: str) -> frozenset[str]:
    """Numbers of a normalised text without separators of thousands, the decimal mark a point: no more is known of
    them, so that "4,200" and "4.200" are both 4200.

    >>> sorted(numbers("1 577.5 and 4,2, then 12,345"))
    ['12345', '1577.5', '4.2']
    """
    return frozenset(_plain(found[0]) for found in _NUMBER.finditer(text))


def readings_of_numbers(text: str) -> frozenset[str]:
    """As `numbers`, with all that groups of digits may be in a table, where a space also parts columns.

    >>> sorted(readings_of_numbers("84 215 930"))
    ['215', '215930', '84', '84215', '84215930', '930']
    """
    out = set()
    for found in _NUMBER.finditer(text):
        groups = found[0].split(" ")
        out |= {_plain(" ".join(groups[i:j])) for i in range(len(groups)) for j in range(i + 1, len(groups) + 1)}
    return frozenset(out)


def _plain(number: str) -> str:
    if _GROUPED.fullmatch(number):
        return re.sub(r"\D", "", number)
    at = max(number.rfind("."), number.rfind(","))
    whole, mark, rest = (number, "", "") if at < 0 else (number[:at], ".", number[at + 1 :])
    return re.sub(r"\D", "", whole) + mark + rest


def terms(text: str) -> list[str]:
    """Stems (Snowball, English or Russian by script) of the words of a normalised text, and its numbers, in order."""
    found = [(m.start(), _stem(m[0])) for m in _WORD.finditer(text)]
    found += [(m.start(), _plain(m[0])) for m in _NUMBER.finditer(text)]
    return [term for _, term in sorted(found)]


def key_terms(text: str) -> frozenset[str]:
    """Stems of words that are long enough to carry meaning: four letters or more."""
    return frozenset(_stem(m[0]) for m in _WORD.finditer(text) if len(m[0]) >= 4)


def _stem(word: str) -> str:
    with _lock:  # Snowball's stemmers keep their state in themselves
        return str(_stemmers["russian" if _CYRILLIC.search(word) else "english"].stemWord(word))
