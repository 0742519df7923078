"""The part that a party plays beside a verb. English by position and preposition, Russian by case and preposition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.prepared import Prepared
from atomcite.judge.scopes import Marked
from atomcite.judge.slots import names_on
from atomcite.judge.words import Token, case_of, is_verb_form, part_of_speech, word_set

_BE = word_set("is are was were be been being gets got")
PRONOUNS = word_set("it they he she who which that we i you он она они оно который которая которые которое")
_TO = word_set("to towards к ко")
_FROM = word_set("from с со от из у")
_NEAR_NAME = 4


@dataclass(frozen=True)
class Part:
    """A party beside a verb: token, and the part it plays ("subject", "object", "to", "from", ...)."""

    token: int
    part: str


def tokens_of(page: Prepared, term: Term) -> frozenset[int]:
    """Tokens that stand for a party: its own, and those of the role that the page gives it."""
    own = {h.token for h in page.hits(term) if not h.opposite and h.score >= 0.7}
    tokens = page.text.tokens
    roles = {tokens[r].stem for t in own for r in page.aliases.get(t, ())}
    stems = {tokens[t].stem for t in own}
    named = {t for t, given in page.aliases.items() if any(tokens[r].stem in stems for r in given)}
    same_name = {tokens[t].stem for t in named}
    return frozenset(
        own | {i for i, t in enumerate(tokens) if t.stem and (t.stem in roles or (t.stem in same_name and t.capital))}
    )


def is_party_word(token: Token) -> bool:
    return token.stem in lexicon().roles


def page_parties(page: Prepared, found: Alignment) -> list[int]:
    named = {k for a, b in names_on(page) for k in range(a, b + 1)}
    roles = page.roles
    tokens = page.text.tokens
    first = min(found.window.core)
    return [
        t
        for t in (*range(max(0, first - 40), first), *found.window.core)
        if tokens[t].is_word and (is_party_word(tokens[t]) or tokens[t].stem in roles or t in named)
    ]


def parts_beside(tokens: Sequence[Token], marked: Marked, verb: int, parties: Sequence[int]) -> list[Part]:
    """The parties of the verb's sentence with their parts; of several subjects before the verb, the nearest."""
    finite = is_verb_form(tokens[verb].text) and not is_noun_only(tokens, verb)
    passive = is_passive(tokens, verb)
    out: list[Part] = []
    for p in parties:
        if p == verb or marked.sentence[p] != marked.sentence[verb] or abs(p - verb) > 30:
            continue
        if tokens[p].norm.endswith(("'s", "’s", "'", "’")) or (p + 1 < len(tokens) and tokens[p + 1].text in "'’"):
            continue
        part = label_of(tokens, p)
        if part == "(of)" and not finite and 0 < p - verb <= 5:
            part = "object"
        if part == "":
            if not finite:
                continue
            if not tokens[p].norm.isascii():
                # In Russian the case tells, not the order; a name in quotation marks has none.
                if tokens[p - 1].text in '«„“"' or case_of(tokens[p].text) != "nomn":
                    continue
                part = "subject"
            else:
                part = "subject" if p < verb else "object"
            if part == "subject" and any(tokens[k].norm in PRONOUNS for k in range(p + 1, verb)):
                continue
            if passive:
                part = "patient" if part == "subject" else ""
        elif part == "by":
            part = "subject" if passive else "by"
        if part:
            out.append(Part(p, part))
    return out


def is_noun_only(tokens: Sequence[Token], at: int) -> bool:
    previous = tokens[at - 1].norm if at else ""
    return part_of_speech(tokens[at].text) == "NOUN" or previous in {
        "the",
        "a",
        "an",
        "of",
        "its",
        "their",
        "for",
        "any",
    }


def is_passive(tokens: Sequence[Token], verb: int) -> bool:
    if part_of_speech(tokens[verb].text) == "PRTS" or (
        part_of_speech(tokens[verb].text) in {"VERB", "INFN"} and tokens[verb].norm.endswith(("ся", "сь"))
    ):
        return True
    return tokens[verb].norm.endswith(("ed", "en", "n", "t", "d")) and any(
        t.norm in _BE for t in tokens[max(0, verb - 3) : verb]
    )


def label_of(tokens: Sequence[Token], party: int) -> str:
    """The preposition that a party stands under, or for Russian its case; "" for a bare one."""
    k = party - 1
    steps = 0
    while (
        k >= 0
        and steps < _NEAR_NAME
        and (
            tokens[k].capital
            or tokens[k].text in '."«“&'
            or tokens[k].norm in {"the", "a", "an", "mr", "ms", "mrs", "its", "said"}
        )
    ):
        k -= 1
        steps += 1
    before = tokens[k].norm if k >= 0 else ""
    two = tokens[k - 1].norm if k >= 1 else ""
    if before == "пользу" or (before == "of" and two in {"favour", "favor"}):
        return "favour"
    if before == "of" and two in {"place", "instead", "behalf"}:
        return "behalf" if two == "behalf" else "place"
    if before in {"вместо", "взамен"}:
        return "place"
    if before in _TO:
        return "to"
    if before in _FROM:
        return "from"
    if before in {
        "by",
        "of",
        "with",
        "for",
        "against",
        "between",
        "and",
        "or",
        "in",
        "on",
        "at",
        "as",
        "и",
        "в",
        "на",
        "о",
        "для",
    }:
        return "by" if before == "by" else f"({before})"
    case = case_of(tokens[party].text)
    if case in {"datv", "gent", "ablt", "loct"}:
        return "to" if case == "datv" else f"({case})"
    return ""
