"""The last objections to what would otherwise be borne out (`atomcite.judge.grounds`)."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.alignment import Alignment
from atomcite.judge.cells import denied_cell, denied_elsewhere, of_header, of_other_row, other_outcome
from atomcite.judge.claim import Statement
from atomcite.judge.correspondence import Dispute
from atomcite.judge.designations import other_designation
from atomcite.judge.grounds import Ground
from atomcite.judge.prepared import Prepared
from atomcite.judge.rates import other_inclusion, other_limit, other_rate
from atomcite.judge.repeated_verbs import other_pair
from atomcite.judge.shares import said_of_part
from atomcite.judge.timing import ValueMatch
from atomcite.judge.trends import other_trend
from atomcite.judge.undone import denied_verb, left_out, still_to_come, undone, without

_CHECKS = (
    other_designation,
    denied_cell,
    other_outcome,
    of_other_row,
    of_header,
    denied_elsewhere,
    other_rate,
    other_limit,
    other_inclusion,
    said_of_part,
    other_trend,
    undone,
    denied_verb,
    left_out,
    without,
    still_to_come,
    other_pair,
)


def objections(
    statement: Statement, page: Prepared, found: Alignment, values: Sequence[ValueMatch]
) -> tuple[Dispute, ...]:
    """What speaks against a statement in a window that has its words and values; empty for a sound one."""
    ground = Ground(statement, page, found, values)
    return tuple(d for check in _CHECKS if (d := check(ground)) is not None)
