"""Places that a reading left open are read again in cleaned pictures; what was read, and what can't be, stays so."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from made_pages import pixels_of, typeset

from atomcite.domain import Box, PageImage, Pixels, Word
from atomcite.ocr import cleanings, samples, tessdata
from atomcite.ocr.cleanings import Print
from atomcite.ocr.second_look import OPEN, looked_again
from atomcite.ocr.tesseract import Tesseract
from atomcite.ocr.tesseract_backend import RawWord, library_missing

needs_tesseract = pytest.mark.skipif(
    library_missing() is not None or "eng" not in tessdata.languages(), reason="Tesseract with English data"
)
DPI = 200
LINES = (
    "The rent for the first year is EUR 48,250 and falls due in March.\n\n"
    "The deposit is EUR 17,436 and is held by the bank until the end.\n\n"
    "Heating and water are paid by the tenant within thirty days.\n\n"
    "The parties may end the lease with notice of six months."
)
LOOK = Print(ink=20, paper=250, height=24)


class Picture:
    number = 1

    def __init__(self, pixels: Pixels) -> None:
        self._image = PageImage(1, pixels, DPI)

    def image(self) -> PageImage:
        return self._image

    def embedded_words(self) -> None:
        return None


@pytest.fixture(scope="module")
def page() -> Pixels:
    return np.ascontiguousarray(pixels_of(typeset(LINES, width=400, height=140)))


def place_of(page: Pixels, text: str) -> Box:
    words = Tesseract(("eng",)).read(Picture(page)).words
    return next(w.box for w in words if text in w.text).scaled(DPI / 72)


def scribbled(page: Pixels, box: Box, colour: tuple[int, int, int]) -> Pixels:
    """Loops of a pen across a box; ink takes light away, so that print shows through."""
    mask = np.zeros(page.shape[:2], np.uint8)
    for k in range(5):
        centre = (round(box.x0 + (0.1 + 0.2 * k) * box.width), round(box.center[1]))
        cv2.ellipse(
            mask, centre, (round(0.16 * box.width), round(0.75 * box.height)), 20, 0, 360, 255, 3, cv2.LINE_AA
        )
    through = 1 - mask[..., None] / 255 * (1 - np.asarray(colour) / 255)
    return np.clip(page * through, 0, 255).astype(np.uint8)


@needs_tesseract
def test_a_value_under_a_pen_of_colour_is_read(page: Pixels) -> None:
    spoilt = scribbled(page, place_of(page, "17,436"), (60, 70, 200))
    words = Tesseract(("eng",)).read(Picture(spoilt)).words
    assert [w.text for w in words if "17,436" in w.text]


@needs_tesseract
def test_what_covers_a_value_wholly_gives_no_sure_number(page: Pixels) -> None:
    box = place_of(page, "17,436")
    covered = page.copy()
    covered[int(box.y0) - 3 : int(box.y1) + 3, int(box.x0) - 3 : int(box.x1) + 3] = (70, 60, 150)
    words = Tesseract(("eng",)).read(Picture(covered)).words
    sure = [w.text for w in words if w.confidence > OPEN and any(c.isdigit() for c in w.text)]
    assert [t for t in sure if "48,250" not in t] == []


@needs_tesseract
def test_words_in_coloured_print_stay_as_sure_as_they_were(page: Pixels) -> None:
    box = place_of(page, "48,250")
    red = page.astype(np.int16)
    part = red[int(box.y0) - 2 : int(box.y1) + 2, int(box.x0) - 2 : int(box.x1) + 2]
    part[..., 0] = np.maximum(part[..., 0], 190)
    words = Tesseract(("eng",)).read(Picture(red.astype(np.uint8))).words
    assert [w.confidence > 0.85 for w in words if "48,250" in w.text] == [True]


@needs_tesseract
def test_print_on_a_page_full_of_specks_is_read(page: Pixels) -> None:
    bits = np.where(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY) > 150, 255, 0).astype(np.uint8)
    flips = np.random.default_rng(4).random(bits.shape) < 0.012
    bits[flips] = 255 - bits[flips]
    fax = np.repeat(bits[..., None], 3, axis=2)
    text = Tesseract(("eng",)).read(Picture(fax)).text
    assert "48,250" in text
    assert "17,436" in text
    clean = samples.despeckled(fax, DPI)
    assert float((clean < 128).mean()) < float((fax < 128).mean())


def words_of_a_page() -> list[list[Word]]:
    """A row of surely read words and a gap in it, in pixels."""
    return [[Word("word", Box(20 + 60 * k, 40, 70 + 60 * k, 64), 0.95) for k in range(6)]]


def with_ink_in_the_gap() -> Pixels:
    pixels = np.full((110, 640, 3), 250, np.uint8)
    for k in range(6):
        pixels[42:62, 22 + 60 * k : 68 + 60 * k : 6] = 20
    for x in range(440, 540, 14):
        pixels[42:62, x : x + 4] = 20
    return pixels


def raw(text: str, confidence: float) -> list[RawWord]:
    return [RawWord(text, (10, 10, 60, 34), confidence, (1, 1, 1))]


def test_one_picture_alone_gives_a_weak_word_where_it_stands() -> None:
    once = iter([raw("4.711", 0.97)])
    found = looked_again(words_of_a_page(), with_ink_in_the_gap(), 1.0, lambda crop: next(once, []))
    new = [w for f in found for w in f if w.text == "4.711"]
    assert [w.confidence <= OPEN for w in new] == [True]
    assert 420 < new[0].box.x0 < 560
    assert 30 < new[0].box.center[1] < 75


def test_pictures_that_differ_give_no_sure_word() -> None:
    said = iter(range(10_000, 10_100))
    pixels = with_ink_in_the_gap()
    pixels[30:75, 430:560, 2] = 140  # a coloured ground: several pictures to read
    found = looked_again(words_of_a_page(), pixels, 1.0, lambda crop: raw(str(next(said)), 0.97))
    assert all(w.confidence <= OPEN for f in found for w in f if w.text != "word")


def test_a_page_that_reads_poorly_throughout_is_left_alone() -> None:
    poor = [[Word(w.text, w.box, 0.5) for w in words_of_a_page()[0]]]
    asked: list[object] = []

    def read(crop: Pixels) -> list[RawWord]:
        asked.append(crop)
        return []

    assert looked_again(poor, with_ink_in_the_gap(), 1.0, read) == poor
    assert not asked


def test_a_wavy_stroke_goes_and_what_crosses_it_stays() -> None:
    grey = np.full((60, 200), 255, np.uint8)
    for x in range(10, 190):
        y = 30 + round(3 * np.sin(x / 25))
        grey[y : y + 3, x] = 0
    grey[15:48, 100:104] = 0
    clean = cleanings.without_strokes(grey, LOOK.height)
    assert (clean[25:38, 40:60] > 200).all()
    assert (clean[15:48, 101:103] < 100).all()


def test_ink_of_a_colour_becomes_paper_and_black_stays() -> None:
    place = np.full((40, 120, 3), 250, np.uint8)
    place[5:35, 10:60] = (70, 90, 210)
    place[10:30, 30:34] = (12, 14, 25)
    black = cleanings.black_alone(place, LOOK)
    assert black[20, 50] > 220
    assert black[20, 31] < 60


def test_print_in_white_on_a_patch_turns_dark() -> None:
    place = np.full((40, 120, 3), 70, np.uint8)
    for x in range(20, 100, 16):
        place[10:30, x : x + 4] = 240
    even = cleanings.evened(place, LOOK.height)
    assert even[20, 21] < 90
    assert even[20, 29] > 200
