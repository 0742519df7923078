"""How often: "quarterly", "every three months" and "once a quarter" are one interval, "twice a year" is another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from atomcite.judge.words import Token
from atomcite.values.numerals import read_words

_ADVERBS = {
    "daily": ("day", 1), "ежедневно": ("day", 1), "weekly": ("day", 7), "еженедельно": ("day", 7),
    "fortnightly": ("day", 14), "monthly": ("month", 1), "ежемесячно": ("month", 1), "помесячно": ("month", 1),
    "quarterly": ("month", 3), "three-monthly": ("month", 3), "ежеквартально": ("month", 3),
    "поквартально": ("month", 3), "half-yearly": ("month", 6), "six-monthly": ("month", 6),
    "semi-annually": ("month", 6), "semiannually": ("month", 6), "twice-yearly": ("month", 6),
    "annually": ("month", 12), "yearly": ("month", 12), "ежегодно": ("month", 12),
}  # fmt: skip
_UNITS = (
    (r"days?|дн(?:я|ей|и)|день|сутки|суток", ("day", 1)),
    (r"weeks?|недел(?:я|ю|и|ь)", ("day", 7)),
    (r"fortnights?", ("day", 14)),
    (r"months?|месяц(?:а|ев)?", ("month", 1)),
    (r"quarters?|квартал(?:а|ов)?", ("month", 3)),
    (r"half[\s-]years?|полугоди(?:е|я|й)|полгода", ("month", 6)),
    (r"years?|annum|год(?:а)?|лет", ("month", 12)),
)
_NUMBER = r"(?:(?P<n>[^\W_]+)\s+)?"
_UNIT = "(?P<unit>" + "|".join(p for p, _ in _UNITS) + r")\b"
_EVERY = re.compile(
    rf"\b(?:(?:once\s+)?(?:in\s+)?(?:every|each)|once\s+(?:an?|in|per)|(?:один\s+)?раз\s+в|кажд(?:ый|ая|ое|ые|ую))\s+{_NUMBER}{_UNIT}",
    re.I,
)
_TIMES = re.compile(
    rf"\b(?:(?P<n>twice|дважды)|(?P<count>[^\W_]+)\s+(?:times|раза?))\s+(?:an?|per|each|every|in\s+(?:any|each|every)|in\s+an?|в)\s+{_UNIT}",
    re.I,
)
_RATE = re.compile(
    rf"(?:(?<=[\d%])|\b(?:cent|руб\.?|рублей))\s+(?:an?|per|в)\s+{_UNIT}|\bper\s+{_UNIT.replace('unit', 'other')}",
    re.I,
)
_ADVERB = re.compile(r"(?<![\w-])(?:" + "|".join(sorted(_ADVERBS, key=len, reverse=True)) + r")(?![\w-])", re.I)


@dataclass(frozen=True)
class Interval:
    """`every` is ("day" or "month", how many) from one time to the next; `start` and `end` are indices into the text.
    `rate` marks what may as well be the span that an amount is counted by ("£900 per month")."""

    every: tuple[str, Fraction]
    start: int
    end: int
    rate: bool = False


@lru_cache(maxsize=4096)
def intervals_in(text: str) -> tuple[Interval, ...]:
    """All intervals of a text, in order."""
    out = [_interval(_ADVERBS[h.group().casefold()], Fraction(1), h) for h in _ADVERB.finditer(text)]
    for hit in _EVERY.finditer(text):
        number = 2 if (hit["n"] or "").casefold() in {"other", "second", "второй"} else _number(hit["n"])
        if number:
            out.append(_interval(_unit(hit["unit"]), Fraction(number), hit))
    for hit in _TIMES.finditer(text):
        number = 2 if hit["n"] else _number(hit["count"])
        if number:
            out.append(_interval(_unit(hit["unit"]), Fraction(1, number), hit))
    taken = [(i.start, i.end) for i in out]
    for hit in _RATE.finditer(text):
        if not any(a < hit.end() and hit.start() < b for a, b in taken):
            name = "unit" if hit["unit"] else "other"
            unit = _unit(hit[name])
            out.append(Interval((unit[0], Fraction(unit[1])), hit.start(name), hit.end(name), rate=True))
    return tuple(sorted(out, key=lambda i: i.start))


def _interval(unit: tuple[str, int], times: Fraction, hit: re.Match[str]) -> Interval:
    return Interval((unit[0], unit[1] * times), hit.start(), hit.end())


def _unit(word: str) -> tuple[str, int]:
    return next(unit for pattern, unit in _UNITS if re.fullmatch(pattern, word, re.I))


def _number(word: str | None) -> int:
    """1 for no word, 0 for one that is no whole number."""
    if word is None:
        return 1
    number = read_words(word.casefold())
    return int(word) if word.isdecimal() else int(number) if number is not None else 0


def tokens_within(tokens: Sequence[Token], interval: Interval) -> range:
    """Numbers of the tokens that an interval consists of."""
    inside = [i for i, t in enumerate(tokens) if t.start < interval.end and t.end > interval.start]
    return range(inside[0], inside[-1] + 1)
