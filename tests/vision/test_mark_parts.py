"""Statements on several marks are taken apart, and whose an imprint is said to be is told from what it says."""

import pytest

from atomcite.domain import Box, PageWords, Word
from atomcite.vision.mark_claims import mark_claim
from atomcite.vision.mark_parts import mark_parts
from atomcite.vision.seal_owner import Imprint, ownership


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("The order is signed by Ann Lee and bears a round stamp.", [("signature", True), ("seal", True)]),
        ("The letter is signed and stamped.", [("signature", True), ("seal", True)]),
        ("The letter is neither signed nor stamped.", [("signature", False), ("seal", False)]),
        ("The page has a signature but no stamp.", [("signature", True), ("seal", False)]),
        ("The stamp and the signature are missing.", [("seal", False), ("signature", False)]),
        ("The page has no stamp or seal.", [("seal", False)]),
        ("It was signed by John Hale, dated 3 May 2024 by hand.", [("signature", True), ("handwriting", True)]),
        (
            "Ann Lee signed for Hale & Co, and the date was added by hand.",
            [("signature", True), ("handwriting", True)],
        ),
        ("Box 3 is ticked and the form is signed.", [("tick", True), ("signature", True)]),
        ("На акте стоят подпись директора и печать организации.", [("signature", True), ("seal", True)]),
        ("Акт подписал П. И. Юдин, подпись скреплена круглой печатью.", [("signature", True), ("seal", True)]),
        ("На странице нет ни подписи, ни печати.", [("signature", False), ("seal", False)]),
        ("Акт подписан обеими сторонами, печати нет.", [("signature", True), ("seal", False)]),
        ("A handwritten signature of Ann Lee is on the page.", [("signature", True)]),
        ("The deed was signed in ink by Ann Lee.", [("signature", True)]),
        ("Договор собственноручно подписан директором.", [("signature", True)]),
    ],
)
def test_each_mark_is_a_claim_of_its_own(statement: str, parts: list[tuple[str, bool]]) -> None:
    found = mark_parts(statement)
    assert [(p.claim.kind, p.claim.present) for p in found] == parts
    assert sum(len(p.statement) for p in found) > 0.8 * len(statement), "words were lost on the way"


@pytest.mark.parametrize(
    "statement",
    [
        "Contracts above £75,000 must be signed by two directors.",
        "The signature of one director is enough.",
        "The lease has to be stamped within 30 days.",
        "Акт должен быть подписан обеими сторонами.",
        "Достаточно того, что договор может быть подписан директором.",
    ],
)
def test_a_rule_on_signing_is_no_claim_about_ink(statement: str) -> None:
    assert mark_parts(statement) == ()


@pytest.mark.parametrize(
    ("statement", "owner"),
    [
        ("The page shows the company stamp of Orchard Mills Ltd.", "Orchard Mills Ltd"),
        ("The buyer's round seal is on the page.", "buyer"),
        ("На счёте стоит печать поставщика", "поставщика"),
        ("Подпись заверена печатью ООО «Вектор».", "ООО «Вектор»"),
        ("The page bears the company's seal.", None),
        ("На последней странице стоит печать организации.", None),
        ("The stamp says PAID.", None),
    ],
)
def test_whose_imprint_is_claimed(statement: str, owner: str | None) -> None:
    claim = mark_claim(statement)
    assert claim is not None
    assert claim.owner == owner


def test_an_imprint_beside_a_signature_says_nothing_else() -> None:
    claim = mark_claim("A round stamp has been put beside the signatures")
    assert claim is not None
    assert (claim.at_signature, claim.rest) == (True, None)


def page(text: str) -> PageWords:
    words = [Word(t, Box(10 + 30 * i, 10, 35 + 30 * i, 20), 0.99, 0, 0) for i, t in enumerate(text.split())]
    return PageWords(1, 600, 800, tuple(words), "known 1", "latin", 0.0)


PARTIES = page("Supplier: Orchard Mills Ltd , Leeds. Buyer: Dunmore Textiles Ltd , Hull.")
READ_WITH_SLIPS = Imprint(("RCHARD", "MIILS", "LTD", "LEEDS"))


@pytest.mark.parametrize(
    ("owner", "answer"),
    [
        ("Orchard Mills Ltd", "own"),
        ("supplier", "own"),
        ("Dunmore Textiles Ltd", "other"),
        ("buyer", "other"),
        ("notary", "unknown"),
    ],
)
def test_an_imprint_read_with_slips_is_given_to_the_one_party_that_it_fits(owner: str, answer: str) -> None:
    assert ownership(READ_WITH_SLIPS, owner, [PARTIES]) == answer


def test_an_imprint_of_which_nothing_can_be_read_is_nobodys() -> None:
    for owner in ("Orchard Mills Ltd", "buyer"):
        assert ownership(Imprint(("OIO", "BMN")), owner, [PARTIES]) == "unknown"


def test_parties_of_like_names_are_not_told_apart_by_slips() -> None:
    alike = page("Supplier: Orchard Mills Ltd . Buyer: Orchard Hills Ltd .")
    assert ownership(Imprint(("ORCHARD", "MHILLS", "LTD")), "supplier", [alike]) == "unknown"


def test_an_office_defined_behind_the_name_is_known() -> None:
    text = page("ООО «Вектор» , именуемое в дальнейшем Поставщик, и АО «Ладога» , именуемое Покупатель,")
    assert ownership(Imprint(("«ВЕКТОР»", "МОСКВА")), "поставщика", [text]) == "own"
    assert ownership(Imprint(("«ВЕКТОР»", "МОСКВА")), "покупателя", [text]) == "other"
