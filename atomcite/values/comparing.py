"""Does a value on the page bear out a value in the claim?"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from itertools import product
from typing import Literal

from atomcite.values.model import Clock, DateValue, Identifier, PartialDate, Period, Quantity, Reading, Value
from atomcite.values.units import CURRENCIES, DURATIONS

Outcome = Literal["equal", "differs", "coarser", "unlike"]
How = Literal[
    "exact", "rounded", "approximate", "bound", "ambiguous", "sign", "scaled", "partial", "computed", "derived"
]

_ABOUT = Decimal("0.05")
_BOUND = Decimal("1.5")
_HAIR = Decimal("1e-9")
"""What a third of three, as a decimal, lacks of one."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """`equal`: the page bears the claim out. `differs`: same kind of value, other content. `coarser`: the page is
    less precise than the claim, and agrees as far as it goes. `unlike`: not comparable (other unit, other kind).

    `how` says in what way equal values are equal; "exact" and "scaled" are the strictest.
    """

    outcome: Outcome
    how: How = "exact"


_UNLIKE = Comparison("unlike")
_DIFFERS = Comparison("differs")


def compare(claim: Value, page: Value, *, scale: Decimal | None = None, unit: str = "") -> Comparison:
    """Compare at the claim's precision: the page's value, rounded to the claim's step, must equal the claim's.

    `scale` and `unit` are what a caption or column header says of bare numbers on the page ("in millions", "USD",
    "%"); they apply where the page value carries none of its own.
    """
    if isinstance(claim, Quantity) and isinstance(page, Quantity):
        return _quantities(claim, page, scale, unit)
    if isinstance(claim, DateValue) and isinstance(page, DateValue):
        return _dates(claim, page)
    if isinstance(claim, DateValue | Period) and isinstance(page, DateValue | Period):
        return _periods(claim, page)
    if isinstance(claim, Clock) and isinstance(page, Clock):
        same = (claim.hour, claim.minute) == (page.hour, page.minute)
        seconds = claim.second is None or page.second is None or claim.second == page.second
        return Comparison("equal") if same and seconds else _DIFFERS
    if isinstance(claim, Identifier) and isinstance(page, Identifier):
        if claim.text == page.text:
            return Comparison("equal")
        return _DIFFERS if not claim.label or not page.label or claim.label == page.label else _UNLIKE
    if isinstance(claim, Quantity) and isinstance(page, DateValue) and page.year_only and not claim.unit:
        # A four-digit amount in a table looks like a year.
        year = Decimal(page.readings[0].year or 0)
        return _quantities(claim, Quantity((Reading(year, Decimal(1)),)), scale, unit)
    if isinstance(claim, Quantity) and isinstance(page, DateValue) and page.year_only and claim.unit in CURRENCIES:
        year = Decimal(page.readings[0].year or 0)
        return _quantities(claim, Quantity((Reading(year, Decimal(1)),)), scale, unit or claim.unit)
    return _UNLIKE


def _unit_factor(claim: Quantity, page: Quantity, unit: str) -> Decimal | None:
    """What the page's number is multiplied with to stand in the claim's unit; None when the units don't agree."""
    have = page.unit or unit
    want = claim.unit
    if have == want or not want or not have:
        return Decimal(1)
    factors = {
        ("fraction", "%"): Decimal(100), ("%", "fraction"): Decimal("0.01"),
        ("bp", "pp"): Decimal("0.01"), ("pp", "bp"): Decimal(100),
        ("bp", "%"): Decimal("0.01"), ("%", "bp"): Decimal(100),
        ("week", "day"): Decimal(7), ("day", "week"): Decimal(1) / 7,
        ("year", "month"): Decimal(12), ("month", "year"): Decimal(1) / 12,
        ("quarter", "month"): Decimal(3), ("month", "quarter"): Decimal(1) / 3,
        ("hour", "minute"): Decimal(60), ("minute", "hour"): Decimal(1) / 60,
        ("day", "hour"): Decimal(24), ("hour", "day"): Decimal(1) / 24,
        ("kg", "t"): Decimal("0.001"), ("t", "kg"): Decimal(1000), ("g", "kg"): Decimal("0.001"),
        ("kg", "g"): Decimal(1000), ("km", "m"): Decimal(1000), ("m", "km"): Decimal("0.001"),
        ("cm", "m"): Decimal("0.01"), ("mm", "m"): Decimal("0.001"),
        ("calendar day", "day"): Decimal(1), ("day", "calendar day"): Decimal(1),
        ("business day", "day"): Decimal(1),
    }  # fmt: skip
    return factors.get((have, want))


