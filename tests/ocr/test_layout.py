"""Reading order, scripts, skew and orientation by themselves."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_pages import ENGLISH, RUSSIAN, TABLE, pixels_of, prose, spoil, turned, typeset

from atomcite.domain import Box, PageWords, Word
from atomcite.ocr import layout, orientation, skew, tessdata
from atomcite.ocr.scripts import one_alphabet, repair_numero, script_of


def line(x: float, y: float, text: str, height: float = 8) -> list[Word]:
    words = []
    for token in text.split():
        words.append(Word(token, Box(x, y, x + 4.5 * len(token), y + height)))
        x += 4.5 * (len(token) + 0.7)
    return words


def read(fragments: list[list[Word]]) -> list[str]:
    random.Random(4).shuffle(fragments)
    return [found.text for found in PageWords(1, 600, 800, layout.arrange(fragments), "test").lines]


def test_table_row_is_one_line_whatever_the_engine_cut() -> None:
    rows = [("Revenue", "1,577", "1,402"), ("Cost of sales", "(903)", "(871)"), ("Other income", "—", "12")]
    rows = rows * 3
    cells = [line(x, 100 + 14 * i, c) for i, r in enumerate(rows) for x, c in zip((60, 300, 400), r, strict=True)]
    dashes = [replace_height(c) if c[0].text == "—" else c for c in cells]
    assert read(dashes) == [" ".join(r) for r in rows]


def replace_height(cell: list[Word]) -> list[Word]:
    """A dash is as low as its ink."""
    return [Word(w.text, Box(w.box.x0, w.box.y0 + 4, w.box.x1, w.box.y0 + 5)) for w in cell]


def test_columns_of_prose_are_read_one_after_the_other() -> None:
    left = [f"left column sentence number {i} goes on" for i in range(12)]
    right = [f"right column sentence number {i} goes on" for i in range(12)]
    head, foot = (
        "A heading over both of the columns that spans the page",
        "A footer below both of the columns that spans",
    )
    fragments = [line(60, 60, head + " from side to side with many words")]
    fragments += [line(60, 100 + 12 * i, t) for i, t in enumerate(left)]
    fragments += [line(320, 104 + 12 * i, t) for i, t in enumerate(right)]
    fragments += [line(60, 300, foot + " the page once more with words")]
    found = read(fragments)
    assert found[0].startswith("A heading")
    assert found[1:13] == left
    assert found[13:25] == right
    assert found[-1].startswith("A footer")


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 700), st.integers(1, 9)), max_size=60))
def test_arranging_neither_loses_nor_invents_words(spots: list[tuple[int, int, int]]) -> None:
    fragments = [[Word(f"w{i}", Box(x, y, x + 5 * n, y + 8))] for i, (x, y, n) in enumerate(spots)]
    found = layout.arrange(fragments)
    assert sorted(w.text for w in found) == sorted(f[0].text for f in fragments)
    assert [w.line for w in found] == sorted(w.line for w in found)
    blocks = {}
    for word in found:
        assert blocks.setdefault(word.line, word.block) == word.block


@pytest.mark.parametrize(
    ("mixed", "pure"),
    [
        ("Cовет", "Совет"),
        ("дoговор", "договор"),
        ("Revеnuе", "Revenue"),
        ("ООO", "ООО"),
        ("IFRS", "IFRS"),
        ("МСФО/IFRS", "МСФО/IFRS"),
        ("ИТ-compliance", "ИТ-compliance"),
        ("149-ФЗ", "149-ФЗ"),
        ("1,577", "1,577"),
    ],
)
def test_words_of_two_alphabets_become_words_of_one(mixed: str, pure: str) -> None:
    assert one_alphabet(mixed) == pure


@given(st.text(max_size=30))
def test_repair_keeps_length_and_everything_but_lookalikes(word: str) -> None:
    repaired = one_alphabet(word)
    assert len(repaired) == len(word)
    assert one_alphabet(repaired) == repaired


def test_numero_sign_is_put_back() -> None:
    assert repair_numero(["закон", "М", "149-ФЗ"]) == ["закон", "№", "149-ФЗ"]
    assert repair_numero(["5", "М", "кабеля"]) == ["5", "М", "кабеля"]


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Revenue", "latin"),
        ("Выручка", "cyrillic"),
        ("Выручка Revenue", "mixed"),
        ("收入增长", "other"),
        ("12,5 %", "none"),
    ],
)
def test_scripts_are_told_apart(text: str, script: str) -> None:
    assert script_of([text]) == script


@pytest.mark.parametrize("angle", [-3.0, -1.0, -0.4, 0.0, 0.7, 2.0, 4.0])
def test_skew_is_estimated(angle: float) -> None:
    assert skew.estimate(spoil(pixels_of(typeset(prose(RUSSIAN)), 150), skew=angle)) == pytest.approx(angle, abs=0.2)


def test_blank_and_noisy_pages_have_no_skew() -> None:
    assert skew.estimate(np.full((600, 400, 3), 255, np.uint8)) == 0.0
    assert skew.estimate(np.random.default_rng(2).integers(0, 255, (600, 400, 3)).astype(np.uint8)) == 0.0


@given(st.floats(-5, 5), st.floats(0, 590), st.floats(0, 790))
def test_deskewed_boxes_go_back_to_where_they_were(angle: float, x: float, y: float) -> None:
    here = skew.Deskew(angle, 600, 800)
    there = skew.Deskew(-angle, 600, 800)
    box = Box(x, y, x + 10, y + 10)
    back = there.back(here.back(box))
    if 20 < here.back(box).center[0] < 580 and 20 < here.back(box).center[1] < 780:
        assert back.center == pytest.approx(box.center, abs=6)


SPARSE = {
    "title": "#align(center)[= Annual report 2023]\n#v(80pt)\nLondon",
    "order": "#align(center)[ПРИКАЗ № 17 \\ О НАЗНАЧЕНИИ НА ДОЛЖНОСТЬ]",
    "table": TABLE,
    "figures": "#table(columns: 5," + ",".join(f"[{i * 7919 % 9973}]" for i in range(40)) + ")",
    "two lines": prose("\n".join(ENGLISH.splitlines()[:2])),
}


@pytest.mark.skipif(not {"eng", "rus"} <= tessdata.languages(), reason="needs both languages")
@pytest.mark.parametrize("kind", SPARSE)
def test_sparse_pages_are_turned_upright(kind: str) -> None:
    page = spoil(pixels_of(typeset(SPARSE[kind], height=260)), skew=0.5)
    assert [orientation.turn_upright(turned(page, d)) for d in (0, 90, 180, 270)] == [0, 270, 180, 90]


@pytest.mark.parametrize("kind", ["blank", "noise", "rules", "blot"])
def test_page_without_text_is_left_as_it_is(kind: str) -> None:
    page = np.full((700, 500, 3), 255, np.uint8)
    if kind == "noise":
        page = np.random.default_rng(8).integers(0, 255, page.shape).astype(np.uint8)
    elif kind == "rules":
        page[::40] = 0
    elif kind == "blot":
        page[200:400, 100:400] = 60
    assert orientation.turn_upright(page) == 0
