"""Words that say that something became more or less."""

from __future__ import annotations

from atomcite.judge.wordlists import stems


def rising() -> frozenset[str]:
    return stems("rising")


def falling() -> frozenset[str]:
    return stems("falling")


def direction(word: str) -> int:
    """+1 for a stem that says "more", -1 for one that says "less", 0 for others."""
    return 1 if word in rising() else -1 if word in falling() else 0
