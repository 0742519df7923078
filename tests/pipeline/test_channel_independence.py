"""What one channel reads cannot reach the other: errors planted in each, in whole runs over a real scanned page."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType

import pytest

pytest.importorskip("typst")
pytest.importorskip("matplotlib")

from atomcite import verify
from atomcite.benchmarks.damage import make_page
from atomcite.benchmarks.damage.file import write
from atomcite.domain import (
    Channel,
    ChannelVerdict,
    Citation,
    Claim,
    Key,
    PageImage,
    PageRef,
    PageSource,
    PageWords,
    Report,
    Word,
)
from atomcite.judge.rules import RulesJudge
from atomcite.ocr import registry
from atomcite.pipeline import ImageChannel, TextChannel
from atomcite.vision.eyes import Eyes
from atomcite.vision.reading import Reading

SUPPORTED = ChannelVerdict.SUPPORTED
OTHER = str.maketrans("0123456789", "1234567890")


def planted(word: Word) -> Word:
    """The word with every digit changed."""
    return replace(word, text=word.text.translate(OTHER))


class FalseOcr:
    """A real engine whose figures are all changed."""

    name, scripts = "false", frozenset({"latin", "cyrillic"})
    version = "false 1"

    def missing(self) -> None:
        return None

    def read(self, page: PageSource) -> PageWords:
        words = registry.get("tesseract").read(page)
        return replace(words, engine="false 1", words=tuple(planted(w) for w in words.words))


@dataclass
class WatchedCache:
    """A cache in memory that notes which channel asks for what."""

    entries: dict[tuple[str, str], bytes] = field(default_factory=dict)
    used: dict[Channel, set[tuple[str, str]]] = field(default_factory=lambda: {"text": set(), "image": set()})

    def get(self, kind: str, key: Key) -> bytes | None:
        return self.entries.get(self._noted(kind, key))

    def put(self, kind: str, key: Key, value: bytes) -> None:
        self.entries[self._noted(kind, key)] = value

    def _noted(self, kind: str, key: Key) -> tuple[str, str]:
        name = kind, repr(sorted(key.items()))
        if (channel := working()) is not None:
            self.used[channel].add(name)
        return name

    def of(self, *kinds: str) -> dict[tuple[str, str], bytes]:
        return {name: value for name, value in self.entries.items() if name[0] in kinds}


def working() -> Channel | None:
    """The channel in whose work this is called, by who called."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        owner = frame.f_locals.get("self")
        if isinstance(owner, TextChannel | ImageChannel):
            return owner.channel
        frame = frame.f_back
    return None


@dataclass
class Handed:
    """What judges and verifiers were handed, by channel; the objects are kept so that no identity is used twice."""

    pages: dict[Channel, list[PageWords]] = field(default_factory=lambda: {"text": [], "image": []})
    images: list[PageImage] = field(default_factory=list)

    def words(self, channel: Channel) -> set[int]:
        return {id(word) for page in self.pages[channel] for word in page.words}


@dataclass(frozen=True)
class Observed:
    report: Report
    cache: WatchedCache
    handed: Handed


@dataclass(frozen=True)
class Material:
    document: Path
    claims: tuple[Claim, ...]
    true: frozenset[str]

    def run(self, ocr: str = "tesseract", cache: WatchedCache | None = None) -> Observed:
        cache, handed = cache or WatchedCache(), Handed()
        judge, see = RulesJudge.judge, Eyes.read

        def judged(rules: RulesJudge, pages: list[PageWords], statements: list[str]) -> object:
            channel = working()
            assert channel is not None
            handed.pages[channel] += pages
            return judge(rules, pages, statements)

        def seen(eyes: Eyes, image: PageImage) -> Reading:
            assert working() == "image"
            handed.images.append(image)
            return see(eyes, image)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RulesJudge, "judge", judged)
            patch.setattr(Eyes, "read", seen)
            report = verify(self.document, self.claims, ocr=ocr, image="reader", window=0, cache=cache)
        return Observed(report, cache, handed)


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    page = make_page("none", "tune", "en", 5)
    path = tmp_path_factory.mktemp("scan") / "page.pdf"
    path.write_bytes(write([page]))
    cited = (Citation(text="(p. 1)", pages=(PageRef(raw="1"),)),)
    claims = tuple(
        Claim(id=f"c{n}", statement=c.statement, citations=cited, origin="given") for n, c in enumerate(page.claims)
    )
    true = frozenset(f"c{n}" for n, c in enumerate(page.claims) if c.true)
    return Material(path, claims, true)


