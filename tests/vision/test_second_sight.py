"""Spoilt print: what the pictures of a page bring out, how they speak together, and what the reader makes of it."""

from __future__ import annotations

import numpy as np
import pytest
import vision_pages as pages
from PIL import Image, ImageDraw
from test_lattice import lattice, printed

from atomcite.domain import ChannelResult, ChannelVerdict, NoCache, NoMeter, PageImage
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier
from atomcite.vision.eyes import Eyes
from atomcite.vision.inkmap import InkMap
from atomcite.vision.joint import joint, surest
from atomcite.vision.legend import Legend, legend_of
from atomcite.vision.preparing import PREPARATIONS, Pictures, evened, without_colour, without_grounds, without_rules
from atomcite.vision.rings import Ring

DPI = 150.0


def paper() -> np.ndarray:
    return np.full((240, 400, 3), 250, np.uint8)


def test_colour_goes_and_black_print_under_it_stays() -> None:
    page = paper()
    page[100:140, 50:350] = (60, 80, 190)
    page[110:130, 100:104] = (12, 14, 20)  # a stroke under the stamp: darker in every channel
    black = without_colour(page, DPI)
    assert black[105, 300] > 200
    assert black[120, 101] < 90
    assert black[20, 20] > 230


def test_a_grey_page_has_no_picture_without_colours() -> None:
    assert "colour" not in Pictures(paper(), DPI).names
    page = paper()
    page[100:140, 50:350] = (190, 40, 40)
    assert set(Pictures(page, DPI).names) == {"", *PREPARATIONS}


def test_a_line_goes_and_the_strokes_that_cross_it_stay_whole() -> None:
    page = paper()
    page[120:122, 40:360] = 40
    page[108:136, 200:203] = 20
    clean = without_rules(page, DPI)
    assert clean[121, 100] > 200
    assert (clean[108:136, 201] < 120).all()


def test_fading_and_dark_grounds_are_evened_out() -> None:
    page = paper()
    page[60:80, 100:103] = 225  # a tenth of the contrast
    page[140:200, 50:350] = 40
    page[160:180, 200:203] = 240
    even = evened(page, DPI)
    assert even[70, 101] < 90
    assert even[170, 201] < 90
    assert even[170, 120] > 200


def test_pale_grounds_become_paper() -> None:
    page = paper()
    page[80:160, 50:350] = 150
    page[110:130, 100:104] = 20
    assert without_grounds(page, DPI)[100, 120] > 230
    assert without_grounds(page, DPI)[120, 101] < 90


def test_the_surest_picture_of_a_word_is_believed() -> None:
    spoilt = lattice({"4": 0.99}, {"8": 0.55, "3": 0.4}, {"7": 0.99})
    found = joint([spoilt, printed("437"), printed("437")])
    assert found.lattice.text == "437"
    assert found.best in (1, 2)
    assert found.lattice.confidence > 0.9


def test_pictures_that_are_as_sure_of_other_things_leave_it_open() -> None:
    found = joint([printed("437"), printed("487")])
    assert min(s.probability for s in found.lattice.symbols) < 0.7


def test_a_picture_that_lost_half_of_a_line_does_not_win() -> None:
    assert joint([printed("1437", 0.9), printed("14")]).lattice.text == "1437"
    assert surest([[("Сумма", 0.8), ("договора", 0.8)], [("Сумма", 0.95)]]) == 0


def rim(letters: str, middle: str = "", upright: bool = False) -> Legend:
    """A ring of 18 mm with letters along it, or figures that stand upright as on a dial."""
    side, r = 260, 18 * DPI / 25.4
    image = Image.new("RGB", (side, side), "white")
    draw = ImageDraw.Draw(image)
    c = side / 2
    for share in (1.0, 0.6):
        draw.ellipse((c - share * r, c - share * r, c + share * r, c + share * r), outline="black", width=3)
    words = letters.split() if upright else list(letters)
    for i, word in enumerate(words):
        a = 2 * np.pi * i / len(words)
        tile = Image.new("L", (60, 60), 0)
        ImageDraw.Draw(tile).text((30, 30), word, font_size=0.17 * r, fill=255, anchor="mm")
        tile = tile if upright else tile.rotate(-float(np.degrees(a)), resample=Image.Resampling.BICUBIC)
        image.paste("black", (int(c + 0.8 * r * np.sin(a)) - 30, int(c - 0.8 * r * np.cos(a)) - 30), tile)
    draw.text((c, c), middle, font_size=0.3 * r, fill="black", anchor="mm")
    gray = InkMap.of(PageImage(1, np.asarray(image), DPI)).gray
    return legend_of(gray, Ring(c, c, r, 1.0))


@pytest.mark.parametrize("letters", ["CALDER INSURANCE COMPANY PLC", "НОТАРИУС ГОРОДА ТВЕРИ * ИНН 6901 *"])
def test_letters_along_a_ring_are_a_legend(letters: str) -> None:
    assert rim(letters).is_text


@pytest.mark.parametrize(
    "made", [lambda: rim(""), lambda: rim("", "42 %"), lambda: rim("12 1 2 3 4 5 6 7 8 9 10 11", upright=True)]
)
def test_targets_figures_in_rings_and_dials_have_none(made: object) -> None:
    assert callable(made)
    assert not made().is_text


TERMS = """
3.1 The agreement is dated 14 March 2021.

3.2 The advance payment is EUR 6,048,417 in all.

3.3 The customer is Northfield Timber Ltd.
"""


def overprinted(colour: tuple[int, int, int], solid: bool) -> PageImage:
    """The amount of clause 3.2 under a stamp's bars, or under a blot that nothing shows through."""
    plain = pages.page(TERMS, height="60mm")
    words = Eyes(NoCache(), NoMeter(), 1).read(plain).words
    (box,) = [w.word.box.scaled(DPI / 72) for w in words if "6,048,417" in w.word.text]
    layer = Image.new("RGB", (plain.pixels.shape[1], plain.pixels.shape[0]), "white")
    draw = ImageDraw.Draw(layer)
    if solid:
        draw.rectangle((box.x0 + 8, box.y0 - 2, box.x1 - 2, box.y1 + 2), fill=colour)
    else:
        for k in range(7):
            x = box.x0 + k * box.width / 7
            draw.line((x, box.y0 - 14, x + 16, box.y1 + 14), fill=colour, width=5)
        draw.ellipse((box.x0 - 10, box.y0 - 34, box.x1 + 10, box.y1 + 34), outline=colour, width=6)
    return pages.drawn_on(plain, np.asarray(layer), 1.0 if solid else 0.85)


def asked(image: PageImage, statement: str) -> ChannelResult:
    (result,) = ReaderVerifier(RulesJudge(), cache=NoCache(), meter=NoMeter(), threads=1).verify([image], [statement])
    return result


def test_a_number_under_a_coloured_stamp_is_read() -> None:
    image = overprinted((46, 62, 168), solid=False)
    assert asked(image, "The advance payment is EUR 6,048,417.").verdict is ChannelVerdict.SUPPORTED
    assert asked(image, "The advance payment is EUR 6,043,417.").verdict is not ChannelVerdict.SUPPORTED


def test_a_number_under_a_blot_is_neither_there_nor_missing() -> None:
    image = overprinted((0, 0, 0), solid=True)
    result = asked(image, "The advance payment is EUR 6,048,417.")
    assert result.verdict is ChannelVerdict.NOT_CHECKED
    assert result.reason
