"""Two things of which a statement says one: "the mill and the kiln were closed" needs both in what the page says."""

from __future__ import annotations

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground

_AND = frozenset(("and", "и"))


def said_of_one(g: Ground) -> Dispute | None:
    """Of two subjects joined by "and" the page has the verb in the clause of the one, and another in that of the
    other."""
    tokens, there = g.statement.tokens, g.page.syntax
    if g.row >= 0 or g.denies or not g.statement.norms & _AND:
        return None
    verb = next((t for t in g.content if t.kind == "predicate" or t.verbal), None)
    joint = next((i for i, t in enumerate(tokens) if t.norm in _AND), -1)
    if verb is None or not 0 < joint < verb.at:
        return None
    left = [t for t in g.content if t.at < joint]
    right = [t for t in g.content if joint < t.at < verb.at]
    if not left or not right:
        return None
    done = {there.of[k] for k in g.tokens_of(verb) if k in g.found.window.inside}
    for term in (left[-1], right[0]):
        own = {there.of[k] for k in g.tokens_of(term) if k in g.found.window.inside}
        if not done or not own or own & done:
            continue
        verbs = [k for n in own for k in range(there.segments[n].start, there.segments[n].end) if there.verb[k]]
        if verbs and not any(k in g.said for k in verbs) and all(not there.segments[n].elided for n in own | done):
            return Dispute("judge.said_of_another", g.page.text.tokens[verbs[0]].text, contradicts=True)
    return None
