"""Questions to lattices whose content is known: what is confirmed, what is denied, what is left open."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atomcite.vision.asking import Answer, alternatives, ask
from atomcite.vision.lattice import ALPHABET, BLANK, INDEX, Lattice, align, align_whole


def lattice(*steps: dict[str, float]) -> Lattice:
    """Steps of symbol probabilities; what is left of each goes to blank. A blank step stands between any two."""
    rows: list[np.ndarray] = []
    for step in steps:
        for probabilities in (step, {}):
            row = np.full(len(ALPHABET), 1e-9, dtype=np.float32)
            for char, p in probabilities.items():
                row[INDEX[char]] = p
            row[BLANK] = max(1e-9, 1 - sum(probabilities.values()))
            rows.append(row)
    return Lattice.of(np.stack(rows))


def printed(text: str, sure: float = 0.99) -> Lattice:
    return lattice(*({c: sure} for c in text))


TEXT = st.text(st.sampled_from([c for c in ALPHABET if len(c) == 1 and c.isalnum()]), min_size=1, max_size=12)


@given(TEXT)
def test_greedy_reading_gives_the_text_back(text: str) -> None:
    assert printed(text).text == text


@given(TEXT)
def test_what_is_printed_is_confirmed_at_no_cost(text: str) -> None:
    finding = ask(printed(text), text)
    assert finding.answer is Answer.CONFIRMED
    assert finding.score == 0


@given(st.text(st.sampled_from("0123456789"), min_size=2, max_size=9), st.data())
def test_another_digit_is_denied_where_the_print_is_clear(number: str, data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(number) - 1))
    other = number[:i] + data.draw(st.sampled_from([d for d in "0123456789" if d != number[i]])) + number[i + 1 :]
    assert ask(printed(number), other).answer is Answer.DENIED


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("1,577", "577"),
        ("1,577.5", "1,577"),
        ("21,577", "1,577"),
        ("1,5771", "1,577"),
        ("2013-17", "17"),
        ("03/2024", "3"),
        ("Norwood", "wood"),
        ("12,345", "2,345"),
    ],
)
def test_a_part_of_a_longer_token_is_not_confirmed(line: str, asked: str) -> None:
    assert ask(printed(line), asked).answer is Answer.DENIED


@pytest.mark.parametrize(
    ("line", "asked"), [("(1,577)", "1,577"), ("$1,577m", "1,577"), ("x 42.", "42"), ("by Wood, in", "Wood")]
)
def test_brackets_signs_and_full_stops_bound_a_token(line: str, asked: str) -> None:
    assert ask(printed(line), asked).answer is Answer.CONFIRMED


def test_a_misread_digit_is_confirmed_by_its_probability() -> None:
    worn = lattice({"1": 0.9}, {",": 0.9}, {"5": 0.9}, {"2": 0.45, "7": 0.4}, {"7": 0.9})
    assert worn.text == "1,527"
    finding = ask(worn, "1,537")
    assert finding.answer is not Answer.CONFIRMED
    better = lattice({"1": 0.9}, {",": 0.9}, {"5": 0.9}, {"Z": 0.5, "7": 0.4, "2": 0.02}, {"7": 0.9})
    finding = ask(better, "1,577")
    assert finding.answer is Answer.CONFIRMED
    assert finding.score < 0
    assert finding.read == "1,5Z7"


def test_a_digit_that_could_as_well_be_another_is_rivalled() -> None:
    torn = lattice({"4": 0.9}, {"3": 0.48, "8": 0.46}, {"6": 0.9})
    finding = ask(torn, "436")
    assert torn.text == "436"
    assert finding.is_rivalled
    assert finding.rival == "486"
    assert not ask(printed("436"), "436").is_rivalled


def test_equal_neighbours_need_a_blank_between_them() -> None:
    once = Lattice(np.repeat(printed("7").costs[:1], 4, axis=0))
    assert once.text == "7"
    assert align(printed("77"), "77") is not None
    found = align(once, "77")
    assert found is None or found.score < -3


@settings(max_examples=40)
@given(TEXT, TEXT)
def test_an_alignment_never_beats_the_greedy_path(line: str, asked: str) -> None:
    grid = printed(line, 0.8)
    found = align(grid, asked)
    assert found is None or (found.score <= 1e-5 and 0 <= found.start < found.end <= grid.steps)
    (whole,) = align_whole(grid, [asked], 0, grid.steps)
    assert found is None or whole <= found.score + 1e-5


def test_a_comma_is_not_confirmed_as_a_point() -> None:
    worn = lattice({"1": 0.9}, {",": 0.6, ".": 0.35}, {"5": 0.9}, {"Z": 0.5, "7": 0.4}, {"7": 0.9})
    assert ask(worn, "1,577").answer is Answer.CONFIRMED
    assert ask(worn, "1.577").answer is not Answer.CONFIRMED


def test_alternatives_are_one_digit_away_and_never_the_string_itself() -> None:
    near = alternatives("4.2")
    assert {"4.3", "9.2", "4.", "14.2", "4.21"} <= set(near)
    assert "4.2" not in near
    assert alternatives("Northfield") == []


def test_symbols_that_lattices_do_not_keep_cannot_be_asked() -> None:
    assert ask(printed("5"), "пять").answer is Answer.DENIED


@given(st.integers(1, 6), st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_storing_costs_in_a_byte_keeps_the_greedy_reading(steps: int, seed: int) -> None:
    p = np.random.default_rng(seed).dirichlet(np.full(len(ALPHABET), 0.05), steps).astype(np.float32)
    stored = Lattice.of(p)
    for t in range(steps):
        best = stored.costs[t].argmin()
        assert p[t, best] >= p[t].max() * 0.8
