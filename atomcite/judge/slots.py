"""Is the value, name or role of a statement in the place where the page has it, or does another stand there?

The words around an item in the statement (its heads) are looked up on the page; each votes for the item of that kind
that stands nearest to it there. "60 % go to dividends, 40 % are retained" has both shares, but "dividends" and "go"
vote for 60 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.hits import Hit
from atomcite.judge.lexicon import lexicon
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import words
from atomcite.judge.words import Token, names_action, part_of_speech

Span = tuple[int, int]
_MARGIN = 1.15
_NEAR = 7.0
_NEXT = 2
"""Tokens from a party to the verb that it is the subject of."""


def heads(
    statement: Statement, found: Alignment, first: int, last: int, skip: frozenset[int]
) -> list[tuple[Hit, float]]:
    """Hits of the terms around tokens first..last of the statement, with their weight: the nearer the heavier."""
    out: list[tuple[Hit, float]] = []
    for term, hit in zip(statement.terms, found.best, strict=True):
        if hit is None or term.at in skip or first <= term.at <= last or hit.token not in found.window.inside:
            continue
        gap = first - term.at if term.at < first else term.at - last
        weight = (
            1.4
            if term.kind == "predicate"
            else 0.25
            if term.kind == "light"
            else 0.3
            if term.kind == "generic"
            else 1.0
        ) / (1.0 + gap / 5.0)
        out.append((hit, weight))
    return out


def rival_nearer(
    page: Prepared, votes: Sequence[tuple[Hit, float]], own: Sequence[Span], rivals: Sequence[Span]
) -> Span | None:
    """The rival for which the heads vote, when they clearly do; None when the item holds its place."""
    if not votes or not rivals or not own:
        return None
    mine = 0.0
    others: dict[Span, float] = {}
    for hit, weight in votes:
        to_own = min(_gap(page, hit.token, s) for s in own)
        nearest = min(rivals, key=lambda s: _gap(page, hit.token, s))
        to_rival = _gap(page, hit.token, nearest)
        if to_own <= to_rival * _MARGIN + 0.5 and not to_own > to_rival + 6:
            # A tie, or nearly: the item keeps the vote.
            mine += weight if to_own < to_rival else weight * 0.6
            if to_own > to_rival:
                others[nearest] = others.get(nearest, 0.0) + weight * 0.4
        else:
            others[nearest] = others.get(nearest, 0.0) + weight
    if not others:
        return None
    winner = max(others, key=lambda s: others[s])
    return winner if sum(others.values()) > mine * 1.05 else None


def _gap(page: Prepared, token: int, span: Span) -> float:
    """Distance from a word to an item. Items follow what they belong to a little more often than they precede it."""
    if token < span[0]:
        return page.distance(token, span[0])
    if token > span[1]:
        return page.distance(span[1], token) + 1.0
    return 0.0


def names_on(page: Prepared) -> tuple[Span, ...]:
    """Runs of capitalised words that are names of someone or something; cached per page."""
    return _names_on(page)


@lru_cache(maxsize=512)
def _names_on(page: Prepared) -> tuple[Span, ...]:
    lex = lexicon()
    tokens = page.text.tokens
    out: list[Span] = []
    starts = {s.start for s in page.text.segments}
    valued = {t for v in page.values for t in range(v.first, v.last + 1)}
    roles = {tokens[a].stem for given in page.aliases.values() for a in given}
    small = {t.text for t in tokens if t.is_word and not t.capital}
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.is_word and token.capital and not lex.is_stop(token) and not token.text[0].isdigit():
            j = i
            while (
                j + 1 < len(tokens)
                and j + 1 not in starts
                and (
                    (tokens[j + 1].is_word and tokens[j + 1].capital)
                    or (
                        tokens[j + 1].text in {".", "&", "-"}
                        and j + 2 < len(tokens)
                        and tokens[j + 2].capital
                        and len(tokens[j].text) <= 3
                    )
                )
            ):
                j += 1
            named = [t for t in tokens[i : j + 1] if t.is_word]
            real = [t for t in named if t.stem not in lex.generic and t.stem not in roles and t.stem not in lex.roles]
            if any(k in valued for k in range(i, j + 1)):
                real = []  # "July" of a date
            if i == j and i in page.labels:
                real = []  # "Apologies:"
            opening = i in starts or (i and tokens[i - 1].text in ".:!?" and i - 1 not in starts)
            plain_start = opening and len(named) == 1
            shouting = all(t.text.isupper() for t in named) and (len(named) > 1 or opening or len(named[0].text) <= 3)
            coded = any(c.isdigit() for t in named for c in t.text)
            if len(named) == 1 and (names_action(named[0].text) or named[0].norm in small):
                real = []  # "Protection", "Default": the tail of a longer name, a term defined for the document
            if (
                real
                and not plain_start
                and not shouting
                and not coded
                and not all(t.stem in lex.antonyms for t in real)
            ):
                out.append((i, j))
            i = j + 1
        else:
            i += 1
    return tuple(out)


def name_groups(statement: Statement) -> list[list[Term]]:
    """Names of the statement, words that stand side by side together."""
    groups: list[list[Term]] = []
    for term in statement.names:
        if groups and all(
            not t.is_word or len(t.text) <= 2 for t in statement.tokens[groups[-1][-1].at + 1 : term.at]
        ):
            groups[-1].append(term)
        else:
            groups.append([term])
    return groups


def displaced_name(statement: Statement, page: Prepared, found: Alignment) -> tuple[list[Term], Span] | None:
    """A name of the statement in whose place the window has another name, with that other."""
    by_at = {t.at: h for t, h in zip(statement.terms, found.best, strict=True)}
    inside = [s for s in names_on(page) if s[0] in found.window.inside]
    groups = name_groups(statement)
    # A term that the page writes with a capital ("the Software") is nobody's name where the statement speaks of it.
    taken = [h.token for h in found.best if h is not None and not h.opposite]
    # Nor is what an acronym of the statement stands for.
    taken += [h.token for t in statement.names if t.text.isupper() and len(t.text) > 2 for h in page.hits(t)]
    for group in groups:
        own = [by_at[t.at] for t in group]
        skip = frozenset(t.at for t in group)
        # A word nearer to another name of the statement speaks for that one.
        skip |= {
            t.at for t in statement.terms for o in groups if o is not group and _apart(t.at, o) < _apart(t.at, group)
        }
        votes = [
            (h, w)
            for h, w in heads(statement, found, group[0].at, group[-1].at, skip)
            if not any(s[0] <= h.token <= s[1] for s in inside)
        ]
        rivals = [s for s in inside if not any(s[0] <= t <= s[1] for t in taken)]
        placed = [h for h in own if h is not None and h.token in found.window.inside]
        before = statement.tokens[group[0].at - 1].norm if group[0].at else ""
        if len(group) == 1 and group[0].text.isupper() and before in words("inclusion"):
            continue  # "excluding VAT": nobody's name
        if len(placed) == len(group) > 1 and statement.about_marks:
            continue  # whose ink it is beside the name is for the picture to say
        if placed:
            aliases = page.aliases
            spans: list[Span] = [(h.token, h.token) for h in placed]
            for h in placed:
                spans += [(a, a) for a in aliases.get(h.token, ())]
            others = rivals + [(a, a) for s in rivals for t in range(s[0], s[1] + 1) for a in aliases.get(t, ())]
            other = rival_nearer(page, votes, spans, others)
            if other is not None and min(_gap(page, h.token, other) for h, _ in votes) <= _NEAR:
                nearer = [
                    h
                    for h, w in votes
                    if w >= 0.3 and _gap(page, h.token, other) < min(_gap(page, h.token, s) for s in spans)
                ]
                if len({h.token for h in nearer}) >= min(2, len(votes)):
                    return group, other
        elif rivals and (doer := _other_doer(statement, page, found, rivals)) is not None:
            return group, doer
        elif (role := _other_role(statement, page, found, group, votes)) is not None:
            return group, role
        elif rivals and votes and not any(h.token in page.head for t in group for h in page.hits(t)):
            near = min(votes, key=lambda v: min(_gap(page, v[0].token, s) for s in rivals))
            other = min(rivals, key=lambda s: _gap(page, near[0].token, s))
            if _gap(page, near[0].token, other) <= 4.0 and near[1] >= 0.4:
                return group, other
    return None


def _other_doer(statement: Statement, page: Prepared, found: Alignment, rivals: Sequence[Span]) -> Span | None:
    """Another name stands right before the statement's verb: "Mr Osei presented"."""
    for term, hit in zip(statement.terms, found.best, strict=True):
        if hit is None or term.kind not in {"predicate", "light"} or hit.token not in found.window.inside:
            continue
        for s in rivals:
            if s[1] < hit.token and page.distance(s[1], hit.token) <= 1.0:
                return s
    return None


