"""From records of a foreign format to a data set of the bench."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from atomcite.benchmarks.adapters.documents import Placed, Placer, Shelf
from atomcite.benchmarks.adapters.records import Losses, Record, Stated
from atomcite.benchmarks.adapters.statements import statement_of
from atomcite.benchmarks.dataset import (
    BenchAnswer,
    BenchClaim,
    BenchSpan,
    Cited,
    Dataset,
    Fault,
    Label,
    Labels,
    Manifest,
    content_of,
)

_JOINT = "The source gives these pages together; whether one of them would do alone it does not say."


@dataclass(frozen=True)
class Adaptation:
    """What came of a source: the data set, what was lost for which reason, the documents that are missing, and how
    the statements were made of questions and answers ("sentence", "turned", "pair")."""

    dataset: Dataset
    lost: Counter[str]
    missing: tuple[str, ...]
    forms: Counter[str]


def assemble(
    records: Iterable[Record],
    manifest: Manifest,
    out: Path,
    documents: Path | None,
    losses: Losses,
    *,
    split: str = "test",
    pairs: bool = True,
) -> Adaptation:
    """Places the documents of `records` below `out` and makes answers and claims of them. `split` is for records that
    have none of their own; `pairs` False leaves out claims whose statement is a question beside its answer."""
    maker = _Maker(Placer(out, Shelf(documents), losses), losses, split, pairs)
    for record in records:
        maker.add(record)
    dataset = Dataset(
        manifest=manifest.model_copy(update={"languages": tuple(sorted(maker.languages))}),
        documents=tuple({d.id: d for d in (p.document for p in maker.placed)}.values()),
        answers=tuple(maker.answers),
        claims=tuple(maker.claims),
        folder=out,
    )
    return Adaptation(dataset, losses.reasons, tuple(losses.missing.values()), maker.forms)


class _Maker:
    def __init__(self, placer: Placer, losses: Losses, split: str, pairs: bool) -> None:
        self._placer = placer
        self._losses = losses
        self._split = split
        self._pairs = pairs
        self._ids: Counter[str] = Counter()
        self.placed: list[Placed] = []
        self.answers: list[BenchAnswer] = []
        self.claims: list[BenchClaim] = []
        self.forms: Counter[str] = Counter()
        self.languages: set[str] = set()

    def add(self, record: Record) -> None:
        placed = self._placer.place(record.document, record.split or self._split)
        if placed is None:
            self._losses.count("question whose document is missing")
            return
        outside = [p for p in record.evidence if p > placed.document.page_count]
        if outside:
            self._losses.count("question whose evidence lies beyond the document's last page")
            return
        claims = record.claims or self._of_question(record, placed)
        if not claims and not record.refused:
            return
        answer_id = self._unique(record.id)
        self.placed.append(placed)
        if placed.document.language:
            self.languages.add(placed.document.language)
        mark = _mark([placed.names[p - 1] for p in record.evidence])
        self.answers.append(
            BenchAnswer(
                id=answer_id,
                document=placed.document.id,
                question=record.question,
                text=record.answer + mark,
                generator=record.generator,
                answerable=record.answerable,
                refused=record.refused,
            )
        )
        for number, claim in enumerate(claims, 1):
            self.claims.append(self._claim(f"{answer_id}.{number}", answer_id, claim, record, placed))

    def _of_question(self, record: Record, placed: Placed) -> tuple[Stated, ...]:
        """The one claim that question and answer make; none where the answer declines, or the format has no page."""
        if record.refused:
            return ()
        pages = tuple(sorted(set(record.evidence)))
        if not pages:
            self._losses.count("question without an evidence page")
            return ()
        statement = statement_of(record.question, record.answer)
        if statement.form == "pair" and not self._pairs:
            self._losses.count("question that does not turn into a statement")
            return ()
        self.forms[statement.form] += 1
        several = len(pages) > 1
        label = Label(
            verdict="correct",
            true_pages=() if several else pages,
            joint_pages=(pages,) if several else (),
            by=record.by,
            note=" ".join(filter(None, (record.note, _JOINT if several else ""))),
        )
        whole = BenchSpan(start=0, end=len(record.answer))
        return (Stated(statement.text, pages, Labels(annotators=(label,)), (whole,)),)

    def _claim(self, claim_id: str, answer_id: str, claim: Stated, record: Record, placed: Placed) -> BenchClaim:
        count = placed.document.page_count
        # What decides is the answer's own value; a question's numbers ("in FY2018") are in a pair beside it.
        decisive = claim.statement if record.claims else record.answer
        label = claim.labels.annotators[0] if claim.labels.annotators else None
        fault = label.error if label and label.verdict != "correct" else None
        return BenchClaim(
            id=claim_id,
            document=placed.document.id,
            answer=None if claim.spans is None else answer_id,
            statement=claim.statement,
            spans=claim.spans or (),
            cited=tuple(
                Cited(label=placed.names[p - 1], page=p) if 1 <= p <= count else Cited(label=str(p), page=None)
                for p in claim.pages
            ),
            content=content_of(decisive),
            fault=Fault(type=fault, origin="natural", verified=("person",)) if fault else None,
            control="original" if record.evidence else None,
            generator=record.generator,
            labels=claim.labels,
        )

    def _unique(self, name: str) -> str:
        self._ids[name] += 1
        return name if self._ids[name] == 1 else f"{name}~{self._ids[name]}"


def _mark(names: list[str]) -> str:
    if not names:
        return ""
    return f" ({'p.' if len(names) == 1 else 'pp.'} {', '.join(names)})"
