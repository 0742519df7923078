"""Corrections as a person takes them: one by one at a terminal, all, or none; once, and back again."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest
import typst

from atomcite.cli.main import main

PAGE = """
#set page(width: 140mm, height: 120mm, margin: 15mm)
#set text(size: 12pt)
#set document(title: "Harbour report")
= 1. Cranes
The harbour company sold its old crane in March 2024.

The net profit of the harbour company was 512 thousand euros.
#pagebreak()
= 2. Revenue
Revenue of the harbour company grew to 4,187 thousand euros in 2024.
#pagebreak()
= 3. The new quay
The new quay was opened on 12 June 2024. It cost 1.5 million euros.

The net profit of the harbour company was 512 thousand euros.
"""
ANSWER = """Revenue of the harbour company grew to 4.2 million euros in 2024 (p. 2).
The new quay was opened on 12 June 2024 (p. 2).
The company sold eleven ferries to Norway (p. 3).
The net profit of the harbour company was 512 thousand euros (p. 2).
It was a good year.
"""
FIXED = "The new quay was opened on 12 June 2024 (p. 3)."
DELETED = "The company sold eleven ferries to Norway"
SEVERAL = "512 thousand euros (p. 2)"


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def environment(work: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ATOMCITE_", "OPENAI_"))}
    return kept | {
        "ATOMCITE_CACHE": str(work / "cache"),
        "ATOMCITE_CONFIG": str(work / "none.toml"),
        "OMP_THREAD_LIMIT": "1",
    }


@contextmanager
def terminal(typed: str) -> Iterator[int]:
    """A terminal at which `typed` was typed, as a file descriptor."""
    ours, theirs = pty.openpty()
    try:
        os.write(ours, typed.encode())
        yield theirs
    finally:
        os.close(ours)
        os.close(theirs)


def atomcite(work: Path, *arguments: str, typed: str | None = None) -> Done:
    """The program in this process, which spares its start; `typed` is what stands at the terminal, None for none."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with ExitStack() as stack:
        fd = os.open(os.devnull, os.O_RDONLY) if typed is None else os.dup(stack.enter_context(terminal(typed)))
        stdin = stack.enter_context(open(fd, encoding="utf-8"))
        stack.enter_context(mock.patch.multiple(sys, stdin=stdin, argv=["atomcite", *arguments]))
        stack.enter_context(mock.patch.dict(os.environ, environment(work), clear=True))
        stack.enter_context(chdir(work))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        with pytest.raises(SystemExit) as ended:
            main()
        for stream in (out, err):
            stream.flush()
    code = ended.value.code
    return Done(code if isinstance(code, int) else 0, *(s.buffer.getvalue().decode() for s in (out, err)))


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("applying")
    (folder / "report.typ").write_text(PAGE, "utf-8")
    typst.compile(str(folder / "report.typ"), output=str(folder / "report.pdf"))
    (folder / "answer.md").write_text(ANSWER, "utf-8")
    done = atomcite(folder, "verify", "report.pdf", "answer.md", "--image", "none", "-q", "--out", "run")
    assert done.returncode == 0, done.stderr
    return folder


def flat(text: str) -> str:
    return " ".join(text.split())


def test_each_correction_is_shown_with_its_evidence_and_taken_or_left(work: Path) -> None:
    command = [sys.executable, "-m", "atomcite", "apply", "run", "answer.md", "--ask"]
    with terminal("y\nn\n2\nn\n") as stdin:
        done = subprocess.run(
            command, cwd=work, env=environment(work), stdin=stdin, capture_output=True, text=True, timeout=300
        )
    assert done.returncode == 0, done.stderr
    assert FIXED in done.stdout
    assert DELETED in done.stdout
    assert "512 thousand euros (p. 3)" in done.stdout
    assert "⚑" not in done.stdout
    shown = flat(done.stderr)
    assert "Correction 1 of 4 (claim c2): → wrong page, proposed: fix page" in shown
    assert "cited: p. 2" in shown
    assert "suggested: page p. 3 (Text channel, support grade 1)" in shown
    assert "evidence: «The new quay was opened on 12 June 2024" in shown
    assert "reason: not on the cited page, but on page 3" in shown
    assert "- Revenue" not in shown
    assert any(line.strip().startswith("-") and "(p. 2)" in line for line in done.stderr.splitlines())
    assert any(line.strip().startswith("+") and "(p. 3)" in line for line in done.stderr.splitlines())
    assert "1 page p. 1" in shown
    assert "2 page p. 3" in shown
    assert "Corrections taken: 2 of 4." in shown


