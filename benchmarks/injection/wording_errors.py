"""Statements turned round by a word or two: negation, modality, direction, a condition left out.

Degrees: `medium` for a negation or a direction, `hard` for modality and dropped conditions, which leave the page's
words almost as they are. A duty told as a permission is an error by convention (see `ErrorType`): what must be done
may be done. It has a type of its own, so that it can be counted apart or left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from atomcite.benchmarks.dataset import Difficulty, ErrorType
from atomcite.benchmarks.injection.candidate import Candidate, Outcome, Refusal, Source, may_support
from atomcite.benchmarks.injection.evidence import Passage
from atomcite.benchmarks.injection.search import cover, is_prose, passages
from atomcite.benchmarks.injection.turns import (
    DIRECTIONS,
    Turn,
    conditions_dropped,
    negation_turns,
    polarity,
    strength,
    strengthened,
    weakened,
)

HOME = 0.75
"""Share of a statement's words that the sentence of the true page must have for a condition to be found in it."""
REST = 0.7
"""Share of the words beside the condition from which a sentence is about the same."""
WORDING_TYPES: frozenset[ErrorType] = frozenset(
    ("negation", "modality", "modality_weakened", "dropped_condition", "sign")
)


@dataclass(frozen=True)
class _Kind:
    """`reading` is what of a sentence the turn changes, as flags."""

    type: ErrorType
    difficulty: Difficulty
    contradicted: bool | None
    turns: Callable[[str], Sequence[Turn]]
    reading: Callable[[str], tuple[bool, ...]]


_KINDS = (
    _Kind("negation", "medium", True, negation_turns, lambda text: (polarity(text) == 0, polarity(text) == 1)),
    _Kind("modality", "hard", None, strengthened, strength),
    _Kind("modality_weakened", "hard", None, weakened, strength),
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


def _settled(source: Source, made: Candidate, reading: Callable[[str], tuple[bool, ...]]) -> Outcome:
    """A turned statement denies the correct one, so it is wrong wherever that is right; unless the document says
    both. It may when a sentence about the same has what only the turned statement has."""
    was, now = reading(source.wording.text), reading(made.statement)
    turned = [n for n, (before, after) in enumerate(zip(was, now, strict=True)) if after and not before]
    if not turned or not source.found.searchable:
        return Refusal(made, "not_found_on_true_page")
    for number, page in source.evidence.items():
        if not page.usable:
            return Refusal(made, "page_unread", str(number))
        for passage in _sentences(source, number):
            flags = reading(passage.text)
            if any(flags[n] for n in turned) and cover(passage, source.wording.stems) >= source.found.limit:
                return may_support(made, number, f"page {number}: {passage.text[:80]}")
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
                return may_support(made, number, f"page {number}: {passage.text[:80]}")
    whole = [p for p in _sentences(source, source.page) if cover(p, source.wording.stems) >= HOME]
    if not rest or not any(cover(p, condition.stems) >= HOME for p in whole):
        return Refusal(made, "not_found_on_true_page")
    return made


def _sentences(source: Source, page: int) -> list[Passage]:
    evidence = source.evidence[page]
    return [p for r in evidence.readings for p in r.sentences if is_prose(p)] or list(passages(evidence))
