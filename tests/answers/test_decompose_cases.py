"""Answers written by hand, and the claims that a careful reader takes from them."""

from __future__ import annotations

import pytest

from atomcite.answers import decompose
from atomcite.domain import Language

LANGUAGES: tuple[Language, ...] = ("en", "ru")
Expected = list[tuple[str, list[str]]]

MARKS = [
    ("Revenue grew (p. 7).", ["7"]),
    ("Revenue grew [p.7].", ["7"]),
    ("Revenue grew (pp. 3-5).", ["3", "4", "5"]),
    ("Revenue grew (pp. 3–5).", ["3", "4", "5"]),
    ("Revenue grew (pages 3, 5 and 9).", ["3", "5", "9"]),
    ("Revenue grew (p. 3; p. 5).", ["3", "5"]),
    ("Revenue grew (p. 3, p. 5).", ["3", "5"]),
    ("Revenue grew (see p. 7).", ["7"]),
    ("Revenue grew (Annual report, p. 7).", ["7"]),
    ("Revenue grew (p. 7, Table 2).", ["7"]),
    ("Revenue grew (p. 7 of 12).", ["7"]),
    ("Revenue grew (page 8/12).", ["8"]),
    ("Revenue grew (pp. 123-5).", ["123", "124", "125"]),
    ("Revenue grew (p. iv).", ["iv"]),
    ("Revenue grew (pp. iv-vi).", ["iv", "v", "vi"]),
    ("Revenue grew (A-3).", ["A-3"]),
    ("Revenue grew (p. A-3).", ["A-3"]),
    ("Revenue grew (pp. F-12 and F-14).", ["F-12", "F-14"]),
    ("Revenue grew (doc: report.pdf, p. 7).", ["7"]),
    ("Revenue grew 【7】.", ["7"]),
    ("Revenue grew 【7†source】.", ["7"]),
    ("Revenue grew, p.7.", ["7"]),
    ("Revenue grew, see page 7.", ["7"]),
    ("Revenue grew [p. 7](https://example.org/a#page=7).", ["7"]),
    ("Revenue grew ([p. 7](x.pdf)).", ["7"]),
    ("Revenue grew **(p. 7)**.", ["7"]),
    ("Revenue grew. (p. 7)", ["7"]),
    ("Revenue grew on page 12.", ["12"]),
    ("As stated on page 12, Revenue grew.", ["12"]),
    ("According to page 5, Revenue grew.", ["5"]),
    ("On page 5, Revenue grew.", ["5"]),
    ("Page 12 states that Revenue grew.", ["12"]),
    ("page 7: Revenue grew", ["7"]),
    ("Page 7 - Revenue grew", ["7"]),
    ("Revenue grew [p. 3] [p. 4].", ["3", "4"]),
    ("Revenue grew (p. 3)(p. 4).", ["3", "4"]),
    ("Revenue grew (p. 7ff.).", ["7", "8"]),
]
MARKS_RU = [
    ("Выручка выросла (стр. 7).", ["7"]),
    ("Выручка выросла [стр. 7].", ["7"]),
    ("Выручка выросла [с. 7-8].", ["7", "8"]),
    ("Выручка выросла (с. 7–8).", ["7", "8"]),
    ("Выручка выросла (стр. 3, 5 и 9).", ["3", "5", "9"]),
    ("Выручка выросла (см. стр. 4).", ["4"]),
    ("Выручка выросла (страница 7).", ["7"]),
    ("Выручка выросла (страницы 7 и 9).", ["7", "9"]),
    ("Выручка выросла (c. 7).", ["7"]),
    ("Выручка выросла (л.д. 15).", ["15"]),
    ("Выручка выросла (Годовой отчёт, с. 7).", ["7"]),
    ("Выручка выросла (стр. 7 из 12).", ["7"]),
    ("Выручка выросла на странице 12.", ["12"]),
    ("Выручка выросла на стр. 12.", ["12"]),
    ("На стр. 12 указано, что Выручка выросла.", ["12"]),
    ("Как указано на стр. 12, Выручка выросла.", ["12"]),
    ("Согласно стр. 5, Выручка выросла.", ["5"]),
    ("Стр. 7: Выручка выросла", ["7"]),
    ("Выручка выросла. (стр. 7)", ["7"]),
]


@pytest.mark.parametrize(("answer", "pages"), MARKS)
def test_english_marks_are_read_and_taken_out_of_the_statement(answer: str, pages: list[str]) -> None:
    assert claims_of(answer) == [("Revenue grew", pages)]


