"""The decision table: total, explained, and deaf to neighbouring pages where a channel supports the claim."""

from itertools import product
from pathlib import Path

import pytest

from atomcite.domain import Action, Channel, ChannelResult, ChannelVerdict, ClaimVerdict, message
from atomcite.errors import PolicyError
from atomcite.policies import Policy, load, presets
from atomcite.policies.engine import NEIGHBOURS

S, U, C, N = (
    ChannelVerdict.SUPPORTED,
    ChannelVerdict.UNSUPPORTED,
    ChannelVerdict.CONTRADICTED,
    ChannelVerdict.NOT_CHECKED,
)


def result(channel: Channel, verdict: ChannelVerdict, grade: int | None = None) -> ChannelResult:
    grade = grade or {S: 1, U: 4, C: 4, N: None}[verdict]
    return ChannelResult(
        channel=channel, verdict=verdict, grade=grade, engine="t 1", reason=(message("run.uncited"),)
    )


@pytest.mark.parametrize("name", presets())
def test_preset_has_an_outcome_for_every_combination(name: str) -> None:
    policy = load(name)
    for text, image, neighbour in product(ChannelVerdict, ChannelVerdict, NEIGHBOURS):
        decision = policy.decide(result("text", text), result("image", image), neighbour)
        assert decision.rule in {rule.name for rule in policy.rules}


@pytest.mark.parametrize("name", presets())
def test_neighbours_only_part_wrong_page_from_unsupported(name: str) -> None:
    policy = load(name)
    for text, image in product(ChannelVerdict, ChannelVerdict):
        found = {policy.decide(result("text", text), result("image", image), n).verdict for n in NEIGHBOURS}
        assert len(found) == 1 or found <= {ClaimVerdict.WRONG_PAGE, ClaimVerdict.UNSUPPORTED}
        if S in [v for channel, v in (("text", text), ("image", image)) if channel in policy.channels]:
            assert ClaimVerdict.WRONG_PAGE not in found


@pytest.mark.parametrize(
    ("text", "image", "neighbour", "verdict", "action"),
    [
        (S, S, "several", ClaimVerdict.CORRECT, Action.KEEP),
        (S, U, "one", ClaimVerdict.CONFLICT, Action.FLAG),
        (C, S, "one", ClaimVerdict.CONFLICT, Action.FLAG),
        (U, U, "one", ClaimVerdict.WRONG_PAGE, Action.FIX_PAGE),
        (C, U, "several", ClaimVerdict.WRONG_PAGE, Action.FLAG),
        (U, C, "none", ClaimVerdict.UNSUPPORTED, Action.DELETE),
        (U, U, "unknown", ClaimVerdict.UNSUPPORTED, Action.FLAG),
        (N, S, "none", ClaimVerdict.CORRECT, Action.KEEP),
        (N, U, "none", ClaimVerdict.UNSUPPORTED, Action.DELETE),
        (N, N, "one", ClaimVerdict.NOT_CHECKED, Action.FLAG),
    ],
)
def test_default_policy(text, image, neighbour, verdict, action) -> None:
    decision = load("default").decide(result("text", text), result("image", image), neighbour)
    assert (decision.verdict, decision.action) == (verdict, action)
    assert decision.single_channel == ([text, image].count(N) == 1)
    assert decision.leaning == ("image" if verdict is ClaimVerdict.CONFLICT else None)


def test_support_weaker_than_the_policy_asks_is_no_support() -> None:
    policy = load("default").model_copy(update={"grade_needed": 2})
    weak = policy.decide(result("text", S, 3), result("image", S, 3))
    strong = policy.decide(result("text", S, 2), result("image", S, 2))
    assert (weak.verdict, strong.verdict) == (ClaimVerdict.UNSUPPORTED, ClaimVerdict.CORRECT)


def test_window_is_asked_for_only_where_it_matters() -> None:
    policy = load("default")
    asked = {
        (text, image): policy.needs_window(result("text", text), result("image", image))
        for text, image in product(ChannelVerdict, ChannelVerdict)
    }
    assert {pair for pair, needed in asked.items() if needed} == {
        (text, image) for text, image in asked if S not in (text, image) and (text, image) != (N, N)
    }
    closed = policy.model_copy(update={"window": 0})
    assert not closed.needs_window(result("text", U), result("image", U))


