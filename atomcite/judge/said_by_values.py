"""Words of a statement that need not stand on the page, since its values say them: bounds, comparisons, ordinals."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal
from functools import cache

from atomcite.judge.claim import Statement
from atomcite.judge.clauses import reads
from atomcite.judge.comparisons import order, size
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch, year_of
from atomcite.judge.wordlists import phrases, stems, words
from atomcite.judge.words import Token, is_adverb
from atomcite.values import DateValue, Identifier, Quantity
from atomcite.values.units import DURATIONS

_LOWER = frozenset(("at_least", "over"))
_UPPER = frozenset(("at_most", "under"))
_BEFORE = 4
"""Tokens before a number that may say which bound it is."""
_TAIL = 8
"""Tokens after the second of two amounts that may say of what time it is."""
_ORDINALS = {
    word: number
    for number, forms in enumerate(
        (
            "first первый первая первое первой первого первую", "second второй вторая второе второго вторую",
            "third третий третья третье третьей третьего третью",
            "fourth четвёртый четвёртая четвёртой четвертый четвертая четвертой", "fifth пятый пятая пятой пятого",
            "sixth шестой шестая", "seventh седьмой седьмая", "eighth восьмой восьмая", "ninth девятый девятая",
            "tenth десятый десятая десятой",
        ),
        start=1,
    )
    for word in forms.split()
}  # fmt: skip


def said_by_values(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> frozenset[int]:
    """Token numbers of such words."""
    said, roots = _tellers()
    if statement.norms.isdisjoint(said) and statement.stems.isdisjoint(roots):
        return frozenset()
    return (
        bounding(statement, values)
        | _ordinals(statement, page)
        | _comparing(statement, page, values)
        | _deadlines(statement, page, values)
        | _unchanged(statement, page, values)
        | _stretches(statement, values)
    )


@cache
def _tellers() -> tuple[frozenset[str], frozenset[str]]:
    """Words and stems of which a statement must have one to have any of these."""
    lists = ("bound_words", "more_than", "less_than", "unchanged", "changing")
    said = frozenset(_ORDINALS).union(*(words(name) for name in lists), *phrases("deadline"))
    small = frozenset(("to", "at", "up", "by", "the", "до"))  # never alone what a value says
    return said - small, lexicon().limits | stems("stretches")


def bounding(statement: Statement, values: Sequence[ValueMatch]) -> frozenset[int]:
    """Words that make a bound of a number which is the same bound on the page: "no less than", "is limited to"."""
    out: set[int] = set()
    stop = -1
    for match, claim, (first, last) in zip(values, statement.values, statement.value_tokens, strict=True):
        place = match.found.found.value if match.found is not None else None
        if match.outcome == "match" and isinstance(claim.value, Quantity) and isinstance(place, Quantity):
            sides = [side for side in (_LOWER, _UPPER) if place.qualifier in side]
            near = range(max(stop + 1, first - _BEFORE), first)
            if sides and claim.value.qualifier in sides[0]:
                out.update(i for i in near if statement.tokens[i].norm in words("bound_words"))
            if place.qualifier in _UPPER and claim.value.qualifier == "exact":
                out.update(i for i in near if statement.tokens[i].stem in lexicon().limits)
        stop = max(stop, last)
    return frozenset(out)


def _deadlines(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> set[int]:
    """ "No later than 15 June" of a page that has "by 15 June", "до 15 июня"."""
    out: set[int] = set()
    tokens = page.text.tokens
    for match, claim, (first, _) in zip(values, statement.values, statement.value_tokens, strict=True):
        place = match.found
        if not isinstance(claim.value, DateValue) or place is None or match.outcome != "match" or not place.first:
            continue
        phrase = next(
            (p for p in phrases("deadline") if first >= len(p) and reads(statement.tokens, first - len(p), p)), None
        )
        if phrase is not None and tokens[place.first - 1].norm in words("due_by"):
            out.update(range(first - len(phrase), first))
    return out


def _stretches(statement: Statement, values: Sequence[ValueMatch]) -> set[int]:
    """ "A three-day period", "трёхдневный срок" for three days."""
    return {
        last + 1
        for match, claim, (_, last) in zip(values, statement.values, statement.value_tokens, strict=True)
        if match.outcome == "match"
        and isinstance(claim.value, Quantity)
        and claim.value.unit in DURATIONS
        and last + 1 < len(statement.tokens)
        and statement.tokens[last + 1].stem in stems("stretches")
    }


def other_side_of_day(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> str:
    """The word of the page by which a day is the last one for what the statement has it as the first, or the other
    way round; "" without one."""
    tokens = page.text.tokens
    for match, claim, (first, _) in zip(values, statement.values, statement.value_tokens, strict=True):
        place = match.found
        if not isinstance(claim.value, DateValue) or place is None or match.outcome != "match" or not place.first:
            continue
        mine = _day_side(statement.tokens, first)
        if mine and _day_side(tokens, place.first) not in ("", mine):
            return tokens[place.first - 1].text
    return ""


def _day_side(tokens: Sequence[Token], at: int) -> str:
    """Whether a day is the last or the first for something, by the words before it."""
    return next(
        (
            name
            for name in ("earliest", "deadline")
            if any(at >= len(p) and reads(tokens, at - len(p), p) for p in phrases(name))
        ),
        "",
    )


def _unchanged(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> set[int]:
    """ "Did not change and is 640" of a row of years or days that has 640 twice."""
    at = [
        i
        for i, t in enumerate(statement.tokens)
        if t.norm in words("unchanged") or (t.norm in words("changing") and statement.marked.negated[i])
    ]
    for match in values if at else ():
        mine = match.found
        if match.outcome != "match" or mine is None or mine.cell < 0 or not mine.times:
            continue
        others = [v for v in page.values if v.row == mine.row and v.cell >= 0 and v.times and v.times != mine.times]
        if others and all(size(v) == size(mine) for v in others):
            return set(at)
    return set()


def _ordinals(statement: Statement, page: Prepared) -> set[int]:
    """ "The second line" of a page that has "Line 2" or "линия № 2"."""
    out: set[int] = set()
    tokens = page.text.tokens
    for term in statement.terms:
        number = _ORDINALS.get(term.text.casefold())
        after = term.at + 1
        if number is None or after >= len(statement.tokens) or not statement.tokens[after].is_word:
            continue
        noun = statement.tokens[after].stem
        for v in page.values:
            value = v.found.value
            text = value.text if isinstance(value, Identifier) else v.found.text
            before = next((k for k in range(v.first - 1, max(-1, v.first - 4), -1) if tokens[k].stem), -1)
            if tokens[v.first].stem == noun:
                before = v.first  # "Line 2" as one value
                text = text.rsplit(None, 1)[-1]
            if text == str(number) and before >= 0 and tokens[before].stem == noun:
                out.add(term.at)
    return out


def _comparing(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> set[int]:
    """ "84 million, clearly more than the 62 million of the same quarter last year" of a row that has both."""
    out: set[int] = set()
    for pair in _pairs(statement, values):
        (_first, last), (start, end) = pair.spans
        mine, other = size(pair.mine), _end(pair.other, pair.sense)
        sign = (mine > other) - (mine < other)
        if sign != pair.sense or order(page, pair.mine, pair.other) < 0:
            continue
        out.update(
            i
            for i in range(last + 1, start)
            if i == pair.at
            or statement.tokens[i].norm in words("than") | words("degrees")
            or is_adverb(statement.tokens[i].text)
        )
        years = [{y for t in v.times if (y := year_of(t))} for v in (pair.mine, pair.other)]
        if years[0] and {y - 1 for y in years[0]} == years[1]:
            tail = range(end + 1, min(len(statement.tokens), end + 1 + _TAIL))
            out.update(i for i in tail if statement.tokens[i].norm in words("linking") | words("same_period"))
    return out


def compared_wrongly(statement: Statement, values: Sequence[ValueMatch]) -> str:
    """The word by which a statement calls one of two amounts of a row the greater which is the lesser; "" without."""
    for pair in _pairs(statement, values):
        mine, other = size(pair.mine), _end(pair.other, pair.sense)
        if mine != other and (mine > other) != (pair.sense > 0):
            return statement.tokens[pair.at].text
    return ""


def _end(value: PageValue, sense: int) -> Decimal:
    """The end of a range that an amount must pass to be above or below it; of one number that number."""
    quantity = value.found.value
    top = quantity.top if isinstance(quantity, Quantity) else ()
    return abs(top[0].number) if top and sense > 0 else size(value)


class _Pair:
    """Two amounts of a statement in one row of a table with "more" or "less" between them."""

    def __init__(self, spans: tuple[tuple[int, int], tuple[int, int]], mine: PageValue, other: PageValue) -> None:
        self.spans, self.mine, self.other = spans, mine, other
        self.at, self.sense = -1, 0


def _pairs(statement: Statement, values: Sequence[ValueMatch]) -> list[_Pair]:
    held = [
        (span, m.found, v.value)
        for span, v, m in zip(statement.value_tokens, statement.values, values, strict=True)
        if isinstance(v.value, Quantity) and m.outcome == "match" and m.other is None and m.found is not None
    ]
    out: list[_Pair] = []
    if len(held) < 2 or statement.norms.isdisjoint(words("more_than") | words("less_than")):
        return out
    for (a, mine, _), (b, other, bound) in itertools.pairwise(held):
        if mine.row < 0 or mine.row != other.row or mine.cell == other.cell or mine.cell < 0:
            continue
        between = range(a[1] + 1, b[0])
        pair = _Pair((a, b), mine, other)
        for i in between:
            norm = statement.tokens[i].norm
            sense = (norm in words("more_than")) - (norm in words("less_than"))
            than = any(statement.tokens[k].norm in words("than") for k in range(i + 1, b[0]))
            # "Is above its value of B"; right before B it would be a bound of that.
            if sense and (than or (norm in words("exceeding") and bound.qualifier not in _LOWER | _UPPER)):
                pair.at, pair.sense = i, sense
        if pair.sense and not any(statement.marked.negator[i] for i in between):
            out.append(pair)
    return out
