"""Names of people in English and Russian text, whole or not at all: first names, initials and surnames that stand
together, without the office before or behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atomcite.benchmarks.injection.evidence import CELL, Evidence
from atomcite.benchmarks.injection.sentence_start import morph
from atomcite.benchmarks.injection.words import is_russian, words_of

_EN_WORD = r"[A-Z][a-z'’]+(?:-[A-Z][a-z'’]+)*"
_PARTICLE = r"(?:van|von|der|den|de|du|da|di|la|le|bin|al)"
_EN_PART = rf"(?:{_EN_WORD}|[A-Z]\.)"
_RUN_EN = re.compile(rf"(?<![\w-]){_EN_PART}(?:\s(?:{_PARTICLE}\s){{0,2}}{_EN_PART})+(?![\w-])")
_RU_WORD = r"[А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)?"
_RU_PART = rf"(?:{_RU_WORD}|[А-ЯЁ]\.(?:\s?[А-ЯЁ]\.)?)"
_RUN_RU = re.compile(rf"(?<![\w-]){_RU_PART}(?:\s{_RU_PART})*(?![\w-])")
_TITLES = words_of("Mr Mrs Ms Miss Dr Sir Dame Prof Professor Lord Lady")
_OFFICE = (
    r"(?:director|chair|chairman|chairwoman|officer|secretary|partner|manager|president|executive|auditor|counsel|"
    r"treasurer|engineer)"
)
_NO_NAME = words_of(
    """The A An And For By From To With Of In On At As If When While Since After Before Under This That Our Its His
    Her Chief Non-Executive Independent Senior Deputy Vice Managing Finance Financial Operating General Technical
    Company Director Chair Chairman Chairwoman Officer Secretary Partner Manager President Executive Auditor Counsel
    Treasurer Engineer Board Committee Group"""
)
_WORDS = (2, 4)
"""Fewest and most words of a person's name."""


def names_in(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of what may be a person's name in a sentence or a cell. In Russian a dictionary knows a word of
    it as a name; in English what stands around it in the document has to tell, see `is_called_a_person`."""
    russian = is_russian(text)
    for run in (_RUN_RU if russian else _RUN_EN).finditer(text):
        words = [(m.start() + run.start(), m.group()) for m in re.finditer(r"\S+", run.group())]
        kept = _russian(words) if russian else _english(words)
        if kept and (russian or _WORDS[0] <= sum(w[0].isupper() for _, w in kept) <= _WORDS[1]):
            yield kept[0][0], kept[-1][0] + len(kept[-1][1])


def people_of(evidence: Evidence) -> frozenset[str]:
    """All people that a document may name: in its running text, and within the rows of its tables, where a name at an
    end may go on in the row above or below."""
    out = set()
    for reading in (r for page in evidence.values() for r in page.readings):
        out |= {s.text[a:b] for s in reading.sentences if not s.runs_over_cells for a, b in names_in(s.text)}
        for row in reading.row_texts:
            cells = row.split(CELL)
            for number, cell in enumerate(cells):
                for start, end in names_in(cell):
                    starts, ends = number == 0 and start == 0, number == len(cells) - 1 and end == len(cell)
                    if not (starts or ends):
                        out.add(cell[start:end])
    return frozenset(out)


def is_called_a_person(name: str, text: str) -> bool:
    """Whether capitalised English words are a person by what stands around them somewhere in the document: a title,
    an office, an appointment."""
    whole = re.escape(name)
    return bool(
        re.search(rf"\b(?:Mr|Mrs|Ms|Dr|Sir|Dame|Prof)\.?\s{whole}\b", text)
        or re.search(
            rf"\b{whole},?\s(?:(?:was|is|has been)\s)?(?:re-?)?(?:appointed|elected|resigned|retired)\b", text
        )
        or re.search(rf"\b{whole},?\s(?:(?:is|was)\s)?(?:the\s|our\s)?(?:[a-z-]+\s){{0,3}}{_OFFICE}\b", text)
        or re.search(rf"\b{_OFFICE},?\s{whole}\b", text, re.I)
    )


def _english(words: list[tuple[int, str]]) -> list[tuple[int, str]]:
    while words and (words[0][1] in _TITLES | _NO_NAME):
        words = words[1:]
    while words and words[-1][1] in _NO_NAME:
        words = words[:-1]
    # An office or the start of another sentence within the run: where the name ends is open.
    return [] if any(w in _NO_NAME | _TITLES for _, w in words) else words


def _russian(words: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The run without the common words at its ends; nothing where a word of it is in no dictionary and may belong to
    the name, or where a common word stands within."""
    named = [_may_be_name(w) for _, w in words]
    if not any(_is_name(w) for _, w in words):
        return []
    first, last = named.index(True), len(named) - 1 - named[::-1].index(True)
    inner = words[first : last + 1]
    outer = [*words[:first], *words[last + 1 :]]
    known = all(morph().word_is_known(w) for _, w in outer)
    full = len(inner) > 1 and len(inner) <= _WORDS[1] and any(not w.endswith(".") for _, w in inner)
    return inner if known and full and all(named[first : last + 1]) else []


def _is_name(word: str) -> bool:
    kinds = {"Name", "Patr", "Surn"}
    return not word.endswith(".") and any(kinds & set(p.tag.grammemes) for p in morph().parse(word)[:1])


def _may_be_name(word: str) -> bool:
    """An initial, a name, or a word in a capital that no dictionary has."""
    return word.endswith(".") or _is_name(word) or not morph().word_is_known(word)
