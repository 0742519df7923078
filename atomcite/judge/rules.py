"""The judge `rules`: decides from words, values, names and polarity, and says why."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from atomcite.domain import (
    ChannelResult,
    ChannelVerdict,
    Message,
    Missing,
    PageWords,
    claims_registration,
    message,
)
from atomcite.judge.alignment import Alignment, align
from atomcite.judge.assessment import Assessment
from atomcite.judge.choice import choose
from atomcite.judge.claim import Statement, analyse
from atomcite.judge.conjuncts import conjuncts
from atomcite.judge.decision import assess
from atomcite.judge.doubts import read_too_poorly
from atomcite.judge.explain import checks_of, evidence_of, reason_of
from atomcite.judge.language import differ, language_of
from atomcite.judge.lexicon import lexicon
from atomcite.judge.prepared import Prepared
from atomcite.judge.prepared_pages import PreparedPages

VERSION = "34"
READABLE = 0.35
"""Mean word confidence below which a page's words prove nothing."""


@dataclass(frozen=True)
class _Judged:
    page: Prepared
    statement: Statement
    best: Assessment


class RulesJudge:
    """Deterministic judge of text, English and Russian. Implements `atomcite.domain.Judge`.

    Pages are prepared once and kept by identity, so that all claims of a run over one page share the
    work. May be called from several threads.
    """

    def __init__(self, context: Iterable[str] | PreparedPages = ()) -> None:
        """`context` are texts that name the document's own parties: its title, author, file name. Names in them
        need not stand on each page. Judges that share their work are given the same `PreparedPages`."""
        self._pages = context if isinstance(context, PreparedPages) else PreparedPages(context)

    @property
    def name(self) -> str:
        return "rules"

    @property
    def version(self) -> str:
        version = f"{VERSION} derived" if self._pages.derived else VERSION
        if not self._pages.known:
            return version
        names = hashlib.sha256(" ".join(sorted(self._pages.known)).encode()).hexdigest()[:8]
        return f"{version} (names {names})"

    def missing(self) -> Missing | None:
        return None

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]:
        """One result a statement, in order. Several pages: the best single page decides; failing that, evidence
        spread over two of them, when together they leave nothing open (grade 3)."""
        return [self._judge_one(pages, s) for s in statements]

    def _judge_one(self, pages: Sequence[PageWords], text: str) -> ChannelResult:
        engines = " + ".join(dict.fromkeys(p.engine for p in pages)) or "no words"
        engine = f"{engines} > rules {self.version}"
        readable = [p for p in pages if p.words and (p.mean_confidence or 0.0) >= READABLE]
        if not readable:
            why = message("judge.no_words") if not any(p.words for p in pages) else message("judge.unreadable")
            return _not_checked(engine, why)
        language = language_of(text)
        theirs = [p for p in readable if not differ(language, _language(p))]
        if not theirs:
            # Ink has no language: that answer holds on any page.
            code = "needs_picture" if analyse(text).only_marks else "other_language"
            return _not_checked(engine, message(f"judge.{code}"))
        readable = theirs
        statement = analyse(text)
        if not statement.terms and not statement.values:
            return _not_checked(engine, message("judge.nothing_to_check"))
        judged = [self._best(p, statement) for p in readable]
        best = max(judged, key=lambda j: j.best.rank)
        if statement.only_marks and best.best.verdict is not ChannelVerdict.SUPPORTED:
            return _not_checked(engine, message("judge.needs_picture"))
        if best.best.verdict is ChannelVerdict.UNSUPPORTED and (
            claims_registration(text) or _rest_is_there(statement, judged)
        ):
            return _not_checked(engine, message("judge.needs_picture"))
        if best.best.verdict is not ChannelVerdict.SUPPORTED and len(judged) > 1:
            joint = _joint(judged)
            if joint is not None:
                first, second = joint
                return ChannelResult(
                    channel="text",
                    verdict=ChannelVerdict.SUPPORTED,
                    grade=3,
                    engine=engine,
                    reason=(message("judge.joint", pages=f"{first.page.page.page}, {second.page.page.page}"),),
                    evidence=tuple(e for j in joint for e in evidence_of(j.best, j.page, part=True)),
                    checks=checks_of(first.best, first.page) + checks_of(second.best, second.page),
                )
        if best.best.verdict is not ChannelVerdict.SUPPORTED:
            parts = [self._judge_one(pages, part) for part in conjuncts(statement)]
            if parts and all(p.verdict is ChannelVerdict.SUPPORTED and (p.grade or 4) <= 2 for p in parts):
                return _together(parts)
        if best.best.verdict is ChannelVerdict.UNSUPPORTED and len(readable) < len(pages):
            return _not_checked(engine, message("judge.some_unread"))
        settled_by_words = best.best.verdict is ChannelVerdict.UNSUPPORTED or best.best.flipped or best.best.displaced
        if not settled_by_words and (read := read_too_poorly(best.page, best.best.verdict, best.best.values)):
            return _not_checked(engine, message("judge.read_too_poorly", read=read))
        return ChannelResult(
            channel="text",
            verdict=best.best.verdict,
            grade=best.best.grade,
            engine=engine,
            reason=reason_of(best.best, best.page),
            evidence=evidence_of(best.best, best.page),
            checks=checks_of(best.best, best.page),
        )

    def _best(self, page: PageWords, statement: Statement) -> _Judged:
        prepared = self._pages.of(page)
        found: list[Alignment] = align(statement, prepared)
        assessments = [assess(statement, prepared, a) for a in found]
        return _Judged(prepared, statement, choose(statement, assessments))


def _together(parts: Sequence[ChannelResult]) -> ChannelResult:
    """All parts of a statement are borne out: so is the whole, no better than in other words."""
    return parts[0].model_copy(
        update={
            "grade": 2,
            "reason": tuple(m for p in parts for m in p.reason),
            "evidence": tuple(e for p in parts for e in p.evidence),
            "checks": tuple(c for p in parts for c in p.checks),
        }
    )


def _rest_is_there(statement: Statement, judged: Sequence[_Judged]) -> bool:
    """A statement about ink ("a note about the tap is written by hand") of which the page has everything but the ink:
    whether the mark is there is for the picture to say."""
    if not statement.about_marks:
        return False
    lex = lexicon()
    rest = [
        t
        for t in statement.terms
        if t.kind in {"name", "word", "predicate"} and t.stem not in lex.marks and t.stem not in lex.mark_context
    ]
    return bool(rest) and any(
        all(any(not h.opposite for h in j.page.hits(t)) for t in rest)
        and all(m.outcome in {"match", "elsewhere"} for m in j.best.values)
        and not j.best.flipped
        and not j.best.displaced
        for j in judged
    )


@lru_cache(maxsize=512)
def _language_of_text(text: str) -> str | None:
    return language_of(text)


def _language(page: PageWords) -> str | None:
    return _language_of_text(page.text)


def _not_checked(engine: str, why: Message) -> ChannelResult:
    return ChannelResult(channel="text", verdict=ChannelVerdict.NOT_CHECKED, engine=engine, reason=(why,))


def _joint(judged: Sequence[_Judged]) -> tuple[_Judged, _Judged] | None:
    """Two pages that together satisfy every value and name and nearly all words, neither contradicting."""
    for i, first in enumerate(judged):
        for second in judged[i + 1 :]:
            if first.best.covers_with(second.best):
                return first, second
    return None


__all__ = ["RulesJudge"]
