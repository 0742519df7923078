"""Does the page affirm what the statement affirms: negation, prohibition, opposite words, exceptions, modality."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.denied_things import denied_apart, denying_clause
from atomcite.judge.hits import Hit
from atomcite.judge.lexicon import lexicon
from atomcite.judge.parties import converse_agrees
from atomcite.judge.prepared import Prepared
from atomcite.judge.scopes import Marked
from atomcite.judge.timing import ValueMatch
from atomcite.judge.words import is_verb_form, may_be_verb, word_set

Pair = tuple[Term, Hit]
_CONTENT = frozenset({"name", "word", "predicate"})
_WITH = word_set(
    "with having has have needs requires undergo с со имеет требует подлежат подлежит проходят проходит требуют"
)
_WITHOUT = frozenset(("without", "без"))
_PLAIN_NOT = word_set("not no neither nor never nobody cannot can't mustn't не ни никто никогда нельзя запрещается")
_CONDITIONS = word_set("when while where whenever because since although if когда если пока")
_DEMANDS = word_set(
    "need needs needed require requires required necessary требуется требует нужно нужен нужна необходимо необходим"
)


def flipped(statement: Statement, page: Prepared, found: Alignment, values: Sequence[ValueMatch] = ()) -> str:
    """The page's word at which the page affirms what the statement denies, or the other way round; "" without one.

    A denial must aim at the very word that the two have in common: a negator that stands near it and aims at another
    word is no contradiction.
    """
    lex = lexicon()
    claim, marked = statement.marked, page.marked
    tokens = page.text.tokens
    pairs = [
        (t, h)
        for t, h in zip(statement.terms, found.best, strict=True)
        if h is not None and h.token in found.window.inside
    ]
    if not pairs:
        return ""
    word = _licence_denied(statement, page, pairs)
    if word:
        return word
    strict_claim = _restricts(statement, claim)
    strict_page = any(marked.is_restricted(h.token) for t, h in pairs if t.kind in _CONTENT)
    if strict_page and strict_claim:
        return ""  # "only with consent" is "not without consent"
    if strict_page and _takes_exception(statement, claim, marked, pairs):
        return _denied_exception(claim, page, marked, pairs)
    word = _excepted(page, claim, marked, pairs) or _excepted_value(statement, claim, page, pairs, values)
    if word:
        return word
    word = _refused(page, claim, pairs)
    if word:
        return word
    # What the statement presupposes ("when using ...") is not what it affirms.
    conditions = {claim.clause[i] for i, t in enumerate(statement.tokens) if t.norm in _CONDITIONS}
    agreed = any(
        claim.negated[t.at]
        and marked.negated[h.token]
        and marked.target[h.token]
        and not h.opposite
        and (h.score >= 0.95 or _accompanied(marked, pairs, h))
        for t, h in pairs
    )
    both = _both_deny(claim, marked, pairs, conditions)
    named_here = not statement.names or any(t.kind == "name" for t, _ in pairs)
    owner: dict[int, Term] = {}
    for term, hit in sorted(pairs, key=lambda p: p[1].score):
        owner[hit.token] = term
    for term, hit in pairs:
        if term.kind == "generic" and not claim.target[term.at] and not term.verbal:
            continue
        asked = (term.verbal or term.kind == "predicate") and bool(_whether(page, hit.token))
        if asked and not _left_open(page, hit.token) and not any(t.norm == "whether" for t in statement.tokens):
            return tokens[hit.token].text  # "have not decided whether to renew"
        if _left_open(page, hit.token) or (both and not hit.opposite):
            continue
        if hit.opposite and hit.token in page.labels and not named_here:
            continue  # "Present:" before other names says nothing of the one who sent apologies
        if owner[hit.token] is not term or hit.token in page.titles or (agreed and not hit.opposite):
            continue
        claim_negative, page_negative = claim.negated[term.at], marked.negated[hit.token]
        claim_negative = claim_negative or bool(denying_clause(statement, term.at))
        direct = marked.target[hit.token] or claim.target[term.at]
        if term.kind == "predicate" and _denied_subject(page, hit.token):
            page_negative, direct = not page_negative, True
        if marked.lacking[hit.token] and not claim.target[term.at]:
            direct = any(t.norm in _WITH for t in statement.tokens[max(0, term.at - 4) : term.at])
            # "Settled without admission of liability" against "admitted liability".
            direct = direct or (term.kind == "predicate" or term.verbal)
        if claim.clause[term.at] in conditions and not claim.target[term.at]:
            direct = False
        if term.kind == "name" and not hit.opposite and not claim.target[term.at]:
            # "Nothing shall limit Acme's right": what is denied is not the party, unless "not" stands beside it.
            direct = direct and any(marked.negator[k] for k in range(max(0, hit.token - 3), hit.token))
        if hit.opposite and term.stem in lex.converse and converse_agrees(statement, page, term, hit, found):
            continue
        if hit.opposite:
            page_negative = not page_negative
            direct = direct or term.kind != "name"
        if (
            claim_negative != page_negative
            and direct
            and (hit.opposite or not _agrees_elsewhere(page, found, term, hit, claim_negative))
        ):
            return tokens[hit.token].text
        want, have = claim.modal[term.at], marked.modal[hit.token]
        verb = term.kind == "predicate" or term.verbal
        if verb and want and have and want != have and not claim_negative and not page_negative:
            return tokens[hit.token].text
    return _all_denied(statement, claim, page, pairs)


def _all_denied(statement: Statement, claim: Marked, page: Prepared, pairs: Sequence[Pair]) -> str:
    """Every word that the two have in common is denied by the page, and the statement denies nothing: "shall not
    create or imply a joint venture" for "sets up a joint venture"."""
    lex, marked = lexicon(), page.marked
    firm = [(t, h) for t, h in pairs if t.kind in {"word", "predicate"} and not h.opposite]
    if len(firm) < 2 or any(claim.negator) or claim.restricted or any(claim.negated):
        return ""
    if any(t.stem in lex.prohibitions or t.stem in lex.refusals for t in statement.tokens if t.is_word):
        return ""
    low = [h.token for _, h in firm]
    if len({marked.sentence[t] for t in low}) > 1 or marked.is_restricted(low[0]):
        return ""
    denied = all(marked.negated[t] and not marked.excepted[t] and not marked.lacking[t] for t in low)
    return page.text.tokens[low[0]].text if denied else ""


