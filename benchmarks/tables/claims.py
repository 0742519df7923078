"""Statements about the facts of a page: true in several ways, or with one planted fault."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from atomcite.benchmarks.tables import notation
from atomcite.benchmarks.tables.model import Claim, Fact, Language, Period
from atomcite.benchmarks.tables.vocabulary import Vocabulary

_PAST = {"m": "", "f": "а", "n": "о", "p": "и"}
_REFLEXIVE = {"m": "ся", "f": "ась", "n": "ось", "p": "ись"}
_STEMS = {"вырасти": "вырос", "увеличиться": "увеличил", "снизиться": "снизил", "уменьшиться": "уменьшил",
          "возрасти": "возрос", "сократиться": "сократил"}  # fmt: skip
_OTHER_CURRENCY = {"USD": "EUR", "EUR": "USD", "GBP": "USD", "CHF": "EUR", "RUB": "USD"}


class Teller:
    """Says facts in the sentences of one vocabulary."""

    def __init__(self, rng: random.Random, words: Vocabulary) -> None:
        self.rng, self.words = rng, words

    @property
    def language(self) -> Language:
        return self.words.language

    # --- parts of a sentence ------------------------------------------------------------------------------------

    def when(self, period: Period) -> str:
        return notation.filled(self.rng.choice(self.words.lists[period.kind]), period)

    def amount(self, fact: Fact) -> str:
        """The fact's number without its sign."""
        return self.written(abs(fact.number), fact.exponent, fact.unit)

    def written(self, number: Decimal, exponent: int, unit: str) -> str:
        ru = self.language == "ru"
        text = notation.grouped(number, self.language)
        if unit == "%":
            return self.rng.choice([f"{text} %", f"{text}%"] if ru else [f"{text}%", f"{text} percent"])
        if unit == "pp":
            return f"{text} п.п." if ru else self.rng.choice([f"{text} percentage points", f"{text} pp"])
        if unit in notation.SIGNS:
            return notation.money(self.rng, number, exponent, unit, self.language)
        return text if not ru else f"{text} {unit}"

    def verb(self, form: str, gender: str) -> str:
        """Past tense of a Russian verb in -ить, or of one of motion up or down."""
        if form in _STEMS:
            stem = _STEMS[form]
            if form.endswith("ся"):
                return stem + _REFLEXIVE[gender]
            return stem + ("л" if gender != "m" else "") + _PAST[gender]
        return (
            {"составить": "составил", "достичь": "достиг"}[form]
            + ("л" if form == "достичь" and gender != "m" else "")
            + _PAST[gender]
        )

    def sentence(self, pattern: str, fact: Fact, **given: str) -> str:
        label, when = fact.label, given.pop("when", "") or (self.when(fact.period) if fact.period else "")
        negative = fact.number < 0 and label.loss
        said = label.loss if negative else label.said
        gender = label.loss_gender if negative else label.gender
        ru = self.language == "ru"
        values = {
            "label": said,
            "Label": said[:1].upper() + said[1:],
            "Text": label.text,
            "when": when,
            "When": when[:1].upper() + when[1:],
            "amount": self.amount(fact),
            "group": fact.group,
            "was": self.verb("составить", gender) if ru else "were" if label.gender == "p" else "was",
            "reached": self.verb("достичь", gender) if ru else "reached",
            **given,
        }
        text = pattern.format(**values)
        text = " ".join(text.split()).replace(" .", ".").replace("..", ".")
        return text[:1].upper() + text[1:]

    def plain(self, fact: Fact, **given: str) -> str:
        patterns = self.words.lists["grouped" if fact.group else "plain"]
        if fact.label.loss:
            patterns = tuple(p for p in patterns if "{Text}" not in p)  # "profit (loss)" leaves the sign open
        return self.sentence(self.rng.choice(patterns), fact, **given)

    def moved(self, fact: Fact, up: bool) -> str:
        form = self.rng.choice(self.words.words["rose" if up else "fell"].split(","))
        return self.verb(form, fact.label.gender) if self.language == "ru" else form


def _rescaled(fact: Fact) -> tuple[Decimal, int]:
    """The number in the scale in which an answer would most likely give it: 42,318 thousand -> 42.318 million."""
    size = abs(fact.amount)
    exponent = 9 if size >= 10**9 else 6 if size >= 10**6 else 3
    return notation.plain((size.scaleb(-exponent)).normalize()), exponent


def _digit(rng: random.Random, number: Decimal) -> Decimal:
    """The number with one of its digits changed."""
    digits = number.as_tuple().digits
    place = rng.randrange(len(digits))
    other = rng.choice([d for d in range(1, 10) if abs(d - digits[place]) > 0])
    text = "".join(str(other if i == place else d) for i, d in enumerate(digits))
    return (Decimal(text).scaleb(number.adjusted() - len(digits) + 1)).copy_sign(number)


