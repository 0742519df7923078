"""Tables of other builds than a statement by years: periods on two levels, units by row, years as rows, groups of
columns, a column of notes, money per share under a caption in millions; with claims of known truth."""

from __future__ import annotations

import random
from decimal import Decimal

from sheets import Case, Sheet, Table

_QUARTERS = ("first", "second", "third", "fourth")
_QUARTERS_RU = ("первый", "второй", "третий", "четвёртый")
_SEGMENTS = ["Retail", "Wholesale", "Logistics", "Energy", "Agriculture", "Media"]
_SEGMENTS_RU = ["Розница", "Оптовая торговля", "Логистика", "Энергетика", "Растениеводство", "Медиа"]


def make_grid(seed: int) -> Table:
    """One random table of one of the builds. The same seed gives the same table."""
    rng = random.Random(seed)
    builds = (_lengths, _units, _years_down, _groups, _notes, _per_share)
    return rng.choice(builds)(rng, rng.random() < 0.5)


def _apart(rng: random.Random, count: int, low: int = 1100, high: int = 90000) -> list[int]:
    """Whole numbers that differ from one another by more than a tenth."""
    out: list[int] = []
    while len(out) < count:
        n = rng.randint(low, high)
        if all(abs(n - o) > 0.1 * max(n, o) for o in out):
            out.append(n)
    return out


def _grouped(number: int, en: bool) -> str:
    return f"{number:,}" if en else f"{number:,}".replace(",", " ")


def _right(sheet: Sheet, label: str, cells: list[tuple[float, str]]) -> None:
    sheet.put([(50.0, label, "l"), *((x, text, "r") for x, text in cells)])


def _lengths(rng: random.Random, en: bool) -> Table:
    """Three and nine months of two years."""
    year, quarter = rng.randint(2016, 2024), 3
    columns = [300.0, 370.0, 440.0, 510.0]
    sheet = Sheet(skew=rng.choice([0.0, 0.4]))
    sheet.put([(50, "Interim statement of income" if en else "Промежуточный отчёт о прибылях", "l")])
    sheet.put([(50, "(in thousands of pounds)" if en else "(тыс. руб.)", "l")])
    months = ["3 months", "3 months", "9 months", "9 months"] if en else ["3 мес.", "3 мес.", "9 мес.", "9 мес."]
    sheet.put([(x, m, "r") for x, m in zip(columns, months, strict=True)])
    sheet.put([(x, str(y), "r") for x, y in zip(columns, [year, year - 1] * 2, strict=True)])
    labels = (
        ["Revenue", "Fuel", "Staff costs", "Port dues"] if en else ["Выручка", "Топливо", "Оплата труда", "Сборы"]
    )
    numbers = _apart(rng, 16)
    cases: list[Case] = []
    for r, label in enumerate(labels):
        row = numbers[4 * r : 4 * r + 4]
        _right(sheet, label, [(x, _grouped(n, en)) for x, n in zip(columns, row, strict=True)])
        for k, said in ((0, year), (3, year - 1)):
            length = ("three" if k < 2 else "nine") if en else ("3" if k < 2 else "9")
            for n, fault in ((row[k], ""), (row[(k + 2) % 4], "column"), (row[k ^ 1], "column")):
                if en:
                    text = f"{label} for the {length} months of {said} came to £{_grouped(n, en)} thousand."
                else:
                    text = f"{label} за {length} месяцев {said} года: {_grouped(n, en)} тыс. руб."
                cases.append(Case(text, not fault, fault))
    del quarter
    return Table(sheet.page(), tuple(cases), f"{'en' if en else 'ru'} lengths")


