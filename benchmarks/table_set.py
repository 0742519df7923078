"""The judge `rules` on generated pages with tables and forms, read from pixels by the text channel.

A decision is right when "supported" or not agrees with the truth; a claim that was not checked counts as wrong.
Beside the share of right decisions stands that of claims that are called supported and are not: the error that nobody
looks at again. Rules may be mended by looking at the family "tune" (`--show tune`); results are those on "report".
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from atomcite.benchmarks.corpus.typeset import typeset
from atomcite.benchmarks.tables import FAMILIES, LEVELS, Claim, Family, Sheet, make_sheet, page_words
from atomcite.benchmarks.tables.model import Language
from atomcite.cache import DiskCache
from atomcite.documents import Document
from atomcite.domain import Cache, ChannelResult, ChannelVerdict, NoCache, PageWords
from atomcite.errors import AtomCiteError
from atomcite.judge import get
from atomcite.ocr import read_page

TYPE = "type"
"""The level at which the words are those of the PDF's text layer: what the judge makes of a perfect reading."""
LANGUAGES: tuple[Language, ...] = ("en", "ru")


@dataclass(frozen=True)
class Decision:
    """What became of one claim. `result` is None where the page could not be read at all."""

    sheet: Sheet
    level: str
    claim: Claim
    result: ChannelResult | None

    @property
    def supported(self) -> bool:
        return self.result is not None and self.result.verdict is ChannelVerdict.SUPPORTED

    @property
    def checked(self) -> bool:
        return self.result is not None and self.result.verdict is not ChannelVerdict.NOT_CHECKED

    @property
    def right(self) -> bool:
        return self.checked and self.supported == self.claim.true


@dataclass
class Figures:
    """Counts over some decisions: claims by kind, and those decided rightly."""

    count: Counter[tuple[bool, str]] = field(default_factory=Counter)
    right: Counter[tuple[bool, str]] = field(default_factory=Counter)
    unchecked: int = 0
    falsely: int = 0

    def add(self, decision: Decision) -> None:
        key = (decision.claim.true, decision.claim.kind)
        self.count[key] += 1
        self.right[key] += decision.right
        self.unchecked += not decision.checked
        self.falsely += decision.supported and not decision.claim.true

    @property
    def accuracy(self) -> float:
        return sum(self.right.values()) / max(1, sum(self.count.values()))

    @property
    def false_supported(self) -> float:
        """Claims called supported that are not, as a share of those that are not."""
        return self.falsely / max(1, sum(n for (true, _), n in self.count.items() if not true))


def figures(decisions: Iterable[Decision]) -> Figures:
    out = Figures()
    for d in decisions:
        out.add(d)
    return out


def decide(sheets: Iterable[Sheet], levels: Sequence[str], cache: Cache | None = None) -> Iterator[Decision]:
    """Reads each page at each level and judges its claims."""
    cache = cache or NoCache()
    for sheet in sheets:
        for level in levels:
            try:
                words = read_sheet(sheet, level, cache)
            except AtomCiteError:
                yield from (Decision(sheet, level, c, None) for c in sheet.claims)
                continue
            results = get("rules").judge([words], [c.statement for c in sheet.claims])
            for claim, result in zip(sheet.claims, results, strict=True):
                yield Decision(sheet, level, claim, result)


def read_sheet(sheet: Sheet, level: str, cache: Cache) -> PageWords:
    """The words of a page at a level of `LEVELS`, by OCR, or at the level `TYPE`, from its text layer."""
    if level == TYPE:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.pdf"
            path.write_bytes(typeset("tables.typ", sheet.data, "atomcite.benchmarks.tables"))
            with Document.open(path) as document:
                return read_page(document.page(1), "textlayer")
    return page_words(sheet, next(lv for lv in LEVELS if lv.name == level), cache=cache)


def sheets(families: Sequence[Family], pages: int, first: int = 0) -> Iterator[Sheet]:
    for family in families:
        for language in LANGUAGES:
            for seed in range(first, first + pages):
                yield make_sheet(family, language, seed)


def _report(decisions: Sequence[Decision], console: Console) -> None:
    groups: dict[tuple[str, str, str], list[Decision]] = defaultdict(list)
    for d in decisions:
        groups[d.sheet.family, d.level, d.sheet.language].append(d)
        groups[d.sheet.family, d.level, "both"].append(d)
    over = Table(title="Claims about generated tables and forms")
    for name in (
        "family",
        "level",
        "language",
        "pages",
        "claims",
        "right",
        "called supported, is not",
        "not checked",
    ):
        over.add_column(name, justify="left" if name in {"family", "level", "language"} else "right")
    for (family, level, language), own in sorted(groups.items(), key=lambda g: (g[0][0], g[0][1], g[0][2])):
        f = figures(own)
        pages = len({d.sheet.seed * 10 + (d.sheet.language == "ru") for d in own})
        over.add_row(
            family, level, language, str(pages), str(len(own)), f"{f.accuracy:.1%}", f"{f.false_supported:.1%}",
            str(f.unchecked),
        )  # fmt: skip
    console.print(over)
    by_kind = Table(title="Right decisions by kind of claim")
    columns = sorted({(d.sheet.family, d.level) for d in decisions})
    by_kind.add_column("truth")
    by_kind.add_column("kind")
    for family, level in columns:
        by_kind.add_column(f"{family}, {level}", justify="right")
    parts = {c: figures(d for d in decisions if (d.sheet.family, d.level) == c) for c in columns}
    for true, kind in sorted({k for f in parts.values() for k in f.count}, reverse=True):
        cells = [f"{f.right[true, kind]}/{f.count[true, kind]}" for f in parts.values()]
        by_kind.add_row("true" if true else "false", kind, *cells)
    console.print(by_kind)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=15, help="pages of each family and language")
    parser.add_argument("--first", type=int, default=0, help="seed of the first page")
    parser.add_argument("--family", choices=FAMILIES, action="append", help="only these families")
    parser.add_argument("--level", choices=[TYPE, *(lv.name for lv in LEVELS)], action="append")
    parser.add_argument("--show", choices=FAMILIES, help="print the wrong decisions of this family")
    parser.add_argument("--cache", type=Path, help="folder that keeps the readings")
    parser.add_argument(
        "--least", type=float, nargs="*", default=[], help="accuracy wanted on report, level by level"
    )
    parser.add_argument("--most-false", type=float, default=1.0, help="highest share of false support on report")
    options = parser.parse_args(arguments)
    levels = options.level or [lv.name for lv in LEVELS]
    cache = DiskCache(options.cache) if options.cache else None
    made = sheets(options.family or FAMILIES, options.pages, options.first)
    decisions = list(decide(made, levels, cache))
    console = Console(width=150)
    for d in decisions if options.show else ():
        if d.sheet.family == options.show and not d.right:
            why = "; ".join(m.render("en") for m in d.result.reason) if d.result else "not read"
            verdict = d.result.verdict if d.result else "-"
            place = f"{d.sheet.language} {d.sheet.seed} {d.level} {'+'.join(d.sheet.builds)}"
            console.print(
                f"{place} | {d.claim.true} {d.claim.kind} -> {verdict} | {d.claim.statement} | {why}", markup=False
            )
    _report(decisions, console)
    failed = False
    for level, least in zip(levels, options.least, strict=False):
        f = figures(d for d in decisions if d.sheet.family == "report" and d.level == level)
        failed = failed or f.accuracy < least or f.false_supported > options.most_false
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
