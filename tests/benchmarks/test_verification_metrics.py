"""Figures of verdicts, actions and repairs against cases counted by hand, and against scikit-learn."""

from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, f1_score, precision_recall_fscore_support

from atomcite.benchmarks.dataset import (
    BenchClaim,
    BenchDocument,
    Cited,
    Dataset,
    Label,
    Labels,
    Manifest,
    Truth,
)
from atomcite.benchmarks.metrics import METRICS, TRUTHS, VERDICTS, Outcome, by_verdict, confusion, score
from atomcite.benchmarks.metrics.budget import budget
from atomcite.benchmarks.systems.protocol import Judged, Prediction, Spent
from atomcite.domain import Action, ClaimVerdict

BY_KEY = {m.key: m for m in METRICS}
DEFAULT_ACTION = {"correct": Action.KEEP, "wrong_page": Action.FIX_PAGE, "unsupported": Action.DELETE}


def outcome(
    truth: Truth,
    verdict: str | None,
    *,
    action: Action | None = None,
    true: tuple[int, ...] = (),
    joint: tuple[tuple[int, ...], ...] = (),
    suggested: tuple[int, ...] = (),
    flagged: bool = False,
    name: str = "c",
    document: str = "d",
) -> Outcome:
    label = Label(verdict=truth, true_pages=true, joint_pages=joint, by="x")
    claim = BenchClaim(id=name, document=document, statement="s", labels=Labels(automatic=label))
    if verdict is None:
        return Outcome(claim, label, None)
    said = Prediction(
        claim=name,
        verdict=ClaimVerdict(verdict),
        action=action or DEFAULT_ACTION.get(verdict, Action.FLAG),
        suggested=suggested,
        flagged=flagged,
    )
    return Outcome(claim, label, said)


CASE = [
    outcome("correct", "correct"),
    outcome("correct", "correct", flagged=True),
    outcome("correct", "conflict"),
    outcome("correct", "unsupported"),
    outcome("wrong_page", "wrong_page", true=(4, 9), suggested=(9,)),
    outcome("wrong_page", "wrong_page", true=(4,), suggested=(5, 4)),
    outcome("wrong_page", "unsupported", true=(4,)),
    outcome("wrong_page", "correct", true=(4,), suggested=(4,)),
    outcome("unsupported", "unsupported"),
    outcome("unsupported", "not_checked"),
    outcome("unsupported", None),
    outcome("unsupported", "correct", flagged=True),
    outcome("no_such_page", "no_such_page", action=Action.FIX_PAGE, true=(2,), suggested=(2,)),
    outcome("no_such_page", "no_such_page", action=Action.DELETE),
]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("accuracy", 7 / 14),  # 2 correct, 2 wrong_page, 1 unsupported, 2 no_such_page
        ("accuracy_decided", 7 / 11),  # without conflict, not_checked and the one not said
        ("detection", 8 / 14),  # wrong_page called unsupported is told apart, too
        ("false_correct", 2 / 10),
        ("correct_untrue", 2 / 4),
        ("kept_silently", 1 / 10),  # the other one was flagged
        ("false_alarm", 1 / 4),
        ("repair_first", 2 / 5),  # nothing is repaired by "correct"
        ("repair_any", 3 / 5),
        ("action_accuracy", 7 / 14),
        ("action_accuracy_proposed", 7 / 11),
        ("sound_deleted", 1 / 4),
        ("decided", 11 / 14),
        ("coverage", 12 / 14),
        ("flagged", 4 / 14),
        # correct: 2 right, 4 said, 4 are: 1/2. wrong_page: 2, 2, 4: 2/3. unsupported: 1, 3, 4: 2/7. no_such_page: 1.
        ("macro_f1", (1 / 2 + 2 / 3 + 2 / 7 + 1) / 4),
    ],
)
def test_a_case_counted_by_hand(key: str, expected: float) -> None:
    assert BY_KEY[key].value(CASE) == pytest.approx(expected)


def test_every_metric_has_a_case_counted_by_hand() -> None:
    counted = {p[0] for mark in test_a_case_counted_by_hand.pytestmark for p in mark.args[1]}  # type: ignore[attr-defined]
    assert counted == set(BY_KEY)


def test_precision_and_recall_of_each_verdict() -> None:
    found = {v.verdict: v for v in by_verdict(CASE)}
    assert (found["correct"].precision, found["correct"].recall) == (2 / 4, 2 / 4)
    assert (found["unsupported"].precision, found["unsupported"].recall) == (1 / 3, 1 / 4)
    assert (found["unsupported"].said, found["unsupported"].is_) == (3, 4)


def test_a_joint_set_repairs_only_as_a_whole() -> None:
    def repairs(*suggested: int) -> tuple[float, float]:
        case = [outcome("wrong_page", "wrong_page", joint=((3, 4),), suggested=suggested)]
        return BY_KEY["repair_first"].value(case), BY_KEY["repair_any"].value(case)

    assert repairs(4, 3) == (1, 1)
    assert repairs(4, 7, 3) == (0, 1)
    assert repairs(3) == (0, 0)
    assert repairs(3, 3, 4) == (1, 1)  # a page suggested twice is one suggestion


def test_undecided_claims_are_neither_right_nor_falsely_correct() -> None:
    for verdict in ("conflict", "not_checked", None):
        case = [outcome("unsupported", verdict), outcome("correct", "correct")]
        assert BY_KEY["accuracy"].value(case) == 0.5
        assert BY_KEY["accuracy_decided"].value(case) == 1
        case.append(outcome("unsupported", "unsupported"))
        assert BY_KEY["false_correct"].value(case) == 0
        assert BY_KEY["kept_silently"].value(case) == 0


