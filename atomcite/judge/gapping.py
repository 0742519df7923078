"""Clauses that leave out the verb of the one before: "the Landlord maintains the roof, the Tenant the drains".

The words of such a sentence stand all together, so that the Tenant seems to maintain the roof. Its second half is cut
into phrases, each answering to one of the first half; a statement must take all its phrases from one half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atomcite.judge.correspondence import Correspondence, Dispute
from atomcite.judge.lexicon import lexicon
from atomcite.judge.parts import is_party_word
from atomcite.judge.syntax import Syntax
from atomcite.judge.wordlists import words
from atomcite.judge.words import Token, case_of, is_adverb, is_finite

_JOINTS = frozenset((",", ";", "and", "but", "while", "whereas", "и", "а", "но"))
_DASHES = frozenset(("—", "–", "-"))
_ARTICLES = frozenset(("the", "a", "an", "its", "their", "those", "that"))
_WITHIN = frozenset(("of",))
_HALVES = [["a", "half"], ["a", "quarter"], ["a", "third"]]
_MOST = 24
"""Tokens of the half without a verb at most."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Phrase:
    """Tokens start..end-1; `preposition` opens it, "" for a bare one; `numeric` when it has a number."""

    start: int
    end: int
    preposition: str
    numeric: bool


@dataclass(frozen=True)
class Gapped:
    """Phrases of the half with the verb, each with the one that answers to it in the half without."""

    pairs: tuple[tuple[Phrase, Phrase], ...]


def gapped(c: Correspondence) -> Dispute | None:
    """A statement that mixes the phrases of the two halves."""
    for g in halves(c.page.text.tokens, c.there, c.low, c.high):
        chosen = _chosen(c, g)
        if {"first", "second"} <= set(chosen):
            at = next(p for p, side in zip(g.pairs, chosen, strict=True) if side == "first")
            return Dispute("judge.other_pairing", c.shown(at[0].start, c.high), contradicts=True)
    return None


def reads_second_half(c: Correspondence) -> bool:
    """All that a statement says of such a sentence it says of the half without a verb."""
    for g in halves(c.page.text.tokens, c.there, c.low, c.high):
        chosen = [side for side in _chosen(c, g) if side != "none"]
        if len(chosen) >= 2 and set(chosen) == {"second"}:
            return True
    return False


def _chosen(c: Correspondence, g: Gapped) -> list[str]:
    """For each pair of phrases the one of which the statement speaks: "first", "second", "both" or "none"."""
    tokens = c.page.text.tokens
    out = []
    for pair in g.pairs:
        first, second = (_telling(tokens, p, other) for p, other in (pair, pair[::-1]))
        of_first = of_second = False
        for term, _ in c.pairs:
            places = set(c.places(term))
            of_first = of_first or bool(places & first and not places & second)
            of_second = of_second or bool(places & second and not places & first)
        for at, _ in c.value_pairs:
            places = {k for k in _valued(c, at) if c.low <= k < c.high}
            of_first = of_first or bool(places & first and not places & second)
            of_second = of_second or bool(places & second and not places & first)
        out.append("both" if of_first and of_second else "first" if of_first else "second" if of_second else "none")
    return out


def _valued(c: Correspondence, at: int) -> Iterator[int]:
    """Where the page has a value equal to the one that starts at token `at` of the statement."""
    for (first, _), found in zip(c.statement.value_tokens, c.statement.values, strict=True):
        if first == at:
            for value, result in c.page.compared(found.value):
                if result.outcome == "equal":
                    yield from range(value.first, value.last + 1)


def _telling(tokens: Sequence[Token], phrase: Phrase, other: Phrase) -> set[int]:
    """Tokens of a phrase that tell it from the one that answers to it."""
    shared = {t.stem for t in tokens[other.start : other.end]}
    return {
        k
        for k in range(phrase.start, phrase.end)
        if tokens[k].is_word and tokens[k].stem not in shared and not lexicon().is_stop(tokens[k])
    }


def halves(tokens: Sequence[Token], syntax: Syntax, low: int, high: int) -> Iterator[Gapped]:
    """The pairs of halves of a sentence (tokens low..high-1), of which the second lacks the verb."""
    if not any(tokens[k].norm in _JOINTS for k in range(low, high)):
        return
    joints = [k for k in range(low + 1, high - 2) if tokens[k].norm in _JOINTS and not _in_number(tokens, k)]
    for number, joint in enumerate(joints):
        start = joint + 1
        if start in joints:
            continue  # ", and": the second of the two is the joint
        end = next((j for j in joints[number + 1 :] if j > start), high)
        while end > start and not tokens[end - 1].is_word:
            end -= 1
        if end - start > _MOST or any(_says(tokens, syntax, k, start, end) for k in range(start, end)):
            continue
        while low < joint and not tokens[low].text[0].isalpha():
            low += 1  # the number of an item
        opening = next((j + 1 for j in reversed(joints[:number]) if _has_verb(tokens, syntax, j + 1, joint)), low)
        while joint > opening and tokens[joint - 1].norm in _JOINTS:
            joint -= 1
        pairs = _paired(tokens, syntax, (opening, joint), (start, end))
        if len(pairs) >= 2:
            yield Gapped(tuple(pairs))


def _in_number(tokens: Sequence[Token], k: int) -> bool:
    """The comma of "31,900" joins nothing, nor does the "and" of "time and a half"."""
    before, comma, after = tokens[k - 1 : k + 2]
    if comma.norm == "and" and _is_half(tokens, k + 1):
        return True
    return before.end == comma.start and comma.end == after.start and after.text[:1].isdigit()


def _is_half(tokens: Sequence[Token], k: int) -> bool:
    return [t.norm for t in tokens[k : k + 2]] in _HALVES


