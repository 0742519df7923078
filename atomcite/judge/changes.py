"""Changes that a statement tells of and a table shows: rose or fell, from A to B, doubled, up 19 %.

A table has no verb: whether something rose is to be seen from two of its columns, or from the sign of a number in a
column of changes. Amounts that follow from two numbers are those of `atomcite.judge.computed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from atomcite.judge.claim import Statement, Term
from atomcite.judge.comparisons import compared_with, order, size
from atomcite.judge.computed import year_before
from atomcite.judge.directions import direction
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch, preposition
from atomcite.judge.words import stem
from atomcite.values import Quantity

_TIMES = {"double": 2, "triple": 3, "treble": 3, "quadruple": 4, "удвоиться": 2, "утроиться": 3, "halve": -2}
_CLOSE = Decimal("0.07")
"""How far a ratio may be from two for "doubled" said without "nearly" or "more than"."""


@dataclass(frozen=True)
class Change:
    """`confirmed` are the token numbers of the statement's words that the numbers bear out; `reversed` is the one
    that they deny, "" without one."""

    confirmed: frozenset[int] = frozenset()
    reversed: str = ""


@cache
def _multiples() -> dict[str, int]:
    return {stem(w): n for w, n in _TIMES.items()} | {stem(f"{w}d"): n for w, n in _TIMES.items() if w.isascii()}


def change_of(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> Change:
    """What the table cells that answer the statement's amounts say of its words of change."""
    words = [(i, t.text, direction(t.stem)) for i, t in enumerate(statement.tokens) if direction(t.stem)]
    multiples = [(i, t.text, _multiples()[t.stem]) for i, t in enumerate(statement.tokens) if t.stem in _multiples()]
    ends = _ends(statement, values)
    if len(ends) == 2 and order(page, *ends) > 0:
        return Change(reversed=ends[0].found.text)
    if not words and not multiples:
        return Change()
    confirmed: set[int] = set()
    ratio = _ratio(statement, page, values)
    for i, text, way in words:
        said = _direction_of(statement, page, values, i, ratio)
        if said is None:
            continue
        if said != way:
            return Change(reversed=text)
        confirmed.add(i)
    for i, text, times in multiples:
        if ratio is None:
            continue
        wanted = Decimal(times) if times > 0 else Decimal(1) / -times
        before = statement.tokens[i - 1].norm if i else ""
        holds = abs(ratio - wanted) <= wanted * _CLOSE
        if before in {"than", "чем"}:
            holds = ratio > wanted
        elif before in {"nearly", "almost", "почти"}:
            holds = wanted * Decimal("0.85") <= ratio < wanted
        if not holds:
            return Change(reversed=text)
        confirmed.add(i)
    return Change(frozenset(confirmed))


def changed_terms(change: Change, terms: Sequence[Term]) -> list[bool]:
    """For each term whether a change shown by the table bears it out."""
    return [t.at in change.confirmed for t in terms]


def _direction_of(
    statement: Statement, page: Prepared, values: Sequence[ValueMatch], at: int, ratio: Decimal | None
) -> int | None:
    """Which way the numbers went, as told by the percentage next to a word, else by the amounts."""
    for k, match in enumerate(values):
        claim = statement.values[k].value
        by = preposition(statement.tokens, statement.value_tokens[k][0]) == "by"
        if by and match.outcome == "match" and match.found is not None and _lowers(page, match.found):
            return -1
        if not isinstance(claim, Quantity) or match.outcome != "match" or match.found is None:
            continue
        value = match.found
        near = abs(statement.value_tokens[k][0] - at) <= 4 or abs(at - statement.value_tokens[k][1]) <= 4
        if claim.unit in {"%", "pp", "bp"} and near and value.change and isinstance(value.found.value, Quantity):
            number = value.found.value.readings[0].number
            return -1 if number < 0 or value.found.value.bracketed or value.found.text.lstrip().startswith("(") else 1
    if ratio is None:
        return None
    return 1 if ratio > 1 else -1 if ratio < 1 else 0


def _lowers(page: Prepared, value: PageValue) -> bool:
    """A negative number in the row of an event ("Adoption of the standard ... (507)"): it lowers what its column
    counts. Not where the label has a word of change itself, of which the sign says something else."""
    quantity = value.found.value
    if (
        not isinstance(quantity, Quantity)
        or value.cell < 0
        or any(direction(page.text.tokens[t].stem) for t in value.label)
    ):
        return False
    return quantity.bracketed or quantity.readings[0].number < 0


def _given(statement: Statement, values: Sequence[ValueMatch]) -> dict[str, PageValue]:
    """The page's amounts by what the statement has them for: "from", "to", "by", "at"."""
    out: dict[str, PageValue] = {}
    for k, match in enumerate(values):
        claim = statement.values[k].value
        if isinstance(claim, Quantity) and match.outcome == "match" and match.found is not None:
            out.setdefault(preposition(statement.tokens, statement.value_tokens[k][0]) or "at", match.found)
    return out


def _ends(statement: Statement, values: Sequence[ValueMatch]) -> tuple[PageValue, ...]:
    """Where "from A to B" stands on the page; empty without both."""
    given = _given(statement, values)
    return (given["from"], given["to"]) if "from" in given and "to" in given else ()


def _ratio(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> Decimal | None:
    """The later amount over the earlier one, signs left aside: of "from A to B", or of the matched amount and the one
    of the year before in its row or sentence. None where the page does not show both."""
    given = _given(statement, values)
    first, last = given.get("from"), given.get("to")
    if first is None:
        last = last or given.get("at") or given.get("by")
        if last is not None and not last.change:
            first = year_before(page, last) or compared_with(page, last)
    if first is None or last is None:
        return None
    a, b = size(first), size(last)
    if order(page, first, last) > 0:
        a, b = b, a
    return b / a if a else None
