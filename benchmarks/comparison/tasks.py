"""From a data set's records to what a system is given: no labels, and nothing that hints at them.

Ids of claims may say what was done to them, and injected errors stand beside what they were made from. So claims and
answers get ids that mean nothing, in an order that means nothing; the way back is kept here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from atomcite.benchmarks.dataset import BenchAnswer, BenchClaim, BenchDocument
from atomcite.benchmarks.systems import Judged, Prediction, Task, TaskAnswer, TaskClaim
from atomcite.benchmarks.systems.verdicts import failed


@dataclass(frozen=True)
class BlindTask:
    """A task as a system gets it, and the data set's own ids by those that it was given."""

    task: Task
    document: str
    claims: Mapping[str, str]

    def named(self, judged: Judged) -> Judged:
        """What a system said, under the data set's ids: one prediction a claim, in the order of the task. A claim
        that it passed over is not checked; of two predictions the first counts, and what is about no claim goes."""
        said: dict[str, Prediction] = {}
        for prediction in judged.predictions:
            said.setdefault(prediction.claim, prediction)
        return Judged(
            document=self.document,
            predictions=tuple(
                said[given].model_copy(update={"claim": own})
                if given in said
                else failed(own, "The system said nothing of this claim.")
                for given, own in self.claims.items()
            ),
            spent=judged.spent,
        )


def blind_task(
    document: BenchDocument, path: Path, claims: Sequence[BenchClaim], answers: Sequence[BenchAnswer]
) -> BlindTask:
    """The task of one document. `claims` and `answers` are those about it; an answer without claims is left out."""
    ordered = sorted(claims, key=lambda c: sha256(c.id.encode()).digest())
    own = {f"c{i}": claim for i, claim in enumerate(ordered, 1)}
    used = {c.answer for c in claims}
    wanted = sorted((a for a in answers if a.id in used), key=lambda a: sha256(a.id.encode()).digest())
    answer_ids = {answer.id: f"a{i}" for i, answer in enumerate(wanted, 1)}
    task = Task(
        document=document.sha256[:16],
        path=path,
        claims=tuple(
            TaskClaim(
                id=given,
                statement=claim.statement,
                cited=tuple(c.label for c in claim.cited),
                answer=answer_ids.get(claim.answer or ""),
            )
            for given, claim in own.items()
        ),
        answers=tuple(TaskAnswer(id=answer_ids[a.id], text=a.text, question=a.question) for a in wanted),
    )
    return BlindTask(task, document.id, {given: claim.id for given, claim in own.items()})
