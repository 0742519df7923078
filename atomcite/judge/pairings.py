"""What the numbers of a sentence belong to: the words that they stand with, and the period that counts them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from atomcite.judge.claim import Term
from atomcite.judge.correspondence import CONTENT, Correspondence, Dispute
from atomcite.judge.words import Token

_PERIODS = {
    name: period
    for period, names in {
        "hour": "hour час",
        "day": "day день сутки",
        "week": "week неделю",
        "month": "month месяц",
        "quarter": "quarter квартал",
        "year": "year annum год",
    }.items()
    for name in names.split()
}
_BY = frozenset(("a", "an", "per", "each", "every", "в", "за", "каждый", "каждую"))
_REACH = 5


def paired_otherwise(c: Correspondence) -> Dispute | None:
    """Two numbers and two words that the page has in the other pairs: "15 leased, 31 owned" of a page that says "31
    leased, 15 owned". Only where numbers and words alternate in both, so that it is plain which belong together."""
    placed = [(t, places[0]) for t, _ in c.pairs if t.kind in CONTENT and len(places := c.places(t)) == 1]
    for (a1, p1), (a2, p2) in combinations(sorted(c.value_pairs), 2):
        for first, k1 in placed:
            for second, k2 in placed:
                if first is second or k1 == k2:
                    continue
                mine = _alternating(a1, first.at, a2, second.at)
                theirs = _alternating(p1, k1, p2, k2)
                if not mine or not theirs or mine == theirs or _between(c, first, second, (a1, a2)):
                    continue
                if not _moved_clause(c, (first.at, second.at, a1, a2)):
                    return Dispute("judge.other_pairing", c.shown(min(p1, p2, k1, k2), c.high), contradicts=True)
    return None


def other_period(c: Correspondence) -> Dispute | None:
    """ "185,000 a year" of a page that says "185,000 a month"."""
    for at, k in c.value_pairs:
        claimed = _period(c.statement.tokens, at)
        there = _period(c.page.text.tokens[: c.high], k)
        if claimed and there and claimed != there:
            return Dispute("judge.other_period", c.shown(k, min(c.high, k + _REACH + 1)), contradicts=True)
    return None


def _alternating(n1: int, w1: int, n2: int, w2: int) -> str:
    """Which number goes with which word: "same" for n1 w1 n2 w2 or w1 n1 w2 n2 (also with both pairs exchanged),
    "crossed" for n2 w1 n1 w2 and the like; "" where they do not alternate."""
    order = sorted([(n1, "n", 1), (w1, "w", 1), (n2, "n", 2), (w2, "w", 2)])
    kinds = "".join(kind for _, kind, _ in order)
    if kinds not in ("nwnw", "wnwn"):
        return ""
    return "same" if order[0][2] == order[1][2] else "crossed"


def _between(c: Correspondence, first: Term, second: Term, numbers: tuple[int, int]) -> bool:
    """Another number of the statement among these: then their order does not tell what belongs to what."""
    ends = (min(first.at, second.at, *numbers), max(first.at, second.at, *numbers))
    return any(ends[0] < at < ends[1] and at not in numbers for at, _ in c.statement.value_tokens)


def _moved_clause(c: Correspondence, at: tuple[int, ...]) -> bool:
    """Some of these stand in a condition and some in what holds under it. A condition may come first or last ("if A
    is missed in 12 months, B may end it", "B may end it if ..."): the order of the two tells nothing."""
    return len({c.claim.kind(k) == "condition" for k in at}) > 1


def _period(tokens: Sequence[Token], at: int) -> str:
    """The period that the number at `at` is counted by, from the few words after it; "" without one."""
    for k in range(at + 1, min(len(tokens) - 1, at + _REACH)):
        if tokens[k].text in ",;.":
            return ""
        if tokens[k].norm in _BY and tokens[k + 1].norm in _PERIODS:
            return _PERIODS[tokens[k + 1].norm]
    return ""
