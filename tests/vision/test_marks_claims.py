"""Statements about marks: what they claim, and statements that only sound like it."""

import pytest

from atomcite.vision.mark_claims import mark_claim
from atomcite.vision.mark_labels import named_by, tick_named_by


@pytest.mark.parametrize(
    ("statement", "kind", "present"),
    [
        ("The page bears the company's seal.", "seal", True),
        ("The letter is stamped.", "seal", True),
        ("The invoice is stamped 'PAID'.", "seal", True),
        ("The deed has no seal.", "seal", False),
        ("Договор скреплён печатью.", "seal", True),
        ("На акте стоит штамп «Оплачено».", "seal", True),
        ("Договор без печати.", "seal", False),
        ("The contract was signed by both parties.", "signature", True),
        ("The contract is unsigned.", "signature", False),
        ("The signature line of Anna Berg is empty.", "signature", False),
        ("Акт подписан директором.", "signature", True),
        ("Акт не подписан.", "signature", False),
        ("Приказ без подписи.", "signature", False),
        ("Someone wrote a note by hand.", "handwriting", True),
        ("The date was filled in by hand.", "handwriting", True),
        ("Номер вписан от руки.", "handwriting", True),
        ("На странице есть рукописная пометка.", "handwriting", True),
        ("Box 3 is ticked.", "tick", True),
        ("The box 'Yes' is not checked.", "tick", False),
        ("Отмечен пункт 2.", "tick", True),
        ("The box 'No' is ticked.", "tick", True),
    ],
)
def test_statements_about_marks_are_recognised(statement: str, kind: str, present: bool) -> None:
    claim = mark_claim(statement)
    assert claim is not None
    assert (claim.kind, claim.present) == (kind, present)


@pytest.mark.parametrize(
    "statement",
    [
        "Payment is due within 30 days of signature.",
        "Stamp duty of £1,200 was paid.",
        "The acquisition sealed the deal in March.",
        "Книга ушла в печать в мае.",
        "Директор имеет право подписи.",
        "Revenue was 4 million.",
        "Option B was selected by the board.",
    ],
)
def test_statements_about_something_else_are_left_to_the_words(statement: str) -> None:
    assert mark_claim(statement) is None


def test_what_the_mark_says_is_told_from_what_the_page_says() -> None:
    said = mark_claim("The stamp says PAID.")
    assert said is not None
    assert said.inscription
    assert "PAID" in (said.rest or "")
    plain = mark_claim("There is a stamp on the page.")
    assert plain is not None
    assert plain.rest is None
    assert not plain.inscription


def test_a_person_names_the_line_with_that_name_alone() -> None:
    labels = ["Director Anna Berg", "Chief accountant Olga Stein"]
    assert named_by("Anna Berg", labels[0], labels)
    assert not named_by("Anna Berg", labels[1], labels)
    assert not named_by("Peter Smith", labels[0], labels)


def test_a_box_is_named_by_its_whole_label_or_its_number() -> None:
    labels = ["Yes", "No", "Yes, in part", "3. By post"]
    assert tick_named_by("The box 'Yes' is ticked.", labels) == 0
    assert tick_named_by("Box 3 is ticked.", labels) == 3
    assert tick_named_by("The box 'Maybe' is ticked.", labels) is None
    assert tick_named_by("A box is ticked.", labels) is None


@pytest.mark.parametrize("said", ["генеральным директором", "генеральный директор", "генерального директора"])
def test_an_office_is_the_same_in_every_case(said: str) -> None:
    labels = ["Генеральный директор Р. М. Гафуров", "Главный бухгалтер Н. Сычёва"]
    assert named_by(f"Отчёт не подписан: {said}", labels[0], labels)
    assert not named_by(f"Отчёт не подписан: {said}", labels[1], labels)
    assert named_by("Отчёт подписан Гафуровым", labels[0], labels)
