"""Whether an imprint has the shape and the colour that a statement gives it."""

from __future__ import annotations

import re

_HUES: tuple[tuple[re.Pattern[str], float, float], ...] = (
    (re.compile(r"\bblue\b|\bсин(?:яя|ий|ей|его|ими)\b|\bголуб", re.IGNORECASE), -140, -40),
    (re.compile(r"\b(?:violet|purple)\b|\bфиолетов|\bлилов", re.IGNORECASE), -85, -15),
    (re.compile(r"\bred\b|\bкрасн", re.IGNORECASE), -15, 75),
    (re.compile(r"\bgreen\b|\bзел[её]н", re.IGNORECASE), 95, 200),
)
"""Colour words and the hues (degrees in the a-b plane of CIELAB) that go by them."""


def looks_as(statement: str, is_round: bool, hue: float | None) -> bool:
    """False when the statement gives the imprint another shape or colour."""
    if not is_round and re.search(r"\bround\b|\bcircular\b|\bкругл", statement, re.IGNORECASE):
        return False
    if is_round and re.search(
        r"\b(?:rectangular|square)\b|\b(?:прямо|четырёх|четырех)угольн", statement, re.IGNORECASE
    ):
        return False
    claimed = [(low, high) for pattern, low, high in _HUES if pattern.search(statement)]
    return not claimed or (
        hue is not None and any(low <= h <= high for low, high in claimed for h in (hue, hue + 360))
    )
