"""From an alignment to a verdict: what is borne out, what is missing, what is denied."""

from __future__ import annotations

from dataclasses import dataclass, field

from atomcite.domain import ChannelVerdict
from atomcite.judge.alignment import Alignment, Hit, Prepared
from atomcite.judge.claim import Statement, Term
from atomcite.judge.lexicon import lexicon
from atomcite.judge.matching import ValueMatch, in_total_row, is_time, match_value
from atomcite.judge.polarity import mark
from atomcite.judge.windows import Window
from atomcite.values import Quantity

ENOUGH = 0.70
"""Share of a statement's weight that must be borne out."""
ENOUGH_WITH_VALUES = 0.62
_ELSEWHERE = {"name": 0.8, "word": 0.35, "predicate": 0.3, "generic": 1.0, "light": 1.0}
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
    rank: tuple[int, float] = field(default=(0, 0.0))

    def covers_with(self, other: Assessment) -> bool:
        """Whether two windows on two pages bear the statement out between them, each giving something of weight."""
        if not self.window or not other.window or self.flipped or other.flipped:
            return False
        for a, b in zip(self.values, other.values, strict=True):
            if not any(m.outcome in {"match", "elsewhere"} for m in (a, b)):
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
        for i, (a, b) in enumerate(zip(self.values, other.values, strict=True)):
            ok = [m.outcome in {"match", "elsewhere"} for m in (a, b)]
            weight = 1.0 if isinstance(self.statement.values[i].value, Quantity) else 0.8
            if ok[0] != ok[1]:
                gain[0 if ok[0] else 1] += weight
        return union / total >= 0.8 and min(gain) >= 0.8


def assess(statement: Statement, page: Prepared, found: Alignment) -> Assessment:
    window = found.window
    covered: list[float] = []
    failing: list[Term] = []
    for term, hit in zip(statement.terms, found.best, strict=True):
        if hit is not None:
            covered.append(hit.score)
            continue
        beyond = max((h.score for h in page.hits(term) if not h.opposite), default=0.0)
        share = beyond * _ELSEWHERE[term.kind] if beyond else 0.0
        share = max(share, _ABSENT[term.kind])
        covered.append(share)
        if term.kind in {"name", "word", "predicate"} and share < 0.5:
            failing.append(term)
    total = sum(t.weight for t in statement.terms) or 1.0
    score = (
        sum(c * t.weight for c, t in zip(covered, statement.terms, strict=True)) / total if statement.terms else 1.0
    )
    values = tuple(match_value(statement, i, page, window) for i in range(len(statement.values)))
    flipped = _flipped(statement, page, found)
    bad_values = [m for m in values if m.outcome not in {"match", "elsewhere"}]
    missing_name = any(t.kind == "name" and c == 0.0 for t, c in zip(statement.terms, covered, strict=True))
    need = ENOUGH_WITH_VALUES if any(m.outcome == "match" for m in values) else ENOUGH
    anchored = _anchored(statement, page, found, values)
    if not bad_values and not missing_name and not flipped and score >= need and anchored:
        exact = all(c >= 0.95 for c in covered) and all(m.outcome == "match" for m in values)
        grade = 1 if exact and window.kind in {"sentence", "row"} else 2 if score >= 0.85 else 3
        verdict = ChannelVerdict.SUPPORTED
    elif (flipped and score >= need and not missing_name and not any(m.outcome == "missing" for m in values)) or (
        bad_values
        and not missing_name
        and score >= 0.75
        and anchored
        and all(m.outcome != "missing" for m in bad_values)
    ):
        verdict, grade = ChannelVerdict.CONTRADICTED, 4
    else:
        verdict, grade = ChannelVerdict.UNSUPPORTED, 4
    good = sum(m.outcome == "match" for m in values) + 0.5 * sum(m.outcome == "elsewhere" for m in values)
    order = {ChannelVerdict.SUPPORTED: 2, ChannelVerdict.CONTRADICTED: 1, ChannelVerdict.UNSUPPORTED: 0}
    rank = (order[verdict], score + 0.3 * good)
    return Assessment(
        statement, window, verdict, grade, score, found.best, tuple(covered), values, tuple(failing), flipped, rank
    )


