"""`majority-label`: one verdict for all claims. A system that does not beat it has learnt nothing from the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from atomcite.benchmarks.systems.options import Options
from atomcite.benchmarks.systems.protocol import Judged, Lender, Task
from atomcite.benchmarks.systems.verdicts import predicted
from atomcite.domain import ClaimVerdict


@dataclass(frozen=True)
class Constant:
    """Option `verdict`: what is said of every claim ("correct", the label that most answers of good models earn)."""

    verdict: ClaimVerdict
    lender: Lender
    name: str = "majority-label"

    @classmethod
    def make(cls, given: Mapping[str, str], lender: Lender) -> Constant:
        options = Options(cls.name, given)
        verdict = ClaimVerdict(options.choice("verdict", [v.value for v in ClaimVerdict], "correct"))
        options.done()
        return cls(verdict, lender)

    @property
    def settings(self) -> Mapping[str, str]:
        return {"verdict": self.verdict.value}

    def judge(self, task: Task) -> Judged:
        with self.lender.account() as account:
            said = tuple(predicted(c.id, self.verdict) for c in task.claims)
            return Judged(document=task.document, predictions=said, spent=account.spent())
