"""A statement of several amounts as its parts: "Gross profit was 506,790 and operating profit was 335,640".

One window of a page - a cell, a sentence - seldom holds both. Each part that says by itself what its amount is of can
be judged by itself. Parts that lean on one another ("5 in the north and 3 in the south") are not taken apart.
"""

from __future__ import annotations

import itertools

from atomcite.judge.claim import Statement
from atomcite.judge.words import is_finite, is_verb_form
from atomcite.values import DateValue, Period, Quantity

_JOINTS = frozenset((",", ";", "and", "while", "whereas", "и", "а"))
_ARTICLES = frozenset(("the", "a", "an", "its", "their"))
_LINKS = frozenset(("was", "were", "is", "are", "—", "–", "-"))


def conjuncts(statement: Statement) -> tuple[str, ...]:
    """The parts, in order, each with a subject, a verb or a dash, and an amount; empty where the statement is one.

    A statement that names a time is left whole: it may hold for all parts.
    """
    if any(isinstance(v.value, DateValue | Period) for v in statement.values):
        return ()
    amounts = [
        span
        for span, v in zip(statement.value_tokens, statement.values, strict=True)
        if isinstance(v.value, Quantity)
    ]
    if len(amounts) < 2 or len(amounts) != len(statement.values):
        return ()
    starts = [0]
    for before, after in itertools.pairwise(amounts):
        joint = next((i for i in range(before[1] + 1, after[0]) if statement.tokens[i].norm in _JOINTS), None)
        if joint is None:
            return ()
        start = joint + 1
        while start < after[0] and statement.tokens[start].norm in _JOINTS:
            start += 1
        starts.append(start)
    for start, amount in zip(starts, amounts, strict=True):
        if not _stands_alone(statement, start, amount[0]):
            return ()
    ends = [statement.tokens[s].start for s in starts[1:]]
    cuts = [0, *ends, len(statement.text)]
    return tuple(_trimmed(statement.text[a:b]) for a, b in itertools.pairwise(cuts))


def _stands_alone(statement: Statement, start: int, amount: int) -> bool:
    """A subject, then a verb or a dash, then the amount: "of which 3" and "compared with 5" lean on the rest."""
    while start < amount and statement.tokens[start].norm in _ARTICLES:
        start += 1
    first = next((t for t in statement.terms if t.at == start), None)
    if first is None or first.verbal or first.kind == "predicate":
        return False
    subject = [t for t in statement.terms if start <= t.at < amount and t.kind in {"name", "word"}]
    between = statement.tokens[start + 1 : amount]
    linked = any(t.norm in _LINKS or is_verb_form(t.text) or is_finite(t.text) for t in between)
    return bool(subject) and linked


def _trimmed(part: str) -> str:
    text = part.strip().rstrip(",;").strip()
    last = text.rsplit(" ", 1)
    return last[0].rstrip(",; ") if len(last) > 1 and last[1].casefold() in _JOINTS else text
