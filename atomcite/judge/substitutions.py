"""Another word of the page in the place of a word of the statement: "savings account" for "current account", "damage
from water" for "damage from hail".

A statement may lack a word or two of the page and be borne out all the same; not where the page fills the very place
of the missing word - before the same noun, or after the same noun and preposition - with another.
"""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.contrasts import claimed, contrasted, key_of, listed, place_of, valued
from atomcite.judge.header_phrases import under_other_phrase
from atomcite.judge.lexicon import lexicon
from atomcite.judge.measures import other_measure
from atomcite.judge.prepared import Prepared
from atomcite.judge.syntax import syntax
from atomcite.judge.timing import ValueMatch
from atomcite.judge.wordlists import words
from atomcite.judge.words import Token, may_be_verb, part_of_speech
from atomcite.values import Quantity

_KINDS = frozenset(("word", "name"))
SHOWN = 0.9
"""Share of a word that its numbers bear out ("rose", of two amounts)."""
_AFTER = 3
"""Tokens after a preposition among which what it governs is looked for."""


def another_in_place(
    statement: Statement, page: Prepared, found: Alignment, values: tuple[ValueMatch, ...]
) -> int | None:
    """A token of the page that stands in the place of a word or a unit of the statement."""
    other = contrasted(statement, page, found)
    other = other_measure(statement, page, values) if other is None else other
    other = under_other_phrase(statement, page, found) if other is None else other
    place = place_of(page, found)
    taken = valued(page).union(h.token for t in statement.terms for h in page.hits(t))
    verbs = syntax(statement.tokens).verb
    for term in statement.terms if other is None else ():
        verb = term.verbal or may_be_verb(term.text, only=True) or verbs[term.at]
        if term.kind not in _KINDS or verb or any(h.token in place for h in page.hits(term)):
            continue
        other = _before_same_noun(statement, page, found, place, taken, term)
        other = _after_same_noun(statement, page, found, place, taken, term) if other is None else other
        if other is not None:
            break
    return other


def left_open(
    statement: Statement, page: Prepared, found: Alignment, values: Sequence[ValueMatch], covered: Sequence[float]
) -> bool:
    """In a table a word of a closed set that neither the row nor its headers have, or a verb that only a sentence
    elsewhere has: the row does not say that of what it is of."""
    if found.window.kind not in {"row", "rows", "cell"}:
        return False
    for term, hit, share in zip(statement.terms, found.best, covered, strict=True):
        if hit is not None or share >= SHOWN:
            continue
        if term.kind in {"word", "predicate"} and claimed(statement, term.at):
            if _told_by_numbers(statement.tokens[term.at], values):
                continue
            return True
        elsewhere = page.hits(term)
        if term.kind == "predicate" and not statement.values and elsewhere:
            return all(page.syntax.verb[h.token] for h in elsewhere)
    return False


def _told_by_numbers(token: Token, values: Sequence[ValueMatch]) -> bool:
    """Whether a table says a word by its columns ("previous") or by the sign of the number ("negative")."""
    key = key_of(token)
    if key in listed("told_by_columns"):
        return True
    below = [
        q.bracketed or q.readings[0].number < 0
        for m in values
        if m.outcome == "match" and m.found is not None and isinstance(q := m.found.found.value, Quantity)
    ]
    return bool(below) and (
        (key in listed("negative") and all(below)) or (key in listed("positive") and not any(below))
    )


def _before_same_noun(
    statement: Statement, page: Prepared, found: Alignment, place: frozenset[int], taken: frozenset[int], term: Term
) -> int | None:
    """What the page has before the noun that the statement has the word before."""
    head = _hit(statement, found, term.at + 1, place)
    if head is None or head - 1 not in place or head - 1 in taken or not _same_cell(page, head - 1, head):
        return None
    pair = (term.text, page.text.tokens[head - 1].text)
    if not term.text.isascii() and any(part_of_speech(w) not in {"ADJF", "PRTF"} for w in pair):
        return None
    return head - 1 if _tells(page, head - 1) else None


def _after_same_noun(
    statement: Statement, page: Prepared, found: Alignment, place: frozenset[int], taken: frozenset[int], term: Term
) -> int | None:
    """What the page has after the noun and the preposition that the statement has the word after."""
    tokens, theirs = statement.tokens, page.text.tokens
    k = term.at - 1
    while k > 0 and tokens[k].norm in words("determiners"):
        k -= 1
    if k < 1 or tokens[k].norm not in words("prepositions"):
        return None
    head = _hit(statement, found, k - 1, place)
    if head is None or head + 1 not in place or theirs[head + 1].norm != tokens[k].norm:
        return None
    after = [t for t in range(head + 2, head + 2 + _AFTER) if t in place]
    if any(t in taken for t in after):
        return None
    return next((t for t in after if _tells(page, t)), None)


def _hit(statement: Statement, found: Alignment, at: int, place: frozenset[int]) -> int | None:
    """The token of the page that answers to a noun of the statement."""
    if at >= len(statement.tokens) or syntax(statement.tokens).verb[at]:
        return None
    for term, hit in zip(statement.terms, found.best, strict=True):
        if term.at == at and hit is not None and not hit.opposite and hit.token in place:
            return hit.token if term.kind in {"word", "generic", "name"} else None
    return None


def _same_cell(page: Prepared, a: int, b: int) -> bool:
    cells = [{page.text.cell_of_word[w] for w in page.text.token_words[t]} for t in (a, b)]
    return bool(cells[0] & cells[1])


def _tells(page: Prepared, k: int) -> bool:
    token, lex = page.text.tokens[k], lexicon()
    return (
        token.is_word
        and token.text[0].isalpha()
        and not lex.is_stop(token)
        and token.stem not in lex.generic
        and token.norm not in words("prepositions")
    )
