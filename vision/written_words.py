"""Words of a statement looked for in handwriting, which no recogniser here reads well: one by one, in the pixels."""

from __future__ import annotations

import re

from atomcite.domain import Box
from atomcite.vision.asking import Answer
from atomcite.vision.looks import Looks
from atomcite.vision.mark_claims import PLAIN_WORDS

_LOOSE_TEXT = "about saying says reads that which who concerning regarding about о про что гласит слово слова"
_LOOSE = frozenset(_LOOSE_TEXT.split())


def reads_as(looks: Looks, page: int, box: Box, text: str) -> bool:
    """True when all words that matter in `text` stand in the handwriting at `box` (page points) or, names, elsewhere
    on the page, at least one of them in the handwriting. Numbers are not judged so loosely: False with any."""
    words = re.findall(r"[^\W_]+", text)
    if any(c.isdigit() for c in text):
        return False
    wanted = [w for w in words if w.casefold() not in PLAIN_WORDS and w.casefold() not in _LOOSE and len(w) > 2]
    if not wanted:
        return False
    reading = looks.readings[page]
    printed = reading.page_words.text.casefold()
    inside = [
        w.word.text.casefold()
        for w in reading.words
        if (s := w.word.box.intersection(box)) and s.area > 0.4 * w.word.box.area
    ]
    written = 0
    for word in wanted:
        folded = word.casefold()
        if any(folded in text for text in inside) or _stands(looks, page, box, folded):
            written += 1
        elif not (word[0].isupper() and folded in printed):
            return False
    return written > 0


def _stands(looks: Looks, page: int, box: Box, word: str) -> bool:
    """Asks the lattices under the handwriting."""
    reading = looks.readings[page]
    for segment in reading.segments_at(box):
        first, last = reading.steps_at(segment, box.padded(6, 0))
        if last > first and looks.ask(page, segment, word, first, last).answer is Answer.CONFIRMED:
            return True
    return False
