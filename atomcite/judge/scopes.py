"""Scopes in a run of tokens: negators and what they govern, exceptions, modals."""

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
    """For each token: its clause, whether it is a negator, whether one governs it (`negated`) or stands right before
    it (`target`), whether it is in an exception, and the modal before it ("must", "may" or "")."""

    clause: tuple[int, ...]
    negator: tuple[bool, ...]
    negated: tuple[bool, ...]
    target: tuple[bool, ...]
    excepted: tuple[bool, ...]
    modal: tuple[str, ...]

    def odd(self, at: int, before: int = 8, after: int = 1) -> bool:
        """Whether an odd number of negators stand around a token within its clause."""
        low, high = max(0, at - before), min(len(self.clause), at + after + 1)
        return sum(1 for i in range(low, high) if self.negator[i] and self.clause[i] == self.clause[at]) % 2 == 1


@lru_cache(maxsize=4096)
def mark(tokens: tuple[Token, ...], starts: frozenset[int] = frozenset()) -> Marked:
    """Scopes by distance and punctuation: a negator governs the next six words of its clause; an exception runs to
    the end of its sentence part. `starts` are tokens at which a sentence or a line of its own begins."""
    lex = lexicon()
    clause: list[int] = []
    negator: list[bool] = []
    negated: list[bool] = []
    target: list[bool] = []
    excepted: list[bool] = []
    modal: list[str] = []
    number = left = 0
    in_exception = False
    aiming = False
    mode, mode_left = "", 0
    for i, token in enumerate(tokens):
        following = tokens[i + 1].norm if i + 1 < len(tokens) else ""
        is_negator = False
        if i in starts:
            number += 1
            left, aiming, in_exception, mode_left = 0, False, False, 0
        if not token.is_word:
            if token.text in _BREAK or token.text == ",":
                number += 1
                left, aiming = 0, False
                mode_left = 0
            if token.text in _BREAK:
                in_exception = False
        else:
            if token.norm in {"but", "а", "но", "however", "однако"}:
                number += 1
                left, aiming, in_exception = 0, False, False
            if any(_reads(tokens, i, phrase) for phrase in lex.exceptions):
                in_exception = True
            is_negator = _is_negator(token, following, tokens, i)
        clause.append(number)
        negator.append(is_negator)
        negated.append(left > 0 and token.is_word)
        hit = aiming and token.is_word and token.norm not in lex.auxiliary and not lex.is_stop(token)
        hit = hit and not is_negator
        target.append(hit)
        if hit:
            aiming = False
        excepted.append(in_exception)
        if token.norm == "unless" or (token.norm == "если" and following == "не"):
            # "must not operate unless registered" demands a registration: the first negator denies nothing by itself.
            k = i - 1
            while k >= 0 and tokens[k].text not in _BREAK:
                negator[k] = negated[k] = target[k] = False
                k -= 1
        modal.append(mode if mode_left else "")
        if token.is_word:
            if token.stem in lex.must and token.norm not in {"required", "need"}:
                mode, mode_left = "must", 5
            elif token.stem in lex.may:
                mode, mode_left = "may", 5
            elif mode_left:
                mode_left -= 1
        if is_negator:
            left, aiming = _REACH, True
        elif left and token.is_word:
            left -= 1
    return Marked(tuple(clause), tuple(negator), tuple(negated), tuple(target), tuple(excepted), tuple(modal))


def _is_negator(token: Token, following: str, tokens: Sequence[Token], i: int) -> bool:
    lex = lexicon()
    if token.stem not in lex.negators and not token.norm.endswith("n't"):
        return False
    if following in lex.bounds:
        return False
    if token.norm == "no" and (following == "." or (i + 1 < len(tokens) and tokens[i + 1].text[:1].isdigit())):
        return False  # "No. 17"
    previous = tokens[i - 1].norm if i else ""
    # "никто не", "не ... никакой": Russian doubles its negatives without cancelling them.
    doubled = token.norm in {"ни", "никто", "ничто", "никакой", "никаких", "никогда", "никакая", "никакие", "никаким"}
    return not doubled and previous != "whether"


def _reads(tokens: Sequence[Token], i: int, phrase: tuple[str, ...]) -> bool:
    return all(i + k < len(tokens) and tokens[i + k].norm == s for k, s in enumerate(phrase))
