"""Documents of a few pages, typeset here, with claims whose truth is plain."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import typst

from atomcite.benchmarks.dataset import BenchClaim, Cited, Dataset, Label, Labels, Manifest
from atomcite.benchmarks.dataset.describing import described

PAGES_EN = (
    """= Harrow Lane Foods plc
    Annual report for the year 2024. Harrow Lane Foods plc bakes bread in Leeds and sells it to 412 shops.
    Kestrel Audit LLP audited the accounts.""",
    """= Results
    #table(columns: 3, stroke: none,
      [in thousands of pounds], [2024], [2023],
      [Revenue], [84,215], [79,630],
      [Cost of sales], [51,984], [50,117],
      [Staff costs], [17,346], [16,058],
      [Operating profit], [9,872], [8,245])
    Earnings per share were 21.7 pence.""",
    """= Review of the year
    A new oven was bought in Leeds for £3.46 million and started work on 14 May 2024. The bakery in York was closed on
    30 November 2024. Energy costs fell by 6.3 per cent.""",
    """= Lease
    The Tenant shall pay the rent of £182,500 a year within 30 days of the invoice. The Landlord shall insure
    the building. The Tenant may assign the lease only with the prior written consent of the Landlord. The Tenant
    shall not store flammable goods on the premises.""",
    """= People
    The group employs 936 people. Ruth Ablett was appointed chief executive on 3 February 2024. She succeeds
    Martin Coyle. The board met eleven times.""",
    """= Calendar
    The general meeting takes place on 19 June 2025 in Leeds. The dividend was approved by the board on 6 March
    2025.""",
)
CLAIMS_EN = (
    (2, "Revenue in 2024 was 84,215 thousand pounds."),
    (2, "Operating profit in 2024 came to £9.872 million."),
    (3, "A new oven was bought in Leeds for £3.46 million and started work on 14 May 2024."),
    (3, "Energy costs fell by 6.3 per cent."),
    (4, "The Tenant shall pay the rent of £182,500 a year within 30 days of the invoice."),
    (4, "The Tenant may assign the lease only with the prior written consent of the Landlord."),
    (4, "The Tenant shall not store flammable goods on the premises."),
    (5, "Ruth Ablett was appointed chief executive on 3 February 2024."),
    (6, "The dividend was approved by the board on 6 March 2025."),
)
PAGES_RU = (
    """= АО «Северный берег»
    Годовой отчёт за 2024 год. Общество ловит рыбу в Баренцевом море и владеет 17 судами.""",
    """= Финансовые результаты
    #table(columns: 3, stroke: none,
      [млн руб.], [2024], [2023],
      [Выручка], [5 418,2], [4 963,7],
      [Себестоимость], [3 207,5], [3 114,9],
      [Чистая прибыль], [846,3], [652,8])
    Рентабельность продаж выросла до 15,6 %.""",
    """= События года
    Новый траулер куплен 21 мая 2024 года за 734,5 млн руб. Цех в Кандалакше закрыт 30 ноября 2024 года.""",
    """= Договор поставки
    Поставщик обязан отгрузить товар в течение 15 дней с даты заявки. Покупатель вправе отказаться от товара, если
    нарушен срок годности. Поставщик не вправе передавать права по договору третьим лицам.""",
    """= Органы управления
    Генеральным директором назначен Олег Тарасов. Аудитором утверждено ООО «Полярный аудит». Совет директоров провёл
    девять заседаний.""",
)
CLAIMS_RU = (
    (2, "Выручка в 2024 году составила 5 418,2 млн руб."),
    (2, "Чистая прибыль за 2024 год составила 846,3 млн руб."),
    (3, "Новый траулер куплен 21 мая 2024 года за 734,5 млн руб."),
    (4, "Поставщик обязан отгрузить товар в течение 15 дней с даты заявки."),
    (4, "Покупатель вправе отказаться от товара, если нарушен срок годности."),
    (4, "Поставщик не вправе передавать права по договору третьим лицам."),
    (5, "Генеральным директором назначен Олег Тарасов."),
)


def typeset_pages(pages: Sequence[str], language: str) -> bytes:
    """A PDF of one page a text."""
    head = f'#set page(width: 148mm, height: 130mm)\n#set text(lang: "{language}", hyphenate: false)\n'
    return bytes(typst.compile((head + "\n#pagebreak()\n".join(pages)).encode(), timestamp=0))


@pytest.fixture(scope="session")
def plain_set(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Two documents, English and Russian, and correct claims about them."""
    folder = tmp_path_factory.mktemp("plain-set")
    documents, claims = [], []
    for name, pages, said in (("en", PAGES_EN, CLAIMS_EN), ("ru", PAGES_RU, CLAIMS_RU)):
        Path(folder, f"{name}.pdf").write_bytes(typeset_pages(pages, name))
        made = described(folder / f"{name}.pdf", name, split="dev" if name == "en" else "test")
        documents.append(made.model_copy(update={"language": name}))
        claims += [
            BenchClaim(
                id=f"{name}{i}",
                document=name,
                statement=text,
                cited=(Cited(label=str(page), page=page),),
                labels=Labels(automatic=Label(verdict="correct", true_pages=(page,), by="author")),
            )
            for i, (page, text) in enumerate(said, start=1)
        ]
    head = Manifest(name="plain", version="1", licence="CC0-1.0", languages=("en", "ru"))
    return Dataset(head, tuple(documents), (), tuple(claims), folder)
