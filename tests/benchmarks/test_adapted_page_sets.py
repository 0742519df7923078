"""Sets of questions with evidence pages: how each counts pages, and what of its records is taken."""

import json
from pathlib import Path
from typing import Any

import pytest
from adapter_sources import cites, finance, lines, only, pdf, run
from PIL import Image

from atomcite.benchmarks.adapters import adapt
from atomcite.documents import Document
from atomcite.errors import DatasetError


def test_mmlongbench_counts_from_one_and_knows_what_has_no_answer(source: Path) -> None:
    record = {
        "doc_id": "report.pdf",
        "doc_type": "Research report",
        "question": "Which two groups are named first?",
        "answer": "['North', 'South']",
        "evidence_pages": "[3]",
        "evidence_sources": "['Chart', 'Table']",
        "answer_format": "List",
    }
    without = record | {"answer": "Not answerable", "evidence_pages": "[]", "answer_format": "None"}
    no_page = record | {"evidence_pages": "[]"}
    number = record | {"question": "How many are named?", "answer": 2, "evidence_pages": [1, 3]}
    (source / "samples.json").write_text(json.dumps([record, without, no_page, number]))
    pdf(source / "documents" / "report.pdf", 3)
    made = run("mmlongbench", source)
    claim, counted = made.dataset.claims
    assert cites(counted) == [("1", 1), ("3", 3)]
    assert claim.statement == "Question: Which two groups are named first? Answer: North, South"
    assert cites(claim) == [("3", 3)]
    assert claim.labels.annotators[0].note == "Evidence: Chart, Table."
    assert [(a.answerable, a.refused) for a in made.dataset.answers] == [(True, False), (False, True), (True, False)]
    assert made.lost == {"question without an evidence page": 1}
    assert made.forms == {"pair": 2}


