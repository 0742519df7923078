"""Corrected answers: what is changed, what stays, and the way back."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atomcite.answers import Form, Patch, apply, apply_patch, corrections, decompose, marked_up, patch_of, reverse
from atomcite.domain import (
    Action,
    ClaimResult,
    ClaimVerdict,
    PageIdentity,
    PageReading,
    ResolvedPage,
    Suggestion,
    message,
)
from atomcite.errors import AnswerError

Act = Action | int
LIST = "Key figures (p. 7):\n- Revenue: 4.2 M\n- Profit: 1.1 M\n"
TABLE = "| Metric | 2023 | 2022 | Page |\n|---|---|---|---|\n| Revenue | 4.2 M | 3.9 M | 7 |\n"
TABLE += "| Profit | 1.1 M | 0.9 M | 8 |\n"
TWO = "Revenue grew to 4.2 M and 12 stores opened (p. 7). Costs fell [p.8]."
ALICE = "Alice signed the contract on 3 May and paid EUR 500 (p. 7)."
D = Action.DELETE


@pytest.mark.parametrize(
    ("answer", "corrected"),
    [
        ("Выручка выросла (стр. 7).", "Выручка выросла (стр. 9)."),
        ("Revenue grew [p.7].", "Revenue grew [p.9]."),
        ("Revenue grew on page 12.", "Revenue grew on page 9."),
        ("Revenue grew 【7】.", "Revenue grew 【9】."),
        ("Revenue grew 【7†source】.", "Revenue grew 【9†source】."),
        ("Revenue grew (A-3).", "Revenue grew (p. 9)."),
        ("Revenue grew (pp. 3-5).", "Revenue grew (p. 9)."),
        ("Revenue grew (Annual report, p. 7).", "Revenue grew (Annual report, p. 9)."),
        ("According to page 5, profit grew.", "According to page 9, profit grew."),
        ("Page 7: profit grew", "Page 9: profit grew"),
        ("На стр. 4 указано, что прибыль выросла.", "На стр. 9 указано, что прибыль выросла."),
        ("Profit grew [p. 7](x.pdf#a).", "Profit grew [p. 9](x.pdf#a)."),
    ],
)
def test_a_page_is_rewritten_in_the_style_of_its_mark(answer: str, corrected: str) -> None:
    assert changed(answer, {"c1": 9}) == corrected


@pytest.mark.parametrize(
    ("answer", "actions", "corrected"),
    [
        (TWO, {"c1": 9}, "Revenue grew to 4.2 M (p. 9) and 12 stores opened (p. 7). Costs fell [p.8]."),
        (TWO, {"c2": 9}, "Revenue grew to 4.2 M (p. 7) and 12 stores opened (p. 9). Costs fell [p.8]."),
        (TWO, {"c1": 9, "c2": 9}, "Revenue grew to 4.2 M and 12 stores opened (p. 9). Costs fell [p.8]."),
        (TWO, {"c1": D}, "12 stores opened (p. 7). Costs fell [p.8]."),
        (TWO, {"c2": D}, "Revenue grew to 4.2 M (p. 7). Costs fell [p.8]."),
        (TWO, {"c1": D, "c2": D}, "Costs fell [p.8]."),
        (TWO, {"c3": D}, "Revenue grew to 4.2 M and 12 stores opened (p. 7)."),
        (TWO, {"c1": D, "c2": 9}, "12 stores opened (p. 9). Costs fell [p.8]."),
        (ALICE, {"c1": D}, "Alice paid EUR 500 (p. 7)."),
        (ALICE, {"c2": D}, "Alice signed the contract on 3 May (p. 7)."),
        (LIST, {"c1": 9}, "Key figures (p. 7):\n- Revenue: 4.2 M (p. 9)\n- Profit: 1.1 M\n"),
        (LIST, {"c2": D}, "Key figures (p. 7):\n- Revenue: 4.2 M\n"),
        (TABLE, {"c1": D, "c2": D}, TABLE.replace("| Revenue | 4.2 M | 3.9 M | 7 |\n", "")),
        (TABLE, {"c1": 9}, TABLE.replace("4.2 M", "4.2 M (p. 9)")),
        (TABLE, {"c1": 9, "c2": 9}, TABLE.replace("| 7 |", "| 9 |")),
        ("**Revenue** grew (p. 3). Costs fell.", {"c1": D}, "Costs fell."),
        ("Revenue grew. Costs fell. (p. 3)", {"c2": D}, "Revenue grew. (p. 3)"),
    ],
)
def test_only_what_an_action_concerns_is_changed(answer: str, actions: dict[str, Act], corrected: str) -> None:
    assert changed(answer, actions) == corrected


@pytest.mark.parametrize("answer", [TWO, LIST, TABLE])
def test_moved_claims_are_read_back_on_their_new_pages_and_the_others_on_their_old(answer: str) -> None:
    before = decompose(answer).claims
    for moved in before:
        after = decompose(changed(answer, {moved.id: 77})).claims
        assert [c.statement for c in after] == [c.statement for c in before]
        for old, new in zip(before, after, strict=True):
            assert [r.raw for r in new.refs] == (["77"] if old.id == moved.id else [r.raw for r in old.refs])


def test_the_name_of_the_page_is_of_the_kind_that_the_citation_used() -> None:
    answer = "Revenue grew (p. iv)."
    page = PageIdentity(physical=8, label="vi", folio="6")
    results = results_of(answer, {"c1": Action.FIX_PAGE}, [page], reading="label")
    assert apply(answer, corrections(results, answer)) == "Revenue grew (p. vi)."


@pytest.mark.parametrize(
    ("answer", "pages", "reading", "code"),
    [
        (
            "Revenue grew (p. 7).",
            [PageIdentity(physical=8), PageIdentity(physical=9)],
            "physical",
            "answers.several_pages",
        ),
        ("Revenue grew (p. 7).", [], "physical", "answers.no_page"),
        ("Revenue grew (p. 7).", [PageIdentity(physical=8)], "folio", "answers.page_without_name"),
        ("Revenue grew (p. 7) [p. 9].", [PageIdentity(physical=8)], "physical", "answers.several_marks"),
        ("Revenue grew.[^1]\n\n[^1]: p. 7", [PageIdentity(physical=8)], "physical", "answers.move_by_hand"),
    ],
)
def test_what_has_no_single_right_fix_is_flagged(
    answer: str, pages: list[PageIdentity], reading: PageReading, code: str
) -> None:
    edits = corrections(results_of(answer, {"c1": Action.FIX_PAGE}, pages, reading=reading), answer)
    assert [(e.kind, e.reason[0].code) for e in edits] == [("flag", code)]
    assert apply(answer, edits) == answer
    assert edits[0].reason[0].render("ru") in marked_up(answer, edits, "ru")


def test_the_marked_up_answer_shows_deletions_and_flags() -> None:
    answer = "- Revenue grew (p. 3).\n- Costs fell (p. 4).\n"
    edits = corrections(results_of(answer, {"c1": D, "c2": Action.FLAG}), answer)
    assert marked_up(answer, edits) == "- ~~Revenue grew (p. 3).~~\n- Costs fell (p. 4). ⚑[to be checked by hand]\n"


def test_a_flag_stands_after_its_sentence_and_before_the_next() -> None:
    answer = "Костюм стоит 640 руб. Цены упали (стр. 4). А спрос вырос, и 12 лавок открылись (стр. 5)."
    edits = corrections(results_of(answer, {"c1": Action.FLAG, "c2": Action.FLAG}), answer)
    shown = marked_up(answer, edits, "ru")
    assert "(стр. 4). ⚑[" in shown
    assert "⚑[требует ручной проверки]." not in shown


def test_an_answer_that_changed_since_is_refused() -> None:
    edits = corrections(results_of(TWO, {"c1": D}), TWO)
    patch = patch_of(TWO, edits)
    with pytest.raises(AnswerError, match="changed"):
        apply_patch(TWO + " ", patch)
    with pytest.raises(AnswerError, match="changed"):
        apply("Costs" + TWO, edits)
    with pytest.raises(AnswerError, match="edited"):
        reverse("other", patch)


PIECES = st.sampled_from(
    [
        "Revenue grew ",
        "and 12 stores opened ",
        "(p. 7)",
        "[стр. 3-5]",
        ". ",
        ", а прибыль упала ",
        "Выручка выросла ",
        "\n",
        "\n\n",
        "- ",
        "**",
        "~~",
        "⚑[x]",
        "| a | b |\n|---|---|\n| x | 5 (p. 2) |\n",
        "\r\n",
        "Page 7:",
        "`",
        "Alice signed and paid EUR 5 ",
    ]
)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=18).map("".join).filter(str.strip), st.data())
def test_every_corrected_answer_can_be_undone(answer: str, data: st.DataObject) -> None:
    claims = decompose(answer).claims
    choices = st.sampled_from([Action.KEEP, Action.DELETE, Action.FLAG, 9, 11])
    edits = corrections(results_of(answer, {c.id: data.draw(choices) for c in claims}), answer)
    for form, appended in product(get_args(Form), ("", "\n\nReferences")):
        patch = patch_of(answer, edits, form=form, appended=appended)
        patch = Patch.model_validate_json(patch.model_dump_json())
        corrected = apply_patch(answer, patch)
        if form != "applied":
            assert corrected == (apply if form == "clean" else marked_up)(answer, edits) + appended
        assert reverse(corrected, patch) == answer
        assert apply_patch(corrected, patch) == corrected


def changed(answer: str, actions: dict[str, Act]) -> str:
    return apply(answer, corrections(results_of(answer, actions), answer))


def results_of(
    answer: str,
    actions: dict[str, Act],
    pages: list[PageIdentity] | None = None,
    *,
    reading: PageReading = "physical",
) -> list[ClaimResult]:
    """Results as a run would give them; an action that is a number moves the claim to that page."""
    results = []
    for claim in decompose(answer).claims:
        act = actions.get(claim.id, Action.KEEP)
        found = (
            [PageIdentity(physical=act)] if isinstance(act, int) else (pages or []) if act is Action.FIX_PAGE else []
        )
        results.append(
            ClaimResult(
                id=claim.id,
                statement=claim.statement,
                origin=claim.origin,
                spans=claim.spans,
                citations=claim.citations,
                cited_pages=tuple(
                    ResolvedPage(ref=r.raw, page=None, reading=reading, why=message("answers.no_page"))
                    for r in claim.refs
                ),
                verdict=ClaimVerdict.CORRECT,
                action=Action.FIX_PAGE if isinstance(act, int) else act,
                suggested_pages=tuple(Suggestion(page=p, channels=("text", "image"), grade=1) for p in found),
                rule="test",
            )
        )
    return results
