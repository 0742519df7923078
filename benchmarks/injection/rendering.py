"""Numbers written again in the notation in which they stand, with grammar that still holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from num2words import num2words

from atomcite.values.numerals import NUMERAL, read_numeral, read_words

_NUMERAL = re.compile(NUMERAL)


@dataclass(frozen=True)
class Numeral:
    """A number in digits within a text: `text[start:end]` is `written`. `number` is as written, without scale
    words."""

    start: int
    end: int
    written: str
    number: Decimal
    decimals: int
    group: str
    point: str

    @property
    def step(self) -> Decimal:
        return Decimal(1).scaleb(-self.decimals)

    def shown(self, number: Decimal) -> str:
        """Another number (its size) in the same notation, with as many decimals."""
        rounded = abs(number).quantize(self.step, ROUND_HALF_UP)
        text = f"{rounded:,.{self.decimals}f}".replace(",", "\0").replace(".", self.point)
        return text.replace("\0", self.group)

    def rounded(self, number: Decimal) -> Decimal:
        return abs(number).quantize(self.step, ROUND_HALF_UP)


def numeral_in(text: str, *, russian: bool) -> Numeral | None:
    """The only number in digits in a text; None for none or several."""
    hits = list(_NUMERAL.finditer(text))
    if len(hits) != 1:
        return None
    hit = hits[0]
    written = hit.group()
    readings = read_numeral(written, comma_decimal=russian)
    if not readings:
        return None
    reading = readings[0]
    exponent = reading.step.as_tuple().exponent
    decimals = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    marks = re.findall(r"\D", written)
    point = marks[-1] if decimals else ("," if russian else ".")
    groups = marks[:-1] if decimals else marks
    usual = " " if russian else ","
    # A number of four digits without a mark: the text does not group.
    group = groups[0] if groups else "" if reading.number >= 1000 else usual
    return Numeral(hit.start(), hit.end(), written, reading.number, decimals, group, point)


def plural_form(number: Decimal, *, russian: bool) -> str:
    """Which form a counted noun takes after the number: numbers with the same form can stand for one another in any
    case of the noun. In English one and the rest; in Russian as in "1 день, 2 дня, 5 дней, 1,5 дня"."""
    if number != number.to_integral_value():
        return "part"
    if not russian:
        return "one" if number == 1 else "many"
    whole = int(abs(number))
    if 11 <= whole % 100 <= 14:
        return "many"
    return "one" if whole % 10 == 1 else "few" if 2 <= whole % 10 <= 4 else "many"


def fits(old: Decimal, new: Decimal, *, russian: bool) -> bool:
    """Whether one number can stand for another whatever noun follows."""
    return plural_form(old, russian=russian) == plural_form(new, russian=russian)


def in_english_words(text: str, number: int) -> str | None:
    """A text that starts with an English number in words, alone or repeated in digits ("thirty (30) days"), with
    another number in its place; None where it does not."""
    hit = re.match(r"([a-z]+(?:-[a-z]+)?)(?:(\s?\()(\d+)(\)))?", text, re.I)
    if hit is None or read_words(hit[1]) is None:
        return None
    words = str(num2words(number, lang="en")).replace(" and ", " ")
    if " " in words or "," in words:
        return None
    words = words.capitalize() if hit[1][0].isupper() else words
    digits = f"{hit[2]}{number}{hit[4]}" if hit[3] else ""
    return words + digits + text[hit.end() :]
