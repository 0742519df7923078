"""Policies over stored runs: what was checked once is decided on as often as one likes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import claim, make_document
from scripted_runs import C, N, S, ScriptedRun, U

from atomcite.domain import (
    Action,
    ClaimVerdict,
    message,
)
from atomcite.pipeline import Settings, claims_of, compare, decide, lacking
from atomcite.pipeline.facts import facts_of
from atomcite.policies import Policy, load, presets

PAGES = 9


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_document(tmp_path_factory.mktemp("deciding") / "pages", PAGES)


VERDICTS = st.sampled_from([S, U, C, N])
SCRIPTS = st.fixed_dictionaries({(page, "a"): VERDICTS for page in range(1, PAGES + 1)})


@given(text=SCRIPTS, image=SCRIPTS, cited=st.integers(1, PAGES), name=st.sampled_from(presets()))
@settings(max_examples=20, deadline=None)
def test_deciding_again_by_the_same_policy_changes_nothing(folder, text, image, cited, name) -> None:
    report = ScriptedRun(folder, text, image, policy=name).check(claim("a", cited))
    assert decide(report, load(name)).claims == report.claims


@given(text=SCRIPTS, image=SCRIPTS, cited=st.integers(1, PAGES), first=st.sampled_from(presets()),
       second=st.sampled_from(presets()))  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_deciding_by_another_policy_gives_what_a_run_with_it_gives(folder, text, image, cited, first, second) -> None:
    """Wherever the stored run has all that the other policy needs."""
    stored = ScriptedRun(folder, text, image, policy=first).check(claim("a", cited))
    policy = load(second)
    (decided,) = decide(stored, policy).claims
    (fresh,) = ScriptedRun(folder, text, image, policy=policy).check(claim("a", cited)).claims
    lack = lacking(stored.claims[0], policy, stored.document)
    if lack is None:
        same = ("verdict", "action", "rule", "leaning", "review", "marks")
        assert [getattr(decided, name) for name in same] == [getattr(fresh, name) for name in same]
        pages = [[s.page.physical for s in result.suggested_pages] for result in (decided, fresh)]
        assert pages[0] == pages[1]
    elif not lack.channels:  # without a channel it is decided as a run without that channel is
        assert decided.verdict is fresh.verdict or decided.action in (Action.FLAG, fresh.action)


@given(text=SCRIPTS, image=SCRIPTS, cited=st.sets(st.integers(1, PAGES), min_size=1, max_size=3),
       name=st.sampled_from(presets()))  # fmt: skip
@settings(max_examples=6, deadline=None)
def test_a_wider_search_keeps_no_more_and_each_page_by_itself_keeps_less(folder, text, image, cited, name) -> None:
    """What stands on pages that are not cited never makes a claim one to keep, whatever the scope of the search."""
    policy = load(name)
    unjoint = policy.suggestions.model_copy(update={"joint": False, "widen": False})
    wide = {"joint": policy.joint == "together", "widen": True}
    scopes = {
        "as it is": policy,
        "no window": policy.model_copy(update={"window": 0, "suggestions": unjoint}),
        "everything": policy.model_copy(
            update={"window": 3, "suggestions": policy.suggestions.model_copy(update=wide)}
        ),
        "each": policy.model_copy(update={"joint": "each", "suggestions": unjoint}),
    }
    kept = {
        scope: ScriptedRun(folder, text, image, policy=p).check(claim("a", *sorted(cited))).claims[0].action
        is Action.KEEP
        for scope, p in scopes.items()
    }
    assert kept["as it is"] == kept["no window"] == kept["everything"]
    assert kept["as it is"] or not kept["each"]


def test_nothing_is_asked_when_a_stored_run_is_decided_on(folder: Path) -> None:
    run = ScriptedRun(folder, {(3, "a"): S}, {(3, "a"): U})
    report = run.check(claim("a", 3))
    before = list(run.judge.asked), list(run.verifier.asked)
    (strict,) = decide(report, load("majority")).claims
    assert strict.verdict is ClaimVerdict.UNSUPPORTED
    assert (run.judge.asked, run.verifier.asked) == before


def test_what_a_policy_would_need_more_is_named_and_leaves_the_claim_open(folder: Path) -> None:
    report = ScriptedRun(folder, {}, {}).check(claim("a", 5))
    wide = load("default").model_copy(update={"window": 4})
    lack = lacking(report.claims[0], wide, report.document)
    assert lack is not None
    assert (lack.pages, lack.channels) == ((1, 2, 8, 9), ())
    (decided,) = decide(report, wide).claims
    assert (report.claims[0].action, decided.action) == (Action.DELETE, Action.FLAG)
    assert decided.rule == "some-neighbour-unread"
    assert lacking(report.claims[0], load("default"), report.document) is None


def test_going_on_with_a_run_asks_only_what_it_has_not(folder: Path) -> None:
    script = {(8, "a"): S}
    report = ScriptedRun(folder, script, script).check(claim("a", 5))
    wide = load("default").model_copy(update={"window": 4})
    going_on = ScriptedRun(folder, script, script, known=report, policy=wide)
    (found,) = going_on.check(*claims_of(report).claims).claims
    assert going_on.pages_asked == {1, 2, 8, 9}
    assert (found.verdict, [s.page.physical for s in found.suggested_pages]) == (ClaimVerdict.WRONG_PAGE, [8])


def test_a_narrower_window_forgets_what_lies_outside_it(folder: Path) -> None:
    script = {(7, "a"): S}
    report = ScriptedRun(folder, script, script).check(claim("a", 5))
    narrow = load("default").model_copy(update={"window": 1})
    assert report.claims[0].verdict is ClaimVerdict.WRONG_PAGE
    assert decide(report, narrow).claims[0].verdict is ClaimVerdict.UNSUPPORTED


def test_a_channel_that_the_policy_does_not_use_is_not_run(folder: Path) -> None:
    run = ScriptedRun(folder, {(3, "a"): S}, {(3, "a"): C}, policy="text-only")
    (result,) = run.check(claim("a", 3)).claims
    assert (result.verdict, result.action, result.image) == (ClaimVerdict.CORRECT, Action.KEEP, None)
    assert run.verifier.asked == []
    lack = lacking(result, load("default"), run.check(claim("a", 3)).document)
    assert lack is not None
    assert lack.channels == ("image",)


def each() -> Policy:
    return load("default").model_copy(update={"joint": "each"})


def test_each_page_of_a_joint_citation_can_be_asked_to_bear_the_statement_out(folder: Path) -> None:
    script = {(2, "a"): S, (3, "a"): U}
    together = ScriptedRun(folder, script, script).check(claim("a", 2, 3))
    run = ScriptedRun(folder, script, script, policy=each())
    (alone,) = run.check(claim("a", 2, 3)).claims
    assert together.claims[0].verdict is ClaimVerdict.CORRECT
    assert alone.verdict is not ClaimVerdict.CORRECT
    assert alone.text is not None
    assert alone.text.reason[0] == message("run.on_page", page=3)
    assert run.judge.asked[:2] == [((2,), ("a",)), ((3,), ("a",))]
    lack = lacking(together.claims[0], each(), together.document)
    assert lack is not None
    assert set(lack.pages) >= {2, 3}


def test_the_whole_document_is_searched_only_where_a_policy_says_so(folder: Path) -> None:
    script = {(9, "a"): S}
    near = ScriptedRun(folder, script, script)
    wide = ScriptedRun(folder, script, script, policy="overview")
    (unfound,), (found,) = near.check(claim("a", 2)).claims, wide.check(claim("a", 2)).claims
    assert (unfound.verdict, near.pages_asked) == (ClaimVerdict.UNSUPPORTED, {1, 2, 3, 4})
    assert (found.verdict, found.suggested_pages[0].page.physical) == (ClaimVerdict.WRONG_PAGE, 9)
    assert wide.pages_asked == set(range(1, 10))
    other = ScriptedRun(folder, {(3, "a"): S}, {}, policy="overview")
    other.check(claim("a", 2))
    assert other.pages_asked == {1, 2, 3, 4, 5}  # found in the window: no need to go further


def test_suggestions_need_the_channels_that_the_policy_names(folder: Path) -> None:
    text, image = {(3, "a"): S, (4, "a"): S}, {(4, "a"): S}
    both = load("legal")
    (strict,) = ScriptedRun(folder, text, image, policy=both).check(claim("a", 2)).claims
    assert [s.page.physical for s in strict.suggested_pages] == [4]
    by_text = both.model_copy(update={"suggestions": both.suggestions.model_copy(update={"channels": "text"})})
    (loose,) = ScriptedRun(folder, text, image, policy=by_text).check(claim("a", 2)).claims
    assert [s.page.physical for s in loose.suggested_pages] == [4, 3]
    nearest = {"channels": "any", "order": ("distance",)}
    near_first = both.model_copy(update={"suggestions": both.suggestions.model_copy(update=nearest)})
    (near,) = ScriptedRun(folder, text, image, policy=near_first).check(claim("a", 2)).claims
    assert [s.page.physical for s in near.suggested_pages] == [3, 4]
    assert near.action is Action.FLAG


def test_two_runs_are_compared_claim_by_claim(folder: Path) -> None:
    claims = claim("a", 3), claim("b", 4), claim("c", 5)
    same = {(3, "a"): S, (4, "b"): S, (5, "c"): S}
    first = ScriptedRun(folder, same, same).check(*claims)
    second = ScriptedRun(folder, same, same | {(4, "b"): U}).check(*reversed(claims[:2]), claim("d", 1))
    changes = {(c.kind, c.statement) for c in compare(first, second)}
    assert changes == {("verdict", "b"), ("only_first", "c"), ("only_second", "d")}
    assert list(compare(first, first)) == []


@pytest.mark.parametrize(
    ("statement", "values", "modality", "amounts"),
    [
        ("The supplier shall deliver within 30 days", "unmatched", True, []),
        ("Поставщик обязан поставить товар", "none", True, []),
        ("The meeting was held in May", "none", False, []),
        ("The tenant may sublet the flat", "none", True, []),
        ("Выручка составила 4,2 млн руб.", "unmatched", False, [("4200000.0", "RUB")]),
        ("Revenue was $1.5 million to $2 million", "unmatched", False, [("2000000", "USD")]),
        ("Revenue was 3 billion", "unmatched", False, [("3000000000", None)]),
    ],
)
def test_what_code_finds_in_a_statement(statement, values, modality, amounts) -> None:
    facts = facts_of(statement, None, None)
    assert (facts.values, "modality" in facts.traits) == (values, modality)
    assert [(a.value, a.currency) for a in facts.amounts] == [
        (type(a.value)(number), currency) for a, (number, currency) in zip(facts.amounts, amounts, strict=True)
    ]


def test_a_hard_page_makes_the_claim_a_doubtful_one() -> None:
    notes = [message("ocr.poor_confidence", page=3, confidence=41)]
    assert facts_of("It rained", None, None, notes).traits == {"low_quality"}
    assert facts_of("It rained", None, None, signal=True).traits == {"signal"}


def test_settings_come_back_from_a_stored_run() -> None:
    made = replace(Settings(), window=3, footnotes=True, ocr="tesseract", max_megapixels=12.5, max_calls=7)
    assert Settings.of_run(made.shown() | {"policy": "x"}) == made
    assert Settings.of_run(Settings().shown()) == Settings()
