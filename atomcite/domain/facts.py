"""What a policy may know of a claim beside its channel verdicts: what code found, never a page's content."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

Values = Literal["none", "matched", "unmatched", "mismatched"]
"""What became of the numbers, dates and identifiers of a claim: it states none; each was found equal by a channel and
by none unequal; some were found equal by no channel; some channel found another value in their place."""
VALUES: tuple[Values, ...] = get_args(Values)

Trait = Literal["partial", "single_channel", "derived", "approximate", "low_quality", "modality", "signal"]
"""What may earn a claim a mark or a person's look: support of grade 3; one channel alone could check; the value was
computed from values on the page; it was equal as an approximate value only; a page was hard to read; the statement
says what someone shall, may or must not do; a page holds instruction-like or hidden text, or a text layer that says
something else than its picture."""
TRAITS: tuple[Trait, ...] = get_args(Trait)

ANY_CURRENCY = "any"


class Amount(BaseModel):
    """An amount of money that a claim states. `currency` is an ISO 4217 code where it is known."""

    model_config = ConfigDict(frozen=True)

    value: Decimal
    currency: str | None = None


class Facts(BaseModel):
    """`traits` without `partial` and `single_channel`, which follow from the verdicts."""

    model_config = ConfigDict(frozen=True)

    values: Values = "none"
    traits: frozenset[Trait] = frozenset()
    amounts: tuple[Amount, ...] = ()
