"""Intervals and tests against scipy and statsmodels, against enumeration by hand, and by how often they err."""

from collections.abc import Sequence
from itertools import product
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as published_mcnemar
from statsmodels.stats.multitest import multipletests

from atomcite.benchmarks.dataset import BenchClaim, Label, Labels
from atomcite.benchmarks.metrics import (
    ACCURACY,
    FALSE_CORRECT,
    MACRO_F1,
    Comparison,
    McNemar,
    Outcome,
    compare_all,
    holm,
    interval,
    letters,
    mcnemar,
    paired_permutation,
)
from atomcite.benchmarks.metrics.resampling import EXACT_UP_TO, interval_of
from atomcite.benchmarks.systems.protocol import Prediction
from atomcite.domain import Action, ClaimVerdict


def system(rights: Sequence[Sequence[bool]], truth: str = "correct") -> list[Outcome]:
    """Outcomes of claims that are all `truth`, by document: right or not."""
    found = []
    for d, document in enumerate(rights):
        for c, right in enumerate(document):
            label = Label(verdict=truth, by="x")  # type: ignore[arg-type]
            claim = BenchClaim(id=f"{d}-{c}", document=f"d{d}", statement="s", labels=Labels(automatic=label))
            other = "unsupported" if truth == "correct" else "correct"
            verdict = ClaimVerdict(truth if right else other)
            found.append(Outcome(claim, label, Prediction(claim=claim.id, verdict=verdict, action=Action.KEEP)))
    return found


def noise(seed: int, documents: int, claims: int, rate: float, spread: float = 0.0) -> list[list[bool]]:
    """Claims that are right at `rate`, which differs by document by `spread`."""
    dice = np.random.default_rng(seed)
    return [(dice.random(claims) < np.clip(rate + dice.normal(0, spread), 0, 1)).tolist() for _ in range(documents)]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60))
@settings(deadline=None)
def test_mcnemar_is_as_statsmodels_has_it(pairs: list[tuple[bool, bool]]) -> None:
    found = mcnemar([a for a, _ in pairs], [b for _, b in pairs])
    table = [[sum(p == (a, b) for p in pairs) for b in (True, False)] for a in (True, False)]
    assert (found.only_first, found.only_second) == (table[0][1], table[1][0])
    if found.only_first + found.only_second:
        assert found.p == pytest.approx(published_mcnemar(table, exact=True).pvalue)
    else:
        assert found.p == 1


def test_mcnemar_by_hand_and_for_very_many_claims() -> None:
    assert mcnemar([True] * 5 + [False], [False] * 5 + [True]).p == pytest.approx(2 * (1 + 6) / 64)
    many = mcnemar([True] * 1500 + [False] * 1300, [False] * 1500 + [True] * 1300)
    assert many.p == pytest.approx(stats.binomtest(1300, 2800).pvalue)
    with pytest.raises(ValueError, match="shorter"):
        mcnemar([True], [])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
@settings(deadline=None, max_examples=12)
def test_holm_is_as_statsmodels_has_it(ps: list[float]) -> None:
    assert holm(ps) == pytest.approx(multipletests(ps, method="holm")[1])


def test_holm_by_hand_and_without_a_p() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))
    assert holm([0.01, float("nan"), 0.03]) == pytest.approx((0.02, float("nan"), 0.03), nan_ok=True)


def test_all_exchanges_of_few_documents_are_tried() -> None:
    first = system([[True, True], [True, True, True], [True], [True, False]])
    second = system([[True, False], [False, False, True], [False], [False, True]])
    differences = [1, 2, 1, 0]
    as_far = sum(
        abs(sum(s * d for s, d in zip(signs, differences, strict=True))) >= 4 for signs in product((1, -1), repeat=4)
    )
    assert paired_permutation(ACCURACY, first, second) == as_far / 16 == 4 / 16


@pytest.mark.parametrize("seed", range(4))
def test_the_permutation_test_is_as_scipy_has_it(seed: int) -> None:
    a, b = noise(seed, 9, 12, 0.8, 0.1), noise(seed + 100, 9, 12, 0.7, 0.1)
    differences = [sum(x) - sum(y) for x, y in zip(a, b, strict=True)]
    published = stats.permutation_test(
        (differences,), np.sum, permutation_type="samples", vectorized=True, n_resamples=np.inf
    )
    assert paired_permutation(ACCURACY, system(a), system(b)) == pytest.approx(published.pvalue)


def test_drawn_exchanges_come_near_all_of_them() -> None:
    a, b = noise(3, 15, 60, 0.8), noise(4, 15, 60, 0.75)
    differences = [sum(x) - sum(y) for x, y in zip(a, b, strict=True)]
    assert sum(d != 0 for d in differences) > EXACT_UP_TO
    exact = stats.permutation_test(
        (differences,), np.sum, permutation_type="samples", vectorized=True, n_resamples=np.inf
    ).pvalue
    drawn = paired_permutation(ACCURACY, system(a), system(b), samples=20_000)
    assert drawn == pytest.approx(exact, abs=4 * (exact * (1 - exact) / 20_000) ** 0.5 + 1e-4)
    assert drawn == paired_permutation(ACCURACY, system(a), system(b), samples=20_000)
    assert drawn == pytest.approx(paired_permutation(ACCURACY, system(b), system(a), samples=20_000), abs=0.02)


