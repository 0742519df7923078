"""Prose pages with claims of known truth: clauses of contracts, minutes, reports, rules and letters, each with
restatements that hold and variants that are turned round in one respect (negation, condition, roles, ...).

`families/*.toml` hold what was written, `generator` makes pages and claims of it, `measure` has a judge decide and
counts; `written` has whole pages written by hand. `python -m atomcite.benchmarks.prose` prints the table. One family
and one lot of pages are for tuning; of the others only totals are to be looked at, so that they stay a measure.
"""

from atomcite.benchmarks.prose.generator import FAMILIES, Family, LabelledClaim, ProsePage, families, pages
from atomcite.benchmarks.prose.measure import Figures, Judged, figures, judge_pages
from atomcite.benchmarks.prose.written import LOTS, written

__all__ = [
    "FAMILIES",
    "LOTS",
    "Family",
    "Figures",
    "Judged",
    "LabelledClaim",
    "ProsePage",
    "families",
    "figures",
    "judge_pages",
    "pages",
    "written",
]
