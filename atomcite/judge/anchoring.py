"""Whether a statement's values stand with its words: an equal number or day alone proves nothing."""

from __future__ import annotations

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement
from atomcite.judge.places import in_total_row
from atomcite.judge.prepared import Prepared
from atomcite.judge.relations import stands_alone
from atomcite.judge.timing import ValueMatch
from atomcite.values import DateValue, Quantity


def anchored(statement: Statement, page: Prepared, found: Alignment, values: tuple[ValueMatch, ...]) -> bool:
    """An amount must stand with a word of the statement, or in a total: a bare equal number proves nothing."""
    quantities = [m for m, v in zip(values, statement.values, strict=True) if isinstance(v.value, Quantity)]
    inside = found.window.inside
    if not quantities:
        # Dates, names and numbers may stand elsewhere on the page, but not all of them at once.
        if statement.bare and values:
            return _dated(statement, page, found, values)
        if not values or any(m.outcome == "match" for m in values):
            return True
        own = sum(
            h is not None and h.token in inside and t.kind in {"name", "word", "predicate"}
            for t, h in zip(statement.terms, found.best, strict=True)
        )
        return own >= (2 if _one_day(page) else 3)
    value = found.window.value
    if value is not None and value.label and not any(page.text.tokens[t].text[0].isalpha() for t in value.label):
        inside = inside.union(value.headers)  # "2019" beside the number, "Revenue" over it
    if any(
        h is not None and h.token in inside and t.kind in {"word", "predicate", "name", "generic"}
        for t, h in zip(statement.terms, found.best, strict=True)
    ):
        return True
    return any(m.found is not None and in_total_row(page, m.found) for m in quantities)


def _one_day(page: Prepared) -> bool:
    """A receipt or a slip: no running text, and one date, which is that of all that stands on it."""
    days = {
        v.found.value for v in page.values if isinstance(v.found.value, DateValue) and v.found.value.readings[0].day
    }
    return len(days) == 1 and page.is_slip


def _dated(statement: Statement, page: Prepared, found: Alignment, values: tuple[ValueMatch, ...]) -> bool:
    """For "the order is dated 3 March": the date stands on a line of its own, or beside the statement's word."""
    worded = any(
        h is not None and h.token in found.window.inside and t.kind == "light"
        for t, h in zip(statement.terms, found.best, strict=True)
    )
    alone = any(
        m.outcome == "match"
        and m.found is not None
        and (m.found.first not in page.prose or stands_alone(page, m.found))
        for m in values
    )
    return alone or (worded and any(m.outcome == "match" for m in values))
