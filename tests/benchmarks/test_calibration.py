"""Calibration and selective risk on cases worked by hand, against scikit-learn, and on systems of known honesty."""

from itertools import permutations
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss

from atomcite.benchmarks.dataset import BenchClaim, Label, Labels
from atomcite.benchmarks.metrics import (
    Bin,
    Outcome,
    RiskPoint,
    area_under_risk_coverage,
    brier,
    calibration_error,
    decisions,
    reliability,
    risk_coverage,
    stated,
)
from atomcite.benchmarks.systems.protocol import Prediction
from atomcite.domain import Action, ClaimVerdict


def test_a_reliability_table_by_hand() -> None:
    confidence, happened = [0.05, 0.15, 0.1, 0.95, 1.0, 0.9], [False, True, False, True, True, False]
    table = reliability(confidence, happened)
    assert [(b.low, b.count) for b in table] == [(0, 1), (pytest.approx(0.1), 2), (pytest.approx(0.9), 3)]
    assert table[1] == Bin(pytest.approx(0.1), pytest.approx(0.2), 2, pytest.approx(0.125), 0.5)  # type: ignore[arg-type]
    # 1/6 of 0.05, 2/6 of 0.375, 3/6 of |0.95 - 2/3|
    assert calibration_error(table) == pytest.approx(0.05 / 6 + 2 * 0.375 / 6 + 3 * (0.95 - 2 / 3) / 6)


def test_bins_of_equal_mass_hold_about_as_many_and_equal_confidences_share_one() -> None:
    dice = np.random.default_rng(1)
    confidence = dice.beta(6, 1, 400)
    table = reliability(confidence.tolist(), [True] * 400, edges="mass")
    assert [b.count for b in table] == [40] * 10
    many = [0.9] * 50 + [0.2] * 50
    assert [b.count for b in reliability(many, [True] * 100, edges="mass")] == [50, 50]
    assert [b.count for b in reliability([0.7] * 9, [True] * 9, edges="mass")] == [9]


unit = st.floats(0, 1)


@given(st.lists(st.tuples(unit, st.booleans()), min_size=2, max_size=60))
@settings(deadline=None, max_examples=150)
def test_as_scikit_learn_has_it(pairs: list[tuple[float, bool]]) -> None:
    confidence, happened = [c for c, _ in pairs], [h for _, h in pairs]
    for edges, strategy in (("width", "uniform"), ("mass", "quantile")):
        table = reliability(confidence, happened, edges=edges)  # type: ignore[arg-type]
        assert sum(b.count for b in table) == len(pairs)
        assert 0 <= calibration_error(table) <= 1
        if set(happened) == {True, False} and not any(c * 10 == round(c * 10) for c in confidence):
            true, stated_ = calibration_curve(happened, confidence, n_bins=10, strategy=strategy)
            if strategy == "uniform":  # at the quantiles themselves scikit-learn puts a value into the bin below
                assert [b.frequency for b in table] == pytest.approx(true.tolist())
                assert [b.confidence for b in table] == pytest.approx(stated_.tolist())
    if set(happened) == {True, False}:
        assert brier(confidence, happened) == pytest.approx(brier_score_loss(happened, confidence))


def test_an_honest_system_is_calibrated_and_a_boaster_is_not() -> None:
    dice = np.random.default_rng(2)
    confidence = dice.random(20_000)
    happened = (dice.random(20_000) < confidence).tolist()
    for edges in ("width", "mass"):
        assert calibration_error(reliability(confidence.tolist(), happened, edges=edges)) < 0.02  # type: ignore[arg-type]
        boast = np.sqrt(confidence).tolist()  # the mean distance of the root of x from x is 1/6
        error = calibration_error(reliability(boast, happened, edges=edges))  # type: ignore[arg-type]
        assert error == pytest.approx(1 / 6, abs=0.02)


def test_risk_against_coverage_by_hand() -> None:
    sure, wrong = [0.9, 0.9, 0.8, 0.6], [False, True, False, True]
    assert risk_coverage(sure, wrong, 8) == (
        RiskPoint(2 / 8, 1 / 2, 0.9),
        RiskPoint(3 / 8, 1 / 3, 0.8),
        RiskPoint(4 / 8, 2 / 4, 0.6),
    )
    # Of the two at 0.9 either may come first: half an error of one, one of two.
    assert area_under_risk_coverage(sure, wrong) == pytest.approx((0.5 + 0.5 + 1 / 3 + 2 / 4) / 4)
    assert risk_coverage([], [], 5) == ()
    assert isnan(area_under_risk_coverage([], []))


@given(st.lists(st.tuples(st.sampled_from((0.2, 0.5, 0.9)), st.booleans()), min_size=1, max_size=6))
@settings(deadline=None, max_examples=60)
def test_equal_confidences_give_the_mean_over_their_orders(pairs: list[tuple[float, bool]]) -> None:
    areas = []
    for order in permutations(pairs):
        ordered = [wrong for _, wrong in sorted(order, key=lambda p: -p[0])]
        areas.append(np.mean(np.cumsum(ordered) / np.arange(1, len(ordered) + 1)))
    exact = area_under_risk_coverage([c for c, _ in pairs], [w for _, w in pairs])
    assert exact == pytest.approx(np.mean(areas))


def test_knowing_where_one_errs_lowers_the_area() -> None:
    dice = np.random.default_rng(3)
    sure = dice.random(500)
    knowing = (dice.random(500) > sure).tolist()
    blind = dice.permutation(knowing).tolist()
    assert area_under_risk_coverage(sure.tolist(), knowing) < 0.7 * area_under_risk_coverage(sure.tolist(), blind)
    full = risk_coverage(sure.tolist(), knowing, 500)[-1]
    assert (full.coverage, full.risk) == (1, sum(knowing) / 500)


def outcome(truth: str, verdict: str | None, confidence: float | None = None) -> Outcome:
    label = Label(verdict=truth, by="x")  # type: ignore[arg-type]
    claim = BenchClaim(id="c", document="d", statement="s", labels=Labels(automatic=label))
    said = verdict and Prediction(claim="c", verdict=ClaimVerdict(verdict), action=Action.FLAG, confidence=confidence)
    return Outcome(claim, label, said or None)


def test_the_confidence_is_in_the_citation_and_is_turned_round_for_a_verdict_against_it() -> None:
    case = [
        outcome("correct", "correct", 0.9),
        outcome("wrong_page", "unsupported", 0.2),
        outcome("unsupported", "correct", 0.7),
        outcome("correct", "conflict", 0.5),
        outcome("correct", "correct"),
        outcome("correct", "not_checked"),
        outcome("correct", None),
    ]
    assert stated(case) == ([0.9, 0.2, 0.7, 0.5], [True, False, False, True])
    sure, wrong = decisions(case)
    assert sure == [0.9, 0.8, 0.7, 0.5]  # the last has no confidence, the conflict took no side
    assert wrong == [False, False, True, False]
