"""Kinds that exclude one another: what is said of ordinary shares is not said of preferred ones.

Nearer than `contrasts`: it asks of the very sentence or row that has the statement's number, since the word of the
statement may stand in the sentence beside it, of another amount or denied.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files

from atomcite.judge.contrasts import Member, key_of
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.prepared import Prepared
from atomcite.judge.words import Token, tokenize


@cache
def _members() -> dict[tuple[str, str], Member]:
    data = tomllib.loads(files(__package__).joinpath("contraries.toml").read_text("utf-8"))
    return {
        key_of(tokenize(word.strip())[0]): (number, k)
        for number, line in enumerate(data["kinds"])
        for k, member in enumerate(line.split("|"))
        for word in member.split(",")
        if len(tokenize(word)) == 1
    }


def _member(token: Token) -> Member | None:
    return _members().get(key_of(token)) if token.is_word else None


@lru_cache(maxsize=512)
def _on_page(page: Prepared) -> dict[int, Member]:
    return {i: m for i, t in enumerate(page.text.tokens) if (m := _member(t)) is not None}


def contrary_kind(g: Ground) -> Dispute | None:
    """The place of the statement's number, without one its sentence or row, has the contrary of a word of it."""
    if g.denies:
        return None
    tokens = g.statement.tokens
    mine = {i: m for i, t in enumerate(tokens) if (m := _member(t)) is not None}
    if not mine or not _on_page(g.page):
        return None
    place = g.of_values or g.place
    there = {t: m for t, m in _on_page(g.page).items() if t in place}
    said = set(mine.values())
    terms = {t.at: t for t in g.statement.terms}
    for at, (number, k) in mine.items():
        if (number, k) in there.values() or any((number, o) in said for o in range(4) if o != k):
            continue
        if at in terms and any(t in place for t in g.tokens_of(terms[at])):
            continue  # in another word of the same meaning
        rival = next((t for t, (n, _) in there.items() if n == number), None)
        if rival is not None:
            return Dispute("judge.said_of_another", g.page.text.tokens[rival].text, contradicts=True)
    return None