RULES = """
name = "mine"
[[rule]]
name = "kept"
text = ["supported"]
verdict = "correct"
action = "keep"
"""
REST = """
[[rule]]
name = "rest"
verdict = "unsupported"
action = "flag"
"""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (RULES, "no rule for text=unsupported"),
        (RULES + REST + REST.replace("rest", "idle"), "'idle' can never fire"),
        (RULES + REST + "[[rule]]\nname = 'rest'\nverdict = 'conflict'\naction = 'flag'\n", "have the name 'rest'"),
        (RULES + REST + REST.replace("rest", "other").replace("unsupported", "conflict"), "contradicts rule 'rest'"),
        (RULES.replace("[[rule]]", "window = 'two'\n[[rule]]") + REST, "line 3: window"),
        (RULES + "imagge = ['supported']\n" + REST, "line 8: unknown key 'imagge'; did you mean 'image'?"),
        (RULES + REST.replace("flag", "fix_page"), "changes a page that it does not call wrong"),
        (RULES + REST.replace("unsupported", "wrong_page"), "no better one may be known"),
        ("hit = 'unique'\n" + RULES + REST, "'kept' and 'rest' both fit text=supported"),
        (RULES.replace("[[rule]]", "windov = 3\n[[rule]]") + REST, "windov"),
        ("name = 'x'\n" + REST.replace("unsupported", "correct"), "calls correct what no channel supports"),
        (
            "name = 'x'\n[[rule]]\nname = 'near'\nneighbour = ['one']\nverdict = 'wrong_page'\naction = 'flag'\n"
            + REST,
            "lets a neighbouring page bear on",
        ),
        ("name = ", "not valid TOML"),
    ],
)
def test_a_policy_that_does_not_hold_together_is_refused(tmp_path, text, complaint) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(PolicyError) as refused:
        load(path)
    assert complaint in str(refused.value)
    assert str(path) in str(refused.value)


def test_a_policy_file_is_used(tmp_path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(RULES + REST)
    policy = load(path)
    assert policy.decide(result("text", S), result("image", C)).rule == "kept"
    assert policy.decide(None, result("image", S)).verdict is ClaimVerdict.UNSUPPORTED


def test_an_unknown_policy_names_those_that_exist() -> None:
    with pytest.raises(PolicyError, match="default"):
        load("no-such-policy")


def test_policies_are_data() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load("default").window = 9  # type: ignore[misc]
    assert isinstance(load("default"), Policy)


def test_the_policy_in_the_documentation_holds_together(tmp_path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "policies.md").read_text("utf-8")
    (tmp_path / "strict.toml").write_text(text.split("```toml\n")[1].split("```")[0], "utf-8")
    policy = load(tmp_path / "strict.toml")
    assert policy.decide(result("text", S), result("image", U)).verdict is ClaimVerdict.CONFLICT
    assert policy.decide(result("text", U), result("image", U), "one").action is Action.FIX_PAGE


def leaning(channel: Channel, verdict: ChannelVerdict, odds: float | None) -> ChannelResult:
    return result(channel, verdict).model_copy(update={"odds": odds})


@pytest.mark.parametrize("text", [U, C, N])
@pytest.mark.parametrize("image", [U, C, N])
def test_what_both_channels_lean_to_is_kept_with_a_mark(text: ChannelVerdict, image: ChannelVerdict) -> None:
    decision = load("default").decide(leaning("text", text, 0.4), leaning("image", image, 1.2), "one")
    assert (decision.verdict, decision.action) == (ClaimVerdict.CORRECT, Action.KEEP)
    assert "partial" in decision.marks
    assert not decision.single_channel


@pytest.mark.parametrize(("text", "image"), [(None, 4.0), (4.0, None), (-1.0, 1.2), (None, None)])
def test_one_that_leans_alone_or_too_little_in_all_confirms_nothing(text: float | None, image: float | None) -> None:
    for name in presets():
        decision = load(name).decide(leaning("text", C, text), leaning("image", N, image))
        assert decision.verdict in (ClaimVerdict.UNSUPPORTED, ClaimVerdict.NOT_CHECKED)


def test_leaning_makes_a_supported_claim_no_better() -> None:
    policy = load("default")
    for text, image in ((S, C), (C, S), (S, U)):
        plain = policy.decide(result("text", text), result("image", image))
        assert policy.decide(leaning("text", text, 5.0), leaning("image", image, 5.0)) == plain


@pytest.mark.parametrize("name", ["legal", "finance"])
def test_strict_policies_keep_nothing_that_was_read_weakly(name: str) -> None:
    decision = load(name).decide(leaning("text", U, 5.0), leaning("image", N, 5.0))
    assert decision.action is Action.FLAG


def test_a_policy_sets_how_much_leaning_it_takes() -> None:
    strict = load("default").model_copy(update={"odds_needed": 6.0})
    assert strict.decide(leaning("text", U, 2.0), leaning("image", U, 3.0)).verdict is ClaimVerdict.UNSUPPORTED
    assert strict.decide(leaning("text", U, 3.0), leaning("image", U, 3.0)).verdict is ClaimVerdict.CORRECT
