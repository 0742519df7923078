"""Russian clauses: where a predicate stands, and which parts of a compound sentence are statements of their own.

Parts of speech come from pymorphy3's dictionary. A word counts as a verb when its likeliest readings say so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

import pymorphy3

from atomcite.answers.grammar import Link, Token, words

joiners = re.compile(
    r"(?<!\s)(?:(?:\s*;\s*(?:а|и|но)?|\s*,\s*(?:а|и|но|тогда\s+как|в\s+то\s+время\s+как)(?:\s+также)?"
    r"|\s+и)(?=\s)|\s*,(?=\s+\d|\s+[^\W\d_][^,;.—–]{0,60}\s[—–]\s))",
    re.IGNORECASE,
)

_SUBORDINATORS = words(
    """если когда чтобы пока поскольку хотя ли кроме исключением условии случае лишь только иначе раз якобы будто
    дабы"""
)
_RELATIVES = words(
    """что который которая которое которые которого которой которых которому которым кто где куда чей"""
)
_SCOPE = words("""соответственно вместе совместно итого или либо ни как вкупе между""")
_NEGATIONS = words("""не ни нет без нельзя никогда""")
_PRONOUNS = words("""он она оно они это этот эта эти его её ее их""")
_ADVERBS = words("""также затем потом позже ещё еще уже далее впоследствии тоже почти около примерно более свыше""")
_MODAL = words(
    """обязан обязана обязано обязаны вправе должен должна должно должны может могут мог могла могли намерен
    намерена намерены обязуется обязуются необходимо следует разрешено запрещено можно"""
)
_PREPOSITIONS = words(
    """в во на с со из от до по за под над при для о об к ко у через между без около после перед против свыше более
    менее"""
)
_MEASURES = words(
    """день дня дней неделя недели недель месяц месяца месяцев год года лет час часа часов минут минута минуты
    секунд копеек коп копейки см м км мм г кг граммов метров сантиметров процентов процента тысяч млн млрд тыс"""
)
_CURRENCY = words("""$ € ₽ £ руб рублей рубля долл долларов евро тыс млн млрд трлн""")
_MONTHS = words("""января февраля марта апреля мая июня июля августа сентября октября ноября декабря""")
_cyrillic = re.compile(r"[а-яё]+(?:-[а-яё]+)*")
_DASHES = frozenset("—–-")


@cache
def _morph() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer()


@lru_cache(maxsize=50_000)
def readings(word: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Part of speech and grammemes of the readings of a word that are not improbable, the likeliest first."""
    if not _cyrillic.fullmatch(word):
        return ()
    parses = _morph().parse(word)
    best = max((p.score for p in parses), default=0.0)
    return tuple(
        (str(p.tag.POS or ""), frozenset(map(str, p.tag.grammemes))) for p in parses if p.score >= best * 0.2
    )


def _pos(token: Token) -> str:
    if not token.is_word:
        return "NUMB" if token.is_number else ""
    found = readings(token.lower)
    return found[0][0] if found else ""


def _is(token: Token, *kinds: str) -> bool:
    return token.is_word and any(pos in kinds for pos, _ in readings(token.lower))


def _has(token: Token, grammeme: str) -> bool:
    return token.is_word and any(grammeme in grammemes for _, grammemes in readings(token.lower))


def _finite(token: Token) -> bool:
    if not token.is_word or token.lower in ("это", "нет") or token.lower in _CURRENCY | _MEASURES:
        return False
    return _pos(token) in ("VERB", "PRTS") or token.lower in _MODAL


def predicate(tokens: Sequence[Token]) -> int | None:
    """Position of the first finite verb, short participle or modal word; else of a dash that stands for "is";
    else None."""
    for n, token in enumerate(tokens):
        if _finite(token):
            return n
    for n, token in enumerate(tokens):
        if token.text in "—–" and 0 < n < len(tokens) - 1 and _has(tokens[n - 1], "nomn"):
            return n
        if _pos(token) in ("ADJS", "PRED") and n:
            return n
    return None


