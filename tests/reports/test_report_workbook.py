import io
import re
import zipfile
from collections import Counter
from xml.etree import ElementTree

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from report_samples import page_image, sample_report
from report_strategies import reports

from atomcite.domain import Action, ClaimVerdict, Reference, Report
from atomcite.reports import to_xlsx
from atomcite.reports.labels import Labels
from atomcite.reports.workbook import symbol

HEAD = 3


def small(page: int):
    return page_image(page, dpi=50)


def nothing(page: int) -> None:
    return None


def link(page: int) -> str:
    return f"annotated.pdf#page={page}"


def opened(data: bytes, values: bool = False):
    return openpyxl.load_workbook(io.BytesIO(data), data_only=values)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_each_claim_is_a_row_with_verdict_action_and_statement(language):
    report = sample_report()
    labels = Labels(language)
    sheet = opened(to_xlsx(report, small, language)).worksheets[1]
    rows = list(sheet.iter_rows(min_row=HEAD + 1, values_only=True))
    assert len(rows) == len(report.claims)
    for row, claim in zip(rows, report.claims, strict=True):
        assert row[:5] == (
            symbol(claim),
            labels.verdict(claim.verdict),
            labels.action(claim.action),
            claim.id,
            claim.statement,
        )
        assert claim.rule in row
    assert sheet.auto_filter.ref.endswith(str(HEAD + len(rows)))
    assert sheet.freeze_panes == f"F{HEAD + 1}"
    assert sheet.print_title_rows == f"${HEAD}:${HEAD}"
    assert sheet.page_setup.orientation == "landscape"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_summary_counts_by_formula_and_the_stored_values_are_what_the_formulas_give(language):
    report = sample_report()
    data = to_xlsx(report, nothing, language)
    claims = opened(data).worksheets[1]
    formulas, values = opened(data).worksheets[0], opened(data, values=True).worksheets[0]
    counted = []
    for row in formulas.iter_rows():
        for cell in row:
            if isinstance(cell.value, str) and cell.value.startswith("=COUNTIF"):
                sheet, column, first, last, name = re.fullmatch(
                    r"=COUNTIF\('(.+)'!\$(\w)\$(\d+):\$\w\$(\d+),B(\d+)\)", cell.value
                ).groups()
                assert sheet == claims.title
                cells = [claims[f"{column}{n}"].value for n in range(int(first), int(last) + 1)]
                shown = values[cell.coordinate].value
                assert shown == cells.count(formulas[f"B{name}"].value)
                assert values.cell(cell.row, 4).value == pytest.approx(shown / len(report.claims))
                counted.append(shown)
    assert len(counted) == len(ClaimVerdict) + len(Action)
    sums = [c for row in formulas.iter_rows() for c in row if isinstance(c.value, str) and c.value.startswith("=SUM")]
    assert [values[c.coordinate].value for c in sums] == [len(report.claims)] * 2


@pytest.mark.parametrize("evil", ["=HYPERLINK(1)", "+1-1", "-2+3", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1"])
def test_text_from_outside_never_becomes_a_formula(evil):
    report = sample_report()
    claim = report.claims[0].model_copy(update={"statement": evil, "id": evil, "rule": evil})
    document = report.document.model_copy(update={"name": evil, "title": evil, "author": evil})
    report = report.model_copy(update={"claims": (claim,), "document": document})
    data = to_xlsx(report, nothing)
    book = opened(data)
    own = re.compile(r"=(COUNTIF\(|SUM\(C\d|IF\(C\$)")
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    assert own.match(str(cell.value))
    statement = book.worksheets[1].cell(HEAD + 1, 5)
    assert (statement.data_type, statement.quotePrefix) == ("s", True)


def test_pages_are_linked_and_the_crop_lies_in_its_row():
    report = sample_report()
    sheet = opened(to_xlsx(report, small, links=link)).worksheets[1]
    links = {c.coordinate: c.hyperlink for row in sheet.iter_rows() for c in row if c.hyperlink}
    targets = {place: (found.target, found.location) for place, found in links.items()}
    assert targets[f"F{HEAD + 1}"] == ("annotated.pdf", "page=7")
    assert targets[f"G{HEAD + 3}"] == ("annotated.pdf", "page=7")
    # The first four claims have a place on a page, the third on the page that is suggested.
    assert sorted(i.anchor._from.row for i in sheet._images) == [HEAD, HEAD + 1, HEAD + 2, HEAD + 3]
    for picture in sheet._images:
        # Within the row that is high enough for it, so that filters hide it with the row.
        assert picture.anchor.to.row == picture.anchor._from.row
        assert picture.anchor.to.col == picture.anchor._from.col


def test_a_page_is_asked_for_once():
    asked: list[int] = []

    def images(page: int):
        asked.append(page)
        return small(page)

    to_xlsx(sample_report(), images)
    assert max(Counter(asked).values()) == 1


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports, st.sampled_from(["en", "ru"]))
def test_any_report_makes_a_workbook_of_well_formed_parts(report: Report, language):
    data = to_xlsx(report, lambda page: page_image(page, dpi=20), language, link)
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        for name in packed.namelist():
            if name.endswith((".xml", ".rels")):
                ElementTree.fromstring(packed.read(name))
    assert opened(data).worksheets[1].max_row >= HEAD


def test_references_have_a_column_with_a_link_to_their_place():
    report = sample_report()
    page = report.claims[0].cited_pages[0].page
    assert page is not None
    hosted = Reference(page=page, title="Annual report", excerpt="Sales", link="https://host/doc?page=7")
    beside, hidden = hosted.model_copy(update={"link": "r.pdf#page=7"}), Reference(page=page, withheld=True)
    claims = [
        report.claims[0].model_copy(update={"id": str(n), "references": (reference,)})
        for n, reference in enumerate((hosted, beside, hidden))
    ]
    report = report.model_copy(update={"claims": tuple(claims)})
    sheet = opened(to_xlsx(report, nothing, links=link)).worksheets[1]
    column = next(c.column for c in sheet[HEAD] if c.value == Labels("en")("reference"))
    cells = [sheet.cell(HEAD + 1 + n, column) for n in range(3)]
    assert cells[0].value.startswith("Annual report, p. ")
    assert cells[0].value.endswith("“Sales”")
    assert "Annual" not in cells[2].value
    targets = [c.hyperlink.target if c.hyperlink else None for c in cells]
    assert targets == ["https://host/doc?page=7", "annotated.pdf", None]
