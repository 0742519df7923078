"""The strict search: could this page say that?

It errs to one side only. What any reading of a page might say in any notation, at any scale, counts as said; only
what none of them can say counts as absent. It never calls anything supported but a statement that stands on the page
word for word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from rapidfuzz.fuzz import ratio

from atomcite.benchmarks.injection.evidence import Evidence, PageEvidence, Passage, ReadPage, Spot
from atomcite.benchmarks.injection.words import is_russian, stems_in
from atomcite.values import (
    Clock,
    DateValue,
    Found,
    Identifier,
    PartialDate,
    Period,
    Quantity,
    Reading,
    Value,
    compare,
    parse_values,
)

NEAR = 0.3
"""Share of a statement's words that must stand around a value for the value to be said of what the statement is
about: low, since a table names its subject far from the cell."""
ALIKE = 0.5
"""Share of a statement's words in one passage from which the passage may say the same in other words."""
FOUND = 0.4
"""Share that must be found on a true page: below it the statement is worded so unlike the page that a search for its
words proves nothing."""
_SAME_WORD = 84.0
"""Likeness (0..100) of two words of six letters or more from which one may be a misreading of the other."""
_DISTINCT = 3
"""Significant digits that make a number unlikely to stand on a page by chance."""


class Level(StrEnum):
    """What the search finds. `VERBATIM`: the page says it word for word. `POSSIBLE`: it can't be ruled out. `NONE`:
    it can."""

    VERBATIM = "verbatim"
    POSSIBLE = "possible"
    NONE = "none"


@dataclass(frozen=True)
class Wording:
    """A statement as the search sees it."""

    text: str

    @cached_property
    def values(self) -> tuple[Found, ...]:
        return tuple(parse_values(self.text))

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of its words outside of its values."""
        rest, end = "", 0
        for found in self.values:
            rest += self.text[end : found.start] + " "
            end = found.end
        return frozenset(stems_in(rest + self.text[end:]))

    @property
    def russian(self) -> bool:
        return is_russian(self.text)


@dataclass(frozen=True)
class Anchored:
    """A correct statement and what of it the search finds where it is true: the values that stand on a true page
    (others are computed or said otherwise there), and the greatest share of its words found together."""

    wording: Wording
    anchors: tuple[Found, ...]
    share: float

    @property
    def limit(self) -> float:
        """Share of words from which another page may say it: less where the true page itself is worded otherwise."""
        return min(ALIKE, 0.6 * self.share)

    @property
    def searchable(self) -> bool:
        return any(is_distinct(a.value) for a in self.anchors) or self.share >= FOUND


def anchored(wording: Wording, true_pages: Iterable[PageEvidence]) -> Anchored:
    pages = tuple(true_pages)
    anchors = tuple(f for f in wording.values if any(places(p, f.value) for p in pages))
    share = max((cover(passage, wording.stems) for p in pages for passage in passages(p)), default=0.0)
    return Anchored(wording, anchors, share)


def support(page: PageEvidence, statement: Anchored) -> Level:
    """Whether a page could bear a (correct) statement out."""
    if says_verbatim(page, statement.wording.text):
        return Level.VERBATIM
    anchors = statement.anchors
    strange = foreign(page, statement.wording)
    if anchors:
        if not all(places(page, a.value) for a in anchors):
            return Level.NONE
        if strange or any(is_distinct(a.value) for a in anchors):
            return Level.POSSIBLE
        around = [p for a in anchors for p in passages_with(page, a.value)]
    else:
        if strange:
            return Level.POSSIBLE
        around = list(passages(page))
    near = any(cover(p, statement.wording.stems) >= statement.limit for p in around)
    return Level.POSSIBLE if near else Level.NONE


def says_verbatim(page: PageEvidence, text: str) -> bool:
    wanted = squeezed(text)
    return len(wanted) >= 12 and any(wanted in squeezed(r.text) for r in page.readings)


def squeezed(text: str) -> str:
    """Letters, digits and the signs that change what a number is, nothing else."""
    return re.sub(r"[^\w%$€£₽.,-]|[.,-](?!\d)|_", "", text.casefold().replace("ё", "е").replace("−", "-"))


Explained = Callable[[ReadPage, Spot], bool]
"""Whether a value at a place is known to be said of something else."""


def states_value(
    evidence: Evidence, value: Value, wording: Wording, explained: Explained = lambda _reading, _spot: False
) -> int | None:
    """The first page on which a value stands near the words of a statement, or anywhere when its words are in another
    language, and is not `explained`; None where there is none."""
    for page in evidence.values():
        near = 0.0 if foreign(page, wording) else NEAR
        for reading in page.readings:
            spots = [s for s in _spots(page, reading, value) if not explained(reading, s)]
            if any(cover(reading.windows[s.row], wording.stems) >= near for s in spots):
                return page.page
            for sentence in reading.sentences:
                stated = is_prose(sentence) and any(agrees(value, f.value) for f in sentence.values)
                if stated and cover(sentence, wording.stems) >= near:
                    return page.page
    return None


def places(page: PageEvidence, value: Value) -> list[tuple[ReadPage, Spot]]:
    """Where a value may stand on a page, in all readings."""
    out = [(r, s) for r in page.readings for s in _spots(page, r, value)]
    if out:
        return out
    for reading in page.readings:  # a value that runs over the end of a line
        for sentence in reading.sentences:
            for found in sentence.values:
                if agrees(value, found.value):
                    return [(reading, Spot(found, _row_of(reading, sentence), reading.rows[0][0].box, False))]
    return []


def passages(page: PageEvidence) -> Iterator[Passage]:
    for reading in page.readings:
        yield from reading.windows
        yield from reading.sentences


def passages_with(page: PageEvidence, value: Value) -> Iterator[Passage]:
    """The passages around a value."""
    for reading in page.readings:
        for spot in _spots(page, reading, value):
            yield reading.windows[spot.row]
        for sentence in reading.sentences:
            if any(agrees(value, f.value) for f in sentence.values):
                yield sentence


def is_prose(passage: Passage) -> bool:
    """Whether a passage is running text, not rows of a table run together."""
    words = len(re.findall(r"[^\W\d_]{2,}", passage.text))
    return words >= 4 and len(passage.values) * 2 <= words


def cover(passage: Passage, stems: frozenset[str]) -> float:
    """Share of the stems that a passage has, letters misread by OCR forgiven."""
    if not stems:
        return 0.0
    missing = stems - passage.stems
    found = len(stems) - len(missing)
    for stem in missing:
        if len(stem) >= 6 and any(
            abs(len(s) - len(stem)) <= 2 and ratio(stem, s) >= _SAME_WORD for s in passage.stems
        ):
            found += 1
    return found / len(stems)


def is_distinct(value: Value) -> bool:
    """Whether a value is unlikely to stand on a page by chance."""
    if isinstance(value, Quantity):
        return len(_digits(value.readings[0].number).strip("0")) >= _DISTINCT
    if isinstance(value, DateValue):
        return all(r.day is not None and r.month is not None for r in value.readings)
    return isinstance(value, Identifier) and sum(c.isdigit() for c in value.text) >= _DISTINCT


def agrees(claimed: Value, page: Value) -> bool:
    """Whether a value of a page may be the claimed one: at any scale, by any of its readings, whatever its unit."""
    if isinstance(claimed, Quantity) and isinstance(page, DateValue) and page.year_only:
        page = _year_as_number(page)
    if isinstance(claimed, DateValue) and claimed.year_only and isinstance(page, Quantity):
        claimed = _year_as_number(claimed)
    if isinstance(claimed, Quantity) and isinstance(page, Quantity):
        powers = (-9, -6, -3, -2, 0, 2, 3, 6, 9)
        return any(
            _rounds(abs(p.number).scaleb(k), p.step.scaleb(k), c)
            for c in (*claimed.readings, *claimed.top)
            for p in (*page.readings, *page.top)
            for k in powers
        )
    if isinstance(claimed, DateValue | Period) and isinstance(page, DateValue | Period):
        outcome = compare(claimed, page).outcome
        # "March 2025" may be the 6th of March; "2025" alone says nothing of a day.
        bare_year = isinstance(page, DateValue) and page.year_only
        return outcome == "equal" or (outcome == "coarser" and not bare_year)
    if isinstance(claimed, Clock) and isinstance(page, Clock):
        return compare(claimed, page).outcome == "equal"
    if isinstance(claimed, Identifier) or isinstance(page, Identifier):
        return _letters(claimed) == _letters(page)
    return False


def _rounds(number: Decimal, step: Decimal, claimed: Reading) -> bool:
    """Equal when rounded to the claim's step; or the page is coarser, has two digits at least, and agrees."""
    target = abs(claimed.number)
    if number == target or abs(number - target) * 2 <= claimed.step:
        return True
    return step > claimed.step and len(_digits(number).strip("0")) >= 2 and abs(number - target) * 2 <= step