def _accompanied(marked: Marked, pairs: Sequence[Pair], hit: Hit) -> bool:
    """Whether the sentence of a hit has another word of the statement."""
    return any(
        h.token != hit.token and t.kind in _CONTENT and marked.sentence[h.token] == marked.sentence[hit.token]
        for t, h in pairs
    )


def _both_deny(claim: Marked, marked: Marked, pairs: Sequence[Pair], conditions: set[int]) -> bool:
    """Statement and page each deny something, and it can be the same thing in other words. It can't when each denies
    a word that the other affirms ("sold X and not Y", "sold Y and not X")."""
    where = {
        marked.clause[h.token]
        for t, h in pairs
        if t.kind in _CONTENT and (h.score >= 0.95 or _accompanied(marked, pairs, h))
    }
    denied = [
        n
        for n in range(len(marked.target))
        if marked.target[n] and not marked.lacking[n] and marked.clause[n] in where
    ]
    said = [n for n in range(len(claim.target)) if claim.target[n] and claim.clause[n] not in conditions]
    if not denied or not said:
        return False
    by_claim = any(claim.target[t.at] and not marked.negated[h.token] and not h.opposite for t, h in pairs)
    by_page = any(
        marked.target[h.token] and not claim.negated[t.at] and not h.opposite for t, h in pairs if t.kind in _CONTENT
    )
    return not (by_claim and by_page)


def _denied_subject(page: Prepared, at: int) -> bool:
    """ "Cover does not extend to ...": the noun before the denied verb is denied with it."""
    tokens, marked = page.text.tokens, page.marked
    k = at + 1
    while k < len(tokens) and tokens[k].norm in lexicon().auxiliary:
        k += 1
    return (
        k < len(tokens)
        and k - at <= 3
        and marked.negator[k]
        and marked.sentence[k] == marked.sentence[at]
        and (tokens[at].capital or (at > 0 and tokens[at - 1].norm in {"the", "any", "such", "this", "no"}))
    )


def _left_open(page: Prepared, at: int) -> bool:
    """ "whether or not it is locked": the page says neither."""
    return any(
        page.text.tokens[k].norm == "независимо" or page.text.tokens[k + 2].norm == "not" for k in _whether(page, at)
    )