def _quantities(claim: Quantity, page: Quantity, scale: Decimal | None, unit: str) -> Comparison:
    if not page.unit and not unit and (claim.unit in DURATIONS or claim.unit in {"%", "pp", "bp"}):
        return _UNLIKE  # "6" says nothing of months or percent
    factor = _unit_factor(claim, page, unit)
    if factor is None:
        same_family = (claim.unit in CURRENCIES) == ((page.unit or unit) in CURRENCIES)
        return _DIFFERS if same_family and page.unit and claim.unit in CURRENCIES else _UNLIKE
    factors = [(factor, False)]
    # A share, a duration or a number with its own scale word is not touched by "in millions" above the table.
    if (
        scale
        and scale != 1
        and page.scale == 1
        and (not page.unit or page.unit in CURRENCIES)
        and claim.unit not in {"%", "pp", "bp"}
    ):
        factors.insert(0, (factor * scale, True))
    best: Comparison = _DIFFERS
    for f, was_scaled in factors:
        result = _one_scale(claim, page, f)
        if result.how == "rounded" and claim.unit in DURATIONS and not _same_length(claim, page, f):
            result = _DIFFERS  # thirteen months are no year
        if result.outcome == "equal":
            if was_scaled and result.how == "exact":
                return Comparison("equal", "scaled")
            if not was_scaled and scale and scale != 1 and len(factors) > 1:
                # Equal only when the caption's scale is ignored: the claim left it out.
                return (
                    Comparison("equal", "ambiguous")
                    if not claim.unit or (claim.scale == 1 and not claim.unit)
                    else _DIFFERS
                )
            return result
        if result.outcome == "coarser":
            best = result
    return best


def _same_length(claim: Quantity, page: Quantity, factor: Decimal) -> bool:
    """Whether a duration of the page, turned into the claim's unit, is a round one of it, or is in it anyway."""
    whole = page.readings[0].number * factor
    return factor == 1 or abs(whole - round(whole)) < _HAIR


def _one_scale(claim: Quantity, page: Quantity, factor: Decimal) -> Comparison:
    best: Comparison = _DIFFERS
    for i, (c, p) in enumerate(product(claim.readings, page.readings)):
        moved = Reading(p.number * factor, p.step * factor)
        result = _ends(claim, page, c, moved, factor)
        if result.outcome == "equal":
            if page.bracketed and c.number > 0 > page.readings[0].number:
                return Comparison("equal", "sign")
            firm = i == 0 or result.how in {"sign"}
            return result if firm or page.bracketed else Comparison("equal", "ambiguous")
        if result.outcome == "coarser":
            best = result
    # A bracket or a lost minus: the number is there, its sign is a matter of the words around it.
    for c, p in product(claim.readings[:1], page.readings[:1]):
        if (
            c.number * p.number < 0
            and _ends(claim, page, c, Reading(-p.number * factor, p.step * factor), factor).outcome == "equal"
        ):
            return Comparison("equal", "sign")
    return best


def _ends(claim: Quantity, page: Quantity, c: Reading, p: Reading, factor: Decimal) -> Comparison:
    if claim.top or page.top:
        return _ranges(claim, page, c, p, factor)
    if claim.qualifier == "about":
        return Comparison("equal", "approximate") if _about(c, p.number) else _DIFFERS
    if claim.qualifier in {"over", "at_least", "under", "at_most"}:
        return _bounds(claim, page, c, p)
    if _rounds_to(p.number, c):
        if page.qualifier in {"over", "at_least", "under", "at_most"}:
            return Comparison("equal", "bound")
        if page.qualifier == "about":
            return Comparison("equal", "approximate")
        return Comparison("equal", "exact" if p.number == c.number else "rounded")
    if p.step > c.step and _rounds_to(c.number, p):
        return Comparison("coarser")
    return _DIFFERS


