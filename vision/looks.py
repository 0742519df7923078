"""Closer looks at places of pages, each place looked at once, and readings with words corrected by what was seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from atomcite.domain import Box, Message, PageImage, PageWords, Word, message
from atomcite.vision.asking import Answer, Finding, ask
from atomcite.vision.box_glyphs import BoxFinder, with_boxes
from atomcite.vision.confirming import ask_views, log_odds, measure
from atomcite.vision.eyes import Eyes
from atomcite.vision.lattice import Lattice
from atomcite.vision.picture import Gray, View
from atomcite.vision.preparing import Pictures
from atomcite.vision.reading import Reading, ReadWord

VIEWS: tuple[tuple[View, ...], ...] = (
    (View(0.0), View(0.5), View(0.9)),
    (View(0.5, 0.8), View(0.9, 0.8)),
    (View(0.5, 1.2), View(0.9, 1.2)),
)
"""The views of a closer look. Those of one group have the same geometry: their log-probabilities are averaged. The
groups differ in width, which moves letters against the network's grid, and are weighed by `confirming`."""


_LETTERS = re.compile(r"[^\W\d_]{3,}")
_LAST_LETTERS = re.compile(r"[^\W\d_]{3,}\W*$")
_SLACK = 4
"""Lattice steps from which a word reaches beyond a string that was found in it: some two letters."""


def averaged(views: Sequence[Lattice]) -> Lattice:
    """One lattice of several views of the same strip: the mean of their log-probabilities. A view of other length (it
    can't be laid over the first) is left out."""
    logs = [v.log for v in views if v.steps == views[0].steps]
    return Lattice.of(np.exp(np.mean(logs, axis=0)))


def grouped(lattices: Sequence[Lattice]) -> tuple[Lattice, ...]:
    """The lattices of all `VIEWS`, in order, averaged by group."""
    out: list[Lattice] = []
    at = 0
    for group in VIEWS:
        out.append(averaged(lattices[at : at + len(group)]))
        at += len(group)
    return tuple(out)


@dataclass(frozen=True, slots=True)
class Correction:
    """A string that the pixels bear out where something else was read: page index, segment, lattice steps."""

    page: int
    segment: int
    finding: Finding
    box: Box

    @property
    def message(self) -> Message:
        if self.finding.read == self.finding.asked:
            return message("vision.seen_in_pixels", asked=self.finding.asked)
        return message("vision.confirmed_by_pixels", asked=self.finding.asked, read=self.finding.read or "-")

    @property
    def doubt(self) -> Message:
        """Why neither the string nor its absence can rest on these pixels."""
        return message("vision.cannot_tell_value", asked=self.finding.asked, read=self.finding.read or "-")


@dataclass
class Looks:
    """Pages under examination. `pages` and `readings` run in parallel; `boxes` knows their tick boxes."""

    eyes: Eyes
    pages: tuple[PageImage, ...]
    readings: tuple[Reading, ...]
    boxes: BoxFinder = field(default_factory=BoxFinder)
    _pictures: dict[int, Pictures] = field(default_factory=dict)
    _close: dict[tuple[int, int], tuple[Lattice, ...]] = field(default_factory=dict)

    def gray(self, page: int, picture: str = "") -> Gray:
        """Grey picture of the page with index `page`: as it is, or the preparation `picture`."""
        if page not in self._pictures:
            self._pictures[page] = Pictures(self.pages[page].pixels, self.pages[page].dpi)
        return self._pictures[page].of(picture)

    def index_of(self, page_number: int | None) -> int | None:
        for i, p in enumerate(self.pages):
            if p.page == page_number:
                return i
        return 0 if page_number is None and len(self.pages) == 1 else None

    def glance(self, page: int, segment: int, text: str, start: int = 0, end: int | None = None) -> Finding:
        """Asks the first reading only."""
        return ask(self.readings[page].segments[segment].lattice, text, start, end)

    def ask(self, page: int, segment: int, text: str, start: int = 0, end: int | None = None) -> Finding:
        """Asks the first reading; where it is neither sure nor dismissive, a closer look decides."""
        first = self.glance(page, segment, text, start, end)
        if first.answer is Answer.DENIED or (first.score == 0 and not first.is_rivalled):
            return first
        steps = self.readings[page].segments[segment].lattice.steps
        last = steps if end is None else end
        closer = ask_views(self.close_look(page, segment), text, start / steps, last / steps)
        # What was read stays what the first reading says.
        return replace(closer, read=first.read)

    def weigh(self, page: int, segment: int, text: str, start: int, end: int) -> Finding:
        """What a closer look says, whatever the first reading did; `odds` are None where the string has no room."""
        first = self.glance(page, segment, text, start, end)
        steps = self.readings[page].segments[segment].lattice.steps
        found = measure(self.close_look(page, segment), text, start / steps, end / steps)
        if found is None:
            return first
        return replace(first, score=found.off, rival=found.rival, margin=found.margin, odds=log_odds(found))

    def close_look(self, page: int, segment: int) -> tuple[Lattice, ...]:
        """The strip seen anew in all `VIEWS` of the picture that shows it best, one lattice a group.

        The first has as many steps as the reading's.
        """
        key = (page, segment)
        if key not in self._close:
            own = self.readings[page].segments[segment]
            views = [v for group in VIEWS for v in group]
            self._close[key] = grouped(self.eyes.lattices_of(self.gray(page, own.picture), own.strip, views))
        return self._close[key]

    def words(self) -> list[PageWords]:
        """The pages' words as they were read, with their tick boxes."""
        return [self.boxes.words(page, reading) for page, reading in zip(self.pages, self.readings, strict=True)]

    def words_under(self, page: int, segment: int, finding: Finding) -> list[ReadWord]:
        """Words of a reading that were read where a string was found."""
        return [w for w in self.readings[page].words if _covers(segment, finding, w)]

    def corrected(self, corrections: Sequence[Correction]) -> list[PageWords]:
        """The pages' words with the corrected strings in place of what was read there."""
        out = self.words()
        for i in {c.page for c in corrections}:
            page, reading = self.pages[i], self.readings[i]
            words = _replace(reading, [c for c in corrections if c.page == i])
            out[i] = with_boxes(reading.with_words(words), self.boxes.ticks(page, reading))
        return out


