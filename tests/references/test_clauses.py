"""The clause of a place is that of the region it stands in: typeset pages, in both languages and many layouts."""

from __future__ import annotations

from pathlib import Path

import pytest
import typst

from atomcite.documents import Document
from atomcite.domain import PageWords, Section
from atomcite.references import Outline

FILLER = {
    "en": "The parties keep each other informed of all that bears on their duties and answer letters without delay. ",
    "ru": "Стороны сообщают друг другу обо всём, что важно для исполнения обязанностей, и отвечают на письма. ",
}


def pages_of(folder: Path, body: str, *, width: int = 420, height: int = 560, head: str = "") -> list[PageWords]:
    header = f"header: [{head}]," if head else ""
    source = (
        f"#set page(width: {width}pt, height: {height}pt, margin: 50pt, {header})\n"
        f"#set text(size: 10pt, hyphenate: false)\n#set par(justify: true)\n{body}"
    )
    path = folder / "made.pdf"
    path.write_bytes(typst.compile(source.encode()))
    with Document.open(path) as document:
        found = [document.page(n).layer_words() for n in range(1, document.page_count + 1)]
    assert all(found)
    return [words for words in found if words is not None]


def at(pages: list[PageWords], mark: str) -> tuple[Section, ...]:
    """The sections of the line that holds `mark`."""
    places = [(words.page, line.words[0].line) for words in pages for line in words.lines if mark in line.text]
    assert len(places) == 1, f"{mark} stands on {len(places)} lines"
    return Outline(pages).sections_at(*places[0])


def number(sections: tuple[Section, ...]) -> str | None:
    return sections[-1].number if sections else None


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_clause_of_a_contract(tmp_path: Path, language: str) -> None:
    text, first, second = (
        FILLER[language],
        *(("Delivery", "Payment") if language == "en" else ("Поставка", "Расчёты")),
    )
    pages = pages_of(
        tmp_path,
        f"*1\\. {first}*\n\n1.1 {text * 2} ALPHA.\n\n1.2 {text * 2} BETA.\n\n"
        f"*2\\. {second}*\n\n2.1 {text * 3} GAMMA.\n\n2.2 {text} DELTA.\n",
    )
    assert [number(at(pages, m)) for m in ("ALPHA", "BETA", "GAMMA", "DELTA")] == ["1.1", "1.2", "2.1", "2.2"]
    assert at(pages, "GAMMA")[0].title == second


@pytest.mark.parametrize(
    ("mention", "language"),
    [
        ("under clause 7.3 ", "en"),
        ("as set out in section 7.3 ", "en"),
        ("согласно пункту 7.3 ", "ru"),
        ("в порядке, указанном в п. 7.3 ", "ru"),
    ],
)
def test_a_mentioned_clause_is_never_that_of_the_place(tmp_path: Path, mention: str, language: str) -> None:
    """Whatever the width, so that the mention stands at every place of a line, its beginning included."""
    subject = "The Supplier pays a fee. " if language == "en" else "Поставщик платит неустойку. "
    text = f"5\\.1 {FILLER[language]}{mention}{subject}{FILLER[language]} ALPHA.\n\n5.2 {FILLER[language]} BETA."
    for width in range(300, 460, 6):
        pages = pages_of(tmp_path, text, width=width)
        assert number(at(pages, "ALPHA")) == "5.1", width
        assert number(at(pages, "BETA")) == "5.2", width


@pytest.mark.parametrize(
    ("opening", "word", "figure", "title"),
    [
        ("Section 3. Delivery terms", "Section", "3", "Delivery terms"),
        ("Article 7. Confidentiality", "Article", "7", "Confidentiality"),
        ("§ 5. Liability", "§", "5", "Liability"),
        ("Раздел 3. Условия поставки", "Раздел", "3", "Условия поставки"),
        ("Статья 12. Ответственность сторон", "Статья", "12", "Ответственность сторон"),
        ("Schedule 2: Fees", "Schedule", "2", "Fees"),
        ("Приложение № 4. Перечень работ", "Приложение", "4", "Перечень работ"),
        ("CHAPTER IV. FINAL TERMS", "CHAPTER", "IV", "FINAL TERMS"),
    ],
)
def test_named_headings_keep_their_words(tmp_path: Path, opening: str, word: str, figure: str, title: str) -> None:
    pages = pages_of(tmp_path, f"{FILLER['en']}\n\n{opening}\n\n{FILLER['en'] * 2} ALPHA.")
    assert at(pages, "ALPHA") == (Section(word=word, number=figure, title=title),)


