"""Names of companies and people are taken and exchanged whole, or left alone."""

from pathlib import Path

import pytest
from plain_documents import typeset_pages

from atomcite.benchmarks.dataset import BenchClaim, Cited, Dataset, Label, Labels, Manifest
from atomcite.benchmarks.dataset.describing import described
from atomcite.benchmarks.injection import FileReader, Plan, company_names, inject, person_names
from atomcite.benchmarks.injection.name_errors import NameErrors

READER = FileReader(engines=())
PAGE_EN = """Spare parts for the mill are delivered by Brook Pumps Ltd each quarter. The wheel is serviced by Tobias
Andrew Forth Holdings plc. Insurance is arranged by Alder Valley Brokers Ltd each spring. Wire is bought from a
subsidiary of Harrow plc. #linebreak()
Loans come from the Bank of Selby plc. Dr Anna Maria van der Berg was appointed director in March. Sir Paul Reed was
elected chairman. Ruth Ablett, the company secretary, kept the minutes."""
PAGE_RU = """Насосы поставляет ООО «Ручей». Страхование оформляет ООО «Долина». Директор Иванов Пётр Сергеевич
подписал договор. Бухгалтер Сидоров Олег Ильич проверил счёт."""


def made_set(folder: Path, page: str, language: str, *statements: str) -> Dataset:
    pdf = typeset_pages([page], language)
    (folder / "d.pdf").write_bytes(pdf)
    document = described(folder / "d.pdf", "d")
    label = Labels(automatic=Label(verdict="correct", true_pages=(1,), by="author"))
    claims = tuple(
        BenchClaim(id=f"c{n}", document="d", statement=s, cited=(Cited(label="1", page=1),), labels=label)
        for n, s in enumerate(statements)
    )
    return Dataset(Manifest(name="t", version="1", licence="CC0-1.0"), (document,), (), claims, folder)


def swapped(dataset: Dataset) -> set[str]:
    """What is said with names exchanged; seeds choose among the other names."""
    plan = Plan(types=("party",), controls=None, answers=False)
    made = [inject(dataset, seed=seed, plan=plan, reader=READER).dataset for seed in range(8)]
    return {c.statement for data in made for c in data.claims if c.fault}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Brook Pumps Ltd supplies Alder Valley Water plc.", ["Brook Pumps Ltd", "Alder Valley Water plc"]),
        (
            "The Supplier is Tolbrook Pumps Ltd, part of Forth & Andrews plc.",
            ["Tolbrook Pumps Ltd", "Forth & Andrews plc"],
        ),
        ("An agreement between Alder Ltd and Brook Ltd", ["Alder Ltd", "Brook Ltd"]),
        ("HSBC Bank plc lends.", ["HSBC Bank plc"]),
        ("The Bank of Selby plc lends.", []),
        ("Marks and Spencer plc sells.", []),
        ("A subsidiary of Harrow plc sells.", ["Harrow plc"]),
    ],
)
def test_companies_in_a_sentence(text: str, names: list[str]) -> None:
    assert [text[a:b] for a, b in company_names.names_in(text)] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Sir Paul Reed was elected chairman.", ["Paul Reed"]),
        ("Chief Executive Anna Maria van der Berg resigned.", ["Anna Maria van der Berg"]),
        ("Managing Director J. P. Brook-Hill signed.", ["J. P. Brook-Hill"]),
        ("Директор Иванов Пётр Сергеевич подписал договор.", ["Иванов Пётр Сергеевич"]),
        ("Договор подписал Иванов П. С. в марте.", ["Иванов П. С."]),
        ("Общество ловит рыбу в Баренцевом море.", []),
    ],
)
def test_people_in_a_sentence(text: str, names: list[str]) -> None:
    assert [text[a:b] for a, b in person_names.names_in(text)] == names


def test_a_company_takes_the_whole_place_of_another(tmp_path: Path) -> None:
    dataset = made_set(
        tmp_path,
        PAGE_EN,
        "en",
        "Spare parts for the mill are delivered by Brook Pumps Ltd each quarter.",
        "Loans come from the Bank of Selby plc.",
    )
    document = dataset.documents[0]
    known = NameErrors(READER(dataset, document))
    assert known.companies == {
        "Brook Pumps Ltd",
        "Tobias Andrew Forth Holdings plc",
        "Alder Valley Brokers Ltd",
        "Harrow plc",
    }
    assert known.people == {"Anna Maria van der Berg", "Paul Reed", "Ruth Ablett"}
    others = known.companies - {"Brook Pumps Ltd"}
    said = swapped(dataset)
    assert said
    assert said <= {f"Spare parts for the mill are delivered by {name} each quarter." for name in others}


def test_a_name_that_goes_over_the_end_of_a_line_is_not_cut(tmp_path: Path) -> None:
    page = """#set page(width: 62mm)
    #set par(justify: false)
    Spare parts are made and sent each month by Marlowe Brook Pumps Ltd under contract, and wire by Ashdown Cable
    Works Ltd under another."""
    dataset = made_set(tmp_path, page, "en", "Wire is sent by Ashdown Cable Works Ltd under another.")
    reading = READER(dataset, dataset.documents[0])[1].readings[0]
    assert any(row.endswith(("Marlowe", "Brook", "Ashdown", "Cable")) for row in reading.row_texts)
    known = NameErrors(READER(dataset, dataset.documents[0])).companies
    assert known <= {"Marlowe Brook Pumps Ltd", "Ashdown Cable Works Ltd"}


def test_russian_names_keep_their_form(tmp_path: Path) -> None:
    dataset = made_set(
        tmp_path,
        PAGE_RU,
        "ru",
        "Насосы поставляет ООО «Ручей».",
        "Директор Иванов Пётр Сергеевич подписал договор.",
    )
    known = NameErrors(READER(dataset, dataset.documents[0]))
    assert known.companies == {"ООО «Ручей»", "ООО «Долина»"}
    assert known.people == {"Иванов Пётр Сергеевич", "Сидоров Олег Ильич"}
    assert swapped(dataset) == {
        "Насосы поставляет ООО «Долина».",
        "Директор Сидоров Олег Ильич подписал договор.",
    }
