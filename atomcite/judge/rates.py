"""What a number is counted by or taken with: per hour or per day, with VAT or without it, at most or at least."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from atomcite.judge.alignment import Alignment
from atomcite.judge.cells import cell_words, header_of
from atomcite.judge.claim import Statement
from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import Dispute
from atomcite.judge.grounds import Ground
from atomcite.judge.intervals import Interval, intervals_in, tokens_within
from atomcite.judge.lexicon import lexicon
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.wordlists import phrases, words
from atomcite.judge.words import Token, tokenize
from atomcite.values import CURRENCIES, Quantity

_SPANS = {
    name: span
    for span, names in {
        "second": "second sec s секунда секунду секунды с сек",
        "minute": "minute min минута минуту минуты мин",
        "hour": "hour hr h hourly час часа часов ч почасовой",
        "shift": "shift смена смену смены",
        "day": "day daily night сутки суток день дня ночь",
        "week": "week weekly pw неделя неделю недели",
        "month": "month monthly pcm месяц месяца мес ежемесячно",
        "quarter": "quarter quarterly квартал квартала ежеквартально",
        "year": "year annum annually annual pa yr год года ежегодно",
    }.items()
    for name in names.split()
}
_PER = frozenset(("per", "a", "an", "each", "every", "/", "в", "за", "каждый", "каждую", "каждые", "everyday"))
_PERIODIC = frozenset(("hourly", "daily", "weekly", "monthly", "quarterly", "annually", "почасовой", "ежемесячно"))
_ADJECTIVES = frozenset(("daily", "weekly", "fortnightly", "monthly", "quarterly", "yearly"))
_REACH = 5
_UPPER = frozenset(("at_most", "under"))
_LOWER = frozenset(("at_least", "over"))


def other_rate(g: Ground) -> Dispute | None:
    """The page counts the number by another span of time than the statement."""
    for claim, (_, last), match in zip(g.statement.values, g.statement.value_tokens, g.values, strict=True):
        if match.found is None or match.outcome != "match" or not isinstance(claim.value, Quantity):
            continue
        mine = _after(g.statement.tokens, last + 1)
        if not mine:
            continue
        there = _of_number(g, match.found)
        if there and mine not in there:
            return Dispute("judge.other_rate", g.page.text.tokens[next(iter(there.values()))].text, contradicts=True)
    return None


def of_other_interval(g: Ground) -> Dispute | None:
    """The statement says how often, and the sentence that has most of it says that it is more or less often."""
    mine = {i.every for i in intervals_in(g.statement.text) if not i.rate and not _is_adjective(g.statement, i)}
    there = [(i, k) for i, k in g.page.intervals if not i.rate and g.page.marked.sentence[k[0]] == g.sentence]
    if not mine or not there or any(i.every in mine for i, _ in there):
        return None
    return Dispute("judge.other_rate", g.page.text.quote(tuple(there[0][1]), 40), contradicts=True)


def _is_adjective(statement: Statement, interval: Interval) -> bool:
    """ "The monthly salary": by what span it is counted, which may well be paid fourteen times a year."""
    tokens = statement.tokens
    last = tokens_within(tokens, interval)[-1]
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    return tokens[last].norm in _ADJECTIVES and after is not None and after.is_word and not lexicon().is_stop(after)


def other_limit(g: Ground) -> Dispute | None:
    """The statement has the number as the least, and the page as the most, or the other way round."""
    for claim, match in zip(g.statement.values, g.values, strict=True):
        if match.found is None or match.outcome != "match" or not isinstance(claim.value, Quantity):
            continue
        first = match.found.first
        mine = claim.value.qualifier
        there = match.found.found.value.qualifier if isinstance(match.found.found.value, Quantity) else ""
        if there == "exact" and first and g.page.text.tokens[first - 1].norm == "до" and claim.value.unit == "%":
            before = g.page.text.tokens[max(0, first - 6) : first - 1]
            there = "exact" if any(t.norm in {"с", "со", "от"} for t in before) else "at_most"
        if (mine in _LOWER and there in _UPPER) or (mine in _UPPER and there in _LOWER):
            return Dispute(
                "judge.other_limit",
                g.page.text.quote((max(0, first - 1), *range(first, match.found.last + 1)), 40),
                contradicts=True,
            )
    return None


def only_a_bound(g: Ground) -> Dispute | None:
    """The statement has as an amount what the page has as the least or the most of it: "worth 9,100,000" of "not less
    than 9,100,000". Terms and deadlines are bounds however they are put."""
    if g.statement.stems & lexicon().limits or any(t.norm in words("bounding") for t in g.statement.tokens):
        return None
    for claim, match in zip(g.statement.values, g.values, strict=True):
        there = match.found.found.value if match.found is not None and match.outcome == "match" else None
        mine = claim.value
        if not isinstance(there, Quantity) or not isinstance(mine, Quantity) or match.found is None:
            continue
        if mine.unit not in CURRENCIES | {"%"} or mine.qualifier != "exact":
            continue
        if there.qualifier in _UPPER | _LOWER:
            shown = tuple(range(max(0, match.found.first - 3), match.found.last + 1))
            return Dispute("judge.only_a_limit", g.page.text.quote(shown, 40), contradicts=False)
    return None


