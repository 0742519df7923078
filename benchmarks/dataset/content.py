"""What the truth of a claim hangs on, as far as its wording tells."""

from __future__ import annotations

from atomcite.benchmarks.dataset.model import Content
from atomcite.values import DateValue, Identifier, Period, Quantity, parse_values


def content_of(text: str) -> Content:
    """By the values in `text`: an identifier before a number before a date; names, obligations and marks are not told
    from other prose."""
    values = [found.value for found in parse_values(text)]
    if any(isinstance(v, Identifier) for v in values):
        return "identifier"
    if any(isinstance(v, Quantity) for v in values):
        return "number"
    if any(isinstance(v, DateValue | Period) for v in values):
        return "date"
    return "prose"
