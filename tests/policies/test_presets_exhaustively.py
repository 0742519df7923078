"""Every preset over every combination of channel verdicts, grades, values, neighbours and traits."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, product

import pytest

from atomcite.domain import Action, Channel, ChannelResult, ChannelVerdict, ClaimVerdict, Facts, Trait
from atomcite.domain.facts import TRAITS, VALUES
from atomcite.policies import Decision, Policy, load, presets
from atomcite.policies.engine import NEIGHBOURS

S, N = ChannelVerdict.SUPPORTED, ChannelVerdict.NOT_CHECKED
FINDINGS = [
    (S, 1),
    (S, 2),
    (S, 3),
    (S, 4),
    (ChannelVerdict.UNSUPPORTED, 4),
    (ChannelVerdict.CONTRADICTED, 4),
    (N, None),
    (ChannelVerdict.CONTRADICTED, "leaning"),
]
"""Verdicts with the grades that engines give; None stands for a channel that was not run."""
FOUND: tuple[Trait, ...] = tuple(t for t in TRAITS if t not in ("partial", "single_channel"))
"""Traits that code finds; the other two follow from the verdicts."""
SUBSETS = [frozenset(s) for s in chain.from_iterable(combinations(FOUND, n) for n in range(len(FOUND) + 1))]
STRICTER = [("legal", "default"), ("finance", "default"), ("default", "overview"), ("legal", "overview")]


def made(channel: Channel, finding: tuple[ChannelVerdict, int | str | None] | None) -> ChannelResult | None:
    if finding is None:
        return None
    verdict, grade = finding
    if isinstance(grade, str):
        return ChannelResult(channel=channel, verdict=verdict, grade=4, engine="t 1", reason=(), odds=1.0)
    return ChannelResult(channel=channel, verdict=verdict, grade=grade, engine="t 1", reason=())


TEXT = [made("text", f) for f in [*FINDINGS, None]]
IMAGE = [made("image", f) for f in [*FINDINGS, None]]
FACTS = [Facts(values=values, traits=traits) for values, traits in product(VALUES, SUBSETS)]
CASES = list(product(range(len(TEXT)), range(len(IMAGE)), NEIGHBOURS, range(len(FACTS))))


def decide(policy: Policy) -> list[Decision]:
    return [policy.decide(TEXT[t], IMAGE[i], neighbour, FACTS[f]) for t, i, neighbour, f in CASES]


@cache
def decided(name: str) -> list[Decision]:
    return decide(load(name))


def test_the_combinations_are_all_there_are() -> None:
    assert len(SUBSETS) == 2 ** (len(TRAITS) - 2)
    assert {v for v, _ in FINDINGS} == set(ChannelVerdict)
    assert len(CASES) == 9 * 9 * len(NEIGHBOURS) * len(VALUES) * 32


@pytest.mark.parametrize("name", presets())
def test_a_preset_decides_every_combination_by_one_of_its_rules_and_always_alike(name: str) -> None:
    rules = {rule.name for rule in load(name).rules}
    found = decided(name)
    assert {d.rule for d in found} == rules  # each of them, and no rule is idle
    assert decide(load(name)) == found


@pytest.mark.parametrize("name", presets())
def test_only_what_a_channel_supports_strongly_enough_is_kept(name: str) -> None:
    policy = load(name)
    for (t, i, _, f), decision in zip(CASES, decided(name), strict=True):
        if decision.action is not Action.KEEP and decision.verdict is not ClaimVerdict.CORRECT:
            continue
        assert decision.verdict is ClaimVerdict.CORRECT
        results = [r for c, r in (("text", TEXT[t]), ("image", IMAGE[i])) if r and c in policy.channels]
        leaning = len(results) > 1 and all(r.odds is not None for r in results) and policy.grade_needed >= 3
        assert leaning or any(r.verdict is S and (r.grade or 4) <= policy.grade_needed for r in results)
        assert "derived" not in FACTS[f].traits or policy.derived
        if decision.action is Action.KEEP:
            assert not FACTS[f].traits & set(policy.review.on)


@pytest.mark.parametrize("name", presets())
def test_a_page_is_changed_only_where_one_better_page_is_known_and_no_channel_supports_the_cited_one(name) -> None:
    policy = load(name)
    for (t, i, neighbour, f), decision in zip(CASES, decided(name), strict=True):
        if decision.action is Action.FIX_PAGE:
            assert neighbour == "one"
            assert decision.verdict is ClaimVerdict.WRONG_PAGE
        if decision.verdict is ClaimVerdict.WRONG_PAGE:
            case = policy.case(TEXT[t], IMAGE[i], neighbour, FACTS[f])
            assert S not in (case.text, case.image)
        if decision.action is Action.DELETE:
            assert neighbour == "none" or not policy.window


@pytest.mark.parametrize(("strict", "lenient"), STRICTER)
def test_a_stricter_preset_keeps_a_part_of_what_a_more_lenient_one_keeps(strict: str, lenient: str) -> None:
    pairs = list(zip(CASES, decided(strict), decided(lenient), strict=True))
    more = [case for case, a, b in pairs if a.action is Action.KEEP is not b.action]
    assert more == []
    assert 0 < sum(a.action is Action.KEEP for _, a, _ in pairs) < sum(b.action is Action.KEEP for _, _, b in pairs)


@pytest.mark.parametrize("name", presets())
@pytest.mark.parametrize(
    "changed", [{"grade_needed": 1}, {"grade_needed": 2}, {"review": TRAITS}, {"derived": False}]
)
def test_asking_for_more_keeps_no_more(name: str, changed: dict) -> None:
    policy = load(name)
    if "review" in changed:
        changed = {"review": policy.review.model_copy(update={"on": changed["review"]})}
    elif "grade_needed" in changed:
        changed = {"grade_needed": min(changed["grade_needed"], policy.grade_needed)}
    stricter = decide(policy.model_copy(update=changed))
    assert [
        c for c, a, b in zip(CASES, stricter, decided(name), strict=True) if a.action is Action.KEEP is not b.action
    ] == []
