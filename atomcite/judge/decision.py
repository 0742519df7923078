"""From an alignment to a verdict: what is borne out, what is missing, what is denied."""

from __future__ import annotations

from dataclasses import dataclass, field

from atomcite.domain import ChannelVerdict
from atomcite.judge.alignment import Alignment, Hit, Prepared
from atomcite.judge.changes import change_of, changed_terms
from atomcite.judge.claim import Statement, Term
from atomcite.judge.columns import other_column
from atomcite.judge.comparisons import netted, signs_and_links
from atomcite.judge.directions import direction
from atomcite.judge.forms import labelled_otherwise
from atomcite.judge.lexicon import lexicon
from atomcite.judge.matching import in_total_row, match_value, open_label
from atomcite.judge.owners import unnamed_party
from atomcite.judge.parties import foreign_subject, misnamed, swapped
from atomcite.judge.polarity import flipped, lacks_denial, reversed_verb
from atomcite.judge.relations import (
    crossed,
    denied_where_said,
    incomplete,
    other_focus,
    otherwise_dated,
    partial,
    reordered,
    stands_alone,
    unrestricted,
)
from atomcite.judge.slots import displaced_name, displaced_role, name_groups, substituted
from atomcite.judge.timing import ValueMatch
from atomcite.judge.windows import WIDE, Window
from atomcite.judge.words import stem
from atomcite.values import DateValue, Quantity

ENOUGH = 0.70
"""Share of a statement's weight that must be borne out."""
ENOUGH_WITH_VALUES = 0.62
BARE = 0.5
"""What is asked of the words of a statement that has a date or a number and no word of its own."""
HOLE = 0.04
"""What is asked on top when a content word is nowhere on the page."""
ROW_MARGIN = 0.15
LOCAL_MARGIN = 0.15
"""How much more of a statement a contradicting window must hold itself than a supporting one to overrule it."""
_ELSEWHERE = {"name": 0.8, "word": 0.35, "predicate": 0.3, "generic": 1.0, "light": 1.0}
_NEIGHBOUR = {"name": 0.85, "word": 0.65, "predicate": 0.5, "generic": 1.0, "light": 1.0}
_ABSENT = {"name": 0.0, "word": 0.0, "predicate": 0.0, "generic": 0.6, "light": 0.7}


@dataclass(frozen=True)
class Assessment:
    """What one window says of a statement. `rank` orders assessments: what decides comes first."""

    statement: Statement
    window: Window | None
    verdict: ChannelVerdict
    grade: int
    score: float
    hits: tuple[Hit | None, ...] = ()
    covered: tuple[float, ...] = ()
    values: tuple[ValueMatch, ...] = ()
    failing: tuple[Term, ...] = ()
    flipped: str = ""
    displaced: str = ""
    rank: tuple[int, float] = field(default=(0, 0.0))
    local: float = 0.0
    in_total: bool = False

    def covers_with(self, other: Assessment) -> bool:
        """Whether two windows on two pages bear the statement out between them, each giving something of weight."""
        if not self.window or not other.window or self.flipped or other.flipped or self.displaced or other.displaced:
            return False
        for both in zip(self.values, other.values, strict=True):
            if not any(m.outcome in {"match", "elsewhere"} for m in both):
                return False
        total = sum(t.weight for t in self.statement.terms) or 1.0
        union = 0.0
        gain = [0.0, 0.0]
        for term, a, b in zip(self.statement.terms, self.covered, other.covered, strict=True):
            best = max(a, b)
            if term.kind == "name" and best == 0.0:
                return False
            union += best * term.weight
            gain[0] += max(0.0, a - b) * term.weight
            gain[1] += max(0.0, b - a) * term.weight
        for i, pair in enumerate(zip(self.values, other.values, strict=True)):
            ok = [m.outcome in {"match", "elsewhere"} for m in pair]
            weight = 1.0 if isinstance(self.statement.values[i].value, Quantity) else 0.8
            if ok[0] != ok[1]:
                gain[0 if ok[0] else 1] += weight
        return union / total >= 0.8 and min(gain) >= 0.8


