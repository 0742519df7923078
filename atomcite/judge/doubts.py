"""What makes an amount that was found equal less than certain: it bears a statement out partly (grade 3).

- The statement names a currency and the page none at all. (A page that names only others does not bear it out.)
- The page writes the amount twice, in digits and in words, and the two disagree.
- It was read poorly, or letters of a poorly read word were taken for its digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from atomcite.domain import ChannelVerdict, Message, message
from atomcite.judge.claim import Statement
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch
from atomcite.judge.weak_readings import is_weak
from atomcite.values import CURRENCIES, Identifier, Quantity

_REPEATED = re.compile(r"\s*(?:[^\W\d]+\.?\s+){0,2}\(\s*")
"""Between an amount and its repetition: an opening bracket, after a unit at most."""


def doubts_of(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> tuple[Message, ...]:
    """Reasons to doubt the amounts that were found equal, each once."""
    out: list[Message] = []
    for claim, match in zip(statement.values, values, strict=True):
        found = match.found
        if match.outcome != "match" or found is None or not isinstance(claim.value, Quantity):
            continue
        own = found.found.value.unit if isinstance(found.found.value, Quantity) else ""
        if claim.value.unit in CURRENCIES and not (own or found.unit or page.currencies or match.other):
            out.append(message("judge.no_currency", currency=claim.value.unit))
        twin = disputed(page, found)
        if twin is not None:
            both = sorted((found, twin), key=lambda v: v.first)
            first, second = (v.found.text.strip() for v in both)
            out.append(message("judge.written_twice", first=first, second=second))
        words = {w for t in range(found.first, found.last + 1) for w in page.text.token_words[t]}
        read = [page.text.as_read[w] for w in sorted(words) if w in page.text.as_read]
        if read:
            out.append(message("judge.read_weakly", read=" ".join(read), found=found.found.text.strip()))
        elif words and is_weak(page.page, words):
            out.append(message("judge.read_poorly", found=found.found.text.strip()))
    return tuple(dict.fromkeys(out))


def read_too_poorly(page: Prepared, verdict: ChannelVerdict, values: Sequence[ValueMatch]) -> str:
    """What a verdict can't rest on: the value in place of the claimed one, where all that differs was read poorly, or
    an account or registration number that agrees in digits that were. "" where nothing of it stands in the way."""
    if verdict is ChannelVerdict.SUPPORTED:
        own = [m.found for m in values if m.outcome == "match" and m.found is not None]
        poor = [f for f in own if isinstance(f.found.value, Identifier) and _is_poor(page, f)]
    else:
        poor = [m.found for m in values if m.outcome not in {"match", "elsewhere"} and m.found is not None]
        poor = poor if all(_is_poor(page, f) for f in poor) else []
    return ", ".join(f.found.text.strip() for f in poor)


def _is_poor(page: Prepared, value: PageValue) -> bool:
    return is_weak(page.page, {w for t in range(value.first, value.last + 1) for w in page.text.token_words[t]})


def disputed(page: Prepared, value: PageValue) -> PageValue | None:
    """The other of two writings of one amount, in digits and in words, that disagree: "thirty (60) days"."""
    if not isinstance(value.found.value, Quantity):
        return None
    near = (v for v in page.values if v.first != value.first and abs(v.first - value.first) <= 12)
    for other in near:
        first, second = sorted((value, other), key=lambda v: v.found.start)
        a, b = first.found.value, second.found.value
        if not isinstance(a, Quantity) or not isinstance(b, Quantity) or a.in_words == b.in_words:
            continue
        between = page.text.text[first.found.end : second.found.start]
        # An amount in brackets takes the opening one for its own.
        opened = between + "(" if second.found.text.startswith("(") else between
        if _REPEATED.fullmatch(opened) and not _agree(a, b):
            return other
    return None


def _agree(a: Quantity, b: Quantity) -> bool:
    """Equal, or equal without a scale word that stands once for both; kopecks and cents may be left to digits."""

    def numbers(q: Quantity) -> set[Decimal]:
        return {n // 1 for r in q.readings for n in (abs(r.number), abs(r.number) / q.scale)}

    return bool(numbers(a) & numbers(b))
