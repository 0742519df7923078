"""Who does it to whom: the parts that parties play beside a verb, in a statement and on the page.

English by position and preposition, Russian by case and preposition. All checks need positive evidence on the page
for another assignment of the parts; without it the statement keeps the benefit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atomcite.judge.alignment import Alignment, Hit, Prepared
from atomcite.judge.claim import Statement, Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.scopes import Marked, mark
from atomcite.judge.slots import name_groups, names_on
from atomcite.judge.timing import ValueMatch
from atomcite.judge.words import Token, case_of, is_adverb, is_verb_form, may_be_verb, part_of_speech, word_set

_BE = word_set("is are was were be been being gets got")
_PRONOUNS = word_set("it they he she who which that we i you он она они оно который которая которые которое")
_TO = word_set("to towards к ко")
_FROM = word_set("from с со от из у")
_NEAR_NAME = 4
_COPULA = word_set("is was are as является являлся был была выступает")


@dataclass(frozen=True)
class _Part:
    """A party beside a verb: token, and the part it plays ("subject", "object", "to", "from", ...)."""

    token: int
    part: str


def swapped(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """The page's party that does what the statement has another party do, None without one."""
    claim, marked = mark(statement.tokens), page.marked
    at_term = {t.at: t for t in statement.terms}
    roles = page.roles
    known = [
        t
        for t in statement.terms
        if _is_party_word(statement.tokens[t.at])
        or t.kind == "name"
        or (t.stem in roles and not t.verbal)
        or _named_on_page(statement, page, t)
    ]
    own = {t.at: _tokens_of(page, t) for t in known}
    things = {h.token for t, h in zip(statement.terms, found.best, strict=True) if h is not None and t not in known}
    mentions = [m for m in _page_parties(page, found) if m not in things]
    for term, hit in zip(statement.terms, found.best, strict=True):
        if hit is None or hit.token not in found.window.inside or term.kind not in {"predicate", "word", "light"}:
            continue
        if term.kind == "light" and hit.score < 0.95:
            continue
        if not (term.verbal or may_be_verb(term.text)) or _is_party_word(statement.tokens[term.at]):
            continue
        claimed = _parts(statement.tokens, claim, term.at, [t.at for t in known])
        there = _parts(page.text.tokens, marked, hit.token, mentions) or _antecedent(page, hit.token, mentions)
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


def _antecedent(page: Prepared, verb: int, mentions: Sequence[int]) -> list[_Part]:
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
    earlier = [m for m in mentions if marked.sentence[m] in {before, number} and not _label(tokens, m)]
    return [_Part(earlier[0], "subject")] if earlier else []


def _tokens_of(page: Prepared, term: Term) -> frozenset[int]:
    """Tokens that stand for a party: its own, and those of the role that the page gives it."""
    own = {h.token for h in page.hits(term) if not h.opposite and h.score >= 0.7}
    tokens = page.text.tokens
    roles = {tokens[r].stem for t in own for r in page.aliases.get(t, ())}
    stems = {tokens[t].stem for t in own}
    named = {t for t, given in page.aliases.items() if any(tokens[r].stem in stems for r in given)}
    same_name = {tokens[t].stem for t in named}
    return frozenset(
        own | {i for i, t in enumerate(tokens) if t.stem and (t.stem in roles or (t.stem in same_name and t.capital))}
    )


def _is_party_word(token: Token) -> bool:
    return token.stem in lexicon().roles


def _page_parties(page: Prepared, found: Alignment) -> list[int]:
    named = {k for a, b in names_on(page) for k in range(a, b + 1)}
    roles = page.roles
    tokens = page.text.tokens
    first = min(found.window.core)
    return [
        t
        for t in (*range(max(0, first - 40), first), *found.window.core)
        if tokens[t].is_word and (_is_party_word(tokens[t]) or tokens[t].stem in roles or t in named)
    ]


def _parts(tokens: Sequence[Token], marked: Marked, verb: int, parties: Sequence[int]) -> list[_Part]:
    """The parties of the verb's sentence with their parts; of several subjects before the verb, the nearest."""
    finite = is_verb_form(tokens[verb].text) and not _is_noun_only(tokens, verb)
    passive = _is_passive(tokens, verb)
    out: list[_Part] = []
    for p in parties:
        if p == verb or marked.sentence[p] != marked.sentence[verb] or abs(p - verb) > 30:
            continue
        if tokens[p].norm.endswith(("'s", "’s", "'", "’")) or (p + 1 < len(tokens) and tokens[p + 1].text in "'’"):
            continue
        part = _label(tokens, p)
        if part == "(of)" and not finite and 0 < p - verb <= 5:
            part = "object"
        if part == "":
            if not finite:
                continue
            if not tokens[p].norm.isascii():
                # In Russian the case tells, not the order; a name in quotation marks has none.
                if tokens[p - 1].text in '«„“"' or case_of(tokens[p].text) != "nomn":
                    continue
                part = "subject"
            else:
                part = "subject" if p < verb else "object"
            if part == "subject" and any(tokens[k].norm in _PRONOUNS for k in range(p + 1, verb)):
                continue
            if passive:
                part = "patient" if part == "subject" else ""
        elif part == "by":
            part = "subject" if passive else "by"
        if part:
            out.append(_Part(p, part))
    return out


