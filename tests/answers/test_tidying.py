"""What deletions leave behind in an answer is taken away with them, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atomcite.answers import apply_patch, load_answer, patch_of, reverse
from atomcite.answers.correction import Edit
from atomcite.errors import AnswerError


def without(answer: str, *parts: str) -> str:
    edits = []
    for part in parts:
        start = answer.index(part)
        edits.append(Edit(kind="delete", start=start, end=start + len(part), old=part, new="", claims=("c1",)))
    patch = patch_of(answer, edits)
    corrected = apply_patch(answer, patch)
    assert reverse(corrected, patch) == answer
    return corrected


@pytest.mark.parametrize(
    ("answer", "parts", "expected"),
    [
        ("1. A.\n2. B.\n3. C.\n4. D.\n", ["2. B.\n"], "1. A.\n2. C.\n3. D.\n"),
        ("1) A.\n2) B.\n3) C.\n", ["1) A.\n"], "1) B.\n2) C.\n"),
        ("1. A.\n   1. a.\n   2. b.\n   3. c.\n2. B.\n", ["   2. b.\n"], "1. A.\n   1. a.\n   2. c.\n2. B.\n"),
        ("1. A.\n2. B.\n\nText.\n\n3. C.\n", ["2. B.\n"], "1. A.\n\nText.\n\n3. C.\n"),
        ("1. A.\n1. B.\n1. C.\n", ["1. B.\n"], "1. A.\n1. C.\n"),
        ("1. A. X.\n3. B.\n4. C.\n", [" X."], "1. A.\n3. B.\n4. C.\n"),
        ("A[^1].\nB[^2].\n\n[^1]: p. 4\n[^2]: p. 5\n", ["A[^1].\n"], "B[^2].\n\n[^2]: p. 5\n"),
        ("A[^1].\nB[^1].\n\n[^1]: p. 4\n", ["A[^1].\n"], "B[^1].\n\n[^1]: p. 4\n"),
        ("A[^1].\nB.\n\n[^1]: p. 4\n    on goes the note\n\nC.\n", ["A[^1].\n"], "B.\n\nC.\n"),
        ("A.\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nB.\n", ["| 1 | 2 |\n"], "A.\n\nB.\n"),
        ("| x | y |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", ["| 1 | 2 |\n"], "| x | y |\n|---|---|\n| 3 | 4 |\n"),
        ("A.\n\nB.\n\nC.\n", ["B.\n"], "A.\n\nC.\n"),
        ("A.\r\n\r\nB.\r\n\r\nC.\r\n", ["B.\r\n"], "A.\r\n\r\nC.\r\n"),
        ("A.\n\n\nB. X.\n", [" X."], "A.\n\n\nB.\n"),
    ],
)
def test_what_became_void_goes_too(answer: str, parts: list[str], expected: str) -> None:
    assert without(answer, *parts) == expected


@given(st.lists(st.booleans(), min_size=1, max_size=9))
def test_numbers_follow_one_another_whichever_items_go(gone: list[bool]) -> None:
    lines = [f"{n}. Item {'abcdefghi'[n - 1]}.\n" for n in range(1, len(gone) + 1)]
    left = without("".join(lines), *[line for line, goes in zip(lines, gone, strict=True) if goes])
    assert [line.split(".")[0] for line in left.splitlines()] == [str(n + 1) for n in range(gone.count(False))]


def test_corrections_are_asked_for_in_reading_order() -> None:
    from test_answer_correction import results_of

    from atomcite.answers import Proposal, Reply, choose
    from atomcite.domain import Action

    answer = "Revenue grew to 4.2 M and 12 stores opened and costs fell (p. 7). Staff left (p. 8)."
    results = results_of(answer, {f"c{n}": Action.DELETE for n in range(1, 5)})
    asked: list[int] = []

    def reply(proposal: Proposal) -> Reply:
        asked.append(proposal.claim.spans[-1].end)
        return "leave"

    choose(results[::-1], answer, reply)
    assert len(asked) > 2
    assert asked == sorted(asked)


@pytest.mark.parametrize(
    "raw", [b"\xff\xfe\xfa\x00", b"\xff\xfe\x01\xd8\x00\xdc", bytes(range(1, 9)) * 9, b"-- ! --"]
)
def test_bytes_that_happen_to_decode_are_no_answer(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "answer.md"
    path.write_bytes(raw)
    with pytest.raises(AnswerError, match="holds no words"):
        load_answer(path)
