"""What is to be injected, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from atomcite.benchmarks.dataset import Dataset, Difficulty, ErrorType
from atomcite.errors import UsageError

INJECTED: tuple[ErrorType, ...] = tuple(t for t in get_args(ErrorType) if t != "other")
"""All types that are injected, in the order of the model."""

Reason = Literal[
    "cited_page_may_support",
    "other_page_may_support",
    "not_found_on_true_page",
    "page_unread",
    "two_scales_on_page",
    "other_language",
    "same_as_another",
    "over_quota",
    "spans_cells",
    "not_one_column",
    "not_a_whole_sentence",
    "words_unknown",
    "read_unsurely",
    "read_differently",
    "label_unclear",
    "header_unclear",
]
"""Why something that was made is not in the set. `not_found_on_true_page`: the strict search does not find the
correct statement itself where it is true, so its silence elsewhere proves nothing. `over_quota`: verified, but more
of it than the plan asks for. From `spans_cells` on: why a text of a page is not taken as a correct statement - its
words lie in several cells or columns, it is cut, no dictionary knows them, the pixels are read unsurely or otherwise,
or the layout does not bear out the label or the header of a table's cell."""


@dataclass(frozen=True)
class Plan:
    """What to inject.

    `controls` is the share (0..1) of correct claims in the outcome, half of them paraphrases where there are enough;
    None keeps all the originals and none of the paraphrases. There are no more correct claims than the data set and
    its paraphrases give, so this decides how many errors are taken; types take turns until there are as many, and one
    is short only where no more of it could be verified. `per_type` is the most for each type besides. `difficulty`
    weighs degrees against each other when there are more errors than are taken; a degree that is left out of a
    mapping that names others is not made. `balance` cuts every type to the number of the rarest that was made at all.
    `answers` puts the claims together into answers with citation marks.
    """

    types: tuple[ErrorType, ...] = INJECTED
    per_type: int | None = None
    controls: float | None = 0.5
    difficulty: Mapping[Difficulty, float] = field(default_factory=dict)
    balance: bool = False
    answers: bool = True

    def __post_init__(self) -> None:
        unknown = [t for t in self.types if t not in INJECTED]
        if unknown:
            raise UsageError(f"No such error: {', '.join(unknown)}.", f"There are {', '.join(INJECTED)}.")
        if self.per_type is not None and self.per_type < 1:
            raise UsageError("The number of errors for each type must be 1 or more.")
        if self.controls is not None and not 0 <= self.controls < 1:
            raise UsageError("The share of controls must be at least 0 and under 1.")
        if any(w < 0 for w in self.difficulty.values()) or (self.difficulty and not sum(self.difficulty.values())):
            raise UsageError("Weights of difficulty must not be negative, nor all of them zero.")


@dataclass(frozen=True)
class Dropped:
    """Something that was made of the claim `of` and left out. `statement` is what it would have said, `page` the one
    that it would have cited (None for none), `detail` what stands in the way."""

    type: str
    of: str
    statement: str
    page: int | None
    reason: Reason
    detail: str = ""


@dataclass(frozen=True)
class Injected:
    """The data set with controls and errors, and what was left out of it. `notes` are what its maker should be told:
    documents that are not in it or not verified in whole, a share that could not be reached."""

    dataset: Dataset
    dropped: tuple[Dropped, ...]
    notes: tuple[str, ...] = ()

    @property
    def counts(self) -> Counter[tuple[str, str]]:
        """(type, reason) -> how many were dropped."""
        return Counter((d.type, d.reason) for d in self.dropped)
