"""Marks on generated scans: what is there is found, what only looks like it is not taken for one."""

from __future__ import annotations

from functools import cache

import pytest

from atomcite.benchmarks.marks_benchmark import measure
from atomcite.benchmarks.marks_corpus import DPI, Sheet
from atomcite.benchmarks.marks_sheets import marked, unmarked
from atomcite.domain import ChannelVerdict, NoCache, NoMeter, PageImage
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier
from atomcite.vision.cyrillic import missing_cyrillic

pytest.importorskip("typst")
pytest.importorskip("fontpkg_noto_sans")
pytest.importorskip("fontpkg_caveat")
pytestmark = pytest.mark.skipif(missing_cyrillic() is not None, reason="no Cyrillic language data")


@cache
def sheets() -> dict[str, Sheet]:
    """One scan of each kind of mark from the second generator, by kind."""
    return {s.name.split("-")[1]: s for s in marked("b", 40, "scan")}


@cache
def verifier() -> ReaderVerifier:
    return ReaderVerifier(RulesJudge(), cache=NoCache(), meter=NoMeter())


def verdict(kind: str, statement: str) -> ChannelVerdict:
    sheet = sheets()[kind]
    (result,) = verifier().verify([PageImage(1, sheet.pixels, float(DPI))], [statement])
    return result.verdict


def test_marks_of_a_scan_are_found_and_no_others() -> None:
    counts, wrong, seconds = measure(sheets().values())
    assert not [w for w in wrong if w.startswith("false")]
    assert counts["seal", "hit"] == counts["stamp", "hit"] == 1
    assert seconds < 20  # an endless loop, not the speed of this machine


def test_logos_charts_photographs_and_codes_are_no_marks() -> None:
    wanted = ("logo", "chart", "pie", "photo", "code", "links", "coffee")
    _, wrong, _ = measure(s for s in unmarked(41, "scan") if s.name.split("-")[1] in wanted)
    assert wrong == []


@pytest.mark.parametrize(
    ("kind", "statement", "expected"),
    [
        ("seal", "The page bears a round seal.", ChannelVerdict.SUPPORTED),
        ("seal", "На странице стоит круглая печать общества.", ChannelVerdict.SUPPORTED),
        ("seal", "The page has no seal.", ChannelVerdict.CONTRADICTED),
        ("stamp", "На документе стоит штамп.", ChannelVerdict.SUPPORTED),
        ("stamp", "The stamp says VOID.", ChannelVerdict.NOT_CHECKED),
    ],
)
def test_claims_on_marks_are_judged_by_what_the_page_bears(
    kind: str, statement: str, expected: ChannelVerdict
) -> None:
    assert verdict(kind, statement) is expected


def test_a_signed_page_is_never_called_unsigned() -> None:
    assert verdict("signature", "The page is unsigned.") is not ChannelVerdict.SUPPORTED


def test_what_a_stamp_says_is_read_from_its_own_ink() -> None:
    assert verdict("stamp", f"The stamp says '{sheets()['stamp'].said}'.") is ChannelVerdict.SUPPORTED


def test_a_tick_is_judged_by_the_label_beside_it() -> None:
    sheet = sheets()["tick"]
    results = {label: verdict("tick", f"The box '{label}' is ticked.") for label in sheet.ticks}
    for label, ticked in sheet.ticks.items():
        right = ChannelVerdict.SUPPORTED if ticked else ChannelVerdict.CONTRADICTED
        assert results[label] in (right, ChannelVerdict.NOT_CHECKED)
    assert ChannelVerdict.SUPPORTED in results.values() or ChannelVerdict.CONTRADICTED in results.values()
