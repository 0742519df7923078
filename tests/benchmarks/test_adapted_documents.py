"""Documents of published sets: found, labelled, listed where they are missing. FinanceBench stands for all."""

import json
from pathlib import Path

import pytest
from adapter_sources import cites, finance, lines, only, pdf, run
from typer.testing import CliRunner

from atomcite.benchmarks.adapters import FORMATS, MISSING, adapt
from atomcite.benchmarks.dataset import load
from atomcite.cli.main import app
from atomcite.errors import DatasetError, OutputError, UsageError


def test_financebench_counts_pages_from_zero(source: Path) -> None:
    lines(source / "financebench_open_source.jsonl", finance(1, 4))
    lines(
        source / "financebench_document_information.jsonl",
        {"doc_name": "ACME_2021_10K", "doc_link": "https://example.org/a"},
    )
    pdf(source / "pdfs" / "ACME_2021_10K.pdf", 6)
    made = run("financebench", source)
    claim = only(made)
    assert claim.statement == "The net debt of Acme at the end of FY2021 was $120.00 million."
    assert cites(claim) == [("5", 5)]
    (label,) = claim.labels.annotators
    assert (label.verdict, label.true_pages, label.by) == ("correct", (5,), "FinanceBench")
    assert claim.content == "number"
    (document,) = made.dataset.documents
    assert (document.page_count, document.url) == (6, "https://example.org/a")
    stored = load(source.parent / "out")
    assert stored.claims == made.dataset.claims
    assert stored.file_of(document).read_bytes() == (source / "pdfs" / "ACME_2021_10K.pdf").read_bytes()
    (answer,) = stored.answers
    assert answer.text == "$120.00 million (p. 5)"
    assert [answer.text[s.start : s.end] for s in claim.spans] == ["$120.00 million"]


def test_pages_are_cited_by_the_labels_that_the_file_gives_them(source: Path) -> None:
    lines(source / "financebench_open_source.jsonl", finance(1, 2), finance(2, 0))
    pdf(source / "ACME_2021_10K.pdf", 4, labels=["i", "ii", "1", "2"])
    made = run("financebench", source)
    assert [cites(c) for c in made.dataset.claims] == [[("1", 3)], [("i", 1)]]
    assert made.dataset.documents[0].labels == ("i", "ii", "1", "2")


def test_several_evidence_pages_bear_an_answer_out_together_as_far_as_is_known(source: Path) -> None:
    both = [{"doc_name": "ACME_2021_10K", "evidence_page_num": n} for n in (3, 1)]
    other = [{"doc_name": "OTHER", "evidence_page_num": 1}]
    lines(source / "financebench_open_source.jsonl", finance(1, 0, evidence=both + other))
    pdf(source / "ACME_2021_10K.pdf", 4)
    made = run("financebench", source)
    (label,) = only(made).labels.annotators
    assert (label.true_pages, label.joint_pages) == ((), ((2, 4),))
    assert made.lost == {"piece of evidence in another document": 1}


def test_documents_that_are_not_there_are_listed_with_where_to_get_them(source: Path) -> None:
    lines(source / "financebench_open_source.jsonl", finance(1, 0), finance(2, 0, doc="GONE_2020_10K"))
    lines(
        source / "financebench_document_information.jsonl",
        {"doc_name": "GONE_2020_10K", "doc_link": "https://example.org/gone"},
    )
    pdf(source / "ACME_2021_10K.pdf", 1)
    made = run("financebench", source)
    assert len(made.dataset.claims) == 1
    assert made.lost == {"question whose document is missing": 1}
    listed = (source.parent / "out" / MISSING).read_text()
    assert "GONE_2020_10K.pdf" in listed
    assert "https://example.org/gone" in listed


def test_a_damaged_document_is_missing_and_says_why(source: Path) -> None:
    lines(source / "financebench_open_source.jsonl", finance(1, 0))
    (source / "ACME_2021_10K.pdf").write_bytes(b"%PDF-1.7 and no more")
    with pytest.raises(DatasetError, match="question whose document is missing: 1"):
        run("financebench", source)
    assert "ACME_2021_10K" in (source.parent / "out" / MISSING).read_text()
    assert not list((source.parent / "out" / "documents").iterdir())


def test_evidence_beyond_the_last_page_is_no_evidence(source: Path) -> None:
    lines(source / "financebench_open_source.jsonl", finance(1, 0), finance(2, 9))
    pdf(source / "ACME_2021_10K.pdf", 2)
    made = run("financebench", source)
    assert made.lost == {"question whose evidence lies beyond the document's last page": 1}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ('{"question": 1', r"financebench_open_source.jsonl:1 is no JSON"),
        ("[1, 2]", r"financebench_open_source.jsonl\[1\] is no record but int"),
        ('{"q": "x"}', r"financebench_open_source.jsonl\[1\] has no doc_name"),
        (json.dumps(finance(1, 0, evidence="p. 3")), r"\[1\]: evidence is 'p. 3'"),
        (json.dumps(finance(1, 0)) + "\n" + json.dumps(finance(2, "no")), r":2: evidence: evidence_page_num is 'no'"),
    ],
)
def test_what_is_not_in_the_format_is_named_by_record_and_field(source: Path, record: str, said: str) -> None:
    (source / "financebench_open_source.jsonl").write_text(record + "\n")
    pdf(source / "ACME_2021_10K.pdf", 1)
    with pytest.raises(DatasetError, match=said):
        run("financebench", source)


def test_the_command_tells_what_was_made_and_lost(source: Path) -> None:
    lines(source / "financebench_open_source.jsonl", finance(1, 0), finance(2, 0, doc="GONE"))
    pdf(source / "ACME_2021_10K.pdf", 1)
    out = source.parent / "made"
    done = CliRunner().invoke(app, ["bench", "adapt", "financebench", str(source), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "1 documents, 1 answers, 1 claims" in done.output
    assert "documents missing: 1" in done.output
    assert load(out).manifest.made_by
    with pytest.raises(OutputError, match="holds a data set already"):
        adapt("financebench", source, out)


def test_an_unknown_format_names_the_known_ones(source: Path) -> None:
    with pytest.raises(UsageError, match="There is no format squad"):
        run("squad", source)
    assert len(FORMATS) == 10
