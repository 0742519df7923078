"""What is taken off a page as a correct statement stands there so; what is not sure is refused, with the reason."""

import random
import re
from pathlib import Path

import pytest
import typst

from atomcite.benchmarks.dataset import Dataset, Manifest
from atomcite.benchmarks.dataset.describing import described
from atomcite.benchmarks.injection import FileReader, PageEvidence, ReadPage
from atomcite.benchmarks.injection.statements import Refused, Statement, statements
from atomcite.domain import Box, PageWords, Word

LEFT = """The bakery division sold its second oven in March and moved the staff to Leeds. Demand for sourdough rose in
every region served by the depot. Management expects the new depot to open before the end of summer. The wholesale
contract was renewed for three years on better terms. Prices of flour stayed flat through the year."""
ROWS = {
    "Revenue": ("84,215", "79,630"),
    "Cost of sales": ("51,984", "50,117"),
    "Staff costs": ("17,346", "16,058"),
    "Depreciation": ("3,104", "2,958"),
    "Operating profit": ("9,872", "8,245"),
}


def table(corner: str, rows: dict[str, tuple[str, str]]) -> str:
    cells = ", ".join(f"[{cell}]" for label, values in rows.items() for cell in (label, *values))
    return f"#table(columns: 3, stroke: none, [{corner}], [2024], [2023], {cells})"


LEFT_RU = """Общество продало второй траулер в марте и перевело экипаж в Мурманск. Спрос на треску вырос во всех
областях, куда идут поставки. Договор аренды причала продлён на три года на прежних условиях. Цены на топливо
снизились к концу года."""
ROWS_RU = {
    "Выручка": ("5 418,2", "4 963,7"),
    "Себестоимость": ("3 207,5", "3 114,9"),
    "Оплата труда": ("817,4", "790,2"),
    "Чистая прибыль": ("846,3", "652,8"),
}
COLUMNS = (
    """The lease of the mill ends when the tenant gives back the keys. The rent is reviewed every five years by an
    independent surveyor. Repairs to the roof are paid by the landlord alone.""",
    """The loan was granted by the bank in the spring of 2022. Interest is charged at a rate of 5.4 per cent a year.
    The principal is repaid in equal parts until 2030.""",
)


def beside(left: str, right: str) -> str:
    return f"#grid(columns: (1fr, 1fr), gutter: 8mm, [{left}], [{right}])"


def taken(folder: Path, body: str) -> tuple[list[Statement], list[Refused]]:
    head = "#set page(width: 210mm, height: 120mm, margin: 15mm)\n#set text(size: 10pt, hyphenate: false)\n"
    pdf = typst.compile((head + body).encode(), timestamp=0)
    (folder / "d.pdf").write_bytes(pdf)
    document = described(folder / "d.pdf", "d")
    dataset = Dataset(Manifest(name="t", version="1", licence="CC0-1.0"), (document,), (), (), folder)
    evidence = FileReader(engines=())(dataset, document)
    return statements(evidence, 1000, random.Random(1))


def sentences_of(text: str) -> set[str]:
    return {s.strip() for s in re.findall(r"[^.]+\.(?=\s|$)", " ".join(text.split()))}


@pytest.mark.parametrize(
    ("left", "corner", "rows", "line"),
    [
        (LEFT, "in thousands", ROWS, r'The line "(.+)" shows (.+) for (\d+)\.'),
        (LEFT_RU, "млн руб.", ROWS_RU, r"По строке «(.+)» за (\d+) год указано (.+)\."),
    ],
)
@pytest.mark.parametrize("prose_first", [True, False])
def test_beside_a_table_nothing_is_taken_across(
    left: str, corner: str, rows: dict[str, tuple[str, str]], line: str, prose_first: bool, tmp_path: Path
) -> None:
    cells = table(corner, rows)
    kept, refused = taken(tmp_path, beside(*((left, cells) if prose_first else (cells, left))))
    written = sentences_of(left)
    assert kept
    for statement in kept:
        hit = re.fullmatch(line, statement.text)
        if hit is None:
            assert statement.text in written
        else:
            label, *rest = hit.groups()
            year = next(r for r in rest if r in ("2024", "2023"))
            value = next(r for r in rest if r != year)
            assert rows[label][year == "2023"] == value
    assert {r.reason for r in refused} <= {"label_unclear", "header_unclear", "not_one_column", "spans_cells"}
    assert refused


def test_a_table_by_itself_gives_its_lines(tmp_path: Path) -> None:
    kept, refused = taken(tmp_path, table("in thousands", ROWS))
    said = {s.text for s in kept}
    assert 'The line "Staff costs" shows 16,058 for 2023.' in said
    assert len(said) == 2 * len(ROWS)
    assert not refused


