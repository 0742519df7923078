"""Pages and claims out of the written families.

A family file holds documents; a document a heading, pools and clauses; a clause the sentence as the page has it, and
claims that are borne out by it (`correct`) or not (`wrong`), each written "kind | claim". In all of them `{x}` stands
for an entry of pool `x`: `{A}` (a capital) is drawn once a page, `{n1}` and `{n2}` once a clause and never alike. A
pool is a list of words, or "5-60" (a whole number), "money 1000-9000" (one with its thousands parted), "day" (a
date). `{A:gent}` asks for an OpenCorpora case of a Russian word. Two kinds come for nothing: "verbatim", the page's
own sentence, and "elsewhere", a restatement of a clause that this page does not have.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import pymorphy3

from atomcite.benchmarks.prose.layout import lay_out
from atomcite.domain import PageWords

FAMILIES = ("tune", "alpha", "beta")
"""The family to tune on, then those of which only totals are read."""
LANGUAGES = ("en", "ru")
_SLOT = re.compile(r"\{(\w+?)(?::(\w+))?\}")
_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
}
_NUMBERINGS = ("{i}. ", "{chapter}.{i} ", "({letter}) ", "")
_MOST_CLAUSES = 6


@dataclass(frozen=True)
class LabelledClaim:
    """A statement about a page, whether the page bears it out, and in what respect it restates or turns round."""

    statement: str
    holds: bool
    kind: str


@dataclass(frozen=True)
class ProsePage:
    """A page with what is claimed of it. `text` is what was laid out, paragraphs parted by empty lines."""

    family: str
    language: str
    text: str
    words: PageWords
    claims: tuple[LabelledClaim, ...]


@dataclass(frozen=True)
class Clause:
    """One sentence of a page, slots unfilled, with (kind, claim) pairs."""

    page: str
    correct: tuple[tuple[str, str], ...]
    wrong: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Document:
    heading: str
    pools: dict[str, str | list[str]]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Family:
    name: str
    language: str
    documents: tuple[Document, ...]


def families(name: str) -> tuple[Family, ...]:
    """A family in every language that it is written in. Raises FileNotFoundError for a name that is not known."""
    return tuple(_family(name, language) for language in LANGUAGES)


@cache
def _family(name: str, language: str) -> Family:
    source = files(__package__).joinpath("families", f"{name}.{language}.toml")
    data = tomllib.loads(source.read_text("utf-8"))
    return Family(name, language, tuple(_document(d) for d in data["document"]))


def _document(data: dict[str, object]) -> Document:
    clauses = data["clause"]
    assert isinstance(clauses, list)
    pools = data["pools"]
    assert isinstance(pools, dict)
    return Document(
        str(data["heading"]),
        pools,
        tuple(Clause(c["page"], _pairs(c["correct"]), _pairs(c["wrong"])) for c in clauses),
    )


def _pairs(lines: list[str]) -> tuple[tuple[str, str], ...]:
    out = []
    for line in lines:
        kind, _, text = line.partition("|")
        out.append((kind.strip(), text.strip()))
    return tuple(out)


def pages(family: Family, count: int, seed: int = 0) -> Iterator[ProsePage]:
    """`count` pages; the same `seed` gives the same pages. The documents of the family take turns."""
    for number in range(count):
        document = family.documents[number % len(family.documents)]
        rng = random.Random(f"{family.name}.{family.language}.{seed}.{number}")
        yield _page(family, document, rng, number + 1)


def _page(family: Family, document: Document, rng: random.Random, number: int) -> ProsePage:
    fixed = {k: rng.choice(v) for k, v in document.pools.items() if k.isupper() and isinstance(v, list)}
    chosen = rng.sample(range(len(document.clauses)), min(_MOST_CLAUSES, len(document.clauses)))
    numbering, chapter = rng.choice(_NUMBERINGS), rng.randint(2, 14)
    paragraphs = [_fill(document.heading, fixed, {}, family.language, rng, document).upper()]
    claims: list[LabelledClaim] = []
    for i, at in enumerate(chosen, 1):
        clause = document.clauses[at]
        drawn: dict[str, str] = {}

        def filled(text: str, drawn: dict[str, str] = drawn) -> str:
            return _sentence(_fill(text, fixed, drawn, family.language, rng, document))

        sentence = filled(clause.page)
        mark = numbering.format(i=i, chapter=chapter, letter="abcdefghij"[i - 1])
        if paragraphs[1:] and not mark and rng.random() < 0.5:
            paragraphs[-1] += f" {sentence}"
        else:
            paragraphs.append(mark + sentence)
        claims.append(LabelledClaim(sentence, True, "verbatim"))
        claims += [LabelledClaim(filled(text), True, kind) for kind, text in clause.correct]
        claims += [LabelledClaim(filled(text), False, kind) for kind, text in clause.wrong]
    for at in range(len(document.clauses)):
        if at not in chosen:
            text = rng.choice(document.clauses[at].correct)[1]
            fresh: dict[str, str] = {}
            claim = _sentence(_fill(text, fixed, fresh, family.language, rng, document))
            claims.append(LabelledClaim(claim, False, "elsewhere"))
    text = "\n\n".join(paragraphs)
    return ProsePage(family.name, family.language, text, lay_out(text, page=number), tuple(claims))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _fill(
    text: str, fixed: dict[str, str], drawn: dict[str, str], language: str, rng: random.Random, document: Document
) -> str:
    """`drawn` collects what the slots of a clause were given, so that all its claims get the same."""

    def value(found: re.Match[str]) -> str:
        slot, case = found[1], found[2]
        if slot in fixed:
            entry = fixed[slot]
        else:
            if slot not in drawn:
                pool = document.pools[slot.rstrip("0123456789")]
                taken = {v for k, v in drawn.items() if k.rstrip("0123456789") == slot.rstrip("0123456789")}
                drawn[slot] = _draw(pool, taken, language, rng)
            entry = drawn[slot]
        return inflect(entry, case) if case else entry

    return _SLOT.sub(value, text)


def _draw(pool: str | list[str], taken: set[str], language: str, rng: random.Random) -> str:
    while True:
        entry = rng.choice(pool) if isinstance(pool, list) else _number_or_day(pool, language, rng)
        if entry not in taken:
            return entry


def _number_or_day(pool: str, language: str, rng: random.Random) -> str:
    if pool == "day":
        day, month, year = rng.randint(1, 28), rng.choice(_MONTHS[language].split()), rng.randint(2012, 2024)
        return f"{day} {month} {year} года" if language == "ru" else f"{day} {month} {year}"
    kind, _, span = pool.rpartition(" ")
    low, high = (int(x) for x in span.split("-"))
    number = rng.randint(low, high)
    if kind != "money":
        return str(number)
    return f"{number:,}".replace(",", " " if language == "ru" else ",")


@cache
def _morph() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer(lang="ru")


@cache
def inflect(word: str, case: str) -> str:
    """A Russian noun in an OpenCorpora case ("gent", "datv", "accs", "ablt", "loct"), its number and capital kept.
    Raises ValueError when the dictionary has no such form."""
    readings = [r for r in _morph().parse(word.casefold()) if "nomn" in r.tag and r.tag.POS == "NOUN"]
    readings.sort(key=lambda r: ("Surn" in r.tag) != word[:1].isupper())
    form = next((f for r in readings if (f := r.inflect({case})) is not None), None)
    if form is None:
        raise ValueError(f"{word!r} has no form {case!r}.")
    return form.word.capitalize() if word[:1].isupper() else str(form.word)