@pytest.mark.parametrize(("answer", "pages"), MARKS_RU)
def test_russian_marks_are_read_and_taken_out_of_the_statement(answer: str, pages: list[str]) -> None:
    assert claims_of(answer) == [("Выручка выросла", pages)]


@pytest.mark.parametrize(
    "answer",
    [
        "Revenue grew in spring (2024).",
        "The firm was founded (c. 1990).",
        "The report has 12 pages.",
        "This is a 12-page report.",
        "The notes are rated well (A-3).",
        "See form (B-2) was filed.",
        "Revenue grew [7].",
        "Revenue grew [^3].",
        "The front page was torn.",
        "The letter said “as shown on page 9 of the lease”.",
        "Revenue grew by 7 p.p. in May.",
        "Титульная страница порвана.",
        "Вместе с 7 договорами подписан акт.",
        "В отчёте 12 страниц.",
        "Присвоен рейтинг (A-3).",
    ],
)
def test_what_is_no_citation_is_not_taken_for_one(answer: str) -> None:
    assert all(pages == [] for _, pages in claims_of(answer))


SENTENCES: list[tuple[str, Expected]] = [
    ("Smith & Co. v. Jones (p. 3) was decided in 1999.", [("Smith & Co. v. Jones was decided in 1999", ["3"])]),
    (
        "The contract was signed between Alpha Ltd. and Beta Inc. on 3 May 2024 (p. 1). See No. 5.",
        [("The contract was signed between Alpha Ltd. and Beta Inc. on 3 May 2024", ["1"]), ("See No. 5", [])],
    ),
    ("Sales of 4.2 M (p. 7). Costs fell.", [("Sales of 4.2 M", ["7"]), ("Costs fell", [])]),
    ("Mr. J. R. Smith signed (p. 2).", [("Mr. J. R. Smith signed", ["2"])]),
    ("The U.S. market grew (p. 2).", [("The U.S. market grew", ["2"])]),
    (
        "Срок оплаты по п. 4.2 договора составляет 30 дней (стр. 5).",
        [("Срок оплаты по п. 4.2 договора составляет 30 дней", ["5"])],
    ),
    (
        "Выручка составила 4,2 млн руб. (стр. 7). Прибыль упала (стр. 8).",
        [("Выручка составила 4,2 млн руб", ["7"]), ("Прибыль упала", ["8"])],
    ),
    (
        "Договор от 03.03.2024 г. подписан И. И. Ивановым и П. П. Петровым (с. 2).",
        [("Договор от 03.03.2024 г. подписан И. И. Ивановым и П. П. Петровым", ["2"])],
    ),
    (
        "Поставлены столы, стулья и т.д. Оплата произведена (стр. 4).",
        [("Поставлены столы, стулья и т.д.", []), ("Оплата произведена", ["4"])],
    ),
    ("Revenue rose 5%.(p. 3) Costs fell.(p. 4)", [("Revenue rose 5%", ["3"]), ("Costs fell", ["4"])]),
]

