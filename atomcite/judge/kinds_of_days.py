"""Days of one kind counted as days of another: "five days' notice" is less than five Business Days' notice."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.wordlists import stems
from atomcite.judge.words import Token
from atomcite.values import Quantity

_REACH = 2
"""Tokens around the word "day" among which its kind stands."""


def other_days(g: Ground) -> Dispute | None:
    """The statement counts days without a kind or of another one where the page counts working days, or the other
    way round."""
    for claim, (first, last), match in zip(g.statement.values, g.statement.value_tokens, g.values, strict=True):
        value = claim.value
        if match.outcome != "match" or match.found is None or not isinstance(value, Quantity) or value.unit != "day":
            continue
        mine = _kind(g.statement.tokens, first, last)
        there = _kind(g.page.text.tokens, match.found.first, match.found.last)
        if mine == there or (not there and mine == "calendar") or (not mine and there == "calendar"):
            continue
        shown = g.page.text.quote(tuple(range(match.found.first, match.found.last + 1)), 40)
        return Dispute("judge.other_rate", shown, contradicts=True)
    return None


def _kind(tokens: Sequence[Token], first: int, last: int) -> str:
    """Whether days are "working" or "calendar" ones, by a word right before or after; "" when none says."""
    for token in tokens[first : last + 1 + _REACH]:
        if token.text in ",;.":
            break
        for name in ("working", "calendar"):
            if token.stem in stems(f"{name}_days"):
                return name
    return ""
