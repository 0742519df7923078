"""Random financial tables as an OCR engine would read them, and claims about them with known truth."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from atomcite.domain import Box, PageWords, Word

_ADVANCE, _HEIGHT, _PITCH = 4.6, 8.0, 13.0

_LABELS = {
    "en": [
        ("Revenue", "revenue"), ("Cost of sales", "cost of sales"), ("Gross profit", "gross profit"),
        ("Selling and distribution expenses", "selling and distribution expenses"),
        ("Research and development", "research and development"), ("Finance costs", "finance costs"),
        ("Trade receivables", "trade receivables"), ("Inventories", "inventories"), ("Goodwill", "goodwill"),
        ("Cash and cash equivalents", "cash and cash equivalents"), ("Deferred tax assets", "deferred tax assets"),
        ("Property, plant and equipment", "property, plant and equipment"),
        ("Lease obligations", "lease obligations"),
        ("Dividends paid", "dividends paid"), ("Share-based compensation", "share-based compensation"),
        ("Purchase of intangible assets", "the purchase of intangible assets"),
    ],
    "ru": [
        ("Выручка", "выручка"), ("Себестоимость продаж", "себестоимость продаж"),
        ("Валовая прибыль", "валовая прибыль"),
        ("Коммерческие расходы", "коммерческие расходы"), ("Управленческие расходы", "управленческие расходы"),
        ("Проценты к уплате", "проценты к уплате"), ("Дебиторская задолженность", "дебиторская задолженность"),
        ("Запасы", "запасы"), ("Основные средства", "основные средства"),
        ("Нематериальные активы", "нематериальные активы"),
        ("Денежные средства", "денежные средства"), ("Уставный капитал", "уставный капитал"),
        ("Отложенные налоговые обязательства", "отложенные налоговые обязательства"),
        ("Оценочные обязательства", "оценочные обязательства"), ("Прочие доходы", "прочие доходы"),
    ],
}  # fmt: skip


@dataclass
class Sheet:
    """Words put on a page cell by cell; `skew` in degrees turns the whole page."""

    skew: float = 0.0
    words: list[Word] = field(default_factory=list)
    y: float = 60.0
    line: int = 0

    def put(self, cells: list[tuple[float, str, str]]) -> None:
        """Cells of one line: (x, text, "l" | "r" | "c"), x being the left edge, the right edge or the middle."""
        for x, text, how in cells:
            width = _ADVANCE * len(text)
            at = x if how == "l" else x - width if how == "r" else x - width / 2
            for token in text.split(" "):
                if token:
                    drop = math.tan(math.radians(self.skew)) * at
                    box = Box(at, self.y + drop, at + _ADVANCE * len(token), self.y + drop + _HEIGHT)
                    self.words.append(Word(token, box, 0.95, self.line, 0))
                at += _ADVANCE * (len(token) + 1)
        self.line += 1
        self.y += _PITCH

    def page(self) -> PageWords:
        return PageWords(1, 612.0, max(792.0, self.y + 40), tuple(self.words), "sheet 1")


@dataclass(frozen=True)
class Case:
    """A claim, whether the page bears it out, and what was done to it ("" for nothing)."""

    statement: str
    true: bool
    fault: str = ""


@dataclass(frozen=True)
class Table:
    page: PageWords
    cases: tuple[Case, ...]
    style: str


def make(seed: int) -> Table:
    """One random table page with claims. The same seed gives the same page."""
    rng = random.Random(seed)
    language = rng.choice(["en", "ru"])
    en = language == "en"
    scale_word, factor = rng.choice(
        [("millions", 6), ("thousands", 3), ("", 0)] if en else [("млн руб.", 6), ("тыс. руб.", 3), ("руб.", 0)]
    )
    years = [y := rng.randint(2015, 2024), y - 1, y - 2][: rng.choice([2, 2, 3])]
    style = rng.choice(["years", "span", "dates", "fiscal"])
    sections = rng.random() < 0.5
    signs = en and rng.random() < 0.4
    change = rng.random() < 0.4
    sheet = Sheet(skew=rng.choice([0.0, 0.0, 0.45, -0.45]))
    left = 50.0
    columns = [330.0 + 75 * k for k in range(len(years))]
    extra = columns[-1] + 70
    sheet.put([(left, rng.choice(_TITLES[language]), "l")])
    caption = ""
    if en:
        caption = (
            rng.choice([f"(in {scale_word} of US dollars)", f"(Dollars in {scale_word})"])
            if scale_word
            else "(in US dollars)"
        )
    else:
        caption = rng.choice([f"({scale_word})", f"Единица измерения: {scale_word}", f"(в {_IN[factor]})"])
    in_header = rng.random() < 0.5 and style in {"years", "span"}
    if not in_header:
        sheet.put([(left, caption, "l")])
        sheet.y += 6
    middle = (columns[0] + columns[-1]) / 2 - 14
    day = "December 31," if en else "31 декабря"
    head: list[tuple[float, str, str]] = [(left, caption, "l")] if in_header else []
    if style == "span":
        sheet.put([(middle, f"Year ended {day}" if en else f"За год, закончившийся {day}", "c")])
    for x, year in zip(columns, years, strict=True):
        text = {
            "years": f"{year}" if en else f"{year} г.",
            "span": f"{year}" if en else f"{year} г.",
            "dates": f"31 Dec {year}" if en else f"31.12.{year}",
            "fiscal": f"FY{year}" if en else f"За {year} г.",
        }[style]
        head.append((x, text, "r"))
    if change:
        head.append((extra, "Change" if en else "Изменение", "r"))
    sheet.put(head)
    rows: list[tuple[str, str, list[Decimal], str]] = []
    labels = rng.sample(_LABELS[language], 9)
    for n, (label, said) in enumerate(labels):
        section = ""
        if sections and n in {0, 5}:
            section = ("Continuing operations:", "Other items:")[n > 0] if en else ("Раздел I", "Раздел II")[n > 0]
            sheet.put([(left, section, "l")])
        numbers = _numbers(rng, len(years), [v for r in rows for v in r[2]])
        negative = rng.random() < 0.15 and not label.endswith(("profit", "прибыль", "доходы", "Revenue"))
        shift = 10.0 if sections else 0.0
        cells: list[tuple[float, str, str]] = []
        wrapped = len(label.split()) > 2 and rng.random() < 0.3
        if wrapped:
            first, _, rest = label.rpartition(" ")
            if not rest[0].islower():
                wrapped = False
            else:
                sheet.put([(left + shift, first, "l")])
                cells.append((left + shift + 8, rest, "l"))
        if not wrapped:
            cells.append((left + shift, label, "l"))
        for x, number in zip(columns, numbers, strict=True):
            text = _written(number, en)
            text = f"({text})" if negative else text
            if signs and n in {0, 8}:
                cells.append((x - 52, "$", "l"))
            cells.append((x + (2 if negative else 0), text, "r"))
        if change:
            grown = _change(numbers)
            text = f"{abs(grown)}%" if en else f"{abs(grown)} %"
            cells.append((extra, f"({text[:-1]})%" if en and grown < 0 else f"-{text}" if grown < 0 else text, "r"))
        sheet.put(cells)
        rows.append((label, said, numbers, "negative" if negative else ""))
    cases = tuple(_cases(rng, language, rows, years, factor, change))
    return Table(sheet.page(), cases, f"{language} {style}{' change' if change else ''} 10^{factor}")


_TITLES = {
    "en": ["Consolidated statement of results", "Selected financial data", "Summary of operations and position"],
    "ru": ["Отчёт о финансовых результатах", "Основные показатели деятельности", "Сводные данные"],
}
_IN = {6: "миллионах рублей", 3: "тысячах рублей", 0: "рублях"}


def _numbers(rng: random.Random, count: int, taken: list[Decimal]) -> list[Decimal]:
    """Amounts that differ from one another and from all others clearly."""
    while True:
        first = Decimal(rng.randint(1100, 99000))
        out = [first]
        for _ in range(count - 1):
            out.append(
                (out[-1] * Decimal(str(rng.choice([0.62, 0.71, 0.8, 0.88, 1.13, 1.27, 1.4, 1.7])))).quantize(
                    Decimal(1)
                )
            )
        apart = all(abs(a - b) > Decimal("0.08") * b for i, a in enumerate(out) for b in [*taken, *out[:i]])
        if apart:
            return out


def _written(number: Decimal, en: bool) -> str:
    return f"{int(number):,}" if en else f"{int(number):,}".replace(",", " ")


def _change(numbers: list[Decimal]) -> int:
    return int(((numbers[0] / numbers[1] - 1) * 100).quantize(Decimal(1), ROUND_HALF_UP))


def _amount(rng: random.Random, number: Decimal, factor: int, en: bool) -> str:
    """The number in the words of an answer: exact with the table's scale, or rounded to millions or billions."""
    full = number * 10**factor
    exact = {
        6: (f"${int(number):,} million", f"{int(number):,} млн руб.".replace(",", " ")),
        3: (f"${int(number):,} thousand", f"{int(number):,} тыс. руб.".replace(",", " ")),
        0: (f"${int(number):,}", f"{int(number):,} руб.".replace(",", " ")),
    }[factor]
    if rng.random() < 0.5 or factor == 0:
        return exact[0] if en else exact[1]
    unit, words = (
        (Decimal(10**9), ("billion", "млрд руб.")) if full >= 10**9 else (Decimal(10**6), ("million", "млн руб."))
    )
    short = (full / unit).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return f"${short} {words[0]}" if en else f"{short} {words[1]}".replace(".", ",", 1)


