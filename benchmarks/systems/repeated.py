"""`text-only-3x`: the text channel three times over, and what most of the three say.

It answers the objection that two channels win because they think twice: this is one channel at three times the
compute. Judgements must differ to be worth counting. A judge that asks a model is sampled three times at a
temperature above 0. Embedded judges always say the same of the same words, so the words differ: three readings of
each page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from atomcite import judge, ocr
from atomcite.benchmarks.systems.options import Options
from atomcite.benchmarks.systems.pipeline import Pipeline
from atomcite.benchmarks.systems.protocol import Account, Judged, Lender, Prediction, Task
from atomcite.benchmarks.systems.verdicts import action_for
from atomcite.documents import Document
from atomcite.domain import Action, ClaimVerdict

TIMES = 3
_ELSEWHERE = (ClaimVerdict.WRONG_PAGE, ClaimVerdict.UNSUPPORTED)
_LEAST_DPI = 110.0


@dataclass(frozen=True)
class Reading:
    """An OCR engine, and the share of the usual resolution that pages are rendered at for it."""

    engine: str
    resolution: float = 1.0

    def __str__(self) -> str:
        return self.engine if self.resolution == 1.0 else f"{self.engine} at {self.resolution:.2f} of the resolution"


@dataclass(frozen=True)
class TextOnlyThrice:
    """Options: those of `text-only`, and `temperature` for a judge that asks a model (0.7).

    The readings are the engine of `text-only`, Tesseract on a coarser picture, and RapidOCR; as RapidOCR knows no
    Cyrillic letters, Tesseract on a still coarser picture stands in for it where most of the claims are in Cyrillic.
    """

    base: Pipeline
    temperature: float
    lender: Lender
    name: str = "text-only-3x"

    @classmethod
    def make(cls, given: Mapping[str, str], lender: Lender) -> TextOnlyThrice:
        options = Options(cls.name, given)
        temperature = options.number("temperature", 0.7, 0.01, 2.0)
        base = Pipeline.from_options(cls.name, options, lender, "text-only")
        options.done()
        return cls(base, temperature, lender)

    @property
    def sampled(self) -> bool:
        """True when a model is sampled, false when pages are read in several ways."""
        return "llm" in judge.names(self.base.chosen.judge)

    @property
    def settings(self) -> Mapping[str, Any]:
        if self.sampled:
            return {**self.base.settings, "times": TIMES, "temperature": self.temperature}
        ways = {script: [str(r) for r in self.readings(c)] for script, c in (("latin", False), ("cyrillic", True))}
        return {**self.base.settings, "times": TIMES, "readings": ways}

    def readings(self, cyrillic: bool) -> tuple[Reading, ...]:
        """The three ways in which pages are read."""
        own = self.base.chosen.ocr
        second = "tesseract" if ocr.get("tesseract").missing() is None else own
        third = "rapidocr" if not cyrillic and ocr.get("rapidocr").missing() is None else None
        return Reading(own), Reading(second, 0.85), Reading(third) if third else Reading(second, 0.7)

    def judge(self, task: Task) -> Judged:
        with self.lender.account() as account:
            votes = [voter.predictions(task, account) for voter in self._voters(task, account)]
            said = tuple(majority(claim) for claim in zip(*votes, strict=True))
            return Judged(document=task.document, predictions=said, spent=account.spent())

    def _voters(self, task: Task, account: Account) -> list[Pipeline]:
        if self.sampled:
            server = replace(self.base.server, temperature=self.temperature)
            return [replace(self.base, server=server)] * TIMES
        readings = self.readings(_mostly_cyrillic(task))
        return [
            replace(self.base, chosen=replace(self.base.chosen, ocr=r.engine, max_megapixels=size))
            for r, size in zip(readings, self._sizes(task, account, readings), strict=True)
        ]

    def _sizes(self, task: Task, account: Account, readings: Sequence[Reading]) -> list[float]:
        """Megapixels that bring the pages of a document down to the resolution of each reading, legible still."""
        most = self.base.chosen.max_megapixels
        with Document.open(task.path, max_megapixels=most, cache=account.cache) as document:
            inches = [page.facts.width * page.facts.height / 72**2 for page in document.pages()]
            usual = median(area * page.dpi**2 for area, page in zip(inches, document.pages(), strict=True)) / 1e6
        least = max(inches) * _LEAST_DPI**2 / 1e6
        return [most if r.resolution == 1.0 else min(most, max(least, usual * r.resolution**2)) for r in readings]


def majority(votes: Sequence[Prediction]) -> Prediction:
    """What at least two of three say. Two that do not find a statement on its page, but differ in whether they found
    it on another, say unsupported together, to be looked at. Else it counts as not checked.
    """
    most = next((v for v in votes if sum(w.verdict is v.verdict for w in votes) > len(votes) / 2), None)
    absent = [v for v in votes if v.verdict in _ELSEWHERE]
    if most is not None:
        agreeing = [v for v in votes if v.verdict is most.verdict]
        verdict, suggested = most.verdict, _common(agreeing)
        action = most.action if most.action is not Action.FIX_PAGE else action_for(verdict, suggested)
    elif len(absent) > len(votes) / 2:
        agreeing, verdict, suggested, action = absent, ClaimVerdict.UNSUPPORTED, (), Action.FLAG
    else:
        agreeing, verdict, suggested, action = [], ClaimVerdict.NOT_CHECKED, (), Action.FLAG
    sure = [v.confidence for v in votes if v.confidence is not None]
    return Prediction(
        claim=votes[0].claim,
        verdict=verdict,
        action=action,
        confidence=sum(sure) / len(sure) if sure and agreeing else None,
        suggested=suggested,
        flagged=any(v.flagged for v in agreeing),
        channels={f"text{i}": v.channels.get("text", v.verdict.value) for i, v in enumerate(votes, 1)},
        reason=agreeing[0].reason if agreeing else "The judgements differ.",
        raw=[v.model_dump(mode="json", exclude={"claim"}, exclude_defaults=True) for v in votes],
    )


def _common(votes: Sequence[Prediction]) -> tuple[int, ...]:
    """Pages that more than one suggests, else all, in the order of the first that names them."""
    pages = list(dict.fromkeys(p for v in votes for p in v.suggested))
    shared = [p for p in pages if sum(p in v.suggested for v in votes) > 1]
    return tuple(shared or pages)


def _mostly_cyrillic(task: Task) -> bool:
    letters = "".join(c.statement for c in task.claims)
    cyrillic = len(re.findall(r"[\u0400-\u04ff]", letters))
    return 2 * cyrillic > len(re.findall(r"[^\W\d_]", letters))
