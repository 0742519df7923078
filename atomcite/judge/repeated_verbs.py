"""Parts of a sentence that have the same verb: "the tenant pays the water rate, the landlord pays the ground rent".

`atomcite.judge.gapping` reads the parts that leave it out.

Each part pairs its own words. A statement that has a word of one part with a word of another pairs them otherwise, if
the part has a word of its own in that place.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import words
from atomcite.judge.words import Token, case_of, is_adverb, part_of_speech

_JOINTS = frozenset((",", ";", "and", "и", "а", "while", "whereas", "but", "но"))


@dataclass(frozen=True)
class _Part:
    start: int
    end: int
    verb: str


def other_pair(g: Ground) -> Dispute | None:
    """The statement pairs words of two parts of the page's sentence that share a verb."""
    if g.row >= 0 or g.sentence < 0 or g.denies or any(t.text in ",;" for t in g.statement.tokens):
        return None
    parts = _parts(g)
    tokens = g.page.text.tokens
    for first, second in itertools.pairwise(parts):
        if not first.verb or first.verb != second.verb:
            continue
        own = [_exclusive(g, p, q) for p, q in ((first, second), (second, first))]
        if not own[0] or not own[1]:
            continue
        for home, other, foreign in ((first, second, own[1]), (second, first, own[0])):
            free = {
                r: k
                for k in range(home.start, home.end)
                if k not in g.said and (r := _role(tokens, home, k)) is not None
            }
            for k in foreign:
                role = _role(tokens, other, k)
                if role is not None and role in free:
                    shown = tuple(range(home.start, home.end))
                    return Dispute("judge.other_pairing", g.page.text.quote(shown, 60), contradicts=True)
    return None


def _parts(g: Ground) -> list[_Part]:
    """Runs of the sentence between commas and conjunctions, with the first verb of each."""
    inside = sorted(g.place)
    tokens, verb = g.page.text.tokens, g.page.syntax.verb
    if not inside:
        return []
    out: list[_Part] = []
    start = inside[0]
    for k in (*inside, inside[-1] + 1):
        last = k == inside[-1] + 1
        if not last and tokens[k].norm not in _JOINTS:
            continue
        found = next(
            (tokens[m].stem for m in range(start, k) if verb[m] or part_of_speech(tokens[m].text) == "VERB"), ""
        )
        if sum(_tells(tokens[m]) for m in range(start, k)) >= 2:
            out.append(_Part(start, k, found))
            start = k + 1
        elif start == k:
            start = k + 1
    return out


def _exclusive(g: Ground, part: _Part, other: _Part) -> list[int]:
    """Tokens of a part that answer to words of the statement which the other part has not."""
    out = []
    for term in g.content:
        places = g.tokens_of(term)
        here = [k for k in places if part.start <= k < part.end]
        alone = here and not any(other.start <= k < other.end for k in places)
        if alone and g.page.text.tokens[here[0]].stem != part.verb:
            out.append(here[0])
    return out


def _role(tokens: Sequence[Token], part: _Part, k: int) -> str | None:
    """What a word is to its part: the preposition before it, its case, or "head" for the first one of an English one;
    None for what says nothing of that."""
    token = tokens[k]
    if not _tells(token) or token.stem == part.verb or part_of_speech(token.text) in {"ADJF", "PRTF", "ADVB"}:
        return None
    if not token.norm.isascii():
        at = k - 1
        while at >= part.start and part_of_speech(tokens[at].text) in {"ADJF", "PRTF"}:
            at -= 1
        before = tokens[at].norm if at >= part.start else ""
        return f"{before if before in words('prepositions') else ''} {case_of(token.text)}"
    at = k - 1
    while at >= part.start and tokens[at].norm not in words("prepositions") and _within_phrase(tokens[at]):
        at -= 1
    if at >= part.start and tokens[at].norm in words("prepositions"):
        return tokens[at].norm
    if not any(_tells(tokens[m]) for m in range(part.start, k)):
        return "head"
    return None


def _within_phrase(token: Token) -> bool:
    return token.norm in words("determiners")


def _tells(token: Token) -> bool:
    return (
        token.is_word
        and token.norm.isalpha()
        and not lexicon().is_stop(token)
        and token.norm not in words("prepositions")
        and not is_adverb(token.text)
    )
