"""Agreement, label sensitivity, hardness of flagged claims and citation quality, by hand and against libraries."""

from collections.abc import Sequence
from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_run import SKILLS, judged_by, made_dataset
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from atomcite.benchmarks.dataset import (
    BenchAnswer,
    BenchClaim,
    BenchDocument,
    Cited,
    Dataset,
    Fault,
    Label,
    Labels,
    Manifest,
    Truth,
)
from atomcite.benchmarks.metrics import (
    ACCURACY,
    FALSE_CORRECT,
    Agreement,
    Outcome,
    Share,
    alce_by_labels,
    annotator_agreement,
    citation_quality,
    cohen,
    estimated_support,
    flag_use,
    hard_for_channels,
    hard_for_people,
    kendall_tau_b,
    ranks,
    score,
    sensitivity,
    sources_of,
)
from atomcite.benchmarks.systems.protocol import Prediction
from atomcite.domain import Action, ClaimVerdict


def test_kappa_by_hand() -> None:
    # 20 of 50 both yes, 15 both no, 5 and 10 differ: observed 0.7, by chance 0.5.
    first = ["y"] * 20 + ["y"] * 5 + ["n"] * 10 + ["n"] * 15
    second = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert cohen(first, second) == Agreement(50, 0.7, pytest.approx(0.4))  # type: ignore[arg-type]
    assert isnan(cohen(["y", "y"], ["y", "y"]).kappa)
    assert isnan(cohen([], []).observed)
    with pytest.raises(ValueError, match="shorter"):
        cohen(["y"], [])


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), min_size=2, max_size=60))
@settings(deadline=None)
def test_kappa_is_as_scikit_learn_has_it(pairs: list[tuple[str, str]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    if len({*first, *second}) > 1:
        assert cohen(first, second).kappa == pytest.approx(cohen_kappa_score(first, second), nan_ok=True)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=12))
@settings(deadline=None)
def test_tau_b_is_as_scipy_has_it(pairs: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    ours = kendall_tau_b(first, second)
    if len(pairs) > 1:
        assert ours == pytest.approx(stats.kendalltau(first, second, variant="b").statistic, nan_ok=True)
    else:
        assert isnan(ours)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=10))
@settings(deadline=None)
def test_ranks_are_as_scipy_has_them(values: list[float]) -> None:
    assert list(ranks(values)) == stats.rankdata([-v for v in values]).tolist()


def test_a_figure_without_value_ranks_last() -> None:
    assert ranks([float("nan"), 0.1, 0.9]) == (3, 2, 1)


def label(verdict: Truth, *pages: int, by: str = "program", joint: tuple[tuple[int, ...], ...] = ()) -> Label:
    return Label(verdict=verdict, true_pages=pages, joint_pages=joint, by=by)


def claim(name: str, labels: Labels, cited: Sequence[int | None] = (1,), **more: object) -> BenchClaim:
    pages = tuple(Cited(label=str(p or 99), page=p) for p in cited)
    return BenchClaim(id=name, document="d", statement=name, cited=pages, labels=labels, **more)  # type: ignore[arg-type]


def people(first: Truth, second: Truth, adjudicated: Truth | None = None, automatic: Truth = "correct") -> Labels:
    return Labels(
        automatic=label(automatic),
        annotators=(label(first, by="anna"), label(second, by="boris")),
        adjudicated=label(adjudicated, by="carla") if adjudicated else None,
    )


def dataset(*claims: BenchClaim, answers: Sequence[BenchAnswer] = ()) -> Dataset:
    return Dataset(
        manifest=Manifest(name="m", version="1", licence="CC0-1.0"),
        documents=(BenchDocument(id="d", sha256="0" * 64, page_count=9),),
        answers=tuple(answers),
        claims=claims,
    )


def test_agreement_of_annotators_by_type_of_error() -> None:
    fault = Fault(type="digit", origin="natural")
    found = annotator_agreement(
        [
            claim("1", people("correct", "correct")),
            claim("2", people("unsupported", "unsupported"), fault=fault),
            claim("3", people("unsupported", "correct"), fault=fault),
            claim("4", Labels(annotators=(label("correct", by="anna"),))),
            claim("5", people("wrong_page", "wrong_page"), control="original"),
        ]
    )
    (pair,) = found
    assert (pair.first, pair.second, pair.overall.count, pair.overall.observed) == ("anna", "boris", 4, 0.75)
    assert {k: (a.count, a.observed) for k, a in pair.by_type.items()} == {
        "digit": (2, 0.5),
        "original": (1, 1),
        "unknown": (1, 1),
    }


