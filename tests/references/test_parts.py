"""Where one part of a document ends and another begins: annexes, acts, protocols, endorsements, contents."""

from __future__ import annotations

from pathlib import Path

import pytest
import typst
from test_clauses import FILLER, at, number, pages_of

from atomcite.pipeline import verify
from atomcite.references import title_on, worded

ORDER = (
    "#align(center)[#text(size: 12.5pt)[ORDER No. 7]]\n\nThe board orders:\n\n"
    f"1\\. {FILLER['en'] * 2}\n\n2\\. {FILLER['en'] * 2} ALPHA.\n#pagebreak()\n"
)
PRESENTED = {
    "larger": "#align(center)[#text(size: 12.5pt)[Act of acceptance of the premises]]",
    "centred": "#align(center)[Act of acceptance of the premises]",
    "capitals": "ACT OF ACCEPTANCE",
    "left and larger": "#text(size: 12.5pt)[Act of acceptance of the premises]",
    "annex": "#align(right)[Annex 2 to the order of the board]",
    "annex, two lines": "#align(right)[Annex 2 to the order of the board\\ of 5 May 2024]",
    "приложение": "#align(right)[Приложение № 2 к приказу № 7]",
}


@pytest.mark.parametrize("how", PRESENTED)
def test_a_heading_at_the_top_of_a_page_ends_the_clauses_before_it(tmp_path: Path, how: str) -> None:
    text = f"{ORDER}{PRESENTED[how]}\n\n{FILLER['en'] * 2} BETA.\n\n1\\. {FILLER['en']}\n\n2\\. {FILLER['en']} GAMMA."
    pages = pages_of(tmp_path, text)
    assert number(at(pages, "ALPHA")) == "2"
    beta = at(pages, "BETA")
    assert all(section.word is not None or section.number is None for section in beta), beta
    assert number(at(pages, "GAMMA")) == "2"
    assert all("ORDER" not in (section.title or "") for section in at(pages, "GAMMA"))


@pytest.mark.parametrize("word", ["Приложение № 3 к договору", "Schedule 3 to the Agreement"])
def test_an_annex_goes_by_its_number_and_the_heading_below_it(tmp_path: Path, word: str) -> None:
    text = (
        f"{ORDER}#align(right)[{word}]\n\n#align(center)[#text(size: 12.5pt)[Rates of pay]]\n\n{FILLER['en']} BETA."
    )
    (annex,) = at(pages_of(tmp_path, text), "BETA")
    assert (annex.number, annex.title) == ("3", "Rates of pay")


def test_the_head_that_the_pages_of_an_annex_repeat_opens_it_once(tmp_path: Path) -> None:
    annexes = "".join(
        f"#set page(header: [Schedule {n}])\n{n}.1 {FILLER['en'] * 30}\n\n{n}.2 {FILLER['en'] * 2} MARK{n}.\n"
        for n in (1, 2)
    )
    pages = pages_of(tmp_path, ORDER.removesuffix("#pagebreak()\n") + annexes)
    assert len(pages) > 4
    assert [number(at(pages, f"MARK{n}")) for n in (1, 2)] == ["1.2", "2.2"]


@pytest.mark.parametrize("head", ["Supply agreement no. 5", "Page head"])
def test_a_clause_goes_on_below_a_running_head(tmp_path: Path, head: str) -> None:
    text = f"6\\.1 {FILLER['en']}\n\n6.2 {FILLER['en'] * 20} ALPHA."
    pages = pages_of(tmp_path, text, height=330, head=head)
    assert len(pages) > 1
    assert number(at(pages, "ALPHA")) == "6.2"