def assess(statement: Statement, page: Prepared, found: Alignment) -> Assessment:
    """Weigh one window: words, names, values, then what turns the statement round."""
    window = found.window
    covered, wrong_place = _coverage(statement, page, found)
    failing = [
        t
        for t, c in zip(statement.terms, covered, strict=True)
        if t.kind in {"name", "word", "predicate"} and c < 0.5
    ]
    score = _score(statement, covered)
    values = tuple(match_value(statement, i, page, found) for i in range(len(statement.values)))
    turned = flipped(statement, page, found, values)
    if turned and window.kind == "cell" and open_label(page, window.value_row):
        turned = ""  # "Contribution profit (loss)": the sign of the number says which
    displaced = ""
    turned = turned or reversed_verb(statement, page, found)
    change = change_of(statement, page, values)
    if change.reversed:
        turned = change.reversed
    elif any(shown := changed_terms(change, statement.terms)):
        covered = [max(c, 0.95) if s else c for c, s in zip(covered, shown, strict=True)]
        failing = [t for t in failing if t.at not in change.confirmed]
        score = _score(statement, covered)
        turned = (
            "" if any(s and h is not None and h.opposite for s, h in zip(shown, found.best, strict=True)) else turned
        )
    if change.confirmed and turned and direction(stem(turned)):
        turned = ""  # a word of change from another line; the numbers say which way it went
    shown_by = signs_and_links(statement, values)
    taken_off = netted(statement, page, values)
    shown_by = shown_by | taken_off
    if shown_by:
        covered = [max(c, 0.9) if t.at in shown_by else c for t, c in zip(statement.terms, covered, strict=True)]
        failing = [t for t in failing if t.at not in shown_by]
        score = _score(statement, covered)
    if not turned and not change.confirmed and not (window.kind == "cell" and open_label(page, window.value_row)):
        role = displaced_role(statement, page, found)
        if role is not None:
            turned = page.text.tokens[role.token].text
    name = displaced_name(statement, page, found) if window.kind != "cell" else None
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
    if name is not None:
        displaced = page.text.quote(tuple(range(name[1][0], name[1][1] + 1)), 60)
    bad = [m for m in values if m.outcome not in {"match", "elsewhere"}]
    absent = [t for t, c in zip(statement.terms, covered, strict=True) if t.kind == "name" and c == 0.0]
    implied = _implied(statement, page, window, absent, values)
    if implied:
        score = _score(statement, covered, frozenset(t.at for t in absent))
    no_name = bool(absent) and not implied
    need = ENOUGH_WITH_VALUES if any(m.outcome == "match" for m in values) else ENOUGH
    if any(t.kind in {"word", "predicate"} and not page.hits(t) and t.weight >= 1.0 for t in statement.terms):
        need += 0.0 if any(m.outcome == "match" for m in values) else HOLE
    if statement.bare and values and not any(isinstance(v.value, Quantity) for v in statement.values):
        need = BARE  # "the letter is dated 4 May": the day itself must stand right (`_dated`), the word need not
    if window.kind == "cell" and not taken_off and _other_row_fits_better(statement, page, window.value_row):
        wrong_place = True
    anchored = _anchored(statement, page, found, values)
    about_amounts = any(isinstance(v.value, Quantity) for v in statement.values)
    said = _said(statement, covered) and _holds_some(statement, found, values)
    unsaid = (
        lacks_denial(statement, page, found)
        or unrestricted(statement, page, found)
        or incomplete(statement, page, found)
        or otherwise_dated(statement, page, values)
    )
    verdict, grade = ChannelVerdict.UNSUPPORTED, 4
    if (
        not bad
        and not no_name
        and not turned
        and not displaced
        and not wrong_place
        and not unsaid
        and score >= need
        and said
        and anchored
    ):
        verdict = ChannelVerdict.SUPPORTED
        exact = not implied and all(c >= 0.95 for c in covered) and all(m.outcome == "match" for m in values)
        grade = 1 if exact and window.kind not in WIDE else 2 if score >= 0.8 and not implied else 3
        if any(
            m.how is not None and m.how.how == "ambiguous" and isinstance(v.value, Quantity)
            for m, v in zip(values, statement.values, strict=True)
        ):
            grade = 3  # equal by one of several readings of the number
    elif ((turned or displaced) and score >= need and not no_name and all(m.outcome != "missing" for m in bad)) or (
        bad
        and not no_name
        and score >= 0.7
        and (anchored or not about_amounts)
        and all(m.outcome != "missing" for m in bad)
    ):
        verdict = ChannelVerdict.CONTRADICTED
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
        _local(statement, found),
        any(m.outcome == "match" and m.found is not None and in_total_row(page, m.found) for m in values),
    )


