"""A statement whose names and numbers stand in one place of the page, in words that no list knows."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict
from atomcite.judge import get

CANAL = (
    "MAINTENANCE OF THE WESTMERE CANAL\n\n"
    "1. The lock keeper at Thornby inspects the paddle gear every 14 days and enters the outcome in the log.\n\n"
    "2. Harrow Boats Ltd pays £1,150 for each mooring, in two instalments.\n\n"
    "3. The towpath between Thornby and Eskham stays closed until 3 May 2025."
)
PARK = (
    "ПОРЯДОК СОДЕРЖАНИЯ ПАРКА «ЗАРЕЧЬЕ»\n\n"
    "1. Смотритель оранжереи поливает рассаду каждые 3 дня и ведёт журнал.\n\n"
    "2. ООО «Луговое» перечисляет 86 000 рублей за каждую косьбу в течение 10 дней.\n\n"
    "3. Северные ворота закрыты до 12 апреля 2025 г."
)


@pytest.mark.parametrize(
    ("page", "statement"),
    [
        (CANAL, "Every 14 days the lock keeper at Thornby has a look over the paddle gear"),
        (CANAL, "Harrow Boats Ltd has to find £1,150 for each mooring"),
        (PARK, "Рассада в оранжерее получает воду от смотрителя каждые 3 дня"),
        (PARK, "Каждая косьба обходится ООО «Луговое» в 86 000 рублей"),
    ],
)
def test_what_is_missed_for_its_words_alone_is_near(page: str, statement: str) -> None:
    (result,) = get("rules").judge([typeset(page)], [statement])
    assert result.verdict is ChannelVerdict.SUPPORTED or (result.verdict, result.grade) == (
        ChannelVerdict.UNSUPPORTED,
        3,
    )


@pytest.mark.parametrize(
    ("page", "statement"),
    [
        (CANAL, "Every 21 days the lock keeper at Thornby has a look over the paddle gear"),
        (CANAL, "Every 14 days the lock keeper at Marlow has a look over the paddle gear"),
        (CANAL, "Harrow Boats Ltd has to find £1,510 for each mooring"),
        (CANAL, "Thornby has a tea room with a fine view of the hills"),
        (PARK, "Рассада в оранжерее получает воду от смотрителя каждые 5 дней"),
        (PARK, "Каждая косьба обходится ООО «Заливное» в 86 000 рублей"),
        (PARK, "Смотритель живёт в деревянном доме у реки"),
    ],
)
def test_another_number_another_name_or_another_matter_is_not_near(page: str, statement: str) -> None:
    (result,) = get("rules").judge([typeset(page)], [statement])
    assert result.verdict in {ChannelVerdict.UNSUPPORTED, ChannelVerdict.CONTRADICTED}
    assert result.grade == 4


def test_a_word_that_is_open_is_told_once() -> None:
    (result,) = get("rules").judge([typeset(CANAL)], ["Harrow Boats Ltd has to find £1,150 for each mooring"])
    assert " ".join(m.render("en") for m in result.reason).count("find") == 1
