"""What one window of a page says of a statement."""

from __future__ import annotations

from dataclasses import dataclass, field

from atomcite.domain import ChannelVerdict, Message
from atomcite.judge.claim import Statement, Term
from atomcite.judge.correspondence import Dispute
from atomcite.judge.hits import Hit
from atomcite.judge.timing import ValueMatch
from atomcite.judge.windows import Window
from atomcite.values import Quantity


@dataclass(frozen=True)
class Assessment:
    """What one window says of a statement. `rank` orders assessments: what decides comes first."""

    statement: Statement
    window: Window | None
    verdict: ChannelVerdict
    grade: int
    score: float
    hits: tuple[Hit | None, ...] = ()
    covered: tuple[float, ...] = ()
    values: tuple[ValueMatch, ...] = ()
    failing: tuple[Term, ...] = ()
    flipped: str = ""
    displaced: str = ""
    rank: tuple[int, float] = field(default=(0, 0.0))
    local: float = 0.0
    in_total: bool = False
    disputes: tuple[Dispute, ...] = ()
    doubts: tuple[Message, ...] = ()

    def covers_with(self, other: Assessment) -> bool:
        """Whether two windows on two pages bear the statement out between them, each giving something of weight."""
        if not self.window or not other.window or self.flipped or other.flipped or self.displaced or other.displaced:
            return False
        for both in zip(self.values, other.values, strict=True):
            if not any(m.outcome in {"match", "elsewhere"} for m in both):
                return False
        total = sum(t.weight for t in self.statement.terms) or 1.0
        union = 0.0
        gain = [0.0, 0.0]
        for term, a, b in zip(self.statement.terms, self.covered, other.covered, strict=True):
            best = max(a, b)
            if term.kind == "name" and best == 0.0:
                return False
            union += best * term.weight
            gain[0] += max(0.0, a - b) * term.weight
            gain[1] += max(0.0, b - a) * term.weight
        for i, pair in enumerate(zip(self.values, other.values, strict=True)):
            ok = [m.outcome in {"match", "elsewhere"} for m in pair]
            weight = 1.0 if isinstance(self.statement.values[i].value, Quantity) else 0.8
            if ok[0] != ok[1]:
                gain[0 if ok[0] else 1] += weight
        return union / total >= 0.8 and min(gain) >= 0.8
