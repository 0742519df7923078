"""Cells that name pages, and headings that run into their paragraph."""

from __future__ import annotations

import pytest

from atomcite.answers import decompose


def cited(answer: str) -> list[tuple[str, list[str]]]:
    found = decompose(answer)
    return [(c.statement, [p.raw for m in c.citations for p in m.pages]) for c in found.claims]


@pytest.mark.parametrize("title", ["Источник", "Страница", "Source", "Page", "Ссылка"])
@pytest.mark.parametrize("cell", ["с. 2", "стр. 2", "p. 2", "(с. 2)", "с. 2–3"])
def test_a_cell_under_sources_or_pages_cites_them(title: str, cell: str) -> None:
    table = f"| Показатель | Значение | {title} |\n|---|---|---|\n| Оклад | 61 200 руб. | {cell} |\n"
    assert cited(table) == [("Оклад: 61 200 руб", ["2", "3"] if "3" in cell else ["2"])]


def test_a_cell_that_names_no_page_stays_a_statement() -> None:
    table = "| Товар | Источник |\n|---|---|\n| Вода | с. Ивановка 2 |\n"
    assert cited(table) == [("Вода, Источник: с. Ивановка 2", [])]


@pytest.mark.parametrize("head", ["**Приём.**", "**Приём**.", "__Hiring.__", "**Hiring:**"])
@pytest.mark.parametrize("mark", ["", "1. ", "- "])
def test_a_heading_that_runs_into_its_paragraph_is_no_statement(head: str, mark: str) -> None:
    answer = f"{mark}{head} Anna Petrova was hired in May (p. 1). She earns 58 400 roubles (p. 2).\n"
    assert [pages for _, pages in cited(answer)] == [["1"], ["2"]]


def test_a_bold_sentence_is_a_statement() -> None:
    assert len(cited("- **Anna was hired.** She earns 58 400 roubles (p. 2).\n")) == 2
