"""Tick boxes put among the words of a page, where whoever judges the words can tell offered from chosen.

A recogniser reads a printed square as a letter or not at all, so that words alone make a statement of
an option in a form.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from atomcite.domain import Box, PageImage, PageWords, Word
from atomcite.vision.inkmap import InkMap
from atomcite.vision.reading import Reading
from atomcite.vision.tickbox import State, TickBox, without_boxes
from atomcite.vision.ticks import find_ticks

GLYPHS: dict[State, str] = {"empty": "☐", "ticked": "☒", "unclear": "▢"}
_LONGEST_MISREAD, _SURE = 4, 0.8
"""Characters of what a box is read as, brackets included, and the confidence from which a word in a box is one."""


def with_boxes(words: PageWords, ticks: Sequence[TickBox]) -> PageWords:
    """`words` with a character before the label of each box (`GLYPHS`) in place of what the box was read as."""
    # The boxes of a form are alike, and somebody ticked one; other squares are callouts, logos, fields.
    sizes = [t.box.width for t in ticks if t.state == "ticked"]
    ticks = [t for t in ticks if any(0.8 < t.box.width / size < 1.25 for size in sizes)]
    if all(t.state == "ticked" for t in ticks):
        return words  # nothing is offered that isn't said
    own = without_boxes(words.words, [t.box for t in ticks])
    areas = [t.box.padded(0.15 * t.box.width) for t in ticks]
    # Behind a gap that has room for a box the next option begins, whose own box was not seen.
    apart = [
        b.box
        for t in ticks
        for a, b in pairwise(t.label)
        if t.state != "ticked" and b.box.x0 - a.box.x1 > 0.9 * t.box.width
    ]
    pending = list(ticks)
    out: list[Word] = []
    for word in own:
        if any(_lies_in(word.box, label) for label in apart):
            out.append(replace(word, text=GLYPHS["unclear"], box=_before(word.box), confidence=1.0))
        tick = next((t for t in pending if _lies_in(word.box, t.label[0].box)), None)
        if tick is not None:
            pending.remove(tick)
            out.append(replace(word, text=GLYPHS[tick.state], box=_before(word.box), confidence=1.0))
        short = len(word.text) <= _LONGEST_MISREAD and word.confidence < _SURE
        if not (short and any(_lies_in(word.box, area) for area in areas)):
            out.append(word)
    return replace(words, words=tuple(out))


def _before(label: Box) -> Box:
    """A narrow place at the head of a label: the box itself may stand behind it."""
    return Box(x0=label.x0 - 2.0, y0=label.y0, x1=label.x0 - 1.0, y1=label.y1)


def _lies_in(word: Box, area: Box) -> bool:
    shared = word.intersection(area)
    return shared is not None and shared.area > 0.5 * word.area


class BoxFinder:
    """The words with boxes of the pages seen last: claims on one page come one by one, and judges know a page by its
    identity."""

    def __init__(self) -> None:
        self._recent: dict[str, tuple[tuple[TickBox, ...], PageWords]] = {}
        self._lock = threading.Lock()

    def ticks(self, image: PageImage, reading: Reading) -> tuple[TickBox, ...]:
        return self._of(image, reading)[0]

    def words(self, image: PageImage, reading: Reading) -> PageWords:
        """The reading in the form that judges take, with its boxes."""
        return self._of(image, reading)[1]

    def _of(self, image: PageImage, reading: Reading) -> tuple[tuple[TickBox, ...], PageWords]:
        with self._lock:
            known = self._recent.get(image.digest)
            if known is None:
                ticks = () if reading.blank else tuple(find_ticks(InkMap.of(image, reading.skew), reading))
                known = self._recent[image.digest] = (ticks, with_boxes(reading.page_words, ticks))
                while len(self._recent) > 8:
                    del self._recent[next(iter(self._recent))]
            return known
