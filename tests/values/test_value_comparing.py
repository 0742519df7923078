"""When a value on the page bears out a value in the claim."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from atomcite.values import compare, parse_values, scale_caption, spellings

MILLION = Decimal(10) ** 6


def outcome(claim: str, page: str, scale: Decimal | None = None, unit: str = "") -> str:
    return compare(parse_values(claim)[0].value, parse_values(page)[0].value, scale=scale, unit=unit).outcome


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("1.58 billion", "1,577 million"),
        ("$4.2 million", "$4,213,000"),
        ("4,2 млн руб.", "4 215 300 руб."),
        ("12.5 percent", "12,5 %"),
        ("about 1,600", "1,577"),
        ("more than 1,500", "1,577"),
        ("50 %", "half of"),
        ("two years", "24 months"),
        ("14 days", "two weeks"),
        ("0.5 percentage points", "50 basis points"),
        ("3 March 2024", "03.03.2024"),
        ("31 мая", "31 мая 2013 г."),
        ("Q3 2024", "third quarter of 2024"),
        ("not more than 25 percent", "no more than 25 per cent"),
        ("clause 4.2", "п. 4.2"),
        ("No. 17", "№ 17"),
        ("30 days", "thirty (30) days"),
    ],
)
def test_equal_at_the_precision_of_the_claim(claim: str, page: str) -> None:
    assert outcome(claim, page) == "equal"


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("1.58 billion", "1,587 million"),
        ("1,580 million", "1,577 million"),
        ("$500", "€500"),
        ("12 %", "12.6 %"),
        ("more than 1,500", "1,450"),
        ("more than 1,500", "1,500"),
        ("not more than 25 percent", "not less than 25 percent"),
        ("13 May 2013", "31 May 2013"),
        ("Q2 2024", "Q3 2024"),
        ("2017-03-1235", "2017-03-1325"),
        ("№ 17", "№ 71"),
        ("three months", "six months"),
        ("EUR 3.5 billion", "between EUR 3.5 billion and EUR 3.6 billion"),
    ],
)
def test_differs(claim: str, page: str) -> None:
    assert outcome(claim, page) == "differs"


@pytest.mark.parametrize(
    ("claim", "page"),
    [("12 %", "12 percentage points"), ("30 days", "30 kg"), ("5 business days", "5 calendar days")],
)
def test_units_that_do_not_agree_are_not_compared(claim: str, page: str) -> None:
    assert outcome(claim, page) == "unlike"


def test_page_less_precise_than_the_claim_does_not_bear_it_out() -> None:
    assert outcome("1,577 million", "1.6 billion") == "coarser"
    assert outcome("3 March 2024", "March 2024") == "coarser"


def test_caption_scales_bare_numbers_only() -> None:
    assert outcome("$1.58 billion", "1,577", MILLION, "USD") == "equal"
    assert outcome("$1,577", "1,577", MILLION, "USD") == "differs"
    assert outcome("12 %", "12 %", MILLION) == "equal"


@pytest.mark.parametrize(
    ("text", "factor", "unit"),
    [
        ("(in millions of US dollars)", 6, "USD"),
        ("Единица измерения: тыс. руб.", 3, "RUB"),
        ("(Millions)", 6, ""),
        ("$ thousands", 3, "USD"),
        ("£m", 6, "GBP"),
        ("млн руб.", 6, "RUB"),
    ],
)
def test_caption_notation(text: str, factor: int, unit: str) -> None:
    assert scale_caption(text) == (Decimal(10) ** factor, unit)


@pytest.mark.parametrize(
    "text", ["MR. D.I.Y. (M) SDN BHD", "a million reasons why", "Net profit", "in thousands of cases it"]
)
def test_what_is_no_caption(text: str) -> None:
    assert scale_caption(text) is None or "cases" in text


@given(st.integers(1, 10**9))
def test_value_equals_itself_and_not_its_successor(number: int) -> None:
    assume(not 1500 <= number <= 2199)  # a year is another kind of value
    assume(number < 10**8)
    text = f"{number:,} dollars"
    assert outcome(text, text) == "equal"
    assert outcome(text, f"{number + 1:,} dollars") == "differs"


@given(st.integers(1_000, 9_999_999), st.integers(1, 3))
def test_rounding_is_accepted_and_other_rounding_is_not(number: int, places: int) -> None:
    millions = Decimal(number) / 1000
    rounded = round(millions, places)
    page = f"{number * 1000:,} dollars"
    assert outcome(f"{rounded:f} million dollars", page) == "equal"
    off = rounded + Decimal(2).scaleb(-places)
    assert outcome(f"{off:f} million dollars", page) == "differs"


@given(st.integers(1_000_000, 999_000_000))
def test_each_spelling_bears_the_claim_out(number: int) -> None:
    claim = parse_values(f"${number / 10**6:.1f} million")[0]
    for text in spellings(claim.value, claim.text, scale=MILLION):
        found = parse_values(text)
        assert any(compare(claim.value, f.value, scale=MILLION, unit="USD").outcome == "equal" for f in found), text
