"""Which page is meant, by code alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atomcite.documents import alternatives, diagnose_shift, folio_of, resolve
from atomcite.documents.folio import Folio, parse, roman
from atomcite.domain import Box, PageRef, PageWords, Word


class Pages:
    """A document as far as page identity goes; counts which pages were read for their folio."""

    def __init__(
        self, count: int, labels: dict[int, str] | None = None, printed: dict[int, str] | None = None
    ) -> None:
        self.page_count = count
        self.labels = labels or {}
        self.printed = printed or {}
        self.read: list[int] = []

    def label(self, number: int) -> str | None:
        return self.labels.get(number)

    def folio(self, number: int) -> str | None:
        self.read.append(number)
        return self.printed.get(number)


def one(raw: str, pages: Pages, mode: str = "auto") -> tuple[int | None, str, str]:
    (found,) = resolve([PageRef(raw=raw)], pages, mode, pages.folio)  # type: ignore[arg-type]
    assert found.why.render("en")
    assert found.why.render("ru")
    return (found.page.physical if found.page else None, found.reading, found.why.code.removeprefix("documents."))


BOOK = {1: "i", 2: "ii", 3: "1", 4: "2", 5: "3", 6: "A-1"}


@pytest.mark.parametrize(
    ("raw", "page", "reading", "why"),
    [
        ("2", 4, "label", "label_not_position"),
        ("ii", 2, "label", "label"),
        ("II", 2, "label", "label"),
        ("A-1", 6, "label", "label"),
        ("a–1", 6, "label", "label"),
        ("6", 6, "physical", "position_not_label"),
        ("7", None, "physical", "no_such_position"),
        ("0", None, "physical", "no_such_position"),
        ("iv", None, "label", "no_such_label"),
    ],
)
def test_auto_takes_labels_where_the_file_has_them(raw: str, page: int | None, reading: str, why: str) -> None:
    assert one(raw, Pages(6, BOOK)) == (page, reading, why)


@pytest.mark.parametrize(
    ("refs", "pages"),
    [
        (["1", "2", "3"], [3, 4, 5]),
        (["1", "6"], [1, 6]),
        (["1", "2", "6", "ii"], [1, 2, 6, 2]),
        (["1", "6", "99"], [3, 6, None]),
        (["1", "1", "2", "3", "6", "A-1"], [1, 1, 2, 3, 6, 6]),
    ],
)
def test_an_answer_counts_in_one_way(refs: list[str], pages: list[int | None]) -> None:
    found = resolve([PageRef(raw=r) for r in refs], Pages(6, BOOK))
    assert [f.page.physical if f.page else None for f in found] == pages


def test_one_wrong_number_does_not_turn_the_others() -> None:
    book = Pages(24, {n: str(n - 4) if n > 4 else f"f{n}" for n in range(1, 25)})
    found = resolve([PageRef(raw=str(n)) for n in (*range(1, 12), 22)], book)
    assert [f.page.physical for f in found if f.page] == [*range(5, 16), 22]


def test_auto_takes_positions_where_labels_say_nothing_else() -> None:
    assert one("3", Pages(6)) == (3, "physical", "position")
    assert one("3", Pages(6, {n: str(n) for n in range(1, 7)})) == (3, "physical", "position")
    assert one("3", Pages(6, dict.fromkeys(range(1, 7), "3"))) == (3, "physical", "position")
    repeated = Pages(6, {1: "1", 2: "2", 3: "1", 4: "2", 5: "5", 6: "6"})
    assert one("1", repeated)[0] == 1
    assert one("2", repeated)[0] == 2
    assert one("3", repeated) == (3, "physical", "position_not_label")


def test_numbers_cost_no_reading_in_auto_unless_they_run_beyond_the_end() -> None:
    pages = Pages(400)
    resolve([PageRef(raw=str(n)) for n in range(1, 400, 7)], pages, "auto", pages.folio)
    assert pages.read == []
    found = resolve([PageRef(raw=str(n)) for n in range(1, 500, 7)], pages, "auto", pages.folio)
    assert len(pages.read) <= 5
    assert [f.page.physical if f.page else None for f in found] == [n if n <= 400 else None for n in range(1, 500, 7)]


@pytest.mark.parametrize("lacking", [0, 2])
def test_numbers_beyond_the_end_are_those_printed_on_the_pages(lacking: int) -> None:
    """An extract of a longer report: five pages that carry the numbers 31 to 35."""
    printed = {n: str(n + 30) for n in range(1, 6) if n != lacking}
    pages = Pages(5, printed=printed)
    refs = [PageRef(raw=raw) for raw in ("31", "34", "32", "90")]
    found = resolve(refs, pages, "auto", pages.folio)
    assert [(f.page.physical, f.reading) if f.page else None for f in found] == [
        (1, "folio"),
        (4, "folio"),
        (2, "folio"),
        None,
    ]
    assert len(pages.read) <= 5


def test_an_answer_that_counts_in_printed_numbers_does_so_throughout() -> None:
    pages = Pages(6, printed={n: str(n + 2) for n in range(1, 7)})
    found = resolve([PageRef(raw=raw) for raw in ("3", "5", "8")], pages, "auto", pages.folio)
    assert [f.page.physical for f in found if f.page] == [1, 3, 6]
    # One number beyond the end among many that are positions turns none of them.
    found = resolve([PageRef(raw=str(n)) for n in (1, 2, 3, 4, 5, 6, 8)], pages, "auto", pages.folio)
    assert [f.page.physical for f in found if f.page] == [1, 2, 3, 4, 5, 6, 6]


def test_an_answer_that_cites_front_matter_as_printed_counts_in_printed_numbers() -> None:
    """Three pages of front matter, i to iii, and no labels: whoever cites "iii" doesn't count positions."""
    pages = Pages(10, printed={1: "i", 2: "ii", 3: "iii"} | {n: str(n - 3) for n in range(4, 11)})
    found = resolve([PageRef(raw=raw) for raw in ("5", "iii", "7")], pages, "auto", pages.folio)
    assert [(f.page.physical, f.reading) for f in found if f.page] == [(8, "folio"), (3, "folio"), (10, "folio")]
    found = resolve([PageRef(raw=raw) for raw in ("5", "7")], pages, "auto", pages.folio)
    assert [f.reading for f in found] == ["physical", "physical"]
    # A number that no page prints speaks against it.
    found = resolve([PageRef(raw=raw) for raw in ("5", "iii", "9")], pages, "auto", pages.folio)
    assert [f.reading for f in found] == ["physical", "folio", "physical"]