def test_numbered_paragraphs_have_no_titles_however_their_lines_break(tmp_path: Path) -> None:
    points = ["Hire Anna Petrova from 20 May 2024 at a salary of 58 400 roubles a month for the planning department."]
    points += ["Move Ivan Sokolov from the workshop to the drying section with his written consent from 1 June."]
    points += ["Hand over three sets of keys. The Tenant may not have copies made without the consent of the Owner."]
    text = "#set par(justify: false)\nThe board orders:\n\n" + "\n\n".join(
        f"{n}\\. {point} MARK{n}" + "." for n, point in enumerate(points, 1)
    )
    for width in range(260, 460, 8):
        pages = pages_of(tmp_path, text, width=width)
        for n in (1, 2, 3):
            assert (at(pages, f"MARK{n}")[-1].number, at(pages, f"MARK{n}")[-1].title) == (str(n), None), width


def test_a_short_point_among_sentences_is_a_point(tmp_path: Path) -> None:
    text = f"1\\. {FILLER['en']}\n\n2\\. Adopt the budget\n\nBETA.\n\n3\\. {FILLER['en']} GAMMA."
    pages = pages_of(tmp_path, text)
    assert at(pages, "BETA")[-1].title is None
    assert number(at(pages, "BETA")) == "2"


def test_endorsements_have_numbers_of_their_own(tmp_path: Path) -> None:
    text = (
        f"5\\.1 {FILLER['en'] * 2} ALPHA.\n\n= Endorsements\n\n*E1 Loss payee.* {FILLER['en']} BETA.\n\n"
        f"*E2 Flood gates.* {FILLER['en'] * 2} GAMMA."
    )
    pages = pages_of(tmp_path, text)
    assert number(at(pages, "ALPHA")) == "5.1"
    assert [[s.number or s.title for s in at(pages, m)] for m in ("BETA", "GAMMA")] == [
        ["Endorsements", "E1"],
        ["Endorsements", "E2"],
    ]


@pytest.mark.parametrize(("opening", "expected"), [("E1 Loss payee. ", "E1"), ("B12 Vitamins are delivered. ", None)])
def test_a_lettered_paragraph_never_counts_to_the_clause_before_it(
    tmp_path: Path, opening: str, expected: str | None
) -> None:
    pages = pages_of(tmp_path, f"5\\.1 {FILLER['en']} ALPHA.\n\n{opening}{FILLER['en'] * 2} BETA.")
    assert number(at(pages, "BETA")) == expected


def test_entries_of_contents_are_no_sections(tmp_path: Path) -> None:
    entries = "\\\n".join(
        f"Section {n} Subject of part {n} {4 * n}" + (" ALPHA" if n == 9 else "") for n in (1, 2, 3)
    )
    pages = pages_of(tmp_path, f"= Contents\n{entries}\n\n{FILLER['en']} BETA.")
    assert [s.number for s in at(pages, "BETA")] == [None]


def test_the_heading_is_no_reference_of_its_own_beside_its_text_and_rows_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "made.pdf"
    path.write_bytes(
        typst.compile(
            b"""#set page(width: 460pt, height: 400pt, margin: 40pt)
#set text(size: 10pt)
= Section 1 Definitions
1.1 Insured

The Policyholder named in the Schedule and any subsidiary notified in writing before the policy begins.

= Schedule A Property insured
#table(columns: 4, stroke: none, [Item], [Location], [Sum insured], [Declared],
[Fuel berth], [East Mole], [275], [260], [Travel hoist], [Slipway], [318], [305])
"""
        )
    )
    answer = (
        "Any subsidiary notified in writing before the policy begins is insured (p. 1).\n\n"
        "The travel hoist has a sum insured of 318 (p. 1)."
    )
    first, second = verify(path, answer, image="none", cache=False, window=0).claims
    for claim in (first, second):
        for reference in claim.references:
            assert reference.excerpt != "Section 1 Definitions"
            assert not {"Fuel", "Travel"} <= set((reference.excerpt or "").split()), worded(reference)
    assert [r.sections[-1].number for r in first.references] == ["1.1"]
    assert [r.sections[-1].number for r in second.references] == ["A"]


def test_a_title_at_the_very_top_of_a_first_page_is_one(tmp_path: Path) -> None:
    text = f"#text(size: 13pt)[Calder Valley Bank]\n\n{FILLER['en'] * 8}"
    (page,) = pages_of(tmp_path, text)
    assert title_on(page) == "Calder Valley Bank"
