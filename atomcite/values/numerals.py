"""Digits and number words as exact decimals."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from atomcite.values.model import Reading

SPACE = " \u00a0\u2007\u2009\u202f"
NUMERAL = (
    r"(?:\d{1,3}(?:[" + SPACE + r"]\d{3})+(?:[.,]\d+)?(?![\d])"
    r"|\d{1,3}(?:['’°º˚]\d{3})+(?:[.,]\d+)?(?!\d)"  # scans turn an apostrophe into a degree sign
    r"|\d{1,3}(?:,\d{2})+,\d{3}(?:\.\d+)?(?![\d])"
    r"|\d+(?:[.,]\d+)*)"
)


def read_numeral(text: str, *, comma_decimal: bool) -> tuple[Reading, ...]:
    """All ways to read a numeral, the likeliest first; empty when it is not one number ("1.2.3").

    `comma_decimal` says which custom the text around follows (Russian: True). It only orders the readings.
    """
    bare = re.sub(f"[{SPACE}'’°º˚]", "", text)
    spaced = bare != text
    commas, dots = bare.count(","), bare.count(".")
    if not commas and not dots:
        return (Reading(Decimal(bare), Decimal(1)),)
    if commas and dots:
        mark = "," if bare.rfind(",") > bare.rfind(".") else "."
        other = "." if mark == "," else ","
        whole, _, tail = bare.rpartition(mark)
        if mark in whole or not _grouped(whole, other):
            return ()
        return (_decimal(whole.replace(other, ""), tail),)
    mark = "," if commas else "."
    if commas + dots > 1:
        return (Reading(Decimal(bare.replace(mark, "")), Decimal(1)),) if _grouped(bare, mark) and not spaced else ()
    whole, _, tail = bare.partition(mark)
    as_decimal = _decimal(whole, tail)
    if spaced or len(tail) != 3 or len(whole) > 3 or whole.startswith("0"):
        return (as_decimal,)
    as_group = Reading(Decimal(whole + tail), Decimal(1))
    decimal_first = (mark == ",") == comma_decimal
    return (as_decimal, as_group) if decimal_first else (as_group, as_decimal)


def _decimal(whole: str, tail: str) -> Reading:
    return Reading(Decimal(f"{whole}.{tail}"), Decimal(1).scaleb(-len(tail)))


def _grouped(text: str, mark: str) -> bool:
    """Groups of three after the first; for commas also the Indian custom (12,34,567)."""
    groups = text.split(mark)
    if not 1 <= len(groups[0]) <= 3 or (len(groups) > 1 and groups[0].startswith("0")):
        return False
    western = all(len(g) == 3 for g in groups[1:])
    indian = mark == "," and len(groups) > 2 and len(groups[-1]) == 3 and all(len(g) == 2 for g in groups[1:-1])
    return western or indian


_EN = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "dozen": 12,
}  # fmt: skip
_EN_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_RU_FORMS = {
    0: "ноль ноля нолю нолём нолем нуль нуля",
    1: "один одна одно одного одной одному одним одном одну",
    2: "два две двух двум двумя двое двоих",
    3: "три трех трёх трем трём тремя трое троих",
    4: "четыре четырех четырёх четырем четырём четырьмя четверо четверых",
    5: "пять пяти пятью пятеро пятерых",
    6: "шесть шести шестью",
    7: "семь семи семью",
    8: "восемь восьми восемью восьмью",
    9: "девять девяти девятью",
    10: "десять десяти десятью",
    11: "одиннадцать одиннадцати одиннадцатью",
    12: "двенадцать двенадцати двенадцатью",
    13: "тринадцать тринадцати тринадцатью",
    14: "четырнадцать четырнадцати четырнадцатью",
    15: "пятнадцать пятнадцати пятнадцатью",
    16: "шестнадцать шестнадцати шестнадцатью",
    17: "семнадцать семнадцати семнадцатью",
    18: "восемнадцать восемнадцати восемнадцатью",
    19: "девятнадцать девятнадцати девятнадцатью",
    20: "двадцать двадцати двадцатью",
    30: "тридцать тридцати тридцатью",
    40: "сорок сорока",
    50: "пятьдесят пятидесяти пятьюдесятью",
    60: "шестьдесят шестидесяти шестьюдесятью",
    70: "семьдесят семидесяти семьюдесятью",
    80: "восемьдесят восьмидесяти",
    90: "девяносто девяноста",
    100: "сто ста",
    200: "двести двухсот двумстам двумястами",
    300: "триста трехсот трёхсот тремстам",
    400: "четыреста четырехсот четырёхсот",
    500: "пятьсот пятисот",
    600: "шестьсот шестисот",
    700: "семьсот семисот",
    800: "восемьсот восьмисот",
    900: "девятьсот девятисот",
}
_RU = {form: number for number, forms in _RU_FORMS.items() for form in forms.split()}
_RU_SCALES = {
    form: factor
    for factor, forms in {
        10**3: "тысяча тысячи тысяч тысячу тысяче тысячам тысячами тысячей",
        10**6: "миллион миллиона миллионов миллиону миллионом миллионам миллионами миллионах",
        10**9: "миллиард миллиарда миллиардов миллиарду миллиардом миллиардам",
        10**12: "триллион триллиона триллионов",
    }.items()
    for form in forms.split()
}
SMALL = _EN | _RU
SCALES = _EN_SCALES | _RU_SCALES


@cache
def number_words() -> re.Pattern[str]:
    """A run of number words that starts with a number (not with a scale alone)."""
    word = "|".join(sorted(map(re.escape, SMALL), key=len, reverse=True))
    more = "|".join(sorted(map(re.escape, [*SMALL, *SCALES]), key=len, reverse=True))
    return re.compile(rf"\b(?:{word})(?:(?:\s*-\s*|\s+and\s+|\s+)(?:{more}))*\b", re.I)


def words_step(text: str) -> Decimal:
    """The granularity of a number in words: "fifty-four billion" is said in billions, "two hundred" in units."""
    last = re.findall(r"[^\W\d_]+", text.casefold())[-1]
    factor = SCALES.get(last, 1)
    return Decimal(factor if factor >= 1000 else 1)


def read_words(text: str) -> Decimal | None:
    """The number that a run of number words means; None when the words do not make one ("five three")."""
    total = Decimal(0)
    part = Decimal(0)
    last = 10**15
    for token in re.findall(r"[^\W\d_]+", text.casefold()):
        if token == "and":
            continue
        if token in SMALL:
            value = SMALL[token]
            if last <= 9 or (last < 20 and value >= 1) or (last < 100 and value >= 10):
                return None
            part += value
            last = value if value else 1
        elif token == "hundred":
            part = (part or Decimal(1)) * 100
            last = 100
        elif token in SCALES:
            total += (part or Decimal(1)) * SCALES[token]
            part = Decimal(0)
            last = SCALES[token]
        else:
            return None
    return total + part
