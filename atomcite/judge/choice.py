"""Which window of a page decides."""

from __future__ import annotations

from atomcite.domain import ChannelVerdict
from atomcite.judge.assessment import Assessment
from atomcite.judge.claim import Statement
from atomcite.judge.coverage import ABSENT
from atomcite.judge.timing import ValueMatch
from atomcite.judge.windows import WIDE
from atomcite.values import Quantity

LOCAL_MARGIN = 0.15
"""How much more of a statement a contradicting window must hold itself than a supporting one to overrule it."""


def choose(statement: Statement, found: list[Assessment]) -> Assessment:
    """The assessment that decides. A supported window loses to one that covers the words as well or better, more
    closely, and says otherwise: the right number in a neighbouring row is no support."""
    if not found:
        return Assessment(
            statement,
            None,
            ChannelVerdict.UNSUPPORTED,
            4,
            0.0,
            (None,) * len(statement.terms),
            tuple(ABSENT[t.kind] for t in statement.terms),
            tuple(ValueMatch("missing") for _ in statement.values),
        )
    best = max(found, key=lambda a: a.rank)
    if best.verdict is ChannelVerdict.CONTRADICTED and not best.flipped and not best.displaced:
        whole = max((a for a in found if _agrees_whole(a)), key=lambda a: a.score, default=None)
        if whole is not None and whole.score >= best.score:
            return whole  # a sentence has one of the values, it and the next have all
    if best.verdict is ChannelVerdict.SUPPORTED:
        rival = max(
            (a for a in found if a.verdict is ChannelVerdict.CONTRADICTED), key=lambda a: a.score, default=None
        )
        if rival is not None and best.window is not None and rival.window is not None:
            closer = best.window.kind in WIDE and rival.window.kind not in WIDE
            about_amounts = any(isinstance(v.value, Quantity) for v in statement.values)
            firm = rival.window.kind not in WIDE and (not about_amounts or bool(rival.flipped))
            by_value = not rival.flipped and not rival.displaced and about_amounts
            apt = not by_value or rival.local > best.local + 0.05
            amounts = [
                (m, o)
                for m, o, v in zip(best.values, rival.values, statement.values, strict=True)
                if isinstance(v.value, Quantity)
            ]
            if (
                best.window.kind == "cell"
                and rival.window.kind != "cell"
                and len(amounts) > 1
                and all(o.outcome != "match" for _, o in amounts)
            ):
                apt = firm = False  # several amounts, each in its cell: prose with other numbers is of something else
            agreeing = sum(m.outcome == "match" for m in best.values)
            if by_value and best.window.kind not in WIDE and agreeing >= 2 and len(best.values) == agreeing:
                apt = firm = False  # several values that agree in one sentence are no coincidence
            if by_value and statement.asks_total and best.in_total and not rival.in_total:
                apt = firm = False  # the statement is of the total, and the row of one item is no rival of that
            if (
                statement.bare
                and not about_amounts
                and not any(
                    h is not None and t.kind == "light" for t, h in zip(statement.terms, rival.hits, strict=True)
                )
            ):
                apt = False  # a date that the page does not tie to the statement's word is no rival
            said_there = any(
                t.kind == "light" and mine is None and other is not None and other.score >= 0.95
                for t, mine, other in zip(statement.terms, best.hits, rival.hits, strict=True)
            )
            if by_value and closer and rival.score >= best.score - 0.001:
                return rival  # one sentence has all the words with another number, the number stands in another one
            turned = bool(rival.flipped or rival.displaced)
            margin = -0.02 if closer or (turned and said_there) else 0.04 if turned else 0.1 if about_amounts else 0.2
            if apt and rival.score > best.score + margin:
                return rival
            loose = any(
                a.outcome == "elsewhere" and b.outcome == "mismatch"
                for a, b in zip(best.values, rival.values, strict=True)
            )
            if loose and apt and rival.score > best.score - 0.03:
                return rival  # the date stands on the page, but beside the statement's words stands another
            if firm and not statement.bare and rival.local > best.local + LOCAL_MARGIN:
                return rival
    return best


def _agrees_whole(found: Assessment) -> bool:
    """A window that leaves a statement open though all its values are there and nothing speaks against it."""
    return (
        found.verdict is ChannelVerdict.UNSUPPORTED
        and bool(found.values)
        and all(m.outcome == "match" for m in found.values)
        and not (found.flipped or found.displaced or any(d.contradicts for d in found.disputes))
    )
