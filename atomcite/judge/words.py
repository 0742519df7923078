"""Tokens, stems and OCR-tolerant likeness of words, in English and Russian."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from functools import cache, lru_cache

import lemminflect
import pymorphy3
import snowballstemmer
from rapidfuzz.distance import DamerauLevenshtein

_TOKEN = re.compile(r"[^\W_]+(?:['’.&][^\W_]+)*|[^\w\s]", re.UNICODE)
_CYRILLIC = re.compile(r"[а-яё]", re.I)
# Letters and digits that OCR takes for one another, folded to one of each group.
_CONFUSED = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "5": "s", "8": "b", "з": "з", "3": "з", "ё": "е", "й": "и"}
)
_DEVERBAL_RU = re.compile(
    r"(?:ни|ти|ци)(?:е|я|ю|ем|и|й|ей|ям|ями|ях)$|ств[оауе]м?$|(?:воз|нос|пуск|дач|плат|зыв|каз|клад)[аеуыио]?м?$"
)
_DEVERBAL_EN = re.compile(r"(?:ion|ions|ment|ments|sure|sures|ance|ence|al|als|ing|ings)$")
_LOOKALIKE = str.maketrans("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ")


# Consonants that change into one another at the end of a Russian root (платить / плачивать).
_ALTERNATING = frozenset(map(frozenset, ("тч", "тщ", "дж", "зж", "сш", "кч", "гж", "хш")))


# What the stem of a noun made of a Russian verb has more than the verb's ("закрытие" / "закрыть").
_DEVERBAL_ENDS = frozenset(("ыт", "ит", "ен", "ан", "ян", "ат", "ят", "ут", "от", "ир", "ован"))


_TO_LATIN = str.maketrans("АВСЕНКМОРТХ", "ABCEHKMOPTX")


def other_alphabet(word: str) -> str:
    """A word of two or more capitals that look the same in both alphabets, in the other one ("АО" / "AO"); "" for any
    other word."""
    if len(word) < 2 or not word.isupper():
        return ""
    for table in (_LOOKALIKE, _TO_LATIN):
        if all(ord(c) in table for c in word):
            return word.translate(table)
    return ""


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written out in lines."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a punctuation mark; `text[start:end]` of the string it came from. `stem` is "" for punctuation."""

    text: str
    norm: str
    stem: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        return bool(self.stem)

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()


@cache
def _morph() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer(lang="ru")


class _Stemmers(threading.local):
    """A stemmer keeps the word that it works on in itself, and both channels ask at once: each thread has its own."""

    def __init__(self) -> None:
        self.english = snowballstemmer.stemmer("english")
        self.russian = snowballstemmer.stemmer("russian")


