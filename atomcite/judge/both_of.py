"""Two things of which a statement says one: "the mill and the kiln were closed" needs both in what the page says."""

from __future__ import annotations

from atomcite.judge.claim import Term
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.syntax import syntax

_AND = frozenset(("and", "и"))


def said_of_one(g: Ground) -> Dispute | None:
    """Of two subjects joined by "and" the page has the verb in the clause of the one, and another in that of the
    other."""
    tokens, there = g.statement.tokens, g.page.syntax
    if g.row >= 0 or g.denies or not g.statement.norms & _AND:
        return None
    verb = _verb(g)
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
        verbs += [k for k, n in part.items() if n in own and g.page.marked.negator[k]]  # "..., the parts were not"
        said = any(k in g.said and not denied[k] for k in verbs)
        if verbs and not said and not any(there.segments[n].elided for n, _ in own | done):
            return Dispute("judge.said_of_another", g.page.text.tokens[verbs[0]].text, contradicts=True)
    return None


def of_other_half(g: Ground) -> Dispute | None:
    """Two clauses have the verb of the statement, the one with its subject and another thing, the other with its
    thing and another subject: "the landlord insures the house; the contents are insured by the tenant"."""
    if g.row >= 0 or g.denies:
        return None
    verb = _verb(g)
    if verb is None:
        return None
    part = _parts(g)
    done = {part[k] for k in g.tokens_of(verb) if k in part}
    if len(done) < 2:
        return None
    before = _only(g, [t for t in g.content if t.at < verb.at], part) & done
    after = _only(g, [t for t in g.content if t.at > verb.at], part) & done
    if len(before) != 1 or len(after) != 1 or before == after:
        return None
    first, second = next(iter(before)), next(iter(after))
    others = [next((k for k, n in part.items() if n == x and _unsaid(g, k)), -1) for x in (first, second)]
    if min(others) < 0 or any(g.page.syntax.segments[n].elided for n, _ in (first, second)):
        return None
    return Dispute("judge.said_of_another", g.page.text.tokens[others[0]].text, contradicts=True)


def _verb(g: Ground) -> Term | None:
    verbs = syntax(g.statement.tokens).verb
    return next((t for t in g.content if t.kind == "predicate" or t.verbal or verbs[t.at]), None)


def _only(g: Ground, terms: list[Term], part: dict[int, tuple[int, int]]) -> set[tuple[int, int]]:
    """Parts that alone hold a word of some."""
    places = ({part[k] for k in g.tokens_of(t) if k in part} for t in terms)
    return {next(iter(p)) for p in places if len(p) == 1}


def _unsaid(g: Ground, k: int) -> bool:
    token = g.page.text.tokens[k]
    return k not in g.said and token.is_word and not lexicon().is_stop(token) and not g.page.syntax.verb[k]


def _parts(g: Ground) -> dict[int, tuple[int, int]]:
    """For each token of the window its clause, and which of those between commas: a clause without a conjunction may
    be cut by a comma alone."""
    out, commas = {}, 0
    for k in sorted(g.found.window.inside):
        commas += g.page.text.tokens[k].text in ",;"
        out[k] = g.page.syntax.of[k], commas
    return out
