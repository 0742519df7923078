"""How fast the judge `rules` is: claims a second over pages that are kept, and judging as a share of reading.

Pages and claims are those of the table set. One thread, processor time, so that a busy machine does not spoil the
figure.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

from atomcite.benchmarks.table_set import TYPE, read_sheet, sheets
from atomcite.benchmarks.tables import LEVELS
from atomcite.domain import Judge, NoCache, PageWords
from atomcite.judge import get


@dataclass(frozen=True)
class Speed:
    """Counts, and seconds of processor time.

    `loading` is what the very first claims took, which load word lists and morphology, once a process. `first` and
    `again` are what `claims` claims took with the pages to prepare and with them kept. `reading` is what OCR of
    `read_pages` pages took, `judging` what preparing them and judging up to `a_page` claims on each took.
    """

    pages: int
    claims: int
    loading: float
    first: float
    again: float
    read_pages: int
    a_page: int
    reading: float
    judging: float

    @property
    def share(self) -> float:
        """Judging as a share of reading."""
        return self.judging / self.reading if self.reading else 0.0


def measure(pages: int = 50, claims: int = 1000, read_pages: int = 2, a_page: int = 5) -> Speed:
    made = list(sheets(("tune",), (pages + 1) // 2))
    made = [m for pair in zip(made[: len(made) // 2], made[len(made) // 2 :], strict=True) for m in pair][:pages]
    words = [read_sheet(s, TYPE, NoCache()) for s in made]
    work = [(w, c.statement) for w, s in zip(words, made, strict=True) for c in s.claims][:claims]
    loading = _seconds(get("rules"), [(w, s.claims[0].statement) for w, s in zip(words[:2], made, strict=False)])
    judge = get("rules")
    first, again = _seconds(judge, work), _seconds(judge, work)
    reading = judging = 0.0
    for sheet in made[:read_pages]:
        start = time.process_time()
        page = read_sheet(sheet, LEVELS[0].name, NoCache())
        reading += time.process_time() - start
        judging += _seconds(get("rules"), [(page, c.statement) for c in sheet.claims[:a_page]])
    read = min(read_pages, len(made))
    return Speed(len(words), len(work), loading, first, again, read, a_page, reading, judging)


def _seconds(judge: Judge, work: Sequence[tuple[PageWords, str]]) -> float:
    start = time.process_time()
    for page, statement in work:
        judge.judge([page], [statement])
    return time.process_time() - start


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--claims", type=int, default=1000)
    options = parser.parse_args(arguments)
    found = measure(options.pages, options.claims)
    console = Console(width=100)
    console.print(f"{found.claims} claims over {found.pages} pages, one thread, processor time:")
    console.print(f"  pages to prepare: {found.claims / found.first:.0f} claims a second")
    console.print(f"  pages kept: {found.claims / found.again:.0f} claims a second")
    console.print(f"  preparing a page and judging {found.a_page} claims takes {found.share:.1%} of reading it")
    console.print(
        f"  ({found.read_pages} pages of a table or two, by OCR in {found.reading / found.read_pages:.1f} s each)"
    )
    console.print(f"  the first claims of a process take {found.loading:.2f} s: word lists and morphology are loaded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
