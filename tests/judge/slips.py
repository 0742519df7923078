"""Random receipts as an OCR engine would read them, and claims about them with known truth."""

from __future__ import annotations

import random
from decimal import Decimal

from sheets import Case, Sheet, Table

_ITEMS = {
    "en": ["Garden gloves", "Cable ties", "Ceramic mug", "Paint brush", "Light bulb", "Door hinge", "Packing tape",
           "Notebook ruled", "Steel ruler", "Floor cleaner", "Paper towels", "Desk lamp"],
    "ru": ["Перчатки садовые", "Кисть малярная", "Лампа настольная", "Тетрадь в клетку", "Линейка стальная",
           "Скотч упаковочный", "Кружка керамическая", "Петля дверная", "Полотенца бумажные", "Чистящее средство"],
}  # fmt: skip
_SHOPS = {
    "en": ["HARBOUR HARDWARE LTD", "MAPLE STREET STATIONERS", "OLD MILL HOME STORE", "NORTHLIGHT SUPPLIES SDN BHD"],
    "ru": ["ООО «Домовой»", "Магазин «Берёзка»", "ООО «Стройдвор»", "Хозтовары «Уют»"],
}

_MONTHS_RU = [
    "января", "февраля", "марта", "апреля", "мая", "июня",
    "июля", "августа", "сентября", "октября", "ноября", "декабря",
]  # fmt: skip


def make_slip(seed: int) -> Table:
    """One random receipt with claims. The same seed gives the same receipt."""
    rng = random.Random(seed)
    language = rng.choice(["en", "ru"])
    en = language == "en"
    mark = rng.choice(["RM", "$", ""]) if en else rng.choice(["руб.", ""])
    unit = {"RM": "RM", "$": "$", "": rng.choice(["RM", "$"])}.get(mark, "руб.") if en else "руб."
    sheet = Sheet()
    shop = rng.choice(_SHOPS[language])
    sheet.put([(170, shop, "c")])
    sheet.put(
        [
            (
                170,
                f"TEL: 03-{rng.randint(1000, 9999)}{rng.randint(1000, 9999)}"
                if en
                else f"ИНН {rng.randint(10**9, 10**10 - 1)}",
                "c",
            )
        ]
    )
    day, month, year = rng.randint(1, 28), rng.randint(1, 12), rng.randint(2015, 2024)
    number = f"{rng.randint(10000, 99999)}"
    sheet.put(
        [
            (60, f"{'Receipt No' if en else 'Чек №'} {number}", "l"),
            (300, f"{day:02}{'/' if en and day > 12 else '.'}{month:02}{'/' if en and day > 12 else '.'}{year}", "r"),
        ]
    )
    two_lines = rng.random() < 0.5
    head = ("Qty", "Price", "Amount") if en else ("Кол-во", "Цена", "Сумма")
    sheet.put([(60, "Item" if en else "Товар", "l"), (190, head[0], "r"), (245, head[1], "r"), (305, head[2], "r")])
    items: list[tuple[str, int, Decimal, Decimal]] = []
    used: set[Decimal] = set()
    for name in rng.sample(_ITEMS[language], 3):
        while True:
            count, price = rng.randint(2, 6), Decimal(rng.randint(150, 4000)) / 100
            amount = count * price
            if not used & {price, amount, Decimal(count)}:
                break
        used |= {price, amount, Decimal(count)}
        items.append((name, count, price, amount))
        cells = [(190, str(count), "r"), (245, _money(price, en), "r"), (305, _money(amount, en), "r")]
        if two_lines:
            sheet.put([(60, name.upper() if en else name, "l")])
            sheet.put([(64, str(rng.randint(10**7, 10**8 - 1)), "l"), *cells])
        else:
            sheet.put([(60, name.upper() if en else name, "l"), *cells])
    total = sum((i[3] for i in items), Decimal(0))
    paid = (total // 50 + 1) * 50
    tax = (total * 6 / 106).quantize(Decimal("0.01")) if en else (total * 20 / 120).quantize(Decimal("0.01"))
    labels = ("TOTAL", "CASH", "CHANGE", "GST 6%") if en else ("ИТОГО", "Наличными", "Сдача", "НДС 20%")
    lead = f"{mark} " if mark and en else ""
    tail = f" {mark}" if mark and not en else ""
    for label, value in zip(labels, (total, paid, paid - total, tax), strict=True):
        sheet.put([(60, label, "l"), (305, f"{lead}{_money(value, en)}{tail}", "r")])

    def say(value: Decimal) -> str:
        return f"{unit}{'' if unit == '$' else ' '}{_money(value, True)}" if en else f"{_money(value, False)} {unit}"

    change = paid - total
    name, count, price, amount = rng.choice(items)
    other = next(i for i in items if i[0] != name)
    cases = []
    if en:
        months = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ]
        cases = [
            Case(f"The receipt total is {say(total)}.", True),
            Case(f"The total came to {say(total - 1)}.", False, "digit"),
            Case(f"The customer received {say(change)} in change.", True),
            Case(f"The customer received {say(total)} in change.", False, "slot"),
            Case(f"The cash paid was {say(paid)}.", True),
            Case(f"The total is {say(paid)}.", False, "slot"),
            Case(f"The GST amounts to {say(tax)}.", True),
            Case(f"The {name.lower()} cost {say(amount)} in total.", True),
            Case(f"The {name.lower()} cost {say(other[3])} in total.", False, "row"),
            Case(f"The unit price of the {name.lower()} is {say(price)}.", True),
            Case(f"The unit price of the {name.lower()} is {say(other[2])}.", False, "row"),
            Case(f"The receipt number is {number}.", True),
            Case(f"The receipt number is {int(number) + 10}.", False, "digit"),
            Case(f"The receipt is dated {day} {months[month - 1]} {year}.", True),
            Case(f"The receipt is dated {day} {months[month % 12]} {year}.", False, "date"),
        ]
    else:
        months = [
            "января",
            "февраля",
            "марта",
            "апреля",
            "мая",
            "июня",
            "июля",
            "августа",
            "сентября",
            "октября",
            "ноября",
            "декабря",
        ]
        cases = [
            Case(f"Итоговая сумма чека: {say(total)}", True),
            Case(f"Итого по чеку {say(total - 1)}", False, "digit"),
            Case(f"Сдача составила {say(change)}", True),
            Case(f"Сдача составила {say(total)}", False, "slot"),
            Case(f"Наличными внесено {say(paid)}", True),
            Case(f"Итого по чеку {say(paid)}", False, "slot"),
            Case(f"НДС составил {say(tax)}", True),
            Case(f"{name}: сумма {say(amount)}", True),
            Case(f"{name}: сумма {say(other[3])}", False, "row"),
            Case(f"Цена товара «{name}»: {say(price)}", True),
            Case(f"Цена товара «{name}»: {say(other[2])}", False, "row"),
            Case(f"Номер чека {number}", True),
            Case(f"Номер чека {int(number) + 10}", False, "digit"),
            Case(f"Чек выдан {day} {months[month - 1]} {year} года", True),
            Case(f"Чек выдан {day} {months[month % 12]} {year} года", False, "date"),
        ]
    return Table(sheet.page(), tuple(cases), f"{language} {'two lines' if two_lines else 'one line'} {mark}")


def _money(value: Decimal, en: bool) -> str:
    text = f"{value:.2f}"
    return text if en else text.replace(".", ",")
