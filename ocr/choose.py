"""The `auto` engine: the text layer where it is true, else an engine that reads the page's script."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from atomcite.domain import Message, OcrEngine, PageSignal, PageSource, PageWords, Script, message
from atomcite.errors import EngineFailed, EngineMissing
from atomcite.ocr import agreement, blank, coverage, layout, lost_signs, registry, script_trial, tessdata
from atomcite.ocr.tesseract_backend import library_missing

REVISION = 8

HOPELESS = 0.45
"""Mean confidence under which a reading says nothing about the page."""


def read(page: PageSource, models: Path | None = None) -> PageWords:
    """Reads the page by the best engine for it; `models` is for engines that take local models. Raises
    EngineMissing when none here reads its script."""
    embedded = page.embedded_words()
    notes: tuple[Message, ...] = ()
    signals: tuple[PageSignal, ...] = ()
    if embedded:
        found = agreement.compare(page.image(), embedded)
        if found.trusted:
            words = registry.get("textlayer").read(page)
            hidden = set(found.inkless)
            return replace(
                words,
                words=layout.renumbered(w for w in words.words if w not in hidden),
                notes=(*words.notes, *found.notes),
                signals=(*found.signals, *agreement.unseen(found.inkless, page.number)),
            )
        notes, signals = found.notes, found.signals
    engine = engine_for(page, models)
    words = blank.without_grain(engine.read(page), page.image())
    words = replace(words, words=lost_signs.restored(words.words, page.image()))
    if engine.name == "rapidocr" and coverage.lacks_lines(page.image(), words.words):
        raise EngineMissing(  # it drops letters that are not in its alphabet without a word
            f"rapidocr read only a part of page {page.number}, or nothing: the page may be in Russian.",
            tessdata.install_hint(["eng", "rus"]),
            message("ocr.partly_read", page=page.number, install=tessdata.install_hint(["eng", "rus"])),
        )
    if words.words and (words.mean_confidence or 0.0) < HOPELESS:
        raise EngineFailed(
            f"Page {page.number} can't be read: what {words.engine} makes of it has a mean confidence of "
            f"{100 * (words.mean_confidence or 0.0):.0f} %. It may be in another script than Latin or Cyrillic, "
            "handwritten, or a picture.",
            "Scan it again at 300 dpi, or check this page by eye.",
            message("ocr.hopeless", page=page.number, confidence=f"{100 * (words.mean_confidence or 0.0):.0f}"),
        )
    return replace(words, notes=(*notes, *words.notes), signals=signals)


def engine_for(page: PageSource, models: Path | None = None) -> OcrEngine:
    """The engine for the pixels of a page, by script. Raises EngineMissing."""
    tesseract, rapid, paddle = (registry.get(name, models) for name in ("tesseract", "rapidocr", "paddleocr"))
    if tesseract.missing() is None:
        script = script_trial.script_of_page(page.image())
        lacking = [code for code in ("eng", "rus") if code not in tessdata.languages()]
        if script in tesseract.scripts or script == "none" or (script == "other" and not lacking):
            return tesseract
        if script == "latin" and rapid.missing() is None:
            return rapid
        if paddle.missing() is None and script in paddle.scripts:
            return paddle
        raise EngineMissing(
            f"Nothing here reads the script of page {page.number} ({_SCRIPTS[script]}).",
            tessdata.install_hint(lacking),
            message("ocr.unread_script", page=page.number, install=tessdata.install_hint(lacking)),
        )
    for engine in (rapid, paddle):
        if engine.missing() is None:
            return engine
    absent = tesseract.missing() or library_missing()
    raise EngineMissing("No OCR engine is installed.", absent.install if absent else "")


_SCRIPTS: dict[Script, str] = {
    "latin": "Latin",
    "cyrillic": "Cyrillic",
    "mixed": "Latin and Cyrillic",
    "other": "unknown",
    "none": "no text found",
}


def version(models: Path | None = None) -> str:
    """All that the choice depends on."""
    return f"auto r{REVISION}: " + ", ".join(
        f"{name} {engine.version}"
        for name, engine in ((name, registry.get(name, models)) for name in registry.engines())
        if engine.missing() is None
    )