def claims_of(rng: random.Random, words: Vocabulary, facts: Sequence[Fact], limit: int = 5) -> list[Claim]:
    """Claims about some of the facts of one table."""
    teller = Teller(rng, words)
    out: list[Claim] = []
    for fact in rng.sample(list(facts), min(limit, len(facts))):
        made = [*_true(teller, fact, facts), *_false(teller, fact, facts)]
        true, false = [c for c in made if c.true], [c for c in made if not c.true]
        out += rng.sample(true, min(3, len(true))) + rng.sample(false, min(3, len(false)))
    return list({c.statement: c for c in out}.values())


def _true(teller: Teller, fact: Fact, facts: Sequence[Fact]) -> Iterator[Claim]:
    rng, money = teller.rng, fact.unit in notation.SIGNS
    if fact.unit == "pp":
        yield Claim(_point_change(teller, fact, "pp"), True, "points")
        return
    yield Claim(teller.plain(fact), True, "sign" if fact.label.loss else "exact")
    number, exponent = _rescaled(fact)
    if money:
        yield Claim(teller.plain(fact, amount=teller.written(number, exponent, fact.unit)), True, "rescaled")
        # Never left of the point: "170 million" for 167.4 is no rounding that a reader may take for granted.
        coarse = notation.plain(notation.rounded(number, max(rng.choice([2, 3]), number.adjusted() + 1)))
        yield Claim(teller.plain(fact, amount=teller.written(coarse, exponent, fact.unit)), True, "rounded")
        whole = int(number.quantize(Decimal(1), ROUND_HALF_UP))
        if 10 < whole < 1000 and exponent >= 6:
            yield Claim(teller.plain(fact, amount=_worded(teller, whole, exponent, fact.unit)), True, "words")
        over = notation.plain(notation.rounded(number * Decimal("0.94"), 2))
        bound = "more than" if teller.language == "en" else rng.choice(["более", "свыше"])
        said = f"{bound} {teller.written(over, exponent, fact.unit)}"
        if over < number:
            yield Claim(teller.plain(fact, amount=said), True, "bound")
        about = notation.plain(notation.rounded(number, 1))
        if abs(about - number) < number * Decimal("0.04"):
            word = rng.choice(["about", "approximately"] if teller.language == "en" else ["около", "примерно"])
            yield Claim(
                teller.plain(fact, amount=f"{word} {teller.written(about, exponent, fact.unit)}"), True, "about"
            )
    elif fact.unit == "%":
        whole = int(fact.number.quantize(Decimal(1), ROUND_HALF_UP))
        if abs(fact.number - whole) != Decimal("0.5"):
            text = notation.in_words(whole, teller.language)
            unit = "percent" if teller.language == "en" else _percent_ru(whole)
            yield Claim(teller.plain(fact, amount=f"{text} {unit}"), True, "words")
    earlier = _year_before(fact, facts)
    if earlier is not None and fact.number > 0 < earlier.number and fact.unit != "%" and not fact.group:
        yield Claim(_span(teller, earlier, fact), True, "from-to")
        yield Claim(_grown(teller, fact, earlier), True, "change")


