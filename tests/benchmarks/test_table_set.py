"""A small part of the table set, as a floor: what the judge makes of generated tables, read from the text layer and
by OCR from pixels."""

from __future__ import annotations

import pytest

from atomcite.benchmarks.table_set import TYPE, Figures, decide, figures
from atomcite.benchmarks.tables import FAMILIES, LEVELS, Family, make_sheet
from atomcite.benchmarks.tables.model import Language


def measured(family: Family, seeds: range, level: str, languages: tuple[Language, ...] = ("en", "ru")) -> Figures:
    return figures(decide((make_sheet(family, lang, s) for lang in languages for s in seeds), [level]))


@pytest.mark.parametrize("family", FAMILIES)
def test_most_decisions_are_right_and_hardly_any_support_is_false(family: Family) -> None:
    found = measured(family, range(500, 512), TYPE)
    assert sum(found.count.values()) > 400
    assert found.accuracy >= 0.90
    assert found.false_supported <= 0.03


@pytest.mark.slow
@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_pages_read_from_pixels_hold_the_floor(level: str) -> None:
    found = measured("report", range(500, 502), level)
    assert sum(found.count.values()) > 60
    assert found.accuracy >= 0.75  # four pages: a floor that only a break falls through
    assert found.false_supported <= 0.06


def test_a_seed_fixes_page_and_claims() -> None:
    assert make_sheet("tune", "ru", 7) == make_sheet("tune", "ru", 7)
    assert make_sheet("tune", "ru", 7).claims != make_sheet("tune", "ru", 8).claims


def test_families_share_no_labels() -> None:
    from atomcite.benchmarks.tables import vocabulary

    for language in ("en", "ru"):
        tune, report = (vocabulary(f, language) for f in FAMILIES)
        assert not {label.text for label in tune.money} & {label.text for label in report.money}
