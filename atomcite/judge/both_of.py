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
    if verb is None or joint <= 0 or verb.at == joint + 1:
        return None
    low, high = (0, verb.at) if joint < verb.at else (verb.at + 1, len(tokens))
    left = [t for t in g.content if low <= t.at < joint]
    right = [t for t in g.content if joint < t.at < high]
    if not left or not right or any(t is not verb and (t.verbal or t.kind == "predicate") for t in right):
        return None
    denied, part = g.page.marked.negated, _parts(g)
    done = {part[k] for k in g.tokens_of(verb) if k in part and not denied[k]}
    for term in (left[-1], right[0]):
        own = {part[k] for k in g.tokens_of(term) if k in part}
        if not done or not own or own & done:
            continue
        verbs = [k for k, n in part.items() if n in own and there.verb[k]]
        said = any(k in g.said and not denied[k] for k in verbs)
        if verbs and not said and not any(there.segments[n].elided for n, _ in own | done):
            return Dispute("judge.said_of_another", g.page.text.tokens[verbs[0]].text, contradicts=True)
    return None


def _parts(g: Ground) -> dict[int, tuple[int, int]]:
    """For each token of the window its clause, and which of those between commas: a clause without a conjunction may
    be cut by a comma alone."""
    out, commas = {}, 0
    for k in sorted(g.found.window.inside):
        commas += g.page.text.tokens[k].text in ",;"
        out[k] = g.page.syntax.of[k], commas
    return out
