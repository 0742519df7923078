"""The first and the last day of a period: "from 1 March to 30 June" for "begins on 1 March"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from atomcite.judge.claim import Statement
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import Token
from atomcite.values import DateValue

_BETWEEN = 3
"""Tokens between the two days of a period at most, besides those of the days."""


def end_of_period(
    statement: Statement, number: int, page: Prepared, value: PageValue
) -> Literal["same", "other", ""]:
    """Whether a day with which the statement says that something begins or ends is that end of a period of the page;
    "" where the statement says neither or the page has no period there."""
    if not isinstance(statement.values[number].value, DateValue) or not isinstance(value.found.value, DateValue):
        return ""
    wanted = _wanted(statement)
    side = _side(page, value) if wanted is not None else ""
    if not side or wanted is None:
        return ""
    return "same" if statement.tokens[wanted].stem in stems(f"period_{side}") else "other"


def beginning_or_end(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> frozenset[int]:
    """Token number of the verb "begins" or "ends" where the matched day is that end of a period: the page need not
    have it."""
    wanted = _wanted(statement)
    if wanted is None:
        return frozenset()
    same = any(
        m.outcome == "match" and m.found is not None and end_of_period(statement, k, page, m.found) == "same"
        for k, m in enumerate(values)
    )
    return frozenset((wanted,)) if same else frozenset()


def is_end_of_period(statement: Statement, page: Prepared) -> bool:
    """Whether the day of such a statement is that end of a period anywhere on the page."""
    if _wanted(statement) is None:
        return False
    return any(
        result.outcome == "equal" and end_of_period(statement, k, page, v) == "same"
        for k, claim in enumerate(statement.values)
        for v, result in page.compared(claim.value)
    )


def _wanted(statement: Statement) -> int | None:
    """Token number of the one word of the statement that says of a day that something begins or ends with it."""
    both = stems("period_start") | stems("period_end")
    if statement.stems.isdisjoint(both) or any(statement.marked.negator):
        return None
    if sum(isinstance(v.value, DateValue) for v in statement.values) != 1:
        return None
    at = [i for i, t in enumerate(statement.tokens) if t.is_word and t.stem in both]
    return at[0] if len(at) == 1 else None


def _side(page: Prepared, value: PageValue) -> str:
    """Which end of a period a day of the page is, by the day next to it and the word between the two."""
    tokens, days = page.text.tokens, [v for v in page.values if isinstance(v.found.value, DateValue)]
    for v in days:
        first, second = sorted((v, value), key=lambda x: x.first)
        between = range(first.last + 1, second.first)
        if v is value or not 0 < len(between) <= _BETWEEN:
            continue
        to = any(tokens[k].norm in words("up_to") for k in between)
        dash = any(tokens[k].text in "-–—" for k in between)
        if dash or (to and _is_from(tokens, first.first)):
            return "start" if value is first else "end"
    return "start" if _is_from(tokens, value.first) else ""


def _is_from(tokens: Sequence[Token], at: int) -> bool:
    return at > 0 and tokens[at - 1].norm in {"from", "с", "со"}
