"""A dossier shows every change since it was sealed, and none when there was none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import typst
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from atomcite.audit import EVENTS, MANIFEST, Journal, audit, canonical
from atomcite.cli.main import app
from atomcite.domain import PageImage, Report
from atomcite.errors import AuditFailed, OutputError
from atomcite.pipeline import verify
from atomcite.reports import FORMS, MoreReports, write_dossier


def image(page: int) -> PageImage:
    pixels = np.full((60, 40, 3), 250 - page, dtype=np.uint8)
    pixels[page : page + 9, 5:20] = 30
    return PageImage(page, pixels, 72.0)


def report() -> Report:
    text = {
        "document": {"name": "a.pdf", "sha256": "ab" * 32, "kind": "pdf", "page_count": 3},
        "answer": "Fee is 4 (p. 2).",
        "claims": [
            {
                "id": "1",
                "statement": "Fee is 4.",
                "origin": "rules",
                "spans": [],
                "citations": [],
                "cited_pages": [
                    {"ref": "2", "page": {"physical": 2}, "reading": "physical", "why": {"code": "run.uncited"}}
                ],
                "verdict": "correct",
                "action": "keep",
                "rule": "both",
                "text": {"channel": "text", "verdict": "supported", "engine": "e", "reason": [], "raw": "said"},
            }
        ],
    }
    return Report.model_validate(text)


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "dossier"
    journal = Journal()
    for page in (1, 2, 3):
        journal.note("page_read", page=page, engine="textlayer r2", words="0" * 64)
    write_dossier(
        folder,
        report(),
        image,
        corrected="Fee is 5 (p. 2).",
        patch={"hunks": []},
        more=MoreReports(FORMS),
        policy="{}",
        journal=journal,
    )
    made = {"report.xlsx", "annotated.pdf", "answer.corrected.docx", "report.junit.xml", "report.sarif"}
    assert made <= {path.name for path in folder.iterdir()}
    return folder


def files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file())


def test_an_untouched_dossier_passes_wherever_it_lies(sealed: Path, tmp_path: Path) -> None:
    first = audit(sealed)
    assert not first.findings
    moved = tmp_path / "другая папка" / "moved"
    shutil.copytree(sealed, moved)
    assert not audit(moved, head=first.head, document_sha256="ab" * 32).findings


@given(data=st.data())
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_byte_changed_anywhere_shows(sealed: Path, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(files(sealed)), "file")
    before = path.read_bytes()
    at = data.draw(st.integers(0, len(before) - 1), "byte")
    flipped = before[at] ^ data.draw(st.integers(1, 255), "bits")
    path.write_bytes(before[:at] + bytes([flipped]) + before[at + 1 :])
    try:
        assert audit(sealed).findings
    finally:
        path.write_bytes(before)
    assert not audit(sealed).findings


def test_one_byte_at_either_end_and_in_the_midst_of_every_file_shows_by_name(sealed: Path) -> None:
    for path in files(sealed):
        before = path.read_bytes()
        for at in {0, len(before) // 2, len(before) - 1}:
            path.write_bytes(before[:at] + bytes([before[at] ^ 1]) + before[at + 1 :])
            found = audit(sealed).findings
            path.write_bytes(before)
            name = path.relative_to(sealed).as_posix()
            assert any(f.where.startswith(name) or name in (MANIFEST, EVENTS) for f in found), name


@pytest.mark.parametrize("change", ["dropped", "doubled", "swapped", "emptied"])
def test_the_chain_of_events_breaks_wherever_a_line_goes(sealed: Path, change: str) -> None:
    path = sealed / EVENTS
    before = path.read_bytes()
    lines = before.splitlines(keepends=True)
    assert len(lines) > 10
    for at in range(len(lines)):
        changed = list(lines)
        if change == "dropped":
            del changed[at]
        elif change == "doubled":
            changed.insert(at, lines[at])
        elif change == "swapped":
            changed[at], changed[at - 1] = changed[at - 1], changed[at]
        else:
            changed[at] = b"\n"
        path.write_bytes(b"".join(changed))
        found = audit(sealed).findings
        path.write_bytes(before)
        assert found, at
    assert not audit(sealed).findings


@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_bytes_added_or_cut_off_show(sealed: Path, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(files(sealed)), "file")
    before = path.read_bytes()
    cut = data.draw(st.integers(0, min(5, len(before))), "cut")
    added = data.draw(st.binary(min_size=0 if cut else 1, max_size=5), "added")
    after = before[: len(before) - cut] + added
    if after == before:
        return
    path.write_bytes(after)
    try:
        assert audit(sealed).findings
    finally:
        path.write_bytes(before)


def test_each_file_removed_shows_by_name(sealed: Path, tmp_path: Path) -> None:
    for number, path in enumerate(files(sealed)):
        copy = tmp_path / str(number)
        shutil.copytree(sealed, copy)
        name = path.relative_to(sealed)
        (copy / name).unlink()
        found = audit(copy).findings
        assert any(f.kind == "removed" and f.where == name.as_posix() for f in found)


@pytest.mark.parametrize("name", ["notes.txt", "pages/page-0009.png", "more/x", ".hidden"])
def test_a_file_added_shows_by_name(sealed: Path, tmp_path: Path, name: str) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(sealed, copy)
    (copy / name).parent.mkdir(exist_ok=True)
    (copy / name).write_text("x")
    assert any(f.kind == "added" and f.where == name for f in audit(copy).findings)


def test_what_was_changed_is_named(sealed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(sealed, copy)
    picture = copy / "pages" / "page-0002.png"
    from PIL import Image

    with Image.open(picture) as opened:
        opened.load()
        opened.save(picture, compress_level=9)
    lines = (copy / EVENTS).read_bytes().split(b"\n")
    (copy / EVENTS).write_bytes(b"\n".join([*lines[:1], *lines[2:]]))
    said = {(f.where, f.what) for f in audit(copy).findings}
    assert ("pages/page-0002.png", "holds the same pixels in another file") in said
    assert any(where.startswith(f"{EVENTS}, line 2") for where, _ in said)


def test_a_dossier_written_anew_shows_by_its_head_only(sealed: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    write_dossier(other, report().model_copy(update={"answer": "Fee is 5 (p. 2)."}), image, policy="{}")
    head = audit(sealed).head
    assert not audit(other).findings
    assert [f.kind for f in audit(other, head=head).findings] == ["head"]


def test_manifest_and_events_hold_nothing_secret(tmp_path: Path) -> None:
    secret = "https://me:hunter2@host/v1"
    told = report().model_copy(update={"settings": {"server": secret, "api_key": "sk-aaaaaaaaaaaa"}})
    write_dossier(tmp_path / "d", told, image)
    for name in (MANIFEST, EVENTS):
        text = (tmp_path / "d" / name).read_text("utf-8")
        assert "hunter2" not in text
        assert "sk-aaaa" not in text


def test_a_folder_without_a_seal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no sealed dossier"):
        audit(tmp_path)


def test_canonical_form_is_one_for_each_value() -> None:
    assert canonical({"b": [1, None, True], "a": "é\n"}) == '{"a":"é\\n","b":[1,null,true]}'.encode()
    with pytest.raises(TypeError):
        canonical({"x": 0.1})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A document and the dossier of a run over it."""
    folder = tmp_path_factory.mktemp("run")
    page = "#set page(width: 420pt, height: 300pt)\n4.1 The Client shall pay a fee of 4,850 pounds a month.\n"
    document = folder / "deal.pdf"
    document.write_bytes(typst.compile(page.encode()))
    answer = (
        "The Client shall pay a fee of 4,850 pounds a month (p. 1). The fee is 9,999 pounds (p. 1). Late fees (p. 8)."
    )
    verify(document, answer, image="none", cache=False, window=0, out=folder / "run")
    return document, folder / "run"


