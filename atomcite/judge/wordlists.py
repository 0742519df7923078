"""Lists of words from `wordlists.toml` beside this module."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from atomcite.judge.words import stem


@cache
def _lists() -> dict[str, str]:
    return tomllib.loads(files(__package__).joinpath("wordlists.toml").read_text("utf-8"))


@cache
def words(name: str) -> frozenset[str]:
    """A list as it is written."""
    return frozenset(_lists()[name].split())


@cache
def phrases(name: str) -> tuple[tuple[str, ...], ...]:
    """A list of phrases, longest first; commas part them."""
    found = (tuple(p.split()) for p in _lists()[name].split(","))
    return tuple(sorted((p for p in found if p), key=lambda p: -len(p)))


@cache
def stems(name: str) -> frozenset[str]:
    """Stems of the words of a list."""
    return frozenset(stem(w) for w in _lists()[name].split())
