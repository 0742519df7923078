"""Numbers of a document's data: one exact value, written in the notation that a sentence or a table asks for."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from random import Random
from typing import Literal

Language = Literal["en", "ru"]

_NARROW = "\u00a0"
_GROUP, _POINT = {"en": ",", "ru": _NARROW}, {"en": ".", "ru": ","}


@dataclass(frozen=True)
class Figure:
    """A value in the unit of its table. In format strings: `{x:0}` whole, `{x:2}` with two places, `{x:k1}` in
    thousands of that unit with one place, `{x:kk2}` in millions of it; a leading `a` leaves out the sign.

    `slip` is a generator to misprint one digit with, the way a careless writer does; None writes the truth.
    """

    value: Decimal
    language: Language
    slip: Random | None = None

    def __format__(self, spec: str) -> str:
        value = abs(self.value) if spec.startswith("a") else self.value
        spec = spec.removeprefix("a")
        places = spec.lstrip("k")
        digits = int(places or 0)
        scaled = value / Decimal(1000) ** (len(spec) - len(places))
        rounded = scaled.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
        text = f"{abs(rounded):,.{digits}f}".translate(
            {ord(","): _GROUP[self.language], ord("."): _POINT[self.language]}
        )
        text = f"−{text}" if rounded < 0 else text
        return _misprinted(text, self.slip) if self.slip else text

    def __str__(self) -> str:
        return format(self, "0")


def _misprinted(text: str, slip: Random) -> str:
    """`text` with two neighbouring digits exchanged, or one replaced; the noughts that end it stay."""
    last = max((i for i, c in enumerate(text) if c in "123456789"), default=len(text) - 1)
    at = [i for i, c in enumerate(text) if c.isdigit() and i <= last]
    pairs = [(a, b) for a, b in pairwise(at) if text[a] != text[b] and not (a == at[0] and text[b] == "0")]
    letters = list(text)
    if pairs and slip.random() < 0.5:
        a, b = slip.choice(pairs)
        letters[a], letters[b] = letters[b], letters[a]
    else:
        i = slip.choice(at)
        letters[i] = slip.choice([c for c in "123456789" if c != text[i]])
    return "".join(letters)
