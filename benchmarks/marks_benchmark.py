"""How well marks are found: precision and recall a kind, on generated pages.

    python -m atomcite.benchmarks.marks_benchmark [pages a kind and quality]

A kind is "found" on a page when the detector reports one or more; pages of all other kinds and the unmarked pages are
its negatives. Generator "a" is what thresholds were set on, "b" is reported only. Ticks are counted box by box.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator

from atomcite.benchmarks.marks_corpus import DPI, Sheet
from atomcite.benchmarks.marks_sheets import QUALITIES, marked, unmarked
from atomcite.domain import NoCache, NoMeter, PageImage
from atomcite.vision.eyes import Eyes
from atomcite.vision.page_marks import PageMarks, find_marks


def detected(marks: PageMarks) -> set[str]:
    """Kinds that the detector reports, round and other seals apart."""
    out: set[str] = set()
    out |= {"seal" if s.round else "stamp" for s in marks.seals}
    out |= {"signature"} if marks.signatures else set()
    out |= {"handwriting"} if marks.written else set()
    return out


def measure(sheets: Iterable[Sheet]) -> tuple[Counter[tuple[str, str]], list[str], float]:
    """Counts by (kind, "hit" | "miss" | "false"), the names of pages that went wrong, and seconds a page."""
    eyes = Eyes(NoCache(), NoMeter(), 2)
    counts: Counter[tuple[str, str]] = Counter()
    wrong: list[str] = []
    spent, pages = 0.0, 0
    for sheet in sheets:
        image = PageImage(1, sheet.pixels, float(DPI))
        reading = eyes.read(image)
        began = time.perf_counter()
        marks = find_marks(image, reading)
        spent += time.perf_counter() - began
        pages += 1
        found = detected(marks)
        for kind in ("seal", "stamp", "signature", "handwriting"):
            # Whoever signs writes: strokes of a signature are no false handwriting.
            if kind == "handwriting" and "signature" in sheet.marks:
                continue
            here, seen = kind in sheet.marks, kind in found
            outcome = "hit" if here and seen else "miss" if here else "false" if seen else ""
            if outcome:
                counts[kind, outcome] += 1
            if outcome in ("miss", "false"):
                wrong.append(f"{outcome} {kind}: {sheet.name}")
        for outcome, label in _ticks(sheet, marks):
            counts["tick", outcome] += 1
            if outcome != "hit":
                wrong.append(f"{outcome} tick {label}: {sheet.name}")
        empty = any(p.empty for p in marks.places)
        if sheet.empty_line or empty:
            outcome = "hit" if sheet.empty_line and empty else "miss" if sheet.empty_line else "false"
            counts["empty line", outcome] += 1
            if outcome != "hit":
                wrong.append(f"{outcome} empty line: {sheet.name}")
    return counts, wrong, spent / max(1, pages)


def _ticks(sheet: Sheet, marks: PageMarks) -> Iterator[tuple[str, str]]:
    seen = {t.text.casefold(): t.state for t in marks.ticks}
    for label, ticked in sheet.ticks.items():
        state = seen.pop(label.casefold(), "unclear")
        right = state == ("ticked" if ticked else "empty")
        yield ("hit" if right else "miss" if state == "unclear" else "false"), label
    for label, state in seen.items():
        if state != "unclear" and not sheet.ticks:
            yield "false", label


def table(counts: Counter[tuple[str, str]]) -> str:
    """Rows of "kind  precision  recall  (n)"."""
    rows = []
    for kind in ("seal", "stamp", "signature", "empty line", "handwriting", "tick"):
        hit, miss, false = (counts[kind, o] for o in ("hit", "miss", "false"))
        precision = f"{hit / (hit + false):6.1%}" if hit + false else "     -"
        recall = f"{hit / (hit + miss):6.1%}" if hit + miss else "     -"
        rows.append(f"  {kind:12} precision {precision}  recall {recall}  (hits {hit}, misses {miss}, false {false})")
    return "\n".join(rows)


def main(amount: int) -> None:
    for maker in ("a", "b"):
        sheets = (
            s for q in QUALITIES for seed in range(amount) for s in (*marked(maker, seed, q), *unmarked(seed, q))
        )
        counts, wrong, seconds = measure(sheets)
        sys.stdout.write(f"generator {maker}, {seconds:.2f} s a page\n{table(counts)}\n")
        for line in wrong:
            sys.stdout.write(f"    {line}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