def test_the_permutation_test_finds_differences_at_its_rate_where_there_are_none() -> None:
    """Claims of a document share their luck: a test over claims would find too many."""
    by_document = by_claim = 0
    runs = 120
    for seed in range(runs):
        dice = np.random.default_rng(seed)
        luck = dice.normal(0, 0.25, (2, 12))
        a, b = ([(dice.random(20) < np.clip(0.7 + x, 0, 1)).tolist() for x in side] for side in luck)
        by_document += paired_permutation(ACCURACY, system(a), system(b), samples=400) < 0.05
        by_claim += mcnemar([x for d in a for x in d], [x for d in b for x in d]).p < 0.05
    assert by_document / runs < 0.10
    assert by_claim / runs > 2 * by_document / runs


def test_other_claims_are_refused_and_no_figure_has_no_p() -> None:
    with pytest.raises(ValueError, match="same claims"):
        paired_permutation(ACCURACY, system([[True]]), system([[True, True]]))
    assert isnan(paired_permutation(FALSE_CORRECT, system([[True]]), system([[False]])))
    assert isnan(paired_permutation(ACCURACY, [], []))


def test_the_interval_is_as_scipy_has_it() -> None:
    rights = noise(8, 14, 60, 0.8, 0.15)
    sums = np.array([[sum(d), len(d)] for d in rights], dtype=np.float64)
    for method in ("percentile", "bca"):
        published = stats.bootstrap(
            (sums[:, 0], sums[:, 1]),
            lambda x, n, axis: x.sum(axis=axis) / n.sum(axis=axis),
            paired=True,
            method=method,
            n_resamples=20_000,
            random_state=np.random.default_rng(1),
        ).confidence_interval
        ours = interval(ACCURACY, system(rights), method=method, samples=20_000)  # type: ignore[arg-type]
        assert ours.low == pytest.approx(published.low, abs=0.004)
        assert ours.high == pytest.approx(published.high, abs=0.004)


def test_documents_are_drawn_and_not_claims() -> None:
    """Documents that are all right or all wrong leave as many facts as documents, however many claims they have."""
    short = [[True]] * 8 + [[False]] * 4
    long = [d * 50 for d in short]
    few, many = interval(ACCURACY, system(short)), interval(ACCURACY, system(long))
    assert (many.low, many.high) == (few.low, few.high)
    alone = interval(ACCURACY, system([[d[0]] for d in short for _ in range(50)]))
    assert many.high - many.low > 4 * (alone.high - alone.low)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    held = {"percentile": 0, "bca": 0}
    for seed in range(200):
        sums = np.array([[sum(d), len(d)] for d in noise(seed, 25, 12, 0.75, 0.1)], dtype=np.float64)
        for method in held:
            found = interval_of(ACCURACY, sums, method=method, samples=400)  # type: ignore[arg-type]
            held[method] += found.low <= 0.75 <= found.high
    assert all(0.86 <= n / 200 <= 0.99 for n in held.values())


def test_intervals_without_a_meaning_have_no_ends() -> None:
    alone = interval(ACCURACY, system([[True, False]]))
    assert alone.value == 0.5
    assert isnan(alone.low)
    assert isnan(interval(ACCURACY, []).value)
    # A figure that most samples do not have: one document of eight has an unsound claim... and one is still enough.
    sums = np.zeros((8, 3))
    sums[0] = 1
    assert interval_of(FALSE_CORRECT, sums).low == 1


def test_intervals_are_the_same_each_time_and_hold_the_figure() -> None:
    rights = noise(5, 10, 8, 0.6, 0.2)
    for metric in (ACCURACY, MACRO_F1):
        for method in ("percentile", "bca"):
            first = interval(metric, system(rights), method=method)  # type: ignore[arg-type]
            assert first == interval(metric, system(rights), method=method)  # type: ignore[arg-type]
            assert first.low <= first.value <= first.high


def comparison(first: str, second: str, p: float) -> Comparison:
    return Comparison(first, second, 0.0, p, p, McNemar(0, 0, 1.0))


def test_letters_by_hand() -> None:
    names = ["w", "x", "y", "z"]
    found = letters(names, [comparison("w", "y", 0.01), comparison("w", "z", 0.01), comparison("x", "z", 0.01)])
    assert found == {"w": "a", "x": "ab", "y": "bc", "z": "c"}
    assert letters(names, []) == dict.fromkeys(names, "a")


@given(st.integers(1, 6), st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
@settings(deadline=None)
def test_letters_are_shared_by_just_those_that_are_not_told_apart(count: int, apart: set[tuple[int, int]]) -> None:
    names = [f"s{i}" for i in range(count)]
    pairs = {frozenset(p) for p in apart if len(set(p)) == 2 and max(p) < count}
    found = letters(names, [comparison(*(f"s{i}" for i in sorted(p)), 0.001) for p in pairs])
    assert all(found.values())
    for i in range(count):
        for j in range(i + 1, count):
            assert bool(set(found[f"s{i}"]) & set(found[f"s{j}"])) == (frozenset((i, j)) not in pairs)


def test_all_pairs_are_compared_and_corrected_together() -> None:
    systems = {
        name: system(noise(seed, 12, 15, rate))
        for seed, (name, rate) in enumerate([("a", 0.95), ("b", 0.5), ("c", 0.93)])
    }
    found = {(c.first, c.second): c for c in compare_all(systems)}
    assert set(found) == {("a", "b"), ("a", "c"), ("b", "c")}
    assert found["a", "b"].significant
    assert found["b", "c"].significant
    assert not found["a", "c"].significant
    assert all(c.holm >= c.p for c in found.values())
    assert found["a", "b"].difference == pytest.approx(ACCURACY.value(systems["a"]) - ACCURACY.value(systems["b"]))
    assert found["a", "b"].mcnemar.only_first > found["a", "b"].mcnemar.only_second
