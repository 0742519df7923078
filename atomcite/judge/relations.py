"""What ties the words of a statement together: before and after, all and some, who does it to whom.

The words of a statement can all stand in one sentence that says another thing: the payer is the payee, the event that
comes first comes last, "at least one" is "every". Each check here needs positive evidence on the page for the other
reading; without it the statement keeps the benefit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atomcite.judge.alignment import Alignment, Prepared
from atomcite.judge.claim import Statement, Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.scopes import Marked, mark
from atomcite.judge.slots import names_on
from atomcite.judge.words import Token, case_of, is_verb_form, may_be_verb, part_of_speech, word_set

_BEFORE = word_set("before until prior till preceding до перед")
_AFTER = word_set("after following once upon since после")
_UNIVERSAL = word_set(
    "all every each entire весь все всех всем всеми вся всю всё каждый каждая каждое каждого каждому"
)
_PARTIAL = word_set(
    "some certain part several most many few one partly partially least majority "
    "некоторый некоторые некоторых часть отдельные отдельных одному одного одной большинство "
    "большая несколько"
)
_BE = word_set("is are was were be been being gets got")
_PRONOUNS = word_set("it they he she who which that we i you он она они оно который которая которые которое")
_TO = word_set("to towards к ко")
_FROM = word_set("from с со от из у")
_REACH = 7
_NEAR_NAME = 4


def reordered(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """A token of the page that puts first what the statement puts last ("before", "after"), None without one."""
    tokens = page.text.tokens
    claim, marked = mark(statement.tokens), page.marked
    at_term = {t.at: t for t in statement.terms}
    for i in range(len(statement.tokens)):
        sense = _sense(statement.tokens, i)
        if not sense:
            continue
        right = _side(statement.tokens, claim, i, 1, at_term)
        left = _side(statement.tokens, claim, i, -1, at_term)
        if not right:
            continue
        if _denied_condition(statement.tokens, claim, i):
            sense = -sense
        verdicts: list[tuple[int, int]] = []
        for j in found.window.core:
            other = _sense(tokens, j)
            if not other:
                continue
            if _denied_condition(tokens, marked, j):
                other = -other
            sides = {k: _page_side(tokens, marked, j, k) for k in (1, -1)}
            same = _shared(page, right, sides[1])
            crossed = min(_shared(page, right, sides[-1]), _shared(page, left, sides[1]))
            if same and same >= crossed:
                verdicts.append((j, 1 if other == sense else -1))
            elif crossed:
                verdicts.append((j, 1 if other != sense else -1))
        if verdicts and all(v < 0 for _, v in verdicts):
            return verdicts[0][0]
    return None


def _sense(tokens: Sequence[Token], i: int) -> int:
    """-1 for a word that says "before", 1 for "after", 0 for others."""
    norm = tokens[i].norm
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    if following is not None and following.text[:1].isdigit():
        return 0  # a date or an amount: the values are compared as values
    if norm == "following" and i and tokens[i - 1].norm in {"the", "as"}:
        return 0
    return -1 if norm in _BEFORE else 1 if norm in _AFTER else 0


def _denied_condition(tokens: Sequence[Token], marked: Marked, i: int) -> bool:
    """ "Not before X" and "not until X" are "after X"."""
    if _sense(tokens, i) > 0:
        return False
    prohibitions = lexicon().prohibitions
    return any(
        (marked.negator[k] or tokens[k].stem in prohibitions) and marked.sentence[k] == marked.sentence[i]
        for k in range(max(0, i - 30), min(len(tokens), i + 16))
    )


def _side(tokens: Sequence[Token], marked: Marked, i: int, step: int, terms: dict[int, Term]) -> list[Term]:
    out: list[Term] = []
    k, seen = i + step, 0
    while 0 <= k < len(tokens) and marked.sentence[k] == marked.sentence[i] and seen < _REACH:
        if _sense(tokens, k):
            break
        if tokens[k].is_word:
            seen += 1
            if k in terms and terms[k].kind != "generic":
                out.append(terms[k])
        k += step
    return out[:3] if step > 0 else out


def _page_side(tokens: Sequence[Token], marked: Marked, i: int, step: int) -> frozenset[int]:
    out: set[int] = set()
    k, seen = i + step, 0
    reach = _REACH if step > 0 else 12
    while 0 <= k < len(tokens) and marked.sentence[k] == marked.sentence[i] and seen < reach:
        if tokens[k].is_word:
            seen += 1
            out.add(k)
        k += step
    return frozenset(out)


def _shared(page: Prepared, terms: Sequence[Term], side: frozenset[int]) -> float:
    return sum(t.weight for t in terms if any(h.token in side and not h.opposite for h in page.hits(t)))


def partial(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """A word like "some" or "at least one" on the page where the statement says "all" or "every"."""
    tokens, marked = page.text.tokens, page.marked
    hit_of = {t.at: h for t, h in zip(statement.terms, found.best, strict=True)}
    for i, token in enumerate(statement.tokens):
        if token.norm not in _UNIVERSAL:
            continue
        at = next((k for k in range(i + 1, min(i + 6, len(statement.tokens))) if hit_of.get(k) is not None), None)
        hit = hit_of[at] if at is not None else None
        if hit is None or hit.token not in found.window.inside:
            continue
        back = [
            k for k in range(max(0, hit.token - 6), hit.token) if marked.sentence[k] == marked.sentence[hit.token]
        ]
        limits = [k for k in back if tokens[k].norm in _PARTIAL]
        if limits and not any(tokens[k].norm in _UNIVERSAL for k in back if k > limits[-1]):
            return limits[-1]
    return None


def unrestricted(statement: Statement, page: Prepared, found: Alignment) -> bool:
    """The statement says "only", and the page restricts nothing where it speaks of that."""
    if not mark(statement.tokens).only:
        return False
    lex = lexicon()
    marked = page.marked
    return not any(
        marked.is_restricted(t) or page.text.tokens[t].stem in lex.restrictive_adjectives or marked.excepted[t]
        for t in found.window.core
    )


# --- who does it to whom ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Part:
    """A party beside a verb: token, and the part it plays ("subject", "object", "to", "from", ...)."""

    token: int
    part: str


def swapped(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """The page's party that does what the statement has another party do, None without one."""
    claim, marked = mark(statement.tokens), page.marked
    at_term = {t.at: t for t in statement.terms}
    known = [t for t in statement.terms if _is_party_word(statement.tokens[t.at]) or t.kind == "name"]
    if not known:
        return None
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
        there = _parts(page.text.tokens, marked, hit.token, mentions)
        other = _exchanged(claimed, there, own) or _other_subject(page, claimed, there, own, at_term)
        if other is not None:
            return other
    return None


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
    roles = {page.text.tokens[r].stem for given in page.aliases.values() for r in given}
    tokens = page.text.tokens
    return [
        t
        for t in found.window.core
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
                part = "object" if part == "subject" else ""
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
    three = tokens[k - 2].norm if k >= 2 else ""
    if before == "пользу" or (before == "of" and two in {"favour", "favor"}):
        return "favour"
    if before == "of" and two in {"place", "instead", "behalf"} and three in {"in", "on", "instead", "by", "the", ""}:
        return two
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
        return {"datv": "to", "ablt": "by"}.get(case, f"({case})")
    return ""


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


def _other_subject(
    page: Prepared,
    claimed: Sequence[_Part],
    there: Sequence[_Part],
    own: dict[int, frozenset[int]],
    terms: dict[int, Term],
) -> int | None:
    """Another party of the page is the nearest subject of the verb; the statement's party stands elsewhere."""
    subjects = [p.token for p in claimed if p.part == "subject"]
    doers = [p.token for p in there if p.part == "subject"]
    if not subjects or not doers:
        return None
    mine = frozenset().union(*(own[s] for s in subjects))
    if not mine or any(d in mine for d in doers):
        return None
    if len(doers) > 1 and any(d in tokens_of for d in doers for tokens_of in own.values()):
        return None  # several who act together, one of them the statement's
    tokens = page.text.tokens
    nearest = max(doers)
    by_role = any(_is_party_word(tokens[m]) or m in page.aliases for m in mine)
    if _is_party_word(tokens[nearest]) and not by_role:
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