def said(name: str, verdict: str, **more: object) -> Prediction:
    return Prediction(claim=name, verdict=ClaimVerdict(verdict), action=Action.KEEP, **more)  # type: ignore[arg-type]


def test_the_order_under_automatic_labels_is_turned_round_by_people() -> None:
    # The program takes two unsupported claims for correct, and so does the credulous system.
    data = dataset(
        claim("1", people("unsupported", "unsupported")),
        claim("2", people("unsupported", "correct", adjudicated="unsupported")),
        claim("3", people("correct", "correct")),
        claim("nobody looked", Labels(automatic=label("correct"))),
        claim("not settled", people("correct", "unsupported")),
    )
    credulous = {c.id: said(c.id, "correct") for c in data.claims}
    careful = credulous | {c: said(c, "unsupported") for c in ("1", "2")}
    found = {t.source: t for t in sensitivity(data, {"credulous": credulous, "careful": careful})}
    assert set(found) == {"automatic", "anna", "boris", "adjudicated"}
    automatic = found["automatic"]
    assert automatic.claims == 3
    assert {n: (p.value, p.rank) for n, p in automatic.own.items()} == {
        "credulous": (1, 1),
        "careful": (pytest.approx(1 / 3), 2),
    }
    assert automatic.settled["careful"].value == 1
    assert automatic.moved == ("credulous", "careful")
    assert automatic.tau == -1
    assert found["anna"].moved == ()
    assert found["anna"].tau == 1
    assert found["adjudicated"].claims == 1
    by_false_correct = sensitivity(data, {"credulous": credulous, "careful": careful}, FALSE_CORRECT)
    assert {t.source: t.settled["careful"].rank for t in by_false_correct}["automatic"] == 1


def test_without_people_nothing_is_said_about_labels() -> None:
    data = dataset(claim("1", Labels(automatic=label("correct"))))
    assert sources_of(data.claims) == ()
    assert sensitivity(data, {"s": {}}) == ()


def test_sensitivity_on_a_made_run_compares_each_source_over_its_claims() -> None:
    data = made_dataset()
    predictions = {s.name: {p.claim: p for j in judged_by(s, data) for p in j.predictions} for s in SKILLS}
    for table in sensitivity(data, predictions):
        assert table.claims > 0
        assert -1 <= table.tau <= 1
        assert sum(p.rank for p in table.own.values()) == pytest.approx(len(SKILLS) * (len(SKILLS) + 1) / 2)


def outcomes(**verdicts: tuple[str, str, bool]) -> list[Outcome]:
    found = []
    for name, (truth, verdict, flagged) in verdicts.items():
        one = claim(name, Labels(automatic=label(truth)))  # type: ignore[arg-type]
        found.append(Outcome(one, one.labels.automatic, said(name, verdict, flagged=flagged)))  # type: ignore[arg-type]
    return found


def test_hard_claims_are_those_a_channel_misses_people_differ_on_or_that_were_made_hard() -> None:
    text = outcomes(
        a=("correct", "correct", False), b=("correct", "unsupported", False), c=("unsupported", "correct", False)
    )
    image = outcomes(
        a=("correct", "correct", False), b=("correct", "correct", False), c=("unsupported", "not_checked", False)
    )
    assert hard_for_channels({"text": text, "image": image}) == {"b", "c"}
    assert hard_for_channels({}) == frozenset()
    assert hard_for_people(
        [
            claim("1", people("correct", "correct")),
            claim("2", people("correct", "unsupported")),
            claim("3", Labels(), fault=Fault(type="digit", origin="injected", difficulty="hard")),
            claim("4", Labels(), fault=Fault(type="digit", origin="injected", difficulty="easy")),
        ]
    ) == {"2", "3"}