def _carries(tokens: Sequence[Token], syntax: Syntax, k: int) -> bool:
    """Whether a token carries a clause of its own."""
    norm = tokens[k].norm
    return syntax.verb[k] or norm in words("modals") or norm in words("be") or norm in words("relative")


def _says(tokens: Sequence[Token], syntax: Syntax, k: int, start: int, end: int) -> bool:
    """The same of a half that seems to have no verb: a plural at its end ("the storage sheds") or its beginning
    ("and pilots by the Master") looks like one."""
    edge = k in (start, end - 1) and not is_finite(tokens[k].text)
    return _carries(tokens, syntax, k) and not edge


def _has_verb(tokens: Sequence[Token], syntax: Syntax, start: int, end: int) -> bool:
    return any(_carries(tokens, syntax, k) for k in range(start, end))


def _paired(tokens: Sequence[Token], syntax: Syntax, verbal: Span, elliptic: Span) -> list[tuple[Phrase, Phrase]]:
    """The phrases of the second half with those of the first; [] unless each has one."""
    verbs = [k for k in range(*verbal) if _carries(tokens, syntax, k)]
    if not verbs:
        return []
    before = _phrases(tokens, (verbal[0], verbs[0]), frozenset())
    after = _phrases(tokens, (verbs[-1] + 1, verbal[1]), frozenset())
    known = frozenset(p.preposition for p in (*before, *after) if p.preposition)
    theirs = _phrases(tokens, elliptic, known)
    free = [*before, *after]
    out: dict[int, Phrase] = {}
    for n, phrase in enumerate(theirs):
        if phrase.preposition:
            answer = next((p for p in reversed(free) if p.preposition == phrase.preposition), None)
        elif phrase.numeric:
            answer = next((p for p in free if not p.preposition and p.numeric), None)
        else:
            continue
        if answer is None:
            return []
        out[n] = answer
        free.remove(answer)
    bare = [n for n in range(len(theirs)) if n not in out]
    subjects = [p for p in before if p in free and not p.preposition and not p.numeric][-1:]
    objects = [p for p in after if p in free and not p.preposition and not p.numeric][:1]
    if len(bare) == 2 and subjects and objects:
        own = [_names_party(tokens, p) for p in (theirs[bare[0]], theirs[bare[1]])]
        crossing = own[0] != own[1] and own == [_names_party(tokens, p) for p in (objects[0], subjects[0])]
        first, last = (objects[0], subjects[0]) if crossing else (subjects[0], objects[0])
        out[bare[0]], out[bare[1]] = first, last
    elif len(bare) == 1:
        answer = _likest(tokens, theirs[bare[0]], subjects, objects)
        if answer is None:
            return []
        out[bare[0]] = answer
    elif bare:
        return []
    return [(out[n], phrase) for n, phrase in enumerate(theirs)]


def _likest(
    tokens: Sequence[Token], phrase: Phrase, subjects: Sequence[Phrase], objects: Sequence[Phrase]
) -> Phrase | None:
    """What a lone bare phrase answers to: the subject, unless there is an object that it is more like."""
    if not subjects or not objects:
        return next(iter((*subjects, *objects)), None)
    mine, subject, thing = (_names_party(tokens, p) for p in (phrase, subjects[0], objects[0]))
    if subject == thing:
        return None
    return subjects[0] if mine == subject else objects[0]


def _names_party(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """Whether a phrase is of somebody: a name, or a role."""
    own = [k for k in range(phrase.start, phrase.end) if tokens[k].is_word and not lexicon().is_stop(tokens[k])]
    if any(is_party_word(tokens[k]) or tokens[k].stem in lexicon().roles for k in own):
        return True
    opens = phrase.start == 0 or tokens[phrase.start - 1].text in ".:;!?"
    return bool(own) and not opens and all(tokens[k].capital for k in own)


def _phrases(tokens: Sequence[Token], span: Span, known: frozenset[str]) -> list[Phrase]:
    """Cuts a run of tokens before articles, prepositions and after dashes. With `known` prepositions, a phrase with
    another one goes on with the phrase before it."""
    cuts: list[int] = []
    for k in range(*span):
        token = tokens[k]
        if token.norm in _DASHES and not token.is_word:
            cuts.append(k + 1)
            continue
        opens = token.norm in words("prepositions") and token.norm not in _WITHIN
        opens = opens or (
            token.norm in _ARTICLES and tokens[k - 1].norm not in words("prepositions") and not _is_half(tokens, k)
        )
        opens = opens or _next_noun(tokens, k, span[0])
        if k == span[0] or (opens and (not known or token.norm not in words("prepositions") or token.norm in known)):
            cuts.append(k)
    out = []
    for n, start in enumerate(cuts):
        end = cuts[n + 1] if n + 1 < len(cuts) else span[1]
        own = [k for k in range(start, end) if tokens[k].is_word]
        if not own or (tokens[own[0]].norm not in _ARTICLES and all(_is_small(tokens[k]) for k in own)):
            continue
        opener = tokens[own[0]].norm
        preposition = opener if opener in words("prepositions") else ""
        out.append(Phrase(own[0], own[-1] + 1, preposition, any(tokens[k].text[0].isdigit() for k in own)))
    return out


def _is_small(token: Token) -> bool:
    return lexicon().is_stop(token) or is_adverb(token.text)


def _next_noun(tokens: Sequence[Token], k: int, start: int) -> bool:
    """A Russian noun in the accusative right after one that is plainly a subject: "а Сидоров смету"."""
    if k == start or tokens[k].norm.isascii() or not tokens[k - 1].is_word:
        return False
    return case_of(tokens[k].text) == "accs" and case_of(tokens[k - 1].text) == "nomn"