def _units(rng: random.Random, en: bool) -> Table:
    """Each row counts in a unit of its own."""
    year = rng.randint(2016, 2024)
    sheet = Sheet()
    sheet.put([(50, "Production and resources" if en else "Производство и ресурсы", "l")])
    heads = ("Item", "Unit") if en else ("Показатель", "Единица")
    sheet.put([(50, heads[0], "l"), (330, heads[1], "r"), (420, str(year), "r"), (500, str(year - 1), "r")])
    rows = (
        [("Flour milled", "t", "tonnes"), ("Heat sold", "MWh", "MWh"), ("Land in use", "ha", "hectares"),
         ("Yield", "%", "%")]
        if en else
        [("Мука", "т", "т"), ("Отпуск тепла", "МВт", "МВт"), ("Площадь посевов", "га", "га"),
         ("Выход крупы", "%", "%")]
    )  # fmt: skip
    numbers = _apart(rng, 6)
    cases: list[Case] = []
    for r, (label, unit, said) in enumerate(rows):
        if unit == "%":
            a, b = (f"{rng.randint(31, 49)}.{rng.randint(1, 9)}", f"{rng.randint(51, 69)}.{rng.randint(1, 9)}")
            texts = [a, b] if en else [a.replace(".", ","), b.replace(".", ",")]
        else:
            texts = [_grouped(n, en) for n in numbers[2 * r : 2 * r + 2]] if r < 3 else []
        sheet.put([(50, label, "l"), (330, unit, "r"), (420, texts[0], "r"), (500, texts[1], "r")])
        gap = "" if unit == "%" and en else " "
        for text, fault in ((texts[0], ""), (texts[1], "column")):
            if en:
                cases.append(Case(f"{label} in {year}: {text}{gap}{said}.", not fault, fault))
            else:
                cases.append(Case(f"{label} в {year} году: {text}{gap}{said}", not fault, fault))
    return Table(sheet.page(), tuple(cases), f"{'en' if en else 'ru'} units")


def _years_down(rng: random.Random, en: bool) -> Table:
    """Years as rows, figures as columns."""
    first = rng.randint(2012, 2018)
    columns = [200.0, 300.0, 400.0]
    heads = ["Sales", "Expenses", "Headcount"] if en else ["Выручка", "Расходы", "Численность"]
    sheet = Sheet()
    sheet.put([(50, "Five years in figures" if en else "Показатели за пять лет", "l")])
    sheet.put([(50, "Year" if en else "Год", "l"), *((x, h, "r") for x, h in zip(columns, heads, strict=True))])
    numbers = _apart(rng, 15)
    cases: list[Case] = []
    for r in range(5):
        row = numbers[3 * r : 3 * r + 3]
        sheet.put(
            [(50, str(first + r), "l"), *((x, _grouped(n, en), "r") for x, n in zip(columns, row, strict=True))]
        )
    for r in range(5):
        c = rng.randrange(2)
        mine, other_row = numbers[3 * r + c], numbers[3 * ((r + 1) % 5) + c]
        other_column = numbers[3 * r + 1 - c]
        for n, fault in ((mine, ""), (other_row, "row"), (other_column, "column")):
            if en:
                cases.append(Case(f"{heads[c]} in {first + r} were {_grouped(n, en)}.", not fault, fault))
            else:
                cases.append(Case(f"{heads[c]} в {first + r} году: {_grouped(n, en)}", not fault, fault))
    return Table(sheet.page(), tuple(cases), f"{'en' if en else 'ru'} years down")


def _groups(rng: random.Random, en: bool) -> Table:
    """Years under two groups of columns."""
    year = rng.randint(2016, 2024)
    names = rng.sample(_SEGMENTS if en else _SEGMENTS_RU, 2)
    columns = [270.0, 335.0, 430.0, 495.0]
    sheet = Sheet(skew=rng.choice([0.0, -0.4]))
    sheet.put([(50, "Segment results" if en else "Результаты сегментов", "l")])
    sheet.put([(50, "(in millions of euros)" if en else "(млн руб.)", "l")])
    sheet.put([(292, names[0], "c"), (452, names[1], "c")])
    sheet.put([(x, str(y), "r") for x, y in zip(columns, [year, year - 1] * 2, strict=True)])
    labels = (
        ["Sales", "Depreciation", "Capital expenditure"] if en else ["Продажи", "Амортизация", "Капитальные затраты"]
    )
    numbers = _apart(rng, 12)
    cases: list[Case] = []
    for r, label in enumerate(labels):
        row = numbers[4 * r : 4 * r + 4]
        _right(sheet, label, [(x, _grouped(n, en)) for x, n in zip(columns, row, strict=True)])
        for k in range(4):
            for n, fault in ((row[k], ""), (row[(k + 2) % 4], "column"), (row[k ^ 1], "column")):
                said = year - k % 2
                if en:
                    text = f"{label} of the {names[k // 2]} segment in {said} came to €{_grouped(n, en)} million."
                else:
                    text = f"{label} сегмента «{names[k // 2]}» за {said} год: {_grouped(n, en)} млн руб."
                cases.append(Case(text, not fault, fault))
    return Table(sheet.page(), tuple(cases), f"{'en' if en else 'ru'} groups")


