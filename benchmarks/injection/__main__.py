"""`python -m atomcite.benchmarks.injection SET`: how well injection finds the truth, on a set whose truth is known.

Each correct claim is told with one of its true pages alone. Errors of the page are made as for any set, and held
against all true pages: none may cite one, and those that the search lists must be all.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from atomcite.benchmarks.dataset import PAGE_ERRORS, BenchClaim, Label, Labels, label_of, load
from atomcite.benchmarks.injection.evidence import PIXEL_ENGINES, FileReader
from atomcite.benchmarks.injection.inject import inject, is_correct
from atomcite.benchmarks.injection.plan import Plan
from atomcite.cache import DiskCache


def main(argv: list[str] | None = None) -> int:
    """Exit code 1 when an error cites a page that bears it out."""
    parser = argparse.ArgumentParser(prog="python -m atomcite.benchmarks.injection", description=__doc__)
    parser.add_argument("folder", help="a data set whose true pages are complete, as datasets/public")
    parser.add_argument("--degradation", default="clean", help="documents in these forms, with commas")
    parser.add_argument("--text-only", action="store_true", help="read text layers alone")
    options = parser.parse_args(argv)
    dataset = load(options.folder)
    forms = options.degradation.split(",")
    documents = tuple(d for d in dataset.documents if d.degradation in forms)
    known = {d.id for d in documents}
    truth: dict[str, set[int]] = {}
    told: list[BenchClaim] = []
    for claim in dataset.claims:
        label = label_of(claim)
        true_pages = set(label.true_pages) if label is not None else set()
        if claim.document in known and is_correct(claim) and claim.pages & true_pages:
            page = min(claim.pages & true_pages)
            truth[claim.id] = true_pages
            one = Labels(automatic=Label(verdict="correct", true_pages=(page,), by="told"))
            cited = tuple(c for c in claim.cited if c.page == page)[:1]
            told.append(claim.model_copy(update={"cited": cited, "labels": one}))
    made = inject(
        replace(dataset, documents=documents, answers=(), claims=tuple(told)),
        seed=1,
        plan=Plan(types=tuple(sorted(PAGE_ERRORS)), controls=None, answers=False),
        reader=FileReader(DiskCache(), () if options.text_only else PIXEL_ENGINES),
    )
    errors = [c for c in made.dataset.claims if c.fault is not None]
    borne_out = [c for c in errors if c.fault and c.pages & truth[c.fault.of or ""]]
    incomplete = [
        c for c in errors if c.fault and (label := label_of(c)) and set(label.true_pages) != truth[c.fault.of or ""]
    ]
    sys.stdout.write(
        f"{len(told)} correct claims, {len(errors)} errors of the page: {len(borne_out)} borne out by the cited page,"
        f" {len(incomplete)} with other true pages than are known; {len(made.dropped)} dropped\n"
    )
    for claim in (*borne_out, *incomplete):
        sys.stdout.write(f"  {claim.id}: {claim.statement}\n")
    return 1 if borne_out else 0


if __name__ == "__main__":
    raise SystemExit(main())
