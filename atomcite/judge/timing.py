"""Does a number of a table stand under the date or period that the statement gives for it?"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement
from atomcite.judge.headers import is_time_label, months_in
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import words
from atomcite.judge.words import Token
from atomcite.values import Comparison, DateValue, Found, Period, Quantity, Value, compare

Outcome = Literal["match", "mismatch", "missing", "elsewhere", "unit_price", "column", "sign", "currency", "derived"]


@dataclass(frozen=True)
class ValueMatch:
    """What became of one value: `found` is the page's value that matches, or the one that stands in its place.

    `other` and `result` are set where a value was worked out from two of the page's: a change in percent (always
    looked for), a sum or a difference ("derived": it would match, if that were allowed)."""

    outcome: Outcome
    found: PageValue | None = None
    how: Comparison | None = None
    other: PageValue | None = None
    result: str = ""


def is_time(value: Value) -> bool:
    return isinstance(value, DateValue | Period)


_PREPOSITIONS = {"from": "from", "to": "to", "by": "by", "с": "from", "со": "from", "до": "to", "на": "by"}


def preposition(tokens: Sequence[Token], at: int) -> str:
    """Which end of a change a value is ("from 7.1 to 8.4", "by 12 %"), by the word before it."""
    k = at - 1
    while k >= 0 and (tokens[k].text in "$€£₽" or tokens[k].norm in {"a", "an"}):
        k -= 1
    return _PREPOSITIONS.get(tokens[k].norm, "") if k >= 0 else ""


def wrong_column(statement: Statement, number: int, page: Prepared, value: PageValue) -> bool:
    """The statement names a year, date or period for its value, and the column or row of the page's value gives only
    others; or gives none that could be read, where that of another number of the row gives the one."""
    times = times_of(statement, number)
    wanted = months_of(statement)
    if wanted and value.months and wanted != value.months:
        return True
    if value.row < 0 or value.cell < 0 or not times:
        return False
    if value.times:
        outcomes = [same_time(t, h) for t in times for h in value.times]
        if True not in outcomes and False in outcomes:
            return True
        return True not in outcomes and any(_of_other_year(t, h, page, value) for t in times for h in value.times)
    if value.headers and _named_without_time(statement, page, value):
        return False
    beside = [
        v
        for v in page.values
        if v.row == value.row
        and v.cell >= 0
        and v is not value
        and v.label == value.label
        and _is_share(v) == _is_share(value)  # a change in percent is of no one column of amounts
    ]
    if any(same_time(t, h) for v in beside for t in times for h in v.times):
        return True
    if value.headers and not value.change and not any(v.times for v in beside):
        # Headers that say nothing of time, over several numbers of one kind: the first is of the page's own period.
        before = [v for v in beside if v.cell < value.cell and type(v.found.value) is type(value.found.value)]
        garbled = not any(len(page.text.tokens[t].text) >= 5 for t in value.headers)
        return bool(before) and garbled
    return False


def _named_without_time(statement: Statement, page: Prepared, value: PageValue) -> bool:
    """The statement has all words of a header that gives no time: "the reference range" is that of no one day."""
    tokens = page.text.tokens
    own = {tokens[t].stem for t in value.headers if tokens[t].is_word and len(tokens[t].norm) > 2}
    return len(own) > 1 and own <= statement.stems


def _of_other_year(claim: Value, header: Value, page: Prepared, value: PageValue) -> bool:
    """ "The third quarter of 2026" of a column headed by a day of 2025, while another column has that day of 2026. A
    year alone would not tell: a fiscal year has quarters in two."""
    if not isinstance(claim, Period) or claim.year is None or not isinstance(header, DateValue) or header.year_only:
        return False
    days = [(r.month, r.day) for r in header.readings if r.year != claim.year]
    return len(days) == len(header.readings) and any(
        isinstance(t, DateValue) and any(r.year == claim.year and (r.month, r.day) in days for r in t.readings)
        for v in page.values
        if v.row == value.row and v is not value
        for t in v.times
    )


def _is_share(value: PageValue) -> bool:
    return isinstance(value.found.value, Quantity) and (value.found.value.unit or value.unit) in {"%", "pp", "bp"}


def months_of(statement: Statement) -> int:
    """Length in months of the period that a statement is of: "in the nine months", "за второй квартал"; 0 for
    none."""
    lengths = {months_in(statement.text, tuple(v.value for v in statement.values if is_time(v.value)))}
    return lengths.pop()


def times_of(statement: Statement, number: int) -> tuple[Value, ...]:
    """Dates and periods that the statement gives for its value `number`. Where it has several amounts, each takes
    the time next to it, what follows before what precedes ("$1.17 in 2018 and $2.49 in 2019"); the first of "from A
    to B in 2019" takes none."""
    times = [(i, v.value) for i, v in enumerate(statement.values) if is_time(v.value)]
    amounts = [i for i, v in enumerate(statement.values) if isinstance(v.value, Quantity)]
    if not times or len(amounts) < 2:
        return tuple(t for _, t in times)
    span = statement.value_tokens[number]
    years = relative_years(statement, number)
    if years:
        others = [t for i, t in times if statement.value_tokens[i][0] < span[0]] or [times[0][1]]
        return (moved(others[-1], years),)
    if len(times) == 1:
        ends = [preposition(statement.tokens, statement.value_tokens[i][0]) for i in amounts]
        mine = preposition(statement.tokens, span[0])
        if mine == "from" and "to" in ends:
            return ()
        after = statement.value_tokens[times[0][0]][1] + 1
        theirs = [i for i in amounts if statement.value_tokens[i][0] == after + 1]
        if theirs and statement.tokens[after].norm == "of" and number not in theirs:
            return ()  # "A is below its value for 2023 of B"
        return (times[0][1],)
    paired = _in_turns(statement, amounts, [i for i, _ in times])
    if number in paired:
        return (statement.values[paired[number]].value,)
    before = any(statement.value_tokens[i][0] < statement.value_tokens[amounts[0]][0] for i, _ in times)

    def gap(i: int) -> float:
        first, last = statement.value_tokens[i]
        ahead = first > span[1]
        return (first - span[1]) * (1.5 if before else 1.0) if ahead else (span[0] - last) * (1.0 if before else 1.5)

    nearest = min(times, key=lambda t: gap(t[0]))
    return (nearest[1],)


