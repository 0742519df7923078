"""Segments of a sentence - coordinate clauses, conditions, exceptions, what "only" is said of - with their verbs.

No parser: English by the words around a word, Russian by OpenCorpora. What can't be told is left out, and the checks
that build on it then say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from atomcite.judge.clauses import reads
from atomcite.judge.lexicon import lexicon
from atomcite.judge.scopes import mark
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import (
    Token,
    case_of,
    is_adverb,
    is_past,
    is_preterite,
    is_verb_form,
    may_be_participle,
    part_of_speech,
)

SegmentKind = Literal["main", "condition", "exception", "only", "relative", "reported"]
QUALIFYING: frozenset[SegmentKind] = frozenset({"condition", "exception", "only"})
_MODALS = words("modals")
_BE = words("be")
_BEFORE_NOUN = words("before_noun")
_AFTER_VERB = words("after_verb")
_RELATIVE = words("relative")
_COORDINATORS = frozenset(("and", "or", "и", "или"))
_ADVERSATIVE = words("adversative")
_INVERTED = frozenset(("Should", "Had", "Were"))
_REPORTED = frozenset(("that", "что", "чтобы"))


@dataclass(frozen=True)
class Segment:
    """Tokens start..end-1 of one sentence. `host` is the segment that it qualifies (its own number for a main one).
    `elided` marks a segment that has its subject in the one before ("approved the budget and postponed ...")."""

    start: int
    end: int
    kind: SegmentKind
    host: int
    elided: bool = False


@dataclass(frozen=True)
class Syntax:
    """Segments of a run of tokens, the segment of each token, and which tokens are verbs (auxiliaries left out)."""

    segments: tuple[Segment, ...]
    of: tuple[int, ...]
    verb: tuple[bool, ...]

    def kind(self, token: int) -> SegmentKind:
        return self.segments[self.of[token]].kind

    def host(self, token: int) -> int:
        """The main segment that a token is in or qualifies."""
        number = self.of[token]
        while self.segments[number].host != number:
            number = self.segments[number].host
        return number


@lru_cache(maxsize=4096)
def syntax(tokens: tuple[Token, ...], starts: frozenset[int] = frozenset()) -> Syntax:
    """Segments of a run of tokens. `starts` are tokens at which a sentence or a line of its own begins."""
    sentence = mark(tokens, starts).sentence
    verb = tuple(_is_verb(tokens, i) for i in range(len(tokens)))
    segments: list[Segment] = []
    low = 0
    while low < len(tokens):
        high = low
        while high < len(tokens) and sentence[high] == sentence[low]:
            high += 1
        _Splitter(tokens, verb, segments).split(low, high)
        low = high
    of = [0] * len(tokens)
    for number, s in enumerate(segments):
        of[s.start : s.end] = [number] * (s.end - s.start)
    return Syntax(tuple(segments), tuple(of), verb)


class _Splitter:
    """Cuts one sentence."""

    def __init__(self, tokens: tuple[Token, ...], verb: Sequence[bool], out: list[Segment]) -> None:
        self.tokens = tokens
        self.verb = verb
        self.out = out

    def split(self, low: int, high: int) -> None:
        cuts = self._cuts(low, high)
        first = len(self.out)
        for k, (start, kind) in enumerate(cuts):
            end = cuts[k + 1][0] if k + 1 < len(cuts) else high
            elided = kind == "main" and k > 0 and self._opens_with_verb(start, end)
            self.out.append(Segment(start, end, kind, len(self.out), elided))
        mains = [n for n in range(first, len(self.out)) if self.out[n].kind == "main" and self._has_words(n)]
        for n in range(first, len(self.out)):
            s = self.out[n]
            if s.kind == "main":
                continue
            before = [m for m in mains if m < n]
            after = [m for m in mains if m > n]
            # "If X, Y" qualifies what follows; "Y if X" what precedes.
            host = before[-1] if before else after[0] if after else n
            self.out[n] = Segment(s.start, s.end, s.kind, host, s.elided)
        self._resume(first)

    def _resume(self, first: int) -> None:
        """ "All members, except Ms Lee, voted": what follows an insertion goes on with what precedes it."""
        for n in range(first + 2, len(self.out)):
            here, insertion, before = self.out[n], self.out[n - 1], self.out[n - 2]
            if here.kind == before.kind == "main" and insertion.kind != "main" and insertion.host == n - 2:
                first_words = [t.norm for t in self.tokens[here.start : here.start + 2]]
                opened = any(w in _ADVERSATIVE or w in _COORDINATORS for w in first_words)
                had_verb = any(self.verb[before.start : before.end])
                if not opened and not had_verb:
                    self.out[n] = Segment(here.start, here.end, "main", n - 2, False)

    def _has_words(self, number: int) -> bool:
        s = self.out[number]
        return any(t.is_word for t in self.tokens[s.start : s.end])

    def _cuts(self, low: int, high: int) -> list[tuple[int, SegmentKind]]:
        cuts: list[tuple[int, SegmentKind]] = [(low, "main")]
        i = low
        while i < high:
            kind = self._opener(i, low, high)
            if kind is None:
                i += 1
                continue
            start = i
            if cuts[-1][0] == start:
                cuts.pop()
            cuts.append((start, kind))
            if kind in QUALIFYING or kind == "relative":
                end = self._end(start, kind, low, high)
                resumed = end if end < high and self.tokens[end].is_word else end + 1
                if resumed < high and self._opener(resumed, low, high) is None:
                    cuts.append((end, "main"))
                i = max(end, start + 1)
            else:
                i = start + 1
        return cuts

    def _opener(self, i: int, low: int, high: int) -> SegmentKind | None:
        token = self.tokens[i]
        if not token.is_word:
            return None
        if any(reads(self.tokens, i, p) for p in phrases("conditions")):
            return "condition"
        if token.norm == "where" and (i == low or self.verb[i - 1]):
            return "condition"  # "the excess is halved where the gates were closed"
        if token.text in _INVERTED and self._opens_inverted(i, low, high):
            return "condition"
        if any(reads(self.tokens, i, p) for p in phrases("exceptions")):
            return "exception"
        if token.norm in words("only") and i + 1 < high and self.tokens[i + 1].norm in words("only_before"):
            return "only"
        if token.norm in _ADVERSATIVE and i > low:
            return "main"
        if token.norm in _COORDINATORS and i > low and self._opens_clause(i + 1, high):
            return "main"
        if token.norm in _REPORTED and i > low and any(self.verb[max(low, i - 4) : i]):
            return "reported" if self._opens_clause(i + 1, high) else None
        if token.norm in _RELATIVE and i > low:
            return "relative"
        if i - 1 > low and self.tokens[i - 1].text == "," and self._stands_beside(i, low, high):
            return "main"
        return None

    def _opens_inverted(self, i: int, low: int, high: int) -> bool:
        """ "Should prices stay low, ...", "Had the tenant paid, ...": a condition without "if" at the head of its
        sentence; a question has no such comma."""
        leading = not any(t.text[:1].isalpha() for t in self.tokens[low:i])  # but for the number of an item
        return leading and any(t.text == "," for t in self.tokens[i + 2 : high])

    def _end(self, start: int, kind: SegmentKind, low: int, high: int) -> int:
        """First token after a qualification: a comma after a leading one or an insertion, an adversative, or the
        verb of a subject that the qualification stands behind."""
        leading = not any(t.is_word for t in self.tokens[low:start])
        had_verb = any(self.verb[low:start])
        within = False
        for k in range(start + 1, high):
            token = self.tokens[k]
            ends = token.text == "," and not self._describes(k, high)
            if ends and (leading or not self._lists_on(k, high)):
                return k
            if token.norm in _ADVERSATIVE:
                return k
            if kind in {"exception", "relative"} and not leading and not had_verb and self._finite(k):
                if kind == "exception" or within:
                    return k
                within = True
        return high

    def _describes(self, comma: int, high: int) -> bool:
        """Whether a Russian participle or a relative pronoun goes on with the noun before a comma."""
        return comma + 1 < high and (
            part_of_speech(self.tokens[comma + 1].text) == "PRTF" or self.tokens[comma + 1].norm in _RELATIVE
        )

    def _lists_on(self, comma: int, high: int) -> bool:
        """Whether a list goes on after a comma rather than another clause."""
        return not self._opens_clause(comma + 1, high) and not (
            comma + 1 < high and self.tokens[comma + 1].norm in _ADVERSATIVE | _COORDINATORS | _RELATIVE
        )

    def _stands_beside(self, i: int, low: int, high: int) -> bool:
        """A Russian clause that a comma alone joins to the one before: "Громов согласен, Носов возражал"."""
        if case_of(self.tokens[i].text) != "nomn" or not any(self.verb[low:i]):
            return False
        return any(
            part_of_speech(self.tokens[k].text) in {"VERB", "PRTS"}
            for k in range(i + 1, min(high, i + 6))
            if all(self.tokens[m].is_word for m in range(i, k))
        )

    def _finite(self, k: int) -> bool:
        return self.verb[k] or self.tokens[k].norm in _MODALS or self.tokens[k].norm in _BE

    def _opens_verb(self, start: int, high: int) -> bool:
        k = start
        while k < high and (is_adverb(self.tokens[k].text) or self.tokens[k].norm in {"not", "не", "also", "then"}):
            k += 1
        return k < high and self._finite(k)

    def _opens_with_verb(self, start: int, end: int) -> bool:
        opener = self.tokens[start]
        joined = not opener.is_word or opener.norm in _COORDINATORS or opener.norm in _ADVERSATIVE
        return self._opens_verb(start + joined, end)

    def _opens_clause(self, start: int, high: int) -> bool:
        """Whether a verb comes before the next comma or conjunction: a clause, not an item of a list."""
        for k in range(start, min(high, start + 14)):
            if self._finite(k):
                return True
            if self.tokens[k].text == "," or self.tokens[k].norm in _COORDINATORS | _ADVERSATIVE | _RELATIVE:
                return False
        return False


def _is_verb(tokens: Sequence[Token], i: int) -> bool:
    """Whether a token is a verb here, auxiliaries and modals left out."""
    token = tokens[i]
    if not token.is_word or token.norm in _MODALS or token.norm in _BE or len(token.norm) < 2:
        return False
    if not token.norm.isascii():
        return part_of_speech(token.text) in {"VERB", "INFN", "PRTS", "GRND"} or may_be_participle(token.text)
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if token.norm in words("perfect"):
        return after is not None and (after.norm in words("determiners") or after.text[:1].isdigit())
    if not is_verb_form(token.text) or token.norm in words("no_verbs"):
        return False
    k = i - 1
    while k >= 0 and (tokens[k].norm in {"not", "also", "only", "never", "yet"} or is_adverb(tokens[k].text)):
        k -= 1
    before = tokens[k] if k >= 0 else None
    if before is None or before.norm in lexicon().negators:
        return False
    if before.norm in _MODALS or before.norm in _BE or before.norm in words("perfect"):
        return True
    if before.norm == "to":
        return not is_past(token.norm) and not token.norm.endswith("ing")
    follows = after is None or not after.is_word or after.norm in _AFTER_VERB or after.text[:1].isdigit()
    # "Acme controls Delta": a small word between two names.
    follows = follows or (after is not None and before.capital and after.capital and token.text.islower())
    if before.norm in _COORDINATORS:
        if is_preterite(token.norm):
            return True  # "and took place"
        return follows and after is not None and after.norm not in _COORDINATORS and not token.norm.endswith("ing")
    if before.norm in _BEFORE_NOUN:
        return False
    if is_past(token.norm):
        return True
    if token.norm.endswith("ing") or not follows or (after is not None and after.norm in _COORDINATORS):
        return False
    if before.norm.endswith("ing"):
        return False
    plural = before.norm.endswith("s") or before.norm in words("pronouns")
    return before.is_word and token.norm.endswith("s") != plural and not _has_finite(tokens, i)


def _has_finite(tokens: Sequence[Token], i: int) -> bool:
    """Whether an auxiliary stands beside a token in its clause: then what follows that is the verb there."""
    for k in range(i - 1, max(-1, i - 14), -1):
        norm = tokens[k].norm
        if (
            not tokens[k].is_word
            or norm in _ADVERSATIVE
            or norm in _COORDINATORS
            or norm in _RELATIVE
            or norm == "that"
        ):
            return False
        if norm in _MODALS or norm in _BE:
            return True
    for k in range(i + 1, min(len(tokens), i + 10)):
        norm = tokens[k].norm
        if not tokens[k].is_word or norm in _ADVERSATIVE | _COORDINATORS | _RELATIVE | _REPORTED:
            return False
        if norm in _MODALS:
            return True  # "state courts within California will have": the courts are no verb
    return False