def _false(teller: Teller, fact: Fact, facts: Sequence[Fact]) -> Iterator[Claim]:
    rng, money = teller.rng, fact.unit in notation.SIGNS
    if fact.unit == "pp":
        yield Claim(_point_change(teller, fact, "%"), False, "points")
        yield Claim(_point_change(teller, replace(fact, number=-fact.number), "pp"), False, "direction")
        return
    yield Claim(teller.plain(replace(fact, number=_digit(rng, fact.number))), False, "digit")
    others = [f for f in facts if f.column == fact.column and f.row != fact.row and f.unit == fact.unit]
    if others:
        other = rng.choice(others)
        wrong = replace(fact, number=abs(other.number) if not fact.label.loss else other.number)
        yield Claim(teller.plain(wrong), False, "row")
    same_row = [f for f in facts if f.row == fact.row and f.label == fact.label and f.column != fact.column]
    years = [f for f in same_row + [g for g in facts if g.label == fact.label] if f.period != fact.period]
    years = [f for f in years if f.group == fact.group and f.unit == fact.unit]
    if years:
        yield Claim(teller.plain(replace(fact, number=rng.choice(years).number)), False, "year")
    elsewhere = [f for f in same_row if f.group != fact.group and f.period == fact.period]
    if elsewhere:
        yield Claim(teller.plain(replace(fact, number=rng.choice(elsewhere).number)), False, "segment")
    if fact.label.loss:
        yield Claim(teller.plain(replace(fact, number=-fact.number)), False, "sign")
    if money:
        shifted = replace(
            fact, exponent=rng.choice([e for e in (fact.exponent - 3, fact.exponent + 3) if 0 <= e <= 9])
        )
        yield Claim(teller.plain(shifted), False, "scale")
        currency = _OTHER_CURRENCY[fact.unit]
        if teller.language == "en" or currency in notation.CURRENCY_RU:
            yield Claim(teller.plain(replace(fact, unit=currency)), False, "currency")
        number, exponent = _rescaled(fact)
        near = notation.plain(notation.rounded(number, 2))
        beyond = notation.plain(notation.rounded(number * Decimal("1.25"), 2))
        beneath = notation.plain(notation.rounded(number * Decimal("0.8"), 2))
        over, under = ("more than", "less than") if teller.language == "en" else ("более", "менее")
        for bound, value in ((over, beyond), (under, beneath)):
            said = f"{bound} {teller.written(value, exponent, fact.unit)}"
            if near != value:
                yield Claim(teller.plain(fact, amount=said), False, "bound")
        same = [
            f for f in facts
            if f.column == fact.column and f.row != fact.row and f.number > 0 < fact.number and f.unit == fact.unit
        ]  # fmt: skip
        if same and not fact.group:
            other = rng.choice(same)
            sum_ = teller.written(fact.number + other.number, fact.exponent, fact.unit)
            pattern = rng.choice(teller.words.lists["derived_sum"])
            yield Claim(teller.sentence(pattern, fact, other=other.label.said, amount=sum_), False, "derived")
    elif fact.unit != "%":
        yield Claim(teller.plain(fact, amount=teller.written(fact.number, 0, "%")), False, "unit")
    earlier = _year_before(fact, facts)
    if earlier is not None and fact.number > 0 < earlier.number and fact.unit != "%" and not fact.group:
        yield Claim(_span(teller, fact, earlier, said=(earlier, fact)), False, "swapped")
        yield Claim(_grown(teller, fact, earlier, wrong="direction"), False, "direction")
        yield Claim(_grown(teller, fact, earlier, wrong="change"), False, "change")
        gap = teller.written(abs(fact.number - earlier.number), fact.exponent, fact.unit)
        up = fact.number > earlier.number
        pattern = rng.choice(teller.words.lists["derived_gap"])
        yield Claim(teller.sentence(pattern, fact, amount=gap, moved=teller.moved(fact, up)), False, "derived")


def _year_before(fact: Fact, facts: Sequence[Fact]) -> Fact | None:
    p = fact.period
    if p is None:
        return None
    before = replace(p, year=p.year - 1)
    return next((f for f in facts if f.label == fact.label and f.group == fact.group and f.period == before and
                 f.unit == fact.unit), None)  # fmt: skip


def _span(teller: Teller, first: Fact, last: Fact, said: tuple[Fact, Fact] | None = None) -> str:
    """ "Rose from A in 2022 to B in 2023"; with `said`, the periods and the direction are those of other facts."""
    times = said or (first, last)
    up = times[1].number > times[0].number if said is None else last.number > first.number
    pattern = teller.rng.choice(teller.words.lists["spans"])
    return teller.sentence(
        pattern,
        replace(last, period=times[1].period, number=abs(last.number)),
        first=teller.amount(first),
        before=teller.when(times[0].period) if times[0].period else "",
        moved=teller.moved(last, up),
    )


def _grown(teller: Teller, fact: Fact, earlier: Fact, wrong: str = "") -> str:
    """ "Grew by 12 % in 2023", from two numbers of the page."""
    up = fact.number > earlier.number
    grown = abs(fact.number / earlier.number - 1) * 100
    decimals = teller.rng.choice([0, 0, 1])
    share = grown.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    if wrong == "change":
        share += teller.rng.choice([3, 5, 9, 14])
    elif wrong == "direction":
        up = not up
    pattern = teller.rng.choice(teller.words.lists["changes"])
    return teller.sentence(pattern, fact, amount=teller.written(share, 0, "%"), moved=teller.moved(fact, up))


def _point_change(teller: Teller, fact: Fact, unit: str) -> str:
    pattern = teller.rng.choice(teller.words.lists["changes"])
    moved = teller.moved(fact, fact.number > 0)
    return teller.sentence(
        pattern, replace(fact, number=abs(fact.number)), amount=teller.written(abs(fact.number), 0, unit), moved=moved
    )


def _worded(teller: Teller, whole: int, exponent: int, currency: str) -> str:
    text = notation.in_words(whole, teller.language)
    if teller.language == "en":
        return f"{text} {notation.SCALES_EN[exponent]} {notation.CURRENCY_EN[currency]}"
    return f"{text} {notation.counted_ru(Decimal(whole), exponent)} {notation.GENITIVE_RU[currency]}"


def _percent_ru(whole: int) -> str:
    return f"процент{notation.ending(whole, '', 'а', 'ов')}"
