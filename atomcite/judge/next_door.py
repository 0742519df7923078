"""What the neighbour of a sentence says, and what its other clause says.

Two sentences side by side are one window, so that a subject may stand in the one and what is said of it in the other
("The Buyer ... It shall ..."). Where each sentence has a subject of its own, the one is not said of the other.
"""

from __future__ import annotations

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Term
from atomcite.judge.correspondence import CONTENT, SAME, Correspondence, Dispute
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.parts import PRONOUNS
from atomcite.judge.wordlists import words
from atomcite.judge.words import is_adverb
from atomcite.values import Quantity


def borrowed_predicate(c: Correspondence, found: Alignment) -> Dispute | None:
    """The statement's verb stands in a sentence about something else, which its subject is told from by a word of
    its own; the statement's subject stands in another sentence of the window: "The north was approved. The south was
    postponed." does not say that the south was approved."""
    tokens, sentence = c.page.text.tokens, c.page.marked.sentence
    inside = found.window.inside
    for term, hit in zip(c.statement.terms, found.best, strict=True):
        if hit is None or hit.opposite or hit.token not in inside or not _firm(hit.score):
            continue
        k = hit.token
        if not (c.claim.verb[term.at] and c.there.verb[k]):
            continue
        mine = [t for t in c.statement.terms if t.kind in CONTENT and t.at < term.at and _same_clause(c, t, term)]
        places = {t.at: [h.token for h in c.page.hits(t) if _firm(h.score)] for t in mine}
        absent = [t for t in mine if all(sentence[x] != sentence[k] for x in places[t.at])]
        elsewhere = [
            x
            for t in absent
            if t.stem not in c.page.known
            for x in places[t.at]
            if x in inside and x not in c.page.head
        ]
        if not elsewhere or any(_is_heading(c, x) or _points_back(c, x) for x in elsewhere):
            continue
        start = c.there.segments[c.there.of[k]].start
        own = {h.token for t in c.statement.terms for h in c.page.hits(t)}
        subject = [x for x in range(start, k) if _tells_apart(c, x)]
        told = [x for x in subject if x not in own]
        if told and len(told) < len(subject) and not any(tokens[x].norm in PRONOUNS for x in range(start, k)):
            return Dispute("judge.other_doer", c.shown(start, k + 1), contradicts=False)
    return None


def denied_next_door(c: Correspondence, found: Alignment) -> Dispute | None:
    """The sentence that has the statement's object denies its verb: "repaid the first loan. It did not repay the
    second" does not say that the second was repaid."""
    marked, inside = c.page.marked, found.window.inside
    for term, _ in c.verbs:
        if c.statement.marked.negated[term.at]:
            continue
        for h in c.page.hits(term):
            number = marked.sentence[h.token]
            if h.opposite or not _firm(h.score) or h.token not in inside or number == c.sentence:
                continue
            if not (marked.negated[h.token] and marked.target[h.token]):
                continue
            objects = [t for t in c.statement.terms if t.kind in CONTENT and t.at > term.at and not c.places(t)]
            if any(_firm(o.score) and marked.sentence[o.token] == number for t in objects for o in c.page.hits(t)):
                return Dispute("judge.reversed", c.shown(max(0, h.token - 2), h.token + 1), contradicts=True)
    return None


def value_of_other_clause(c: Correspondence) -> Dispute | None:
    """The statement's value belongs to a verb of which it does not speak, while the one of which it does has another
    value of the kind: "was due on 3 June and took place on 19 June" does not say that it took place on 3 June."""
    there, kind_of = c.there, {v.first: _kind(v) for v in c.page.values}
    for at, k in c.value_pairs:
        number = there.of[k]
        if any(a != at for a, _ in c.value_pairs) or there.segments[number].kind != "main":
            continue
        if _after_verb(c, number) or not _says(c, there.segments[number].start, k):
            continue
        for other, segment in enumerate(there.segments):
            if other == number or segment.kind != "main" or not c.low <= segment.start < c.high:
                continue
            spoken = _after_verb(c, other)
            rivals = [x for x in range(segment.start, segment.end) if kind_of.get(x, ()) == kind_of.get(k)]
            if spoken and rivals and _says(c, segment.start, max(rivals)) and (segment.elided or number > other):
                return Dispute("judge.other_pairing", c.shown(segment.start, segment.end), contradicts=True)
    return None


def _kind(value: PageValue) -> tuple[type, str]:
    found = value.found.value
    return type(found), (found.unit or value.unit) if isinstance(found, Quantity) else ""


def _after_verb(c: Correspondence, number: int) -> list[int]:
    """Tokens of the predicate of a segment that answer to words of the statement."""
    segment = c.there.segments[number]
    first = next((k for k in range(segment.start, segment.end) if _verb(c, k)), segment.end)
    return [h.token for _, h in c.pairs if first <= h.token < segment.end]


def _verb(c: Correspondence, k: int) -> bool:
    norm = c.page.text.tokens[k].norm
    return c.there.verb[k] or norm in words("be") or norm in words("modals")


def _says(c: Correspondence, start: int, end: int) -> bool:
    return any(_verb(c, k) for k in range(start, end))


def _same_clause(c: Correspondence, term: Term, verb: Term) -> bool:
    return c.claim.of[term.at] == c.claim.of[verb.at]


def _firm(score: float) -> bool:
    return score >= SAME


def _is_heading(c: Correspondence, at: int) -> bool:
    """Whether the sentence of a token has no verb: it names what is spoken of after it."""
    low, high = _bounds(c, at)
    return not _says(c, low, high)


def _points_back(c: Correspondence, at: int) -> bool:
    """Whether the sentence of a token opens with a word that takes up what was spoken of before."""
    low, _ = _bounds(c, at)
    opening = {t.norm for t in c.page.text.tokens[low : low + 3] if t.is_word}
    return bool(opening & words("pointing"))


def _bounds(c: Correspondence, at: int) -> tuple[int, int]:
    sentence = c.page.marked.sentence
    low, high = at, at + 1
    while low and sentence[low - 1] == sentence[at]:
        low -= 1
    while high < len(sentence) and sentence[high] == sentence[at]:
        high += 1
    return low, high


def _tells_apart(c: Correspondence, k: int) -> bool:
    token = c.page.text.tokens[k]
    return (
        token.is_word
        and not lexicon().is_stop(token)
        and token.norm not in lexicon().auxiliary
        and not is_adverb(token.text)
        and not _verb(c, k)
    )
