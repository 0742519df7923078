"""What comes before what, and what is more than what."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Correspondence, Dispute
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import Token

_CLOSE = 3


def compared_otherwise(c: Correspondence) -> Dispute | None:
    """ "Labour costs were higher than energy costs" of a page that has energy costs higher than labour costs."""
    verdict = _comparison(c)
    if verdict is None:
        return None
    agrees, at = verdict
    return None if agrees else Dispute("judge.other_order", c.shown(max(c.low, at - 3), at + 4), contradicts=True)


def comparison_agrees(c: Correspondence) -> bool:
    """Statement and page compare the same two things to the same effect, be it in opposite words."""
    verdict = _comparison(c)
    return verdict is not None and verdict[0]


def _comparison(c: Correspondence) -> tuple[bool, int] | None:
    claim, page = c.statement.tokens, c.page.text.tokens
    mine = _comparative(claim, 0, len(claim))
    theirs = _comparative(page, c.low, c.high)
    if mine is None or theirs is None:
        return None
    i, up = mine
    j, other_up = theirs
    straight = cross = 0
    for t, _ in c.pairs:
        places = [k for k in c.places(t) if k != j]
        sides = {k > j for k in places}
        if t.at == i or len(sides) != 1:
            continue
        if (t.at > i) in sides:
            straight += 1
        else:
            cross += 1
    if straight == cross:
        return None
    return (straight > cross) == (up == other_up), j


def _comparative(tokens: Sequence[Token], low: int, high: int) -> tuple[int, bool] | None:
    for k in range(low, high):
        more, less = tokens[k].norm in words("more_than"), tokens[k].norm in words("less_than")
        if not more and not less:
            continue
        ahead = [t.norm for t in tokens[k + 1 : min(high, k + 6)]]
        verb = tokens[k].norm in words("exceeding")
        russian = not tokens[k].norm.isascii()
        numeric = bool(ahead) and (
            ahead[0][:1].isdigit() or (ahead[0] in {"than", "чем"} and ahead[1:2] and ahead[1][:1].isdigit())
        )
        if not numeric and (verb or russian or "than" in ahead):
            return k, more
    return None


def timed_otherwise(c: Correspondence) -> Dispute | None:
    """ "Before" for "after", "on" or "within" with the same event, day or number of days."""
    claim, page = c.statement.tokens, c.page.text.tokens
    items: list[tuple[int, list[int]]] = [(at, [k]) for at, k in c.value_pairs]
    items += [(t.at, c.places(t)) for t, h in c.pairs if not h.opposite and not c.claim.verb[t.at]]
    items += [(t.at, [k]) for t, k in c.verbs]
    for at, places in items:
        mine = time_relation(claim, at)
        theirs = {time_relation(page, k) for k in places} - {""}
        if not mine or not theirs or mine in theirs:
            continue
        if "before" in theirs | {mine} or "after" in theirs | {mine}:
            if _denied(claim, at) or any(_denied(page, k) for k in places):
                continue
            return Dispute("judge.other_time", c.shown(max(c.low, places[0] - 2), places[0] + 2), contradicts=True)
    return None


def time_relation(tokens: Sequence[Token], at: int) -> str:
    """ "before", "after", "within" or "on" by the words before a token; "" without one of them."""
    for k in range(at - 1, max(-1, at - _CLOSE - 2), -1):
        if not tokens[k].is_word:
            return ""
        for name in ("before", "after", "within", "on"):
            for p in phrases(f"time_{name}"):
                if k - len(p) + 1 >= 0 and reads(tokens, k - len(p) + 1, p):
                    return name
        if at - k > _CLOSE or tokens[k].norm in words("ends_phrase"):
            return ""
    return ""


def _denied(tokens: Sequence[Token], at: int) -> bool:
    """ "Not before the delivery": what is denied of a time is another matter."""
    return any(
        t.norm in words("denying") or t.norm in {"unless", "until", "пока"} for t in tokens[max(0, at - 14) : at]
    )
