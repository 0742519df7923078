"""Dates in brackets go with the number in the same brackets: "fell to 5.2 (30 June: 6.1)"."""

from __future__ import annotations

import re
from functools import lru_cache

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import is_time
from atomcite.values import Quantity

_BRACKETS = re.compile(r"\(([^()]{6,160})\)")


def of_bracketed_date(g: Ground) -> Dispute | None:
    """The statement dates a number by what stands in brackets beside it with a number of its own."""
    matched = [m.found for m in g.values if m.outcome == "match" and m.found is not None]
    times = [v for v in matched if is_time(v.found.value)]
    amounts = [v for v in matched if isinstance(v.found.value, Quantity)]
    if len(times) != 1 or len(amounts) != 1:
        return None
    for start, end in _pairs(g.page):
        dated, counted = (start <= v.found.start < end for v in (times[0], amounts[0]))
        if dated and not counted and abs(amounts[0].found.end - start) < end - start + 160:
            own = _numbers(g.page, start, end)
            if len(own) == 1:
                return Dispute("judge.other_pairing", own[0].found.text.strip(), contradicts=True)
    return None


@lru_cache(maxsize=512)
def _pairs(page: Prepared) -> tuple[tuple[int, int], ...]:
    """Ranges of characters between brackets that hold a date and a number."""
    out = []
    for found in _BRACKETS.finditer(page.text.text):
        start, end = found.start(1), found.end(1)
        dated = any(is_time(v.found.value) and start <= v.found.start < end for v in page.values)
        if dated and _numbers(page, start, end):
            out.append((start, end))
    return tuple(out)


def _numbers(page: Prepared, start: int, end: int) -> list[PageValue]:
    return [v for v in page.values if start <= v.found.start < end and isinstance(v.found.value, Quantity)]
