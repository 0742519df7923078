"""Names of documents in citations: which can't be that of the document at hand."""

from __future__ import annotations

import pytest

from atomcite.domain import Box, DocumentInfo, PageWords, Word
from atomcite.pipeline.cited_names import names_another

POLICY = ("Harbour Insurance Policy HM-MB-204117", "Corran Boatyard Limited", "Edition MB/07, effective 1 March 2024")
ORDER = ("ПРИКАЗ № 118-к", "от 12 апреля 2024 г.", "О переводе работников", "Приложение № 2")


def page(lines: tuple[str, ...]) -> PageWords:
    words = [
        Word(text, Box(10 + 60 * i, 20 * n, 60 + 60 * i, 20 * n + 10), line=n)
        for n, line in enumerate(lines)
        for i, text in enumerate(line.split())
    ]
    return PageWords(page=1, width=600, height=800, words=tuple(words), engine="test 1")


def info(title: str | None = None) -> DocumentInfo:
    return DocumentInfo(name="cover-note.pdf", sha256="0" * 64, kind="pdf", page_count=3, title=title)


@pytest.mark.parametrize(
    "name",
    [
        *("Annual report 2023", "policy HM-MB-999999", "Edition MB/06", "survey report of 12 January 2024"),
        *("the Beaumont Marine policy", "Ellery lease", "letter of 3 May"),
    ],
)
def test_a_name_with_what_the_document_does_not_show_is_another(name: str) -> None:
    assert names_another(name, info(), [page(POLICY)])


@pytest.mark.parametrize(
    "name",
    [
        *(
            "policy",
            "the Policy",
            "Insurance policy",
            "Corran Boatyard policy",
            "policy HM-MB-204117",
            "Edition MB/07",
        ),
        *(
            "policy of 1 March",
            "policy of March 2024",
            "policy of 1 March 2024",
            "policy 2024",
            "policy of 01.03.2024",
            "Insurence policy",
            "cover-note",
        ),
        # Parts, headings and descriptions tell nothing.
        *("Schedule B", "Schedule 4417", "Segment results", "Key figures 12", "source document", "CFO statement"),
    ],
)
def test_a_name_that_the_document_shows_or_that_proves_nothing_is_its_own(name: str) -> None:
    assert not names_another(name, info(), [page(POLICY)])


@pytest.mark.parametrize(
    ("name", "another"),
    [
        ("приказ № 118-к", False),
        ("приказ № 119-к", True),
        ("приказ от 12.04.2024", False),
        ("приказ от 13 апреля 2024 г.", True),
        ("приказ о переводах", False),
        ("договор аренды склада", True),
        ("Приложение № 7", False),
    ],
)
def test_russian_names(name: str, another: bool) -> None:
    assert names_another(name, info(), [page(ORDER)]) is another


def test_a_title_counts_and_without_any_text_nothing_is_told() -> None:
    assert not names_another("Ellery lease 1999", info("Lease of Ellery Wharf, 1999"), [page(POLICY)])
    assert not names_another("Ellery lease 1999", info(), [])
