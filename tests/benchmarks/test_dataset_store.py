"""Data sets are read as they were written, and what is none is named by file, line and field."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from atomcite.benchmarks.dataset import (
    BenchAnswer,
    BenchClaim,
    BenchDocument,
    BenchSpan,
    Cited,
    Dataset,
    Fault,
    Label,
    Labels,
    Manifest,
    label_of,
    load,
    page_names,
    save,
)
from atomcite.cli.main import app
from atomcite.errors import DatasetError


def label(verdict: str, *pages: int, by: str = "x") -> Label:
    return Label(verdict=verdict, true_pages=pages, by=by)  # type: ignore[arg-type]


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    text = "Revenue was 4 (p. ii)."
    (tmp_path / "a.pdf").write_bytes(b"as if")
    made = Dataset(
        manifest=Manifest(name="tiny", version="1", licence="CC0-1.0", languages=("ru",)),
        documents=(
            BenchDocument(
                id="a",
                sha256=hashlib.sha256(b"as if").hexdigest(),
                page_count=3,
                path="a.pdf",
                labels=("i", "ii", "1"),
            ),
            BenchDocument(id="b", sha256="0" * 64, page_count=1, url="https://example.org/b.pdf", split="dev"),
        ),
        answers=(BenchAnswer(id="q1", document="a", question="Сколько?", text=text, generator="m", answerable=True),),
        claims=(
            BenchClaim(
                id="c1",
                document="a",
                answer="q1",
                statement="Revenue was 4",
                spans=(BenchSpan(start=0, end=13),),
                cited=(Cited(label="ii", page=2), Cited(label="9", page=None)),
                content="number",
                fault=Fault(type="digit", origin="injected", of="c0", seed=3, verified=("text", "pixels")),
                labels=Labels(automatic=label("unsupported"), annotators=(label("correct", 2, by="ann"),)),
            ),
            BenchClaim(id="c2", document="b", statement="So", labels=Labels(adjudicated=label("open"))),
        ),
        folder=tmp_path,
    )
    save(made, tmp_path)
    return made


def test_round_trip(dataset: Dataset, tmp_path: Path) -> None:
    assert load(tmp_path) == dataset


def test_a_bad_record_is_named_by_file_line_and_field(dataset: Dataset, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(
        path.read_text("utf-8").replace('"automatic": {"verdict": "unsupported"', '"automatic": {"verdict": "so"')
    )
    with pytest.raises(DatasetError, match=r"claims\.jsonl:1: labels\.automatic\.verdict"):
        load(tmp_path)
    with pytest.raises(DatasetError, match="No data set"):
        load(tmp_path / "elsewhere")


def test_another_file_under_the_name_is_refused(dataset: Dataset, tmp_path: Path) -> None:
    a, b = dataset.documents
    assert dataset.file_of(a) == tmp_path / "a.pdf"
    (tmp_path / "a.pdf").write_bytes(b"another")
    with pytest.raises(DatasetError, match="is not document a"):
        dataset.file_of(a)
    with pytest.raises(DatasetError) as error:
        dataset.file_of(b)
    assert "https://example.org/b.pdf" in error.value.hint


def test_splits_are_made_by_document(dataset: Dataset) -> None:
    dev = dataset.split("dev")
    assert [c.id for c in dev.claims] == ["c2"]
    assert not dev.answers


@pytest.mark.parametrize(
    ("labels", "gold"),
    [
        (Labels(automatic=label("correct", 1)), "correct"),
        (Labels(automatic=label("correct", 1), annotators=(label("unsupported"),)), "unsupported"),
        (Labels(annotators=(label("wrong_page", 1), label("wrong_page", 2, by="y"))), None),
        (Labels(annotators=(label("correct", 1), label("open", by="y")), adjudicated=label("open")), "open"),
        (Labels(), None),
    ],
)
def test_gold_is_settled_or_agreed_or_automatic(labels: Labels, gold: str | None) -> None:
    found = label_of(BenchClaim(id="c", document="d", statement="s", labels=labels))
    assert (found.verdict if found else None) == gold


def test_labels_by_source() -> None:
    labels = Labels(automatic=label("correct", 1), annotators=(label("open", by="ann"),))
    claim = BenchClaim(id="c", document="d", statement="s", labels=labels)
    assert [label_of(claim, s) for s in ("automatic", "ann", "bob", "adjudicated")] == [
        labels.automatic,
        labels.annotators[0],
        None,
        None,
    ]


def test_show_counts(dataset: Dataset, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["bench", "show", str(tmp_path)])
    assert result.exit_code == 0
    assert "(no gold label)" not in result.output
    assert "correct" in result.output
    assert "digit" in result.output


def test_a_line_separator_within_a_statement_is_no_end_of_record(dataset: Dataset, tmp_path: Path) -> None:
    claim = dataset.claims[0].model_copy(update={"statement": "Revenue\u2028was\u00854."})
    save(replace(dataset, claims=(claim,)), tmp_path)
    assert load(tmp_path).claims == (claim,)


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        ((), ("1", "2", "3", "4")),
        (("i", "ii", "1", "2"), ("i", "ii", "1", "2")),
        (("A", "A", "x", "y"), ("1", "2", "x", "y")),  # a label twice: by position
        (("A", "A", "1", "2"), ("A", "A", "1", "2")),  # and where positions are labels of others, as it stands
    ],
)
def test_a_page_is_named_so_that_no_other_is_meant(labels: tuple[str, ...], names: tuple[str, ...]) -> None:
    assert page_names(BenchDocument(id="d", sha256="0" * 64, page_count=4, labels=labels)) == names
