"""Cases that a policy is held to: what goes in, what must come out."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from atomcite.domain import Action, Channel, ChannelResult, ChannelVerdict, ClaimVerdict
from atomcite.domain.facts import Amount, Facts, Trait, Values
from atomcite.errors import PolicyError
from atomcite.policies.engine import Decision, Neighbour, Policy
from atomcite.policies.source import Lines

_FIRM = {ChannelVerdict.SUPPORTED: 1, ChannelVerdict.UNSUPPORTED: 4, ChannelVerdict.CONTRADICTED: 4}


class Example(BaseModel):
    """One `[[case]]` of a cases file. An absent channel verdict is `not_checked`; an absent grade the firmest for the
    verdict; what is absent of the expected is not looked at. `amount` is a number, with `currency` where it is known.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = ""
    text: ChannelVerdict = ChannelVerdict.NOT_CHECKED
    image: ChannelVerdict = ChannelVerdict.NOT_CHECKED
    text_grade: int | None = Field(default=None, ge=1, le=4)
    image_grade: int | None = Field(default=None, ge=1, le=4)
    text_odds: float | None = None
    image_odds: float | None = None
    neighbour: Neighbour = "none"
    values: Values = "none"
    traits: frozenset[Trait] = frozenset()
    amount: Decimal | None = None
    currency: str | None = None
    verdict: ClaimVerdict | None = None
    action: Action | None = None
    rule: str | None = None

    def decide(self, policy: Policy) -> Decision:
        """What `policy` makes of it."""
        amounts = () if self.amount is None else (Amount(value=self.amount, currency=self.currency),)
        return policy.decide(
            _result("text", self.text, self.text_grade, self.text_odds),
            _result("image", self.image, self.image_grade, self.image_odds),
            self.neighbour,
            Facts(values=self.values, traits=self.traits, amounts=amounts),
        )


class Failure(NamedTuple):
    """A case that came out otherwise. `number` counts from 1."""

    number: int
    name: str
    what: str


def read(path: str | Path) -> tuple[Example, ...]:
    """The cases in a TOML file. Raises PolicyError, with the line, for one that can't be read or says nothing."""
    try:
        text = Path(path).read_text("utf-8")
        data = tomllib.loads(text)
    except (OSError, ValueError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise PolicyError(f"The cases file {path} can't be read: {error}") from error
    found = data.get("case")
    if not isinstance(found, list) or not found or set(data) != {"case"}:
        raise PolicyError(f"The cases file {path} holds no cases.", "It is a list of [[case]] tables, nothing else.")
    cases = []
    for index, raw in enumerate(found):
        try:
            example = Example.model_validate(raw)
        except ValidationError as error:
            first = error.errors()[0]
            line = Lines(text).of(("case", index, *first["loc"]))
            place = ".".join(map(str, first["loc"]))
            raise PolicyError(f"{path}, line {line}: {place}: {first['msg']}") from error
        if (example.verdict, example.action, example.rule) == (None, None, None):
            line = Lines(text).of(("case", index))
            raise PolicyError(f"{path}, line {line}: the case expects nothing.", "Give verdict, action or rule.")
        cases.append(example)
    return tuple(cases)


def failures(policy: Policy, cases: Sequence[Example]) -> list[Failure]:
    """Cases of which `policy` makes something else than they expect."""
    found = []
    for number, example in enumerate(cases, 1):
        made = example.decide(policy)
        wrong = [
            f"{key} is {getattr(made, key)!s}, expected {expected!s}"
            for key in ("verdict", "action", "rule")
            if (expected := getattr(example, key)) is not None and expected != getattr(made, key)
        ]
        if wrong:
            review = f"; sent to a person for: {', '.join(made.review)}" if made.review else ""
            found.append(Failure(number, example.name, f"{', '.join(wrong)} (rule {made.rule!r}{review})"))
    return found


def _result(channel: Channel, verdict: ChannelVerdict, grade: int | None, odds: float | None) -> ChannelResult:
    return ChannelResult(
        channel=channel, verdict=verdict, grade=grade or _FIRM.get(verdict), engine="case", reason=(), odds=odds
    )