@pytest.fixture(scope="module")
def honest(material: Material) -> Observed:
    return material.run()


@pytest.fixture(scope="module")
def misread(material: Material, honest: Observed) -> Iterator[Observed]:
    """The run whose text channel reads with the false engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._FACTORIES, "false", FalseOcr)
        registry.get.cache_clear()
        yield material.run("false", WatchedCache(honest.cache.of("render")))
    registry.get.cache_clear()


def supported(report: Report, channel: Channel, ids: frozenset[str]) -> int:
    return sum(getattr(c, channel).verdict is SUPPORTED for c in report.claims if c.id in ids)


def test_false_words_of_the_text_channel_leave_the_picture_s_verdicts_as_they_were(
    material: Material, honest: Observed, misread: Observed
) -> None:
    assert supported(honest.report, "text", material.true) > len(material.true) / 2
    assert supported(misread.report, "text", material.true) < len(material.true) / 2
    assert supported(honest.report, "image", material.true) > len(material.true) / 2
    for was, now in zip(honest.report.claims, misread.report.claims, strict=True):
        assert now.image == was.image  # verdict, grade, evidence, checks, reasons
    before = honest.cache.of("reader", "image")
    assert misread.cache.of("reader", "image") == before
    assert before


def test_a_false_reading_of_the_picture_leaves_the_text_s_verdicts_as_they_were(
    material: Material, honest: Observed, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = Eyes._look

    def false_look(eyes: Eyes, image: PageImage) -> Reading:
        reading = look(eyes, image)
        words = tuple(replace(w, word=planted(w.word)) for w in reading.words)
        return replace(reading, words=words, segments=())

    monkeypatch.setattr(Eyes, "_look", false_look)
    spoilt = material.run(cache=WatchedCache(honest.cache.of("render")))
    assert supported(spoilt.report, "image", material.true) < len(material.true) / 2
    for was, now in zip(honest.report.claims, spoilt.report.claims, strict=True):
        assert now.text == was.text
    before = honest.cache.of("ocr", "judge")
    assert spoilt.cache.of("ocr", "judge") == before
    assert before


def test_the_channels_share_no_kind_of_cache_entry_but_the_page_s_pixels(honest: Observed) -> None:
    kinds = {channel: {kind for kind, _ in used} for channel, used in honest.cache.used.items()}
    assert kinds["text"] >= {"ocr", "judge"}
    assert kinds["image"] >= {"reader", "image"}
    assert kinds["text"] & kinds["image"] <= {"render"}


def test_no_word_object_is_handed_to_both_channels(honest: Observed) -> None:
    text, image = honest.handed.words("text"), honest.handed.words("image")
    assert text
    assert image
    assert not text & image


def test_the_picture_channel_is_given_whole_pages_that_nobody_can_write_on(honest: Observed) -> None:
    assert honest.handed.images
    for image in honest.handed.images:
        assert (image.width, image.height) == pytest.approx((595, image.height), abs=1)
        assert not image.pixels.flags.writeable
        assert set(vars(image)) <= {"page", "pixels", "dpi", "turned", "digest"}


def test_a_cache_that_the_other_channel_poisoned_changes_nothing(
    material: Material, honest: Observed, misread: Observed
) -> None:
    """What the false engine left in the text channel's entries is there for whoever might look for it."""
    again = material.run(cache=WatchedCache(misread.cache.of("render", "ocr", "judge")))
    for was, now in zip(honest.report.claims, again.report.claims, strict=True):
        assert (now.text, now.image) == (was.text, was.image)
