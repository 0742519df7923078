"""The data set in the repository: its records, its files, and that its truth is what the pages say."""

from __future__ import annotations

import io
import shutil
from collections import Counter, defaultdict
from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import get_args

import numpy as np
import pikepdf
import pytest

from atomcite.benchmarks.corpus.scanfile import LabelRange, Metadata, ScanPage, write_scan
from atomcite.benchmarks.corpus.typeset import page_texts, render
from atomcite.benchmarks.dataset import PAGE_ERRORS, Dataset, ErrorType, label_of, load
from atomcite.benchmarks.dataset.validation import errors_of, validate
from atomcite.benchmarks.public.__main__ import main
from atomcite.benchmarks.public.build import made
from atomcite.benchmarks.public.checking import disagreements
from atomcite.benchmarks.public.claims import mistaken
from atomcite.benchmarks.public.degradations import DAMAGES, digitised
from atomcite.benchmarks.public.figures import Figure
from atomcite.benchmarks.public.records import Made, dataset
from atomcite.benchmarks.public.setting import SettingError, page_labels, typeset
from atomcite.benchmarks.public.source import Mistake, put, sources
from atomcite.domain import Pixels

FOLDER = Path(__file__).parents[2] / "datasets" / "public"


@pytest.fixture(scope="module")
def committed() -> Dataset:
    return load(FOLDER)


def _joined(text: str) -> str:
    return "".join(text.split()).casefold()


@pytest.fixture(scope="module")
def items() -> list[Made]:
    return list(made())


def test_the_records_are_what_the_sources_say_today(committed: Dataset, items: list[Made]) -> None:
    fresh = dataset(items, {d.id: d.sha256 for d in committed.documents})
    assert fresh.manifest == committed.manifest
    assert fresh.documents == committed.documents
    assert fresh.answers == committed.answers
    assert fresh.claims == committed.claims


def test_validation_finds_no_error() -> None:
    assert errors_of(validate(FOLDER)) == []


def test_every_document_is_there_with_its_pages_and_labels(committed: Dataset) -> None:
    for document in committed.documents:
        pages = page_texts(committed.file_of(document).read_bytes())
        assert len(pages) == document.page_count
        assert document.labels == () or len(document.labels) == document.page_count
        assert any(pages) == (document.degradation == "clean")


def test_values_are_printed_on_the_true_pages_of_the_committed_files_and_nowhere_else(
    committed: Dataset, items: list[Made]
) -> None:
    checked = 0
    for item in items:
        document = next(d for d in committed.documents if d.id == item.id)
        if document.degradation == "clean":
            texts = page_texts(committed.file_of(document).read_bytes())
            assert list(disagreements(item.source, item.source.data(item.name), item.typeset.pages, texts)) == []
            checked += 1
    assert checked >= 4


def test_a_value_that_is_not_printed_is_told(items: list[Made]) -> None:
    item = next(i for i in items if i.id == "invoice-en-a")
    texts = page_texts(item.typeset.pdf)
    values = put(item.source.data("a"), "total", Figure(Decimal("1234.56"), "en"))
    assert any("1,234.56" in told for told in disagreements(item.source, values, item.typeset.pages, texts))
    doubled = [*texts[:-1], texts[-1] + texts[0]]
    assert any(
        "too" in told for told in disagreements(item.source, item.source.data("a"), item.typeset.pages, doubled)
    )


def test_designs_and_one_damage_are_kept_apart_between_the_splits(committed: Dataset) -> None:
    templates: dict[str, set[str | None]] = defaultdict(set)
    damages: dict[str, set[str | None]] = defaultdict(set)
    languages: dict[str, set[str | None]] = defaultdict(set)
    for document in committed.documents:
        templates[document.split].add(document.template)
        damages[document.split].add(document.degradation)
        languages[document.split].add(document.language)
    assert set(templates) == {"dev", "test"}
    assert not templates["dev"] & templates["test"]
    assert len(templates["dev"] | templates["test"]) >= 10
    assert damages["test"] - damages["dev"] == {"photocopy"}
    assert damages["dev"] < damages["test"] == {"clean", *DAMAGES}
    assert languages["dev"] == languages["test"] == {"en", "ru"}


