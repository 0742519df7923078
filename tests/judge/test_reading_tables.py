"""How pages are read before a claim is judged: rows, headers, labels, notation, owners of figures."""

from __future__ import annotations

import pytest
from sheets import Sheet
from typeset import typeset

from atomcite.domain import Box, ChannelVerdict, PageWords, Word
from atomcite.judge import JudgeParts, get
from atomcite.judge.prepared import Prepared
from atomcite.values import comma_custom, parse_values, settled

SUPPORTED, NOT_CHECKED = ChannelVerdict.SUPPORTED, ChannelVerdict.NOT_CHECKED


def verdict(page: PageWords, statement: str, context: tuple[str, ...] = ()) -> ChannelVerdict:
    return get("rules", JudgeParts(context)).judge([page], [statement])[0].verdict


def statement_page(skew: float = 0.0, head: str = "") -> PageWords:
    sheet = Sheet(skew=skew)
    if head:
        sheet.put([(50, head, "l")])
    sheet.put([(50, "Consolidated statement of income", "l")])
    sheet.put([(470, "YEAR ENDED JUNE 30,", "c")])
    sheet.put([(50, "(In millions, except per share data)", "l"), (430, "2021", "r"), (530, "2020", "r")])
    sheet.put([(50, "Revenue", "l"), (385, "$", "l"), (430, "5,010", "r"), (485, "$", "l"), (530, "4,120", "r")])
    sheet.put([(50, "Operating profit (loss)", "l"), (430, "311", "r"), (532, "(207)", "r")])
    sheet.put([(50, "Dividends on common stock and", "l")])
    sheet.put([(58, "preferred stock", "l"), (430, "1,360", "r"), (530, "1,265", "r")])
    sheet.put([(50, "Earnings per share:", "l")])
    sheet.put([(60, "Diluted", "l"), (430, "2.49", "r"), (530, "1.17", "r")])
    return sheet.page()


@pytest.mark.parametrize("skew", [0.0, 0.6, -0.6])
@pytest.mark.parametrize(
    ("statement", "true"),
    [
        ("Revenue was $5.01 billion in fiscal 2021.", True),
        ("Revenue for the year ended 30 June 2020 was $4,120 million.", True),
        ("Revenue was $5.01 billion in fiscal 2020.", False),
        ("Revenue was $5.0 million in fiscal 2021.", False),
        ("Dividends on common stock and preferred stock were $1,265 million in 2020.", True),
        ("Diluted earnings per share more than doubled, from $1.17 to $2.49.", True),
        ("Diluted earnings per share tripled, from $1.17 to $2.49.", False),
        ("Diluted earnings per share fell from $2.49 to $1.17.", False),
        ("The operating loss was $207 million in 2020.", True),
        ("The operating loss was $311 million in 2021.", False),
        ("The operating profit was $207 million in 2020.", False),
        (
            "The company moved from an operating loss of $207 million in 2020 to a profit of $311 million in 2021.",
            True,
        ),
    ],
)
def test_headers_signs_and_labels_of_a_statement(statement: str, true: bool, skew: float) -> None:
    assert (verdict(statement_page(skew), statement) is SUPPORTED) is true


def test_owner_of_the_figures_need_not_be_named_on_the_page() -> None:
    page = statement_page()
    result = get("rules").judge([page], ["Halvorsen's revenue was $5,010 million in fiscal 2021."])[0]
    assert result.verdict is SUPPORTED
    assert result.grade == 3


def test_owner_is_missed_where_the_page_names_another() -> None:
    page = statement_page(head="BRANDT MARINE, INC.")
    assert verdict(page, "Halvorsen's revenue was $5,010 million in fiscal 2021.") is not SUPPORTED


def test_name_in_the_title_of_the_document_counts_as_present() -> None:
    page = statement_page()
    claim = "Revenue of Halvorsen was $5,010 million in fiscal 2021."
    assert verdict(page, claim) is not SUPPORTED
    assert verdict(page, claim, ("halvorsen_annual_report_2021.pdf",)) is SUPPORTED


def test_context_is_part_of_the_version() -> None:
    plain, named = get("rules"), get("rules", JudgeParts(("Halvorsen ASA, annual report",)))
    assert plain.version != named.version
    assert named.version == get("rules", JudgeParts(("Annual report of Halvorsen",))).version


