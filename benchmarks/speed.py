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
from atomcite.domain import NoCache
from atomcite.judge import get


@dataclass(frozen=True)
class Speed:
    """Counts, and seconds of processor time. `reading` is that of `read_pages` pages by OCR."""

    pages: int
    claims: int
    first: float
    again: float
    read_pages: int
    reading: float
    judging: float

    @property
    def share(self) -> float:
        """Judging the claims of a page, its preparation included, as a share of reading it."""
        return self.judging / self.reading if self.reading else 0.0


def measure(pages: int = 50, claims: int = 1000, read_pages: int = 2) -> Speed:
    """Judges `claims` claims over `pages` pages twice: with the pages to prepare, and with them kept."""
    made = list(sheets(("tune",), (pages + 1) // 2))[:pages]
    words = [read_sheet(s, TYPE, NoCache()) for s in made]
    work = [(w, c.statement) for w, s in zip(words, made, strict=True) for c in s.claims][:claims]
    judge = get("rules")
    spent = []
    for _ in range(2):
        start = time.process_time()
        for page, statement in work:
            judge.judge([page], [statement])
        spent.append(time.process_time() - start)
    reading = judging = 0.0
    for sheet in made[:read_pages]:
        start = time.process_time()
        page = read_sheet(sheet, LEVELS[0].name, NoCache())
        reading += time.process_time() - start
        start = time.process_time()
        get("rules").judge([page], [c.statement for c in sheet.claims])
        judging += time.process_time() - start
    return Speed(len(words), len(work), spent[0], spent[1], min(read_pages, len(made)), reading, judging)


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
    console.print(f"  judging the claims of a page takes {found.share:.1%} of reading it ({found.read_pages} pages)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
