"""Words that stand side by side on a page and are said of different things: sentences, rows, clauses."""

from __future__ import annotations

import pytest
import typst
from typeset import typeset

from atomcite import ocr
from atomcite.documents import Document
from atomcite.domain import ChannelVerdict, PageWords
from atomcite.judge import get

NOTES = """
NOTES OF THE WORKS COMMITTEE

1. The tender for the north bridge was accepted. The tender for the south bridge was sent back.

1a. The crane was hired for 45 days.

2. The Contractor paid the first deposit on 4 June 2024. It did not pay the second deposit.

3. The survey was ordered on 3 May 2024 and took place on 19 June 2024.

4. The claim of Mr Pell was settled without admission of fault.

5. The Engineer may change the route with the consent of the Committee.

6. The Board authorised the Clerk to negotiate an extension of the lease.
"""


@pytest.fixture(scope="module")
def notes() -> PageWords:
    return typeset(NOTES)


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("The tender for the north bridge was accepted.", True),
        ("The tender for the south bridge was accepted.", False),
        ("The Contractor paid the second deposit.", False),
        ("The Contractor did not pay the second deposit.", True),
        ("The survey took place on 19 June 2024.", True),
        ("The survey took place on 3 May 2024.", False),
        ("The claim of Mr Pell was settled and fault was admitted.", False),
        ("The Engineer may change the route with the Committee's consent.", True),
        ("The Engineer may change the route.", False),
        ("The Clerk must extend the lease.", False),
        ("The Committee hired 45 cranes.", False),
    ],
)
def test_what_is_said_of_the_neighbour_is_no_support(notes: PageWords, statement: str, holds: bool) -> None:
    result = get("rules").judge([notes], [statement])[0]
    assert (result.verdict is ChannelVerdict.SUPPORTED) == holds, [m.render("en") for m in result.reason]


TABLE = """
#set page(paper: "a4")
= Works list
#table(columns: (2fr, 1fr, 1fr), [Job], [In charge], [State],
  [Gate hinges], [N. Amory], [waiting], [Pump valve], [O. Birch], [finished], [Roof slates], [P. Crane], [abandoned])
= Sessions in 2024
#table(columns: (2fr, 1fr, 1fr, 1fr), [Member], [Called], [Attended], [By phone],
  [T. Quill], [6], [3], [0], [V. Stone], [6], [6], [1])
"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> PageWords:
    folder = tmp_path_factory.mktemp("works")
    (folder / "works.typ").write_text(TABLE, "utf-8")
    typst.compile(str(folder / "works.typ"), output=str(folder / "works.pdf"))
    with Document.open(folder / "works.pdf") as document:
        return ocr.get("textlayer").read(document.page(1))


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("The pump valve is finished.", True),
        ("The pump valve is abandoned.", False),
        ("The gate hinges are finished.", False),
        ("The roof slates are waiting.", False),
        ("N. Amory is in charge of the roof slates.", False),
        ("P. Crane is in charge of the roof slates.", True),
        ("T. Quill attended.", False),
    ],
)
def test_the_entry_of_another_row_is_no_support(table: PageWords, statement: str, holds: bool) -> None:
    result = get("rules").judge([table], [statement])[0]
    assert (result.verdict is ChannelVerdict.SUPPORTED) == holds, [m.render("en") for m in result.reason]


FORM = """
ACCEPTANCE CERTIFICATE

The inspection of the boiler house was carried out on 4 June 2024 by the Customer and the Contractor.

Customer: [ ] accepted without remarks [ ] accepted with remarks

The hoists were delivered: 14 Bed lifts and 4 Goods lifts.
"""


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("The Customer accepted without remarks.", False),
        ("4 Goods lifts were delivered.", True),
        ("9 Bed lifts were delivered.", False),
    ],
)
def test_neither_of_two_boxes_nor_the_number_of_another_name_is_support(statement: str, holds: bool) -> None:
    result = get("rules").judge([typeset(FORM)], [statement])[0]
    assert (result.verdict is ChannelVerdict.SUPPORTED) == holds, [m.render("en") for m in result.reason]
