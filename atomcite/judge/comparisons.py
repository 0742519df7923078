"""Two amounts told side by side: in running text with the years or the words that part them, in a table by their
signs and by what is taken off above a total."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal

from atomcite.judge.claim import Statement
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch, is_time, moved, times_of, year_of
from atomcite.judge.wordlists import stems, words
from atomcite.values import Quantity, Value, compare

_REACH = 14
"""Tokens between an amount and the one that it is compared with."""
_SIGN_REACH = 4
_LINKED = 9
_HEADING = 12
"""Tokens of a heading at most."""
_TABLE = 14
"""Rows above a total among which what it is net of is looked for."""


def _sentence(page: Prepared, token: int) -> int:
    return page.marked.sentence[token]


def year_in_text(page: Prepared, value: PageValue) -> int | None:
    """The year of an amount in running text, where its sentence gives each of its amounts one: "412 in 2023 (437 in
    2022)". None where years and amounts do not take turns."""
    quantity = value.found.value
    if not isinstance(quantity, Quantity):
        return None
    sentence = _sentence(page, value.first)
    events: list[tuple[int, PageValue]] = []
    for v in page.values:
        if _sentence(page, v.first) != sentence:
            continue
        other = v.found.value
        dated = is_time(other) and year_of(other)
        if dated or (isinstance(other, Quantity) and other.unit == quantity.unit):
            events.append((v.first, v))
    events.sort(key=lambda e: e[0])
    kinds = [is_time(v.found.value) for _, v in events]
    if len(kinds) < 4 or len(kinds) % 2 or any(a == b for a, b in itertools.pairwise(kinds)):
        return None
    at = next((k for k, (_, v) in enumerate(events) if v.first == value.first), None)
    if at is None:
        return None
    return year_of(events[at ^ 1][1].found.value)


def compared_with(page: Prepared, value: PageValue) -> PageValue | None:
    """The amount that one in running text is compared with: "33.9% in the current year compared to 35.9%". None where
    one of the two is called a loss and the other is not."""
    quantity = value.found.value
    if not isinstance(quantity, Quantity) or (value.cell >= 0 and value.label):
        return None
    tokens = page.text.tokens
    after = [
        v
        for v in page.values
        if value.last < v.first <= value.last + _REACH
        and _sentence(page, v.first) == _sentence(page, value.first)
        and isinstance(v.found.value, Quantity)
    ]
    other = min(after, key=lambda v: v.first, default=None)
    if other is None or not isinstance(other.found.value, Quantity) or other.found.value.unit != quantity.unit:
        return None
    between = {t.norm for t in tokens[value.last + 1 : other.first] if t.is_word}
    if not between & words("comparing"):
        return None
    losses = [_loss_before(page, v.first) for v in (value, other)]
    return None if losses[0] != losses[1] else other


def _loss_before(page: Prepared, at: int) -> bool:
    return any(t.stem in stems("deficits") for t in page.text.tokens[max(0, at - 6) : at])


def governing_time(page: Prepared, at: int) -> Value | None:
    """The period of the last heading over a place of running text that names one ("Fourth Quarter 2022")."""
    best: Value | None = None
    for s in page.text.segments:
        if s.start >= at:
            break
        if s.end - s.start > _HEADING or page.text.tokens[s.end - 1].text in {".", ";", ","}:
            continue
        own = [v for v in page.values if s.start <= v.first < s.end]
        times = [v.found.value for v in own if is_time(v.found.value) and year_of(v.found.value) and v.cell < 1]
        if len(times) == 1 and len(own) == 1:
            best = times[0]
    return best


def prior_year(page: Prepared, value: PageValue) -> bool:
    """An amount in running text followed by "in the prior year quarter", before any other amount."""
    stop = min((v.first for v in page.values if v.first > value.last), default=len(page.text.tokens))
    sentence = _sentence(page, value.first)
    near = range(value.last + 1, min(stop, value.last + 7))
    following = [page.text.tokens[t].norm for t in near if _sentence(page, t) == sentence]
    return bool(set(following) & words("a_year")) and bool(set(following) & words("year_before"))


def order(page: Prepared, first: PageValue, second: PageValue) -> int:
    """-1 when the page has the first of two amounts for an earlier year than the second, +1 for a later one, 0 when
    it does not say."""
    years = [
        max((y for t in v.times if (y := year_of(t))), default=None) or year_in_text(page, v) for v in (first, second)
    ]
    if years[0] is not None and years[1] is not None:
        return (years[0] > years[1]) - (years[0] < years[1])
    if _sentence(page, first.first) != _sentence(page, second.first):
        return 0
    return prior_year(page, second) - prior_year(page, first)