COMPOUNDS: list[tuple[str, Expected]] = [
    (
        "The Company may pay a dividend while a default continues (p. 7).",
        [("The Company may pay a dividend while a default continues", ["7"])],
    ),
    (
        "Revenue rose to 5.2 billion while costs fell to 3.1 billion (p. 4).",
        [("Revenue rose to 5.2 billion", ["4"]), ("costs fell to 3.1 billion", ["4"])],
    ),
    (
        "Revenue grew to 4.2 M and 12 stores opened (p. 7).",
        [("Revenue grew to 4.2 M", ["7"]), ("12 stores opened", ["7"])],
    ),
    (
        "Alice signed the contract on 3 May and paid EUR 500 (p. 2).",
        [("Alice signed the contract on 3 May", ["2"]), ("Alice paid EUR 500", ["2"])],
    ),
    (
        "Revenue was 4.2 M (p. 7), profit was 1.1 M (p. 8) and 12 stores opened (p. 9).",
        [("Revenue was 4.2 M", ["7"]), ("profit was 1.1 M", ["8"]), ("12 stores opened", ["9"])],
    ),
    (
        "The company has 12 stores (p. 3), 200 employees (p. 4) and 3 plants (p. 5).",
        [
            ("The company has 12 stores", ["3"]),
            ("The company has 200 employees", ["4"]),
            ("The company has 3 plants", ["5"]),
        ],
    ),
    (
        "Revenue was 4.2 M in 2023 and 3.9 M in 2022 (p. 2).",
        [("Revenue was 4.2 M in 2023", ["2"]), ("Revenue was 3.9 M in 2022", ["2"])],
    ),
    (
        "Revenue was 4.2 M and net profit 1.1 M (p. 2).",
        [("Revenue was 4.2 M", ["2"]), ("net profit was 1.1 M", ["2"])],
    ),
    (
        "Total assets were $1,577M; total liabilities were $900M (p. 12).",
        [("Total assets were $1,577M", ["12"]), ("total liabilities were $900M", ["12"])],
    ),
    (
        "The Tenant shall pay the rent and keep the premises in repair (p. 3).",
        [("The Tenant shall pay the rent", ["3"]), ("The Tenant shall keep the premises in repair", ["3"])],
    ),
    (
        "The Tenant shall not sublet the premises and shall pay rent monthly (p. 3).",
        [("The Tenant shall not sublet the premises", ["3"]), ("The Tenant shall pay rent monthly", ["3"])],
    ),
    (
        "Profit (p. 8) fell to 1.1 M, and costs rose.",
        [("Profit fell to 1.1 M", ["8"]), ("costs rose", [])],
    ),
    (
        "According to page 5, revenue grew and profit fell.",
        [("revenue grew", ["5"]), ("profit fell", ["5"])],
    ),
    (
        "Выручка выросла до 4,2 млн, а прибыль упала до 1,1 млн (стр. 7).",
        [("Выручка выросла до 4,2 млн", ["7"]), ("прибыль упала до 1,1 млн", ["7"])],
    ),
    (
        "Выручка (стр. 7) составила 4,2 млн, а прибыль — 1,1 млн (стр. 8).",
        [("Выручка составила 4,2 млн", ["7"]), ("прибыль составила 1,1 млн", ["8"])],
    ),
    (
        "Иванов подписал договор и уплатил 500 евро (с. 3).",
        [("Иванов подписал договор", ["3"]), ("Иванов уплатил 500 евро", ["3"])],
    ),
    (
        "Арендатор обязан платить ренту и содержать помещение (с. 3).",
        [("Арендатор обязан платить ренту", ["3"]), ("Арендатор обязан содержать помещение", ["3"])],
    ),
    ("Смета утверждена и договор подписан (с. 3).", [("Смета утверждена", ["3"]), ("договор подписан", ["3"])]),
]

WHOLE = [
    "Research and development costs rose by 5 %",
    "Cash and cash equivalents were 5 M",
    "Bob and Alice signed the annex",
    "The gap between A and B widened",
    "The Tenant shall not sublet and assign the lease",
    "The company opened stores in Berlin and offices located in Paris",
    "Alice was born in Paris and moved to London",
    "The company acquired a firm founded in 1990 and based in Paris",
    "The lease lasts 2 years and 6 months",
    "If rent is late, the Landlord may sue and the Tenant shall pay costs",
    "The auditor said that revenue grew and costs fell",
    "The company planned and executed the move",
    "The meeting took place on 3 and 5 May",
    "Revenue rose from 3 to 5",
    "Both parties signed and dated the form",
    "The Landlord shall repair the roof and the Tenant shall pay the rent unless the building is sold",
    "Either the Seller repairs the roof or the price falls and the deal is closed",
    "Revenue and profit were 4.2 M and 1.1 M respectively",
    "Иванов и Петров подписали акт",
    "Денежные средства и их эквиваленты составили 5 млн",
    "Арендатор не вправе сдавать и передавать помещение",
    "Если оплата просрочена, Арендодатель вправе отказаться и потребовать неустойку",
    "Срок составляет 2 года и 6 месяцев",
    "Банк сообщил, что выручка выросла и прибыль упала",
    "Разрыв между ценой и себестоимостью вырос",
    "Компания спланировала и провела сделку",
    "Компания не выплатила дивиденды и увеличила капитал",
]


@pytest.mark.parametrize(("answer", "expected"), SENTENCES)
def test_sentences_survive_dots_that_end_nothing(answer: str, expected: Expected) -> None:
    assert claims_of(answer) == expected


@pytest.mark.parametrize(("answer", "expected"), COMPOUNDS)
def test_compound_statements_become_claims_that_read_on_their_own(answer: str, expected: Expected) -> None:
    assert claims_of(answer) == expected