def _notes(rng: random.Random, en: bool) -> Table:
    """A column of notes between the labels and the figures."""
    year = rng.randint(2016, 2024)
    sheet = Sheet()
    sheet.put([(50, "Statement of financial position" if en else "Отчёт о финансовом положении", "l")])
    sheet.put([(50, "(in thousands of US dollars)" if en else "(тыс. руб.)", "l")])
    day = "31 Dec" if en else "31.12."
    heads = [f"{day} {y}" if en else f"{day}{y}" for y in (year, year - 1)]
    sheet.put([(310, "Note" if en else "Прим.", "r"), (400, heads[0], "r"), (490, heads[1], "r")])
    labels = ["Land and buildings", "Investments", "Trade payables", "Borrowings"] if en else [
        "Здания и сооружения", "Финансовые вложения", "Кредиторская задолженность", "Займы полученные"]  # fmt: skip
    numbers = _apart(rng, 8)
    cases: list[Case] = []
    for r, label in enumerate(labels):
        row = numbers[2 * r : 2 * r + 2]
        sheet.put([(50, label, "l"), (310, str(r + 4), "r"), (400, _grouped(row[0], en), "r"),
                   (490, _grouped(row[1], en), "r")])  # fmt: skip
        for n, fault in ((row[0], ""), (row[1], "column"), (numbers[(2 * r + 2) % 8], "row")):
            if en:
                text = f"{label} stood at ${_grouped(n, en)} thousand on 31 December {year}."
            else:
                text = f"{label} на 31 декабря {year} года: {_grouped(n, en)} тыс. руб."
            cases.append(Case(text, not fault, fault))
    return Table(sheet.page(), tuple(cases), f"{'en' if en else 'ru'} notes")


def _per_share(rng: random.Random, en: bool) -> Table:
    """Amounts per share under "in millions, except per share data", in two sections with the same labels."""
    year = rng.randint(2016, 2024)
    sheet = Sheet(skew=rng.choice([0.0, 0.45]))
    caption = "(In millions, except per share data)" if en else "(млн руб., кроме данных на акцию)"
    sheet.put([(50, caption, "l"), (400, str(year), "r"), (490, str(year - 1), "r")])
    total, shares = _apart(rng, 4), _apart(rng, 4, 200, 1900)
    per = [Decimal(rng.randint(110, 380)) / 100 + 4 * k for k in range(4)]
    sheet.put([(50, "Net income" if en else "Чистая прибыль", "l"), (400, _grouped(total[0], en), "r"),
               (490, _grouped(total[1], en), "r")])  # fmt: skip
    basic, diluted = ("Basic", "Diluted") if en else ("Базовая", "Разводнённая")
    sheet.put([(50, "Earnings per share:" if en else "Прибыль на акцию:", "l")])
    for r, label in enumerate((basic, diluted)):
        texts = [f"{p:.2f}" if en else f"{p:.2f}".replace(".", ",") for p in per[2 * r : 2 * r + 2]]
        sheet.put([(62, label, "l"), (400, texts[0], "r"), (490, texts[1], "r")])
    sheet.put([(50, "Weighted average shares:" if en else "Среднее число акций:", "l")])
    for r, label in enumerate((basic, diluted)):
        sheet.put(
            [(62, label, "l"), (400, _grouped(shares[2 * r], en), "r"), (490, _grouped(shares[2 * r + 1], en), "r")]
        )
    cases: list[Case] = []
    for r, word in enumerate(("basic", "diluted") if en else ("базовая", "разводнённая")):
        for p, fault in ((per[2 * r], ""), (per[2 * r + 1], "column"), (per[2 - 2 * r], "row")):
            if en:
                text = f"{word.capitalize()} earnings per share were ${p:.2f} in {year}."
            else:
                text = f"В {year} году {word} прибыль на акцию составила {p:.2f} руб.".replace(".", ",", 1)
            cases.append(Case(text, not fault, fault))
    if en:
        net = f"Net income in {year} was ${_grouped(total[0], en)}"
        cases += [Case(f"{net} million.", True), Case(f"{net}.", False, "scale")]
    else:
        net = f"Чистая прибыль за {year} год составила {_grouped(total[0], en)}"
        cases += [Case(f"{net} млн руб.", True), Case(f"{net} тыс. руб.", False, "scale")]
    return Table(sheet.page(), tuple(cases), f"{'en' if en else 'ru'} per share")
