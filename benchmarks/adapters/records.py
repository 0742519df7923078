"""What a reader of a foreign format makes of each question: one record, in the bench's way of counting.

Positions of pages are counted from 1 here, however the format counts; turning them is the readers' job alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from atomcite.benchmarks.dataset import BenchSpan, Labels


@dataclass(frozen=True)
class Passage:
    """A piece of text without a page of its own, as retrieval sets have them."""

    title: str
    text: str


@dataclass(frozen=True)
class Source:
    """A document as the format knows it, and under which names it may lie on disk.

    `files` are names of one file that is the whole document, the likeliest first; `pages` names of page pictures in
    order. A document of `passages` has no file: one is typeset, a page a passage. `page_count` is what the format
    says, None where it does not: a file with another count is another edition.
    """

    key: str
    files: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    page_count: int | None = None
    url: str | None = None
    title: str | None = None
    language: str | None = "en"


UNLABELLED = Labels()


@dataclass(frozen=True)
class Stated:
    """A claim of an answer. `pages` are the positions that it cites. `spans` locate it in the record's answer; None
    for a claim that is no part of it. Pages may lie outside the document: then the answer cites what is not there."""

    statement: str
    pages: tuple[int, ...]
    labels: Labels = UNLABELLED
    spans: tuple[BenchSpan, ...] | None = ()


@dataclass(frozen=True)
class Record:
    """One question with an answer to it.

    `evidence` are the pages that the format gives as bearing the answer out; the claim is then made of question and
    answer, with `by` as the one who says so and `note` as the remark on that label. Records of cited answers have
    `claims` instead. `refused`: the answer declines to answer.
    """

    id: str
    document: Source
    question: str | None
    answer: str
    evidence: tuple[int, ...] = ()
    by: str = ""
    note: str = ""
    claims: tuple[Stated, ...] = ()
    generator: str | None = None
    answerable: bool | None = None
    refused: bool = False
    split: str | None = None


@dataclass
class Losses:
    """What of a source has no place in the data set: how often for which reason, and the documents that are not
    there."""

    reasons: Counter[str] = field(default_factory=Counter)
    missing: dict[str, str] = field(default_factory=dict)

    def count(self, reason: str, number: int = 1) -> None:
        self.reasons[reason] += number

    def lacks(self, source: Source, why: str) -> None:
        """Remembers that a document could not be had, with where it can be found."""
        names = " or ".join((*source.files, *(f"{name} ..." for name in source.pages[:1]))) or source.key
        self.missing[source.key] = f"{names}: {why}" + (f" ({source.url})" if source.url else "")


class Reader(Protocol):
    """Reads a format. `path` is a file or a folder as published; `documents` the folder where the user keeps the
    documents (for what stands beside them); `first_page` is the number of the first page in the source, None for
    what the format says. Counts in `losses` what it leaves out. Raises DatasetError for what is not in the format."""

    def __call__(
        self, path: Path, documents: Path | None, first_page: int | None, losses: Losses
    ) -> Iterator[Record]: ...
