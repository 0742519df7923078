import io

import docx
import pytest
from docx.oxml.ns import qn
from report_samples import ANSWER, sample_report

from atomcite.answers import apply, corrections, decompose
from atomcite.domain import Action, ClaimResult, ClaimVerdict, Reference, Report
from atomcite.reports import to_docx

RICH = """# Results

Sales were **4.2 million** (p. 2). Costs fell (p. 3).

1. The quay opened in June (p. 2).
2. The crane was *sold* (p. 4).
   - It went to Oslo (p. 5).

> The board met twice (p. 6).

| Item | Value |
|---|---|
| Revenue | 4.2 (p. 2) |
| Cost | 3.1 (p. 3) |
"""
RUSSIAN = """# Итоги

Выручка составила **4,2 млн** (стр. 2). Причал открыт в июне (стр. 3).

- Кран продан (стр. 4).
"""


def opened(data: bytes):
    return docx.Document(io.BytesIO(data))


def text_of(document, accepted: bool) -> str:
    """The document's text with all changes accepted, or all rejected."""
    gone = {qn("w:del")} if accepted else {qn("w:ins")}
    paragraphs = []
    for paragraph in document.element.body.iter(qn("w:p")):
        words = ""
        for item in paragraph.iter(qn("w:t"), qn("w:delText"), qn("w:tab"), qn("w:br")):
            if not any(parent.tag in gone for parent in item.iterancestors()):
                words += item.text or "" if item.tag in (qn("w:t"), qn("w:delText")) else " "
        paragraphs.append(words)
    return "\n".join(paragraphs)


def plain(markdown: str) -> str:
    """Letters and figures alone: what does not depend on markup and spaces."""
    return "".join(ch for ch in markdown if ch.isalnum())


def decided(answer: str, actions: list[Action]) -> Report:
    """A report over the claims of `answer`, with these actions in turn."""
    report = sample_report()
    verdicts = {
        Action.KEEP: ClaimVerdict.CORRECT,
        Action.DELETE: ClaimVerdict.UNSUPPORTED,
        Action.FLAG: ClaimVerdict.CONFLICT,
    }
    claims = decompose(answer).claims
    results = [
        ClaimResult(
            **claim.model_dump(),
            cited_pages=(),
            verdict=verdicts[actions[n % len(actions)]],
            action=actions[n % len(actions)],
            rule="r",
        )
        for n, claim in enumerate(claims)
    ]
    return report.model_copy(update={"answer": answer, "claims": tuple(results)})


def test_accepting_all_changes_gives_the_corrected_answer_and_rejecting_them_the_answer():
    report = sample_report()
    edits = corrections(report.claims, ANSWER)
    document = opened(to_docx(report, edits))
    assert plain(text_of(document, accepted=False)) == plain(ANSWER)
    assert plain(text_of(document, accepted=True)) == plain(apply(ANSWER, edits))
    assert {e.get(qn("w:author")) for e in document.element.body.iter(qn("w:del"), qn("w:ins"))} == {"AtomCite"}


@pytest.mark.parametrize("answer", [RICH, RUSSIAN, RICH.replace("\n", "\r\n")])
@pytest.mark.parametrize(
    "actions", [[Action.DELETE], [Action.DELETE, Action.KEEP], [Action.KEEP, Action.FLAG, Action.DELETE]]
)
def test_tables_lists_and_quotations_keep_every_word(answer, actions):
    report = decided(answer, actions)
    edits = corrections(report.claims, answer)
    document = opened(to_docx(report, edits, "ru"))
    numbers = str.maketrans("", "", "0123456789")  # list numbers are written out where Markdown counts them itself
    assert plain(text_of(document, False)).translate(numbers) == plain(answer).translate(numbers)
    # A patch also takes the head of a table that lost its rows; in Word each change is accepted by itself.
    accepted = answer
    for edit in sorted(edits, key=lambda e: e.start, reverse=True):
        accepted = accepted[: edit.start] + edit.new + accepted[edit.end :]
    assert plain(text_of(document, True)).translate(numbers) == plain(accepted).translate(numbers)


def test_flags_and_changes_carry_comments_with_their_reason():
    report = sample_report()
    edits = corrections(report.claims, ANSWER)
    document = opened(to_docx(report, edits))
    said = [c.text for c in document.comments]
    assert len(said) == len(edits)
    assert any("the channels disagree: look at the page" in text for text in said)
    ids = {c.comment_id for c in document.comments}
    body = document.element.body
    for mark in ("w:commentRangeStart", "w:commentRangeEnd", "w:commentReference"):
        assert {int(e.get(qn("w:id"))) for e in body.iter(qn(mark))} == ids


def test_markup_becomes_formatting():
    report = sample_report().model_copy(update={"answer": RICH, "claims": ()})
    document = opened(to_docx(report, []))
    assert document.paragraphs[0].style.name == "Heading 1"
    runs = {r.text: r for p in document.paragraphs for r in p.runs}
    assert runs["4.2 million"].bold
    assert runs["sold"].italic
    (table,) = document.tables
    assert [[c.text for c in row.cells] for row in table.rows] == [
        ["Item", "Value"],
        ["Revenue", "4.2 (p. 2)"],
        ["Cost", "3.1 (p. 3)"],
    ]
    assert "Northern Retail Group" in document.sections[0].header.paragraphs[0].text


def test_characters_that_xml_does_not_have_do_not_break_the_document():
    report = sample_report().model_copy(update={"answer": "A\x0bB \ufffe C \x1b[31m", "claims": ()})
    assert "C" in text_of(opened(to_docx(report, [])), True)


def referring(report: Report, **reference: object) -> Report:
    """The report with one reference for its first claim, which is correct."""
    page = report.claims[0].cited_pages[0].page
    assert page is not None
    made = Reference.model_validate({"page": page, "title": "Annual report", **reference})
    first = report.claims[0].model_copy(update={"references": (made,)})
    return report.model_copy(update={"claims": (first, *report.claims[1:])})


def test_references_of_what_is_borne_out_stand_at_the_end_as_insertions_too():
    report = referring(sample_report(), excerpt="Sales were", link="https://host/doc?page=7")
    edits = corrections(report.claims, ANSWER)
    document = opened(to_docx(report, edits))
    body = text_of(document, accepted=True).splitlines()
    assert body[-2] == "References"
    assert body[-1].startswith(f"“{report.claims[0].statement}” — Annual report, p. ")
    assert body[-1].endswith(": “Sales were”")
    assert plain(text_of(document, accepted=False)) == plain(ANSWER)
    links = [r.target_ref for r in document.part.rels.values() if r.reltype.endswith("/hyperlink")]
    assert links == ["https://host/doc?page=7"]
    marks = document.paragraphs[-1]._p.pPr.findall(f"{qn('w:rPr')}/{qn('w:ins')}")
    assert len(marks) == 1


def test_documents_that_may_not_be_named_and_claims_that_are_not_borne_out_get_no_reference():
    withheld = referring(sample_report(), withheld=True)
    assert "References" not in text_of(opened(to_docx(withheld, [])), accepted=True)
    wrong = referring(sample_report())
    first = wrong.claims[0].model_copy(update={"verdict": ClaimVerdict.UNSUPPORTED, "action": Action.DELETE})
    wrong = wrong.model_copy(update={"claims": (first, *wrong.claims[1:])})
    assert "References" not in text_of(opened(to_docx(wrong, [])), accepted=True)
