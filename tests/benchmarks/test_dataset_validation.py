"""`bench validate` names every fault by file, line and field; the schemas are those of the models."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from atomcite.benchmarks.dataset import Dataset, load, save
from atomcite.benchmarks.dataset.exchange import copy_documents
from atomcite.benchmarks.dataset.schema import RECORDS, schema_of, stored_schema
from atomcite.benchmarks.dataset.validation import Finding, validate
from atomcite.benchmarks.injection import FileReader, Plan, inject
from atomcite.cli.main import app
from atomcite.errors import DatasetError

Records = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def made(plain_set: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("made")
    made = inject(plain_set, seed=5, plan=Plan(types=("digit", "page_near")), reader=FileReader(engines=()))
    save(made.dataset, root)
    copy_documents(made.dataset, root)
    return root


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "set"))


def change(folder: Path, file: str, line: int, edit: Callable[[dict[str, Any]], object]) -> None:
    lines = (folder / file).read_text("utf-8").split("\n")
    record = json.loads(lines[line - 1])
    edit(record)
    lines[line - 1] = json.dumps(record)
    (folder / file).write_text("\n".join(lines), "utf-8")


def lines_of(folder: Path, file: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / file).read_text("utf-8").split("\n") if line]


def test_a_made_set_is_sound(folder: Path) -> None:
    assert validate(folder) == []
    assert CliRunner().invoke(app, ["bench", "validate", str(folder)]).exit_code == 0


@pytest.mark.parametrize("name", list(RECORDS))
def test_the_kept_schemas_are_those_of_the_models(name: str, folder: Path) -> None:
    assert stored_schema(name) == schema_of(name), "run: python -m atomcite.benchmarks.dataset.schema"
    schema = json.loads(stored_schema(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    records = [json.loads((folder / name).read_text("utf-8"))] if name == "dataset.json" else lines_of(folder, name)
    validator = jsonschema.Draft202012Validator(schema)
    for record in records:
        validator.validate(record)
    printed = CliRunner().invoke(app, ["bench", "schema", name.split(".")[0]])
    assert json.loads(printed.stdout) == schema


def automatic(**changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda r: r["labels"]["automatic"].update(**changes)


def fault(**changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda r: r["fault"].update(**changes)


def cited(**changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda r: r["cited"][0].update(**changes)


def labelled_twice(record: dict[str, Any]) -> None:
    label = {**record["labels"]["automatic"], "by": "ann"}
    record["labels"]["annotators"] = [label, label]


CLAIM_CASES: tuple[tuple[str, Callable[[dict[str, Any]], object], str, str], ...] = (
    ("correct", lambda r: r.update(document="zz"), "document", "no document 'zz'"),
    ("correct", lambda r: r.update(document="ru"), "answer", "is about document 'en', the claim about 'ru'"),
    ("correct", lambda r: r.update(answer="zz"), "answer", "no answer 'zz'"),
    ("correct", lambda r: r.pop("answer"), "spans", "belongs to no answer"),
    ("correct", lambda r: r["spans"][0].update(end=9999), "spans.0", "outside the answer"),
    ("correct", lambda r: r["spans"][0].update(start=0, end=0), "spans.0", "outside the answer"),
    ("correct", lambda r: r["spans"].append(r["spans"][0]), "spans.1", "overlaps"),
    ("correct", lambda r: r["spans"][0].update(end=r["spans"][0]["end"] - 9), "spans", "word for word"),
    ("correct", lambda r: r.update(statement=r["statement"] + " in all"), "spans", "word for word"),
    ("correct", lambda r: r.update(statement="Zzz", verbatim=False), "spans", "no word of the statement"),
    ("correct", lambda r: r.update(spans=[]), "spans", "there are none"),
    ("correct", lambda r: r.update(statement=""), "statement", "at least 1 character"),
    ("correct", cited(page=99), "cited.0.page", "has 6 pages"),
    ("correct", cited(page=None), "cited.0.page", "exists"),
    ("correct", lambda r: r["cited"][0].update(page=r["cited"][0]["page"] % 6 + 1), "cited.0.label", "names page"),
    ("correct", cited(page="2"), "cited.0.page", "valid integer"),
    ("correct", automatic(true_pages=[1]), "labels.automatic.verdict", "no cited page"),
    ("correct", automatic(true_pages=[77]), "labels.automatic.true_pages", "77: the document has pages 1 to 6"),
    ("correct", automatic(true_pages=[2, 2]), "labels.automatic.true_pages", "names a page twice"),
    ("correct", automatic(joint_pages=[[2]]), "labels.automatic.joint_pages.0", "two pages or more"),
    ("correct", automatic(joint_pages=[[1, 2], [3, 9]]), "labels.automatic.joint_pages.1", "9: the document has"),
    ("correct", automatic(error="digit"), "labels.automatic.error", "and yet an error"),
    ("correct", automatic(contradicted=True), "labels.automatic.contradicted", "contradicted nowhere"),
    ("correct", automatic(verdict="true"), "labels.automatic.verdict", "Input should be"),
    ("correct", labelled_twice, "labels.annotators.1.by", "'ann' judged this claim above already"),
    ("digit", lambda r: r.update(control="original"), "control", "no control"),
    ("digit", automatic(true_pages=[2]), "labels.automatic.verdict", "that is wrong_page"),
    ("digit", automatic(verdict="no_such_page"), "labels.automatic.verdict", "every cited page exists"),
    (
        "digit",
        lambda r: r["labels"]["automatic"].update(verdict="correct", true_pages=[r["cited"][0]["page"]]),
        "fault.type",
        "gold label says correct",
    ),
    ("digit", lambda r: r.update(colour="red"), "colour", "Extra inputs"),
    ("digit", fault(type="zz"), "fault.type", "Input should be"),
    ("digit", fault(of="zz"), "fault.of", "there is no claim 'zz'"),
    ("digit", fault(of="ru1"), "fault.of", "ru1 is about document 'ru' in split 'test', this claim in 'dev'"),
    ("digit", lambda r: r["fault"].update(of=r["id"]), "fault.of", "not made from itself"),
    ("digit", lambda r: r["fault"].pop("of"), "fault.of", "names the claim"),
    ("page_near", lambda r: r["labels"]["automatic"].pop("true_pages"), "labels.automatic.verdict", "needs the true"),
)
OTHER_CASES: tuple[tuple[str, Callable[[dict[str, Any]], object], str, str], ...] = (
    ("documents.jsonl", lambda r: r.update(page_count=7), "page_count", "the file has 6"),
    ("documents.jsonl", lambda r: r.update(sha256="0" * 64), "sha256", "another file"),
    ("documents.jsonl", lambda r: r.update(sha256="0" * 63), "sha256", "match pattern"),
    ("documents.jsonl", lambda r: r.update(path="zz.pdf"), "path", "no file"),
    ("documents.jsonl", lambda r: r.update(path="../zz.pdf"), "path", "out of the data set"),
    ("documents.jsonl", lambda r: r.pop("path"), "path", "neither path nor url"),
    ("documents.jsonl", lambda r: r.update(labels=["i"]), "labels", "1 labels for 6"),
    ("answers.jsonl", lambda r: r.update(document="zz"), "document", "no document 'zz'"),
    ("answers.jsonl", lambda r: r.update(text=" "), "text", "is empty"),
    ("answers.jsonl", lambda r: r.pop("text"), "text", "Field required"),
)


def line_of(folder: Path, file: str, which: str) -> int:
    """The first line about the English document; of the claims, the first of a kind."""

    def is_it(record: dict[str, Any]) -> bool:
        kind = record.get("fault", {}).get("type", "correct")
        return record.get("document", record["id"]) == "en" and (file != "claims.jsonl" or kind == which)

    return next(n for n, r in enumerate(lines_of(folder, file), start=1) if is_it(r))


@pytest.mark.parametrize(("which", "edit", "where", "what"), CLAIM_CASES)
def test_a_broken_claim_is_told_by_line_and_field(
    folder: Path, which: str, edit: Callable[[dict[str, Any]], object], where: str, what: str
) -> None:
    line = line_of(folder, "claims.jsonl", which)
    change(folder, "claims.jsonl", line, edit)
    found = [f for f in validate(folder) if f.file == "claims.jsonl" and f.line == line]
    assert [f for f in found if f.field == where and what in f.what], found


@pytest.mark.parametrize(("file", "edit", "where", "what"), OTHER_CASES)
def test_a_broken_document_or_answer_is_told_by_line_and_field(
    folder: Path, file: str, edit: Callable[[dict[str, Any]], object], where: str, what: str
) -> None:
    line = line_of(folder, file, "")
    change(folder, file, line, edit)
    found = [f for f in validate(folder) if f.file == file and f.line == line]
    assert [f for f in found if f.field == where and what in f.what], found


def test_a_label_belongs_to_the_page_that_has_it(folder: Path) -> None:
    change(folder, "documents.jsonl", 1, lambda r: r.update(labels=["i", "ii", "1", "2", "3", "4"]))
    errors = [f for f in validate(folder) if f.field.endswith(".label") and f.severity == "error"]
    assert errors
    first = errors[0]
    record = lines_of(folder, "claims.jsonl")[(first.line or 0) - 1]
    label = record["cited"][0]["label"]
    assert first.what == f"{label!r} is the label of page {int(label) + 2}, but page is {record['cited'][0]['page']}"


def test_the_number_printed_on_a_page_may_be_meant_in_a_models_answer(folder: Path) -> None:
    line = line_of(folder, "claims.jsonl", "correct")
    change(folder, "claims.jsonl", line, lambda r: (cited(label="6")(r), r.update(generator="some-model")))
    found = [f for f in validate(folder) if f.line == line and f.file == "claims.jsonl"]
    assert [(f.field, f.severity) for f in found] == [("cited.0.label", "warning")]


def test_one_file_in_two_splits_is_an_error(folder: Path) -> None:
    lines = (folder / "documents.jsonl").read_text("utf-8").split("\n")
    again = {**json.loads(lines[0]), "id": "again", "split": "test"}
    (folder / "documents.jsonl").write_text("\n".join([*lines[:2], json.dumps(again), ""]), "utf-8")
    (found,) = validate(folder)
    assert (found.line, found.field, found.severity) == (3, "split", "error")
    assert "line 1 in split 'dev'" in found.what


@pytest.mark.parametrize("file", list(RECORDS))
def test_a_byte_order_mark_is_told_and_passed_over(folder: Path, file: str) -> None:
    before = load(folder)
    (folder / file).write_bytes(b"\xef\xbb\xbf" + (folder / file).read_bytes())
    (found,) = validate(folder)
    assert (found.file, found.line, found.severity) == (file, 1, "warning")
    assert "byte order mark" in found.what
    assert load(folder) == before


def test_a_file_in_another_encoding_is_no_puzzle(folder: Path) -> None:
    claims = folder / "claims.jsonl"
    claims.write_bytes(claims.read_text("utf-8").encode("utf-16"))
    with pytest.raises(DatasetError, match=r"claims\.jsonl is not UTF-8"):
        load(folder)
    assert any(f.file == "claims.jsonl" and "not UTF-8" in f.what for f in validate(folder))


def test_one_error_is_one_error(folder: Path) -> None:
    change(folder, "documents.jsonl", 1, lambda r: r.update(page_count=7))
    run = CliRunner().invoke(app, ["bench", "validate", str(folder)])
    assert run.output.splitlines()[-1] == "1 error, 0 warnings"


def test_all_faults_at_once_and_the_exit_code(folder: Path) -> None:
    claims = folder / "claims.jsonl"
    first = claims.read_text("utf-8").split("\n")[0]
    claims.write_bytes(claims.read_bytes() + f"{{oops\n{first}\n".encode() + b'"\xff"\n')
    (folder / "ru.pdf").unlink()
    run = CliRunner().invoke(app, ["bench", "validate", str(folder), "--json"])
    assert run.exit_code == 1
    found = [Finding(**f) for f in json.loads(run.stdout)["findings"]]
    count = len(lines_of(folder, "documents.jsonl"))
    assert count == 2
    said = " ".join(f"{f.file} {f.what}" for f in found)
    for part in ("is not JSON", "is that of line 1 too", "is not UTF-8", "there is no file ru.pdf"):
        assert part in said
    text = CliRunner().invoke(app, ["bench", "validate", str(folder)])
    assert text.exit_code == 1
    assert "documents.jsonl:2: error: path: there is no file ru.pdf" in text.output.replace("\n", " ")


def test_a_template_in_two_splits_is_a_warning(folder: Path) -> None:
    for line in (1, 2):
        change(folder, "documents.jsonl", line, lambda r: r.update(template="annual", degradation="clean"))
    (found,) = validate(folder)
    assert (found.severity, found.field) == ("warning", "template")
    assert CliRunner().invoke(app, ["bench", "validate", str(folder)]).exit_code == 0
    assert CliRunner().invoke(app, ["bench", "validate", str(folder), "--strict"]).exit_code == 1