def test_both_splits_are_large_and_hold_every_kind_of_error(committed: Dataset) -> None:
    for split, least in (("dev", 150), ("test", 300)):
        claims = committed.split(split).claims
        assert len(claims) >= least
        types = Counter(c.fault.type for c in claims if c.fault)
        assert set(types) == set(get_args(ErrorType)) - {"modality_weakened"}
        right = sum(label_of(c).verdict == "correct" for c in claims)  # type: ignore[union-attr]
        assert 0.4 <= right / len(claims) <= 0.5
        assert {c.content for c in claims} >= {"number", "date", "identifier", "name", "obligation", "mark", "prose"}


def test_labels_fit_the_citations(committed: Dataset) -> None:
    documents = {d.id: d for d in committed.documents}
    for claim in committed.claims:
        label, document = label_of(claim), documents[claim.document]
        assert label is not None
        labels = document.labels or page_labels((), document.page_count)
        for cited in claim.cited:
            assert cited.page is None or labels[cited.page - 1] == cited.label
        sets = [{p} for p in label.true_pages] + [set(j) for j in label.joint_pages]
        borne_out = any(s <= claim.pages for s in sets)
        assert borne_out == (label.verdict == "correct"), claim.id
        astray = claim.fault is not None and claim.fault.type in PAGE_ERRORS
        assert bool(sets) == (label.verdict == "correct" or astray)
        assert (label.verdict == "no_such_page") == any(c.page is None for c in claim.cited)
        beyond = [c.label for c in claim.cited if c.page is None]
        assert all(int(b) > document.page_count and b not in labels for b in beyond)


def test_spans_are_the_statements_and_their_marks_follow(committed: Dataset) -> None:
    answers = {a.id: a for a in committed.answers}
    for claim in committed.claims:
        text = answers[claim.answer or ""].text
        (span,) = claim.spans
        assert text[span.start : span.end] == claim.statement
        mark = text[span.end : span.end + 30]
        assert all(c.label in mark for c in claim.cited), claim.id


def test_no_statement_is_both_true_and_false_of_a_document(committed: Dataset) -> None:
    false = {(c.document, c.statement) for c in committed.claims if c.fault and c.fault.type not in PAGE_ERRORS}
    true = {(c.document, c.statement) for c in committed.claims if not c.fault or c.fault.type in PAGE_ERRORS}
    assert not true & false


def test_no_false_statement_stands_on_a_page(committed: Dataset, items: list[Made]) -> None:
    texts = {i.id: [_joined(t) for t in page_texts(i.typeset.pdf)] for i in items}
    false = [c for c in committed.claims if label_of(c).verdict == "unsupported"]  # type: ignore[union-attr]
    assert len(false) > 200
    for claim in false:
        assert not any(_joined(claim.statement) in text for text in texts[claim.document]), claim.id


def test_an_answer_says_a_thing_once(committed: Dataset) -> None:
    said = Counter((c.answer, c.statement) for c in committed.claims)
    assert max(said.values()) == 1


def test_there_are_questions_that_the_documents_leave_open(committed: Dataset) -> None:
    claimed = {c.answer for c in committed.claims}
    declined = [a for a in committed.answers if a.refused]
    assert {a.answerable for a in declined} == {True, False}
    assert not {a.id for a in declined} & claimed
    invented = {a.id for a in committed.answers if not a.answerable and not a.refused}
    assert len(invented) == len(committed.documents)
    assert all(label_of(c).verdict == "unsupported" for c in committed.claims if c.answer in invented)  # type: ignore[union-attr]


