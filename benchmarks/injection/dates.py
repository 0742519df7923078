"""Dates and periods written otherwise, and other dates and periods in the same notation."""

from __future__ import annotations

import random
import re
from calendar import monthrange

from atomcite.values import DateValue, Found, PartialDate, Period

MONTHS_EN = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
MONTHS_RU = (
    "января", "февраля", "марта", "апреля", "мая", "июня",
    "июля", "августа", "сентября", "октября", "ноября", "декабря",
)  # fmt: skip
_ORDINALS = (
    ("first", "second", "third", "fourth"),
    ("First", "Second", "Third", "Fourth"),
    ("первый", "второй", "третий", "четвертый"),
    ("первый", "второй", "третий", "четвёртый"),
    ("первого", "второго", "третьего", "четвертого"),
    ("первого", "второго", "третьего", "четвёртого"),
    ("первом", "втором", "третьем", "четвертом"),
    ("первом", "втором", "третьем", "четвёртом"),
    ("первому", "второму", "третьему", "четвертому"),
    ("I", "II", "III", "IV"),
)


_ROMAN = ("I", "II", "III", "IV")


def time_said(time: DateValue | Period, *, russian: bool) -> str | None:
    """A year, a quarter or a day as a phrase of a sentence ("for Q2 2024", "на 31 декабря 2024 года"); None for
    others."""
    if isinstance(time, Period):
        if time.year is None or time.kind == "half":
            return None
        if time.kind == "fiscal_year":
            return f"за {time.year} год" if russian else f"for {time.year}"
        return (
            f"за {_ROMAN[time.index - 1]} квартал {time.year} года" if russian else f"for Q{time.index} {time.year}"
        )
    part = time.readings[0]
    if part.year is None or len(time.readings) != 1:
        return None
    if part.month is None:
        return f"за {part.year} год" if russian else f"for {part.year}"
    if part.day is None:
        return None
    if russian:
        return f"на {part.day} {MONTHS_RU[part.month - 1]} {part.year} года"
    return f"at {part.day} {MONTHS_EN[part.month - 1]} {part.year}"


def other_notations(found: Found, *, russian: bool) -> list[str]:
    """A full date in the other usual notations of the language."""
    if not isinstance(found.value, DateValue) or len(found.value.readings) != 1:
        return []
    part = found.value.readings[0]
    if part.day is None or part.month is None or part.year is None:
        return []
    if russian:
        long = f"{part.day} {MONTHS_RU[part.month - 1]} {part.year}"
        tail = re.search(r"\s?(?:года|г\.)$", found.text)
        forms = [long + (tail.group() if tail else " года"), f"{part.day:02}.{part.month:02}.{part.year}"]
    else:
        name = MONTHS_EN[part.month - 1]
        forms = [f"{part.day} {name} {part.year}", f"{name} {part.day}, {part.year}"]
    return [f for f in forms if f != found.text]


def other_dates(found: Found, rng: random.Random) -> list[str]:
    """Other full dates in the notation of this one: another day, month or year."""
    if not isinstance(found.value, DateValue) or len(found.value.readings) != 1:
        return []
    part = found.value.readings[0]
    if part.day is None or part.month is None:
        return []
    year = part.year or 2024
    days = [
        d
        for d in range(1, monthrange(year, part.month)[1] + 1)
        if d != part.day and len(str(d)) == len(str(part.day))
    ]
    months = [m for m in range(1, 13) if m != part.month and part.day <= monthrange(year, m)[1]]
    out = [_with(found.text, part, PartialDate(part.year, part.month, rng.choice(days)))] if days else []
    out += [_with(found.text, part, PartialDate(part.year, rng.choice(months), part.day))] if months else []
    if part.year is not None and not (part.month == 2 and part.day == 29):
        out.append(_with(found.text, part, PartialDate(part.year + rng.choice((-1, 1)), part.month, part.day)))
    return [text for text in out if text is not None and text != found.text]