@pytest.mark.parametrize("statement", WHOLE)
def test_a_statement_whose_parts_depend_on_each_other_stays_whole(statement: str) -> None:
    page = "стр. 4" if any("а" <= ch <= "я" for ch in statement) else "p. 4"
    assert claims_of(f"{statement} ({page}).") == [(statement, ["4"])]


STRUCTURES: list[tuple[str, Expected]] = [
    (
        "1. Revenue was **4.2 M** (p. 7).\n2. Costs fell (p. 8).\n",
        [("Revenue was 4.2 M", ["7"]), ("Costs fell", ["8"])],
    ),
    (
        "Key figures (p. 7):\n- Revenue: 4.2 M\n- Profit: 1.1 M (p. 9)\n",
        [("Revenue: 4.2 M", ["7"]), ("Profit: 1.1 M", ["9"])],
    ),
    (
        "The signatories are:\n- Alice Smith\n- Bob\n",
        [("The signatories are: Alice Smith", []), ("The signatories are: Bob", [])],
    ),
    ("## Revenue (p. 7)\nSales grew. Costs fell (p. 8).\n", [("Sales grew", ["7"]), ("Costs fell", ["8"])]),
    ("## Page 4\n- Revenue: 5\n\n## Other\nCosts fell.\n", [("Revenue: 5", ["4"]), ("Costs fell", [])]),
    (
        "| Metric | 2023 | 2022 | Page |\n|---|---|---|---|\n| Revenue | 4.2 M | 3.9 M | 7 |\n",
        [("Revenue, 2023: 4.2 M", ["7"]), ("Revenue, 2022: 3.9 M", ["7"])],
    ),
    (
        "| # | Claim | Source |\n|--|--|--|\n| 1 | The contract was signed on 3 May. | p. 4 |\n",
        [("The contract was signed on 3 May", ["4"])],
    ),
    (
        "| Показатель | Значение |\n|---|---|\n| Выручка | 4,2 млн (стр. 7) |\n",
        [("Выручка: 4,2 млн", ["7"])],
    ),
    (
        "Revenue grew. Costs fell. Profit doubled. (pp. 3-4)",
        [("Revenue grew", ["3", "4"]), ("Costs fell", ["3", "4"]), ("Profit doubled", ["3", "4"])],
    ),
    ("Revenue grew. Costs fell (p. 3).", [("Revenue grew", []), ("Costs fell", ["3"])]),
    ("Revenue grew. Costs fell (p. 3 for this paragraph).", [("Revenue grew", ["3"]), ("Costs fell", ["3"])]),
    ("Revenue grew.\n\nCosts fell.\n\n(p. 3)", [("Revenue grew", []), ("Costs fell", ["3"])]),
    ("Costs fell.\n\nSource: p. 9", [("Costs fell", ["9"])]),
    ("Page 7:\n- Assets: 1\n- Debts: 2\n", [("Assets: 1", ["7"]), ("Debts: 2", ["7"])]),
    (
        "> The rent is EUR 500 (p. 2).\n>\n> It is due monthly (p. 3).\n",
        [("The rent is EUR 500", ["2"]), ("It is due monthly", ["3"])],
    ),
    ("Revenue grew.[^1]\n\n[^1]: Annual report, p. 7\n", [("Revenue grew", ["7"])]),
    ("```\ncode (p. 3)\n```\n\nCosts fell (p. 2).", [("Costs fell", ["2"])]),
    ("Costs **fell** (p. 2).\n\n    code (p. 3)\n", [("Costs fell", ["2"])]),
    ("Costs **fell** (p. 2).\n\n    print('Revenue was 5 in May') (p. 3)\n", [("Costs fell", ["2"])]),
    (
        "Costs **fell** (p. 2).\n\n    Revenue grew to 5 M in May (p. 3).\n",
        [("Costs fell", ["2"]), ("Revenue grew to 5 M in May", ["3"])],
    ),
    ("Costs fell ~~(p. 3)~~ (p. 4).\n\n~~Profit rose (p. 5).~~", [("Costs fell", ["4"])]),
    ("The rent (EUR 500, p. 4) is due.", [("The rent (EUR 500) is due", ["4"])]),
    ("Net income (p. 12, Note 3(a)) rose.", [("Net income rose", ["12"])]),
    ("Here is the answer: revenue was 5 M (p. 3). Let me know!", [("revenue was 5 M", ["3"])]),
    ("What was revenue? Revenue was 5 M (p. 3).", [("Revenue was 5 M", ["3"])]),
    ("The document does not say who signed it.", [("The document does not say who signed it", [])]),
    ("I could not find the date.", [("I could not find the date", [])]),
    ("Revenue: 4.2 M (p. 7)\nProfit: 1.1 M (p. 8)", [("Revenue: 4.2 M", ["7"]), ("Profit: 1.1 M", ["8"])]),
    ("Costs fell (p. 2).\n\nReferences\n[1] Smith, A book, p. 3", [("Costs fell", ["2"])]),
    ("**Short answer:** Revenue was 5 M (p. 3).", [("Revenue was 5 M", ["3"])]),
    ("Late delivery incurs a penalty (Section 4.2, p. 5).", [("Late delivery incurs a penalty", ["5"])]),
    ("On page 5, 12 stores opened.", [("12 stores opened", ["5"])]),
    ("The table on page 3 shows revenue of 4 M.", [("The table shows revenue of 4 M", ["3"])]),
    ("Page 12 contains a table.", [("Page contains a table", ["12"])]),
]


