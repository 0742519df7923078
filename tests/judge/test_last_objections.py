"""Statements of which the page has all words and numbers, and says something else."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict
from atomcite.judge import get

FLEET = """
Fleet register, 31 March

Vehicle | Depot | Insured for (£) | Roadside cover | Hire rate (£)
Van No. 7 | Leeds | 18,400 | Included | 65 per day
Van No. 9 | Hull | 21,750 | Not included | 80 per day
Trailer No. 3 | Bristol | 24,200 | Not applicable | 12 per hour

The replacement of Van No. 9 was postponed. Six drivers were examined, of whom four are licensed for heavy loads and
two are trainees. The mileage allowance covers journeys to customers, but not commuting. The depot at Hull is heated
to at most 19 degrees. The rental charge will rise to £410 from 1 July. The fuel bonus is doubled where the target was
met without overtime. Tyres are replaced by the garage, windscreens by the insurer. A crane costs
£310 per day for each of the sites. The trailer may not exceed 50 mph on any road.
"""
SCHOOL = """
Сводка по учебным корпусам

Корпус | Мест | Столовая | Аренда, руб.
Корпус 1 | 2 310 | есть | 940
Корпус 2 | 1 875 | нет | 520
Корпус 3 | 1 240 | не работает | 610

Ремонт спортзала отложен. Экзамен сдавали восемь учеников, из них пять — на отлично. Классы убирает подрядчик,
столовую — школа. Надбавка составляет до 15 % оклада. Плата за кружки указана без НДС и равна 2 600 рублей.
Лицензия распространяется на дневное обучение, но не на вечернее.
"""
SALES = """
Units sold

Product | 2021 | 2022
Kettle | 5,310 | 4,870
Toaster | 2,940 | 3,125
"""


def _judged(text: str, statement: str) -> ChannelResult:
    return get("rules").judge([typeset(text)], [statement])[0]


@pytest.mark.parametrize(
    ("text", "sound", "false"),
    [
        (FLEET, "Van No. 9 is insured for £21,750", "Van No. 7 is insured for £21,750"),
        (FLEET, "Van No. 7 is insured for £18,400", "Van No. 8 is insured for £18,400"),
        (SCHOOL, "В корпусе 2 1 875 мест", "В корпусе 4 1 875 мест"),
    ],
)
def test_a_number_that_names_which_thing_is_part_of_its_name(text: str, sound: str, false: str) -> None:
    assert _judged(text, sound).verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, false).verdict is not ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "sound", "false"),
    [
        (FLEET, "Roadside cover is included for Van No. 7", "Roadside cover is included for Van No. 9"),
        (FLEET, "Trailer No. 3 is insured for £24,200", "Trailer No. 3 has roadside cover"),
        (SCHOOL, "Мест в корпусе 3 — 1 240", "Столовая корпуса 3 работает"),
    ],
)
def test_a_cell_that_denies_or_is_empty_bears_out_no_property(text: str, sound: str, false: str) -> None:
    assert _judged(text, sound).verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, false).verdict is not ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "sound", "false"),
    [
        (FLEET, "A crane costs £310 per day", "A crane costs £310 per hour"),
        (FLEET, "The trailer may not exceed 50 mph", "The trailer may not exceed 50 km/h"),
        (
            FLEET,
            "The depot at Hull is heated to at most 19 degrees",
            "The depot at Hull is heated to at least 19 degrees",
        ),
        (SCHOOL, "Надбавка составляет до 15 % оклада", "Надбавка составляет не менее 15 % оклада"),
        (SCHOOL, "Плата за кружки без НДС равна 2 600 рублей", "Плата за кружки с учётом НДС равна 2 600 рублей"),
    ],
)
def test_what_a_number_is_counted_by_and_taken_with(text: str, sound: str, false: str) -> None:
    assert _judged(text, sound).verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, false).verdict is not ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "sound", "false"),
    [
        (FLEET, "Six drivers were examined", "All six drivers are licensed for heavy loads"),
        (SCHOOL, "Экзамен сдавали восемь учеников", "Все восемь учеников сдали экзамен на отлично"),
    ],
)
def test_what_is_said_of_part_is_not_said_of_all(text: str, sound: str, false: str) -> None:
    assert _judged(text, sound).verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, false).verdict is not ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "sound", "false"),
    [
        (FLEET, "The replacement of Van No. 9 was postponed", "Van No. 9 was replaced"),
        (FLEET, "The mileage allowance covers journeys to customers", "The mileage allowance covers commuting"),
        (FLEET, "The rental charge will rise to £410 from 1 July", "The rental charge was £410"),
        (FLEET, "The fuel bonus is doubled where the target was met", "The fuel bonus is doubled"),
        (SCHOOL, "Ремонт спортзала отложен", "Спортзал отремонтирован"),
        (SCHOOL, "Лицензия распространяется на дневное обучение", "Лицензия распространяется на вечернее обучение"),
    ],
)
def test_what_was_undone_left_out_or_is_to_come_is_no_fact(text: str, sound: str, false: str) -> None:
    assert _judged(text, sound).verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, false).verdict is not ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "sound", "false"),
    [
        (FLEET, "Tyres are replaced by the garage", "Tyres are replaced by the insurer"),
        (FLEET, "Windscreens are replaced by the insurer", "Windscreens are replaced by the garage"),
        (SCHOOL, "Классы убирает подрядчик", "Классы убирает школа"),
        (SCHOOL, "Столовую убирает школа", "Столовую убирает подрядчик"),
    ],
)
def test_parts_of_a_sentence_that_share_a_verb_keep_their_pairs(text: str, sound: str, false: str) -> None:
    assert _judged(text, sound).verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, false).verdict is not ChannelVerdict.SUPPORTED


def test_which_way_two_cells_went_is_computed() -> None:
    assert _judged(SALES, "Sales of the toaster rose from 2021 to 2022").verdict is not ChannelVerdict.CONTRADICTED
    fell = _judged(SALES, "Units of the kettle sold rose from 2021 to 2022")
    assert fell.verdict is not ChannelVerdict.SUPPORTED


def test_the_header_of_a_table_says_nothing_of_its_rows() -> None:
    assert _judged(FLEET, "The depot has roadside cover").verdict is not ChannelVerdict.SUPPORTED


REGISTER = """
Tender register

Lot | Bidder | Price (£) | Paid by | Awarded to
1 | Marlow Joinery | 41,300 | bank draft | Marlow Joinery
2 | Penrose Timber | 58,900 | standing order | Kestrel Boards
3 | Kestrel Boards | 36,450 | direct debit | Penrose Timber
"""


def test_a_column_that_tells_the_outcome_is_read_in_its_own_row() -> None:
    assert _judged(REGISTER, "Lot 2 was awarded to Kestrel Boards").verdict is ChannelVerdict.SUPPORTED
    assert _judged(REGISTER, "Lot 3 was awarded to Kestrel Boards").verdict is not ChannelVerdict.SUPPORTED


def test_a_property_of_another_row_is_not_this_one_s() -> None:
    sound = _judged(REGISTER, "The price of £58,900 is paid by standing order")
    assert sound.verdict is ChannelVerdict.SUPPORTED
    assert _judged(REGISTER, "The price of £58,900 is paid by direct debit").verdict is not ChannelVerdict.SUPPORTED
