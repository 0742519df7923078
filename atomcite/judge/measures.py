"""Units of measure after a number that are no money, share or duration: "104 umol/L", "5 mg", "0,42 мг/л".

They are no words to look for - half the row of another substance would be borne out by them - but where the page
gives the number in another unit, the statement says something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atomcite.judge.words import Token
from atomcite.values import Quantity

if TYPE_CHECKING:
    from atomcite.judge.claim import Statement
    from atomcite.judge.page import PageValue
    from atomcite.judge.prepared import Prepared
    from atomcite.judge.timing import ValueMatch

# Symbols of the SI brochure (9th edition) and of everyday use with prefixes as they occur, Russian ones beside them.
_SYMBOLS = {
    name: symbol
    for symbol, names in {
        "ng": "ng нг", "ug": "ug µg μg mcg мкг", "mg": "mg мг", "g": "g г",
        "kg": "kg кг kilogram kilograms килограмм килограмма килограммов",
        "nmol": "nmol нмоль", "umol": "umol µmol μmol мкмоль", "mmol": "mmol ммоль", "mol": "mol моль",
        "ul": "ul µl μl мкл", "ml": "ml мл", "dl": "dl дл", "l": "l л litre litres литр литра литров",
        "nm": "nm нм", "um": "um µm μm мкм", "mm": "mm мм", "cm": "cm см", "dm": "dm дм",
        "m": "m м metre metres метр метра метров",
        "km": "km км kilometre kilometres километр километра километров",
        "m2": "m2 m² м2 м²", "m3": "m3 m³ м3 м³", "ha": "ha га",
        "h": "h ч", "min": "min мин", "ms": "ms мс",
        "hz": "hz гц", "khz": "khz кгц", "mhz": "mhz мгц", "ghz": "ghz ггц",
        "mv": "mv мв", "kv": "kv кв", "kw": "kw квт", "mw": "mw мвт", "kwh": "kwh", "mwh": "mwh", "kj": "kj кдж",
        "pa": "pa па", "hpa": "hpa гпа", "kpa": "kpa кпа", "mpa": "mpa мпа", "bar": "bar бар", "mmhg": "mmhg",
        "c": "c", "iu": "iu ме", "bpm": "bpm", "ppm": "ppm", "db": "db дб", "ph": "ph",
        "km/h": "kmh kph", "mi/h": "mph", "kn": "knot knots kn узел узла узлов", "mi": "mile miles миля мили миль",
        "ft": "ft foot feet фут фута футов", "in": "inch inches дюйм дюйма дюймов", "yd": "yd yard yards",
        "lb": "lb lbs", "oz": "oz ounce ounces", "psi": "psi", "f": "f", "gal": "gal gallon gallons",
        "acre": "acre acres", "t": "t т tonne tonnes тонна тонны тонн", "w": "w вт", "a": "amp amps",
    }.items()
    for name in names.split()
}  # fmt: skip
_AFTER = 4
"""Tokens that one unit takes at most ("°", "g", "/", "L")."""


def unit_at(tokens: Sequence[Token], at: int) -> tuple[int, str]:
    """The unit that begins at a token: the token after it and its symbol, (at, "") without one."""
    k = at + 1 if at < len(tokens) and tokens[at].text == "°" else at
    if k >= len(tokens) or tokens[k].norm not in _SYMBOLS:
        return at, ""
    symbol = _SYMBOLS[tokens[k].norm]
    k += 1
    while k + 1 < len(tokens) and k - at < _AFTER and tokens[k].text in "/·*" and tokens[k + 1].norm in _SYMBOLS:
        symbol += f"/{_SYMBOLS[tokens[k + 1].norm]}"
        k += 2
    return k, symbol


def claimed_unit(tokens: Sequence[Token], value: object, last: int) -> tuple[int, str]:
    """The same of the value that ends at token `last`, which may have the unit for its own ("5 g")."""
    if not isinstance(value, Quantity):
        return last + 1, ""
    if value.unit:
        return unit_at(tokens, last) if tokens[last].norm in _SYMBOLS else (last + 1, "")
    return unit_at(tokens, last + 1)


def other_measure(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> int | None:
    """A token of the unit in which the page gives a number that the statement has in another one."""
    for claim, (_, last), match in zip(statement.values, statement.value_tokens, values, strict=True):
        symbol = claimed_unit(statement.tokens, claim.value, last)[1]
        if not symbol or match.found is None or match.outcome != "match":
            continue
        other = match.found.found.value
        if isinstance(other, Quantity) and other.unit:
            continue  # compared with the value itself
        there = _units(page, match.found)
        if there and symbol not in there:
            return next(iter(there.values()))
    return _named_otherwise(statement, page, values)


def _named_otherwise(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> int | None:
    """ "The price of a kilogram" of a row that has the price of a tonne: the unit of what the number is of."""
    said = {_SYMBOLS[t.text.casefold()] for t in statement.terms if t.text.casefold() in _SYMBOLS and len(t.text) > 2}
    tokens = page.text.tokens
    for match in values if said else ():
        if match.found is None or match.outcome != "match" or not match.found.label:
            continue
        place = (*match.found.label, *match.found.headers)
        there = {_SYMBOLS[tokens[t].norm]: t for t in place if tokens[t].norm in _SYMBOLS and len(tokens[t].norm) > 2}
        if there and not said & there.keys():
            return next(iter(there.values()))
    return None


def _units(page: Prepared, value: PageValue) -> dict[str, int]:
    """Units of a number of the page with a token of each: what follows it, else what its row and its column say."""
    tokens = page.text.tokens
    _, symbol = unit_at(tokens, value.last + 1)
    if symbol:
        return {symbol: value.last + 1}
    if value.cell < 0:
        return {}
    out: dict[str, int] = {}
    for places in (page.text.row_tokens(value.row), value.label, value.headers):
        for t in places:
            end, symbol = unit_at(tokens, t)
            # A lone letter is a unit after a comma or a bracket, or in a cell of its own.
            if symbol and (len(symbol) > 1 or end > t + 1 or (t and tokens[t - 1].text in {",", "("})):
                out.setdefault(symbol, t)
    return out
