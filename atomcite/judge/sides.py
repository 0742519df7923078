"""The two sides of a deal: what is owned, borne or risked by the one is not by the other."""

from __future__ import annotations

from functools import cache

from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.wordlists import stems
from atomcite.judge.words import stem

_DEALS = (
    ("seller vendor supplier", "buyer purchaser customer"),
    ("lender bank", "borrower"),
    ("landlord lessor", "tenant lessee"),
    ("contractor provider", "customer client"),
    ("consignor shipper carrier", "consignee"),
    ("employer", "employee"),
    ("продавец поставщик", "покупатель"),
    ("займодавец заимодавец", "заёмщик заемщик"),
    ("арендодатель наймодатель", "арендатор наниматель"),
    ("исполнитель подрядчик", "заказчик"),
    ("грузоотправитель перевозчик", "грузополучатель"),
    ("работодатель", "работник"),
)


@cache
def _sides() -> dict[str, tuple[int, int]]:
    """For each stem of a side the number of its deal and which of the two it is."""
    return {
        stem(word): (number, which)
        for number, deal in enumerate(_DEALS)
        for which, names in enumerate(deal)
        for word in names.split()
    }


def other_side_of_deal(g: Ground) -> Dispute | None:
    """The statement gives property, cost or risk to the side that the page's sentence does not speak of, and the page
    to the other side."""
    if g.row >= 0 or g.denies or not g.statement.stems & stems("borne"):
        return None
    mine = {s: _sides()[s] for s in g.statement.stems if s in _sides()}
    if len(mine) != 1:
        return None
    number, which = next(iter(mine.values()))
    tokens = g.page.text.tokens
    place = [t for t in _fullest(g) if tokens[t].is_word]
    if not any(tokens[t].stem in stems("borne") for t in place):
        return None
    there = {_sides()[tokens[t].stem]: t for t in place if tokens[t].stem in _sides()}
    if (number, which) in there or (number, 1 - which) not in there:
        return None
    if any(g.page.marked.negated[t] or g.page.marked.negator[t] for t in place):
        return None  # "the buyer does not bear the cost"
    return Dispute("judge.said_of_another", tokens[there[number, 1 - which]].text, contradicts=True)


def _fullest(g: Ground) -> tuple[int, ...]:
    """The sentence of the page that has most words of the statement; a line of a form may have its side alone."""
    sentence = g.page.marked.sentence
    count: dict[int, int] = {}
    for term in g.content:
        for number in {sentence[k] for k in g.tokens_of(term)}:
            count[number] = count.get(number, 0) + 1
    best = max(count, key=lambda n: count[n], default=-1)
    return tuple(k for k in range(len(sentence)) if sentence[k] == best)