def _is_noun_only(tokens: Sequence[Token], at: int) -> bool:
    previous = tokens[at - 1].norm if at else ""
    return part_of_speech(tokens[at].text) == "NOUN" or previous in {
        "the",
        "a",
        "an",
        "of",
        "its",
        "their",
        "for",
        "any",
    }


def _is_passive(tokens: Sequence[Token], verb: int) -> bool:
    if part_of_speech(tokens[verb].text) == "PRTS" or (
        part_of_speech(tokens[verb].text) in {"VERB", "INFN"} and tokens[verb].norm.endswith(("ся", "сь"))
    ):
        return True
    return tokens[verb].norm.endswith(("ed", "en", "n", "t", "d")) and any(
        t.norm in _BE for t in tokens[max(0, verb - 3) : verb]
    )


def _label(tokens: Sequence[Token], party: int) -> str:
    """The preposition that a party stands under, or for Russian its case; "" for a bare one."""
    k = party - 1
    steps = 0
    while (
        k >= 0
        and steps < _NEAR_NAME
        and (
            tokens[k].capital
            or tokens[k].text in '."«“&'
            or tokens[k].norm in {"the", "a", "an", "mr", "ms", "mrs", "its", "said"}
        )
    ):
        k -= 1
        steps += 1
    before = tokens[k].norm if k >= 0 else ""
    two = tokens[k - 1].norm if k >= 1 else ""
    if before == "пользу" or (before == "of" and two in {"favour", "favor"}):
        return "favour"
    if before == "of" and two in {"place", "instead", "behalf"}:
        return "behalf" if two == "behalf" else "place"
    if before in {"вместо", "взамен"}:
        return "place"
    if before in _TO:
        return "to"
    if before in _FROM:
        return "from"
    if before in {
        "by",
        "of",
        "with",
        "for",
        "against",
        "between",
        "and",
        "or",
        "in",
        "on",
        "at",
        "as",
        "и",
        "в",
        "на",
        "о",
        "для",
    }:
        return "by" if before == "by" else f"({before})"
    case = case_of(tokens[party].text)
    if case in {"datv", "gent", "ablt", "loct"}:
        return "to" if case == "datv" else f"({case})"
    return ""


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
    if not nouns or any(tokens[k].norm in _PRONOUNS for k in range(low, hit.token)) or spoken & set(nouns):
        return None
    if any(tokens[k].stem in lex.generic for k in nouns) or hit.token - nouns[-1] > 6:
        return None
    return nouns[0] if _label(tokens, nouns[0]) == "" else None


def misnamed(statement: Statement, page: Prepared) -> int | None:
    """The role that the page gives one whom the statement calls by another: "Quill is the landlord" of "Quill (the
    "Tenant")"."""
    tokens = page.text.tokens
    for role in statement.terms:
        called_so = _is_party_word(statement.tokens[role.at]) or role.stem in page.roles
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
    if _is_passive(statement.tokens, verb.at) != _is_passive(tokens, hit.token) or _is_noun_only(tokens, hit.token):
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


def _exchanged(claimed: Sequence[_Part], there: Sequence[_Part], own: dict[int, frozenset[int]]) -> int | None:
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
    known = [t for t in statement.terms if _is_party_word(statement.tokens[t.at]) or t.kind == "name"]
    claimed = _parts(statement.tokens, mark(statement.tokens), term.at, [t.at for t in known])
    there = _parts(page.text.tokens, page.marked, hit.token, _page_parties(page, found))
    own = {t.at: _tokens_of(page, t) for t in known}
    doing, receiving = {"subject", "by"}, {"to", "from"}
    told = doing | receiving
    shared = [
        (a.part, b.part)
        for a in claimed
        for b in there
        if b.token in own[a.token] and a.part in told and b.part in told
    ]
    if not shared:
        return not term.verbal and term.kind == "word" and _is_noun_only(page.text.tokens, hit.token)
    return any((a in doing and b in receiving) or (a in receiving and b in doing) for a, b in shared)


def _other_subject(
    page: Prepared,
    claimed: Sequence[_Part],
    there: Sequence[_Part],
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
    claimed: Sequence[_Part],
    there: Sequence[_Part],
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
    if len(doers) > 1 and any(d in tokens_of for d in doers for tokens_of in own.values()):
        return None  # several who act together, one of them the statement's
    tokens = page.text.tokens
    nearest = max(doers)
    by_role = any(_is_party_word(tokens[m]) or tokens[m].stem in page.roles or m in page.aliases for m in mine)
    if (_is_party_word(tokens[nearest]) or tokens[nearest].stem in page.roles) and not by_role:
        return None  # the page may call the one who is named by this role
    lex = lexicon()
    if tokens[nearest].stem in lex.generic or any(
        lex.same(terms[s].stem, tokens[nearest].stem) or terms[s].stem == tokens[nearest].stem for s in subjects
    ):
        return None
    # Only among parties that the page tells apart: two roles, or two who are named in it.
    if all(_is_party_word(tokens[m]) or m in page.aliases or tokens[m].capital for m in mine):
        return nearest
    return None