def _anchored(statement: Statement, page: Prepared, found: Alignment, values: tuple[ValueMatch, ...]) -> bool:
    """An amount must stand with a word of the statement, or in a total: a bare equal number proves nothing."""
    quantities = [m for m, v in zip(values, statement.values, strict=True) if isinstance(v.value, Quantity)]
    if not quantities:
        return True
    if any(
        h is not None and t.kind in {"word", "predicate", "name", "generic"}
        for t, h in zip(statement.terms, found.best, strict=True)
    ):
        return True
    return any(m.found is not None and in_total_row(page, m.found) for m in quantities)


def _flipped(statement: Statement, page: Prepared, found: Alignment) -> str:
    """The page's word that turns the statement into its opposite; "" when there is none."""
    claim = mark(statement.tokens)
    marked = page.marked
    tokens = page.text.tokens
    for term, hit in zip(statement.terms, found.best, strict=True):
        if hit is None or hit.token not in found.window.inside:
            continue
        if claim.excepted[term.at] != marked.excepted[hit.token] and term.kind in {"name", "word"}:
            return tokens[hit.token].text
        if term.kind not in {"predicate", "word", "light"} and not hit.opposite:
            continue
        claim_negative = claim.negated[term.at] or _clause_negative(claim, term.at)
        page_negative = marked.negated[hit.token] or _clause_negative(marked, hit.token)
        if hit.opposite:
            page_negative = not page_negative
        if claim_negative != page_negative:
            # A negator counts only where it governs the very word, or the word is the opposite one.
            direct = marked.negated[hit.token] or claim.negated[term.at] or hit.opposite
            if direct and (
                term.kind in {"predicate"}
                or hit.opposite
                or (term.kind == "word"
                and _near_negator(marked, claim, term.at, hit.token))
            ):
                return tokens[hit.token].text
    return ""


def _clause_negative(marked: object, at: int) -> bool:
    clause = marked.clause  # type: ignore[attr-defined]
    negator = marked.negator  # type: ignore[attr-defined]
    here = clause[at]
    return (
        sum(
            1
            for c, n in zip(clause[max(0, at - 25) : at + 25], negator[max(0, at - 25) : at + 25], strict=True)
            if n and c == here
        )
        % 2
        == 1
    )


def _near_negator(page: object, claim: object, term: int, hit: int) -> bool:
    def near(marked: object, at: int) -> bool:
        negator = marked.negator  # type: ignore[attr-defined]
        return any(negator[max(0, at - 2) : at])

    return near(page, hit) != near(claim, term)


def choose(statement: Statement, page: Prepared, found: list[Assessment]) -> Assessment:
    """The assessment that decides. A supported window loses to one that covers the words clearly better and says
    otherwise: the right number in a neighbouring row is no support."""
    if not found:
        return Assessment(statement, None, ChannelVerdict.UNSUPPORTED, 4, 0.0, (None,) * len(statement.terms),
                          (0.0,) * len(statement.terms), tuple(ValueMatch("missing") for _ in statement.values))  # fmt: skip
    best = max(found, key=lambda a: a.rank)
    if best.verdict is ChannelVerdict.SUPPORTED and any(not is_time(v.value) for v in statement.values):
        rival = max(
            (a for a in found if a.verdict is ChannelVerdict.CONTRADICTED), key=lambda a: a.score, default=None
        )
        if rival and rival.score > best.score + 0.12:
            return rival
    return best


def lexicon_version() -> int:
    """Number of word families, so that a changed lexicon changes the judge's version."""
    lex = lexicon()
    return len(lex.synonyms) + len(lex.antonyms)
