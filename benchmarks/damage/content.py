"""What the pages of the damage set say: tables of years, registers and clauses, with what is claimed of their values.

Words come from the two families of `atomcite.benchmarks.tables`: "tune" may be looked at, "report" is only counted.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from atomcite.benchmarks.tables import notation
from atomcite.benchmarks.tables.claims import Teller
from atomcite.benchmarks.tables.layouts import Draft, unit_text
from atomcite.benchmarks.tables.model import Claim, Fact, Language, Period
from atomcite.benchmarks.tables.notation import Style
from atomcite.benchmarks.tables.vocabulary import Family, vocabulary

_ALIKE = {"0": "86", "1": "74", "2": "7", "3": "85", "4": "19", "5": "36", "6": "58", "7": "12", "8": "36", "9": "47"}
"""Digits that a spoilt picture lets pass for one another."""
_SAID: dict[Language, dict[str, str]] = {
    "en": {
        "amount": "The contract with {party} is worth {value}.",
        "date": "Contract No. {number} is dated {value}.",
        "number": "The contract with {party} is No. {value}.",
    },
    "ru": {
        "amount": "Сумма договора с {party} составляет {value}.",
        "date": "Договор № {number} датирован {value}.",
        "number": "С {party} заключён договор № {value}.",
    },
}


@dataclass(frozen=True)
class Item:
    """A value as it is printed, the same with another digit (or name) in it, and what is claimed of it: what a text
    layer of fraud says is what one of the false claims says."""

    text: str
    lie: str
    claims: tuple[Claim, ...]


Piece = str | Item


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class Grid:
    """A table: the columns under `head` from `first_number` on are set to the right."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Piece, ...], ...]
    first_number: int = 1


@dataclass(frozen=True)
class Clause:
    """A paragraph; a space parts its pieces unless the next one begins with a mark."""

    pieces: tuple[Piece, ...]


Block = Heading | Grid | Clause


def blocks(family: Family, language: Language, rng: random.Random) -> list[Block]:
    """The blocks of one page, in an order that `rng` draws."""
    draft = Draft(rng, vocabulary(family, language), [], set())
    parts: list[list[Block]] = [
        [_years(draft)],
        [_register(draft)],
        [Clause((f"{n}. ", *c.pieces)) for n, c in _clauses(draft)],
    ]
    rng.shuffle(parts)
    title = Heading(rng.choice(draft.words.lists["headers"]))
    return [title, *(block for part in parts for block in part)]


def other_digit(rng: random.Random, text: str) -> str:
    """`text` with one digit changed, as often as not into one that looks like it. A first digit never becomes 0."""
    places = [i for i, c in enumerate(text) if c.isdigit()]
    i = rng.choice(places)
    pool = _ALIKE[text[i]] if rng.random() < 0.5 else "123456789".replace(text[i], "")
    return text[:i] + rng.choice(pool) + text[i + 1 :]


def _years(draft: Draft) -> Grid:
    rng, language = draft.rng, draft.language
    currency, exponent = rng.choice(draft.words.lists["currencies"]), rng.choice([3, 6])
    captions = [
        c for c in draft.words.lists["captions"]
        if any(name in c for name in ("{currency}", "{sign}", "{code}")) and (exponent == 3 or "'000" not in c)
    ]  # fmt: skip
    caption = unit_text(rng.choice(captions), currency, exponent, language)
    years = draft.years(rng.choice([2, 3]))
    labels = draft.labels(draft.words.money, rng.randint(4, 6))
    style = replace(Style.draw(rng, language, 0), negative="-")
    facts: list[Fact] = []
    for row, label in enumerate(labels):
        number = draft.number(1100, 98_000)
        for column, year in enumerate(years):
            number = draft.following(number, 0) if column else number
            facts.append(Fact(row, column, label, Period("year", year), number, exponent, currency))
    teller = Teller(rng, draft.words)
    asked = set(rng.sample(range(len(facts)), 4))
    heads = rng.choice(draft.words.lists["year_heads"])
    rows: list[list[Piece]] = [[label.text] for label in labels]
    for i, fact in enumerate(facts):
        printed = style.print(fact.number, 0)
        rows[fact.row].append(_cell(teller, fact, facts, style) if i in asked else printed)
    return Grid(
        caption,
        ("", *(notation.heading(heads, Period("year", y), language, False) for y in years)),
        tuple(tuple(row) for row in rows),
    )


def _cell(teller: Teller, fact: Fact, facts: Sequence[Fact], style: Style) -> Item:
    rng = teller.rng
    lie = Decimal(other_digit(rng, str(fact.number)))
    row = rng.choice([f for f in facts if f.column == fact.column and f.row != fact.row])
    year = rng.choice([f for f in facts if f.row == fact.row and f.column != fact.column])
    claims = (
        Claim(teller.plain(fact), True, "exact"),
        Claim(teller.plain(replace(fact, number=lie)), False, "digit"),
        rng.choice(
            [
                Claim(teller.plain(replace(fact, number=row.number)), False, "row"),
                Claim(teller.plain(replace(fact, number=year.number)), False, "year"),
            ]
        ),
    )
    return Item(style.print(fact.number, 0), style.print(lie, 0), claims)


