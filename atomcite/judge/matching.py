"""The values of a statement against the values of a page, in and around a window."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from atomcite.judge.alignment import Alignment
from atomcite.judge.bracketed import bracketed_time, in_own_bracket, is_bracketed
from atomcite.judge.claim import Statement
from atomcite.judge.comparisons import governing_time, order, prior_year, time_of_text
from atomcite.judge.computed import worked_out
from atomcite.judge.ends_of_periods import end_of_period
from atomcite.judge.headers import is_time_label
from atomcite.judge.hits import Hit
from atomcite.judge.lexicon import lexicon
from atomcite.judge.listed_values import of_own_item
from atomcite.judge.own_cases import of_own_case
from atomcite.judge.page import PageValue
from atomcite.judge.prepared import Prepared
from atomcite.judge.rivals import is_comparable, may_stand_for, numbers_clause, same_grain
from atomcite.judge.signs import sign_differs
from atomcite.judge.slots import heads, rival_nearer
from atomcite.judge.timing import (
    ValueMatch,
    is_time,
    length_of_cells,
    preposition,
    time_of_cells,
    times_of,
    wrong_column,
    year_of,
)
from atomcite.judge.windows import Window
from atomcite.values import (
    CURRENCIES,
    Comparison,
    Found,
    Identifier,
    Quantity,
    canonical,
    compare,
)


def match_value(statement: Statement, number: int, page: Prepared, found: Alignment) -> ValueMatch:
    """Look for value `number` in the window, then in its context, then (for what names or dates) on the page."""
    claim = statement.values[number]
    window = found.window
    if isinstance(claim.value, Quantity) and claim.value.unit in {"month", "quarter", "year"}:
        length = length_of_cells(statement, number, page, found)
        if length is not None:
            return length
    if is_time(claim.value):
        made = [worked_out(statement, i, page, found) for i in range(len(statement.values)) if i != number]
        cells = [m.found for m in made if m is not None and m.outcome == "match" and m.found is not None]
        by_table = time_of_cells(statement, number, page, found, cells)
        if by_table is not None:
            return by_table
        if time_of_text(statement, number, page, window.inside) is not None or bracketed_time(
            page, claim.value, window.inside
        ):
            return ValueMatch("elsewhere", None, Comparison("equal"))
    inside: list[tuple[PageValue, Comparison]] = []
    around: list[tuple[PageValue, Comparison]] = []
    beyond: list[tuple[PageValue, Comparison]] = []
    in_row = window.kind == "cell" and _anchor_is_claimed(statement, number, window)
    for value, result in page.compared(claim.value):
        if result.outcome == "equal" and not _of_same_name(statement, number, page, value):
            continue
        beside = in_row and (value.row == window.value_row or _below_one_another(page, window.value, value))
        if value.first in window.inside or beside:
            inside.append((value, result))
        elif value.first in window.context:
            around.append((value, result))
        elif not (window.kind == "cell" and value.first in window.others):
            beyond.append((value, result))
    for place in (inside, around):
        equal = [(v, r) for v, r in place if r.outcome == "equal"]
        if equal:
            kept = [_accept(statement, number, page, v, r) for v, r in equal]
            good = [m for m in kept if m.outcome == "match"]
            if not good:
                return kept[0]
            ends = [end_of_period(statement, number, page, m.found) for m in good if m.found is not None]
            if any(ends):
                return next(
                    (m for m, e in zip(good, ends, strict=True) if e == "same"), replace(good[0], outcome="mismatch")
                )
            if place is inside and window.kind != "cell":
                taken = _place_taken(statement, number, page, found, [m.found for m in good if m.found], inside)
                if taken is not None:
                    return ValueMatch("mismatch", taken[0], taken[1])
            return good[0]
    made_up = worked_out(statement, number, page, found)
    if made_up is not None:
        return made_up
    if isinstance(claim.value, Identifier):
        raw = _raw_identifier(claim.value, page, window)
        if raw is not None:
            return raw
    rivals = [
        (v, r)
        for v, r in inside
        if r.outcome in {"differs", "coarser"} and may_stand_for(claim.value, v) and not numbers_clause(page, v)
    ]
    firm = [
        (v, r)
        for v, r in rivals
        if same_grain(claim.value, v.found.value) and is_comparable(statement, number, page, found, v)
    ]
    if not isinstance(claim.value, Quantity):
        # "The year's end: 1,147 (end of 2023: 1,208)": the year in brackets is that of the number in them.
        firm = [f for f in firm if not is_bracketed(page, f[0])]
        equal = [
            (v, r)
            for v, r in beyond
            if r.outcome == "equal" and not (window.kind == "cell" and v.first in page.data_labels)
        ]
        other = next((f for f in inside if f[1].outcome == "differs" and _opens_sentence(page, window, f[0])), None)
        if equal and other is not None:
            return ValueMatch("mismatch", other[0], other[1])
        if equal and not firm:
            return ValueMatch("elsewhere", equal[0][0], equal[0][1])
    if firm:
        votes = value_heads(statement, number, found)
        best = min(firm, key=lambda f: sum(w * min(abs(page.distance(h.token, f[0].first)), 40.0) for h, w in votes))
        return ValueMatch("mismatch", best[0], best[1])
    return ValueMatch("missing")


def _of_same_name(statement: Statement, number: int, page: Prepared, value: PageValue) -> bool:
    """The number of a name ("99 Speed Mart", "9 Bed lifts") is the page's only before the same word."""
    claim, after = statement.values[number], statement.value_tokens[number][1] + 1
    if not isinstance(claim.value, Identifier) or not claim.text.isdigit() or after >= len(statement.tokens):
        return True
    word = statement.tokens[after]
    if not word.capital or statement.text[claim.end : word.start] != " ":
        return True
    tokens = page.text.tokens
    following = tokens[value.last + 1].stem if value.last + 1 < len(tokens) else ""
    return following == word.stem


