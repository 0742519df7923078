"""How many of what: the share of controls, turns of the types, and documents that can't be verified."""

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import Result
from plain_documents import PAGES_EN, typeset_pages
from typer.testing import CliRunner

from atomcite.benchmarks.corpus.degrade import ScanProfile, scan
from atomcite.benchmarks.corpus.scanfile import Metadata, ScanPage, write_scan
from atomcite.benchmarks.corpus.typeset import render
from atomcite.benchmarks.dataset import BenchClaim, Dataset, load, save
from atomcite.benchmarks.dataset.describing import described
from atomcite.benchmarks.dataset.exchange import copy_documents
from atomcite.benchmarks.dataset.validation import validate
from atomcite.benchmarks.injection import FileReader, Plan, inject
from atomcite.benchmarks.injection.sample import sample_errors
from atomcite.cli.main import app

READER = FileReader(engines=())


def bench(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench", *map(str, arguments)])


def errors_in(dataset: Dataset) -> list[BenchClaim]:
    return [c for c in dataset.claims if c.fault]


@pytest.mark.parametrize("share", [0.2, 0.35, 0.5, 0.75, 0.9])
def test_the_share_of_controls_is_reached(share: float, plain_set: Dataset) -> None:
    made = inject(plain_set, seed=7, plan=Plan(controls=share), reader=READER)
    total = len(made.dataset.claims)
    right = total - len(errors_in(made.dataset))
    assert abs(right - share * total) <= 1
    assert not made.notes
    left_out = sum(d.reason == "over_quota" for d in made.dropped)
    whole = inject(plain_set, seed=7, plan=Plan(controls=None), reader=READER)
    assert len(errors_in(made.dataset)) + left_out == len(errors_in(whole.dataset))


def test_types_take_turns_when_errors_are_cut(plain_set: Dataset) -> None:
    whole = Counter(
        c.fault.type
        for c in errors_in(inject(plain_set, seed=7, plan=Plan(controls=None), reader=READER).dataset)
        if c.fault
    )
    some = Counter(
        c.fault.type
        for c in errors_in(inject(plain_set, seed=7, plan=Plan(controls=0.6), reader=READER).dataset)
        if c.fault
    )
    assert max(whole.values()) >= 4 * min(whole.values())
    most = max(some.values())
    for kind, number in whole.items():
        assert some[kind] >= min(number, most - 1), kind


def test_a_share_that_cannot_be_reached_is_told(plain_set: Dataset) -> None:
    alone = replace(plain_set, claims=plain_set.claims[3:4])
    made = inject(alone, seed=7, plan=Plan(controls=0.95), reader=READER)
    assert errors_in(made.dataset)
    (note,) = made.notes
    assert "not the 95% asked for" in note


def test_what_an_error_was_made_from_is_known_without_its_original(plain_set: Dataset, tmp_path: Path) -> None:
    made = inject(plain_set, seed=7, plan=Plan(controls=0.05), reader=READER).dataset
    there = {c.id for c in made.claims}
    faults = [c.fault for c in made.claims if c.fault]
    assert any(f.of is None for f in faults)
    assert all((f.of in there) != bool(f.original) for f in faults)
    save(made, tmp_path / "set")
    copy_documents(made, tmp_path / "set")
    assert validate(tmp_path / "set") == []
    assert sample_errors(load(tmp_path / "set"), tmp_path / "look.html", errors=500, seed=1, reader=READER) == len(
        faults
    )
    html = (tmp_path / "look.html").read_text("utf-8")
    assert html.count("made from:") == len(faults)
    assert "prefers-color-scheme" in html


@pytest.fixture(scope="module")
def with_scan(plain_set: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two documents, and the English one once more as pictures."""
    folder = tmp_path_factory.mktemp("with-scan")
    pages = render(typeset_pages(PAGES_EN, "en"), 100)
    data = write_scan(
        [ScanPage(scan(p, 100, 3, ScanProfile()), 100) for p in pages],
        Metadata("t", "a", "s", datetime(2026, 1, 1, tzinfo=UTC)),
    )
    (folder / "scan.pdf").write_bytes(data)
    copy_documents(plain_set, folder)
    document = described(folder / "scan.pdf", "scan")
    own = [c for c in plain_set.claims if c.document == "en"]
    more = tuple(c.model_copy(update={"id": f"s{c.id}", "document": "scan"}) for c in own)
    save(replace(plain_set, documents=(*plain_set.documents, document), claims=(*plain_set.claims, *more)), folder)
    return folder


def test_documents_without_a_text_layer_are_named_and_left_out(with_scan: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = bench("inject", with_scan, "--out", out, "--text-only", "--no-cache")
    assert run.exit_code == 0, run.output
    said = " ".join(run.output.split())
    assert "scan.pdf is left out with its 9 claims: its pages are scans without a text layer" in said
    assert {d.id for d in load(out).documents} == {"en", "ru"}
    assert validate(out) == []
    assert "scan.pdf is left out" in (out / "README.md").read_text("utf-8")
    claims = load(out).claims
    right = sum(c.fault is None for c in claims)
    assert f"{right} correct claims (50%)" in said


def test_a_folder_of_scans_alone_says_what_to_do(with_scan: Path, tmp_path: Path) -> None:
    (tmp_path / "pdfs").mkdir()
    (tmp_path / "pdfs" / "scan.pdf").write_bytes((with_scan / "scan.pdf").read_bytes())
    run = CliRunner().invoke(
        app, ["bench", "build", str(tmp_path / "pdfs"), "--out", str(tmp_path / "o"), "--text-only"]
    )
    assert "scan.pdf is left out: its pages are scans" in str(run.exception)
    assert "--text-only" in str(run.exception)


@pytest.mark.parametrize(
    ("what", "said"), [("missing", "There is no folder"), ("file.pdf", "is a file"), ("empty", "no PDF files")]
)
def test_what_is_no_folder_of_pdfs(what: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "file.pdf").write_bytes(b"%PDF")
    (tmp_path / "empty").mkdir()
    run = CliRunner().invoke(
        app, ["bench", "build", str(tmp_path / what), "--out", str(tmp_path / "o"), "--text-only"]
    )
    assert said in str(run.exception)
    assert not (tmp_path / "o").exists() or not any((tmp_path / "o").iterdir())


def test_refused_statements_are_counted_in_what_was_dropped(tmp_path: Path) -> None:
    (tmp_path / "pdfs").mkdir()
    page = """#grid(columns: (1fr, 1fr), gutter: 8mm, [The mill was sold in the spring of the year to a local farmer.
    The new owner grinds rye and wheat for bakers in the county. The old wheel still turns when the river is high.],
    [#table(columns: 3, stroke: none, [thousand], [2024], [2023], [Rye], [84,215], [79,630], [Wheat], [51,984],
    [50,117], [Oats], [17,346], [16,058], [Spelt], [9,872], [8,245])])"""
    (tmp_path / "pdfs" / "mill.pdf").write_bytes(
        typeset_pages([page, "The mill employs 14 people in two shifts."], "en")
    )
    out = tmp_path / "out"
    run = bench("build", tmp_path / "pdfs", "--out", out, "--text-only", "--no-cache")
    assert run.exit_code == 0, run.output
    dropped = [json.loads(line) for line in (out / "dropped.jsonl").read_text("utf-8").splitlines()]
    refused = [d for d in dropped if d["type"] == "statement"]
    assert refused
    assert f"| statement | label_unclear | {sum(d['reason'] == 'label_unclear' for d in refused)} |" in (
        out / "README.md"
    ).read_text("utf-8")
    assert "correct statement" in run.output
