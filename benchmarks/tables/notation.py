"""How pages print numbers and periods, and how answers say them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from num2words import num2words

from atomcite.benchmarks.tables.model import Language, Period

SCALES_EN = {0: "", 3: "thousand", 6: "million", 9: "billion"}
SCALES_RU = {0: "", 3: "тыс.", 6: "млн", 9: "млрд"}
_SHORT = {3: "k", 6: "m", 9: "bn"}
_LETTER = {3: "K", 6: "M", 9: "B"}
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "RUB": "₽", "CHF": "CHF "}
CURRENCY_EN = {"USD": "US dollars", "EUR": "euros", "GBP": "pounds sterling", "CHF": "Swiss francs", "RUB": "roubles"}
CURRENCY_RU = {"USD": "долл. США", "EUR": "евро", "RUB": "руб."}
GENITIVE_RU = {"USD": "долларов США", "EUR": "евро", "RUB": "рублей"}
PREPOSITIONAL_RU = {3: "тысячах", 6: "миллионах", 9: "миллиардах"}
_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth"}
_ORDINALS_RU = {1: "первый", 2: "второй", 3: "третий", 4: "четвёртый"}
_ROMAN = {1: "I", 2: "II", 3: "III", 4: "IV"}
MONTHS_EN = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
MONTHS_RU = (
    "января", "февраля", "марта", "апреля", "мая", "июня",
    "июля", "августа", "сентября", "октября", "ноября", "декабря",
)  # fmt: skip
THIN = "\u202f"


@dataclass(frozen=True)
class Style:
    """How one table prints its numbers: the mark between thousands, the decimal mark, what a negative and a zero look
    like ("()" for brackets)."""

    group: str
    point: str
    negative: str
    zero: str

    @classmethod
    def draw(cls, rng: random.Random, language: Language, decimals: int) -> Style:
        negative = rng.choice(["()", "()", "-", "−", "–"])
        zero = rng.choice(["-", "–", "—"])
        if language == "ru":
            return cls(rng.choice([" ", THIN, THIN, "\u00a0"]), ",", negative, zero)
        if decimals == 1 and rng.random() < 0.2:
            return cls(".", ",", negative, zero)
        return cls(rng.choice([",", ",", ",", THIN, "'", "’"]), ".", negative, zero)

    def print(self, number: Decimal, decimals: int, sign: str = "") -> str:
        if number == 0:
            return self.zero
        text = f"{abs(number):,.{decimals}f}".replace(",", "\0").replace(".", self.point).replace("\0", self.group)
        text = sign + text
        if number > 0:
            return text
        return f"({text})" if self.negative == "()" else self.negative + text


def grouped(number: Decimal, language: Language) -> str:
    """A number as an answer prints it, without a sign."""
    text = f"{abs(number):,f}"
    return text if language == "en" else text.replace(",", " ").replace(".", ",")


def money(rng: random.Random, number: Decimal, exponent: int, unit: str, language: Language) -> str:
    """`number` x 10^`exponent` of a currency in one of the ways of answers."""
    text = grouped(number, language)
    if language == "ru":
        scale = rng.choice([SCALES_RU[exponent], counted_ru(number, exponent)])
        currency = CURRENCY_RU[unit] if scale in {"тыс.", "млн", "млрд", ""} else GENITIVE_RU[unit]
        return " ".join(p for p in (text, scale, currency) if p)
    scale = SCALES_EN[exponent]
    forms = [f"{SIGNS[unit]}{text} {scale}", f"{unit} {text} {scale}", f"{text} {scale} {CURRENCY_EN[unit]}"]
    if exponent:
        forms.append(f"{SIGNS[unit]}{text}{_SHORT[exponent] if rng.random() < 0.5 else _LETTER[exponent]}")
    return rng.choice(forms).strip()


def counted_ru(number: Decimal, exponent: int) -> str:
    """The scale word in the form that follows a number: "2 миллиона", "5 миллионов", "1,5 миллиарда"."""
    if exponent == 0:
        return ""
    stem, one, few, many = {
        3: ("тысяч", "а", "и", ""),
        6: ("миллион", "", "а", "ов"),
        9: ("миллиард", "", "а", "ов"),
    }[exponent]
    return stem + (few if number != number.to_integral_value() else ending(int(number), one, few, many))


def ending(number: int, one: str, few: str, many: str) -> str:
    """The Russian ending after a whole number."""
    if 11 <= number % 100 <= 14:
        return many
    return one if number % 10 == 1 else few if 2 <= number % 10 <= 4 else many


def rounded(number: Decimal, digits: int) -> Decimal:
    """To so many significant digits, half up."""
    if number == 0:
        return number
    place = number.adjusted() - digits + 1
    step = Decimal(1).scaleb(place)
    return (number / step).quantize(Decimal(1), ROUND_HALF_UP) * step


def plain(number: Decimal) -> Decimal:
    """Without an exponent: 1.2E+3 -> 1200; zeros after the point as they are."""
    exponent = number.as_tuple().exponent
    return number.quantize(Decimal(1)) if isinstance(exponent, int) and exponent > 0 else number


def in_words(number: int, language: Language) -> str:
    return str(num2words(number, lang=language)).replace(",", "")


def full_date(rng: random.Random, year: int, month: int, day: int, language: Language) -> str:
    if language == "ru":
        return rng.choice([f"{day} {MONTHS_RU[month - 1]} {year} года", f"{day:02}.{month:02}.{year}"])
    name = MONTHS_EN[month - 1]
    return rng.choice([f"{day} {name} {year}", f"{name} {day}, {year}"])


def filled(pattern: str, period: Period) -> str:
    """A pattern of the vocabulary ("in the {ord} quarter of {y}") for a period."""
    i, language_ru = period.index or 1, any("а" <= c <= "я" for c in pattern)
    name = _ORDINALS_RU[i] if language_ru else _ORDINALS[i]
    if "полуг" in pattern and "{ord}" in pattern:
        name = name[:-2] + "ое"
    prepositional = name[:-2] + ("ьем" if i == 3 else "ом")
    text = pattern.format(
        y=period.year, yy=f"{period.year % 100:02}", q=i, ord=name, ordp=prepositional, rom=_ROMAN[i]
    )
    if text.startswith(("во ", "в ")) and language_ru:
        rest = text.split(" ", 1)[1]
        return ("во " if rest.startswith(("втор", "II ")) else "в ") + rest
    return text


def heading(pattern: str, period: Period, language: Language, roman: bool) -> str:
    """What stands over a column of a period."""
    if period.kind == "quarter":
        if language == "en":
            return f"Q{period.index} {period.year}"
        return f"{_ROMAN[period.index] if roman else period.index} кв. {period.year}"
    if period.kind == "half":
        return f"H{period.index} {period.year}" if language == "en" else f"{period.index} полугодие {period.year}"
    return filled(pattern, period)


def part(period: Period, language: Language, roman: bool) -> str:
    """The lower of two header levels: the quarter or half without its year."""
    if period.kind == "quarter":
        if language == "en":
            return f"Q{period.index}"
        return f"{_ROMAN[period.index]} кв." if roman else f"{period.index} кв."
    return f"H{period.index}" if language == "en" else f"{period.index} полугодие"