def _opens_sentence(page: Prepared, window: Window, value: PageValue) -> bool:
    """ "In the year ended June 30, 2020, ...": the sentence says at its beginning what time it speaks of."""
    if window.kind not in {"sentence", "pair", "paragraph"} or not is_time(value.found.value):
        return False
    return is_opening(page, value)


def is_opening(page: Prepared, value: PageValue) -> bool:
    """Whether a time stands at the beginning of its sentence, after a preposition."""
    tokens, marked = page.text.tokens, page.marked
    low = value.first
    while low and marked.sentence[low - 1] == marked.sentence[value.first]:
        low -= 1
    first = next((t.norm for t in tokens[low : value.first] if t.is_word), "")
    return value.first - low <= 6 and first in {"in", "during", "for", "over", "в", "за", "на"}


def value_heads(statement: Statement, number: int, found: Alignment) -> list[tuple[Hit, float]]:
    """Words around the value that vote for its place; one nearer to another value of the kind votes for that."""
    first, last = statement.value_tokens[number]
    kind = type(statement.values[number].value)
    others = [
        span
        for i, span in enumerate(statement.value_tokens)
        if i != number and isinstance(statement.values[i].value, kind)
    ]

    def gap(at: int, span: tuple[int, int]) -> float:
        # What stands before a value belongs to it rather than what follows.
        return span[0] - at if at < span[0] else 1.5 * (at - span[1])

    foreign = frozenset(t.at for t in statement.terms if any(gap(t.at, o) < gap(t.at, (first, last)) for o in others))
    # A verb often governs several values ("recover A of debt and B of penalty"): the nouns tell them apart.
    verbs = {
        h.token for t, h in zip(statement.terms, found.best, strict=True) if h is not None and t.kind == "predicate"
    }
    return [(h, w * 0.45 if h.token in verbs else w) for h, w in heads(statement, found, first, last, foreign)]


def _anchor_is_claimed(statement: Statement, number: int, window: Window) -> bool:
    """The number of a cell window answers another value of the statement, so that this one may stand beside it."""
    anchor = window.value
    return anchor is not None and any(
        i != number
        and isinstance(v.value, Quantity)
        and compare(v.value, anchor.found.value, scale=anchor.scale, unit=anchor.unit).outcome == "equal"
        for i, v in enumerate(statement.values)
    )


def _below_one_another(page: Prepared, anchor: PageValue | None, value: PageValue) -> bool:
    """Two numbers of one column of a table whose rows are years or periods: "from A in 2022 to B in 2023"."""
    return (
        anchor is not None
        and bool(anchor.headers)
        and anchor.headers == value.headers
        and all(is_time_label(page.text.quote(v.label)) for v in (anchor, value))
    )


