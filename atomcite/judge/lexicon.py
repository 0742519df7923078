"""Word families: synonyms, antonyms, function words, negation, from the two TOML files beside this module."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from atomcite.judge.words import Token, stem


@dataclass(frozen=True)
class Lexicon:
    """All sets hold stems, but `bounds`, `auxiliary` and `restrictives` hold words. `synonyms` and `antonyms` map
    a stem to the stems that may stand for it or deny it."""

    synonyms: dict[str, frozenset[str]]
    antonyms: dict[str, frozenset[str]]
    phrases: tuple[tuple[tuple[str, ...], str], ...]
    stop: frozenset[str]
    generic: frozenset[str]
    light: frozenset[str]
    negators: frozenset[str]
    exceptions: tuple[tuple[str, ...], ...]
    all_words: frozenset[str]
    some_words: frozenset[str]
    must: frozenset[str]
    may: frozenset[str]
    totals: frozenset[str]
    each: frozenset[str]
    negative_amounts: frozenset[str]
    positive_amounts: frozenset[str]
    limits: frozenset[str]
    marks: frozenset[str]
    mark_context: frozenset[str]
    bounds: frozenset[str]
    auxiliary: frozenset[str]
    prohibitions: frozenset[str]
    restrictives: frozenset[str]
    governing: frozenset[str]
    roles: frozenset[str]
    exclusions: frozenset[str]
    legal_forms: frozenset[str]
    converse: frozenset[str]
    proposals: frozenset[str]
    consents: frozenset[str]
    refusals: frozenset[str]
    instruments: frozenset[str]
    restrictive_adjectives: frozenset[str]

    def is_stop(self, token: Token) -> bool:
        """English function words by form ("own", not "owned"), Russian ones by stem."""
        return token.norm in self.stop or (token.stem in self.stop and not token.norm.isascii())

    def same(self, a: str, b: str) -> bool:
        return b in self.synonyms.get(a, ())

    def opposite(self, a: str, b: str) -> bool:
        return b in self.antonyms.get(a, ())


@cache
def lexicon() -> Lexicon:
    """The lexicon, read once. Entries of several words in a synonym group are kept as phrases that stand for the
    group's first single word."""
    here = files(__package__)
    data = tomllib.loads(here.joinpath("lexicon.toml").read_text("utf-8"))
    general = tomllib.loads(here.joinpath("synonyms.toml").read_text("utf-8"))
    synonyms: dict[str, set[str]] = {}
    phrases: list[tuple[tuple[str, ...], str]] = []
    for group in (*data["synonyms"], *general["groups"]):
        words = [w.strip() for w in group.split(",")]
        singles = list(dict.fromkeys(stem(w) for w in words if " " not in w))
        for s in singles:
            synonyms.setdefault(s, set()).update(x for x in singles if x != s)
        for w in words:
            if " " in w and singles:
                phrases.append((tuple(stem(x) for x in w.split()), singles[0]))
    antonyms: dict[str, set[str]] = {}
    for pair in data["antonyms"]:
        left, right = ([stem(w.strip()) for w in side.split(",")] for side in pair.split("|"))
        for a in left:
            antonyms.setdefault(a, set()).update(right)
        for b in right:
            antonyms.setdefault(b, set()).update(left)

    def stems(key: str) -> frozenset[str]:
        return frozenset(stem(w.strip()) for line in data[key] for w in line.split(",") if w.strip())

    return Lexicon(
        synonyms={k: frozenset(v) for k, v in synonyms.items()},
        antonyms={k: frozenset(v) for k, v in antonyms.items()},
        phrases=tuple(sorted(phrases, key=lambda p: -len(p[0]))),
        stop=frozenset(
            w.strip() if w.strip().isascii() else stem(w.strip()) for line in data["stop"] for w in line.split(",")
        ),
        generic=stems("generic"),
        light=stems("light"),
        negators=stems("negators"),
        exceptions=tuple(tuple(line.split()) for line in data["exceptions"]),
        all_words=stems("all_words"),
        some_words=stems("some_words"),
        must=stems("must"),
        may=stems("may"),
        totals=stems("totals"),
        each=stems("each"),
        negative_amounts=stems("negative_amounts"),
        positive_amounts=stems("positive_amounts"),
        limits=stems("limits"),
        marks=stems("marks"),
        mark_context=stems("mark_context"),
        bounds=frozenset(data["bounds"].split()),
        auxiliary=frozenset(data["auxiliary"].split()),
        prohibitions=stems("prohibitions"),
        restrictives=frozenset(w.strip() for line in data["restrictives"] for w in line.split(",")),
        governing=stems("governing"),
        roles=stems("roles"),
        exclusions=stems("exclusions"),
        legal_forms=stems("legal_forms"),
        converse=stems("converse"),
        proposals=stems("proposals"),
        consents=stems("consents"),
        refusals=stems("refusals"),
        instruments=stems("instruments"),
        restrictive_adjectives=stems("restrictive_adjectives"),
    )
