"""The embedded image verifier: reads the picture with its own eyes, lets a judge weigh its own words, then asks the
pixels about everything that the verdict hangs on."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from atomcite.domain import (
    Cache,
    ChannelResult,
    ChannelVerdict,
    Judge,
    Message,
    Meter,
    Missing,
    PageImage,
    PageWords,
    claims_registration,
    message,
)
from atomcite.errors import EngineFailed, EngineMissing
from atomcite.vision.box_glyphs import BoxFinder
from atomcite.vision.cyrillic import missing_cyrillic
from atomcite.vision.doubts import Examination, examine, spoilt_place
from atomcite.vision.eyes import Eyes
from atomcite.vision.looks import Correction, Looks
from atomcite.vision.mark_parts import mark_parts
from atomcite.vision.marks import MarkJudge
from atomcite.vision.page_marks import MarkFinder
from atomcite.vision.reading import Reading
from atomcite.vision.weights import missing_weights

READER_VERSION = "13"
_POOR_CONFIDENCE = 0.6
"""Mean word confidence below which "not on the page" can't be told from "not legible"."""


class ReaderVerifier:
    """`ImageVerifier` "reader": embedded, no server, no words but its own.

    `judge` turns the reader's words into a verdict with checks; each check is then put to the recogniser's lattice:
    a number that was misread can be confirmed (support grade at best 2), one that seems to match but could as well be
    another is not relied on. Readings are cached as "reader".
    """

    name = "reader"

    def __init__(self, judge: Judge, *, cache: Cache, meter: Meter, threads: int = 2) -> None:
        self._judge = judge
        self._eyes = Eyes(cache, meter, threads)
        self._marks = MarkFinder()
        self._boxes = BoxFinder()

    @property
    def version(self) -> str:
        return f"{READER_VERSION} ({self._eyes.version}) > {self._judge.name} {self._judge.version}"

    def missing(self) -> Missing | None:
        """None when the networks are there and the judge can run."""
        return missing_weights() or self._judge.missing()

    def verify(self, pages: Sequence[PageImage], statements: Sequence[str]) -> list[ChannelResult]:
        """One result a statement, in order; what can't be checked is `NOT_CHECKED` with a reason."""
        if not statements:
            return []
        gap = self.missing()
        if gap is not None:
            return self._all_unchecked(
                statements, message("vision.engine_missing", what=gap.what, install=gap.install)
            )
        try:
            readings = [self._eyes.read(page) for page in pages]
        except (EngineFailed, EngineMissing) as error:
            return self._all_unchecked(statements, message("vision.engine_failed", error=error.what))
        engine = self._engine(readings)
        looks = Looks(self._eyes, tuple(pages), tuple(readings), self._boxes)
        legible = [r for r in readings if not r.blank and not r.unread_script]
        marks = {s: mark_parts(s) for s in dict.fromkeys(statements)}
        plain = [s for s, parts in marks.items() if not parts]
        judged: dict[str, ChannelResult] = {}
        if legible and plain:
            results = self._judge.judge(looks.words(), plain)
            judged = dict(zip(plain, results, strict=True))
        out: list[ChannelResult] = []
        on_marks: MarkJudge | None = None
        for statement in statements:
            parts = marks[statement]
            by_words: ChannelResult | None = None
            if not parts:
                by_words = self._of_words(statement, judged.get(statement), readings, looks, engine)
                if not claims_registration(statement) or not _takes_the_picture(by_words):
                    out.append(by_words)
                    continue
            if on_marks is None:
                on_marks = self._mark_judge(readings, looks, engine)
            try:
                if by_words is None:
                    out.append(on_marks.judge(parts))
                else:
                    out.append(_mind_legibility(on_marks.registered(statement), readings))
            except (EngineFailed, EngineMissing) as error:
                out.append(unchecked(engine, message("vision.engine_failed", error=error.what)))
        return out

    def _of_words(
        self, statement: str, judged: ChannelResult | None, readings: Sequence[Reading], looks: Looks, engine: str
    ) -> ChannelResult:
        gap = _unreadable(readings)
        if judged is None or gap is not None:
            return unchecked(engine, gap or message("vision.unreadable_page", page=_pages(readings)))
        return self._weighed(statement, judged, readings, looks, engine)

    def _weighed(
        self, statement: str, judged: ChannelResult, readings: Sequence[Reading], looks: Looks, engine: str
    ) -> ChannelResult:
        """The judge's verdict after the pixels have been asked."""
        result = judged
        odds: float | None = None
        if judged.verdict is not ChannelVerdict.NOT_CHECKED:
            exam = examine(judged, looks)
            found = None
            if judged.verdict is not ChannelVerdict.SUPPORTED:
                found = self._corrected(statement, exam.corrections, looks)
            if found is not None:
                confirmed = tuple(c.message for c in exam.corrections)
                grade = max(2, found.grade or 2)
                result = found.model_copy(update={"grade": grade, "reason": (*confirmed, *found.reason)})
            else:
                result = _settle(judged, exam)
                if exam.near and judged.verdict is not ChannelVerdict.SUPPORTED:
                    leaning = self._corrected(statement, (*exam.corrections, *exam.near), looks)
                    if leaning is not None:
                        odds = min(c.finding.odds or 0.0 for c in exam.near)
                        result = _withheld(judged, tuple(c.doubt for c in exam.near)) if result is judged else result
                place = spoilt_place(judged, looks) if result is judged else None
                if place is not None:
                    result = _withheld(judged, (place,))
        result = _mind_legibility(result, readings)
        return result.model_copy(update={"channel": "image", "engine": engine, "odds": odds})

    def _corrected(self, statement: str, corrections: Sequence[Correction], looks: Looks) -> ChannelResult | None:
        """The judge's word on the pages with these strings in place of what was read, where that bears the statement
        out and none of it could as well be read otherwise; None else."""
        if not corrections:
            return None
        again = self._judge.judge(looks.corrected(corrections), [statement])[0]
        if again.verdict is not ChannelVerdict.SUPPORTED or examine(again, looks, confirmed=corrections).rivalled:
            return None
        return again

    def _mark_judge(self, readings: Sequence[Reading], looks: Looks, engine: str) -> MarkJudge:
        """For claims on ink: the marks of the pages, and a judge for what else such a claim says in words."""

        def on_page(statement: str) -> ChannelResult:
            judged = None
            if _unreadable(readings) is None:
                judged = self._judge.judge(looks.words(), [statement])[0]
            return self._of_words(statement, judged, readings, looks, engine)

        def on_words(words: Sequence[PageWords], statement: str) -> ChannelResult:
            return self._judge.judge(words, [statement])[0]

        found = [self._marks.find(page, r) for page, r in zip(looks.pages, readings, strict=True)]
        return MarkJudge(looks, found, engine, on_page, on_words)

    def _engine(self, readings: Sequence[Reading]) -> str:
        eyes = "; ".join(dict.fromkeys(part for r in readings for part in r.engine.split("; ")))
        return f"reader {READER_VERSION} ({eyes}) > {self._judge.name} {self._judge.version}"

    def _all_unchecked(self, statements: Sequence[str], *reason: Message) -> list[ChannelResult]:
        return [unchecked(f"reader {READER_VERSION}", *reason) for _ in statements]