def test_wrong_numbers_stay_wrong_where_printed_numbers_are_positions() -> None:
    pages = Pages(8, printed={n: str(n) for n in range(1, 9)})
    assert one("12", pages) == (None, "physical", "no_such_position")
    assert one("12", Pages(8)) == (None, "physical", "no_such_position")


def test_single_readings_allow_no_other() -> None:
    book = Pages(6, BOOK, {5: "3"})
    assert one("2", book, "physical") == (2, "physical", "position")
    assert one("ii", book, "physical") == (None, "physical", "not_a_position")
    assert one("2", book, "label") == (4, "label", "label")
    assert one("2", Pages(6), "label") == (None, "label", "no_labels")
    assert one("3", book, "folio") == (5, "folio", "folio")


@given(count=st.integers(20, 400), front=st.integers(0, 19), wanted=st.integers(1, 400))
def test_folio_is_found_by_reading_few_pages(count: int, front: int, wanted: int) -> None:
    pages = Pages(count, printed={n: str(n - front) for n in range(front + 1, count + 1)})
    page, reading, _ = one(str(wanted), pages, "folio")
    assert page == (wanted + front if wanted + front <= count else None)
    assert reading == "folio"
    assert len(pages.read) == len(set(pages.read)) <= 26
    if page is not None and wanted > front:
        assert len(pages.read) <= 3


def test_roman_and_lettered_folios_have_their_own_counts() -> None:
    printed = {1: "i", 2: "ii", 3: "iii", 4: "iv"} | {n: str(n - 4) for n in range(5, 20)} | {20: "A-1", 21: "A-2"}
    pages = Pages(21, printed=printed)
    assert one("iii", pages) == (3, "folio", "folio")
    assert one("A-2", pages) == (21, "folio", "folio")
    assert one("3", pages, "folio")[0] == 7
    assert one("ix", pages, "folio")[0] is None


def test_known_folios_are_shown_beside_the_position() -> None:
    pages = Pages(10, printed={n: str(n + 40) for n in range(1, 11)})
    (found,) = resolve([PageRef(raw="44")], pages, "folio", pages.folio)
    assert found.page is not None
    assert (found.page.physical, found.page.folio, found.page.label) == (4, "44", None)


def test_alternatives_are_what_the_other_readings_give() -> None:
    assert alternatives(PageRef(raw="2"), Pages(6, BOOK)) == {"physical": 2, "label": 4}
    assert alternatives(PageRef(raw="9"), Pages(6, BOOK)) == {}
    pages = Pages(6, BOOK, {6: "2"})
    assert alternatives(PageRef(raw="2"), pages, pages.folio) == {"physical": 2, "label": 4, "folio": 6}


