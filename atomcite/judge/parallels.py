"""Parallel parts of a sentence, each with a value or a verb of its own: "to the police within 24 hours and to the
insurer within seven days".

All the words of "to the insurer within 24 hours" stand in that sentence, and yet it says something else. A value is
taken together with the part that it stands in: a word of another part that has its counterpart in this one (after the
same preposition, in the same case, at the head of the part) is not said of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atomcite.judge.claim import Term
from atomcite.judge.contrasts import members, valued
from atomcite.judge.correspondence import SAME, Correspondence, Dispute
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import words
from atomcite.judge.words import case_of, is_adverb, part_of_speech
from atomcite.values import DateValue, Identifier, Quantity, Value
from atomcite.values.units import DURATIONS

_JOINTS = frozenset((",", ";", "and", "и", "а", "but", "while", "whereas", "но"))


@dataclass(frozen=True)
class _Part:
    """Tokens start..end-1, what they have a value of (kinds of values, sets of contrasting words), and whether they
    have a verb of their own."""

    start: int
    end: int
    slots: frozenset[object]
    verb: bool

    def like(self, other: _Part) -> bool:
        return bool(self.slots & other.slots) or (self.verb and other.verb)


def said_of_other_part(c: Correspondence) -> Dispute | None:
    """The statement has a value of one part of the page's sentence and a word of another that is parallel to it."""
    run = _run(c)
    parts = _parts(c, run)
    if len(parts) < 2:
        return None
    contrasting, valued_at = _contrasting(c, run), _values(c, run)
    homes = {_part_of(parts, k) for k in valued_at or contrasting}
    homes.discard(None)
    if len(homes) != 1:
        return None
    home = homes.pop()
    assert home is not None
    if any(_rivalled(c, parts, home, k, contrasting) for k in contrasting) or any(
        _counterpart(c, parts, home if valued_at else replace(home, verb=False), term) for term in c.statement.terms
    ):
        return Dispute("judge.other_pairing", c.shown(home.start, home.end), contradicts=True)
    return None


def _run(c: Correspondence) -> range:
    """The sentence with what semicolons join to it."""
    segments, tokens = c.page.text.segments, c.page.text.tokens
    at = next((k for k, s in enumerate(segments) if s.start <= c.low < s.end), None)
    if at is None:
        return range(c.low, c.high)
    first = last = at
    while first and tokens[segments[first - 1].end - 1].text == ";":
        first -= 1
    while last + 1 < len(segments) and tokens[segments[last].end - 1].text == ";":
        last += 1
    return range(segments[first].start, segments[last].end)


def _values(c: Correspondence, run: range) -> list[int]:
    """Tokens of the sentence that the statement's values answer to."""
    return [
        v.first
        for claim in c.statement.values
        for v, r in c.page.compared(claim.value)
        if r.outcome == "equal" and v.first in run
    ]


def _counterpart(c: Correspondence, parts: Sequence[_Part], home: _Part, term: Term) -> bool:
    """Whether a word stands in other parts only, and this one has another word in its place."""
    hits = c.page.hits(term) if term.kind != "light" else ()
    run = range(parts[0].start, parts[-1].end)
    places = [h.token for h in hits if h.token in run and h.score >= SAME and not h.opposite]
    others = [_part_of(parts, k) for k in places]
    if not places or any(p is not None and p.start == home.start for p in others):
        return False
    tokens = c.page.text.tokens
    taken = {h.token for t in c.statement.terms for h in c.page.hits(t) if h.score >= SAME}
    free = {r for k in range(home.start, home.end) if k not in taken and (r := _role(c, home, k))}
    shifted = tokens[home.start].norm in words("thereafter")
    for k, part in zip(places, others, strict=True):
        if part is None or not part.like(home):
            continue
        role = _role(c, part, k)
        if role in free or (shifted and part.end <= home.start and role in words("time_prepositions")):
            return True
    return False


def _rivalled(c: Correspondence, parts: Sequence[_Part], home: _Part, at: int, said: Sequence[int]) -> bool:
    """Whether a contrasting word of the statement stands in another part, and this one has another of its set."""
    tokens = c.page.text.tokens
    if _part_of(parts, at) in (home, None):
        return False
    mine = {m for k in said for m in members(tokens[k])}
    own = {m for k in range(home.start, home.end) for m in members(tokens[k])}
    return any(m not in own and any(o[0] == m[0] and o not in mine for o in own) for m in members(tokens[at]))


def _parts(c: Correspondence, run: range) -> list[_Part]:
    """Runs of the sentence between commas and conjunctions, each with a value or a verb. What has neither goes with
    the next, what opens with a verb has its subject in the one before and goes with that."""
    values = {v.first: v for v in c.page.values if v.first in run}
    out: list[_Part] = []
    start = k = run.start
    slots: set[object] = set()
    verb = False
    tokens = c.page.text.tokens
    while k < run.stop:
        if k in values:
            slots.add(_kind(values[k].found.value))
            k = max(k, values[k].last) + 1
            continue
        opens = k + 1 < run.stop and c.there.verb[k + 1]
        if (slots or verb) and tokens[k].norm in _JOINTS and not opens:
            out.append(_Part(start, k, frozenset(slots), verb))
            start, slots, verb = k + 1, set(), False
        else:
            slots |= {("set", number) for number, _ in members(tokens[k])}
            verb = verb or c.there.verb[k]
        k += 1
    if slots or verb:
        out.append(_Part(start, run.stop, frozenset(slots), verb))
    return out


def _kind(value: Value) -> object:
    if isinstance(value, Quantity):
        return ("quantity", "duration" if value.unit in DURATIONS else value.unit)
    return "date" if isinstance(value, DateValue) else "identifier" if isinstance(value, Identifier) else "time"


def _contrasting(c: Correspondence, run: range) -> list[int]:
    """Tokens of the sentence that the statement's contrasting words answer to; of words that it has once."""
    tokens = c.page.text.tokens
    said = {t.norm for t in c.statement.tokens if members(t)}
    places = {norm: [k for k in run if tokens[k].norm == norm] for norm in said}
    return sorted(found[0] for found in places.values() if len(found) == 1)


def _part_of(parts: Sequence[_Part], token: int) -> _Part | None:
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
        and k not in valued(c.page)
        and not lexicon().is_stop(token)
        and token.norm not in words("prepositions")
        and token.norm not in words("pointing")
        and not is_adverb(token.text)
    )
