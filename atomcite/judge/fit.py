"""How a fact of a page meets a fact of a statement."""

from __future__ import annotations

from dataclasses import dataclass, field

from atomcite.judge.claim import Term
from atomcite.judge.correspondence import Dispute
from atomcite.judge.hits import Hit
from atomcite.judge.page import PageValue
from atomcite.judge.page_facts import PlacedFact
from atomcite.values import Comparison

OWN, LENT, TOPIC, JOINED, BEFORE = range(5)
"""Where a word of a fact may stand, the nearest first: in its clause, in the clause that it borrows from, in the
heading above it, in a clause that depends on it, in what a pronoun points to."""


@dataclass
class Fit:
    """How a fact of the page meets one of a statement: for its terms the hits, for its values the page's, what is
    missing and what speaks against it. `cost` orders fits, the least first."""

    placed: PlacedFact
    hits: dict[int, Hit] = field(default_factory=dict)
    tiers: dict[int, int] = field(default_factory=dict)
    values: dict[int, tuple[PageValue, Comparison]] = field(default_factory=dict)
    missing: list[Term] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    disputes: list[Dispute] = field(default_factory=list)
    loose: bool = False
    verb: Term | None = None

    @property
    def holds(self) -> bool:
        return not self.missing and not self.absent and not self.disputes

    @property
    def cost(self) -> float:
        return (
            sum(t.weight for t in self.missing) + len(self.absent) + len(self.disputes)
            + 0.1 * sum(self.tiers.values()) + 0.05 * self.loose
        )  # fmt: skip
