"""Tasks for systems under comparison, over the plain documents."""

from __future__ import annotations

from pathlib import Path

from atomcite.benchmarks.dataset import Dataset
from atomcite.benchmarks.systems import Lent, Prediction, Task, TaskAnswer, TaskClaim, make
from atomcite.domain import Cache, NoCache

RIGHT, NEAR, FALSE, GONE, BARE = "right", "near", "false", "gone", "bare"
SAID = {
    RIGHT: ("A new oven was bought in Leeds for £3.46 million and started work on 14 May 2024.", ("3",)),
    NEAR: ("Energy costs fell by 6.3 per cent.", ("4",)),
    FALSE: ("Energy costs fell by 8.1 per cent.", ("3",)),
    GONE: ("The group employs 936 people.", ("44",)),
    BARE: ("The group employs 936 people.", ()),
}
"""A claim of each kind about the English document: borne out, on the page before, false, on no page, uncited."""


def english(plain: Dataset, *names: str, answer: str | None = None) -> Task:
    """The task of these claims (all without names) about the English document."""
    assert plain.folder is not None
    claims = tuple(
        TaskClaim(id=name, statement=SAID[name][0], cited=SAID[name][1], answer="a1" if answer else None)
        for name in names or SAID
    )
    answers = (TaskAnswer(id="a1", text=answer, question="How was the year?"),) if answer else ()
    return Task(document="d1", path=Path(plain.folder, "en.pdf"), claims=claims, answers=answers)


def said_by(asked: str, task: Task, readings: Cache | None = None) -> dict[str, Prediction]:
    """What the system that `asked` names says of each claim."""
    judged = make(asked, Lent(readings or NoCache())).judge(task)
    assert [p.claim for p in judged.predictions] == [c.id for c in task.claims]
    return {p.claim: p for p in judged.predictions}
