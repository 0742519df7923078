"""Statements about ink: what words alone can't show."""

from __future__ import annotations

from itertools import pairwise, takewhile

from atomcite.judge.claim import Statement
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import stems
from atomcite.judge.words import is_noun

_WHOSE = 8
"""Tokens after a gap that say whose signature stands there."""


def unseen(statement: Statement, page: Prepared) -> bool:
    """The statement says that something is written by hand or stamped, and the page has no such word: a printed name
    says nothing of the ink over it."""
    return any(
        t.stem in stems("ink") and t.kind in {"word", "predicate"} and not page.hits(t) for t in statement.terms
    )


def left_empty(g: Ground) -> Dispute | None:
    """The statement has somebody sign of whom the page has but the place for it: "Signature of the tenant",
    "Countersigned: ...... for the guarantor"."""
    if g.denies or not g.statement.stems & stems("signing"):
        return None
    places = _places_to_sign(g.page)
    for term in g.content:
        own = [place for place in places if set(g.tokens_of(term)) & set(place)]
        if term.stem not in lexicon().marks and own and all(_is_empty(g, place) for place in own):
            return Dispute("judge.place_to_sign", g.page.text.quote(own[0], 60), contradicts=False)
    return None


def _places_to_sign(page: Prepared) -> list[tuple[int, ...]]:
    """Parts of lines and sentences with a word of signing."""
    text, labels = page.text, stems("place_to_sign")
    out = []
    for s in text.segments:
        cells: dict[tuple[int, int], list[int]] = {}
        for t in range(s.start, s.end):
            cells.setdefault(text.cell_of_word[text.token_words[t][0]], []).append(t)
        out += [_with_whose(page, c) for c in cells.values() if any(text.tokens[t].stem in labels for t in c)]
    return out


def _with_whose(page: Prepared, place: list[int]) -> tuple[int, ...]:
    """A place with what comes after its gap, where it does not say itself whose it is: "Countersigned: ...... for the
    guarantor"."""
    tokens, labels = page.text.tokens, stems("place_to_sign")
    if all(not t.is_word or t.stem in labels or lexicon().is_stop(t) for t in (tokens[k] for k in place)):
        after = range(place[-1] + 1, min(len(tokens), place[-1] + 1 + _WHOSE))
        return (*place, *takewhile(lambda k: tokens[k].text != ".", after))
    return tuple(place)


def _is_empty(g: Ground, place: tuple[int, ...]) -> bool:
    """Nothing but what is to be signed and by whom: no name, no date, no verb."""
    tokens, labels = g.page.text.tokens, stems("place_to_sign")
    if not any(
        tokens[a].stem in labels and (is_noun(tokens[a].norm) or tokens[b].text == ":") for a, b in pairwise(place)
    ):
        return False
    rest = [t for t in place if tokens[t].text[0].isalnum() and tokens[t].stem not in labels and t not in g.said]
    return not any(
        tokens[t].text[0].isdigit()
        or (tokens[t].capital and not lexicon().is_stop(tokens[t]) and tokens[t].stem not in lexicon().roles)
        for t in rest
    )
