"""What the two languages share: tokens, and the answer to "how does this part of a sentence hang on the one
before?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


def words(text: str) -> frozenset[str]:
    """The words of a list that is written out in lines."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number with its separators, or one sign, at `start:end` of the answer."""

    text: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        return self.text.lower()

    @property
    def is_number(self) -> bool:
        return any(ch.isdigit() for ch in self.text)

    @property
    def is_word(self) -> bool:
        return self.text[0].isalpha()


@dataclass(frozen=True)
class Link:
    """How a part becomes a statement of its own.

    `carried` words of the part before come first (its subject, perhaps its verb); `inserted` words (a verb left out:
    "revenue was 4.2 M and profit 1.1 M") come before word number `at` of the part; `skipped` are words of the
    part that fall away (the dash that stood for the verb).
    """

    carried: tuple[Token, ...] = ()
    inserted: tuple[Token, ...] = ()
    at: int = 0
    skipped: int = 0


class Grammar(Protocol):
    """One language's knowledge of clauses. Cautious: None whenever a part may not stand on its own."""

    joiners: re.Pattern[str]
    """Between two parts; matched over the plain text of a sentence."""

    def predicate(self, tokens: Sequence[Token]) -> int | None:
        """Position of the first finite verb (or what serves as one); None without."""
        ...

    def link(self, left: Sequence[Token], joiner: str, right: Sequence[Token], *, cited: bool) -> Link | None:
        """How `right` hangs on `left`. `cited` is set when a citation stands between them: they then are known to be
        separate facts, and only their wording matters."""
        ...


_word = re.compile(
    r"\d+(?:(?:[ \u00a0\u202f](?=\d{3}(?!\d))|[.,/:’'](?=\d))?\d+)*"
    r"|[^\W_]+(?:[-‐‑'’&][^\W_]+)*"
    r"|[^\w\s]|_+"
)


def tokens_of(view: str, offset: int) -> list[Token]:
    """Words, numbers and signs of `view`, with offsets from `offset`."""
    return [Token(m[0], m.start() + offset, m.end() + offset) for m in _word.finditer(view)]
