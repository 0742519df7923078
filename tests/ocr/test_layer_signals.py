"""Where a text layer says something else than its picture: it is found, shown with its place, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from made_pages import ENGLISH, RUSSIAN, TABLE, prose, spoil, typeset

from atomcite.documents import Document
from atomcite.domain import Box, PageImage, Word
from atomcite.ocr import agreement, read_page, tessdata

pytestmark = pytest.mark.skipif(not {"eng", "rus"} <= tessdata.languages(), reason="needs both languages")


class Layered:
    """A page whose text layer is what a test makes of it."""

    number = 1

    def __init__(self, image: PageImage, words: list[Word]) -> None:
        self._image, self._words = image, words

    def image(self) -> PageImage:
        return self._image

    def embedded_words(self) -> list[Word]:
        return self._words


@pytest.fixture(scope="module", params=["en", "ru"])
def born(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[PageImage, list[Word]]:
    path = tmp_path_factory.mktemp("born") / "a.pdf"
    text = ENGLISH if request.param == "en" else RUSSIAN
    path.write_bytes(typeset(prose(text) + "\n" + TABLE, width=560, height=400, lang=request.param))
    with Document.open(path) as document:
        page = document.page(1)
        return page.image(), list(page.embedded_words() or ())


def with_text(words: list[Word], index: int, text: str) -> list[Word]:
    return [replace(w, text=text) if i == index else w for i, w in enumerate(words)]


def other_digit(text: str, rng: random.Random) -> str:
    places = [i for i, c in enumerate(text) if c.isdigit()]
    at = rng.choice(places)
    return text[:at] + rng.choice([d for d in "0123456789" if d != text[at]]) + text[at + 1 :]


def test_numbers_changed_in_the_layer_alone_are_found_and_nothing_else(born: tuple[PageImage, list[Word]]) -> None:
    image, words = born
    rng = random.Random(3)
    assert agreement.compare(image, words).signals == ()
    numbers = [i for i, w in enumerate(words) if sum(c.isdigit() for c in w.text) > 1]
    changed = rng.sample(numbers, 3)
    for index in changed:
        words = with_text(words, index, other_digit(words[index].text, rng))
    found = agreement.compare(image, words)
    assert found.trusted
    assert [s.kind for s in found.signals] == ["text_layer_differs"] * 3
    boxes = [box for s in found.signals for box in s.boxes]
    assert all(any(box.intersection(words[i].box) for box in boxes) for i in changed)


def test_decimal_mark_moved_in_the_layer_is_found(born: tuple[PageImage, list[Word]]) -> None:
    image, words = born
    index = next(i for i, w in enumerate(words) if w.text == "1,577" and w.box.x0 > 200)
    found = agreement.compare(image, with_text(words, index, "15.77"))
    assert [s.text for s in found.signals] == ["15.77"]


def test_word_changed_in_the_layer_alone_is_found(born: tuple[PageImage, list[Word]]) -> None:
    image, words = born
    changes = {"shall": "may", "without": "with", "уменьшилась": "увеличилась", "вернуть": "оставить"}
    index, text = next((i, changes[w.text]) for i, w in enumerate(words) if w.text in changes)
    found = agreement.compare(image, with_text(words, index, text))
    assert found.trusted
    assert [s.text for s in found.signals] == [text]


def test_word_left_out_of_the_layer_is_found(born: tuple[PageImage, list[Word]]) -> None:
    image, words = born
    index = next(i for i, w in enumerate(words) if w.text in ("without", "unqualified", "начисляется"))
    found = agreement.compare(image, [w for i, w in enumerate(words) if i != index])
    assert [s.text for s in found.signals] == [""]
    assert found.signals[0].boxes[0].intersection(words[index].box)
    assert words[index].text in found.signals[0].note.render("en")


def test_words_that_nobody_sees_are_reported_and_not_read(born: tuple[PageImage, list[Word]]) -> None:
    image, words = born
    last = max(w.line for w in words) + 1
    hidden = [
        Word(t, Box(100 + 60 * i, image.height - 12, 150 + 60 * i, image.height - 4), line=last)
        for i, t in enumerate(("Approved", "in", "full"))
    ]
    page = read_page(Layered(image, [*words, *hidden]))
    assert page.engine.startswith("textlayer")
    assert "Approved" not in page.text
    assert [(s.kind, s.text) for s in page.signals] == [("hidden_text", "Approved in full")]


def lost_ligatures(words: list[Word]) -> list[Word]:
    found = []
    for word in words:
        text = word.text
        for ligature in ("ffi", "fi", "fl", "ff"):
            text = text.replace(ligature, "")
        found.append(replace(word, text=text) if text else word)
    return found


def test_layer_without_its_ligatures_is_not_used(tmp_path: Path) -> None:
    text = ENGLISH.replace("Interest accrues", "Officers' benefits and fixed fees accrue").replace(
        "Revenue for", "Cash flow, classified as final, for"
    )
    path = tmp_path / "a.pdf"
    path.write_bytes(typeset(prose(text), width=560))
    with Document.open(path) as document:
        image, words = document.page(1).image(), list(document.page(1).embedded_words() or ())
    page = read_page(Layered(image, lost_ligatures(words)))
    assert page.engine.startswith("tesseract")
    assert "ocr.layer_lost_letters" in [n.code for n in page.notes]
    assert "benefits" in page.text
    assert {s.kind for s in page.signals} == {"text_layer_rejected"}


def slips(words: list[Word], share: float, seed: int = 5) -> list[Word]:
    """What poor recognition leaves: letters mistaken for others of their shape."""
    rng = random.Random(seed)
    alike = dict(zip("eoacltnеоаслтнп", "cecetiuсеаоптип", strict=True))
    found = []
    for word in words:
        at = [i for i, c in enumerate(word.text) if c in alike]
        if len(at) > 1 and rng.random() < share:
            text = word.text
            for i in at[:2]:
                text = text[:i] + alike[text[i]] + text[i + 1 :]
            word = replace(word, text=text)
        found.append(word)
    return found


BAD: dict[str, Callable[[PageImage, list[Word]], list[Word]]] = {
    "poor recognition": lambda _, words: slips(words, 0.35),
    "shifted by two lines": lambda _, words: [
        replace(w, box=Box(w.box.x0, w.box.y0 + 36, w.box.x1, w.box.y1 + 36)) for w in words if w.box.y1 < 340
    ],
    "shifted by some letters": lambda _, words: [
        replace(w, box=Box(w.box.x0 + 40, w.box.y0, w.box.x1 + 40, w.box.y1)) for w in words if w.box.x1 < 500
    ],
    "of another page": lambda _, words: [replace(w, text=v.text) for w, v in zip(words, words[::-1], strict=True)],
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_layer_is_not_used(born: tuple[PageImage, list[Word]], fault: str) -> None:
    image, words = born
    page = read_page(Layered(image, BAD[fault](image, words)))
    assert page.engine.startswith("tesseract")
    assert any(n.code.startswith("ocr.layer_") for n in page.notes)
    assert "1,577" in page.text
    assert {s.kind for s in page.signals} <= {"text_layer_rejected"}


def test_true_layer_over_a_scan_raises_no_alarm(born: tuple[PageImage, list[Word]]) -> None:
    image, words = born
    scanned = PageImage(1, spoil(image.pixels, skew=0.0), image.dpi)
    found = agreement.compare(scanned, words)
    assert found.trusted
    assert found.signals == ()


def test_page_read_again_from_its_pixels_keeps_where_the_layer_was_wrong(born: tuple[PageImage, list[Word]]) -> None:
    image, words = born
    rng = random.Random(4)
    numbers = [i for i, w in enumerate(words) if sum(c.isdigit() for c in w.text) > 1]
    for index in numbers[:8]:
        words = with_text(words, index, other_digit(words[index].text, rng))
    page = read_page(Layered(image, words))
    assert page.engine.startswith("tesseract")
    assert len(page.signals) >= 6