def _score(statement: Statement, covered: list[float], without: frozenset[int] = frozenset()) -> float:
    """Share of the statement's weight that is borne out."""
    pairs = [(t.weight, c) for t, c in zip(statement.terms, covered, strict=True) if t.at not in without]
    total = sum(w for w, _ in pairs)
    return sum(w * c for w, c in pairs) / total if total else 1.0


def _implied(
    statement: Statement, page: Prepared, window: Window, absent: list[Term], values: tuple[ValueMatch, ...]
) -> bool:
    """All that the page lacks is the name of whose figures they are, and it names nobody else in that place."""
    if not absent:
        return False
    if unnamed_party(statement, page, absent):
        return True
    if not all(t.owner and not page.hits(t) for t in absent) or window.kind in {"pair", "paragraph"}:
        return False
    amounts = [m for m, v in zip(values, statement.values, strict=True) if isinstance(v.value, Quantity)]
    return bool(amounts) and all(m.outcome == "match" for m in amounts) and not page.names_another


def _said(statement: Statement, covered: list[float]) -> bool:
    """Names alone do not make a statement: half of its other words must be borne out as well."""
    pairs = [(t, c) for t, c in zip(statement.terms, covered, strict=True) if t.kind in {"word", "predicate"}]
    total = sum(t.weight for t, _ in pairs)
    return not pairs or sum(t.weight * c for t, c in pairs) >= 0.5 * total


def _holds_some(statement: Statement, found: Alignment, values: tuple[ValueMatch, ...]) -> bool:
    """A window under a heading that says it all does not say it: something must stand in the window itself."""
    inside = found.window.inside
    return any(h is not None and h.token in inside for h in found.best) or any(
        m.outcome == "match" and m.found is not None and m.found.first in inside for m in values
    )


def _local(statement: Statement, found: Alignment) -> float:
    """Share of the words, names left aside, that the window itself holds."""
    pairs = [(t, h) for t, h in zip(statement.terms, found.best, strict=True) if t.kind != "name"]
    total = sum(t.weight for t, _ in pairs) or 1.0
    return sum(t.weight * h.score for t, h in pairs if h is not None) / total


def _known_all_over(page: Prepared, hits: list[Hit]) -> bool:
    """Named at the top of the page, in a line of a form, or as a party that is called by its role elsewhere."""
    return any(h.token in page.head or h.token in page.aliases or h.token not in page.prose for h in hits)


def _is_grand_total(page: Prepared, window: Window) -> bool:
    """A row whose label says no more than "total": it speaks of all that the page is about."""
    lex = lexicon()
    rows = {page.text.token_row[t] for t in window.core}
    if len(rows) != 1:
        return False
    words = [page.text.tokens[t] for t in page.layout.labels[min(rows)] if page.text.tokens[t].is_word]
    return any(t.stem in lex.totals for t in words) and all(
        t.stem in lex.totals or t.stem in lex.generic or lex.is_stop(t) for t in words
    )