_stemmers = _Stemmers()


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Stem of one word: Snowball for English, for Russian Snowball over the dictionary form (OpenCorpora)."""
    low = word.casefold().replace("ё", "е").replace("’", "'").removesuffix("'s")
    if _CYRILLIC.search(low):
        if re.search("[a-z]", low):
            low = low.translate(_LOOKALIKE)
        if any(c.isdigit() for c in low):
            return low
        found = str(_stemmers.russian.stemWord(_morph().parse(low)[0].normal_form.replace("ё", "е")))
        # Aspect: "выплачивать" beside "выплатить".
        return re.sub(r"(?:ыва|ива)$", "", found) if len(found) > 6 else found
    if re.fullmatch(r"(?:\w\.)+\w?", low):
        low = low.replace(".", "")
    return str(_stemmers.english.stemWord(_base_form(low)))


def _base_form(low: str) -> str:
    """The infinitive of an irregular verb form ("gave", "kept"); other words as they are."""
    if not (low.isascii() and low.isalpha()) or low.endswith(("s", "ed", "ing")):
        return low
    lemmas = lemminflect.getAllLemmas(low)
    if set(lemmas) != {"VERB"} or len(lemmas["VERB"]) != 1 or lemmas["VERB"][0] == low:
        return low
    return str(lemmas["VERB"][0])


@lru_cache(maxsize=100_000)
def part_of_speech(word: str) -> str:
    """OpenCorpora part of speech of a Russian word ("VERB", "INFN", "NOUN", ...); "" for other words."""
    if not _CYRILLIC.search(word):
        return ""
    return str(_morph().parse(word.casefold())[0].tag.POS or "")


@lru_cache(maxsize=50_000)
def is_finite(word: str) -> bool:
    """Whether a word is a verb form that can carry a sentence; in English one that is no noun as well."""
    if _CYRILLIC.search(word):
        return part_of_speech(word) in {"VERB", "PRTS", "ADJS", "PRED"}
    return word.isascii() and word.isalpha() and set(lemminflect.getAllLemmas(word.casefold())) == {"VERB"}


@lru_cache(maxsize=50_000)
def is_verb_form(word: str) -> bool:
    """Whether a word is in the dictionary as a verb form, not only as a noun made of a verb."""
    if _CYRILLIC.search(word):
        return part_of_speech(word) in {"VERB", "INFN", "PRTS", "GRND"}
    return word.isascii() and word.isalpha() and "VERB" in lemminflect.getAllLemmas(word.casefold())


# Past forms that are infinitives of another verb as well.
_PAST_FORMS = word_set("fell left found saw felt lay bound ground")


@lru_cache(maxsize=50_000)
def is_preterite(word: str) -> bool:
    """Whether an English word is a past form that is no participle and nothing else ("took", "gave"): it can only be
    what a clause says."""
    low = word.casefold()
    lemmas = lemminflect.getAllLemmas(low)
    if set(lemmas) != {"VERB"} or not (low.isascii() and low.isalpha()):
        return False
    of = lemmas["VERB"]
    participles = {form for lemma in of for form in lemminflect.getInflection(lemma, "VBN")}
    return low not in participles and low not in of


@lru_cache(maxsize=50_000)
def is_past(word: str) -> bool:
    """Whether an English word is a past form ("rose", "approved") and not an infinitive."""
    low = word.casefold()
    if low in _PAST_FORMS:
        return True
    if not (low.isascii() and low.isalpha()):
        return False
    lemmas = lemminflect.getAllLemmas(low).get("VERB", ())
    if low in lemmas:
        return False
    return any(low in lemminflect.getInflection(lemma, tag) for lemma in lemmas for tag in ("VBD", "VBN"))


@lru_cache(maxsize=50_000)
def may_be_participle(word: str) -> bool:
    """Whether a Russian word can be a short passive participle of the past ("закрыт", beside the adjective)."""
    if not _CYRILLIC.search(word):
        return False
    return any(r.tag.POS == "PRTS" and r.tag.tense == "past" for r in _morph().parse(word.casefold())[:2])


@lru_cache(maxsize=50_000)
def tense_of(word: str) -> str:
    """ "past", "present", "future" or "infinitive" of a Russian verb form; "" for other words."""
    if not _CYRILLIC.search(word):
        return ""
    tag = _morph().parse(word.casefold())[0].tag
    if may_be_participle(word):
        return "past"
    if tag.POS == "INFN":
        return "infinitive"
    if tag.POS == "PRTS":
        return "past" if tag.tense == "past" else "present"
    return {"past": "past", "pres": "present", "futr": "future"}.get(str(tag.tense or ""), "") if tag.POS else ""


@lru_cache(maxsize=50_000)
def is_adverb(word: str) -> bool:
    """Whether a word is an adverb: "directly" but not "apply", "письменно"."""
    low = word.casefold()
    if _CYRILLIC.search(low):
        return part_of_speech(low) == "ADVB"
    return low.endswith("ly") and len(low) > 4 and low.isascii() and "VERB" not in lemminflect.getAllLemmas(low)


@lru_cache(maxsize=50_000)
def names_action(word: str) -> bool:
    """Whether an English word is a noun made of a verb ("Protection"), and as such nobody's name."""
    low = word.casefold()
    return len(low) > 5 and low.isascii() and bool(_DEVERBAL_EN.search(low)) and bool(lemminflect.getAllLemmas(low))


@lru_cache(maxsize=50_000)
def case_of(word: str) -> str:
    """OpenCorpora case of the likeliest reading of a Russian noun ("nomn", "gent", ...); "" for other words."""
    if not _CYRILLIC.search(word):
        return ""
    readings = _morph().parse(word.casefold())
    cases = {str(r.tag.case or "") for r in readings if r.tag.POS == "NOUN" and r.score >= 0.1}
    return "nomn" if "nomn" in cases else str(readings[0].tag.case or "")


@lru_cache(maxsize=50_000)
def cases_of(word: str) -> frozenset[str]:
    """All OpenCorpora cases that the form of a Russian noun or adjective may be; empty for other words."""
    if not _CYRILLIC.search(word):
        return frozenset()
    return frozenset(str(r.tag.case) for r in _morph().parse(word.casefold()) if r.tag.case)


