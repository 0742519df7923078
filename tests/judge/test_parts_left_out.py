"""Parts of a statement that leave out what the first part has named, and clauses under hanging numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
import typst

from atomcite import ocr
from atomcite.documents import Document
from atomcite.domain import PageWords
from atomcite.judge import get
from atomcite.judge.claim import analyse
from atomcite.judge.conjuncts import conjuncts
from atomcite.judge.prepared import Prepared

_SHEET = """#set page(width: 460pt, height: 420pt, margin: 30pt)
#set text(size: 9pt)
Orchard returns, crates
#table(columns: (2fr, 1fr, 1fr), align: (left, right, right), [Variety], [Picked], [Packed],
  [Russet], [412], [398], [Bramley], [275], [260])
"""
_KETTLES = """#set page(width: 460pt, height: 420pt, margin: 30pt)
#set text(size: 9pt)
В тысячах рублей
#table(columns: (2fr, 1fr), align: (left, right), [Доход от аренды катеров], [5 310], [Стоянка катеров], [(2 640)],
  [Налог на имущество], [(717)], [Налог на прибыль], [(904)], [Прибыль до налога], [7 118],
  [Складская деятельность], [3 845], [Ремонтная деятельность], [(1 266)],
  [Выручка, всего], [9 420], [в том числе билеты], [6 035], [Остаток топлива], [488])
"""
_LEASE = """#set page(width: 330pt, height: 300pt, margin: 30pt)
#set text(size: 9pt)
#grid(columns: (28pt, 1fr), row-gutter: 8pt,
  [6.1], [The Carrier may suspend the route at once if the Port closes five berths within any eighteen months.],
  [6.2], [The Carrier shall not sublet any part of the shed, except the yard used for drying nets and
    ropes, and shall keep it locked.],
  [6.3], [The Port shall pay a berth fee of £31,900 a year, in arrears. Light dues are payable in addition.])
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PageWords]:
    folder = tmp_path_factory.mktemp("parts")
    return {k: _page(folder / f"{k}.pdf", s) for k, s in (("en", _SHEET), ("ru", _KETTLES), ("lease", _LEASE))}


def _page(path: Path, source: str) -> PageWords:
    path.write_bytes(typst.compile(source.encode()))
    with Document.open(path) as document:
        return ocr.get("textlayer").read(document.page(1))


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        (
            "For Russet 412 crates were picked, 398 packed",
            ("For Russet 412 crates were picked", "For Russet 398 packed"),
        ),
        (
            "Складская деятельность дала 3 845 рублей, а ремонтная забрала 1 266 рублей",
            ("Складская деятельность дала 3 845 рублей", "ремонтная деятельность забрала 1 266 рублей"),
        ),
        (
            "Выручка составила 9 420 рублей, в том числе билеты 6 035 рублей",
            ("Выручка составила 9 420 рублей", "билеты 6 035 рублей"),
        ),
        ("The fleet has 46 vans, of which 31 were leased", ()),
        ("Sales were 5 million in the north and 3 million in the south", ()),
    ],
)
def test_parts_are_given_back_what_they_leave_out(statement: str, parts: tuple[str, ...]) -> None:
    assert conjuncts(analyse(statement)) == parts


@pytest.mark.parametrize(
    ("page", "statement", "supported"),
    [
        ("en", "For Russet 412 crates were picked and 398 packed", True),
        ("en", "For Russet 398 crates were picked and 412 packed", False),
        ("en", "For Russet 412 crates were picked and 260 packed", False),
        ("en", "For Bramley 412 crates were picked and 398 packed", False),
        ("ru", "Складская деятельность дала 3 845 тыс. рублей, а ремонтная забрала 1 266 тыс. рублей", True),
        ("ru", "Складская деятельность дала 1 266 тыс. рублей, а ремонтная забрала 3 845 тыс. рублей", False),
        ("ru", "Складская деятельность дала 3 845 тыс. рублей, а ремонтная дала 1 266 тыс. рублей", False),
        ("ru", "Выручка составила 9 420 тыс. рублей, в том числе билеты 6 035 тыс. рублей", True),
        ("ru", "Выручка составила 9 420 тыс. рублей, в том числе топливо 6 035 тыс. рублей", False),
        ("ru", "Выручка составила 9 420 тыс. рублей, из них 6 035 тыс. рублей приходится на билеты", True),
        ("ru", "Выручка составила 9 420 тыс. рублей, из них 6 053 тыс. рублей приходится на билеты", False),
        ("ru", "На стоянку катеров ушло 2 640 тыс. рублей", True),
        ("ru", "На аренду катеров ушло 5 310 тыс. рублей", False),
        ("ru", "Стоянка катеров дала 2 640 тыс. рублей", False),
        ("ru", "Налог на прибыль составил 904 тыс. рублей", True),
        ("ru", "Налог на прибыль составил 717 тыс. рублей", False),
        ("ru", "Прибыль до налога составила 904 тыс. рублей", False),
    ],
)
def test_each_part_must_be_borne_out(pages: dict[str, PageWords], page: str, statement: str, supported: bool) -> None:
    (result,) = get("rules").judge([pages[page]], [statement])
    assert (result.verdict == "supported") is supported


def test_a_clause_under_a_hanging_number_is_one_sentence(pages: dict[str, PageWords]) -> None:
    text = Prepared(pages["lease"]).text
    quotes = [text.quote(range(s.start, s.end)) for s in text.segments]
    assert any(q.startswith("6.1 The Carrier") and q.endswith("eighteen months.") for q in quotes)
    assert any(q.startswith("6.2 The Carrier") and q.endswith("locked.") for q in quotes)


@pytest.mark.parametrize(
    ("statement", "supported"),
    [
        ("If five berths are closed within eighteen months, the Carrier may suspend the route at once", True),
        ("If eighteen berths are closed within five months, the Carrier may suspend the route at once", False),
        ("If five berths are closed within eighteen months, the Carrier may not suspend the route", False),
        ("The Carrier may sublet the shed", False),
        ("The Carrier may sublet the yard used for drying nets", True),
        ("The Carrier may sublet any part of the shed if it is locked", False),
        ("The berth fee is £31,900 a year", True),
        ("The berth fee is £31,900 a month", False),
    ],
)
def test_conditions_and_exceptions_of_whole_clauses(
    pages: dict[str, PageWords], statement: str, supported: bool
) -> None:
    (result,) = get("rules").judge([pages["lease"]], [statement])
    assert (result.verdict == "supported") is supported
