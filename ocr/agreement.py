"""Does the text layer of a page say what its picture shows?

A text layer can be garbled (a font without a map to characters), left over from bad recognition, incomplete (a
picture page with a typed header), shifted, or false on purpose. A sample of its lines, spread over the page, is read
from the pixels first: a layer of another page is found at a fraction of the cost of reading it all. If that agrees,
the other lines are read too, since a single digit changed in a number is what matters most and no sample finds it;
where layer and reading differ, other readings of the same pixels decide (`atomcite.ocr.disputes`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from atomcite.domain import Box, Message, PageImage, PageSignal, Word, message
from atomcite.ocr import coverage, disputes, layer_lines, layer_text, line_reader, lost_signs, rescue, samples
from atomcite.ocr.disputes import Dispute
from atomcite.ocr.layer_lines import Seen, folded
from atomcite.ocr.scripts import script_of

LINES = 10
ENOUGH = 0.8
"""Share of sampled words that must agree."""
SAME = 75
"""Similarity (0..100) from which two readings of a sampled word are the same."""
FAULTS = 0.04
"""Share of words proved wrong from which the page is better read from its pixels. Born-digital pages stay under a
tenth of it, layers of poor recognition above."""
FAULTY_NUMBERS = 0.1
"""The same for numbers."""
FEW = 3
"""Up to so many faults are faults of single words, whatever their share."""
MOST = 60
"""Disputes settled at most on one page: with more, the layer has lost its case."""


@dataclass(frozen=True)
class Agreement:
    """`trusted`, and why. `sampled` and `agreed` count words; `notes` are for the report. `signals` are the places
    where the picture shows something else, or something that the layer lacks. `inkless` are words of the layer that
    nobody can see."""

    trusted: bool
    sampled: int = 0
    agreed: int = 0
    notes: tuple[Message, ...] = ()
    signals: tuple[PageSignal, ...] = ()
    inkless: tuple[Word, ...] = ()


def compare(image: PageImage, words: Sequence[Word]) -> Agreement:
    """Compares `words` of the layer with the pixels of `image`."""
    text = "".join(w.text for w in words)
    odd = layer_text.share_never_printed(text)
    if odd > layer_text.GARBLED:
        return Agreement(False, notes=(message("ocr.layer_garbled", share=f"{100 * odd:.0f}"),))
    inkless = tuple(w for w in words if disputes.is_inkless(w, image))
    hidden = set(inkless)
    shown = [w for w in words if w not in hidden]
    if coverage.lacks_lines(image, shown):
        return Agreement(False, notes=(message("ocr.layer_incomplete"),))
    reader = line_reader.for_script_of(text)
    if reader is None:
        return Agreement(True, notes=(message("ocr.layer_unchecked"),), inkless=inkless)
    lines = layer_lines.pieces(shown, image)
    sample = set(layer_lines.spread(lines, LINES))
    read = layer_lines.read_beside([lines[i] for i in sorted(sample)], image, reader)
    flags = [flag for line in read for flag in _matches(line)]
    sampled, agreed = len(flags), sum(flags)
    if agreed < ENOUGH * sampled:
        note = message("ocr.layer_rejected", sampled=sampled, agreed=agreed)
        strays = [s for line in read for s, flag in zip(line, _matches(line), strict=True) if not flag]
        signals = tuple(_signal(image, s.word.box, s.word.text, s.there) for s in strays[:MOST])
        return Agreement(False, sampled, agreed, (note,), _unused(signals), inkless)
    read += layer_lines.read_beside([line for i, line in enumerate(lines) if i not in sample], image, reader)
    return replace(_judged(image, words, read, reader), sampled=sampled, agreed=agreed, inkless=inkless)


def _judged(
    image: PageImage, words: Sequence[Word], read: Sequence[Sequence[Seen]], reader: line_reader.LineReader
) -> Agreement:
    """The case of a layer whose sample agrees, from all of its lines."""
    found: list[tuple[Dispute, str]] = []
    for dispute in [d for line in read for d in disputes.open_disputes(line)][:MOST]:
        seen = disputes.settle(dispute, image)
        if seen is not None:
            found.append((dispute, seen))
    signals = [_signal(image, d.box, d.text, seen) for d, seen in found]
    signals += _signs(image, words, read, {w for d, _ in found for w in d.words})
    total = sum(len(line) for line in read)
    numbers = sum(any(c.isdigit() for c in s.word.text) for line in read for s in line)
    wrong = sum(len(d.words) for d, _ in found)
    wrong_numbers = sum(d.is_number for d, _ in found)
    lost = sum(disputes.lost_ligature(d, seen) for d, seen in found)
    if lost >= 2:
        note = message("ocr.layer_lost_letters", count=lost)
        return Agreement(False, notes=(note,), signals=_unused(signals))
    if wrong > max(FEW, FAULTS * total) or wrong_numbers > max(FEW, FAULTY_NUMBERS * numbers):
        note = message("ocr.layer_faulty", wrong=wrong, words=total)
        return Agreement(False, notes=(note,), signals=_unused(signals))
    signals += _lacking(image, words, reader)
    notes = (message("ocr.layer_differs", count=len(signals)),) if signals else ()
    return Agreement(True, notes=notes, signals=tuple(signals))


def _signs(
    image: PageImage, words: Sequence[Word], read: Sequence[Sequence[Seen]], known: Collection[Word]
) -> list[PageSignal]:
    """Numbers whose digits agree and whose sign does not: the layer has a minus that nobody sees, or lacks one."""
    found = []
    for item in (s for line in read for s in line if s.word not in known):
        seen = lost_signs.misprinted(item.word, words, image, item.there)
        if seen is not None:
            found.append(_signal(image, item.word.box, item.word.text, seen))
    return found


def _lacking(image: PageImage, words: Sequence[Word], reader: line_reader.LineReader) -> list[PageSignal]:
    """Text that the picture shows in a line of the layer and the layer leaves out, read alike twice."""
    scale = image.dpi / 72
    extent = Box.around(w.box for w in words)
    areas = rescue.missed(image.pixels, [w.box.scaled(scale) for w in words])
    found = []
    for area in areas:
        box = Box(*map(float, area)).scaled(1 / scale)
        beside = any(w.box.vertical_overlap(box) > 0.6 and w.box.height < 2 * box.height for w in words)
        if not beside or box.x1 > extent.x1 + 1 or box.x0 < extent.x0 - 1:
            continue
        crop = samples.crop(image.pixels, area)
        first = reader([crop], image.dpi)[0]
        text = " ".join(w.text for w in first)
        if len(folded(text)) < 2 or min(w.confidence for w in first) < rescue.SURE:
            continue
        again = line_reader.second_readings(crop, image.dpi, script_of([text]))[-1:]
        if any(folded(r) == folded(text) for r in again):
            note = message("ocr.signal_lacks", page=image.page, seen=text)
            found.append(PageSignal(kind="text_layer_differs", page=image.page, text="", note=note, boxes=(box,)))
    return found


def _signal(image: PageImage, box: Box, layer: str, seen: str) -> PageSignal:
    if seen:
        note = message("ocr.signal_differs", page=image.page, layer=layer, seen=seen)
    else:
        note = message("ocr.signal_unseen", page=image.page, layer=layer)
    return PageSignal(kind="text_layer_differs", page=image.page, text=layer, note=note, boxes=(box,))


def _unused(signals: Sequence[PageSignal]) -> tuple[PageSignal, ...]:
    return tuple(s.model_copy(update={"kind": "text_layer_rejected"}) for s in signals)


def unseen(words: Sequence[Word], page: int) -> tuple[PageSignal, ...]:
    """Words of a layer that nobody can see on the page, a signal a line: they are reported, and not read."""
    lines: dict[int, list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    found = []
    for line in lines.values():
        text = " ".join(w.text for w in line)
        note = message("ocr.signal_unseen", page=page, layer=text)
        box = Box.around(w.box for w in line)
        found.append(PageSignal(kind="hidden_text", page=page, text=text, note=note, boxes=(box,)))
    return tuple(found)


def _matches(line: Sequence[Seen]) -> list[bool]:
    """For each word of a sampled line, whether the reading holds it; words without letters or digits pass.

    Digits are not forgiven: a number must be read as it is, or as part of a longer reading.
    """
    readings = [folded(s) for s in line[0].line] if line else []
    whole = "".join(readings)
    result = []
    for word in (folded(s.word.text) for s in line):
        if not word or word in whole:
            result.append(True)
        elif any(c.isdigit() for c in word):
            result.append(any(fuzz.ratio(word, r) >= 90 for r in readings))
        else:
            result.append(any(fuzz.ratio(word, r) >= SAME for r in readings) or fuzz.partial_ratio(word, whole) >= 85)
    return result
