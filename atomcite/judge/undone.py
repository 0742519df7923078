"""What was withdrawn, refused or put off, what is left out by "but not", and what is only to come.

The words of a thing stay the same when it is undone: "the transfer was refused" has all of "was transferred".
"""

from __future__ import annotations

from atomcite.judge.claim import Term
from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Dispute
from atomcite.judge.directions import direction
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.wordlists import phrases, stems, words
from atomcite.judge.words import is_past, part_of_speech
from atomcite.values import Quantity

_MOSTLY = 0.6
"""Share of a statement's words in one clause from which it is that clause's."""
_FUTURE = frozenset(("will", "shall", "would", "будет", "будут"))
_BECOMES = frozenset(("be", "become", "change"))


def undone(g: Ground) -> Dispute | None:
    """The verb of the page's clause undoes what it is of, and the statement has no such word."""
    if g.row >= 0 or g.sentence < 0 or g.denies:
        return None
    ending = stems("undoing") | stems("ending") | lexicon().proposals
    if any(t.stem in ending for t in g.statement.tokens if t.is_word):
        return None
    tokens, there = g.page.text.tokens, g.page.syntax
    for k in sorted(g.place):
        if tokens[k].stem not in stems("undoing") or k in g.said or not _done(g, k):
            continue
        if g.page.marked.negated[k] or g.page.marked.modal[k]:
            continue
        hits = [h for t in g.content for h in _near(g, t)]
        clause = [t for t in g.content if any(_of_verb(g, k, h) for h in _near(g, t))]
        other = any(there.verb[h] and h != k and not (h > k and tokens[h - 1].norm == "to") for h in hits)
        if not other and len(clause) >= _MOSTLY * len(g.content):
            return Dispute("judge.undone", tokens[k].text, contradicts=True)
    return None


def denied_verb(g: Ground) -> Dispute | None:
    """The page denies the one verb of the clause that has all words of the statement but its verb."""
    if g.row >= 0 or g.sentence < 0 or g.denies or any(t.norm in words("excepting") for t in g.statement.tokens):
        return None
    there, marked = g.page.syntax, g.page.marked
    verbs = [k for k in g.place if there.verb[k]]
    if len(verbs) != 1 or verbs[0] in g.said or not marked.target[verbs[0]] or marked.is_restricted(verbs[0]):
        return None
    if any(g.page.syntax.kind(k) != "main" for k in g.place):
        return None
    own = [t for t in g.content if t.kind != "name"]
    if len(own) < 2 or not all(_near(g, t) for t in own) or any(t.kind == "predicate" for t in own):
        return None
    return Dispute("judge.reversed", g.page.text.tokens[verbs[0]].text, contradicts=True)


def left_out(g: Ground) -> Dispute | None:
    """A word of the statement that stands only in what the page's sentence leaves out: ", but not while afloat"."""
    if g.row >= 0 or g.sentence < 0 or g.denies:
        return None
    if any(t.norm in words("excepting") for t in g.statement.tokens):
        return None
    tokens = g.page.text.tokens
    inside = sorted(g.place)
    if not inside:
        return None
    out: set[int] = set()
    for k in inside:
        phrase = next((p for p in phrases("but_not") if reads(tokens, k, p)), None)
        if phrase is None:
            continue
        low = k + len(phrase)
        if low <= inside[-1] and tokens[low].norm in lexicon().bounds:
            continue
        end = next((m for m in range(low, inside[-1] + 1) if tokens[m].text in ",;."), inside[-1] + 1)
        if not any(g.page.syntax.verb[m] or tokens[m].norm in words("be") for m in range(low, end)):
            out.update(range(low, end))
    for term in g.content if out else ():
        places = _near(g, term)
        if places and all(k in out for k in places):
            return Dispute("judge.with_exception", g.page.text.quote(tuple(sorted(out)), 60), contradicts=True)
    return None


def without(g: Ground) -> Dispute | None:
    """A word of the statement that the page's sentence has only after "without"."""
    if g.row >= 0 or g.denies or any(_denies(g, k) for k in g.place):
        return None  # "not without consent" demands it
    if any(t.norm in lexicon().restrictives for t in g.statement.tokens):
        return None
    lacking = g.page.marked.lacking
    for term in g.content:
        places = _near(g, term)
        if places and all(lacking[k] for k in places):
            return Dispute("judge.reversed", g.page.text.tokens[places[0]].text, contradicts=True)
    return None


def still_to_come(g: Ground) -> Dispute | None:
    """The statement gives as what was what the page gives as a future amount: "will rise to 14.00 from January"."""
    claim = g.statement.tokens
    if not any(t.norm in words("was") for t in claim) or any(t.norm in _FUTURE for t in claim):
        return None
    tokens = g.page.text.tokens
    for value, match in zip(g.statement.values, g.values, strict=True):
        if match.found is None or match.outcome != "match" or not isinstance(value.value, Quantity):
            continue
        if g.page.marked.sentence[match.found.first] != g.sentence or g.row >= 0:
            continue
        before = tokens[max(0, match.found.first - 9) : match.found.first]
        modal = next((k for k, t in enumerate(before) if t.norm in _FUTURE), None)
        if modal is None:
            continue
        after = before[modal + 1 :]
        if any(t.text in ",;." for t in after):
            continue
        russian = not before[modal].norm.isascii()  # "будет" is the verb itself
        if russian or any(direction(t.stem) or t.norm in _BECOMES for t in after):
            return Dispute(
                "judge.other_mood",
                g.page.text.quote(tuple(range(max(0, match.found.first - 4), match.found.last + 1)), 60),
                contradicts=True,
            )
    return None


def _denies(g: Ground, k: int) -> bool:
    return g.page.marked.negator[k] or g.page.text.tokens[k].stem in lexicon().prohibitions


def _near(g: Ground, term: Term) -> list[int]:
    return [k for k in g.tokens_of(term) if k in g.place]


def _of_verb(g: Ground, verb: int, k: int) -> bool:
    """Whether a token is in the clause of a verb, with no other verb that has it for its own between them."""
    there, tokens = g.page.syntax, g.page.text.tokens
    between = range(min(verb, k) + 1, max(verb, k))
    return there.of[k] == there.of[verb] and not any(
        part_of_speech(tokens[m].text) in {"VERB", "PRTS"}
        or (there.verb[m] and tokens[m].norm.isascii() and k > verb)
        for m in between
    )


def _done(g: Ground, k: int) -> bool:
    """What was done ("was refused"), or is ordered at the head of a sentence ("Отказать в переводе")."""
    token = g.page.text.tokens[k]
    if token.norm.isascii():
        return is_past(token.norm) and (g.page.syntax.verb[k] or token.capital)
    part = part_of_speech(token.text)
    return part in {"PRTS", "VERB"} or (part == "INFN" and token.capital)
