"""The policy engine: a decision table over both channel verdicts and what the window holds.

A policy sees verdicts, grades and facts that code found, never a page's content, so nothing that stands on a
neighbouring page can reach the verdict on the cited one: the window comes in as "none", "one" or "several" pages
found, or "unknown" when nothing was found and some page there could not be read. A rule may use it only where neither
channel supports the claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import product
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from atomcite.domain import Action, Channel, ChannelResult, ChannelVerdict, ClaimVerdict
from atomcite.domain.facts import ANY_CURRENCY, VALUES, Facts, Trait, Values
from atomcite.policies.currencies import CURRENCIES

Neighbour = Literal["none", "one", "several", "unknown"]
NEIGHBOURS: tuple[Neighbour, ...] = get_args(Neighbour)
Support = Literal["none", "near", "weak", "firm", "partial"]
"""The weakest support that counts among the supporting channels: grades 1 and 2 are firm, grade 3 is partial. Where
no channel supports, "weak" when both lean to the claim and their odds together reach `odds_needed`, "near" when none
contradicts and one says that the page comes near the claim (grade 3, or support that the policy does not count), else
"none"."""
SUPPORTS: tuple[Support, ...] = get_args(Support)
Leaning = Literal["image", "text", "neither", "weight"]
Confirming = Literal["any", "both", "text", "image"]
Criterion = Literal["channels", "grade", "distance"]

_SUPPORTED, _NOT_CHECKED = ChannelVerdict.SUPPORTED, ChannelVerdict.NOT_CHECKED
FORBIDDEN = (ClaimVerdict.NO_SUCH_PAGE, ClaimVerdict.UNCITED)
"""Verdicts that no rule can give: code alone finds them, before any channel is asked."""
_PARTIAL = 3

_WEIGHT_OF_CONTRADICTION = 1.0
_WEIGHT_OF_ABSENCE = 2 / 3
"""A page that says otherwise is as sure a finding as a verbatim quote; one that does not say it is weaker: words are
missed more easily than they are made up."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Case(NamedTuple):
    """One combination of what the table is asked."""

    text: ChannelVerdict
    image: ChannelVerdict
    support: Support
    values: Values
    neighbour: Neighbour

    def __str__(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self._asdict().items())


class Decision(BaseModel):
    """What a policy made of a claim. `rule` is the name of the rule that fired. `review` says why the action became
    `flag` although the rule says otherwise; `marks` are what a reader should see beside a claim that is kept; `near`
    says that the page comes near a claim that no channel supports."""

    model_config = ConfigDict(frozen=True)

    verdict: ClaimVerdict
    action: Action
    rule: str
    leaning: Channel | None = None
    single_channel: bool = False
    review: tuple[str, ...] = ()
    marks: tuple[Trait, ...] = ()
    near: bool = False


class Rule(_Table):
    """One line of the table. An absent condition holds for every value."""

    name: Annotated[str, Field(min_length=1)]
    text: tuple[ChannelVerdict, ...] = tuple(ChannelVerdict)
    image: tuple[ChannelVerdict, ...] = tuple(ChannelVerdict)
    support: tuple[Support, ...] = SUPPORTS
    values: tuple[Values, ...] = VALUES
    neighbour: tuple[Neighbour, ...] = NEIGHBOURS
    verdict: ClaimVerdict
    action: Action

    @property
    def asks_window(self) -> bool:
        return set(self.neighbour) != set(NEIGHBOURS)

    def fits(self, case: Case) -> bool:
        return (
            case.text in self.text
            and case.image in self.image
            and case.support in self.support
            and case.values in self.values
            and case.neighbour in self.neighbour
        )


class Suggestions(_Table):
    """Which pages of the window are proposed. `channels` must confirm; `order` ranks; pages of as many channels whose
    grades lie within `margin` are equally good, and none of them is chosen for the user; `widen` looks through the
    whole document where the window holds nothing; `joint` looks at two neighbouring pages together where none alone
    holds the statement; at most `limit` are listed."""

    channels: Confirming = "any"
    order: tuple[Criterion, ...] = ("channels", "grade", "distance")
    margin: int = Field(default=0, ge=0, le=3)
    widen: bool = False
    joint: bool = False
    limit: int = Field(default=5, ge=1, le=50)


