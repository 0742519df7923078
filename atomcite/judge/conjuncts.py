"""A statement of several amounts as its parts: "Gross profit was 506,790 and operating profit was 335,640".

One window of a page - a cell, a sentence - seldom holds both. Each part that says by itself what its amount is of can
be judged by itself. A part that only leaves out what the first one has named is given that back: "of flour 160 sacks
were sent and 148 received", "the current account brought 5 and the capital one took 3". Parts that lean on one
another otherwise ("5 in the north and 3 in the south") are not taken apart.
"""

from __future__ import annotations

import itertools

from atomcite.judge.claim import Statement, Term
from atomcite.judge.words import is_finite, is_verb_form, part_of_speech
from atomcite.values import DateValue, Period, Quantity

_JOINTS = frozenset((",", ";", "and", "while", "whereas", "и", "а"))
_ARTICLES = frozenset(("the", "a", "an", "its", "their"))
_LINKS = frozenset(("was", "were", "is", "are", "—", "–", "-"))
_SHARES = (("в", "том", "числе"), ("из", "них"), ("из", "которых"), ("of", "which"), ("including",), ("включая",))
"""What opens a part that is a share of the amount before it."""


def conjuncts(statement: Statement) -> tuple[str, ...]:
    """The parts, in order, each with an amount and with what it is of; empty where the statement is one.

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
    ends = [*starts[1:], len(statement.tokens)]
    parts = []
    leaning = False
    for number, (start, end, amount) in enumerate(zip(starts, ends, amounts, strict=True)):
        text = _completed(statement, start, end, amounts[0][0], amount[0]) if number else None
        leaning = leaning or text is not None
        if text is None and number and not _stands_alone(statement, start, amount[0]):
            return ()
        parts.append(text or _trimmed(_text(statement, start, end)))
    alone = _stands_alone(statement, 0, amounts[0][0])
    return tuple(parts) if alone or (leaning and _nouns(statement, 0, amounts[0][0])) else ()


def _completed(statement: Statement, start: int, end: int, first: int, amount: int) -> str | None:
    """A part with what it leaves out; None where it does not lean on the first part, whose amount is token `first`,
    in one of the ways that can be told."""
    norms = [t.norm for t in statement.tokens[start:amount]]
    share = next((s for s in _SHARES if tuple(norms[: len(s)]) == s), None)
    if share is not None:
        start += len(share)
        return _trimmed(_text(statement, start, end)) if _nouns(statement, start, end) else None
    terms = [t for t in statement.terms if start <= t.at < end]
    subject = [t for t in statement.terms if t.at < first]
    verb = next((t.at for t in subject if _is_verb(t)), first)
    if terms and all(_is_verb(t) for t in terms) and _nouns(statement, 0, verb):
        return f"{_text(statement, 0, verb).rstrip(' ,')} {_trimmed(_text(statement, start, end))}"
    if (
        len(subject) > 1
        and len(terms) > 1
        and [t.at for t in subject[:2]] == [0, 1]
        and terms[0].at == start
        and _adjective(subject[0])
        and part_of_speech(subject[1].text) == "NOUN"
        and _adjective(terms[0])
        and _is_verb(terms[1])
    ):
        return f"{terms[0].text} {subject[1].text} {_trimmed(_text(statement, start + 1, end))}"
    return None


def _is_verb(term: Term) -> bool:
    return term.verbal or term.kind == "predicate" or is_finite(term.text)


def _adjective(term: Term) -> bool:
    return part_of_speech(term.text) == "ADJF"


def _nouns(statement: Statement, start: int, end: int) -> bool:
    """Whether these tokens name what an amount may be of."""
    return any(
        start <= t.at < end and (t.kind in {"name", "word"} or part_of_speech(t.text) == "NOUN") and not _is_verb(t)
        for t in statement.terms
    )


def _text(statement: Statement, start: int, end: int) -> str:
    tokens = statement.tokens
    stop = tokens[end].start if end < len(tokens) else len(statement.text)
    return statement.text[tokens[start].start if start else 0 : stop]


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
