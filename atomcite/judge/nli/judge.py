"""The judge `nli`: an entailment model over passages of the page, after the values have been compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atomcite.domain import (
    ChannelResult,
    ChannelVerdict,
    Check,
    Evidence,
    Message,
    Meter,
    Missing,
    NoMeter,
    PageWords,
    Usage,
    message,
)
from atomcite.judge.claim import Statement, analyse
from atomcite.judge.nli.chunks import Chunk, Unit, chunks_of, premise, units_of
from atomcite.judge.nli.relevance import cover, joint_units
from atomcite.judge.nli.scoring import Score, Scorer
from atomcite.judge.prepared_pages import PreparedPages
from atomcite.judge.value_check import VALUES, Finding, Passage, ValueCheck, readable

VERSION = "1"
ABOUT = 0.5
"""Share of a statement that a sentence must speak of before its contradiction counts. Models that were taught on
pairs written to contradict one another call much contradictory that merely speaks of something else."""

TOUCHES = 0.15
"""Share of a statement that a sentence must have to be quoted with others."""


@dataclass(frozen=True)
class _Asked:
    """A statement on its way: what the rules found, and the chunks of its pages with their scores."""

    text: str
    statement: Statement
    finding: Finding
    engine: str
    scored: tuple[tuple[Chunk, Score], ...]


@dataclass(frozen=True)
class _Question:
    """A second question about a statement: `units` together as a premise."""

    units: tuple[Unit, ...]
    text: str


class NliJudge:
    """Judges with any `Scorer`. Implements `atomcite.domain.Judge`.

    1. Values are compared by code; what that settles, the model is not asked (`atomcite.judge.value_check`).
    2. Each chunk of the pages is a premise, the statement the hypothesis; the best chunk that holds the
       statement's amounts counts (the maximum, as in Laban et al. 2022, "SummaC", and Tang et al. 2024, "MiniCheck").
    3. Where no chunk entails the statement, the sentences that between them have most of it are asked about together.
    4. Single sentences of the chunk that decides are asked about, to find the one to quote.
    """

    def __init__(self, scorer: Scorer, pages: PreparedPages | None = None, *, meter: Meter | None = None) -> None:
        self._scorer = scorer
        self._pages = pages or PreparedPages()
        self._values = ValueCheck(self._pages)
        self._meter = meter or NoMeter()

    @property
    def name(self) -> str:
        return "nli"

    @property
    def version(self) -> str:
        return f"{VERSION} ({self._scorer.name} {self._scorer.version}; rules {self._values.version})"

    def missing(self) -> Missing | None:
        return self._scorer.missing()

    def judge(self, pages: Sequence[PageWords], statements: Sequence[str]) -> list[ChannelResult]:
        """One result a statement, in order. Raises EngineFailed when the model can't be loaded or run."""
        findings = self._values.judge(pages, statements)
        results = {i: f.result for i, f in enumerate(findings) if f.settled}
        words = " + ".join(dict.fromkeys(p.engine for p in pages))
        engine = f"{words} > rules {self._values.version} > nli {self._scorer.name} {self._scorer.version}"
        open_ = [i for i in range(len(statements)) if i not in results]
        there = [p for p in readable(pages) if self._scorer.reads(p.text)] if open_ else []
        for i in open_:
            unfit = self._unfit(there, statements[i])
            if unfit is not None:
                results[i] = _result(ChannelVerdict.NOT_CHECKED, None, engine, (unfit,))
        open_ = [i for i in open_ if i not in results]
        if open_:
            room = min(self._scorer.format.chunk, *(self._scorer.room(statements[i]) for i in open_))
            units = [units_of(self._pages.of(p), self._scorer.count, room) for p in there]
            chunks = [c for page in units for c in chunks_of(page, room)]
            scores = iter(self._ask([(c.text, statements[i]) for i in open_ for c in chunks]))
            asked = [
                _Asked(s := statements[i], analyse(s), findings[i], engine, tuple((c, next(scores)) for c in chunks))
                for i in open_
            ]
            found = self._decide(asked, [u for page in units for u in page])
            results.update((i, _unread(pages, there, r)) for i, r in zip(open_, found, strict=True))
        return [results[i] for i in range(len(statements))]

    # --- asking -------------------------------------------------------------------------------------------------

    def _unfit(self, there: Sequence[PageWords], text: str) -> Message | None:
        """Why the model can't be asked about a statement; None when it can."""
        if not there or not self._scorer.reads(text):
            return message("nli.other_language", model=self._scorer.name)
        if self._scorer.room(text) < 1 + self._scorer.count(text):
            return message("nli.too_long", model=self._scorer.name)
        return None

    def _ask(self, pairs: Sequence[tuple[str, str]]) -> list[Score]:
        self._meter.count("nli_pairs", len(pairs))
        return self._scorer.score(pairs) if pairs else []

    def _decide(self, asked: Sequence[_Asked], units: Sequence[Unit]) -> list[ChannelResult]:
        """The second round for all statements in one batch, then each statement's result."""
        limits = self._scorer.format
        questions: list[list[_Question]] = []
        for a in asked:
            best = self._entailing(a)
            if best is not None:
                mine: list[tuple[Unit, ...]] = [(u,) for u in best[0].units]
            else:
                mine = [(u,) for u in self._denying(a)]
                spread = joint_units(a.statement, units, min(2 * limits.chunk, self._scorer.room(a.text)))
                mine += [spread] if spread else []
            questions.append([_Question(u, premise(u)) for u in mine])
        replies = iter(self._ask([(q.text, a.text) for a, qs in zip(asked, questions, strict=True) for q in qs]))
        results = []
        for a, qs in zip(asked, questions, strict=True):
            result = self._settle(a, [(q, next(replies)) for q in qs])
            results.append(result.model_copy(update={"usage": Usage(calls=len(a.scored) + len(qs))}))
        return results

    def _entailing(self, asked: _Asked) -> tuple[Chunk, Score] | None:
        """The chunk that entails a statement most surely, among those that hold its amounts."""
        enough = [
            (c, s)
            for c, s in asked.scored
            if s.entailment >= self._scorer.format.supported and self._holds(asked, c.units)
        ]
        return max(enough, key=lambda e: e[1].entailment, default=None)

    def _denying(self, asked: _Asked) -> tuple[Unit, ...]:
        """The units of the chunk that most surely contradicts a statement, which speak of the same."""
        least = self._scorer.format.contradicted
        strong = [(c, s.contradiction) for c, s in asked.scored if s.contradiction and s.contradiction >= least]
        chunk = max(strong, key=lambda e: e[1], default=None)
        if chunk is None:
            return ()
        return tuple(u for u in chunk[0].units if cover(asked.statement, u).total >= ABOUT)

    def _holds(self, asked: _Asked, units: Sequence[Unit]) -> bool:
        return self._values.holds(_passages(units), asked.text)

    # --- deciding -----------------------------------------------------------------------------------------------

    def _settle(self, asked: _Asked, replies: Sequence[tuple[_Question, Score]]) -> ChannelResult:
        entailing = self._entailing(asked)
        if entailing is not None:
            return self._supported(asked, *entailing, replies)
        limits = self._scorer.format
        spread = [(q, s) for q, s in replies if len(q.units) > 1]
        for question, score in spread:
            if score.entailment >= limits.sure and self._holds(asked, question.units):
                joint = message("nli.entailed_jointly", probability=_percent(score.entailment))
                return self._verdict(asked, ChannelVerdict.SUPPORTED, 3, (joint,), question.units)
        denial = max(
            ((q, s.contradiction) for q, s in replies if len(q.units) == 1 and s.contradiction is not None),
            key=lambda d: d[1],
            default=None,
        )
        if denial is not None and denial[1] >= limits.contradicted:
            denied = message("nli.contradicted", probability=_percent(denial[1]))
            return self._verdict(asked, ChannelVerdict.CONTRADICTED, 4, (denied,), denial[0].units)
        best = max((s.entailment for _, s in [*asked.scored, *spread]), default=0.0)
        code = "nli.lacks_value" if best >= limits.supported else "nli.not_entailed"
        why = [message(code, probability=_percent(best))]
        if self._in_table(asked):
            why.append(message("nli.table"))
        return self._verdict(asked, ChannelVerdict.UNSUPPORTED, 4, tuple(why), ())

    @staticmethod
    def _in_table(asked: _Asked) -> bool:
        """Whether the unit that has most of a statement is a row of a table."""
        covers = [(cover(asked.statement, u).total, u.tabular) for c, _ in asked.scored for u in c.units]
        share, tabular = max(covers, default=(0.0, False))
        return tabular and share >= ABOUT

    def _supported(
        self, asked: _Asked, chunk: Chunk, score: Score, replies: Sequence[tuple[_Question, Score]]
    ) -> ChannelResult:
        limits = self._scorer.format
        shown = self._quoted(asked, chunk, replies)
        grade = 2 if score.entailment >= limits.sure else 3
        why = [message("nli.entailed", probability=_percent(score.entailment))]
        denied = [s.contradiction for c, s in asked.scored if c is not chunk and s.contradiction is not None]
        if denied and max(denied) >= limits.contradicted and any(u not in chunk.units for u in self._denying(asked)):
            grade = 3
            why.append(message("nli.denied_elsewhere"))
        return self._verdict(asked, ChannelVerdict.SUPPORTED, grade, tuple(why), shown)

    def _quoted(self, asked: _Asked, chunk: Chunk, replies: Sequence[tuple[_Question, Score]]) -> tuple[Unit, ...]:
        """The sentence of a chunk that entails the statement by itself; where none does, all that speak of it."""
        alone = [(q.units, s) for q, s in replies if self._holds(asked, q.units)]
        best = max(alone, key=lambda r: r[1].entailment, default=None)
        if best is not None and best[1].entailment >= self._scorer.format.supported:
            return best[0]
        return tuple(u for u in chunk.units if cover(asked.statement, u).total >= TOUCHES) or chunk.units

    def _verdict(
        self,
        asked: _Asked,
        verdict: ChannelVerdict,
        grade: int,
        reason: tuple[Message, ...],
        units: Sequence[Unit],
    ) -> ChannelResult:
        checks = (
            self._values.checks(_passages(units), asked.text)
            if verdict is ChannelVerdict.SUPPORTED
            else tuple(c for c in asked.finding.result.checks if c.kind in VALUES)
        )
        return _result(verdict, grade, asked.engine, reason, tuple(map(_evidence, units)), checks)

    def unsure(self, result: ChannelResult) -> bool:
        """Whether the model's word is half-hearted: partial support, a probability between yes and no, or a no where
        a row of a table speaks of the same, which models that were taught on sentences read poorly."""
        doubt = any(
            m.code in {"nli.lacks_value", "nli.table"}
            or (m.code == "nli.not_entailed" and float(m.args["probability"]) >= 100 * self._scorer.format.doubtful)
            for m in result.reason
        )
        return doubt or result.grade == 3 or result.verdict is ChannelVerdict.NOT_CHECKED


