"""Running text has the last word on a statement by its facts: each fact of the statement must be borne out by one of
the page.

Rows, cells and forms are left to the windows (`atomcite.judge.decision`); so is a sentence that stands on the page as
it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atomcite.domain import ChannelVerdict, Message
from atomcite.judge.alignment import Alignment
from atomcite.judge.assessment import Assessment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.clauses import reads
from atomcite.judge.correspondence import CONTENT, SAME, Correspondence, Dispute
from atomcite.judge.directions import direction
from atomcite.judge.doubts import doubts_of
from atomcite.judge.fact import Fact
from atomcite.judge.fit import LENT, Fit
from atomcite.judge.hits import Hit
from atomcite.judge.moods import other_mood
from atomcite.judge.orderings import compared_otherwise, comparison_agrees, timed_otherwise
from atomcite.judge.pairings import other_period, paired_otherwise
from atomcite.judge.parties import misnamed, swapped
from atomcite.judge.prepared import Prepared
from atomcite.judge.qualifications import takes_exception, unqualified
from atomcite.judge.quantifiers import miscounted, overstated
from atomcite.judge.relations import crossed, denied_where_said, other_focus, reordered, unrestricted
from atomcite.judge.restatement import facts_of_statement, fits
from atomcite.judge.syntax import syntax
from atomcite.judge.timing import ValueMatch
from atomcite.judge.windows import Window
from atomcite.judge.wordlists import phrases
from atomcite.judge.words import Token

_CHECKS = (
    unqualified,
    compared_otherwise,
    timed_otherwise,
    miscounted,
    overstated,
    paired_otherwise,
    other_period,
    other_mood,
)
_WORDS = 4
"""Words of a statement from which it is recognised as a sentence of the page."""
_IN_FULL = 0.999
_COLUMN = 3
"""Rows of two cells or more that make a page one of columns."""
_KEPT = 3
"""Fits of a fact that are looked at in full."""


def by_facts(statement: Statement, page: Prepared) -> Assessment | None:
    """What the facts of running text say of a statement. None where there are none to go by."""
    facts = [f for f in facts_of_statement(statement.text) if _says_something(statement, f.own)]
    if not facts or not page.facts.facts:
        return None
    options = [fits(statement, page, fact)[:_KEPT] for fact in facts]
    if not all(options):
        return None
    best = [found[0] for found in options]
    for number, found in enumerate(options):
        for fit in found:
            if not fit.missing and not fit.absent:
                others = [f for k, f in enumerate(best) if k != number and f.holds]
                _check(statement, page, facts[number], fit, others)
        best[number] = min(found, key=lambda f: (not f.holds, f.cost))
    _keep_conditions(statement, page, facts, best)
    return _otherwise(page, _assessment(statement, page, best))


def _otherwise(page: Prepared, found: Assessment) -> Assessment:
    """Not supported where, with the words placed as they are, names have changed partners ("Kent, Maine, or Bristol,
    Delaware"), the order is another, or a denial or a restriction is left out."""
    if found.verdict is not ChannelVerdict.SUPPORTED or found.window is None:
        return found
    statement = found.statement
    placed = Alignment(found.window, found.hits, found.score)
    turned = reordered(statement, page, placed)
    turned = denied_where_said(statement, page, placed) if turned is None else turned
    taker = crossed(statement, page, placed)
    taker = swapped(statement, page, placed) if taker is None else taker
    taker = misnamed(statement, page) if taker is None else taker
    taker = other_focus(statement, page, placed) if taker is None else taker
    if turned is not None or taker is not None:
        word = page.text.tokens[next(k for k in (turned, taker) if k is not None)].text
        return replace(
            found,
            verdict=ChannelVerdict.CONTRADICTED,
            grade=4,
            flipped=word if turned is not None else "",
            displaced=word if turned is None else "",
            rank=(1, found.score),
        )
    if unrestricted(statement, page, placed):
        return replace(found, verdict=ChannelVerdict.UNSUPPORTED, grade=4, rank=(0, found.score))
    return found


def _keep_conditions(statement: Statement, page: Prepared, facts: Sequence[Fact], best: Sequence[Fit]) -> None:
    """A condition of the statement must be one of the same thing on the page, and one that matters: no "only if it is
    locked" of "whether or not it is locked"."""
    homes = [fit.placed.sentence for fact, fit in zip(facts, best, strict=True) if not fact.qualifies]
    for fact, fit in zip(facts, best, strict=True):
        if not fact.qualifies or not fit.holds or not homes:
            continue
        sentence = fit.placed.sentence
        free = _unconditional(page.text.tokens, sentence)
        if free >= 0 and _unconditional(statement.tokens, range(len(statement.tokens))) < 0:
            word = page.text.quote(tuple(range(free, free + 3)), 60)
            fit.disputes.append(Dispute("judge.reversed", word, contradicts=True))
        elif sentence not in homes:
            word = page.text.quote(tuple(sentence)[:10], 60)
            fit.disputes.append(Dispute("judge.said_of_another", word, contradicts=False))


def _unconditional(tokens: Sequence[Token], within: range) -> int:
    """Where "whether or not" or the like stands; -1 without it."""
    return next((k for k in within for p in phrases("unconditional") if reads(tokens, k, p)), -1)


def _says_something(statement: Statement, own: frozenset[int]) -> bool:
    return any(t.at in own and t.kind in CONTENT for t in statement.terms) or any(
        first in own for first, _ in statement.value_tokens
    )


def _check(statement: Statement, page: Prepared, fact: Fact, fit: Fit, others: Sequence[Fit]) -> None:
    """Adds to a fit what the place says under a condition, of another number of things, at another time, in another
    mood. `others` are what the other facts of the statement fit, among them its own conditions."""
    inside = fit.placed.sentence
    hits, values = dict(fit.hits), dict(fit.values)
    for other in others:
        if other.placed.sentence == inside:
            hits, values = {**other.hits, **hits}, {**other.values, **values}
    pairs = tuple((t, hits[t.at]) for t in statement.terms if t.at in hits and hits[t.at].token in inside)
    if not pairs:
        return
    value_pairs = tuple((statement.value_tokens[i][0], v.first) for i, (v, _) in values.items() if v.first in inside)
    sentence = page.marked.sentence[pairs[0][1].token]
    c = Correspondence(statement, page, syntax(statement.tokens), page.syntax, sentence, pairs, value_pairs)
    if [d.key for d in fit.disputes] == ["judge.reversed"] and (takes_exception(c) or comparison_agrees(c)):
        fit.disputes.clear()  # opposite words to the same effect
    if fit.disputes:
        return
    for check in _CHECKS:
        # What is itself only told or proposed in the statement has the mood of that.
        dispute = None if fact.told and check is other_mood else check(c)
        if dispute is not None:
            fit.disputes.append(dispute)
            return


def _assessment(statement: Statement, page: Prepared, chosen: Sequence[Fit]) -> Assessment:
    hits: list[Hit | None] = []
    covered: list[float] = []
    failing: list[Term] = []
    for t in statement.terms:
        hit = next((f.hits[t.at] for f in chosen if t.at in f.hits), None)
        gone = any(m.at == t.at for f in chosen for m in f.missing)
        hits.append(hit)
        covered.append(hit.score if hit is not None else 0.0 if gone else 0.8)
        if gone:
            failing.append(t)
    values = tuple(_value(i, chosen) for i in range(len(statement.values)))
    disputes = tuple(d for f in chosen for d in f.disputes)
    tokens = sorted({t for f in chosen for t in f.placed.sentence})
    inside = frozenset(tokens)
    window = Window("sentence", tuple(tokens), inside, frozenset())
    holds = all(f.holds for f in chosen)
    score = sum(c * t.weight for c, t in zip(covered, statement.terms, strict=True)) / (
        sum(t.weight for t in statement.terms) or 1.0
    )
    verdict, grade = ChannelVerdict.UNSUPPORTED, 4
    doubts: tuple[Message, ...] = ()
    if holds:
        verdict = ChannelVerdict.SUPPORTED
        exact = all(c >= 0.95 for c in covered) and all(max(f.tiers.values(), default=0) == 0 for f in chosen)
        loose = any(f.loose for f in chosen)
        grade = 3 if loose else 1 if exact and len(chosen) == 1 else 2
        doubts = doubts_of(statement, page, values)
        grade = 3 if doubts else grade
    elif any(d.contradicts for d in disputes) and not failing:
        verdict = ChannelVerdict.CONTRADICTED
    order = {ChannelVerdict.SUPPORTED: 2, ChannelVerdict.CONTRADICTED: 1, ChannelVerdict.UNSUPPORTED: 0}
    return Assessment(
        statement, window, verdict, grade, score, tuple(hits), tuple(covered), values, tuple(failing),
        rank=(order[verdict], score), local=_local_share(statement, chosen), disputes=disputes, doubts=doubts,
    )  # fmt: skip


def _local_share(statement: Statement, chosen: Sequence[Fit]) -> float:
    """Share of the content words that stand in the very clauses that bear the statement out, as those or their
    synonyms."""
    terms = [t for t in statement.terms if t.kind in CONTENT]
    near = {at for f in chosen for at, tier in f.tiers.items() if tier <= LENT and f.hits[at].score >= SAME}
    return sum(t.at in near for t in terms) / len(terms) if terms else 0.0


def _value(number: int, chosen: Sequence[Fit]) -> ValueMatch:
    for f in chosen:
        if number in f.values:
            value, how = f.values[number]
            return ValueMatch("match", value, how)
    return ValueMatch("missing")


def revised(statement: Statement, page: Prepared, best: Assessment) -> Assessment:
    """The assessment of the windows, or what the facts say where the page says it in running text."""
    if statement.bare or statement.about_marks or (page.is_slip and _in_columns(page)):
        return best
    same = _word_for_word(statement, page)
    if same is not None:
        return best if best.verdict is ChannelVerdict.SUPPORTED else same
    prose = best.window is None or is_prose(page, best.window)
    if best.verdict is ChannelVerdict.SUPPORTED and not prose:
        return best
    found = by_facts(statement, page)
    if found is None:
        return best
    if found.verdict is ChannelVerdict.SUPPORTED:
        # Where the windows found nothing, only what one clause says in full counts; against a table nothing does.
        alone = best.verdict is not ChannelVerdict.SUPPORTED
        return best if alone and (not prose or found.grade > 2 or found.local < _IN_FULL) else found
    if best.verdict is ChannelVerdict.SUPPORTED:
        return best if _worked_out(found, best) or _lacks_little(found, best, page) else found
    return best


def _worked_out(found: Assessment, best: Assessment) -> bool:
    """Whether all that the facts lack are values that the windows worked out, or times that a heading gives."""
    lacking = [b for f, b in zip(found.values, best.values, strict=True) if f.outcome == "missing"]
    if not lacking or found.failing or found.disputes:
        return False
    return all(b.other is not None or b.outcome == "elsewhere" for b in lacking)


def _in_columns(page: Prepared) -> bool:
    """Whether a page without much running text is laid out in columns: a receipt, not the minutes of a meeting."""
    return sum(len(row.cells) > 1 for row in page.text.rows) >= _COLUMN


def is_prose(page: Prepared, window: Window) -> bool:
    """A window of sentences, or a line that is one."""
    if window.kind in {"sentence", "pair", "paragraph"}:
        return True
    if window.kind == "cell":
        return False
    tokens = [page.text.tokens[t] for t in window.core]
    if any(t.text == ":" for t in tokens) and not any(page.syntax.verb[t] for t in window.core):
        return False  # a line of a form
    rows = {page.text.token_row[t] for t in window.core}
    return all(r >= 0 and len(page.text.rows[r].cells) == 1 for r in rows)


def _word_for_word(statement: Statement, page: Prepared) -> Assessment | None:
    """Where a whole sentence of the page reads as the statement does, the number of an item left out."""
    mine = tuple(t.norm for t in statement.tokens if t.is_word)
    if len(mine) < _WORDS or not any(syntax(statement.tokens).verb):
        return None
    for low, high in page.facts.sentences.get(mine, ()):
        core = tuple(range(low, high))
        hits = tuple(
            next((h for h in page.hits(t) if low <= h.token < high and h.score >= 0.95), None)
            for t in statement.terms
        )
        values = tuple(
            next(
                (
                    ValueMatch("match", v, r)
                    for v, r in page.compared(f.value)
                    if low <= v.first < high and r.outcome == "equal"
                ),
                ValueMatch("elsewhere"),
            )
            for f in statement.values
        )  # fmt: skip
        window = Window("sentence", core, frozenset(core), frozenset())
        doubts = doubts_of(statement, page, values)
        return Assessment(
            statement, window, ChannelVerdict.SUPPORTED, 3 if doubts else 1, 1.0, hits, (1.0,) * len(hits), values,
            rank=(2, 1.0), doubts=doubts,
        )  # fmt: skip
    return None


def _lacks_little(found: Assessment, best: Assessment, page: Prepared) -> bool:
    """Whether all that the facts lack, of a statement that the windows find in one sentence, may be put down to how
    things are put: a word that the page never uses, or one or two that stand elsewhere in that sentence and don't say
    who or what. A word that the page uses of something else is another matter."""
    gone = [t for t in found.failing if not page.hits(t)]
    if not found.disputes and gone == list(found.failing) and gone and all(t.kind == "name" for t in gone):
        return True  # whose page it is need not be named on it, which the windows have settled
    if found.disputes or best.window is None or best.window.kind != "sentence":
        return False
    worked_out = len(best.values) > 1 and all(b.outcome == "match" for b in best.values)
    if worked_out and all(direction(t.stem) for t in found.failing):
        return True  # "rose from 4 to 5": the numbers say which way
    if best.grade > 2:
        return False
    if any(f.outcome == "missing" for f in found.values):
        return False
    facts = facts_of_statement(found.statement.text)
    bearing = {t for f in facts for t in f.parts} | {f.verb for f in facts}
    bearing |= {t for f in facts for t, head in f.up.items() if head in f.heads}
    hits = {t.at: h for t, h in zip(best.statement.terms, best.hits, strict=True)}
    unknown = 0
    for t in found.failing:
        hit = hits[t.at]
        used = any(h.score >= SAME and not h.opposite for h in page.hits(t))
        there = hit is not None and not hit.opposite and hit.score >= SAME and hit.token in best.window.inside
        if t.kind == "name" or (used and (t.at in bearing or not there)):
            return False
        unknown += not used
    return unknown <= 1 and len(found.failing) <= 2
