"""Which words of a page stand for a word of a statement."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from atomcite.judge.claim import Term
from atomcite.judge.intervals import intervals_in
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import stems
from atomcite.judge.words import DERIVED, is_noun, likeness
from atomcite.values import Clock

if TYPE_CHECKING:
    from atomcite.judge.prepared import Prepared

SYNONYM = 0.85
_INITIALS = re.compile(r"\w\.\w\.?")
# Hours from which and before which a time of day is that part of the day.
_DAY_PARTS = {
    "morning": (4, 12), "afternoon": (12, 18), "evening": (17, 24), "noon": (12, 13), "midday": (11, 14),
    "утром": (4, 12), "утра": (4, 12), "днем": (11, 18), "днём": (11, 18), "вечером": (17, 24), "вечера": (17, 24),
}  # fmt: skip
_POSSESSIVE = frozenset(("its", "their", "his", "her", "our", "my", "your", "s"))


@dataclass(frozen=True)
class Hit:
    """A page token that stands for a term. `opposite` means that it denies it (antonym)."""

    token: int
    score: float
    opposite: bool = False


def find(page: Prepared, term: Term) -> tuple[Hit, ...]:
    """Page tokens that stand for a term, by stem, synonym, phrase, acronym or likeness."""
    lex = lexicon()
    found: dict[int, Hit] = {}

    def add(tokens: tuple[int, ...], score: float, opposite: bool = False) -> None:
        for t in tokens:
            if t not in found or found[t].score < score:
                found[t] = Hit(t, score, opposite)

    index = page.text.index
    own = index.get(term.stem, ())
    if term.kind == "name" and term.text.isupper() and term.text.casefold() in lex.stop:
        own = tuple(t for t in own if page.text.tokens[t].text.isupper())  # "IT" is not "it"
    add(own, 1.0)
    if term.kind != "name":
        for other in lex.synonyms.get(term.stem, ()):
            add(_without_reflexive(page, other, index.get(other, ())), SYNONYM)
            add(page.phrase_hits.get(other, ()), SYNONYM)
        add(page.phrase_hits.get(term.stem, ()), SYNONYM)
        trade = term.stem in stems("trade") and page.is_slip
        for other in lex.antonyms.get(term.stem, ()):
            if not lex.same(term.stem, other):
                same_deal = trade and other in stems("trade")
                add(index.get(other, ()), SYNONYM, not same_deal)
        for prefix in ("un", "in", "non", "im", "не", "без"):
            if len(term.stem) > 3 or term.stem.isascii():  # "неделя" does not deny "дело"
                add(index.get(prefix + term.stem, ()), 0.9, True)
            if term.stem.startswith(prefix) and len(term.stem) > len(prefix) + 3:
                add(index.get(term.stem[len(prefix) :], ()), 0.9, True)
    if not any(h.score >= 0.95 and not h.opposite for h in found.values()):
        for other in page.vocabulary:
            score = likeness(term.stem, other)
            if term.stem in lex.roles and other in lex.roles:
                continue  # "lessor" and "lessee" look alike
            if score < DERIVED and score and is_noun(term.text) and is_noun(page.text.tokens[index[other][0]].norm):
                continue  # two nouns of the dictionary, "полиция" and "полис": neither is the other misread
            if score >= 0.7 and not lex.opposite(term.stem, other) and not _negative_of(term.stem, other):
                add(index[other], score)
    if term.kind == "name" and not found:
        # A stem is as short as it can be: where letters were read poorly, whole words are compared.
        for t in page.poorly_read:
            if likeness(term.text.casefold(), page.text.tokens[t].norm) >= SYNONYM:
                add((t,), 0.8)
    acronyms = [r for t in found for r in page.aliases.get(t, ()) if page.text.tokens[r].text.isupper()]
    for r in acronyms:
        add(index.get(page.text.tokens[r].stem, ()), 0.9)
    if term.kind == "name":
        roles = {page.text.tokens[r].stem for t in found for r in page.aliases.get(t, ())}
        for role in roles:
            add(index.get(role, ()), 0.9)
    if term.text.casefold() in _DAY_PARTS:
        low, high = _DAY_PARTS[term.text.casefold()]
        for v in page.values:
            if isinstance(v.found.value, Clock) and low <= v.found.value.hour < high:
                add((v.first,), 0.9)
    if term.kind != "name" and (mine := intervals_in(term.text)):
        # "Every three months" of the page for "quarterly"; the months of other matters deny nothing.
        alike, unlike = set[int](), set[int]()
        for interval, tokens_of_it in page.intervals:
            (alike if interval.every == mine[0].every else unlike).update(tokens_of_it)
        found = {t: h for t, h in found.items() if not h.opposite or t in unlike}
        add(tuple(t for t in alike if page.text.tokens[t].is_word), 0.95)
    if term.kind == "name" and len(term.text) == 1:
        letter = term.text.casefold()
        joined = (i for i, t in enumerate(page.text.tokens) if letter in t.norm and _INITIALS.fullmatch(t.norm))
        add(tuple(joined), 0.95)  # "П" of "Н.П."
    if term.stem in stems("signing"):
        add(page.signed, SYNONYM)
    if term.kind == "name" and (not found or term.text.isupper()):
        add(_acronym(page, term.text), 0.85)
    if term.kind == "name" and not found:
        add(_glued(page, term), 0.8)
    return tuple(found.values())


def _without_reflexive(page: Prepared, stem_of_word: str, tokens: tuple[int, ...]) -> tuple[int, ...]:
    """ "Own" after "its" or a possessor says whose, and is no verb: nothing belongs to one by "at its own cost"."""
    if stem_of_word != "own":
        return tokens
    before = (page.text.tokens[t - 1].norm if t else "" for t in tokens)
    return tuple(
        t
        for t, b in zip(tokens, before, strict=True)
        if page.text.tokens[t].norm != "own" or not (b in _POSSESSIVE or b.endswith(("'s", "’s")))
    )


def _acronym(page: Prepared, text: str) -> tuple[int, ...]:
    """Tokens that a short name may stand for: initials (OWRB) or beginnings (Минюст) of words in a row."""
    letters = text.replace(".", "")
    if len(letters) < 3:
        return ()
    words = page.capitals
    tokens = page.text.tokens
    low = letters.casefold()
    if letters.isupper():
        for i in range(len(words) - len(low) + 1):
            run = words[i : i + len(low)]
            if all(tokens[t].norm[:1] == c for t, c in zip(run, low, strict=True)):
                return tuple(run)
    if len(low) >= 6:
        for i in range(len(words) - 1):
            for length in range(2, 5):
                a, b = tokens[words[i]].norm, tokens[words[i + 1]].norm
                # Of a word that was read poorly its first letter is held against.
                begins = a.startswith(low[: 1 if words[i] in page.poorly_read else length])
                if length < len(low) and begins and len(a) > length + 1:
                    rest = low[length:]
                    body = rest.rstrip("аеиоуыюяйм") or rest
                    if len(body) >= 3 and b.startswith(body):
                        return (words[i], words[i + 1])
    return ()


def _glued(page: Prepared, term: Term) -> tuple[int, ...]:
    """A name that OCR glued to its neighbour or cut in two."""
    low = term.text.casefold()
    if len(low) < 5:
        return ()
    for i, token in enumerate(page.text.tokens):
        if token.is_word and len(token.norm) > len(low) and low in token.norm:
            return (i,)
        if token.is_word and i + 1 < len(page.text.tokens) and token.norm + page.text.tokens[i + 1].norm == low:
            return (i, i + 1)
    return ()


def _negative_of(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    return any(long == p + short for p in ("un", "in", "im", "non", "dis", "не", "без"))
