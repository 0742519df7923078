"""`bench validate` names every fault by file, line and field; the schemas are those of the models."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from atomcite.benchmarks.dataset import Dataset, save
from atomcite.benchmarks.dataset.exchange import copy_documents
from atomcite.benchmarks.dataset.schema import RECORDS, schema_of, stored_schema
from atomcite.benchmarks.dataset.validation import Finding, validate
from atomcite.benchmarks.injection import FileReader, Plan, inject
from atomcite.cli.main import app

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


CASES: tuple[tuple[str, str, Callable[[dict[str, Any]], object], str, str], ...] = (
    ("claims.jsonl", "correct", lambda r: r.update(document="zz"), "document", "no document 'zz'"),
    ("claims.jsonl", "correct", lambda r: r.update(answer="zz"), "answer", "no answer 'zz'"),
    ("claims.jsonl", "correct", lambda r: r["spans"][0].update(end=9999), "spans.0", "outside the answer"),
    ("claims.jsonl", "correct", lambda r: r.update(statement="Zzz"), "spans", "no word of the statement"),
    ("claims.jsonl", "correct", lambda r: r["cited"][0].update(page=99), "cited.0.page", "has 6 pages"),
    (
        "claims.jsonl",
        "correct",
        lambda r: r["labels"]["automatic"].update(true_pages=[1]),
        "verdict",
        "no cited page",
    ),
    ("claims.jsonl", "correct", lambda r: r["labels"]["automatic"].update(true_pages=[77]), "true_pages", "1 to 6"),
    ("claims.jsonl", "correct", lambda r: r["cited"][0].update(page=None), "cited.0.page", "exists"),
    ("claims.jsonl", "correct", lambda r: r["labels"]["automatic"].update(joint_pages=[[2]]), "joint_pages", "two"),
    ("claims.jsonl", "digit", lambda r: r.update(control="original"), "control", "no control"),
    ("claims.jsonl", "digit", lambda r: r["labels"]["automatic"].update(true_pages=[2]), "verdict", "wrong_page"),
    ("claims.jsonl", "page_near", lambda r: r["labels"]["automatic"].pop("true_pages"), "verdict", "needs the true"),
    (
        "claims.jsonl",
        "digit",
        lambda r: r["labels"]["automatic"].update(verdict="correct", true_pages=[r["cited"][0]["page"]]),
        "fault.type",
        "gold label says correct",
    ),
    ("claims.jsonl", "digit", lambda r: r["labels"]["automatic"].update(verdict="no_such_page"), "verdict", "exists"),
    ("claims.jsonl", "digit", lambda r: r.update(colour="red"), "colour", "Extra inputs"),
    ("claims.jsonl", "digit", lambda r: r["fault"].update(type="zz"), "fault.type", "Input should be"),
    ("documents.jsonl", "en", lambda r: r.update(page_count=7), "page_count", "the file has 6"),
    ("documents.jsonl", "en", lambda r: r.update(sha256="0" * 64), "sha256", "another file"),
    ("documents.jsonl", "en", lambda r: r.update(path="zz.pdf"), "path", "no file"),
    ("documents.jsonl", "en", lambda r: r.update(path="../zz.pdf"), "path", "out of the data set"),
    ("documents.jsonl", "en", lambda r: r.update(labels=["i"]), "labels", "1 labels for 6"),
    ("answers.jsonl", "en", lambda r: r.update(document="zz"), "document", "no document 'zz'"),
)


@pytest.mark.parametrize(("file", "which", "edit", "where", "what"), CASES)
def test_each_fault_is_found_where_it_is(
    folder: Path, file: str, which: str, edit: Callable[[dict[str, Any]], object], where: str, what: str
) -> None:
    def is_it(record: dict[str, Any]) -> bool:
        if file == "claims.jsonl":
            kind = record.get("fault", {}).get("type", "correct")
            return bool(kind == which and record["document"] == "en")
        return bool(record.get("document", record["id"]) == which)

    line = next(n for n, r in enumerate(lines_of(folder, file), start=1) if is_it(r))
    change(folder, file, line, edit)
    found = [f for f in validate(folder) if f.file == file and f.line == line]
    assert any(f.field.endswith(where) and what in f.what for f in found), found


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
