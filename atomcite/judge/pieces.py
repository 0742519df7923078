"""A sentence cut by its surface into pieces that are parsed apart.

At semicolons, labels and headings, after a leading condition, and where a dash stands for a verb: a parser does
better on whole clauses than on what hangs together by signs alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from atomcite.judge.syntax import syntax
from atomcite.judge.words import Token, part_of_speech

_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3})*")
_GREETING = frozenset(("dear", "уважаемый", "уважаемая", "уважаемые"))
_AT_MOST = 100
"""Tokens of a sentence that is parsed in one piece."""


def pieces(tokens: Sequence[Token], low: int, high: int) -> Iterator[tuple[int, int]]:
    """Cut at semicolons, which part clauses that say nothing of one another; the number of an item is left out."""
    low = _after_number(tokens, low, high)
    heading = _capitals(tokens, low, high)
    if heading:
        yield low, heading
        low = _after_number(tokens, heading, high)
    start = low
    for k in range(low, high):
        if tokens[k].text == ";" or k - start >= _AT_MOST:
            if k > start:
                yield start, k
            start = k + 1
        elif tokens[start].norm in _GREETING and tokens[k].text in ",:!" and k - start < 9:
            yield start, k
            start = k + 1
        elif k > start and (_opens_label(tokens, k, high) or (tokens[k].norm in _GREETING and tokens[k].capital)):
            yield start, k
            start = k
    if high > start:
        yield start, high


def _capitals(tokens: Sequence[Token], low: int, high: int) -> int:
    """Where a heading in capitals ends that runs into the sentence below it; 0 without one."""
    k = low
    while k < high and (tokens[k].text.isupper() or not tokens[k].is_word):
        k += 1
    written = [t for t in tokens[low:k] if t.is_word and len(t.text) > 1]
    return k if len(written) >= 2 and k < high - 2 else 0


def _after_number(tokens: Sequence[Token], low: int, high: int) -> int:
    """ "12.3 The Buyer", "(b) The Buyer", "4. The Buyer": where the sentence begins."""
    k = low
    if k < high and tokens[k].text in "(§":
        k += 1
    if k + 1 >= high or not (_NUMBER.fullmatch(tokens[k].text) or len(tokens[k].text) == 1):
        return low
    closed = tokens[k + 1].text in {")", "."}
    bare = "." in tokens[k].text
    after = k + 1 + closed
    if after < high and (closed or bare) and (tokens[after].capital or not tokens[after].is_word):
        return after
    return low


def condition_end(tokens: Sequence[Token], low: int, high: int) -> int:
    """Where a condition ends that the sentence begins with ("If A is late, B may ..."); 0 without one. Both halves
    are whole clauses, and are read with more success apart."""
    found = syntax(tuple(tokens[low:high])).segments
    if len(found) < 2 or found[0].kind != "condition" or found[1].start < 3:
        return 0
    return low + found[1].start


def _opens_label(tokens: Sequence[Token], k: int, high: int) -> bool:
    """ "Chair: Titova N. V. Secretary: Yudin": a label after an initial, whose dot ends no sentence by itself."""
    if not tokens[k].capital or len(tokens[k].text) < 3 or tokens[k - 1].text != "." or k + 1 >= high:
        return False
    after = tokens[k + 1]
    apart = after.start > tokens[k].end
    return after.text == ":" or (after.text in "-–—" and apart)


def ungapped(tokens: Sequence[Token], low: int, high: int) -> Iterator[list[tuple[str, int]]]:
    """ "A repairs the roof, B - the floor": the dash stands for the verb, which is put in its place."""
    spelled = [(t.text, k) for k, t in enumerate(tokens[low:high], low)]
    dashes = [k for k in range(low + 1, high - 1) if tokens[k].text in "-–—" and tokens[k].start > tokens[k - 1].end]
    verbs = [k for k in range(low, high) if part_of_speech(tokens[k].text) in {"VERB", "PRTS"}]
    cut = None
    for d in dashes:
        comma = next((k for k in range(d - 1, low, -1) if tokens[k].text == ","), None)
        if comma is None or not verbs or verbs[0] > comma or any(comma < v for v in verbs):
            continue
        cut = comma, d, verbs[0]
        break
    if cut is None:
        yield spelled
        return
    comma, dash, verb = cut
    yield spelled[: comma - low]
    rest = [(tokens[verb].text, verb) if k == dash else (w, k) for w, k in spelled[comma - low + 1 :]]
    yield rest


def is_greeting(token: Token) -> bool:
    """Whether a word opens a letter, and says whom it is addressed to."""
    return token.norm in _GREETING
