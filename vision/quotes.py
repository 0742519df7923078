"""Where a quoted passage stands among the words that the reader's own eyes saw in the same picture."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from rapidfuzz import fuzz

from atomcite.domain import Box, Word

ALIKE = 88.0
"""Similarity (0..100) from which a passage is the quoted one: a recogniser's slips are allowed."""
_NUMBER = re.compile(r"\d+")


def locate(quote: str, words: Sequence[Word]) -> tuple[Box, ...]:
    """Boxes of `quote`, one for each line it runs over; none where it isn't found, or found with other digits."""
    wanted = _folded(quote)
    if len(wanted) < 2:
        return ()
    text = ""
    starts: list[int] = []
    for word in words:
        starts.append(len(text))
        text += _folded(word.text)
    found = fuzz.partial_ratio_alignment(wanted, text, score_cutoff=ALIKE)
    if found is None or not text:
        return ()
    first, last = found.dest_start, found.dest_end
    ends = [*starts[1:], len(text)]
    hit = [i for i in range(len(words)) if starts[i] < last and ends[i] > first]
    # A word of which but a letter lies in the passage is a neighbour of it.
    hit = [i for i in hit if min(ends[i], last) - max(starts[i], first) >= 0.5 * (ends[i] - starts[i])]
    if not hit:
        return ()
    seen = "".join(_folded(words[i].text) for i in hit)
    if _NUMBER.findall(wanted) != _NUMBER.findall(seen):
        return ()
    lines: dict[int, list[Box]] = {}
    for i in hit:
        lines.setdefault(words[i].line, []).append(words[i].box)
    return tuple(Box.around(boxes) for boxes in lines.values())


def _folded(text: str) -> str:
    """Letters and digits alone: readers differ in spaces and marks."""
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if c.isalnum())