def _in_turns(statement: Statement, amounts: Sequence[int], times: Sequence[int]) -> dict[int, int]:
    """The time of each amount where the two take turns: "from A in 2022 to B in 2023", "in 2022 A, in 2023 B"."""
    order = sorted([*amounts, *times], key=lambda i: statement.value_tokens[i][0])
    kinds = [i in times for i in order]
    if len(amounts) != len(times) or any(a == b for a, b in itertools.pairwise(kinds)):
        return {}
    pairs = zip(order[::2], order[1::2], strict=True)
    return {(b if a in times else a): (a if a in times else b) for a, b in pairs}


_AFTER = 5
"""Words after an amount in which "a year earlier" is looked for."""


def relative_years(statement: Statement, number: int) -> int:
    """-1 for an amount followed by "a year earlier", +1 by "a year later", 0 by neither."""
    last = statement.value_tokens[number][1]
    stop = min((first for first, _ in statement.value_tokens if first > last), default=len(statement.tokens))
    following = {t.norm for t in statement.tokens[last + 1 : min(stop, last + 1 + _AFTER)] if t.is_word}
    if not following & words("a_year"):
        return 0
    return -1 if following & words("year_before") else 1 if following & words("year_after") else 0


def moved(time: Value, years: int) -> Value:
    """The date or period of so many years later."""
    if isinstance(time, DateValue):
        return DateValue(tuple(replace(r, year=r.year + years) if r.year else r for r in time.readings))
    if isinstance(time, Period) and time.year is not None:
        return replace(time, year=time.year + years)
    return time


