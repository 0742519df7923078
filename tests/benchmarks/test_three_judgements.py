"""`text-only-3x`: three judgements that differ, what two of them say, and none that can change nothing."""

from __future__ import annotations

import pytest
from bench_tasks import FALSE, RIGHT, english, said_by

from atomcite.benchmarks.dataset import Dataset
from atomcite.benchmarks.systems import Lent, Prediction, Task, make
from atomcite.benchmarks.systems.pipeline import Pipeline
from atomcite.benchmarks.systems.protocol import Account
from atomcite.benchmarks.systems.repeated import Reading, TextOnlyThrice, majority
from atomcite.benchmarks.systems.verdicts import predicted
from atomcite.cache import DiskCache
from atomcite.domain import Action, Cache, ClaimVerdict, NoCache


@pytest.fixture(scope="module")
def readings(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    return DiskCache(tmp_path_factory.mktemp("readings"))


CORRECT, WRONG, UNSUPPORTED, UNKNOWN, CONFLICT = (
    predicted("c", ClaimVerdict.CORRECT, confidence=0.9),
    predicted("c", ClaimVerdict.WRONG_PAGE, suggested=(4, 7), confidence=0.2),
    predicted("c", ClaimVerdict.UNSUPPORTED, confidence=0.1),
    predicted("c", ClaimVerdict.NOT_CHECKED),
    predicted("c", ClaimVerdict.CONFLICT),
)


@pytest.mark.parametrize(
    ("votes", "verdict", "action"),
    [
        ((CORRECT, CORRECT, WRONG), ClaimVerdict.CORRECT, Action.KEEP),
        ((UNSUPPORTED, CORRECT, UNSUPPORTED), ClaimVerdict.UNSUPPORTED, Action.DELETE),
        ((WRONG, WRONG, CORRECT), ClaimVerdict.WRONG_PAGE, Action.FIX_PAGE),
        ((WRONG, UNSUPPORTED, CORRECT), ClaimVerdict.UNSUPPORTED, Action.FLAG),
        ((WRONG, UNSUPPORTED, UNKNOWN), ClaimVerdict.UNSUPPORTED, Action.FLAG),
        ((CORRECT, UNSUPPORTED, UNKNOWN), ClaimVerdict.NOT_CHECKED, Action.FLAG),
        ((UNKNOWN, UNKNOWN, CORRECT), ClaimVerdict.NOT_CHECKED, Action.FLAG),
        ((CORRECT, WRONG, CONFLICT), ClaimVerdict.NOT_CHECKED, Action.FLAG),
    ],
)
def test_most_of_three_decide_and_a_tie_decides_nothing(
    votes: tuple[Prediction, ...], verdict: ClaimVerdict, action: Action
) -> None:
    for order in (votes, votes[::-1], (*votes[1:], votes[0])):
        found = majority(order)
        assert (found.verdict, found.action) == (verdict, action)
        assert len(found.raw) == 3


def test_pages_that_two_suggest_come_before_those_of_one() -> None:
    other = predicted("c", ClaimVerdict.WRONG_PAGE, suggested=(7,))
    assert majority((WRONG, other, CORRECT)).suggested == (7,)
    assert majority((WRONG, WRONG, CORRECT)).suggested == (4, 7)


def test_three_readings_are_three_engines_or_resolutions(plain_set: Dataset, readings: Cache) -> None:
    system = make("text-only-3x", Lent(NoCache()))
    assert isinstance(system, TextOnlyThrice)
    for cyrillic in (False, True):
        for scanned in (False, True):
            ways = system.readings(cyrillic, scanned)
            assert len(set(ways)) == 3
            assert ("rapidocr" in {r.engine for r in ways}) != cyrillic
            # A scan is read by Tesseract already: what differs is another engine, or another picture.
            assert not scanned or Reading("tesseract") not in ways
    said = said_by("text-only-3x:window=0", english(plain_set, RIGHT, FALSE), readings)
    assert {name: p.verdict for name, p in said.items()} == {
        RIGHT: ClaimVerdict.CORRECT,
        FALSE: ClaimVerdict.UNSUPPORTED,
    }
    engines = {vote["raw"]["channels"]["text"]["engine"].split()[0] for vote in said[RIGHT].raw}
    assert engines == {"textlayer", "tesseract"}


def test_a_third_judgement_is_asked_for_only_where_two_differ(
    plain_set: Dataset, readings: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = english(plain_set, RIGHT, FALSE)
    claims = tuple(c.model_copy(update={"answer": f"a{n}"}) for n, c in enumerate(task.claims))
    task = task.model_copy(update={"claims": claims})
    asked: list[tuple[str, ...]] = []
    true_to = Pipeline.predictions

    def second_thoughts(self: Pipeline, task: Task, account: Account) -> list[Prediction]:
        """What the pipeline says, but the second reading calls the false claim correct."""
        asked.append(tuple(c.id for c in task.claims))
        said = true_to(self, task, account)
        if len(asked) != 2:
            return said
        return [p.model_copy(update={"verdict": ClaimVerdict.CORRECT}) if p.claim == FALSE else p for p in said]

    monkeypatch.setattr(Pipeline, "predictions", second_thoughts)
    said = make("text-only-3x:window=0", Lent(readings)).judge(task)
    assert [len(ids) for ids in asked] == [2, 2, 1]
    assert asked[2] == (FALSE,)
    by_claim = {p.claim: p for p in said.predictions}
    assert by_claim[FALSE].verdict is ClaimVerdict.UNSUPPORTED
    assert sorted(len(p.raw) for p in said.predictions) == [2, 3]
