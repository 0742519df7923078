"""Values of a list, each with what it is of: "30 per cent with order, 60 per cent on delivery", "A has 40 %, B 35 %".

All numbers and all words of such a list stand within a few words of one another, so that nearness does not tell what
belongs together; the items of the list do. An item is a value with the words on its side of the joints: those that
follow it where each later value opens its item, those before it where each is led up to, and by rank where the list
says "respectively".
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from atomcite.judge.claim import Statement, Term
from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import SAME, Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.rivals import may_stand_for, same_grain
from atomcite.judge.timing import ValueMatch
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import Token, cases_of, is_adverb, part_of_speech
from atomcite.values import DateValue, Quantity

_JOINTS = frozenset((",", ";", "and", "и", "а", "but", "while", "whereas", "но"))
_EXACT = 0.95
_LABEL = 6
"""Tokens before a value among which a name that leads its item stands."""
Span = tuple[int, int]


@dataclass(frozen=True)
class _Items:
    """For each value of a list, in order, the tokens that say what it is of. `parts`: those after the first are parts
    of it ("of which overdue 8.7"). The list goes up to token `end`."""

    labels: tuple[frozenset[int], ...]
    end: int
    parts: bool = False


def of_other_item(g: Ground) -> Dispute | None:
    """A number of the statement stands in one item of a list, and the words of the statement in another."""
    if g.row >= 0:
        return None
    for number, match in enumerate(g.values):
        if match.found is None or match.outcome != "match":
            continue
        claim = g.statement.values[number]
        equal = [v for v, r in g.page.compared(claim.value) if r.outcome == "equal"]
        # "0.1 %" is 0.05 % too, at its precision; where the page has it as it is written, that one is meant.
        own = [v for v in equal if v.found.text.split() == claim.text.split()] or [match.found, *equal]
        value = of_own_item(g.statement, number, g.page, own)
        if value is not None and not any(value is v for v in own):
            shown = tuple(range(min(value.first, match.found.first), max(value.last, match.found.last) + 1))
            return Dispute("judge.other_pairing", g.page.text.quote(shown, 60), contradicts=True)
    return None


def of_own_item(statement: Statement, number: int, page: Prepared, own: Sequence[PageValue]) -> PageValue | None:
    """The value of the one item of a list that the statement names, where one of `own`, the values of the page that
    are equal to the statement's, is in that list. None outside lists, and where no item or several are named."""
    claim = statement.values[number].value
    if not isinstance(claim, Quantity | DateValue) or not own or own[0].headers:
        return None
    run = _run(page, own[0].first)
    mine = set(map(id, own))
    near = [v for v in page.values if v.first in run and not v.headers]
    listed = [v for v in near if id(v) in mine or (may_stand_for(claim, v) and same_grain(claim, v.found.value))]
    if len(listed) < 2:
        listed = [v for v in near if id(v) in mine or _bare(v)]  # "6.1 points from prices and 1.8 from volumes"
    if len(listed) < 2:
        return None
    spans = [(v.first, v.last) for v in listed]
    items = _items(page.text.tokens, page.syntax.verb, run, spans)
    said = _said(statement, number)
    if items is None or said is None:
        return None
    named = _named(page, said, items, run)
    value = listed[named[0]] if len(named) == 1 else None
    if value is None or id(value) in mine:
        return value
    bare = [k for k, v in enumerate(listed) if id(v) in mine and not items.labels[k]]
    return None if bare else value


def _bare(value: PageValue) -> bool:
    page = value.found.value
    return isinstance(page, Quantity) and not page.unit and not value.unit


def names_own_item(statement: Statement, page: Prepared, values: Sequence[ValueMatch], name: Sequence[Term]) -> bool:
    """Whether a value of the statement stands in the item of a list that a name of the statement leads: a name in
    another item does not take its place."""
    for number, match in enumerate(values):
        if match.found is None or match.outcome != "match":
            continue
        if of_own_item(statement, number, page, [match.found]) is match.found:
            before = page.text.tokens[max(0, match.found.first - _LABEL) : match.found.first]
            return any(t.stem in {b.stem for b in before} for t in name)
    return False