def test_rows_between_two_balances_are_of_the_year_that_ends_with_the_second() -> None:
    sheet = Sheet()
    sheet.put([(50, "(in millions of US dollars)", "l"), (400, "Capital", "r"), (500, "Total", "r")])
    sheet.put([(50, "Balance at March 31, 2020", "l"), (400, "5,100", "r"), (500, "9,900", "r")])
    sheet.put([(50, "Repurchase of shares", "l"), (400, "(210)", "r"), (500, "(1,430)", "r")])
    sheet.put([(50, "Balance at March 31, 2021", "l"), (400, "4,890", "r"), (500, "8,470", "r")])
    sheet.put([(50, "Repurchase of shares", "l"), (400, "(350)", "r"), (500, "(2,610)", "r")])
    sheet.put([(50, "Balance at March 31, 2022", "l"), (400, "4,540", "r"), (500, "5,860", "r")])
    page = sheet.page()
    assert verdict(page, "The repurchase of shares came to $1,430 million in total in fiscal 2021.") is SUPPORTED
    assert verdict(page, "The repurchase of shares came to $2,610 million in total in fiscal 2021.") is not SUPPORTED


def test_line_numbers_in_the_margin_are_no_words_of_the_page() -> None:
    words = []
    for n in range(1, 27):
        y = 60.0 + 24 * n
        words.append(Word(str(n), Box(70, y, 80, y + 9), 0.9, n, 0))
        words += [
            Word(w, Box(110 + 50 * k, y, 150 + 50 * k, y + 9), 0.9, n, 0)
            for k, w in enumerate(f"the court orders delivery number{n} today".split())
        ]
    prepared = Prepared(PageWords(1, 612, 792, tuple(words), "made 1"))
    assert not any(t.text.isdigit() for t in prepared.text.tokens)
    assert len(prepared.text.rows) == 26


def test_spread_out_line_of_running_text_is_no_row_of_cells() -> None:
    words: list[Word] = []
    lines = [
        "функционирования значимых объектов критической",
        "инфраструктуры утвержденных постановлением Правительства",
        "Российской Федерации для обеспечения безопасности",
    ]
    for n, line in enumerate(lines):
        tokens = line.split()
        room = (330 - sum(5.0 * len(t) for t in tokens)) / (len(tokens) - 1)
        x = 70.0
        for t in tokens:
            words.append(Word(t, Box(x, 60 + 14.0 * n, x + 5 * len(t), 70 + 14.0 * n), 0.9, n, 0))
            x += 5 * len(t) + room
    prepared = Prepared(PageWords(1, 612, 792, tuple(words), "made 1"))
    assert all(len(r.cells) == 1 for r in prepared.text.rows)
    assert len(prepared.text.segments) == 1


@pytest.mark.parametrize(
    ("text", "custom"),
    [
        ("Revenue 1,234,567 and costs 5,010", "groups"),
        ("5,010 4,120 39,117 and 2.49", "groups"),
        ("12,5 % и 3,75 %", "decimal"),
        ("1.234,50 und 7,20", "decimal"),
        ("1,577", ""),
        ("no numbers", ""),
    ],
)
def test_comma_of_a_page(text: str, custom: str) -> None:
    assert comma_custom(text) == custom


def test_settled_value_keeps_one_reading() -> None:
    value = parse_values("5,010")[0].value
    assert len(value.readings) == 2  # type: ignore[union-attr]
    assert [int(r.number) for r in settled(value, "5,010", "groups").readings] == [5010]  # type: ignore[union-attr]


def test_document_number_of_another_kind_contradicts_nothing() -> None:
    page = typeset("МИНИСТЕРСТВО ЮСТИЦИИ\n\nРегистрационный номер\n\nот 11 февраля 2013 г. Москва № 17")
    result = get("rules").judge([page], ["Приказ зарегистрирован под номером 28608."])[0]
    assert result.verdict is NOT_CHECKED  # what a stamp would show


def test_name_on_a_line_labelled_otherwise_is_no_support() -> None:
    sheet = Sheet()
    sheet.put([(170, "HARBOUR HARDWARE", "c")])
    sheet.put([(50, "Salesman: ANNA KOLB", "l")])
    sheet.put([(50, "CashierID", "l"), (200, "CashierName", "l")])
    sheet.put([(50, "80181", "l"), (200, "DINARA", "l")])
    page = sheet.page()
    assert verdict(page, "The cashier at Harbour Hardware was Anna Kolb.") is not SUPPORTED
    assert verdict(page, "The salesman at Harbour Hardware was Anna Kolb.") is SUPPORTED


def test_dash_in_a_table_is_zero() -> None:
    sheet = Sheet()
    sheet.put([(50, "(in millions of US dollars)", "l"), (430, "2021", "r"), (530, "2020", "r")])
    sheet.put([(50, "Preferred stock", "l"), (430, "—", "r"), (530, "45", "r")])
    sheet.put([(50, "Common stock", "l"), (430, "310", "r"), (530, "290", "r")])
    page = sheet.page()
    assert verdict(page, "Preferred stock was $0 in 2021.") is SUPPORTED
    assert verdict(page, "Preferred stock was $0 in 2020.") is not SUPPORTED
    assert verdict(page, "Preferred stock was $45 million in 2021.") is not SUPPORTED
