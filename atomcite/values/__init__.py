"""Values in text: found, read exactly, compared at the claim's precision.

>>> from atomcite.values import compare, parse_values
>>> claim = parse_values("Capital expenditure was $1.58 billion")[0].value
>>> page = parse_values("1,577")[0].value
>>> from decimal import Decimal
>>> compare(claim, page, scale=Decimal(10) ** 6, unit="USD").outcome
'equal'
"""

from atomcite.values.captions import caption_start, scale_caption
from atomcite.values.comparing import Comparison, compare
from atomcite.values.identifiers import canonical
from atomcite.values.model import (
    Clock,
    DateValue,
    Found,
    Identifier,
    PartialDate,
    Period,
    Quantity,
    Reading,
    Value,
)
from atomcite.values.notation import comma_custom, settled
from atomcite.values.parsing import is_duration, parse_values
from atomcite.values.spelling import spellings
from atomcite.values.units import CURRENCIES

__all__ = [
    "CURRENCIES",
    "Clock",
    "Comparison",
    "DateValue",
    "Found",
    "Identifier",
    "PartialDate",
    "Period",
    "Quantity",
    "Reading",
    "Value",
    "canonical",
    "caption_start",
    "comma_custom",
    "compare",
    "is_duration",
    "parse_values",
    "scale_caption",
    "settled",
    "spellings",
]
