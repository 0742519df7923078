"""The embedded reader on typeset pages, clean and scanned. Real networks, real Tesseract, real judge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import vision_pages as pages
from PIL import Image, ImageDraw, ImageFilter

import atomcite.vision
from atomcite.domain import (
    Box,
    Cache,
    ChannelResult,
    ChannelVerdict,
    Check,
    Evidence,
    Key,
    Missing,
    NoCache,
    NoMeter,
    PageImage,
    PageWords,
    message,
)
from atomcite.judge import RulesJudge
from atomcite.vision import ReaderVerifier, cyrillic, eyes

ENGLISH = """
= Quarterly report
Revenue for the third quarter of 2023 was 4,217.6 million dollars.
The contract with Northfield Timber was signed on 14 March 2021 and ends on 30 June 2026.

#table(columns: (3fr, 1fr, 1fr), [USD million], [2022], [2023], [Capital expenditure], [1,577], [1,749],
  [Net income], [5,363], [5,349])
"""
RUSSIAN = """
= Отчёт за квартал
Выручка общества за третий квартал 2023 года составила 4 217,6 млн рублей.
Договор с поставщиком заключён 14 марта 2021 года и действует до 30 июня 2026 года.

#table(columns: (3fr, 1fr, 1fr), [млн руб.], [2022], [2023], [Капитальные вложения], [1 577], [1 749])
"""
needs_cyrillic = pytest.mark.skipif(cyrillic.missing_cyrillic() is not None, reason="no Cyrillic language data")


class Memory:
    def __init__(self) -> None:
        self.items: dict[tuple[str, str], bytes] = {}

    def get(self, kind: str, key: Key) -> bytes | None:
        return self.items.get((kind, repr(sorted(key.items()))))

    def put(self, kind: str, key: Key, value: bytes) -> None:
        self.items[kind, repr(sorted(key.items()))] = value


class Counts:
    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def count(self, name: str, amount: int = 1) -> None:
        self.counts[name] = self.counts.get(name, 0) + amount


@pytest.fixture(scope="module")
def sight() -> eyes.Eyes:
    return eyes.Eyes(NoCache(), NoMeter(), 2)


def reader(cache: Cache | None = None, meter: Counts | None = None, judge: object = None) -> ReaderVerifier:
    return ReaderVerifier(judge or RulesJudge(), cache=cache or NoCache(), meter=meter or Counts(), threads=2)  # type: ignore[arg-type]


def words_of(body: str) -> list[str]:
    """What a page must hold, from its own source."""
    text = re.sub(r"#table\(.*?\), ", "", body.replace("\n", " "))
    return [w for w in re.split(r"[\s\[\]()=,;]+|(?<=\w)\.(?=\s|$)", text) if len(w) > 1 or w.isdigit()]


def recall(expected: Sequence[str], text: str) -> float:
    have = set(re.split(r"[\s,;()]+|(?<=\w)\.(?=\s|$)", text))
    return sum(w in have or w in text for w in expected) / len(expected)


def numbers(words: Sequence[str]) -> list[str]:
    return [w for w in words if any(c.isdigit() for c in w)]


@pytest.mark.parametrize("scan", [False, True])
def test_english_words_and_numbers_are_read(sight: eyes.Eyes, scan: bool) -> None:
    page = pages.page(ENGLISH)
    reading = sight.read(pages.scanned(page) if scan else page)
    assert reading.script == "latin"
    assert recall(words_of(ENGLISH), reading.page_words.text) >= 0.95
    assert recall(numbers(words_of(ENGLISH)), reading.page_words.text) >= 0.95


@needs_cyrillic
@pytest.mark.parametrize("scan", [False, True])
def test_russian_words_and_numbers_are_read(sight: eyes.Eyes, scan: bool) -> None:
    page = pages.page(RUSSIAN, dpi=200)
    reading = sight.read(pages.scanned(page) if scan else page)
    assert reading.script == "cyrillic"
    assert recall(words_of(RUSSIAN), reading.page_words.text) >= 0.85
    assert recall(numbers(words_of(RUSSIAN)), reading.page_words.text) >= 0.9


def test_a_table_row_is_one_line_and_boxes_hold_the_ink(sight: eyes.Eyes) -> None:
    page = pages.page(ENGLISH)
    words = sight.read(page).page_words
    row = next(line for line in words.lines if "expenditure" in line.text)
    assert row.text == "Capital expenditure 1,577 1,749"
    for word in row.words:
        inside = page.crop(word.box.padded(1.0)).min(axis=2) < 128
        assert inside.any()
        ring = word.box.padded(2.5)
        columns = page.crop(Box(ring.x0, word.box.y0, word.box.x0 - 1.2, word.box.y1)).min(axis=2) < 128
        assert not columns.any(), f"ink left of {word.text}"


def test_two_columns_of_prose_are_read_one_after_the_other(sight: eyes.Eyes) -> None:
    left = " ".join(f"alpha{i} runs along the left side" for i in range(12))
    right = " ".join(f"omega{i} stands on the other hand" for i in range(12))
    body = f"#columns(2, gutter: 12mm)[{left} #colbreak() {right}]"
    text = sight.read(pages.page(body, width="210mm", height="90mm", size="10pt")).page_words.text
    assert text.rindex("alpha") < text.index("omega")


def test_skew_is_measured_and_boxes_follow_the_page(sight: eyes.Eyes) -> None:
    page = pages.page(ENGLISH)
    turned = sight.read(pages.scanned(page, skew=2.0, noise=2.0))
    assert turned.skew == pytest.approx(2.0, abs=0.25)
    straight = {w.word.text: w.word.box for w in sight.read(page).words}
    for own in turned.words:
        if own.word.text in ("Northfield", "4,217.6"):
            # A turn by 2 degrees about the middle moves nothing on this small page by more than 9 points.
            assert np.hypot(*np.subtract(own.word.box.center, straight[own.word.text].center)) < 9


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("Revenue for the third quarter of 2023 was 4,217.6 million dollars.", "supported"),
        ("The contract with Northfield Timber was signed on 14 March 2021.", None),
        ("Capital expenditure was 1,577 million dollars in 2022.", "supported"),
        ("The weather in Lisbon was stormy throughout the winter.", "unsupported"),
    ],
)
def test_verdicts_come_with_evidence_on_the_page(statement: str, verdict: str | None) -> None:
    page = pages.page(ENGLISH, number=5)
    (result,) = reader().verify([page], [statement])
    assert result.channel == "image"
    assert result.engine.startswith("reader ")
    assert "> rules" in result.engine
    if verdict is None:  # "signed" needs ink, which a typeset page has none of
        assert result.verdict is ChannelVerdict.NOT_CHECKED
    else:
        assert result.verdict == verdict
    if result.verdict is ChannelVerdict.SUPPORTED:
        assert result.evidence
        for e in result.evidence:
            assert e.page == 5
            assert e.exact
            assert e.box is not None
            assert e.box.clamped(page.width, page.height) == e.box


@needs_cyrillic
def test_a_russian_scan_supports_what_it_says_and_not_another_number() -> None:
    page = pages.scanned(pages.page(RUSSIAN, dpi=200), noise=5.0)
    right, wrong = reader().verify(
        [page],
        [
            "Выручка общества за третий квартал 2023 года составила 4 217,6 млн рублей.",
            "Выручка общества за третий квартал 2023 года составила 5 317,6 млн рублей.",
        ],
    )
    assert right.verdict is ChannelVerdict.SUPPORTED
    assert wrong.verdict is not ChannelVerdict.SUPPORTED


def test_a_page_is_read_once_for_all_statements_and_never_again() -> None:
    cache, meter = Memory(), Counts()
    page = pages.page(ENGLISH)
    statements = ["Net income was 5,363 in 2022.", "Capital expenditure was 1,749 in 2023."]
    first = reader(cache, meter).verify([page], statements)
    assert meter.counts == {"pages_read_image": 1}
    again = reader(cache, meter).verify([page], statements)
    assert meter.counts == {"pages_read_image": 1}
    assert again == first


def test_a_cached_reading_serves_the_same_picture_under_another_number() -> None:
    cache = Memory()
    reader(cache).verify([pages.page(ENGLISH, number=2)], ["Net income was 5,363 in 2022."])
    (result,) = reader(cache).verify([pages.page(ENGLISH, number=9)], ["Net income was 5,363 in 2022."])
    assert {e.page for e in result.evidence} == {9}


@pytest.mark.parametrize(
    "statement", ["Revenue was 4 million.", "The document is signed.", "На странице стоит печать."]
)
def test_a_blank_page_is_not_checked(statement: str) -> None:
    (result,) = reader().verify([pages.blank(4)], [statement])
    assert result.verdict is ChannelVerdict.NOT_CHECKED
    assert result.reason[0].code == "vision.blank_page"
    assert result.reason[0].args["page"] == "4"


def test_a_page_without_legible_text_is_not_checked() -> None:
    rng = np.random.default_rng(0)
    photo = Image.fromarray(rng.integers(60, 200, (12, 9, 3), dtype=np.uint8)).resize((700, 900))
    (result,) = reader().verify([PageImage(1, np.asarray(photo.filter(ImageFilter.BLUR)), 150.0)], ["Revenue was 4."])
    assert result.verdict is ChannelVerdict.NOT_CHECKED


def test_a_script_that_nothing_here_reads_is_not_checked_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gap = Missing("Tesseract's Cyrillic language data", "x", "apt-get install tesseract-ocr-script-cyrl")
    monkeypatch.setattr(eyes, "missing_cyrillic", lambda: gap)
    monkeypatch.setattr("atomcite.vision.reader.missing_cyrillic", lambda: gap)
    (result,) = reader().verify([pages.page(RUSSIAN, dpi=200)], ["Выручка составила 4 217,6 млн рублей."])
    assert result.verdict is ChannelVerdict.NOT_CHECKED
    assert "tesseract-ocr-script-cyrl" in result.reason[0].render("ru")


class PlantedJudge:
    """A judge that says what it was given: shows which words reach it."""

    name, version = "planted", "1"

    def __init__(self) -> None:
        self.seen: list[PageWords] = []

    def missing(self) -> Missing | None:
        return None

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]:
        self.seen += pages
        quote = Evidence(page=pages[0].page, quote=pages[0].text, engine=pages[0].engine)
        return [
            ChannelResult(
                channel="text",
                verdict=ChannelVerdict.UNSUPPORTED,
                grade=4,
                engine="x",
                reason=(message("serving.empty"),),
                evidence=(quote,),
            )
            for _ in statements
        ]


def test_words_of_the_text_channel_cannot_reach_the_reader() -> None:
    """The cache both channels share holds a planted reading of the same picture under every other kind and key."""
    page = pages.page(ENGLISH)
    cache = Memory()
    planted = b'{"words": [{"text": "PLANTED 999"}]}'
    for kind in ("ocr", "text", "words"):
        cache.put(kind, {"image": page.digest, "engine": "tesseract"}, planted)
    cache.put("ocr", {"image": page.digest, "reader": eyes.Eyes(NoCache(), NoMeter(), 1).version}, planted)
    judge = PlantedJudge()
    (result,) = reader(cache, judge=judge).verify([page], ["Revenue was 999."])
    assert "4,217.6" in judge.seen[0].text
    assert "PLANTED" not in judge.seen[0].text
    assert "PLANTED" not in result.model_dump_json()


def test_vision_imports_no_other_channel() -> None:
    folder = Path(atomcite.vision.__file__).parent
    for path in folder.glob("*.py"):
        for line in path.read_text("utf-8").splitlines():
            if re.match(r"\s*(from|import)\s+atomcite", line):
                assert re.match(r"\s*from atomcite\.(domain|errors|vision)\b", line), f"{path.name}: {line}"


class NumberJudge(PlantedJudge):
    """Supports a statement whose number stands in the words; else a mismatch at the word that stands in its place."""

    def __init__(self, claimed: str, place: Box) -> None:
        super().__init__()
        self.claimed, self.place = claimed, place

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]:
        here = [w for w in pages[0].words if w.box.intersection(self.place) and any(c.isdigit() for c in w.text)]
        found = " ".join(w.text for w in here)
        hit = self.claimed == found
        check = Check(
            kind="value",
            claimed=self.claimed,
            outcome="match" if hit else "mismatch",
            found=found,
            page=pages[0].page,
            box=Box.around(w.box for w in here) if here else self.place,
            spellings=(self.claimed,),
        )
        verdict = ChannelVerdict.SUPPORTED if hit else ChannelVerdict.CONTRADICTED
        return [
            ChannelResult(
                channel="text", verdict=verdict, grade=1 if hit else 4, engine="x", reason=(), checks=(check,)
            )
            for _ in statements
        ]


def worn(body: str, seed: int) -> tuple[PageImage, Box]:
    """A line of small, worn print and the place of its number."""
    page = pages.page(body, dpi=200, size="9pt", height="30mm", width="100mm")
    small = Image.fromarray(page.pixels).resize((page.pixels.shape[1] * 45 // 100, page.pixels.shape[0] * 45 // 100))
    rng = np.random.default_rng(seed)
    pixels = np.asarray(small.filter(ImageFilter.GaussianBlur(0.75)), np.float32)
    pixels = pixels + rng.normal(0, 10, pixels.shape[:2])[..., None]
    return PageImage(1, np.clip(pixels, 0, 255).astype(np.uint8), 90.0), Box(0, 0, page.width, page.height)


def test_worn_numbers_are_never_turned_into_false_ones_and_true_ones_survive() -> None:
    """Over worn lines: the true number is seldom contradicted, a false one is never supported."""
    kept = contradicted = 0
    for seed in range(8):
        rng = np.random.default_rng(seed)
        number = f"{rng.integers(1000, 999999):,}"
        false = number[:-1] + str((int(number[-1]) + 3) % 10)
        image, place = worn(f"Turnover of the group {number} thousand", seed)
        (true_result,) = reader(judge=NumberJudge(number, place)).verify([image], ["x y z"])
        (false_result,) = reader(judge=NumberJudge(false, place)).verify([image], ["x y z"])
        kept += true_result.verdict is ChannelVerdict.SUPPORTED
        contradicted += true_result.verdict is ChannelVerdict.CONTRADICTED
        assert false_result.verdict is not ChannelVerdict.SUPPORTED
    assert kept >= 5
    assert contradicted <= 1


def stamp_layer(page: PageImage, kind: str) -> np.ndarray:
    """Ink in colour on white, of the page's size: a round seal, two bare rings, a pen's flourish."""
    h, w = page.pixels.shape[:2]
    layer = Image.new("RGB", (w, h), "white")
    draw = ImageDraw.Draw(layer)
    mm = page.dpi / 25.4
    blue = (30, 50, 160)
    if kind in ("seal", "rings"):
        cx, cy, r = w * 0.6, h * 0.6, 17 * mm
        draw.ellipse((cx - r, cy - r, cx + r, cy + r), outline=blue, width=int(0.9 * mm))
        draw.ellipse((cx - 0.66 * r, cy - 0.66 * r, cx + 0.66 * r, cy + 0.66 * r), outline=blue, width=int(0.4 * mm))
        for i, letter in enumerate("NORTHGATE HOLDINGS LIMITED * LONDON *" if kind == "seal" else ""):
            a = 2 * np.pi * i / 37
            tile = Image.new("L", (int(0.4 * r), int(0.4 * r)), 0)
            ImageDraw.Draw(tile).text((0.2 * r, 0.2 * r), letter, font_size=0.2 * r, fill=255, anchor="mm")
            at = (int(cx + 0.83 * r * np.sin(a) - 0.2 * r), int(cy - 0.83 * r * np.cos(a) - 0.2 * r))
            layer.paste(blue, at, tile.rotate(-float(np.degrees(a)), resample=Image.Resampling.BICUBIC))
    else:
        x0, y0 = w * 0.3, h * 0.72
        t = np.linspace(0, 1, 160)
        xs = x0 + 42 * mm * t + 3 * mm * np.sin(t * 31)
        ys = y0 - 5 * mm * np.sin(t * 23) * (1 - 0.5 * t) - 2 * mm * np.cos(t * 41)
        draw.line(list(zip(xs.tolist(), ys.tolist(), strict=True)), fill=blue, width=max(2, int(0.5 * mm)))
    return np.asarray(layer)


SIGNATURE_BLOCK = (
    "The parties have agreed as stated above.\n\n#v(32mm)\nSignature: #box(width: 50mm, line(length: 50mm))"
)


def test_rings_without_letters_are_no_seal() -> None:
    plain = pages.page(SIGNATURE_BLOCK, height="80mm")
    target = pages.drawn_on(plain, stamp_layer(plain, "rings"))
    (result,) = reader().verify([target], ["The page bears a round seal."])
    assert result.verdict is not ChannelVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("kind", "statement"),
    [
        ("seal", "The page bears a round seal."),
        ("seal", "На документе стоит печать."),
        ("signature", "A signature is present on the page."),
        ("signature", "На странице имеется подпись."),
        ("signature", "There is handwriting on the page."),
    ],
)
def test_ink_that_is_there_supports_the_claim_with_a_box(kind: str, statement: str) -> None:
    plain = pages.page(SIGNATURE_BLOCK, height="80mm")
    layer = stamp_layer(plain, kind)
    (result,) = reader().verify([pages.drawn_on(plain, layer)], [statement])
    assert result.verdict is ChannelVerdict.SUPPORTED
    box = result.evidence[0].box
    assert box is not None
    ys, xs = np.nonzero(layer.min(axis=2) < 200)
    truth = Box(xs.min(), ys.min(), xs.max(), ys.max()).scaled(72 / plain.dpi)
    shared = box.intersection(truth)
    assert shared is not None
    assert shared.area > 0.6 * truth.area


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("The page bears a round seal.", ChannelVerdict.UNSUPPORTED),
        ("На документе стоит печать.", ChannelVerdict.UNSUPPORTED),
        ("A signature is present on the page.", ChannelVerdict.UNSUPPORTED),
        ("The document is unsigned.", ChannelVerdict.SUPPORTED),
        ("There is handwriting on the page.", ChannelVerdict.UNSUPPORTED),
        ("Box 3 is ticked.", ChannelVerdict.NOT_CHECKED),
    ],
)
def test_a_clean_page_of_print_with_an_empty_signature_line_bears_no_marks(
    statement: str, verdict: ChannelVerdict
) -> None:
    (result,) = reader().verify([pages.page(SIGNATURE_BLOCK, height="80mm")], [statement])
    assert result.verdict is verdict


def test_ink_that_nothing_explains_leaves_an_absent_mark_unchecked() -> None:
    plain = pages.page(SIGNATURE_BLOCK, height="80mm")
    smudged = pages.drawn_on(plain, smudge(plain))
    results = reader().verify([smudged], ["The page bears a round seal.", "There is handwriting on the page."])
    assert {r.verdict for r in results} == {ChannelVerdict.NOT_CHECKED}
    assert all(r.reason[0].code.startswith("vision.cannot_tell") for r in results)


def smudge(page: PageImage) -> np.ndarray:
    """A filled blot of blue ink away from the print."""
    layer = np.full(page.pixels.shape, 255, np.uint8)
    h, w = layer.shape[:2]
    layer[int(h * 0.4) : int(h * 0.52), int(w * 0.6) : int(w * 0.75)] = (60, 80, 170)
    return layer


def test_a_seal_is_no_signature() -> None:
    plain = pages.page(SIGNATURE_BLOCK, height="80mm")
    sealed = pages.drawn_on(plain, stamp_layer(plain, "seal"))
    (result,) = reader().verify([sealed], ["A signature is present on the page."])
    assert result.verdict is not ChannelVerdict.SUPPORTED
