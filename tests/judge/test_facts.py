"""Clauses of a sentence as facts: who does what to whom, and what clauses share."""

from __future__ import annotations

import numpy as np
import pytest
from typeset import typeset

from atomcite.benchmarks.prose.written import LOTS, written
from atomcite.domain import ChannelVerdict
from atomcite.judge import get
from atomcite.judge.fact import Fact
from atomcite.judge.facts import facts_of
from atomcite.judge.parsing import parse
from atomcite.judge.parsing.parser import tree_of
from atomcite.judge.words import tokenize


def _facts(text: str) -> tuple[list[str], list[Fact]]:
    tokens = tokenize(text)
    return [t.text for t in tokens], facts_of(tokens, 0, len(tokens))


def _parts(text: str, verb: str) -> dict[str, str]:
    words, facts = _facts(text)
    fact = next(f for f in facts if f.verb >= 0 and words[f.verb] == verb)
    return {words[k]: part for k, part in fact.heads.items()}


@pytest.mark.parametrize(
    ("text", "verb", "doer", "thing"),
    [
        ("The tenant repairs the roof.", "repairs", "tenant", "roof"),
        ("The roof is repaired by the tenant.", "repaired", "tenant", "roof"),
        ("Кровлю ремонтирует арендатор.", "ремонтирует", "арендатор", "Кровлю"),
        ("Текущий ремонт выполняет арендатор.", "выполняет", "арендатор", "ремонт"),
    ],
)
def test_doer_and_thing_are_told_in_either_voice_and_order(text: str, verb: str, doer: str, thing: str) -> None:
    parts = _parts(text, verb)
    assert parts[doer] == "doer"
    assert parts[thing] == "object"


def test_joined_verbs_share_their_subject_and_are_two_facts() -> None:
    words, facts = _facts("The council approved the budget and postponed the repair of the bridge.")
    assert [words[f.verb] for f in facts] == ["approved", "postponed"]
    assert "council" in {words[k] for k in facts[1].lent}
    assert "budget" not in {words[k] for k in facts[1].tokens}


def test_a_dash_stands_for_the_verb_of_the_clause_before() -> None:
    words, facts = _facts("Кровлю ремонтирует арендодатель, полы - арендатор.")
    assert [words[f.verb] for f in facts] == ["ремонтирует", "ремонтирует"]
    assert "арендатор" in {words[k] for k in facts[1].own}


def test_a_tree_has_one_root_and_no_cycle_whatever_the_scores() -> None:
    rng = np.random.default_rng(5)
    for count in range(1, 30):
        heads = tree_of(rng.normal(size=(count, count + 1)).astype(np.float32))
        assert heads.count(-1) == 1
        for start in range(count):
            k, steps = start, 0
            while heads[k] >= 0 and steps <= count:
                k, steps = heads[k], steps + 1
            assert heads[k] == -1


def test_the_same_text_gives_the_same_tree_and_every_word_is_in_it() -> None:
    text = "Из 58 насосов 41 работает от сети, а 17 приводятся вручную."
    tree = parse(text)
    assert parse(text) == tree
    assert [tree.word(i) for i in range(len(tree))][:4] == ["Из", "58", "насосов", "41"]
    assert len(tree.heads) == len(tree.relations) == len(tree.tags) == len(tree)


CLUB = """
MINUTES OF THE ROWING CLUB

1. New boat. The motion was carried.

2. Sale of the old pier. The motion was lost: 61 % voted against, 27 % for.

3. Fees. The fee is EUR 240 before VAT and EUR 288 including VAT. The opening of the gym was postponed to May.

4. Members repair the fence; the paint is supplied by the town.
"""


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("The sale of the old pier was carried.", False),
        ("61 % voted against the sale of the pier.", True),
        ("61 % voted for the sale of the pier.", False),
        ("27 % voted against the sale of the pier.", False),
        ("The fee including VAT is EUR 288.", True),
        ("The fee including VAT is EUR 240.", False),
        ("The opening of the gym was cancelled.", False),
        ("The paint is supplied by the members.", False),
        ("The town supplies the paint.", True),
    ],
)
def test_what_is_said_of_one_matter_is_not_said_of_its_neighbour(statement: str, holds: bool) -> None:
    result = get("rules").judge([typeset(CLUB)], [statement])[0]
    assert (result.verdict is ChannelVerdict.SUPPORTED) is holds, [m.render("en") for m in result.reason]


@pytest.mark.parametrize("lot", LOTS)
def test_written_pages_have_statements_that_hold_and_that_do_not_in_both_languages(lot: str) -> None:
    pages = list(written(lot))
    assert {p.language for p in pages} == {"en", "ru"}
    for page in pages:
        assert {c.holds for c in page.claims} == {True, False}
        assert len({c.statement for c in page.claims}) == len(page.claims)