def _run(page: Prepared, at: int) -> range:
    """The sentence of a token with what semicolons join to it."""
    segments, tokens = page.text.segments, page.text.tokens
    here = next((k for k, s in enumerate(segments) if s.start <= at < s.end), None)
    if here is None:
        return range(at, at + 1)
    first = last = here
    while first and tokens[segments[first - 1].end - 1].text == ";":
        first -= 1
    while last + 1 < len(segments) and tokens[segments[last].end - 1].text == ";":
        last += 1
    return range(segments[first].start, segments[last].end)


def _named(page: Prepared, said: Sequence[Term], items: _Items, run: range) -> list[int]:
    """Numbers of the items of which the statement has a word that no other item has."""
    out: set[int] = set()
    for term in said:
        hits = [h for h in page.hits(term) if not h.opposite and h.score >= SAME and run.start <= h.token < items.end]
        exact = {h.token for h in hits if h.score >= _EXACT}
        places = exact or {h.token for h in hits}  # "employer" is not "employees" where both stand there
        among = [k for k, label in enumerate(items.labels) if places & label]
        if len(among) == 1 and places <= items.labels[among[0]]:
            out.update(among)
    if items.parts and len(out) > 1:
        out.discard(0)  # "overdue receivables"
    return sorted(out)


def _said(statement: Statement, number: int) -> list[Term] | None:
    """Words of a statement that its value is of: all of them, or those of its item where it lists values itself."""
    kind = type(statement.values[number].value)
    content = [t for t in statement.terms if t.kind != "generic"]
    alike = [
        i
        for i, v in enumerate(statement.values)
        if isinstance(v.value, kind) and _unit(v.value) == _unit_of(statement, number)
    ]
    if len(alike) == 1:
        return content
    spans = [statement.value_tokens[i] for i in alike]
    items = _items(statement.tokens, (False,) * len(statement.tokens), range(len(statement.tokens)), spans)
    if items is None:
        return None
    label = items.labels[alike.index(number)]
    return [t for t in content if t.at in label]


def _unit_of(statement: Statement, number: int) -> str:
    return _unit(statement.values[number].value)


def _unit(value: object) -> str:
    return value.unit if isinstance(value, Quantity) else ""


def _items(tokens: Sequence[Token], verb: Sequence[bool], run: range, spans: Sequence[Span]) -> _Items | None:
    """What each of several values in a run of tokens is of; None where they make no list."""

    aside = {k + n for k in run for p in phrases("of_which") if reads(tokens, k, p) for n in range(len(p))}

    def content(start: int, end: int) -> list[int]:
        own = (k for k in range(start, end) if k not in aside and _tells(tokens[k]))
        return [k for k in own if not any(a <= k <= b for a, b in spans)]

    if any(tokens[k].norm in words("respectively") for k in run):
        return _by_rank(tokens, verb, run, spans, content)
    cuts = []
    for (_, before), (after, _) in itertools.pairwise(spans):
        joints = [k for k in range(before + 1, after) if tokens[k].norm in _JOINTS]
        if not joints:
            return None
        cuts.append(joints)
    opening = [not content(joints[-1] + 1, after) for joints, (after, _) in zip(cuts, spans[1:], strict=True)]
    if all(opening):
        ends = [*(j[-1] for j in cuts), run.stop]
        labels = [frozenset(content(b + 1, end)) for (_, b), end in zip(spans, ends, strict=True)]
        return _Items(tuple(labels), run.stop) if all(labels) else None
    if any(opening):
        return None
    starts = []
    for joints, (after, _) in zip(cuts, spans[1:], strict=True):
        # Of "A has 40 %, with votes, and B 35 %" the last joint with words of its own opens the item.
        starts.append(next((j for j in reversed(joints) if content(j + 1, after)), joints[-1]) + 1)
    later = [frozenset(content(s, a)) for s, (a, _) in zip(starts, spans[1:], strict=True)]
    first = _first_label(tokens, verb, content(run.start, spans[0][0]), content(starts[0], spans[1][0]))
    return _Items((frozenset(first), *later), spans[-1][1] + 1, bool(aside & set(range(spans[0][1], spans[1][0]))))


