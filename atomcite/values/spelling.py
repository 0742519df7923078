"""How a page may spell a claimed value."""

from __future__ import annotations

from decimal import Decimal

from atomcite.values.model import Clock, DateValue, Identifier, Period, Quantity, Value

_MONTHS_EN = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_MONTHS_RU = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
]


def spellings(value: Value, written: str, *, scale: Decimal | None = None, limit: int = 24) -> tuple[str, ...]:
    """Strings that would bear the value out on a page whose numbers stand in units of `scale`, the statement's own
    wording first. Numbers coarser than the page's unit give the page numbers that round to them, when few."""
    out = [written]
    if isinstance(value, Quantity):
        # In a table in millions only the number of millions will do.
        reading = value.readings[0]
        factor = scale or Decimal(1)
        out += _numbers(abs(reading.number) / factor, reading.step / factor)
    elif isinstance(value, DateValue):
        for part in value.readings:
            if part.day and part.month:
                out += _dates(part.year, part.month, part.day)
            elif part.year and part.month is None:
                out.append(str(part.year))
    elif isinstance(value, Clock):
        out += [f"{value.hour}:{value.minute:02}", f"{value.hour:02}:{value.minute:02}"]
    elif isinstance(value, Identifier):
        out.append(value.text.upper())
    elif isinstance(value, Period) and value.kind == "quarter":
        out += [f"Q{value.index}", f"{value.index} кв."]
    return tuple(dict.fromkeys(s for s in out if s))[:limit]


def _numbers(number: Decimal, step: Decimal) -> list[str]:
    if step > 1:
        # The claim is rounded: 1.58 billion in a table in millions may stand as 1,575 .. 1,585.
        if step > 20 or number != number.to_integral_value():
            return _styles(number) if number == number.to_integral_value() else []
        first = int(number - step / 2)
        return [s for n in [int(number), *range(first, int(number + step / 2) + 1)] for s in _styles(Decimal(n))[:2]]
    return _styles(number.quantize(step) if step < 1 else number)


def _styles(number: Decimal) -> list[str]:
    if (
        number == number.to_integral_value()
        and number != 0
        and number.as_tuple().exponent != 0
        and abs(number) >= 1000
    ):
        number = number.to_integral_value()
    sign, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int) or number == 0:
        return ["0"] if number == 0 else []
    plain = f"{number:f}"
    whole, _, tail = plain.partition(".")
    comma = f"{int(whole):,}" + (f".{tail}" if tail else "")
    space = f"{int(whole):,}".replace(",", " ") + (f",{tail}" if tail else "")
    out = [comma, space, plain, plain.replace(".", ",")]
    return list(dict.fromkeys(out)) if sign == 0 and digits else []


def _dates(year: int | None, month: int, day: int) -> list[str]:
    english, russian = _MONTHS_EN[month - 1], _MONTHS_RU[month - 1]
    if year is None:
        return [f"{day} {english}", f"{english} {day}", f"{day} {russian}", f"{day:02}.{month:02}"]
    return [
        f"{day} {english} {year}",
        f"{english} {day}, {year}",
        f"{day} {russian} {year}",
        f"{day:02}.{month:02}.{year}",
        f"{day:02}/{month:02}/{year}",
        f"{month:02}/{day:02}/{year}",
        f"{year}-{month:02}-{day:02}",
        f"{day:02}.{month:02}.{year % 100:02}",
    ]
