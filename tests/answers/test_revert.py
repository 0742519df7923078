"""The way back from a corrected answer, as a user goes it."""

from __future__ import annotations

import codecs
import json
import subprocess
import sys
from pathlib import Path

import pytest

from atomcite.answers import corrections, decompose, encoded, load_answer, marked_up, patch_of
from atomcite.domain import Action, ClaimResult, ClaimVerdict

ANSWER = "Revenue grew (p. 7).\r\n\r\n> Costs fell (p.\r\n> 8). \U0001f4c9 Выручка выросла (стр. 9).\n"


def program(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "atomcite", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=120)


def dossier(folder: Path, raw: bytes) -> tuple[Path, Path]:
    """A corrected answer and its patch, as a run writes them, for an answer file that holds `raw`."""
    source = folder / "answer.md"
    source.write_bytes(raw)
    loaded = load_answer(source)
    results = [
        ClaimResult(
            id=claim.id,
            statement=claim.statement,
            origin=claim.origin,
            spans=claim.spans,
            citations=claim.citations,
            cited_pages=(),
            verdict=ClaimVerdict.UNSUPPORTED,
            action=action,
            suggested_pages=(),
            rule="test",
        )
        for claim, action in zip(
            decompose(loaded.text).claims, [Action.DELETE, Action.FLAG, Action.DELETE], strict=True
        )
    ]
    edits = corrections(results, loaded.text)
    patch = patch_of(loaded.text, edits, form="proposed", encoding=loaded.encoding)
    corrected, patched = folder / "answer.corrected.md", folder / "answer.patch.json"
    corrected.write_bytes(encoded(marked_up(loaded.text, edits), loaded.encoding))
    patched.write_text(json.dumps({**patch.model_dump(), "schema": "later"}), "utf-8")
    assert corrected.read_bytes() != raw
    return corrected, patched


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-32-be"])
def test_the_answer_is_given_back_byte_for_byte(tmp_path: Path, encoding: str) -> None:
    marks = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-32-be": codecs.BOM_UTF32_BE}
    raw = marks.get(encoding, b"") + ANSWER.encode(encoding)
    corrected, patch = dossier(tmp_path, raw)
    done = program("revert", corrected, patch, "--out", tmp_path / "back.md")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert (tmp_path / "back.md").read_bytes() == raw


def test_standard_input_and_output_serve_and_the_answer_itself_is_left_alone(tmp_path: Path) -> None:
    corrected, patch = dossier(tmp_path, ANSWER.encode())
    assert program("revert", "-", patch, stdin=corrected.read_bytes()).stdout == ANSWER.encode()
    assert program("revert", tmp_path / "answer.md", patch).stdout == ANSWER.encode()


def test_what_can_not_be_undone_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    corrected, patch = dossier(tmp_path, ANSWER.encode())
    before = corrected.read_bytes()
    edited = tmp_path / "edited.md"
    edited.write_bytes(before + b"More.")
    (tmp_path / "list.json").write_text("[1]", "utf-8")
    (tmp_path / "other.json").write_text('{"hunks": 5}', "utf-8")
    for arguments, code, what in (
        ((edited, patch), 9, "has been edited"),
        ((tmp_path / "none.md", patch), 9, "no answer file"),
        ((corrected, tmp_path / "none.json"), 9, "no patch file"),
        ((corrected, tmp_path), 9, "can't be read"),
        ((corrected, tmp_path / "list.json"), 9, "holds no patch"),
        ((corrected, tmp_path / "other.json"), 9, "holds no patch"),
        ((corrected, corrected), 9, "holds no patch"),
        ((corrected, patch, "--out", corrected), 2, "to be read"),
        ((corrected, patch, "--out", tmp_path), 14, "can't be written"),
    ):
        done = program("revert", *arguments)
        message = done.stderr.decode()
        assert (done.returncode, done.stdout) == (code, b""), message
        assert what in " ".join(message.split())
        assert len(message.strip().splitlines()) >= 2
        assert "Traceback" not in message
    assert corrected.read_bytes() == before


def test_decompose_writes_lines_that_name_the_document(tmp_path: Path) -> None:
    answer = tmp_path / "answer.md"
    answer.write_text("Revenue grew (Annex, p. 7). Costs fell (p. 0).", "utf-8")
    first = program("decompose", answer, "--format", "jsonl")
    lines = [json.loads(line) for line in first.stdout.decode().splitlines()]
    assert [(line["pages"], line.get("document")) for line in lines] == [(["7"], "Annex"), (["0"], None)]
    claims = tmp_path / "claims.jsonl"
    claims.write_bytes(first.stdout)
    assert program("decompose", claims, "--format", "jsonl").stdout == first.stdout
