"""Tables of several builds: the block that the template prints, and the facts in its cells."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from atomcite.benchmarks.tables import notation
from atomcite.benchmarks.tables.model import Block, Fact, Label, Language, Period, PeriodKind
from atomcite.benchmarks.tables.notation import Style
from atomcite.benchmarks.tables.vocabulary import Vocabulary


@dataclass
class Draft:
    """A table under construction. `taken` are the numbers of the whole page: no two of them may be taken for one
    another, whatever they are rounded to."""

    rng: random.Random
    words: Vocabulary
    taken: list[Decimal]
    used: set[str]
    blocks: list[Block] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)

    @property
    def language(self) -> Language:
        return self.words.language

    def number(self, low: int, high: int, decimals: int = 0) -> Decimal:
        """A number from low..high that differs from all others of the page by more than a tenth."""
        for _ in range(2000):
            n = Decimal(self.rng.randint(low * 10**decimals, high * 10**decimals)).scaleb(-decimals)
            if self.apart(n):
                self.taken.append(n)
                return n
        raise ValueError("the page holds too many numbers of this size")

    def apart(self, n: Decimal) -> bool:
        return n % 10 != 0 and all(abs(n - o) > max(n, o) / 12 for o in self.taken)

    def following(self, n: Decimal, decimals: int) -> Decimal:
        """A number for the neighbouring period: the same thing, clearly more or less of it."""
        for _ in range(400):
            m = (n * Decimal(self.rng.choice([48, 55, 62, 71, 78, 84, 117, 126, 139, 152, 178, 208])) / 100) + (
                Decimal(self.rng.randint(1, 9)).scaleb(-decimals)
            )
            m = m.quantize(Decimal(1).scaleb(-decimals))
            if self.apart(m):
                self.taken.append(m)
                return m
        return self.number(max(1, int(n) // 4), int(n) * 4 + 9, decimals)

    def labels(self, pool: Sequence[Label], count: int) -> list[Label]:
        free = [label for label in pool if label.text not in self.used]
        chosen = self.rng.sample(free, min(count, len(free)))
        self.used.update(label.text for label in chosen)
        return chosen

    def years(self, count: int) -> list[int]:
        first = self.rng.randint(2014, 2025)
        years = [first - k for k in range(count)]
        return years if self.rng.random() < 0.75 else years[::-1]


@dataclass(frozen=True)
class Unit:
    """Currency and scale of a table, and where the page says so: in the "caption" beside the title, on a "line" of
    its own, in the "stub" over the labels, in the "columns", in a "note" under the table, in "text" above it."""

    currency: str
    exponent: int
    place: str
    text: str


def draw_unit(draft: Draft, places: Sequence[str], billions: bool = False) -> Unit:
    rng, words = draft.rng, draft.words
    currency = rng.choice(words.lists["currencies"])
    exponent = rng.choice([3, 3, 6, 6, 9] if billions else [3, 6])
    place = rng.choice(places)
    patterns = words.lists[{"columns": "columns", "note": "notes", "text": "notes"}.get(place, "captions")]
    if exponent != 3:
        patterns = tuple(p for p in patterns if "'000" not in p)
    return Unit(currency, exponent, place, unit_text(rng.choice(patterns), currency, exponent, words.language))


def unit_text(pattern: str, currency: str, exponent: int, language: Language) -> str:
    if language == "ru":
        scale, scales = notation.SCALES_RU[exponent], notation.PREPOSITIONAL_RU[exponent]
        names = {"currency": notation.CURRENCY_RU[currency], "genitive": notation.GENITIVE_RU[currency]}
    else:
        scale, scales = notation.SCALES_EN[exponent], notation.SCALES_EN[exponent] + "s"
        names = {"currency": notation.CURRENCY_EN[currency], "genitive": ""}
    values = {
        "scale": scale,
        "scales": scales,
        "Scales": scales.capitalize(),
        "Scale": scale.capitalize(),
        "sign": notation.SIGNS[currency].strip(),
        "code": currency,
        "short": {3: "k", 6: "m", 9: "bn"}[exponent],
        "head": "{head}",
        **names,
    }
    return pattern.format(**values)


_RULES = ("ruled", "booktabs", "plain", "zebra", "lines")


def table(
    draft: Draft,
    title: str,
    unit: Unit | None,
    header: list[list[dict[str, object]]],
    rows: list[dict[str, object]],
    left: int = 1,
    even: bool = False,
) -> None:
    """Puts title, caption, table and note on the page. `left` is the number of columns that are set flush left,
    `even` gives all others the same width, so that their headers wrap."""
    rng = draft.rng
    caption = unit.text if unit and unit.place == "caption" else ""
    if unit and unit.place == "text":
        draft.blocks.append({"kind": "text", "text": unit.text})
    draft.blocks.append({"kind": "caption", "left": title, "right": caption})
    if unit and unit.place == "line":
        draft.blocks.append({"kind": "line", "text": unit.text})
    columns = max(sum(int(str(c.get("span", 1))) for c in line) for line in header)
    draft.blocks.append(
        {
            "kind": "table",
            "rules": rng.choice(_RULES),
            "columns": columns,
            "left": left,
            "even": even,
            "header": header,
            "rows": rows,
            "width": rng.choice([100, 100, 86]),
            "size": rng.choice([9, 9.5, 10, 10.5]) if columns <= 5 else 9,
        }
    )
    if unit and unit.place == "note":
        draft.blocks.append({"kind": "note", "text": unit.text})


def cell(text: str, span: int = 1, center: bool = False) -> dict[str, object]:
    return {"text": text, "span": span, "center": center}


def row(cells: list[str], style: str = "", indent: int = 0) -> dict[str, object]:
    return {"cells": cells, "style": style, "indent": indent}


def _column_heads(draft: Draft, heads: list[str], unit: Unit) -> list[str]:
    return [unit.text.replace("{head}", h) for h in heads] if unit.place == "columns" else heads


def statement(draft: Draft) -> None:
    """Labels by periods: years, fiscal years or closing days; sections, subtotals, a column of notes, of changes."""
    rng, words = draft.rng, draft.words
    unit = draw_unit(draft, ["caption", "line", "stub", "columns", "note", "text"], billions=True)
    decimals = 1 if unit.exponent == 9 else rng.choice([0, 0, 1]) if unit.exponent == 6 else 0
    style = Style.draw(rng, words.language, decimals)
    kind: PeriodKind = rng.choice(["year", "year", "fiscal", "date"])
    periods = [Period(kind, y) for y in draft.years(rng.choice([2, 2, 3]))]
    pattern = rng.choice(words.lists[f"{kind}_heads"])
    heads = _column_heads(draft, [notation.heading(pattern, p, words.language, False) for p in periods], unit)
    notes = rng.random() < 0.25
    change = kind != "date" and len(periods) == 2 and rng.random() < 0.4
    stub = unit.text if unit.place == "stub" else ""
    header = [cell(stub), *([cell(words.words["note"])] if notes else []), *[cell(h) for h in heads]]
    if change:
        header.append(cell(rng.choice(words.lists["change"])))
    labels = draft.labels(words.money, rng.randint(4, 6))
    signed = draft.labels(words.signed, 1)
    sections = rng.random() < 0.4
    rows: list[dict[str, object]] = []
    sums = [Decimal(0)] * len(periods)
    sign = notation.SIGNS[unit.currency].strip() if rng.random() < 0.15 and words.language == "en" else ""

    def put(label: Label, numbers: list[Decimal], style_: str = "", indent: int = 0, facts: bool = True) -> None:
        cells = [label.text, *([str(rng.randint(2, 28))] if notes and not style_ else [""] if notes else [])]
        cells += [style.print(n, decimals, sign if not rows or style_ else "") for n in numbers]
        if change:
            earlier = periods[0].year > periods[1].year
            last, first = (numbers[0], numbers[1]) if earlier else (numbers[1], numbers[0])
            grown = (last / first - 1) * 100 if first and label not in signed else Decimal(0)
            cells.append(Style(style.group, style.point, style.negative, "-").print(grown.quantize(Decimal(1)), 0))
        at = len(rows)
        rows.append(row(cells, style_, indent))
        if facts:
            for c, (p, n) in enumerate(zip(periods, numbers, strict=True)):
                draft.facts.append(Fact(at, c, label, p, n, unit.exponent, unit.currency))

    for k, label in enumerate(labels):
        if sections and k in {0, 3}:
            rows.append(row([words.lists["sections"][k > 0]], "section"))
        first = draft.number(1100, 96000) if not decimals else draft.number(11, 960, 1)
        numbers = [first]
        for _ in periods[1:]:
            numbers.append(draft.following(numbers[-1], decimals))
        sums = [a + b for a, b in zip(sums, numbers, strict=True)]
        put(label, numbers, indent=int(sections))
    if rng.random() < 0.5 and all(draft.apart(s) for s in sums):
        draft.taken += sums
        put(Label(words.words["total"], words.words["total"].lower()), sums, "bold", facts=False)
    for label in signed:
        numbers = [(draft.number(105, 990) if not decimals else draft.number(2, 99, 1)) for _ in periods]
        numbers[rng.randrange(len(numbers))] *= -1
        put(label, numbers)
    if rng.random() < 0.3:
        zero = draft.labels(words.money, 1)
        for label in zero:
            numbers = [draft.number(1100, 9600) for _ in periods]
            numbers[-1] = Decimal(0)
            put(label, numbers, facts=False)
    table(draft, rng.choice(words.lists["titles"]), unit, [header], rows, 1)


def groups(draft: Draft) -> None:
    """Segments that span years."""
    rng, words = draft.rng, draft.words
    unit = draw_unit(draft, ["caption", "line", "note"])
    style = Style.draw(rng, words.language, 0)
    names = rng.sample(words.lists["groups"], rng.choice([2, 2, 3]))
    periods = [Period("year", y) for y in draft.years(2)]
    pattern = rng.choice(words.lists["year_heads"])
    heads = [notation.heading(pattern, p, words.language, False) for p in periods]
    if len(names) == 3 and max(len(h) for h in heads) > 7:
        heads = [str(p.year) for p in periods]
    header = [[cell(""), *[cell(n, 2, True) for n in names]], [cell(""), *[cell(h) for _ in names for h in heads]]]
    rows = []
    for r, label in enumerate(draft.labels(words.money, rng.randint(3, 5))):
        cells = [label.text]
        for g, name in enumerate(names):
            first = draft.number(1100, 96000)
            for c, (p, n) in enumerate(zip(periods, [first, draft.following(first, 0)], strict=True)):
                cells.append(style.print(n, 0))
                draft.facts.append(Fact(r, 2 * g + c, label, p, n, unit.exponent, unit.currency, name))
        rows.append(row(cells))
    table(draft, rng.choice(words.lists["group_titles"]), unit, header, rows)


def quarters(draft: Draft) -> None:
    """Quarters or halves, on one level of headers or under their years."""
    rng, words = draft.rng, draft.words
    unit = draw_unit(draft, ["caption", "line", "stub"])
    style = Style.draw(rng, words.language, 0)
    kind: PeriodKind = rng.choice(["quarter", "half"])
    years = draft.years(2)
    indexes = rng.sample(range(1, 5), 2) if kind == "quarter" else [1, 2]
    periods = [Period(kind, y, i) for y in years for i in sorted(indexes)]
    roman = rng.random() < 0.4
    stub = unit.text if unit.place == "stub" else ""
    if rng.random() < 0.6:
        pattern = rng.choice(words.lists["year_heads"])
        over = [cell(notation.filled(pattern, Period("year", y)), 2, True) for y in years]
        header = [
            [cell(stub), *over],
            [cell(""), *[cell(notation.part(p, words.language, roman)) for p in periods]],
        ]
    else:
        header = [[cell(stub), *[cell(notation.heading("{y}", p, words.language, roman)) for p in periods]]]
    rows = []
    for r, label in enumerate(draft.labels(words.money, rng.randint(3, 5))):
        numbers = [draft.number(1100, 96000)]
        for _ in periods[1:]:
            numbers.append(draft.following(numbers[-1], 0))
        rows.append(row([label.text, *[style.print(n, 0) for n in numbers]]))
        for c, (p, n) in enumerate(zip(periods, numbers, strict=True)):
            draft.facts.append(Fact(r, c, label, p, n, unit.exponent, unit.currency))
    table(draft, rng.choice(words.lists["titles"]), unit, header, rows)


def years_down(draft: Draft) -> None:
    """Years as rows, figures as columns, each with its own unit."""
    rng, words = draft.rng, draft.words
    unit = draw_unit(draft, ["columns"])
    style = Style.draw(rng, words.language, 0)
    labels = [label for label in draft.labels(words.money, 6) if len(label.text) < 26][:2]
    share = draft.labels(words.shares, 1)[0]
    heads = [unit.text.replace("{head}", label.text) for label in labels] + [f"{share.text}, %"]
    rows = []
    for r, y in enumerate(sorted(draft.years(rng.randint(3, 5)))):
        cells = [str(y)]
        for c, label in enumerate(labels):
            n = draft.number(1100, 96000)
            cells.append(style.print(n, 0))
            draft.facts.append(Fact(r, c, label, Period("year", y), n, unit.exponent, unit.currency))
        n = draft.number(3, 97, 1)
        cells.append(style.print(n, 1))
        draft.facts.append(Fact(r, len(labels), share, Period("year", y), n, 0, "%"))
        rows.append(row(cells))
    header = [[cell(words.words["year_head"]), *[cell(h) for h in heads]]]
    table(draft, rng.choice(words.lists["titles"]), None, header, rows, even=True)


def shares(draft: Draft) -> None:
    """Rates in percent with their change in points."""
    rng, words = draft.rng, draft.words
    style = Style.draw(rng, words.language, 0)
    years = sorted(draft.years(2), reverse=True)
    signs = rng.random() < 0.5
    gap = "" if words.language == "en" else rng.choice(["", " "])
    points = rng.choice(words.lists["points"])
    pattern = rng.choice(words.lists["year_heads"])
    heads = [notation.heading(pattern, Period("year", y), words.language, False) for y in years]
    heads = heads if signs else [f"{h}, %" for h in heads]
    rows = []
    for label in draft.labels(words.shares, rng.randint(3, 4)):
        numbers = [draft.number(5, 95, 1), draft.number(5, 95, 1)]
        moved = numbers[0] - numbers[1]
        if not draft.apart(abs(moved)):
            continue
        draft.taken.append(abs(moved))
        tail = f"{gap}%" if signs else ""
        plus = "+" if rng.random() < 0.5 and moved > 0 else ""
        rows.append(row([label.text, *[style.print(n, 1) + tail for n in numbers], plus + style.print(moved, 1)]))
        at = len(rows) - 1
        for c, (y, n) in enumerate(zip(years, numbers, strict=True)):
            draft.facts.append(Fact(at, c, label, Period("year", y), n, 0, "%"))
        draft.facts.append(Fact(at, 2, label, Period("year", years[0]), moved, 0, "pp"))
    table(draft, rng.choice(words.lists["titles"]), None, [[cell(""), *[cell(h) for h in heads], cell(points)]], rows)


def units(draft: Draft) -> None:
    """A column that gives each row its unit."""
    rng, words = draft.rng, draft.words
    language = words.language
    currency, exponent = rng.choice(words.lists["currencies"]), rng.choice([3, 6])
    style = Style.draw(rng, language, 0)
    years = draft.years(2)
    pattern = rng.choice(words.lists["year_heads"])
    if language == "ru":
        money = f"{notation.SCALES_RU[exponent]} {notation.CURRENCY_RU[currency]}"
    else:
        money = rng.choice(
            [f"{currency} {notation.SCALES_EN[exponent]}", f"{currency} m" if exponent == 6 else "USD k"]
        )
        currency = money[:3]
    kinds = [(label, money, currency, exponent, 0) for label in draft.labels(words.money, 3)]
    kinds += [(label, "%", "%", 0, 1) for label in draft.labels(words.shares, 2)]
    counted = words.counts[rng.randrange(len(words.counts))]
    if counted[0].text not in draft.used:
        draft.used.add(counted[0].text)
        kinds.append((counted[0], counted[1], counted[1], 0, 0))
    rng.shuffle(kinds)
    rows = []
    for r, (label, printed, unit, power, decimals) in enumerate(kinds):
        numbers = [draft.number(3, 97, 1) if decimals else draft.number(1100, 96000)]
        numbers.append(draft.following(numbers[0], 0) if not decimals else draft.number(3, 97, 1))
        rows.append(row([label.text, printed, *[style.print(n, decimals) for n in numbers]]))
        for c, (y, n) in enumerate(zip(years, numbers, strict=True)):
            draft.facts.append(Fact(r, c, label, Period("year", y), n, power, unit))
    head = [*words.lists["unit_head"], *[notation.filled(pattern, Period("year", y)) for y in years]]
    table(draft, rng.choice(words.lists["titles"]), None, [[cell(h) for h in head]], rows, 2)


BUILDS: tuple[Callable[[Draft], None], ...] = (
    statement,
    statement,
    statement,
    groups,
    quarters,
    years_down,
    shares,
    units,
)
