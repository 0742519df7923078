"""The policy engine: a decision table over both channel verdicts and what the window holds.

A policy sees verdicts and grades, never a page's content, so nothing that stands on a neighbouring page can reach the
verdict on the cited one: the window comes in as "none", "one" or "several" pages found, or "unknown" when nothing was
found and some page there could not be read. A rule may use it only where neither channel supports the claim.
"""

from __future__ import annotations

from itertools import product
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from atomcite.domain import Action, Channel, ChannelResult, ChannelVerdict, ClaimVerdict

Neighbour = Literal["none", "one", "several", "unknown"]
NEIGHBOURS: tuple[Neighbour, ...] = get_args(Neighbour)
Leaning = Literal["image", "text", "neither"]
_SUPPORTED = ChannelVerdict.SUPPORTED


class Decision(BaseModel):
    """What a policy made of a claim. `rule` is the name of the rule that fired."""

    model_config = ConfigDict(frozen=True)

    verdict: ClaimVerdict
    action: Action
    rule: str
    leaning: Channel | None = None
    single_channel: bool = False


class Rule(BaseModel):
    """One line of the table. An absent condition holds for every value; the first rule that fits decides."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    text: tuple[ChannelVerdict, ...] = tuple(ChannelVerdict)
    image: tuple[ChannelVerdict, ...] = tuple(ChannelVerdict)
    neighbour: tuple[Neighbour, ...] = NEIGHBOURS
    verdict: ClaimVerdict
    action: Action

    @property
    def asks_window(self) -> bool:
        return set(self.neighbour) != set(NEIGHBOURS)

    def fits(self, text: ChannelVerdict, image: ChannelVerdict, neighbour: Neighbour) -> bool:
        return text in self.text and image in self.image and neighbour in self.neighbour


class Policy(BaseModel):
    """A whole policy. Raises pydantic.ValidationError when the table has a gap, a rule that can never fire, or lets
    the window bear on a claim that a channel supports.

    `window` is N of the +-N pages looked at for suggestions; `grade_needed` the weakest support grade (1..4) that
    still counts as support; `leaning` the channel that a conflict leans to.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    description: str = ""
    window: int = Field(default=2, ge=0, le=50)
    grade_needed: int = Field(default=3, ge=1, le=4)
    leaning: Leaning = "image"
    uncited_action: Action = Action.FLAG
    no_such_page_action: Action = Action.FLAG
    rules: tuple[Rule, ...] = Field(alias="rule")

    @model_validator(mode="after")
    def _is_whole(self) -> Policy:
        fired: set[str] = set()
        names = [rule.name for rule in self.rules]
        if len(set(names)) != len(names):
            raise ValueError("two rules have the same name")
        for text, image, neighbour in product(ChannelVerdict, ChannelVerdict, NEIGHBOURS):
            rule = next((r for r in self.rules if r.fits(text, image, neighbour)), None)
            if rule is None:
                raise ValueError(f"no rule for text={text}, image={image}, neighbour={neighbour}")
            fired.add(rule.name)
            if rule.asks_window and _SUPPORTED in (text, image):
                raise ValueError(f"rule {rule.name!r} lets a neighbouring page bear on a claim that is supported")
            if rule.verdict is ClaimVerdict.CORRECT and _SUPPORTED not in (text, image):
                raise ValueError(f"rule {rule.name!r} calls correct what no channel supports")
        if idle := [name for name in names if name not in fired]:
            raise ValueError(f"rule {idle[0]!r} can never fire: earlier rules take all its cases")
        return self

    def standing(self, result: ChannelResult | None) -> ChannelVerdict:
        """The verdict that counts: support weaker than `grade_needed` is none; an absent channel checked nothing."""
        if result is None:
            return ChannelVerdict.NOT_CHECKED
        if result.verdict is _SUPPORTED and (result.grade or 4) > self.grade_needed:
            return ChannelVerdict.UNSUPPORTED
        return result.verdict

    def needs_window(self, text: ChannelResult | None, image: ChannelResult | None) -> bool:
        """True when the outcome depends on what the neighbouring pages hold."""
        found = (self._fire(text, image, neighbour) for neighbour in NEIGHBOURS)
        return self.window > 0 and len({(rule.verdict, rule.action) for rule in found}) > 1

    def decide(
        self, text: ChannelResult | None, image: ChannelResult | None, neighbour: Neighbour = "none"
    ) -> Decision:
        """Total: every combination has an outcome, checked when the policy was made."""
        rule = self._fire(text, image, neighbour)
        text_verdict, image_verdict = self.standing(text), self.standing(image)
        conflict = rule.verdict is ClaimVerdict.CONFLICT
        unchecked = [text_verdict, image_verdict].count(ChannelVerdict.NOT_CHECKED)
        return Decision(
            verdict=rule.verdict,
            action=rule.action,
            rule=rule.name,
            leaning=None if not conflict or self.leaning == "neither" else self.leaning,
            single_channel=unchecked == 1,
        )

    def _fire(self, text: ChannelResult | None, image: ChannelResult | None, neighbour: Neighbour) -> Rule:
        a, b = self.standing(text), self.standing(image)
        return next(rule for rule in self.rules if rule.fits(a, b, neighbour))
