"""Key-value forms and registers of contracts: names, dates, numbers of documents, amounts, terms."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from atomcite.benchmarks.tables import notation
from atomcite.benchmarks.tables.layouts import Draft, cell, row, table
from atomcite.benchmarks.tables.model import Claim
from atomcite.benchmarks.tables.notation import Style


@dataclass(frozen=True)
class _Field:
    """What a form prints (`value`), how a statement about it goes (`pattern`), the values that a statement may give
    it in other words, and those that it must not."""

    label: str
    pattern: str
    value: str
    good: tuple[tuple[str, str], ...]
    bad: tuple[tuple[str, str], ...]


def form(draft: Draft, limit: int = 12) -> list[Claim]:
    """A key-value form; its claims are made here, since what may be said differs from field to field."""
    rng, words = draft.rng, draft.words
    fields: list[_Field] = []
    makers: dict[str, Callable[[Draft, str, str], _Field]] = {
        "number": _number, "account": _number, "date": _date, "end": _date, "party": _party, "amount": _amount,
        "days": _days, "months": _months, "rate": _rate,
    }  # fmt: skip
    for kind, entries in words.form.items():
        if kind == "titles":
            continue
        chosen = entries if kind in {"amount", "party"} else [rng.choice(entries)]
        for entry in chosen[: 3 if kind == "amount" else 2]:
            label, pattern = entry.split("|")
            fields.append(makers[kind](draft, label, pattern))
    rng.shuffle(fields)
    colon = rng.random() < 0.7
    draft.blocks.append({"kind": "caption", "left": rng.choice(words.form["titles"]), "right": ""})
    draft.blocks.append(
        {
            "kind": "form",
            "style": rng.choice(["columns", "boxed", "line", "dots"]),
            "rows": [[f.label + (":" if colon else ""), f.value] for f in fields],
        }
    )
    out = []
    for f in rng.sample(fields, len(fields)):
        good, bad = rng.choice(f.good), rng.choice(f.bad)
        out.append(Claim(_filled(f.pattern, good[1]), True, good[0]))
        out.append(Claim(_filled(f.pattern, bad[1]), False, bad[0]))
    twins = [f for f in fields if f.label in {e.split("|")[0] for e in words.form["amount"]}]
    if len(twins) > 1:
        a, b = rng.sample(twins, 2)
        out.insert(rng.randrange(4), Claim(_filled(a.pattern, b.good[0][1]), False, "field"))
    return out[:limit]


def _number(draft: Draft, label: str, pattern: str) -> _Field:
    rng = draft.rng
    letters = "".join(rng.choice("ABCDEKMHPT") for _ in range(2))
    text = rng.choice([f"{letters}-{rng.randint(1000, 9999)}/{rng.randint(10, 25)}", f"{rng.randint(10**7, 10**9)}",
                       f"{rng.randint(100, 999)}-{rng.randint(10, 99)}/{letters}"])  # fmt: skip
    places = [i for i, c in enumerate(text) if c.isdigit()]
    i = rng.choice(places)
    wrong = text[:i] + rng.choice([d for d in "123456789" if d != text[i]]) + text[i + 1 :]
    swapped = next((text[:i] + text[i + 1] + text[i] + text[i + 2 :] for i in places
                    if i + 1 in places and text[i] != text[i + 1]), wrong)  # fmt: skip
    return _Field(label, pattern, text, (("identifier", text),), (("identifier", wrong), ("identifier", swapped)))


def _date(draft: Draft, label: str, pattern: str) -> _Field:
    rng, language = draft.rng, draft.language
    year, month, day = rng.randint(2015, 2026), rng.randint(1, 12), rng.randint(13, 28)
    printed = notation.full_date(rng, year, month, day, language)
    good = notation.full_date(rng, year, month, day, language)
    bad = [
        notation.full_date(rng, year, month % 12 + 1, day, language),
        notation.full_date(rng, year + 1, month, day, language),
        notation.full_date(rng, year, month, day - rng.randint(1, 9), language),
    ]
    return _Field(label, pattern, printed, (("date", good),), tuple(("date", b) for b in bad))


def _party(draft: Draft, label: str, pattern: str) -> _Field:
    free = [p for p in draft.words.lists["parties"] if p not in draft.used]
    name, other = draft.rng.sample(free, 2)
    draft.used.add(name)
    return _Field(label, pattern, name, (("name", name),), (("name", other),))


def _amount(draft: Draft, label: str, pattern: str) -> _Field:
    rng, language = draft.rng, draft.language
    currency = rng.choice(draft.words.lists["currencies"])
    whole = draft.number(1100, 9_900_000)
    cents = rng.random() < 0.5
    number = whole + (Decimal(rng.randint(10, 99)) / 100 if cents else 0)
    style = Style.draw(rng, language, 0)
    text = style.print(number, 2 if cents else 0)
    printed = f"{text} {notation.CURRENCY_RU[currency]}" if language == "ru" else rng.choice(
        [f"{notation.SIGNS[currency]}{text}", f"{currency} {text}"])  # fmt: skip

    def say(n: Decimal, unit: str = currency) -> str:
        return notation.money(rng, n, 0, unit, language)

    digits = str(whole)
    i = rng.randrange(len(digits))
    wrong = Decimal(digits[:i] + rng.choice([d for d in "123456789" if d != digits[i]]) + digits[i + 1 :])
    good: list[tuple[str, str]] = [("exact", say(number))]
    if whole >= 10**6:
        short = notation.plain(notation.rounded(Decimal(number).scaleb(-6), 3))
        good.append(("rounded", notation.money(rng, short, 6, currency, language)))
    bad = [("digit", say(wrong)), ("scale", notation.money(rng, number, 3, currency, language))]
    bad.append(("currency", say(number, "EUR" if currency != "EUR" else "USD")))
    return _Field(label, pattern, printed, tuple(good), tuple(bad))


def _days(draft: Draft, label: str, pattern: str) -> _Field:
    rng, ru = draft.rng, draft.language == "ru"
    n = rng.choice([5, 7, 10, 14, 15, 20, 30, 45, 60])
    other = rng.choice([k for k in (5, 10, 15, 25, 40, 90) if k != n])
    kind, wrong = rng.sample(["рабочих", "календарных"] if ru else ["business", "calendar"], 2)
    tail, months = ("дней", "месяцев") if ru else ("days", "months")
    good = (("exact", f"{n} {kind} {tail}"), ("words", f"{notation.in_words(n, draft.language)} {kind} {tail}"))
    bad = (("digit", f"{other} {kind} {tail}"), ("unit", f"{n} {wrong} {tail}"), ("unit", f"{n} {months}"))
    return _Field(label, pattern, f"{n} {kind} {tail}", good, bad)


def _months(draft: Draft, label: str, pattern: str) -> _Field:
    rng, ru = draft.rng, draft.language == "ru"
    years = rng.choice([2, 3])
    n = 12 * years
    printed, wrong = (
        (f"{n} месяцев" if n != 24 else "24 месяца", "18 месяцев") if ru else (f"{n} months", "18 months")
    )
    longer = f"{years} года" if ru else f"{years} years"
    return _Field(label, pattern, printed, (("exact", printed), ("rescaled", longer)),
                  (("digit", wrong), ("unit", f"{n} дней" if ru else f"{n} days")))  # fmt: skip


def _rate(draft: Draft, label: str, pattern: str) -> _Field:
    rng, ru = draft.rng, draft.language == "ru"
    n = draft.number(3, 24, 1)
    text = notation.grouped(n, draft.language)
    printed = rng.choice([f"{text} %", f"{text}%"]) + (
        rng.choice(["", " годовых"]) if ru else rng.choice(["", " p.a."])
    )
    off = notation.grouped(n + Decimal("1.1"), draft.language)
    points = f"{text} процентных пункта" if ru else f"{text} percentage points"
    return _Field(label, pattern, printed, (("exact", f"{text} %" if ru else f"{text}%"),),
                  (("digit", f"{off} %" if ru else f"{off}%"), ("points", points)))  # fmt: skip


def register(draft: Draft, limit: int = 9) -> list[Claim]:
    """A table of contracts: party, number, date, amount."""
    rng, words, language = draft.rng, draft.words, draft.language
    parties = [p for p in words.lists["parties"] if p not in draft.used]
    rng.shuffle(parties)
    currency = rng.choice(words.lists["currencies"])
    style = Style.draw(rng, language, 0)
    entries = []
    rows = []
    for k, party in enumerate(parties[: rng.randint(3, 4)]):
        number = f"{rng.randint(100, 999)}-{rng.randint(11, 99)}"
        day, month, year = rng.randint(13, 28), (3 * k + rng.randint(1, 3)) % 12 + 1, rng.randint(2018, 2025)
        amount = draft.number(1100, 960_000)
        printed = (
            f"{day:02}.{month:02}.{year}" if language == "ru" else f"{day} {notation.MONTHS_EN[month - 1][:3]} {year}"
        )
        rows.append(row([party, number, printed, style.print(amount, 0)]))
        entries.append((party, number, (year, month, day), amount))
    heads = list(words.lists["register"])
    heads[3] += f", {notation.CURRENCY_RU[currency]}" if language == "ru" else f", {currency}"
    title = "Реестр договоров" if language == "ru" else "Register of contracts"
    table(draft, title, None, [[cell(h) for h in heads]], rows, 3)
    out: list[Claim] = []
    say = _Register(rng, language, currency)
    for entry in rng.sample(entries, len(entries)):
        other = rng.choice([e for e in entries if e is not entry])
        out += [
            Claim(say.amount(entry[0], entry[3]), True, "exact"),
            Claim(say.amount(entry[0], other[3]), False, "party"),
            Claim(say.date(entry[1], entry[2]), True, "date"),
            Claim(say.date(entry[1], other[2]), False, "row"),
            Claim(say.number(entry[0], entry[1]), True, "identifier"),
            Claim(say.number(entry[0], other[1]), False, "party"),
        ]
    return rng.sample(out, min(limit, len(out)))


@dataclass
class _Register:
    rng: random.Random
    language: str
    currency: str

    def amount(self, party: str, amount: Decimal) -> str:
        text = notation.money(self.rng, amount, 0, self.currency, "ru" if self.language == "ru" else "en")
        if self.language == "ru":
            return f"Сумма договора с {party} составляет {text}.".replace("..", ".")
        return f"The contract with {party} is worth {text}."

    def date(self, number: str, day: tuple[int, int, int]) -> str:
        text = notation.full_date(self.rng, *day, "ru" if self.language == "ru" else "en")
        return (
            f"Договор № {number} датирован {text}."
            if self.language == "ru"
            else f"Contract No. {number} is dated {text}."
        )

    def number(self, party: str, number: str) -> str:
        if self.language == "ru":
            return f"С {party} заключён договор № {number}."
        return f"The contract with {party} is No. {number}."


def _filled(pattern: str, value: str) -> str:
    return pattern.format(value=value).replace("..", ".")
