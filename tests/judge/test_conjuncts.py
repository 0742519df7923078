"""Statements of several amounts are judged part by part where each part says what its amount is of."""

from __future__ import annotations

import pytest
import typst

from atomcite import ocr
from atomcite.documents import Document
from atomcite.domain import PageWords
from atomcite.judge import get
from atomcite.judge.claim import analyse
from atomcite.judge.conjuncts import conjuncts


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        (
            "Rent was £4 million, while repairs and heating took £2.5 million",
            ("Rent was £4 million", "repairs and heating took £2.5 million"),
        ),
        (
            "Аренда составила 40 тыс. рублей, а охрана — 12 тыс. рублей",
            ("Аренда составила 40 тыс. рублей", "охрана — 12 тыс. рублей"),
        ),
        ("Sales were 5 million in the north and 3 million in the south", ()),
        ("Orders came to £12.7 million, compared with £11.4 million before", ()),
        ("Rent was £4 million in 2023 and repairs took £2 million in 2024", ()),
        ("There were 46 vehicles, of which 31 were leased", ()),
        ("Rent was £4 million", ()),
    ],
)
def test_only_parts_that_stand_alone_are_taken_apart(statement: str, parts: tuple[str, ...]) -> None:
    assert conjuncts(analyse(statement)) == parts


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> PageWords:
    path = tmp_path_factory.mktemp("parts") / "a.pdf"
    path.write_bytes(
        typst.compile(
            b"#set page(width: 400pt, height: 200pt, margin: 30pt)\n#set text(size: 9pt)\nIn thousands of pounds\n"
            b"#table(columns: (2fr, 1fr), align: (left, right), [Harbour dues], [4,318], [Pilotage], [1,207], "
            b"[Dredging], [(962)])"
        )
    )
    with Document.open(path) as document:
        return ocr.get("textlayer").read(document.page(1))


@pytest.mark.parametrize(
    ("statement", "supported"),
    [
        ("Harbour dues were 4,318 thousand pounds, and pilotage was 1,207 thousand pounds", True),
        ("Harbour dues were 1,207 thousand pounds, and pilotage was 4,318 thousand pounds", False),
        ("Harbour dues were 4,318 thousand pounds, and pilotage was 1,270 thousand pounds", False),
        ("Harbour dues were 4,318 thousand pounds, and dredging was 1,207 thousand pounds", False),
    ],
)
def test_a_whole_is_borne_out_when_all_its_parts_are(page: PageWords, statement: str, supported: bool) -> None:
    (result,) = get("rules").judge([page], [statement])
    assert (result.verdict == "supported") is supported
    if supported:
        assert result.grade == 2
        assert {e.quote for e in result.evidence} >= {"Harbour dues 4,318", "Pilotage 1,207"}
