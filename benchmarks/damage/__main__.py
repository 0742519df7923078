"""`python -m atomcite.benchmarks.damage`: each channel and both on damaged pages, kind by kind."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import get_args

from rich.console import Console
from rich.table import Table

from atomcite.benchmarks.damage.measure import Figures, Outcome, figures, run
from atomcite.benchmarks.damage.pages import KINDS, Kind, make_page
from atomcite.benchmarks.damage.plot import plot
from atomcite.benchmarks.tables.model import Language
from atomcite.benchmarks.tables.vocabulary import FAMILIES, Family
from atomcite.cache import DiskCache
from atomcite.domain import Cache

_LANGUAGES: tuple[Language, ...] = get_args(Language)
_DAMAGED, _EVERY = "all damaged", "all"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How both channels fare on pages whose values are damaged.")
    parser.add_argument("--pages", type=int, default=3, help="pages a kind and language")
    parser.add_argument("--first", type=int, default=0, help="seed of the first page")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only these kinds of damage")
    parser.add_argument("--family", choices=FAMILIES, default="report")
    parser.add_argument("--plot", type=Path, help="where to write the picture (PNG)")
    parser.add_argument("--cache", type=Path, help="folder that keeps readings and verdicts")
    parser.add_argument("--errors", action="store_true", help='list the wrong decisions (family "tune" only)')
    options = parser.parse_args(arguments)
    if options.errors and options.family != "tune":
        parser.error('--errors shows only the family "tune": what is reported on is not looked at')
    console = Console(width=168)
    cache = DiskCache(options.cache) if options.cache else None
    kinds: Sequence[Kind] = options.kind or KINDS
    seeds = range(options.first, options.first + options.pages)
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for kind in kinds:
        for outcome in _outcomes(kind, options.family, seeds, cache):
            groups[kind].append(outcome)
        if options.errors:
            _errors(console, groups[kind])
        else:
            _progress(kind, groups[kind])
    every = [o for kind in kinds for o in groups[kind]]
    damaged = [o for o in every if o.kind != "none"]
    found: dict[str, Figures] = {kind: figures(groups[kind]) for kind in kinds}
    for name, own in ((_DAMAGED, damaged), (_EVERY, every)):
        if own:
            found[name] = figures(own)
    console.print(_table(found, options.family))
    for language in _LANGUAGES:
        f = figures(o for o in damaged or every if o.language == language)
        console.print(f"{language}: text {f.text:.1%}, reader {f.image:.1%}, both {f.both:.1%} of {f.claims} claims")
    _aims(console, found.get(_DAMAGED) or found[_EVERY])
    if options.plot:
        plot(found, options.plot)
        console.print(f"Drawn: {options.plot}")
    return 0


def _outcomes(kind: Kind, family: Family, seeds: range, cache: Cache | None) -> Iterable[Outcome]:
    for language in _LANGUAGES:
        yield from run([make_page(kind, family, language, seed) for seed in seeds], cache)


def _table(found: Mapping[str, Figures], family: str) -> Table:
    table = Table(title=f'Claims about damaged pages, family "{family}"; shares in %', pad_edge=False)
    table.add_column("damage", no_wrap=True)
    for head in (
        "claims", "text\nright", "reader\nright", "both\nright", "gain", "false\ntext", "false\nreader",
        "false\n“correct”", "text not\nchecked", "reader not\nchecked", "undecided", "right\nof rest",
        "wrong,\nno flag", "phi", "both fail\n(chance)",
    ):  # fmt: skip
        table.add_column(head, justify="right", no_wrap=True)
    for name, f in found.items():
        shares = (f.text, f.image, f.both, f.gain, f.false_text, f.false_image, f.false_both, f.unchecked_text,
                  f.unchecked_image, f.undecided, f.settled_right, f.silently_wrong)  # fmt: skip
        table.add_row(
            name, str(f.claims), *(f"{100 * s:.1f}" for s in shares), "-" if f.phi != f.phi else f"{f.phi:+.2f}",
            f"{100 * f.together:.1f} ({100 * f.by_chance:.1f})", end_section=name == "none",
        )  # fmt: skip
    return table


def _aims(console: Console, f: Figures) -> None:
    console.print(
        "Aims on damaged pages:\n"
        f"  both above the better channel by 5 points or more: {100 * f.gain:+.1f} ({_met(f.gain >= 0.05)}); "
        f"a merge of the verdicts alone could have {100 * f.ceiling:+.1f} at most\n"
        f"  false “correct” under 1 %: {f.false_both:.2%} ({_met(f.false_both < 0.01)})"
    )


def _met(aim: bool) -> str:
    return "met" if aim else "not met"


def _progress(kind: str, outcomes: Sequence[Outcome]) -> None:
    f = figures(outcomes)
    sys.stderr.write(f"{kind}: text {f.text:.1%}, reader {f.image:.1%}, both {f.both:.1%}\n")


def _errors(console: Console, outcomes: Sequence[Outcome]) -> None:
    for o in outcomes:
        if o.right and o.right_of("text") and o.right_of("image"):
            continue
        console.print(f"{o.kind} {o.language} {o.seed} | {o.claim.kind}: {o.claim.statement} is {o.claim.true}: "
                      f"{o.result.verdict}", markup=False, soft_wrap=True)  # fmt: skip
        for channel in (o.result.text, o.result.image):
            if channel:
                why = "; ".join(m.render("en") for m in channel.reason)
                console.print(f"    {channel.channel} {channel.verdict}: {why}", markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