def _register(draft: Draft) -> Grid:
    """Contracts: party, number, date, amount; one value of each row is asked about."""
    rng, words, language = draft.rng, draft.words, draft.language
    parties = rng.sample(words.lists["parties"], 4)
    draft.used.update(parties)
    currency = rng.choice(words.lists["currencies"])
    style = Style.draw(rng, language, 0)
    said = _SAID[language]
    entries = []
    for k, party in enumerate(parties):
        number = f"{rng.randint(100, 999)}-{rng.randint(11, 99)}"
        day = (rng.randint(2018, 2025), (3 * k + rng.randint(1, 3)) % 12 + 1, rng.randint(13, 28))
        entries.append((party, number, day, draft.number(1100, 960_000)))
    rows: list[tuple[Piece, ...]] = []
    for k, (party, number, day, amount) in enumerate(entries):
        other = rng.choice([e for e in entries if e[0] != party])
        date, money = _short(day, language), style.print(amount, 0)

        def worth(n: Decimal) -> str:
            return notation.money(rng, n, 0, currency, language)

        def dated(of: tuple[int, int, int]) -> str:
            return notation.full_date(rng, *of, language)

        cells: list[Piece] = [party, number, date, money]
        what = ("amount", "date", "number", "amount")[k]
        given = {"party": party, "number": number}
        if what == "amount":
            lie = Decimal(other_digit(rng, str(amount)))
            cells[3] = _item(
                said[what], given, money, style.print(lie, 0), worth(amount), worth(lie), worth(other[3])
            )
        elif what == "date":
            moved = (day[0], day[1], int(f"{str(day[2])[0]}{rng.choice(_ALIKE[str(day[2])[1]])}"))
            cells[2] = _item(
                said[what], given, date, _short(moved, language), dated(day), dated(moved), dated(other[2])
            )
        else:
            wrong = other_digit(rng, number)
            cells[1] = _item(said[what], given, number, wrong, number, wrong, other[1])
        rows.append(tuple(cells))
    heads = list(words.lists["register"])
    heads[3] += f", {notation.CURRENCY_RU[currency]}" if language == "ru" else f", {currency}"
    return Grid("", tuple(heads), tuple(rows), first_number=3)


def _item(pattern: str, given: dict[str, str], text: str, lie: str, true: str, digit: str, row: str) -> Item:
    """Claims of a register: what holds, another digit, and the value of another row."""

    def say(value: str) -> str:
        return pattern.format(**given, value=value).replace("..", ".")

    claims = (Claim(say(true), True, "exact"), Claim(say(digit), False, "digit"), Claim(say(row), False, "row"))
    return Item(text, lie, claims)


def _short(day: tuple[int, int, int], language: Language) -> str:
    year, month, number = day
    if language == "ru":
        return f"{number:02}.{month:02}.{year}"
    return f"{number} {notation.MONTHS_EN[month - 1][:3]} {year}"


def _clauses(draft: Draft) -> list[tuple[str, Clause]]:
    """Numbered sentences with a date, a name and an amount, as in the terms of a contract."""
    rng, words = draft.rng, draft.words
    chapter = rng.randint(2, 9)
    makers = (("date", _dated), ("party", _named), ("amount", _priced))
    out: list[tuple[str, Clause]] = []
    for n, (kind, make) in enumerate(rng.sample(makers, len(makers)), 1):
        pattern = rng.choice(words.form[kind]).split("|")[1]
        before, after = pattern.split("{value}")
        item = make(draft, pattern)
        # "plc" and "руб." may end in the full stop of the sentence themselves.
        end = after[1:] if item.text.endswith(".") and after.startswith(".") else after
        out.append((f"{chapter}.{n}", Clause((before.strip(), item, end))))
    return out


def _dated(draft: Draft, pattern: str) -> Item:
    rng, language = draft.rng, draft.language
    year, month, day = rng.randint(2015, 2026), rng.randint(1, 12), rng.randint(13, 28)
    lie = int(f"{str(day)[0]}{rng.choice(_ALIKE[str(day)[1]])}")

    def full(y: int, m: int, d: int) -> str:
        return notation.full_date(rng, y, m, d, language)

    numeric = rng.random() < 0.5 and language == "ru"
    printed, false = (
        (f"{day:02}.{month:02}.{year}", f"{lie:02}.{month:02}.{year}")
        if numeric
        else (_spelt(year, month, day, language), _spelt(year, month, lie, language))
    )
    claims = (
        Claim(_filled(pattern, full(year, month, day)), True, "exact"),
        Claim(_filled(pattern, full(year, month, lie)), False, "digit"),
        Claim(_filled(pattern, full(year + rng.choice([-1, 1]), month, day)), False, "year"),
    )
    return Item(printed, false, claims)


def _spelt(year: int, month: int, day: int, language: Language) -> str:
    if language == "ru":
        return f"{day} {notation.MONTHS_RU[month - 1]} {year} года"
    return f"{day} {notation.MONTHS_EN[month - 1]} {year}"


def _named(draft: Draft, pattern: str) -> Item:
    free = [p for p in draft.words.lists["parties"] if p not in draft.used]
    name, other = draft.rng.sample(free, 2)
    claims = (Claim(_filled(pattern, name), True, "exact"), Claim(_filled(pattern, other), False, "name"))
    return Item(name, other, claims)


def _priced(draft: Draft, pattern: str) -> Item:
    rng, language = draft.rng, draft.language
    currency = rng.choice(draft.words.lists["currencies"])
    amount = draft.number(1100, 9_900_000)
    lie = Decimal(other_digit(rng, str(amount)))

    def printed(n: Decimal) -> str:
        text = notation.grouped(n, language)
        return f"{text} {notation.CURRENCY_RU[currency]}" if language == "ru" else f"{currency} {text}"

    def said(n: Decimal) -> str:
        return _filled(pattern, notation.money(rng, n, 0, currency, language))

    claims = (Claim(said(amount), True, "exact"), Claim(said(lie), False, "digit"))
    return Item(printed(amount), printed(lie), claims)


def _filled(pattern: str, value: str) -> str:
    return pattern.format(value=value).replace("..", ".")