def link(left: Sequence[Token], joiner: str, right: Sequence[Token], *, cited: bool) -> Link | None:
    """How `right` hangs on `left`; None when they must stay together. See `Grammar.link`."""
    if not left or not right:
        return None
    lows_left, lows_right = [t.lower for t in left], [t.lower for t in right]
    verb = predicate(left)
    if verb is None or ":" in lows_left:
        return None
    strong = ";" in joiner
    if set(lows_left + lows_right) & (_SCOPE - {"как"}) or lows_left[0] in _SUBORDINATORS | {"так", "как"}:
        return None
    if set(lows_left) & _SUBORDINATORS and not (strong or cited):
        return None
    if set(lows_right) & _SUBORDINATORS or lows_right[0] in _RELATIVES | {
        "не",
        "поэтому",
        "потому",
        "то",
        "так",
        "следовательно",
    }:
        return None
    if lows_left[-1] in _PREPOSITIONS or _pos(left[-1]) in ("PREP", "CONJ"):
        return None
    reported = bool(set(lows_left) & _RELATIVES)
    plain_and = joiner.strip().lower() == "и"
    start = 0
    while start < len(right) and lows_right[start] in _ADVERBS:
        start += 1
    if start >= len(right):
        return None
    own = next((n for n in range(start, len(right)) if _finite(right[n])), None)
    relative = next((n for n in range(start, len(right)) if lows_right[n] in _RELATIVES), None)
    if own is not None and relative is not None and relative < own:
        return None
    if own is not None:
        if _subject(right[start:own]):
            if lows_right[start] in _PRONOUNS and not cited:
                return None
            return Link() if not reported or strong or cited else None
        if own == start and _subject(right[own + 1 : own + 5]) and not _agrees(left, verb, right[own]):
            return Link() if not reported or strong or cited else None
        if reported:
            return None
        return _shared_subject(left, verb, right, start, own)
    if reported:
        return None
    infinitive = start if _pos(right[start]) == "INFN" else None
    negated = bool(set(lows_left[: verb + 3]) & _NEGATIONS)
    if infinitive is not None:
        if left[verb].lower in _MODAL and not negated and any(_pos(t) == "INFN" for t in left[verb:]):
            return Link(tuple(left[: verb + 1]))
        return None
    return None if negated else _shared_verb(left, verb, joiner, right, cited, plain_and)


def _subject(tokens: Sequence[Token]) -> bool:
    """Whether there is a noun, name or pronoun that can be a subject: nominative, no preposition right before it."""
    for n, token in enumerate(tokens):
        if token.is_word and _is(token, "NOUN", "NPRO") and _has(token, "nomn"):
            if n and (tokens[n - 1].lower in _PREPOSITIONS):
                continue
            return True
        if (
            token.is_number
            and n + 1 < len(tokens)
            and _is(tokens[n + 1], "NOUN")
            and (not n or tokens[n - 1].lower not in _PREPOSITIONS)
        ):
            return True
        if token.is_word and token.text[0].isupper() and not readings(token.lower):
            return True
    return False


def _agrees(left: Sequence[Token], verb: int, other: Token) -> bool:
    """Whether the verb `other` could have the subject of the verb of `left`: same number, gender and person
    where both show one."""

    def marks(token: Token) -> frozenset[str]:
        found = [g for pos, g in readings(token.lower) if pos in ("VERB", "PRTS", "ADJS")]
        return found[0] & {"sing", "plur", "masc", "femn", "neut"} if found else frozenset()

    a, b = marks(left[verb]), marks(other)
    number = {"sing", "plur"}
    if a & number and b & number and a & number != b & number:
        return False
    gender = {"masc", "femn", "neut"}
    return not (a & gender and b & gender and a & gender != b & gender)


