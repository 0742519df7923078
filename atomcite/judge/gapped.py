"""Two things under one subject: "the plan for sand was met, for gravel was not" says nothing good of gravel."""

from __future__ import annotations

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import words

_CUTS = frozenset((",", ";", "but", "while", "whereas", "а", "но"))


def of_other_complement(g: Ground) -> Dispute | None:
    """The verb of the statement stands in one part of the page's sentence, with another thing after the preposition
    that the statement has; the statement's thing stands after it in another part, with a verb of its own."""
    if g.row >= 0 or g.denies:
        return None
    verb = next((t for t in g.content if t.kind == "predicate" or t.verbal), None)
    if verb is None:
        return None
    parts = _parts(g)
    if len(parts) < 2:
        return None
    done = set(g.tokens_of(verb))
    with_verb = [p for p in parts if done & set(p)]
    if len(with_verb) != 1 or any(g.page.marked.negated[k] for k in done & set(with_verb[0])):
        return None
    tokens, own = g.page.text.tokens, with_verb[0]
    for term in g.content:
        near = [k for k in g.tokens_of(term) if k in g.place]
        if term is verb or not near or any(k in own for k in near):
            continue
        for k in near:
            part = next((p for p in parts if k in p), None)
            if part is None or k - 1 not in part or tokens[k - 1].norm not in words("prepositions"):
                continue
            verbs = [v for v in part if g.page.syntax.verb[v] and v > k]
            if not verbs or any(v in g.said and not g.page.marked.negated[v] for v in verbs):
                continue
            rival = next((o for o in own[1:] if tokens[o - 1].norm == tokens[k - 1].norm and _another(g, o)), None)
            if rival is not None:
                return Dispute("judge.said_of_another", tokens[rival].text, contradicts=True)
    return None


def _another(g: Ground, k: int) -> bool:
    token = g.page.text.tokens[k]
    return k not in g.said and token.is_word and not lexicon().is_stop(token)


def _parts(g: Ground) -> list[tuple[int, ...]]:
    """The sentence cut at commas and at words that set one thing against another."""
    out: list[list[int]] = [[]]
    for k in sorted(g.place):
        if g.page.text.tokens[k].norm in _CUTS:
            out.append([])
        else:
            out[-1].append(k)
    return [tuple(p) for p in out if p]
