"""Errors put into correct claims, each verified to be one.

`inject` takes a data set whose correct claims are known and gives one with errors, controls and answers.
"""

from atomcite.benchmarks.injection.evidence import Evidence, FileReader, PageEvidence, Reader, ReadPage
from atomcite.benchmarks.injection.facts import Fact, load_facts
from atomcite.benchmarks.injection.inject import inject
from atomcite.benchmarks.injection.plan import INJECTED, Dropped, Injected, Plan

__all__ = [
    "INJECTED",
    "Dropped",
    "Evidence",
    "Fact",
    "FileReader",
    "Injected",
    "PageEvidence",
    "Plan",
    "ReadPage",
    "Reader",
    "inject",
    "load_facts",
]
