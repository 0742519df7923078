"""`python -m atomcite.benchmarks.prose`: the rules judge on prose, family by family and kind by kind."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console
from rich.table import Table

from atomcite import ocr
from atomcite.benchmarks.prose.generator import FAMILIES, ProsePage, families, pages
from atomcite.benchmarks.prose.layout import scanned
from atomcite.benchmarks.prose.measure import Figures, Judged, figures, judge_pages
from atomcite.benchmarks.prose.written import LOTS, written
from atomcite.judge import get


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How well a judge decides claims about prose.")
    parser.add_argument("--pages", type=int, default=30, help="pages a family and language")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--judge", default="rules")
    parser.add_argument("--scanned", type=int, default=0, help="pages of each to scan and read by OCR as well")
    parser.add_argument("--family", choices=FAMILIES, action="append", help="only this one (may be repeated)")
    parser.add_argument("--errors", action="store_true", help="list the errors of the family for tuning")
    options = parser.parse_args(arguments)
    console = Console(width=118)
    judge = get(options.judge)
    found: dict[str, Figures] = {}
    chosen = options.family or FAMILIES
    for name in chosen:
        both: list[Judged] = []
        for family in families(name):
            judged = judge_pages(judge, pages(family, options.pages, options.seed))
            both += judged
            _summary(console, f"{name} {family.language}", figures(judged))
            if options.errors and name == FAMILIES[0]:
                _errors(console, judged)
            if options.scanned:
                read = [_read(p) for p in pages(family, options.scanned, options.seed)]
                _summary(console, f"{name} {family.language}, scanned", figures(judge_pages(judge, read)))
        found[name] = figures(both)
    table = Table("kind (+ holds, - does not)", *(f"{name}: right" for name in chosen))
    for kind in sorted({k for f in found.values() for k in f.kinds}):
        table.add_row(kind, *(_cell(found[name].kinds.get(kind)) for name in chosen))
    console.print(table)
    for name in chosen:
        _summary(console, name, found[name])
    for lot in () if options.family else LOTS:
        _summary(console, f"written pages, {lot} lot", figures(judge_pages(judge, written(lot))))
    return 0


def _read(page: ProsePage) -> ProsePage:
    engine = ocr.get("tesseract")
    return replace(page, words=engine.read(scanned(page.text, page=page.words.page)))


def _cell(figure: tuple[int, int] | None) -> str:
    return "" if figure is None else f"{figure[0]}/{figure[1]} {figure[0] / figure[1]:.0%}"


def _summary(console: Console, name: str, f: Figures) -> None:
    console.print(
        f"{name}: {f.count} claims, right {f.accuracy:.1%}, falsely supported {f.falsely:.1%} of those that do not "
        f"hold, missed {f.missed:.1%} of those that do; contradiction told from absence {f.told_apart:.0%}",
        soft_wrap=True,
    )


def _errors(console: Console, judged: Sequence[Judged]) -> None:
    for j in judged:
        if not j.right:
            why = "; ".join(m.render("en") for m in j.result.reason)
            sign = "+" if j.claim.holds else "-"
            console.print(
                f"{sign}{j.claim.kind}: {j.claim.statement} [{j.result.verdict}: {why}]",
                markup=False,
                highlight=False,
                soft_wrap=True,
            )


if __name__ == "__main__":
    raise SystemExit(main())
