"""What a page lets be done only with something is not what a statement lets be done without it."""

import pytest

from atomcite.domain import Box, ChannelVerdict, PageWords, Word
from atomcite.judge import RulesJudge

S, C = ChannelVerdict.SUPPORTED, ChannelVerdict.CONTRADICTED


LENDING = "Общество не вправе без согласия банка выдавать займы."


@pytest.mark.parametrize(
    ("page", "statement", "verdict"),
    [
        (
            "The borrower shall not grant loans without the written consent of the bank.",
            "The borrower may grant loans without the consent of the bank.",
            C,
        ),
        (
            "The borrower shall not grant loans without the written consent of the bank.",
            "The borrower shall not grant loans without the consent of the bank.",
            S,
        ),
        (LENDING, "Общество вправе выдавать займы без согласия банка.", C),
        (LENDING, LENDING, S),
        (
            "Общество вправе без согласия банка выдавать займы.",
            "Общество вправе выдавать займы без согласия банка.",
            S,
        ),
    ],
)
def test_without(page: str, statement: str, verdict: ChannelVerdict) -> None:
    words = tuple(Word(w, Box(20 + 40 * n, 20, 55 + 40 * n, 32)) for n, w in enumerate(page.split()))
    (result,) = RulesJudge().judge(
        [PageWords(page=1, width=2000, height=700, words=words, engine="t 1")], [statement]
    )
    assert result.verdict is verdict