def _other_row_fits_better(statement: Statement, page: Prepared, row: int) -> bool:
    """The label of another row of numbers says what the statement says, more closely than this one's."""
    fits = page.row_fits(statement)
    return row in fits and max(fits.values()) > fits[row] + ROW_MARGIN


def _main_segment(statement: Statement, page: Prepared, found: Alignment) -> range:
    """The sentence of a wide window that holds most of the statement."""
    window = found.window
    low, high = min(window.core), max(window.core)
    best: tuple[float, range] = (-1.0, range(low, high + 1))
    for s in page.text.segments:
        if s.end <= low or s.start > high:
            continue
        weight = sum(
            t.weight * h.score
            for t, h in zip(statement.terms, found.best, strict=True)
            if h is not None and s.start <= h.token < s.end
        )
        if weight > best[0]:
            best = (weight, range(s.start, s.end))
    return best[1]


def _coverage(statement: Statement, page: Prepared, found: Alignment) -> tuple[list[float], bool]:
    """Share of each term that the window, or else the page, bears out; and whether a term names another row or column
    of the table than the one the number stands in."""
    window = found.window
    out: list[float] = []
    wrong = False
    prose = window.kind in {"pair", "paragraph"}
    whole = window.kind in {"row", "rows", "cell"} and _is_grand_total(page, window)
    # A surname in the window stands for the full name.
    inside = {
        t.at
        for t, h in zip(statement.terms, found.best, strict=True)
        if h is not None and t.kind == "name" and len(t.text) > 1 and t.stem not in lexicon().legal_forms
    }
    present = {t.at for g in name_groups(statement) if any(m.at in inside for m in g) for t in g}
    authors = _authors(statement, page)
    subject = next((t for t in statement.terms if t.kind in {"name", "word", "predicate"}), None)
    if subject is not None and (subject.kind != "word" or subject.verbal or window.kind in {"row", "rows", "cell"}):
        subject = None
    owners: dict[int, float] = {}
    for hit in found.best:
        if hit is not None:
            owners[hit.token] = max(owners.get(hit.token, 0.0), hit.score)
    shared: set[int] = set()
    main = _main_segment(statement, page, found) if prose else range(0)
    own = window.inside.union(window.value.headers) if window.value else window.inside
    for term, hit in zip(statement.terms, found.best, strict=True):
        if window.kind == "cell" and term.kind in {"name", "word", "predicate"}:
            tokens = {h.token for h in page.hits(term) if not h.opposite and h.score >= 0.8}
            # The statement names the header of another column, whatever the caption of the table says.
            wrong = wrong or bool(tokens & window.others and not tokens & own)
        if hit is not None:
            # What stands in the next sentence is said of something else more often than not.
            if hit.score < 0.95 and term.kind != "name" and (hit.token in shared or owners[hit.token] > hit.score):
                out.append(0.5 * hit.score)  # one word of the page does not say two of the statement's
                continue
            shared.add(hit.token)
            near = not prose or hit.token in main or hit.token in window.context
            # "The Buyer ... It shall ...": a subject may stand in the sentence before, not in the one after.
            late = term is subject and prose and not near and hit.token >= main.stop
            out.append(hit.score * (1.0 if near else 0.3 if late else _NEIGHBOUR[term.kind]))
            continue
        beyond = [h for h in page.hits(term) if not h.opposite]
        own_party = term.stem in page.known and term.kind in {"name", "word"}
        if own_party and not (window.kind == "cell" and any(h.token in page.data_labels for h in beyond)):
            out.append(0.9)  # the document's own party: "we" in a sentence that does not name it
            continue
        if term is subject and _own_party(page, term, beyond):
            out.append(0.8)
            continue
        if window.kind == "cell":
            free = [h for h in beyond if h.token not in page.data_labels]
            if beyond and not free and term.kind in {"name", "word"}:
                wrong = wrong or any(h.token in window.others for h in beyond) or term.kind == "name"
            beyond = free
        named = term.at in present
        if (
            beyond
            and term.kind == "name"
            and window.kind != "cell"
            and not named
            and not _known_all_over(page, beyond)
        ):
            # Someone named in another sentence of running text is not who this sentence is about.
            out.append(0.3)
            wrong = True
            continue
        if beyond and term.kind == "word" and all(h.token in page.labels for h in beyond):
            out.append(0.0)  # it labels another line of the form
            continue
        if not beyond and term.at in authors:
            out.append(0.6)
            continue
        share = max((h.score for h in beyond), default=0.0) * _ELSEWHERE[term.kind]
        if whole and term.kind == "word":
            share = max(share, 0.75 * max((h.score for h in beyond), default=0.0))
        if beyond and statement.bare and term.kind == "light":
            # "Decided on 3 March" where the page has "decided" beside another date.
            out.append(0.0)
            continue
        if share and term.kind != "name" and any(h.token in page.head for h in beyond):
            share = max(share, 0.6)
        elif term is subject and all(h.token in page.prose for h in beyond):
            share = 0.0  # another sentence speaks of it, this one does not
        out.append(max(share, _ABSENT[term.kind]))
    return out, wrong