def _place_taken(
    statement: Statement,
    number: int,
    page: Prepared,
    found: Alignment,
    own: list[PageValue],
    inside: list[tuple[PageValue, Comparison]],
) -> tuple[PageValue, Comparison] | None:
    """Another value of the same kind stands where the statement has this one."""
    claim = statement.values[number].value
    case = of_own_case(
        statement, number, page, own, [v for v, r in inside if r.outcome != "equal" and may_stand_for(claim, v)]
    )
    case = case or of_own_item(statement, number, page, own)
    if case is not None:
        return None if case in own else next(((v, r) for v, r in inside if v is case), None)
    if any(in_own_bracket(statement, number, page, v) for v in own):
        return None
    if _counts_same(statement, number, page, own) or _of_own_clause(page, found, own, inside):
        return None
    bounded = any(
        isinstance(v.found.value, Quantity) and v.found.value.qualifier in {"at_most", "under"} for v in own
    )
    if bounded and any(t.stem in lexicon().limits for t in statement.tokens if t.is_word):
        return None  # "capped at 10 %" is "not more than 10 %", whatever other rate stands beside it
    first = statement.value_tokens[number][0]
    wanted = preposition(statement.tokens, first)
    if wanted:
        given = {preposition(page.text.tokens, v.first) for v in own}
        if wanted in given:
            same = [(v, r) for v, r in inside if r.outcome != "equal" and may_stand_for(claim, v)]
            if not any(preposition(page.text.tokens, v.first) == wanted for v, _ in same):
                return None
            given = set()
        rest = [
            (v, r)
            for v, r in inside
            if r.outcome != "equal" and may_stand_for(claim, v) and not _other_end(statement, number, page, own, v)
        ]
        if given and "" not in given and rest:
            return rest[0]
    others = [
        (v, r)
        for v, r in inside
        if r.outcome != "equal" and may_stand_for(claim, v) and same_grain(claim, v.found.value)
    ]
    others = [(v, r) for v, r in others if not _other_end(statement, number, page, own, v)]
    if not others:
        return None
    winner = rival_nearer(
        page,
        value_heads(statement, number, found),
        [(v.first, v.last) for v in own],
        [(v.first, v.last) for v, _ in others],
    )
    return next(((v, r) for v, r in others if (v.first, v.last) == winner), None)


def _of_own_clause(
    page: Prepared, found: Alignment, own: list[PageValue], inside: list[tuple[PageValue, Comparison]]
) -> bool:
    """Words of the statement stand in the clause of the value, after what joins it to the one before and before the
    value: "was due on 3 June and took place on 19 June" has a day for each verb."""
    syntax = page.syntax
    said = {h.token for h in found.best if h is not None and h.token in found.window.inside}
    for value in own:
        number = syntax.of[value.first]
        segment = syntax.segments[number]
        alone = not any(syntax.of[v.first] == number and v is not value for v, _ in inside)
        if segment.elided and alone and any(segment.start <= k < value.first for k in said):
            return True
    return False


def _other_end(statement: Statement, number: int, page: Prepared, own: list[PageValue], value: PageValue) -> bool:
    """In "from A to B" the page's other amount is the statement's other end, and the years beside the two on the page
    follow in that order."""
    ends = {preposition(statement.tokens, statement.value_tokens[i][0]): i for i in range(len(statement.values))}
    if "from" not in ends or "to" not in ends or number not in (ends["from"], ends["to"]):
        return False
    forward = number == ends["from"]
    other = statement.values[ends["to" if forward else "from"]].value
    if compare(other, value.found.value, scale=value.scale, unit=value.unit).outcome != "equal":
        return False
    return any(order(page, v, value) == (-1 if forward else 1) for v in own)


def _counts_same(statement: Statement, number: int, page: Prepared, own: list[PageValue]) -> bool:
    """The word right after a count is the same in the statement and on the page ("four bags" / "4 bag")."""
    after = statement.value_tokens[number][1] + 1
    if after >= len(statement.tokens) or not statement.tokens[after].is_word:
        return False
    stem_ = statement.tokens[after].stem
    tokens = page.text.tokens
    return any(v.last + 1 < len(tokens) and tokens[v.last + 1].stem == stem_ for v in own)


