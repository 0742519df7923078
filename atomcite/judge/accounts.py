"""Whether running text says all of a statement in one place: nothing left out that restricts it, nothing added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atomcite.judge.alignment import Alignment
from atomcite.judge.bearings import other_doer, said_of_another
from atomcite.judge.claim import Statement, Term
from atomcite.judge.correspondence import CONTENT, Correspondence, Dispute, correspondence
from atomcite.judge.gapping import gapped, reads_second_half
from atomcite.judge.hits import Hit
from atomcite.judge.lexicon import lexicon
from atomcite.judge.moods import only_named, opposed, other_mood, other_polarity, unbidden
from atomcite.judge.next_door import borrowed_predicate, denied_next_door, value_of_other_clause
from atomcite.judge.orderings import compared_otherwise, comparison_agrees, timed_otherwise
from atomcite.judge.pairings import other_period, paired_otherwise
from atomcite.judge.parallels import said_of_other_part
from atomcite.judge.prepared import Prepared
from atomcite.judge.qualifications import takes_exception, unqualified
from atomcite.judge.quantifiers import miscounted, overstated
from atomcite.judge.timing import ValueMatch
from atomcite.judge.windows import Window
from atomcite.judge.wordlists import stems, words
from atomcite.judge.words import may_be_verb, part_of_speech, stem
from atomcite.values import Identifier

_CHECKS = (
    unqualified,
    compared_otherwise,
    timed_otherwise,
    miscounted,
    overstated,
    paired_otherwise,
    said_of_other_part,
    only_named,
    other_period,
    other_mood,
    unbidden,
    other_polarity,
    opposed,
    other_doer,
    said_of_another,
    gapped,
    value_of_other_clause,
)
_AROUND = (borrowed_predicate, denied_next_door)
_SETTLED_BY_GAP = frozenset(("judge.other_doer", "judge.said_of_another"))
EXPLAINED = 0.5
"""Share of a word that the window must bear out."""
WITNESSES = 3
"""How many other words and values must be there for an unknown verb to pass."""
SAME_WORD = 0.95
"""Hit score from which a word of the page is the statement's own, so that it stands for no other."""
_PROSE = frozenset({"sentence", "pair", "paragraph"})


@dataclass(frozen=True)
class Account:
    """`disputes` speak against support. `settled` says that page and statement agree where opposite words alone would
    speak against it (the same exception, a comparison turned round twice)."""

    disputes: tuple[Dispute, ...] = ()
    settled: bool = False


def account(
    statement: Statement,
    page: Prepared,
    found: Alignment,
    values: Sequence[ValueMatch],
    covered: Sequence[float],
    shown: frozenset[int] = frozenset(),
) -> Account:
    """Hold a statement against the sentence of a window of running text that has most of it. `shown` are token
    numbers of words that need not stand there, since its values or other words say them."""
    if not _is_prose(page, found.window):
        return Account()
    c = correspondence(statement, page, found, values)
    if c is None:
        return Account()
    disputes = [d for check in _CHECKS if (d := check(c)) is not None]
    disputes += [d for look in _AROUND if (d := look(c, found)) is not None]
    agreed = {statement.tokens[i].stem for i in shown}
    disputes = [d for d in disputes if d.key != "judge.said_of_another" or stem(d.word) not in agreed]
    second_half = reads_second_half(c)
    if second_half:
        disputes = [d for d in disputes if d.key not in _SETTLED_BY_GAP]
    added = [t for t in _added(c, found, covered) if t.at not in shown]
    if added:
        disputes.append(Dispute("judge.added", ", ".join(t.text for t in added[:6]), contradicts=False))
    excepted = takes_exception(c) and not any(h is not None and h.opposite for h in found.best)
    return Account(tuple(disputes), excepted or comparison_agrees(c) or second_half)


def _is_prose(page: Prepared, window: Window) -> bool:
    """A window of sentences, or a line that is one: a verb in it, and no second cell."""
    if window.kind in _PROSE:
        return not page.is_slip or page.prose.issuperset(window.core)
    if page.is_slip or window.kind not in {"row", "rows"}:
        return False
    tokens, sentence = page.text.tokens, page.marked.sentence
    if window.tabular and len({sentence[t] for t in window.core if tokens[t].is_word}) > 1:
        return False
    rows = {page.text.token_row[t] for t in window.core}
    return all(r >= 0 and len(page.text.rows[r].cells) == 1 for r in rows) and any(
        page.syntax.verb[t] or page.text.tokens[t].norm in words("be") for t in window.core
    )


