"""The values of a statement against the values of a page, in and around a window."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from atomcite.judge.alignment import Prepared
from atomcite.judge.claim import Statement
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.tables import label_tokens
from atomcite.judge.windows import Window
from atomcite.values import Comparison, DateValue, Found, Identifier, Period, Quantity, Value, canonical, compare

Outcome = Literal["match", "mismatch", "missing", "elsewhere", "unit_price", "column", "sign"]


@dataclass(frozen=True)
class ValueMatch:
    """What became of one value: `found` is the page's value that matches, or the one that stands in its place."""

    outcome: Outcome
    found: PageValue | None = None
    how: Comparison | None = None


def is_time(value: Value) -> bool:
    return isinstance(value, DateValue | Period)


def match_value(statement: Statement, number: int, page: Prepared, window: Window) -> ValueMatch:
    """Look for value `number` in the window, then in its context, then (for what names or dates) on the page."""
    claim = statement.values[number]
    inside: list[tuple[PageValue, Comparison]] = []
    around: list[tuple[PageValue, Comparison]] = []
    beyond: list[tuple[PageValue, Comparison]] = []
    for value in page.values:
        result = compare(claim.value, value.found.value, scale=value.scale, unit=value.unit)
        if result.outcome == "unlike":
            continue
        where = inside if value.first in window.inside else around if value.first in window.context else beyond
        where.append((value, result))
    for place in (inside, around):
        equal = [(v, r) for v, r in place if r.outcome == "equal"]
        if equal:
            kept = [m for m in (_accept(statement, number, page, v, r) for v, r in equal)]
            good = [m for m in kept if m.outcome == "match"]
            return good[0] if good else kept[0]
    if isinstance(claim.value, Identifier):
        raw = _raw_identifier(claim.value, page, window)
        if raw is not None:
            return raw
    rivals = [(v, r) for v, r in inside if r.outcome in {"differs", "coarser"} and _rivals(claim.value, v)]
    if is_time(claim.value) or not isinstance(claim.value, Quantity):
        equal = [(v, r) for v, r in beyond if r.outcome == "equal"]
        if equal and not any(_same_grain(claim.value, v.found.value) for v, _ in rivals):
            return ValueMatch("elsewhere", equal[0][0], equal[0][1])
    if rivals:
        return ValueMatch("mismatch", rivals[0][0], rivals[0][1])
    return ValueMatch("missing")


def _same_grain(claim: Value, page: Value) -> bool:
    """A year in the window does not stand in the place of a full date."""
    if isinstance(claim, DateValue) and isinstance(page, DateValue):
        return claim.year_only == page.year_only
    return type(claim) is type(page)


def _rivals(claim: Value, value: PageValue) -> bool:
    """Whether a value that differs may stand in the place of the claimed one: same kind and a unit in common."""
    page = value.found.value
    if isinstance(claim, Quantity) and isinstance(page, Quantity):
        have = page.unit or value.unit
        return claim.unit == have or not claim.unit or not have
    return _same_grain(claim, page)


def _accept(statement: Statement, number: int, page: Prepared, value: PageValue, result: Comparison) -> ValueMatch:
    claim = statement.values[number].value
    if isinstance(claim, Quantity):
        if _is_unit_price(statement, page, value):
            return ValueMatch("unit_price", value, result)
        if wrong_column(statement, page, value):
            return ValueMatch("column", value, result)
        if result.how == "sign" and _sign_matters(statement):
            return ValueMatch("sign", value, result)
    return ValueMatch("match", value, result)


def wrong_column(statement: Statement, page: Prepared, value: PageValue) -> bool:
    """The statement names a year, date or period, and the header over the value names only others."""
    times = [v.value for v in statement.values if is_time(v.value)]
    if not times or not value.headers:
        return False
    heads = [v for v in page.values if v.first in set(value.headers) and is_time(v.found.value)]
    if not heads:
        return False
    results = [compare(t, h.found.value).outcome for t in times for h in heads]
    loose = any(_year_of(t) is not None and _year_of(t) == _year_of(h.found.value) for t in times for h in heads)
    return "equal" not in results and not loose and "differs" in results


def _year_of(value: Value) -> int | None:
    if isinstance(value, DateValue):
        return value.readings[0].year
    return value.year if isinstance(value, Period) else None


def _is_unit_price(statement: Statement, page: Prepared, value: PageValue) -> bool:
    """In a row "2 x 23.90 = 47.80" the statement's amount is the price of one, and the statement speaks of several."""
    if statement.asks_each or value.row < 0:
        return False
    row = [v for v in page.values if v.row == value.row and isinstance(v.found.value, Quantity)]
    numbers = [v.found.value.readings[0].number for v in row if isinstance(v.found.value, Quantity)]
    price = value.found.value.readings[0].number if isinstance(value.found.value, Quantity) else Decimal(0)
    if price <= 0:
        return False
    several = any(
        2 <= n <= 10_000
        and n == n.to_integral_value()
        and any(abs(n * price - w) <= Decimal("0.02") for w in numbers if w != price)
        for n in numbers
    )
    mentioned = any(
        isinstance(v.value, Quantity) and v.value.readings[0].number > 1 and not v.value.unit
        for v in statement.values
    )
    return several and (statement.asks_total or mentioned)


def _sign_matters(statement: Statement) -> bool:
    lex = lexicon()
    stems = {t.stem for t in statement.tokens if t.is_word}
    return bool(stems & lex.positive_amounts) and not stems & lex.negative_amounts


def _raw_identifier(claim: Identifier, page: Prepared, window: Window) -> ValueMatch | None:
    """An identifier that the value parser did not take for one on the page ("3." before a regulation)."""
    tokens = page.text.tokens
    for inside in (True, False):
        for i, token in enumerate(tokens):
            if (i in window.inside) is inside and token.text[:1].isalnum() and canonical(token.text) == claim.text:
                stub = PageValue(Found(claim, token.start, token.end, token.text), i, i, page.text.token_row[i], -1)
                return ValueMatch("match" if inside else "elsewhere", stub, Comparison("equal"))
    bare = claim.text.replace(" ", "")
    at = page.lower_text.find(bare)
    if at >= 0 and len(bare) >= 4:
        i = next((k for k, t in enumerate(tokens) if t.start <= at < t.end), None)
        if (
            i is not None
            and not page.lower_text[at + len(bare) : at + len(bare) + 1].isdigit()
            and not page.lower_text[at - 1 : at].isdigit()
        ):
            stub = PageValue(
                Found(claim, at, at + len(bare), page.text.text[at : at + len(bare)]),
                i,
                i,
                page.text.token_row[i],
                -1,
            )
            return ValueMatch("match" if i in window.inside else "elsewhere", stub, Comparison("equal"))
    return None


def row_label(page: Prepared, value: PageValue) -> str:
    """Text beside a value in its row, for a reason."""
    if value.row < 0:
        return ""
    return page.text.quote(label_tokens(page.text, value.row), 60)


def column_label(page: Prepared, value: PageValue) -> str:
    return page.text.quote(value.headers, 40) if value.headers else ""


def in_total_row(page: Prepared, value: PageValue) -> bool:
    lex = lexicon()
    return value.row >= 0 and any(page.text.tokens[t].stem in lex.totals for t in label_tokens(page.text, value.row))
