"""Whose imprint it is: names that an imprint bears, as far as they can be read, held against the page's own parties.

Letters along an arc are read with slips, so that names are compared loosely; what makes that safe is that an imprint
is only given to one of the names that come into question, and to none where two fit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz

from atomcite.domain import PageWords

Ownership = Literal["own", "other", "unknown"]

_ALIKE = 80.0
"""Likeness (0..100, of letters in order) from which a stretch of an imprint is taken for a name: one letter in five
may be misread."""
_FORMS = r"(?:ООО|ОАО|ЗАО|ПАО|НАО|АО|ИП|ГУП|МУП|ФГУП|ФГБУ|ТОО)"
_FORM_TEXT = """
ltd limited llc llp inc plc corp corporation company gmbh the and services group holding holdings international
ооо оао зао пао нао ао ип гуп муп фгуп фгбу тоо общество ограниченной ответственностью акционерное
"""
_FORM_WORDS = frozenset(_FORM_TEXT.split())
"""Words that many parties' names share."""
_PARTY = re.compile(
    r"\b(?:[A-Z][\w’'-]*(?: &| and| of)? ){1,6}(?:Ltd|Limited|LLC|LLP|Inc|plc|PLC|Corp|GmbH|Company|Co)\b\.?"
    rf"|\b{_FORMS} ?[«\"“][^»\"”]{{2,60}}[»\"”]?|\bИП [А-ЯЁ][а-яё]+"
)
_WORD = re.compile(r"[^\W\d_]+")
_NEAR = 60
"""Characters between an office ("the Supplier", "Поставщик:") and the name it belongs to."""


@dataclass(frozen=True, slots=True)
class Imprint:
    """What was read of an imprint: its words, in any order."""

    words: tuple[str, ...]

    def bears(self, name: str) -> bool:
        """True when all words that make a name distinct stand in it, as far as reading goes."""
        wanted = _distinct(name)
        return bool(wanted) and all(self._bears_word(w) for w in wanted)

    def bears_any(self, name: str) -> bool:
        return any(self._bears_word(w) for w in _distinct(name))

    def _bears_word(self, word: str) -> bool:
        text = "".join(w.casefold().replace("ё", "е") for w in self.words)
        if len(text) < len(word):
            return False
        # A short word is found by chance where a slip is allowed.
        return fuzz.partial_ratio(word, text) >= (_ALIKE if len(word) > 4 else 100)


def ownership(imprint: Imprint, owner: str, pages: Sequence[PageWords]) -> Ownership:
    """Whether an imprint is `owner`'s (a name, or a party's office such as "buyer"), another party's of the pages, or
    whether it can't be told."""
    text = " ".join(page.text.replace("\n", " ") for page in pages)
    parties = list(dict.fromkeys(m.group().strip() for m in _PARTY.finditer(text)))
    names = _named(owner, text, parties)
    if not names:
        return "unknown"
    own = [n for n in names if imprint.bears(n)]
    others = [p for p in parties if not any(_same(p, n) for n in names)]
    if own:
        shared = any(imprint.bears(other) for other in others)
        return "unknown" if shared else "own"
    if any(imprint.bears(other) for other in others) and not any(imprint.bears_any(n) for n in names):
        return "other"
    return "unknown"


def _named(owner: str, text: str, parties: Sequence[str]) -> list[str]:
    """The names that `owner` may mean: itself where it is a name, else those whose office it is on the pages."""
    if re.search(r"[A-ZА-ЯЁ]", owner):
        return [owner]
    stem = _office(owner)
    held: list[str] = []
    for found in re.finditer(rf"\b{re.escape(stem)}\w*", text, re.IGNORECASE):
        after = text[found.end() : found.end() + _NEAR + 60]
        before = text[max(0, found.start() - _NEAR - 60) : found.start()]
        following = [p for p in parties if 0 <= after.find(p) <= _NEAR and re.match(r"\s*[:—–-]", after)]
        preceding = [p for p in parties if p in before and re.search(r"[(,][^().]{0,60}$", before[before.rfind(p) :])]
        held += following[:1] or preceding[-1:]
    return list(dict.fromkeys(held))


def _office(owner: str) -> str:
    """The part of an office's name that inflection leaves alone."""
    word = owner.split()[-1].casefold()
    return word[: max(4, len(word) - 2)] if re.search(r"[а-яё]", word) else word


def _distinct(name: str) -> list[str]:
    words = (w.casefold().replace("ё", "е") for w in _WORD.findall(name))
    return [w for w in words if len(w) > 2 and w not in _FORM_WORDS]


def _same(a: str, b: str) -> bool:
    first, second = set(_distinct(a)), set(_distinct(b))
    return bool(first & second) and (first <= second or second <= first)