def _rounds_to(number: Decimal, target: Reading) -> bool:
    """Half-up and half-even are both taken for rounding: reports use either."""
    if number == target.number:
        return True
    steps = number / target.step
    return any(
        steps.quantize(Decimal(1), rounding=mode) * target.step == target.number
        for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN)
    )


def _about(claim: Reading, number: Decimal) -> bool:
    """Within 5 %, or equal once rounded at the claim's last significant digit ("about 1,600": hundreds)."""
    if claim.number == 0:
        return abs(number) < claim.step
    if abs(number - claim.number) <= abs(claim.number) * _ABOUT:
        return True
    digits = claim.number.normalize().as_tuple()
    exponent = digits.exponent if isinstance(digits.exponent, int) else 0
    coarse = Decimal(1).scaleb(exponent)
    return coarse < abs(claim.number) / 5 and _rounds_to(number, Reading(claim.number, coarse))


def _bounds(claim: Quantity, page: Quantity, c: Reading, p: Reading) -> Comparison:
    if c.number * p.number < 0:
        return _DIFFERS  # a loss of 600 is not "less than 500": its size is what is bounded (see `_one_scale`)
    upward = claim.qualifier in {"over", "at_least"}
    if page.qualifier in {"over", "at_least", "under", "at_most"}:
        # "not more than 25" against "not more than 25": the same bound must be named, on the same side.
        same_side = (page.qualifier in {"over", "at_least"}) == upward
        return Comparison("equal", "exact") if same_side and p.number == c.number else _DIFFERS
    if p.number == c.number:
        strict = claim.qualifier in {"over", "under"}
        return _DIFFERS if strict else Comparison("equal", "bound")
    ahead = p.number > c.number if upward else p.number < c.number
    low, high = sorted((abs(p.number), abs(c.number)))
    near = low > 0 and high / low <= _BOUND
    return Comparison("equal", "bound") if ahead and near else _DIFFERS


def _ranges(claim: Quantity, page: Quantity, c: Reading, p: Reading, factor: Decimal) -> Comparison:
    if claim.top and page.top:
        high = Reading(page.top[0].number * factor, page.top[0].step * factor)
        both = _rounds_to(p.number, c) and _rounds_to(high.number, claim.top[0])
        return Comparison("equal", "exact") if both else _DIFFERS
    if claim.top:
        inside = c.number <= p.number <= claim.top[0].number
        return Comparison("equal", "bound") if inside else _DIFFERS
    return _DIFFERS


def _dates(claim: DateValue, page: DateValue) -> Comparison:
    best: Comparison = _DIFFERS
    for i, (c, p) in enumerate(product(claim.readings, page.readings)):
        result = _one_date(c, p)
        if result.outcome == "equal":
            alone = len(claim.readings) == 1 and len(page.readings) == 1
            return result if alone or claim.readings == page.readings else Comparison("equal", "ambiguous")
        if result.outcome == "coarser" and i == 0:
            best = result
    return best


def _one_date(c: PartialDate, p: PartialDate) -> Comparison:
    pairs = ((c.year, p.year), (c.month, p.month), (c.day, p.day))
    if any(a is not None and b is not None and a != b for a, b in pairs):
        return _DIFFERS
    if any(a is not None and b is None for a, b in pairs):
        return Comparison("coarser")
    return Comparison("equal", "exact" if c == p else "partial")


def _periods(claim: DateValue | Period, page: DateValue | Period) -> Comparison:
    if isinstance(claim, Period) and isinstance(page, Period):
        if claim.kind != page.kind:
            return _UNLIKE
        if claim.index != page.index or (claim.year and page.year and claim.year != page.year):
            return _DIFFERS
        return Comparison("coarser") if claim.year and not page.year else Comparison("equal")
    if isinstance(claim, DateValue) and claim.year_only and isinstance(page, Period):
        if page.year == claim.readings[0].year:
            # A calendar year is not the fiscal year of that name, but reports use one for the other.
            return Comparison("equal", "ambiguous" if page.kind == "fiscal_year" else "partial")
        return _DIFFERS if page.kind == "fiscal_year" and page.year else _UNLIKE
    if isinstance(claim, Period) and isinstance(page, DateValue) and page.year_only and claim.kind == "fiscal_year":
        same = claim.year == page.readings[0].year
        return Comparison("equal", "ambiguous") if same else _DIFFERS
    return _UNLIKE