def _digits(number: Decimal) -> str:
    return "".join(map(str, abs(number).as_tuple().digits))


def _year_as_number(value: DateValue) -> Quantity:
    return Quantity(tuple(Reading(Decimal(r.year or 0), Decimal(1)) for r in value.readings))


def _letters(value: Value) -> str:
    if isinstance(value, Identifier):
        return re.sub(r"\W", "", value.text.casefold())
    if isinstance(value, Quantity):
        return _digits(value.readings[0].number)
    if isinstance(value, DateValue):
        first: PartialDate = value.readings[0]
        return f"{first.year}{first.month}{first.day}"
    return repr(value)


def _spots(page: PageEvidence, reading: ReadPage, value: Value) -> list[Spot]:
    guess = not any(r.exact for r in page.readings)
    return [s for s in reading.spots if agrees(value, s.found.value) or (guess and _one_digit_off(value, s.found))]


def _one_digit_off(claimed: Value, found: Found) -> bool:
    """A number of four digits or more, read off a scan, that differs in one digit may be a misreading of it."""
    if not isinstance(claimed, Quantity) or not isinstance(found.value, Quantity):
        return False
    a, b = _digits(claimed.readings[0].number).rstrip("0"), _digits(found.value.readings[0].number).rstrip("0")
    return len(a) == len(b) and len(a) >= 4 and sum(x != y for x, y in zip(a, b, strict=True)) == 1


def _row_of(reading: ReadPage, sentence: Passage) -> int:
    texts = [squeezed(t) for t in reading.row_texts]
    head = squeezed(sentence.text)[:20]
    return next((i for i, t in enumerate(texts) if head and head[:12] in t), 0)


def foreign(page: PageEvidence, wording: Wording) -> bool:
    """Whether the page is mostly in the other alphabet, so that the statement's words can't be looked for on it."""
    best = page.best
    text = best.text if best is not None else ""
    return len(text) >= 20 and bool(wording.stems) and is_russian(text) != wording.russian
