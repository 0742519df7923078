"""Two amounts told together: with their years, against one another, net of a reserve, under one period."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict
from atomcite.judge import get

SUPPORTED = ChannelVerdict.SUPPORTED


def supported(page: str, statement: str) -> bool:
    return get("rules").judge([typeset(page)], [statement])[0].verdict is SUPPORTED


QUARTER = """
The following table shows key figures of the ferry business:

Three Months Ended March 31, | 2021 | 2020 | Cnge
Ticket revenue | $ 612 | $ 540 | 13 %
Fuel cost | $ 205 | $ 231 | (11) %
Load factor | 71 % | 64 % |
Result per share | $ (1.30) | $ (0.45) |
"""


@pytest.mark.parametrize(
    ("statement", "true"),
    [
        ("Ticket revenue grew 13% to $612 in the first quarter of 2021.", True),
        ("Ticket revenue was $612 in the first quarter of 2020.", False),
        ("Ticket revenue was $612 in the second quarter of 2021.", False),
        ("Ticket revenue fell 13% to $612 in the first quarter of 2021.", False),
        ("Load factor rose to 71% in the first quarter of 2021 from 64% a year before.", True),
        ("Load factor fell to 64% in the first quarter of 2021 from 71% a year before.", False),
        ("Ticket revenue was $612 in the first quarter of 2021, against $540 a year earlier.", True),
        ("Ticket revenue was $540 in the first quarter of 2021, against $612 a year earlier.", False),
        ("Result per share was a loss of $1.30 in the first quarter of 2021, against a loss of $0.45 in 2020.", True),
        (
            "Result per share was a loss of $0.45 in the first quarter of 2021, against one of $1.30 in 2020.",
            False,
        ),
    ],
)
def test_a_period_over_the_labels_is_that_of_every_column(statement: str, true: bool) -> None:
    assert supported(QUARTER, statement) is true


PROSE = """
The average number of drivers in 2022 was 318 people (in 2021 it was 290 people). The increase followed the opening
of the second depot in Varna in the spring of that year.

Depot utilisation of 81.4% in the current year compared to 84.9% in the prior year, owing to the works on the northern
line and the closure of the workshop for three months.

The meeting resolved to pay dividends for 2021 of 15 euros a share. For 2022 the board recommends 22 euros a share.
"""


@pytest.mark.parametrize(
    ("statement", "true"),
    [
        ("The average number of drivers increased from 290 to 318 people.", True),
        ("The average number of drivers increased from 318 to 290 people.", False),
        ("The average number of drivers decreased from 318 to 290 people.", False),
        ("Depot utilisation declined to 81.4% in the current year.", True),
        ("Depot utilisation improved to 81.4% in the current year.", False),
        ("The meeting resolved to pay dividends for 2021 of 15 euros a share.", True),
        ("The meeting resolved to pay dividends for 2021 of 22 euros a share.", False),
    ],
)
def test_amounts_in_text_keep_their_years_and_their_order(statement: str, true: bool) -> None:
    assert supported(PROSE, statement) is true


STOCKS = """
Таблица 3. Товары, тыс. руб.

Вид | 31.12.2021 | 31.12.2022
Зерно | 40 200 | 51 700
Корма | 12 310 | 10 940
Резерв под снижение цен | (1 150) | (2 640)
Итого | 51 360 | 60 000
"""


@pytest.mark.parametrize(
    ("statement", "true"),
    [
        ("Товары за вычетом резерва на 31 декабря 2022 года составили 60,0 млн рублей.", True),
        ("Товары за вычетом резерва на 31 декабря 2021 года составили 60,0 млн рублей.", False),
        ("Товары за вычетом амортизации на 31 декабря 2022 года составили 60,0 млн рублей.", False),
        ("Резерв под снижение цен на 31 декабря 2022 года составил 60,0 млн рублей.", False),
    ],
)
def test_a_total_is_net_of_what_its_table_takes_off(statement: str, true: bool) -> None:
    assert supported(STOCKS, statement) is true


RELEASE = """
Second Quarter 2020 Highlights:

Freight Division

Net sales of $41 million, an increase of 14% compared to the prior year quarter, owing to more business in the ports
of the south and the new terminal.

Operating loss was $3 million compared to operating income of $17 million in the prior year quarter, owing to the rent
of the new terminal and the higher price of fuel.
"""


@pytest.mark.parametrize(
    ("statement", "true"),
    [
        ("Net sales were $41 million in the second quarter of 2020.", True),
        ("Net sales were $41 million in the second quarter of 2019.", False),
        ("Net sales were $41 million in the first quarter of 2020.", False),
        ("Operating income was $17 million in the second quarter of 2019.", True),
        ("Operating income was $17 million in the second quarter of 2020.", False),
        ("Net sales fell 14% to $41 million in the second quarter of 2020.", False),
    ],
)
def test_the_prior_year_is_the_one_before_that_of_the_heading(statement: str, true: bool) -> None:
    assert supported(RELEASE, statement) is true
