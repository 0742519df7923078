"""Several threads may use the judge at once, as the two channels of a run do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from typeset import typeset

from atomcite.judge import get
from atomcite.judge.words import stem


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns a thousand times as often as they do."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_stems_are_the_same_in_several_threads(hurried: None) -> None:
    words = [f"{a}{b}{c}" for a in ("re", "over", "un") for b in ("nation", "organiz", "gener") for c in (
        "alizations", "ational", "atively", "ousness", "fulness", "icities", "ements", "ings")]  # fmt: skip
    alone = [stem(word) for word in words]
    stem.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        for _ in range(12):
            stem.cache_clear()
            assert list(pool.map(stem, words)) == alone


def test_verdicts_are_the_same_in_several_threads(hurried: None) -> None:
    pages = [typeset(f"Interest accrues at {n}.25 per cent a year on the outstanding balance.") for n in range(2, 14)]
    claim = "Interest accrues at 7.25 per cent a year"
    alone = [get("rules").judge([page], [claim])[0].verdict for page in pages]
    stem.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(lambda page: get("rules").judge([page], [claim])[0].verdict, pages))
    assert again == alone
    assert alone.count("supported") == 1
