"""Clauses that leave out the verb of the one before: each half of such a sentence is read for itself."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict, PageWords
from atomcite.judge import get

EN = """
RULES OF THE BOATHOUSE

1. The Club repairs the slipway, the Council the sea wall.

2. Ms Orde painted the hull in April and Mr Finch the mast in May.

3. Launches are booked by the Coach and moorings by the Warden.

4. The rent was fixed at 900 pounds for the shed and at 1,200 pounds for the loft.
"""
RU = """
ПРАВИЛА ПРИСТАНИ

1. Катера обслуживает Смотритель, понтоны — Мастерская.

2. Заявки принимает Дежурный, а Начальник — жалобы.
"""


@pytest.fixture(scope="module")
def pages() -> dict[str, PageWords]:
    return {"en": typeset(EN), "ru": typeset(RU)}


@pytest.mark.parametrize(
    ("language", "statement", "holds"),
    [
        ("en", "The Council repairs the sea wall.", True),
        ("en", "The Club repairs the slipway.", True),
        ("en", "The Club repairs the sea wall.", False),
        ("en", "The Council repairs the slipway.", False),
        ("en", "Moorings are booked by the Warden.", True),
        ("en", "Moorings are booked by the Coach.", False),
        ("en", "Launches are booked by the Warden.", False),
        ("ru", "Понтоны обслуживает Мастерская.", True),
        ("ru", "Катера обслуживает Смотритель.", True),
        ("ru", "Понтоны обслуживает Смотритель.", False),
        ("ru", "Катера обслуживает Мастерская.", False),
        ("ru", "Начальник принимает жалобы.", True),
        ("ru", "Дежурный принимает жалобы.", False),
    ],
)
def test_a_statement_takes_all_its_words_from_one_half(
    pages: dict[str, PageWords], language: str, statement: str, holds: bool
) -> None:
    result = get("rules").judge([pages[language]], [statement])[0]
    assert (result.verdict is ChannelVerdict.SUPPORTED) == holds, [m.render("en") for m in result.reason]
