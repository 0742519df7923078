"""All of a thing: "all the flour came in full" is not borne out by what the page says of the rye flour."""

from __future__ import annotations

import itertools

from atomcite.judge.claim import Term
from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import SAME, Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import part_of_speech

_NOUNS = frozenset(("name", "word", "generic"))
_ADJECTIVES = frozenset(("ADJF", "PRTF"))


def of_a_part(g: Ground) -> Dispute | None:
    """The statement speaks of all of a thing, the page of one kind of it, or in that place of no such thing."""
    tokens = g.statement.tokens
    if g.denies or not g.statement.norms & words("every_one"):
        return None
    at = next(i for i, t in enumerate(tokens) if t.norm in words("every_one"))
    noun = _noun_after(g, at)
    if noun is None or noun.at - at > 4 or any(not tokens[k].is_word for k in range(at, noun.at)):
        return None
    if any(first <= k <= last for k in range(at, noun.at + 1) for first, last in g.statement.value_tokens):
        return None
    there = g.page.text.tokens
    if any(reads(there, k, p) for k in g.place for p in phrases("quantity_all")):
        return None
    places = [h.token for h in g.page.hits(noun) if h.token in g.place and h.score >= SAME and not h.opposite]
    if (part := _in_part(g)) is not None:
        return part
    if not places and (not _whole(g) if g.row >= 0 else _of_others(g)):
        return Dispute("judge.added", tokens[at].text, contradicts=False)
    kinds = [k for p in places if (k := _kind(g, p)) >= 0]
    if places and len(kinds) == len(places):
        return Dispute("judge.only_so", there[kinds[0]].text, contradicts=False)
    return None


def _in_part(g: Ground) -> Dispute | None:
    """ "Waived in part" of what the statement says of the whole."""
    there = g.page.text.tokens
    for k in sorted(g.place):
        phrase = next((p for p in phrases("in_part") if reads(there, k, p)), None)
        if phrase is not None:
            return Dispute("judge.only_so", g.page.text.quote(tuple(range(k, k + len(phrase))), 40), contradicts=True)
    return None


def _of_others(g: Ground) -> bool:
    """Running text that has a subject of its own before the verb, and no word that points back to all of them."""
    there, verb = g.page.text.tokens, g.page.syntax.verb
    place = sorted(g.place)
    if g.values or any(there[k].norm in words("pointing") for k in place):
        return False
    done = [k for k in place if verb[k] and k in g.said]
    ahead = [k for k in place if done and k < done[0] and there[k].is_word and not lexicon().is_stop(there[k])]
    return any(k not in g.said and there[k].text[0].isalpha() for k in ahead)


def _noun_after(g: Ground, at: int) -> Term | None:
    """The noun that "all" at a token belongs to, past its adjectives and the nouns it is made up with."""
    nouns = [t for t in g.statement.terms if t.kind in _NOUNS and t.at > at and not t.verbal]
    for term, after in itertools.zip_longest(nouns, nouns[1:]):
        beside = after is not None and after.at == term.at + 1
        if not beside or not (term.text.isascii() or part_of_speech(term.text) in _ADJECTIVES):
            return term
    return None


def _whole(g: Ground) -> bool:
    return any(m.outcome == "match" for m in g.values)


def _kind(g: Ground, place: int) -> int:
    """A word before a noun of the page that says which kind of it, and is none of the statement's; -1 without one."""
    there, k = g.page.text.tokens, place - 1
    while k in g.place and k in g.said and there[k].is_word:
        k -= 1  # "the overdue trade receivables"
    if k not in g.place or k in g.said or not there[k].is_word or lexicon().is_stop(there[k]):
        return -1
    if not there[k].norm.isascii() and part_of_speech(there[k].text) not in _ADJECTIVES:
        return -1
    if there[k].norm.isascii() and (g.page.syntax.verb[k] or there[k].norm in words("prepositions")):
        return -1
    return -1 if there[k].norm.isdigit() else k
