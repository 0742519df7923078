"""Sets of passages with cited answers: passages become pages, and labels keep their source."""

import json
from pathlib import Path
from typing import Any

import pytest
from adapter_sources import cites, lines, run

from atomcite.benchmarks.corpus.typeset import page_texts
from atomcite.errors import DatasetError


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
