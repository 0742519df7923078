"""Statements about the marks of generated pages, through the whole reader; and pages full of what is no mark."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from atomcite.benchmarks.marks.claims import statements
from atomcite.benchmarks.marks.known import known_reading
from atomcite.benchmarks.marks.pages import PACKAGES
from atomcite.benchmarks.marks.sheets import Sheet, sheet
from atomcite.domain import ChannelVerdict, NoCache, NoMeter, PageImage
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier
from atomcite.vision.cyrillic import missing_cyrillic
from atomcite.vision.page_marks import find_marks

pytest.importorskip("typst")
for package in PACKAGES:
    pytest.importorskip(f"fontpkg_{package}")


def page(drawn: Sheet) -> PageImage:
    return PageImage(1, drawn.pixels, float(drawn.dpi))


@cache
def outcomes() -> Counter[tuple[str, str]]:
    """(kind, "right" | "wrong" | "not checked") of the statements about some marked sheets."""
    verifier = ReaderVerifier(RulesJudge(), cache=NoCache(), meter=NoMeter())
    counts: Counter[tuple[str, str]] = Counter()
    for seed in range(640, 644):
        drawn = sheet("b", seed, dpi=150)
        asked = list(statements(drawn))
        results = verifier.verify([page(drawn)], [s for _, s, _ in asked])
        for (kind, _, truth), result in zip(asked, results, strict=True):
            if result.verdict is ChannelVerdict.NOT_CHECKED:
                counts[kind, "not checked"] += 1
            else:
                counts[kind, "right" if (result.verdict is ChannelVerdict.SUPPORTED) == truth else "wrong"] += 1
    return counts


@pytest.mark.skipif(missing_cyrillic() is not None, reason="no Cyrillic language data")
def test_statements_about_marks_are_judged_rightly_or_not_at_all() -> None:
    right, wrong = (sum(n for (_, o), n in outcomes().items() if o == name) for name in ("right", "wrong"))
    assert right + wrong >= 8
    assert right >= 19 * wrong


@pytest.mark.parametrize("maker", ["a", "b"])
def test_pages_full_of_charts_emblems_and_codes_bear_hardly_a_mark(maker: str) -> None:
    """Nobody signed or ticked anything there; a target printed in black may pass for a seal on a fax."""
    seals = 0
    for seed in range(660, 663):
        drawn = sheet(maker, seed, dpi=110, crowded=True, unmarked=True)
        marks = find_marks(page(drawn), known_reading(drawn))
        seals += len(marks.seals)
        assert not marks.signatures, drawn.name
        assert not [t.text for t in marks.ticks if t.state == "ticked"], drawn.name
    assert seals <= 1
