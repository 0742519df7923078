"""Whose line a signature stands on: pages with several lines, side by side and stacked, some of them signed."""

from __future__ import annotations

from functools import cache

import pytest

from atomcite.benchmarks.marks.blocks import SaidOfLines, signing
from atomcite.benchmarks.marks.pages import PACKAGES
from atomcite.domain import Box, Word
from atomcite.vision.captions import captions
from atomcite.vision.cyrillic import missing_cyrillic
from atomcite.vision.mark_labels import named_by


def words(*rows: tuple[float, float, str]) -> list[Word]:
    """Words of rows (left, top, text) of 10 points, 5 points a letter."""
    out: list[Word] = []
    for line, (x, y, text) in enumerate(rows):
        for part in text.split():
            out.append(Word(part, Box(x, y, x + 5 * len(part), y + 10), 0.95, line))
            x += 5 * len(part) + 4
    return out


def said(lines: list[Box], print_: list[Word]) -> list[str]:
    return [" ".join(w.text for w in own) for own in captions(lines, print_)]


def test_names_beneath_lines_side_by_side_belong_to_the_line_over_them() -> None:
    lines = [Box(60, 200, 200, 201), Box(300, 200, 440, 201)]
    print_ = words((60, 206, "Anna Berg"), (300, 206, "Olga Stein"))
    assert said(lines, print_) == ["Anna Berg", "Olga Stein"]


def test_offices_and_names_beside_stacked_lines_belong_to_their_row() -> None:
    lines = [Box(160, 200, 300, 201), Box(160, 230, 300, 231)]
    print_ = words(
        (60, 192, "Директор"), (310, 192, "И. И. Иванов"), (60, 222, "Бухгалтер"), (310, 222, "О. П. Стеклова")
    )  # fmt: skip
    assert said(lines, print_) == ["Директор И. И. Иванов", "Бухгалтер О. П. Стеклова"]


def test_words_between_two_lines_go_by_where_those_of_the_last_line_stand() -> None:
    lines = [Box(60, 200, 200, 201), Box(60, 260, 200, 261)]
    over = words((60, 170, "For the Lender:"), (60, 212, "For the Borrower:"))
    assert said(lines, over) == ["For the Lender:", "For the Borrower:"]
    under = words((60, 204, "Lender"), (60, 264, "Borrower"))
    assert said(lines, under) == ["Lender", "Borrower"]


def test_words_halfway_between_two_lines_are_nobodys() -> None:
    lines = [Box(60, 200, 160, 201), Box(260, 200, 360, 201)]
    assert said(lines, words((190, 192, "I. Ivanov"))) == ["", ""]


def test_words_beyond_room_for_a_line_that_was_not_found_are_nobodys() -> None:
    lines = [Box(360, 200, 480, 201)]
    assert said(lines, words((190, 192, "Head"), (275, 192, "Chief accountant"))) == ["Chief accountant"]


def test_a_first_name_alone_names_nobody() -> None:
    labels = ["Supplier Martin Brandt", "Borrower Owen Whitlock"]
    assert not named_by("Martin Whitlock", labels[0], labels)
    assert not named_by("Martin Whitlock", labels[1], labels)
    assert named_by("Owen Whitlock", labels[1], labels)
    assert named_by("Оскар Берг", "Директор О. Берг", ["Директор О. Берг", "Бухгалтер А. Юдин"])


def test_an_office_that_others_hold_is_not_meant_by_the_party_alone() -> None:
    labels = ["for Tessel Limited Director", "in the presence of Witness", "for Hale plc Director"]
    assert not named_by("witness for Tessel", labels[0], labels)
    assert named_by("director of Tessel", labels[0], labels)


@cache
def outcomes() -> SaidOfLines:
    counts = SaidOfLines()
    for seed in range(40, 46):
        counts.add(signing(seed))
    return counts


@pytest.mark.skipif(missing_cyrillic() is not None, reason="no Cyrillic language data")
def test_who_signed_is_judged_rightly_or_not_at_all() -> None:
    pytest.importorskip("typst")
    for package in PACKAGES:
        pytest.importorskip(f"fontpkg_{package}")
    right, wrong = (sum(n for (_, _, o), n in outcomes().counts.items() if o == name) for name in ("right", "wrong"))
    assert right >= 20
    assert right >= 19 * wrong, outcomes().wrong
    assert not [w for w in outcomes().wrong if "both" in w or "all parties" in w or "сторонами" in w]
