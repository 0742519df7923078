"""How well, in which order and how fast each installed OCR engine reads generated pages of known text.

Clean pages at 200 dpi, and the same as a fair office scan would give them. Characters and order are those of the text
as the engine hands it over, its reading order included; numbers count wherever they stand.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rapidfuzz.distance import LCSseq, Levenshtein
from rich.console import Console
from rich.table import Table

from atomcite.benchmarks.corpus.degrade import scan
from atomcite.benchmarks.corpus.typeset import render
from atomcite.benchmarks.ocr_sheets import KINDS, Kind, Language, Sheet, sheet, tokens
from atomcite.documents import Document
from atomcite.domain import OcrEngine, PageImage, PageSource, PageWords, Script, Word
from atomcite.errors import AtomCiteError
from atomcite.ocr import engines, get

DPI = 200
SCRIPTS: dict[Language, Script] = {"en": "latin", "ru": "cyrillic"}


class Picture:
    """A page source of pixels alone."""

    def __init__(self, image: PageImage) -> None:
        self._image = image

    @property
    def number(self) -> int:
        return self._image.page

    def image(self) -> PageImage:
        return self._image

    def embedded_words(self) -> Sequence[Word] | None:
        return None


@dataclass(frozen=True)
class Score:
    """`characters`, `numbers` and `order` are 0..1: one minus the edit distance of the text over its length; share of
    the numbers read as they are; longest common subsequence of words over their number."""

    characters: float
    numbers: float
    order: float
    seconds: float = 0.0


def score(truth: Sheet, words: PageWords, seconds: float = 0.0) -> Score:
    mine, read = tokens(truth.parts), tokens([line.text for line in words.lines])
    whole, found = " ".join(mine), " ".join(read)
    expected = Counter(t for t in mine if any(c.isdigit() for c in t))
    hits = sum((expected & Counter(read)).values())
    return Score(
        characters=1 - Levenshtein.distance(whole, found) / max(1, len(whole), len(found)),
        numbers=hits / max(1, expected.total()),
        order=LCSseq.similarity(mine, read) / max(1, len(mine)),
        seconds=seconds,
    )


def sources(made: Sheet, folder: Path, seed: int) -> Iterator[tuple[str, PageSource]]:
    """("clean" | "scan" | "born digital", page) of a sheet. The last has its text layer."""
    clean = next(render(made.pdf, DPI))
    yield "clean", Picture(PageImage(1, clean, DPI))
    yield "scan", Picture(PageImage(1, scan(clean, DPI, seed), DPI))
    path = folder / "sheet.pdf"
    path.write_bytes(made.pdf)
    with Document.open(path) as document:
        yield "born digital", document.page(1)


def measure(
    names: Iterable[str], kinds: Sequence[Kind], count: int, models: Path | None = None
) -> dict[tuple[str, Language, str, Kind], list[Score]]:
    """Scores by engine, language, state of the page and kind of page. Engines skip scripts that they don't read."""
    found: defaultdict[tuple[str, Language, str, Kind], list[Score]] = defaultdict(list)
    readers: list[OcrEngine] = [get(name, models) for name in names]
    with TemporaryDirectory() as folder:
        for kind in kinds:
            for language in SCRIPTS:
                for seed in range(count):
                    made = sheet(kind, language, seed)
                    for state, page in sources(made, Path(folder), seed):
                        for engine in readers:
                            born = state == "born digital"
                            if born != (engine.name == "textlayer") or SCRIPTS[language] not in engine.scripts:
                                continue
                            started = time.perf_counter()
                            words = engine.read(page)
                            taken = time.perf_counter() - started
                            found[engine.name, language, state, kind].append(score(made, words, taken))
    return found


def show(found: dict[tuple[str, Language, str, Kind], list[Score]], console: Console) -> None:
    """A row for each engine, language and state; reading order by kind of page."""
    kinds = list(dict.fromkeys(key[3] for key in found))
    table = Table("engine", "language", "page", "characters", "numbers", *(f"order, {k}" for k in kinds), "s / page")
    for name, language, state in dict.fromkeys(key[:3] for key in found):
        groups = {k: found.get((name, language, state, k), []) for k in kinds}
        dense = groups.get("dense") or [s for group in groups.values() for s in group]
        everything = [s for group in groups.values() for s in group]
        table.add_row(
            name,
            language,
            state,
            f"{100 * _mean(s.characters for s in dense):.1f} %",
            f"{100 * _mean(s.numbers for s in everything):.1f} %",
            *(f"{100 * _mean(s.order for s in group):.1f} %" for group in groups.values()),
            f"{_mean(s.seconds for s in everything):.1f}",
        )
    console.print(table)


def _mean(values: Iterable[float]) -> float:
    items = list(values)
    return sum(items) / len(items) if items else float("nan")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="OCR engines on generated pages.")
    parser.add_argument("--engines", nargs="*", help="by default all that are installed")
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=list(KINDS))
    parser.add_argument("--pages", type=int, default=2, help="pages of each kind and language")
    parser.add_argument("--ocr-models", type=Path)
    given = parser.parse_args(arguments)
    names = given.engines or [n for n in engines() if get(n, given.ocr_models).missing() is None]
    try:
        show(measure(names, given.kinds, given.pages, given.ocr_models), Console(soft_wrap=True, width=160))
    except AtomCiteError as error:
        print(error, file=sys.stderr)  # noqa: T201 - a program's own error output
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
