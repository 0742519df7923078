"""The last objections to what would otherwise be borne out (`atomcite.judge.grounds`)."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.alignment import Alignment
from atomcite.judge.both_of import of_other_half, said_of_one
from atomcite.judge.bracketed import of_bracketed_date
from atomcite.judge.cells import denied_cell, denied_elsewhere, of_header, of_other_row, other_outcome
from atomcite.judge.claim import Statement
from atomcite.judge.column_kinds import mark_of_other_row, of_other_column
from atomcite.judge.contraries import contrary_kind
from atomcite.judge.correspondence import Dispute
from atomcite.judge.debts import other_debtor
from atomcite.judge.designations import other_designation
from atomcite.judge.gapped import of_other_complement
from atomcite.judge.grounds import Ground
from atomcite.judge.ink import left_empty
from atomcite.judge.joined_denials import denied_with_another
from atomcite.judge.kinds_of_days import other_days
from atomcite.judge.labelled_dates import of_other_label
from atomcite.judge.labelled_parties import other_side
from atomcite.judge.line_items import price_for_amount
from atomcite.judge.listed_values import of_other_item
from atomcite.judge.numbered_items import of_other_numbered_item
from atomcite.judge.other_fields import of_other_field
from atomcite.judge.own_clauses import of_other_clause
from atomcite.judge.own_values import of_next_sentence
from atomcite.judge.pending import not_yet_decided
from atomcite.judge.planned_columns import planned_for_actual
from atomcite.judge.prepared import Prepared
from atomcite.judge.punctuality import otherwise_timed
from atomcite.judge.questions import asked_only
from atomcite.judge.rates import of_other_interval, only_a_bound, other_inclusion, other_limit, other_rate
from atomcite.judge.registrations import not_of_the_entry
from atomcite.judge.repeated_verbs import other_pair
from atomcite.judge.row_labels import of_other_label_of_row
from atomcite.judge.shares import said_of_part
from atomcite.judge.sides import other_side_of_deal
from atomcite.judge.steady import unchanged
from atomcite.judge.timing import ValueMatch
from atomcite.judge.trends import other_trend
from atomcite.judge.undone import denied_verb, left_out, still_to_come, undone, without
from atomcite.judge.universals import of_a_part
from atomcite.judge.yes_or_no import other_answer

_CHECKS = (
    asked_only,
    other_designation,
    denied_cell,
    other_outcome,
    of_other_row,
    of_header,
    denied_elsewhere,
    other_rate,
    of_other_interval,
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
    contrary_kind,
    price_for_amount,
    otherwise_timed,
    of_bracketed_date,
    of_other_label,
    other_side,
    other_debtor,
    said_of_one,
    of_other_half,
    other_side_of_deal,
    of_a_part,
    of_other_label_of_row,
    not_yet_decided,
    denied_with_another,
    of_other_complement,
    of_other_column,
    mark_of_other_row,
    of_next_sentence,
    not_of_the_entry,
    of_other_item,
    unchanged,
    of_other_numbered_item,
    other_days,
    only_a_bound,
    other_answer,
    of_other_field,
    left_empty,
    of_other_clause,
    planned_for_actual,
)


def objections(
    statement: Statement, page: Prepared, found: Alignment, values: Sequence[ValueMatch]
) -> tuple[Dispute, ...]:
    """What speaks against a statement in a window that has its words and values; empty for a sound one."""
    ground = Ground(statement, page, found, values)
    return tuple(d for check in _CHECKS if (d := check(ground)) is not None)
