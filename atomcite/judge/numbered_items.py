"""Items of one numbered list of the same build: "(1) X Ltd as seller; (2) Y Ltd as buyer".

The items stand side by side, so that "Y Ltd is the seller" has all its words there. What a statement says of the one
must stand in that one's item, if the item has something else in that place.
"""

from __future__ import annotations

from dataclasses import dataclass

from atomcite.judge.correspondence import SAME, Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.prepared import Prepared
from atomcite.judge.words import Token

_LONGEST = 70
"""Tokens of an item at most: longer ones are clauses with subjects of their own."""
_ALPHABETS = ("abcdefghij", "абвгдежзик", "абвгдеёжзи")
_LEADING = 2
"""Tokens before a word that say in which place of its item it stands."""


@dataclass(frozen=True)
class _Item:
    start: int
    end: int
    rank: int

    def __contains__(self, token: int) -> bool:
        return self.start <= token < self.end


def of_other_numbered_item(g: Ground) -> Dispute | None:
    """The statement has its subject from one item and what it says of it from another, where the first has something
    else in that place."""
    if g.row >= 0 or g.denies:
        return None
    for items in _lists(g.page):
        subject: _Item | None = None
        for term in g.content:
            hits = [h for h in g.page.hits(term) if not h.opposite and h.score >= SAME]
            homes = [i for i in items if any(h.token in i for h in hits)]
            if len(homes) != 1:
                continue
            if subject is None:
                subject = homes[0]
            elif homes[0] is not subject:
                places = [h.token for h in hits if h.token in homes[0]]
                if any(h.token not in homes[0] and h.token in g.place for h in hits):
                    continue  # said of the subject in a sentence of its own
                if (rival := _in_that_place(g, subject, homes[0], places)) >= 0:
                    return Dispute("judge.said_of_another", g.page.text.tokens[rival].text, contradicts=True)
    return None


def _in_that_place(g: Ground, own: _Item, other: _Item, places: list[int]) -> int:
    """A word of an item, unknown to the statement, that follows the same words as those of the other do; -1."""
    tokens = g.page.text.tokens
    for k in places:
        lead = _lead(tokens, k, other.start)
        if lead:
            found = [m for m in range(own.start + 1, own.end) if _lead(tokens, m, own.start) == lead]
            if found and all(m not in g.said and not lexicon().is_stop(tokens[m]) for m in found):
                return found[0]
    return -1


def _lead(tokens: tuple[Token, ...], k: int, start: int) -> str:
    """What a word follows within its item: a dash, "as", "the", "incorporated in"."""
    token = tokens[k]
    at = k - 1
    if not token.is_word or at < start:
        return ""
    if tokens[at].is_word and not lexicon().is_stop(tokens[at]):
        return ""
    marks = {"–": "-", "—": "-", "“": '"', "«": '"', "„": '"'}
    own = marks.get(tokens[at].text, tokens[at].norm)
    if own in {"-", ":"}:
        return own
    before = tokens[at - 1].norm if at - 1 >= start and tokens[at].is_word and tokens[at - 1].is_word else ""
    before = before if own in {"in", "of", "at", "в", "на"} else ""
    return f"{before} {own}" if own not in {",", ";", ".", ")"} else ""


def _lists(page: Prepared) -> list[list[_Item]]:
    """Runs of items whose numbers go up by one from the first, and of what semicolons part into items with a dash."""
    tokens = page.text.tokens
    out = _dashed(page)
    ranks = {k: r for k in range(len(tokens)) if (r := _rank(page, k)) > 0}
    current: list[int] = []
    for k, rank in ranks.items():
        if rank == 1:
            current = [k]
        elif current and rank == ranks[current[-1]] + 1 and k - current[-1] <= _LONGEST:
            current.append(k)
            continue_ = ranks.keys()
            following = next((m for m in continue_ if m > k), -1)
            if following < 0 or ranks[following] != rank + 1 or following - k > _LONGEST:
                out.append(_items(page, current))
        else:
            current = []
    return out


def _dashed(page: Prepared) -> list[list[_Item]]:
    """ "For the bank - Mr A; for the guarantor - Ms B": each part has one dash."""
    tokens, out, run = page.text.tokens, list[list[_Item]](), list[_Item]()
    for s in page.text.segments:
        start = s.start
        colon = next((k for k in range(s.start, s.end) if tokens[k].text == ":"), None)
        if not run and colon is not None:
            start = colon + 1
        dashes = sum(tokens[k].text in "-–—" for k in range(start, s.end))
        if dashes == 1 and s.end - start <= _LONGEST:
            run.append(_Item(start, s.end, len(run) + 1))
        if dashes != 1 or tokens[s.end - 1].text != ";":
            if len(run) > 1:
                out.append(run)
            run = []
    return out


def _items(page: Prepared, starts: list[int]) -> list[_Item]:
    ends = [*starts[1:], _end(page, starts[-1])]
    return [_Item(s + 2, e, n) for n, (s, e) in enumerate(zip(starts, ends, strict=True), 1)]


def _end(page: Prepared, start: int) -> int:
    return next((s.end for s in page.text.segments if s.start <= start < s.end), start + 2)


def _rank(page: Prepared, k: int) -> int:
    """The number of an item that a token gives, before a bracket: 1 for "1)" and "(a)"; 0 for other tokens."""
    tokens = page.text.tokens
    text = tokens[k].norm
    if k + 2 >= len(tokens) or tokens[k + 1].text != ")" or not text or tokens[k].end != tokens[k + 1].start:
        return 0
    opens = k == 0 or tokens[k - 1].text in "(:;.," or tokens[k - 1].norm in {"and", "или", "и", "or"}
    if not opens and k not in {s.start for s in page.text.segments}:
        return 0
    if text.isdigit() and len(text) <= 2:
        return int(text)
    return max((a.find(text) + 1 for a in _ALPHABETS if len(text) == 1), default=0)
