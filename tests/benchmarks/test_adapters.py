"""Each published format, on a few records made up in it: what is mapped, how pages are counted, and what is lost."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from PIL import Image
from typer.testing import CliRunner

from atomcite.benchmarks.adapters import FORMATS, MISSING, Adaptation, adapt
from atomcite.benchmarks.adapters.statements import statement_of
from atomcite.benchmarks.corpus.typeset import page_texts
from atomcite.benchmarks.dataset import BenchClaim, load
from atomcite.benchmarks.dataset.validation import validate
from atomcite.cli.main import app
from atomcite.documents import Document
from atomcite.errors import DatasetError, OutputError, UsageError

Write = Callable[[str, Any], Path]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    return folder


def lines(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), "utf-8")
    return path


def pdf(path: Path, pages: int, labels: list[str] | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    made = pdfium.PdfDocument.new()
    for n in range(pages):
        made.new_page(100 + n, 100)
    made.save(path)
    if labels:
        pikepdf = pytest.importorskip("pikepdf")
        with pikepdf.open(path, allow_overwriting_input=True) as file:
            nums = [x for n, label in enumerate(labels) for x in (n, pikepdf.Dictionary(P=label))]
            file.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array(nums))
            file.save(path)


def run(name: str, source: Path, **options: Any) -> Adaptation:
    out = source.parent / "out"
    made = adapt(name, source, out, **options)
    assert [f for f in validate(out) if f.severity == "error"] == []
    return made


def only(made: Adaptation) -> BenchClaim:
    (claim,) = made.dataset.claims
    return claim


def cites(claim: BenchClaim) -> list[tuple[str, int | None]]:
    return [(c.label, c.page) for c in claim.cited]


def finance(number: int, page: int, doc: str = "ACME_2021_10K", **more: Any) -> dict[str, Any]:
    return {
        "financebench_id": f"financebench_id_{number:05}",
        "company": "Acme",
        "doc_name": doc,
        "question": "What was the net debt of Acme at the end of FY2021?",
        "answer": "$120.00 million",
        "justification": "Read off the note on debt.",
        "evidence": [{"evidence_text": "...", "doc_name": doc, "evidence_page_num": page}],
    } | more


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


def cited_answer(**more: Any) -> dict[str, Any]:
    return {
        "question": "Where do tea and coffee grow?",
        "docs": [
            {"id": "11", "title": "Tea", "text": "Tea grows on hills.\n# Not a heading"},
            {"id": "12", "title": "Coffee", "text": "Coffee grows in the shade. " * 300},
        ],
        "output": "Tea grows on hills [1]. Coffee grows in the shade [1][2]. Cocoa grows in bogs [7]. "
        "Nobody knows. Figs grow in oil [0].",
    } | more


def test_alce_passages_become_pages_and_citations_pages(source: Path) -> None:
    path = source / "asqa-result.json"
    path.write_text(json.dumps({"args": {"model": "m-7b", "ndoc": 2}, "data": [cited_answer()]}))
    made = run("alce", path)
    assert [(c.statement, cites(c)) for c in made.dataset.claims] == [
        ("Tea grows on hills", [("1", 1)]),
        ("Coffee grows in the shade", [("1", 1), ("2", 2)]),
        ("Cocoa grows in bogs", [("7", None)]),
        ("Nobody knows", []),
        ("Figs grow in oil", [("0", None)]),
    ]
    assert {c.generator for c in made.dataset.claims} == {"m-7b"}
    assert all(not c.labels.annotators and c.labels.automatic is None for c in made.dataset.claims)
    answer = made.dataset.answers[0]
    assert [answer.text[s.start : s.end] for s in made.dataset.claims[0].spans] == ["Tea grows on hills"]
    texts = page_texts(made.dataset.file_of(made.dataset.documents[0]).read_bytes())
    assert len(texts) == 2
    assert texts[0] == "Tea Tea grows on hills. # Not a heading"
    assert texts[1].count("Coffee grows") == 300


def test_alce_retrieval_data_without_answers_is_refused(source: Path) -> None:
    record = cited_answer()
    del record["output"]
    (source / "asqa_eval.json").write_text(json.dumps([record]))
    with pytest.raises(DatasetError, match="has no output"):
        run("alce", source / "asqa_eval.json")


def test_vericite_statements_keep_the_word_of_their_entailment_model(source: Path) -> None:
    statements = [
        {"statement": "Tea grows on hills.", "doc_id": [0]},
        {"statement": "Coffee grows in the shade [1][2].", "doc_id": [1, 0]},
    ]
    record = cited_answer(answer_statements=statements, initial_answer="...", output="Tea grows on hills [1].")
    path = source / "asqa-m.json"
    path.write_text(json.dumps({"args": {"model": "m", "nli": "t5_xxl_true"}, "data": [record]}))
    final, alone, joint = run("vericite", path).dataset.claims
    assert (final.labels.automatic, final.answer is None) == (None, False)
    assert alone.labels.automatic is not None
    assert (alone.labels.automatic.true_pages, alone.labels.automatic.by) == ((1,), "VeriCite (t5_xxl_true)")
    assert (alone.answer, cites(alone)) == (None, [("1", 1)])
    assert joint.labels.automatic is not None
    assert (joint.statement, joint.labels.automatic.joint_pages) == ("Coffee grows in the shade", ((1, 2),))


def test_ragtruth_labels_claims_by_the_spans_that_people_marked(source: Path) -> None:
    text = "The bridge opened in 1932. It is 503 metres long and painted red."
    marked = {
        "start": text.index("painted"),
        "end": len(text) - 1,
        "text": "painted red",
        "label_type": "Evident Conflict",
        "meta": "Grey.",
        "due_to_null": False,
        "implicit_true": False,
    }
    answer = {
        "id": "5",
        "source_id": "s1",
        "model": "llama",
        "temperature": 0.7,
        "labels": [marked],
        "split": "train",
        "quality": "good",
        "response": text,
    }
    data = answer | {"id": "6", "source_id": "s2", "labels": [], "response": "Subway is in Santa Rosa."}
    cut = answer | {"id": "7", "quality": "truncated"}
    lines(source / "response.jsonl", answer, data, cut)
    lines(
        source / "source_info.jsonl",
        {
            "source_id": "s1",
            "task_type": "QA",
            "source": "MARCO",
            "source_info": {"question": "how long", "passages": "passage 1: The grey bridge"},
        },
        {
            "source_id": "s2",
            "task_type": "Data2txt",
            "source_info": {"name": "Subway", "hours": {"Monday": "9:0-22:30"}, "stars": None},
        },
    )
    made = run("ragtruth", source)
    claims = made.dataset.claims
    by_verdict = {c.statement: c.labels.annotators[0].verdict for c in claims}
    assert by_verdict["The bridge opened in 1932"] == "correct"
    (wrong,) = [c for c in claims if c.labels.annotators[0].verdict == "unsupported"]
    assert "painted red" in wrong.statement
    assert wrong.labels.annotators[0].contradicted is True
    assert wrong.fault is not None
    assert wrong.fault.origin == "natural"
    assert {cites(c)[0] for c in claims} == {("1", 1)}
    assert made.dataset.answers[0].question == "how long"
    printed = page_texts(made.dataset.file_of(made.dataset.documents[1]).read_bytes())
    assert printed == ["name: Subway hours: Monday: 9:0-22:30 stars: not given"]
    assert made.dataset.documents[0].split == "train"
    assert made.lost == {"answer of the quality truncated": 1}


@pytest.mark.parametrize(
    ("question", "answer", "statement", "form"),
    [
        (
            "Did it fall?",
            "No. Acme's debt decreased by $2 million.",
            "Acme's debt decreased by $2 million.",
            "sentence",
        ),
        ("Did it fall?", "Yes, it fell by two points.", None, "pair"),
        ("Which unit did worst?", "Corporate. Its revenue was negative.", None, "pair"),
        ("What is Acme's head count?", "310", "Acme's head count is 310.", "turned"),
        ("What is the FY2016 capital expenditure? Answer in USD millions.", "$32", None, "pair"),
        (
            "What is the FY2016 capital expenditure in USD millions? Answer in USD millions.",
            "$32",
            "The FY2016 capital expenditure in USD millions is $32.",
            "turned",
        ),
        ("What is the ratio? It is defined as a / b.", "2", None, "pair"),
        ("What are the key regions, and why?", "Asia", None, "pair"),
        ("Was the vote unanimous?", "Yes", None, "pair"),
        ("Were any opened?", "No stores were opened in 2021.", "No stores were opened in 2021.", "sentence"),
        ("Did it help?", "The motion had no effect on sales.", "The motion had no effect on sales.", "sentence"),
        ("Which was it?", "No. 5 pump was replaced in May.", None, "pair"),
        ("Did it fall?", "No - sales rose by 4% in 2021.", "Sales rose by 4% in 2021.", "sentence"),
        ("Did it fall?", "Yes, because sales fell in 2021.", None, "pair"),
        ("Открыли?", "Нет сведений, открылся ли он.", "Нет сведений, открылся ли он.", "sentence"),
        ("Where was the meeting?", "Leeds", None, "pair"),
        ("What is the company called?", "Acme", None, "pair"),
        ("What was the loan used for?", "A new mill", None, "pair"),
        ("What is the company doing?", "Baking", None, "pair"),
        ("Who is the chief executive of Acme?", "Ann Lee", "The chief executive of Acme is Ann Lee.", "turned"),
        ("Сколько?", "Выручка составила 4 млн руб.", "Выручка составила 4 млн руб.", "sentence"),
        ("Сколько?", "Она выросла на 4 млн рублей.", None, "pair"),
    ],
)
def test_statements_are_made_only_where_they_read_well(
    question: str, answer: str, statement: str | None, form: str
) -> None:
    made = statement_of(question, answer)
    assert (made.text, made.form) == (statement or f"Question: {question} Answer: {answer}", form)


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
