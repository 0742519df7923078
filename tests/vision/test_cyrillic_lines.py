"""Which lines are taken for Cyrillic."""

from __future__ import annotations

import numpy as np
import pytest

from atomcite.vision.cyrillic import Token
from atomcite.vision.eyes import _is_cyrillic
from atomcite.vision.lattice import ALPHABET, OTHER_MARK, Lattice


def lattice(text: str) -> Lattice:
    """What reads `text` without a doubt, a blank after each sign."""
    scores = np.full((2 * len(text), len(ALPHABET)), 1e-9)
    for n, sign in enumerate(text):
        scores[2 * n, ALPHABET.index(sign)] = 1.0
        scores[2 * n + 1, 0] = 1.0
    return Lattice.of(scores)


def token(text: str, confidence: float) -> Token:
    return Token(text, 0.0, 0.5, 0.0, 1.0, confidence)


@pytest.mark.parametrize(
    ("latin", "taken"),
    [(f"({OTHER_MARK})", True), ("(Rodin Ross)", False)],
    ids=["nothing else reads the line", "the Latin network reads it"],
)
def test_one_sure_word_saves_a_line_that_nothing_else_reads(latin: str, taken: bool) -> None:
    assert _is_cyrillic((token("(ФСТЭК", 0.95), token("Россини)", 0.03)), lattice(latin)) is taken


def test_a_line_without_a_sure_word_is_not_cyrillic() -> None:
    assert not _is_cyrillic((token("Ж?", 0.2), token("Ы", 0.1)), lattice(OTHER_MARK))
