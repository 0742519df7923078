"""Claims about random tables and receipts: what the page bears out, and its neighbours, which it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from grids import make_grid
from sheets import Table, make
from slips import make_slip

from atomcite.domain import ChannelVerdict
from atomcite.judge import get

TABLES = range(500, 520)
GRIDS = range(500, 548)
SLIPS = range(500, 530)


def outcome(tables: list[Table]) -> tuple[Counter[str], Counter[str], list[str]]:
    """Claims and right decisions by kind of fault ("" for true claims), and the wrong ones in words."""
    judge = get("rules")
    count: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong: list[str] = []
    for table in tables:
        results = judge.judge([table.page], [c.statement for c in table.cases])
        for case, result in zip(table.cases, results, strict=True):
            count[case.fault] += 1
            if (result.verdict is ChannelVerdict.SUPPORTED) == case.true:
                right[case.fault] += 1
            else:
                reason = "; ".join(m.render("en") for m in result.reason)
                wrong.append(f"{table.style}: {case.statement} ({case.fault or 'true'}) {result.verdict}: {reason}")
    return count, right, wrong


@pytest.mark.parametrize(
    ("build", "seeds"),
    [(make, TABLES), (make_grid, GRIDS), (make_slip, SLIPS)],
    ids=["statements", "grids", "slips"],
)
def test_cell_that_the_claim_names_decides(build: Callable[[int], Table], seeds: range) -> None:
    count, right, wrong = outcome([build(s) for s in seeds])
    report = "\n".join(wrong)
    assert right[""] >= 0.97 * count[""], report
    false = sum(count[k] - right[k] for k in count if k)
    assert false <= 0.01 * sum(count[k] for k in count if k), report


def test_generated_claims_hold_both_kinds() -> None:
    cases = [c for s in TABLES for c in make(s).cases]
    assert {"", "column", "row", "digit", "scale", "direction"} <= {c.fault for c in cases}
    assert 0.2 < sum(c.true for c in cases) / len(cases) < 0.6