def _with(text: str, old: PartialDate, new: PartialDate) -> str | None:
    """The written date with one part exchanged; None where that part can't be told apart in it."""
    if new.year != old.year:
        return _once(text, rf"(?<!\d){old.year}(?!\d)", str(new.year))
    if new.day != old.day:
        hits = [m for m in re.finditer(r"(?<!\d)\d{1,2}(?!\d)", text) if int(m.group()) == old.day]
        if len(hits) != 1:
            return None
        width = len(hits[0].group())
        # An English ordinal ends after its day.
        tail = re.match(r"(?:st|nd|rd|th)\b", text[hits[0].end() :])
        day = f"{new.day:0{width}}" + (_ordinal(new.day or 1) if tail else "")
        return text[: hits[0].start()] + day + text[hits[0].end() + (tail.end() if tail else 0) :]
    assert old.month is not None
    assert new.month is not None
    for names in (MONTHS_EN, MONTHS_RU, tuple(m[:3] for m in MONTHS_EN)):
        changed = _once(text, rf"\b{names[old.month - 1]}\b", names[new.month - 1])
        if changed is not None:
            return changed
    hits = [m for m in re.finditer(r"(?<!\d)\d{2}(?!\d)", text) if int(m.group()) == old.month]
    if len(hits) != 1:
        return None
    return text[: hits[0].start()] + f"{new.month:02}" + text[hits[0].end() :]


def _ordinal(day: int) -> str:
    return "th" if 11 <= day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _once(text: str, pattern: str, new: str) -> str | None:
    hits = list(re.finditer(pattern, text))
    return text[: hits[0].start()] + new + text[hits[0].end() :] if len(hits) == 1 else None


def other_period(text: str, found: Found, rng: random.Random, years: frozenset[int]) -> list[str]:
    """The text with the year, the quarter or the half-year of `found` exchanged for another. `years` are preferred to
    the years beside its own: those that the document speaks of."""
    value = found.value
    year = (
        value.year if isinstance(value, Period) else value.readings[0].year if isinstance(value, DateValue) else None
    )
    out = []
    if year is not None and (isinstance(value, Period) or (isinstance(value, DateValue) and value.year_only)):
        named = sorted(y for y in years if y != year and abs(y - year) <= 3)
        for other in (*named[:2], rng.choice((year - 1, year + 1))):
            out.append(_in(text, found, rf"(?<!\d){year}(?!\d)", str(other)))
    if isinstance(value, Period) and value.kind in {"quarter", "half"}:
        count = 4 if value.kind == "quarter" else 2
        other_index = rng.choice([i for i in range(1, count + 1) if i != value.index])
        i = value.index
        digit = rf"(?<=[QH]){i}(?!\d)|(?<!\d){i}(?=[QH-])|(?<!\d){i}(?=\s(?:кв|полугод))"
        out.append(_in(text, found, digit, str(other_index)))
        for names in _ORDINALS:
            old, new = names[value.index - 1], names[other_index - 1]
            changed = _in(text, found, rf"\b{old}\b", new)
            if changed is not None:
                out.append(_preposition(changed, old, new))
                break  # the rows with ё and without it have the same words but one
    return list(dict.fromkeys(t for t in out if t is not None and t != text))


def _in(text: str, found: Found, pattern: str, new: str) -> str | None:
    changed = _once(text[found.start : found.end], pattern, new)
    return None if changed is None else text[: found.start] + changed + text[found.end :]


def _preposition(text: str, old: str, new: str) -> str:
    """ "в" becomes "во" before "втором" and "II", and back."""
    if new.startswith("втор") or new == "II":
        return re.sub(rf"\b([Вв]) (?={new}\b)", r"\1о ", text)
    if old.startswith("втор") or old == "II":
        return re.sub(rf"\b([Вв])о (?={new}\b)", r"\1 ", text)
    return text
