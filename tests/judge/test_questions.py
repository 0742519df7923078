"""A form's question is no statement, unless its answer is yes."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict
from atomcite.judge import get

FORM = (
    "CLAIM FORM\n\nIs the barn insured elsewhere? ☐ Yes ☒ No\n\nHas a surveyor seen the roof? ☒ Yes ☐ No\n\n"
    "Do you claim for lost hay? Yes ☒ No\n\nIs the owner registered for tax? Yes\n\nWas the gate locked at night?"
)
ANKETA = (
    "АНКЕТА\n\nЗастраховано ли зерно в другой компании? ☐ Да ☒ Нет\n\nОсматривал ли крышу эксперт? ☒ Да ☐ Нет\n\n"
    "Был ли заперт склад ночью?"
)


@pytest.mark.parametrize(
    ("page", "statement", "supported"),
    [
        (FORM, "The barn is insured elsewhere", False),
        (FORM, "A surveyor has seen the roof", True),
        (FORM, "The owner is registered for tax", True),
        (FORM, "The gate was locked at night", False),
        (FORM, "You claim for lost hay", False),
        (ANKETA, "Зерно застраховано в другой компании", False),
        (ANKETA, "Эксперт осматривал крышу", True),
        (ANKETA, "Склад ночью был заперт", False),
    ],
)
def test_a_question_says_something_by_its_answer_alone(page: str, statement: str, supported: bool) -> None:
    (result,) = get("rules").judge([typeset(page)], [statement])
    assert (result.verdict is ChannelVerdict.SUPPORTED) is supported
