"""Who owes whom: "the debt of A to B" is not what B owes A."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.slots import name_groups
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import Token

_BEFORE = 4
"""Words of a name and its legal form between a preposition and the name itself."""


def other_debtor(g: Ground) -> Dispute | None:
    """The two parties of a debt change places between the statement and the page's sentence."""
    groups = name_groups(g.statement)
    if g.row >= 0 or len(groups) != 2 or not g.statement.stems & (stems("owing") | stems("owes")):
        return None
    mine = _creditor(g.statement.tokens, [[t.at for t in x] for x in groups])
    place = sorted(g.of_values or g.place)
    if mine < 0 or not place:
        return None
    spots = [[k for t in x for k in g.tokens_of(t) if k in place] for x in groups]
    if not all(spots):
        return None
    low, high = place[0], place[-1] + 1
    theirs = _creditor(g.page.text.tokens[low:high], [[k - low for k in s] for s in spots])
    if theirs < 0 or theirs == mine:
        return None
    return Dispute("judge.said_of_another", g.page.text.tokens[spots[1 - theirs][0]].text, contradicts=True)


def _creditor(tokens: Sequence[Token], spots: Sequence[Sequence[int]]) -> int:
    """Which of two names is that of the one to whom is owed, -1 when nothing says."""
    for number, places in enumerate(spots):
        first = min(places)
        for k in range(first - 1, max(-1, first - 1 - _BEFORE), -1):
            if tokens[k].norm in words("to_whom"):
                return number
            if tokens[k].norm in words("by_whom"):
                return 1 - number
            if tokens[k].is_word and not tokens[k].capital and tokens[k].norm != "the":
                break
    verb = next((i for i, t in enumerate(tokens) if t.stem in stems("owes")), -1)
    if verb < 0:
        return -1
    ahead = [min(p) > verb for p in spots]
    return ahead.index(True) if sum(ahead) == 1 else -1
