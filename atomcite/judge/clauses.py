"""Clauses and sentences of a run of tokens, what stands in an exception, and the modal before a word."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.lexicon import Lexicon, lexicon
from atomcite.judge.words import Token, is_adverb, word_set

_BREAK = frozenset(".;:!?¦")
SUBORDINATE = word_set(
    "which who whom whose that if when where because unless except until provided though although as "
    "который которая которое которые которого которой которых что если когда поскольку хотя чтобы кроме"
)
ADVERSATIVE = frozenset(("but", "а", "но", "however", "однако", "whereas", "while", "тогда"))


class ClauseMarker:
    """Finds the clauses. `starts` are tokens at which a sentence or a line of its own begins."""

    def __init__(self, tokens: tuple[Token, ...], starts: frozenset[int]) -> None:
        self.tokens = tokens
        self.starts = starts
        self.lex: Lexicon = lexicon()
        n = len(tokens)
        self.clause, self.sentence = [0] * n, [0] * n
        self.negator = [False] * n
        self.depth = [0] * n
        self.target = [False] * n
        self.lacking = [False] * n
        self.excepted = [False] * n
        self.modal = [""] * n
        self.restricted: set[int] = set()
        self.only: set[int] = set()

    def _clauses(self) -> None:
        clause = sentence = 0
        in_exception = leading = aside = False
        since = 0  # words since the sentence began
        for i, token in enumerate(self.tokens):
            if i in self.starts:
                clause += 1
                sentence += 1
                in_exception, since = False, 0
            if token.is_word:
                if token.norm in ADVERSATIVE or (token.norm in SUBORDINATE and i and self.clause[i - 1] == clause):
                    clause += 1
                if token.norm in ADVERSATIVE:
                    in_exception = False
                if not in_exception and any(reads(self.tokens, i, phrase) for phrase in self.lex.exceptions):
                    in_exception, leading = True, since == 0
                    aside = i > 0 and self.tokens[i - 1].text == ","
                since += not token.text[0].isdigit()
            elif token.text in _BREAK and not self._is_abbreviation(i):
                clause += 1
                sentence += 1
                in_exception, since = False, 0
            elif token.text == ",":
                clause += 1
                # "Unless the board approves, ...": what follows the comma is what holds.
                in_exception = in_exception and not leading and not (aside and self._resumes(i + 1))
            self.clause[i], self.sentence[i] = clause, sentence
            self.excepted[i] = in_exception

    def _resumes(self, i: int) -> bool:
        """The sentence goes on after ", except the last of them,": with a small word, where a list would have another
        item."""
        if i >= len(self.tokens):
            return False
        token = self.tokens[i]
        return self.lex.is_stop(token) and token.norm not in {"and", "or", "the", "a", "an", "any", "и", "или"}

    def _is_abbreviation(self, i: int) -> bool:
        """A dot within a sentence: after an initial, or before a small letter or a digit."""
        if i + 1 >= len(self.tokens) or i + 1 in self.starts:
            return False
        if self.tokens[i].text == ":":
            return self.tokens[i - 1].text[-1:].isdigit() and self.tokens[i + 1].text[:1].isdigit()  # "8:00"
        if self.tokens[i].text != ".":
            return False
        following = self.tokens[i + 1].text
        return following[:1].islower() or following[:1].isdigit() or len(self.tokens[i - 1].text) == 1

    def _modals(self) -> None:
        mode, left = "", 0
        for i, token in enumerate(self.tokens):
            if i in self.starts or (not token.is_word and token.text != '"'):
                left = 0
            self.modal[i] = mode if left else ""
            if token.is_word:
                if token.stem in self.lex.must and token.norm not in {"required", "need"}:
                    mode, left = "must", 5
                elif token.stem in self.lex.may:
                    mode, left = "may", 5
                elif left:
                    left -= 1

    def _content(self, i: int) -> bool:
        token = self.tokens[i]
        return (
            token.is_word
            and token.norm not in self.lex.auxiliary
            and not self.lex.is_stop(token)
            and not is_adverb(token.text)
        )

    def _end(self, i: int, soft: bool = True) -> int:
        """First token after `i` that is out of its clause (or, not `soft`, out of its sentence)."""
        row = self.clause if soft else self.sentence
        k = i + 1
        while k < len(self.tokens) and row[k] == row[i]:
            k += 1
        return k


def reads(tokens: Sequence[Token], i: int, phrase: tuple[str, ...]) -> bool:
    """Whether a phrase stands at token `i`."""
    if tokens[i].norm != phrase[0]:  # nearly always: asked of every token for every phrase
        return False
    return all(i + k < len(tokens) and tokens[i + k].norm == s for k, s in enumerate(phrase))
