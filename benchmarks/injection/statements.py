"""Correct statements taken from the pages of a document: sentences as they stand, and cells of tables.

Only what reads on its own is taken: no sentence that leans on the one before, no row whose period is not plain. On a
scanned page a sentence must be read alike by all engines.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from atomcite.benchmarks.dataset import Content
from atomcite.benchmarks.injection.cell_errors import cells_with_time
from atomcite.benchmarks.injection.dates import time_said
from atomcite.benchmarks.injection.evidence import Evidence, PageEvidence, Passage, ReadPage
from atomcite.benchmarks.injection.search import is_prose, says_verbatim, squeezed
from atomcite.benchmarks.injection.turns import strength
from atomcite.benchmarks.injection.words import is_russian
from atomcite.judge.words import is_finite
from atomcite.values import DateValue, Identifier, Period, Quantity, parse_values

WORDS = (5, 38)
"""Fewest and most words of a sentence that makes a claim."""
_LEANING = re.compile(
    r"^(?:it|they|he|she|this|these|those|such|that|its|their|his|her|there|here|however|therefore|thus|also|moreover|"
    r"furthermore|in addition|accordingly|as a result|for example|otherwise|both|"
    r"the (?:former|latter|above|same|following)|"
    r"and|but|or|он|она|оно|они|это|эти|этот|эта|такой|такая|такие|данный|данная|данное|данные|указанн\w+|также|однако|"
    r"поэтому|кроме того|при этом|таким образом|в связи с этим|но|и|а|или|его|её|ее|их|там|здесь|тогда|последн\w+)\b",
    re.I,
)
_PRONOUN = re.compile(
    r"^(?:\S+\s+){0,6}(?:them|they|it|he|she|him)\b|^(?:\S+\s+){0,4}(?:он|она|они|оно|его|е[её]|их|ему|им|ими|ней|них|н[её]м)\b",
    re.I,
)
_TOTAL = re.compile(r"(?:grand |sub)?total|итого|всего", re.I)
_POINTING = re.compile(
    r"\b(?:above|below|aforesaid|herein|thereof|following|pages? \d+|p\. ?\d+|стр\. ?\d+|страниц\w+|выше|ниже|"
    r"следующ\w+|настоящ\w+ пункт\w*)\b",
    re.I,
)


@dataclass(frozen=True)
class Statement:
    """A statement and all pages on which it stands."""

    text: str
    pages: tuple[int, ...]
    content: Content


def statements(evidence: Evidence, most: int, rng: random.Random) -> list[Statement]:
    """At most `most` statements of a document; pages take turns, and so do sentences and table cells of a page."""
    queues = []
    for page in evidence.values():
        prose = list(_sentences(page, evidence))
        cells = list(_cells(page))
        rng.shuffle(prose)
        rng.shuffle(cells)
        mixed: list[Statement] = []
        while prose or cells:
            mixed += [queue.pop() for queue in (prose, cells) if queue]
        queues.append(mixed)
    out: dict[str, Statement] = {}
    while any(queues) and len(out) < most:
        for queue in queues:
            if queue and len(out) < most:
                found = queue.pop(0)
                out.setdefault(squeezed(found.text), found)
    return list(out.values())


def content_of(text: str) -> Content:
    """What the truth of a statement hangs on."""
    values = [f.value for f in parse_values(text)]
    if any(isinstance(v, Quantity) for v in values):
        return "number"
    if any(strength(text)):
        return "obligation"
    if any(isinstance(v, DateValue | Period) for v in values):
        return "date"
    if any(isinstance(v, Identifier) for v in values):
        return "identifier"
    return "prose"


def _sentences(page: PageEvidence, evidence: Evidence) -> Iterator[Statement]:
    reading = page.best
    if reading is None:
        return
    for passage in reading.sentences:
        if not _stands_alone(passage) or not _starts_a_sentence(passage.text, reading):
            continue
        agreed = reading.exact or all(squeezed(passage.text) in squeezed(r.text) for r in page.readings)
        if agreed:
            pages = tuple(n for n, e in evidence.items() if n == page.page or says_verbatim(e, passage.text))
            yield Statement(passage.text, pages, content_of(passage.text))


def _stands_alone(passage: Passage) -> bool:
    text = passage.text
    words = re.findall(r"[^\W\d_]+", text)
    return (
        WORDS[0] <= len(words) <= WORDS[1]
        and text[0].isupper()
        and text.endswith(".")
        and is_prose(passage)
        and not _LEANING.match(text)
        and not _PRONOUN.match(text)
        and not _POINTING.search(text)
        and text.count("(") == text.count(")")
        and text.count("«") == text.count("»")
        and text.count('"') % 2 == 0
        and any(is_finite(w) for w in words)
        and sum(w[0].islower() for w in words) * 2 >= len(words)
    )


def _starts_a_sentence(text: str, reading: ReadPage) -> bool:
    """Whether the sentence begins where a row does or another sentence ends, not behind a run-in heading."""
    opening = " ".join(text.split()[:3])
    at = [(row, row.find(opening)) for row in reading.row_texts if opening in row]
    return any(start == 0 or row[:start].rstrip().endswith((".", "!", "?", ":", ";")) for row, start in at)


def _cells(page: PageEvidence) -> Iterator[Statement]:
    """Rows of a table with their periods, in words that hold for a label of any number and gender."""
    reading = page.best
    if reading is None:
        return
    if not reading.exact:
        return  # digits of a scan are too easily misread to make a truth of them
    for label, value, time in cells_with_time(reading):
        when = time_said(time, russian=is_russian(label))
        alone = sum(row.startswith(label) for row in reading.row_texts) == 1 and not _TOTAL.fullmatch(label)
        if when is None or not alone or not _once(reading, value):
            continue
        russian = is_russian(label)
        text = (
            f"По строке «{label}» {when} указано {value}." if russian else f'The line "{label}" shows {value} {when}.'
        )
        yield Statement(text, (page.page,), "number")


def _once(reading: ReadPage, value: str) -> bool:
    return sum(s.found.text == value for s in reading.spots) == 1
