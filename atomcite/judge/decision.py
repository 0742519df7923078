"""From an alignment to a verdict: what is borne out, what is missing, what is denied."""

from __future__ import annotations

from atomcite.domain import ChannelVerdict, Message
from atomcite.judge.accounts import Account, account
from atomcite.judge.alignment import Alignment
from atomcite.judge.alternatives import undecided
from atomcite.judge.anchoring import anchored
from atomcite.judge.assessment import Assessment
from atomcite.judge.bracketed import compared_in_brackets
from atomcite.judge.cell_headers import headers_of_row
from atomcite.judge.cells import agreed_nothing
from atomcite.judge.changes import change_of, changed_terms
from atomcite.judge.claim import Statement
from atomcite.judge.columns import other_column
from atomcite.judge.comparisons import netted, signs_and_links
from atomcite.judge.computed import said_of_both
from atomcite.judge.correspondence import Dispute
from atomcite.judge.coverage import (
    coverage,
    holds_some,
    implied,
    local_share,
    other_row_fits_better,
    other_row_in_order,
    says_enough,
    score_of,
)
from atomcite.judge.denied_things import denied_of
from atomcite.judge.denied_values import denied_value
from atomcite.judge.directions import direction
from atomcite.judge.doubts import doubts_of
from atomcite.judge.ends_of_periods import beginning_or_end, is_end_of_period
from atomcite.judge.entries import only_counted, other_entry
from atomcite.judge.forms import labelled_otherwise
from atomcite.judge.grounds import Ground
from atomcite.judge.ink import unseen
from atomcite.judge.listed_values import names_own_item
from atomcite.judge.matching import match_value
from atomcite.judge.nearness import nearly
from atomcite.judge.objections import objections
from atomcite.judge.owners import left_to_role
from atomcite.judge.parties import foreign_subject, misnamed, swapped
from atomcite.judge.places import in_total_row
from atomcite.judge.polarity import flipped, lacks_denial, reversed_verb
from atomcite.judge.prepared import Prepared
from atomcite.judge.quantifiers import same_bound
from atomcite.judge.rates import agreed_inclusion
from atomcite.judge.records import other_record
from atomcite.judge.relations import (
    crossed,
    denied_where_said,
    incomplete,
    other_focus,
    otherwise_dated,
    partial,
    reordered,
    unrestricted,
)
from atomcite.judge.said_by_values import compared_wrongly, other_side_of_day, said_by_values
from atomcite.judge.signs import open_label
from atomcite.judge.slots import displaced_name, displaced_role, substituted
from atomcite.judge.substitutions import another_in_place, left_open
from atomcite.judge.unticked import unticked_option
from atomcite.judge.windows import WIDE
from atomcite.judge.wordlists import stems
from atomcite.judge.words import stem
from atomcite.values import Quantity

ENOUGH = 0.70
"""Share of a statement's weight that must be borne out."""
ENOUGH_WITH_VALUES = 0.62
BARE = 0.5
"""What is asked of the words of a statement that has a date or a number and no word of its own."""
HOLE = 0.04
"""What is asked on top when a content word is nowhere on the page."""


