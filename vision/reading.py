"""What the reader read on one page, with the lattices it may question later."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, dataclass, replace
from functools import cached_property

import numpy as np

from atomcite.domain import Box, Message, PageWords, Script, Word
from atomcite.vision.lattice import Lattice
from atomcite.vision.picture import Strip
from atomcite.vision.words import Place


@dataclass(frozen=True)
class Segment:
    """One strip and its lattice; `picture` is the preparation of the page that showed it best, "" the page itself."""

    strip: Strip
    lattice: Lattice
    picture: str = ""


@dataclass(frozen=True)
class ReadWord:
    """A word and where it came from: segment number and place in it."""

    word: Word
    segment: int
    place: Place


@dataclass(frozen=True)
class Reading:
    """One page as the reader sees it. `dpi` is that of the page picture, sizes are in points.

    `blank` is true for a page without marks; `unread_script` when there is text that nothing installed can read.
    `spoilt` are places (points) with ink of a word's size that was not read.
    """

    page: int
    width: float
    height: float
    dpi: float
    engine: str
    script: Script
    skew: float
    words: tuple[ReadWord, ...]
    segments: tuple[Segment, ...]
    notes: tuple[Message, ...] = ()
    blank: bool = False
    unread_script: bool = False
    spoilt: tuple[Box, ...] = ()

    @cached_property
    def page_words(self) -> PageWords:
        """The reading in the form that judges take."""
        return self.with_words([w.word for w in self.words])

    def with_words(self, words: list[Word]) -> PageWords:
        return PageWords(
            self.page, self.width, self.height, tuple(words), self.engine, self.script, self.skew, self.notes
        )

    def segments_at(self, box: Box) -> list[int]:
        """Segments that share ground with `box` (page points), the most covered first."""
        found: list[tuple[float, int]] = []
        for i, segment in enumerate(self.segments):
            own = segment.strip.box(0, segment.strip.width, self.dpi)
            shared = own.intersection(box)
            if shared is not None and own.vertical_overlap(box) > 0.35:
                found.append((-shared.area, i))
        return [i for _, i in sorted(found)]

    def steps_at(self, segment: int, box: Box) -> tuple[int, int]:
        """Lattice steps of a segment under `box`."""
        strip = self.segments[segment].strip
        own = strip.box(0, strip.width, self.dpi)
        steps = self.segments[segment].lattice.steps
        span = max(own.width, 1e-6)
        return (
            int(np.clip(np.floor((box.x0 - own.x0) / span * steps), 0, steps)),
            int(np.clip(np.ceil((box.x1 - own.x0) / span * steps), 0, steps)),
        )

    def box_of(self, segment: int, first: int, last: int) -> Box:
        """Page points of steps `first` .. `last` of a segment."""
        s = self.segments[segment]
        scale = s.strip.width / max(1, s.lattice.steps)
        return s.strip.box(first * scale, last * scale, self.dpi, 0.15, 0.85)

    def to_bytes(self) -> bytes:
        """For a cache; `from_bytes` gives the same reading back."""
        head = {
            "page": self.page,
            "width": self.width,
            "height": self.height,
            "dpi": self.dpi,
            "engine": self.engine,
            "script": self.script,
            "skew": self.skew,
            "blank": self.blank,
            "unread_script": self.unread_script,
            "spoilt": [asdict(b) for b in self.spoilt],
            "notes": [n.model_dump() for n in self.notes],
            "words": [[asdict(w.word), w.segment, asdict(w.place)] for w in self.words],
            "strips": [asdict(s.strip) for s in self.segments],
            "steps": [s.lattice.steps for s in self.segments],
            "pictures": [s.picture for s in self.segments],
        }
        costs = [s.lattice.costs for s in self.segments]
        joined = np.concatenate(costs) if costs else np.zeros((0, 1), np.uint8)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, head=np.frombuffer(json.dumps(head).encode(), np.uint8), costs=joined)
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Reading:
        """Raises ValueError or KeyError for bytes that `to_bytes` did not write."""
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            head = json.loads(archive["head"].tobytes())
            joined = archive["costs"]
        ends = np.cumsum(head["steps"])
        segments = tuple(
            Segment(Strip(**strip), Lattice(joined[end - steps : end]), picture)
            for strip, steps, end, picture in zip(head["strips"], head["steps"], ends, head["pictures"], strict=True)
        )
        words = tuple(
            ReadWord(Word(**{**word, "box": Box(**word["box"])}), segment, Place(**place))
            for word, segment, place in head["words"]
        )
        return cls(
            head["page"],
            head["width"],
            head["height"],
            head["dpi"],
            head["engine"],
            head["script"],
            head["skew"],
            words,
            segments,
            tuple(Message(**n) for n in head["notes"]),
            head["blank"],
            head["unread_script"],
            tuple(Box(**b) for b in head["spoilt"]),
        )

    def on_page(self, page: int) -> Reading:
        """The same reading under another page number: a cached reading belongs to pixels, not to a position."""
        return self if page == self.page else replace(self, page=page)