@pytest.mark.parametrize(("answer", "expected"), STRUCTURES)
def test_layout_of_the_answer_decides_what_a_citation_covers(answer: str, expected: Expected) -> None:
    assert claims_of(answer) == expected


@pytest.mark.parametrize(
    "answer", ["Revenue grew [7].", "Revenue grew [^7].", "Revenue grew⁷.", "Revenue grew<sup>7</sup>."]
)
def test_bare_numbers_and_footnotes_are_pages_when_told_so(answer: str) -> None:
    assert claims_of(answer, bare_brackets=True, footnotes=True) == [("Revenue grew", ["7"])]


def test_bare_numbers_left_out_are_mentioned() -> None:
    (notice,) = decompose("Revenue grew [7].").notices
    assert notice.code == "answers.bare_brackets"
    assert all("[7]" in notice.render(language) for language in LANGUAGES)


@pytest.mark.parametrize("code", ["```\nx (p. 3)\n```", "    x (p. 3)", "~~~\nx (p. 3)\ny (p. 4)\n~~~"])
def test_citations_in_code_are_mentioned(code: str) -> None:
    (notice,) = decompose(f"Costs **fell** (p. 2).\n\n{code}\n").notices
    assert notice.code == "answers.code"
    assert all("(p. 3) (" in notice.render(language).replace("вида ", "") for language in LANGUAGES)


def test_units_are_no_footnotes() -> None:
    assert claims_of("The plot has 500 m².", footnotes=True) == [("The plot has 500 m²", [])]


def test_the_document_that_a_mark_names_is_kept() -> None:
    (claim,) = decompose("Revenue grew (Annual report, p. 7; Appendix, p. 3).").claims
    assert [(c.document, [p.raw for p in c.pages]) for c in claim.citations] == [
        ("Annual report", ["7"]),
        ("Appendix", ["3"]),
    ]


@pytest.mark.parametrize(
    ("mark", "code", "pages"),
    [
        ("pp. 3-99999", "answers.capped", ["3", "99999"]),
        ("pp. 99999-3", "answers.capped", ["3", "99999"]),
        ("pp. 9-07", "answers.reversed", ["7", "8", "9"]),
        ("pp. 7, 1-99999999999", "answers.capped", ["7", "1", "99999999999"]),
        ("pp. 9-7", "answers.reversed", ["7", "8", "9"]),
        ("pp. 7-", "answers.open_range", ["7"]),
        ("pp. 7-?", "answers.open_range", ["7"]),
    ],
)
def test_odd_ranges_are_tamed_and_reported(mark: str, code: str, pages: list[str]) -> None:
    result = decompose(f"Revenue grew ({mark}).")
    assert [r.raw for r in result.claims[0].refs] == pages
    assert [n.code for n in result.notices] == [code]
    assert all(mark in notice.render(language) for notice in result.notices for language in LANGUAGES)


def test_a_range_of_a_hundred_pages_is_taken_whole() -> None:
    result = decompose("Revenue grew (pp. 1-100).")
    assert [r.number for r in result.claims[0].refs] == list(range(1, 101))
    assert result.notices == ()


def claims_of(answer: str, *, bare_brackets: bool = False, footnotes: bool = False) -> Expected:
    result = decompose(answer, bare_brackets=bare_brackets, footnotes=footnotes)
    return [(c.statement, [r.raw for r in c.refs]) for c in result.claims]
