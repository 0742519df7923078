"""Dates in brackets go with the number in the same brackets: "fell to 5.2 (30 June: 6.1)"."""

from __future__ import annotations

import re
from functools import lru_cache

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import is_time, year_of
from atomcite.values import DateValue, Quantity, Value

_NEAR = 40
"""Characters between a number and the brackets that go with it."""
_BRACKETS = re.compile(r"\(([^()]{6,160})\)")
_YEAR = re.compile(r"\s*(?:in |в |за )?((?:19|20)\d\d)(?: г\.?| год\w?)?\s*:")


def of_bracketed_date(g: Ground) -> Dispute | None:
    """The statement dates a number by what stands in brackets beside it with a number of its own."""
    matched = zip(g.statement.values, g.values, strict=True)
    amounts = [m.found for c, m in matched if m.outcome == "match" and isinstance(c.value, Quantity)]
    times = [c.value for c in g.statement.values if is_time(c.value)]
    if len(times) != 1 or len(amounts) != 1 or amounts[0] is None:
        return None
    amount = amounts[0].found
    for start, end in _pairs(g.page):
        if not 0 <= start - amount.end <= _NEAR:
            continue
        own = _numbers(g.page, start, end)
        dated = any(start <= v.found.start < end and r.outcome == "equal" for v, r in g.page.compared(times[0]))
        year = _YEAR.match(g.page.text.text, start, end)
        dated = dated or (year is not None and year_of(times[0]) == int(year.group(1)) and _only_year(times[0]))
        if dated and len(own) == 1:
            return Dispute("judge.other_pairing", own[0].found.text.strip(), contradicts=True)
    return None


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


def _only_year(time: Value) -> bool:
    return isinstance(time, DateValue) and all(r.month is None and r.day is None for r in time.readings)
