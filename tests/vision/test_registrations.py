"""That a document was registered or received is stamped on paper: words that don't show it have not refuted it."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from atomcite.domain import (
    Box,
    ChannelVerdict,
    NoCache,
    NoMeter,
    PageImage,
    PageWords,
    Pixels,
    Word,
    claims_registration,
)
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier

typst = pytest.importorskip("typst")

TEXT = """Dear Sirs,

We write about the lease of the northern depot. The rent is paid on the first day of each month, and the tenant keeps
the roof in repair.

Yours faithfully, A. Berg, Manager"""


@cache
def letter() -> Pixels:
    source = f"#set page(width: 150mm, height: 110mm, margin: 12mm)\n#set text(size: 11pt)\n{TEXT}"
    png = typst.compile(source.encode(), format="png", ppi=200.0)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def stamped(*rows: str) -> PageImage:
    """The letter with a tilted blue stamp of rows of capitals; without rows as it was."""
    page = Image.fromarray(letter())
    if rows:
        face = ImageFont.load_default(size=34)
        tile = Image.new("L", (440, 40 + 48 * len(rows)), 0)
        draw = ImageDraw.Draw(tile)
        draw.rectangle((4, 4, tile.width - 5, tile.height - 5), outline=255, width=5)
        for k, row in enumerate(rows):
            draw.text((tile.width / 2, 44 + 48 * k), row, font=face, fill=255, anchor="mm")
        tile = tile.rotate(6, expand=True, resample=Image.Resampling.BICUBIC)
        page.paste(Image.new("RGB", tile.size, (40, 70, 190)), (560, 560), tile)
    return PageImage(1, np.asarray(page), 200.0)


@cache
def reader() -> ReaderVerifier:
    return ReaderVerifier(RulesJudge(), cache=NoCache(), meter=NoMeter())


def said(page: PageImage, statement: str) -> ChannelVerdict:
    return reader().verify([page], [statement])[0].verdict


@pytest.mark.parametrize(
    "statement",
    [
        "The letter was received on 12 May 2024.",
        "This application was registered under No. 318 on 3 March 2024.",
        "Received 12 May 2024.",
        "Registered by the Ministry of Justice on 4 May 2023, No. 28608.",
        "The incoming number is 318.",
        "Приказ зарегистрирован в Минюсте России 12 мая 2013 г. № 28608.",
        "Зарегистрировано в Министерстве юстиции № 28608 от 12 мая 2013 г.",
        "Письмо поступило 14.03.2024, вх. № 318.",
        "Документ получен 12 мая 2024 года.",
    ],
)
def test_registrations_of_the_document_are_recognised(statement: str) -> None:
    assert claims_registration(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "The company was registered under No. 28608.",
        "Revenue of 5 million was received in 2024.",
        "The supplier received 12 orders.",
        "Applications must be filed by 5 June 2024.",
        "The order shall be registered within 5 days.",
        "The letter was received by the tenant.",
        "Общество зарегистрировано 12 мая 2013 г. за № 123.",
        "По договору получено 5 млн рублей.",
        "Акт подписан 5 мая 2024 года.",
        "Прибыль получена в 2024 году.",
    ],
)
def test_registrations_of_somebody_else_and_receipts_of_money_are_not(statement: str) -> None:
    assert not claims_registration(statement)


@pytest.mark.parametrize(
    "statement", ["The letter was received on 12 May 2024.", "The letter was filed under No. 77."]
)
def test_a_registration_that_a_stamp_may_show_is_not_denied(statement: str) -> None:
    assert said(stamped("~ . ' -", "= ~ ,"), statement) is ChannelVerdict.NOT_CHECKED


def test_a_page_of_nothing_but_print_that_was_read_shows_no_registration() -> None:
    assert said(stamped(), "The letter was received on 12 May 2024.") is ChannelVerdict.UNSUPPORTED


def test_a_stamp_that_can_be_read_bears_out_what_it_says() -> None:
    page = stamped("LETTER RECEIVED", "12 MAY 2024")
    assert said(page, "The letter was received on 12 May 2024.") is ChannelVerdict.SUPPORTED


def test_a_stamp_with_another_date_bears_nothing_out() -> None:
    page = stamped("LETTER RECEIVED", "17 MAY 2024")
    assert said(page, "The letter was received on 12 May 2024.") is not ChannelVerdict.SUPPORTED


def test_the_judge_of_words_leaves_registrations_to_the_picture() -> None:
    words = PageWords(
        1,
        420.0,
        300.0,
        tuple(
            Word(text, Box(30 + 25.0 * i, 30 + 14.0 * k, 52 + 25.0 * i, 40 + 14.0 * k), 0.98, k, k)
            for k, line in enumerate(TEXT.splitlines())
            for i, text in enumerate(line.split())
        ),
        "words 1",
    )
    entry, other = RulesJudge().judge([words], ["The letter was received on 12 May 2024.", "The tenant keeps a dog."])
    assert (entry.verdict, other.verdict) == (ChannelVerdict.NOT_CHECKED, ChannelVerdict.UNSUPPORTED)
