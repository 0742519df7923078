"""Several views of one line weighed: what all of them bear out is confirmed, what some leave open is not."""

from __future__ import annotations

import numpy as np
import pytest

from atomcite.vision.asking import Answer
from atomcite.vision.confirming import ask_views, measure, near
from atomcite.vision.lattice import ALPHABET, BLANK, INDEX, Lattice, align_whole, explain_whole


def view(text: str, sure: float = 0.97, pitch: int = 2, **mixed: dict[str, float]) -> Lattice:
    """A line read as `text`: each symbol at one step of `pitch`, blanks between; `mixed` replaces the symbol at place
    `at3` by the probabilities given."""
    rows: list[np.ndarray] = []
    for i, char in enumerate(text):
        for step in range(pitch):
            row = np.full(len(ALPHABET), 1e-6, dtype=np.float32)
            if step == 0:
                for c, p in mixed.get(f"at{i}", {char: sure}).items():
                    row[INDEX[c]] = p
            row[BLANK] = max(1e-6, 1 - float(row.sum()))
            rows.append(row)
    return Lattice.of(np.stack(rows))


@pytest.mark.parametrize("text", ["1,577", "31.12.2023", "62.3%", "Brandt"])
def test_what_all_views_read_is_confirmed(text: str) -> None:
    views = [view(f"in {text} on", pitch=p) for p in (2, 3, 4)]
    assert ask_views(views, text).answer is Answer.CONFIRMED


@pytest.mark.parametrize(("printed", "asked"), [("1,577", "1,527"), ("62.3%", "62.8%"), ("41906", "41096")])
def test_another_number_is_not_confirmed(printed: str, asked: str) -> None:
    views = [view(f"in {printed} on", pitch=p) for p in (2, 3, 4)]
    assert ask_views(views, asked).answer is not Answer.CONFIRMED


def test_a_part_of_a_number_is_not_confirmed() -> None:
    views = [view("of 72.2% in", pitch=p) for p in (2, 3)]
    assert ask_views(views, "2.2%").answer is not Answer.CONFIRMED


def test_one_views_misreading_is_outvoted() -> None:
    views = [view("of 4719 in"), view("of 4719 in", at4={"1": 0.3, "7": 0.6}, pitch=3), view("of 4719 in", pitch=4)]
    found = ask_views(views, "4719")
    assert found.answer is Answer.CONFIRMED
    assert ask_views(views, "4779").answer is not Answer.CONFIRMED


def test_a_digit_that_no_view_can_tell_leaves_the_question_open() -> None:
    torn = {"at4": {"3": 0.48, "8": 0.48}}
    views = [view("of 4359 in", pitch=p, **torn) for p in (2, 3, 4)]
    for asked in ("4359", "4859"):
        assert ask_views(views, asked).is_rivalled


def test_the_sum_over_alignments_is_no_less_than_the_best_one() -> None:
    grid = view("1,577", 0.8, pitch=3)
    (total,) = explain_whole(grid, ["1,577"], 0, grid.steps)
    (best,) = align_whole(grid, ["1,577"], 0, grid.steps)
    assert total - float(grid.log.max(axis=1).sum()) >= best - 1e-3


def test_probabilities_of_all_strings_of_a_short_line_sum_to_one() -> None:
    p = np.full((2, len(ALPHABET)), 1e-9, dtype=np.float32)
    p[:, INDEX["1"]], p[:, INDEX["2"]], p[:, BLANK] = 0.25, 0.25, 0.5
    scores = explain_whole(Lattice.of(p), ["1", "2", "12", "21"], 0, 2)
    # "" (both blank) has the rest, 0.25; "11" and "22" do not fit two steps.
    assert sum(np.exp(scores)) == pytest.approx(0.75, abs=0.03)


def test_names_are_held_against_names_a_letter_away() -> None:
    assert {"Brandl", "Brant", "Braandt"} <= set(near("Brandt"))
    assert "Brandt" not in near("Brandt")
    assert near("4.2")
    assert measure([view("by Brandt in")], "Brandl") is not None


def test_what_can_not_be_spelt_is_denied() -> None:
    assert ask_views([view("5 on"), view("5 on", pitch=3)], "пять").answer is Answer.DENIED
