"""What the judge asks of a model, whatever library runs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from atomcite.domain import Missing
from atomcite.judge.nli.formats import Format


@dataclass(frozen=True)
class Score:
    """Probabilities, 0..1, that a premise entails and that it contradicts a hypothesis; `contradiction` is None for a
    model that does not tell what is denied from what is not mentioned."""

    entailment: float
    contradiction: float | None = None


class Scorer(Protocol):
    """An entailment model. May be called from several threads."""

    @property
    def name(self) -> str:
        """The model's name, as reports show it."""
        ...

    @property
    def version(self) -> str:
        """Changes with the model's configuration, tokenizer and weights."""
        ...

    @property
    def format(self) -> Format: ...

    def missing(self) -> Missing | None: ...

    def count(self, text: str) -> int:
        """Tokens of a text, without the marks that frame an input."""
        ...

    def room(self, hypothesis: str) -> int:
        """Tokens left for the premise beside this hypothesis; 0 or less when it does not fit."""
        ...

    def reads(self, text: str) -> bool:
        """Whether the model knows the language of a text."""
        ...

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[Score]:
        """One score for each (premise, hypothesis). Raises EngineFailed when the model can't be loaded or run."""
        ...
