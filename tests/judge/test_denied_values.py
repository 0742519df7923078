"""A number that a statement denies is not borne out by the page that gives it."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.judge import get

PAGE = """The interest rate is 4.75 per cent. The Company has not drawn on the facility.

The term of the lease is not 24 months but 36 months.

Срок аренды составляет 11 месяцев."""


@pytest.mark.parametrize(
    ("statement", "supported"),
    [
        ("The interest rate is 4.75 per cent", True),
        ("The interest rate is not 4.75 per cent", False),
        ("The interest rate is not more than 4.75 per cent", True),
        ("The term of the lease is not 24 months", True),
        ("Срок аренды составляет 11 месяцев", True),
        ("Срок аренды составляет не 11 месяцев", False),
    ],
)
def test_denied_numbers(statement: str, supported: bool) -> None:
    (result,) = get("rules").judge([typeset(PAGE)], [statement])
    assert (result.verdict == "supported") is supported
