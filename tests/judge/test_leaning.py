"""What a poorly read place lends to a statement, and when it lends nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict, PageWords
from atomcite.judge import RulesJudge
from atomcite.judge.leaning import leaning

TABLE = """
USD million | 2022 | 2023

Lease liabilities | 9,114 | {}
Trade payables | 7,205 | 6,981
"""
CLAUSE = """
The supplier is Norwood Paper Ltd.

The total price is {} euros.
"""


def read(text: str, place: str, confidence: float = 0.2) -> PageWords:
    """The page with its words read surely but those of `place`."""
    page = typeset(text.format(place))
    poor = set(place.split())
    return replace(page, words=tuple(replace(w, confidence=confidence) if w.text in poor else w for w in page.words))


def lent(page: PageWords, statement: str) -> float | None:
    judge = RulesJudge()
    (result,) = judge.judge([page], [statement])
    assert result.verdict is not ChannelVerdict.SUPPORTED
    return leaning(judge, page, statement, result)


@pytest.mark.parametrize(
    ("text", "place", "statement", "false"),
    [
        (CLAUSE, "¥9PGi343,419", "The total price is {} euros.", ("3,343,419", "3,941,207")),
        (TABLE, "c40%62", "Lease liabilities were {} million US dollars in 2023.", ("10,762", "28,519")),
    ],
)
def test_a_place_lends_more_to_what_it_resembles(
    text: str, place: str, statement: str, false: tuple[str, str]
) -> None:
    page = read(text, place)
    like, unlike = (lent(page, statement.format(value)) for value in false)
    assert like is not None
    assert unlike is None or unlike < like - 1


def test_a_place_in_another_column_or_row_lends_nothing() -> None:
    page = read(TABLE, "c40%62")
    assert lent(page, "Lease liabilities were 10,762 million US dollars in 2023.") is not None
    assert lent(page, "Lease liabilities were 10,762 million US dollars in 2022.") is None
    assert lent(page, "Trade payables were 10,762 million US dollars in 2023.") is None


def test_what_was_read_surely_lends_nothing() -> None:
    assert lent(read(CLAUSE, "3,943,419", confidence=0.97), "The total price is 3,343,419 euros.") is None


def test_words_that_are_missing_are_not_made_up_for() -> None:
    assert lent(read(CLAUSE, "¥9PGi343,419"), "The advance payment is 3,343,419 euros.") is None
    assert lent(read(CLAUSE, "¥9PGi343,419"), "Kestrel Textiles asks a total price of 3,343,419 euros.") is None
