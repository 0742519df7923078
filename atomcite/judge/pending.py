"""What waits for a decision: a dividend "subject to approval" has not been approved."""

from __future__ import annotations

from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import is_noun

_BETWEEN = 4
"""Words between "subject to" and the name of the decision."""


def not_yet_decided(g: Ground) -> Dispute | None:
    """The statement has a decision taken which the page awaits."""
    marked, tokens = g.statement.marked, g.page.text.tokens
    if g.denies:
        return None
    for term in g.content:
        if not (term.kind == "predicate" or term.verbal) or marked.modal[term.at]:
            continue
        if any(t.norm in words("not_done_yet") for t in g.statement.tokens[: term.at]):
            continue
        near = [k for k in g.tokens_of(term) if k in g.found.window.inside]
        awaited = [k for k in near if _awaited(g, k) or _conditional(g, k)]
        if near and len(awaited) == len(near):
            return Dispute("judge.other_mood", tokens[awaited[0]].text, contradicts=True)
    return None


def _conditional(g: Ground, at: int) -> bool:
    """Whether a word of the page stands under an "if", or names what something lasts until: "payable if approved",
    "until presentation"."""
    tokens, there = g.page.text.tokens, g.page.syntax
    if there.verb[at] and there.kind(at) == "condition":
        return not any(t.norm in words("not_done_yet") for t in g.statement.tokens)
    return is_noun(tokens[at].norm) and any(t.norm in words("until") for t in tokens[max(0, at - 2) : at])


def _awaited(g: Ground, at: int) -> bool:
    """Whether a word of the page stands after what says that it is still to be, nothing but small words between."""
    tokens = g.page.text.tokens
    for k in range(at - 1, max(-1, at - _BETWEEN - 3), -1):
        if tokens[k].text in ".;":
            return False
        for p in phrases("awaiting"):
            if reads(tokens, k, p) and at - (k + len(p)) <= _BETWEEN:
                return True
    return False
