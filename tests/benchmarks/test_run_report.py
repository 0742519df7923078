"""A report says what the predictions and labels say, in four forms, whatever names and texts hold."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib import util
from pathlib import Path

import pytest
from made_run import SKILLS, Skill, made_dataset, made_run
from typer.testing import CliRunner

from atomcite.benchmarks.comparison import append_judged, dataset_of, load_run, predictions_file, save_info
from atomcite.benchmarks.comparison.evaluation import Evaluation, Options, evaluate
from atomcite.benchmarks.comparison.label_tables import under_labels
from atomcite.benchmarks.comparison.page import html
from atomcite.benchmarks.comparison.plots import accuracy_against_cost
from atomcite.benchmarks.comparison.serial import as_json
from atomcite.benchmarks.comparison.text import all_tables, markdown
from atomcite.benchmarks.dataset import Label, Labels, load, save
from atomcite.benchmarks.metrics import ACCURACY, FALSE_CORRECT, score
from atomcite.cli.main import app
from atomcite.errors import DatasetError, EngineMissing, UsageError

QUICK = Options(samples=200, permutations=200)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    made_run(folder, made_dataset(documents=15, claims=14))
    return folder


@pytest.fixture(scope="module")
def found(stored: Path) -> Evaluation:
    run = load_run(stored / "run")
    return evaluate(run, dataset_of(run), QUICK, command="atomcite bench report run")


def test_figures_are_those_of_the_predictions_by_the_labels(stored: Path, found: Evaluation) -> None:
    run, data = load_run(stored / "run"), load(stored / "set").split("test")
    assert (found.documents, found.claims) == (len(data.documents), len(data.claims))
    assert found.scored + found.open + found.unlabelled == found.claims
    for system in found.systems:
        outcomes = score(data, run.predictions(system.name)).outcomes
        for metric in (ACCURACY, FALSE_CORRECT):
            assert system.figures[metric.key].value == pytest.approx(metric.value(outcomes))
        assert sum(n for row in system.confusion.values() for n in row.values()) == found.scored
        assert system.budget.claims == found.claims
    accuracies = [s.figures["accuracy"].value for s in found.systems]
    assert accuracies == sorted(accuracies, reverse=True)
    assert found.options.reference == "atomcite"
    assert found.options.single_channel == ("text-only", "text-only-3x", "image-only")
    assert {c.first for c in found.against["accuracy"]} == {"atomcite"}
    assert len(found.comparisons["accuracy"]) == len(SKILLS) * (len(SKILLS) - 1) / 2


def test_slices_part_the_claims(found: Evaluation) -> None:
    for by in ("degradation", "language", "content", "template", "error"):
        part = [s for s in found.slices if s.by == by]
        assert sum(s.claims for s in part) == found.scored
        whole = sum(s.claims * s.figures["atomcite"]["accuracy"].value for s in part) / found.scored
        assert whole == pytest.approx(
            next(s for s in found.systems if s.name == "atomcite").figures["accuracy"].value
        )
    assert not any(s.by == "split" for s in found.slices)  # one split was run over


def test_a_part_without_an_unsound_claim_has_no_rate_of_false_correct(stored: Path) -> None:
    run = load_run(stored / "run")
    made = tuple(  # labels as the claims were made: those of people err
        c.model_copy(
            update={"labels": Labels(automatic=Label(verdict="unsupported" if c.fault else "correct", by="x"))}
        )
        for c in dataset_of(run).claims
    )
    found = evaluate(run, replace(dataset_of(run), claims=made), QUICK)
    for part in (s for s in found.slices if s.by == "error"):
        assert ("false_correct" in part.figures["atomcite"]) == (not part.value.startswith("none"))
        assert "accuracy" in part.figures["atomcite"]


def test_json_has_all_of_it_and_no_numbers_that_json_does_not_have(found: Evaluation) -> None:
    text = as_json(found)

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    data = json.loads(text, parse_constant=refuse)
    by_name = {s["system"]["name"]: s for s in data["systems"]}
    for system in found.systems:
        assert by_name[system.name]["figures"]["accuracy"]["value"] == system.figures["accuracy"].value
    assert by_name["quote-match"]["calibration"] is None
    assert data["info"]["commands"] == list(found.info.commands)
    assert data["labels"] == found.labels
    assert by_name["direct"]["budget"]["total"]["calls"] > 0


class Page(HTMLParser):
    """Ids, references and text of a page; every element that opens must close."""

    VOID = ("meta", "path", "use", "link")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.references: list[str] = []
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.said: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name in ("href", "xlink:href", "src") and value:
                (self.references if value.startswith("#") else self.addresses).append(value)
            self.references += re.findall(r"url\((#[^)]+)\)", value or "")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def test_the_page_needs_nothing_else_and_holds_together(found: Evaluation) -> None:
    text = html(found)
    page = Page(text)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert {r[1:] for r in page.references} <= set(page.ids)
    assert page.addresses == []
    assert not page.tags & {"script", "img", "link", "iframe"}
    assert text.count("<svg") >= 7
    assert not re.search(r"#0[ab]00", text), "a colour that stands for one of the page's was left"
    said = " ".join(page.said)
    for needed in (*found.info.commands, found.command, found.info.dataset.tasks, found.labels, "seed 20240601"):
        assert needed in said
    for table in all_tables(found):
        assert table.title in said
    assert accuracy_against_cost(found) in text  # drawn again, it is the same


def test_markdown_has_every_table_and_whole_rows(found: Evaluation) -> None:
    text = markdown(found)
    for table in all_tables(found):
        assert f"## {table.title.replace('_', chr(92) + '_')}" in text
    for block in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in block.splitlines()}) == 1
    assert "NaN" not in text
    assert "nan" not in re.findall(r"[\w.]+", text)


def test_names_and_secrets_are_shown_as_what_they_are(tmp_path: Path) -> None:
    skills = (
        Skill("<b>|x|</b> $a$", seconds=0),
        Skill("\u202eliame", sees=0.5),
        Skill("direct:base-url=https://me:pass1@host"),
        Skill("direct:base-url=https://me:pass2@host", sees=0.2),
    )
    data = made_dataset(documents=4, claims=6)
    manifest = data.manifest.model_copy(update={"description": "<script>alert(1)</script>"})
    made_run(tmp_path, replace(data, manifest=manifest), split=None, skills=skills)
    run = load_run(tmp_path / "run")
    systems = [
        s.model_copy(
            update={
                "settings": {"base_url": "https://me:pass@host/v1", "api_key": "sk-123456789", "n": {"token": "t"}}
            }
        )
        for s in run.info.systems
    ]
    command = "atomcite bench run --system direct:base-url=https://me:hunter2@host/v1"
    save_info(tmp_path / "run", run.info.model_copy(update={"systems": tuple(systems), "commands": (command,)}))
    run = load_run(tmp_path / "run")
    found = evaluate(run, dataset_of(run), QUICK)
    page, text, data_ = html(found), markdown(found), as_json(found)
    assert "<b>" not in page
    assert "<script>" not in page
    assert "&lt;b&gt;|x|&lt;/b&gt; $a$" in page
    assert r"\<b\>\|x\|\</b\> $a$" in text
    assert "\u202e" not in page
    assert "\u202e" not in text
    for form in (page, text, data_):
        assert not re.search(r"hunter2|me:pass|sk-1234", form)
    assert '"token": "***"' in data_
    assert len({s.name for s in found.systems}) == len(skills)
    assert Page(page).open == []


def test_what_a_reader_must_know_first_is_said_first(tmp_path: Path) -> None:
    data = made_dataset(documents=6, claims=8)
    made_run(tmp_path, data, split=None)
    predictions_file(tmp_path / "run", "image-only").unlink()
    path = predictions_file(tmp_path / "run", "direct")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:4]))
    plain = tuple(c.model_copy(update={"labels": Labels(automatic=c.labels.automatic)}) for c in data.claims)
    save(replace(data, claims=(*plain[:-1], plain[-1].model_copy(update={"labels": Labels()}))), tmp_path / "set")
    run = load_run(tmp_path / "run")
    found = evaluate(run, dataset_of(run), QUICK)
    said = " ".join(found.notices)
    for part in (
        "direct has not done 2 of 6",
        "image-only has not done 6 of 6",
        "Labels have changed",
        "6 documents only",
        "1 without",
        "No person",
    ):
        assert part in said
    direct = next(s for s in found.systems if s.name == "direct")
    assert (direct.undone, direct.unanswered) == (2, 2 * 8 - 1)
    assert direct.figures["coverage"].value < 0.7
    assert not any(found.sensitivity.values())
    assert html(found).count("No person judged these claims") == 1
    assert next(s for s in found.systems if s.name == "image-only").figures["coverage"].value == 0


def test_another_data_set_is_refused_and_a_moved_one_is_found(tmp_path: Path) -> None:
    data = made_dataset(documents=3, claims=6)
    made_run(tmp_path, data, split=None)
    run = load_run(tmp_path / "run")
    (tmp_path / "set").rename(tmp_path / "moved")
    with pytest.raises(DatasetError, match="--dataset"):
        dataset_of(run)
    assert dataset_of(run, tmp_path / "moved").claims == data.claims
    save(made_dataset(documents=3, claims=6, seed=2), tmp_path / "other")
    with pytest.raises(DatasetError, match="others"):
        dataset_of(run, tmp_path / "other")


def test_a_run_over_some_documents_is_scored_over_those(tmp_path: Path) -> None:
    data = made_dataset(documents=6, claims=6)
    kept = {"doc01", "doc04"}
    part = replace(
        data,
        documents=tuple(d for d in data.documents if d.id in kept),
        claims=tuple(c for c in data.claims if c.document in kept),
        answers=tuple(a for a in data.answers if a.document in kept),
    )
    made_run(tmp_path, part, split=None)
    save(data, tmp_path / "set")
    run = load_run(tmp_path / "run")
    assert evaluate(run, dataset_of(run), QUICK).documents == 2


def test_a_report_can_be_by_one_source_of_labels(stored: Path, found: Evaluation) -> None:
    run = load_run(stored / "run")
    data = dataset_of(run)
    by_anna = evaluate(run, data, replace(QUICK, labels="anna"))
    predictions = {s.name: run.predictions(s.name) for s in by_anna.systems}
    for system in by_anna.systems:
        outcomes = score(data, predictions[system.name], "anna").outcomes
        assert system.figures["accuracy"].value == ACCURACY.value(outcomes)
    assert by_anna.scored + by_anna.unlabelled == found.claims
    assert by_anna.unlabelled > 0  # she judged every second document
    assert any("anna" in notice for notice in by_anna.notices)
    with pytest.raises(UsageError, match="nobody"):
        evaluate(run, data, replace(QUICK, labels="nobody"))


def test_the_same_figures_stand_under_each_source_of_labels(found: Evaluation) -> None:
    assert set(found.sensitivity) == {"accuracy", "macro_f1", "false_correct"}
    tables = {t.title: t for t in under_labels(found)}
    assert set(tables) == {"Labels: automatic", "Labels: anna", "Labels: boris", "Labels: adjudicated"}
    for under in found.sensitivity["accuracy"]:
        table = tables[f"Labels: {under.source}"]
        assert {row[0].text for row in table.rows if row[1].best} == set(under.moved)
        assert f"accuracy {under.tau:.2f}" in table.note
        told = any(f"{under.source} ({len(under.moved)} ranks, tau-b {under.tau:.2f})" in n for n in found.notices)
        assert told == bool(under.moved)
    assert any(under.moved for under in found.sensitivity["accuracy"])


def test_systems_that_are_not_there_and_claims_that_nobody_labelled_are_named(stored: Path) -> None:
    run = load_run(stored / "run")
    data = dataset_of(run)
    for options in (replace(QUICK, reference="nobody"), replace(QUICK, single_channel=("nobody",))):
        with pytest.raises(UsageError, match="nobody"):
            evaluate(run, data, options)
    bare = replace(data, claims=tuple(c.model_copy(update={"labels": Labels()}) for c in data.claims))
    with pytest.raises(DatasetError, match="can be scored"):
        evaluate(run, bare, QUICK)


def test_one_system_and_one_document_still_make_a_report(tmp_path: Path) -> None:
    made_run(tmp_path, made_dataset(documents=1, claims=4), split=None, skills=(Skill("alone", confident=False),))
    run = load_run(tmp_path / "run")
    found = evaluate(run, dataset_of(run), QUICK)
    assert found.comparisons["accuracy"] == ()
    assert Page(html(found)).open == []
    assert "alone" in markdown(found)
    json.loads(as_json(found))


def test_the_command_writes_what_it_is_asked_for(stored: Path, tmp_path: Path) -> None:
    args = ["bench", "report", str(stored / "run"), "--samples", "100", "--permutations", "100", "--seed", "3"]
    files = {form: tmp_path / "new" / f"r.{form}" for form in ("html", "markdown", "json")}
    result = CliRunner().invoke(app, args + [str(x) for form, path in files.items() for x in (f"--{form}", path)])
    assert result.exit_code == 0, result.output
    for name in ("atomcite", "quote-match", "false-correct", "McNemar"):
        assert name in result.stdout
    assert json.loads(files["json"].read_text("utf-8"))["options"]["seed"] == 3
    assert files["html"].read_text("utf-8").startswith("<!DOCTYPE html>")
    assert files["markdown"].read_text("utf-8").startswith("# made 1, split test")
    again = CliRunner().invoke(app, args)
    assert again.stdout == result.stdout


def test_options_without_a_meaning_are_refused(stored: Path) -> None:
    for options in (["--level", "95"], ["--interval", "studentized"]):
        result = CliRunner().invoke(app, ["bench", "report", str(stored / "run"), *options])
        assert isinstance(result.exception, UsageError)


def test_without_matplotlib_the_page_is_refused_before_any_work(
    stored: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    known = util.find_spec
    monkeypatch.setattr(
        "atomcite.benchmarks.comparison.plots.find_spec", lambda n: None if n == "matplotlib" else known(n)
    )
    result = CliRunner().invoke(app, ["bench", "report", str(stored / "run"), "--html", str(tmp_path / "r.html")])
    assert isinstance(result.exception, EngineMissing)
    assert "atomcite[bench]" in result.exception.hint
    assert not result.stdout


def test_a_document_done_in_two_halves_counts_once(tmp_path: Path) -> None:
    made_run(tmp_path, made_dataset(documents=3, claims=6), split=None)
    before = load_run(tmp_path / "run")
    append_judged(tmp_path / "run", "atomcite", before.judged["atomcite"]["doc01"])
    run = load_run(tmp_path / "run")
    assert run.judged == before.judged


def test_a_set_of_sound_claims_only_has_no_figure_of_unsound_ones(tmp_path: Path) -> None:
    data = made_dataset(documents=4, claims=6)
    made_run(tmp_path, data, split=None, skills=SKILLS[:3])
    sound = Labels(automatic=Label(verdict="correct", by="x"))
    save(replace(data, claims=tuple(c.model_copy(update={"labels": sound}) for c in data.claims)), tmp_path / "set")
    run = load_run(tmp_path / "run")
    found = evaluate(run, dataset_of(run), QUICK)
    assert found.systems[0].letters["false_correct"] == "a"
    assert json.loads(as_json(found))["comparisons"]["false_correct"][0]["p"] is None
    for form in (markdown(found), html(found)):
        assert not re.search(r"\bnan\b", form, flags=re.IGNORECASE)
