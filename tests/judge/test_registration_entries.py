"""The number and the day of an entry of registration or receipt are not those of the document itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict
from atomcite.judge import get

LETTER = """RECEIVED
Entry No. 5521 of 14 May 2024

Fenwick & Sons                                          3 May 2024
To the Registry of Deeds                                Ref. No. 88

Dear Sirs,

We enclose the transfer of the northern meadow and ask that it be recorded. The fee was paid on 2 May 2024."""

ORDER = """Зарегистрировано в Реестре уставов
Регистрационный № 70412 от 9 июня 2021 г.

ПРИКАЗ
18 марта 2021 г.                       Тверь                       № 36

Утвердить устав общества. Устав хранится в архиве до 31 декабря 2030 г."""

LEASE = """The lease was registered under No. 4410 on 7 July 2020.
The boundary plan of 1 March 2022 was filed under No. 9."""


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (LETTER, "The letter was received on 14 May 2024."),
        (LETTER, "The letter was received under No. 5521."),
        (ORDER, "Приказ зарегистрирован под номером 70412."),
        (ORDER, "Приказ зарегистрирован 9 июня 2021 года."),
        (LEASE, "The lease was registered under No. 4410."),
    ],
)
def test_what_stands_in_the_entry_is_borne_out(text: str, statement: str) -> None:
    (result,) = get("rules").judge([typeset(text)], [statement])
    assert result.verdict is ChannelVerdict.SUPPORTED, result.reason


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (LETTER, "The letter was received on 3 May 2024."),
        (LETTER, "The letter was received on 2 May 2024."),
        (LETTER, "The letter was received under No. 88."),
        (ORDER, "Приказ зарегистрирован под номером 36."),
        (ORDER, "Приказ зарегистрирован 18 марта 2021 года."),
        (ORDER, "Приказ зарегистрирован 31 декабря 2030 года."),
        (LEASE, "The lease was registered on 1 March 2022."),
    ],
)
def test_the_documents_own_number_and_day_are_not_the_entrys(text: str, statement: str) -> None:
    (result,) = get("rules").judge([typeset(text)], [statement])
    assert result.verdict is not ChannelVerdict.SUPPORTED


INVOICE = """INVOICE No. 77

Net amount        4,210.00
VAT                 842.00
Total due         5,052.00
Account No. 40817"""


@pytest.mark.parametrize(
    ("word", "statement", "read_well"),
    [
        ("5,052", "The total due is 5,852.00.", ChannelVerdict.CONTRADICTED),
        ("40817", "The account number is 40817.", ChannelVerdict.SUPPORTED),
    ],
)
def test_no_verdict_rests_on_digits_that_were_read_poorly(
    word: str, statement: str, read_well: ChannelVerdict
) -> None:
    sure = typeset(INVOICE)
    poor = replace(sure, words=tuple(replace(w, confidence=0.5) if word in w.text else w for w in sure.words))
    judge = get("rules")
    assert judge.judge([sure], [statement])[0].verdict is read_well
    open_ = judge.judge([poor], [statement])[0]
    assert open_.verdict is ChannelVerdict.NOT_CHECKED
    assert [m.code for m in open_.reason] == ["judge.read_too_poorly"]


def test_an_amount_that_agrees_but_was_read_poorly_is_borne_out_in_part() -> None:
    sure = typeset(INVOICE)
    poor = replace(sure, words=tuple(replace(w, confidence=0.5) if "5,052" in w.text else w for w in sure.words))
    well, badly = (get("rules").judge([p], ["The total due is 5,052.00."])[0] for p in (sure, poor))
    assert (well.verdict, badly.verdict) == (ChannelVerdict.SUPPORTED, ChannelVerdict.SUPPORTED)
    assert (well.grade or 4) < 3 == badly.grade


@pytest.mark.parametrize(
    ("text", "statement", "other"),
    [
        (INVOICE, "The account number is 40817.", "The account number is 40871."),
        ("Полис № 5512\n\nСтраховая сумма 900 000", "Номер полиса — 5512.", "Номер полиса — 5521."),
    ],
)
def test_the_number_of_a_thing_is_compared_digit_by_digit(text: str, statement: str, other: str) -> None:
    own, wrong = get("rules").judge([typeset(text)], [statement, other])
    assert own.verdict is ChannelVerdict.SUPPORTED
    assert wrong.verdict is not ChannelVerdict.SUPPORTED
