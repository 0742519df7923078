"""ALCE's citation recall and precision on cases worked by hand, and against the published steps written out."""

from collections.abc import Sequence
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atomcite.benchmarks.metrics import AlceAnswer, CitedSentence, Entails, alce, alce_sentence
from atomcite.benchmarks.metrics.alce import AlceSentence, sentence_of

PASSAGES = ("p0", "p1", "p2", "p3")


def entailing(*sets: Sequence[int]) -> Entails[str]:
    """A judge who takes a statement for borne out by any passages that hold one of `sets`."""

    def entails(passages: Sequence[str], statement: str) -> bool:
        assert passages, "nobody is asked about no passages"
        return any({PASSAGES[i] for i in wanted} <= set(passages) for wanted in sets)

    return entails


@pytest.mark.parametrize(
    ("cited", "borne_out_by", "recall", "precise", "counted"),
    [
        ((), [[0]], 0, 0, 0),  # no citation
        ((9,), [[0]], 0, 0, 0),  # no such passage: not among the citations
        ((0, 9), [[0]], 0, 0, 0),  # one that exists does not save it
        ((-1,), [[3]], 0, 0, 0),
        ((0,), [[0]], 1, 1, 1),
        ((1,), [[0]], 0, 0, 1),
        ((0, 1), [[0]], 1, 1, 2),  # 1 fails alone, and the rest still entail
        ((0, 1), [[0], [1]], 1, 2, 2),  # each alone
        ((0, 1), [[0, 1]], 1, 2, 2),  # neither alone, both needed
        ((0, 1, 2), [[0, 1]], 1, 2, 3),
        ((0, 1, 2), [[0], [1, 2]], 1, 1, 3),  # without 1 or 2, 0 still entails
        ((0, 1), [[2]], 0, 0, 2),
        ((0, 1, 2, 3), [[3]], 0, 0, 3),  # the fourth does not count, for recall either
        ((3, 0, 1, 2), [[3]], 1, 1, 3),
        ((0, 0), [[0]], 1, 2, 2),  # cited twice is two citations
        ((0, 1, 0), [[0]], 1, 2, 3),
        ((1, 1), [[0]], 0, 0, 2),
    ],
)
def test_a_sentence_by_hand(
    cited: tuple[int, ...], borne_out_by: list[list[int]], recall: int, precise: int, counted: int
) -> None:
    found = alce_sentence(CitedSentence("s", cited), PASSAGES, entailing(*borne_out_by))
    assert found == AlceSentence(recall, precise, counted)


def test_without_a_limit_the_fourth_citation_counts() -> None:
    sentence = CitedSentence("s", (0, 1, 2, 3))
    assert alce_sentence(sentence, PASSAGES, entailing([3]), at_most=None) == AlceSentence(1, 1, 4)


def answer(*cited: tuple[int, ...]) -> AlceAnswer[str]:
    return AlceAnswer(tuple(CitedSentence("s", c) for c in cited), PASSAGES)


def test_answers_are_averaged_and_not_sentences() -> None:
    found = alce([answer((0,), (0, 1), (1,), ()), answer((9,)), AlceAnswer((), PASSAGES)], entailing([0]))
    # The first: recall 2 of 4, precision (1 + 1 + 0) of (1 + 2 + 1). The second: 0, and no citation that counts.
    assert found.recall == (2 / 4 + 0) / 2
    assert found.precision == (2 / 4 + 0) / 2
    assert found.f1 == pytest.approx(0.25)
    assert (found.answers, found.joint, found.overcited) == (2, 1, 1)


def test_no_answers_have_no_figures_and_nothing_right_has_an_f1_of_0() -> None:
    assert alce([], entailing()).recall != alce([], entailing()).recall
    assert alce([answer((1,))], entailing([0])).f1 == 0


@pytest.mark.parametrize(
    ("text", "statement", "cited"),
    [
        ("Revenue rose [1][2].", "Revenue rose.", (0, 1)),
        ("Revenue rose [12] in May [3].", "Revenue rose in May.", (11, 2)),
        ("No citation.", "No citation.", ()),
        ("Выручка выросла[2].", "Выручка выросла.", (1,)),
    ],
)
def test_marks_are_taken_out_of_a_sentence(text: str, statement: str, cited: tuple[int, ...]) -> None:
    assert sentence_of(text) == CitedSentence(statement, cited)


def published(answers: Sequence[AlceAnswer[str]], entails: Entails[str], at_most: int) -> tuple[float, float]:
    """The published steps, one after another, as the paper's program takes them."""
    recalls, precisions = [], []
    for one in answers:
        supported, precise, citations = 0, 0, 0
        for sentence in one.sentences:
            refs = list(sentence.cited)
            outside = any(r < 0 or r >= len(one.passages) for r in refs)
            state = 0 if not refs or outside else -1
            if state == -1:
                refs = refs[:at_most]
                citations += len(refs)
                state = int(entails([one.passages[r] for r in refs], sentence.text))
            supported += state
            if state and len(refs) > 1:
                for r in refs:
                    alone = entails([one.passages[r]], sentence.text)
                    rest = refs.copy()
                    rest.remove(r)
                    if alone or not entails([one.passages[i] for i in rest], sentence.text):
                        precise += 1
            else:
                precise += state
        recalls.append(supported / len(one.sentences))
        precisions.append(precise / citations if citations else 0)
    return sum(recalls) / len(recalls), sum(precisions) / len(precisions)


cited = st.lists(st.integers(-1, 5), max_size=5).map(tuple)
subsets = list(chain.from_iterable(combinations(range(4), n) for n in (1, 2, 3)))


@given(
    st.lists(st.lists(cited, min_size=1, max_size=5), min_size=1, max_size=4),
    st.lists(st.sampled_from(subsets), max_size=3),
    st.integers(1, 5),
)
@settings(max_examples=300, deadline=None)
def test_as_the_published_steps(
    drawn: list[list[tuple[int, ...]]], sets: list[tuple[int, ...]], at_most: int
) -> None:
    answers = [answer(*sentences) for sentences in drawn]
    found = alce(answers, entailing(*sets), at_most=at_most)
    assert (found.recall, found.precision) == pytest.approx(published(answers, entailing(*sets), at_most))
    low, high = sorted((found.recall, found.precision))
    # The harmonic mean of two equal numbers may miss them by the last bit.
    assert 0 <= low <= high <= 1 + 1e-9
    assert found.f1 == 0 or low - 1e-9 <= found.f1 <= high + 1e-9
