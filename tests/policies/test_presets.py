"""What each preset is for; `test_presets_exhaustively` has what holds for all of them."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atomcite.domain import Action, Amount, Channel, ChannelResult, ChannelVerdict, ClaimVerdict, Facts
from atomcite.domain.facts import TRAITS, VALUES
from atomcite.policies import Policy, load, presets
from atomcite.policies.engine import NEIGHBOURS

S, U = ChannelVerdict.SUPPORTED, ChannelVerdict.UNSUPPORTED
FINDINGS = [(S, 1), (S, 2), (S, 3), (U, 3)] + [(v, 4) for v in ChannelVerdict if v is not S]


def made(channel: Channel, finding: tuple[ChannelVerdict, int]) -> ChannelResult:
    return ChannelResult(channel=channel, verdict=finding[0], grade=finding[1], engine="t 1", reason=())


def combinations():
    for text, image in product(FINDINGS, FINDINGS):
        for neighbour, values in product(NEIGHBOURS, VALUES):
            yield made("text", text), made("image", image), neighbour, Facts(values=values)


def test_the_presets_are_those_that_are_documented() -> None:
    assert presets() == ("default", "finance", "image-only", "legal", "majority", "overview", "text-only")


@pytest.mark.parametrize("name", presets())
@given(
    grade=st.integers(1, 3),
    text=st.sampled_from(FINDINGS),
    image=st.sampled_from(FINDINGS),
    neighbour=st.sampled_from(NEIGHBOURS),
    values=st.sampled_from(VALUES),
    traits=st.frozensets(st.sampled_from(TRAITS)),
    reviewed=st.frozensets(st.sampled_from(TRAITS)),
)
@settings(max_examples=120, deadline=None)
def test_asking_for_more_never_keeps_more(name, grade, text, image, neighbour, values, traits, reviewed) -> None:
    policy = load(name)
    stricter = policy.model_copy(
        update={
            "grade_needed": min(grade, policy.grade_needed),
            "review": policy.review.model_copy(update={"on": tuple({*policy.review.on, *reviewed})}),
        }
    )
    facts = Facts(values=values, traits=traits)
    asked = made("text", text), made("image", image), neighbour, facts
    if stricter.decide(*asked).action is Action.KEEP:
        assert policy.decide(*asked).action is Action.KEEP


def test_legal_keeps_neither_a_conflict_nor_a_single_channel() -> None:
    policy = load("legal")
    for text, image, neighbour, facts in combinations():
        decision = policy.decide(text, image, neighbour, facts)
        if decision.action is Action.KEEP:
            assert text.verdict is image.verdict is S
            assert max(text.grade or 4, image.grade or 4) <= 2


def test_finance_keeps_a_number_only_where_it_was_found_equal_and_nowhere_else_unequal() -> None:
    policy = load("finance")
    for text, image, neighbour, facts in combinations():
        if policy.decide(text, image, neighbour, facts).action is Action.KEEP:
            assert facts.values in ("none", "matched")


def test_overview_keeps_partial_support_with_a_mark_and_a_strict_policy_does_not() -> None:
    weak = made("text", (S, 3)), made("image", (S, 1))
    kept = load("overview").decide(*weak)
    assert (kept.action, kept.marks) == (Action.KEEP, ("partial",))
    assert load("legal").decide(*weak).verdict is ClaimVerdict.CONFLICT


def test_majority_leaves_no_conflict_and_text_only_hears_no_picture() -> None:
    majority, text_only = load("majority"), load("text-only")
    for text, image, neighbour, facts in combinations():
        assert majority.decide(text, image, neighbour, facts).verdict is not ClaimVerdict.CONFLICT
        assert text_only.decide(text, image, neighbour, facts) == text_only.decide(text, None, neighbour, facts)


def with_review(**review: object) -> Policy:
    data = load("default").model_dump(by_alias=True)
    return Policy.model_validate({**data, "derived": True, "review": {"on": [], **review}})


@pytest.mark.parametrize(
    ("value", "currency", "flagged"),
    [("1000000", "USD", False), ("1000000.01", "USD", True), ("-2e6", "USD", True), ("2e6", "RUB", False),
     ("2e8", "RUB", True), ("6000", None, True), ("6000", "CHF", True), ("4000", "CHF", False)],
)  # fmt: skip
def test_amounts_above_the_limit_go_to_a_person(value, currency, flagged) -> None:
    policy = with_review(amount_above={"USD": 1_000_000, "RUB": 100_000_000, "any": 5_000})
    facts = Facts(amounts=(Amount(value=value, currency=currency),))
    decision = policy.decide(made("text", (S, 1)), made("image", (S, 1)), "none", facts)
    assert decision.verdict is ClaimVerdict.CORRECT
    assert decision.action is (Action.FLAG if flagged else Action.KEEP)
    assert decision.review == (("amount",) if flagged else ())


@pytest.mark.parametrize("trait", TRAITS)
def test_a_trait_that_a_policy_wants_reviewed_flags_what_would_be_kept(trait: str) -> None:
    both = made("text", (S, 3 if trait == "partial" else 1))
    image = None if trait == "single_channel" else made("image", (S, 1))
    facts = Facts(traits=frozenset() if trait in ("partial", "single_channel") else frozenset({trait}))
    plain, watched = with_review().decide(both, image, "none", facts), with_review(on=[trait])
    decision = watched.decide(both, image, "none", facts)
    assert (plain.action, decision.action, decision.review) == (Action.KEEP, Action.FLAG, (trait,))


def test_a_sum_counts_only_where_the_policy_allows_it() -> None:
    both, facts = (made("text", (S, 2)), made("image", (S, 2))), Facts(traits=frozenset({"derived"}))
    strict, lenient = load("default").decide(*both, "none", facts), load("overview").decide(*both, "none", facts)
    assert (strict.verdict, strict.action) == (ClaimVerdict.UNSUPPORTED, Action.FLAG)
    assert (lenient.verdict, lenient.marks) == (ClaimVerdict.CORRECT, ("derived",))


@pytest.mark.parametrize("name", presets())
def test_nothing_that_a_page_comes_near_is_deleted_without_a_person(name: str) -> None:
    policy = load(name)
    near, far = made("text", (U, 3)), made("text", (U, 4))
    near_by_picture, far_by_picture = made("image", (U, 3)), made("image", (U, 4))
    for text, image in ((near, near_by_picture), (near, far_by_picture), (far, near_by_picture)):
        decision = policy.decide(text, image)
        seen = [r for r, c in ((text, "text"), (image, "image")) if c in policy.channels]
        if any(r.grade == 3 for r in seen):
            assert (decision.verdict, decision.action, decision.near) == (ClaimVerdict.UNSUPPORTED, Action.FLAG, True)
    assert not policy.decide(far, far_by_picture).near
    denied = made("image", (ChannelVerdict.CONTRADICTED, 4))
    assert not (policy.decide(near, denied).near and "image" in policy.channels)
    elsewhere = policy.decide(near, near_by_picture, "one")
    assert elsewhere.verdict is ClaimVerdict.WRONG_PAGE


def test_a_conflict_can_lean_to_the_surer_channel() -> None:
    policy = load("overview")
    lean = policy.decide(made("text", (S, 1)), made("image", (ChannelVerdict.UNSUPPORTED, 4)))
    assert lean.leaning == "text"
    lean = policy.decide(made("text", (S, 3)), made("image", (ChannelVerdict.CONTRADICTED, 4)))
    assert lean.leaning == "image"