@pytest.mark.parametrize(
    ("pairs", "shift"),
    [
        ([(3, 5), (7, 9), (10, 12)], 2),
        ([(3, 5), (7, 9)], 2),
        ([(3, 5)], None),
        ([(3, 5), (7, 8)], None),
        ([(3, 5), (7, 9), (10, 12), (4, 3)], 2),
        ([(3, 5), (7, 9), (10, 12), (4, 3), (6, 9), (2, 1)], None),
        ([(3, 2), (7, 6), (9, 8)], -1),
        ([(3, 3), (7, 7), (9, 9)], None),
        ([], None),
    ],
)
def test_shift_is_diagnosed_only_when_claims_agree(pairs: list[tuple[int, int]], shift: int | None) -> None:
    assert diagnose_shift(pairs) == shift


@given(st.integers(1, 899))
def test_roman_numerals_read_back(number: int) -> None:
    pairs = [(500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v")]
    text, rest = "", number
    for value, letters in [*pairs, (4, "iv"), (1, "i")]:
        while rest >= value:
            text, rest = text + letters, rest - value
    assert roman(text) == roman(text.upper()) == number
    assert parse(text) == Folio("roman", number)


@pytest.mark.parametrize("text", ["", "iiii", "vx", "Iv", "abc", "ic"])
def test_what_is_no_roman_numeral(text: str) -> None:
    assert roman(text) is None


def page(lines: list[tuple[float, list[tuple[float, str]]]], height: float = 842, width: float = 595) -> PageWords:
    """Lines as (y of the middle, [(x, words set tight)])."""
    words = []
    for number, (y, parts) in enumerate(lines):
        for x, text in parts:
            for token in text.split():
                words.append(Word(token, Box(x, y - 5, x + 5 * len(token), y + 5), 0.95, number, number))
                x += 5 * len(token) + 3
    return PageWords(1, width, height, tuple(words), "test")


BODY = [
    (y, [(60.0, "Revenue grew by 12 per cent in 2023 to 1,577 million and costs fell")]) for y in range(120, 720, 15)
]


@pytest.mark.parametrize(
    ("head", "foot", "folio"),
    [
        ([], [(800, [(290, "7")])], "7"),
        ([], [(800, [(290, "- 7 -")])], "7"),
        ([], [(800, [(260, "Page 7 of 20")])], "7"),
        ([], [(800, [(260, "стр. 7")])], "7"),
        ([], [(800, [(260, "Стр. 7 из 20")])], "7"),
        ([], [(800, [(260, "7 / 20")])], "7"),
        ([], [(800, [(60, "7 | Annual report 2023")])], "7"),
        ([], [(800, [(60, "Annual report 2023"), (530, "7")])], "7"),
        ([(40, [(60, "8"), (200, "NOTES TO THE ACCOUNTS")])], [], "8"),
        ([(40, [(60, "Годовой отчёт 2023"), (530, "114")])], [], "114"),
        ([], [(800, [(290, "xiv")])], "xiv"),
        ([], [(800, [(290, "F-12")])], "F-12"),
        ([], [(800, [(60, "Contract No. 17-2023"), (480, "Page 3 of 9")])], "3"),
        ([], [(800, [(60, "Tamsin Grove Timber"), (480, "Sheet 31")])], "31"),
        ([], [(800, [(60, "Minute book, folio 214"), (480, "Initialled")])], "214"),
        ([], [(800, [(60, "Арендодатель"), (290, "3"), (480, "Арендатор")])], "3"),
        ([], [(800, [(60, "Balance sheet 31 December 2023")])], None),
        ([], [(800, [(290, "2023")])], None),
        ([], [(800, [(260, "Page 2023")])], "2023"),
        ([], [(800, [(290, "1,577")])], None),
        ([], [(800, [(60, "Total"), (400, "1,577"), (480, "12")])], None),
        ([], [(800, [(60, "7. The Borrower shall pay")])], None),
        ([], [(800, [(60, "London, 31 December 2023")])], None),
        ([(40, [(60, "Draft of 3 March"), (480, "Confidential")])], [], None),
        ([], [(800, [(290, "c")])], None),
        ([], [], None),
    ],
)
def test_folio_is_told_from_other_numbers(head: list, foot: list, folio: str | None) -> None:
    assert folio_of(page([*head, *BODY, *foot])) == folio


def test_number_in_the_middle_of_the_page_is_no_folio() -> None:
    assert folio_of(page([(400, [(290, "7")])])) is None
