"""Which other value of a page may stand in the place of a statement's: of the same kind, and of the same thing."""

from __future__ import annotations

import re

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import is_time
from atomcite.values import CURRENCIES, DateValue, Identifier, Period, Quantity, Value

_DAYS = {"day", "business day"}
_CLAUSE = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?")


def is_comparable(statement: Statement, number: int, page: Prepared, found: Alignment, value: PageValue) -> bool:
    """Whether a number without a unit stands for the same thing as the claimed one: a count beside a word of the
    statement, a document number after one. "17" after "Москва №" is no rival of a registration number, nor is the
    number of an item one of its quantity."""
    claim = statement.values[number].value
    bare = isinstance(claim, Identifier) or (isinstance(claim, Quantity) and not claim.unit and claim.scale == 1)
    if not bare or (value.cell >= 0 and value.label):
        return True
    reach = 6 if isinstance(claim, Identifier) else 4
    return any(
        h is not None
        and t.kind != "light"
        and h.token in found.window.inside
        and (
            0 < value.first - h.token <= reach
            or (not isinstance(claim, Identifier) and 0 < h.token - value.last <= reach)
        )
        for t, h in zip(statement.terms, found.best, strict=True)
    )


def numbers_clause(page: Prepared, value: PageValue) -> bool:
    """ "4.2" at the beginning of a line, before a word or alone: the number of a clause, no amount."""
    if value.row < 0 or value.headers or not _CLAUSE.fullmatch(value.found.text.strip()):
        return False
    line = page.text.row_tokens(value.row)
    after = page.text.tokens[value.last + 1] if value.last < line[-1] else None
    return line[0] == value.first and (after is None or not after.is_word or after.text[0].isupper())


def same_grain(claim: Value, page: Value) -> bool:
    """A year in the window does not stand in the place of a full date."""
    if isinstance(claim, DateValue) and isinstance(page, DateValue):
        return claim.year_only == page.year_only
    if is_time(claim) and is_time(page):
        # "In 2018" and "in the year ended December 31, 2017".
        return all(
            (isinstance(v, DateValue) and v.year_only) or (isinstance(v, Period) and v.kind == "fiscal_year")
            for v in (claim, page)
        )
    return type(claim) is type(page)


def may_stand_for(claim: Value, value: PageValue) -> bool:
    """Whether a value that differs may stand in the place of the claimed one: same kind and a unit in common. A bare
    number stands for money only where it looks like money or stands in a table."""
    page = value.found.value
    if isinstance(claim, Quantity) and isinstance(page, Quantity):
        have = page.unit or value.unit
        if claim.unit == have or {claim.unit, have} == _DAYS:
            return True
        if claim.unit and have:
            return claim.unit in CURRENCIES and have in CURRENCIES
        other = claim.unit or have
        if other not in CURRENCIES:
            return other in {"", "times"}
        if not claim.unit and claim.scale == 1:
            return False  # "5,340 people" is no rival of an amount of money
        bare = page if not have else claim
        if bare is page and value.scale is not None:
            return True
        # Written like money: with decimals, grouped thousands or a scale word.
        grouped = bool(re.search(r"\d[,.\u00a0\u202f '’]\d{3}(?!\d)", value.found.text)) if bare is page else True
        return bare.scale != 1 or bare.readings[0].step < 1 or grouped
    return same_grain(claim, page)