def test_parquet_files_are_read_as_json_is(source: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    record = {"doc_id": "r.pdf", "question": "Who?", "answer": "Ann Lee chairs the board.", "evidence_pages": "[2]"}
    path = source / "train-00000-of-00001.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([record] * 2), path)
    pdf(source / "r.pdf", 2)
    made = run("mmlongbench", path)
    assert [cites(c) for c in made.dataset.claims] == [[("2", 2)], [("2", 2)]]
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(DatasetError, match="can't be read"):
        adapt("mmlongbench", path, source.parent / "again")


def test_pairs_can_be_left_out(source: Path) -> None:
    asked = finance(1, 0, question="Did Acme pay a dividend?", answer="Yes")
    lines(source / "financebench_open_source.jsonl", asked, finance(2, 0))
    pdf(source / "ACME_2021_10K.pdf", 1)
    made = run("financebench", source, pairs=False)
    assert made.forms == {"turned": 1}
    assert made.lost == {"question that does not turn into a statement": 1}


def citevqa(index: str, *pages: int, name: str = "a.pdf", **more: Any) -> dict[str, Any]:
    return {
        "index": index,
        "Question": "Wie hoch?",
        "Standard_Answer": "The hall holds 400 people.",
        "Question_Type": "Factual Retrieval",
        "dataset_type": "Single-Doc",
        "language": "en",
        "PDF_Source": [f"data/pdf/{name}"],
        "Evidence": [
            {
                "source_page_id": p,
                "source_doc_index": 1,
                "source_pdf_name": name,
                "necessity": "crucial",
                "bbox": [0, 0, 9, 9],
            }
            for p in pages
        ],
    } | more


def test_citevqa_takes_crucial_evidence_of_one_document(source: Path) -> None:
    graded = citevqa("1", 2, 3)
    graded["Evidence"][1]["necessity"] = "supplementary"
    spread = citevqa("2", 1)
    spread["Evidence"] += citevqa("x", 1, name="b.pdf")["Evidence"]
    unnamed = citevqa("3", 4)
    del unnamed["Evidence"][0]["source_pdf_name"]
    (source / "CiteVQA.json").write_text(json.dumps([graded, spread, unnamed]))
    pdf(source / "pdf" / "a.pdf", 5)
    made = run("citevqa", source)
    assert [cites(c) for c in made.dataset.claims] == [[("2", 2)], [("4", 4)]]
    assert made.dataset.claims[0].statement == "The hall holds 400 people."
    assert made.lost == {"question with evidence in several documents": 1}


def test_citevqa_with_a_page_zero_counts_from_zero(source: Path) -> None:
    (source / "CiteVQA.json").write_text(json.dumps([citevqa("1", 2), citevqa("2", 0)]))
    pdf(source / "a.pdf", 5)
    assert [cites(c) for c in run("citevqa", source).dataset.claims] == [[("3", 3)], [("1", 1)]]


def test_tatdqa_finds_the_page_by_the_blocks_of_the_facts(source: Path) -> None:
    def question(uid: str, block: str, **more: Any) -> dict[str, Any]:
        return {
            "uid": uid,
            "order": 1,
            "question": "What was the change in stock between 2018 and 2019?",
            "answer": 150.5,
            "derivation": "200.5-50",
            "answer_type": "arithmetic",
            "scale": "thousand",
            "block_mapping": [{block: [0, 3]}],
        } | more

    record = {
        "doc": {"uid": "d1", "page": 71, "source": "acme_2019.pdf"},
        "questions": [
            question("q1", "b2"),
            question("q2", "b9"),
            question("q3", "b1", answer=["2018", "2019"], scale=""),
            question("q4", "b1", answer=None),
        ],
    }
    (source / "tatdqa_dataset_dev.json").write_text(json.dumps([record]))
    pages = {"pages": [{"blocks": [{"uuid": "b1"}]}, {"blocks": [{"uuid": "b2"}]}]}
    (source / "docs").mkdir()
    (source / "docs" / "d1.json").write_text(json.dumps(pages))
    pdf(source / "docs" / "d1.pdf", 2)
    made = run("tatdqa", source)
    first, third = made.dataset.claims
    assert first.statement == "The change in stock between 2018 and 2019 was 150.5 thousand."
    assert (cites(first), cites(third)) == ([("2", 2)], [("1", 1)])
    assert first.labels.annotators[0].note == "Derivation: 200.5-50."
    assert made.dataset.documents[0].split == "dev"
    assert made.lost == {"question without an evidence page": 1, "question without an answer": 1}


def picture(path: Path, shade: int) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("L", (200, 300), shade).save(path)
    return path.stem


def test_mpdocvqa_binds_page_pictures_and_counts_within_the_window(source: Path) -> None:
    names = [picture(source / "images" / f"ffx_p{n}.jpg", 40 * n) for n in range(4)]
    record = {
        "questionId": 7,
        "question": "What is the date of the letter?",
        "doc_id": "ffx",
        "page_ids": names[1:],
        "answers": ["4 May 1971", "May 4, 1971"],
        "answer_page_idx": 1,
        "data_split": "val",
    }
    test = {key: record[key] for key in ("questionId", "question", "doc_id", "page_ids")}
    (source / "val.json").write_text(json.dumps({"dataset_name": "MP-DocVQA", "data": [record, test]}))
    made = run("mpdocvqa", source)
    claim = only(made)
    assert claim.statement == "The date of the letter is 4 May 1971."
    assert cites(claim) == [("2", 2)]
    assert claim.content == "date"
    (document,) = made.dataset.documents
    assert (document.page_count, document.split) == (3, "val")
    with Document.open(made.dataset.file_of(document)) as opened:
        shades = [int(page.image().pixels.mean()) for page in opened.pages()]
    assert shades == pytest.approx([40, 80, 120], abs=2)
    assert made.lost == {"question without an answer": 1}


def test_slidevqa_keeps_decks_apart_whose_slides_have_equal_names(source: Path) -> None:
    def record(deck: str, qa: int) -> dict[str, Any]:
        urls = [f"https://cdn.example.org/{deck}/slide-{n}-1024.jpg?cb=1" for n in (1, 2)]
        return {
            "deck_name": deck,
            "deck_url": f"https://example.org/{deck}",
            "image_urls": urls,
            "qa_id": qa,
            "question": "How much did it grow?",
            "answer": "Sales grew by 30% in 2012.",
            "arithmetic_expression": "None",
            "evidence_pages": [2],
            "reasoning_type": "single-hop",
            "answer_type": "single-span",
        }

    for deck, shade in (("alpha", 50), ("beta", 200)):
        for n in (1, 2):
            picture(source / "images" / "dev" / deck / f"slide-{n}-1024.jpg", shade + n)
    lines(source / "dev.jsonl", record("alpha", 1), record("beta", 2), record("gone", 3))
    made = run("slidevqa", source)
    assert [cites(c) for c in made.dataset.claims] == [[("2", 2)], [("2", 2)]]
    assert len({d.sha256 for d in made.dataset.documents}) == 2
    assert "gone/slide-1-1024.jpg" in made.missing[0]


def test_longdocurl_checks_the_edition_and_leaves_out_questions_of_place(source: Path) -> None:
    def record(uid: str, total: int = 3, doc: str = "4000001", **more: Any) -> dict[str, Any]:
        return {
            "question_id": uid,
            "doc_no": doc,
            "total_pages": total,
            "start_end_idx": [1, 3],
            "question": "What is the total of the fees?",
            "answer": 12.5,
            "evidence_pages": [3],
            "answer_format": "Float",
            "task_tag": "Reasoning",
            "pdf_path": f"/data/pdfs/4000/{doc}.pdf",
            "images": [],
        } | more

    lines(
        source / "LongDocURL.jsonl",
        record("a"),
        record("b", task_tag="Locating"),
        record("c", total=9, doc="4000002"),
        record("d", doc="4000003"),
    )
    pdf(source / "pdfs" / "4000001.pdf", 3)
    pdf(source / "pdfs" / "4000002.pdf", 2)
    for n in range(3):
        Image.new("L", (100, 100), 90).save(source / f"4000003_{n}.png")
    made = run("longdocurl", source)
    assert [c.document for c in made.dataset.claims] == ["4000001", "4000003"]
    assert cites(made.dataset.claims[0]) == [("3", 3)]
    assert made.dataset.claims[0].statement == "The total of the fees is 12.5."
    assert "has 2 pages and not 9: another edition" in made.missing[0]
    assert made.lost == {"question that asks where something stands": 1, "question whose document is missing": 1}


def test_answers_that_give_only_a_number_before_the_first_page_say_how_to_count(source: Path) -> None:
    record = {"doc_id": "r.pdf", "question": "Who?", "answer": "Ann", "evidence_pages": "[0]"}
    (source / "samples.json").write_text(json.dumps([record]))
    pdf(source / "r.pdf", 2)
    with pytest.raises(DatasetError, match="page 0 lies before the first page, 1"):
        run("mmlongbench", source)
    assert cites(only(run("mmlongbench", source, first_page=0))) == [("1", 1)]
