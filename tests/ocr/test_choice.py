"""The choice of an engine per page, the trust in text layers, and reading once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from made_pages import ENGLISH, RUSSIAN, picture_pdf, pixels_of, prose, recall, typeset

from atomcite.documents import Document
from atomcite.domain import Box, Key, PageImage, Word
from atomcite.errors import EngineMissing
from atomcite.ocr import agreement, get, read_page, stored, tessdata

pytestmark = pytest.mark.skipif(not {"eng", "rus"} <= tessdata.languages(), reason="needs both languages")


class Counts:
    def __init__(self) -> None:
        self.by_name: dict[str, int] = {}

    def count(self, name: str, amount: int = 1) -> None:
        self.by_name[name] = self.by_name.get(name, 0) + amount


class Memory:
    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], bytes] = {}

    def get(self, kind: str, key: Key) -> bytes | None:
        return self.entries.get((kind, repr(sorted(key.items()))))

    def put(self, kind: str, key: Key, value: bytes) -> None:
        self.entries[(kind, repr(sorted(key.items())))] = value


class Layered:
    """A page of a document whose text layer was tampered with."""

    def __init__(self, image: PageImage, words: list[Word] | None) -> None:
        self.number = image.page
        self._image, self._words = image, words

    def image(self) -> PageImage:
        return self._image

    def embedded_words(self) -> list[Word] | None:
        return self._words


@pytest.fixture(scope="module", params=["en", "ru"])
def born(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, PageImage, list[Word]]:
    text = ENGLISH if request.param == "en" else RUSSIAN
    path = tmp_path_factory.mktemp("born") / "a.pdf"
    path.write_bytes(typeset(prose(text), width=560, lang=request.param))
    with Document.open(path) as document:
        page = document.page(1)
        return text, page.image(), list(page.embedded_words() or ())


def test_true_text_layer_is_used(born: tuple[str, PageImage, list[Word]]) -> None:
    text, image, words = born
    found = read_page(Layered(image, words))
    assert found.engine.startswith("textlayer")
    assert recall(text, found.text) == 1.0
    assert found.notes == ()


def shifted_letters(text: str) -> str:
    """What a broken font map gives: other letters, one for one."""
    return "".join(chr(ord(c) + 3) if c.isalpha() else c for c in text)


LIES = {
    "other letters": (shifted_letters, "ocr.layer_rejected"),
    "private use": (lambda t: "".join(chr(0xE000 + ord(c) % 256) for c in t), "ocr.layer_garbled"),
    "other numbers": (
        lambda t: "".join(str(9 - int(c)) if c.isdigit() else c for c in t)[::-1],
        "ocr.layer_rejected",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_false_text_layer_is_not_used_and_the_report_says_so(
    born: tuple[str, PageImage, list[Word]], lie: str
) -> None:
    text, image, words = born
    change, code = LIES[lie]
    found = read_page(Layered(image, [replace(w, text=change(w.text)) for w in words]))
    assert found.engine.startswith("tesseract")
    assert code in [n.code for n in found.notes]
    assert recall(text, found.text) > 0.95
    for note in found.notes:
        assert note.render("en") != note.render("ru")


def test_layer_of_a_header_alone_is_incomplete(born: tuple[str, PageImage, list[Word]]) -> None:
    text, image, words = born
    found = read_page(Layered(image, words[:6]))
    assert "ocr.layer_incomplete" in [n.code for n in found.notes]
    assert recall(text, found.text) > 0.95


def test_strays_are_boxes_of_the_words_that_do_not_agree(born: tuple[str, PageImage, list[Word]]) -> None:
    _, image, words = born
    longest = max(range(len(words)), key=lambda i: len(words[i].text))
    changed = [replace(w, text="XQXQXQXQ") if i == longest else w for i, w in enumerate(words)]
    found = agreement.compare(image, changed)
    assert found.trusted
    assert [s.boxes for s in found.signals] == [(words[longest].box,)]
    assert agreement.compare(image, words).signals == ()


def test_scan_goes_to_the_engine_that_reads_its_script(tmp_path: Path) -> None:
    for text, script, lang in ((ENGLISH, "latin", "en"), (RUSSIAN, "cyrillic", "ru")):
        path = tmp_path / f"{lang}.pdf"
        path.write_bytes(picture_pdf([pixels_of(typeset(prose(text), width=560, lang=lang))]))
        with Document.open(path) as document:
            found = read_page(document.page(1))
        assert found.script == script
        assert recall(text, found.text) > 0.97


def test_russian_page_without_russian_data_is_an_error_that_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pixels = pixels_of(typeset(prose(RUSSIAN), width=560, lang="ru"))
    files = tessdata.files()
    (tmp_path / "eng.traineddata").write_bytes(files["eng"].read_bytes())
    monkeypatch.setattr(tessdata, "_candidates", lambda: iter([tmp_path]))
    from atomcite.ocr import script_trial

    monkeypatch.setattr(script_trial, "_seen", {})
    with pytest.raises(EngineMissing, match="rus"):
        read_page(Layered(PageImage(1, pixels, 200), None))


@pytest.mark.parametrize("text", [ENGLISH, RUSSIAN], ids=["en", "ru"])
def test_rapidocr_alone_never_passes_a_russian_page_for_an_empty_one(
    text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if get("rapidocr").missing():
        pytest.skip("rapidocr is not installed")
    monkeypatch.setattr(tessdata, "_candidates", lambda: iter([tmp_path]))
    page = Layered(PageImage(1, pixels_of(typeset(prose(text), width=560)), 200), None)
    if text == ENGLISH:
        assert recall(text, read_page(page).text) > 0.97
    else:
        with pytest.raises(EngineMissing, match="Russian"):
            read_page(page)


def test_page_is_read_once_and_then_taken_from_the_cache(born: tuple[str, PageImage, list[Word]]) -> None:
    _, image, words = born
    cache, counts = Memory(), Counts()
    page = Layered(image, words)
    first = read_page(page, cache=cache, meter=counts)
    second = read_page(page, cache=cache, meter=counts)
    assert first == second
    assert counts.by_name == {"pages_read_text": 1}
    read_page(Layered(image, words[:-1]), cache=cache, meter=counts)
    assert counts.by_name == {"pages_read_text": 2}


def test_spoilt_cache_entry_is_read_again(born: tuple[str, PageImage, list[Word]]) -> None:
    _, image, words = born
    cache, counts = Memory(), Counts()
    whole = read_page(Layered(image, words), cache=cache)
    cache.entries = dict.fromkeys(cache.entries, b"{")
    assert read_page(Layered(image, words), cache=cache, meter=counts) == whole
    assert counts.by_name == {"pages_read_text": 1}


def test_words_survive_the_cache(born: tuple[str, PageImage, list[Word]]) -> None:
    _, image, words = born
    found = read_page(Layered(image, words))
    assert stored.unpack(stored.pack(found)) == found


def test_unreadable_marks_are_not_called_a_blank_page() -> None:
    scrawl = np.full((900, 700, 3), 255, np.uint8)
    rng = np.random.default_rng(5)
    for _ in range(60):
        y, x = rng.integers(150, 750), rng.integers(100, 600)
        scrawl[y : y + 3, x : x + rng.integers(20, 60)] = 0
    found = read_page(Layered(PageImage(1, scrawl, 100), None))
    assert "ocr.blank_page" not in [n.code for n in found.notes]
    assert found.words == () or found.notes


def test_noise_alone_is_a_blank_page() -> None:
    noisy = np.clip(np.random.default_rng(6).normal(245, 6, (900, 700, 1)), 0, 255).astype(np.uint8).repeat(3, axis=2)
    assert [n.code for n in read_page(Layered(PageImage(1, noisy, 100), None)).notes] == ["ocr.blank_page"]


def test_agreement_looks_at_the_whole_page(born: tuple[str, PageImage, list[Word]]) -> None:
    _, image, words = born
    found = agreement.compare(image, words)
    assert found.sampled >= 40
    assert found.agreed >= 0.95 * found.sampled
    assert Box.around(w.box for w in words).area > 0
