"""Negation, exceptions, modality and direction: does the page affirm what the statement affirms?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from atomcite.judge.lexicon import lexicon
from atomcite.judge.words import Token

_BREAK = frozenset(".;:!?¦")
_REACH = 6


@dataclass(frozen=True)
class Marked:
    """For each token: the clause it stands in, whether a negator governs it, whether it is in an exception."""

    clause: tuple[int, ...]
    negated: tuple[bool, ...]
    negator: tuple[bool, ...]
    excepted: tuple[bool, ...]


@lru_cache(maxsize=4096)
def mark(tokens: tuple[Token, ...]) -> Marked:
    """Scopes of negators and exceptions, by distance and punctuation.

    A negator governs the next words up to the end of its clause, at most six words on; "neither ... nor" and "no"
    alike. "Not only" and "не только" deny nothing. An exception runs to the end of its sentence part.
    """
    lex = lexicon()
    clause: list[int] = []
    negated: list[bool] = []
    negators: list[bool] = []
    excepted: list[bool] = []
    number = 0
    left = 0
    in_exception = False
    for i, token in enumerate(tokens):
        if not token.is_word:
            # A comma closes a clause too, but an enumeration keeps its negator.
            if token.text in _BREAK or token.text == ",":
                number += 1
            if token.text in _BREAK:
                left, in_exception = 0, False
            elif token.text == ",":
                left = 0
            clause.append(number)
            negated.append(False)
            negators.append(False)
            excepted.append(in_exception)
            continue
        if token.norm in {"but", "а", "но", "however", "однако"}:
            number += 1
            left = 0
            in_exception = False
        following = tokens[i + 1].norm if i + 1 < len(tokens) else ""
        exception = any(_starts(tokens, i, phrase) for phrase in lex.exceptions)
        if exception:
            in_exception = True
        is_negator = token.stem in lex.negators or token.norm.endswith("n't")
        if is_negator and (
            following
            in {
                "only",
                "только",
                "later",
                "позднее",
                "less",
                "менее",
                "more",
                "более",
                "exceeding",
                "fewer",
                "limited",
                "свыше",
                "превышает",
            }
        ):
            is_negator = False
        if (
            (token.norm == "no"
            and following == ".")
            or (token.norm == "no"
            and token.capital
            and i + 1 < len(tokens)
            and tokens[i + 1].text[:1].isdigit())
        ):
            is_negator = False
        clause.append(number)
        negators.append(is_negator)
        negated.append(left > 0)
        excepted.append(in_exception)
        if is_negator:
            left = _REACH
        elif left:
            left -= 1
    return Marked(tuple(clause), tuple(negated), tuple(negators), tuple(excepted))


def _starts(tokens: Sequence[Token], i: int, phrase: tuple[str, ...]) -> bool:
    return all(i + k < len(tokens) and tokens[i + k].stem == s for k, s in enumerate(phrase))


def negations(marked: Marked, clause: int) -> int:
    return sum(1 for c, n in zip(marked.clause, marked.negator, strict=True) if n and c == clause)
