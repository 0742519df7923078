"""Highlights of several claims at one place are one highlight."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from atomcite.domain import Box
from atomcite.reports.findings_on_pages import OVER, Finding, regions
from atomcite.reports.places import Mark


def finding(name: str, *boxes: Box, page: int = 1) -> Finding:
    marks = tuple(Mark("text", page, box, True, "") for box in boxes)
    return Finding(None, page, marks, name, name)  # type: ignore[arg-type]


def test_the_most_urgent_finding_names_a_shared_place() -> None:
    wrong, right = finding("wrong", Box(50, 100, 90, 110)), finding("right", Box(40, 99, 300, 111))
    elsewhere = finding("elsewhere", Box(40, 112, 300, 124), Box(40, 300, 60, 312))
    (shared, first, second) = sorted(regions([wrong, right, elsewhere]), key=lambda r: r.mark.box.y0)
    assert [f.note for f in shared.findings] == ["wrong", "right"]
    assert shared.mark.box == Box(40, 99, 300, 111)
    assert [f.note for f in (*first.findings, *second.findings)] == ["elsewhere", "elsewhere"]
    assert len(regions([wrong, finding("right", Box(40, 99, 300, 111), page=2)])) == 2


@given(st.lists(st.tuples(*[st.integers(0, 60)] * 2, *[st.integers(5, 40)] * 2), min_size=1, max_size=8))
def test_no_two_highlights_lie_over_one_another_and_none_is_lost(places: list[tuple[int, int, int, int]]) -> None:
    found = [finding(str(n), Box(x, y, x + w, y + h)) for n, (x, y, w, h) in enumerate(places)]
    drawn = regions(found)
    for a, b in combinations([r.mark.box for r in drawn], 2):
        shared = a.intersection(b)
        assert shared is None or shared.area <= OVER * min(a.area, b.area)
    assert sorted(f.note for r in drawn for f in r.findings) == sorted(f.note for f in found)
    for region in drawn:
        assert [int(f.note) for f in region.findings] == sorted(int(f.note) for f in region.findings)
