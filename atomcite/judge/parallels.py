"""Parallel parts of a sentence, each with a value of its own: "to the police within 24 hours and to the insurer within
seven days".

All the words of "to the insurer within 24 hours" stand in that sentence, and yet it says something else. A value is
taken together with the part that it stands in: a word of another part that has its counterpart in this one (after the
same preposition, in the same case, at the head of the part) is not said of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from atomcite.judge.contrasts import members
from atomcite.judge.correspondence import CONTENT, SAME, Correspondence, Dispute
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import words
from atomcite.judge.words import case_of, is_adverb, part_of_speech
from atomcite.values import DateValue, Identifier, Quantity, Value
from atomcite.values.units import DURATIONS

_JOINTS = frozenset((",", ";", "and", "и", "а", "but", "while", "whereas", "но"))


@dataclass(frozen=True)
class _Part:
    """Tokens start..end-1, and what they have a value of: kinds of values, sets of contrasting words."""

    start: int
    end: int
    slots: frozenset[object]


def said_of_other_part(c: Correspondence) -> Dispute | None:
    """The statement has a value of one part of the page's sentence and a word of another that is parallel to it."""
    parts = _parts(c)
    if len(parts) < 2:
        return None
    own = {_part_of(parts, k) for k in _claimed_slots(c)}
    if len(own) != 1 or None in own:
        return None
    (home,) = own
    assert home is not None
    taken = {h.token for t in c.statement.terms for h in c.page.hits(t) if h.score >= SAME}
    open_roles = {r for k in range(home.start, home.end) if k not in taken and (r := _role(c, home, k))}
    if not open_roles:
        return None
    for term in c.statement.terms:
        places = c.places(term) if term.kind in CONTENT else []
        others = [_part_of(parts, k) for k in places]
        if not places or home in others:
            continue
        for k, part in zip(places, others, strict=True):
            if part is not None and part.slots & home.slots and _role(c, part, k) in open_roles:
                return Dispute("judge.other_pairing", c.shown(home.start, home.end), contradicts=True)
    return None


def _parts(c: Correspondence) -> list[_Part]:
    """Runs of the sentence between commas and conjunctions that have a value; what has none goes with the next."""
    values = {v.first: v for v in c.page.values if c.low <= v.first < c.high}
    out: list[_Part] = []
    start = c.low
    slots: set[object] = set()
    k = c.low
    tokens = c.page.text.tokens
    while k < c.high:
        if k in values:
            slots.add(_kind(values[k].found.value))
            k = max(k, values[k].last) + 1
            continue
        if slots and tokens[k].norm in _JOINTS:
            out.append(_Part(start, k, frozenset(slots)))
            start, slots = k + 1, set()
        else:
            slots |= {("set", number) for number, _ in members(tokens[k])}
        k += 1
    if slots:
        out.append(_Part(start, c.high, frozenset(slots)))
    return out


def _kind(value: Value) -> object:
    if isinstance(value, Quantity):
        return ("quantity", "duration" if value.unit in DURATIONS else value.unit)
    return "date" if isinstance(value, DateValue) else "identifier" if isinstance(value, Identifier) else "time"


def _claimed_slots(c: Correspondence) -> list[int]:
    """Tokens of the sentence that the statement's values and contrasting words answer to."""
    out = [k for _, k in c.value_pairs]
    for token in c.statement.tokens:
        if members(token):
            out += [k for k in range(c.low, c.high) if c.page.text.tokens[k].norm == token.norm][:1]
    return out


def _part_of(parts: list[_Part], token: int) -> _Part | None:
    return next((p for p in parts if p.start <= token < p.end), None)


def _role(c: Correspondence, part: _Part, k: int) -> str:
    """What a content word is to its part: the preposition before it, its case, "head" for the first one; "" for a
    word that says nothing of that."""
    tokens = c.page.text.tokens
    if not _names(c, k):
        return ""
    before = k - 1
    while before >= part.start and (
        tokens[before].norm in words("determiners") or part_of_speech(tokens[before].text) in {"ADJF", "PRTF"}
    ):
        before -= 1
    if before >= part.start and tokens[before].norm in words("prepositions"):
        return tokens[before].norm
    if not any(_names(c, m) for m in range(part.start, k)):
        return "head"
    return case_of(tokens[k].text)


def _names(c: Correspondence, k: int) -> bool:
    """A noun, or a word that may be one."""
    token = c.page.text.tokens[k]
    return (
        token.is_word
        and token.text[0].isalpha()
        and not c.there.verb[k]
        and not lexicon().is_stop(token)
        and token.norm not in words("prepositions")
        and not is_adverb(token.text)
    )