def _accept(statement: Statement, number: int, page: Prepared, value: PageValue, result: Comparison) -> ValueMatch:
    claim = statement.values[number].value
    if isinstance(claim, Quantity):
        if _of_another_time(statement, number, page, value) or _counts_another_thing(statement, number, value):
            return ValueMatch("missing")
        bare = not isinstance(value.found.value, Quantity) or not (value.found.value.unit or value.unit)
        if claim.unit in CURRENCIES and bare and page.currencies and claim.unit not in page.currencies:
            return ValueMatch("currency", value, result)
        if _is_unit_price(statement, page, value):
            return ValueMatch("unit_price", value, result)
        if wrong_column(statement, number, page, value):
            return ValueMatch("column", value, result)
        if claim.unit not in {"%", "pp", "bp"} and not value.change and sign_differs(statement, number, page, value):
            return ValueMatch("sign", value, result)
    return ValueMatch("match", value, result)


def _counts_another_thing(statement: Statement, number: int, value: PageValue) -> bool:
    """ "45 engineers" of a page that has "45 days": a number that counts a thing is no measure in units."""
    claim, page = statement.values[number].value, value.found.value
    if not isinstance(claim, Quantity) or claim.unit or not isinstance(page, Quantity):
        return False
    if not page.unit or page.unit in CURRENCIES or page.unit == "times":
        return False
    after = statement.value_tokens[number][1] + 1
    counted = statement.tokens[after] if after < len(statement.tokens) else None
    return counted is not None and counted.is_word and not lexicon().is_stop(counted)


def _of_another_time(statement: Statement, number: int, page: Prepared, value: PageValue) -> bool:
    """An amount whose sentence opens with the time it is of, another one than the statement's ("For 2023 the board
    recommends 400"); or one of the year before the period that the statement and the heading give."""
    times = times_of(statement, number)
    if not times or (value.cell >= 0 and value.label):
        return False
    over = governing_time(page, value.first) if prior_year(page, value) else None
    if over is not None and any(compare(t, over).outcome == "equal" for t in times):
        return True
    sentence = page.marked.sentence[value.first]
    there = [v for v in page.values if is_time(v.found.value) and page.marked.sentence[v.first] == sentence]
    if not there or not is_opening(page, there[0]) or there[0].first > value.first:
        return False
    wanted, given = {year_of(t) for t in times}, {year_of(v.found.value) for v in there}
    return None not in wanted and None not in given and not wanted & given


def _is_unit_price(statement: Statement, page: Prepared, value: PageValue) -> bool:
    """In a row "2 x 23.90 = 47.80" the statement's amount is the price of one, and it speaks of several."""
    if statement.asks_each or value.row < 0:
        return False
    row = [v for v in page.values if v.row == value.row and isinstance(v.found.value, Quantity)]
    numbers = [v.found.value.readings[0].number for v in row if isinstance(v.found.value, Quantity)]
    if not isinstance(value.found.value, Quantity):
        return False
    price = value.found.value.readings[0].number
    money = (value.found.value.unit or value.unit) in CURRENCIES or value.found.value.readings[0].step < 1
    if price <= 0 or not money:
        return False
    several = any(
        1 < n <= 100_000 and n != price and any(abs(n * price - w) <= Decimal("0.02") for w in numbers if w != price)
        for n in numbers
    )
    mentioned = any(
        isinstance(v.value, Quantity) and v.value.readings[0].number > 1 and not v.value.unit
        for v in statement.values
    )
    return several and (statement.asks_total or mentioned)


def _raw_identifier(claim: Identifier, page: Prepared, window: Window) -> ValueMatch | None:
    """An identifier that the value parser did not take for one on the page ("3." before a regulation)."""
    tokens = page.text.tokens
    for inside in (True, False):
        for i, token in enumerate(tokens):
            if (i in window.inside) is inside and token.text[:1].isalnum() and canonical(token.text) == claim.text:
                stub = PageValue(Found(claim, token.start, token.end, token.text), i, i, page.text.token_row[i], -1)
                return ValueMatch("match" if inside else "elsewhere", stub, Comparison("equal"))
    bare = claim.text.replace(" ", "")
    at = page.lower_text.find(bare)
    if at >= 0 and len(bare) >= 4:
        k = next((k for k, t in enumerate(tokens) if t.start <= at < t.end), None)
        if (
            k is not None
            and not page.lower_text[at + len(bare) : at + len(bare) + 1].isdigit()
            and not page.lower_text[at - 1 : at].isdigit()
        ):
            stub = PageValue(
                Found(claim, at, at + len(bare), page.text.text[at : at + len(bare)]),
                k,
                k,
                page.text.token_row[k],
                -1,
            )
            return ValueMatch("match" if k in window.inside else "elsewhere", stub, Comparison("equal"))
    return None
