"""Words of small closed sets of which a thing has one at a time: daily or monthly, left or right, first or second.

Most of a statement borne out is as a rule enough. For these words it is not: where the page has another word of the
set in the statement's place, the statement says something else, however much of the rest agrees.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement
from atomcite.judge.prepared import Prepared
from atomcite.judge.words import Token, part_of_speech, stem

Member = tuple[int, int]
"""Number of a set, and of one of its members."""
_PER = frozenset(("per", "a", "each", "every", "same", "next", "business", "working", "calendar", "за"))
_VERBS = frozenset(("VERB", "INFN", "PRTS", "PRTF", "GRND"))


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("contrasts.toml").read_text("utf-8"))


@cache
def listed(name: str) -> frozenset[tuple[str, str]]:
    """A list of the file beside the sets, to be looked up with `key_of`."""
    return frozenset(_key(word, stem(word)) for word in _data()[name].split())


def key_of(token: Token) -> tuple[str, str]:
    """What a word is looked up by: its form in English, stem and part of speech in Russian ("правый" is no
    "право")."""
    return _key(token.text, token.stem)


@cache
def _members() -> dict[tuple[str, str], tuple[Member, ...]]:
    data = _data()
    out: dict[tuple[str, str], tuple[Member, ...]] = {}
    for number, line in enumerate(data["sets"]):
        for k, member in enumerate(line.split("|")):
            for word in member.split(","):
                key = _key(word.strip(), stem(word.strip()))
                out[key] = (*out.get(key, ()), (number, k))
    return out


def _key(word: str, stem_of_word: str) -> tuple[str, str]:
    low = word.casefold()
    if low.isascii():
        return low, ""
    part = part_of_speech(low)
    return stem_of_word, "verb" if part in _VERBS else part


def members(token: Token) -> tuple[Member, ...]:
    """The sets that a word belongs to, with its place in each; empty for most words."""
    return _members().get(_key(token.text, token.stem), ()) if token.is_word else ()


def claimed(statement: Statement, at: int) -> tuple[Member, ...]:
    """The same of a word of a statement; none within a value, or counted by ("185 per night")."""
    if any(first <= at <= last for first, last in statement.value_tokens):
        return ()
    return _uncounted(statement.tokens, at)


def _uncounted(tokens: Sequence[Token], at: int) -> tuple[Member, ...]:
    return () if at and tokens[at - 1].norm in _PER else members(tokens[at])


def contrasted(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """A token of the page that stands where the statement has another word of its set; None where the place has the
    statement's own word, none of its set, or several."""
    mine = [(i, m) for i in range(len(statement.tokens)) for m in claimed(statement, i)]
    if not mine:
        return None
    place = place_of(page, found)
    there, around = _by_set(page, place), _by_set(page, found.window.context)
    said = {m for _, m in mine}
    terms = {t.at: t for t in statement.terms}
    for at, (number, k) in mine:
        rivals = {m: t for m, t in there.get(number, {}).items() if (number, m) not in said}
        if not rivals or k in there.get(number, {}) or k in around.get(number, {}):
            continue
        term = terms.get(at)
        if term is not None and any(h.token in place and not h.opposite and h.score >= 0.8 for h in page.hits(term)):
            continue  # said with another word of the same meaning
        if len(rivals) == 1:
            return next(iter(rivals.values()))
    return None


def place_of(page: Prepared, found: Alignment) -> frozenset[int]:
    """The window itself; of several sentences the one that has most of the statement."""
    inside = found.window.inside
    if not (found.window.kind in {"pair", "paragraph"} or (found.window.kind == "rows" and inside & page.prose)):
        return inside
    sentence = page.marked.sentence
    count: dict[int, float] = {}
    for hit in found.best:
        if hit is not None and hit.token in inside:
            count[sentence[hit.token]] = count.get(sentence[hit.token], 0.0) + hit.score
    if not count:
        return inside
    main = max(count, key=lambda n: count[n])
    return frozenset(t for t in inside if sentence[t] == main)


def _by_set(page: Prepared, tokens: frozenset[int]) -> dict[int, dict[int, int]]:
    """For each set the members among some tokens, with a token of each."""
    out: dict[int, dict[int, int]] = {}
    for t, found in _on_page(page):
        if t in tokens:
            for number, k in found:
                out.setdefault(number, {}).setdefault(k, t)
    return out


@lru_cache(maxsize=512)
def _on_page(page: Prepared) -> tuple[tuple[int, tuple[Member, ...]], ...]:
    """The words of the sets on a page; those within values left out."""
    tokens, inside = page.text.tokens, valued(page)
    return tuple((i, m) for i in range(len(tokens)) if i not in inside and (m := _uncounted(tokens, i)))


@lru_cache(maxsize=512)
def valued(page: Prepared) -> frozenset[int]:
    """Tokens of the page's values."""
    return frozenset(t for v in page.values for t in range(v.first, v.last + 1))
