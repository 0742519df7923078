"""Dates in brackets go with the number in the same brackets: "fell to 5.2 (30 June: 6.1)"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from atomcite.judge.claim import Statement
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch, is_time, times_of, year_of
from atomcite.judge.wordlists import words
from atomcite.values import DateValue, Quantity, Value
from atomcite.values.model import PartialDate

_NEAR = 40
"""Characters between a number and the brackets that go with it."""
_BRACKETS = re.compile(r"\(([^()]{6,160})\)")
_YEAR = re.compile(r"\s*(?:in |в |за )?((?:19|20)\d\d)(?: г\.?| год\w?)?\s*[:–—-]")


def of_bracketed_date(g: Ground) -> Dispute | None:
    """The statement dates a number by what stands in brackets beside it with a number of its own, or a number in such
    brackets by another year than theirs."""
    for number, (claim, match) in enumerate(zip(g.statement.values, g.values, strict=True)):
        if match.outcome != "match" or match.found is None or not isinstance(claim.value, Quantity):
            continue
        times = times_of(g.statement, number)
        if len(times) != 1 or not _nearest(g.statement, number):
            continue
        own = _pair_of(g.page, match.found)
        if own is not None:
            years = {year_of(t) for t in _times(g.page, *own)}
            if year_of(times[0]) is not None and None not in years and year_of(times[0]) not in years:
                return Dispute("judge.other_pairing", match.found.found.text.strip(), contradicts=True)
            continue
        for start, end in _pairs(g.page):
            inside = _numbers(g.page, start, end)
            if 0 <= start - match.found.found.end <= _NEAR and len(inside) == 1 and _dated(g, times[0], start, end):
                return Dispute("judge.other_pairing", inside[0].found.text.strip(), contradicts=True)
    return None


def _nearest(statement: Statement, number: int) -> bool:
    """Whether an amount stands nearest to the one time of a statement; true where each amount has a time."""
    spans = statement.value_tokens
    times = [s for s, v in zip(spans, statement.values, strict=True) if is_time(v.value)]
    amounts = [s for s, v in zip(spans, statement.values, strict=True) if isinstance(v.value, Quantity)]
    if len(times) != 1:
        return True
    (low, high) = times[0]
    return min(amounts, key=lambda s: low - s[1] if s[1] < low else s[0] - high) == spans[number]


def _dated(g: Ground, time: Value, start: int, end: int) -> bool:
    """Whether brackets have the very time, or its year alone."""
    if any(start <= v.found.start < end and r.outcome == "equal" for v, r in g.page.compared(time)):
        return True
    year = _YEAR.match(g.page.text.text, start, end)
    return year is not None and year_of(time) == int(year.group(1)) and _only_year(time)


@lru_cache(maxsize=512)
def _pairs(page: Prepared) -> tuple[tuple[int, int], ...]:
    """Ranges of characters between brackets that hold a date and a number."""
    out = []
    for found in _BRACKETS.finditer(page.text.text):
        start, end = found.start(1), found.end(1)
        dated = any(is_time(v.found.value) and start <= v.found.start < end for v in page.values)
        dated = dated or _YEAR.match(page.text.text, start, end) is not None
        if dated and _numbers(page, start, end):
            out.append((start, end))
    return tuple(out)


def _numbers(page: Prepared, start: int, end: int) -> list[PageValue]:
    year = _YEAR.match(page.text.text, start, end)
    low = start if year is None else year.end()
    return [v for v in page.values if low <= v.found.start < end and isinstance(v.found.value, Quantity)]


def in_own_bracket(statement: Statement, number: int, page: Prepared, value: PageValue) -> bool:
    """A number in brackets with the very time that the statement gives for it: "3.87 (2023: 5.06)"."""
    pair = _pair_of(page, value)
    if pair is None:
        return False
    there = _times(page, *pair)
    return any(year_of(mine) == year_of(t) for mine in times_of(statement, number) for t in there)


def bracketed_time(page: Prepared, claim: Value, inside: frozenset[int]) -> bool:
    """Whether a year of the statement stands before a number in brackets within a window."""
    tokens = page.text.tokens
    return any(
        any(year_of(t) == year_of(claim) for t in _times(page, start, end))
        for start, end in _pairs(page)
        if _only_year(claim) and any(tokens[k].start >= start and tokens[k].end <= end for k in inside)
    )


def is_bracketed(page: Prepared, value: PageValue) -> bool:
    """Whether a date or a number stands in brackets that have both."""
    return _pair_of(page, value) is not None


def compared_in_brackets(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> frozenset[int]:
    """Tokens of the statement's words of comparison, where one of its amounts stands before brackets and another in
    them: "4.2 against 4.9 a year earlier" of "4.2 (2022: 4.9)"."""
    amounts = [
        m.found
        for m, c in zip(values, statement.values, strict=True)
        if m.found is not None and m.outcome == "match" and isinstance(c.value, Quantity)
    ]
    if len({is_bracketed(page, v) for v in amounts}) < 2:
        return frozenset()
    links = words("comparing") | words("than") | words("a_year") | words("year_before")
    return frozenset(i for i, t in enumerate(statement.tokens) if t.norm in links)


def _pair_of(page: Prepared, value: PageValue) -> tuple[int, int] | None:
    return next(((a, b) for a, b in _pairs(page) if a <= value.found.start < b), None)


def _times(page: Prepared, start: int, end: int) -> list[Value]:
    year = _YEAR.match(page.text.text, start, end)
    found = [v.found.value for v in page.values if is_time(v.found.value) and start <= v.found.start < end]
    return found if year is None else [DateValue((PartialDate(int(year.group(1))),))]


def _only_year(time: Value) -> bool:
    return isinstance(time, DateValue) and all(r.month is None and r.day is None for r in time.readings)
