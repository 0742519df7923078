"""The number and the day of an entry of registration or receipt are not those of the document itself."""

from __future__ import annotations

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
