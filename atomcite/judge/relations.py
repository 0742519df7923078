"""What ties the words of a statement together: before and after, all and some, only.

The words of a statement can all stand in one sentence that says another thing: the payer is the payee, the event that
comes first comes last, "at least one" is "every". Each check here needs positive evidence on the page for the other
reading; without it the statement keeps the benefit.
"""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.scopes import Marked
from atomcite.judge.timing import ValueMatch
from atomcite.judge.wordlists import stems
from atomcite.judge.words import Token, is_verb_form, word_set
from atomcite.values import DateValue, Value

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
_DATED = word_set("dated датирован датирована датировано датированы")
_REACH = 7


def reordered(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """A token of the page that puts first what the statement puts last ("before", "after"), None without one."""
    tokens = page.text.tokens
    claim, marked = statement.marked, page.marked
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
    if norm == "soon":
        return int(bool(i) and tokens[i - 1].norm == "as")
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


def other_focus(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """What the page says "only" of, where the statement speaks of something that this sentence leaves out: "copied by
    staff only" says nothing for "readers may copy"."""
    marked = page.marked
    if not marked.only or statement.marked.only:
        return None
    lex = lexicon()
    tokens = page.text.tokens
    used = {h.token for h in found.best if h is not None}
    for k in found.window.core:
        if tokens[k].norm not in lex.restrictives or marked.sentence[k] not in marked.only:
            continue
        number = marked.sentence[k]
        if not any(marked.sentence[t] == number for t in used):
            continue
        focus = [
            j
            for j in range(k + 1, min(k + 5, len(tokens)))
            if marked.sentence[j] == number and tokens[j].is_word and not lex.is_stop(tokens[j])
        ]
        absent = [
            t
            for t in statement.terms
            if t.kind in {"word", "name"}
            and not t.verbal
            and not any(marked.sentence[h.token] == number for h in page.hits(t) if not h.opposite)
        ]
        if focus and not used & set(focus) and any(t.stem in lex.roles or t.kind == "name" for t in absent):
            return focus[0]
    return None


def unrestricted(statement: Statement, page: Prepared, found: Alignment) -> bool:
    """The statement says "only", and the page restricts nothing where it speaks of that."""
    if not statement.marked.only:
        return False
    lex = lexicon()
    marked = page.marked
    weight: dict[int, float] = {}
    for term, hit in zip(statement.terms, found.best, strict=True):
        if hit is not None:
            number = marked.sentence[hit.token]
            weight[number] = weight.get(number, 0.0) + term.weight
    main = max(weight, key=lambda n: weight[n], default=-1)
    return not any(
        marked.is_restricted(t) or page.text.tokens[t].stem in lex.restrictive_adjectives or marked.excepted[t]
        for t in found.window.core
        if marked.sentence[t] == main
    )


def crossed(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """Two pairs of names joined by a comma that have changed partners: "Kent County, Delaware, or Bristol County,
    Maine" of a page that has Kent in Maine."""
    pairs = _paired(statement)
    for n, (a, b) in enumerate(pairs):
        for c, d in pairs[n + 1 :]:
            if b is c or b.stem == d.stem or a.stem == c.stem:
                continue
            there = [(_partners(page, found, x, y)) for x, y in ((a, b), (c, d), (a, d), (c, b))]
            if there[2] and there[3] and not there[0] and not there[1]:
                return there[2][0]
    return None


def _paired(statement: Statement) -> list[tuple[Term, Term]]:
    """First word of each name that a comma and another name follow, with that other name."""
    out: list[tuple[Term, Term]] = []
    names = {t.at: t for t in statement.names}
    tokens = statement.tokens
    for i, token in enumerate(tokens):
        if token.text != "," or i + 1 not in names or i - 1 not in names:
            continue
        k = i - 1
        while k - 1 in names:
            k -= 1
        out.append((names[k], names[i + 1]))
    return out


def _partners(page: Prepared, found: Alignment, name: Term, other: Term) -> list[int]:
    """Where the page has `other` right after a comma that follows the name that opens with `name`."""
    tokens = page.text.tokens
    theirs = {h.token for h in page.hits(other) if h.score >= 0.8}
    out = []
    for h in page.hits(name):
        k = h.token
        while k + 1 < len(tokens) and tokens[k + 1].is_word and tokens[k + 1].capital:
            k += 1
        if h.token in found.window.inside and k + 2 < len(tokens) and tokens[k + 1].text == "," and k + 2 in theirs:
            out.append(k + 2)
    return out


def incomplete(statement: Statement, page: Prepared, found: Alignment) -> bool:
    """The statement says that something was done fully, and nothing in the window says of anything that it was."""
    if not any(t.stem in stems("whole") for t in statement.tokens if t.is_word):
        return False
    tokens = page.text.tokens
    return not any(tokens[k].stem in stems("entire") for k in found.window.core if tokens[k].is_word)


def otherwise_dated(statement: Statement, page: Prepared, values: Sequence[ValueMatch]) -> bool:
    """The statement says of a document what day it is dated, and the page has another day on a line of its own, and
    that one in a line with other words alone."""
    if not any(t.norm in _DATED for t in statement.tokens):
        return False
    if not any(t.kind == "generic" and t.stem in lexicon().instruments for t in statement.terms):
        return False
    days = [m for m, v in zip(values, statement.values, strict=True) if _is_day(v.value)]
    if len(days) != 1 or days[0].found is None:
        return False
    alone = [v for v in page.values if _is_day(v.found.value) and stands_alone(page, v)]
    mine = days[0].found.found.value
    return bool(alone) and all(v.found.value != mine for v in alone)


def _is_day(value: Value) -> bool:
    return isinstance(value, DateValue) and bool(value.readings[0].day)


def stands_alone(page: Prepared, value: PageValue) -> bool:
    """Whether a value is all that stands on its line."""
    if value.row < 0:
        return False
    words = [t for t in page.text.row_tokens(value.row) if page.text.tokens[t].is_word]
    return all(value.first <= t <= value.last for t in words)


def denied_where_said(statement: Statement, page: Prepared, found: Alignment) -> int | None:
    """The statement's verb as a verb of the page, each time denied, with another word of the statement right before
    it: elsewhere the page has it as a noun alone ("by applying corrections: the corrections were not applied")."""
    claim, marked = statement.marked, page.marked
    tokens = page.text.tokens
    for i, term in enumerate(statement.terms):
        if not (term.verbal or term.kind == "predicate") or claim.negated[term.at] or not is_verb_form(term.text):
            continue
        said = [
            h for h in page.hits(term) if h.score >= 0.95 and not h.opposite and is_verb_form(tokens[h.token].text)
        ]
        if not said or not all(marked.negated[h.token] and marked.target[h.token] for h in said):
            continue
        beside = {
            h.token
            for t in statement.terms[max(0, i - 3) : i + 4]
            if t is not term and t.kind in {"name", "word"}
            for h in page.hits(t)
            if h.score >= 0.95 and not h.opposite
        }
        for h in said:
            if h.token not in found.window.inside and any(k in beside for k in range(max(0, h.token - 5), h.token)):
                return h.token
    return None