def _currency(code: str) -> str:
    if code != ANY_CURRENCY and code not in CURRENCIES:
        raise PydanticCustomError(
            "currency", "is no currency: give its ISO 4217 code (USD, EUR, RUB, ...), or any for all others"
        )
    return code


class Review(_Table):
    """What needs a person, whatever the rule says. `amount_above` maps currencies (ISO 4217; "any" for all others) to
    the largest amount that needs none, greater than 0."""

    on: tuple[Trait, ...] = ("signal",)
    amount_above: dict[Annotated[str, AfterValidator(_currency)], Annotated[Decimal, Field(gt=0)]] = {}

    def triggers(self, traits: frozenset[Trait], facts: Facts) -> tuple[str, ...]:
        found: list[str] = [t for t in self.on if t in traits]
        for amount in facts.amounts:
            limit = self.amount_above.get(amount.currency or ANY_CURRENCY, self.amount_above.get(ANY_CURRENCY))
            if limit is not None and abs(amount.value) > limit:
                found.append("amount")
                break
        return tuple(found)


class Weight(_Table):
    text: float = Field(default=1.0, ge=0)
    image: float = Field(default=1.0, ge=0)


class Problem(NamedTuple):
    """Something that does not hold together. `rule` is its index where it lies with one rule."""

    what: str
    rule: int | None = None


