"""A number that the statement denies and the page gives: "the rate is not 4.75 per cent"."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.claim import Statement
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch
from atomcite.judge.words import Token
from atomcite.values import Quantity

_DENIALS = frozenset(("not", "n't", "never", "не", "isn't", "wasn't", "aren't", "weren't"))


def denied_value(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> str:
    """The page's number where the statement has "not" right before it and the page has not; "" without one."""
    for match, found, (first, _) in zip(values, statement.values, statement.value_tokens, strict=True):
        if match.outcome != "match" or match.found is None or not isinstance(found.value, Quantity):
            continue
        if _denies(statement.tokens, first) and not _denies(page.text.tokens, match.found.first):
            return match.found.found.text
    return ""


def _denies(tokens: Sequence[Token], at: int) -> bool:
    before = [t.norm for t in tokens[max(0, at - 2) : at] if t.text not in "$€£₽"]
    return bool(before) and before[-1] in _DENIALS
