"""Does the page affirm what the statement affirms: negation, opposite words, exceptions, modality."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.alignment import Alignment, Prepared
from atomcite.judge.claim import Statement
from atomcite.judge.matching import ValueMatch
from atomcite.judge.scopes import mark


def flipped(statement: Statement, page: Prepared, found: Alignment, values: Sequence[ValueMatch] = ()) -> str:
    """The page's word at which the page affirms what the statement denies, or the other way round; "" without one."""
    claim, marked = mark(statement.tokens), page.marked
    tokens = page.text.tokens
    pairs = [
        (t, h)
        for t, h in zip(statement.terms, found.best, strict=True)
        if h is not None and h.token in found.window.inside
    ]
    firm = [(t, h) for t, h in pairs if t.kind in {"name", "word", "predicate"}]
    out = [h for t, h in firm if marked.excepted[h.token] and not claim.excepted[t.at]]
    if out and len(out) < len(firm):
        return tokens[out[0].token].text
    for (first, _), match in zip(statement.value_tokens, values, strict=True):
        place = match.found
        if place is None or match.outcome != "match" or claim.excepted[first]:
            continue
        if marked.excepted[place.first] and any(not marked.excepted[h.token] for _, h in firm):
            return place.found.text
        if (
            any(marked.excepted[o.found.first] for o in values if o.found is not None)
            and not marked.excepted[place.first]
        ):
            return place.found.text
    verbs = [(t, h) for t, h in pairs if t.kind == "predicate" or (h.opposite and t.kind != "name")]
    for term, hit in verbs or [(t, h) for t, h in pairs if t.kind in {"word", "light", "generic"}]:
        claim_negative, page_negative = claim.odd(term.at), marked.odd(hit.token)
        direct = marked.target[hit.token] or claim.target[term.at]
        if term.kind == "predicate":
            direct = direct or marked.negated[hit.token] or claim.negated[term.at]
        if hit.opposite:
            page_negative, direct = not page_negative, True
        if claim_negative != page_negative and direct:
            return tokens[hit.token].text
        want, have = claim.modal[term.at], marked.modal[hit.token]
        if term.kind == "predicate" and want and have and want != have and not claim_negative and not page_negative:
            return have if have in tokens[hit.token].text else tokens[hit.token].text
    # Where both deny the verb, a negator that stands elsewhere ("no tree shall", "trees may not") is the same one.
    denied = any(claim.odd(t.at) and marked.odd(h.token) and not h.opposite for t, h in verbs)
    if not denied:
        # A negator in the statement's own words that the page lacks, or the reverse, at a bare word ("no dividend").
        for term, hit in pairs:
            aimed = claim.target[term.at] != marked.target[hit.token]
            if (
                term.kind in {"word", "light", "name"}
                and not hit.opposite
                and aimed
                and claim.odd(term.at) != marked.odd(hit.token)
            ):
                return tokens[hit.token].text
    return ""
