"""Small words that turn a matter round: before or after, with or without, until or from, for or against, up or down.

Both sides have the same nouns and numbers then, and neither word is an opposite of anything by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atomcite.judge.clauses import reads
from atomcite.judge.directions import direction
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import Token, case_of, part_of_speech

_RELATIONS = ("before", "after", "with", "without")
_CONTRARY = frozenset(
    frozenset(p) for p in (("before", "after"), ("with", "without"), ("with", "before"), ("after", "without"))
)
_BACK = 4


def relation_of(tokens: Sequence[Token], at: int, low: int = 0, *, time: bool = False) -> str:
    """How what stands at `at` is brought in: "before", "after" (and from then on), "with", "without", or "". `time`
    says that it is a date, a time or a length of time."""
    for k in range(at - 1, max(low, at - _BACK) - 1, -1):
        token = tokens[k]
        if not token.is_word:
            if token.text in '$€£₽«"“':
                continue
            return ""
        for name in _RELATIONS:
            if any(k - len(p) + 1 >= low and reads(tokens, k - len(p) + 1, p) for p in phrases(f"relation_{name}")):
                return name
        if token.norm in {"с", "со"}:
            return "after" if time else "with" if case_of(tokens[k + 1].text) in {"ablt", "nomn", ""} else ""
        if token.norm == "with":
            return "with"
        if token.norm == "from":
            return "after" if time else ""
        if not _describes(token):
            return ""
    return ""


def _describes(token: Token) -> bool:
    """Whether a word may stand between a preposition and its noun."""
    if token.norm in words("determiners") or token.norm in words("pronouns") or token.text[:1].isdigit():
        return True
    if token.norm in words("prepositions") or token.norm in words("be") or token.norm in words("modals"):
        return False
    return part_of_speech(token.text) in {"", "ADJF", "NUMR", "NPRO", "PRTF"}


def contrary(mine: str, theirs: str) -> bool:
    """Whether two relations exclude one another."""
    return frozenset((mine, theirs)) in _CONTRARY


def side_of(tokens: Sequence[Token], within: Iterable[int]) -> str:
    """Which way a vote went in these tokens: "for", "against", "abstained", or "" where they speak of no vote."""
    inside = sorted(within)
    voting = any(tokens[k].norm in words("voting") for k in inside)
    counted = any(tokens[k].text[:1].isdigit() for k in inside)
    for k in inside:
        norm = tokens[k].norm
        if norm in words("abstaining"):
            return "abstained"
        if norm in words("voting_against") and (voting or counted):
            return "against"
    for k in inside:
        norm = tokens[k].norm
        before = tokens[k - 1] if k else None
        if norm in words("voting_for") and (voting or (counted and norm not in {"for", "за"})):
            return "for"
        ends = k + 1 >= len(tokens) or not tokens[k + 1].is_word or k == inside[-1]
        after_number = before is not None and (before.text[:1].isdigit() or before.text == "%")
        if norm in {"for", "за"} and counted and ends and (after_number or k == inside[0] or before is None):
            return "for"
    return ""


def way_of(tokens: Sequence[Token], at: int, low: int) -> int:
    """Whether a number is said to be up (+1) or down (-1) by a word right before it; 0 where it is not."""
    for k in range(at - 1, max(low, at - _BACK) - 1, -1):
        if tokens[k].text in ",;.":
            return 0
        way = direction(tokens[k].stem) if tokens[k].is_word else 0
        if way:
            return way
    return 0
