"""What a page may leave unsaid of its parties, and what names, dates and denials it must bear out all the same."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict, PageWords
from atomcite.judge import RulesJudge

CONTRACT = typeset(
    """
7. Confidence. Neither during nor after employment shall the Employee reveal the recipes of the Company to anyone.

8. Restraint. For eighteen months after the employment ends, the Employee shall not work for any rival bakery.

9. Variation. This Agreement may be varied only in writing signed by the Employee and the Company.

10. Breach. Nothing in this clause limits the right of Gold Crust to recover its costs if it prevails in court.

11. Courts. The courts of Kent County, Delaware, or Bristol County, Maine have exclusive jurisdiction.
"""
)
NAMED = typeset(
    """
This Agreement is between Gold Crust Bakeries Ltd (the "Company") and Oliver Marsh (the "Employee").

For eighteen months after the employment ends, the Employee shall not work for a rival bakery within 40 miles.
"""
)
DEED = typeset(
    """
4. This deed shall not constitute, create, give effect to or otherwise imply a partnership of any kind.

5. On breach Alder may be entitled to an injunction to restrain a breach by Bramble, and to its costs and fees.

6. Bramble will not disclose the formulas. Bramble may at any time engage in holding shares of Thornfield.
"""
)
LETTER = typeset(
    """
4 May 2022

Dear Ms Halloran,

We refer to the hearing of 11 April 2022, and respond to the notice that your office sent.

Sincerely,

/s/ Tobias Lind

Counsel for Brackwater Mills
"""
)
MINUTES = typeset(
    """
3. Приведение цен путем применения повышающих коэффициентов по разделу 2: повышающие коэффициенты не применялись.

4. Страховая компания возместила заводу ущерб от затопления цеха № 6 в сумме 1 200 тыс. руб.

Начальник отдела /Зуева Н.П./
"""
)


LEASE = typeset(
    """
11.1 По договору Арендодатель не отвечает перед Арендатором за упущенную выгоду.

11.2 При поломке Арендатор уведомляет Арендодателя о неисправности в течение трёх дней.
"""
)


def judge_one(page: object, statement: str) -> ChannelResult:
    return RulesJudge().judge([page], [statement])[0]  # type: ignore[list-item]


@pytest.mark.parametrize(
    "statement",
    [
        "Marsh's work for any rival bakery is prohibited for eighteen months after his employment ends.",
        "The agreement with Marsh may be varied only in writing signed by the Employee and the Company.",
    ],
)
def test_party_whom_the_page_calls_by_a_role_must_be_the_document_s(statement: str) -> None:
    (known,) = RulesJudge(["Employment agreement with Oliver Marsh"]).judge([CONTRACT], [statement])
    assert known.verdict is ChannelVerdict.SUPPORTED
    unknown = judge_one(CONTRACT, statement)
    assert (unknown.verdict, unknown.grade) == (ChannelVerdict.UNSUPPORTED, 3)  # near: a person knows who that is
    assert "role" in unknown.reason[0].render("en")


@pytest.mark.parametrize(
    ("page", "statement"),
    [
        (CONTRACT, "Boris Johnson shall not work for any rival bakery for eighteen months."),
        (LEASE, "Пётр Сидоров уведомляет Арендодателя о неисправности в течение трёх дней."),
        (LEASE, "Иван Петров является Арендатором."),
    ],
)
def test_nobody_becomes_a_party_by_being_claimed_to_be_one(page: PageWords, statement: str) -> None:
    assert judge_one(page, statement).verdict is ChannelVerdict.UNSUPPORTED


def test_other_name_is_no_party_of_a_page_that_says_who_has_the_role() -> None:
    statement = "{} employment is followed by a restraint of eighteen months: no work for a competing bakery."
    assert judge_one(NAMED, statement.format("Dixon's")).verdict is not ChannelVerdict.SUPPORTED


def test_place_that_the_page_does_not_name_is_missing_whatever_roles_it_uses() -> None:
    assert judge_one(CONTRACT, "The agreement with Marsh may be varied in Ohio in writing.").verdict is not (
        ChannelVerdict.SUPPORTED
    )


def test_denial_of_something_else_is_no_denial_of_the_party_beside_it() -> None:
    statement = "Gold Crust has the right to recover its costs if it prevails in court."
    result = judge_one(CONTRACT, statement)
    assert not any("Gold" in m.render("en") for m in result.reason)


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("Exclusive jurisdiction lies with Kent County, Delaware, or Bristol County, Maine.", True),
        ("Exclusive jurisdiction lies with Bristol County, Maine, or Kent County, Delaware.", True),
        ("Exclusive jurisdiction lies with Kent County, Maine, or Bristol County, Delaware.", False),
    ],
)
def test_names_joined_by_a_comma_keep_their_partners(statement: str, verdict: bool) -> None:
    assert (judge_one(CONTRACT, statement).verdict is ChannelVerdict.SUPPORTED) is verdict


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("The deed does not create a partnership of any kind.", True),
        ("The deed sets up a partnership of any kind.", False),
        ("Alder may be entitled to its costs and fees.", True),
        ("Bramble is barred from holding shares of Thornfield.", False),
        ("Bramble is entitled to an injunction.", False),
    ],
)
def test_denial_runs_over_a_list_of_verbs_and_ends_where_something_else_is_joined_on(
    statement: str, verdict: bool
) -> None:
    assert (judge_one(DEED, statement).verdict is ChannelVerdict.SUPPORTED) is verdict


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("The letter is dated 4 May 2022.", True),
        ("The letter to Halloran is dated 11 April 2022.", False),
        ("The letter is addressed to Ms Halloran.", True),
        ("The letter answers a notice sent by her office.", True),
        ("Tobias Lind signed as counsel for Brackwater Mills.", True),
    ],
)
def test_letter_is_dated_addressed_and_signed_as_it_stands(statement: str, verdict: bool) -> None:
    assert (judge_one(LETTER, statement).verdict is ChannelVerdict.SUPPORTED) is verdict


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("Повышающие коэффициенты не применялись.", True),
        ("Повышающие коэффициенты применялись.", False),
        ("Страховая компания возместила ущерб от затопления цеха № 6.", True),
        ("Страховая компания возместила ущерб от затопления цеха № 6 полностью.", False),
        ("От имени отдела документ подписала начальник Зуева Н. П.", True),
    ],
)
def test_russian_page_affirms_denies_and_limits(statement: str, verdict: bool) -> None:
    assert (judge_one(MINUTES, statement).verdict is ChannelVerdict.SUPPORTED) is verdict