def _unread(pages: Sequence[PageWords], there: Sequence[PageWords], result: ChannelResult) -> ChannelResult:
    """Not found on the pages that could be read says nothing of those that could not."""
    if result.verdict is not ChannelVerdict.UNSUPPORTED or len(there) == len(pages):
        return result
    return _result(ChannelVerdict.NOT_CHECKED, None, result.engine, (message("judge.some_unread"),))


def _passages(units: Sequence[Unit]) -> list[Passage]:
    return [Passage(u.page.page, u.headers.union(u.tokens)) for u in units]


def _evidence(unit: Unit) -> Evidence:
    text = unit.page.text
    return Evidence(
        page=unit.page.page.page,
        quote=text.quote(unit.tokens),
        engine=unit.page.page.engine,
        box=text.box(unit.tokens),
    )


def _percent(probability: float) -> str:
    return f"{100 * probability:.0f}"


def _result(
    verdict: ChannelVerdict,
    grade: int | None,
    engine: str,
    reason: tuple[Message, ...],
    evidence: tuple[Evidence, ...] = (),
    checks: tuple[Check, ...] = (),
) -> ChannelResult:
    return ChannelResult(
        channel="text", verdict=verdict, grade=grade, engine=engine, reason=reason, evidence=evidence, checks=checks
    )
