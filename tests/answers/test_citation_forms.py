"""Citations as editors wrap them, models vary them and typesetters space them."""

from __future__ import annotations

import pytest

from atomcite.answers import apply, corrections, decompose
from atomcite.answers.reading import readable
from atomcite.domain import Action, ClaimResult, ClaimVerdict, PageIdentity, ResolvedPage, Suggestion, message

Expected = list[tuple[str, list[str]]]

FORMS = [
    ("(p7)", ["7"]),
    ("(pp3-5)", ["3", "4", "5"]),
    ("(see p7, p9)", ["7", "9"]),
    ("(p.&nbsp;7)", ["7"]),
    ("(p.&#160;7)", ["7"]),
    ("(pp.&nbsp;3&ndash;5)", ["3", "4", "5"]),
    ("(p.\u00a07)", ["7"]),
    ("(p.\u20097)", ["7"]),
    ("(p.\u202f7)", ["7"]),
    ("(p.\u200b 7)", ["7"]),
    ("（ｐ．７）", ["7"]),
    ("(p. ７)", ["7"]),
    ("｛p. 7｝", ["7"]),
    ("{p. 7}", ["7"]),
    ("(slide 7)", ["7"]),
    ("(slides 7-9)", ["7", "8", "9"]),
    ("(p. **7**)", ["7"]),
    ("(**p.** 7)", ["7"]),
    ("(<b>p.</b> 7)", ["7"]),
    ("(Report (2023), p. 7)", ["7"]),
    ("(third page)", ["3"]),
    ("(p. seven)", ["7"]),
    ("(pp. 3,5,9)", ["3", "5", "9"]),
    ("(p. 0)", ["0"]),
    ("(p. -1)", ["-1"]),
    ("(p. −1)", ["-1"]),
    ("(pp. 0-2)", ["0", "1", "2"]),
    ("(p. 99999999999999999999999)", ["99999999999999999999999"]),
    ("(p. 1,234)", ["1234"]),
    ("(pp. 1,234-1,236)", ["1234", "1235", "1236"]),
    ("(pp. 101,102,103)", ["101", "102", "103"]),
    ("(page: 7)", ["7"]),
    ("(Pages: 7, 8)", ["7", "8"]),
    ("(pp. 7/8)", ["7", "8"]),
    ("(p. 7/8)", ["7"]),
    ("(p. 7, l. 3)", ["7"]),
    ("<p. 7>", ["7"]),
    ("⟨p. 7⟩", ["7"]),
    ("(p. ?)", ["?"]),
    ("(p. 4.2)", ["4.2"]),
    ("on the 7th page", ["7"]),
    ("on the seventh page of the report", ["7"]),
    ("on page seven", ["7"]),
    (", as page 7 shows", ["7"]),
    (", as pp. 7-8 confirm", ["7", "8"]),
    ("on slide 7", ["7"]),
]
FORMS_RU = [
    ("(7 стр.)", ["7"]),
    ("(7-я стр.)", ["7"]),
    ("(стр.7)", ["7"]),
    ("(стр7)", ["7"]),
    ("(слайд 7)", ["7"]),
    ("(стр.: 7)", ["7"]),
    ("(стр. 0)", ["0"]),
    ("(с. -2)", ["-2"]),
    (", 7-я страница", ["7"]),
    ("на 7-й странице", ["7"]),
    ("на седьмой странице отчёта", ["7"]),
    ("на третьей странице", ["3"]),
    ("на странице семь", ["7"]),
    (", как показывает страница 7", ["7"]),
    ("(стр. 3,5)", ["3", "5"]),
]


@pytest.mark.parametrize(("mark", "pages"), FORMS)
def test_an_english_form_is_a_citation(mark: str, pages: list[str]) -> None:
    gap = "" if mark.startswith(",") else " "
    assert claims_of(f"Revenue grew{gap}{mark}. Costs fell.") == [("Revenue grew", pages), ("Costs fell", [])]


@pytest.mark.parametrize(("mark", "pages"), FORMS_RU)
def test_a_russian_form_is_a_citation(mark: str, pages: list[str]) -> None:
    gap = "" if mark.startswith(",") else " "
    assert claims_of(f"Выручка выросла{gap}{mark}. Прибыль упала.") == [
        ("Выручка выросла", pages),
        ("Прибыль упала", []),
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "Response time was 200 ms (p95), a good latency.",
        "The incident has priority one (P1).",
        "К письму приложен отчёт (12 стр.).",
        "Margin rose by 2 p.p. 12 stores opened.",
        'The screen measures 15" and the p" sign is missing.',
    ],
)
def test_what_only_looks_like_such_a_form_is_text(answer: str) -> None:
    assert all(pages == [] for _, pages in claims_of(answer))


def test_a_counted_page_gives_way_to_a_citation_in_its_sentence() -> None:
    assert claims_of("Smith signed on the first page (p. 3).") == [("Smith signed on the first page", ["3"])]


def test_works_of_others_are_citations_of_their_own() -> None:
    (claim,) = decompose("Revenue grew (Smith 2020, p. 7; Jones 2021, p. 8).").claims
    assert [(c.document, [p.raw for p in c.pages]) for c in claim.citations] == [
        ("Smith 2020", ["7"]),
        ("Jones 2021", ["8"]),
    ]


@pytest.mark.parametrize("place", ["Sec. 4.2", "PDF", "see also Note 5", "см. также", "Fig. 3", "the"])
def test_a_place_is_no_document(place: str) -> None:
    (claim,) = decompose(f"Revenue grew ({place}, p. 7).").claims
    assert [(c.document, [p.raw for p in c.pages]) for c in claim.citations] == [(None, ["7"])]


