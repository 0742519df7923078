"""An entailment model whose answers a test gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from atomcite.domain import Missing
from atomcite.judge.nli import Format, Score
from atomcite.judge.nli.formats import format_of

MNLI = format_of(
    {
        "architectures": ["XForSequenceClassification"],
        "id2label": {0: "entailment", 1: "neutral", 2: "contradiction"},
    },
    ["any"],
)
Answer = Callable[[str, str], Score]


class Oracle:
    """A `Scorer` that counts words as tokens and answers from a function of premise and hypothesis."""

    name = "oracle"
    version = "1"

    def __init__(
        self, answer: Answer, *, chunk: int = 256, longest: int = 512, languages: Sequence[str] = ()
    ) -> None:
        self.answer = answer
        self.format: Format = replace(MNLI, chunk=chunk)
        self.longest = longest
        self.languages = languages
        self.asked: list[tuple[str, str]] = []

    def missing(self) -> Missing | None:
        return None

    def count(self, text: str) -> int:
        return len(text.split())

    def room(self, hypothesis: str) -> int:
        return self.longest - self.count(hypothesis) - 3

    def reads(self, text: str) -> bool:
        return not self.languages or ("ru" in self.languages) == any("а" <= c <= "я" for c in text.lower())

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[Score]:
        self.asked += pairs
        assert all(self.count(p) + self.count(h) + 3 <= self.longest for p, h in pairs)
        return [self.answer(p, h) for p, h in pairs]


def entails(*parts: str, yes: float = 0.97, no: float = 0.02) -> Answer:
    """Entailed by a premise that has all of these parts."""
    return lambda premise, _: Score(yes if all(p in premise for p in parts) else no, 0.01)
