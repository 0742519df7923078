"""That a page bears no imprint can be told although not all of its ink was read: nothing on it looks like one."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from vision_pages import page, scanned

from atomcite.domain import ChannelResult, ChannelVerdict, NoCache, NoMeter, PageImage
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier

LETTER = """
#grid(columns: (1fr, auto), text(16pt, weight: "bold", fill: rgb("#a03020"))[Halden Quarries],
  rect(width: 22mm, height: 9mm, fill: rgb("#a03020"), align(center + horizon, text(white)[*HQ*])))
#line(length: 100%, stroke: 1pt + rgb("#a03020"))
The tonnage of the year is shown beneath. The quarry was open on 290 days, and no accident was reported.
#block(width: 90mm, height: 30mm)[
  #place(curve(stroke: 1.4pt + rgb("#2050a0"), curve.move((0mm, 20mm)), curve.line((20mm, 9mm)),
    curve.line((45mm, 22mm)), curve.line((70mm, 4mm)), curve.line((88mm, 12mm))))
  #place(line(start: (0mm, 28mm), length: 90mm, stroke: 0.5pt))]
The next report is due in March.
"""


def letter() -> PageImage:
    return scanned(page(LETTER, dpi=200, height="110mm"), skew=0.0, noise=5.0)


def stamped() -> PageImage:
    """The letter with a tilted stamp in violet, worn so that it is nowhere dark."""
    base = letter()
    picture = Image.fromarray(base.pixels)
    tile = Image.new("L", (420, 130), 0)
    draw = ImageDraw.Draw(tile)
    draw.rectangle((5, 5, 414, 124), outline=190, width=6)
    draw.text((210, 65), "CERTIFIED", font=ImageFont.load_default(size=58), fill=190, anchor="mm")
    tile = tile.rotate(9, expand=True, resample=Image.Resampling.BICUBIC)
    picture.paste(Image.new("RGB", tile.size, (90, 50, 160)), (620, 590), tile)
    return PageImage(1, np.asarray(picture), base.dpi)


@cache
def reader() -> ReaderVerifier:
    return ReaderVerifier(RulesJudge(), cache=NoCache(), meter=NoMeter())


def said(image: PageImage, statement: str) -> ChannelResult:
    return reader().verify([image], [statement])[0]


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("The page bears a round seal.", ChannelVerdict.UNSUPPORTED),
        ("There is no stamp on the page.", ChannelVerdict.SUPPORTED),
        ("На странице нет печати.", ChannelVerdict.SUPPORTED),
    ],
)
def test_a_page_with_a_logo_and_a_chart_bears_no_stamp(statement: str, verdict: ChannelVerdict) -> None:
    result = said(letter(), statement)
    assert result.verdict is verdict
    assert [m.code for m in result.reason] == ["vision.no_imprint"]
    assert result.grade == (3 if verdict is ChannelVerdict.SUPPORTED else 4)


def test_a_worn_stamp_is_not_said_to_be_missing() -> None:
    assert said(stamped(), "The page bears a stamp.").verdict is ChannelVerdict.SUPPORTED
    assert said(stamped(), "There is no stamp on the page.").verdict is ChannelVerdict.CONTRADICTED


def test_that_nothing_looks_like_a_stamp_says_nothing_of_signatures() -> None:
    assert said(letter(), "The page is signed.").verdict is ChannelVerdict.NOT_CHECKED
