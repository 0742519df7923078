"""Where in a table a number stands, as the reasons of a verdict say it."""

from __future__ import annotations

from decimal import Decimal

from atomcite.domain import Message, message
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.values import Quantity

_SCALES = {
    Decimal(10) ** 3: "thousand",
    Decimal(10) ** 6: "million",
    Decimal(10) ** 9: "billion",
    Decimal(10) ** 12: "trillion",
}


def place_of(page: Prepared, value: PageValue) -> Message | None:
    """ " (USD millions, row 'Capital expenditure', column 2018)", as far as the page gives it; None for a number that
    stands in no table."""
    if value.row < 0 or (not value.headers and value.scale is None):
        return None
    args = {"row": row_label(page, value), "column": column_label(page, value)}
    unit = _unit_of(value)
    given = [*(["unit"] if unit else []), *(k for k, v in args.items() if v)]
    if not given:
        return None
    place = message(f"judge.place_{'_'.join(given)}", **{k: v for k, v in args.items() if v})
    return place.having(unit=unit) if unit else place


def placed(page: Prepared, value: PageValue) -> Message:
    """A number of the page with its place: "1,577 (row 'Capital expenditure', column 2018)"."""
    return message("judge.placed", found=value.found.text.strip(), where="").having(where=place_of(page, value))


def _unit_of(value: PageValue) -> Message | None:
    """What headers and captions say of the number: "USD millions"; None where it is all said by the number itself."""
    quantity = value.found.value
    unit = "" if isinstance(quantity, Quantity) and quantity.unit else value.unit
    scaled = isinstance(quantity, Quantity) and quantity.scale != 1
    scale = _SCALES.get(value.scale) if value.scale is not None and not scaled else None
    if scale:
        return message(f"judge.unit_{scale}s_of", unit=unit) if unit else message(f"judge.unit_{scale}s")
    return message("judge.unit_plain", unit=unit) if unit else None


def row_label(page: Prepared, value: PageValue) -> str:
    """Text beside a value in its row, for a reason."""
    if value.row < 0:
        return ""
    return page.text.quote(value.label or page.layout.labels[value.row], 60)


def column_label(page: Prepared, value: PageValue) -> str:
    return page.text.quote(value.headers, 40) if value.headers else ""


def in_total_row(page: Prepared, value: PageValue) -> bool:
    lex = lexicon()
    return value.row >= 0 and any(
        page.text.tokens[t].stem in lex.totals for t in value.label or page.layout.labels[value.row]
    )
