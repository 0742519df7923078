"""What captions, headers and notes say of the numbers under them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from atomcite.values import scale_caption


@pytest.mark.parametrize(
    ("text", "power", "unit"),
    [
        ("(in thousands of US dollars)", 3, "USD"),
        ("£'000", 3, "GBP"),
        ("€bn", 9, "EUR"),
        ("Turnover, £m", 6, "GBP"),
        ("(pounds sterling thousand)", 3, "GBP"),
        ("GBP, thousands", 3, "GBP"),
        ("FY2020, $ million", 6, "USD"),
        ("All amounts are in millions of euros unless otherwise stated.", 6, "EUR"),
        ("(Millions)", 6, ""),
        ("(000's)", 3, ""),
        ("тыс. руб.", 3, "RUB"),
        ("Ед. изм.: млн долл. США", 6, "USD"),
        ("(в миллионах российских рублей)", 6, "RUB"),
        ("2023 год, млрд руб.", 9, "RUB"),
        ("(thousands of tonnes)", 3, "t"),
    ],
)
def test_scale_and_unit_of_a_caption(text: str, power: int, unit: str) -> None:
    assert scale_caption(text) == (Decimal(10) ** power, unit)


@pytest.mark.parametrize(
    "text",
    ["a loss of 5 million euros", "12 млн руб. было выплачено", "Item, m", "руб.", "more than 20 million people"],
)
def test_amounts_and_bare_units_are_no_captions(text: str) -> None:
    assert scale_caption(text) is None