def _first_label(
    tokens: Sequence[Token], verb: Sequence[bool], before: list[int], next_label: list[int]
) -> list[int]:
    """The words before the first value that answer to the label of the second: of "the bonus of drivers is 15 %, of
    loaders 10 %" the drivers. The last one after the same preposition and in the same case; else, what the sentence
    begins with."""
    if not next_label:
        return []
    start = next_label[0]
    # "Audited accounts within 150 days, management accounts within 25": one noun, told apart by what is before it.
    stems = {tokens[k].stem for k in next_label}
    same = next((k for k in reversed(before) if tokens[k].stem in stems), None)
    if same is not None and len(next_label) > 1:
        ahead = next((n for n, k in enumerate(next_label) if tokens[k].stem == tokens[same].stem), 0)
        at = before.index(same)
        return before[max(0, at - ahead) : at - ahead + len(next_label)]
    alike = [k for k in before if _leads(tokens, k) == _leads(tokens, start)]
    if not tokens[start].norm.isascii():
        return [k for k in alike if cases_of(tokens[k].text) & cases_of(tokens[start].text)][-1:]
    if _leads(tokens, start):
        return alike[-1:]
    if verb[start]:
        return [k for k in before if verb[k]]  # one subject, of which two things are said
    stop = next((k for k in before if verb[k]), before[-1] + 1 if before else 0)
    return [k for k in before if k < stop]


def _leads(tokens: Sequence[Token], k: int) -> str:
    """The preposition before a word and its adjectives, "" without one."""
    at = k - 1
    while at >= 0 and (
        tokens[at].norm in words("determiners") or part_of_speech(tokens[at].text) in {"ADJF", "PRTF"}
    ):
        at -= 1
    return tokens[at].norm if at >= 0 and tokens[at].norm in words("prepositions") else ""


def _by_rank(
    tokens: Sequence[Token],
    verb: Sequence[bool],
    run: range,
    spans: Sequence[Span],
    content: Callable[[int, int], list[int]],
) -> _Items | None:
    """ "A, B and C hold 40 %, 35 % and 25 % respectively": the names in their order are those of the values."""
    if any(content(b + 1, a) for (_, b), (a, _) in itertools.pairwise(spans)):
        return None
    parts: list[list[int]] = [[]]
    for k in range(run.start, spans[0][0]):
        if tokens[k].norm in _JOINTS:
            parts.append([])
        else:
            parts[-1].append(k)
    parts = [p for p in parts if any(_tells(tokens[k]) for k in p)]
    if len(parts) < len(spans):
        return None
    parts = parts[-len(spans) :]
    labels = []
    for number, part in enumerate(parts):
        own = [k for k in part if _tells(tokens[k])]
        if number == len(parts) - 1:
            stop = next(
                (k for k in part[1:] if verb[k] or tokens[k].norm in words("be") or tokens[k].text in "-–—:"),
                part[-1] + 1,
            )
            own = [k for k in own if k < stop]
        elif number == 0:
            start = max((k + 1 for k in part if verb[k] or tokens[k].norm in words("prepositions")), default=part[0])
            own = [k for k in own if k >= start]
        labels.append(frozenset(own))
    return _Items(tuple(labels), run.stop) if all(labels) else None


def _tells(token: Token) -> bool:
    return (
        token.is_word
        and token.text[0].isalpha()
        and not lexicon().is_stop(token)
        and token.norm not in words("prepositions")
        and token.norm not in words("counting")
        and not is_adverb(token.text)
    )