def _own_party(page: Prepared, term: Term, beyond: list[Hit]) -> bool:
    """The document's own party, where the page calls itself "we" and names the party elsewhere."""
    return (
        page.first_person
        and term.stem in page.known
        and term.kind in {"name", "word"}
        and term.text[:1].isupper()
        and any(page.text.tokens[h.token].capital for h in beyond)
    )


def _authors(statement: Statement, page: Prepared) -> frozenset[int]:
    """A name with which the statement opens, or which owns what it speaks of, where the page says "we" instead."""
    if not page.first_person:
        return frozenset()
    out: set[int] = set()
    for group in name_groups(statement):
        if any(page.hits(t) for t in group):
            continue
        owner = statement.tokens[group[-1].at].norm.endswith(("'s", "’s"))
        if owner or all(not t.is_word or lexicon().is_stop(t) for t in statement.tokens[: group[0].at]):
            out.update(t.at for t in group)
    return frozenset(out)


def _anchored(statement: Statement, page: Prepared, found: Alignment, values: tuple[ValueMatch, ...]) -> bool:
    """An amount must stand with a word of the statement, or in a total: a bare equal number proves nothing."""
    quantities = [m for m, v in zip(values, statement.values, strict=True) if isinstance(v.value, Quantity)]
    inside = found.window.inside
    if not quantities:
        # Dates, names and numbers may stand elsewhere on the page, but not all of them at once.
        if statement.bare and values:
            return _dated(statement, page, found, values)
        if not values or any(m.outcome == "match" for m in values):
            return True
        own = sum(
            h is not None and h.token in inside and t.kind in {"name", "word", "predicate"}
            for t, h in zip(statement.terms, found.best, strict=True)
        )
        return own >= (2 if _one_day(page) else 3)
    value = found.window.value
    if value is not None and value.label and not any(page.text.tokens[t].text[0].isalpha() for t in value.label):
        inside = inside.union(value.headers)  # "2019" beside the number, "Revenue" over it
    if any(
        h is not None and h.token in inside and t.kind in {"word", "predicate", "name", "generic"}
        for t, h in zip(statement.terms, found.best, strict=True)
    ):
        return True
    return any(m.found is not None and in_total_row(page, m.found) for m in quantities)


def _one_day(page: Prepared) -> bool:
    """A receipt or a slip: no running text, and one date, which is that of all that stands on it."""
    days = {
        v.found.value for v in page.values if isinstance(v.found.value, DateValue) and v.found.value.readings[0].day
    }
    return len(days) == 1 and page.is_slip


