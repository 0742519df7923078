"""The `tesseract` engine: Tesseract 5 through the tesserocr wheel, or the plain program where there is no wheel.

Reads English and Russian with the data found on the machine (`atomcite.ocr.tessdata`).
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from atomcite.domain import Box, Missing, PageImage, PageSource, PageWords, Pixels, Script, Word
from atomcite.errors import EngineMissing
from atomcite.ocr import layout, rescue, samples, script_trial, second_look, skew, tessdata
from atomcite.ocr.leader_dots import without_leader_dots
from atomcite.ocr.scripts import one_alphabet, repair_numero, script_of
from atomcite.ocr.tesseract_backend import Mode, RawWord, backend, library_missing, library_version

REVISION = 6
"""Raised whenever this module changes what it returns for the same page."""

LANGUAGES: dict[Script, tuple[tuple[str, ...], ...]] = {
    "latin": (("eng",),),
    "cyrillic": (("rus", "eng"), ("rus",)),
    "mixed": (("rus", "eng"), ("rus",)),
}
"""Languages for a script, best choice first. A Russian page nearly always has some Latin words (names, e-mail)."""

SPARSE = 4
"""With fewer words than this the page is read again without layout analysis, which gives up on sparse pages."""

POOR = 0.8
"""A page that is read less surely than this is read again with its dots joined and its paper evened out."""

_RULES = re.compile(r"^[|_¦\[\]{}~=—–-]{2,}$|^[|_¦\\~]$")
_EDGES = "|¦_"
_SPECKS = re.compile(r"^[.,'’‘`´:;·\"“”^°]+$")


class Tesseract:
    """Thread-safe: every call borrows a Tesseract instance of its own."""

    name = "tesseract"

    def __init__(self, languages: Sequence[str] | None = None) -> None:
        """`languages` are Tesseract codes; None chooses among eng and rus by the page's script."""
        self.languages = tuple(languages) if languages else None

    @property
    def version(self) -> str:
        codes = tuple(sorted((set(self.languages) if self.languages else {"eng", "rus"}) & set(tessdata.files())))
        return f"{library_version()} ({'+'.join(codes)} {tessdata.fingerprint(codes)}) r{REVISION}"

    @property
    def scripts(self) -> frozenset[Script]:
        known = tessdata.languages()
        if self.languages:
            known &= set(self.languages)
        found: set[Script] = set()
        if "eng" in known:
            found.add("latin")
        if "rus" in known:
            found.add("cyrillic")
        if {"eng", "rus"} <= known:
            found.add("mixed")
        return frozenset(found)

    def missing(self) -> Missing | None:
        return library_missing() or tessdata.missing(self.languages or ("eng", "rus"))

    def languages_for(self, script: Script) -> tuple[str, ...]:
        """Raises EngineMissing when there are no data for the script."""
        if self.languages:
            return self.languages
        known = tessdata.languages()
        choices = LANGUAGES.get(script, (("eng",), ("rus",)))
        for codes in choices:
            if set(codes) <= known:
                return codes
        raise EngineMissing(
            f"Tesseract can't read {script} text here: language data are missing.", tessdata.install_hint(choices[-1])
        )

    def read(self, page: PageSource) -> PageWords:
        if absent := self.missing():
            raise EngineMissing(f"{absent.what} not found.", absent.install)
        image = page.image()
        script = script_trial.script_of_page(image) if self.languages is None else "other"
        codes = self.languages_for(script)
        angle = skew.estimate(image.pixels)
        deskew = skew.Deskew(angle, image.width, image.height) if abs(angle) > skew.WORTHWHILE else None
        pixels = deskew.pixels(image.pixels) if deskew else image.pixels
        words = self._words(without_leader_dots(pixels, image.dpi), image, codes)
        if deskew:
            words = tuple(Word(w.text, deskew.back(w.box), w.confidence, w.line, w.block) for w in words)
        return PageWords(
            page=page.number,
            width=image.width,
            height=image.height,
            words=words,
            engine=f"{self.name} {library_version()} ({'+'.join(codes)})",
            script=script_of(w.text for w in words),
            skew=angle if deskew else 0.0,
        )

    def _words(self, pixels: Pixels, image: PageImage, codes: tuple[str, ...]) -> tuple[Word, ...]:
        enlarge = _enlargement(pixels, image.dpi)
        prepared = (
            np.asarray(
                cv2.resize(pixels, None, fx=enlarge, fy=enlarge, interpolation=cv2.INTER_CUBIC), dtype=np.uint8
            )
            if enlarge != 1
            else pixels
        )
        to_points = 72 / image.dpi / enlarge
        dpi = image.dpi * enlarge
        shown = prepared
        with backend(codes) as engine:
            fragments = _fragments(engine.words(prepared, dpi, Mode.PAGE), to_points)
            if sum(len(f) for f in fragments) < SPARSE:
                sparse = _fragments(engine.words(prepared, dpi, Mode.SPARSE), to_points)
                fragments = max(fragments, sparse, key=_weight)
            elif _mean(fragments) < POOR:
                for picture in (samples.smoothed(prepared), samples.despeckled(prepared, dpi)):
                    again = _fragments(engine.words(picture, dpi, Mode.PAGE), to_points)
                    if _worth(again) > _worth(fragments):
                        fragments, shown = again, picture
                prepared = shown
            found = [w.box.scaled(1 / to_points) for f in fragments for w in f]
            for area in rescue.missed(prepared, found):
                crop = engine.words(samples.crop(prepared, area), dpi, Mode.LINE)
                fragments.extend(_rescued(crop, area, to_points))

            def read_row(crop: Pixels) -> list[RawWord]:
                return engine.words(np.repeat(crop[:, :, None], 3, axis=2), dpi, Mode.LINE)

            fragments = second_look.looked_again(fragments, prepared, to_points, read_row)
        return layout.arrange(_without_dust(fragments))


