"""Numbers in letterspaced print: their groups of digits stay together, other words keep their distance."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from atomcite.vision.lattice import ALPHABET, BLANK, INDEX, Lattice
from atomcite.vision.picture import LINE_HEIGHT
from atomcite.vision.words import spell


def gaps(text: str, pitch: int) -> list[float]:
    """Widths of the gaps between the words read, as shares of the strip's height. Letters are `pitch` pixels apart, a
    space is as wide as a letter."""
    steps = len(text) * pitch // 8
    probabilities = np.full((steps, len(ALPHABET)), 1e-6, dtype=np.float32)
    crop = np.full((LINE_HEIGHT, steps * 8), 255, dtype=np.uint8)
    for i, char in enumerate(text):
        at = i * pitch // 8 + pitch // 16
        probabilities[at, INDEX[char]] = 0.98
        if char != " ":
            crop[12:36, at * 8 : at * 8 + 10] = 0
    probabilities[:, BLANK] = np.maximum(1e-6, 1 - probabilities.sum(axis=1))
    words = spell(Lattice.of(probabilities), crop)
    width = crop.shape[1] / LINE_HEIGHT
    return [(b.place.start - a.place.end) * width for a, b in pairwise(words)]


@pytest.mark.parametrize("text", ["23 323", "3 348 098"])
def test_groups_of_a_spaced_number_stand_close(text: str) -> None:
    assert max(gaps(text, 40)) < 0.3


@pytest.mark.parametrize("text", ["23 3234", "note 323", "2.1. total"])
def test_other_spaced_words_keep_their_distance(text: str) -> None:
    assert min(gaps(text, 40)) > 0.8


def test_usual_print_is_left_as_it_is() -> None:
    assert min(gaps("23 323", 16)) > 0.3
