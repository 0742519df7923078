"""Numbers and letters that name which thing is meant: "Unit 4", "Schedule C", "Boat shed No. 2", «корпус 3».

To a search for words such things are nearly alike, and a bare number weighs little. They are other things all the
same: the row or the sentence must have this one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from atomcite.judge.cells import cell_words, header_of
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import Token

Designation = tuple[str, str]
"""Stem of the noun and the number or letter after it."""
_NUMBER = re.compile(r"\d{1,4}[a-zа-я]?|[IVX]{1,5}|[A-ZА-Я]\d{0,3}")
_SIGNS = frozenset(("№", "#", "no", "nos", "nr", "number", "номер", "n"))
_ORDINAL_ENDS = frozenset(("st", "nd", "rd", "th", "й", "го", "я", "е", "му", "м", "ой"))


def other_designation(g: Ground) -> Dispute | None:
    """The place has another number or letter after the same noun, and not the statement's."""
    mine = designations(g.statement.tokens)
    if not mine:
        return None
    tokens = g.page.text.tokens
    there: dict[Designation, int] = {}
    for low, high in _runs(sorted(g.place)):
        for what, at in designations(tokens[low:high]).items():
            there.setdefault(what, low + at)
    if g.row >= 0:
        there.update(_of_columns(g, {noun for noun, _ in mine}))
    for noun, which in mine:
        rivals = [at for (n, d), at in there.items() if n == noun and d != which]
        if rivals and (noun, which) not in there:
            at = rivals[0]
            return Dispute("judge.another_of_name", g.page.text.quote((max(0, at - 1), at), 40), contradicts=True)
    return None


def designations(tokens: Sequence[Token]) -> dict[Designation, int]:
    """Nouns with the number or letter that follows them, and where that stands; "5 разряда", "4th grade" too."""
    out: dict[Designation, int] = {}
    for i, token in enumerate(tokens):
        if not _NUMBER.fullmatch(token.text) or _within_number(tokens, i):
            continue
        k = i - 1
        signed = False
        while k >= 0 and (tokens[k].norm in _SIGNS or (tokens[k].text == "." and k and tokens[k - 1].norm in _SIGNS)):
            signed = True
            k -= 1
        if k >= 0 and _is_noun(tokens[k]) and (signed or _may_stand_bare(tokens, k, i)):
            out.setdefault((tokens[k].stem, token.norm), i)
        elif token.text[0].isdigit() and not signed:
            j = i + 1
            while j < len(tokens) and (tokens[j].text == "-" or tokens[j].norm in _ORDINAL_ENDS):
                j += 1
            if j < len(tokens) and tokens[j].stem in stems("ranked"):
                out.setdefault((tokens[j].stem, token.norm), i)
        match = re.fullmatch(r"(\d{1,3})(?:st|nd|rd|th)", token.norm)
        if match and i + 1 < len(tokens):
            out.setdefault((tokens[i + 1].stem, match[1]), i)
    return out


def _may_stand_bare(tokens: Sequence[Token], noun: int, at: int) -> bool:
    """A number without a sign names a thing after a noun of things that are numbered; a letter after any noun."""
    if tokens[at].text[0].isdigit():
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        return tokens[noun].stem in stems("numbered") and (following is None or following.text not in "%.,")
    if tokens[at].norm in {"a", "i", "а", "и", "в", "к", "с", "о", "у", "я"} and at + 1 < len(tokens):
        following = tokens[at + 1]
        if following.is_word and tokens[noun].stem not in stems("numbered"):
            return False
    initial = at + 1 < len(tokens) and tokens[at + 1].text == "."
    last = initial and at + 2 >= len(tokens)
    return (not initial or last) and len(tokens[noun].norm) > 3


def _is_noun(token: Token) -> bool:
    return token.is_word and token.norm.isalpha() and len(token.norm) > 2 and token.norm not in words("prepositions")


def _within_number(tokens: Sequence[Token], i: int) -> bool:
    """A group of digits of a longer number, a decimal, a date."""
    if not tokens[i].text[0].isdigit():
        return False
    after, beyond = (tokens[k].text if k < len(tokens) else "" for k in (i + 1, i + 2))
    before = tokens[i - 1].text if i else ""
    return (after in {",", ".", "/", ":", "-", "–"} and beyond[:1].isdigit()) or before in {"/", ":"} or after == "%"


def _of_columns(g: Ground, nouns: set[str]) -> dict[Designation, int]:
    """What the row has in columns that are headed by such a noun ("Пункт", "Unit No.")."""
    out: dict[Designation, int] = {}
    text = g.page.text
    for cell in range(len(text.rows[g.row].cells)):
        own = cell_words(g.page, g.row, cell)
        if not own or len(own) > 3 or not _NUMBER.fullmatch(text.tokens[own[0]].text):
            continue
        for t in header_of(g.page, g.row, cell):
            if text.tokens[t].stem in nouns:
                out[text.tokens[t].stem, text.tokens[own[0]].norm] = own[0]
    return out


def _runs(tokens: Sequence[int]) -> list[tuple[int, int]]:
    """Stretches of tokens that follow one another."""
    out: list[tuple[int, int]] = []
    for t in tokens:
        if out and out[-1][1] == t:
            out[-1] = (out[-1][0], t + 1)
        else:
            out.append((t, t + 1))
    return out
