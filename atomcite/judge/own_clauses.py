"""Clauses of one sentence that say different things of different subjects: "the branch in Tula was closed, the one in
Ryazan went on short time".

All words of "the branch in Ryazan was closed" stand in it. A word of the statement must not stand only in clauses
that say something else, or deny the thing or only plan it, while its verb is said of something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from atomcite.judge.claim import Term
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.moods import mood
from atomcite.judge.parts import PRONOUNS
from atomcite.judge.prepared import Prepared
from atomcite.judge.syntax import syntax
from atomcite.judge.wordlists import words
from atomcite.judge.words import is_adverb

_COMMAS = frozenset((",", ";"))
_AND = frozenset(("and", "or", "и", "или"))
_OPEN = frozenset(("plan", "may", "must", "ban", "free", "undone"))
"""Moods in which a thing is not said to be so."""


@dataclass(frozen=True)
class _Clause:
    """Tokens start..end-1 with its verbs. `elided`: it begins with a verb; the subject is in the one before.
    `run` is the first token of its sentence."""

    start: int
    end: int
    verbs: tuple[int, ...]
    elided: bool
    run: int

    def __contains__(self, token: int) -> bool:
        return self.start <= token < self.end


def of_other_clause(g: Ground) -> Dispute | None:
    """A word of the statement stands only in clauses that do not say the statement's verb, which is said of something
    else."""
    if g.row >= 0 or g.sentence < 0:
        return None
    claim, marked = syntax(g.statement.tokens), g.statement.marked
    verbs = [t for t in g.statement.terms if claim.verb[t.at] and t.kind != "light"]
    if len(verbs) != 1 or (g.denies and not marked.negated[verbs[0].at]):
        return None
    verb = verbs[0]
    if mood(g.statement.tokens, claim, verb.at) in _OPEN - {"undone"}:
        return None
    clauses = [c for run in _sentences(g) for c in _clauses(g.page, run)]
    done = [c for c in clauses if any(_so(g, verb, k) for k in g.tokens_of(verb) if k in c)]
    if len(clauses) < 2 or not done or any(_points_back(g.page, c) for c in done):
        return None
    for term in g.content:
        if term is verb or term.verbal:
            continue
        homes = [c for c in clauses if any(k in c for k in _exact(g, term))]
        if not homes or any(h in done or _lends(g, clauses, h, d, term) for h in homes for d in done):
            continue
        within = [d for d in done if any(d.run == h.run for h in homes)]
        if not all(_says_else(g, h, verb) for h in homes):
            continue
        rivals = [_rival(g, d) for d in within] if within else [_rival_subject(g, d, homes, term, verb) for d in done]
        if min(rivals) >= 0:
            return Dispute("judge.said_of_another", g.page.text.tokens[rivals[0]].text, contradicts=True)
    return None


def _sentences(g: Ground) -> list[range]:
    """The sentences of a window, each with what semicolons join to it."""
    segments, tokens = g.page.text.segments, g.page.text.tokens
    out: list[range] = []
    for n, s in enumerate(segments):
        if s.start not in g.found.window.inside:
            continue
        joined = n and out and out[-1].stop == s.start and tokens[s.start - 1].text == ";"
        out.append(range(out.pop().start if joined else s.start, s.end))
    return out


@lru_cache(maxsize=4096)
def _clauses(page: Prepared, run: range) -> tuple[_Clause, ...]:
    """Runs of a sentence between commas and conjunctions, each with a verb. What has none goes with the one before,
    or with the next where it is the first of two subjects."""
    tokens = page.text.tokens
    pieces: list[tuple[int, int]] = []
    start = run.start
    for k in run:
        joint = tokens[k].text in _COMMAS or tokens[k].norm in _AND or tokens[k].norm in words("adversative")
        if joint and not _in_number(page, k):
            if k > start:
                pieces.append((start, k))
            start = k + 1
    pieces.append((start, run.stop))
    out: list[list[int]] = []
    forward = -1
    for number, (low, high) in enumerate(pieces):
        has = any(_is_verb(page, k) for k in range(low, high))
        joined = number + 1 < len(pieces) and high + 1 == pieces[number + 1][0] and tokens[high].norm in _AND
        ahead = joined and any(_is_verb(page, k) for k in range(*pieces[number + 1]))
        opens = number == 0 or tokens[low - 1].text == ";"
        if not has and (ahead or opens):
            forward = low if forward < 0 else forward
        elif not has and out and forward < 0:
            out[-1][1] = high
        elif has:
            out.append([forward if forward >= 0 else low, high])
            forward = -1
    return tuple(_clause(page, low, high, run.start) for low, high in out)


def _clause(page: Prepared, low: int, high: int, run: int) -> _Clause:
    verbs = tuple(k for k in range(low, high) if _is_verb(page, k))
    tokens = page.text.tokens
    first = next((k for k in range(low, high) if tokens[k].is_word and not is_adverb(tokens[k].text)), low)
    return _Clause(low, high, verbs, first in verbs, run)


def _is_verb(page: Prepared, k: int) -> bool:
    token = page.text.tokens[k]
    return page.syntax.verb[k] or token.norm in words("be") or token.norm in words("modals")


def _in_number(page: Prepared, k: int) -> bool:
    before, after = page.text.tokens[k - 1 : k], page.text.tokens[k + 1 : k + 2]
    return bool(before and after) and before[0].text[-1:].isdigit() and after[0].text[:1].isdigit()


def _so(g: Ground, verb: Term, k: int) -> bool:
    """Whether a verb of the page says that a thing is so, or that it is not where the statement says that: neither
    planned, nor allowed or demanded."""
    page, wanted = g.page, g.statement.marked.negated[verb.at]
    if not _is_verb(page, k) or page.marked.negated[k] != wanted:
        return False
    return wanted or mood(page.text.tokens, page.syntax, k) not in _OPEN


def _exact(g: Ground, term: Term) -> set[int]:
    """Where the sentence has a word itself; else where it has one that means the same."""
    hits = [h for h in g.page.hits(term) if not h.opposite and h.score >= 0.8]
    exact = {h.token for h in hits if h.score >= 0.95}
    return exact or {h.token for h in hits}


def _lends(g: Ground, clauses: Sequence[_Clause], home: _Clause, done: _Clause, term: Term) -> bool:
    """Whether a clause has the subject of a later one that begins with its verb: "was repaired and collapsed"."""
    if not done.elided or home.start >= done.start:
        return False
    between = clauses[clauses.index(home) + 1 : clauses.index(done)]
    lead = range(home.start, home.verbs[0])
    return all(c.elided for c in between) and any(k in lead for k in _exact(g, term))


def _says_else(g: Ground, clause: _Clause, verb: Term) -> bool:
    """A main clause with a verb that is none of the statement's, or with the statement's own that is not so."""
    page = g.page
    if not clause.verbs or any(page.syntax.kind(k) != "main" for k in range(clause.start, clause.end)):
        return False
    own = [k for k in g.tokens_of(verb) if k in clause]
    if own:
        return not any(_so(g, verb, k) for k in own)
    said = [k for k in clause.verbs if k in g.said and not page.marked.negated[k]]
    return not said and not all(page.text.tokens[k].norm in words("be") for k in clause.verbs)


def _rival_subject(g: Ground, done: _Clause, homes: Sequence[_Clause], term: Term, verb: Term) -> int:
    """In another sentence only a subject takes the place of a subject: "the first policy was adopted. The second one
    was sent back"."""
    heads = all(any(k < h.verbs[0] for k in _exact(g, term) if k in h) for h in homes)
    if term.at > verb.at or not heads or done.elided:
        return -1
    rival = _rival(g, done)
    return rival if 0 <= rival < done.verbs[0] else -1


def _points_back(page: Prepared, clause: _Clause) -> bool:
    tokens = page.text.tokens
    ahead = range(clause.start, clause.verbs[0] if clause.verbs else clause.end)
    return any(tokens[k].norm in PRONOUNS or tokens[k].norm in words("pointing") for k in ahead)


def _rival(g: Ground, clause: _Clause) -> int:
    """A word of the clause with the verb that the statement does not have; -1 without one."""
    tokens = g.page.text.tokens
    for k in range(clause.start, clause.end):
        token = tokens[k]
        unsaid = token.is_word and token.text[0].isalpha() and k not in g.said and k not in clause.verbs
        small = lexicon().is_stop(token) or token.norm in words("prepositions") or is_adverb(token.text)
        if unsaid and not small:
            return k
    return -1
