"""What a piece of text can be as a value: a quantity, a date, a period, a time of day, an identifier."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Qualifier = Literal["exact", "about", "over", "under", "at_least", "at_most"]
PeriodKind = Literal["quarter", "half", "fiscal_year"]

ONE = Decimal(1)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a numeral. `step` is the granularity as written, scale included: 1.58 billion -> 10 million."""

    number: Decimal
    step: Decimal


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts.

    `readings` has the likeliest first; more than one where the notation is ambiguous (1,234). `top` is the upper end
    of a range. `unit` is an ISO 4217 code, "%", "pp" (percentage points), "bp" (basis points), "fraction", a duration
    ("day", "business day", "calendar day", ...), a physical unit, or "" when none is written. `scale` is the scale
    word as a factor (1 when none). `bracketed` marks an accounting negative, "(1,234)".
    """

    readings: tuple[Reading, ...]
    unit: str = ""
    qualifier: Qualifier = "exact"
    top: tuple[Reading, ...] = ()
    scale: Decimal = ONE
    bracketed: bool = False
    in_words: bool = False


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date with the parts that are written. A bare year has only `year`."""

    year: int | None = None
    month: int | None = None
    day: int | None = None


@dataclass(frozen=True, slots=True)
class DateValue:
    """A calendar date; two readings where day and month can't be told apart (03/04/2024)."""

    readings: tuple[PartialDate, ...]

    @property
    def year_only(self) -> bool:
        return all(r.month is None for r in self.readings)


@dataclass(frozen=True, slots=True)
class Period:
    """A quarter (`index` 1..4), a half-year (1..2) or a fiscal year (index 0); `year` None when it is not written."""

    kind: PeriodKind
    index: int
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day."""

    hour: int
    minute: int
    second: int | None = None


@dataclass(frozen=True, slots=True)
class Identifier:
    """A contract, docket, clause, form number and the like: compared character by character, never as a quantity.

    `label` is the kind of word that stood before it ("clause", "number", ...), "" when the shape alone told.
    """

    text: str
    label: str = ""


Value = Quantity | DateValue | Period | Clock | Identifier


@dataclass(frozen=True, slots=True)
class Found:
    """A value and where it stands: `text[start:end]` in the parsed string."""

    value: Value
    start: int
    end: int
    text: str