def _shared_subject(left: Sequence[Token], verb: int, right: Sequence[Token], start: int, own: int) -> Link | None:
    """ "Иванов подписал договор и уплатил 500 евро": the subject of the left part is carried over."""
    carried = tuple(left[:verb])
    if carried and carried[-1].lower == "не":
        carried = carried[:-1]
        if right[start].lower != "не" and (own == start):
            return None
    if not carried or not _subject(carried) or left[verb].text in "—–":
        return None
    if any(_pos(t) in ("VERB", "INFN") for t in left[-1:]):
        return None  # "спланировал и провёл сделку": what follows is shared
    between = right[start:own]
    if any(
        t.lower not in _PREPOSITIONS
        and t.lower != "не"
        and not _is(t, "NOUN", "ADJF", "ADVB", "NUMR")
        and not t.is_number
        for t in between
    ):
        return None
    if not _agrees(left, verb, right[own]):
        return None
    if _pos(right[own]) == "PRTS" and _pos(left[verb]) == "PRTS" and not any(_pos(t) == "VERB" for t in left[:verb]):
        return Link(carried)
    return Link(carried)


def _starts_amount(tokens: Sequence[Token]) -> int | None:
    """Number of words before an amount that `tokens` begin with ("до 4,2 млн" -> 1); None when they don't begin
    so."""
    n = 0
    while (
        n < len(tokens)
        and n < 3
        and (tokens[n].lower in _ADVERBS | {"до", "на", "в", "за", "по", "с"} or tokens[n].text in "$€₽£~≈")
    ):
        n += 1
    return n if n < len(tokens) and tokens[n].is_number else None


def _frame(tokens: Sequence[Token]) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    head = _starts_amount(tokens) or 0
    words = [t.lower for t in tokens[head + 1 :] if t.is_word and t.lower not in _CURRENCY]
    prepositions = tuple(w for w in words if w in ("в", "за", "на", "по", "с", "для"))
    nouns: list[str] = []
    for word in words:
        if word in _PREPOSITIONS:
            break
        nouns.append(word)
    period = any(
        re.fullmatch(r"(?:19|20)\d\d", t.text) or t.lower in _MONTHS or t.lower.startswith("квартал")
        for t in tokens[head + 1 :]
    )
    return prepositions, tuple(nouns), period


def _shared_verb(
    left: Sequence[Token], verb: int, joiner: str, right: Sequence[Token], cited: bool, plain_and: bool
) -> Link | None:
    """ "составила 4,2 млн в 2023 году и 3,9 млн в 2022 году", "имеет 12 магазинов и 200 сотрудников", and the
    verb left out: "выручка выросла до 4,2 млн, а прибыль — до 1,1 млн"."""
    rest = left[verb + 1 :]
    amount = _starts_amount(rest)
    if amount is None or not verb:
        return None
    here = _starts_amount(right)
    if here is not None:
        a, b = _frame(rest), _frame(right)
        if [t.lower for t in rest[:amount]] != [t.lower for t in right[:here]] and here:
            return None
        keep = verb + 1 if here or not amount else verb + 1 + amount
        if a[2] or b[2]:
            return Link(tuple(left[:keep])) if a[2] and b[2] and a[0] == b[0] else None
        if (
            not a[1]
            or not b[1]
            or a[0]
            or b[0]
            or a[1][-1] in _MEASURES
            or b[1][-1] in _MEASURES
            or b[1][0] in _MONTHS
        ):
            return None
        return Link(tuple(left[:keep])) if _nominal(a[1]) and _nominal(b[1]) else None
    for n, token in enumerate(right[:7]):
        dash = token.text in _DASHES
        if dash or _starts_amount(right[n:]) is not None:
            names = right[:n]
            if (
                not names
                or not _subject(names)
                or any(t.lower in _PREPOSITIONS | _PRONOUNS or t.is_number for t in names)
            ):
                return None
            after = right[n + dash :]
            if _starts_amount(after) is None or (not dash and not cited and (plain_and or joiner.strip() == ",")):
                return None
            return Link((), (left[verb],), n, int(dash)) if left[verb].text not in _DASHES else Link()
    return None


def _nominal(words: Sequence[str]) -> bool:
    return any(pos == "NOUN" for pos, _ in readings(words[-1]))