def test_a_system_that_answers_on_nothing_has_no_rate_of_false_verdicts() -> None:
    for verdict in ("conflict", "not_checked", None):
        case = [outcome("unsupported", verdict), outcome("correct", verdict)]
        assert BY_KEY["accuracy"].value(case) == 0
        assert all(isnan(BY_KEY[key].value(case)) for key in ("false_correct", "kept_silently", "false_alarm"))
    # "Not checked", and kept all the same: that was said, and is counted.
    kept = outcome("unsupported", "not_checked", action=Action.KEEP)
    assert BY_KEY["kept_silently"].value([kept]) == 1


def test_figures_without_a_claim_that_bears_on_them_have_no_value() -> None:
    only_sound = [outcome("correct", "correct")]
    for key in ("false_correct", "kept_silently", "repair_first", "repair_any"):
        assert isnan(BY_KEY[key].value(only_sound))
    assert all(isnan(m.value([])) for m in METRICS)


def test_open_and_unlabelled_claims_are_counted_and_not_scored() -> None:
    def claim(name: str, **labels: object) -> BenchClaim:
        return BenchClaim(
            id=name,
            document="d",
            statement="s",
            cited=(Cited(label="1", page=1),),
            labels=Labels(**labels),  # type: ignore[arg-type]
        )

    def label(verdict: Truth, by: str = "x") -> Label:
        return Label(verdict=verdict, by=by)

    data = Dataset(
        manifest=Manifest(name="m", version="1", licence="CC0-1.0"),
        documents=(BenchDocument(id="d", sha256="0" * 64, page_count=2),),
        answers=(),
        claims=(
            claim("scored", automatic=label("correct")),
            claim("open", automatic=label("open")),
            claim("none"),
            claim("differ", annotators=(label("correct", "a"), label("unsupported", "b"))),
            claim("not said", automatic=label("unsupported")),
        ),
    )
    said = Prediction(claim="scored", verdict=ClaimVerdict.CORRECT, action=Action.KEEP)
    found = score(data, {"scored": said})
    assert [o.claim.id for o in found.outcomes] == ["scored", "not said"]
    assert (found.open, found.unlabelled, found.unanswered) == (1, 2, 1)
    by_a = score(data, {}, "a")
    assert [o.claim.id for o in by_a.outcomes] == ["differ"]


def test_what_a_run_took_for_each_claim() -> None:
    def judged(cost: float | None, claims: int) -> Judged:
        said = tuple(
            Prediction(claim=str(i), verdict=ClaimVerdict.NOT_CHECKED, action=Action.FLAG, error="x" if i else None)
            for i in range(claims)
        )
        spent = Spent(calls=2, prompt_tokens=10, completion_tokens=2, seconds=3, pages=5, cost=cost)
        return Judged(document=f"d{claims}", predictions=said, spent=spent)

    both = budget([judged(0.5, 1), judged(1.5, 3)])
    assert (both.seconds, both.calls, both.tokens, both.pages, both.cost) == (6 / 4, 1, 6, 10 / 4, 0.5)
    assert (both.claims, both.documents, both.errors) == (4, 2, 2)
    assert isnan(budget([judged(0.5, 1), judged(None, 3)]).cost)
    assert isnan(budget([]).seconds)


pairs = st.lists(
    st.tuples(st.sampled_from(TRUTHS), st.sampled_from([*(str(v) for v in VERDICTS), None])), min_size=1, max_size=40
)


@given(pairs)
@settings(max_examples=150, deadline=None)
def test_as_scikit_learn_counts(drawn: list[tuple[Truth, str | None]]) -> None:
    case = [outcome(truth, verdict) for truth, verdict in drawn]
    truths = [t for t, _ in drawn]
    said = [v or "not_checked" for _, v in drawn]
    names = [str(v) for v in VERDICTS]
    matrix = confusion_matrix(truths, said, labels=names)
    ours = confusion(case)
    assert [[ours[t][v] for v in VERDICTS] for t in TRUTHS] == matrix[: len(TRUTHS)].tolist()
    present = [t for t in TRUTHS if t in truths]
    assert BY_KEY["macro_f1"].value(case) == pytest.approx(
        f1_score(truths, said, labels=present, average="macro", zero_division=0)
    )
    precision, recall, f1, support = precision_recall_fscore_support(
        truths, said, labels=TRUTHS, zero_division=float("nan")
    )
    for i, row in enumerate(by_verdict(case)):
        assert row.precision == pytest.approx(precision[i], nan_ok=True)
        assert row.recall == pytest.approx(recall[i], nan_ok=True)
        assert row.f1 == pytest.approx(f1[i], nan_ok=True)
        assert row.is_ == support[i]


@given(pairs)
@settings(max_examples=100, deadline=None)
def test_figures_hold_together(drawn: list[tuple[Truth, str | None]]) -> None:
    case = [outcome(truth, verdict) for truth, verdict in drawn]
    values = {key: m.value(case) for key, m in BY_KEY.items()}
    assert all(isnan(v) or 0 <= v <= 1 for v in values.values())
    assert values["accuracy"] <= values["detection"] <= values["decided"] <= values["coverage"]
    if not isnan(values["accuracy_decided"]):
        assert values["accuracy_decided"] * values["decided"] == pytest.approx(values["accuracy"])
    if not isnan(values["false_correct"]):
        assert values["kept_silently"] <= values["false_correct"] + 1e-12


@given(pairs, st.randoms())
@settings(max_examples=50, deadline=None)
def test_the_order_of_claims_does_not_matter(drawn: list[tuple[Truth, str | None]], random: object) -> None:
    case = [outcome(truth, verdict) for truth, verdict in drawn]
    other = list(case)
    random.shuffle(other)  # type: ignore[attr-defined]
    for metric in METRICS:
        assert metric.value(other) == pytest.approx(metric.value(case), nan_ok=True)