def _other_role(
    statement: Statement, page: Prepared, found: Alignment, group: list[Term], votes: Sequence[tuple[Hit, float]]
) -> Span | None:
    """The name stands for a party ("Seller") defined elsewhere on the page, and the window speaks of another."""
    tokens = page.text.tokens
    mine = {tokens[a].stem for t in group for h in page.hits(t) for a in page.aliases.get(h.token, ())}
    if not mine:
        return None
    roles = {tokens[a].stem for given in page.aliases.values() for a in given} - mine
    own: list[Span] = [(t, t) for t in found.window.core if tokens[t].stem in mine]
    rivals: list[Span] = [(t, t) for t in found.window.core if tokens[t].stem in roles]
    if rivals and not own:
        near = [s for s in rivals if any(_gap(page, h.token, s) <= 4.0 for h, _ in votes)]
        return near[0] if near else None
    return rival_nearer(page, votes, own, rivals)


def _apart(at: int, group: list[Term]) -> int:
    return max(0, group[0].at - at, at - group[-1].at)


def displaced_role(statement: Statement, page: Prepared, found: Alignment) -> Hit | None:
    """A word of the statement (a party, a direction) in whose place the window has its opposite. An opposite that the
    statement speaks of as well is no rival."""
    named = {h.token for h in found.best if h is not None and not h.opposite}
    said = {t.stem for t in statement.tokens if t.is_word}
    for term, hit in zip(statement.terms, found.best, strict=True):
        if hit is None or hit.opposite or hit.token not in found.window.inside or term.kind == "name":
            continue
        everything = page.hits(term)
        rivals: list[Span] = [
            (h.token, h.token)
            for h in everything
            if h.opposite
            and h.token in found.window.inside
            and h.token not in named
            and page.text.tokens[h.token].stem not in said
        ]
        if not rivals:
            continue
        own: list[Span] = [
            (h.token, h.token) for h in everything if not h.opposite and h.token in found.window.inside
        ]
        if _does(statement, page, found, term, own):
            continue
        other = rival_nearer(page, heads(statement, found, term.at, term.at, frozenset({term.at})), own, rivals)
        if other is not None:
            return Hit(other[0], 1.0, True)
    return None


