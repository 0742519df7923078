"""A data set with labels by a program and by people, and a run of systems over it, from seeded noise.

Systems err by kind of error and by document, so that documents are alike within and differ among one another, as real
ones do. No document has a file: nothing here is read.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from atomcite.benchmarks.comparison import (
    RunDataset,
    RunInfo,
    RunSystem,
    append_judged,
    labels_hash,
    save_info,
    tasks_hash,
)
from atomcite.benchmarks.dataset import (
    PAGE_ERRORS,
    BenchAnswer,
    BenchClaim,
    BenchDocument,
    Cited,
    Dataset,
    ErrorType,
    Fault,
    Label,
    Labels,
    Manifest,
    Truth,
    save,
)
from atomcite.benchmarks.systems.protocol import Judged, Prediction, Spent
from atomcite.domain import Action, ClaimVerdict

PAGES = 20
ERRORS: tuple[ErrorType, ...] = (
    "page_near", "page_far", "page_out_of_range", "digit", "scale", "neighbour_row", "date", "negation", "invented",
)  # fmt: skip
DEGRADATIONS = ("clean", "scan", "bad scan")
ACTIONS = {
    ClaimVerdict.CORRECT: Action.KEEP,
    ClaimVerdict.WRONG_PAGE: Action.FIX_PAGE,
    ClaimVerdict.UNSUPPORTED: Action.DELETE,
}


def made_dataset(documents: int = 12, claims: int = 30, seed: int = 1) -> Dataset:
    """Half of the claims are sound. People judged those of every second document."""
    dice = random.Random(seed)
    docs, answers, made = [], [], []
    for d in range(documents):
        doc = BenchDocument(
            id=f"doc{d:02}",
            sha256=f"{seed * 1000 + d:064x}",
            page_count=PAGES,
            language=("en", "ru")[d % 2],
            template=("report", "contract", "minutes")[d % 3],
            degradation=DEGRADATIONS[d % 3 if d % 4 else 0],
            split="test" if d % 3 else "dev",
        )
        docs.append(doc)
        generator = ("model-a", "model-b", None)[d % 3]
        for n in range(claims):
            answer = f"{doc.id}-a{n // 5}"
            if n % 5 == 0:
                answers.append(
                    BenchAnswer(id=answer, document=doc.id, text="...", generator=generator, answerable=True)
                )
            made.append(_claim(dice, doc, answer, f"{doc.id}-c{n:02}", generator, by_people=d % 2 == 0))
        refused = BenchAnswer(
            id=f"{doc.id}-r",
            document=doc.id,
            text="-",
            generator=generator,
            answerable=dice.random() < 0.3,
            refused=True,
        )
        answers.append(refused)
    manifest = Manifest(name="made", version="1", licence="CC0-1.0", languages=("en", "ru"), made_by=("made_run.py",))
    return Dataset(manifest, tuple(docs), tuple(answers), tuple(made))


def _claim(
    dice: random.Random, doc: BenchDocument, answer: str, name: str, generator: str | None, by_people: bool
) -> BenchClaim:
    true = dice.randint(1, PAGES)
    error = dice.choice(ERRORS) if dice.random() < 0.5 else None
    verdict: Truth = "correct"
    page: int | None = true
    if error == "page_out_of_range":
        verdict, page = "no_such_page", None
    elif error in PAGE_ERRORS:
        verdict, page = "wrong_page", true % PAGES + 1
    elif error:
        verdict = "unsupported"
    pages = () if verdict == "unsupported" else (true,)
    gold = Label(verdict=verdict, true_pages=pages, error=error, by="construction")
    blurred = Label(verdict="correct" if verdict == "unsupported" else "unsupported", by="program 1")
    labels = Labels(automatic=blurred if dice.random() < 0.15 else gold.model_copy(update={"by": "program 1"}))
    if by_people:
        said = [
            (blurred if dice.random() < 0.08 else gold).model_copy(update={"by": person})
            for person in ("anna", "boris")
        ]
        differ = said[0].verdict != said[1].verdict
        labels = labels.model_copy(update={"annotators": tuple(said), "adjudicated": gold if differ else None})
    difficulty = dice.choice(("easy", "medium", "hard"))
    fault = Fault(type=error, origin="injected", difficulty=difficulty, seed=1) if error else None
    return BenchClaim(
        id=name,
        document=doc.id,
        answer=answer,
        statement=f"Statement {name} says <b>{dice.randint(1, 999)}</b> & more",
        cited=(Cited(label=str(page or PAGES + 5), page=page),),
        content=dice.choice(("number", "date", "name", "prose")),
        fault=fault,
        control=None if fault else dice.choice(("original", "paraphrase")),
        generator=generator,
        labels=labels,
    )


@dataclass(frozen=True)
class Skill:
    """A made system. `sees` is how often it finds an error, `trusts` how often it lets a sound claim pass, `asks` how
    often it asks for a person where it is about to err; `bad` is what a bad scan takes from each."""

    name: str
    sees: float = 0.9
    trusts: float = 0.9
    asks: float = 0.0
    bad: float = 0.1
    confident: bool = True
    calls: int = 0
    price: float | None = None
    seconds: float = 0.5


SKILLS: tuple[Skill, ...] = (
    Skill("atomcite", sees=0.93, trusts=0.9, asks=0.6, bad=0.05, seconds=2.4),
    Skill("text-only", sees=0.82, trusts=0.85, bad=0.25, seconds=1.1),
    Skill("text-only-3x", sees=0.84, trusts=0.87, bad=0.22, seconds=3.2),
    Skill("image-only", sees=0.86, trusts=0.84, bad=0.1, seconds=1.6),
    Skill("quote-match", sees=0.95, trusts=0.35, bad=0.3, confident=False, seconds=0.02),
    Skill("direct", sees=0.6, trusts=0.9, bad=0.15, calls=1, price=0.004, seconds=3.9),
    Skill("majority-label", sees=0.0, trusts=1.0, bad=0.0, confident=False, seconds=0.0001),
)


def made_run(
    folder: Path, dataset: Dataset, split: str | None = "test", skills: Sequence[Skill] = SKILLS, seed: int = 5
) -> None:
    """Stores the data set under `folder`/set and a run over it under `folder`/run."""
    save(dataset, folder / "set")
    part = dataset.split(split) if split else dataset
    save_info(
        folder / "run",
        RunInfo(
            dataset=RunDataset(
                name=dataset.manifest.name,
                version=dataset.manifest.version,
                folder=str(folder / "set"),
                tasks=tasks_hash(part),
                labels=labels_hash(part),
            ),
            split=split,
            documents=tuple(d.id for d in part.documents),
            systems=tuple(
                RunSystem(name=s.name, asked=s.name, settings={"seed": seed, "bad": s.bad}) for s in skills
            ),
            commands=("atomcite bench run set --split test --system atomcite",),
            versions={"atomcite": "0.1.0", "python": "3.11"},
            started="2026-01-02T03:04:05+00:00",
        ),
    )
    for skill in skills:
        for judged in judged_by(skill, part, seed):
            append_judged(folder / "run", skill.name, judged)


def judged_by(skill: Skill, dataset: Dataset, seed: int = 5) -> list[Judged]:
    """What a made system says of each document."""
    found = []
    for doc in dataset.documents:
        dice = random.Random(f"{seed} {skill.name} {doc.id}")
        luck = random.Random(f"{seed} {doc.id}").gauss(0, 0.05)
        worse = (skill.bad if doc.degradation == "bad scan" else 0.0) + (luck if skill.bad else 0.0)
        said = tuple(_said(dice, skill, c, worse) for c in dataset.claims if c.document == doc.id)
        spent = Spent(
            calls=skill.calls * len(said),
            prompt_tokens=900 * skill.calls * len(said),
            completion_tokens=40 * skill.calls * len(said),
            seconds=skill.seconds * len(said) * dice.uniform(0.8, 1.2),
            pages=doc.page_count,
            cost=None if skill.price is None else skill.price * len(said),
        )
        found.append(Judged(document=doc.id, predictions=said, spent=spent))
    return found


def _said(dice: random.Random, skill: Skill, claim: BenchClaim, worse: float) -> Prediction:
    truth = claim.fault.type if claim.fault else None
    sound = truth is None
    good = dice.random() < (skill.trusts if sound else skill.sees) - worse
    passes = sound == good
    sure = dice.betavariate(8, 2) if good else dice.betavariate(5, 4)
    verdict = ClaimVerdict.CORRECT if passes else ClaimVerdict.UNSUPPORTED
    suggested: tuple[int, ...] = ()
    if not passes and truth in PAGE_ERRORS and skill.name != "quote-match":
        verdict = ClaimVerdict.NO_SUCH_PAGE if truth == "page_out_of_range" else ClaimVerdict.WRONG_PAGE
        true = next(p for p in (claim.labels.automatic, claim.labels.adjudicated, *claim.labels.annotators) if p)
        suggested = (*true.true_pages, 3) if dice.random() < 0.7 else (3, *true.true_pages)
    asked = not good and dice.random() < skill.asks
    if asked:
        verdict, suggested = ClaimVerdict.CONFLICT, ()
    elif dice.random() < 0.02 + worse / 4:
        verdict, suggested = ClaimVerdict.NOT_CHECKED, ()
    own = None if not skill.confident else sure if passes else 1 - sure
    return Prediction(
        claim=claim.id,
        verdict=verdict,
        action=ACTIONS.get(verdict, Action.FLAG),
        confidence=own,
        suggested=suggested,
        flagged=asked,
    )
