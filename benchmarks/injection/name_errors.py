"""A party or a person in place of another of the same document.

Degrees: `hard` when the wrong name stands on the cited page, else `medium`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

from atomcite.benchmarks.injection.candidate import (
    Candidate,
    Outcome,
    Refusal,
    Source,
    by_degree,
    may_support,
    reworded,
)
from atomcite.benchmarks.injection.company_names import companies_of, without_form
from atomcite.benchmarks.injection.company_names import names_in as companies_in
from atomcite.benchmarks.injection.evidence import CELL, Evidence, PageEvidence, Passage
from atomcite.benchmarks.injection.person_names import is_called_a_person, people_of
from atomcite.benchmarks.injection.person_names import names_in as people_in
from atomcite.benchmarks.injection.search import ALIKE, cover, passages
from atomcite.benchmarks.injection.sentence_start import morph
from atomcite.benchmarks.injection.words import is_russian, stems_in

_COMPANY_RU = re.compile(r"\b(?:ООО|ОАО|ПАО|ЗАО|АО|ИП|НКО|ГУП|МУП|ФГУП)\s+«[^»\n]{2,50}»")
_ROLES = (
    "Buyer Seller", "Supplier Customer", "Supplier Client", "Landlord Tenant", "Lessor Lessee", "Lender Borrower",
    "Licensor Licensee", "Contractor Client", "Contractor Customer", "Employer Employee", "Company Investor",
    "Provider Customer", "Provider Client", "Consultant Client", "Agent Principal", "Franchisor Franchisee",
    "Guarantor Borrower", "Assignor Assignee", "Покупатель Продавец", "Поставщик Покупатель", "Заказчик Исполнитель",
    "Заказчик Подрядчик", "Арендодатель Арендатор", "Займодавец Заёмщик", "Кредитор Заёмщик", "Лицензиар Лицензиат",
    "Работодатель Работник", "Принципал Агент", "Кредитор Должник", "Комитент Комиссионер", "Доверитель Поверенный",
)  # fmt: skip
_BOTH = re.compile(
    r"\b(?:each|either|both|parties|mutual\w*|respectively|jointly|vice versa|каждая|каждой|обе|обеих|стороны|сторон|"
    r"сторонами|взаимно|соответственно|совместно)\b",
    re.I,
)


class NameErrors:
    """Swaps of names in the claims of one document."""

    def __init__(self, evidence: Evidence) -> None:
        texts = [r.text for page in evidence.values() for r in page.readings]
        # Within a cell of a row, what stands beside it is no part of a name; in running text one may go over lines.
        readings = [r for page in evidence.values() for r in page.readings]
        pieces = [c for r in readings for t in r.row_texts for c in t.split(CELL)]
        pieces += [s.text for r in readings for s in r.sentences if not s.runs_over_cells]
        russian = is_russian(" ".join(texts))
        self.evidence = evidence
        self.companies = (
            frozenset(n for t in pieces for n in _COMPANY_RU.findall(t)) if russian else companies_of(evidence)
        )
        self.people = frozenset(
            n
            for n in people_of(evidence)
            if not any(n in company for company in self.companies)
            and (russian or any(is_called_a_person(n, t) for t in texts))
        )

    def of(self, source: Source, rng: random.Random) -> Iterator[Outcome]:
        """One swap for each name of the statement that has a counterpart in the document."""
        text = source.wording.text
        done: set[str] = set()
        for start, end, others in (*self._roles(source), *self._names(source)):
            name = text[start:end]
            if name in done or text.count(name) != 1:
                continue
            done.add(name)
            new = rng.choice(sorted(others))
            if new not in text:
                yield _outcome(source, start, end, new)

    def _roles(self, source: Source) -> Iterator[tuple[int, int, frozenset[str]]]:
        """Roles of a contract ("the Supplier") whose counterpart the document names, with it in the same form."""
        for hit in re.finditer(r"[^\W\d_]+", source.wording.text):
            forms = set()
            for pair in _ROLES:
                first, second = pair.split()
                for mine, theirs in ((first, second), (second, first)):
                    form = _same_form(hit.group(), mine, theirs)
                    if form is not None and _stands(theirs, self.evidence):
                        forms.add(form)
            if forms:
                yield hit.start(), hit.end(), frozenset(forms)

    def _names(self, source: Source) -> Iterator[tuple[int, int, frozenset[str]]]:
        """Companies and people of the statement, with others of the document in the same form."""
        text = source.wording.text
        companies = ((m.start(), m.end()) for m in _COMPANY_RU.finditer(text))
        for known, found in (
            (self.companies, companies if source.wording.russian else companies_in(text)),
            (self.people, people_in(text)),
        ):
            for start, end in found:
                name = text[start:end]
                if not {name, name.removesuffix(".")} & known:
                    continue
                mine = set(stems_in(_own(name)))
                others = frozenset(o for o in known if not mine & set(stems_in(_own(o))) and _fits(name, o))
                if others:
                    yield start, end, others


def _own(name: str) -> str:
    """A name without the legal form, which others have too."""
    return re.sub(r"^\w+\s(?=«)", "", without_form(name))


def _outcome(source: Source, start: int, end: int, new: str) -> Outcome:
    text = reworded(source.wording.text, start, end, new)
    old = source.wording.text[start:end]
    on_page = _names_it(source.evidence[source.page], new)
    degree = by_degree({"hard": on_page}, "medium")
    made = Candidate("party", source, text, f"{old} -> {new}", degree, contradicted=True)
    stems = source.wording.stems - frozenset(stems_in(f"{old} {new}"))
    if len(stems) < 2 or not _bound(source, stems, old):
        return Refusal(made, "not_found_on_true_page", old)
    for number, page in source.evidence.items():
        if not page.usable:
            return Refusal(made, "page_unread", str(number))
        for passage in passages(page):
            about = cover(passage, stems) >= source.found.limit and _has(passage, new)
            if about and not _is_home(passage, source, old):
                return may_support(made, number, f"{new} on page {number}")
    return made


def _bound(source: Source, stems: frozenset[str], old: str) -> bool:
    """Whether a sentence or row of the true page has the right name with the rest of the statement."""
    page = source.evidence[source.page]
    return any(cover(p, stems) >= ALIKE and _has(p, old) for p in passages(page))


def _is_home(passage: Passage, source: Source, old: str) -> bool:
    """Whether a passage with both names is the statement's own sentence, which names them in their places: it has the
    statement word for word, and nothing that makes the names change places."""
    words = _plain(source.wording.text)
    return words in _plain(passage.text) and _has(passage, old) and not _BOTH.search(passage.text)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold().replace("ё", "е")))


def _has(passage: Passage, name: str) -> bool:
    return bool(frozenset(stems_in(name))) and frozenset(stems_in(name)) <= passage.stems


def _names_it(page: PageEvidence, name: str) -> bool:
    return any(frozenset(stems_in(name)) <= r.stems for r in page.readings)


def _same_form(word: str, mine: str, theirs: str) -> str | None:
    """`theirs` in the form in which `word` is of `mine`; None when it is no form of it, or Russian has no such
    form."""
    if word.islower() or (word.isupper() and len(word) > 1):
        form = _same_form(word.capitalize(), mine, theirs)
        return None if form is None else form.lower() if word.islower() else form.upper()
    if not is_russian(mine):
        return theirs if word == mine else None
    if word[0] != mine[0]:
        return None
    root = mine.casefold().replace("ё", "е")
    parse = next((p for p in morph().parse(word) if p.normal_form.replace("ё", "е") == root), None)
    other = next((p for p in morph().parse(theirs) if "NOUN" in p.tag), None)
    if parse is None or other is None or not parse.tag.case or parse.tag.gender != other.tag.gender:
        return None
    inflected = other.inflect({parse.tag.case, parse.tag.number})
    return str(inflected.word).capitalize() if inflected is not None else None


def _fits(name: str, other: str) -> bool:
    """Whether a name can stand in the place of another: a Russian person's in the same case and gender. A company in
    quotes keeps its form, whatever the sentence."""
    if not is_russian(name) or "«" in name:
        return True
    return _form(name) is not None and _form(name) == _form(other)


@cache
def _form(name: str) -> tuple[str, str] | None:
    """Case and gender of a Russian person's name; None when they can't be told."""
    for word in name.split():
        parses = [p for p in morph().parse(word) if {"Name", "Surn"} & set(p.tag.grammemes)]
        if parses and parses[0].tag.case and parses[0].tag.gender:
            return str(parses[0].tag.case), str(parses[0].tag.gender)
    return None


def _stands(word: str, evidence: Evidence) -> bool:
    stems = frozenset(stems_in(word))
    return any(stems <= r.stems for page in evidence.values() for r in page.readings)