def same_time(claim: Value, header: Value) -> bool | None:
    """Whether a time of the statement is that of a column; None where the two say nothing of one another."""
    outcome = compare(claim, header).outcome
    if outcome == "equal":
        return True
    a, b = year_of(claim), year_of(header)
    coarse = (isinstance(header, DateValue) and header.year_only) or (
        isinstance(header, Period) and header.kind == "fiscal_year"
    )
    if isinstance(claim, Period) and claim.kind == "fiscal_year" and isinstance(header, DateValue) and a and b:
        # A balance sheet "at May 31, 2019" is that of fiscal 2019.
        return a == b
    if coarse and a and b:
        # "On 31 December 2023" or "in the second quarter of 2023" under "2023": no other year, at least.
        return True if a == b and isinstance(claim, DateValue) else None if a == b else False
    if isinstance(claim, DateValue) and claim.year_only and a and b:
        return None if a == b else False
    return False if outcome == "differs" else None


def length_of_cells(statement: Statement, number: int, page: Prepared, found: Alignment) -> ValueMatch | None:
    """ "The nine months" as the length that the headers give for the amount's column."""
    claim = statement.values[number]
    months = months_in(claim.text)
    rows = {page.text.token_row[t] for t in found.window.core}
    for i, c in enumerate(statement.values):
        if i == number or not isinstance(c.value, Quantity) or not months:
            continue
        for v, result in page.compared(c.value):
            if (
                v.row in rows
                and v.months == months
                and result.outcome == "equal"
                and not wrong_column(statement, i, page, v)
            ):
                at = v.headers[0] if v.headers else v.first
                text = page.text.quote(v.headers or (v.first,), 40)
                token = page.text.tokens[at]
                place = Found(claim.value, token.start, token.end, text)
                return ValueMatch("match", PageValue(place, at, at, page.text.token_row[at], -1), Comparison("equal"))
    return None


def time_of_cells(
    statement: Statement, number: int, page: Prepared, found: Alignment, worked_out: Sequence[PageValue] = ()
) -> ValueMatch | None:
    """A date or period of the statement as the column or row of the amounts that it gives: "in fiscal 2019" under
    "YEAR ENDED MAY 31, 2019". `worked_out` are cells from which its amounts were worked out. None where the window
    has no such amount or its place in the table gives no time."""
    claim = statement.values[number].value
    rows = {page.text.token_row[t] for t in found.window.core}
    anchor = found.window.value
    over = anchor.headers if anchor is not None and is_time_label(page.text.quote(anchor.label)) else ()
    held = [
        v
        for i, c in enumerate(statement.values)
        if isinstance(c.value, Quantity)
        for v, result in page.compared(c.value)
        if v.times
        and (v.row in rows or (over and v.headers == over))
        and isinstance(v.found.value, Quantity | DateValue)
        and result.outcome == "equal"
        and not wrong_column(statement, i, page, v)
    ]
    for v in (*held, *worked_out):
        for t in v.times:
            if same_time(claim, t):
                heads = set(v.headers)
                stub = next((h for h in page.values if is_time(h.found.value) and h.first in heads), None)
                if stub is not None and compare(claim, stub.found.value).outcome == "equal":
                    return ValueMatch("match", stub, Comparison("equal"))
                place = v.headers or v.label or (v.first,)
                text = page.text.quote(place, 40)
                found_time = Found(t, page.text.tokens[place[0]].start, page.text.tokens[place[0]].end, text)
                return ValueMatch(
                    "match",
                    PageValue(found_time, place[0], place[0], page.text.token_row[place[0]], -1),
                    Comparison("equal", "partial"),
                )
    return None


def year_of(value: Value) -> int | None:
    if isinstance(value, DateValue):
        return value.readings[0].year
    return value.year if isinstance(value, Period) else None
