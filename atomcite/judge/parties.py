"""Who does it to whom: the parts that parties play beside a verb, in a statement and on the page.

All checks need positive evidence on the page for another assignment of the parts; without it the statement keeps the
benefit.
"""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.hits import Hit
from atomcite.judge.lexicon import lexicon
from atomcite.judge.parts import (
    PRONOUNS,
    Part,
    is_noun_only,
    is_party_word,
    is_passive,
    label_of,
    page_parties,
    parts_beside,
    tokens_of,
)
from atomcite.judge.prepared import Prepared
from atomcite.judge.slots import name_groups, names_on
from atomcite.judge.timing import ValueMatch
from atomcite.judge.words import is_adverb, is_verb_form, may_be_verb, word_set

_COPULA = word_set("is was are as является являлся был была выступает")


def swapped(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """The page's party that does what the statement has another party do, None without one."""
    claim, marked = statement.marked, page.marked
    at_term = {t.at: t for t in statement.terms}
    roles = page.roles
    known = [
        t
        for t in statement.terms
        if is_party_word(statement.tokens[t.at])
        or t.kind == "name"
        or (t.stem in roles and not t.verbal)
        or _named_on_page(statement, page, t)
    ]
    own = {t.at: tokens_of(page, t) for t in known}
    things = {h.token for t, h in zip(statement.terms, found.best, strict=True) if h is not None and t not in known}
    mentions = [m for m in page_parties(page, found) if m not in things]
    for term, hit in zip(statement.terms, found.best, strict=True):
        if hit is None or hit.token not in found.window.inside or term.kind not in {"predicate", "word", "light"}:
            continue
        if term.kind == "light" and hit.score < 0.95:
            continue
        if not (term.verbal or may_be_verb(term.text)) or is_party_word(statement.tokens[term.at]):
            continue
        claimed = parts_beside(statement.tokens, claim, term.at, [t.at for t in known])
        there = parts_beside(page.text.tokens, marked, hit.token, mentions) or _antecedent(page, hit.token, mentions)
        other = _exchanged(claimed, there, own)
        if other is None:
            other = _other_subject(page, claimed, there, own, at_term)
        if other is None:
            other = _turned_round(statement, page, term, hit)
        if other is not None:
            return other
    return None


def _named_on_page(statement: Statement, page: Prepared, term: Term) -> bool:
    """The capital of a sentence's first word tells nothing; that the page writes the word with one within sentences,
    and never without, tells that it is a name."""
    token = statement.tokens[term.at]
    if term.kind != "word" or not token.capital or any(t.is_word for t in statement.tokens[: term.at]):
        return False
    hits = [h.token for h in page.hits(term) if h.score >= 0.95]
    named = {k for a, b in names_on(page) for k in range(a, b + 1)}
    return any(t in named for t in hits) and all(page.text.tokens[t].capital for t in hits)


def _antecedent(page: Prepared, verb: int, mentions: Sequence[int]) -> list[Part]:
    """For "It is entitled to appoint ..." the first party that the sentence before speaks of."""
    tokens, marked = page.text.tokens, page.marked
    low = verb
    while low and marked.sentence[low - 1] == marked.sentence[verb]:
        low -= 1
    words = [k for k in range(low, verb) if tokens[k].is_word and not tokens[k].text[0].isdigit()]
    if not words or tokens[words[0]].norm not in {"it", "he", "she", "они", "он", "она"}:
        return []
    before = marked.sentence[low - 1] if low else -1
    number = before - 1 if low and not tokens[low - 1].is_word else before
    earlier = [m for m in mentions if marked.sentence[m] in {before, number} and not label_of(tokens, m)]
    return [Part(earlier[0], "subject")] if earlier else []


SAME_WORD = 0.95
"""Hit score from which the page has the statement's own word: a synonym may belong to another sentence's story."""


def foreign_subject(
    statement: Statement, page: Prepared, found: Alignment, values: Sequence[ValueMatch] = ()
) -> int | None:
    """What the page's sentence says the statement's verb of, when that is not what the statement says it of: the
    statement's subject stands in other sentences alone, and this one has a subject of its own that the statement
    does not speak of. Values that stand in a sentence with the subject settle whose they are."""
    verb = next(
        (
            (t, h)
            for t, h in zip(statement.terms, found.best, strict=True)
            if (t.verbal or t.kind == "predicate")
            and h is not None
            and h.token in found.window.inside
            and h.score >= SAME_WORD
        ),
        None,
    )
    if verb is None or verb[1].opposite:
        return None
    term, hit = verb
    tokens, marked = page.text.tokens, page.marked
    subject = next(
        (
            t
            for t in statement.terms
            if t.kind in {"word", "name"} and not t.verbal and t.at < term.at and not is_adverb(t.text)
        ),
        None,
    )
    if subject is None or any(not t.is_word for t in statement.tokens[subject.at : term.at]):
        return None
    here = marked.sentence[hit.token]
    places = [h for h in page.hits(subject) if not h.opposite]
    if not places or any(marked.sentence[h.token] == here or h.token in page.head for h in places):
        return None
    spoken_of = {marked.sentence[h.token] for h in places}
    matched = [v.found.first for v in values if v.found is not None and v.outcome == "match"]
    if matched and all(marked.sentence[k] in spoken_of for k in matched):
        return None
    low = hit.token
    while low and marked.sentence[low - 1] == here:
        low -= 1
    lex = lexicon()
    spoken = {h.token for t in statement.terms for h in page.hits(t)}
    nouns = [
        k
        for k in range(low, hit.token)
        if tokens[k].is_word
        and not lex.is_stop(tokens[k])
        and len(tokens[k].text) > 1  # "(c)" is the mark of an item
        and not tokens[k].text[0].isdigit()
        and tokens[k].norm not in lex.auxiliary
        and not is_adverb(tokens[k].text)
    ]
    if not nouns or any(tokens[k].norm in PRONOUNS for k in range(low, hit.token)) or spoken & set(nouns):
        return None
    if any(tokens[k].stem in lex.generic for k in nouns) or hit.token - nouns[-1] > 6:
        return None
    return nouns[0] if label_of(tokens, nouns[0]) == "" else None


def misnamed(statement: Statement, page: Prepared) -> int | None:
    """The role that the page gives one whom the statement calls by another: "Quill is the landlord" of "Quill (the
    "Tenant")"."""
    tokens = page.text.tokens
    for role in statement.terms:
        called_so = is_party_word(statement.tokens[role.at]) or role.stem in page.roles
        if role.kind == "name" or role.verbal or not called_so:
            continue
        for group in name_groups(statement):
            low, high = sorted((group[-1].at, role.at)) if group[-1].at < role.at else (role.at, group[0].at)
            between = [t.norm for t in statement.tokens[low + 1 : high] if t.is_word]
            if len(between) > 3 or not set(between) & _COPULA:
                continue
            own = {h.token for t in group for h in page.hits(t) if h.score >= 0.95 and h.token in page.aliases}
            given = {r for t in own for r in page.aliases[t]}
            called = {tokens[h.token].stem for h in page.hits(role) if not h.opposite}
            if given and not any(tokens[r].stem in called for r in given):
                return min(given)
    return None


def _turned_round(statement: Statement, page: Prepared, verb: Term, hit: Hit) -> int | None:
    """The things before and after an English verb have changed places ("A replaces B" for "B replaces A")."""
    tokens, marked = page.text.tokens, page.marked
    if not verb.text.isascii() or not (is_verb_form(verb.text) and is_verb_form(tokens[hit.token].text)):
        return None
    if is_passive(statement.tokens, verb.at) != is_passive(tokens, hit.token) or is_noun_only(tokens, hit.token):
        return None
    nouns = [
        t
        for t in statement.terms
        if not t.verbal and t.kind in {"name", "word", "generic"} and t is not verb and not is_adverb(t.text)
    ]
    before = [t for t in nouns if t.at < verb.at]
    after = [t for t in nouns if 0 < t.at - verb.at <= 5]
    if not before or not after:
        return None
    first, second = before[-1], after[0]
    if any(not t.is_word for t in statement.tokens[first.at : second.at]):
        return None
    here = {
        id(t): {
            h.token
            for h in page.hits(t)
            if h.score >= 0.95 and marked.sentence[h.token] == marked.sentence[hit.token]
        }
        for t in (first, second)
    }
    a, b = here[id(first)], here[id(second)]
    if a and b and all(t > hit.token for t in a) and all(t < hit.token for t in b):
        return min(a)
    return None


def _exchanged(claimed: Sequence[Part], there: Sequence[Part], own: dict[int, frozenset[int]]) -> int | None:
    """Two parties that have changed parts: A pays B on the page, B pays A in the statement."""
    for a in claimed:
        for b in claimed:
            if a.part == b.part or own[a.token] & own[b.token]:
                continue
            x = [p for p in there if p.token in own[a.token]]
            y = [p for p in there if p.token in own[b.token]]
            if not x or not y or any(p.part == a.part for p in x) or any(p.part == b.part for p in y):
                continue
            if any(p.part == b.part for p in x) and any(p.part == a.part for p in y):
                return x[0].token
    return None


def converse_agrees(statement: Statement, page: Prepared, term: Term, hit: Hit, found: Alignment) -> bool:
    """ "A bought it from B" is "B sold it to A": a party that does the one stands under "to" or "from" in the other.
    Of nouns without such a party ("sales" on a receipt for a purchase) the two are taken to be one deal."""
    known = [t for t in statement.terms if is_party_word(statement.tokens[t.at]) or t.kind == "name"]
    claimed = parts_beside(statement.tokens, statement.marked, term.at, [t.at for t in known])
    there = parts_beside(page.text.tokens, page.marked, hit.token, page_parties(page, found))
    own = {t.at: tokens_of(page, t) for t in known}
    doing, receiving = {"subject", "by"}, {"to", "from"}
    told = doing | receiving
    shared = []
    for a in claimed:
        # "Bought from Brandt Ltd, which is owned by Otto Brandt": the nearest place is the one beside this verb.
        places = [b for b in there if b.token in own[a.token] and b.part in told]
        if a.part in told and places:
            shared.append((a.part, min(places, key=lambda b: abs(b.token - hit.token)).part))
    if not shared:
        return not term.verbal and term.kind == "word" and is_noun_only(page.text.tokens, hit.token)
    agrees = any((a in doing and b in receiving) or (a in receiving and b in doing) for a, b in shared)
    return agrees and not any((a in doing) == (b in doing) for a, b in shared)


def _other_subject(
    page: Prepared,
    claimed: Sequence[Part],
    there: Sequence[Part],
    own: dict[int, frozenset[int]],
    terms: dict[int, Term],
) -> int | None:
    """Another party of the page plays the part beside the verb; the statement's party stands elsewhere."""
    for part in ("subject", "patient", "to", "from", "favour"):
        other = _other_in_part(page, part, claimed, there, own, terms)
        if other is not None:
            return other
    return None


def _other_in_part(
    page: Prepared,
    part: str,
    claimed: Sequence[Part],
    there: Sequence[Part],
    own: dict[int, frozenset[int]],
    terms: dict[int, Term],
) -> int | None:
    subjects = [p.token for p in claimed if p.part == part]
    doers = [p.token for p in there if p.part == part]
    if not subjects or not doers:
        return None
    mine = frozenset().union(*(own[s] for s in subjects))
    if not mine or any(d in mine for d in doers):
        return None
    if len(doers) > 1 and any(d in theirs for d in doers for theirs in own.values()):
        return None  # several who act together, one of them the statement's
    tokens = page.text.tokens
    nearest = max(doers)
    by_role = any(is_party_word(tokens[m]) or tokens[m].stem in page.roles or m in page.aliases for m in mine)
    if (is_party_word(tokens[nearest]) or tokens[nearest].stem in page.roles) and not by_role:
        return None  # the page may call the one who is named by this role
    lex = lexicon()
    if tokens[nearest].stem in lex.generic or any(
        lex.same(terms[s].stem, tokens[nearest].stem) or terms[s].stem == tokens[nearest].stem for s in subjects
    ):
        return None
    # Only among parties that the page tells apart: two roles, or two who are named in it.
    if all(is_party_word(tokens[m]) or m in page.aliases or tokens[m].capital for m in mine):
        return nearest
    return None
