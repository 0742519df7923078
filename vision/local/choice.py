"""From the logits of lettered options to a verdict that owns up to doubt.

The options carry letters, and each prompt is asked once for every cyclic order of the options. A model that likes
the letter A, or the first place, likes it in every order: in the mean over orders all options gain the same from
it. The bias and its cure: Zheng et al. 2024, "Large Language Models Are Not Robust Multiple Choice Selectors";
Pezeshkpour and Hruschka 2024, "Large Language Models Sensitivity to the Order of Options in Multiple-Choice
Questions".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from atomcite.errors import ModelError
from atomcite.vision.local.calibration import softmax
from atomcite.vision.local.prompt import LETTERS, Option

SURE = 0.5
MARGIN = 0.25
"""An option is chosen when it has at least the probability `SURE` and leads the next by `MARGIN`."""

CLEAR = 0.8
"""Support with at least this probability gets grade 2; below it is grade 3, which a person should look at."""


@dataclass(frozen=True)
class LetterTokens:
    """How a tokenizer writes the letters after a prompt: `lead` first, then any token of `ids[letter]`."""

    lead: tuple[int, ...]
    ids: tuple[tuple[int, ...], ...]


def letter_tokens(encode: Callable[[str], Sequence[int]]) -> LetterTokens:
    """The tokens that tell the letters apart. `encode` gives token ids without special tokens.

    Where "A" and " A" are tokens of their own both count, since models differ in which they would write. Raises
    ModelError when the tokenizer can't tell the letters apart.
    """
    plain = [tuple(encode(letter)) for letter in LETTERS]
    lead = 0
    while all(len(p) > lead + 1 for p in plain) and len({p[: lead + 1] for p in plain}) == 1:
        lead += 1
    ids = [{p[lead]} for p in plain if len(p) > lead]
    if lead == 0:
        for known, letter in zip(ids, LETTERS, strict=False):
            spaced = encode(f" {letter}")
            if len(spaced) == 1:
                known.add(spaced[0])
    if len(ids) != len(LETTERS) or len(set.union(*ids)) != sum(len(i) for i in ids):
        raise ModelError(
            f"The model's tokenizer can't tell the letters {', '.join(LETTERS)} apart.",
            "Choose another model for --image transformers.",
        )
    return LetterTokens(plain[0][:lead], tuple(tuple(sorted(i)) for i in ids))


def option_scores(logits: Any, tokens: LetterTokens, orders: Sequence[Sequence[Option]]) -> dict[Option, float]:
    """Mean log-probability of each option over `orders`; `logits` has one row (vocabulary) an order."""
    table = logits.log_softmax(-1)
    totals = dict.fromkeys(Option, 0.0)
    for row, order in zip(table, orders, strict=True):
        for ids, option in zip(tokens.ids, order, strict=True):
            totals[option] += float(row[list(ids)].logsumexp(0)) / len(orders)
    return totals


@dataclass(frozen=True)
class Choice:
    """Probabilities of the options, which sum to 1."""

    probabilities: dict[Option, float]

    @classmethod
    def of(cls, scores: dict[Option, float], temperature: float) -> Choice:
        return cls(dict(zip(scores, softmax(list(scores.values()), temperature), strict=True)))

    @property
    def best(self) -> Option:
        return max(self.probabilities, key=self.probabilities.__getitem__)

    @property
    def is_sure(self) -> bool:
        first, second, *_ = sorted(self.probabilities.values(), reverse=True)
        return first >= SURE and first - second >= MARGIN

    @property
    def grade(self) -> int:
        """Support grade of a sure choice. Never 1: that a page says so in these words is not what was asked."""
        if self.best is not Option.SUPPORTED:
            return 4
        return 2 if self.probabilities[self.best] >= CLEAR else 3

    def shown(self) -> dict[str, str]:
        """Percentages for messages, by option."""
        return {option.value: f"{100 * p:.0f}" for option, p in self.probabilities.items()}
