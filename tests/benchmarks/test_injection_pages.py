"""Injected page errors cite a page that does not bear the statement out, by what was typeset on it."""

from dataclasses import replace

import pytest

from atomcite.answers import decompose
from atomcite.benchmarks.dataset import Dataset, label_of
from atomcite.benchmarks.injection import FileReader, Injected, Plan, inject

READER = FileReader(engines=())
"""Text layers alone: the pages are typeset here, so that the layer is what they show."""


@pytest.fixture(scope="module")
def injected(plain_set: Dataset) -> Injected:
    return inject(plain_set, seed=7, plan=Plan(controls=None), reader=READER)


def test_a_page_error_cites_a_page_without_the_statement(plain_set: Dataset, injected: Injected) -> None:
    home = {c.id: c.pages for c in plain_set.claims}
    errors = [c for c in injected.dataset.claims if c.fault and c.fault.type in {"page_near", "page_far"}]
    assert {c.fault.of for c in errors if c.fault} >= {"en3", "en5", "ru3", "ru4"}
    for claim in errors:
        label = label_of(claim)
        assert claim.fault is not None
        assert label is not None
        assert label.verdict == "wrong_page"
        assert set(label.true_pages) == home[claim.fault.of or ""]
        assert claim.pages
        assert not claim.pages & set(label.true_pages)


def test_what_another_page_may_say_is_dropped_and_counted(plain_set: Dataset) -> None:
    """The last page names this day and this town: another meeting there can't be ruled out by a search."""
    said = plain_set.claims[2].model_copy(update={"statement": "The bakery board met in Leeds on 19 June 2025."})
    out = inject(
        replace(plain_set, claims=(said,)),
        seed=7,
        plan=Plan(types=("page_near",), controls=None),
        reader=READER,
    )
    assert not [c for c in out.dataset.claims if c.fault]
    assert {d.reason for d in out.dropped} == {"cited_page_may_support", "other_page_may_support"}
    assert sum(out.counts.values()) == len(out.dropped)


def test_a_page_that_is_not_there(injected: Injected, plain_set: Dataset) -> None:
    count = {d.id: d.page_count for d in plain_set.documents}
    found = [c for c in injected.dataset.claims if c.fault and c.fault.type == "page_out_of_range"]
    assert found
    for claim in found:
        assert not claim.pages
        assert int(claim.cited[0].label) > count[claim.document]


def test_the_same_seed_gives_the_same_set(plain_set: Dataset, injected: Injected) -> None:
    again = inject(plain_set, seed=7, plan=Plan(controls=None), reader=READER)
    other = inject(plain_set, seed=8, plan=Plan(controls=None), reader=READER)
    assert again == injected
    assert other != injected


def test_answers_hold_the_claims_where_their_spans_say(injected: Injected) -> None:
    texts = {a.id: a.text for a in injected.dataset.answers}
    for claim in injected.dataset.claims:
        (span,) = claim.spans
        assert claim.answer is not None
        assert texts[claim.answer][span.start : span.end] == claim.statement
        assert claim.cited[0].label in texts[claim.answer][span.end : span.end + 15]


def test_every_citation_of_an_answer_is_read_as_one(injected: Injected) -> None:
    cited = {a.id: [c.label for claim in injected.dataset.claims if claim.answer == a.id for c in claim.cited]
             for a in injected.dataset.answers}  # fmt: skip
    for answer in injected.dataset.answers:
        read = [ref.raw for claim in decompose(answer.text).claims for ref in claim.refs]
        assert set(read) == set(cited[answer.id])
