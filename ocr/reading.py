"""The front door: one page read once, from the cache where it was read before."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from atomcite.domain import Cache, Key, Message, Meter, NoCache, NoMeter, PageImage, PageSource, PageWords, message
from atomcite.errors import EngineMissing
from atomcite.ocr import blank, choose, lost_signs, registry, stored

POOR = 0.75
"""Mean word confidence under which a page counts as hard to read."""
BLANK_INK = 2e-4
"""Share of the page's area under marks up to which it is blank: dust and the edge of the sheet."""

REVISION = 1
"""Of what is done here with the words of any engine."""
AUTO = "auto"


def read_page(
    page: PageSource,
    engine: str = AUTO,
    *,
    models: Path | None = None,
    cache: Cache | None = None,
    meter: Meter | None = None,
) -> PageWords:
    """The words of a page, by the engine of that name or by the best one for the page (`auto`). `models` is a folder
    with local models for engines that take one (`paddleocr`).

    A page is read once for each engine version and kept in the cache; the meter's "pages_read_text" counts real
    readings only. A blank page has no words and a note. Raises EngineMissing when nothing here reads the page,
    EngineFailed when an engine could not do its work, UsageError for an unknown engine.
    """
    cache, meter = cache or NoCache(), meter or NoMeter()
    key = _key(page, engine, models)
    known = cache.get("ocr", key)
    if known is not None:
        words = stored.unpack(known)
        if words is not None:
            return _stamped(words, page.number)
    if engine == AUTO:
        words = choose.read(page, models)
    else:
        chosen = registry.get(engine, models)
        if absent := chosen.missing():
            raise EngineMissing(f"{absent.option} needs {absent.what}, which is not here.", absent.install)
        words = chosen.read(page)
        if chosen.name != "textlayer":
            words = replace(words, words=lost_signs.restored(words.words, page.image()))
    meter.count("pages_read_text")
    words = blank.without_grain(words, page.image())
    words = replace(words, notes=(*words.notes, *_remarks(words, page.image())))
    cache.put("ocr", key, stored.pack(words))
    return _stamped(words, page.number)


def _key(page: PageSource, engine: str, models: Path | None) -> Key:
    version = choose.version(models) if engine == AUTO else registry.get(engine, models).version
    layer = ""
    if engine in (AUTO, "textlayer"):
        h = hashlib.sha256()
        for word in page.embedded_words() or ():
            h.update(f"{word.text}\0{word.box}\0".encode())
        layer = h.hexdigest()
    return {"image": page.image().digest, "engine": engine, "version": f"{version} r{REVISION}", "layer": layer}


def _stamped(words: PageWords, page: int) -> PageWords:
    """The words as those of `page`, named in the notes: the same picture may stand in several places."""
    notes = tuple(_of_page(note, page) for note in words.notes)
    signals = tuple(s.model_copy(update={"page": page, "note": _of_page(s.note, page)}) for s in words.signals)
    return replace(words, page=page, notes=notes, signals=signals)


def _of_page(note: Message, page: int) -> Message:
    return note.model_copy(update={"args": {**note.args, "page": str(page)}})


def _remarks(words: PageWords, image: PageImage) -> list[Message]:
    if not words.words:
        return [message("ocr.blank_page" if blank.is_blank(image) else "ocr.nothing_read")]
    confidence = words.mean_confidence
    if confidence is not None and confidence < POOR:
        return [message("ocr.poor_confidence", confidence=f"{100 * confidence:.0f}")]
    return []
