"""A citation mark: where it stands in an answer, and what it says."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from atomcite.answers.pages import Trouble
from atomcite.domain import PageRef

Kind = Literal["bracket", "prose", "prefix", "reference"]
"""`reference` is a mark that is no page citation as far as we are told: `[7]` or `[^3]` without the option."""

OPENING = "([{【［（｛⟨‹<"
CLOSING = ")]}】］）｝⟩›>"
"""The brackets that marks stand in, ASCII, wide and angle."""


@dataclass(frozen=True)
class Mark:
    """One citation mark at `start:end` of the answer.

    `leads` is set when the wording makes it speak of what follows ("Page 7:", "According to page 5,").
    `wide` is set when it says that it stands for the whole paragraph.
    """

    start: int
    end: int
    kind: Kind
    pages: tuple[PageRef, ...]
    document: str | None = None
    leads: bool = False
    wide: bool = False
    troubles: tuple[tuple[Trouble, str], ...] = ()


def touching(marks: Sequence[Mark], a: int, b: int) -> Sequence[Mark]:
    """Those of `marks` (ascending, without overlap) that begin before `b` and end at `a` or later."""
    return marks[bisect_left(marks, a, key=lambda m: m.end) : bisect_left(marks, b, key=lambda m: m.start)]