class PolicyIncoherent(ValueError):
    """A table with gaps, contradictions or rules that can't fire: all that was found."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(p.what for p in problems))
        self.problems = problems


class Policy(_Table):
    """A whole policy. Raises pydantic.ValidationError, around a PolicyIncoherent, when the table has a gap, a rule
    that can never fire, or lets the window bear on a claim that a channel supports.

    `channels` are those that are run. `hit` is the decision table's hit policy (names of the DMN standard, OMG 2015):
    "first" takes the first rule that fits, "unique" allows no two to fit one case. `window` is N of the +-N pages
    looked at for suggestions; `joint` "each" asks support from each page of a citation of several, "together" from
    all in common; `grade_needed` is the weakest support grade (1..4) that still counts; `odds_needed` is what the
    log-odds of two channels that lean to a claim must reach in all to be weak support; `leaning` the channel that a
    conflict leans to ("weight": the one with the surer finding times its weight); `derived` allows values that are
    computed from values on the page.
    """

    name: str
    description: str = ""
    channels: tuple[Channel, ...] = Field(default=("text", "image"), min_length=1)
    hit: Literal["first", "unique"] = "first"
    window: int = Field(default=2, ge=0, le=50)
    joint: Literal["together", "each"] = "together"
    grade_needed: int = Field(default=3, ge=1, le=4)
    odds_needed: float = Field(default=1.0, ge=0)
    leaning: Leaning = "image"
    weight: Weight = Weight()
    derived: bool = False
    marks: tuple[Trait, ...] = ("partial", "derived")
    uncited_action: Action = Action.FLAG
    no_such_page_action: Action = Action.FLAG
    suggestions: Suggestions = Suggestions()
    review: Review = Review()
    rules: tuple[Rule, ...] = Field(alias="rule")

    @model_validator(mode="after")
    def _is_whole(self) -> Policy:
        if problems := tuple(_problems(self)):
            raise PolicyIncoherent(problems)
        return self

    def cases(self) -> Iterator[Case]:
        """Every combination that can come about, in a stable order."""
        for text, image in product(self._verdicts("text"), self._verdicts("image")):
            supports: tuple[Support, ...] = ("none",)
            if ChannelVerdict.UNSUPPORTED in (text, image) and ChannelVerdict.CONTRADICTED not in (text, image):
                supports = ("none", "near")
            if self._counts_leaning:
                supports += ("weak",)
            if _SUPPORTED in (text, image):
                supports = ("firm", "partial") if self.grade_needed >= _PARTIAL else ("firm",)
            for support, values, neighbour in product(supports, VALUES, NEIGHBOURS):
                yield Case(text, image, support, values, neighbour)

    def rule_for(self, case: Case) -> Rule:
        """The rule that decides `case`."""
        return next(rule for rule in self.rules if rule.fits(case))

    def standing(self, result: ChannelResult | None) -> ChannelVerdict:
        """The verdict that counts: support weaker than `grade_needed` is none; an absent channel checked nothing."""
        if result is None:
            return _NOT_CHECKED
        if result.verdict is _SUPPORTED and (result.grade or 4) > self.grade_needed:
            return ChannelVerdict.UNSUPPORTED
        return result.verdict

    def case(
        self, text: ChannelResult | None, image: ChannelResult | None, neighbour: Neighbour, facts: Facts
    ) -> Case:
        """What the table is asked for two channel results. Channels that the policy does not use count as absent;
        support by a sum or difference is none where the policy does not allow it."""
        refused = "derived" in facts.traits and not self.derived
        counted: list[ChannelVerdict] = []
        grades: list[int] = []
        odds: list[float] = []
        near = False
        for channel, result in (("text", text), ("image", image)):
            verdict = self.standing(result) if channel in self.channels else _NOT_CHECKED
            if verdict is _SUPPORTED and refused:
                verdict = ChannelVerdict.UNSUPPORTED
            if result and verdict is _SUPPORTED:
                grades.append(result.grade or 4)
            elif result and verdict is ChannelVerdict.UNSUPPORTED:
                near = near or (result.grade or 4) <= _PARTIAL
            if result and channel in self.channels and result.odds is not None:
                odds.append(result.odds)
            counted.append(verdict)
        support: Support = "none"
        if grades:
            support = "partial" if max(grades) >= _PARTIAL else "firm"
        elif self._counts_leaning and len(odds) > 1 and sum(odds) >= self.odds_needed and not refused:
            support = "weak"
        elif near and ChannelVerdict.CONTRADICTED not in counted:
            support = "near"
        return Case(counted[0], counted[1], support, facts.values, neighbour)

    @property
    def looks_at_pairs(self) -> bool:
        """Whether two pages together may be suggested: not where each page of a citation must do by itself."""
        return self.suggestions.joint and self.joint == "together"

    def needs_window(
        self, text: ChannelResult | None, image: ChannelResult | None, facts: Facts | None = None
    ) -> bool:
        """True when the outcome depends on what the neighbouring pages hold."""
        rules = (self.rule_for(self.case(text, image, n, facts or Facts())) for n in NEIGHBOURS)
        return self.window > 0 and len({(rule.verdict, rule.action) for rule in rules}) > 1

    def decide(
        self,
        text: ChannelResult | None,
        image: ChannelResult | None,
        neighbour: Neighbour = "none",
        facts: Facts | None = None,
    ) -> Decision:
        """Total: every combination has an outcome, checked when the policy was made."""
        facts = facts or Facts()
        case = self.case(text, image, neighbour, facts)
        rule = self.rule_for(case)
        weak = case.support == "weak"
        single = len(self.channels) > 1 and not weak and [case.text, case.image].count(_NOT_CHECKED) == 1
        seen: list[tuple[Trait, bool]] = [("partial", weak or case.support == "partial"), ("single_channel", single)]
        traits = facts.traits | {trait for trait, holds in seen if holds}
        triggers = self.review.triggers(traits, facts) if rule.action is not Action.FLAG else ()
        conflict = rule.verdict is ClaimVerdict.CONFLICT
        return Decision(
            verdict=rule.verdict,
            action=Action.FLAG if triggers else rule.action,
            rule=rule.name,
            leaning=self._leaning(text, image) if conflict else None,
            single_channel=single,
            review=triggers,
            marks=tuple(m for m in self.marks if m in traits) if rule.verdict is ClaimVerdict.CORRECT else (),
            near=case.support == "near",
        )

    @property
    def _counts_leaning(self) -> bool:
        """What two channels lean to alike is support of grade 3."""
        return len(self.channels) > 1 and self.grade_needed >= _PARTIAL

    def _verdicts(self, channel: Channel) -> tuple[ChannelVerdict, ...]:
        return tuple(ChannelVerdict) if channel in self.channels else (_NOT_CHECKED,)

    def _leaning(self, text: ChannelResult | None, image: ChannelResult | None) -> Channel | None:
        if self.leaning == "neither":
            return None
        if self.leaning != "weight":
            return self.leaning
        by_text = self.weight.text * self._certainty(text)
        by_image = self.weight.image * self._certainty(image)
        if by_text == by_image:
            return None
        return "text" if by_text > by_image else "image"

    def _certainty(self, result: ChannelResult | None) -> float:
        """0..1: how sure a finding is. Support falls off evenly from verbatim (1) to none (0) over the grades."""
        verdict = self.standing(result)
        if result is None or verdict is _NOT_CHECKED:
            return 0.0
        if verdict is _SUPPORTED:
            return (4 - (result.grade or 4)) / 3
        return _WEIGHT_OF_CONTRADICTION if verdict is ChannelVerdict.CONTRADICTED else _WEIGHT_OF_ABSENCE


def _problems(policy: Policy) -> Iterator[Problem]:
    """All that is wrong with the table, each thing once."""
    rules = policy.rules
    for index, rule in enumerate(rules):
        if any(other.name == rule.name for other in rules[:index]):
            yield Problem(f"two rules have the name {rule.name!r}", index)
        if rule.verdict in FORBIDDEN:
            yield Problem(f"rule {rule.name!r} can't give {rule.verdict.value}: code alone finds that", index)
        if rule.action is Action.FIX_PAGE and rule.verdict is not ClaimVerdict.WRONG_PAGE:
            yield Problem(f"rule {rule.name!r} changes a page that it does not call wrong", index)
        if rule.verdict is ClaimVerdict.WRONG_PAGE and not {"one", "several"} >= set(rule.neighbour):
            yield Problem(f"rule {rule.name!r} calls a page wrong though no better one may be known", index)
        if rule.action is Action.FIX_PAGE and "several" in rule.neighbour:
            yield Problem(f"rule {rule.name!r} chooses one of several pages that are equally good", index)
    if policy.suggestions.joint and policy.joint == "each":
        yield Problem('suggestions.joint proposes pages together, and joint = "each" asks each page by itself')
    gaps: list[Case] = []
    firing: dict[int, list[Case]] = {}
    fitting: dict[int, list[Case]] = {}
    for case in policy.cases():
        fit = [i for i, rule in enumerate(rules) if rule.fits(case)]
        if not fit:
            gaps.append(case)
            continue
        firing.setdefault(fit[0], []).append(case)
        for i in fit:
            fitting.setdefault(i, []).append(case)
    if gaps:
        more = f" (and {len(gaps) - 1} cases more)" if len(gaps) > 1 else ""
        yield Problem(f"no rule for {gaps[0]}{more}")
    for index, rule in enumerate(rules):
        cases = firing.get(index, ())
        supported = next((c for c in cases if _SUPPORTED in (c.text, c.image)), None)
        unsupported = next((c for c in cases if c.support in ("none", "near")), None)
        if supported and rule.asks_window:
            yield Problem(f"rule {rule.name!r} lets a neighbouring page bear on a claim that is supported", index)
        if unsupported and rule.verdict is ClaimVerdict.CORRECT:
            yield Problem(f"rule {rule.name!r} calls correct what no channel supports ({unsupported})", index)
        if not cases:
            yield Problem(_why_idle(rules, index, fitting.get(index, [])), index)
    if policy.hit == "unique":
        for index, other, case in overlaps(policy):
            yield Problem(f"rules {rules[index].name!r} and {rules[other].name!r} both fit {case}", other)


def _why_idle(rules: tuple[Rule, ...], index: int, cases: list[Case]) -> str:
    rule = rules[index]
    if not cases:
        return f"rule {rule.name!r} can never fire: its conditions can't come about together"
    for earlier in rules[:index]:
        if all(earlier.fits(case) for case in cases) and (earlier.verdict, earlier.action) != (
            rule.verdict,
            rule.action,
        ):
            return f"rule {rule.name!r} contradicts rule {earlier.name!r}, which takes all its cases"
    takers = ", ".join(repr(r.name) for r in rules[:index] if any(r.fits(case) for case in cases))
    return f"rule {rule.name!r} can never fire: earlier rules take all its cases ({takers})"


def overlaps(policy: Policy) -> Iterator[tuple[int, int, Case]]:
    """Pairs of rules (by index, the earlier first) that fit one case, with the first such case."""
    seen: set[tuple[int, int]] = set()
    for case in policy.cases():
        fit = [i for i, rule in enumerate(policy.rules) if rule.fits(case)]
        for i, first in enumerate(fit):
            for other in fit[i + 1 :]:
                if (first, other) not in seen:
                    seen.add((first, other))
                    yield first, other, case
