"""What code finds about a claim beside its verdicts, for the policy."""

from __future__ import annotations

import re
from collections.abc import Iterable

from atomcite.domain import Amount, ChannelResult, ChannelVerdict, Facts, Message, Trait, Values
from atomcite.values import CURRENCIES, Quantity, parse_values

_VALUE_KINDS = {"value", "date", "identifier"}
_POOR = {"ocr.poor_confidence", "ocr.hopeless", "ocr.partly_read", "ocr.layer_unchecked"}

_MODALITY = re.compile(
    r"\b(?:shall|must|obliged|obligated|required\s+to|entitled\s+to|permitted\s+to|prohibited|forbidden|mandatory|"
    r"(?-i:may)\s+(?:not|only)\b|(?-i:may)\s+[a-z]+|has\s+the\s+right|have\s+the\s+right)\b"
    r"|\b(?:вправе|обязан\w*|должн[аоы]|должен|запрещ\w+|не\s+допуска\w+|подлеж[аи]т|имее?ю?т\s+право|не\s+может|"
    r"не\s+могут|необходимо)\b",
    re.IGNORECASE,
)
"""Words by which contracts and statutes bind, allow and forbid. The month May has a capital; the modal has not."""


def facts_of(
    statement: str,
    text: ChannelResult | None,
    image: ChannelResult | None,
    page_notes: Iterable[Message] = (),
    *,
    signal: bool = False,
) -> Facts:
    """The facts of one claim. `page_notes` are the notes of its cited pages; `signal` says whether one of them holds
    something that could mislead."""
    codes = {m.code for r in (text, image) if r for m in r.reason}
    found: list[tuple[Trait, bool]] = [
        ("approximate", "judge.value_about" in codes),
        ("derived", "judge.value_derived" in codes),
        ("low_quality", any(note.code in _POOR for note in page_notes)),
        ("modality", _MODALITY.search(statement) is not None),
        ("signal", signal),
    ]
    return Facts(
        values=_values(statement, [r for r in (text, image) if r]),
        traits=frozenset(trait for trait, holds in found if holds),
        amounts=tuple(_amounts(statement)),
    )


def _values(statement: str, results: list[ChannelResult]) -> Values:
    """A value counts as found only where a channel that checked compared it and found it equal."""
    checked = [r for r in results if r.verdict is not ChannelVerdict.NOT_CHECKED]
    checks = [c for r in checked for c in r.checks if c.kind in _VALUE_KINDS]
    if any(c.outcome == "mismatch" for c in checks):
        return "mismatched"
    matched = {c.claimed for c in checks if c.outcome == "match"}
    if checks:
        return "matched" if {c.claimed for c in checks} <= matched else "unmatched"
    return "unmatched" if parse_values(statement) else "none"


def _amounts(statement: str) -> Iterable[Amount]:
    """Amounts of money, and large numbers that may be: those with a scale word and no unit ("4.2 million"). Of an
    ambiguous notation the largest reading, of a range its top."""
    for found in parse_values(statement):
        value = found.value
        if isinstance(value, Quantity) and (value.unit in CURRENCIES or (not value.unit and value.scale > 1)):
            readings = (*value.readings, *value.top)
            yield Amount(value=max((r.number for r in readings), key=abs), currency=value.unit or None)
