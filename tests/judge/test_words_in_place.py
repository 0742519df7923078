"""A statement of which nearly all stands on the page, and the page has another word in the decisive place."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict
from atomcite.judge import get
from atomcite.judge.measures import unit_at
from atomcite.judge.words import tokenize

LEASE = """
EQUIPMENT HIRE AGREEMENT

The Hirer pays the rent monthly by bank transfer. The crane stands at the northern gate of the site and
is inspected weekly. Damage from frost is repaired by the Owner within ten days.

The Hirer reports an accident to the Owner within 12 hours and to the authorities within two days.
During the winter the notice is six weeks; afterwards the notice is two weeks.

Each operator takes turns: Adams works 30 hours on the first shift, Brody 24 hours on the second shift.
"""
REPORT = """
Отчёт о работе насосной станции за март

Показания счётчика передаются ежедневно. Правый насос остановлен для ремонта на восемь суток. На входе
давление составило 4,2 бар, а на выходе 6,9 бар. За работу ночью к окладу добавляется 950 руб.

Показатель | Результат | Норма
Хлор, мг/л | 0,31 | 0,50
Аммиак, мкг/л | 17 | 50
"""
LEDGER = """
Stock of spare parts, 30 June

Part | On hand | On order
Bearing | 140 | 65
Gasket, rubber | 2,310 | 900
"""


def _judged(text: str, statement: str) -> ChannelResult:
    return get("rules").judge([typeset(text)], [statement])[0]


@pytest.mark.parametrize(
    ("text", "sound", "false"),
    [
        (LEASE, "The Hirer pays the rent monthly", "The Hirer pays the rent weekly"),
        (LEASE, "The crane stands at the northern gate", "The crane stands at the southern gate"),
        (REPORT, "Показания счётчика передаются ежедневно", "Показания счётчика передаются ежемесячно"),
        (REPORT, "Правый насос остановлен для ремонта", "Левый насос остановлен для ремонта"),
        (
            REPORT,
            "За работу ночью к окладу добавляется 950 руб.",
            "За работу ночью из оклада вычитается 950 руб.",
        ),
    ],
)
def test_of_words_that_exclude_one_another_the_page_s_decides(text: str, sound: str, false: str) -> None:
    assert _judged(text, sound).verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, false).verdict is not ChannelVerdict.SUPPORTED


def test_the_reason_names_the_page_s_word() -> None:
    found = _judged(LEASE, "The crane at the southern gate of the site is inspected weekly")
    assert found.verdict is not ChannelVerdict.SUPPORTED
    assert any("northern" in m.render("en") for m in found.reason)


@pytest.mark.parametrize(
    ("text", "sound", "false"),
    [
        (
            LEASE,
            "The Hirer reports an accident to the authorities within two days",
            "The Hirer reports an accident to the authorities within 12 hours",
        ),
        (LEASE, "During the winter the notice is six weeks", "During the winter the notice is two weeks"),
        (LEASE, "Brody works 24 hours on the second shift", "Brody works 24 hours on the first shift"),
        (REPORT, "На входе давление составило 4,2 бар", "На выходе давление составило 4,2 бар"),
    ],
)
def test_a_value_goes_with_the_words_of_its_own_part_of_the_sentence(text: str, sound: str, false: str) -> None:
    assert _judged(text, sound).verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, false).verdict is not ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("sound", "false"),
    [
        ("Хлор составил 0,31 мг/л", "Хлор составил 0,31 г/л"),
        ("Аммиак составил 17 мкг/л", "Аммиак составил 17 мг/л"),
        ("Хлор составил 0,31 мг/л", "Аммиак составил 0,31 мг/л"),
    ],
)
def test_units_of_measure_bear_nothing_out_and_must_agree(sound: str, false: str) -> None:
    assert _judged(REPORT, sound).verdict is ChannelVerdict.SUPPORTED
    assert _judged(REPORT, false).verdict is not ChannelVerdict.SUPPORTED


def test_what_a_later_part_leaves_unsaid_it_takes_from_the_earlier_one() -> None:
    text = (
        "Подрядчик приступает к работам 3 марта 2017 года и завершает их до 14 июня 2017 года. За всё остальное\n"
        "отвечает заказчик, который обеспечивает площадку водой и электричеством в течение всего времени работ."
    )
    assert _judged(text, "Подрядчик завершает работы до 14 июня 2017 года").verdict is ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "symbol", "length"),
    [("mg/L in blood", "mg/l", 3), ("мкмоль/л", "umol/l", 3), ("° C outside", "c", 2), ("engineers", "", 0)],
)
def test_units_are_read_in_both_alphabets(text: str, symbol: str, length: int) -> None:
    assert unit_at(tokenize(text), 0) == (length, symbol)


def test_columns_are_told_apart_by_small_words() -> None:
    assert _judged(LEDGER, "2,310 rubber gaskets are on hand").verdict is ChannelVerdict.SUPPORTED
    assert _judged(LEDGER, "2,310 rubber gaskets are on order").verdict is not ChannelVerdict.SUPPORTED


def test_the_place_before_the_same_noun_is_not_filled_by_another_word() -> None:
    text = "Account summary\n\nDate | Operation | Sum\n3 May | Transfer to savings account | 750.00\n"
    assert _judged(text, "750.00 was transferred to the savings account").verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, "750.00 was transferred to the deposit account").verdict is not ChannelVerdict.SUPPORTED


def test_what_stands_after_the_same_noun_and_preposition_is_no_other_thing() -> None:
    text = (
        "The cover extends to theft, hail and the collapse of walls, whatever their cause may have been.\n\n"
        "Damage from moisture is not paid for under any section of this policy."
    )
    assert _judged(text, "Damage from moisture is not paid for").verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, "Damage from hail is not paid for").verdict is not ChannelVerdict.SUPPORTED


def test_two_nouns_of_the_dictionary_are_no_misreading_of_one_another() -> None:
    text = "Полис действует один год. Об угоне страхователь сообщает страховщику в течение трёх дней после угона."
    assert _judged(text, "Об угоне страхователь сообщает страховщику").verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, "Об угоне страхователь сообщает полиции").verdict is not ChannelVerdict.SUPPORTED


def test_a_row_of_numbers_does_not_say_what_a_sentence_says_of_another() -> None:
    text = REPORT + "\nСодержание аммиака превышает норму."
    assert _judged(text, "Содержание аммиака превышает норму").verdict is ChannelVerdict.SUPPORTED
    assert _judged(text, "Хлор превышает норму").verdict is not ChannelVerdict.SUPPORTED
