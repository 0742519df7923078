"""Correct claims said in other words: number and date notation, word order, voice, and who is quoted.

What is made means the same to the letter; a sentence that can't be turned with its grammar intact stays as it is.
Every paraphrase is read again, and dropped when its values are no longer those of the original.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from decimal import Decimal

import lemminflect

from atomcite.benchmarks.injection.candidate import Source, changed_at, closed, reworded
from atomcite.benchmarks.injection.dates import other_notations
from atomcite.benchmarks.injection.rendering import in_english_words, numeral_in
from atomcite.benchmarks.injection.search import Wording
from atomcite.benchmarks.injection.sentence_start import lowered, raised
from atomcite.values import DateValue, Found, Period, Quantity, compare

MOST = 2
"""Paraphrases of one claim."""
_FRAMES = {
    False: ("According to the document, {}", "The document states that {}", "It is stated that {}"),
    True: ("Согласно документу, {}", "В документе указано, что {}", "Как следует из документа, {}"),
}
_FINER = {
    "billion": ("million", 3),
    "million": ("thousand", 3),
    "bn": ("m", 3),
    "млрд": ("млн", 3),
    "млн": ("тыс.", 3),
}
_SYMBOLS = {"US$": "USD ", "$": "USD ", "€": "EUR ", "£": "GBP "}
_TIME_LEAD = {
    False: re.compile(r"\s(?:in|on|during|as of|as at|at|for)\s(?:the\s)?(?:year\s|financial year\s)?$", re.I),
    True: re.compile(r"\s(?:в|во|на|за|по состоянию на)\s$", re.I),
}
_PASSIVE = re.compile(
    r"^(?P<object>[A-Z][^,;:]*?) (?P<be>was|were) (?P<participle>[a-z]+) by (?P<agent>[^,;:]+?)"
    r"(?P<time> (?:on|in) [^,;:]*\d{4})?(?P<stop>\.?)$"
)


def paraphrases(source: Source, rng: random.Random) -> list[str]:
    """Up to `MOST` other ways to say a claim, none for one that does not lend itself to any."""
    wording = source.wording
    turned = [t for t in (*_notations(wording, rng), *_orders(source), *_voices(source)) if _same(wording, t)]
    rng.shuffle(turned)
    framed = [t for t in (_framed(source, t, rng) for t in (*turned[1:2], wording.text)) if t and _same(wording, t)]
    return list(dict.fromkeys((*turned[:1], *framed)))[:MOST]


def _same(wording: Wording, text: str) -> bool:
    """Whether a text differs and states the same values, in whatever order."""
    again = list(Wording(text).values)
    if text == wording.text or len(again) != len(wording.values):
        return False
    for found in wording.values:
        equal = next((a for a in again if compare(found.value, a.value).outcome == "equal"), None)
        if equal is None:
            return False
        again.remove(equal)
    return True


def _notations(wording: Wording, rng: random.Random) -> Iterator[str]:
    for found in wording.values:
        if isinstance(found.value, Quantity):
            for new in _quantity(wording, found):
                yield reworded(wording.text, found.start, found.end, new)
        elif isinstance(found.value, DateValue):
            others = other_notations(found, russian=wording.russian)
            if others:
                yield reworded(wording.text, found.start, found.end, rng.choice(others))


def _quantity(wording: Wording, found: Found) -> Iterator[str]:
    text, russian = found.text, wording.russian
    numeral = numeral_in(text, russian=russian)
    if numeral is None or not isinstance(found.value, Quantity):
        return
    for word, (finer, places) in _FINER.items():
        hit = re.search(rf"(?<![^\W\d_]){re.escape(word)}(?!\w)", text)
        if hit and hit.start() >= numeral.end and 0 < numeral.decimals <= places:
            shown = f"{numeral.number.scaleb(places).quantize(Decimal(1)):,}".replace(",", " " if russian else ",")
            # From the back to the front, so that the first replacement does not move the second.
            again = changed_at(text, hit.start(), hit.end(), finer)
            yield changed_at(again, numeral.start, numeral.end, shown)
            break
    symbol = next((s for s in _SYMBOLS if text.startswith(s)), None)
    if symbol and not russian:
        yield _SYMBOLS[symbol] + text[len(symbol) :].lstrip()
    if text.endswith("%"):
        if not russian:
            yield text[:-1].rstrip() + " per cent"
        elif numeral.decimals:  # "2,3 процента": a decimal governs the genitive, in any case of the sentence
            yield text[:-1].rstrip() + " процента"
    if re.search(r"(?:тыс\.|млн|млрд) руб\.$", text):
        yield text[:-4] + "рублей"
    whole = numeral.decimals == 0 and found.value.scale == 1 and numeral.number <= 20 and numeral.start == 0
    if whole and not russian and found.value.unit in {"day", "business day", "month", "year", "week"}:
        words = in_english_words("two" + text[numeral.end :], int(numeral.number))
        if words is not None and numeral.number >= 2:
            yield words


def _orders(source: Source) -> Iterator[str]:
    """The time at the end of the sentence moved to its beginning."""
    wording = source.wording
    body = wording.text.rstrip(" .")
    last = wording.values[-1] if wording.values else None
    if last is None or not isinstance(last.value, DateValue | Period) or "," in body or ";" in body:
        return
    tail = re.sub(r"^\s*(?:года|году|г|годом)$", "", body[last.end :])
    lead = _TIME_LEAD[wording.russian].search(body[: last.start])
    start = lowered(body, source.evidence)
    if tail or lead is None or start is None or len(body[: lead.start()].split()) < 3:
        return
    time = body[lead.start() :].strip()
    main = start[: lead.start()].strip()
    moved = raised(time) + (" " if wording.russian else ", ") + main
    yield closed(moved) if wording.text.endswith(".") else moved


def _voices(source: Source) -> Iterator[str]:
    """The active voice of a plain English passive: "The plan was approved by the board" -> "The board approved the
    plan"."""
    hit = _PASSIVE.match(source.wording.text)
    if hit is None or re.search(r"\b(?:not|never|and|or|who|which|that)\b", source.wording.text):
        return
    lemma = next(iter(lemminflect.getLemma(hit["participle"], "VERB")), None)
    if lemma is None or hit["participle"] not in lemminflect.getInflection(lemma, "VBN"):
        return
    past = next(iter(lemminflect.getInflection(lemma, "VBD")), None)
    patient = lowered(hit["object"], source.evidence)
    if past and patient:
        yield f"{raised(hit['agent'])} {past} {patient}{hit['time'] or ''}{hit['stop']}"


def _framed(source: Source, text: str, rng: random.Random) -> str | None:
    start = lowered(text, source.evidence)
    return None if start is None else rng.choice(_FRAMES[source.wording.russian]).format(start)
