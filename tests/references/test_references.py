"""References as a whole: title, page, date, link, excerpt, and what is left out."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st
from made_pages import picture_pdf, pixels_of, spoil

from atomcite.documents import Document
from atomcite.domain import PageIdentity, PageWords, Reference, Section
from atomcite.errors import UsageError
from atomcite.pipeline import Settings, verify
from atomcite.references import Outline, link, may_be_named, title_on, worded

PAGE = '#set page(width: 420pt, height: 330pt, margin: 40pt, numbering: "1")\n#set text(size: 10pt)\n'
PROSE = "Interest accrues from day to day and is paid on the last day of each quarter, without any deduction. " * 3

TEMPLATES = ["{document}", "https://h/{file}", "https://h/{page!r}", "https://h/{", "javascript:x"]
LOOKALIKES = (
    *("4.2 The Client pays", "7.3 of the Act", "Section 5 applies", "Section 6. Terms", "1. First", "DUTIES"),
    *("and so on.", "2023 1,577 903", "Статья 4. Срок", "§ 5", "5.1.2. Оплата", "under clause", "12 Months"),
)


def made(folder: Path, body: str, name: str = "made.pdf") -> Path:
    path = folder / name
    path.write_bytes(typst.compile((PAGE + body).encode()))
    return path


def references(path: Path, statement: str, page: int, **options: object) -> tuple[Reference, ...]:
    found = verify(path, f"{statement} (p. {page}).", image="none", cache=False, window=1, **options)  # type: ignore[arg-type]
    return found.claims[0].borne_out_by


def test_a_reference_says_all_that_is_known(tmp_path: Path) -> None:
    body = (
        '#set document(title: "Loan agreement", date: datetime(year: 2024, month: 3, day: 5))\n'
        f"= Section 3. Interest\n3.1 {PROSE}\n\n3.2 The default rate is 9.5 per cent a year.\n"
    )
    (found,) = references(made(tmp_path, body), "The default rate is 9.5 per cent a year", 1)
    assert found.title == "Loan agreement"
    assert [s.number for s in found.sections] == ["3", "3.2"]
    assert worded(found, "en").startswith(
        "Loan agreement, Section 3. Interest, clause 3.2, p. 1, file of 2024-03-05: “"
    )
    assert worded(found, "ru").startswith("Loan agreement, Section 3. Interest, п. 3.2, стр. 1, файл от 2024-03-05")
    assert found.link == "made.pdf#page=1"
    assert found.excerpt is not None
    assert "9.5 per cent" in found.excerpt


@pytest.mark.parametrize(
    ("printed", "revised"),
    [
        ("Revised 12 March 2024", "2024-03-12"),
        ("Rev. 3. Last amended on 2023-11-02.", "2023-11-02"),
        ("Version 2.1, dated 5 May 2021", "2021-05-05"),
        ("Документ в редакции от 12.03.2024", "2024-03-12"),
        ("Дата редакции: 7 июня 2022 г.", "2022-06-07"),
        ("Revised 03/04/2024", None),
        ("Revised 1 May 2020, last amended on 2 June 2021", None),
        ("Dated 12 March 2024", None),
        ("The schedule was revised. 12 March 2024", None),
        # The date from which an edition is in force may lie far from that of its revision.
        ("Edition MB/07, effective 1 March 2024", None),
        ("Edition MB/07, effective 1 March 2024. Revision 4 of 12 February 2024", "2024-02-12"),
        ("Редакция № 4, действует с 1 марта 2024 г.", None),
    ],
)
def test_a_revision_is_dated_by_what_the_first_page_prints(tmp_path: Path, printed: str, revised: str | None) -> None:
    dated = "#set document(date: datetime(year: 2025, month: 1, day: 2))"
    body = f"{dated}\n{printed}\n\n{PROSE}\n\nThe fare is 42 pounds.\n"
    (found,) = references(made(tmp_path, body), "The fare is 42 pounds", 1)
    assert (found.revised, (found.file_date or "")[:10]) == (revised, "2025-01-02")
    assert ("file of 2025-01-02" if revised is None else f"revised {revised}") in worded(found)


def test_a_running_head_that_dates_a_figure_is_no_reference_of_its_own(tmp_path: Path) -> None:
    says = "Revenue for the third quarter came to £56.5 million, 4.5 per cent more than a year earlier."
    head = (
        '#set document(title: "Report")\n#set page(header: [Harbour Company #h(1fr) Interim report #h(9pt) Q3 2025])'
    )
    body = f"{head}\n= Review\n{PROSE}\n\n{says}\n#pagebreak()\n= Outlook\n{PROSE}\n"
    claim = "Revenue for the third quarter of 2025 came to £56.5 million"
    found = references(made(tmp_path, body), claim, 1)
    assert [r.excerpt for r in found] == [says]


def test_an_excerpt_leaves_out_the_sentences_that_share_its_lines(tmp_path: Path) -> None:
    body = "The quay was dredged in August. The ferry Fulmar came back from dry dock on 4 July, nine days early, "
    body += "and sailed through the whole of the season without a fault. Fares did not change.\n"
    (found,) = references(made(tmp_path, body), "The ferry Fulmar came back from dry dock on 4 July", 1)
    assert found.excerpt is not None
    assert found.excerpt.startswith("The ferry Fulmar")
    assert found.excerpt.endswith("without a fault.")


def test_a_title_is_that_of_the_first_page_where_metadata_have_none_and_never_the_file_name(tmp_path: Path) -> None:
    headed = made(tmp_path, f"#text(size: 20pt)[Terms of carriage]\n\n{PROSE}\n\nThe fare is 42 pounds.\n")
    assert [r.title for r in references(headed, "The fare is 42 pounds", 1)] == ["Terms of carriage"]
    plain = made(tmp_path, f"#set document(date: none)\n{PROSE}\n\nThe fare is 42 pounds.\n", "terms.pdf")
    (found,) = references(plain, "The fare is 42 pounds", 1)
    assert found.title is None
    assert (found.revised, found.file_date) == (None, None)
    assert found.sections == ()
    assert "terms" not in worded(found)


def test_a_better_page_has_its_reference_and_an_unborne_claim_has_none(tmp_path: Path) -> None:
    path = made(tmp_path, f"1.1 {PROSE}\n#pagebreak()\n1.2 The fee is 77 pounds a day.\n")
    (found,) = references(path, "The fee is 77 pounds a day", 1)
    assert (found.page.physical, found.sections[-1].number) == (2, "1.2")
    assert references(path, "The fee is 99 pounds a day", 2) == ()


def test_a_document_that_may_not_be_named_is_not(tmp_path: Path) -> None:
    body = '#set document(title: "Secret deal")\n4.2 The fee is 77 pounds a day.\n'
    path = made(tmp_path, body, "secret.pdf")
    (found,) = references(path, "The fee is 77 pounds a day", 1, allow=("public*.pdf",))
    assert found == Reference(page=found.page, withheld=True)
    assert worded(found) == "a document that may not be named"
    (found,) = references(path, "The fee is 77 pounds a day", 1, allow=("public*.pdf", "secret.*"))
    assert found.title == "Secret deal"


def test_who_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "a [1].pdf"
    path.touch()
    for allowed in ((), ("a [1].pdf",), ("a*",), (str(path),), (f"{tmp_path}/*.pdf",), ("b", "*.pdf")):
        assert may_be_named(path, allowed), allowed
    for allowed in (("b.pdf",), (str(tmp_path / "b"),), ("/elsewhere/*",), ("A*",)):
        assert not may_be_named(path, allowed), allowed


@given(st.text(min_size=1, max_size=20).filter(lambda t: "/" not in t), st.integers(1, 9999))
def test_a_name_never_breaks_out_of_its_link(name: str, page: int) -> None:
    if not name.isprintable():
        return
    address = link(name, page, template="https://host/{document}?page={page}&x={label}")
    head, _, tail = address.partition("?")
    assert unquote(head.removeprefix("https://host/")) == name
    assert tail == f"page={page}&x={page}"
    assert link(name, page).count("#") == 1


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_that_can_not_work_is_refused(template: str) -> None:
    with pytest.raises(UsageError, match="link-template"):
        Settings(link_template=template)


def test_a_page_goes_by_its_label_with_its_position() -> None:
    found = Reference(page=PageIdentity(physical=9, label="vii"), sections=(Section(title="Risks"),))
    assert worded(found) == "“Risks”, p. vii (page 9 of the file)"


@given(st.data())
def test_the_clause_given_always_begins_before_the_place(data: st.DataObject) -> None:
    """On pages of arbitrary lines that look like headings, mentions, rows and prose."""
    from atomcite.domain import Box, Word

    lines = data.draw(st.lists(st.sampled_from(LOOKALIKES), min_size=1, max_size=12))
    tall = data.draw(st.lists(st.sampled_from([10.0, 10.0, 15.0]), min_size=len(lines), max_size=len(lines)))
    words: list[Word] = []
    y = 100.0
    for number, (text, size) in enumerate(zip(lines, tall, strict=True)):
        for i, part in enumerate(text.split()):
            words.append(Word(part, Box(50 + 40 * i, y, 85 + 40 * i, y + size), line=number, block=number // 3))
        y += 2 * size
    page = PageWords(1, 595, 842, tuple(words), "textlayer")
    outline = Outline([page])
    starts = dict(outline.headings(1))
    for number in range(len(lines)):
        for section in outline.sections_at(1, number):
            assert any(at <= number and s == section for at, s in starts.items())


def test_clauses_of_a_scan(tmp_path: Path) -> None:
    body = f"5.1 {PROSE}\n\n5.2 The fee is 77 pounds a day, and clause 7.3 applies.\n\n5.3 {PROSE}\n"
    pixels = spoil(pixels_of(made(tmp_path, body).read_bytes()))
    scan = tmp_path / "scan.pdf"
    scan.write_bytes(picture_pdf([pixels]))
    (found,) = references(scan, "The fee is 77 pounds a day", 1)
    assert found.sections[-1].number == "5.2"


def test_a_title_page_without_a_heading_gives_no_title(tmp_path: Path) -> None:
    with Document.open(made(tmp_path, PROSE)) as document:
        words = document.page(1).layer_words()
    assert words is not None
    assert title_on(words) is None
