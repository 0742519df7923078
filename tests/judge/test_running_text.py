"""What restricts a sentence, who does it, and whether it is done at all: one case of each kind."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict
from atomcite.judge import get

LEASE = """
LEASE OF A WORKSHOP

1. The Tenant shall pay the Landlord a rent of EUR 4,200, and the Landlord shall insure the building against fire.

2. The Landlord may enter the workshop if the Tenant has agreed in writing, but the Tenant must not change the locks.

3. The Tenant may sublet the yard only with the written consent of the Landlord.

4. The Surveyor proposed that the eastern gate be closed; no decision was taken by the parties on that day.

5. Most of the machines were bought in Spain, while all of the tools were hired from a dealer in the same town.

6. The Landlord shall mend the roof within 14 days after receiving notice, unless the Tenant damaged it.
"""
ORDER = """
ПРИКАЗ О ПОРЯДКЕ РАБОТЫ АРХИВА

1. Выносить карты из зала запрещается, кроме случаев письменного разрешения директора.

2. Хранитель обязан вести журнал выдачи, а посетитель вправе делать копии без вспышки.

3. Комиссия предложила закрыть северный корпус, директор выступил против этого решения.
"""


def _judge(text: str, statement: str) -> ChannelResult:
    return get("rules").judge([typeset(text)], [statement])[0]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (LEASE, "The Landlord must insure the building against fire."),
        (LEASE, "If the Tenant has agreed in writing, the Landlord may enter the workshop."),
        (LEASE, "The Tenant may sublet the yard only with the Landlord's written consent."),
        (LEASE, "Most of the machines were bought in Spain."),
        (
            LEASE,
            "Unless the Tenant damaged it, the Landlord must mend the roof within 14 days after receiving notice.",
        ),
        (ORDER, "Выносить карты из зала нельзя, кроме случаев письменного разрешения директора."),
        (ORDER, "Посетитель вправе делать копии без вспышки."),
    ],
)
def test_what_accounts_for_every_word_is_supported(text: str, statement: str) -> None:
    assert _judge(text, statement).verdict is ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "statement", "key"),
    [
        (LEASE, "The Landlord may enter the workshop.", "judge.under_condition"),
        (LEASE, "The Tenant may sublet the yard.", "judge.only_so"),
        (LEASE, "The Landlord shall mend the roof within 14 days after receiving notice.", "judge.under_condition"),
        (LEASE, "The eastern gate was closed.", "judge.other_mood"),
        (LEASE, "All of the machines were bought in Spain.", "judge.reversed"),
        (LEASE, "The Landlord shall insure the building against flood.", "judge.added"),
        (ORDER, "Хранитель вправе вести журнал выдачи.", "judge.reversed"),
    ],
)
def test_what_leaves_out_or_adds_something_is_not_supported_and_the_reason_names_it(
    text: str, statement: str, key: str
) -> None:
    result = _judge(text, statement)
    assert result.verdict is not ChannelVerdict.SUPPORTED
    assert key in {m.code for m in result.reason} | {f"judge.{m.code}" for m in result.reason}


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (LEASE, "The Tenant shall insure the building against fire."),
        (LEASE, "The Landlord may enter the workshop at any time."),
        (LEASE, "The Landlord shall mend the roof within 14 days, even if the Tenant damaged it."),
        (ORDER, "Посетитель обязан делать копии без вспышки."),
        (ORDER, "Директор предложил закрыть северный корпус."),
    ],
)
def test_what_the_page_says_otherwise_is_contradicted(text: str, statement: str) -> None:
    assert _judge(text, statement).verdict is ChannelVerdict.CONTRADICTED


WORKS = """
REPORT OF THE WATERWORKS

1. Approval of the tariff for 2026. The motion was adopted.

2. Purchase of the Hartwell meadow from the parish. The motion was lost by two votes.

3. In the north pressure dropped in the tunnels and rose in the towers. Of 58 pumps 41 are electric and 17 are manual.

4. Had the contractor met the deadline, the town would have paid a bonus of EUR 9,000.

5. It was proposed that Ms Lind be paid a fee.

6. The town bought pipes from Brandt Steel Ltd, a company owned by Otto Brandt, for EUR 640 a month.
"""
VODOKANAL = """
ОТЧЁТ ВОДОКАНАЛА

1. Плата за обслуживание составляет 64 000 рублей в квартал и вносится вперёд.

2. Из 58 насосов 41 работает от сети, а 17 приводятся вручную.
"""


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (WORKS, "Pressure dropped in the tunnels."),
        (WORKS, "Of 58 pumps 41 are electric and 17 are manual."),
        (WORKS, "The town bought pipes from Brandt Steel Ltd."),
        (WORKS, "The motion on the tariff for 2026 was adopted."),
        (VODOKANAL, "Плата за обслуживание составляет 64 000 рублей в квартал."),
    ],
)
def test_what_belongs_together_on_the_page_is_supported(text: str, statement: str) -> None:
    assert _judge(text, statement).verdict is ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (WORKS, "Pressure rose in the tunnels."),
        (WORKS, "Of 58 pumps 17 are electric and 41 are manual."),
        (WORKS, "The Hartwell meadow was purchased from the parish."),
        (WORKS, "The town has paid a bonus of EUR 9,000."),
        (WORKS, "Ms Lind is paid a fee."),
        (WORKS, "The town sold pipes to Brandt Steel Ltd."),
        (WORKS, "Brandt Steel Ltd owns Otto Brandt."),
        (WORKS, "The town bought pipes from Brandt Steel Ltd for EUR 640 a year."),
        (VODOKANAL, "Плата за обслуживание составляет 64 000 рублей в месяц."),
        (VODOKANAL, "Плата за обслуживание составляет 64 000 рублей в год."),
        (VODOKANAL, "Из 58 насосов 17 работает от сети, а 41 приводятся вручную."),
    ],
)
def test_what_belongs_to_something_else_is_not(text: str, statement: str) -> None:
    assert _judge(text, statement).verdict is not ChannelVerdict.SUPPORTED


MUSEUM = """
ОХРАНА

3.1. Государственный музей, сдающий залы, обязан страховать посетителей.

3.2. Новый устав, принятый весной, вводит членский взнос для всех садоводов.
"""


@pytest.mark.parametrize(
    ("statement", "supported"),
    [
        ("Музей, сдающий залы, обязан страховать посетителей.", True),
        ("Государственный музей обязан страховать посетителей.", True),
        ("Частный музей обязан страховать посетителей.", False),
        ("Устав, принятый весной, вводит членский взнос для всех садоводов.", True),
        ("Старый устав вводит членский взнос для всех садоводов.", False),
    ],
)
def test_a_subject_is_the_noun_with_its_adjective(statement: str, supported: bool) -> None:
    assert (_judge(MUSEUM, statement).verdict is ChannelVerdict.SUPPORTED) is supported
