"""What a report says of systems that answer little, runs that are not done, and times that don't compare."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from made_run import made_dataset, made_run

from atomcite.benchmarks.comparison import dataset_of, load_run
from atomcite.benchmarks.comparison.cells import NONE
from atomcite.benchmarks.comparison.evaluation import Evaluation, Options, evaluate
from atomcite.benchmarks.comparison.plots import risk_coverage_curves
from atomcite.benchmarks.comparison.runs import Run
from atomcite.benchmarks.comparison.tables import budgets, headline
from atomcite.benchmarks.systems.protocol import Judged, Prediction
from atomcite.domain import Action, ClaimVerdict

QUICK = Options(samples=200, permutations=200)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    made_run(tmp_path, made_dataset(documents=12, claims=10))
    return load_run(tmp_path / "run")


def changed(run: Run, name: str, edit: object) -> Run:
    """The run with what one system said of each document put through `edit`; documents that it gives None are not
    done."""
    assert callable(edit)
    done = {d: new for d, j in run.judged[name].items() if (new := edit(j)) is not None}
    return replace(run, judged={**run.judged, name: done})


def evaluated(run: Run) -> Evaluation:
    return evaluate(run, dataset_of(run), QUICK)


def silent(judged: Judged) -> Judged:
    said = tuple(
        Prediction(claim=p.claim, verdict=ClaimVerdict.NOT_CHECKED, action=Action.FLAG) for p in judged.predictions
    )
    return judged.model_copy(update={"predictions": said})


def row_of(found: Evaluation, name: str) -> dict[str, tuple[str, str]]:
    table = headline(found)
    row = next(r for r in table.rows if r[0].text == name)
    return {column: (cell.text, cell.detail) for column, cell in zip(table.columns, row, strict=True)}


def test_a_system_that_answers_nothing_gets_no_rate_and_no_letter_for_it(run: Run) -> None:
    found = evaluated(changed(run, "quote-match", silent))
    row = row_of(found, "quote-match")
    assert row["answered"][0] == f"0 of {found.scored}"
    assert row["false-correct"][0].split()[0] == NONE
    assert row["false-correct"][1] == f"answered 0 of {found.unsound}"
    table = headline(found)
    best = [r[0].text for r in table.rows if r[table.columns.index("false-correct")].best]
    assert best
    assert "quote-match" not in best
    pairs = [c for c in found.comparisons["false_correct"] if "quote-match" in (c.first, c.second)]
    assert pairs
    assert not any(c.significant for c in pairs)
    assert any("quote-match took a side on none" in n for n in found.notices)


def test_the_others_say_on_how_many_they_answered(run: Run) -> None:
    found = evaluated(run)
    for system in found.systems:
        row = row_of(found, system.name)
        rows = system.confusion.values()
        told = sum(n for row in rows for v, n in row.items() if v not in ("conflict", "not_checked"))
        assert row["answered"] == (f"{told} of {found.scored}", "")
        assert re.search(rf"answered \d+ of {found.unsound}$", row["false-correct"][1])


def test_a_system_that_is_not_done_says_with_how_many_documents_it_is(run: Run) -> None:
    left = list(run.judged["direct"])[:5]
    found = evaluated(changed(run, "direct", lambda j: j if j.document in left else None))
    answered = row_of(found, "direct")["answered"]
    assert answered[1] == f"5 of {len(run.info.documents)} documents"
    assert row_of(found, "atomcite")["answered"][1] == ""
    assert f"Of {found.scored} scored claims, {found.unsound} of them unsound" in headline(found).note


def test_times_say_what_they_hang_on(run: Run) -> None:
    def told(judged: Judged) -> Judged:
        spent = judged.spent.model_copy(update={"cpu": 2.0, "readings": 6, "earlier": 4})
        return judged.model_copy(update={"spent": spent, "load": 3.0})

    calm = evaluated(changed(run, "atomcite", lambda j: j.model_copy(update={"load": 0.4})))
    assert not any("busy" in n or "earlier start" in n for n in calm.notices)
    both = changed(changed(run, "atomcite", told), "text-only", lambda j: j.model_copy(update={"load": 0.4}))
    found = evaluated(both)
    assert any("unevenly busy, 0.4 to 3 processes" in n for n in found.notices)
    documents = len(run.info.documents)
    assert any(f"atomcite {4 * documents} of {6 * documents}" in n for n in found.notices)
    rows: dict[str, dict[str, str]] = {}
    for table in budgets(found):
        for row in table.rows:
            rows.setdefault(row[0].text, {}).update(zip(table.columns, (c.text for c in row), strict=True))
    assert rows["atomcite"]["readings from before"] == f"{4 * documents} of {6 * documents}"
    assert rows["atomcite"]["load"] == "3–3"
    assert float(rows["atomcite"]["CPU seconds"]) > 0
    assert rows["direct"]["CPU seconds"] == NONE


def test_the_ends_of_risk_curves_are_all_to_be_seen(run: Run) -> None:
    """Two systems that end on one point, on the edge of the plot: neither mark is cut, neither hides the other."""

    def sound(judged: Judged) -> Judged:
        said = tuple(
            Prediction(claim=p.claim, verdict=ClaimVerdict.CORRECT, action=Action.KEEP) for p in judged.predictions
        )
        return judged.model_copy(update={"predictions": said})

    both = changed(changed(run, "majority-label", sound), "quote-match", sound)
    svg = risk_coverage_curves(evaluated(changed(both, "direct", silent)))
    assert "direct (nothing decided)" in svg
    uses = re.findall(r'<use xlink:href="#risk-(\w+)" x="([\d.]+)" y="([\d.]+)"[^/]*/>', svg)
    ends: dict[tuple[str, str], list[str]] = {}
    for mark, x, y in uses:
        ends.setdefault((x, y), []).append(mark)
    shared = [marks for marks in ends.values() if len(marks) > 1]
    assert shared
    for marks in shared:
        assert len(set(marks)) == len(marks)
