"""ALCE's result files, scored as its program scores them, by an entailment model or by AtomCite's own rules.

A file is an object whose `data` is a list of `question`, `docs` (each with `title` and `text`, or `sent`) and
`output`, as princeton-nlp/ALCE's run.py writes it. Of an output only the first line counts, and "<|im_end|>" is taken
out, as there. Sentences are split by pysbd where their program takes NLTK's Punkt: one may be cut elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pysbd
from pydantic import BaseModel, Field, ValidationError, model_validator

from atomcite import judge
from atomcite.benchmarks.metrics.alce import AlceAnswer, sentence_of
from atomcite.benchmarks.prose.layout import lay_out
from atomcite.domain import ChannelVerdict
from atomcite.errors import DatasetError
from atomcite.judge.nli import Scorer


class _Passage(BaseModel):
    title: str = ""
    text: str | None = None
    sent: str | None = None

    @model_validator(mode="after")
    def _says_something(self) -> _Passage:
        if self.text is None and self.sent is None:
            raise ValueError("a passage has `text`, or `sent`")
        return self

    @property
    def premise(self) -> str:
        return f"Title: {self.title}\n{self.text if self.sent is None else self.sent}"


class _Item(BaseModel):
    question: str = ""
    output: str
    docs: list[_Passage] = Field(default_factory=list)


class _Results(BaseModel):
    data: list[_Item]


def read_results(path: Path, *, list_answers: bool = False) -> tuple[AlceAnswer[str], ...]:
    """The answers of a result file; passages are what the judge is given of them. With `list_answers` (QAMPARI) an
    output is a list parted by commas, and each part after the question is a statement. Raises DatasetError."""
    try:
        found = _Results.model_validate(json.loads(path.read_text("utf-8")))
    except OSError as error:
        raise DatasetError(
            f"{path} can't be read: {error.strerror or error}", "Give a result file of ALCE."
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DatasetError(
            f"{path}: {where}: {first['msg']}", "Give a result file of ALCE: it has `data`."
        ) from error
    except ValueError as error:
        raise DatasetError(f"{path} is no JSON: {error}", "Give a result file of ALCE.") from error
    return tuple(_answer(item, list_answers) for item in found.data)


def _answer(item: _Item, list_answers: bool) -> AlceAnswer[str]:
    output = item.output.strip().split("\n")[0].replace("<|im_end|>", "")
    if list_answers:
        listed = output.rstrip().rstrip(".").rstrip(",").split(",")
        sentences = [f"{item.question} {part.strip()}" for part in listed]
    else:
        sentences = [s for s in pysbd.Segmenter(language="en", clean=False).segment(output) if s.strip()]
    return AlceAnswer(tuple(map(sentence_of, sentences)), tuple(d.premise for d in item.docs))


class ModelEntailment:
    """A model's own answer: entailed where its probability is at least one half. `cut` counts pairs that were longer
    than its input: these are cut at word ends, and the first piece that fits is all that it sees."""

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer
        self._said: dict[tuple[str, str], bool] = {}
        self.cut = 0

    def __call__(self, passages: Sequence[str], statement: str) -> bool:
        premise = "\n".join(passages)
        if (premise, statement) not in self._said:
            fitting = self._fitting(premise, self._scorer.room(statement))
            self._said[premise, statement] = self._scorer.score([(fitting, statement)])[0].entailment >= 0.5
        return self._said[premise, statement]

    def _fitting(self, premise: str, room: int) -> str:
        if self._scorer.count(premise) <= room:
            return premise
        self.cut += 1
        words = premise.split(" ")
        low, high = 0, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            if self._scorer.count(" ".join(words[:middle])) <= room:
                low = middle
            else:
                high = middle - 1
        return " ".join(words[:low])


class RulesEntailment:
    """AtomCite's embedded judge, where no model is at hand: figures by it are not ALCE's, and can be compared among
    themselves only."""

    def __init__(self) -> None:
        self._judge = judge.get("rules")
        self.name = f"rules {self._judge.version}"

    def __call__(self, passages: Sequence[str], statement: str) -> bool:
        page = lay_out("\n\n".join(passages).replace("\n", "\n\n"))
        return self._judge.judge([page], [statement])[0].verdict is ChannelVerdict.SUPPORTED
