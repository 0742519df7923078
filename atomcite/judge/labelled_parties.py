"""Parties of a form: who stands under "Seller" is not billed, and who stands under "Buyer" does not bill."""

from __future__ import annotations

from collections.abc import Sequence

from atomcite.judge.claim import Term
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.prepared import Prepared
from atomcite.judge.slots import name_groups
from atomcite.judge.wordlists import stems, words

_REACH = 4
"""Words before a name among which its label is looked for."""


def other_side(g: Ground) -> Dispute | None:
    """The one who gives in the statement stands under a label of those who take, or the other way round."""
    statement = g.statement
    groups = name_groups(statement)
    if not groups or g.denies or statement.stems & stems("of_payments"):
        return None
    verb = next((i for i, t in enumerate(statement.tokens) if t.norm in words("gives") | words("takes")), -1)
    if verb <= 0 or any(t.norm in words("passive_marks") for t in statement.tokens[max(0, verb - 3) : verb]):
        return None
    before = [x for x in groups if x[-1].at < verb]
    if not before:
        return None
    gives = statement.tokens[verb].norm in words("gives")
    for_giver, for_taker = stems("giving_sides"), stems("taking_sides")
    sides = {s for t in before[-1] for s in _labels(g.page, g.tokens_of(t))}
    wrong, right = (for_taker, for_giver) if gives else (for_giver, for_taker)
    if sides & wrong and not sides & right and not _told(g, verb, before[-1], wrong):
        return Dispute("judge.said_of_another", before[-1][0].text, contradicts=True)
    return None


def _told(g: Ground, verb: int, name: Sequence[Term], sides: frozenset[str]) -> bool:
    """Whether a sentence has the verb with the name or with its side: "the Customer supplied the cable"."""
    sentence, tokens = g.page.marked.sentence, g.page.text.tokens
    term = next((t for t in g.statement.terms if t.at == verb), None)
    near = {sentence[k] for k in g.tokens_of(term) if g.page.syntax.verb[k]} if term is not None else set()
    own = {k for t in name for k in g.tokens_of(t)}
    return any(n in near and (k in own or tokens[k].stem in sides) for k, n in enumerate(sentence))


def _labels(page: Prepared, places: tuple[int, ...]) -> set[str]:
    """Stems of the sides that stand as labels before a name, in its line."""
    tokens, out = page.text.tokens, set[str]()
    for place in places:
        row = page.text.token_row[place]
        colon = next((k for k in range(place - 1, max(-1, place - 1 - _REACH), -1) if tokens[k].text == ":"), -1)
        first = next(iter(page.text.row_tokens(row)), place)
        if colon > 0 and page.text.token_row[colon] == row and page.text.token_row[colon - 1] == row:
            out.add(tokens[colon - 1].stem)
        elif place not in page.prose and first < place and len(page.text.rows[row].cells) == 2:
            out.add(tokens[first].stem)
    return out