def test_a_year_that_heads_two_columns_tells_neither(tmp_path: Path) -> None:
    cells = """#table(columns: 5, stroke: none, [], table.cell(colspan: 2)[Revenue], table.cell(colspan: 2)[Profit],
    [in millions], [2024], [2023], [2024], [2023], [Frozen fish], [10.96], [11.42], [1.71], [2.05],
    [Tinned fish], [4.83], [5.26], [0.79], [1.08], [Fish meal], [3.17], [3.62], [0.44], [0.56])"""
    kept, refused = taken(tmp_path, cells)
    assert not kept
    assert "header_unclear" in {r.reason for r in refused} or not refused


@pytest.mark.parametrize("gutter", ["2mm", "4%", "20mm"])
def test_two_columns_are_read_by_themselves_or_refused(gutter: str, tmp_path: Path) -> None:
    kept, refused = taken(tmp_path, f"#columns(2, gutter: {gutter})[{COLUMNS[0]}\n#colbreak()\n{COLUMNS[1]}]")
    assert {s.text for s in kept} <= sentences_of(COLUMNS[0]) | sentences_of(COLUMNS[1])
    assert kept or {r.reason for r in refused} <= {"spans_cells", "not_one_column", "not_a_whole_sentence"}


def page_of(*rows: tuple[float, str], gap: float = 4, confidence: float = 1.0, exact: bool = True) -> PageEvidence:
    """A page whose rows start at the given left edges; words that "|" parts stand wide apart."""
    words = []
    for number, (left, text) in enumerate(rows):
        x = left
        for token in text.split():
            if token == "|":
                x += 60
                continue
            words.append(
                Word(token, Box(x, 40 + 14 * number, x + 5 * len(token), 50 + 14 * number), confidence, number)
            )
            x += 5 * len(token) + gap
    return PageEvidence(1, (ReadPage(PageWords(1, 700, 800, tuple(words), "made"), exact=exact),))


WHOLE = "not_a_whole_sentence"
GOOD = (
    (40.0, "The board approved the budget of the new plant in"),
    (40.0, "April after a long debate about its price."),
)


@pytest.mark.parametrize("gap", [4, 9])
def test_a_sentence_over_two_lines_is_taken_set_close_or_justified(gap: float) -> None:
    kept, refused = statements({1: page_of(*GOOD, gap=gap)}, 10, random.Random(1))
    assert [s.text for s in kept] == [f"{GOOD[0][1]} {GOOD[1][1]}"]
    assert not refused


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (page_of((40.0, "The board approved the | Revenue 84 215 79 630.")), "spans_cells"),
        (page_of(GOOD[0], (40.0, "April after a long debate about | its price.")), "spans_cells"),
        (page_of(*GOOD, (40.0, "which the chair closed at noon.")), WHOLE),
        (page_of((40.0, "The board approved qzxv wvbn trpl kkjh"), (40.0, "ghjk lkjh in vbnm.")), "words_unknown"),
        (page_of((40.0, "For: 3. Against: 1. Abstained: 0. Owen Trask asked that the vote be recorded.")), WHOLE),
        (page_of(*GOOD, confidence=0.4, exact=False), "read_unsurely"),
    ],
)
def test_why_a_sentence_is_refused(page: PageEvidence, reason: str) -> None:
    kept, refused = statements({1: page}, 10, random.Random(1))
    assert not kept
    assert [r.reason for r in refused] == [reason]


def test_a_sentence_that_starts_far_from_where_it_goes_on_is_not_of_one_column() -> None:
    page = page_of(
        (40, "The board approved the budget of the"),
        (300, "new plant in April after a long debate"),
        (40, "about its price in the town hall."),
    )
    kept, refused = statements({1: page}, 10, random.Random(1))
    assert not kept
    assert [r.reason for r in refused] == ["not_one_column"]


def test_a_text_layer_that_the_pixels_contradict_is_not_believed() -> None:
    layer = page_of(*GOOD).readings[0]
    pixels = page_of((40, "Nothing of the kind is printed on this page at all.")).readings[0]
    seen = ReadPage(pixels.words, exact=False)
    kept, refused = statements({1: PageEvidence(1, (layer, seen))}, 10, random.Random(1))
    assert not kept
    assert [r.reason for r in refused] == ["read_differently"]
    same = ReadPage(layer.words, exact=False)
    kept, _ = statements({1: PageEvidence(1, (layer, same))}, 10, random.Random(1))
    assert len(kept) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Two others were taken off as no longer relevant.",
        "The risks are described on the pages before with care.",
        "Другие расходы показаны вместе с ними в отчёте.",
    ],
)
def test_what_leans_on_other_sentences_is_no_candidate(text: str) -> None:
    assert statements({1: page_of((40.0, text))}, 10, random.Random(1)) == ([], [])
