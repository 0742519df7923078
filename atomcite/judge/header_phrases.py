"""Columns whose headers differ by small words only: "Paid in" beside "Paid out", "On hand" beside "On order"."""

from __future__ import annotations

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement
from atomcite.judge.prepared import Prepared


def under_other_phrase(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """A token of the header of the number's column, where the statement has the whole header of another column of the
    page and not this one's; None otherwise."""
    value = found.window.value
    if found.window.kind != "cell" or value is None or not value.headers:
        return None
    said = f" {' '.join(t.norm for t in statement.tokens)} "
    own = _phrase(page, value.headers)
    if f" {own} " in said:
        return None
    for headers in {v.headers for v in page.values if v.headers != value.headers and len(v.headers) > 1}:
        phrase = _phrase(page, headers)
        if " " in phrase and phrase not in own and f" {phrase} " in said:
            return value.headers[0]
    return None


def _phrase(page: Prepared, headers: tuple[int, ...]) -> str:
    return " ".join(page.text.tokens[t].norm for t in headers)
