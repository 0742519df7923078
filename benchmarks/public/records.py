"""Typeset documents -> the records about them: answers, claims and labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from atomcite.benchmarks.dataset import (
    PAGE_ERRORS,
    BenchAnswer,
    BenchClaim,
    BenchDocument,
    BenchSpan,
    Cited,
    Dataset,
    Fault,
    Label,
    Labels,
    Manifest,
    Truth,
)
from atomcite.benchmarks.public.answers import STYLES, WRONG_REFUSAL, Composed, compose
from atomcite.benchmarks.public.choosing import Balance, Document, chosen
from atomcite.benchmarks.public.claims import Said, open_invention, sentence
from atomcite.benchmarks.public.setting import Typeset
from atomcite.benchmarks.public.source import Source

VERSION = "1"
"""Goes up when a record or a document of the set changes."""
BY = f"public set {VERSION}"
LICENCE = "CC0-1.0"


@dataclass(frozen=True)
class Made:
    """A document of the set, typeset and not yet digitised. `turn` is its number among those of its template."""

    source: Source
    name: str
    turn: int
    typeset: Typeset
    labels: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.source.name.replace('_', '-')}-{self.name}"

    @property
    def path(self) -> str:
        return f"documents/{self.id}.pdf"


def dataset(items: Sequence[Made], hashes: Mapping[str, str]) -> Dataset:
    """All records, by the hash of each document's file. The same arguments give the same records."""
    balance = Balance()
    answers: list[BenchAnswer] = []
    claims: list[BenchClaim] = []
    for item in items:
        about = _About(item)
        about.answer(balance)
        about.decline()
        answers += about.answers
        claims += about.claims()
    manifest = Manifest(
        name="AtomCite public set",
        version=VERSION,
        description="Answers about documents that AtomCite's authors wrote, with the truth known by construction.",
        licence=LICENCE,
        languages=("en", "ru"),
        made_by=("python -m atomcite.benchmarks.public build datasets/public",),
    )
    documents = tuple(_document(item, hashes[item.id]) for item in items)
    return Dataset(manifest, documents, tuple(answers), tuple(claims))


def _document(item: Made, sha256: str) -> BenchDocument:
    spec = item.source.documents[item.name]
    return BenchDocument(
        id=item.id,
        sha256=sha256,
        page_count=item.typeset.page_count,
        path=item.path,
        title=spec.title,
        language=item.source.language,
        labels=item.labels if spec.labels else (),
        template=item.source.name,
        degradation=spec.degradation,
        licence=LICENCE,
        split=item.source.split,
    )


@dataclass
class _About:
    """Collects what is said about one document."""

    item: Made
    answers: list[BenchAnswer] = field(default_factory=list)
    said: list[tuple[Said, BenchAnswer, tuple[Cited, ...], BenchSpan]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.source = self.item.source
        self.values = self.source.data(self.item.name)
        self.rng = Random(f"{self.source.name}/{self.item.name} {VERSION}")

    def answer(self, balance: Balance) -> None:
        """Two answers on each topic."""
        document = Document(self.values, self.item.typeset.pages, self.item.labels)
        for topic, asked in self.source.topics.items():
            for statements in chosen(self.source, topic, document, self.item.turn, balance, self.rng):
                self.rng.shuffle(statements)
                question = self.rng.choice(asked.questions)
                opening = self.rng.choice(asked.openings).format_map(self.values)
                cited = [_cited(s, self.item.labels) for s in statements]
                text = self._composed(opening, [s.text for s in statements], cited)
                answer = self._add(question, text.text)
                for said, pages, span in zip(statements, cited, text.spans, strict=True):
                    self.said.append((said, answer, pages, span))

    def decline(self) -> None:
        """Answers to what the document leaves open: one that says so, one that invents; and, in every second
        document, one that declines although it need not."""
        open_ones = self.source.unanswerable
        declined, invented = open_ones[self.item.turn % 2], open_ones[1 - self.item.turn % 2]
        self._add(declined.question, sentence(declined.refusal, self.values), answerable=False, refused=True)
        said = open_invention(invented, self.values, self.item.typeset.pages)
        cited = _cited(said, self.item.labels)
        text = self._composed("", [said.text], [cited])
        answer = self._add(invented.question, text.text, answerable=False)
        self.said.append((said, answer, cited, text.spans[0]))
        if self.item.turn % 2:
            topic = self.rng.choice(list(self.source.topics.values()))
            self._add(topic.questions[0], WRONG_REFUSAL[self.source.language], refused=True)

    def claims(self) -> list[BenchClaim]:
        names = [f"{self.item.id}-{n:02d}" for n in range(1, len(self.said) + 1)]
        pairs = list(zip(names, self.said, strict=True))
        right = {said.fact.id: name for name, (said, *_) in pairs if said.error is None}
        return [
            BenchClaim(
                id=name,
                document=self.item.id,
                answer=answer.id,
                statement=said.text,
                spans=(span,),
                verbatim=True,
                cited=cited,
                content=said.fact.content,
                fault=_fault(said, right.get(said.fact.id)),
                control=None if said.error else "paraphrase" if said.wording else "original",
                labels=Labels(automatic=_label(said)),
            )
            for name, (said, answer, cited, span) in pairs
        ]

    def _add(self, question: str, text: str, answerable: bool = True, refused: bool = False) -> BenchAnswer:
        answer = BenchAnswer(
            id=f"{self.item.id}-q{len(self.answers) + 1}",
            document=self.item.id,
            question=question.format_map(self.values),
            text=text,
            answerable=answerable,
            refused=refused,
        )
        self.answers.append(answer)
        return answer

    def _composed(self, opening: str, texts: Iterable[str], cited: Iterable[Sequence[Cited]]) -> Composed:
        styles = STYLES[self.source.language]
        style = styles[(len(self.answers) + 3 * self.item.turn + len(self.source.name)) % len(styles)]
        marked = [(text, [c.label for c in pages]) for text, pages in zip(texts, cited, strict=True)]
        return compose(opening, marked, style, self.rng)


def _cited(said: Said, labels: Sequence[str]) -> tuple[Cited, ...]:
    if said.beyond is not None:
        return (Cited(label=str(said.beyond), page=None),)
    return tuple(Cited(label=labels[p - 1], page=p) for p in said.cited)


def _label(said: Said) -> Label:
    verdict: Truth = "correct"
    if said.error is not None:
        astray = said.error in PAGE_ERRORS
        verdict = "no_such_page" if said.beyond else "wrong_page" if astray else "unsupported"
    return Label(
        verdict=verdict,
        true_pages=said.true_pages,
        joint_pages=(said.joint,) if said.joint else (),
        contradicted=said.contradicted,
        error=said.error,
        by=BY,
    )


def _fault(said: Said, right: str | None) -> Fault | None:
    """What is wrong with a claim; `right` is the correct claim on the same fact."""
    if said.error is None:
        return None
    return Fault(
        type=said.error,
        origin="injected",
        of=right,
        detail=said.detail,
        difficulty=said.difficulty,
        verified=("construction", "text") if said.error in PAGE_ERRORS else ("construction",),
    )