@pytest.mark.parametrize(
    ("typed", "there", "not_there"),
    [
        ("q\n", [DELETED, SEVERAL], ["(p. 3).\nThe company", "⚑"]),
        ("", [DELETED, SEVERAL], ["⚑"]),
        ("a\n", [FIXED, f"{SEVERAL}. ⚑", "good year. ⚑"], [DELETED]),
        ("n\na\n", [f"{SEVERAL}. ⚑", "2024 (p. 2).\nThe net"], [DELETED, FIXED]),
        ("what\ny\nq\n", [FIXED, DELETED], ["⚑"]),
        ("y\ny\n7\n1\nq\n", [FIXED, "512 thousand euros (p. 1)"], [DELETED, "⚑"]),
        ("y\ny\ny\nq\n", [FIXED, f"{SEVERAL}. ⚑"], [DELETED, "good year. ⚑"]),
    ],
)
def test_what_is_typed_decides(work: Path, typed: str, there: list[str], not_there: list[str]) -> None:
    # The end of the input (Ctrl-D) comes last: it leaves what is not decided.
    done = atomcite(work, "apply", "run", "answer.md", "--ask", typed=typed + "\x04")
    assert done.returncode == 0, done.stderr
    assert [words for words in there if words not in done.stdout] == []
    assert [words for words in not_there if words in done.stdout] == []


def test_nothing_is_chosen_for_the_user_and_all_else_is_made(work: Path) -> None:
    done = atomcite(work, "apply", "run", "answer.md", "--all")
    assert done.returncode == 0
    assert FIXED in done.stdout
    assert DELETED not in done.stdout
    assert f"{SEVERAL}. ⚑[" in done.stdout
    assert (work / "answer.md").read_text("utf-8") == ANSWER


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_corrections_are_made_once_and_taken_back_byte_for_byte(work: Path, encoding: str) -> None:
    written = ANSWER.replace("\n", "\r\n").encode(encoding)
    name, out = f"{encoding}.md", f"run-{encoding}"
    (work / name).write_bytes(written)
    assert atomcite(work, "verify", "report.pdf", name, "--image", "none", "-q", "--out", out).returncode == 0
    once = atomcite(work, "apply", out, name, "--all", "--out", name)
    assert once.returncode == 0, once.stderr
    corrected = (work / name).read_bytes()
    assert corrected != written
    assert FIXED in corrected.decode(encoding)
    patch = (work / f"{name}.patch.json").read_bytes()
    again = atomcite(work, "apply", out, name, "--all", "--out", name)
    assert (again.returncode, "already: nothing was changed" in again.stderr) == (0, True)
    assert ((work / name).read_bytes(), (work / f"{name}.patch.json").read_bytes()) == (corrected, patch)
    back = atomcite(work, "revert", name, f"{name}.patch.json", "--out", f"back-{encoding}.md")
    assert back.returncode == 0, back.stderr
    assert (work / f"back-{encoding}.md").read_bytes() == written


def test_corrections_that_were_taken_one_by_one_are_known_again(work: Path) -> None:
    (work / "mine.md").write_text(ANSWER, "utf-8")
    first = atomcite(work, "apply", "run", "mine.md", "--ask", "--out", "mine.md", typed="y\nq\n")
    assert first.returncode == 0, first.stderr
    corrected = (work / "mine.md").read_text("utf-8")
    assert FIXED in corrected
    again = atomcite(work, "apply", "run", "mine.md", "--ask", "--out", "mine.md", typed="y\ny\n")
    assert (again.returncode, "already" in again.stderr) == (0, True)
    assert (work / "mine.md").read_text("utf-8") == corrected