def _whether(page: Prepared, at: int) -> list[int]:
    tokens, marked = page.text.tokens, page.marked
    return [
        k
        for k in range(max(0, at - 8), at)
        if tokens[k].norm in {"whether", "независимо"}
        and marked.sentence[k] == marked.sentence[at]
        and k + 2 < len(tokens)
    ]


def _refused(page: Prepared, claim: Marked, pairs: Sequence[Pair]) -> str:
    """The page turns down what the statement says was done: "compensation is refused" for "was compensated"."""
    lex = lexicon()
    tokens, marked = page.text.tokens, page.marked
    used = {h.token for _, h in pairs}
    for term, hit in pairs:
        if claim.negated[term.at] or hit.opposite or (not term.verbal and term.kind != "predicate"):
            continue
        proposed = any(
            tokens[k].stem in lex.proposals and k not in used for k in range(max(0, hit.token - 3), hit.token)
        )
        if proposed and any(
            marked.target[k] or tokens[k].stem in lex.refusals
            for k in range(hit.token, len(tokens))
            if marked.sentence[k] == marked.sentence[hit.token]
        ):
            return tokens[hit.token].text  # "the proposal to move it did not obtain a majority"
        if is_verb_form(tokens[hit.token].text) or not may_be_verb(tokens[hit.token].text):
            continue
        low, high = max(0, hit.token - 8), min(len(tokens), hit.token + 9)
        for k in range(low, high):
            same = marked.sentence[k] == marked.sentence[hit.token]
            if same and k not in used and tokens[k].stem in lex.refusals and not marked.negated[k]:
                return tokens[k].text
    return ""


def reversed_verb(statement: Statement, page: Prepared, found: Alignment) -> str:
    """A word that the page has where the statement has its opposite; "" without one. The page never says the
    statement's own verb, or says it of something else, and its opposite of what the statement speaks of."""
    claim, marked = statement.marked, page.marked
    tokens = page.text.tokens
    content = [t for t in statement.terms if t.kind in {"word", "predicate"}]
    for term, hit in zip(statement.terms, found.best, strict=True):
        if term.kind not in {"word", "predicate"} or claim.negated[term.at] or (hit is not None and hit.opposite):
            continue
        everything = page.hits(term)
        against = [h for h in everything if h.opposite and not marked.negated[h.token]]
        if not against or not (term.verbal or is_verb_form(term.text)):
            continue
        if len(against) == len(everything):
            return tokens[against[0].token].text
        if hit is None:
            continue
        here = marked.sentence[hit.token]
        for h in against:
            there = marked.sentence[h.token]
            if there == here or any(marked.sentence[o.token] == there for o in everything if not o.opposite):
                continue
            moved = [
                t
                for t in content
                if t is not term
                and any(marked.sentence[o.token] == there and o.score >= 0.95 for o in page.hits(t))
                and not any(marked.sentence[o.token] == here and not o.opposite for o in page.hits(t))
            ]
            if moved:
                return tokens[h.token].text
    return ""


def _licence_denied(statement: Statement, page: Prepared, pairs: Sequence[Pair]) -> str:
    """The statement lets a thing be done without something ("may lend without consent"), the page does not ("shall
    not lend without consent")."""
    said, shown = statement.tokens, page.text.tokens
    places = [i for i, t in enumerate(said) if t.norm in _WITHOUT]
    if not places or any(t.norm in _PLAIN_NOT for t in said):
        return ""
    for term, hit in pairs:
        near = any(0 < term.at - i <= 4 for i in places)
        i = next((k for k in range(hit.token - 1, max(-1, hit.token - 5), -1) if shown[k].norm in _WITHOUT), None)
        if not near or hit.opposite or i is None:
            continue
        clause, sentence = page.marked.clause, page.marked.sentence
        before = range(max(0, i - 8), i)
        if any(shown[k].norm in _PLAIN_NOT and clause[k] == clause[i] and sentence[k] == sentence[i] for k in before):
            return shown[i].text
    return ""


def _restricts(statement: Statement, claim: Marked) -> bool:
    """The statement itself allows a thing under a condition alone."""
    if claim.restricted:
        return True
    return any(t.norm in _DEMANDS for t in statement.tokens) and not any(claim.negator)


