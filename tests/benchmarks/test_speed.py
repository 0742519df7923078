"""Judging must not be what one waits for. Ratios of processor time within one run, never seconds."""

from __future__ import annotations

from atomcite.benchmarks.speed import measure


def test_judging_is_a_small_part_of_reading_a_page() -> None:
    found = measure(pages=2, claims=20, read_pages=2)
    assert found.claims == 20
    assert found.reading > 0 < found.judging
    assert found.share < 0.05
