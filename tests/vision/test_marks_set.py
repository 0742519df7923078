"""Marks on sheets of both sets, place by place, the print lent to the detectors: floors under what is found."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from atomcite.benchmarks.marks.known import known_reading
from atomcite.benchmarks.marks.measure import MAIN, Tally, tally
from atomcite.benchmarks.marks.pages import PACKAGES
from atomcite.benchmarks.marks.sheets import sheet
from atomcite.domain import PageImage
from atomcite.vision.page_marks import find_marks

pytest.importorskip("typst")
for package in PACKAGES:
    pytest.importorskip(f"fontpkg_{package}")


@cache
def found(maker: str) -> Tally:
    counts = Tally()
    for seed in range(600, 612):
        drawn = sheet(maker, seed, dpi=150)
        marks = find_marks(PageImage(1, drawn.pixels, float(drawn.dpi)), known_reading(drawn))
        for kind, outcome, _ in tally(drawn, marks):
            counts[kind, outcome] += 1
    return counts


def recall(counts: Tally, *kinds: str) -> float:
    hit, miss = (sum(counts[k, o] for k in kinds) for o in ("hit", "miss"))
    assert hit + miss >= 5, "too few to say anything"
    return hit / (hit + miss)


def precision(counts: Tally, *kinds: str) -> float:
    hit, false = (sum(counts[k, o] for k in kinds) for o in ("hit", "false"))
    return hit / (hit + false)


@pytest.mark.parametrize("maker", ["a", "b"])
def test_signatures_are_found(maker: str) -> None:
    assert recall(found(maker), "signature") >= 0.75
    assert precision(found(maker), "signature") >= 0.8


@pytest.mark.parametrize(("maker", "least"), [("a", 0.85), ("b", 0.9)])
def test_marks_of_all_kinds_are_found_and_little_else(maker: str, least: float) -> None:
    assert recall(found(maker), *MAIN) >= 0.7
    assert precision(found(maker), *MAIN) >= least


def test_a_seed_alone_decides_on_a_sheet() -> None:
    one, two = (sheet("b", 3, dpi=110) for _ in range(2))
    assert one.name == two.name
    assert np.array_equal(one.pixels, two.pixels)
    assert one.marks == two.marks


def test_a_line_said_to_be_free_bears_no_signature() -> None:
    for maker in ("a", "b"):
        assert found(maker)["empty line", "false"] == 0
