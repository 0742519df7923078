"""How much of a statement's words a window, or else the rest of the page, bears out."""

from __future__ import annotations

from itertools import pairwise

from atomcite.judge.alignment import Alignment
from atomcite.judge.claim import Statement, Term
from atomcite.judge.headed import under_other_header
from atomcite.judge.hits import Hit
from atomcite.judge.lexicon import lexicon
from atomcite.judge.owners import unnamed_party
from atomcite.judge.prepared import Prepared
from atomcite.judge.slots import name_groups
from atomcite.judge.timing import ValueMatch
from atomcite.judge.windows import Window
from atomcite.judge.wordlists import words
from atomcite.judge.words import Token
from atomcite.values import Quantity

ROW_MARGIN = 0.15
_RECORD = 3
"""Cells of a row from which it is one of a table rather than a line of a form."""
SAME_WORD = 0.95
"""Hit score from which a word of the page is the statement's own."""
_ELSEWHERE = {"name": 0.8, "word": 0.35, "predicate": 0.3, "generic": 1.0, "light": 1.0}
_NEIGHBOUR = {"name": 0.85, "word": 0.65, "predicate": 0.5, "generic": 1.0, "light": 1.0}
ABSENT = {"name": 0.0, "word": 0.0, "predicate": 0.0, "generic": 0.6, "light": 0.7}


def coverage(
    statement: Statement, page: Prepared, found: Alignment, headers: frozenset[int] = frozenset()
) -> tuple[list[float], bool]:
    """Share of each term that the window, or else the page, bears out; and whether a term names another row or column
    of the table than the one the number stands in. `headers` are those over the statement's other amounts."""
    window = found.window
    out: list[float] = []
    wrong = window.kind == "cell" and window.value is not None and under_other_header(statement, page, window.value)
    prose = window.kind in {"pair", "paragraph"}
    whole = window.kind in {"row", "rows", "cell"} and _is_grand_total(page, window)
    # A surname in the window stands for the full name.
    inside = {
        t.at
        for t, h in zip(statement.terms, found.best, strict=True)
        if h is not None and t.kind == "name" and len(t.text) > 1 and t.stem not in lexicon().legal_forms
    }
    groups = name_groups(statement)
    present = {t.at for g in groups if any(m.at in inside for m in g) for t in g}
    of_another = {t.at for g in groups for t in _told_apart(page, g, found)}
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
    own = window.inside.union(window.value.headers, headers) if window.value else window.inside
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
        if term.at in of_another:
            out.append(0.3)
            wrong = True
            continue
        beyond = [h for h in page.hits(term) if not h.opposite]
        if headers and any(h.token in headers for h in beyond):
            out.append(max(h.score for h in beyond if h.token in headers))
            continue
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
        out.append(max(share, ABSENT[term.kind]))
    return out, wrong


def _told_apart(page: Prepared, group: list[Term], found: Alignment) -> list[Term]:
    """Of "Pier B" the window has "Pier A", and another place "Pier B": it is not B that the window is about."""
    tokens = page.text.tokens
    inside = found.window.inside
    out = []
    for here, missing in (*pairwise(group), *((b, a) for a, b in pairwise(group))):
        step = 1 if missing.at > here.at else -1
        own = [h.token for h in page.hits(here) if h.score >= SAME_WORD]
        theirs = {h.token for h in page.hits(missing) if h.score >= SAME_WORD}
        local = [k for k in own if k in inside]
        if not local or any(k + step in theirs for k in local) or not any(k + step in theirs for k in own):
            continue
        beside = [tokens[k + step] for k in local if 0 <= k + step < len(tokens)]
        if beside and all(t.text[0].isupper() or t.text[0].isdigit() for t in beside if not _is_title(t)):
            out.append(missing)
    return out


def _is_title(token: Token) -> bool:
    return token.norm in words("titles")


def score_of(statement: Statement, covered: list[float], without: frozenset[int] = frozenset()) -> float:
    """Share of the statement's weight that is borne out."""
    pairs = [(t.weight, c) for t, c in zip(statement.terms, covered, strict=True) if t.at not in without]
    total = sum(w for w, _ in pairs)
    return sum(w * c for w, c in pairs) / total if total else 1.0


def implied(
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


def says_enough(statement: Statement, covered: list[float]) -> bool:
    """Names alone do not make a statement: half of its other words must be borne out as well."""
    pairs = [(t, c) for t, c in zip(statement.terms, covered, strict=True) if t.kind in {"word", "predicate"}]
    total = sum(t.weight for t, _ in pairs)
    return not pairs or sum(t.weight * c for t, c in pairs) >= 0.5 * total


def holds_some(statement: Statement, found: Alignment, values: tuple[ValueMatch, ...]) -> bool:
    """A window under a heading that says it all does not say it: something must stand in the window itself."""
    inside = found.window.inside
    return any(h is not None and h.token in inside for h in found.best) or any(
        m.outcome == "match" and m.found is not None and m.found.first in inside for m in values
    )


def local_share(statement: Statement, found: Alignment) -> float:
    """Share of the words, names left aside, that the window itself holds."""
    pairs = [(t, h) for t, h in zip(statement.terms, found.best, strict=True) if t.kind != "name"]
    total = sum(t.weight for t, _ in pairs) or 1.0
    return sum(t.weight * h.score for t, h in pairs if h is not None) / total


def other_row_fits_better(statement: Statement, page: Prepared, row: int) -> bool:
    """The label of another row of numbers says what the statement says, more closely than this one's."""
    fits = page.row_fits(statement)
    return row in fits and max(fits.values()) > fits[row] + ROW_MARGIN


def other_row_in_order(statement: Statement, page: Prepared, window: Window) -> bool:
    """The label of this row has the statement's words the other way round, that of another has them as they are:
    "profit before tax" is not the row "Tax on profit"."""
    rows = {page.text.token_row[t] for t in window.core} if window.kind == "row" else {window.value_row}
    row = rows.pop()
    if rows or row < 0 or _order_in(statement, page, row) >= 0:
        return False
    return any(shape.numbers and _order_in(statement, page, r) > 0 for r, shape in enumerate(page.shapes))


def _order_in(statement: Statement, page: Prepared, row: int) -> int:
    """1 where the label of a row has the statement's words in their order, -1 where it has them the other way round,
    0 for fewer than two of them or a mixed order."""
    label = page.layout.labels[row]
    places = [
        k
        for t in statement.terms
        if t.kind == "word"
        and (k := next((k for k in label if page.text.tokens[k].stem == t.stem), None)) is not None
    ]
    if len(set(places)) < 2:
        return 0
    return 1 if places == sorted(places) else -1 if places == sorted(places, reverse=True) else 0


def _known_all_over(page: Prepared, hits: list[Hit]) -> bool:
    """Named at the top of the page, in a line of a form, or as a party that is called by its role elsewhere; in a row
    of a table a name is that row's alone."""
    return any(
        h.token in page.head
        or h.token in page.aliases
        or not (h.token in page.prose or h.token in page.statements or _in_table(page, h.token))
        for h in hits
    )


def _in_table(page: Prepared, token: int) -> bool:
    row = page.text.token_row[token]
    return row >= 0 and len(page.text.rows[row].cells) >= _RECORD


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
