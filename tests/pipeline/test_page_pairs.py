"""Statements that two neighbouring pages bear out only together: a suggestion, never a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest
import typst
from scripted import claim, make_document
from scripted_runs import C, N, S, ScriptedRun, U

from atomcite import verify
from atomcite.answers import apply, corrections, decompose
from atomcite.domain import Action, Claim, ClaimResult, ClaimVerdict
from atomcite.pipeline import claims_of, decide, lacking
from atomcite.policies import Policy, load, presets
from atomcite.reports import from_json, to_json, to_markdown

PAGES = 9


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_document(tmp_path_factory.mktemp("pairs") / "pages", PAGES)


def paired() -> Policy:
    default = load("default")
    return default.model_copy(update={"suggestions": default.suggestions.model_copy(update={"joint": True})})


def paired_run(folder: Path, text: dict, image: dict, **options: object) -> ScriptedRun:
    return ScriptedRun(folder, text, image, policy=paired(), **options)


def pages(result: ClaimResult) -> list[tuple[int, ...]]:
    return [s.physical for s in result.suggested_pages]


def test_two_neighbouring_pages_are_suggested_where_no_page_does_alone(folder: Path) -> None:
    script = {((5, 6), "a"): S}
    run = paired_run(folder, script, script)
    report = run.check(claim("a", 5))
    (result,) = report.claims
    assert (result.verdict, result.action, pages(result)) == (ClaimVerdict.WRONG_PAGE, Action.FIX_PAGE, [(5, 6)])
    assert run.pairs_asked == {(3, 4), (4, 5), (5, 6), (6, 7)}
    assert "5-6 together" in result.comment[0].render("en")
    assert not [n for n in report.notices if n.code == "run.shifted"]
    assert "p. 5, p. 6 together" in to_markdown(report)
    assert pages(from_json(to_json(report)).claims[0]) == [(5, 6)]


def test_no_pair_is_looked_at_where_a_page_does_alone_or_a_channel_supports_the_cited_one(folder: Path) -> None:
    near = paired_run(folder, {(6, "a"): S}, {(6, "a"): S})
    conflict = paired_run(folder, {(5, "a"): S}, {})
    assert [pages(run.check(claim("a", 5)).claims[0]) for run in (near, conflict)] == [[(6,)], []]
    assert near.pairs_asked == conflict.pairs_asked == set()


def test_several_pairs_are_listed_and_none_is_chosen(folder: Path) -> None:
    script = {((4, 5), "a"): S, ((5, 6), "a"): S}
    (result,) = paired_run(folder, script, script).check(claim("a", 5)).claims
    assert (result.action, pages(result)) == (Action.FLAG, [(4, 5), (5, 6)])


@pytest.mark.parametrize("verdict", [U, C])
def test_a_pair_that_does_not_hold_it_leaves_the_claim_unsupported(folder: Path, verdict) -> None:
    script = {((5, 6), "a"): verdict}
    (result,) = paired_run(folder, script, script).check(claim("a", 5)).claims
    assert (result.verdict, result.action) == (ClaimVerdict.UNSUPPORTED, Action.DELETE)


def test_a_pair_that_could_not_be_checked_keeps_the_claim_from_being_deleted(folder: Path) -> None:
    script = {((5, 6), "a"): N}
    (result,) = paired_run(folder, script, script).check(claim("a", 5)).claims
    assert (result.verdict, result.action) == (ClaimVerdict.UNSUPPORTED, Action.FLAG)


def test_unread_pages_are_not_looked_at_in_pairs(folder: Path) -> None:
    script = {(6, "a"): N}
    run = paired_run(folder, script, script)
    run.check(claim("a", 5))
    assert run.pairs_asked == {(3, 4), (4, 5)}


def test_a_policy_without_pairs_asks_none_and_forgets_those_that_are_stored(folder: Path) -> None:
    script = {((5, 6), "a"): S}
    with_pairs = paired_run(folder, script, script).check(claim("a", 5))
    without = ScriptedRun(folder, script, script)
    (plain,) = without.check(claim("a", 5)).claims
    assert without.pairs_asked == set()
    assert (plain.verdict, plain.action) == (ClaimVerdict.UNSUPPORTED, Action.DELETE)
    assert decide(with_pairs, load("default")).claims[0].verdict is ClaimVerdict.UNSUPPORTED
    assert decide(with_pairs, paired()).claims == with_pairs.claims


def test_pairs_that_a_stored_run_lacks_are_named_and_asked_when_it_goes_on(folder: Path) -> None:
    script = {((5, 6), "a"): S}
    stored = ScriptedRun(folder, script, script).check(claim("a", 5))
    lack = lacking(stored.claims[0], paired(), stored.document)
    assert lack is not None
    assert (lack.pages, lack.pairs) == ((), ((3, 4), (4, 5), (5, 6), (6, 7)))
    assert decide(stored, paired()).claims[0].action is Action.FLAG
    going_on = paired_run(folder, script, script, known=stored)
    (found,) = going_on.check(*claims_of(stored).claims).claims
    assert pages(found) == [(5, 6)]
    assert going_on.pages_asked == {3, 4, 5, 6, 7}
    assert all(len(asked) == 2 for asked, _ in going_on.judge.asked)


def test_a_policy_that_asks_each_page_by_itself_proposes_no_pages_together() -> None:
    data = load("legal").model_dump(by_alias=True)
    with pytest.raises(ValueError, match="each page by itself"):
        Policy.model_validate(data | {"suggestions": {"joint": True}})
    assert not load("legal").looks_at_pairs


@pytest.mark.parametrize(
    ("mark", "written"),
    [
        ("(p. 5)", "(pp. 5-6)"),
        ("(page 5)", "(pages 5-6)"),
        ("[p.5]", "[pp.5-6]"),
        ("【5】", "【5-6】"),
        ("(pp. 3-4)", "(pp. 5-6)"),
        ("(стр. 5)", "(стр. 5-6)"),
        ("(с. 5)", "(с. 5-6)"),
        ("(см. страница 5)", "(см. страницы 5-6)"),
        ("на странице 5", "на страницах 5-6"),
        ("on page 5", "on pages 5-6"),
    ],
)
def test_a_citation_is_moved_to_both_pages_in_its_own_style(folder: Path, mark: str, written: str) -> None:
    answer = f"Выручка выросла {mark}." if any("а" <= c <= "я" for c in mark) else f"Revenue grew {mark}."
    (made,) = decompose(answer).claims
    assert made.citations
    script = {((5, 6), made.statement): S}
    (result,) = paired_run(folder, script, script).check(Claim.model_validate(made.model_dump())).claims
    assert pages(result) == [(5, 6)]
    corrected = apply(answer, corrections([result], answer))
    assert corrected == answer.replace(mark, written)
    (again,) = decompose(corrected).claims
    assert [ref.raw for ref in again.refs] == ["5", "6"]


@pytest.mark.slow
def test_facts_of_two_pages_are_found_together_with_evidence_on_both(tmp_path: Path) -> None:
    source = """
#set page(width: 420pt, height: 300pt)
Ms Anna Berg chairs the audit committee.
#pagebreak()
The audit committee met seven times in 2024.
#pagebreak()
The new quay was opened on 12 June 2024.
"""
    (tmp_path / "board.pdf").write_bytes(typst.compile(source.encode()))
    answer = "Anna Berg chairs the audit committee, which met seven times in 2024 (p. 1)."
    report = verify(tmp_path / "board.pdf", answer, image="none", cache=False, policy=paired())
    (result,) = report.claims
    assert (result.verdict, pages(result)) == (ClaimVerdict.WRONG_PAGE, [(1, 2)])
    assert {e.page for e in result.suggested_pages[0].evidence} == {1, 2}
    assert {r.page.physical for r in result.borne_out_by} == {1, 2}
    assert "(pp. 1-2)" in apply(answer, corrections(report.claims, answer))


@pytest.mark.parametrize("name", presets())
def test_no_preset_proposes_two_pages_together(name: str) -> None:
    """What is put together from two pages is the least sure of suggestions: it takes a policy that asks for it."""
    assert not load(name).looks_at_pairs
