"""The `auto` engine: the text layer where it is true, else an engine that reads the page's script."""

from __future__ import annotations

from dataclasses import replace

from atomcite.domain import Message, OcrEngine, PageSource, PageWords
from atomcite.errors import EngineMissing
from atomcite.ocr import agreement, registry, script_trial, tessdata
from atomcite.ocr.tesseract_backend import library_missing

REVISION = 1


def read(page: PageSource) -> PageWords:
    """Reads the page by the best engine for it. Raises EngineMissing when none here reads its script."""
    embedded = page.embedded_words()
    notes: tuple[Message, ...] = ()
    if embedded:
        found = agreement.compare(page.image(), embedded)
        if found.trusted:
            words = registry.get("textlayer").read(page)
            return replace(words, notes=(*words.notes, *found.notes))
        notes = found.notes
    words = engine_for(page).read(page)
    return replace(words, notes=(*notes, *words.notes))


def engine_for(page: PageSource) -> OcrEngine:
    """The engine for the pixels of a page, by script. Raises EngineMissing."""
    tesseract, rapid = registry.get("tesseract"), registry.get("rapidocr")
    if tesseract.missing() is None:
        script = script_trial.script_of_page(page.image())
        if script in tesseract.scripts or script in ("none", "other"):
            return tesseract
        if script == "latin" and rapid.missing() is None:
            return rapid
        raise EngineMissing(
            f"Nothing here reads {script} text (page {page.number}).", tessdata.install_hint(_wanted(script))
        )
    if rapid.missing() is None:
        return rapid
    absent = tesseract.missing() or library_missing()
    raise EngineMissing("No OCR engine is installed.", absent.install if absent else "")


def _wanted(script: str) -> list[str]:
    return ["eng"] if script == "latin" else ["rus"] if script == "cyrillic" else ["eng", "rus"]


def version() -> str:
    """All that the choice depends on."""
    return f"auto r{REVISION}: " + ", ".join(
        f"{name} {registry.get(name).version}" for name in registry.engines() if registry.get(name).missing() is None
    )
