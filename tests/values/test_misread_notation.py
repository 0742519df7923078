"""Signs that readers of scans take for others, where the context says what they are."""

import pytest

from atomcite.judge.headers import months_in
from atomcite.values import Period, parse_values
from atomcite.values.notation import comma_custom


@pytest.mark.parametrize(
    ("text", "index", "year"), [("П кв. 2025", 2, 2025), ("Ш квартал 2024 г.", 3, 2024), ("II кв. 2025", 2, 2025)]
)
def test_roman_quarters_read_as_cyrillic_letters(text: str, index: int, year: int) -> None:
    (found,) = parse_values(text)
    assert found.value == Period("quarter", index, year)


def test_a_six_read_as_a_letter_before_months() -> None:
    assert (months_in("б мес. 2025"), months_in("6 мес. 2025"), months_in("бюджет")) == (6, 6, 0)


def test_one_damaged_number_does_not_turn_a_table_of_thousands_into_decimals() -> None:
    assert comma_custom("8,794 11,874 17,429 15,906 3,872 2,4") == "groups"
    assert comma_custom("4,125 5,01 7,3 1,5") == "decimal"
