"""Headers that run over several lines are read column by column, however each is set in its cell."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
import typst

from atomcite import ocr
from atomcite.documents import Document
from atomcite.domain import PageWords
from atomcite.judge import get
from atomcite.judge.wrapped_heads import text_of

ALIGNED = ("center + horizon", "right + bottom", "left + top")
RUSSIAN = ["Вид топлива", "Остаток на начало периода, т", "Поступило за отчётный месяц, т", "Израсходовано, т"]
ENGLISH = ["Depot", "Budgeted hours for the whole year", "Actual hours to the end of March", "Variance from budget"]
ROWS_RU = [["Мазут", "1 284", "3 050", "2 917"], ["Уголь бурый", "740", "1 612", "1 498"]]
ROWS_EN = [["Northgate", "8,450", "2,106", "112"], ["Sallow Wharf", "6,200", "1,544", "(38)"]]


def page(folder: Path, heads: list[str], rows: list[list[str]], align: str, stroke: str) -> PageWords:
    cells = ", ".join(f"[{c}]" for row in (heads, *rows) for c in row)
    path = folder / "a.pdf"
    path.write_bytes(
        typst.compile(
            f"#set page(width: 420pt, height: 300pt, margin: 30pt)\n#set text(size: 9pt)\n"
            f"#table(columns: (2fr, 1fr, 1fr, 1fr), stroke: {stroke}, align: (x, y) => "
            f"if y == 0 {{ {align} }} else if x == 0 {{ left }} else {{ right }}, {cells})".encode()
        )
    )
    with Document.open(path) as document:
        return ocr.get("textlayer").read(document.page(1))


GEOMETRIES = list(itertools.product(ALIGNED, ("none", "0.5pt")))


@pytest.mark.parametrize(("align", "stroke"), GEOMETRIES)
def test_each_header_is_one_cell_of_one_row(tmp_path: Path, align: str, stroke: str) -> None:
    for heads, rows in ((RUSSIAN, ROWS_RU), (ENGLISH, ROWS_EN)):
        text = text_of(page(tmp_path, heads, rows, align, stroke))
        assert [c.text for c in text.rows[0].cells] == heads


@pytest.mark.parametrize(("align", "stroke"), GEOMETRIES)
def test_amounts_of_another_column_are_not_supported(tmp_path: Path, align: str, stroke: str) -> None:
    claims = [
        (ENGLISH, ROWS_EN, "Northgate had 8,450 budgeted hours for the year", True),
        (ENGLISH, ROWS_EN, "Northgate had 2,106 budgeted hours for the year", False),
        (ENGLISH, ROWS_EN, "Actual hours at Sallow Wharf to the end of March were 1,544", True),
        (ENGLISH, ROWS_EN, "Actual hours at Sallow Wharf to the end of March were 6,200", False),
        (RUSSIAN, ROWS_RU, "За отчётный месяц поступило 3 050 т мазута", True),
        (RUSSIAN, ROWS_RU, "За отчётный месяц поступило 2 917 т мазута", False),
        (RUSSIAN, ROWS_RU, "Остаток бурого угля на начало периода — 740 т", True),
        (RUSSIAN, ROWS_RU, "Остаток бурого угля на начало периода — 1 612 т", False),
        (RUSSIAN, ROWS_RU, "Израсходовано 1 498 т бурого угля", True),
    ]
    judge = get("rules")
    found = {
        statement: judge.judge([page(tmp_path, heads, rows, align, stroke)], [statement])[0].verdict == "supported"
        for heads, rows, statement, _ in claims
    }
    assert found == {statement: true for *_, statement, true in claims}


def test_a_header_over_a_group_of_columns_stays_a_level_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(
        typst.compile(
            b"#set page(width: 460pt, height: 200pt, margin: 30pt)\n#set text(size: 9pt)\n"
            b"#table(columns: (2fr, 1fr, 1fr, 1fr, 1fr), stroke: none, align: (left, right, right, right, right), "
            b"[], table.cell(colspan: 2, align: left)[Timber], table.cell(colspan: 2, align: left)[Glass], "
            b"[], [2024], [2023], [2024], [2023], "
            b"[Sales], [5,120], [4,870], [1,930], [2,045], [Costs], [3,015], [2,990], [1,208], [1,166])"
        )
    )
    with Document.open(path) as document:
        words = ocr.get("textlayer").read(document.page(1))
    claims = {
        "Timber sales were 4,870 in 2023": True,
        "Glass sales were 4,870 in 2023": False,
        "Glass costs were 1,166 in 2023": True,
        "Timber costs were 1,208 in 2024": False,
    }
    results = get("rules").judge([words], list(claims))
    assert {s: r.verdict == "supported" for s, r in zip(claims, results, strict=True)} == claims
