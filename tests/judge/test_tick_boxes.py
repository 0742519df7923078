"""Forms offer what nobody ticked: an option's words are no statement."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict
from atomcite.judge import get

NOTE = (
    "DELIVERY NOTE\n\nPayment: ☐ cash ☒ bank transfer\n\nGoods received: ☑ in full ☐ in part\n\n"
    "☐ The goods are insured by the seller\n\n☒ The goods are returned to the depot\n\n"
    "Notice: [ ] 14 days [x] 30 days\n\n"
    "Inspection: ☒ passed with defects ☐ passed without defects\n\nThe seller keeps a copy of this note."
)
ACT = (
    "АКТ ПРИЁМКИ\n\nОплата: [ ] наличными [х] переводом\n\nДоставка: ☐ самовывоз ☑ курьер\n\n"
    "Срок гарантии: ☐ 12 месяцев ☒ 24 месяца\n\n"
    "Отметка: ☐ принято без замечаний ☒ принято с замечаниями\n\nПодпись покупателя обязательна."
)


@pytest.mark.parametrize(
    ("page", "ticked", "open_"),
    [
        (NOTE, "Payment is by bank transfer", "Payment is in cash"),
        (NOTE, "The goods were received in full", "The goods were received in part"),
        (NOTE, "The goods are returned to the depot", "The goods are insured by the seller"),
        (NOTE, "The notice is 30 days", "The notice is 14 days"),
        (ACT, "Оплата производится переводом", "Оплата наличными"),
        (ACT, "Доставка курьером", "Доставка — самовывоз"),
        (ACT, "Срок гарантии — 24 месяца", "Срок гарантии — 12 месяцев"),
        (ACT, "Принято с замечаниями", "Принято без замечаний"),
        (NOTE, "The inspection was passed with defects", "The inspection was passed without defects"),
    ],
)
def test_an_option_counts_only_when_its_box_is_ticked(page: str, ticked: str, open_: str) -> None:
    said, offered = get("rules").judge([typeset(page)], [ticked, open_])
    assert said.verdict is ChannelVerdict.SUPPORTED
    assert offered.verdict in {ChannelVerdict.UNSUPPORTED, ChannelVerdict.CONTRADICTED}
    assert offered.grade == 4  # not near either


def test_the_reason_names_the_box() -> None:
    (result,) = get("rules").judge([typeset(NOTE)], ["Payment is in cash"])
    assert [m.render("en") for m in result.reason] == ['the box beside "cash" is not ticked']


def test_a_word_that_stands_elsewhere_as_well_is_not_an_option_s() -> None:
    (result,) = get("rules").judge([typeset(NOTE)], ["The seller keeps a copy of this note"])
    assert result.verdict is ChannelVerdict.SUPPORTED


def test_empty_boxes_without_a_ticked_one_are_bullets() -> None:
    plan = typeset("PLAN\n\n☐ Paint the fence by May 2025\n\n☐ Mend the gate\n\n☐ Sow the lawn in front of the hall")
    (result,) = get("rules").judge([plan], ["Sow the lawn in front of the hall"])
    assert result.verdict is ChannelVerdict.SUPPORTED
    form = typeset("ORDER\n\n☐ Deliver to the door of the hall\n\nThe order is for nine chairs.")
    (left_open,) = get("rules").judge([form], ["Deliver to the door of the hall"])
    assert (left_open.verdict, left_open.grade) == (ChannelVerdict.UNSUPPORTED, 4)
