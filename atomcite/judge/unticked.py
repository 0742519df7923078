"""A statement that a form offers and that nobody ticked."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.claim import Statement
from atomcite.judge.correspondence import SAME, Dispute
from atomcite.judge.prepared import Prepared
from atomcite.judge.windows import Window

_BORNE_OUT = 0.75


def unticked_option(statement: Statement, page: Prepared, window: Window, covered: Sequence[float]) -> Dispute | None:
    """ "Payment: [ ] cash [x] bank transfer" does not say that payment is in cash: a word of the statement that
    nothing else bears out stands in an option that is not chosen, on the lines of the place."""
    if not page.options.all:
        return None
    lines = {page.text.token_row[k] for k in window.inside}
    for term, share in zip(statement.terms, covered, strict=True):
        if share >= _BORNE_OUT:
            continue
        for hit in page.offered(term):
            if hit.score >= SAME and not hit.opposite and page.text.token_row[hit.token] in lines:
                empty = hit.token in page.options.empty
                key = "judge.unticked" if empty else "judge.unclear_tick"
                return Dispute(key, page.text.tokens[hit.token].text, contradicts=empty)
    return None