@lru_cache(maxsize=50_000)
def can_be_subject(noun: str, verb: str) -> bool:
    """Whether a Russian noun in the nominative agrees in number, and in the past in gender, with a finite verb."""
    tag = _morph().parse(verb.casefold())[0].tag
    if noun[:1].isupper() and may_be_surname(noun):
        other = "masc" if noun.endswith("а") else "femn"
        return bool(tag.number != "plur" and tag.gender != other)
    for reading in _morph().parse(noun.casefold()):
        own = reading.tag
        rare = reading.score < 0.05 and "Surn" not in own
        if own.POS not in {"NOUN", "NPRO"} or own.case != "nomn" or rare:
            continue
        number = not (own.number and tag.number) or own.number == tag.number
        gender = not (own.gender and tag.gender) or tag.number == "plur" or own.gender == tag.gender
        if number and gender:
            return True
    return False


@lru_cache(maxsize=50_000)
def may_be_surname(word: str) -> bool:
    """Whether a Russian word can be a surname in the nominative ("Зуев", beside the birds)."""
    low = word.casefold()
    return any("Surn" in r.tag and r.tag.case == "nomn" for r in _morph().parse(low)) or (
        len(low) > 4 and low.endswith(("ов", "ев", "ин", "ын", "ский", "цкий"))
    )


@lru_cache(maxsize=50_000)
def may_be_object(noun: str) -> bool:
    """Whether a Russian noun's nominative looks like its accusative ("сведения", "собрание")."""
    cases = {str(r.tag.case or "") for r in _morph().parse(noun.casefold()) if r.tag.POS == "NOUN"}
    return {"nomn", "accs"} <= cases


@lru_cache(maxsize=50_000)
def is_noun(word: str) -> bool:
    """Whether a word stands in the dictionary of its language as a noun: such a one is no misreading of another."""
    low = word.casefold()
    if _CYRILLIC.search(low):
        return bool(_morph().word_is_known(low)) and part_of_speech(low) == "NOUN"
    return "NOUN" in lemminflect.getAllLemmas(low)


@lru_cache(maxsize=50_000)
def may_be_verb(word: str, only: bool = False) -> bool:
    """Whether a word can name an action: a verb form or, unless `only` verbs are asked for, a noun made of one
    ("disclosing", "разглашение"). English by the dictionary of lemminflect, Russian by OpenCorpora."""
    low = word.casefold()
    if _CYRILLIC.search(low):
        if part_of_speech(low) in {"VERB", "INFN", "PRTS", "GRND"}:
            return True
        return not only and part_of_speech(low) == "NOUN" and bool(_DEVERBAL_RU.search(low))
    if not low.isascii() or not low.isalpha():
        return False
    lemmas = lemminflect.getAllLemmas(low)
    if "VERB" in lemmas and not (only and len(lemmas) > 1):
        return True
    return not only and bool(_DEVERBAL_EN.search(low))


@lru_cache(maxsize=20_000)
def tokenize(text: str) -> tuple[Token, ...]:
    out = []
    for hit in _TOKEN.finditer(text):
        piece = hit.group()
        word = piece[0].isalnum()
        out.append(Token(piece, piece.casefold(), stem(piece) if word else "", hit.start(), hit.end()))
    return tuple(out)


DERIVED = 0.85
"""Likeness from which two words are of one family; what is less alike may be one word misread."""


@lru_cache(maxsize=200_000)
def likeness(claim: str, page: str) -> float:
    """How well a page's word stands for a claim's, by letters alone: 1 the same, 0 another word.

    Allows for OCR (one error in five letters, and look-alike signs for free) and for derivation within a family
    ("produce" / "production", "применять" / "применение": a long common beginning).
    """
    if claim == page:
        return 1.0
    if not claim or not page:
        return 0.0
    a, b = _fold(claim), _fold(page)
    if a == b and len(a) >= 3:
        return 0.95
    short, long = sorted((len(a), len(b)))
    if short < 4:
        return 0.0
    if len(a) == len(b) >= 5 and a[:-1] == b[:-1] and frozenset((a[-1], b[-1])) in _ALTERNATING:
        return 0.9
    longer = a if len(a) > len(b) else b
    if longer.startswith(b if longer is a else a) and longer[short:] in _DEVERBAL_ENDS:
        return 0.85
    same = _common_prefix(a, b)
    if same >= 5 and same >= 0.7 * long and short - same <= 2:
        return 0.85
    if long - short > 2 or short < 5:
        return 0.0
    distance = DamerauLevenshtein.distance(a, b, score_cutoff=2)
    allowed = 1 if long < 9 else 2
    if distance <= allowed and a[:1] == b[:1]:
        return 0.8 if distance == 1 else 0.7
    return 0.72 if distance == 1 and short >= 6 and a[1:] == b[1:] else 0.0


def _fold(word: str) -> str:
    """Signs that OCR takes for one another as one sign: 1 and l, rn and m."""
    return word.translate(_CONFUSED).replace("rn", "m").replace("vv", "w")


def _common_prefix(a: str, b: str) -> int:
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count
