"""Parquet in the Hugging Face layout holds all that a data set does, and gives it back."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from atomcite.benchmarks.dataset import Dataset, Label, Labels, load, save
from atomcite.benchmarks.dataset.exchange import copy_documents, export_parquet, import_parquet
from atomcite.benchmarks.injection import FileReader, Plan, inject
from atomcite.cli.main import app
from atomcite.errors import DatasetError, OutputError


@pytest.fixture(scope="module")
def rich(plain_set: Dataset) -> Dataset:
    """Errors, controls, answers, annotators, joint pages, odd characters."""
    made = inject(
        plain_set, seed=5, plan=Plan(types=("digit", "page_near", "page_out_of_range")), reader=FileReader(engines=())
    )
    first, *rest = made.dataset.claims
    odd = first.model_copy(
        update={
            "statement": "Line\u2028separator, \u0085 and «ё»",
            "labels": Labels(
                automatic=first.labels.automatic,
                annotators=(
                    Label(verdict="open", by="Anna", note="?"),
                    Label(verdict="correct", joint_pages=((1, 2), (2, 3)), by="Борис", contradicted=False),
                ),
            ),
        }
    )
    return replace(made.dataset, claims=(odd, *rest))


def test_round_trip(rich: Dataset, tmp_path: Path) -> None:
    export_parquet(rich, tmp_path / "out")
    back = import_parquet(tmp_path / "out")
    assert (back.manifest, back.documents, back.answers, back.claims) == (
        rich.manifest,
        rich.documents,
        rich.answers,
        rich.claims,
    )
    assert back.file_of(back.documents[0]).is_file()


def test_the_folder_of_lines_keeps_odd_characters(rich: Dataset, tmp_path: Path) -> None:
    save(rich, tmp_path)
    assert load(tmp_path).claims == rich.claims


def test_datasets_loads_it(rich: Dataset, tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    export_parquet(rich, tmp_path / "out")
    code = (
        "import json, sys, datasets\n"
        "claims = datasets.load_dataset(sys.argv[1], 'claims')\n"
        "documents = datasets.load_dataset(sys.argv[1], 'documents', split='test')\n"
        "print(json.dumps([{k: len(v) for k, v in claims.items()}, claims['dev'][0], documents[0]['id']]))\n"
    )
    env = {
        **os.environ,
        "HF_DATASETS_CACHE": str(tmp_path / "cache"),
        "HF_HOME": str(tmp_path),
        "HF_HUB_OFFLINE": "1",
    }
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "out")], env=env, capture_output=True, text=True, check=True
    )
    counts, first, document = json.loads(run.stdout.splitlines()[-1])
    split = {d.id: d.split for d in rich.documents}
    assert counts == {s: sum(split[c.document] == s for c in rich.claims) for s in ("dev", "test")}
    assert first["id"] == rich.claims[0].id
    assert first["labels"]["annotators"][1]["joint_pages"] == [[1, 2], [2, 3]]
    assert document == "ru"


def test_the_commands(rich: Dataset, plain_set: Dataset, tmp_path: Path) -> None:
    save(rich, tmp_path / "set")
    copy_documents(replace(rich, folder=plain_set.folder), tmp_path / "set")
    run = CliRunner().invoke(app, ["bench", "export", str(tmp_path / "set"), str(tmp_path / "hub")])
    assert run.exit_code == 0, run.output
    run = CliRunner().invoke(app, ["bench", "import", str(tmp_path / "hub"), "--out", str(tmp_path / "back")])
    assert run.exit_code == 0, run.output
    assert (tmp_path / "back" / "claims.jsonl").read_bytes() == (tmp_path / "set" / "claims.jsonl").read_bytes()
    assert load(tmp_path / "back").file_of(rich.documents[1]).is_file()


def test_nothing_is_overwritten_and_other_folders_are_named(rich: Dataset, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine")
    with pytest.raises(OutputError, match="not empty"):
        export_parquet(rich, tmp_path)
    with pytest.raises(DatasetError, match="no exported data set"):
        import_parquet(tmp_path)