def _cases(
    rng: random.Random,
    language: str,
    rows: list[tuple[str, str, list[Decimal], str]],
    years: list[int],
    factor: int,
    change: bool,
) -> list[Case]:
    en = language == "en"
    out: list[Case] = []

    def say(said: str, amount: str, year: int, form: int) -> str:
        if en:
            return (
                f"{said[0].upper() + said[1:]} amounted to {amount} in {year}.",
                f"In {year} {said} came to {amount}.",
                f"The company's {said.removeprefix('the ')} for {year} was {amount}.",
            )[form % 3]
        return (
            f"{said[0].upper() + said[1:]} за {year} год: {amount}",
            f"В {year} году {said} составили {amount}.",
            f"По строке «{said}» в {year} году указано {amount}.",
        )[form % 3]

    for r in rng.sample(range(len(rows)), 5):
        _label, said, numbers, _ = rows[r]
        c = rng.randrange(len(years))
        form = rng.randrange(3)
        out.append(Case(say(said, _amount(rng, numbers[c], factor, en), years[c], form), True))
        other = (c + 1) % len(years)
        out.append(Case(say(said, _amount(rng, numbers[other], factor, en), years[c], form), False, "column"))
        neighbour = rows[r + 1 if r + 1 < len(rows) else r - 1]
        out.append(Case(say(said, _amount(rng, neighbour[2][c], factor, en), years[c], form), False, "row"))
        wrong = numbers[c] + rng.choice([-1, 1]) * Decimal(rng.choice([100, 200, 300, 1000]))
        out.append(Case(say(said, _exact(wrong, factor, en), years[c], form), False, "digit"))
        if factor:
            shifted = _exact(numbers[c], factor - 3, en)
            out.append(Case(say(said, shifted, years[c], form), False, "scale"))
        up = numbers[0] > numbers[1]
        a, b = _amount(rng, numbers[1], factor, en), _amount(rng, numbers[0], factor, en)
        if en:
            verb, anti = ("rose", "fell") if up else ("fell", "rose")
            out.append(
                Case(f"{said[0].upper() + said[1:]} {verb} from {a} in {years[1]} to {b} in {years[0]}.", True)
            )
            out.append(Case(f"{said[0].upper() + said[1:]} {anti} to {b} in {years[0]}.", False, "direction"))
        else:
            verb, anti = ("выросли", "снизились") if up else ("снизились", "выросли")
            out.append(Case(f"В {years[0]} году {said} {verb} до {b}.", True))
            out.append(Case(f"В {years[0]} году {said} {anti} до {b}.", False, "direction"))
        if change:
            grown = abs(_change(numbers))
            if en:
                out.append(Case(f"{said[0].upper() + said[1:]} {verb} by {grown}% in {years[0]}.", True))
                out.append(
                    Case(f"{said[0].upper() + said[1:]} {anti} by {grown}% in {years[0]}.", False, "direction")
                )
            else:
                out.append(Case(f"В {years[0]} году {said} {verb} на {grown} %.", True))
                out.append(Case(f"В {years[0]} году {said} {anti} на {grown} %.", False, "direction"))
    return out


def _exact(number: Decimal, factor: int, en: bool) -> str:
    word = {6: ("million", "млн руб."), 3: ("thousand", "тыс. руб."), 0: ("", "руб.")}[factor]
    text = _written(number, en)
    return f"${text} {word[0]}".strip() if en else f"{text} {word[1]}"