def test_the_statements_are_not_the_pages_own_sentences(committed: Dataset, items: list[Made]) -> None:
    """Fewer than one correct statement in ten stands on a page word for word."""
    texts = {i.id: " ".join(page_texts(i.typeset.pdf)).casefold() for i in items}
    right = [c for c in committed.claims if c.fault is None]
    copied = [c.statement for c in right if c.statement.casefold() in texts[c.document]]
    assert len(copied) < len(right) / 10, copied


def test_the_records_can_be_written_again(tmp_path: Path, committed: Dataset) -> None:
    for name in ("dataset.json", "documents.jsonl", "claims.jsonl"):
        shutil.copy(FOLDER / name, tmp_path / name)
    (tmp_path / "claims.jsonl").write_text("", "utf-8")
    assert main(["records", str(tmp_path)]) == 0
    for name in ("dataset.json", "documents.jsonl", "answers.jsonl", "claims.jsonl"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


@pytest.mark.parametrize("name", ["quarterly-en-a", "minutes-ru-b"])
def test_a_page_is_digitised_the_same_each_time(items: list[Made], name: str) -> None:
    item = next(i for i in items if i.id == name)
    spec = item.source.documents[item.name]
    with pikepdf.open(io.BytesIO(item.typeset.pdf)) as pdf, io.BytesIO() as out:
        del pdf.pages[1:]
        pdf.save(out)
        page = out.getvalue()
    first = digitised(page, spec, frozenset())
    assert first == digitised(page, spec, frozenset())
    assert first != digitised(page, spec.model_copy(update={"seed": 1}), frozenset())


def test_black_and_white_pages_come_back_as_they_were() -> None:
    rng = np.random.default_rng(3)
    pixels: Pixels = np.repeat(np.where(rng.random((140, 96)) < 0.2, 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    data = Metadata("t", "a", "s", datetime(2025, 1, 1, tzinfo=UTC))
    pdf = write_scan([ScanPage(pixels, 72, bilevel=True)], data)
    (page,) = render(pdf, 72)
    assert np.array_equal(page, pixels)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_misprint_changes_digits_and_never_nothing(language: str) -> None:
    for seed in range(300):
        value = Decimal(Random(seed).randrange(1, 10**7)) / 100
        true, slipped = (f"{Figure(value, language, slip):2}" for slip in (None, Random(seed)))  # type: ignore[arg-type]
        assert true != slipped
        assert len(true) == len(slipped)
        assert [c for c in true if not c.isdigit()] == [c for c in slipped if not c.isdigit()]


def test_figures_are_written_in_the_documents_notation() -> None:
    loss = Figure(Decimal("-1234567.5"), "en")
    assert (f"{loss:0}", f"{loss:a1}", f"{loss:k1}", f"{loss:akk2}") == (
        "−1,234,568",
        "1,234,567.5",
        "−1,234.6",
        "1.23",
    )
    assert f"{Figure(Decimal('1234.5'), 'ru'):2}" == "1\u00a0234,50"


def test_a_mistake_that_changes_nothing_is_refused() -> None:
    source = next(s for s in sources() if s.name == "minutes_en")
    fact = next(f for f in source.facts if f.id == "orders")
    pages = typeset(source, "a").pages
    same = Mistake(type="other_period", swap={"orders[0]": "orders[0]"})
    with pytest.raises(SettingError, match="changes nothing"):
        mistaken(fact, same, source.data("a"), pages, Random(1))


def test_page_labels_run_from_where_they_start() -> None:
    runs = (LabelRange(start=1, style="r"), LabelRange(start=5, style="D", first=1))
    assert page_labels(runs, 7) == ("i", "ii", "iii", "iv", "1", "2", "3")
    assert page_labels((LabelRange(start=1, style="D", first=57),), 3) == ("57", "58", "59")
    assert all(a != b for a, b in pairwise(page_labels((LabelRange(start=1, style="r"),), 19)))
