"""Words of scale, unit and currency that stand for one another without a change of grammar.

Russian pairs keep number and case: the form that follows 5 is exchanged for the form that follows 5.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Swap:
    """Replaces a word by another. `old` is a pattern."""

    old: re.Pattern[str]
    new: str

    def apply(self, text: str) -> str | None:
        """The text with the word replaced; None where it has not exactly one."""
        hits = list(self.old.finditer(text))
        if len(hits) != 1:
            return None
        before = text[: hits[0].start()]
        return (before.rstrip() if self.new.startswith(" ") else before) + self.new + text[hits[0].end() :]


def _swaps(pairs: Iterable[tuple[str, str]], *, both: bool = True) -> tuple[Swap, ...]:
    out = []
    for a, b in pairs:
        out.append(Swap(_word(a), b))
        if both:
            out.append(Swap(_word(b), a))
    return tuple(out)


def _word(word: str) -> re.Pattern[str]:
    """The word by itself; a letter after digits ("4.2m") is one too."""
    before = r"(?<![^\W\d_])" if word[0].isalpha() else ""
    after = r"(?!\w)" if word[-1].isalpha() else ""
    return re.compile(before + re.escape(word).replace(r"\ ", r"\s+") + after)


SCALE_SWAPS = _swaps(
    (
        ("thousand", "million"), ("million", "billion"), ("billion", "trillion"), ("m", "bn"), ("M", "B"), ("k", "m"),
        ("K", "M"), ("mln", "bln"), ("тыс.", "млн"), ("млн", "млрд"), ("тысяч", "миллионов"), ("тысячи", "миллиона"),
        ("тысяча", "миллион"), ("миллион", "миллиард"), ("миллиона", "миллиарда"), ("миллионов", "миллиардов"),
    )
)  # fmt: skip
UNIT_SWAPS = _swaps(
    (
        ("business days", "calendar days"), ("working days", "calendar days"), ("days", "months"),
        ("weeks", "months"), ("months", "years"), ("hours", "days"),
        ("day", "month"), ("week", "month"), ("month", "year"),
        ("kg", "tonnes"), ("km", "miles"), ("kWh", "MWh"), ("kW", "MW"), ("hectares", "acres"), ("metres", "feet"),
        ("per cent", "percentage points"), ("percent", "percentage points"), ("%", " percentage points"),
        ("рабочих дней", "календарных дней"), ("рабочих дня", "календарных дня"), ("дней", "месяцев"),
        ("дня", "месяца"), ("день", "месяц"), ("недель", "месяцев"), ("месяцев", "лет"), ("месяца", "года"),
        ("часов", "дней"), ("часа", "дня"), ("кг", "т"), ("тонн", "килограммов"), ("тонны", "килограмма"),
        ("кВт·ч", "МВт·ч"), ("кВт", "МВт"), ("%", " п.п."), ("га", "кв. м"), ("км", "м"),
    )
)  # fmt: skip
CURRENCY_SWAPS = _swaps(
    (
        ("US dollars", "euros"), ("euros", "pounds sterling"), ("pounds", "euros"), ("roubles", "euros"),
        ("rubles", "euros"), ("Swiss francs", "euros"), ("$", "€"), ("US$", "€"), ("£", "€"), ("₽", "$"),
        ("USD", "EUR"), ("GBP", "EUR"), ("CHF", "EUR"), ("RUB", "USD"), ("руб.", "долл. США"),
        ("рублей", "долларов США"), ("рубля", "доллара США"), ("рубль", "доллар США"), ("евро", "долл. США"),
        ("тенге", "евро"), ("юаней", "рублей"),
    )
)  # fmt: skip
