"""A sentence with its citation marks, cut into statements that can be checked one by one.

Cut points are joiners between clauses ("and", ";", ", а") and citation marks. Whether a cut is made is for the
grammar of the language to say; it says no whenever the second part might not be true or not readable on its
own.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from atomcite.answers import english, russian
from atomcite.answers.block import Range
from atomcite.answers.grammar import Grammar, Link, Token, tokens_of
from atomcite.answers.marks import Mark, touching
from atomcite.answers.sentences import is_cyrillic, plain_view


@dataclass
class Part:
    """One statement in the making: pieces of the answer in reading order, and the marks it rests on.

    `own` is the stretch of the sentence that is this part's alone: pieces outside it are carried over from another.
    """

    pieces: list[Range]
    marks: list[Mark] = field(default_factory=list)
    own: Range = (0, 0)


def grammar_of(text: str) -> Grammar:
    return russian if is_cyrillic(text) else english


def has_predicate(view: str) -> bool:
    """Whether a text (markup and marks blanked) holds a finite verb or what stands for one."""
    return grammar_of(view).predicate(tokens_of(view, 0)) is not None


_quotes = re.compile(r"“[^”]{0,2000}”|«[^»]{0,2000}»|\"[^\"]{0,600}\"|\([^()]{0,400}\)|\[[^\[\]]{0,400}\]")
_LONG = 1500
"""Characters of a sentence that are looked at on either side of a place where it may be cut. What goes on for longer
without a place to cut stays one statement: time must not grow with the square of the length."""


def split_clauses(
    text: str, start: int, end: int, hidden: bytearray, marks: Sequence[Mark], *, compound: bool = True
) -> list[Part]:
    """The statements of the sentence `text[start:end]`. `marks` are those inside it, ascending.

    A mark stands for the clause before it, back to the mark before; one that leads ("According to page 5, ...") and
    one in running text stand for the whole sentence, except where a clause has a mark of its own.
    """
    view = plain_view(text, start, end, hidden, list(marks))
    lead = _leading(view, start, marks)
    leading = {m.start for m in lead}
    inner = [m for m in marks if m.start not in leading]
    parts: list[tuple[int, int, Link]] = []
    begin, link = start, Link()
    grammar = grammar_of(view)
    if compound:
        tokens = tokens_of(view, start)
        starts = [t.start for t in tokens]
        effective: list[Token] = []
        for a, b, joiner, cited in _candidates(view, start, inner, grammar):
            if a - begin > _LONG:
                break
            left_own = tokens[bisect_left(starts, begin) : bisect_left(starts, a)]
            if left_own and left_own[-1].end > a:
                left_own.pop()
            right = _up_to_next(tokens, bisect_left(starts, b), inner)
            effective = _effective(link, left_own)
            made = grammar.link(effective, joiner, right, cited=cited) if left_own and right else None
            if made is None:
                continue
            parts.append((begin, a, link))
            begin, link = b, made
    parts.append((begin, end, link))
    out: list[Part] = []
    for n, (a, b, how) in enumerate(parts):
        stop = parts[n + 1][0] if n + 1 < len(parts) else end
        own_marks = [m for m in touching(inner, a, stop) if m.start >= a]
        out.append(Part(_pieces(text, view, start, a, b, how), own_marks, (a, b)))
    _share(out, lead, inner)
    return out


def _leading(view: str, start: int, marks: Sequence[Mark]) -> list[Mark]:
    lead: list[Mark] = []
    at, before = 0, ""
    for mark in marks:
        before, at = before + view[at : mark.start - start].strip(), mark.start - start
        if any(ch.isalnum() for ch in before) and not (
            mark.leads and len(before.split()) <= 1 and mark.kind == "prose"
        ):
            break
        if mark.kind != "reference":
            lead.append(mark)
    return lead


def _candidates(view: str, start: int, marks: Sequence[Mark], grammar: Grammar) -> list[tuple[int, int, str, bool]]:
    """Places where a cut may be made: end of the left part, start of the right one, the joiner, and whether cited."""
    closed = bytearray(len(view))
    for quote in _quotes.finditer(view):
        closed[quote.start() : quote.end()] = b"\x01" * (quote.end() - quote.start())
    found: list[tuple[int, int, str, bool]] = []
    solid = [m for m in marks if m.kind != "reference"]
    for match in grammar.joiners.finditer(view):
        core = next((n for n in range(match.start(), match.end()) if not view[n].isspace()), match.start())
        if closed[core]:
            continue
        a, b = match.start() + start, match.end() + start
        cited = any(m.kind == "bracket" for m in touching(solid, a, b))
        found.append((a, b, " ".join(match[0].split()), cited))
    joined = sorted(found)
    ends = [b for _, b, _, _ in joined]
    for n, mark in enumerate(solid):
        nearest = bisect_right(ends, mark.start)
        following = solid[n + 1].start if n + 1 < len(solid) else None
        after = re.compile(r"[\s.,;]*").match(view, mark.end - start)
        stop = (after.end() if after else mark.end - start) + start
        if mark.kind != "bracket" or (nearest < len(joined) and joined[nearest][0] <= mark.end):
            continue
        if following is not None and following <= stop:
            continue
        found.append((mark.start, stop, ",", True))
    return sorted(found)


def _up_to_next(tokens: list[Token], first: int, marks: Sequence[Mark]) -> list[Token]:
    """The words from number `first` up to the next semicolon or citation: what comes after it can't make this part a
    statement."""
    if first == len(tokens):
        return []
    following = bisect_right(marks, tokens[first].start, key=lambda m: m.start)
    far = tokens[first].start + _LONG
    stop = next((m.start for m in marks[following:] if m.kind == "bracket"), far)
    stop = min(stop, far)
    out = []
    for n in range(first, len(tokens)):
        token = tokens[n]
        if (
            token.text == ";"
            or token.start > tokens[first].start + _LONG
            or (stop is not None and token.start >= stop)
        ):
            break
        out.append(token)
    while out and out[-1].text in ".,!":
        out.pop()
    return out


def _effective(link: Link, own: list[Token]) -> list[Token]:
    body = [*own[: link.at], *link.inserted, *own[link.at + link.skipped :]]
    return [*link.carried, *body]


def _pieces(text: str, view: str, start: int, a: int, b: int, link: Link) -> list[Range]:
    pieces: list[Range] = []
    if link.carried:
        pieces.append((link.carried[0].start, link.carried[-1].end))
        pieces += _gaps(pieces.pop(), link.carried)
    if not link.inserted:
        return [*pieces, (a, b)]
    own = tokens_of(view[a - start : b - start], a)
    cut = own[link.at + link.skipped].start
    pieces.append((a, own[link.at - 1].end))
    pieces += _gaps((link.inserted[0].start, link.inserted[-1].end), link.inserted)
    pieces.append((cut, b))
    return pieces


def _gaps(whole: Range, tokens: Sequence[Token]) -> list[Range]:
    """`tokens` as ranges; words that don't follow one another (carried from two places) are parted."""
    out: list[list[int]] = []
    for token in tokens:
        if out and 0 <= token.start - out[-1][1] <= 3:
            out[-1][1] = token.end
        else:
            out.append([token.start, token.end])
    return [(a, b) for a, b in out] or [whole]


def _share(parts: list[Part], lead: list[Mark], inner: Sequence[Mark]) -> None:
    """Gives every part its marks: its own, else those of the next part that has some, else those in the lead."""
    real = [m for m in inner if m.kind != "reference"]
    everywhere = [m for m in real if m.kind == "prose"] if real and all(m.kind == "prose" for m in real) else []
    following: list[Mark] = []
    own_first = any(m.kind != "reference" for m in parts[0].marks)
    for n in range(len(parts) - 1, -1, -1):
        own = [m for m in parts[n].marks if m.kind != "reference"]
        if own:
            following = own
            parts[n].marks = own
        else:
            parts[n].marks = following
    for n, part in enumerate(parts):
        if not part.marks:
            part.marks = list(lead) or list(everywhere)
        elif n == 0 and lead:
            known = {m.start for m in part.marks} if own_first else set()
            part.marks = [*(m for m in lead if m.start not in known), *(part.marks if own_first else [])]