def _does(statement: Statement, page: Prepared, found: Alignment, term: Term, own: Sequence[Span]) -> bool:
    """The page has right after a party the very verb that the statement has next after it."""
    verbs = [
        (t, h)
        for t, h in zip(statement.terms, found.best, strict=True)
        if t.at > term.at and (t.kind == "predicate" or t.verbal) and t.kind != "light"
    ]
    hit = verbs[0][1] if verbs else None
    if hit is None or hit.opposite:
        return False
    sentence = page.marked.sentence
    return any(0 < hit.token - s[1] <= _NEXT and sentence[hit.token] == sentence[s[1]] for s in own)


def _may_replace(token: Token) -> bool:
    return not lexicon().is_stop(token) and part_of_speech(token.text) not in {"VERB", "INFN", "PRTS", "GRND"}


def substituted(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """A word that the page has in the very place of one that it lacks: "chief financial officer" for "chief executive
    officer". The words to both sides must stand there as they do in the statement."""
    tokens = page.text.tokens
    terms = [t for t in statement.terms if t.kind != "light"]
    hit_of = {t.at: h for t, h in zip(statement.terms, found.best, strict=True)}
    used = {h.token for h in found.best if h is not None}
    for i in range(1, len(terms) - 1):
        left, term, right = terms[i - 1], terms[i], terms[i + 1]
        if hit_of[term.at] is not None or term.kind in {"generic", "predicate"} or right.at - left.at != 2:
            continue
        a = {h.token for h in page.hits(left) if h.score >= 0.8 and not h.opposite}
        b = {h.token for h in page.hits(right) if h.score >= 0.8 and not h.opposite}
        for t in found.window.core:
            between = tokens[t]
            if t - 1 in a and t + 1 in b and t not in used and between.is_word and _may_replace(between):
                return t
    return None
