"""Finding values in text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from atomcite.values.dates import bare_years, clocks, full_dates, periods, periods_ended
from atomcite.values.identifiers import identifiers
from atomcite.values.model import Found, Qualifier, Quantity, Reading
from atomcite.values.numerals import NUMERAL, number_words, read_numeral, read_words, words_step
from atomcite.values.units import DURATIONS, PREFIX_ANY, PREFIX_CURRENCY, read_tail

# One character for one, so that spans stay those of the input.
_FOLD = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "‒": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " ",
     "\u2007": " ", "\t": " ", "\n": " ", "’": "'", "‘": "'", "´": "'", "`": "'"}
)  # fmt: skip

_SIGN = r"(?:(?<![\w\d)])[-+](?=[\d$€£₽(A-Z])|\b(?:minus|минус)\s)"
_QUANTITY = re.compile(
    rf"(?P<open>\()?(?P<s1>{_SIGN})?(?:(?<!\w)(?P<cur>{PREFIX_ANY})\s?)?(?P<s2>(?<![\w\d)])-(?=\d)|\()?(?<![\d.,]\d)(?<![.])(?P<num>{NUMERAL})",
)
_RANGE_GAP = re.compile(r"\s?-\s?|\s(?:to|and|until|through|до|и|по)\s", re.I)
_BETWEEN = re.compile(r"\b(?:between|от|между)\s*[^\w]{0,3}$", re.I)
_CHANGE = re.compile(r"\b(?:from|с|со)\s*[^\w]{0,3}$", re.I)  # "rose from 7.1 to 8.4": two values, not a range
_FAR = 20
"""How many times the lower end the upper one of a range may be, of one with spaces around its dash."""
_FRACTION = re.compile(r"(?<![\d/.,\w])(?P<a>\d{1,2})/(?P<b>\d{1,3})(?![\d/]|[.,]\d)")
_FRACTION_WORDS: tuple[tuple[str, str], ...] = (
    (r"\btwo[\s-]thirds\b|\bдве\s+трети\b|\bдвух\s+третей\b", "2/3"),
    (r"\bthree[\s-]quarters\b|\bтр(?:и|[её]х)\s+четверт(?:и|ей)\b", "3/4"),
    (r"\bone[\s-]third\b|\ba third\b|\bтреть(?:ю|и)?\b", "1/3"),
    (r"\bone[\s-](?:quarter|fourth)\b|\ba quarter (?:of|share)\b|\bчетверть\w?\b", "1/4"),
    (r"\bone[\s-]half\b|\bhalf of\b|\bhalf the\b|\bполовин\w{1,2}\b", "1/2"),
    (r"\bone[\s-]fifth\b", "1/5"),
    (r"\bone[\s-]tenth\b", "1/10"),
)
_FRACTIONS = tuple((re.compile(p, re.I), f) for p, f in _FRACTION_WORDS)
_QUALIFIERS: tuple[tuple[Qualifier, str], ...] = (
    (
        "at_least",
        r"at least|no less than|not less than|no fewer than|not fewer than|a minimum of|"
        r"minimum(?: of)?|не менее(?: чем)?|не меньше|как минимум|минимум|не ниже",
    ),
    (
        "at_most",
        r"at most|up to|no more than|not more than|not exceed(?:ing)?|not to exceed|a maximum of|"
        r"maximum(?: of)?|не более(?: чем)?|не больше|не свыше|не превыша\w+|максимум",
    ),
    (
        "over",
        r"more than|over|above|exceed(?:s|ed|ing)?|in excess of|greater than|свыше|более(?: чем)?|"
        r"больше|превы\w+",
    ),
    (
        "under",
        r"less than|under|below|fewer than|менее(?: чем)?|меньше|ниже",
    ),
    (
        "about",
        r"about|approximately|approx\.?|around|roughly|nearly|almost|circa|c\.|some|~|≈|около|"
        r"примерно|приблизительно|порядка|почти|ориентировочно",
    ),
)  # fmt: skip
_QUALIFIER_PATTERNS = tuple(
    (q, re.compile(rf"(?:^|(?<=\W))(?:{p})\s*(?:the\s+|a\s+|чем\s+)?$", re.I)) for q, p in _QUALIFIERS
)
_ALONE = re.compile(r"^(?:one|один|одна|одно|одного|одной|одному|одним|одном|одну|zero|ноль|три|сто)$", re.I)


_PREFIXED = {
    "одно": 1, "двух": 2, "трех": 3, "четырех": 4, "пяти": 5, "шести": 6, "семи": 7, "восьми": 8, "девяти": 9,
    "десяти": 10, "двенадцати": 12, "четырнадцати": 14, "пятнадцати": 15, "восемнадцати": 18, "двадцати": 20,
    "тридцати": 30, "тридцатишести": 36, "сорока": 40, "сорокапяти": 45, "шестидесяти": 60, "девяноста": 90,
}  # fmt: skip
_ROOTS = {
    "суточн": "day", "дневн": "day", "недельн": "week", "месячн": "month", "годичн": "year", "летн": "year",
    "часов": "hour", "минутн": "minute",
}  # fmt: skip
_ONE_WORD = re.compile(
    rf"(?<![\w-])(?:(?P<n>\d{{1,3}})\s?-\s?|(?P<w>{'|'.join(sorted(_PREFIXED, key=len, reverse=True))}))"
    rf"(?P<unit>{'|'.join(_ROOTS)})(?:ый|ий|ой|ого|его|ому|ему|ым|им|ом|ем|ая|яя|ую|юю|ей|ое|ее|ые|ие|ых|их|ыми|ими)(?:\s+срок)?\b",
    re.I,
)
# One of a unit without "one": "within a month", "a week's notice", "в недельный срок", "сроком на год".
_OF_ONE = tuple(
    re.compile(p, re.I)
    for p in (
        r"\b(?:within|for|lasts?|after|at)\s+(?:(?:the|a)\s+period\s+of\s+)?"
        r"(?P<span>a\s+(?:calendar\s+)?(?P<unit>day|week|fortnight|month|quarter|year))\b(?!-)",
        r"\b(?P<span>a\s+(?P<unit>day|week|fortnight|month|quarter|year))['’]s\b",
        r"\b(?P<span>(?:a\s+)?(?P<unit>fortnight))\b",
        r"\b(?P<span>(?P<unit>a quarter of a year|half a year|half-year|полгода))\b",
        r"\bв\s+(?P<span>(?P<unit>недельн|месячн|годичн|суточн)ый\s+срок)\b",
        r"(?<![\d.,])\b(?P<span>(?:один|1)\s+(?P<unit>год))\b",
        r"\bв\s+течение\s+(?P<span>(?P<unit>недел|месяц|суток|квартал)(?:и|а|ь)?)\b(?!\s+\d)",
        r"\b(?:через|сроком\s+на|за|действует)\s+(?P<span>(?P<unit>недел|месяц|сутки|год)(?:ю|ь)?)\b(?!\s+\d)",
    )
)
_ONES: tuple[tuple[str, int, str], ...] = (
    ("day", 1, "day"), ("week", 1, "week"), ("fortnight", 2, "week"), ("month", 1, "month"),
    ("quarter", 1, "quarter"), ("year", 1, "year"), ("a quarter of a year", 3, "month"), ("half a year", 6, "month"),
    ("half-year", 6, "month"), ("полгода", 6, "month"), ("недел", 1, "week"), ("месяц", 1, "month"),
    ("квартал", 1, "quarter"), ("месячн", 1, "month"), ("сут", 1, "day"),
    ("год", 1, "year"),
)  # fmt: skip
_RATIO = re.compile(
    rf"(?<![\d.,:])(?P<n>{NUMERAL})"
    r"(?:\s?:\s?1(?![\d.,:]*\d)|\s(?:to|к)\s(?:1|one|одному)\b(?!\s?(?:%|per|п|[.,]\d)))"
)
_RATIO_WORD = re.compile(r"\b(?:ratio|cover|отношени|соотношени|коэффициент|покрыти)\w*[^.;]{0,90}$", re.I)
# "Shall not at any time be less than": a bound the other way round, with words between.
_NOT_WORDS = "be|fall|go|drop|become|exceed|at|any|all|in|on|ever|to|the|time|times|date|month|quarter|year|end|case"
_NOT_BEING = (
    rf"(?:\bnot(?: (?:{_NOT_WORDS}))*|\bне (?:должн\w+|может|могут|будет)(?: (?:быть|опускаться|падать|стать))*) "
)
_OTHER_WAY: tuple[tuple[Qualifier, str], ...] = (
    ("at_least", r"less than|lower than|below|under|fewer than|менее(?: чем)?|меньше|ниже"),
    ("at_most", r"more than|greater than|higher than|above|over|exceed|более(?: чем)?|больше|выше|превышать"),
)
_NEGATED = tuple((q, re.compile(rf"{_NOT_BEING}(?:{p})$", re.I)) for q, p in _OTHER_WAY)


def parse_values(text: str) -> list[Found]:
    """All values of `text`, in order, without overlap; spans are indices into `text`."""
    return list(_parse(text))


@lru_cache(maxsize=20_000)
def _parse(text: str) -> tuple[Found, ...]:
    folded = text.translate(_FOLD)
    taken = bytearray(len(text))
    found: list[Found] = []

    def take(items: Iterator[Found]) -> None:
        for item in items:
            if item.end > item.start and not any(taken[item.start : item.end]):
                taken[item.start : item.end] = b"\x01" * (item.end - item.start)
                found.append(Found(item.value, item.start, item.end, text[item.start : item.end]))

    # What has the most structure goes first: a date inside an identifier's pattern is a date.
    take(periods_ended(folded))
    take(full_dates(folded))
    take(periods(folded))
    take(clocks(folded))
    take(identifiers(folded))
    take(_durations_of_one(folded))
    take(_ratios(folded))
    take(_fractions(folded))
    take(_one_word_durations(folded))
    take(_in_words(folded))
    take(_quantities(folded, taken))
    take(bare_years(folded))
    take(_quantities(folded, taken, years=True))
    return tuple(sorted(found, key=lambda f: f.start))


def _qualifier(text: str, at: int) -> Qualifier:
    far = " ".join(text[max(0, at - 80) : at].rstrip("$€£₽ ").split())  # "не" may end the line before "более"
    for qualifier, pattern in _NEGATED:
        if pattern.search(far):
            return qualifier
    before = far[-26:]
    for qualifier, pattern in _QUALIFIER_PATTERNS:
        if pattern.search(before):
            return qualifier
    return "exact"


def _fractions(text: str) -> Iterator[Found]:
    for pattern, fraction in _FRACTIONS:
        for hit in pattern.finditer(text):
            yield _fraction(text, hit, *fraction.split("/"))
    for hit in _FRACTION.finditer(text):
        if 0 < int(hit["a"]) < int(hit["b"]) <= 100:
            yield _fraction(text, hit, hit["a"], hit["b"])


def _fraction(text: str, hit: re.Match[str], a: str, b: str) -> Found:
    number = Decimal(a) / Decimal(b)
    reading = Reading(number, Decimal("0.0001"))
    quantity = Quantity(
        (reading,), unit="fraction", qualifier=_qualifier(text, hit.start()), in_words=not hit.group()[0].isdigit()
    )
    return Found(quantity, hit.start(), hit.end(), hit.group())


def _quantities(text: str, taken: bytearray, *, years: bool = False) -> Iterator[Found]:
    """Numerals with sign, currency, scale and unit. Bare four-digit years are left for `bare_years` at first."""
    cyrillic = sum("а" <= c <= "я" or c == "ё" for c in text.casefold())
    latin = sum("a" <= c <= "z" for c in text.casefold())
    comma_decimal = cyrillic > latin
    at = 0
    while hit := _QUANTITY.search(text, at):
        at = hit.end()
        start, end = hit.start("num"), hit.end("num")
        if any(taken[start:end]):
            continue
        if not hit["cur"] and start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            continue
        readings = read_numeral(hit["num"], comma_decimal=comma_decimal)
        if not readings or text[end : end + 1] == "/":
            continue
        prefix = _prefix(hit["cur"])
        factor, unit, tail = read_tail(text, end, currency=prefix)
        following = text[tail : tail + 1]
        if tail == end and following.isalpha():
            continue  # "3rd", "12abc"
        plain_year = re.fullmatch(r"(?:1[89]|20)\d\d", hit["num"]) and not prefix
        if not years and plain_year and factor == 1 and (not unit or unit == "year") and not hit["open"]:
            continue
        if not years and plain_year and re.match(r"\s?г(?:\.|\b|од)", text[end:]):
            continue
        negative = bool((hit["s1"] and "+" not in hit["s1"]) or (hit["s2"] and "-" in hit["s2"]))
        bracketed = False
        if (hit["open"] or hit["s2"] == "(") and re.match(r"\s?%?\)", text[tail:]):
            negative = bracketed = True
            tail += text[tail:].index(")") + 1
            after = re.match(r"\s?%", text[tail:])
            if after and not unit:
                unit, tail = "%", tail + after.end()  # "(19)%"
        scaled = _scaled(readings, factor, negative)
        if bracketed:
            scaled += _scaled(readings, factor, False)
        begin = start
        for group in ("cur", "s1", "s2"):
            if hit[group]:
                begin = min(begin, hit.start(group))
        if bracketed and hit["open"]:
            begin = hit.start("open")
        top: tuple[Reading, ...] = ()
        joined = _RANGE_GAP.match(text, tail)
        if (
            joined
            and not _CHANGE.search(text[:begin])
            and (joined.group().strip() in {"-", "to", "до", "through"} or _BETWEEN.search(text[:begin]))
        ):
            upper = _QUANTITY.match(text, joined.end())
            if (
                upper
                and upper.start("num") - joined.end() <= 5
                and not any(taken[upper.start("num") : upper.end("num")])
            ):
                high = read_numeral(upper["num"], comma_decimal=comma_decimal)
                high_prefix = _prefix(upper["cur"]) or prefix
                high_factor, high_unit, high_end = read_tail(text, upper.end("num"), currency=high_prefix)
                # "500-600 million": the scale and the unit stand once and hold for both ends.
                low_factor = factor if factor != 1 else high_factor
                if high and (not unit or not high_unit or unit == high_unit):
                    low = _scaled(readings, low_factor, negative)
                    raised = _scaled(high, high_factor, False)
                    spaced = joined.group() == " - "
                    # "room 12 - 1,720 roubles", "bay 4 - £90": the dash stands for a verb.
                    verb = spaced and not unit and (bool(upper["cur"]) or raised[0].number > _FAR * low[0].number)
                    if low[0].number < raised[0].number and not verb:
                        scaled, top, factor = low, raised, high_factor
                        unit, tail = unit or high_unit, high_end
        at = max(at, tail)
        quantity = Quantity(scaled, unit, "exact" if top else _qualifier(text, begin), top, factor, bracketed)
        yield Found(quantity, begin, tail, text[begin:tail])


def _scaled(readings: tuple[Reading, ...], factor: Decimal, negative: bool) -> tuple[Reading, ...]:
    sign = -1 if negative else 1
    return tuple(Reading(r.number * factor * sign, r.step * factor) for r in readings)


def _prefix(text: str | None) -> str:
    if not text:
        return ""
    hit = PREFIX_CURRENCY.match(text)
    return hit.lastgroup or "" if hit else ""


def _one_word_durations(text: str) -> Iterator[Found]:
    """ "трёхдневный", "12-месячный": a number and a unit of time in one Russian adjective."""
    for hit in _ONE_WORD.finditer(text.replace("ё", "е").replace("Ё", "Е")):
        low = (hit["n"] or hit["w"]).casefold()
        number = Decimal(low) if low.isdigit() else Decimal(_PREFIXED[low])
        unit = next(u for root, u in _ROOTS.items() if hit["unit"].casefold().startswith(root))
        reading = Reading(number, Decimal(1))
        quantity = Quantity((reading,), unit, _qualifier(text, hit.start()), in_words=not low.isdigit())
        yield Found(quantity, hit.start(), hit.end(), hit.group())


def _durations_of_one(text: str) -> Iterator[Found]:
    for pattern in _OF_ONE:
        for hit in pattern.finditer(text):
            name = hit["unit"].casefold()
            number, unit = next((n, u) for word, n, u in reversed(_ONES) if name.startswith(word))
            reading = Reading(Decimal(number), Decimal(1))
            quantity = Quantity((reading,), unit, _qualifier(text, hit.start("span")), in_words=True)
            yield Found(quantity, hit.start("span"), hit.end("span"), hit["span"])


def _ratios(text: str) -> Iterator[Found]:
    """ "2.75:1", and after a word for a ratio "2.75 to 1": so many times."""
    for hit in _RATIO.finditer(text):
        if _RATIO_WORD.search(text[: hit.start()]):
            readings = read_numeral(hit["n"], comma_decimal="," in hit["n"])
            if readings:
                quantity = Quantity(readings, "times", _qualifier(text, hit.start()))
                yield Found(quantity, hit.start(), hit.end(), hit.group())


def _in_words(text: str) -> Iterator[Found]:
    for hit in number_words().finditer(text):
        number = read_words(hit.group())
        if number is None:
            yield from _single_words(text, hit)
            continue
        found = _worded(text, hit.start(), hit.end(), number)
        if found:
            yield found


def _single_words(text: str, run: re.Match[str]) -> Iterator[Found]:
    """A run that is no one number ("two three") is read word by word."""
    for hit in re.finditer(r"[^\W\d_]+", run.group()):
        number = read_words(hit.group())
        if number is not None and number > 1:
            found = _worded(text, run.start() + hit.start(), run.start() + hit.end(), number)
            if found:
                yield found


def _worded(text: str, start: int, end: int, number: Decimal) -> Found | None:
    # "thirty (30) days": the unit stands after the digits in brackets.
    digits = re.compile(r"\s?\(\s?[\d\s.,]+\s?\)").match(text, end)
    words_end = end
    factor, unit, tail = read_tail(text, digits.end() if digits else end, currency="")
    if _ALONE.match(text[start:end]) and (unit == "" or unit == "times"):
        return None  # "one of the parties", "один из"
    if digits and read_words_agree(digits.group(), number):
        end = digits.end()
    elif digits:
        # "thirty (60) days": two amounts that disagree; the digits are read on their own.
        digits, factor, unit, tail = None, Decimal(1), "", end
    if not unit and factor == 1:
        tail = end
    if not unit and text[start].isupper() and re.search(r"\w\s+$", text[:start]):
        return None  # part of a name ("L Two Florist")
    step = words_step(text[start:words_end]) * factor
    quantity = Quantity((Reading(number * factor, step),), unit, _qualifier(text, start), scale=factor, in_words=True)
    return Found(quantity, start, tail, text[start:tail])


def read_words_agree(digits: str, number: Decimal) -> bool:
    """Whether "(30)" repeats the number that stands before it in words."""
    readings = read_numeral(digits.strip(" ()"), comma_decimal=False)
    return any(r.number == number for r in readings)


def is_duration(quantity: Quantity) -> bool:
    return quantity.unit in DURATIONS
