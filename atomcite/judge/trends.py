"""Whether something rose or fell, of two cells of a row that a statement names by their times and not by amounts."""

from __future__ import annotations

from atomcite.judge.comparisons import order, size
from atomcite.judge.correspondence import Dispute
from atomcite.judge.directions import direction
from atomcite.judge.grounds import Ground
from atomcite.judge.page import PageValue
from atomcite.judge.syntax import syntax
from atomcite.judge.timing import is_time, same_time
from atomcite.values import Quantity


def other_trend(g: Ground) -> Dispute | None:
    """The row's numbers for the statement's two times went the other way, or do not show that they went any way."""
    if g.row < 0 or any(isinstance(v.value, Quantity) for v in g.statement.values):
        return None
    verb = syntax(g.statement.tokens).verb
    said = next((t for t in g.statement.terms if direction(t.stem) and (verb[t.at] or t.kind == "predicate")), None)
    if said is None or any(t in g.place for t in g.tokens_of(said)):
        return None
    way = direction(said.stem)
    times = [v.value for v in g.statement.values if is_time(v.value)]
    cells = [
        v
        for v in g.page.values
        if v.row == g.row and isinstance(v.found.value, Quantity) and not v.change and v.times
    ]
    chosen: list[PageValue] = []
    for time in times:
        held = [v for v in cells if any(same_time(time, t) for t in v.times)]
        chosen += held[:1]
    if len(times) < 2 and len(cells) == 2:
        chosen = cells
    if len(chosen) != 2 or chosen[0] is chosen[1] or chosen[0].headers == chosen[1].headers:
        return Dispute("judge.no_trend", said.text, contradicts=False)
    earlier, later = chosen if order(g.page, *chosen) <= 0 else chosen[::-1]
    went = (size(later) > size(earlier)) - (size(later) < size(earlier))
    if went == way:
        return None
    shown = f"{earlier.found.text.strip()} → {later.found.text.strip()}"
    return Dispute("judge.other_trend", shown, contradicts=True)
