"""A sentence has a number of its own: what its neighbour says is not said of it."""

from __future__ import annotations

from atomcite.judge.bracketed import is_bracketed
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import CONTENT, Ground
from atomcite.values import Quantity
from atomcite.values.units import DURATIONS


def of_next_sentence(g: Ground) -> Dispute | None:
    """A number of the statement that stands in a sentence with hardly any of its words, while the sentence that has
    most of them has another number of the kind: "Objections within a month. The guarantee lasts for a year."."""
    sentence, core = g.page.marked.sentence, g.found.window.core
    if g.row >= 0 or len([v for v in g.statement.values if isinstance(v.value, Quantity)]) != 1:
        return None
    for claim, match in zip(g.statement.values, g.values, strict=True):
        place = match.found
        if (
            match.outcome != "match"
            or place is None
            or match.other is not None
            or not isinstance(claim.value, Quantity)
        ):
            continue
        there = sentence[place.first]
        if (
            is_bracketed(g.page, place)
            or there == g.sentence
            or place.first not in core
            or g.page.text.tokens[place.first].text[0].isupper()
        ):
            continue
        pairs = [(t, h) for t, h in zip(g.statement.terms, g.found.best, strict=True) if h is not None]
        shared = [t for t, h in pairs if t.kind in CONTENT and sentence[h.token] == there]
        if len(shared) > 1 or any(t.verbal or t.kind == "name" or t is pairs[0][0] for t in shared):
            continue
        own = [v for v in g.page.values if sentence[v.first] == g.sentence and v.first in core]
        if any(_of_kind(claim.value, v.found.value) for v in own):
            return Dispute("judge.said_of_another", place.found.text.strip(), contradicts=True)
    return None


def _of_kind(claim: Quantity, other: object) -> bool:
    """Two durations, or two of one unit."""
    if not isinstance(other, Quantity):
        return False
    return claim.unit == other.unit or {claim.unit, other.unit} <= DURATIONS