def time_of_text(statement: Statement, number: int, page: Prepared, inside: frozenset[int]) -> Value | None:
    """The period of the statement where the page has it as that of a heading over its amounts, or as the year before
    that; None where one of the amounts is of another."""
    claim = statement.values[number].value
    seen = None
    for i, c in enumerate(statement.values):
        if not isinstance(c.value, Quantity) or claim not in times_of(statement, i):
            continue
        held = [v for v, r in page.compared(c.value) if v.first in inside and r.outcome == "equal"]
        if not held or (held[0].cell >= 0 and held[0].label):
            return None
        over = governing_time(page, held[0].first)
        if over is None:
            return None
        if compare(claim, moved(over, -1 if prior_year(page, held[0]) else 0)).outcome != "equal":
            return None
        seen = over
    return seen


def size(value: PageValue) -> Decimal:
    """The number without its sign, its scale word included."""
    quantity = value.found.value
    return abs(quantity.readings[0].number) if isinstance(quantity, Quantity) else Decimal(0)


def signs_and_links(statement: Statement, values: Sequence[ValueMatch]) -> frozenset[int]:
    """Token numbers of words that need not stand on the page since its numbers say them: a loss by a negative number,
    and what links two amounts that the page has both ("against", "a year earlier")."""
    out: set[int] = set()
    spans = []
    for k, match in enumerate(values):
        found = match.found
        if match.outcome != "match" or found is None or not isinstance(found.found.value, Quantity):
            continue
        first, last = statement.value_tokens[k]
        spans.append((first, last))
        if found.cell >= 0 and (found.found.value.bracketed or found.found.value.readings[0].number < 0):
            near = range(max(0, first - _SIGN_REACH), min(len(statement.tokens), last + 3))
            out.update(i for i in near if statement.tokens[i].stem in stems("deficits"))
        if match.other is not None:
            # "Up 12 % compared with the year before", "together": said of the two numbers that it follows from.
            near = range(max(0, first - _LINKED), min(len(statement.tokens), last + _LINKED))
            linking, operations = words("linking") | words("comparing"), stems("sums") | stems("differences")
            out.update(
                i for i in near if statement.tokens[i].norm in linking or statement.tokens[i].stem in operations
            )
    if len(spans) > 1:
        start, end = min(s for s, _ in spans), max(e for _, e in spans)
        tail = min(len(statement.tokens), end + 4)
        out.update(i for i in range(start, tail) if statement.tokens[i].norm in words("linking"))
    out |= _yearly(statement, values)
    return frozenset(out)


def _yearly(statement: Statement, values: Sequence[ValueMatch]) -> set[int]:
    """ "Per annum" after a rate that stands in a table: rates there are by the year unless it says otherwise."""
    out: set[int] = set()
    for k, match in enumerate(values):
        value, last = statement.values[k].value, statement.value_tokens[k][1]
        if match.outcome != "match" or match.found is None or match.found.cell < 0:
            continue
        if isinstance(value, Quantity) and value.unit == "%":
            near = range(last + 1, min(len(statement.tokens), last + 3))
            out.update(i for i in near if statement.tokens[i].norm in words("yearly"))
    return out


def netted(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> frozenset[int]:
    """Token numbers of "net of reserves", where the amount is a total of the page under rows of which one is that
    reserve with a negative number."""
    tokens = statement.tokens
    start = next(
        (
            i
            for i in range(len(tokens) - 2)
            if (tokens[i].norm, tokens[i + 1].norm) in {("net", "of"), ("за", "вычетом")}
        ),
        None,
    )
    if start is None:
        return frozenset()
    terms = [t for t in statement.terms if start + 2 <= t.at <= start + 4 and t.kind in {"word", "predicate"}]
    lex = lexicon()
    for match in values:
        found = match.found
        if match.outcome != "match" or found is None or found.row < 0 or not terms:
            continue
        if not any(page.text.tokens[t].stem in lex.totals for t in found.label):
            continue
        for v in page.values:
            if not found.row - _TABLE <= v.row < found.row or v.headers != found.headers:
                continue
            quantity = v.found.value
            if not isinstance(quantity, Quantity) or not (quantity.bracketed or quantity.readings[0].number < 0):
                continue
            if v.label and page.text.tokens[v.label[0]].stem == terms[0].stem:
                return frozenset((start, start + 1, terms[0].at))
    return frozenset()
