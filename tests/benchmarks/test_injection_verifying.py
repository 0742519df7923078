"""What the strict search calls absent is absent: other notations, scales, readings off pixels, labels and facts."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from plain_documents import PAGES_EN, typeset_pages

from atomcite.benchmarks.corpus.degrade import ScanProfile, scan
from atomcite.benchmarks.corpus.typeset import render
from atomcite.benchmarks.dataset import BenchClaim, Cited, Dataset, Label, Labels, Manifest, label_of
from atomcite.benchmarks.dataset.describing import described
from atomcite.benchmarks.injection import Fact, FileReader, PageEvidence, Plan, ReadPage, inject
from atomcite.benchmarks.injection.search import Level, Wording, agrees, anchored, states_value, support
from atomcite.domain import Box, PageWords, Word
from atomcite.errors import DatasetError, UsageError
from atomcite.values import parse_values

READER = FileReader(engines=())


def page_of(*lines: str, exact: bool = True) -> PageEvidence:
    words = [
        Word(text, Box(40 + 9.0 * at, 40 + 16 * row, 40 + 9.0 * at + 6 * len(text), 50 + 16 * row), line=row)
        for row, line in enumerate(lines)
        for at, text in ((sum(len(w) + 1 for w in line.split()[:i]), w) for i, w in enumerate(line.split()))
    ]
    return PageEvidence(1, (ReadPage(PageWords(1, 600, 800, tuple(words), "made"), exact=exact),))


def value(text: str) -> object:
    return parse_values(text)[0].value


@pytest.mark.parametrize(
    ("claimed", "page"),
    [
        ("$4.2 million", "4,213"),
        ("$4.2 million", "4 200 000"),
        ("4,2 млн руб.", "4 213"),
        ("5 March 2024", "05.03.2024"),
        ("5 марта 2024 года", "March 5, 2024"),
        ("thirty days", "30 days"),
        ("25%", "0.25"),
        ("2,024 units", "2024"),
    ],
)
def test_a_value_is_seen_in_every_notation_and_scale(claimed: str, page: str) -> None:
    assert agrees(value(claimed), value(page))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("claimed", "page"),
    [("$4.2 million", "4,313"), ("5 March 2024", "6 March 2024"), ("5 March 2024", "2024"), ("30 days", "31 days")],
)
def test_and_others_are_told_apart(claimed: str, page: str) -> None:
    assert not agrees(value(claimed), value(page))  # type: ignore[arg-type]


def test_a_misread_digit_on_a_scan_may_be_the_claimed_one() -> None:
    statement = anchored(Wording("Revenue was 84,215."), [page_of("Revenue 84,215")])
    assert support(page_of("Revenue 84,275", exact=False), statement) is Level.POSSIBLE
    assert support(page_of("Revenue 84,275", exact=True), statement) is Level.NONE


def test_words_are_looked_for_where_numbers_are_too_common() -> None:
    statement = anchored(Wording("The board met 11 times."), [page_of("The board met 11 times.")])
    assert support(page_of("Page 11 of the lease"), statement) is Level.NONE
    assert support(page_of("Meetings of the board: 11, all met"), statement) is Level.POSSIBLE


def test_a_page_in_the_other_alphabet_is_never_ruled_out_by_words() -> None:
    statement = anchored(Wording("The buyer may refuse the goods."), [page_of("The buyer may refuse the goods.")])
    assert support(page_of("Покупатель вправе отказаться от товара полностью."), statement) is Level.POSSIBLE


def test_nor_is_a_number_on_it() -> None:
    evidence = {1: page_of("Выручка составила 84 215 тысяч рублей за этот период")}
    assert states_value(evidence, value("84,215"), Wording("Revenue of the group was 84,215.")) == 1  # type: ignore[arg-type]
    assert states_value(evidence, value("84,915"), Wording("Revenue of the group was 84,915.")) is None  # type: ignore[arg-type]


def labelled(claim: BenchClaim, **changes: object) -> BenchClaim:
    return claim.model_copy(update=changes)


def test_a_position_in_place_of_a_label(plain_set: Dataset) -> None:
    """Front matter i, ii, then 1 to 4: the fifth page is labelled 3, and "5" is no label; the fourth is 2."""
    document = plain_set.documents[0].model_copy(update={"labels": ("i", "ii", "1", "2", "3", "4")})
    claims = tuple(
        labelled(c, cited=(Cited(label=document.labels[c.cited[0].page - 1], page=c.cited[0].page),))
        for c in plain_set.claims
        if c.document == "en" and c.cited[0].page
    )
    made = inject(
        replace(plain_set, documents=(document,), claims=claims),
        seed=2,
        plan=Plan(types=("page_label_confused", "page_near"), controls=None),
        reader=READER,
    )
    confused = [c for c in made.dataset.claims if c.fault and c.fault.type == "page_label_confused"]
    assert confused
    for claim in confused:
        label = label_of(claim)
        assert label is not None
        assert claim.cited[0].label == str(label.true_pages[0])
        assert claim.cited[0].page == label.true_pages[0] + 2
    near = [c for c in made.dataset.claims if c.fault and c.fault.type == "page_near"]
    assert all(c.cited[0].label == document.labels[(c.cited[0].page or 0) - 1] for c in near)


def test_facts_make_errors_by_construction(plain_set: Dataset) -> None:
    def fact(name: str, subject: str, period: str, amount: str) -> Fact:
        return Fact(
            id=name,
            document="en",
            statements=("{subject} in {period} was {value} thousand pounds.",),
            slots={"subject": subject, "period": period, "value": amount},
            true_pages=(2,),
            content="number",
        )

    facts = (
        fact("r24", "Revenue", "2024", "84,215"),
        fact("r23", "Revenue", "2023", "79,630"),
        fact("s24", "Cost of sales", "2024", "51,984"),
    )
    made = inject(
        replace(plain_set, claims=()),
        seed=2,
        plan=Plan(types=("neighbour_row", "other_period"), controls=None),
        facts=facts,
        reader=READER,
    )
    said = {(c.fault.type, c.statement) for c in made.dataset.claims if c.fault}
    assert ("other_period", "Revenue in 2024 was 79,630 thousand pounds") in said
    assert ("neighbour_row", "Cost of sales in 2024 was 84,215 thousand pounds") in said
    assert all(c.fault.verified[0] == "construction" for c in made.dataset.claims if c.fault)


def test_scans_are_read_by_two_engines(tmp_path: Path) -> None:
    """One page off the pixels: the digit that is not there is verified, and the one that is there is an anchor."""
    from datetime import UTC, datetime

    from atomcite.benchmarks.corpus.scanfile import Metadata, ScanPage, write_scan

    (pixels,) = render(typeset_pages(PAGES_EN[1:2], "en"), 150)
    page = ScanPage(scan(pixels, 150, 4, ScanProfile(skew=0.3)), 150)
    data = write_scan([page], Metadata("t", "a", "s", datetime(2026, 1, 1, tzinfo=UTC)))
    (tmp_path / "scan.pdf").write_bytes(data)
    document = described(tmp_path / "scan.pdf", "d")
    claim = BenchClaim(
        id="c",
        document="d",
        statement="Revenue in 2024 was 84,215 thousand pounds.",
        cited=(Cited(label="1", page=1),),
        labels=Labels(automatic=Label(verdict="correct", true_pages=(1,), by="author")),
    )
    dataset = Dataset(Manifest(name="t", version="1", licence="CC0-1.0"), (document,), (), (claim,), tmp_path)
    reader = FileReader()
    made = inject(dataset, seed=1, plan=Plan(types=("digit", "neighbour_row"), controls=None), reader=reader)
    errors = [c for c in made.dataset.claims if c.fault]
    assert errors
    assert all(c.fault and c.fault.verified == ("pixels",) for c in errors)
    assert len(reader(dataset, document)[1].readings) == len(reader.engines)


def test_plans_that_make_no_sense() -> None:
    with pytest.raises(UsageError, match="No such error: typo"):
        Plan(types=("typo",))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="share of controls"):
        Plan(controls=1)
    with pytest.raises(UsageError, match="Weights"):
        Plan(difficulty={"hard": 0})


def test_without_correct_claims_there_is_nothing_to_do(plain_set: Dataset) -> None:
    wrong = plain_set.claims[0].model_copy(update={"labels": Labels()})
    with pytest.raises(DatasetError, match="nothing to make errors of"):
        inject(replace(plain_set, claims=(wrong,)), seed=1, reader=READER)


def test_numbers_keep_their_notation() -> None:
    from atomcite.benchmarks.injection.rendering import numeral_in

    for text, number, shown in (("£84,215", "1234567", "1,234,567"), ("5 418,2 млн", "987.65", "987,7")):
        numeral = numeral_in(text, russian="млн" in text)
        assert numeral is not None
        assert numeral.shown(Decimal(number)) == shown


def test_the_check_against_known_truth_reports_and_fails(
    plain_set: Dataset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from atomcite.benchmarks.dataset import save
    from atomcite.benchmarks.dataset.exchange import copy_documents
    from atomcite.benchmarks.injection.__main__ import main

    known = tuple(d.model_copy(update={"degradation": "clean"}) for d in plain_set.documents)
    save(replace(plain_set, documents=known), tmp_path)
    copy_documents(plain_set, tmp_path)
    assert main([str(tmp_path), "--text-only"]) == 0
    assert " 0 borne out by the cited page, 0 with other true pages" in capsys.readouterr().out
    everywhere = tuple(
        c.model_copy(
            update={"labels": Labels(automatic=Label(verdict="correct", true_pages=(1, 2, 3, 4, 5), by="x"))}
        )
        for c in plain_set.claims
        if c.document == "ru"
    )
    save(replace(plain_set, documents=known, claims=everywhere), tmp_path)
    assert main([str(tmp_path), "--text-only"]) == 1
