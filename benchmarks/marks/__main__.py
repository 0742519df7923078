"""`python -m atomcite.benchmarks.marks`: see `measure`."""

from __future__ import annotations

import argparse
import sys

from atomcite.benchmarks.marks import claims, measure
from atomcite.benchmarks.marks.known import known_reading
from atomcite.benchmarks.marks.sheets import sheet
from atomcite.domain import NoCache, NoMeter, PageImage
from atomcite.vision.eyes import Eyes
from atomcite.vision.page_marks import find_marks


def main() -> None:
    parser = argparse.ArgumentParser(
        description=measure.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="marks"
    )
    parser.add_argument("--set", choices=("a", "b", "c"), default="b")
    parser.add_argument("--sheets", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="seed of the first sheet")
    parser.add_argument("--eyes", choices=("known", "real"), default="known")
    parser.add_argument("--claims", action="store_true")
    parser.add_argument("--list", action="store_true", help="name what went wrong (not of b, the set of the report)")
    parser.add_argument("--dpi", type=int, help="of all sheets; else each has its own")
    options = parser.parse_args()
    eyes = Eyes(NoCache(), NoMeter(), 1)
    counts: measure.Tally = measure.Tally()
    said = claims.Said()
    for seed in range(options.first, options.first + options.sheets):
        drawn = sheet(options.set, seed, dpi=options.dpi)
        image = PageImage(1, drawn.pixels, float(drawn.dpi))
        if options.claims:
            said.add(drawn, image)
            continue
        reading = eyes.read(image) if options.eyes == "real" else known_reading(drawn)
        for kind, outcome, where in measure.tally(drawn, find_marks(image, reading)):
            counts[kind, outcome] += 1
            if outcome != "hit" and options.list and options.set != "b":
                sys.stdout.write(f"    {outcome} {kind} {where}: {drawn.name}\n")
    head = f"set {options.set}, {options.sheets} sheets from seed {options.first}"
    sys.stdout.write(f"{head}, claims\n{said.table()}\n" if options.claims else f"{head}, {options.eyes} words\n")
    if not options.claims:
        sys.stdout.write(f"{measure.table(counts)}\n")


if __name__ == "__main__":
    main()
