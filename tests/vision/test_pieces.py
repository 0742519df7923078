"""Lines that lie askew, and numbers in lines whose letters the network doesn't know."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from vision_pages import page

from atomcite.domain import ChannelVerdict, NoCache, NoMeter, PageImage
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier
from atomcite.vision.again import Ask, Line
from atomcite.vision.cyrillic import Token, missing_cyrillic
from atomcite.vision.eyes import Eyes, merge_tokens
from atomcite.vision.lattice import ALPHABET, Lattice
from atomcite.vision.picture import Strip
from atomcite.vision.pieces import at_own_angle, in_pieces
from atomcite.vision.words import Place, Spelled

pytest.importorskip("typst")

STRIP = Strip(300, 100, 480, 48, 0.0)


def lattice(text: str, chance: float = 1.0) -> Lattice:
    """What reads `text`, a blank after each sign."""
    scores = np.full((2 * len(text), len(ALPHABET)), 1e-9)
    for n, sign in enumerate(text):
        scores[2 * n, ALPHABET.index(sign)] = chance
        scores[2 * n + 1, 0] = 1.0
    return Lattice.of(scores)


def word(text: str, confidence: float, start: float, end: float) -> Spelled:
    return Spelled(text, confidence, Place(round(start * 60), round(end * 60), start, end, 0.2, 0.8))


def line(*words: Spelled, strip: Strip = STRIP) -> Line:
    return Line(strip, Lattice(np.zeros((60, len(ALPHABET)), np.uint8)), words)


LABELLED = line(word("Входящий", 0.95, 0, 0.4), word("№", 0.95, 0.42, 0.46), word("А?Б", 0.1, 0.5, 0.9))


def test_a_lost_word_is_replaced_by_the_number_that_its_piece_shows() -> None:
    asked: list[Ask] = []

    def read(asks: object) -> list[Line]:
        asked.extend(asks)  # type: ignore[call-overload]
        return [replace(line(word("28608", 0.99, 0.1, 0.9)), strip=a.strip) for a in asked]

    first, second = in_pieces([LABELLED], ("",), read)
    assert [w.text for w in first.words] == ["Входящий", "№"]
    assert [w.text for w in second.words] == ["28608"]
    assert asked[0].strip.width == pytest.approx(480 * 0.54)  # from the sign's end to the line's
    ends = [w.place.end * first.strip.width for w in first.words]
    assert ends == pytest.approx([0.4 * 480, 0.46 * 480], abs=9)  # where they stood


@pytest.mark.parametrize(
    "shown",
    [word("28608", 0.7, 0.1, 0.9), word("wavy", 0.99, 0.1, 0.9)],
    ids=["not surely either", "no number"],
)
def test_a_piece_that_tells_no_number_leaves_the_line(shown: Spelled) -> None:
    assert in_pieces([LABELLED], ("",), lambda asks: [line(shown) for _ in asks]) == [LABELLED]


def test_a_line_of_lost_words_alone_is_not_cut() -> None:
    lost = line(word("Ж?", 0.2, 0, 0.4), word("А?Б", 0.1, 0.5, 0.9))
    assert in_pieces([lost], ("",), lambda asks: pytest.fail("nothing to read again")) == [lost]


def test_a_small_part_of_a_line_is_no_better_reading_of_it() -> None:
    weak = line(word("Министерство", 0.3, 0, 0.5), word("юстиции", 0.4, 0.5, 1))
    turned = replace(STRIP, angle=-2.0)
    part = [line(word("P", 0.95, 0, 0.1), strip=turned)]
    whole = [line(word("Министерство", 0.9, 0, 0.5), word("юстиции", 0.9, 0.5, 1), strip=turned)]
    assert at_own_angle([weak], {STRIP: turned}, ("",), lambda asks: part) == [weak]
    assert at_own_angle([weak], {STRIP: turned}, ("",), lambda asks: whole) == whole
    assert at_own_angle([weak], {STRIP: replace(STRIP, angle=-0.2)}, ("",), lambda asks: pytest.fail("level")) == [
        weak
    ]


def test_tokens_within_one_number_of_the_lattice_are_that_number() -> None:
    tokens = [Token(t, a, b, 0.2, 0.8, 0.9) for t, a, b in (("28", 0, 0.39), ("б", 0.4, 0.59), ("608", 0.6, 1))]
    assert [w.text for w in merge_tokens(tokens, lattice("28608"))] == ["28608"]
    two = [Token(t, a, b, 0.2, 0.8, 0.9) for t, a, b in (("28", 0, 0.39), ("608", 0.4, 1))]
    assert len(merge_tokens(two, lattice("28608"))) == 2  # two columns, the space lost


STAMP = """
#set text(lang: "ru")
В соответствии с уставом общества утвердить прилагаемое положение о хранении документов и ввести его в действие
со дня подписания. Контроль за исполнением оставляю за собой. Приказ довести до сведения работников.
#place(top + right, dy: 20mm, rotate(-2.4deg, rect(stroke: 1pt, inset: 3mm, align(left)[
  #text(size: 13pt)[ЗАРЕГИСТРИРОВАНО] \\
  Регистрационный № #text(font: "Libertinus Serif", style: "italic", size: 16pt)[41739]
])))
"""


@cache
def askew() -> PageImage:
    """The page as a scan of some 70 dpi holds it, enlarged to 200."""
    sharp = page(STAMP, dpi=200, height="80mm").pixels
    height, width = sharp.shape[:2]
    coarse = cv2.resize(sharp, None, fx=0.35, fy=0.35, interpolation=cv2.INTER_AREA)
    packed = cv2.imencode(".jpg", coarse, [cv2.IMWRITE_JPEG_QUALITY, 70])[1]
    coarse = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    large = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return PageImage(1, np.asarray(large, dtype=np.uint8), 200.0)


@pytest.mark.skipif(missing_cyrillic() is not None, reason="no Cyrillic language data")
def test_a_stamp_askew_is_read() -> None:
    words = {w.word.text: w.word.confidence for w in Eyes(NoCache(), NoMeter(), 1).read(askew()).words}
    assert words.get("ЗАРЕГИСТРИРОВАНО", 0) > 0.9
    assert words.get("Регистрационный", 0) > 0.9
    assert words.get("41739", 0) >= 0.9


@pytest.mark.skipif(missing_cyrillic() is not None, reason="no Cyrillic language data")
def test_the_number_of_a_stamp_askew_is_confirmed_and_another_not() -> None:
    reader = ReaderVerifier(RulesJudge(), cache=NoCache(), meter=NoMeter())
    statements = [f"Приказ зарегистрирован под номером {number}." for number in ("41739", "41789")]
    own, other = reader.verify([askew()], statements)
    assert own.verdict is ChannelVerdict.SUPPORTED
    assert other.verdict is not ChannelVerdict.SUPPORTED
