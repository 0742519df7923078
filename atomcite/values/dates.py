"""Dates, periods and times of day in English and Russian notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from atomcite.values.model import Clock, DateValue, Found, PartialDate, Period

_MONTHS = {
    1: r"jan(?:uary)?|январ[яьею]|янв", 2: r"feb(?:ruary)?|феврал[яьею]|фев", 3: r"mar(?:ch)?|март[аеу]?",
    4: r"apr(?:il)?|апрел[яьею]|апр", 5: r"may|ма[йяею]", 6: r"june?|июн[яьею]", 7: r"july?|июл[яьею]",
    8: r"aug(?:ust)?|август[аеу]?|авг", 9: r"sept?(?:ember)?|сентябр[яьею]|сент?",
    10: r"oct(?:ober)?|октябр[яьею]|окт",
    11: r"nov(?:ember)?|ноябр[яьею]|нояб", 12: r"dec(?:ember)?|декабр[яьею]|дек",
}  # fmt: skip
_MONTH = "(?:" + "|".join(_MONTHS.values()) + r")\b\.?"
_COMPILED = tuple((number, re.compile(rf"(?:{p})\b", re.I)) for number, p in _MONTHS.items())
_DAY = r"(?P<d>0?[1-9]|[12]\d|3[01])"
_YEAR = r"(?P<y>(?:1[5-9]|20)\d{2})"
_GOD = r"(?:\s?(?:г\.|г\b|год[ауe]?\b|году\b))?"
_SP = r"[\s,]{0,3}"

_PATTERNS = tuple(
    re.compile(p, re.I)
    for p in (
        # 2024-03-03, 2024/03/03, 2024.03.03
        rf"(?<![\d\w]){_YEAR}(?P<s>[-/.])(?P<m>0?[1-9]|1[0-2])(?P=s){_DAY}(?![\d-])",
        # 3 марта 2024 г., 3rd March 2024, 3 of March, «03» марта 2024, 21-Mar-2018, 31 мая
        rf"(?<![\d.,])[«\"“]?{_DAY}(?:st|nd|rd|th|-?го)?[»\"”]?\s*(?:day of\s+|of\s+|[-.\s]\s?)?(?P<mon>{_MONTH})"
        rf"(?:[-\s,]{{0,3}}{_YEAR}(?!\d)|[-\s]'?(?P<yy>\d{{2}})(?![\d%.,:]))?{_GOD}",
        # March 3, 2024; March 3rd; Mar 3
        rf"\b(?P<mon>{_MONTH})\s*{_DAY}(?:st|nd|rd|th)?(?![\d:%])(?![.,]\d)(?:{_SP}{_YEAR}(?!\d))?",
        # May 2013, май 2013 года
        rf"\b(?P<mon>{_MONTH}){_SP}{_YEAR}(?!\d){_GOD}",
    )
)
_NUMERIC = re.compile(
    rf"(?<![\d/.\w-])(?P<a>\d{{1,2}})(?P<s>[./-])(?P<b>\d{{1,2}})(?P=s)(?P<y>\d{{4}}|\d{{2}})(?![\d/]|[.,-]\d){_GOD}",
    re.I,
)
_MONTH_YEAR_NUMERIC = re.compile(r"(?<![\d/.\w])(?P<m>0[1-9]|1[0-2])[./](?P<y>(?:19|20)\d{2})(?![\d/.])")
_BARE_YEAR = re.compile(
    r"(?<![\d.,/\w№$€£₽-])(?P<y>(?:1[89]|20)\d{2})(?![\d/%]|(?!г(?:\.|\b|од))\w|[.,:-]\d)(?:\s?(?:г\.|г\b|год\w{0,2}\b))?"
)
_YEAR_SPAN = re.compile(r"(?<![\d/\w.-])(?P<y>(?:19|20)\d{2})\s?[/–-]\s?(?P<e>\d{2}|(?:19|20)\d{2})(?![\d/.-])")

# П and Ш are how readers of Cyrillic see II and III.
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "п": 2, "ш": 3}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "перв": 1, "втор": 2, "трет": 3, "четверт": 4, "четвёрт": 4,
    "1st": 1, "2nd": 2, "3rd": 3, "4th": 4,
}  # fmt: skip
_OF_YEAR = (
    r"(?:\s*(?:of|,)?\s*(?:the\s+)?(?:fiscal\s+|financial\s+)?(?:year\s+)?"
    r"'?(?P<y>(?:19|20)\d{2}|\d{2}(?=\b(?!\s?%)))(?!\d|[.,]\d)(?:\s?(?:г\.|г\b|год\w{0,2}\b))?)?"
)
_QUARTERS = (
    re.compile(rf"\bQ(?P<q>[1-4])\b[-\s/]?{_OF_YEAR}", re.I),
    re.compile(r"\b(?P<q>[1-4])Q[-\s/]?'?(?P<y>(?:19|20)?\d{2})\b", re.I),
    re.compile(rf"\b(?P<w>first|second|third|fourth|1st|2nd|3rd|4th)[\s-]quarter\b{_OF_YEAR}", re.I),
    re.compile(
        # "54,2 кв. м" is an area.
        rf"(?<!\d[.,])\b(?:(?P<r>IV|I{{1,3}}|[ПШ])|(?P<q>[1-4]))(?:-?(?:й|го|м|ый|ом))?\s?"
        rf"(?:кв\.(?!\s?м(?:\b|етр))|квартал\w*){_OF_YEAR}",
        re.I,
    ),
    re.compile(rf"\b(?P<w>перв|втор|трет|четв[её]рт)\w*\s+квартал\w*{_OF_YEAR}", re.I),
)
_HALVES = (
    re.compile(rf"\b(?:H(?P<q>[12])|(?P<q2>[12])H)\b[-\s/]?{_OF_YEAR}", re.I),
    re.compile(rf"\b(?P<w>first|second)[\s-]half(?:\s+of)?(?:\s+the)?(?:\s+year)?{_OF_YEAR}", re.I),
    re.compile(
        rf"\b(?:(?P<q>[12])(?:-?[еом]{{1,2}})?|(?P<r>I{{1,2}})|(?P<w>перв|втор)\w*)\s+полугоди\w+{_OF_YEAR}", re.I
    ),
)
_FISCAL = (
    re.compile(r"\bFY\s?'?(?P<y>(?:19|20)?\d{2})(?:\s?/\s?(?P<e>\d{2}))?\b", re.I),
    re.compile(r"\b(?:fiscal|financial)\s+(?:year\s+)?(?P<y>(?:19|20)\d{2})(?:\s?[/–-]\s?(?P<e>\d{2,4}))?\b", re.I),
    re.compile(r"\bфинансов\w+\s+год\w*\s+(?P<y>(?:19|20)\d{2})(?:\s?[/–-]\s?(?P<e>\d{2,4}))?", re.I),
)
_CLOCK = re.compile(
    r"(?<![\d:.,])(?P<h>[01]?\d|2[0-3]):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![\d:])\s?(?P<ap>[ap]\.?m\b\.?)?", re.I
)
_CLOCK_DOT = re.compile(r"(?<![\d.,])(?P<h>1[0-2]|0?[1-9])(?:[.:](?P<m>[0-5]\d))?\s?(?P<ap>[ap]\.?m\b\.?)", re.I)


def _month(text: str) -> int:
    # Full match: "mar" must not answer for "market".
    bare = text.strip(" .")
    return next(number for number, pattern in _COMPILED if pattern.fullmatch(bare))


def _year(text: str | None) -> int | None:
    if text is None:
        return None
    number = int(text)
    return number if len(text) == 4 else (2000 + number if number < 70 else 1900 + number)


def _valid(part: PartialDate) -> bool:
    if part.month is None or part.day is None:
        return True
    try:
        date(part.year or 2024, part.month, part.day)  # 2024 is a leap year: 29 February may stand without a year
    except ValueError:
        return False
    return True


def full_dates(text: str) -> Iterator[Found]:
    """Dates with a day, and month-year dates. All readings of 03/04/2024 are kept, the likelier first: day first
    with dots, and month first with slashes unless the text is Russian."""
    for pattern in _PATTERNS:
        for hit in pattern.finditer(text):
            groups = hit.groupdict()
            month = int(groups["m"]) if groups.get("m") else _month(groups["mon"])
            day = int(groups["d"]) if groups.get("d") else None
            year = _year(groups.get("y") or groups.get("yy"))
            part = PartialDate(year, month, day)
            if _valid(part) and not _is_modal_may(hit, year):
                yield _found(DateValue((part,)), hit)
    russian = bool(re.search("[а-яё]", text, re.I))
    for hit in _NUMERIC.finditer(text):
        a, b, year = int(hit["a"]), int(hit["b"]), _year(hit["y"])
        day_first, month_first = PartialDate(year, b, a), PartialDate(year, a, b)
        order: tuple[PartialDate, ...] = (
            (day_first, month_first) if hit["s"] in ".-" or russian else (month_first, day_first)
        )
        if hit["s"] == "." and (len(hit["y"]) == 4 or russian):
            order = (day_first,)  # dots are a day-first notation everywhere they are used
        valid = tuple(dict.fromkeys(p for p in order if (p.month or 0) <= 12 and _valid(p)))
        if valid and (len(hit["y"]) == 4 or hit["s"] != "-" or "г" in hit.group()):
            yield _found(DateValue(valid), hit)
    for hit in _MONTH_YEAR_NUMERIC.finditer(text):
        yield _found(DateValue((PartialDate(int(hit["y"]), int(hit["m"])),)), hit)


def _is_modal_may(hit: re.Match[str], year: int | None) -> bool:
    """ "section 3 may ..." is no date."""
    word = hit.groupdict().get("mon") or ""
    return year is None and word == "may"


def periods(text: str) -> Iterator[Found]:
    """Quarters, half-years and fiscal years."""
    for pattern in _QUARTERS:
        for hit in pattern.finditer(text):
            yield _found(Period("quarter", _index(hit), _year(hit.groupdict().get("y"))), hit)
    for pattern in _HALVES:
        for hit in pattern.finditer(text):
            yield _found(Period("half", _index(hit), _year(hit.groupdict().get("y"))), hit)
    for pattern in _FISCAL:
        for hit in pattern.finditer(text):
            end = hit.groupdict().get("e")
            year = _year(hit["y"])
            # A split year (2023/24) is named by the year in which it ends.
            if end and year is not None:
                year = year // 100 * 100 + int(end[-2:])
            yield _found(Period("fiscal_year", 0, year), hit)
    for hit in _YEAR_SPAN.finditer(text):
        first, second = int(hit["y"]), int(hit["e"])
        if len(hit["e"]) == 2 and second == (first + 1) % 100:
            yield _found(Period("fiscal_year", 0, first + 1), hit)


_LENGTHS = {"three": 3, "six": 6, "nine": 9, "twelve": 12, "3": 3, "6": 6, "9": 9, "12": 12, "три": 3, "шесть": 6}
_ENDED = re.compile(
    r"\b(?:(?P<n>three|six|3|6|три|шесть)[\s-]months?|(?P<n2>три|шесть|3|6)\s+месяц\w+"
    r"|(?P<y>(?:financial |fiscal )?year|год))"
    r",?\s+(?:period\s+)?(?:ended|ending|to|закончивш\w+ся|окончивш\w+ся|завершивш\w+ся)\s+(?:on\s+)?",
    re.I,
)


def periods_ended(text: str) -> Iterator[Found]:
    """A half-year ("six months ended June 30, 2021"), a quarter ("three months ended ..."), a year ("year ended")."""
    dates = {f.start: f for f in full_dates(text)}
    for hit in _ENDED.finditer(text):
        found = dates.get(hit.end())
        if found is None or not isinstance(found.value, DateValue):
            continue
        part = found.value.readings[0]
        if part.month is None or part.month % 3:
            continue
        months = 12 if hit["y"] else _LENGTHS[(hit["n"] or hit["n2"]).lower()]
        if months == 12:
            period = Period("fiscal_year", 0, part.year)
        elif months == 6 and part.month % 6 == 0:
            period = Period("half", part.month // 6, part.year)
        elif months == 3:
            period = Period("quarter", part.month // 3, part.year)
        else:
            continue
        yield Found(period, hit.start(), found.end, text[hit.start() : found.end])


def _index(hit: re.Match[str]) -> int:
    groups = hit.groupdict()
    digit = groups.get("q") or groups.get("q2")
    if digit:
        return int(digit)
    if groups.get("r"):
        return _ROMAN[groups["r"].lower()]
    word = groups["w"].lower()
    return next(index for stem, index in _ORDINALS.items() if word.startswith(stem))


def bare_years(text: str) -> Iterator[Found]:
    for hit in _BARE_YEAR.finditer(text):
        yield _found(DateValue((PartialDate(int(hit["y"])),)), hit)


def clocks(text: str) -> Iterator[Found]:
    for pattern in (_CLOCK, _CLOCK_DOT):
        for hit in pattern.finditer(text):
            hour = int(hit["h"])
            half = (hit["ap"] or "").lower()
            if half.startswith("p") and hour < 12:
                hour += 12
            elif half.startswith("a") and hour == 12:
                hour = 0
            second = hit.groupdict().get("s")
            yield _found(Clock(hour, int(hit["m"] or 0), int(second) if second else None), hit)


def _found(value: DateValue | Period | Clock, hit: re.Match[str]) -> Found:
    end = hit.end()
    while end > hit.start() and hit.string[end - 1] in " ,-":
        end -= 1
    return Found(value, hit.start(), end, hit.string[hit.start() : end])