def test_an_answer_that_changed_since_is_refused_and_left_alone(work: Path) -> None:
    (work / "changed.md").write_text(ANSWER + "More.\n", "utf-8")
    done = atomcite(work, "apply", "run", "changed.md", "--all", "--out", "changed.md")
    assert done.returncode == 9
    assert "changed since" in done.stderr
    assert (work / "changed.md").read_text("utf-8") == ANSWER + "More.\n"
    assert not (work / "changed.md.patch.json").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["apply", "run", "answer.md"], 2, "--ask and --all"),
        (["apply", "run", "answer.md", "--ask", "--all"], 2, "--ask and --all"),
        (["apply", "run", "answer.md", "--ask"], 2, "no terminal"),
        (["apply", "run", "-", "--ask"], 2, "as a file"),
        (["apply", "none", "answer.md", "--all"], 3, "none"),
        (["apply", "run", "none.md", "--all"], 9, "none.md"),
        (["apply", "run", "answer.md", "--all", "--out", "run"], 14, "run"),
        (["verify", "report.pdf", "answer.md", "--apply", "ask", "--out", "new"], 2, "no terminal"),
        (["verify", "report.pdf", "answer.md", "--apply", "all"], 2, "--out DIR"),
        (["verify", "report.pdf", "ready.jsonl", "--apply", "all", "--out", "new"], 2, "no text to correct"),
        (["apply", "of-claims", "answer.md", "--all"], 2, "no answer to correct"),
    ],
)
def test_what_can_not_be_applied_is_an_error_that_says_what_to_do(
    work: Path, arguments: list[str], code: int, says: str
) -> None:
    (work / "ready.jsonl").write_text('{"statement": "The new quay was opened", "pages": [3]}\n', "utf-8")
    if arguments[1] == "of-claims":
        options = ["--image", "none", "-q", "--out", "of-claims"]
        assert atomcite(work, "verify", "report.pdf", "ready.jsonl", *options).returncode == 0
    done = atomcite(work, *arguments)
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert says in flat(done.stderr)
    assert len(done.stderr.strip().splitlines()) >= 2
    assert not (work / "new").exists()


def test_verify_asks_makes_all_or_none(work: Path) -> None:
    options = ["verify", "report.pdf", "answer.md", "--image", "none", "-q", "--report", "docx"]
    asked = atomcite(work, *options, "--out", "asked", "--apply", "ask", "--format", "json", typed="y\ny\n1\nn\n")
    assert asked.returncode == 0, asked.stderr
    assert len(json.loads(asked.stdout)["claims"]) == 5
    text = (work / "asked" / "answer.corrected.md").read_text("utf-8")
    assert FIXED in text
    assert "512 thousand euros (p. 1)" in text
    assert DELETED not in text
    events = [json.loads(line) for line in (work / "asked" / "events.jsonl").read_text("utf-8").splitlines()]
    taken = {e["details"]["claim"]: e["details"] for e in events if e["event"] == "corrected"}
    assert {claim: (d["proposed"], d["taken"], d["page"]) for claim, d in taken.items()} == {
        "c2": ("fix_page", "fix_page", [3]),
        "c3": ("delete", "delete", []),
        "c4": ("flag", "fix_page", [1]),
        "c5": ("flag", "keep", []),
    }
    assert atomcite(work, "audit", "asked", "--replay").returncode == 0
    back = atomcite(work, "revert", "asked/answer.corrected.md", "asked/answer.patch.json")
    assert back.stdout == ANSWER
    assert atomcite(work, *options, "--out", "whole", "--apply", "all").returncode == 0
    assert f"{SEVERAL}. ⚑[" in (work / "whole" / "answer.corrected.md").read_text("utf-8")
    assert atomcite(work, *options, "--out", "whole", "--apply", "none").returncode == 0
    assert not {"answer.corrected.md", "answer.patch.json"} & {p.name for p in (work / "whole").iterdir()}
    assert "answer.corrected.md" not in (work / "whole" / "report.html").read_text("utf-8")
    assert (work / "answer.md").read_text("utf-8") == ANSWER


def test_corrections_are_asked_for_in_russian(work: Path) -> None:
    done = atomcite(work, "apply", "run", "answer.md", "--ask", "--language", "ru", typed="да\nн\n2\nх\n")
    assert done.returncode == 0, done.stderr
    assert "Исправление 1 из 4" in done.stderr
    assert FIXED in done.stdout
    assert DELETED in done.stdout
    assert "## Источники" in done.stdout


def test_a_corrected_answer_can_be_verified_again_and_its_references_are_no_claims(work: Path) -> None:
    made = atomcite(work, "apply", "run", "answer.md", "--ask", typed="y\ny\n2\nq\n")
    assert "## References" in made.stdout
    assert "— Harbour report, Section 3. The new quay, p. 3, " in made.stdout
    (work / "corrected.md").write_text(made.stdout, "utf-8")
    again = atomcite(work, "verify", "report.pdf", "corrected.md", "--image", "none", "-q", "--format", "jsonl")
    assert [json.loads(line)["verdict"] for line in again.stdout.splitlines()] == ["correct"] * 3 + ["uncited"]


def test_references_leave_out_documents_that_may_not_be_named(work: Path) -> None:
    options = [
        "verify",
        "report.pdf",
        "answer.md",
        "--image",
        "none",
        "-q",
        "--allow",
        "other.pdf",
        "--out",
        "secret",
    ]
    assert atomcite(work, *options).returncode == 0
    text = (work / "secret" / "answer.corrected.md").read_text("utf-8")
    assert FIXED in text
    assert "References" not in text
    assert "Harbour report" not in text
