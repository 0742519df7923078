"""Dates of forms: "Invoice date: 6 February" is not the day of the order that another line dates."""

from __future__ import annotations

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.wordlists import stems
from atomcite.judge.words import is_past
from atomcite.values import DateValue

_LABEL = 6
"""Tokens of a label at most."""


def of_other_label(g: Ground) -> Dispute | None:
    """The day of the statement stands under a label of which it has no word, and it has the word of another line
    with another day."""
    days = [m.found for m in g.values if m.outcome == "match" and m.found is not None]
    if len(g.statement.values) != 1 or len(days) != 1 or not isinstance(days[0].found.value, DateValue):
        return None
    said = g.said - set(range(days[0].first, days[0].last + 1))
    own = _label(g, days[0])
    names = [t for t in own if _names(g, t)]
    if not names or len(own) > _LABEL:
        return None
    if said & set(own):
        return _of_verb(g, days[0], own)
    for other in g.page.values:
        if isinstance(other.found.value, DateValue) and other.row != days[0].row:
            label = [t for t in _label(g, other) if _names(g, t)]
            if label and len(label) <= _LABEL and label[0] in said:
                return Dispute("judge.said_of_another", g.page.text.tokens[names[0]].text, contradicts=True)
    return None


def _of_verb(g: Ground, day: PageValue, own: list[int]) -> Dispute | None:
    """Of "date of loss" and "date reported" the second is when the loss was reported: the verb says so."""
    verb = next((t for t in g.statement.terms if t.kind == "predicate" or t.verbal or is_past(t.text)), None)
    if verb is None or set(g.tokens_of(verb)) & set(own):
        return None
    for other in g.page.values:
        label = _label(g, other) if isinstance(other.found.value, DateValue) and other.row != day.row else []
        if label and len(label) <= _LABEL and set(label) & set(g.tokens_of(verb)):
            return Dispute("judge.said_of_another", g.page.text.quote(tuple(own), 40), contradicts=True)
    return None


def _label(g: Ground, day: PageValue) -> list[int]:
    """Words before a day in its line, outside running text."""
    if day.first in g.page.prose or day.row < 0:
        return []
    return [t for t in g.page.text.row_tokens(day.row) if t < day.first and g.page.text.tokens[t].is_word]


def _names(g: Ground, t: int) -> bool:
    token = g.page.text.tokens[t]
    return token.is_word and not lexicon().is_stop(token) and token.stem not in stems("day_words")