def unchecked(engine: str, *reason: Message) -> ChannelResult:
    """A result that says nothing about the page, and why."""
    return ChannelResult(channel="image", verdict=ChannelVerdict.NOT_CHECKED, engine=engine, reason=reason)


def _takes_the_picture(by_words: ChannelResult) -> bool:
    """True when words say nothing for or against a statement, or the judge itself asks for the picture."""
    return by_words.verdict is ChannelVerdict.UNSUPPORTED or any(
        m.code == "judge.needs_picture" for m in by_words.reason
    )


def _settle(judged: ChannelResult, exam: Examination) -> ChannelResult:
    """A verdict that hangs on a doubtful reading is no verdict."""
    doubts: tuple[Message, ...] = ()
    if judged.verdict is ChannelVerdict.SUPPORTED:
        doubts = tuple(d.message for d in exam.rivalled)
    elif judged.verdict in (ChannelVerdict.CONTRADICTED, ChannelVerdict.UNSUPPORTED):
        # A claimed string that the pixels would bear out, though the judge found the words around it wanting, is no
        # ground for doubt about those words; a string that may or may not be there is.
        doubts = tuple(d.message for d in exam.unsure)
    if not doubts:
        return judged
    return _withheld(judged, doubts, {d.check for d in (*exam.rivalled, *exam.unsure)})


def _withheld(judged: ChannelResult, why: tuple[Message, ...], weak: Collection[int] = ()) -> ChannelResult:
    """The judged result as no verdict; `weak` are the numbers of the checks that are not relied on."""
    checks = tuple(c.model_copy(update={"outcome": "weak"}) if i in weak else c for i, c in enumerate(judged.checks))
    return judged.model_copy(
        update={
            "verdict": ChannelVerdict.NOT_CHECKED,
            "grade": None,
            "reason": (*why, *judged.reason),
            "checks": checks,
        }
    )


def _mind_legibility(result: ChannelResult, readings: Sequence[Reading]) -> ChannelResult:
    """ "Not on the page" needs a page that could be read."""
    if result.verdict not in (ChannelVerdict.UNSUPPORTED, ChannelVerdict.CONTRADICTED):
        return result
    gap: Message | None = None
    for reading in readings:
        confidence = reading.page_words.mean_confidence
        if reading.unread_script:
            gap = _script_gap(reading)
        elif confidence is not None and confidence < _POOR_CONFIDENCE:
            gap = message("vision.poor_page", page=reading.page, confidence=f"{confidence:.2f}")
    if gap is None:
        return result
    update = {"verdict": ChannelVerdict.NOT_CHECKED, "grade": None, "reason": (gap, *result.reason)}
    return result.model_copy(update=update)


def _unreadable(readings: Sequence[Reading]) -> Message | None:
    """Why none of the pages can be read; None when one can."""
    if all(r.blank for r in readings):
        return message("vision.blank_page", page=_pages(readings))
    rest = [r for r in readings if not r.blank]
    if all(r.unread_script for r in rest):
        return _script_gap(rest[0])
    if all(not r.words for r in rest):
        return message("vision.unreadable_page", page=_pages(rest))
    return None


def _script_gap(reading: Reading) -> Message:
    gap = missing_cyrillic()
    if gap is not None:
        return message("vision.script_missing", page=reading.page, install=gap.install)
    return message("vision.script_unread", page=reading.page)


def _pages(readings: Sequence[Reading]) -> str:
    return ", ".join(str(r.page) for r in readings)