def test_the_use_of_flags_by_hand() -> None:
    case = outcomes(
        a=("correct", "conflict", False),
        b=("correct", "correct", True),
        c=("correct", "correct", False),
        d=("unsupported", "correct", False),
        e=("unsupported", "unsupported", False),
        f=("correct", "unsupported", True),
    )
    found = flag_use(case, frozenset("abd") | {"elsewhere"})
    assert (found.flagged, found.hard, found.total) == (3, 3, 6)
    assert (found.base, found.precision, found.recall) == (0.5, pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert found.lift == pytest.approx(4 / 3)
    assert found.accuracy_flagged == pytest.approx(1 / 3)  # only b
    assert found.accuracy_rest == pytest.approx(2 / 3)
    nothing = flag_use(outcomes(a=("correct", "correct", False)), frozenset())
    assert isnan(nothing.precision)
    assert isnan(nothing.lift)


def one(verdict: Truth, *pages: int, joint: tuple[tuple[int, ...], ...] = ()) -> Labels:
    return Labels(automatic=label(verdict, *pages, joint=joint))


def answer(name: str, answerable: bool | None = True, refused: bool = False) -> BenchAnswer:
    return BenchAnswer(id=name, document="d", text="...", answerable=answerable, refused=refused)


CITED = dataset(
    claim("a1", one("correct", 1), [1], answer="a"),
    claim("a2", one("wrong_page", 5), [2, None], answer="a"),
    claim("b1", one("unsupported"), [], answer="b"),
    claim("c1", one("unsupported"), [3], answer="c"),
    claim("d1", one("open"), [3], answer="d"),
    claim("d2", one("correct", 3), [3], answer="d"),
    claim("no answer", one("correct", 3), [3]),
    answers=[
        answer("a"),
        answer("b", answerable=False),
        answer("c"),
        answer("d"),
        answer("r1", answerable=False, refused=True),
        answer("r2", answerable=True, refused=True),
        answer("r3", answerable=None, refused=True),
    ],
)


def test_the_quality_of_citations_by_hand() -> None:
    found = citation_quality(CITED)
    assert found.with_citations == Share(3, 4)
    assert found.existing == Share(5, 6)
    assert found.supported == Share(2, 5)  # a1 and d2 of a1, a2, b1, c1, d2
    assert found.without_source == Share(2, 3)  # b and c of a, b, c: of d a label is open
    assert found.refusals_right == Share(1, 2)
    assert found.refused_in_need == Share(1, 2)
    assert found.with_citations.value == 0.75
    assert isnan(Share(0, 0).value)


def test_alce_by_labels_by_hand() -> None:
    found = alce_by_labels(CITED)
    # a: recall 1 of 2; one citation counts (the sentence with the page that does not exist has none), and is precise.
    # b: no citation. c: one citation, not borne out. d has a label that settles nothing.
    assert found.answers == 3
    assert found.recall == pytest.approx((1 / 2 + 0 + 0) / 3)
    assert found.precision == pytest.approx((1 / 1 + 0 + 0) / 3)


def test_alce_by_labels_knows_needless_and_joint_pages() -> None:
    def figures(labels: Labels, cited: Sequence[int]) -> tuple[float, float]:
        found = alce_by_labels(dataset(claim("x", labels, cited, answer="a"), answers=[answer("a")]))
        return found.recall, found.precision

    assert figures(one("correct", 1), [1, 2]) == (1, 0.5)
    assert figures(one("correct", 1, 2), [1, 2]) == (1, 1)
    assert figures(one("correct", joint=((1, 2),)), [1, 2]) == (1, 1)
    assert figures(one("correct", joint=((1, 2),)), [1, 2, 3]) == (1, pytest.approx(2 / 3))
    assert figures(one("correct"), [1, 2]) == (1, 1)  # nobody said which: both are needed
    assert figures(one("unsupported"), [1, 2]) == (0, 0)


def test_support_as_a_system_has_it() -> None:
    case = outcomes(
        a=("correct", "correct", False),
        b=("unsupported", "correct", False),
        c=("correct", "conflict", False),
        d=("unsupported", "unsupported", False),
        e=("unsupported", "correct", False),
    )
    assert estimated_support(case) == (3 / 4, 1 / 4)


def test_a_made_run_is_scored_as_its_skills_have_it() -> None:
    data = made_dataset(documents=20)
    by_name = {s.name: score(data, {p.claim: p for j in judged_by(s, data) for p in j.predictions}) for s in SKILLS}
    accuracy = {n: ACCURACY.value(s.outcomes) for n, s in by_name.items()}
    assert accuracy["atomcite"] > accuracy["quote-match"]
    assert FALSE_CORRECT.value(by_name["majority-label"].outcomes) > 0.9
