"""What is read from one notation or another."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atomcite.values import Clock, DateValue, Identifier, PartialDate, Period, Quantity, parse_values

QUANTITIES = [
    ("4,2 млн руб.", "4200000", "RUB"),
    ("4.2 million", "4200000", ""),
    ("4.2M", "4200000", ""),
    ("$1,577M", "1577000000", "USD"),
    ("£4.2m", "4200000", "GBP"),
    ("EUR 500", "500", "EUR"),
    ("RM 9.60", "9.60", "MYR"),
    ("RM9.60", "9.60", "MYR"),
    ("500 тыс. ₽", "500000", "RUB"),
    ("1 234 567,89", "1234567.89", ""),
    ("1\u00a0234\u00a0567,89", "1234567.89", ""),
    ("1\u2009234", "1234", ""),
    ("1'234", "1234", ""),
    ("1,234,567.89", "1234567.89", ""),
    ("1.234.567,89", "1234567.89", ""),
    ("12,34,567", "1234567", ""),
    ("−5", "-5", ""),
    ("-5", "-5", ""),
    ("(1,234)", "-1234", ""),
    ("$(1,234)", "-1234", "USD"),
    ("минус 3", "-3", ""),
    ("12,5 %", "12.5", "%"),
    ("12.5 per cent", "12.5", "%"),
    ("0,3 п.п.", "0.3", "pp"),
    ("2 percentage points", "2", "pp"),
    ("25 basis points", "25", "bp"),
    ("thirty days", "30", "day"),
    ("тридцати дней", "30", "day"),
    ("three months", "3", "month"),
    ("10 рабочих дней", "10", "business day"),
    ("two hundred and fifty thousand dollars", "250000", "USD"),
    ("двести пятьдесят тысяч рублей", "250000", "RUB"),
    ("thirty (30) days", "30", "day"),
    ("214,5 кв. м", "214.5", "m2"),
    ("54,2 кв. м", "54.2", "m2"),  # no second quarter
    ("3 кв.м", "3", "m2"),
    ("1 кв. метр", "1", "m2"),
]


@pytest.mark.parametrize(("text", "number", "unit"), QUANTITIES)
def test_quantity_in_each_notation(text: str, number: str, unit: str) -> None:
    found = parse_values(text)
    assert len(found) == 1, found
    value = found[0].value
    assert isinstance(value, Quantity)
    assert value.readings[0].number == Decimal(number)
    assert value.unit == unit


def test_numeral_within_words_is_one_value_with_its_digits_and_disagreeing_digits_are_another() -> None:
    disagree = [f.value for f in parse_values("thirty (60) days")]
    assert next(v.readings[0].number for v in disagree if isinstance(v, Quantity)) == 30
    assert len(disagree) == 2


@pytest.mark.parametrize("text", ["1,234", "1.234"])
def test_ambiguous_separator_keeps_both_readings(text: str) -> None:
    value = parse_values(text)[0].value
    assert isinstance(value, Quantity)
    assert {r.number for r in value.readings} == {Decimal("1234"), Decimal("1.234")}


def test_language_around_orders_the_readings() -> None:
    english = parse_values("a total of 1,234 units")[0].value
    russian = parse_values("всего 1,234 единицы")[0].value
    assert isinstance(english, Quantity)
    assert isinstance(russian, Quantity)
    assert english.readings[0].number == 1234
    assert russian.readings[0].number == Decimal("1.234")


DATES = [
    ("3 марта 2024", (2024, 3, 3)),
    ("«03» марта 2024 г.", (2024, 3, 3)),
    ("03.03.2024", (2024, 3, 3)),
    ("March 3, 2024", (2024, 3, 3)),
    ("3rd March 2024", (2024, 3, 3)),
    ("2024-03-03", (2024, 3, 3)),
    ("21/03/2018", (2018, 3, 21)),
    ("31 мая", (None, 5, 31)),
    ("May 2013", (2013, 5, None)),
    ("21-Mar-18", (2018, 3, 21)),
    ("2 September 2024", (2024, 9, 2)),
]


@pytest.mark.parametrize(("text", "parts"), DATES)
def test_date_in_each_notation(text: str, parts: tuple[int | None, int | None, int | None]) -> None:
    value = parse_values(text)[0].value
    assert isinstance(value, DateValue)
    assert value.readings == (PartialDate(*parts),)


def test_date_with_slashes_keeps_both_orders() -> None:
    value = parse_values("3/4/2024")[0].value
    assert isinstance(value, DateValue)
    assert {(r.month, r.day) for r in value.readings} == {(3, 4), (4, 3)}


@pytest.mark.parametrize("text", ["section 3 may apply", "31 February 2020 is", "the market of 12"])
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert not any(isinstance(f.value, DateValue) and f.value.readings[0].day for f in parse_values(text))


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("Q3 2024", Period("quarter", 3, 2024)),
        ("third quarter of 2022", Period("quarter", 3, 2022)),
        ("III квартал 2024 г.", Period("quarter", 3, 2024)),
        ("3 кв.", Period("quarter", 3)),
        ("первое полугодие 2023 года", Period("half", 1, 2023)),
        ("fiscal year 2024", Period("fiscal_year", 0, 2024)),
        ("FY2024/25", Period("fiscal_year", 0, 2025)),
    ],
)
def test_periods(text: str, period: Period) -> None:
    assert parse_values(text)[0].value == period


def test_time_of_day() -> None:
    assert parse_values("at 12:45")[0].value == Clock(12, 45)
    assert parse_values("at 2.30 p.m.")[0].value == Clock(14, 30)


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("Docket No. 2017-03-1235", "2017-03-1235"),
        ("form GBHC902", "gbhc902"),
        ("Приказ № 17", "17"),
        ("п. 4.2", "4.2"),
        ("clause 12(1)", "12(1)"),
        ("№ 149-ФЗ", "149-фз"),
        ("договор № 48/А", "48/a"),
        ("account 000123456789", "000123456789"),
    ],
)
def test_identifiers_are_never_quantities(text: str, identifier: str) -> None:
    values = [f.value for f in parse_values(text)]
    assert [v.text for v in values if isinstance(v, Identifier)] == [identifier]
    assert not any(isinstance(v, Quantity) for v in values)


def test_change_is_two_values_and_range_is_one() -> None:
    assert len(parse_values("rose from 7.1 to 8.4 million")) == 2
    ranged = parse_values("between EUR 3.5 billion and EUR 3.6 billion")
    assert len(ranged) == 1
    value = ranged[0].value
    assert isinstance(value, Quantity)
    assert value.top
    assert value.top[0].number == Decimal("3600000000")


def test_spans_point_back_into_the_text() -> None:
    text = "On 3 March 2024, revenue of $4.2 million (2023: $3.9 million) in 12 stores."
    for found in parse_values(text):
        assert text[found.start : found.end] == found.text


@given(st.integers(0, 10**12), st.sampled_from([",", " ", "\u00a0", "\u202f", "'"]))
def test_grouped_integers_round_trip(number: int, mark: str) -> None:
    text = f"{number:,}".replace(",", mark)
    value = parse_values(f"total {text} units")
    numbers = {r.number for f in value if isinstance(f.value, Quantity) for r in f.value.readings}
    years = {Decimal(r.year or 0) for f in value if isinstance(f.value, DateValue) for r in f.value.readings}
    assert Decimal(number) in numbers | years or number >= 10**8  # long bare digits are an identifier


@given(st.decimals("0.01", "99999.99", places=2), st.sampled_from(["$", "€", "£", "EUR ", "RM "]))
def test_money_round_trips_in_english(number: Decimal, currency: str) -> None:
    value = parse_values(f"paid {currency}{number:,} in cash")[0].value
    assert isinstance(value, Quantity)
    assert value.readings[0].number == number
    assert value.unit in {"USD", "EUR", "GBP", "MYR"}


@given(st.decimals("0.1", "9999.9", places=1), st.sampled_from([("тыс.", 3), ("млн", 6), ("млрд", 9)]))
def test_scaled_roubles_round_trip_in_russian(number: Decimal, scale: tuple[str, int]) -> None:
    word, power = scale
    text = f"{number}".replace(".", ",")
    value = parse_values(f"составила {text} {word} руб. за год")[0].value
    assert isinstance(value, Quantity)
    assert value.readings[0].number == number * 10**power
    assert value.unit == "RUB"


@given(st.dates(min_value=date(1600, 1, 1), max_value=date(2099, 12, 31)))
def test_dates_round_trip(day: date) -> None:
    text = f"{day:%d.%m.%Y}"
    value = parse_values(f"dated {text}")[0].value
    assert isinstance(value, DateValue)
    part = value.readings[0]
    assert f"{part.day:02}.{part.month:02}.{part.year:04}" == text


@given(st.text(max_size=60))
def test_no_text_breaks_the_parser_and_spans_never_overlap(text: str) -> None:
    last = 0
    for found in parse_values(text):
        assert last <= found.start < found.end <= len(text)
        last = found.end


@pytest.mark.parametrize("text", ["комната 12 — 1 720 руб.", "bay 4 – £90"])
def test_a_spaced_dash_between_a_number_of_a_name_and_an_amount_is_no_range(text: str) -> None:
    assert not any(isinstance(v.value, Quantity) and v.value.top for v in parse_values(text))


@pytest.mark.parametrize("text", ["10 — 15 рублей", "500 - 600 million"])
def test_a_spaced_dash_between_near_numbers_is_a_range(text: str) -> None:
    assert any(isinstance(v.value, Quantity) and v.value.top for v in parse_values(text))


def test_a_bound_may_run_over_a_line_end() -> None:
    found = parse_values("скидка не  более 30 %")[0].value
    assert isinstance(found, Quantity)
    assert found.qualifier == "at_most"
