"""How a statement fares if a poorly read place said what is claimed: the odds that the words lend it after all.

A statement of which all but a value or a name is there, and whose line holds a word that was hardly read, is neither
borne out nor belied. What was read there still says something: "1р2-63" is likelier where 122-63 stands than where
976-46 does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from atomcite.domain import Box, ChannelResult, ChannelVerdict, Check, Judge, PageWords, Word
from atomcite.judge.weak_readings import WEAK

_KINDS = frozenset({"value", "date", "identifier", "name"})
_LOOK_ALIKE = str.maketrans("oоqdlіisbвзбz", "0000111588362")
"""Small letters, Latin and Cyrillic, and the digits that they or their capitals look like."""
_HEAD = re.compile(r"([^\W\d_]{4,})[\W\d]")
_TAIL = re.compile(r"[\W\d]([^\W\d_]{4,})$")
"""A word before or behind a number, read as one with it."""
_MOST_WORDS = 5
_TRIES = 3
_GAP = 1.2
"""Space between words of one place, in heights of a word, at most."""


@dataclass(frozen=True)
class _Place:
    """Words `first` .. `last` (inclusive) of a page, by number, one of them poorly read; `likeness` 0..1 is the share
    of the claimed string's letters and digits that they show in order."""

    first: int
    last: int
    spelling: str
    likeness: float


def leaning(judge: Judge, page: PageWords, statement: str, result: ChannelResult) -> float | None:
    """Log-odds (natural) that the words lend a statement which `judge` finds not supported on `page`; None where no
    poorly read place would bear it out."""
    open_checks = [c for c in result.checks if c.kind in _KINDS and c.outcome in ("missing", "mismatch")]
    rows = [c.box for c in result.checks if c.outcome == "match" and c.kind in ("term", "name") and c.box is not None]
    for check in open_checks:
        places = sorted(_places(page, check, rows), key=lambda p: (-p.likeness, p.last - p.first))
        for place in places[:_TRIES]:
            again = judge.judge([_with(page, place)], [statement])[0]
            if again.verdict is ChannelVerdict.SUPPORTED:
                return 4.0 * place.likeness - 2.0
    return None


def _places(page: PageWords, check: Check, rows: Sequence[Box]) -> Iterator[_Place]:
    number = {id(w): i for i, w in enumerate(page.words)}
    spellings = [s for s in check.spellings if any(c.isalnum() for c in s)] or [check.claimed]
    for line in page.lines:
        if not any(line.box.vertical_overlap(row) > 0.5 for row in rows):
            continue
        words = line.words
        for first in range(len(words)):
            for last in range(first, min(len(words), first + _MOST_WORDS)):
                if last > first and words[last].box.x0 - words[last - 1].box.x1 > _GAP * words[last].box.height:
                    break  # another cell
                run = words[first : last + 1]
                if any(w.confidence < WEAK for w in run) and _telling(run[0]) and _telling(run[-1]):
                    best = max(((_likeness(s, run), s) for s in spellings), key=lambda b: b[0])
                    if best[0] > 0:
                        yield _Place(number[id(words[first])], number[id(words[last])], best[1], best[0])


def _telling(word: Word) -> bool:
    """False for a word that was surely read and has no digit: at the edge of a place it would only add likeness."""
    return word.confidence < WEAK or any(c.isdigit() for c in word.text)


def _likeness(spelling: str, run: Sequence[Word]) -> float:
    """0 where a word that was surely read is no part of the string."""
    claimed = _bare(spelling)
    if any(w.confidence >= WEAK and _bare(w.text) not in claimed for w in run):
        return 0.0
    read = "".join(_bare(w.text) for w in run)
    blocks = SequenceMatcher(None, claimed, read, autojunk=False).get_matching_blocks()
    return sum(b.size for b in blocks) / len(claimed)


def _bare(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum()).translate(_LOOK_ALIKE)


def _with(page: PageWords, place: _Place) -> PageWords:
    """The page with the claimed string in place of what was read there. A word that ran into it stays."""
    run = page.words[place.first : place.last + 1]
    head, tail = _HEAD.match(run[0].text), _TAIL.search(run[-1].text)
    texts = [
        *([head[1]] if head and head[1].casefold() not in place.spelling.casefold() else []),
        *place.spelling.split(),
        *([tail[1]] if tail and tail[1].casefold() not in place.spelling.casefold() else []),
    ]
    box = Box.around(w.box for w in run)
    share = box.width / max(1, len(" ".join(texts)))
    words: list[Word] = []
    x = box.x0
    for text in texts:
        words.append(Word(text, replace(box, x0=x, x1=x + share * len(text)), 1.0, run[0].line, run[0].block))
        x += share * (len(text) + 1)
    return replace(page, words=(*page.words[: place.first], *words, *page.words[place.last + 1 :]))
