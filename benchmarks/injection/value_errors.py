"""Numbers changed within a statement: a digit, the scale, the unit, the currency, the sign.

Degrees: `hard` when the wrong value stands on the cited page or is off by less than a tenth, `easy` when it is off
tenfold or more, else `medium`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from atomcite.benchmarks.dataset import Difficulty, ErrorType
from atomcite.benchmarks.injection.candidate import (
    Candidate,
    Outcome,
    Refusal,
    Source,
    by_degree,
    changed_at,
    may_support,
    reworded,
)
from atomcite.benchmarks.injection.evidence import PageEvidence
from atomcite.benchmarks.injection.rendering import fits, in_english_words, numeral_in
from atomcite.benchmarks.injection.search import agrees, places, states_value
from atomcite.benchmarks.injection.swaps import CURRENCY_SWAPS, SCALE_SWAPS, UNIT_SWAPS, Swap
from atomcite.benchmarks.injection.turns import DIRECTIONS
from atomcite.benchmarks.injection.words import is_russian
from atomcite.values import CURRENCIES, Found, Identifier, Quantity, Value, compare, is_duration, parse_values
from atomcite.values.units import currencies_in

VALUE_TYPES: tuple[ErrorType, ...] = ("digit", "scale", "unit", "currency")
_SCALES = (
    re.compile(r"\bthousands?\b|\bтыс|['’]000s?\b|\b000s\b|\bтысяч", re.I),
    re.compile(r"\bmillions?\b|\bmln\b|\bмлн|\bмиллион", re.I),
    re.compile(r"\bbillions?\b|\bbn\b|\bмлрд|\bмиллиард", re.I),
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_DIGIT_TRIES = 3


def value_errors(source: Source, types: Sequence[ErrorType], rng: random.Random) -> Iterator[Outcome]:
    for found in source.wording.values:
        if not isinstance(found.value, Quantity | Identifier) or _is_of_the_subject(source, found):
            continue
        if _YEAR.fullmatch(found.text.strip("( )")):
            continue  # "(2024: 2.7 million)"
        if "digit" in types:
            yield from _digits(source, found, rng)
        if isinstance(found.value, Quantity) and not found.value.top:
            if "scale" in types:
                yield from _scale(source, found)
            if "unit" in types:
                yield from _swapped(source, found, "unit", UNIT_SWAPS, rng)
            if "currency" in types and found.value.unit in CURRENCIES:
                yield from _swapped(source, found, "currency", CURRENCY_SWAPS, rng)


def _is_of_the_subject(source: Source, found: Found) -> bool:
    """A length of time that only names the period: "the three months to June"."""
    before = source.wording.text[: found.start].casefold().split()
    return isinstance(found.value, Quantity) and is_duration(found.value) and before[-1:] == ["the"]


def _is_weaker(old: Value, new: Value) -> bool:
    """Whether the old value implies the new: "at least 99" implies "at least 90"."""
    if not isinstance(old, Quantity) or not isinstance(new, Quantity):
        return False
    a, b = old.readings[0].number, new.readings[0].number
    upward, downward = old.qualifier in {"at_least", "over"}, old.qualifier in {"at_most", "under"}
    return (upward and b < a) or (downward and b > a) or compare(new, old).outcome == "equal"


def with_value(source: Source, found: Found, new: str) -> tuple[str, Found] | None:
    """The statement with a value written otherwise, and the value as it is then read; None when it is no longer read
    as one value of the same kind."""
    text = reworded(source.wording.text, found.start, found.end, new)
    again = [f for f in parse_values(text) if f.start < found.start + len(new) and f.end > found.start]
    if len(again) != 1 or type(again[0].value) is not type(found.value):
        return None
    if any(agrees(again[0].value, f.value) for f in source.wording.values if f is not found):
        return None  # "rose from 4 to 4": an error that gives itself away
    return text, again[0]


def value_outcome(
    kind: ErrorType, source: Source, found: Found, changed: tuple[str, Found], degree: Difficulty
) -> Outcome:
    """A statement with another value, unless a page may state it."""
    text, new = changed
    made = Candidate(kind, source, text, f"{found.text} -> {new.text}", degree, contradicted=True)
    if found not in source.found.anchors:
        return Refusal(made, "not_found_on_true_page", found.text)
    unread = [p for p, e in source.evidence.items() if not e.usable]
    if unread:
        return Refusal(made, "page_unread", str(unread[0]))
    page = states_value(source.evidence, new.value, source.wording)
    if page is not None:
        return may_support(made, page, f"{new.text} on page {page}")
    return made


def degree_of(source: Source, old: Value, new: Value) -> Difficulty:
    """By whether the wrong value stands on the cited page, and by how far it is off."""
    on_page = bool(places(source.evidence[source.page], new))
    if not isinstance(old, Quantity) or not isinstance(new, Quantity):
        return "hard" if on_page else "medium"
    a, b = abs(old.readings[0].number), abs(new.readings[0].number)
    low, high = sorted((a, b))
    return by_degree(
        {"hard": on_page or (low > 0 and high / low < Decimal("1.1")), "easy": not low or high / low >= 10}, "medium"
    )


def _digits(source: Source, found: Found, rng: random.Random) -> Iterator[Outcome]:
    russian = source.wording.russian
    seen: set[str] = set()
    for _ in range(_DIGIT_TRIES):
        new = _one_digit_changed(found, russian, rng)
        if new is None or new in seen:
            continue
        seen.add(new)
        changed = with_value(source, found, new)
        if changed is not None and not _is_weaker(found.value, changed[1].value):
            yield value_outcome("digit", source, found, changed, degree_of(source, found.value, changed[1].value))


def _one_digit_changed(found: Found, russian: bool, rng: random.Random) -> str | None:
    """The value with one digit changed or two neighbours exchanged, still grammatical."""
    text = found.text
    if isinstance(found.value, Quantity) and found.value.in_words:
        number = int(found.value.readings[0].number / found.value.scale)
        return None if russian or number < 2 else in_english_words(text, rng.choice(_near(number)))
    at = [m.start() for m in re.finditer(r"\d", text)]
    if isinstance(found.value, Quantity):
        numeral = numeral_in(text, russian=russian)
        if numeral is None:
            return None
        at = [i for i in at if numeral.start <= i < numeral.end]
    else:
        numeral = None
    telling = [i for i in at if text[i] != "0"] or at
    if not telling:
        return None
    i = rng.choice(telling)
    k = at.index(i)
    if k + 1 < len(at) and text[at[k + 1]] not in (text[i], "0") and rng.random() < 0.3:
        j = at[k + 1]
        new = text[:i] + text[j] + text[i + 1 : j] + text[i] + text[j + 1 :]
    else:
        choices = [d for d in "123456789" if d != text[i]]
        new = changed_at(text, i, i + 1, rng.choice(choices))
    if numeral is not None:
        again = numeral_in(new, russian=russian)
        if again is None or again.number == numeral.number or not fits(numeral.number, again.number, russian=russian):
            return None
    return new


def _near(number: int) -> list[int]:
    """Other numbers that an English text writes in one word as easily."""
    if number % 10 == 0 and number > 10:
        return [n for n in (number - 10, number + 10, number + 30) if 10 < n <= 90] or [20]
    return [n for n in (number - 1, number + 1, number + 2, number + 3) if 2 <= n <= 19] or [number - 1]


def _scale(source: Source, found: Found) -> Iterator[Outcome]:
    quantity = found.value
    assert isinstance(quantity, Quantity)
    russian = source.wording.russian
    if quantity.scale == 1:
        numeral = numeral_in(found.text, russian=russian)
        if numeral is None or numeral.number < 100 or quantity.unit in {"%", "pp", "bp"}:
            return
        new = changed_at(found.text, numeral.start, numeral.end, numeral.shown(numeral.number * 10))
        changed = with_value(source, found, new)
        up = quantity.qualifier not in {"at_most", "under"}
        if up and changed is not None and fits(numeral.number, numeral.number * 10, russian=russian):
            yield value_outcome("scale", source, found, changed, "easy")
        return
    for swap in SCALE_SWAPS:
        new_text = swap.apply(found.text)
        changed = with_value(source, found, new_text) if new_text else None
        if changed is None or not isinstance(changed[1].value, Quantity) or changed[1].value.scale == quantity.scale:
            continue
        made = Candidate("scale", source, changed[0], f"{found.text} -> {changed[1].text}", "easy", contradicted=True)
        yield _scale_outcome(made, source, found, changed[1])


def _scale_outcome(made: Candidate, source: Source, found: Found, new: Found) -> Outcome:
    """A scale is wrong when the true page leaves no doubt of the right one, and no page states the wrong one."""
    if found not in source.found.anchors:
        return Refusal(made, "not_found_on_true_page", found.text)
    spots = [s for _, s in places(source.evidence[source.page], found.value)]
    said = any(isinstance(s.found.value, Quantity) and s.found.value.scale != 1 for s in spots)
    if not said and len(_scales_on(source.evidence[source.page])) != 1:
        return Refusal(made, "two_scales_on_page")
    for number, page in source.evidence.items():
        for _, spot in places(page, new.value):
            if compare(new.value, spot.found.value).outcome == "equal":
                return may_support(made, number, spot.found.text)
        if number != source.page and places(page, new.value) and len(_scales_on(page)) > 1:
            return Refusal(made, "other_page_may_support", f"two scales on page {number}")
    return made


def _scales_on(page: PageEvidence) -> set[int]:
    return {k for k, pattern in enumerate(_SCALES) for r in page.readings if pattern.search(r.text)}


def _swapped(
    source: Source, found: Found, kind: ErrorType, swaps: Sequence[Swap], rng: random.Random
) -> Iterator[Outcome]:
    for swap in rng.sample(swaps, len(swaps)):
        new_text = swap.apply(found.text)
        if new_text is None or (
            kind == "unit" and swap.new[-2:].isalpha() and is_russian(swap.new) != source.wording.russian
        ):
            continue
        changed = with_value(source, found, new_text)
        if changed is None or not isinstance(changed[1].value, Quantity) or not isinstance(found.value, Quantity):
            continue
        if changed[1].value.unit in {found.value.unit, ""}:
            continue
        if changed[1].value.unit == "pp" and not any(DIRECTIONS.reading(source.wording.text)):
            continue  # a share is not said in points; a change of a share may be
        made = Candidate(kind, source, changed[0], f"{found.text} -> {changed[1].text}", "medium", contradicted=True)
        yield (
            _currency_outcome(made, source, found, changed[1])
            if kind == "currency"
            else _unit_outcome(made, source, found, changed[1])
        )
        return


def _unit_outcome(made: Candidate, source: Source, found: Found, new: Found) -> Outcome:
    """A unit is wrong when the true page has the number with the right one, and no page has it with the wrong one."""
    assert isinstance(found.value, Quantity)
    assert isinstance(new.value, Quantity)
    spots = [s for _, s in places(source.evidence[source.page], found.value)]
    units = {s.found.value.unit for s in spots if isinstance(s.found.value, Quantity)}
    if found not in source.found.anchors or found.value.unit not in units:
        return Refusal(made, "not_found_on_true_page", found.text)
    for number, page in source.evidence.items():
        for _, spot in places(page, new.value):
            value = spot.found.value
            same = isinstance(value, Quantity) and value.unit == new.value.unit
            if same or (isinstance(value, Quantity) and compare(new.value, value).outcome == "equal" and value.unit):
                return may_support(made, number, spot.found.text)
    return made


def _currency_outcome(made: Candidate, source: Source, found: Found, new: Found) -> Outcome:
    """A currency is wrong when no page that has the number names it at all."""
    assert isinstance(found.value, Quantity)
    assert isinstance(new.value, Quantity)
    if found not in source.found.anchors:
        return Refusal(made, "not_found_on_true_page", found.text)
    for number, page in source.evidence.items():
        if number == source.page or places(page, found.value):
            named = {code for r in page.readings for code in currencies_in(r.text)}
            if new.value.unit in named:
                return may_support(made, number, f"page {number} names {new.value.unit}")
    return made
