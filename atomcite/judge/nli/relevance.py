"""Which units of a page speak of what a statement speaks of: by its words and values, not by a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atomcite.judge.claim import Statement
from atomcite.judge.nli.chunks import Unit
from atomcite.judge.prepared import Prepared

_VALUE = 1.0
"""What a value weighs beside the words of a statement (`atomcite.judge.claim`: a word 1.0, a name 1.6)."""
_GAIN = 0.1
"""Share of a statement that a further unit must add to be worth its room."""

_SAID = 0.7
"""Likeness from which a word of the page stands for one of the statement."""


@dataclass(frozen=True)
class Cover:
    """How much of each word and value of a statement a passage has, 0..1."""

    shares: tuple[float, ...]
    weights: tuple[float, ...]

    @property
    def total(self) -> float:
        """Share of the statement's weight, 0..1."""
        whole = sum(self.weights)
        return sum(s * w for s, w in zip(self.shares, self.weights, strict=True)) / whole if whole else 0.0

    def worded(self, statement: Statement) -> bool:
        """Whether a word of weight is among what the passage has."""
        pairs = zip(statement.terms, self.shares, strict=False)  # the shares of values come after those of words
        return any(share >= _SAID and term.kind in {"name", "word", "predicate"} for term, share in pairs)

    def joined(self, other: Cover) -> Cover:
        """What both passages have between them."""
        return Cover(tuple(map(max, self.shares, other.shares)), self.weights)


def cover(statement: Statement, unit: Unit) -> Cover:
    """What one unit has of a statement; antonyms count, since what denies a statement speaks of the same."""
    page: Prepared = unit.page
    tokens = unit.headers.union(unit.tokens)
    shares = [max((h.score for h in page.hits(t) if h.token in tokens), default=0.0) for t in statement.terms]
    shares += [
        float(any(r.outcome == "equal" and v.first in tokens for v, r in page.compared(found.value)))
        for found in statement.values
    ]
    weights = [t.weight for t in statement.terms] + [_VALUE] * len(statement.values)
    return Cover(tuple(shares), tuple(weights))


def joint_units(statement: Statement, units: Sequence[Unit], room: int) -> tuple[Unit, ...]:
    """The units that between them have most of a statement, in reading order and within `room` tokens: the evidence,
    if it is spread. Empty when one unit has all that any have, or when the best of them don't fit together. A
    sentence that has nothing of the statement but a number is of something else."""
    covers = {unit: found for unit in units if (found := cover(statement, unit)).worded(statement)}
    chosen: list[Unit] = []
    so_far: Cover | None = None
    length = 0
    while len(chosen) < len(covers):
        free = [u for u in covers if u not in chosen and length + u.length + 1 <= room]
        gains = {u: (covers[u] if so_far is None else so_far.joined(covers[u])).total for u in free}
        best = max(gains, key=lambda u: gains[u], default=None)
        if best is None or gains[best] - (so_far.total if so_far else 0.0) < _GAIN:
            break
        chosen.append(best)
        so_far = covers[best] if so_far is None else so_far.joined(covers[best])
        length += best.length + 1
    order = {unit: i for i, unit in enumerate(units)}
    return tuple(sorted(chosen, key=lambda u: order[u])) if len(chosen) > 1 else ()