def _rescued(raw: Sequence[RawWord], area: tuple[int, int, int, int], to_points: float) -> list[list[Word]]:
    """The reading of a passed-over area, if it is a sure one. The box is the area's: that is where the ink is."""
    words = [w for w in raw if any(c.isalnum() for c in w.text)]
    if not words or script_trial.certainty(words) < rescue.SURE:
        return []
    text = " ".join(one_alphabet(w.text) for w in words)
    confidence = min(w.confidence for w in words)
    x0, y0, x1, y1 = area
    step = (x1 - x0) / max(1, len(text))
    placed, at = [], 0
    for part in text.split(" "):
        box = Box(x0 + at * step, y0, x0 + (at + len(part)) * step, y1).scaled(to_points)
        placed.append(Word(part, box, confidence))
        at += len(part) + 1
    return [placed]


def _without_dust(fragments: Sequence[Sequence[Word]]) -> list[list[Word]]:
    """Drops specks read as stops and quotes: marks by themselves, far lower than the letters around."""
    heights = [w.box.height for f in fragments for w in f if any(c.isalnum() for c in w.text)]
    if not heights:
        return [list(f) for f in fragments]
    usual = statistics.median(heights)
    return [[w for w in f if not (_SPECKS.match(w.text) and w.box.height < 0.5 * usual)] for f in fragments]


def _weight(fragments: Sequence[Sequence[Word]]) -> float:
    return sum(len(w.text) * w.confidence for f in fragments for w in f)


def _worth(fragments: Sequence[Sequence[Word]]) -> float:
    """How much was read, and how surely: specks read as words must not outweigh what they hide."""
    return _weight(fragments) * _mean(fragments)


def _mean(fragments: Sequence[Sequence[Word]]) -> float:
    return _weight(fragments) / max(1, sum(len(w.text) for f in fragments for w in f))


def _enlargement(pixels: Pixels, dpi: float) -> float:
    """How much to enlarge so that letters have the 20 to 30 pixels that Tesseract's models were trained on."""
    height = samples.glyph_height(pixels)
    if height is None or height >= 16:
        return 1.0
    megapixels = pixels.shape[0] * pixels.shape[1] / 1e6
    return float(max(1.0, min(2.0, 22 / max(height, 6), (40 / megapixels) ** 0.5)))


def _fragments(raw: Sequence[RawWord], to_points: float) -> list[list[Word]]:
    lines: dict[tuple[int, int, int], list[Word]] = {}
    for item in raw:
        text = one_alphabet(item.text.strip(_EDGES)) if item.text not in _EDGES else item.text
        if not text or _RULES.match(text):
            continue
        box = Box(*(v * to_points for v in item.box))
        # A rule of a table is read as one very tall or very flat "letter".
        if len(text) <= 2 and not text.isalnum() and box.height > 6 * max(box.width, 0.1):
            continue
        lines.setdefault(item.line, []).append(Word(text, box, item.confidence))
    if script_of(w.text for line in lines.values() for w in line) not in ("cyrillic", "mixed"):
        return list(lines.values())
    return [
        [replace(w, text=t) for w, t in zip(line, repair_numero([w.text for w in line]), strict=True)]
        for line in lines.values()
    ]
