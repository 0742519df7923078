"""Correct statements taken from the pages of a document: sentences as they stand, and cells of tables.

Only what reads on its own and is sure to be what the page says is taken. What looks like a statement and is not sure
is refused, with the reason: a sentence whose words do not lie on the page as running text does, a cell whose label or
header the layout does not bear out, a sentence that the pixels are read otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from atomcite.benchmarks.dataset import Content
from atomcite.benchmarks.injection.clean_sentences import fault_of, stands_alone
from atomcite.benchmarks.injection.dates import time_said
from atomcite.benchmarks.injection.evidence import Evidence, PageEvidence, ReadPage
from atomcite.benchmarks.injection.plan import Reason
from atomcite.benchmarks.injection.search import says_verbatim, squeezed
from atomcite.benchmarks.injection.table_lines import table_lines
from atomcite.benchmarks.injection.turns import strength
from atomcite.benchmarks.injection.words import is_russian
from atomcite.values import DateValue, Identifier, Period, Quantity, parse_values


@dataclass(frozen=True)
class Statement:
    """A statement and all pages on which it stands."""

    text: str
    pages: tuple[int, ...]
    content: Content


@dataclass(frozen=True)
class Refused:
    """What looked like a statement of a page and can't be trusted to be one, and why."""

    text: str
    page: int
    reason: Reason


def statements(evidence: Evidence, most: int, rng: random.Random) -> tuple[list[Statement], list[Refused]]:
    """At most `most` statements of a document, and all that was refused; pages take turns, and so do sentences and
    table cells of a page."""
    queues = []
    refused: list[Refused] = []
    for page in evidence.values():
        parted: list[list[Statement]] = []
        for found in (_sentences(page, evidence), _cells(page)):
            kept: list[Statement] = []
            for item in found:
                if isinstance(item, Refused):
                    refused.append(item)
                else:
                    kept.append(item)
            rng.shuffle(kept)
            parted.append(kept)
        mixed: list[Statement] = []
        while any(parted):
            mixed += [queue.pop() for queue in parted if queue]
        queues.append(mixed)
    out: dict[str, Statement] = {}
    while any(queues) and len(out) < most:
        for queue in queues:
            if queue and len(out) < most:
                taken = queue.pop(0)
                out.setdefault(squeezed(taken.text), taken)
    return list(out.values()), refused


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


def _sentences(page: PageEvidence, evidence: Evidence) -> Iterator[Statement | Refused]:
    reading = page.best
    if reading is None:
        return
    for sentence in reading.sentences:
        if not stands_alone(sentence.text):
            continue
        reason = fault_of(sentence, reading, page)
        if reason is not None:
            yield Refused(sentence.text, page.page, reason)
        else:
            pages = tuple(n for n, e in evidence.items() if n == page.page or says_verbatim(e, sentence.text))
            yield Statement(sentence.text, pages, content_of(sentence.text))


def _cells(page: PageEvidence) -> Iterator[Statement | Refused]:
    """Rows of a table with their periods, in words that hold for a label of any number and gender."""
    reading = page.best
    if reading is None or not reading.exact:
        return  # digits of a scan are too easily misread to make a truth of them
    for line in table_lines(reading):
        russian = is_russian(line.label)
        when = time_said(line.time, russian=russian)
        if when is None or not _once(reading, line.value):
            continue
        text = (
            f"По строке «{line.label}» {when} указано {line.value}."
            if russian
            else f'The line "{line.label}" shows {line.value} {when}.'
        )
        if line.fault is not None:
            yield Refused(text, page.page, line.fault)
        else:
            yield Statement(text, (page.page,), "number")


def _once(reading: ReadPage, value: str) -> bool:
    return sum(s.found.text == value for s in reading.spots) == 1
