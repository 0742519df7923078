"""Lines of invoices, acts and specifications: so many pieces at a price come to an amount.

What a piece costs and what the line comes to are told by arithmetic, whatever the columns are called.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import permutations

from atomcite.judge.claim import Statement
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.page import PageValue
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import part_of_speech
from atomcite.values import Quantity

_CELLS = 12
"""Numbers of a row beyond which it is no line of this kind."""
_PER = frozenset(("per", "each", "apiece", "за", "каждый", "каждая", "каждое"))
_REACH = 3
_CENT = Decimal("0.01")


def price_for_amount(g: Ground) -> Dispute | None:
    """The statement has a line's amount for the price of one, or the price of one for the amount of the line."""
    found = {i: m.found for i, m in enumerate(g.values) if m.outcome == "match" and m.found is not None}
    for i, value in found.items():
        line = _line(g, value)
        if line is None:
            continue
        quantity, price, amount = line
        if value == amount and _is_price(g.statement, i):
            return Dispute("judge.cell_says", price.found.text.strip(), contradicts=True)
        counted = any(v == quantity for v in found.values())
        if value == price and counted and amount not in found.values() and not _speaks_of_price(g.statement):
            return Dispute("judge.cell_says", amount.found.text.strip(), contradicts=True)
    return None


def _line(g: Ground, value: PageValue) -> tuple[PageValue, PageValue, PageValue] | None:
    """Quantity, price and amount of the row of a number, left to right, when they are exactly one such triple."""
    if value.row < 0 or value.cell < 0:
        return None
    numbers = [(v, n) for v in g.page.values if v.row == value.row and (n := _number(v)) is not None and n > 0]
    if not 3 <= len(numbers) <= _CELLS:
        return None
    out = [
        (a, b, c)
        for (a, n), (b, m), (c, k) in permutations(numbers, 3)
        if a.first < b.first and n != 1 and m != 1 and abs(n * m - k) < _CENT
    ]
    return out[0] if len(out) == 1 else None


def _number(value: PageValue) -> Decimal | None:
    quantity = value.found.value
    return quantity.readings[0].number if isinstance(quantity, Quantity) and quantity.unit != "%" else None


def _is_price(statement: Statement, i: int) -> bool:
    """Whether a number of the statement is said to be that of one piece."""
    tokens, last = statement.tokens, statement.value_tokens[i][1]
    for k in range(last + 1, min(len(tokens), last + 1 + _REACH)):
        if tokens[k].text in ",.;":
            break
        counted = k + 1 < len(tokens) and (tokens[k + 1].text[:1].isdigit() or tokens[k + 1].norm in words("all_of"))
        if tokens[k].norm in _PER and not counted:
            return True
        if tokens[k].norm in {"a", "an"} and k == last + 1 and not counted:
            return True
    if any(t.norm in words("one_piece") for t in tokens[: statement.value_tokens[i][0]]):
        return True  # "one trip costs"
    return any(t.stem in stems("price_of_one") for t in tokens) and not any(
        t.norm in words("all_of") or part_of_speech(t.text) == "NUMR" for t in tokens
    )


def _speaks_of_price(statement: Statement) -> bool:
    return any(
        t.norm in _PER or t.norm in words("price_marks") or t.stem in stems("price_of_one") for t in statement.tokens
    )
