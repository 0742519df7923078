"""What a generated page holds: facts in cells, and claims about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Language = Literal["en", "ru"]
PeriodKind = Literal["year", "fiscal", "quarter", "half", "date"]
Block = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Period:
    """What a column or row is of. `index` is the quarter (1..4) or the half (1..2); a "date" is the last day of the
    year."""

    kind: PeriodKind
    year: int
    index: int = 0


@dataclass(frozen=True, slots=True)
class Label:
    """A row label: `text` as it is printed, `said` as a sentence says it. `gender` is that of the Russian noun ("m",
    "f", "n", "p" for a plural), in English "p" or "". `loss` is what a sentence calls a negative amount of it."""

    text: str
    said: str
    gender: str = ""
    loss: str = ""
    loss_gender: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One cell: `number` as printed with its sign, in units of 10^`exponent` of `unit` (an ISO 4217 code, "%", "pp",
    or a counted thing as the vocabulary names it). `group` is the segment or the party it is of, "" for none. `row`
    and `column` are its place in the grid of its table."""

    row: int
    column: int
    label: Label
    period: Period | None
    number: Decimal
    exponent: int
    unit: str
    group: str = ""

    @property
    def amount(self) -> Decimal:
        return self.number.scaleb(self.exponent)

    @property
    def decimals(self) -> int:
        exponent = self.number.as_tuple().exponent
        return -exponent if isinstance(exponent, int) and exponent < 0 else 0


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement, whether the page bears it out, and how it was made: "exact", "rounded" ... for true ones, the
    fault that was planted ("digit", "row" ...) for others."""

    statement: str
    true: bool
    kind: str


@dataclass(frozen=True)
class Sheet:
    """One page: what the template prints (`data`), and the claims about it."""

    family: str
    language: Language
    seed: int
    data: Mapping[str, object]
    claims: tuple[Claim, ...]
    builds: tuple[str, ...]
