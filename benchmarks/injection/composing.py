"""Claims put together into answers with citation marks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from atomcite.answers.sentences import ends_in_abbreviation
from atomcite.benchmarks.dataset import BenchAnswer, BenchClaim, BenchDocument, BenchSpan, Dataset
from atomcite.benchmarks.injection.words import is_russian

SIZES = (3, 4, 5, 6)
"""Claims of one answer."""
_MARKS = {
    False: (("(p. {})", "(pp. {})"), ("[p. {}]", "[pp. {}]"), ("(page {})", "(pages {})")),
    True: (("(с. {})", "(с. {})"), ("[стр. {}]", "[стр. {}]"), ("(стр. {})", "(стр. {})")),
}
"""Marks for one page and for several, English and Russian. An answer keeps to one style. A bare "[7]" is none of
them: it may as well be a source's number."""
_QUESTIONS = {
    False: (
        "What should I know about this document? Cite the pages.",
        "Summarise the key points with page references.",
        "Which facts does the document give? Please cite pages.",
    ),
    True: (
        "Что важно знать из этого документа? Укажи страницы.",
        "Перечисли основные факты со ссылками на страницы.",
        "Что сказано в документе? Приведи номера страниц.",
    ),
}


def compose(dataset: Dataset, rng: random.Random) -> Dataset:
    """The data set with its claims in answers, correct and wrong ones mixed; no answer says the same thing twice in
    other words, since an answer that contradicts itself gives its errors away."""
    answers: list[BenchAnswer] = []
    placed: dict[str, BenchClaim] = {}
    for document in dataset.documents:
        claims = [c for c in dataset.claims if c.document == document.id and c.cited]
        for number, group in enumerate(_groups(claims, rng), start=1):
            answer, members = _answer(document, f"{document.id}.a{number}", group, rng)
            answers.append(answer)
            placed |= {c.id: c for c in members}
    return replace(
        dataset, answers=(*dataset.answers, *answers), claims=tuple(placed.get(c.id, c) for c in dataset.claims)
    )


def _groups(claims: Sequence[BenchClaim], rng: random.Random) -> Iterator[list[BenchClaim]]:
    left = rng.sample(claims, len(claims))
    while left:
        size = rng.choice(SIZES)
        group: list[BenchClaim] = []
        roots: set[str] = set()
        for claim in list(left):
            if len(group) < size and _root(claim) not in roots:
                group.append(claim)
                roots.add(_root(claim))
                left.remove(claim)
        yield group


def _root(claim: BenchClaim) -> str:
    """The claim that it was made from."""
    if claim.fault is not None and claim.fault.of:
        return claim.fault.of
    return claim.id.rsplit(".p", 1)[0] if claim.control == "paraphrase" else claim.id


def _answer(
    document: BenchDocument, name: str, group: Sequence[BenchClaim], rng: random.Random
) -> tuple[BenchAnswer, list[BenchClaim]]:
    russian = is_russian(" ".join(c.statement for c in group))
    one, several = rng.choice(_MARKS[russian])
    text = ""
    members = []
    for claim in group:
        said = claim.statement.rstrip(" ;")
        # The mark stands before the full stop, but behind the dot of an abbreviation ("млн руб. (с. 2).").
        said = said if ends_in_abbreviation(said) else said.removesuffix(".")
        start = len(text)
        labels = [c.label for c in claim.cited]
        mark = (one if len(labels) == 1 else several).format(", ".join(labels))
        text += f"{said} {mark}. "
        members.append(
            claim.model_copy(
                update={
                    "answer": name,
                    "statement": said,
                    "spans": (BenchSpan(start=start, end=start + len(said)),),
                    "verbatim": True,
                }
            )
        )
    answer = BenchAnswer(
        id=name,
        document=document.id,
        question=rng.choice(_QUESTIONS[russian]),
        text=text.rstrip(),
        answerable=True,
    )
    return answer, members