def _replace(reading: Reading, corrections: Sequence[Correction]) -> list[Word]:
    words: list[Word] = []
    pending = list(corrections)
    for own in reading.words:
        hit = next((c for c in corrections if _covers(c.segment, c.finding, own)), None)
        if hit is None:
            words.append(own.word)
        elif hit in pending:
            pending.remove(hit)
            words.extend(
                _spelled_out(hit, [w for w in reading.words if _covers(hit.segment, hit.finding, w)], reading)
            )
    for lost in pending:
        _insert(words, lost)
    return words


def _insert(words: list[Word], correction: Correction) -> None:
    """Where nothing was read, a string goes behind the word to its left on the same level, or before what follows."""
    box = correction.box
    level = [i for i, w in enumerate(words) if w.box.vertical_overlap(box) > 0.5]
    left = [i for i in level if words[i].box.center[0] < box.center[0]]
    if left:
        seat = max(left, key=lambda i: words[i].box.x1)
        at = seat + 1
    elif level:
        seat = at = min(level, key=lambda i: words[i].box.x0)
    else:
        return  # alone on its level it says nothing of what it is
    f = correction.finding
    words[at:at] = _in_row(f.asked.split(), box, words[seat], f)


def _covers(segment: int, finding: Finding, own: ReadWord) -> bool:
    if own.segment != segment:
        return False
    shared = min(own.place.last, finding.last) - max(own.place.first, finding.first)
    return shared > 0 and shared >= 0.4 * min(own.place.last - own.place.first, finding.last - finding.first)


def _spelled_out(correction: Correction, replaced: Sequence[ReadWord], reading: Reading) -> list[Word]:
    """The asked string as words, with whatever the replaced words hold before and after it (brackets, signs); letters
    and digits that touch it are words of their own: it was found as a whole token."""
    f = correction.finding
    symbols = reading.segments[correction.segment].lattice.symbols
    first = min(w.place.first for w in replaced)
    last = max(w.place.last for w in replaced)
    before = "".join(s.char for s in symbols if s.start >= first and s.end <= f.first)
    after = "".join(s.char for s in symbols if s.end <= last and s.start >= f.last)
    # Letters that only another recogniser read, in one word with the string.
    head = _LETTERS.match(replaced[0].word.text) if not before.strip() else None
    tail = _LAST_LETTERS.search(replaced[-1].word.text) if not after.strip() else None
    before = head[0] if head and first < f.first - _SLACK else before
    after = tail[0] if tail and last > f.last + _SLACK else after
    before += " " if before[-1:].isalnum() else ""
    after = " " + after if after[:1].isalnum() else after
    parts = (before + f.asked + after).split()
    return _in_row(parts, Box.around(w.word.box for w in replaced), replaced[0].word, f)


def _in_row(parts: Sequence[str], box: Box, seat: Word, finding: Finding) -> list[Word]:
    """Words side by side in `box`, each as wide as it is long, on the line of `seat`."""
    total = sum(len(p) for p in parts) + len(parts) - 1
    confidence = float(np.exp(min(0.0, finding.score / max(1, len(finding.asked)))))
    out: list[Word] = []
    x = box.x0
    for part in parts:
        width = box.width * len(part) / total
        out.append(Word(part, Box(x, box.y0, x + width, box.y1), confidence, seat.line, seat.block))
        x += width + box.width / total
    return out
