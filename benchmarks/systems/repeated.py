"""`text-only-3x`: the text channel three times over, and what most of the three say.

It answers the objection that two channels win because they think twice: this is one channel at three times the
compute. Judgements must differ to be worth counting. A judge that asks a model is sampled three times at a
temperature above 0. Embedded judges always say the same of the same words, so the words differ: three readings of
each page, by other engines where there are others, else of a coarser picture.

The third reading can change nothing where two agree. So it is made only of the answers with a claim on which the
first two differ; what at least two say is the same as if it were made of all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from atomcite import judge, ocr
from atomcite.benchmarks.systems.citations import by_answer
from atomcite.benchmarks.systems.options import Options
from atomcite.benchmarks.systems.pipeline import Pipeline
from atomcite.benchmarks.systems.protocol import Account, Judged, Lender, Prediction, Task, TaskClaim
from atomcite.benchmarks.systems.verdicts import action_for
from atomcite.documents import Document
from atomcite.domain import Action, ClaimVerdict

TIMES = 3
_ELSEWHERE = (ClaimVerdict.WRONG_PAGE, ClaimVerdict.UNSUPPORTED)
_LEAST_DPI = 110.0
_COARSER = (0.85, 0.7)
"""Shares of the resolution that stand in for another engine."""


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

    The readings are that of `text-only` and, the cheaper first, those of Tesseract and RapidOCR at the same
    resolution, which other systems share. Where `text-only` reads a scan by Tesseract itself, Tesseract on a coarser
    picture takes its place; as RapidOCR knows no Cyrillic letters, so does a coarser one still where most of the
    claims are in Cyrillic.
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
        ways = {
            f"{script}, {kind}": [str(r) for r in self.readings(cyrillic, scanned)]
            for script, cyrillic in (("latin", False), ("cyrillic", True))
            for kind, scanned in (("text layer", False), ("scan", True))
        }
        return {**self.base.settings, "times": TIMES, "readings": ways}

    def readings(self, cyrillic: bool, scanned: bool) -> tuple[Reading, ...]:
        """The three ways in which pages are read, the one that is asked last of all at the end."""
        own = self.base.chosen.ocr
        engine = "tesseract" if ocr.get("tesseract").missing() is None else own
        # `auto` reads the pixels of a scan by Tesseract; else it takes the text layer.
        same = engine == own or (own == "auto" and scanned)
        found = [Reading(own), Reading(engine, _COARSER[0] if same else 1.0)]
        if not cyrillic and own != "rapidocr" and ocr.get("rapidocr").missing() is None:
            return *found, Reading("rapidocr")
        return *found, Reading(engine, _COARSER[1])

    def judge(self, task: Task) -> Judged:
        with self.lender.account() as account:
            votes: dict[str, list[Prediction]] = {c.id: [] for c in task.claims}
            for number, voter in enumerate(self._voters(task, account), start=1):
                asked = task
                if number == TIMES and not self.sampled:
                    asked = task.model_copy(update={"claims": _in_doubt(task, votes)})
                for prediction in voter.predictions(asked, account) if asked.claims else ():
                    votes[prediction.claim].append(prediction)
            said = tuple(majority(votes[c.id]) for c in task.claims)
            return Judged(document=task.document, predictions=said, spent=account.spent())

    def _voters(self, task: Task, account: Account) -> list[Pipeline]:
        if self.sampled:
            server = replace(self.base.server, temperature=self.temperature)
            return [replace(self.base, server=server)] * TIMES
        most = self.base.chosen.max_megapixels
        with Document.open(task.path, max_megapixels=most, cache=account.cache) as document:
            pages = list(document.pages())
            scanned = 2 * sum(page.kind == "scan" for page in pages) > len(pages)
            readings = self.readings(_mostly_cyrillic(task), scanned)
            sizes = [_megapixels(document, reading, most) for reading in readings]
        return [
            replace(self.base, chosen=replace(self.base.chosen, ocr=r.engine, max_megapixels=size))
            for r, size in zip(readings, sizes, strict=True)
        ]


def _megapixels(document: Document, reading: Reading, most: float) -> float:
    """What brings the pages of a document down to the resolution of a reading, legible still."""
    if reading.resolution == 1.0:
        return most
    inches = [page.facts.width * page.facts.height / 72**2 for page in document.pages()]
    usual = median(area * page.dpi**2 for area, page in zip(inches, document.pages(), strict=True)) / 1e6
    return min(most, max(max(inches) * _LEAST_DPI**2 / 1e6, usual * reading.resolution**2))


def _in_doubt(task: Task, votes: Mapping[str, Sequence[Prediction]]) -> tuple[TaskClaim, ...]:
    """The claims of the answers in which two judgements differ on a claim. Answers stay whole: which page a number
    means is found out from all numbers of its answer."""
    kept = [claims for claims in by_answer(task) if any(len({v.verdict for v in votes[c.id]}) > 1 for c in claims)]
    ids = {c.id for claims in kept for c in claims}
    return tuple(c for c in task.claims if c.id in ids)


def majority(votes: Sequence[Prediction]) -> Prediction:
    """What at least two of three say, or both of two. Two that do not find a statement on its page, but differ in
    whether they found it on another, say unsupported together, to be looked at. Else it counts as not checked.
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