def _takes_exception(statement: Statement, claim: Marked, marked: Marked, pairs: Sequence[Pair]) -> bool:
    """The statement speaks of the case that the page excepts from its denial ("may be assigned with consent")."""
    if any(t.norm in {"without", "без"} for t in statement.tokens) or any(claim.excepted):
        return False
    content = [h for t, h in pairs if t.kind in _CONTENT]
    inside = [h for h in content if _conditional(marked, h.token)]
    return bool(inside) and len(inside) >= 1


def _conditional(marked: Marked, at: int) -> bool:
    return marked.excepted[at]


def _denied_exception(claim: Marked, page: Prepared, marked: Marked, pairs: Sequence[Pair]) -> str:
    """The statement denies the case that the page excepts from its own denial."""
    for term, hit in pairs:
        against = hit.opposite if marked.excepted[hit.token] else claim.target[term.at] != hit.opposite
        if term.kind in _CONTENT and against:
            return page.text.tokens[hit.token].text
    return ""


def _excepted(page: Prepared, claim: Marked, marked: Marked, pairs: Sequence[Pair]) -> str:
    """Some of the statement's words stand in an exception of the page, the others outside."""
    firm = [(t, h) for t, h in pairs if t.kind in _CONTENT]
    out = [h for t, h in firm if marked.excepted[h.token] and not claim.excepted[t.at]]
    if out and len(out) < len(firm):
        return page.text.tokens[out[0].token].text
    return ""


def _excepted_value(
    statement: Statement, claim: Marked, page: Prepared, pairs: Sequence[Pair], values: Sequence[ValueMatch]
) -> str:
    """The same of the statement's values."""
    marked = page.marked
    firm = [h for t, h in pairs if t.kind in _CONTENT]
    for (first, _), match in zip(statement.value_tokens, values, strict=True):
        place = match.found
        if place is None or match.outcome != "match" or claim.excepted[first]:
            continue
        if marked.excepted[place.first] and any(not marked.excepted[h.token] for h in firm):
            return place.found.text
        others = any(marked.excepted[o.found.first] for o in values if o.found is not None)
        if others and not marked.excepted[place.first]:
            return place.found.text
    return ""


def _agrees_elsewhere(page: Prepared, found: Alignment, term: Term, hit: Hit, negative: bool) -> bool:
    """The same sentence has the word again, as the statement has it."""
    marked = page.marked
    return any(
        h.token != hit.token
        and h.token in found.window.inside
        and marked.sentence[h.token] == marked.sentence[hit.token]
        and (marked.negated[h.token] != h.opposite) == negative
        and h.score >= hit.score
        and (marked.target[h.token] or not marked.target[hit.token])
        for h in page.hits(term)
    )


def lacks_denial(statement: Statement, page: Prepared, found: Alignment) -> bool:
    """The statement denies something, and nothing in the window denies anything."""
    lex = lexicon()
    claim, marked = statement.marked, page.marked
    tokens = page.text.tokens
    if not any(claim.target):
        return _denies_another(statement, page, found)
    if claim.restricted:
        return False
    if denied_apart(statement, page, found):
        return True
    if any(marked.negated[t] or marked.negator[t] or tokens[t].stem in lex.prohibitions for t in found.window.core):
        return False
    return not any(h is not None and h.opposite for h in found.best)


def _denies_another(statement: Statement, page: Prepared, found: Alignment) -> bool:
    """The statement's verb is not in the window, and where the window has the rest it denies some other verb."""
    verb = next((h for t, h in zip(statement.terms, found.best, strict=True) if h is not None and _is_verb(t)), None)
    if verb is not None or not any(_is_verb(t) for t in statement.terms):
        return False
    marked = page.marked
    hits = [h.token for t, h in zip(statement.terms, found.best, strict=True) if h is not None and t.kind in _CONTENT]
    where, near = {marked.sentence[t] for t in hits}, {marked.clause[t] for t in hits}
    if any(n in marked.restricted for n in where):
        return False
    return any(
        marked.target[k] and marked.clause[k] in near and is_verb_form(page.text.tokens[k].text) and k not in hits
        for k in found.window.core
    )


def _is_verb(term: Term) -> bool:
    return term.verbal or term.kind == "predicate" or (term.kind == "light" and is_verb_form(term.text))
