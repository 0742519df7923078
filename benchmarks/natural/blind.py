"""What an annotator is given: statements, what they cite, and pages - no label, no error, no model, no file name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256

from pydantic import BaseModel, ConfigDict

from atomcite.benchmarks.dataset import BenchAnswer, BenchClaim, BenchDocument, Dataset, Label
from atomcite.benchmarks.natural.study import Study, claims_of


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BlindCitation(_Record):
    """A page as the answer names it, and its position in the file; None: there is no such page."""

    label: str
    page: int | None


class Opinion(_Record):
    """What one of those who differ said. `name` is a letter."""

    name: str
    verdict: str
    pages: str
    error: str = ""
    contradicted: bool | None = None
    note: str = ""


class BlindItem(_Record):
    """A claim to judge. `pages` are the positions that are shown; `opinions` are the labels to choose between in an
    adjudication, without names."""

    item: str
    document: str
    statement: str
    question: str | None = None
    answer: str | None = None
    cited: tuple[BlindCitation, ...]
    pages: tuple[int, ...]
    opinions: tuple[Opinion, ...] = ()


class BlindDocument(_Record):
    """`labels` name each position."""

    name: str
    page_count: int
    labels: tuple[str, ...]


class BlindSet(_Record):
    """`id` is a digest of all that judgements are about: files of another set don't fit."""

    id: str
    documents: tuple[BlindDocument, ...]
    items: tuple[BlindItem, ...]


def blind_set(dataset: Dataset, study: Study, claims: Sequence[BenchClaim] | None = None) -> BlindSet:
    """The study's claims, or `claims` of them, in the order of the study. Raises DatasetError for a study that does
    not fit the data set."""
    documents = {d.id: d for d in dataset.documents}
    answers = {a.id: a for a in dataset.answers}
    wanted = claims_of(study, dataset) if claims is None else list(claims)
    names = _names(study, documents)
    items = tuple(_item(c, study, documents[c.document], names, answers.get(c.answer or "")) for c in wanted)
    used = sorted({item.document for item in items})
    of_name = {name: documents[key] for key, name in names.items()}
    shown = tuple(BlindDocument(name=n, page_count=of_name[n].page_count, labels=labels_of(of_name[n])) for n in used)
    return BlindSet(id=_digest(items, of_name), documents=shown, items=items)


def labels_of(document: BenchDocument) -> tuple[str, ...]:
    return document.labels or tuple(str(n) for n in range(1, document.page_count + 1))


def written(label: Label) -> str:
    """A label's pages as forms have them: "3; 7+8" for page 3 alone, or 7 and 8 together."""
    alone = [str(page) for page in label.true_pages]
    return "; ".join([*alone, *("+".join(map(str, pages)) for pages in label.joint_pages)])


def opinions(labels: Iterable[Label]) -> tuple[Opinion, ...]:
    """Labels under letters, in the order given."""
    return tuple(
        Opinion(
            name="ABCDEFGHIJ"[n],
            verdict=label.verdict,
            pages=written(label),
            error=label.error or "",
            contradicted=label.contradicted,
            note=label.note,
        )
        for n, label in enumerate(labels)
    )


def _names(study: Study, documents: dict[str, BenchDocument]) -> dict[str, str]:
    """Documents under numbers, in an order that says nothing: ids may name a template or a damage."""
    order = study.shuffled(sorted(documents), "documents")
    return {key: f"D{n}" for n, key in enumerate(order, 1)}


def _item(
    claim: BenchClaim, study: Study, document: BenchDocument, names: dict[str, str], answer: BenchAnswer | None
) -> BlindItem:
    return BlindItem(
        item=study.item(claim.id),
        document=names[document.id],
        statement=claim.statement,
        question=answer.question if answer else None,
        answer=answer.text if answer else None,
        cited=tuple(BlindCitation(label=c.label, page=c.page) for c in claim.cited),
        pages=_shown(claim, study, document.page_count),
    )


def _shown(claim: BenchClaim, study: Study, count: int) -> tuple[int, ...]:
    """The cited pages and those around them; for pages that do not exist the end of the document. Which pages bear a
    claim out has no part in it."""
    if count <= study.whole:
        return tuple(range(1, count + 1))
    centres = [c.page if c.page is not None else count for c in claim.cited]
    near = {p for c in centres for p in range(c - study.window, c + study.window + 1)}
    return tuple(sorted(p for p in near if 1 <= p <= count))


def set_id(text: str) -> str:
    """A digest that begins with a letter, as items do."""
    return "s" + sha256(text.encode()).hexdigest()[:15]


def _digest(items: Sequence[BlindItem], documents: dict[str, BenchDocument]) -> str:
    of = sorted(
        json.dumps([i.item, i.statement, [[c.label, c.page] for c in i.cited], documents[i.document].sha256])
        for i in items
    )
    return set_id("\n".join(of))