def other_inclusion(g: Ground) -> Dispute | None:
    """The statement has an amount with a tax or charge of which the page says that its amounts are without it."""
    if not any(isinstance(v.value, Quantity) for v in g.statement.values):
        return None
    tokens = g.page.text.tokens
    for term in g.statement.terms:
        mine = _inclusion(g.statement.tokens, term.at)
        if not mine:
            continue
        near = {k: s for k in g.tokens_of(term) if (s := _inclusion(tokens, k)) and not _of_other_total(g, k)}
        if near and mine not in near.values():
            at = next(iter(near))
            return Dispute(
                "judge.other_mood", g.page.text.quote(tuple(range(max(0, at - 2), at + 1)), 60), contradicts=True
            )
    return None


def _of_other_total(g: Ground, token: int) -> bool:
    """Whether a word is in the label of a row with a number of its own, outside running text, and the statement's
    numbers are of other rows: "total without VAT" says nothing of the total below."""
    row = g.page.text.token_row[token]
    if token in g.page.prose or not any(v.row == row and token in v.label for v in g.page.values):
        return False
    return all(m.found is None or m.found.row != row for m in g.values if m.outcome == "match")


def agreed_inclusion(statement: Statement, page: Prepared, found: Alignment) -> frozenset[int]:
    """Token numbers of an amount's "excluding VAT" where the window says the same in its own words ("value added tax
    is payable in addition")."""
    out: set[int] = set()
    if not any(isinstance(v.value, Quantity) for v in statement.values):
        return frozenset()
    inclusions = _inclusions(statement.text)
    for term in statement.terms if inclusions else ():
        if term.at not in inclusions:
            continue
        mine, start = inclusions[term.at]
        places = [h.token for h in page.hits(term) if h.token in found.window.inside and not h.opposite]
        there = {_inclusion(page.text.tokens, k) for k in places} - {""}
        if there == {mine} and not (mine == "in" and any(page.marked.negated[k] for k in places)):
            out.update(range(start, term.at + 1))
    return frozenset(out)


@lru_cache(maxsize=20_000)
def _inclusions(text: str) -> dict[int, tuple[str, int]]:
    """For each token of a statement that is taken in or left out which of the two, and where the phrase begins."""
    tokens, out = tokenize(text), {}
    for at in range(len(tokens)):
        mine = _inclusion(tokens, at) if tokens[at].is_word else ""
        if mine:
            starts = [at - len(p) for p in phrases(f"taken_{mine}") if at >= len(p) and reads(tokens, at - len(p), p)]
            out[at] = mine, min(starts, default=at)
    return out


def _after(tokens: Sequence[Token], at: int) -> str:
    """The span of time that a number is counted by, by what follows it; "" without one."""
    for k in range(at, min(len(tokens), at + _REACH)):
        if tokens[k].text in ",.;" or tokens[k].norm in {"from", "to", "until", "on", "с", "до", "and", "и"}:
            return ""
        if tokens[k].norm in _PERIODIC:
            return _SPANS[tokens[k].norm]
        if tokens[k].norm in _PER and k + 1 < len(tokens) and tokens[k + 1].norm in _SPANS:
            return _SPANS[tokens[k + 1].norm]
    return ""


def _of_number(g: Ground, value: PageValue) -> dict[str, int]:
    """Spans that a number of the page is counted by, with a token of each: in what follows it, else in the header of
    its column and the cells of its row that hold nothing else."""
    tokens, text = g.page.text.tokens, g.page.text
    inline = _after(tokens, value.last + 1)
    if inline:
        return {inline: value.last + 1}
    if value.cell < 0 or value.row < 0:
        return {}
    out: dict[str, int] = {}
    header = header_of(g.page, value.row, value.cell)
    for t in header:
        if tokens[t].norm in _PERIODIC or (t and tokens[t - 1].norm in _PER and tokens[t].norm in _SPANS):
            out.setdefault(_SPANS[tokens[t].norm], t)
    for row in (value.row - 1, value.row, value.row + 1):
        if not 0 <= row < len(text.rows):
            continue
        for cell in range(len(text.rows[row].cells)):
            own = cell_words(g.page, row, cell)
            if row != value.row and len(text.rows[row].cells) > 2:
                continue
            if not own or len(own) > 4 or tokens[own[-1]].norm not in _SPANS or (len(own) > 1 and row != value.row):
                continue
            if len(own) == 1 or tokens[own[-2]].norm in _PER:
                out.setdefault(_SPANS[tokens[own[-1]].norm], own[-1])
    return out


def _inclusion(tokens: Sequence[Token], at: int) -> str:
    """Whether a thing is taken in ("including VAT") or left out ("net of VAT", "VAT excluded")."""
    for name in ("out", "in"):
        for p in phrases(f"taken_{name}"):
            for k in (at - len(p), at - len(p) - 1):
                if (
                    k >= 0
                    and reads(tokens, k, p)
                    and (k + len(p) == at or tokens[at - 1].norm in words("determiners"))
                ):
                    return name
        for p in phrases(f"taken_{name}_after"):
            if at + 1 < len(tokens) and reads(tokens, at + 1, p):
                return name
    return ""