def test_replay_comes_out_the_same_and_a_changed_verdict_does_not(run: tuple[Path, Path], tmp_path: Path) -> None:
    document, folder = run
    runner = CliRunner()
    good = runner.invoke(app, ["audit", str(folder), "--document", str(document), "--replay"])
    assert good.exit_code == 0, good.output
    assert "the decisions come out the same" in good.output
    # A dossier that was edited and sealed anew holds together; its decisions don't.
    from atomcite.domain import Action, ClaimVerdict
    from atomcite.policies import load
    from atomcite.reports import pages_of_run, read_run

    stored = read_run(folder)
    turned = [c.model_copy(update={"verdict": ClaimVerdict.CORRECT, "action": Action.KEEP}) for c in stored.claims]
    forged = stored.model_copy(update={"claims": tuple(turned)})
    rules = load("default").model_copy(update={"window": 0}).model_dump_json(by_alias=True)
    write_dossier(tmp_path / "forged", forged, pages_of_run(folder), policy=rules)
    bad = runner.invoke(app, ["audit", str(tmp_path / "forged"), "--replay", "--format", "json"])
    assert isinstance(bad.exception, AuditFailed)
    assert {f["kind"] for f in json.loads(bad.output)["findings"]} == {"decision"}


def test_another_document_shows(run: tuple[Path, Path], tmp_path: Path) -> None:
    other = tmp_path / "deal.pdf"
    other.write_bytes(run[0].read_bytes() + b"\n")
    result = CliRunner().invoke(app, ["audit", str(run[1]), "--document", str(other)])
    assert isinstance(result.exception, AuditFailed)
    assert "document" in result.output
    assert AuditFailed.exit_code == 17


def test_the_run_is_told_event_by_event(run: tuple[Path, Path]) -> None:
    events = [json.loads(line) for line in (run[1] / EVENTS).read_text("utf-8").splitlines()]
    kinds = [e["event"] for e in events]
    assert kinds[0] == "started"
    assert kinds[-1] == "sealed"
    assert {"page_read", "page_checked", "decided", "written"} <= set(kinds)
    manifest = json.loads((run[1] / MANIFEST).read_text("utf-8"))
    assert set(manifest["files"]) == {
        p.relative_to(run[1]).as_posix() for p in files(run[1]) if p.name not in (MANIFEST, EVENTS)
    }


def test_references_stand_in_the_result(run: tuple[Path, Path]) -> None:
    result = json.loads((run[1] / "result.json").read_text("utf-8"))
    first = result["claims"][0]
    assert first["verdict"] == "correct"
    (reference,) = first["references"]
    assert reference["sections"] == [{"word": None, "number": "4.1", "title": None}]
    assert reference["link"] == "deal.pdf#page=1"
    assert "4,850" in reference["excerpt"]
    assert all(not c["references"] for c in result["claims"][1:])
