"""What the reader sees on a page: for a person who wants to look over its shoulder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from atomcite.domain import Box, Cache, NoMeter, PageImage, Word
from atomcite.vision.eyes import Eyes
from atomcite.vision.page_marks import find_marks

MarkKind = Literal["seal", "signature", "handwriting", "ticked", "empty"]


@dataclass(frozen=True)
class Sight:
    """One page; boxes in page points. `strips` are the pieces of lines that the recogniser was shown, `words` what it
    read in them, `marks` the ink that is no type, and ticked or empty boxes."""

    strips: tuple[Box, ...]
    words: tuple[Word, ...]
    marks: tuple[tuple[MarkKind, Box], ...]


def see(image: PageImage, cache: Cache, threads: int = 2) -> Sight:
    """Reads the page as `ReaderVerifier` does, from the cache where it has been read. Raises EngineMissing or
    EngineFailed."""
    reading = Eyes(cache, NoMeter(), threads).read(image)
    strips = tuple(s.strip.box(0, s.strip.width, reading.dpi) for s in reading.segments)
    marks: list[tuple[MarkKind, Box]] = []
    if not reading.blank:
        found = find_marks(image, reading)
        marks += [("seal", box) for box in found.seal_boxes]
        marks += [("signature", box) for box in found.signatures]
        marks += [("handwriting", box) for box in found.written]
        marks += [("ticked" if t.state == "ticked" else "empty", t.box) for t in found.ticks if t.state != "unclear"]
    return Sight(strips, tuple(w.word for w in reading.words), tuple(marks))
