"""The `tesseract` engine: Tesseract 5 through the tesserocr wheel, or the plain program where there is no wheel.

Reads English and Russian with the data found on the machine (`atomcite.ocr.tessdata`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import cv2
import numpy as np

from atomcite.domain import Box, Message, Missing, PageImage, PageSource, PageWords, Pixels, Script, Word, message
from atomcite.errors import EngineMissing
from atomcite.ocr import layout, samples, script_trial, skew, tessdata
from atomcite.ocr.scripts import one_alphabet, script_of
from atomcite.ocr.tesseract_backend import Mode, RawWord, backend, library_missing, library_version

REVISION = 1
"""Raised whenever this module changes what it returns for the same page."""

LANGUAGES: dict[Script, tuple[tuple[str, ...], ...]] = {
    "latin": (("eng",),),
    "cyrillic": (("rus", "eng"), ("rus",)),
    "mixed": (("rus", "eng"), ("rus",)),
}
"""Languages for a script, best choice first. A Russian page nearly always has some Latin words (names, e-mail)."""

SPARSE = 4
"""With fewer words than this the page is read again without layout analysis, which gives up on sparse pages."""

_RULES = re.compile(r"^[|_¦\[\]{}~=—–-]{2,}$|^[|_¦\\~]$")
_EDGES = "|¦_"


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
        words = self._words(pixels, image, codes)
        if deskew:
            words = tuple(Word(w.text, deskew.back(w.box), w.confidence, w.line, w.block) for w in words)
        notes: list[Message] = []
        if deskew:
            notes.append(message("ocr.skewed", degrees=f"{abs(angle):.1f}"))
        return PageWords(
            page=page.number,
            width=image.width,
            height=image.height,
            words=words,
            engine=f"{self.name} {library_version()} ({'+'.join(codes)})",
            script=script_of(w.text for w in words),
            skew=angle if deskew else 0.0,
            notes=tuple(notes),
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
        with backend(codes) as engine:
            raw = engine.words(prepared, image.dpi * enlarge, Mode.PAGE)
            fragments = _fragments(raw, to_points)
            if sum(len(f) for f in fragments) < SPARSE:
                sparse = _fragments(engine.words(prepared, image.dpi * enlarge, Mode.SPARSE), to_points)
                if _weight(sparse) > _weight(fragments):
                    fragments = sparse
        return layout.arrange(fragments)


def _weight(fragments: Sequence[Sequence[Word]]) -> float:
    return sum(len(w.text) * w.confidence for f in fragments for w in f)


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
    return list(lines.values())
