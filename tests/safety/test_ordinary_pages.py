"""Generated contracts, reports and letters in both languages hold no orders to a checker."""

from __future__ import annotations

import pytest

from atomcite.benchmarks.prose.generator import families, pages
from atomcite.safety import find


@pytest.mark.parametrize("name", ["tune", "alpha", "beta"])
def test_no_false_alarm_on_generated_pages(name: str) -> None:
    looked_at = alarms = 0
    for family in families(name):
        for page in pages(family, 20):
            looked_at += 1
            alarms += bool(find([line.text for line in page.words.lines]))
    print(f"page safety, {name}: {alarms} false alarms on {looked_at} pages")
    assert looked_at >= 40
    assert alarms == 0
