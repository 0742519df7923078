"""Denials of two at once: "neither acquired nor sold" denies both."""

from __future__ import annotations

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground

_FIRST = frozenset(("neither", "ни"))
_NEXT = frozenset(("nor", "ни"))


def denied_with_another(g: Ground) -> Dispute | None:
    """A word of the statement, which denies nothing, stands directly after "neither" or "nor" in the page's sentence;
    no other place there affirms it."""
    if g.denies:
        return None
    tokens = g.page.text.tokens
    place = sorted(g.place)
    if not any(tokens[k].norm in _FIRST for k in place):
        return None
    denied = {k for k in place if k and tokens[k - 1].norm in _FIRST | _NEXT and _paired(g, k - 1)}
    for term in g.content:
        near = [k for k in g.tokens_of(term) if k in g.place]
        if near and all(k in denied for k in near):
            return Dispute("judge.reversed", tokens[near[0] - 1].text, contradicts=True)
    return None


def _paired(g: Ground, at: int) -> bool:
    """Whether the word at `at` is one of a pair "neither ... nor", "ни ..., ни" within its sentence."""
    tokens, sentence = g.page.text.tokens, g.page.marked.sentence
    same = [k for k in sorted(g.place) if sentence[k] == sentence[at] and tokens[k].norm in _FIRST | _NEXT]
    return len(same) >= 2
