"""Statements turned round by a word or two: negation, modality, direction, a condition left out.

Degrees: `medium` for a negation or a direction, `hard` for modality and dropped conditions, which leave the page's
words almost as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from atomcite.benchmarks.dataset import Difficulty, ErrorType
from atomcite.benchmarks.injection.candidate import Candidate, Outcome, Refusal, Source
from atomcite.benchmarks.injection.evidence import Passage
from atomcite.benchmarks.injection.search import ALIKE, cover, is_prose, passages
from atomcite.benchmarks.injection.turns import (
    DIRECTIONS,
    Turn,
    conditions_dropped,
    modal_turns,
    negation_turns,
    polarity,
    strength,
)

HOME = 0.75
"""Share of a statement's words that a sentence of the true page must have for its words to be compared one by one."""
REST = 0.7
"""Share of the words beside the condition from which a sentence is about the same."""
WORDING_TYPES: frozenset[ErrorType] = frozenset(("negation", "modality", "dropped_condition", "sign"))


@dataclass(frozen=True)
class _Kind:
    type: ErrorType
    difficulty: Difficulty
    contradicted: bool | None
    turns: Callable[[str], Sequence[Turn]]
    reading: Callable[[str], object]
    """What of a sentence the turn changes: two sentences about the same that agree in it say the same."""


_KINDS = (
    _Kind("negation", "medium", True, negation_turns, polarity),
    _Kind("modality", "hard", None, modal_turns, lambda text: (strength(text), polarity(text))),
    _Kind("sign", "medium", True, DIRECTIONS.turns, DIRECTIONS.reading),
)


def wording_errors(source: Source, types: Sequence[ErrorType]) -> Iterator[Outcome]:
    text = source.wording.text
    for kind in _KINDS:
        if kind.type in types:
            for turn in kind.turns(text):
                made = _made(source, kind.type, turn, kind.difficulty, kind.contradicted)
                yield _settled(source, made, kind.reading)
    if "dropped_condition" in types:
        for turn in conditions_dropped(text):
            made = _made(source, "dropped_condition", turn, "hard", None)
            yield _unconditioned(source, made, turn)


def _made(
    source: Source, kind: ErrorType, turn: Turn, difficulty: Difficulty, contradicted: bool | None
) -> Candidate:
    return Candidate(kind, source, turn.text, f"{turn.old} -> {turn.new}", difficulty, contradicted=contradicted)


def _settled(source: Source, made: Candidate, reading: Callable[[str], object]) -> Outcome:
    """A turn is wrong when the true page has a sentence about the same that reads as the statement did, and no
    sentence of the document about the same reads as the turned one does."""
    was, now = reading(source.wording.text), reading(made.statement)
    home = [p for p in _sentences(source, source.page) if cover(p, source.wording.stems) >= HOME]
    if was == now or not home or not any(reading(p.text) == was for p in home):
        return Refusal(made, "not_found_on_true_page")
    for number, page in source.evidence.items():
        if not page.usable:
            return Refusal(made, "page_unread", str(number))
        for passage in _sentences(source, number):
            if cover(passage, source.wording.stems) >= ALIKE and reading(passage.text) != was:
                where = "cited_page_may_support" if number == source.page else "other_page_may_support"
                return Refusal(made, where, f"page {number}: {passage.text[:80]}")  # type: ignore[arg-type]
    return made


def _unconditioned(source: Source, made: Candidate, turn: Turn) -> Outcome:
    """A statement without its condition is wrong when every sentence of the document about the same has the
    condition's words."""
    condition = Passage(turn.old)
    rest = source.wording.stems - condition.stems
    for number, page in source.evidence.items():
        if not page.usable:
            return Refusal(made, "page_unread", str(number))
        for passage in _sentences(source, number):
            if rest and cover(passage, rest) >= REST and cover(passage, condition.stems) < HOME:
                where = "cited_page_may_support" if number == source.page else "other_page_may_support"
                return Refusal(made, where, f"page {number}: {passage.text[:80]}")  # type: ignore[arg-type]
    whole = [p for p in _sentences(source, source.page) if cover(p, source.wording.stems) >= HOME]
    if not rest or not any(cover(p, condition.stems) >= HOME for p in whole):
        return Refusal(made, "not_found_on_true_page")
    return made


def _sentences(source: Source, page: int) -> list[Passage]:
    evidence = source.evidence[page]
    return [p for r in evidence.readings for p in r.sentences if is_prose(p)] or list(passages(evidence))
