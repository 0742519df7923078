"""Amounts that are equal and yet in doubt, and what the reasons say of their place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from typeset import typeset

from atomcite.domain import ChannelResult, ChannelVerdict, PageWords
from atomcite.judge import get

FIGURES = """Selected figures

{caption} | 2018 | 2017
Capital expenditure | 1,577 | 1,105
Staff costs | 415 | 500
Fuel | 88 | 61
"""


def judged(page: PageWords | str, statement: str) -> ChannelResult:
    words = typeset(page) if isinstance(page, str) else page
    return get("rules").judge([words], [statement])[0]


def codes(result: ChannelResult) -> set[str]:
    return {m.code for m in result.reason}


def poorly_read(page: PageWords, changes: dict[str, str], confidence: float) -> PageWords:
    """The page with some words misread."""
    assert set(changes) <= {w.text for w in page.words}
    words = (replace(w, text=changes[w.text], confidence=confidence) if w.text in changes else w for w in page.words)
    return replace(page, words=tuple(words))


def test_reasons_name_unit_row_and_column_in_the_readers_language() -> None:
    page = FIGURES.format(caption="(in millions of US dollars)")
    result = judged(page, "Capital expenditure was $1.58 billion in 2018.")
    assert result.verdict is ChannelVerdict.SUPPORTED
    amount = next(m for m in result.reason if m.code == "judge.value_rounded")
    assert amount.render("en") == (
        "page has 1,577 (USD millions, row 'Capital expenditure', column 2018); "
        "claim says $1.58 billion: equal at the claim's precision"
    )
    assert amount.render("ru") == (
        "на странице 1,577 (млн USD, строка «Capital expenditure», столбец 2018); "
        "в утверждении $1.58 billion: совпадает с точностью утверждения"
    )


def test_a_page_without_any_currency_bears_a_currency_out_partly() -> None:
    result = judged(FIGURES.format(caption="(in millions)"), "Capital expenditure was $1,577 million in 2018.")
    assert (result.verdict, result.grade) == (ChannelVerdict.SUPPORTED, 3)
    assert "judge.no_currency" in codes(result)


def test_a_page_that_names_another_currency_alone_does_not_bear_it_out() -> None:
    page = FIGURES.format(caption="(in millions)") + "\nThe report is presented in euros.\n"
    result = judged(page, "Capital expenditure was $1,577 million in 2018.")
    assert result.verdict is not ChannelVerdict.SUPPORTED
    assert judged(page, "Capital expenditure was €1,577 million in 2018.").grade in {1, 2}


@pytest.mark.parametrize(
    ("page", "statement", "doubted"),
    [
        ("The Buyer shall pay within thirty (60) days.", "The Buyer shall pay within 60 days.", True),
        ("The Buyer shall pay within sixty (60) days.", "The Buyer shall pay within 60 days.", False),
        (
            "Цена товара составляет 15 000 (двадцать тысяч) рублей.",
            "Цена товара составляет 15 000 рублей.",
            True,
        ),
        (
            "Цена товара составляет 15 000 (пятнадцать тысяч) рублей.",
            "Цена товара составляет 15 000 рублей.",
            False,
        ),
    ],
)
def test_an_amount_written_twice_and_differently_is_no_full_support(page: str, statement: str, doubted: bool) -> None:
    result = judged(page, statement)
    if doubted:
        assert result.verdict is not ChannelVerdict.SUPPORTED or result.grade == 3
        assert "judge.written_twice" in codes(result) or result.verdict is not ChannelVerdict.SUPPORTED
    else:
        assert result.verdict is ChannelVerdict.SUPPORTED
        assert "judge.written_twice" not in codes(result)


def test_letters_are_digits_only_in_words_that_were_read_poorly() -> None:
    page = typeset(FIGURES.format(caption="(in millions of US dollars)"))
    statement = "Capital expenditure was $1,577 million in 2018."
    weak = judged(poorly_read(page, {"1,577": "1,S77"}, 0.4), statement)
    assert (weak.verdict, weak.grade) == (ChannelVerdict.SUPPORTED, 3)
    assert "judge.read_weakly" in codes(weak)
    assert judged(poorly_read(page, {"1,577": "1,S77"}, 0.98), statement).verdict is not ChannelVerdict.SUPPORTED


def test_an_apostrophe_read_as_a_digit_is_a_second_reading() -> None:
    page = typeset(
        """Selected figures

(in thousands of Swiss francs) | 2018 | 2017
Capital expenditure | 12'531 | 11'105
Staff costs | 41'500 | 50'007
Fuel | 88'120 | 61'311
"""
    )
    statement = "Capital expenditure was CHF 12,531 thousand in 2018."
    weak = judged(poorly_read(page, {"12'531": "127531"}, 0.4), statement)
    assert (weak.verdict, weak.grade) == (ChannelVerdict.SUPPORTED, 3)
    assert judged(poorly_read(page, {"12'531": "127531"}, 0.98), statement).verdict is not ChannelVerdict.SUPPORTED


def test_a_legal_form_in_letters_of_the_other_alphabet_is_the_same() -> None:
    page = "Поставщик: ООО «Сибтранс»\nСрок оплаты: 30 рабочих дней\nЗаказчик: AO «Речной путь»\n"  # Latin AO
    assert judged(page, "Заказчиком является АО «Речной путь».").verdict is ChannelVerdict.SUPPORTED
    assert judged(page, "Поставщиком является АО «Речной путь».").verdict is not ChannelVerdict.SUPPORTED


def test_a_note_under_one_table_does_not_scale_another_whose_header_names_its_currency() -> None:
    page = """Реестр договоров

Контрагент | Договор № | Дата | Сумма, руб.
ООО «Мельница» | 322-44 | 19.02.2018 | 690 173
ООО «Сибтранс» | 516-99 | 14.06.2018 | 46 536

Показатели по сегментам

Показатель | 2020 | 2021
Запасы | 22 732 | 14 103
Прочие доходы | 30 363 | 42 206
Все суммы указаны в тысячах долларов США.
"""
    statement = "Сумма договора с ООО «Мельница» составляет 690 173 руб."
    assert judged(page, statement).verdict is ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(("confidence", "verdict"), [(0.1, "supported"), (0.95, "unsupported")])
def test_a_short_name_that_was_read_poorly_is_known_by_its_whole_letters(confidence: float, verdict: str) -> None:
    page = poorly_read(
        typeset("ПРИКАЗ\n\nМинздрав России\n\n3 марта 2021 г. № 48"), {"России": "Россини"}, confidence
    )
    assert judged(page, "Приказ Минздрава России датирован 3 марта 2021 г.").verdict == verdict
