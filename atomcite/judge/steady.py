"""What stayed as it was: "prices were unchanged" does not bear out that higher prices brought the growth."""

from __future__ import annotations

from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Dispute
from atomcite.judge.directions import direction
from atomcite.judge.grounds import Ground
from atomcite.judge.wordlists import phrases, words

_BESIDE = 3
"""Tokens between a word of change and what it is said of."""


def unchanged(g: Ground) -> Dispute | None:
    """The statement lets something rise or fall of which the page's clause says that it did not change."""
    if g.row >= 0 or g.denies:
        return None
    tokens, comparing = g.statement.tokens, words("more_than") | words("less_than")
    moves = [i for i, t in enumerate(tokens) if t.is_word and (direction(t.stem) or t.norm in comparing)]
    for at in moves:
        if tokens[at].norm in words("unchanged"):
            continue
        for term in g.content:
            if not 0 < abs(term.at - at) <= _BESIDE or direction(term.stem) or term.verbal:
                continue
            clauses = [_clause(g, k) for k in g.tokens_of(term) if k in g.found.window.inside]
            shown = [_steady(g, c) for c in clauses]
            if shown and all(shown):
                return Dispute("judge.reversed", g.page.text.quote(shown[0], 60), contradicts=True)
    return None


def _clause(g: Ground, k: int) -> range:
    """The part of the sentence around a token, between commas and the like."""
    tokens, number = g.page.text.tokens, g.page.marked.sentence
    low = high = k
    while low and number[low - 1] == number[k] and tokens[low - 1].text not in ",;":
        low -= 1
    while high + 1 < len(tokens) and number[high + 1] == number[k] and tokens[high + 1].text not in ",;":
        high += 1
    return range(low, high + 1)


def _steady(g: Ground, clause: range) -> tuple[int, ...]:
    """Tokens by which a clause says that nothing changed; empty where it does not, or has a word of change beside."""
    tokens = g.page.text.tokens
    if any(direction(tokens[k].stem) for k in clause if tokens[k].is_word):
        return ()
    for k in clause:
        for phrase in phrases("staying"):
            if k + len(phrase) <= clause.stop and reads(tokens, k, phrase):
                return tuple(range(k, k + len(phrase)))
    return ()