def assess(statement: Statement, page: Prepared, found: Alignment) -> Assessment:
    """Weigh one window: words, names, values, then what turns the statement round."""
    window = found.window
    values = tuple(
        same_bound(statement, i, page, match_value(statement, i, page, found)) for i in range(len(statement.values))
    )
    over = headers_of_row(statement, page, found, values)
    covered, wrong_place = coverage(statement, page, found, over.tokens)
    failing = [
        t
        for t, c in zip(statement.terms, covered, strict=True)
        if t.kind in {"name", "word", "predicate"} and c < 0.5
    ]
    score = score_of(statement, covered)
    turned = flipped(statement, page, found, values)
    if turned and window.kind == "cell" and open_label(page, window.value_row):
        turned = ""  # "Contribution profit (loss)": the sign of the number says which
    if turned and stem(turned) in stems("period_start") | stems("period_end") and is_end_of_period(statement, page):
        turned = ""  # another line has the verb, the line of the period has the day
    # "Without VAT" and "VAT is payable in addition"; "no aggregate" and "none" under that header.
    denied = {t.at for t in statement.terms if statement.marked.target[t.at]}
    nothing = agreed_nothing(Ground(statement, page, found, values)) if denied else frozenset()
    agreed = agreed_inclusion(statement, page, found) | nothing
    if turned and any(statement.tokens[i].stem == stem(turned) for i in agreed):
        turned = ""
    displaced = ""
    turned = turned or reversed_verb(statement, page, found) or denied_value(statement, page, values)
    turned = turned or compared_wrongly(statement, values) or other_side_of_day(statement, page, values)
    change = change_of(statement, page, values)
    if change.reversed:
        turned = change.reversed
    elif any(shown := changed_terms(change, statement.terms)):
        covered = [max(c, 0.95) if s else c for c, s in zip(covered, shown, strict=True)]
        failing = [t for t in failing if t.at not in change.confirmed]
        score = score_of(statement, covered)
        turned = (
            "" if any(s and h is not None and h.opposite for s, h in zip(shown, found.best, strict=True)) else turned
        )
    if change.confirmed and turned and direction(stem(turned)):
        turned = ""  # a word of change from another line; the numbers say which way it went
    shown_by = signs_and_links(statement, values)
    taken_off = netted(statement, page, values)
    shown_by = shown_by | beginning_or_end(statement, page, values) | agreed | denied_of(statement, page, found)
    shown_by = (
        shown_by
        | compared_in_brackets(statement, page, values)
        | taken_off
        | said_of_both(statement, page, values)
        | said_by_values(statement, page, values)
    )
    if shown_by:
        covered = [max(c, 0.9) if t.at in shown_by else c for t, c in zip(statement.terms, covered, strict=True)]
        failing = [t for t in failing if t.at not in shown_by]
        score = score_of(statement, covered)
    open_sign = window.kind == "cell" and open_label(page, window.value_row)
    if not turned and not change.confirmed and not open_sign:
        role = displaced_role(statement, page, found)
        if role is not None:
            turned = page.text.tokens[role.token].text
    name = displaced_name(statement, page, found) if window.kind != "cell" else None
    if name is not None and names_own_item(statement, page, values, name[0]):
        name = None
    name = name or labelled_otherwise(statement, page)
    other = substituted(statement, page, found) if name is None else None
    if other is not None:
        displaced = page.text.tokens[other].text
    if name is None and other is None and window.kind != "cell":
        turning = reordered(statement, page, found)
        turning = partial(statement, page, found) if turning is None else turning
        turning = denied_where_said(statement, page, found) if turning is None else turning
        if turning is not None:
            turned = turned or page.text.tokens[turning].text
        taker = swapped(statement, page, found)
        taker = crossed(statement, page, found) if taker is None else taker
        taker = misnamed(statement, page) if taker is None else taker
        taker = foreign_subject(statement, page, found, values) if taker is None else taker
        taker = other_focus(statement, page, found) if taker is None else taker
        taker = other_column(statement, page) if taker is None else taker
        if taker is not None:
            displaced = page.text.tokens[taker].text
    elsewhere = other_record(statement, page) if name is None and not displaced else None
    if elsewhere is None and name is None and not displaced:
        elsewhere = other_entry(statement, page, found)
    if elsewhere is not None:
        displaced = page.text.tokens[elsewhere].text
    if name is not None:
        displaced = page.text.quote(tuple(range(name[1][0], name[1][1] + 1)), 60)
    if nothing:
        displaced = ""  # what stands under the other headers is of them
    bad = [m for m in values if m.outcome not in {"match", "elsewhere"}]
    open_ = any(m.outcome in {"missing", "derived", "currency"} for m in bad)
    absent = [t for t, c in zip(statement.terms, covered, strict=True) if t.kind == "name" and c == 0.0]
    unnamed = implied(statement, page, window, absent, values)
    if unnamed:
        score = score_of(statement, covered, frozenset(t.at for t in absent))
    no_name = bool(absent) and not unnamed
    need = ENOUGH_WITH_VALUES if any(m.outcome == "match" for m in values) else ENOUGH
    if any(t.kind in {"word", "predicate"} and not page.hits(t) and t.weight >= 1.0 for t in statement.terms):
        need += 0.0 if any(m.outcome == "match" for m in values) else HOLE
    if statement.bare and values and not any(isinstance(v.value, Quantity) for v in statement.values):
        need = BARE  # "the letter is dated 4 May": the day itself must stand right (`_dated`), the word need not
    row = window.value_row if window.kind == "cell" else page.table_row(window)
    if not taken_off and not any(m.other for m in values) and other_row_fits_better(statement, page, row):
        wrong_place = True
    wrong_place = wrong_place or over.crossed or other_row_in_order(statement, page, window)
    held = anchored(statement, page, found, values)
    about_amounts = any(isinstance(v.value, Quantity) for v in statement.values)
    said = says_enough(statement, covered) and holds_some(statement, found, values)
    unsaid = (
        (lacks_denial(statement, page, found) and not (denied and denied <= shown_by))
        or unrestricted(statement, page, found)
        or incomplete(statement, page, found)
        or otherwise_dated(statement, page, values)
        or left_open(statement, page, found, values, covered)
        or only_counted(statement, page, found)
        or undecided(statement, page, found)
        or unseen(statement, page)
    )
    words_fit = not no_name and not wrong_place and score >= need and said
    if (
        words_fit
        and not displaced
        and not nothing
        and (other := another_in_place(statement, page, found, values)) is not None
    ):
        displaced = page.text.tokens[other].text
    told = account(statement, page, found, values, covered, shown_by) if words_fit and not bad else Account()
    if told.settled:
        turned = displaced = ""
    sound = words_fit and held and not (bad or turned or displaced or unsaid or told.disputes)
    if sound and (raised := objections(statement, page, found, values)):
        told, sound = Account(raised), False
    if not turned and (option := unticked_option(statement, page, window, covered)) is not None:
        told, sound = Account((option, *told.disputes)), False
    by_role = sound and unnamed and left_to_role(statement, page, absent)
    if by_role:
        names = " ".join(t.text for t in absent)
        told, sound = Account((Dispute("judge.role_alone", names, contradicts=False),)), False
    against = any(d.contradicts for d in told.disputes)
    verdict, grade = ChannelVerdict.UNSUPPORTED, 4
    doubts: tuple[Message, ...] = ()
    if sound:
        verdict = ChannelVerdict.SUPPORTED
        exact = not unnamed and all(c >= 0.95 for c in covered) and all(m.outcome == "match" for m in values)
        grade = 1 if exact and window.kind not in WIDE else 2 if score >= 0.8 and not unnamed else 3
        if any(
            m.how is not None and m.how.how == "ambiguous" and isinstance(v.value, Quantity)
            for m, v in zip(values, statement.values, strict=True)
        ):
            grade = 3  # equal by one of several readings of the number
        elif any(m.other is not None for m in values):
            grade = max(grade, 2)  # worked out, not read
        doubts = doubts_of(statement, page, values)
        grade = 3 if doubts else grade
    elif ((turned or displaced or against) and score >= need and not no_name and not open_) or (
        bad and not no_name and score >= 0.7 and (held or not about_amounts) and not open_
    ):
        verdict = ChannelVerdict.CONTRADICTED
    elif by_role or nearly(statement, score, covered, values, bool(turned or displaced or against)):
        grade = 3
    good = sum({"match": 1.0, "elsewhere": 0.5}.get(m.outcome, 0.0) for m in values)
    order = {ChannelVerdict.SUPPORTED: 2, ChannelVerdict.CONTRADICTED: 1, ChannelVerdict.UNSUPPORTED: 0}
    return Assessment(
        statement,
        window,
        verdict,
        grade,
        score,
        found.best,
        tuple(covered),
        values,
        tuple(failing),
        turned,
        displaced,
        (order[verdict], score + 0.3 * good - (0.05 if window.kind in WIDE else 0.0)),
        local_share(statement, found),
        any(m.outcome == "match" and m.found is not None and in_total_row(page, m.found) for m in values),
        told.disputes,
        doubts,
    )
