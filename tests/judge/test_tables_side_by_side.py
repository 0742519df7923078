"""Two tables with nothing but headers between them: the first one's scale is not the second one's."""

from __future__ import annotations

import pytest
from typeset import typeset

from atomcite.domain import ChannelVerdict
from atomcite.judge import get

TABLES = """Financial summary

(in millions of pounds) | 2023 | 2022
Inventories | 1,577 | 1,105
Trade receivables | 415 | 500
Counterparty | Contract No. | Date | Amount, GBP
Kestrel Paper Co | 880-58 | 18.05.2023 | 826,876
Orchard Mills Ltd | 630-81 | 19.08.2022 | 280,451
"""


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("The contract with Kestrel Paper Co is worth GBP 826,876.", True),
        ("The contract with Kestrel Paper Co is worth GBP 826,876 million.", False),
        ("The contract with Kestrel Paper Co is worth GBP 280,451.", False),
        ("Inventories were GBP 1,577 million in 2023.", True),
        ("Inventories were GBP 1,577 in 2023.", False),
    ],
)
def test_a_line_of_headers_ends_the_scale_of_the_table_above(statement: str, holds: bool) -> None:
    result = get("rules").judge([typeset(TABLES)], [statement])[0]
    assert (result.verdict is ChannelVerdict.SUPPORTED) is holds
