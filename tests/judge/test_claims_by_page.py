"""Accuracy of the rules judge over the written pages, and what it must not do."""

from __future__ import annotations

import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict, PageWords
from atomcite.judge import get

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Labelled:
    half: str
    page: PageWords
    label: str
    statement: str


def _load(name: str) -> list[Labelled]:
    out = []
    for page in tomllib.loads((HERE / name).read_text("utf-8"))["page"]:
        words = typeset(page["text"])
        for line in page["claims"]:
            label, statement = (part.strip() for part in line.split("|", 1))
            out.append(Labelled(page["half"], words, label, statement))
    return out


CLAIMS = _load("claims_by_page.toml")
PROSE = _load("prose_by_page.toml")


def _figures(half: str, claims: list[Labelled] = CLAIMS) -> tuple[float, float, float, list[str]]:
    """Accuracy (supported or not), share of false "supported" among claims that are not, share of false "not
    supported" among those that are, and the errors."""
    judge = get("rules")
    errors = []
    wrong = {True: 0, False: 0}
    count = {True: 0, False: 0}
    for c in claims:
        if c.half != half:
            continue
        result = judge.judge([c.page], [c.statement])[0]
        truth = c.label == "S"
        count[truth] += 1
        if (result.verdict is ChannelVerdict.SUPPORTED) != truth:
            wrong[truth] += 1
            errors.append(f"{c.label} {result.verdict.value}: {c.statement}")
    total = sum(count.values())
    return 1 - sum(wrong.values()) / total, wrong[False] / count[False], wrong[True] / count[True], errors


@pytest.mark.parametrize(
    ("half", "accuracy", "false_supported"),
    [("tune", 0.93, 0.02), ("report", 0.80, 0.10)],
)
def test_accuracy_over_written_pages(half: str, accuracy: float, false_supported: float) -> None:
    found, falsely, missed, errors = _figures(half)
    print(f"\n{half}: accuracy {found:.3f}, false supported {falsely:.3f}, false unsupported {missed:.3f}")
    assert found >= accuracy, "\n".join(errors)
    assert falsely <= false_supported, "\n".join(errors)


@pytest.mark.parametrize(
    ("half", "accuracy", "false_supported"),
    [("tune", 0.84, 0.03), ("report", 0.70, 0.25)],
)
def test_accuracy_over_clauses_restated_and_turned_round(half: str, accuracy: float, false_supported: float) -> None:
    found, falsely, missed, errors = _figures(half, PROSE)
    print(f"\nprose {half}: accuracy {found:.3f}, false supported {falsely:.3f}, false unsupported {missed:.3f}")
    assert found >= accuracy, "\n".join(errors)
    assert falsely <= false_supported, "\n".join(errors)


def test_there_are_enough_claims_of_each_label_in_each_half() -> None:
    for half in ("tune", "report"):
        labels = [c.label for c in CLAIMS if c.half == half]
        assert len(labels) >= 70
        assert labels.count("S") >= 30
        assert labels.count("C") + labels.count("U") >= 30


def test_a_page_bears_out_nothing_of_another_page() -> None:
    judge = get("rules")
    claims = CLAIMS + PROSE
    pages = list(dict.fromkeys(c.page for c in claims))
    false = []
    for i, c in enumerate(claims):
        other = pages[(pages.index(c.page) + 1 + i % (len(pages) - 1)) % len(pages)]
        if other is c.page:
            continue
        if judge.judge([other], [c.statement])[0].verdict is ChannelVerdict.SUPPORTED:
            false.append(c.statement)
    assert len(false) <= 0.01 * len(claims), false


def test_speed_over_prepared_pages() -> None:
    judge = get("rules")
    for c in CLAIMS:
        judge.judge([c.page], [c.statement])
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        for c in CLAIMS:
            judge.judge([c.page], [c.statement])
        best = max(best, len(CLAIMS) / (time.process_time() - start))
    print(f"\n{best:.0f} claims a second")
    assert best >= 100
