"""Amounts that follow from two numbers of a page: changes always, sums and differences only when allowed."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict
from atomcite.judge import JudgeParts, get

PAGE = """Selected figures

(in millions of euros) | 2023 | 2022
Turnover | 1,232 | 1,100
Staff costs | 415 | 500
Fuel | 88 | 61
"""


def judged(statement: str, *, derived: bool = False) -> ChannelResult:
    return get("rules", JudgeParts(derived=derived)).judge([typeset(PAGE)], [statement])[0]


@pytest.mark.parametrize(
    ("statement", "true"),
    [
        ("Turnover rose by 12% in 2023.", True),
        ("Turnover rose by 12.0% in 2023 compared with the year before.", True),
        ("Staff costs fell by 17% in 2023.", True),
        ("Turnover rose by 14% in 2023.", False),
        ("Turnover fell by 12% in 2023.", False),
        ("Staff costs rose by 17% in 2023.", False),
        ("Fuel rose by 12% in 2023.", False),
    ],
)
def test_a_change_is_worked_out_from_two_years(statement: str, true: bool) -> None:
    result = judged(statement)
    assert (result.verdict is ChannelVerdict.SUPPORTED) is true
    if true:
        assert any(m.code == "judge.value_computed" for m in result.reason)
        assert result.grade in {2, 3}


@pytest.mark.parametrize(
    "statement",
    ["Turnover rose by €132 million in 2023.", "Staff costs and fuel together came to €503 million in 2023."],
)
def test_sums_and_differences_need_leave(statement: str) -> None:
    refused, allowed = judged(statement), judged(statement, derived=True)
    assert refused.verdict is ChannelVerdict.UNSUPPORTED
    assert any(m.code == "judge.only_derived" for m in refused.reason)
    assert allowed.verdict is ChannelVerdict.SUPPORTED
    assert allowed.grade in {2, 3}
    assert any(m.code == "judge.value_derived" for m in allowed.reason)


def test_a_wrong_sum_is_not_derived() -> None:
    wrong = "Staff costs and fuel together came to €530 million in 2023."
    assert judged(wrong, derived=True).verdict is not ChannelVerdict.SUPPORTED