def _dated(statement: Statement, page: Prepared, found: Alignment, values: tuple[ValueMatch, ...]) -> bool:
    """For "the order is dated 3 March": the date stands on a line of its own, or beside the statement's word."""
    worded = any(
        h is not None and h.token in found.window.inside and t.kind == "light"
        for t, h in zip(statement.terms, found.best, strict=True)
    )
    alone = any(
        m.outcome == "match"
        and m.found is not None
        and (m.found.first not in page.prose or stands_alone(page, m.found))
        for m in values
    )
    return alone or (worded and any(m.outcome == "match" for m in values))


def choose(statement: Statement, found: list[Assessment]) -> Assessment:
    """The assessment that decides. A supported window loses to one that covers the words as well or better, more
    closely, and says otherwise: the right number in a neighbouring row is no support."""
    if not found:
        return Assessment(
            statement,
            None,
            ChannelVerdict.UNSUPPORTED,
            4,
            0.0,
            (None,) * len(statement.terms),
            tuple(_ABSENT[t.kind] for t in statement.terms),
            tuple(ValueMatch("missing") for _ in statement.values),
        )
    best = max(found, key=lambda a: a.rank)
    if best.verdict is ChannelVerdict.SUPPORTED:
        rival = max(
            (a for a in found if a.verdict is ChannelVerdict.CONTRADICTED), key=lambda a: a.score, default=None
        )
        if rival is not None and best.window is not None and rival.window is not None:
            closer = best.window.kind in WIDE and rival.window.kind not in WIDE
            about_amounts = any(isinstance(v.value, Quantity) for v in statement.values)
            firm = rival.window.kind not in WIDE and (not about_amounts or bool(rival.flipped))
            by_value = not rival.flipped and not rival.displaced and about_amounts
            apt = not by_value or rival.local > best.local + 0.05
            amounts = [
                (m, o)
                for m, o, v in zip(best.values, rival.values, statement.values, strict=True)
                if isinstance(v.value, Quantity)
            ]
            if (
                best.window.kind == "cell"
                and rival.window.kind != "cell"
                and len(amounts) > 1
                and all(o.outcome != "match" for _, o in amounts)
            ):
                apt = firm = False  # several amounts, each in its cell: prose with other numbers is of something else
            agreeing = sum(m.outcome == "match" for m in best.values)
            if by_value and best.window.kind not in WIDE and agreeing >= 2 and len(best.values) == agreeing:
                apt = firm = False  # several values that agree in one sentence are no coincidence
            if by_value and statement.asks_total and best.in_total and not rival.in_total:
                apt = firm = False  # the statement is of the total, and the row of one item is no rival of that
            if (
                statement.bare
                and not about_amounts
                and not any(
                    h is not None and t.kind == "light" for t, h in zip(statement.terms, rival.hits, strict=True)
                )
            ):
                apt = False  # a date that the page does not tie to the statement's word is no rival
            said_there = any(
                t.kind == "light" and mine is None and other is not None and other.score >= 0.95
                for t, mine, other in zip(statement.terms, best.hits, rival.hits, strict=True)
            )
            if by_value and closer and rival.score >= best.score - 0.001:
                return rival  # one sentence has all the words with another number, the number stands in another one
            turned = bool(rival.flipped or rival.displaced)
            margin = -0.02 if closer or (turned and said_there) else 0.04 if turned else 0.1 if about_amounts else 0.2
            if apt and rival.score > best.score + margin:
                return rival
            loose = any(
                a.outcome == "elsewhere" and b.outcome == "mismatch"
                for a, b in zip(best.values, rival.values, strict=True)
            )
            if loose and apt and rival.score > best.score - 0.03:
                return rival  # the date stands on the page, but beside the statement's words stands another
            if firm and not statement.bare and rival.local > best.local + LOCAL_MARGIN:
                return rival
    return best
