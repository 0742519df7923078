"""Fields of a form: who stands after "Adjuster:" is not the handler that another field names."""

from __future__ import annotations

from atomcite.judge.claim import Term
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.slots import name_groups

_LABEL = 5
"""Tokens of a label at most."""


def of_other_field(g: Ground) -> Dispute | None:
    """The name that the statement gives to a thing stands in a field of another label, and the thing is the label of
    a field of its own."""
    groups = name_groups(g.statement)
    if g.row >= 0 or g.denies or len(groups) != 1:
        return None
    places = _places(g, groups[0])
    labels = [_label(g, p) for p in places]
    if not places or not all(labels) or any(g.said & set(label) for label in labels):
        return None
    thing = next((t for t in g.content if t.kind == "word" and not t.verbal), None)
    if thing is None:
        return None
    own = [k for k in g.tokens_of(thing) if _opens_field(g, k)]
    if own and len(own) == len(g.tokens_of(thing)):
        return Dispute("judge.said_of_another", g.page.text.quote(tuple(labels[0]), 40), contradicts=True)
    return None


def _places(g: Ground, group: list[Term]) -> list[int]:
    """Where the page has all words of a name in their order."""
    first = g.tokens_of(group[0])
    last = set(g.tokens_of(group[-1]))
    return [k for k in first if any(k <= m <= k + 3 * len(group) for m in last)]


def _label(g: Ground, place: int) -> list[int]:
    """The words before the colon that a name stands right after, outside running text; empty without one."""
    tokens = g.page.text.tokens
    if place in g.page.prose or place < 2 or tokens[place - 1].text != ":":
        return []
    row, out = g.page.text.token_row[place], list[int]()
    for k in range(place - 2, max(-1, place - 2 - _LABEL), -1):
        if not tokens[k].is_word or g.page.text.token_row[k] != row:
            break
        out.insert(0, k)
    return [k for k in out if not lexicon().is_stop(tokens[k])]


def _opens_field(g: Ground, k: int) -> bool:
    """Whether a word begins a line or a cell with a label: before a colon, or before what is written with a capital
    or in digits."""
    text, tokens = g.page.text, g.page.text.tokens
    if k in g.page.prose or k + 1 >= len(tokens):
        return False
    opens = k == 0 or text.token_row[k - 1] != text.token_row[k]
    opens = opens or text.cell_of_word[text.token_words[k][0]] != text.cell_of_word[text.token_words[k - 1][0]]
    after = tokens[k + 1]
    return opens and (after.text == ":" or after.capital or after.text[0].isdigit() or not after.is_word)
