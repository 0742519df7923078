"""A run does each document once, keeps what is done whatever happens, and never shows a system a label."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from atomcite.benchmarks.comparison import load_run, predictions_file
from atomcite.benchmarks.comparison.running import Outcome, Request, Running, part_of
from atomcite.benchmarks.comparison.tasks import blind_task
from atomcite.benchmarks.dataset import BenchAnswer, Dataset, Fault, save
from atomcite.benchmarks.systems import Caps, Judged, Spent
from atomcite.benchmarks.systems.verdicts import predicted
from atomcite.cli.main import app
from atomcite.domain import ClaimVerdict, NoCache
from atomcite.errors import DatasetError, EndpointError, OutputError, UsageError

PROGRAM = """
import json, os, sys
task = json.load(sys.stdin)
with open({log!r}, "a") as log:
    log.write(json.dumps(task) + "\\n")
if {fault!r} in open(task["path"], "rb").read().decode("latin-1"):
    sys.exit(4)
for claim in task["claims"]:
    print(json.dumps({{"claim": claim["id"], "verdict": "correct", "raw": claim["statement"]}}))
print(json.dumps({{"spent": {{"calls": 2}}}}))
"""


@pytest.fixture
def many(plain_set: Dataset, tmp_path: Path) -> Dataset:
    """Four small documents (any bytes: no system here opens them) in two splits, with what could give labels away."""
    import hashlib

    document, claim = plain_set.documents[0], plain_set.claims[0]
    documents, claims, answers = [], [], []
    for n in range(4):
        (tmp_path / f"{n}.pdf").write_bytes(f"document {n}".encode())
        digest = hashlib.sha256(f"document {n}".encode()).hexdigest()
        split = "test" if n < 3 else "dev"
        documents.append(
            document.model_copy(update={"id": f"doc{n}", "path": f"{n}.pdf", "sha256": digest, "split": split})
        )
        answers.append(BenchAnswer(id=f"ans{n}", document=f"doc{n}", text="Bread (p. 1).", question="What?"))
        answers.append(BenchAnswer(id=f"unused{n}", document=f"doc{n}", text="Nothing."))
        for kind in ("original", "page_near", "digit"):
            fault = None if kind == "original" else Fault(type=kind, origin="injected", of=f"doc{n}-original")  # type: ignore[arg-type]
            claims.append(
                claim.model_copy(
                    update={
                        "id": f"doc{n}-{kind}",
                        "document": f"doc{n}",
                        "answer": f"ans{n}",
                        "statement": f"{kind[0]} of {n}",
                        "fault": fault,
                        "generator": "secret-model",
                    }
                )
            )
    return Dataset(plain_set.manifest, tuple(documents), tuple(answers), tuple(claims), tmp_path)


def command(tmp_path: Path, fault: str = "no such text", label: str = "mine") -> str:
    program = tmp_path / f"{label}.py"
    program.write_text(PROGRAM.format(log=str(tmp_path / f"{label}.log"), fault=fault), "utf-8")
    return f'command:run="{sys.executable} {program}",label={label}'


def seen(tmp_path: Path, label: str = "mine") -> list[dict[str, Any]]:
    log = tmp_path / f"{label}.log"
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []


def run(data: Dataset, out: Path, *systems: str, **more: Any) -> Outcome:
    request = Request(systems=systems, **{"split": "test", **more})
    return Running(data, out, request, NoCache()).run()


# --- what a system is given ---------------------------------------------------------------------------------------


def test_a_task_holds_no_label_and_no_id_of_the_data_set(many: Dataset, tmp_path: Path) -> None:
    run(many, tmp_path / "run", command(tmp_path))
    given = seen(tmp_path)
    assert len(given) == 3
    text = json.dumps(given)
    for hint in ("page_near", "digit", "original", "secret-model", "true_pages", "ans0", "doc0", "labels", "unused"):
        assert hint not in text
    assert set(given[0]) == {"document", "path", "claims", "answers"}
    assert set(given[0]["claims"][0]) == {"id", "statement", "cited", "answer"}
    assert [a["text"] for a in given[0]["answers"]] == ["Bread (p. 1)."]
    assert given[0]["claims"][0]["answer"] == given[0]["answers"][0]["id"]


def test_the_order_of_claims_says_nothing(many: Dataset) -> None:
    """An injected claim is not always behind the one that it was made from."""
    first = Counter()
    base = many.claims[0]
    for n in range(60):
        claims = [base.model_copy(update={"id": f"{n}-{kind}", "statement": kind}) for kind in ("original", "digit")]
        task = blind_task(many.documents[0], Path("x"), claims, ()).task
        first[task.claims[0].statement] += 1
    assert 15 < first["original"] < 45


def test_predictions_come_back_under_the_data_set_s_ids(many: Dataset, tmp_path: Path) -> None:
    run(many, tmp_path / "run", command(tmp_path))
    found = load_run(tmp_path / "run").predictions("mine")
    statements = {c.id: c.statement for c in many.claims if c.document != "doc3"}
    assert {name: p.raw for name, p in found.items()} == statements


def test_a_system_that_says_too_little_or_too_much_is_put_right(many: Dataset) -> None:
    claims = [c for c in many.claims if c.document == "doc0"]
    blind = blind_task(many.documents[0], Path("x"), claims, ())
    said = tuple(predicted(i, ClaimVerdict.CORRECT) for i in ("c1", "c1", "c9"))
    found = blind.named(Judged(document="x", predictions=said, spent=Spent(calls=1)))
    assert sorted(p.claim for p in found.predictions) == sorted(c.id for c in claims)
    assert [p.verdict.value for p in found.predictions].count("correct") == 1
    assert sum(p.error is not None for p in found.predictions) == 2
    assert found.spent.calls == 1


# --- resuming -----------------------------------------------------------------------------------------------------


def test_what_is_done_is_not_done_again(many: Dataset, tmp_path: Path) -> None:
    out, asked = tmp_path / "run", command(tmp_path)
    run(many, out, asked)
    first = predictions_file(out, "mine").read_bytes()
    again = run(many, out, asked)
    assert len(seen(tmp_path)) == 3
    assert predictions_file(out, "mine").read_bytes() == first
    assert not again.failed


def test_a_document_that_a_killed_run_left_half_is_done_again_whole(many: Dataset, tmp_path: Path) -> None:
    out, asked = tmp_path / "run", command(tmp_path)
    run(many, out, asked)
    path = predictions_file(out, "mine")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][: len(lines[-1]) // 2])
    run(many, out, asked)
    assert len(seen(tmp_path)) == 4
    done = load_run(out).judged["mine"]
    assert sorted(done) == ["doc0", "doc1", "doc2"]
    assert all(len(j.predictions) == 3 for j in done.values())


def test_a_system_can_be_added_to_a_run(many: Dataset, tmp_path: Path) -> None:
    out = tmp_path / "run"
    run(many, out, command(tmp_path), command="first")
    run(many, out, "majority-label", command="second")
    found = load_run(out)
    assert list(found.judged) == ["mine", "majority-label"]
    assert found.info.commands == ("first", "second")
    assert len(seen(tmp_path)) == 3
    assert {len(j) for j in found.judged.values()} == {3}


def test_other_labels_leave_a_run_as_it_is_and_other_tasks_do_not(many: Dataset, tmp_path: Path) -> None:
    out, asked = tmp_path / "run", command(tmp_path)
    run(many, out, asked)
    relabelled = tuple(c.model_copy(update={"fault": None}) for c in many.claims)
    run(replace(many, claims=relabelled), out, asked)
    other = (many.claims[0].model_copy(update={"statement": "Something else"}), *many.claims[1:])
    with pytest.raises(DatasetError, match="over other tasks"):
        run(replace(many, claims=other), out, asked)
    for more in ({"split": "dev"}, {"split": None}, {"limit": 1}):
        with pytest.raises(DatasetError, match="over other tasks"):
            run(many, out, asked, **more)
    assert len(seen(tmp_path)) == 3


def test_other_settings_are_refused_by_name(many: Dataset, tmp_path: Path) -> None:
    out = tmp_path / "run"
    run(many, out, "majority-label:verdict=correct,label=floor")
    with pytest.raises(DatasetError, match="verdict was 'correct' and is 'unsupported'"):
        run(many, out, "majority-label:verdict=unsupported,label=floor")
    with pytest.raises(DatasetError, match="max_calls was None and is 5"):
        run(many, out, "majority-label:verdict=correct,label=floor", caps=Caps(max_calls=5))


def test_a_folder_with_something_else_is_left_alone(many: Dataset, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "thesis.txt").write_text("years of work", "utf-8")
    with pytest.raises(OutputError, match="something else"):
        run(many, out, "majority-label")
    assert [p.name for p in out.iterdir()] == ["thesis.txt"]


# --- faults -------------------------------------------------------------------------------------------------------


def test_a_document_that_a_system_fails_on_costs_its_claims(many: Dataset, tmp_path: Path) -> None:
    out = tmp_path / "run"
    run(many, out, command(tmp_path, fault="document 1"), "text-only", "majority-label")
    found = load_run(out)
    by_document = {d: {p.verdict.value for p in j.predictions} for d, j in found.judged["mine"].items()}
    assert by_document == {"doc0": {"correct"}, "doc1": {"not_checked"}, "doc2": {"correct"}}
    assert "exit code 4" in (found.judged["mine"]["doc1"].predictions[0].error or "")
    # None of the files is a PDF: AtomCite says so of each claim, and the floor does not care.
    errors = {p.error for p in found.predictions("text-only").values()}
    assert all(e and ".pdf" in e for e in errors)
    assert {p.verdict.value for p in found.predictions("majority-label").values()} == {"correct"}


def test_a_server_that_is_gone_stops_its_system_only_and_leaves_the_rest_to_do(
    many: Dataset, plain_set: Dataset, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    outcome = run(
        plain_set, out, "direct:base-url=http://127.0.0.1:9/v1,model=m,ocr=textlayer,label=gone", "quote-match"
    )
    assert isinstance(outcome.failed["gone"], EndpointError)
    found = load_run(out)
    assert found.judged["gone"] == {}
    assert len(found.judged["quote-match"]) == 1


def test_nothing_is_run_where_a_document_is_missing_or_a_system_can_t_be_made(many: Dataset, tmp_path: Path) -> None:
    out, asked = tmp_path / "run", command(tmp_path)
    with pytest.raises(UsageError, match="no-such"):
        run(many, out, asked, "no-such")
    with pytest.raises(UsageError, match="asked for twice"):
        run(many, out, asked, asked)
    (tmp_path / "2.pdf").unlink()
    with pytest.raises(DatasetError, match="doc2"):
        run(many, out, asked)
    assert seen(tmp_path) == []
    assert not out.exists()


def test_an_empty_split_names_the_splits(many: Dataset, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing") as error:
        run(many, tmp_path / "run", "majority-label", split="train")
    assert "dev, test" in error.value.hint


def test_a_limit_takes_documents_from_all_over_the_set(many: Dataset) -> None:
    assert [d.id for d in part_of(many, None, 2).documents] == ["doc0", "doc2"]
    part = part_of(many, None, 1)
    assert {c.document for c in part.claims} == {a.document for a in part.answers} == {"doc0"}
    assert len(part_of(many, None, 99).documents) == 4


def test_calls_of_earlier_starts_count_against_the_cap(many: Dataset, tmp_path: Path) -> None:
    """A program reports two calls a document: of seven, one is left for the documents that are not done yet."""
    out, asked = tmp_path / "run", command(tmp_path)
    run(many, out, asked, caps=Caps(max_calls=7))
    running = Running(many, out, Request((asked,), "test", caps=Caps(max_calls=7)), NoCache())
    with running._systems["mine"].lender.account() as account:  # type: ignore[attr-defined]
        assert account.max_calls == 1


# --- side by side, and stopped ------------------------------------------------------------------------------------


def test_documents_side_by_side_come_to_the_same(many: Dataset, tmp_path: Path) -> None:
    run(many, tmp_path / "one", command(tmp_path), "majority-label", split=None)
    run(many, tmp_path / "two", command(tmp_path), "majority-label", split=None, jobs=3)
    one, two = load_run(tmp_path / "one"), load_run(tmp_path / "two")
    for name in one.judged:
        assert one.predictions(name) == two.predictions(name)


def test_ctrl_c_finishes_the_document_under_way_and_the_next_start_the_rest(many: Dataset, tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "run"
    data.mkdir()
    for n in range(4):
        (data / f"{n}.pdf").write_bytes((tmp_path / f"{n}.pdf").read_bytes())
    save(many, data)
    program = tmp_path / "slow.py"
    program.write_text(
        "import json, sys, time\n"
        "task = json.load(sys.stdin)\n"
        f"open({str(tmp_path / 'begun')!r}, 'a').write('x')\n"
        f"import os\nwhile not os.path.exists({str(tmp_path / 'go')!r}): time.sleep(0.05)\n"
        "for c in task['claims']: print(json.dumps({'claim': c['id'], 'verdict': 'correct'}))\n",
        "utf-8",
    )
    line = shlex.join([sys.executable, str(program)])
    asked = [sys.executable, "-m", "atomcite", "bench", "run", str(data), "--split", "all", "--out", str(out)]
    asked += ["--system", f'command:run="{line}",label=slow', "--cache", str(tmp_path / "cache")]
    process = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while not (tmp_path / "begun").exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        (tmp_path / "go").touch()
        _, errors = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Ctrl-C again" in errors
    assert len(load_run(out).judged["slow"]) == 1
    assert (tmp_path / "begun").read_text() == "x"
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(load_run(out).judged["slow"]) == 4
    assert (tmp_path / "begun").read_text() == "xxxx"


def test_a_second_ctrl_c_leaves_at_once_and_ends_the_program(many: Dataset, tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "run"
    data.mkdir()
    for n in range(4):
        (data / f"{n}.pdf").write_bytes((tmp_path / f"{n}.pdf").read_bytes())
    save(many, data)
    program = tmp_path / "endless.py"
    program.write_text(
        f"import os, time\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n", "utf-8"
    )
    line = shlex.join([sys.executable, str(program)])
    asked = [sys.executable, "-m", "atomcite", "bench", "run", str(data), "--out", str(out)]
    asked += ["--system", f'command:run="{line}",label=endless', "--cache", str(tmp_path / "cache")]
    process = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Stopped." in errors
    assert load_run(out).judged["endless"] == {}
    with pytest.raises(ProcessLookupError):
        _wait_for_the_end_of(int((tmp_path / "pid").read_text()))


def _wait_for_the_end_of(pid: int) -> None:
    """Raises ProcessLookupError once there is no such process."""
    for _ in range(100):
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        if state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            raise ProcessLookupError
        time.sleep(0.1)


# --- the command --------------------------------------------------------------------------------------------------


def test_the_command_runs_and_says_what_was_used(plain_set: Dataset, tmp_path: Path) -> None:
    assert plain_set.folder is not None
    save(plain_set, plain_set.folder)
    out = tmp_path / "run"
    asked = [
        "bench",
        "run",
        str(plain_set.folder),
        "--split",
        "dev",
        "--out",
        str(out),
        "--cache",
        str(tmp_path / "c"),
    ]
    found = CliRunner().invoke(app, [*asked, "--system", "quote-match", "--system", "majority-label"])
    assert found.exit_code == 0, found.output
    assert "quote-match 1/1 en: 9 claims" in found.output
    assert f"atomcite bench report {out}" in found.output
    info = load_run(out).info
    assert [s.asked for s in info.systems] == ["quote-match", "majority-label"]
    assert info.versions["python"]
    assert info.documents == ("en",)


def test_systems_are_listed_with_their_options() -> None:
    found = CliRunner().invoke(app, ["bench", "systems"], env={"COLUMNS": "200"})
    assert found.exit_code == 0
    for word in ("text-only-3x", "retrieval-nli", "temperature", "timeout"):
        assert word in found.output
