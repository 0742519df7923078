"""`bench build`, `bench inject` and `bench sample`, from PDFs to a data set that validates."""

import json
from pathlib import Path

import pytest
from plain_documents import PAGES_EN, PAGES_RU, typeset_pages
from typer.testing import CliRunner

from atomcite.benchmarks.dataset import Dataset, label_of, load, save
from atomcite.benchmarks.dataset.exchange import copy_documents
from atomcite.benchmarks.dataset.validation import validate
from atomcite.benchmarks.injection.build import label_ranges
from atomcite.cli.main import app
from atomcite.documents import Document


@pytest.fixture(scope="module")
def pdfs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pdfs")
    (folder / "Annual Report.pdf").write_bytes(typeset_pages(PAGES_EN, "en"))
    (folder / "отчёт.pdf").write_bytes(typeset_pages(PAGES_RU, "ru"))
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 no more")
    return folder


def bench(*arguments: object) -> str:
    run = CliRunner().invoke(app, ["bench", *map(str, arguments)])
    assert run.exit_code == 0, run.output
    return run.output


@pytest.fixture(scope="module")
def built(pdfs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built") / "set"
    said = bench(
        "build", pdfs, "--out", out, "--seed", 4, "--degrade", "clean,scan", "--dev", 0.5, "--text-only", "--no-cache"
    )
    assert "broken.pdf is left out: it is damaged, protected or no PDF." in said
    return out


def test_a_built_set_is_sound(built: Path) -> None:
    assert validate(built) == []
    data = load(built)
    assert {d.degradation for d in data.documents} == {"clean", "scan"}
    assert {d.language for d in data.documents} == {"en", "ru"}
    splits = {(d.template, d.split) for d in data.documents}
    assert len(splits) == 2
    assert {s for _, s in splits} == {"dev", "test"}
    assert len({c.fault.type for c in data.claims if c.fault}) >= 10
    assert {c.control for c in data.claims if not c.fault} == {"original", "paraphrase"}


def test_correct_statements_stand_on_their_pages(built: Path) -> None:
    texts = {"annual-report": PAGES_EN, "отчёт": PAGES_RU}
    originals = [c for c in load(built).claims if c.control == "original"]
    assert len(originals) >= 10
    for claim in originals:
        label = label_of(claim)
        assert label is not None
        pages = texts[claim.document.split(".")[0]]
        plain = " ".join(pages[label.true_pages[0] - 1].split())
        row = claim.statement.startswith(("The line", "По строке"))
        assert row or claim.statement.rstrip(".") in plain


def test_scans_are_pictures_of_the_same_pages(built: Path) -> None:
    data = load(built)
    document = next(d for d in data.documents if d.degradation == "scan")
    with Document.open(data.file_of(document)) as opened:
        assert opened.page_count == document.page_count
        assert opened.page(1).kind == "scan"


def test_what_was_dropped_is_counted_in_the_card(built: Path) -> None:
    dropped = [json.loads(line) for line in (built / "dropped.jsonl").read_text("utf-8").splitlines()]
    card = (built / "README.md").read_text("utf-8")
    assert dropped
    for kind, reason in {(d["type"], d["reason"]) for d in dropped}:
        number = sum((d["type"], d["reason"]) == (kind, reason) for d in dropped)
        assert f"| {kind} | {reason} | {number} |" in card


def test_claims_of_ones_own(pdfs: Path, tmp_path: Path) -> None:
    claims = tmp_path / "claims.csv"
    claims.write_text('file,statement,page\nAnnual Report.pdf,"Energy costs fell by 6.3 per cent.",3\n', "utf-8")
    bench(
        "build", pdfs, "--out", tmp_path / "set", "--claims", claims, "--text-only", "--no-cache", "--types", "digit"
    )
    data = load(tmp_path / "set")
    assert {c.fault.of for c in data.claims if c.fault} == {"annual-report.1"}
    claims.write_text('file,statement,page\nAnnual Report.pdf,"Energy costs fell.",30\n', "utf-8")
    run = CliRunner().invoke(
        app, ["bench", "build", str(pdfs), "--out", str(tmp_path / "b"), "--claims", str(claims)]
    )
    assert run.exit_code != 0
    assert "has no page 30" in str(run.exception)


def test_a_sample_to_look_at(built: Path, tmp_path: Path) -> None:
    said = bench("sample", built, "--errors", 4, "--html", tmp_path / "sample.html", "--text-only", "--no-cache")
    assert "4 errors" in said
    html = (tmp_path / "sample.html").read_text("utf-8")
    assert html.count("<section") == 4
    assert html.count("data:image/jpeg;base64,") >= 2


def test_injecting_into_a_set_and_not_over_another(plain_set: Dataset, tmp_path: Path) -> None:
    save(plain_set, tmp_path / "plain")
    copy_documents(plain_set, tmp_path / "plain")
    out = tmp_path / "again"
    options = ["--text-only", "--no-cache", "--types", "digit,date", "--per-type", 3, "--no-answers"]
    bench("inject", tmp_path / "plain", "--out", out, "--seed", 9, *options)
    data = load(out)
    assert not data.answers
    assert sum(c.fault is not None for c in data.claims) == 6
    assert validate(out) == []
    run = CliRunner().invoke(app, ["bench", "inject", str(tmp_path / "plain"), "--out", str(out)])
    assert "is not empty" in str(run.exception)


def test_page_labels_as_ranges() -> None:
    assert label_ranges(("i", "ii", "1", "2", "4")) == [(1, "r", 1), (3, "D", 1), (5, "D", 4)]
    assert label_ranges(("A-1", "2")) is None
    assert label_ranges(()) is None