def _added(c: Correspondence, found: Alignment, covered: Sequence[float]) -> list[Term]:
    """Words of the statement that the page does not have in that place, those that carry little meaning left out."""
    best = {t.at: h for t, h in zip(c.statement.terms, found.best, strict=True)}
    taken = {h.token: at for at, h in best.items() if h is not None and h.score >= SAME_WORD}
    compared = comparison_agrees(c)
    wide = found.window.kind != "sentence"  # a lead-in with its list is one sentence
    homes, core = _homes(c, best), found.window.core
    labelled = not any(c.there.verb[c.low : c.high]) and _in_form(c)
    out = []
    for t, share in zip(c.statement.terms, covered, strict=True):
        missing = t.kind == "generic" and not c.page.hits(t) and not _names_document(c, t)
        if (t.kind not in CONTENT and not missing) or _says_little(t) or _measures(c, t):
            continue
        if labelled and (c.claim.verb[t.at] or may_be_verb(t.text)):
            continue  # a form has no verbs: "Apologies: Mr Lee" for "Mr Lee sent apologies"
        if t.kind == "name" and not c.page.hits(t):
            continue  # whether a name may be left unsaid is settled already (`coverage.implied`)
        if compared and t.text.casefold() in words("more_than") | words("less_than"):
            continue
        free = [k for k in c.places(t, opposite=True) if taken.get(k, t.at) == t.at]
        role = best[t.at] is None and t.stem in lexicon().roles
        home = homes[c.claim.host(t.at)]
        if free or (
            share >= EXPLAINED and not (role or missing or (wide and _next_door(c, core, t, best[t.at], home)))
        ):
            continue
        out.append(t)
    return [] if len(out) == 1 and _may_be_worded_otherwise(c, out[0]) else out


def _in_form(c: Correspondence) -> bool:
    """Whether the sentence is a label of a form or what stands after one ("Apologies: Mr Lee")."""
    labels, low = c.page.labels, c.low
    return any(h.token in labels for _, h in c.pairs) or (low > 1 and low - 2 in labels)


def _may_be_worded_otherwise(c: Correspondence, term: Term) -> bool:
    """One verb that the page has not, where it has one that the statement has not, everything else being there: they
    may be synonyms that no list knows. When lists know both they are not."""
    if not (c.claim.verb[term.at] or term.kind == "predicate" or may_be_verb(term.text)):
        return False
    held = {h.token for t, h in c.pairs if t is not term}
    content = [t for t, _ in c.pairs if t.kind in CONTENT]
    if len(content) + len(c.value_pairs) < WITNESSES:
        return False
    about = {c.there.host(k) for k in held}
    verbs = [
        k
        for k in range(c.low, c.high)
        if c.there.verb[k] and k not in held and c.there.host(k) in about and c.there.kind(k) == "main"
    ]
    known = lexicon().synonyms
    return any(not (term.stem in known and c.page.text.tokens[k].stem in known) for k in verbs)


def _names_document(c: Correspondence, term: Term) -> bool:
    """ "The agreement ends", "under the contract": the document need not name itself."""
    if term.stem not in lexicon().instruments:
        return False
    first = next((k for k, verb in enumerate(c.claim.verb) if verb), len(c.claim.verb))
    before = [t.norm for t in c.statement.tokens[max(0, term.at - 2) : term.at]]
    return term.at < first or bool(set(before) & words("prepositions"))


def _measures(c: Correspondence, term: Term) -> bool:
    """ "The amount of the fee", "размер пени" for the fee itself."""
    after = c.statement.tokens[term.at + 1] if term.at + 1 < len(c.statement.tokens) else None
    if term.stem in stems("numbering"):
        return any(isinstance(v.value, Identifier) for v in c.statement.values)  # "the number is 48/A" of "No. 48/A"
    if term.stem not in stems("measuring") or term.kind != "generic" or after is None:
        return False
    if term.stem in stems("measuring") and any(first == term.at + 1 for first, _ in c.statement.value_tokens):
        return True  # "в размере 70 тыс. руб."
    return after.norm == "of" or (not after.norm.isascii() and part_of_speech(after.text) in {"NOUN", "ADJF"})


def _says_little(term: Term) -> bool:
    low = term.text.casefold()
    return (
        low in words("support_words")
        or low in words("phrase_words")
        or (not low.isascii() and term.stem in stems("support_words"))
    )


def _homes(c: Correspondence, best: Mapping[int, Hit | None]) -> dict[int, int]:
    """For each main clause of the statement the sentence of the page that has most of it."""
    weight: dict[int, dict[int, float]] = {}
    for t in c.statement.terms:
        own = weight.setdefault(c.claim.host(t.at), {})
        hit = best[t.at]
        if hit is not None:
            number = c.page.marked.sentence[hit.token]
            own[number] = own.get(number, 0.0) + t.weight
    return {clause: max(own, key=lambda n: own[n], default=c.sentence) for clause, own in weight.items()}


def _next_door(c: Correspondence, core: Sequence[int], term: Term, hit: Hit | None, home: int) -> bool:
    """The word stands in another sentence, which speaks for itself, and its own does not point back to it."""
    if hit is None:
        return False
    sentence, tokens = c.page.marked.sentence, c.page.text.tokens
    number = sentence[hit.token]
    if number == home or hit.token in c.page.head:
        return False
    there = [k for k in core if sentence[k] == number]
    here = [k for k in core if sentence[k] == home]
    if here and not any(c.there.verb[k] or tokens[k].norm in words("be") for k in here) and here[0] < hit.token:
        return False  # a heading and what is said under it
    says = any(c.there.verb[k] for k in there)
    points = any(tokens[k].norm in words("pointing") for k in here)
    first = next((k for k, verb in enumerate(c.claim.verb) if verb), 0)
    return says and (not here or hit.token > here[0] or not (points or term.at < first))
