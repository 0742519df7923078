"""Policies: what two channel verdicts amount to, and what to do about it."""

from atomcite.policies.cases import Example, Failure, failures
from atomcite.policies.cases import read as read_cases
from atomcite.policies.engine import Case, Decision, Neighbour, Policy, Rule
from atomcite.policies.load import Finding, load, notes, parse, presets, source
from atomcite.policies.table import ANY, Difference, Row, differences, rows

__all__ = [
    "ANY",
    "Case",
    "Decision",
    "Difference",
    "Example",
    "Failure",
    "Finding",
    "Neighbour",
    "Policy",
    "Row",
    "Rule",
    "differences",
    "failures",
    "load",
    "notes",
    "parse",
    "presets",
    "read_cases",
    "rows",
    "source",
]
