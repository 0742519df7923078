"""Agreement of annotators, and the settling of what they differ on."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from annotation_forms import ALL_FINE, SECOND, Filled, Verdicts, cite, claim, form, labels, page_data
from sklearn.metrics import cohen_kappa_score
from typer.testing import CliRunner

from atomcite.benchmarks.dataset import (
    Dataset,
    Label,
    Labels,
    label_of,
    load,
    save,
)
from atomcite.benchmarks.dataset.validation import validate
from atomcite.benchmarks.natural import adjudicating, agreement, annotating
from atomcite.benchmarks.natural.study import load_study, new_study
from atomcite.cli.main import app
from atomcite.errors import DatasetError, UsageError


def test_agreement_is_that_of_scikit_learn(both: Path) -> None:
    study = load_study(both)
    assert study
    (found,) = agreement.comparisons(load(both), study)
    first, second = labels(both, "ann"), labels(both, "bob")
    verdicts = [[of[c].verdict for c in first] for of in (first, second)]
    assert found.verdicts.overall.kappa == pytest.approx(cohen_kappa_score(*verdicts))
    assert found.verdicts.overall.observed == 3 / 4
    assert found.whole.observed == 2 / 4
    assert found.confusion["correct", "unsupported"] == 1
    assert found.specific["correct"] == (2 / 3, 3)
    assert found.specific["unsupported"] == (0.0, 1)
    assert found.verdicts.by_type["digit"].observed == 0
    assert found.verdicts.by_type["automatic: unsupported"].observed == 1
    said = CliRunner().invoke(app, ["bench", "annotate", "agreement", str(both), "--json"])
    assert json.loads(said.output)[0]["verdict"]["kappa"] == pytest.approx(found.verdicts.overall.kappa)


def test_the_interval_of_kappa_draws_documents(both: Path) -> None:
    base = load(both)
    study = new_study([f"c{n}" for n in range(400)])

    def kappa_of(documents: int) -> tuple[float, float]:
        claims = [
            claim(f"c{n}", f"S{n}", cite(1)).model_copy(
                update={
                    "document": f"d{n * documents // 400}",
                    "labels": Labels(
                        annotators=(
                            Label(verdict="correct" if n % 2 else "open", by="a"),
                            # All disagreements are in one of four documents.
                            Label(verdict="correct" if n % 2 and n * documents // 400 % 4 != 1 else "open", by="b"),
                        )
                    ),
                }
            )
            for n in range(400)
        ]
        (found,) = agreement.comparisons(replace(base, claims=tuple(claims)), study)
        low, high = found.kappa
        if documents > 1:
            assert low <= found.verdicts.overall.kappa <= high
        return low, high

    few, many = kappa_of(8), kappa_of(400)
    assert few[1] - few[0] > 1.5 * (many[1] - many[0])
    assert kappa_of(8) == few
    low, _ = kappa_of(1)
    assert low != low


def test_only_what_differs_is_adjudicated_without_names(both: Path, tmp_path: Path) -> None:
    blind = adjudicating.export(both, "carol", tmp_path / "c")
    assert {i.statement for i in blind.items} == {"Revenue grew </script><b>by 5%</b>", "Net debt fell"}
    said = {i.statement: {o.pages for o in i.opinions} for i in blind.items}
    assert said["Net debt fell"] == {"9; 9+10", "9+10"}
    (row,) = [row for row in form(tmp_path / "c") if row["statement"] == "Net debt fell"]
    assert {row["A"], row["B"]} == {"correct; pages 9; 9+10", "correct; pages 9+10; bob's view"}
    shown = json.dumps(page_data(tmp_path / "c")["items"])
    assert "ann" not in shown.replace("annotat", "")
    assert "secret" not in shown


def test_which_label_is_a_changes_from_claim_to_claim(folder: Path, tmp_path: Path) -> None:
    base = load(folder)
    many = [
        claim(f"c{n}", f"Statement {n}", cite(n % 5 + 1)).model_copy(
            update={
                "labels": Labels(
                    annotators=(
                        Label(verdict="correct", true_pages=(n % 5 + 1,), by="a"),
                        Label(verdict="open", by="b"),
                    )
                )
            }
        )
        for n in range(20)
    ]
    save(Dataset(base.manifest, base.documents, base.answers, tuple(many)), folder)
    annotating.export(folder, "a", tmp_path / "a")
    blind = adjudicating.export(folder, "carol", tmp_path / "c")
    firsts = [item.opinions[0].verdict for item in blind.items]
    assert 0 < firsts.count("open") < 20


def settled(folder: Path, tmp_path: Path, verdicts: Verdicts) -> Path:
    out = tmp_path / "carol"
    adjudicating.export(folder, "carol", out)
    path = tmp_path / "carol.jsonl"
    path.write_text("\n".join(json.dumps(row | verdicts.get(row["statement"], {})) for row in form(out)))
    return path


def test_the_settled_labels_become_gold_and_name_the_errors(both: Path, tmp_path: Path) -> None:
    verdicts: Verdicts = {
        "Revenue grew </script><b>by 5%</b>": {"verdict": "unsupported", "error": "digit"},
        "Net debt fell": {"verdict": "wrong_page", "pages": "6"},
    }
    done = adjudicating.take_in(both, settled(both, tmp_path, verdicts))
    assert [f for f in validate(both) if f.field.startswith("labels.adjudicated")] == []
    assert done == adjudicating.Settled(adjudicated=2, agreed=2, waiting=0)
    claims = {c.id: c for c in load(both).claims}
    gold = {c.id: label_of(c) for c in claims.values() if c.cited}
    assert {k: v.verdict for k, v in gold.items() if v} == {
        "secret.digit.1": "unsupported",
        "secret.2": "no_such_page",
        "secret.3": "wrong_page",
        "secret.4": "wrong_page",
    }
    assert gold["secret.3"].by == "carol"  # type: ignore[union-attr]
    assert gold["secret.4"].by == "ann, bob (agreed)"  # type: ignore[union-attr]
    faults = {k: (c.fault.type, c.fault.origin) for k, c in claims.items() if c.fault}
    assert faults == {
        "secret.digit.1": ("digit", "injected"),  # what was put in stays
        "secret.2": ("page_out_of_range", "natural"),
        "secret.3": ("page_far", "natural"),
        "secret.4": ("page_near", "natural"),
    }
    with pytest.raises(UsageError, match="adjudicated already"):
        adjudicating.take_in(both, tmp_path / "carol.jsonl")


def test_a_settlement_belongs_to_what_was_said_then(both: Path, tmp_path: Path, filled: Filled) -> None:
    path = settled(both, tmp_path, {s: {"verdict": "open"} for s in ALL_FINE})
    annotating.take_in(both, filled("bob", SECOND | {"Net debt fell": {"verdict": "open"}}), replacing=True)
    with pytest.raises(DatasetError, match="made for the set"):
        adjudicating.take_in(both, path)


def test_one_annotator_alone_leaves_nothing_to_settle(folder: Path, filled: Filled, tmp_path: Path) -> None:
    annotating.take_in(folder, filled("ann"))
    with pytest.raises(UsageError, match="labels of ann only"):
        adjudicating.export(folder, "carol", tmp_path / "c")
    with pytest.raises(UsageError, match="eve has labelled nothing here"):
        adjudicating.export(folder, "carol", tmp_path / "c", annotators=["ann", "eve"])


def test_the_commands_go_from_export_to_gold(folder: Path, tmp_path: Path, filled: Filled) -> None:
    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["bench", *arguments])
        assert done.exit_code == 0, done.output
        return done.output

    said = run(
        "annotate", "export", str(folder), "--annotator", "ann", "--out", str(tmp_path / "x"), "--language", "ru"
    )
    assert "4 claims for ann" in said
    assert "Есть ли это на странице?" in (tmp_path / "x" / "review.html").read_text("utf-8")
    run("annotate", "import", str(folder), str(filled("ann")))
    run("annotate", "import", str(folder), str(filled("bob", SECOND)))
    assert "kappa" in run("annotate", "agreement", str(folder))
    run("adjudicate", "export", str(folder), "--adjudicator", "carol", "--out", str(tmp_path / "y"))
    path = settled(folder, tmp_path, {s: {"verdict": "open"} for s in ALL_FINE})
    assert "2 claims settled, 2 agreed on" in run("adjudicate", "import", str(folder), str(path))
