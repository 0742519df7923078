"""A statement is held only against pages in its own language."""

import pytest

from atomcite.domain import Box, ChannelVerdict, PageWords, Word
from atomcite.judge import RulesJudge
from atomcite.judge.language import language_of

ENGLISH = "The company opened a new plant in Oslo and has sold the old one. Revenue of the group was 4.2 million."
RUSSIAN = "Общество открыло новый завод в Осло и продало старый. Выручка группы составила 4,2 млн руб."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (ENGLISH, "en"),
        (RUSSIAN, "ru"),
        ("Das Unternehmen hat ein neues Werk in Oslo eröffnet und die alte Anlage verkauft.", "de"),
        ("La société a ouvert une usine à Oslo et les ventes du groupe ont augmenté.", "fr"),
        ("החברה פתחה מפעל חדש באוסלו", "hebrew"),
        ("公司在奥斯陆开设了新工厂并出售旧厂", "cjk"),
        ("Revenue 4.2 million", None),
        ("Nike Oslo GmbH", None),
        ("12 345,67", None),
    ],
)
def test_language(text: str, language: str | None) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "statement",
    [
        "Das Unternehmen hat ein neues Werk in Oslo eröffnet und die alte Anlage verkauft.",
        "Общество открыло новый завод в Осло.",
        "החברה פתחה מפעל חדש באוסלו",
    ],
)
def test_another_language_is_not_checked(statement: str) -> None:
    (result,) = RulesJudge().judge([page(ENGLISH)], [statement])
    assert (result.verdict, result.reason[0].code) == (ChannelVerdict.NOT_CHECKED, "judge.other_language")


def test_a_page_that_was_not_read_leaves_a_joint_claim_open() -> None:
    blank = PageWords(page=2, width=500, height=700, words=(), engine="t 1")
    (result,) = RulesJudge().judge([page(ENGLISH), blank], ["The group closed its mine in Chile in 2019."])
    assert (result.verdict, result.reason[0].code) == (ChannelVerdict.NOT_CHECKED, "judge.some_unread")


def page(text: str) -> PageWords:
    words = tuple(Word(w, Box(20 + 40 * n, 20, 55 + 40 * n, 32)) for n, w in enumerate(text.split()))
    return PageWords(page=1, width=2000, height=700, words=words, engine="t 1")
