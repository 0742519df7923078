"""Signs of numbers are told from the pixels: put back where a reading lost them, and never put where none is."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from made_pages import spoil, typeset

from atomcite.documents import Document
from atomcite.domain import PageImage, Word
from atomcite.ocr import agreement, lost_signs, tessdata

PROSE = (
    "In 2019-2020 the range was 5–10 units; items 12-14 (page 7) were left out - 15 in all, see A-12 and (b). "
    "#parbreak() В 2019–2020 гг. диапазон 5-10 единиц; пункты 12–14 (стр. 7) исключены — 15 всего, см. А-12 и (б)."
)
SIGNS = {"plain": "{}", "minus": "−{}", "hyphen": "-{}", "dash": "–{}", "brackets": "({})"}


def sheet(folder: Path, seed: int) -> tuple[PageImage, list[Word]]:
    rng = random.Random(seed)
    font, stroke = rng.choice(["Noto Sans", "Libertinus Serif"]), rng.choice(["none", "0.4pt"])
    cells = []
    for row in range(20):
        numbers = [f"{rng.randint(10, 10 ** rng.randint(2, 7)):,}" for _ in range(3)]
        cells += [f"Row {row}", *(SIGNS[rng.choice(list(SIGNS))].format(n) for n in numbers)]
    body = ", ".join(f'"{cell}"' for cell in cells)
    text = (
        f'#set text(font: "{font}", size: {rng.choice([8, 9, 10, 11])}pt)\n{PROSE}\n'
        f"#table(columns: (2fr, 1fr, 1fr, 1fr), stroke: {stroke}, align: right, {body})"
    )
    path = folder / f"{seed}.pdf"
    path.write_bytes(typeset(text, width=560, height=560, lang="en"))
    with Document.open(path) as document:
        page = document.page(1)
        return page.image(), list(page.embedded_words() or ())


def without_sign(word: Word) -> Word:
    return replace(word, text=word.text.strip("(−–-)")) if is_signed(word) else word


def is_signed(word: Word) -> bool:
    body = word.text.strip("(−–-)").replace(",", "")
    return body.isdigit() and word.text[0] in "(−–-"


def told(word: Word) -> str:
    return word.text.replace("−", "-").replace("–", "-")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scanned", [False, True])
def test_signs_that_a_reading_lost_are_put_back_and_no_others(tmp_path: Path, seed: int, scanned: bool) -> None:
    image, words = sheet(tmp_path, seed)
    if scanned:
        image = replace(image, pixels=spoil(image.pixels))
    found = lost_signs.restored([without_sign(w) for w in words], image)
    signed = [(w, f) for w, f in zip(words, found, strict=True) if is_signed(w)]
    assert len(signed) > 20
    right = sum(f.text == told(w) for w, f in signed)
    assert right >= 0.9 * len(signed)
    wrong = [(w.text, f.text) for w, f in signed if f.text not in (told(w), without_sign(w).text)]
    assert not wrong
    assert all(f.confidence <= lost_signs.DOUBTED for w, f in signed if f.text == told(w))
    assert [f for w, f in zip(words, found, strict=True) if not is_signed(w)] == [
        w for w in words if not is_signed(w)
    ]


def test_marks_that_a_minus_was_taken_for_give_way_to_it(tmp_path: Path) -> None:
    image, words = sheet(tmp_path, 1)
    minus = [w for w in words if is_signed(w) and w.text[0] != "("]
    for mark in "~“=.":
        misread = [replace(w, text=mark + w.text[1:]) for w in minus]
        assert [w.text for w in lost_signs.restored(misread, image)] == [told(w) for w in minus]


@pytest.mark.skipif("eng" not in tessdata.languages(), reason="needs a reader")
def test_sign_changed_in_the_layer_alone_is_reported_with_its_place(tmp_path: Path) -> None:
    image, words = sheet(tmp_path, 2)
    assert agreement.compare(image, words).signals == ()
    signed = [i for i, w in enumerate(words) if is_signed(w) and len(w.text) > 4]
    plain = [i for i, w in enumerate(words) if w.text.replace(",", "").isdigit() and len(w.text) > 4]
    minus = next(i for i in signed if words[i].text[0] != "(")
    brackets = next(i for i in signed if words[i].text[0] == "(")
    changes = {
        minus: words[minus].text[1:],
        brackets: words[brackets].text[1:-1],
        plain[0]: f"-{words[plain[0]].text}",
        plain[1]: f"({words[plain[1]].text})",
    }
    layer = [replace(w, text=changes.get(i, w.text)) for i, w in enumerate(words)]
    found = agreement.compare(image, layer)
    assert sorted(s.text for s in found.signals) == sorted(changes.values())
    assert {b for s in found.signals for b in s.boxes} == {words[i].box for i in changes}
