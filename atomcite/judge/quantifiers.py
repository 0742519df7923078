"""How many of a thing: all, most, some, none, at least, at most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atomcite.judge.claim import Statement
from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Correspondence, Dispute
from atomcite.judge.lexicon import lexicon
from atomcite.judge.prepared import Prepared
from atomcite.judge.timing import ValueMatch
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import Token
from atomcite.values import Identifier

_REACH = 5
_WHEN = frozenset(("at", "in", "time", "date", "quarter", "month", "year", "case", "ever"))
"""Words besides auxiliaries between "not" and a bound: "shall not at any quarter date be less than"."""
# What the page must say for a statement to follow: page's quantity -> quantities that follow from it.
_FOLLOWS = {
    "all": frozenset({"all", "atleast"}),
    "most": frozenset({"most", "atleast"}),
    "some": frozenset({"some", "atleast"}),
    "few": frozenset({"few", "some", "notall"}),
    "none": frozenset({"none", "notall"}),
    "notall": frozenset({"notall", "some"}),
    "atleast": frozenset({"atleast", "some"}),
    "atmost": frozenset({"atmost"}),
    "number": frozenset({"some", "number", "atleast", "atmost"}),
}
_CONTRARY = frozenset(
    {
        ("all", "none"), ("none", "all"), ("none", "some"), ("some", "none"), ("most", "few"), ("few", "most"),
        ("most", "none"), ("none", "most"), ("atleast", "atmost"), ("atmost", "atleast"), ("notall", "all"),
        ("all", "notall"), ("number", "none"), ("few", "all"), ("all", "few"), ("number", "all"),
    }
)  # fmt: skip


def miscounted(c: Correspondence) -> Dispute | None:
    """A quantity of the statement that does not follow from the page's for the same noun."""
    tokens = c.page.text.tokens
    for t, h in c.pairs:
        if h.opposite or c.claim.verb[t.at]:
            continue
        claimed = _quantity(c.statement.tokens, t.at)
        if not claimed:
            continue
        shown = {_quantity(tokens, k) for k in c.places(t)} - {""}
        if not shown:
            continue
        if any(claimed in _FOLLOWS[q] for q in shown):
            continue
        if claimed == "none" and any(
            _ends(tokens, k, p) for k in range(c.low, c.high) for p in phrases("quantity_none")
        ):
            continue  # "none of them"
        if claimed == "number":
            continue  # numbers are compared as values
        contrary = any((q, claimed) in _CONTRARY for q in shown)
        return Dispute("judge.other_quantity", tokens[h.token].text, contradicts=contrary)
    for at, k in c.value_pairs:
        claimed, there = _bound(c.statement.tokens, at), _bound(tokens, k)
        if claimed and there and claimed != there:
            return Dispute("judge.other_quantity", tokens[k].text, contradicts=True)
    return None


def same_bound(statement: Statement, number: int, page: Prepared, match: ValueMatch) -> ValueMatch:
    """ "Less than 500" of a page that says "less than 500" is no other number, though 500 is not less than 500."""
    place, value = match.found, statement.values[number]
    if match.outcome != "mismatch" or place is None or isinstance(value.value, Identifier):
        return match
    mine = _bound(statement.tokens, statement.value_tokens[number][0])
    if mine and mine == _bound(page.text.tokens, place.first) and place.found.text.split() == value.text.split():
        return replace(match, outcome="match")
    return match


def overstated(c: Correspondence) -> Dispute | None:
    """ "All employees" of a page that speaks of those "with more than five years of service"."""
    tokens, claim = c.page.text.tokens, c.statement.tokens
    used = {h.token for _, h in c.pairs} | {k for _, k in c.value_pairs}
    for t, h in c.pairs:
        if h.opposite or _quantity(claim, t.at) != "all" or c.claim.verb[t.at]:
            continue
        k = h.token + 1
        if k >= c.high or tokens[k].norm not in words("restricting"):
            continue
        end = next((m for m in range(k, c.high) if c.there.verb[m] or tokens[m].text == ","), c.high)
        if not used & set(range(k, end)) and _quantity(tokens, h.token) != "all":
            return Dispute("judge.other_quantity", c.shown(h.token, end), contradicts=False)
    return None


def _quantity(tokens: Sequence[Token], at: int) -> str:
    """The quantity word before a noun, adjectives between them skipped; "" without one."""
    for k in range(at - 1, max(-1, at - _REACH - 1), -1):
        token = tokens[k]
        if not token.is_word:
            return ""
        for name in ("notall", "atleast", "atmost", "few", "most", "none", "all", "some"):
            if any(_ends(tokens, k, p) for p in phrases(f"quantity_{name}")):
                before = tokens[k - 1].norm if k else ""
                return "notall" if name == "all" and before in {"not", "не"} else name
        if token.norm in words("ends_phrase"):
            return ""
    return ""


def _ends(tokens: Sequence[Token], k: int, phrase: tuple[str, ...]) -> bool:
    start = k - len(phrase) + 1
    return start >= 0 and reads(tokens, start, phrase)


def _bound(tokens: Sequence[Token], at: int) -> str:
    """Whether a number is a lower or an upper bound."""
    for k in range(at - 1, max(-1, at - 4), -1):
        for name, flipped in (("atleast", "atmost"), ("atmost", "atleast")):
            for p in phrases(f"bound_{name}"):
                if _ends(tokens, k, p):
                    start = k - len(p)
                    while start > 0 and (tokens[start].norm in lexicon().auxiliary or tokens[start].norm in _WHEN):
                        start -= 1
                    denied = start >= 0 and tokens[start].norm in {"not", "no", "не"}
                    return flipped if denied else name
        if not tokens[k].is_word and tokens[k].text not in "$€£₽":
            return ""
    return ""