BROKEN = [
    ("Revenue was 120 million euros (p.|1). Costs fell.", ["1"], "Revenue was 120 million euros"),
    ("Revenue was 120 million euros (pp.|3-5). Costs fell.", ["3", "4", "5"], "Revenue was 120 million euros"),
    ("Revenue was 120 million euros (pp. 3-|5). Costs fell.", ["3", "4", "5"], "Revenue was 120 million euros"),
    ("Revenue was 120 million euros (pp. 3,|5 and|9). Costs fell.", ["3", "5", "9"], "Revenue was 120 million euros"),
    ("Revenue was 120 million euros (see|p. 7). Costs fell.", ["7"], "Revenue was 120 million euros"),
    ("Revenue was 120 million euros|(p. 7). Costs fell.", ["7"], "Revenue was 120 million euros"),
    ("Revenue was 120 million euros (Annual|report, p.|7). Costs fell.", ["7"], "Revenue was 120 million euros"),
    ("Revenue was 120 million euros on page|12. Costs fell.", ["12"], "Revenue was 120 million euros"),
    ("Revenue was 120 million euros, see page|1. Costs fell.", ["1"], "Revenue was 120 million euros"),
    ("Revenue was 120 million euros (see also page|1) in May.", ["1"], "Revenue was 120 million euros in May"),
    ("Revenue was 120 million euros [p.|7]. Costs fell.", ["7"], "Revenue was 120 million euros"),
    ("According to page|7, revenue was 120 million euros.", ["7"], "revenue was 120 million euros"),
    ("Выручка составила 120 млн рублей (стр.|7). Прибыль упала.", ["7"], "Выручка составила 120 млн рублей"),
    ("Выручка составила 120 млн рублей (с.|7-|8). Прибыль упала.", ["7", "8"], "Выручка составила 120 млн рублей"),
    ("Выручка составила 120 млн рублей на странице|12. Прибыль упала.", ["12"], "Выручка составила 120 млн рублей"),
    ("Согласно|стр. 5, выручка составила 120 млн рублей.", ["5"], "выручка составила 120 млн рублей"),
]


@pytest.mark.parametrize(
    ("first", "more"),
    [("", "\n"), ("", "\r\n"), ("- ", "\n  "), ("- ", "\n"), ("1. ", "\r\n   "), ("> ", "\n> "), ("> - ", "\n>   ")],
    ids=["lf", "crlf", "item", "lazy item", "numbered", "quote", "quoted item"],
)
@pytest.mark.parametrize(("text", "pages", "statement"), BROKEN)
def test_a_citation_broken_over_lines_is_read(
    text: str, pages: list[str], statement: str, first: str, more: str
) -> None:
    answer = first + text.replace("|", more) + "\n"
    found = claims_of(answer)
    assert found[0] == (statement, pages)
    assert [other for _, other in found[1:]] in ([], [[]])


@pytest.mark.parametrize(
    ("answer", "corrected"),
    [
        ("Revenue grew (p.\n7).", "Revenue grew (p.\n9)."),
        ("> Revenue grew (p.\n> 7).", "> Revenue grew (p.\n> 9)."),
        ("Revenue grew (p.&nbsp;7).", "Revenue grew (p.&nbsp;9)."),
        ("Revenue grew (p7).", "Revenue grew (p9)."),
        ("Revenue grew （ｐ．７）.", "Revenue grew （ｐ．9）."),
        ("Revenue grew {p. 7}.", "Revenue grew {p. 9}."),
        ("Revenue grew (p. 1,234).", "Revenue grew (p. 9)."),
        ("Revenue grew (p. **7**).", "Revenue grew (p. **9**)."),
        ("Revenue grew (p. -1).", "Revenue grew (p. 9)."),
        ("Revenue grew, as page 7 shows.", "Revenue grew, as page 9 shows."),
        ("Выручка выросла (7 стр.).", "Выручка выросла (9 стр.)."),
        ("Revenue grew (slide 7).", "Revenue grew (slide 9)."),
    ],
)
def test_the_page_in_such_a_form_is_rewritten_in_its_place(answer: str, corrected: str) -> None:
    (claim,) = decompose(answer).claims
    result = ClaimResult(
        id=claim.id,
        statement=claim.statement,
        origin=claim.origin,
        spans=claim.spans,
        citations=claim.citations,
        cited_pages=(
            ResolvedPage(ref=claim.refs[0].raw, page=None, reading="physical", why=message("answers.no_page")),
        ),
        verdict=ClaimVerdict.WRONG_PAGE,
        action=Action.FIX_PAGE,
        suggested_pages=(Suggestion(page=PageIdentity(physical=9), channels=("text", "image"), grade=1),),
        rule="test",
    )
    assert apply(answer, corrections([result], answer)) == corrected


@pytest.mark.parametrize(
    "text",
    ["（ｐ．７）", "p.&nbsp;7", "(p. 1,234)", "a\r\n> b", "<b>x</b>&amp;", "٣\u200b\ud800\U0001f680", "&#0;&#xFFFF;"],
)
def test_a_reading_is_as_long_as_its_text(text: str) -> None:
    assert len(readable(text)) == len(text)


def claims_of(answer: str) -> Expected:
    return [(c.statement, [r.raw for r in c.refs]) for c in decompose(answer).claims]
