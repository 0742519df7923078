"""What was planned and what came about: the number under "Budget" is not what was spent."""

from __future__ import annotations

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import stems
from atomcite.values import Quantity


def planned_for_actual(g: Ground) -> Dispute | None:
    """The number stands under "plan" or "target", its row has another under "actual", and the statement speaks of no
    plan."""
    planned, actual = stems("planned_columns"), stems("actual_columns")
    if g.statement.stems & planned:
        return None
    for match in g.values:
        v = match.found
        if v is None or match.outcome != "match" or match.other is not None or v.cell < 0:
            continue
        if not isinstance(v.found.value, Quantity) or not _stems(g.page, v) & planned:
            continue
        beside = [o for o in g.page.values if o.row == v.row and o is not v and _stems(g.page, o) & actual]
        if beside and not set(v.headers) & g.said:
            return Dispute("judge.said_of_another", g.page.text.quote(v.headers, 40), contradicts=True)
    return None


def _stems(page: Prepared, value: PageValue) -> frozenset[str]:
    return frozenset(page.text.tokens[t].stem for t in value.headers)
