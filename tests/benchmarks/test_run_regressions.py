"""A later run is held against an earlier one: what got worse is found, named, and fails a build."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from made_run import SKILLS, Skill, made_dataset, made_run
from typer.testing import CliRunner

from atomcite.benchmarks.comparison import append_judged, dataset_of, load_run
from atomcite.benchmarks.comparison.regressions import GATED, Gate, RunChange, change_tables, compare_runs
from atomcite.benchmarks.comparison.runs import Run
from atomcite.benchmarks.dataset import Dataset, Label, Labels, save
from atomcite.cli.main import app
from atomcite.domain import Action, ClaimVerdict
from atomcite.errors import DatasetError, UsageError

CLAIMS = 10
DEFAULT = Gate()
ALONE = (Skill("one", sees=0.9, trusts=0.9),)


def honest(dataset: Dataset) -> Dataset:
    """The same with labels as the claims were made."""
    return replace(
        dataset,
        claims=tuple(
            c.model_copy(
                update={"labels": Labels(automatic=Label(verdict="unsupported" if c.fault else "correct", by="made"))}
            )
            for c in dataset.claims
        ),
    )


@pytest.fixture
def data() -> Dataset:
    return honest(made_dataset(documents=10, claims=CLAIMS))


def perfect(folder: Path, dataset: Dataset, wrong: dict[str, ClaimVerdict] | None = None, name: str = "one") -> Run:
    """A run of one system that is always right, but for `wrong`."""
    made_run(folder, dataset, split=None, skills=(replace(ALONE[0], name=name),))
    for judged in load_run(folder / "run").judged[name].values():
        said = []
        for p in judged.predictions:
            claim = next(c for c in dataset.claims if c.id == p.claim)
            truth = ClaimVerdict.UNSUPPORTED if claim.fault else ClaimVerdict.CORRECT
            verdict = (wrong or {}).get(p.claim, truth)
            action = {"correct": Action.KEEP, "unsupported": Action.DELETE}.get(verdict, Action.FLAG)
            said.append(
                p.model_copy(update={"verdict": verdict, "action": action, "flagged": False, "suggested": ()})
            )
        append_judged(folder / "run", name, judged.model_copy(update={"predictions": tuple(said)}))
    return load_run(folder / "run")


def compared(old: Run, new: Run, gate: Gate = DEFAULT, **more: object) -> RunChange:
    return compare_runs(old, new, dataset_of(new), gate, permutations=200, **more)  # type: ignore[arg-type]


def some(dataset: Dataset, count: int, unsound: bool) -> list[str]:
    return [c.id for c in dataset.claims if bool(c.fault) == unsound][:count]


def test_the_same_run_is_no_regression(tmp_path: Path, data: Dataset) -> None:
    made_run(tmp_path, data, split=None)
    run = load_run(tmp_path / "run")
    found = compared(run, run, Gate(0, no_new_false_correct=True))
    assert found.failures == ()
    assert len(found.systems) == len(SKILLS)
    assert all(c.worse == 0 and c.p == 1 for s in found.systems for c in s.changes)
    assert all(not s.claims for s in found.systems)


def test_a_drop_is_allowed_up_to_the_gate_and_not_beyond(tmp_path: Path, data: Dataset) -> None:
    old = perfect(tmp_path / "old", data)
    lost = dict.fromkeys(some(data, 2, unsound=False), ClaimVerdict.UNSUPPORTED)
    new = perfect(tmp_path / "new", data, lost)
    (system,) = compared(old, new).systems
    accuracy = next(c for c in system.changes if c.metric == "accuracy")
    assert accuracy.worse == pytest.approx(100 * 2 / len(data.claims))
    assert accuracy.worse == 2.0  # exactly: 100 claims
    assert not any("accuracy" in f for f in compared(old, new, Gate(2.0)).failures)
    assert any("accuracy went from 100.0 % to 98.0 %" in f for f in compared(old, new, Gate(1.9)).failures)
    assert {c.claim for c in system.claims if c.lost} == set(lost)
    back = compared(new, old, Gate(0, no_new_false_correct=True))
    assert back.failures == ()
    assert {c.claim for c in back.systems[0].claims if c.won} == set(lost)


def test_one_new_false_correct_fails_where_none_is_allowed(tmp_path: Path, data: Dataset) -> None:
    one_wrong, another = some(data, 2, unsound=True)
    # One error is repaired and another made: no figure moves.
    old = perfect(tmp_path / "old", data, {one_wrong: ClaimVerdict.CORRECT})
    new = perfect(tmp_path / "new", data, {another: ClaimVerdict.CORRECT})
    assert compared(old, new, Gate(0)).failures == ()
    strict = compared(old, new, Gate(0, no_new_false_correct=True))
    (failure,) = strict.failures
    assert "1 unsound citations are called correct" in failure
    assert [c.claim for c in strict.systems[0].claims if c.new_false_correct] == [another]
    shown = change_tables(strict)
    assert any(another in cell.text for table in shown for row in table.rows for cell in row)


def test_a_rise_of_what_should_be_low_is_a_regression(tmp_path: Path, data: Dataset) -> None:
    old = perfect(tmp_path / "old", data)
    new = perfect(tmp_path / "new", data, dict.fromkeys(some(data, 3, unsound=True), ClaimVerdict.CORRECT))
    failed = {c.metric for c in compared(old, new, Gate(0)).systems[0].changes if c.regression}
    assert {"false_correct", "kept_silently", "accuracy"} <= failed
    assert "coverage" not in failed
    assert {m.better for m in GATED} == {"more", "less"}


def test_a_document_that_was_not_done_counts_against_the_new_run(tmp_path: Path, data: Dataset) -> None:
    old, new = perfect(tmp_path / "old", data), perfect(tmp_path / "new", data)
    less = replace(new, judged={"one": {d: j for d, j in new.judged["one"].items() if d != "doc03"}})
    found = compared(old, less)
    assert any("coverage" in f for f in found.failures)
    assert any(f"{CLAIMS} claims without a verdict" in n for n in found.notices)


def test_other_tasks_are_refused_unless_the_common_claims_are_asked_for(tmp_path: Path, data: Dataset) -> None:
    grown = honest(made_dataset(documents=11, claims=CLAIMS))
    old, new = perfect(tmp_path / "old", data), perfect(tmp_path / "new", grown)
    with pytest.raises(DatasetError, match="--common"):
        compared(old, new)
    found = compared(old, new, common=True)
    assert found.systems[0].claims_compared == len(data.claims)
    assert any("same id" in n for n in found.notices)


def test_relabelled_claims_are_scored_by_the_labels_of_now_on_both_sides(tmp_path: Path, data: Dataset) -> None:
    old, new = perfect(tmp_path / "old", data), perfect(tmp_path / "new", data)
    relabelled = tuple(
        c.model_copy(update={"labels": Labels(automatic=Label(verdict="unsupported", by="second look"))})
        for c in data.claims
    )
    save(replace(data, claims=relabelled), tmp_path / "new" / "set")
    (system,) = compared(old, new).systems
    accuracy = next(c for c in system.changes if c.metric == "accuracy")
    assert accuracy.old == accuracy.new < 1


def test_systems_are_paired_by_name_by_request_or_as_the_only_ones(tmp_path: Path, data: Dataset) -> None:
    a, b = perfect(tmp_path / "a", data, name="v1"), perfect(tmp_path / "b", data, name="v2")
    assert [s.name for s in compared(a, b).systems] == ["v1 → v2"]
    made_run(tmp_path / "c", data, split=None, skills=SKILLS[:2])
    many = load_run(tmp_path / "c" / "run")
    with pytest.raises(UsageError, match="no system of the same name"):
        compared(a, many)
    with pytest.raises(UsageError, match="nobody"):
        compared(a, many, pairs=[("v1", "nobody")])
    assert [s.name for s in compared(a, many, pairs=[("v1", "atomcite")]).systems] == ["v1 → atomcite"]
    made_run(tmp_path / "d", data, split=None, skills=SKILLS[:1])
    found = compared(load_run(tmp_path / "d" / "run"), many)
    assert [s.name for s in found.systems] == ["atomcite"]
    assert found.notices == ("In one run only, and not compared: text-only.",)


def test_the_command_fails_a_build_on_a_regression_only(tmp_path: Path, data: Dataset) -> None:
    perfect(tmp_path / "old", data)
    wrong = some(data, 5, unsound=True)
    perfect(tmp_path / "new", data, dict.fromkeys(wrong, ClaimVerdict.CORRECT))
    old, new = str(tmp_path / "old" / "run"), str(tmp_path / "new" / "run")
    out, text = tmp_path / "changes.json", tmp_path / "changes.md"
    worse = CliRunner().invoke(
        app, ["bench", "compare", old, new, "--json", str(out), "--markdown", str(text), "--most", "2"]
    )
    assert worse.exit_code == 1, worse.output
    assert "Regression:" in worse.stdout
    assert "3 more." in worse.stdout
    found = json.loads(out.read_text("utf-8"))
    assert {c["claim"] for c in found["systems"][0]["claims"]} == set(wrong)
    assert found["failures"]
    assert text.read_text("utf-8").startswith("- **Regression**")
    better = CliRunner().invoke(app, ["bench", "compare", new, old, "--no-new-false-correct"])
    assert better.exit_code == 0, better.output
    assert "No regression." in better.stdout
    loose = CliRunner().invoke(app, ["bench", "compare", old, new, "--max-drop", "50"])
    assert loose.exit_code == 0, loose.output


def test_a_name_with_an_equals_sign_is_one_name_where_both_runs_have_it(tmp_path: Path, data: Dataset) -> None:
    name = "atomcite:policy=legal"
    perfect(tmp_path / "old", data, name=name)
    perfect(tmp_path / "new", data, name=name)
    args = ["bench", "compare", str(tmp_path / "old" / "run"), str(tmp_path / "new" / "run"), "--system"]
    assert CliRunner().invoke(app, [*args, name]).exit_code == 0
    refused = CliRunner().invoke(app, [*args, "one=two"])
    assert isinstance(refused.exception, UsageError)
