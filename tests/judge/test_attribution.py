"""A statement may name the document that says it; the page need not."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict
from atomcite.judge import get
from atomcite.judge.attribution import unattributed


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("The minutes record that the fence was painted.", "the fence was painted."),
        ("According to the annual report, sales rose.", "sales rose."),
        ("Clause 4 states that rent is due.", "Clause 4 states that rent is due."),
        ("Under the agreement, the Lender shall pay.", "the Lender shall pay."),
        ("Отчёт сообщает, что травм не было.", "травм не было."),
        ("В договоре № 14 указано, что срок истёк.", "срок истёк."),
        ("Согласно акту, работы приняты.", "работы приняты."),
        ("The auditor states that the accounts are fair.", "The auditor states that the accounts are fair."),
        ("По договору покупатель платит.", "По договору покупатель платит."),
        ("Эксперт сообщает, что травм не было.", "Эксперт сообщает, что травм не было."),
    ],
)
def test_only_the_document_itself_is_left_out(statement: str, left: str) -> None:
    assert unattributed(statement) == left


def test_what_the_document_says_is_judged_without_the_saying() -> None:
    page = typeset("MINUTES OF THE GARDEN CLUB\n\n1. The fence along the lane was painted in May 2024.")
    said, not_said = get("rules").judge(
        [page],
        [
            "The minutes record that the fence along the lane was painted in May 2024.",
            "The minutes record that the fence along the lane was painted in June 2024.",
        ],
    )
    assert said.verdict is ChannelVerdict.SUPPORTED
    assert not_said.verdict is ChannelVerdict.CONTRADICTED
