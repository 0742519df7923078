"""ALCE's citation recall, precision and F1, over any judge of entailment.

Gao, Yen, Yu and Chen, "Enabling Large Language Models to Generate Text with Citations" (EMNLP 2023), section 4.3, in
the reading of their program (princeton-nlp/ALCE, eval.py):

- recall of a sentence is 1 when the passages it cites, put together, entail it; 0 without a citation, and 0 when any
  citation names no passage;
- a citation is precise when its sentence has recall 1, and it either entails the sentence alone or is needed: without
  it the rest no longer entail. A sole citation is as precise as its sentence's recall;
- an answer's recall is the mean over sentences, its precision the precise citations over all citations (0 without
  any); both are averaged over answers. Answers without a sentence do not count;
- of each sentence only the first `at_most` citations count (3 by default there), for recall as well;
- the citations of a sentence that names a passage which does not exist are not among "all citations": such a sentence
  costs recall only.

The program prints recall and precision; F1 here is the harmonic mean of the two. In text, passages are numbered from
1. Where it says [0] their program takes the last passage, by the accident of an index of -1; here that is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

AT_MOST = 3

P = TypeVar("P")

Entails = Callable[[Sequence[P], str], bool]
"""Whether passages, taken together in the order given, entail a statement."""


@dataclass(frozen=True)
class CitedSentence:
    """A statement without its citation marks, and the passages that it cites, by index from 0, as often as cited."""

    text: str
    cited: tuple[int, ...]


@dataclass(frozen=True)
class AlceAnswer(Generic[P]):
    sentences: tuple[CitedSentence, ...]
    passages: Sequence[P]


@dataclass(frozen=True)
class AlceSentence:
    """`recall` is 0 or 1; `precise` of `counted` citations are precise."""

    recall: int
    precise: int
    counted: int


@dataclass(frozen=True)
class AlceScore:
    """0..1, NaN without an answer. `overcited` of the `joint` sentences that several passages entail together have a
    citation that does nothing for them (each such citation counts, as published)."""

    recall: float
    precision: float
    f1: float
    answers: int
    joint: int
    overcited: int


def sentence_of(text: str) -> CitedSentence:
    """A sentence with marks like "[1][2]", split into statement and citations as the published program does."""
    cited = tuple(int(found) - 1 for found in re.findall(r"\[(\d+)", text))
    bare = re.sub(r" ?\[\d+", "", text).replace(" |", "").replace("]", "")
    return CitedSentence(bare.strip(), cited)


def alce_sentence(
    sentence: CitedSentence, passages: Sequence[P], entails: Entails[P], *, at_most: int | None = AT_MOST
) -> AlceSentence:
    """One sentence. `entails` is asked as seldom as possible, and never of no passages."""
    if not sentence.cited or any(not 0 <= i < len(passages) for i in sentence.cited):
        return AlceSentence(0, 0, 0)
    cited = sentence.cited[:at_most]
    if not entails([passages[i] for i in cited], sentence.text):
        return AlceSentence(0, 0, len(cited))
    if len(cited) == 1:
        return AlceSentence(1, 1, 1)
    precise = sum(
        entails([passages[i]], sentence.text) or not entails([passages[j] for j in _without(cited, i)], sentence.text)
        for i in cited
    )
    return AlceSentence(1, precise, len(cited))


def alce(answers: Iterable[AlceAnswer[P]], entails: Entails[P], *, at_most: int | None = AT_MOST) -> AlceScore:
    """The figures over `answers`. `at_most` None counts all citations."""
    recalls, precisions = [], []
    joint = overcited = 0
    for answer in answers:
        if not answer.sentences:
            continue
        found = [alce_sentence(s, answer.passages, entails, at_most=at_most) for s in answer.sentences]
        recalls.append(sum(s.recall for s in found) / len(found))
        citations = sum(s.counted for s in found)
        precisions.append(sum(s.precise for s in found) / citations if citations else 0.0)
        several = [s for s in found if s.recall and s.counted > 1]
        joint += len(several)
        overcited += sum(s.counted - s.precise for s in several)
    recall, precision = _mean(recalls), _mean(precisions)
    both = recall + precision
    f1 = 2 * recall * precision / both if both else 0.0
    return AlceScore(recall, precision, f1, len(recalls), joint, overcited)


def _without(cited: tuple[int, ...], passage: int) -> tuple[int, ...]:
    """Takes out the first citation of `passage` only: one that is cited twice stays."""
    at = cited.index(passage)
    return cited[:at] + cited[at + 1 :]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else float("nan")
