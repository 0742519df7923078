"""What a caption, a header or a note says of the numbers of a table: the factor they stand for, and their unit."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from atomcite.values.units import CURRENCY_PATTERNS, SCALE_WORDS, UNIT_PATTERNS, currency_in

_CODE = "|".join(p.pattern.replace(r"(?!\s*[А-ЯA-Z])", "") for p, _ in CURRENCY_PATTERNS)
_MONEY = rf"(?:(?<![^\W\d_])(?:{_CODE}))"
_WORD = (
    r"(?:thousands?|millions?|billions?|trillions?|mln\.?|mio\.?|mn|bln|bn|trn"
    r"|тыс\.?|тысяч(?:ах|и|а)?|млн\.?|миллион(?:ах|ов|а|ы)?|млрд\.?|миллиард(?:ах|ов|а|ы)?|трлн\.?|триллион(?:ах|ов|а)?)"
    r"(?!\w)"
)
_ZEROS = r"['’‘`]?\s?(?:000[’']?\s?000|000)(?:['’]?s)?(?!\w)"
# A letter or zeros count only beside a currency: "£m", "US$'000", "EUR k".
_LETTER = rf"(?:(?:mm|m|bn|b|k|tn)(?!\w)|{_ZEROS})"
_COUNTED = r"(?:tonnes|tons|units|people|shares|barrels|persons|тонн|шт|чел|ед\.|кв\.|акций|т\b|кг|га)"
_LEAD = (
    r"(?:(?:\b(?:in|are|is|expressed|amounts?|figures?|data|stated|rounded to|в|указан\w*|приведен\w*|выражен\w*)\s+"
    r"(?:the\s+|nearest\s+|in\s+|в\s+)*)|[(\[,;:/–—-]\s*|^\s*|(?:19|20)\d\d\s+|\bг(?:од)?\.?,?\s+)"
)
_TAIL = (
    r"(?=\s*(?:$|[),;:.\]/–—-]|(?:19|20)\d\d\b|except|unless|excluding|other|кроме|за исключением|если|и\b|and\b"
    rf"|(?:of\s+)?{_COUNTED}))"
)
_CAPTION = re.compile(
    rf"{_LEAD}(?:"
    rf"(?P<m1>{_MONEY})\s*(?:in\s+|в\s+|,\s*)?(?:(?P<s1>{_WORD})|(?P<z1>{_LETTER}))"
    rf"|(?P<s2>{_WORD})\s*(?:of\s+)?(?:российск\w+\s+)?(?P<m2>{_MONEY})"
    rf"|(?P<s3>{_WORD})"
    rf"){_TAIL}",
    re.I | re.M,
)
_ZERO_ONLY = re.compile(rf"^[(\[]?\s*(?:in\s+)?(?:{_ZEROS})\s*[)\]]?$", re.I)
_LETTERS = {"k": 3, "m": 6, "mm": 6, "b": 9, "bn": 9, "tn": 12}


def scale_caption(text: str) -> tuple[Decimal, str] | None:
    """Scale and currency that a caption sets for what stands below it; None when the text sets none.

    >>> scale_caption("(in thousands of US dollars)"), scale_caption("£'000"), scale_caption("2023, млн руб.")
    ((Decimal('1000'), 'USD'), (Decimal('1000'), 'GBP'), (Decimal('1000000'), 'RUB'))
    >>> scale_caption("a loss of 5 million euros") is None
    True
    """
    if _ZERO_ONLY.match(text.strip()):
        return Decimal(10) ** 3, ""
    found = _read(text)
    return found[1] if found else None


def caption_start(text: str) -> int | None:
    """Where in a text the caption begins that `scale_caption` reads; None without one."""
    if _ZERO_ONLY.match(text.strip()):
        return 0
    found = _read(text)
    return found[0] if found else None


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[int, tuple[Decimal, str]] | None:
    for found in _CAPTION.finditer(text):
        word = found.group("s1") or found.group("s2") or found.group("s3")
        factor = _factor(word) if word else _letters(found.group("z1"))
        money = found.group("m1") or found.group("m2")
        if money:
            return found.start(), (factor, currency_in(money))
        around = text[max(0, found.start() - 12) : found.end() + 24]
        code = currency_in(around)
        if code:
            return found.start(), (factor, code)
        after = text[found.end() :].lstrip().removeprefix("of ")
        return found.start(), (factor, next((unit for pattern, unit in UNIT_PATTERNS if pattern.match(after)), ""))
    return None


def _factor(word: str) -> Decimal:
    return next((f for pattern, f in SCALE_WORDS if pattern.match(word)), Decimal(10) ** 6)


def _letters(text: str) -> Decimal:
    bare = text.casefold().strip()
    if bare in _LETTERS:
        return Decimal(10) ** _LETTERS[bare]
    return Decimal(10) ** (6 if bare.count("000") > 1 else 3)
