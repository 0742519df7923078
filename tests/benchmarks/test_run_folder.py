"""A run's folder gives back what was put in, whatever a killed run left behind."""

from pathlib import Path

import pytest

from atomcite.benchmarks.comparison import (
    RunDataset,
    RunInfo,
    RunSystem,
    append_judged,
    labels_hash,
    load_judged,
    load_run,
    predictions_file,
    save_info,
    tasks_hash,
)
from atomcite.benchmarks.dataset import BenchClaim, BenchDocument, Cited, Dataset, Label, Labels, Manifest
from atomcite.benchmarks.systems.protocol import Judged, Prediction, Spent
from atomcite.domain import Action, ClaimVerdict
from atomcite.errors import DatasetError


def judged(document: str, *verdicts: ClaimVerdict, seconds: float = 1.0) -> Judged:
    return Judged(
        document=document,
        predictions=tuple(
            Prediction(claim=f"{document}-{i}", verdict=v, action=Action.KEEP, raw={"said": "да"})
            for i, v in enumerate(verdicts)
        ),
        spent=Spent(seconds=seconds, pages=2),
    )


def info(*systems: str) -> RunInfo:
    return RunInfo(
        dataset=RunDataset(name="d", version="1", folder="sets/d", tasks="0", labels="0"),
        split="test",
        documents=("a", "b"),
        systems=tuple(RunSystem(name=s, asked=s, settings={"k": 3}) for s in systems),
        commands=("atomcite bench run sets/d",),
    )


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    wanted = info("one", "no predictions yet")
    first, second = judged("a", ClaimVerdict.CORRECT), judged("b", ClaimVerdict.UNSUPPORTED, ClaimVerdict.CONFLICT)
    save_info(tmp_path, wanted)
    append_judged(tmp_path, "one", first)
    append_judged(tmp_path, "one", second)
    run = load_run(tmp_path)
    assert run.info == wanted
    assert run.judged == {"one": {"a": first, "b": second}, "no predictions yet": {}}
    assert {c: p.verdict for c, p in run.predictions("one").items()} == {
        "a-0": "correct",
        "b-0": "unsupported",
        "b-1": "conflict",
    }


def test_an_unfinished_line_is_not_there_and_is_overwritten(tmp_path: Path) -> None:
    first, second = judged("a", ClaimVerdict.CORRECT), judged("b", ClaimVerdict.CONFLICT)
    append_judged(tmp_path, "s", first)
    path = predictions_file(tmp_path, "s")
    whole = path.read_bytes()
    for cut in (b'{"document":"b","predic', '{"document":"я'.encode()[:-1]):
        path.write_bytes(whole + cut)
        assert load_judged(tmp_path, "s") == {"a": first}
        append_judged(tmp_path, "s", second)
        assert load_judged(tmp_path, "s") == {"a": first, "b": second}
        assert path.read_bytes().startswith(whole)


def test_a_document_done_again_counts_as_done_last(tmp_path: Path) -> None:
    append_judged(tmp_path, "s", judged("a", ClaimVerdict.CORRECT))
    again = judged("a", ClaimVerdict.NOT_CHECKED)
    append_judged(tmp_path, "s", again)
    assert load_judged(tmp_path, "s") == {"a": again}


def test_names_of_systems_stay_apart_and_in_the_folder(tmp_path: Path) -> None:
    names = ["atomcite:policy=strict,window=2", "../up", "a/b", "a b", "a%2Fb", "проверка", "."]
    files = [predictions_file(tmp_path, n) for n in names]
    assert len(set(files)) == len(names)
    for name, file in zip(names, files, strict=True):
        assert file.parent == tmp_path / "predictions"
        append_judged(tmp_path, name, judged("a"))
        assert load_judged(tmp_path, name) == {"a": judged("a")}


def test_what_is_no_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="No run in"):
        load_run(tmp_path)
    save_info(tmp_path, info("s"))
    append_judged(tmp_path, "s", judged("a"))
    path = predictions_file(tmp_path, "s")
    path.write_bytes(path.read_bytes() + b'{"document": "b"}\n')
    with pytest.raises(DatasetError, match=r"s\.jsonl:2: predictions: Field required"):
        load_run(tmp_path)
    (tmp_path / "run.json").write_text('{"format": 99}')
    with pytest.raises(DatasetError, match="form 99"):
        load_run(tmp_path)


def test_the_tasks_hash_changes_with_what_a_system_sees_and_the_labels_hash_with_labels() -> None:
    claim = BenchClaim(
        id="c",
        document="a",
        statement="Revenue was 4.",
        cited=(Cited(label="7", page=7),),
        labels=Labels(automatic=Label(verdict="correct", by="x")),
    )

    def hashes(claim: BenchClaim, sha: str = "0" * 64) -> tuple[str, str]:
        made = Dataset(
            manifest=Manifest(name="d", version="1", licence="CC0-1.0"),
            documents=(BenchDocument(id="a", sha256=sha, page_count=9),),
            answers=(),
            claims=(claim,),
        )
        return tasks_hash(made), labels_hash(made)

    tasks, labels = hashes(claim)
    assert hashes(claim, "1" * 64)[0] != tasks
    assert hashes(claim.model_copy(update={"statement": "Revenue was 5."}))[0] != tasks
    assert hashes(claim.model_copy(update={"cited": (Cited(label="vii", page=7),)}))[0] != tasks
    adjudicated = Labels(automatic=claim.labels.automatic, adjudicated=Label(verdict="unsupported", by="y"))
    relabelled = hashes(claim.model_copy(update={"labels": adjudicated}))
    assert relabelled[0] == tasks
    assert relabelled[1] != labels
    assert hashes(claim.model_copy(update={"cited": (Cited(label="7", page=None),)}))[0] == tasks