def test_unnumbered_headings_by_size(tmp_path: Path) -> None:
    body = (
        f"= Market risk\n{FILLER['en'] * 3} ALPHA.\n\n== Interest rates and what they do\n{FILLER['en']} BETA.\n\n"
        f"= Credit risk\n{FILLER['en'] * 2} GAMMA."
    )
    pages = pages_of(tmp_path, body)
    assert [at(pages, m)[-1].title for m in ("ALPHA", "BETA", "GAMMA")] == [
        "Market risk",
        "Interest rates and what they do",
        "Credit risk",
    ]


def test_a_heading_of_several_lines_is_one(tmp_path: Path) -> None:
    long = "What the board has decided on dividends and how it came to its decision"
    pages = pages_of(tmp_path, f"= {long}\n{FILLER['en'] * 3} ALPHA.", width=330)
    assert at(pages, "ALPHA")[-1].title == long


def test_figures_in_tables_are_no_clauses(tmp_path: Path) -> None:
    table = "#table(columns: (1fr, 3fr, 1fr), stroke: none, [9.1], [Revenue], [1,577], [9.2], [Costs], [903])"
    pages = pages_of(tmp_path, f"4\\.1 {FILLER['en'] * 2}\n\n{table}\n\n{FILLER['en']} ALPHA.\n\n4.2 Next. BETA.")
    assert number(at(pages, "ALPHA")) == "4.1"
    assert number(at(pages, "Costs")) == "4.1"
    assert number(at(pages, "BETA")) == "4.2"


def test_items_of_a_list_stand_in_their_clause(tmp_path: Path) -> None:
    items = "\n\n".join(f"{n}\\. Thing of kind {n} that is delivered. ITEM{n}" for n in (1, 2, 3))
    pages = pages_of(tmp_path, f"4\\.1 First. ALPHA\n\n4.2 These:\n\n{items}\n\n4.3 Last. BETA")
    assert [number(at(pages, f"ITEM{n}")) for n in (1, 2, 3)] == ["4.2"] * 3
    assert number(at(pages, "BETA")) == "4.3"


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    clauses = "\n\n".join(f"3.{n} {FILLER['en'] * 2} MARK{n}." for n in range(1, 9))
    pages = pages_of(tmp_path, f"#set page(columns: 2)\n{clauses}", width=560, height=400)
    assert [number(at(pages, f"MARK{n}")) for n in range(1, 9)] == [f"3.{n}" for n in range(1, 9)]


def test_a_clause_goes_on_over_a_page_break(tmp_path: Path) -> None:
    pages = pages_of(
        tmp_path, f"6\\.1 {FILLER['en']}\n\n6.2 {FILLER['en'] * 20} ALPHA.\n\n6.3 Last. BETA", height=330
    )
    assert len(pages) > 1
    assert number(at(pages, "ALPHA")) == "6.2"
    later = [words for words in pages if any("ALPHA" in line.text for line in words.lines)]
    assert at(later, "ALPHA") == (), "without the page before nothing is known, and nothing is made up"
    assert number(at(later, "BETA")) == "6.3"


def test_running_heads_head_nothing(tmp_path: Path) -> None:
    body = f"2\\.1 {FILLER['en'] * 25} ALPHA.\n\n2.2 {FILLER['en'] * 25} BETA."
    for head in ("Section 9. Definitions", "#text(size: 14pt)[Annual report]", "9.4 Definitions"):
        pages = pages_of(tmp_path, body, head=head, height=400)
        assert (number(at(pages, "ALPHA")), number(at(pages, "BETA"))) == ("2.1", "2.2")


def test_a_table_of_contents_heads_nothing(tmp_path: Path) -> None:
    contents = "\n\n".join(f"{n}.1 Part {n} #box(width: 1fr, repeat[.]) {n}7" for n in (1, 2, 3))
    pages = pages_of(tmp_path, f"{contents}\n\n{FILLER['en'] * 2} ALPHA.")
    assert at(pages, "ALPHA") == ()
