"""Part of a number: "four recommendations, of which three are binding" says nothing binding of all four."""

from __future__ import annotations

from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import phrases
from atomcite.values import Quantity


def said_of_part(g: Ground) -> Dispute | None:
    """The statement says of the whole number, or of all, what the page says of part of it."""
    tokens = g.page.text.tokens
    inside = sorted(g.place)
    start = next((k for k in inside if any(reads(tokens, k, p) for p in phrases("of_which"))), None)
    if g.row >= 0 or start is None:
        return None
    part = frozenset(k for k in inside if k >= start)
    whole = frozenset(inside) - part
    counted = {v.first for v in g.page.values if isinstance(v.found.value, Quantity)}
    if not counted & part or not counted & whole:
        return None
    numbers = [m.found.first for m in g.values if m.found is not None and m.outcome == "match"]
    every = any(t.stem in lexicon().all_words for t in g.statement.tokens if t.is_word)
    of_whole = any(k in whole for k in numbers) and not any(k in part for k in numbers)
    if not (every or of_whole):
        return None
    for term in g.statement.terms:
        if term.kind == "generic":
            continue
        places = [k for k in g.tokens_of(term) if k in g.place]
        if places and all(k in part for k in places):
            return Dispute("judge.other_quantity", g.page.text.quote(tuple(sorted(part))[:12], 60), contradicts=True)
    return None
