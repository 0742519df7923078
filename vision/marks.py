"""Claims about marks held against the marks that a page bears.

A mark that is found supports the claim; that one is absent is said only of pages all of whose ink is accounted for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from atomcite.domain import Box, ChannelResult, ChannelVerdict, Check, Evidence, Message, PageWords, message
from atomcite.vision.looks import Looks
from atomcite.vision.mark_claims import PLAIN_WORDS, MarkClaim
from atomcite.vision.mark_labels import named_by, names_others, said_in, tick_named_by
from atomcite.vision.mark_parts import MarkPart
from atomcite.vision.page_marks import PageMarks
from atomcite.vision.seal_looks import looks_as
from atomcite.vision.seal_owner import Imprint, Ownership, ownership
from atomcite.vision.seal_text import read_seal
from atomcite.vision.signatures import SignaturePlace
from atomcite.vision.written_words import reads_as

_BESIDE = 45.0
"""Points between a mark and the words about it within which they belong together: three lines of text."""

Words = Callable[[str], ChannelResult]
"""Judges a statement on the words of the pages, the pixels asked."""

WordsOf = Callable[[Sequence[PageWords], str], ChannelResult]
"""Judges a statement on given words alone."""

_SEVERAL = re.compile(r"\band\b|,|\bи\b|\bboth\b|\ball\b", re.IGNORECASE)
"""Of several lines that a statement names all are meant."""


@dataclass(frozen=True)
class MarkJudge:
    """Judges claims on marks of some pages. `marks` run in parallel with `looks.pages`."""

    looks: Looks
    marks: Sequence[PageMarks]
    engine: str
    words: Words
    words_of: WordsOf

    def judge(self, parts: Sequence[MarkPart]) -> ChannelResult:
        """The verdict on a claim: all its parts must hold, and each is looked at by itself. Raises EngineFailed or
        EngineMissing when an imprint can't be read."""
        if all(r.blank for r in self.looks.readings):
            return self._unchecked(message("vision.blank_page", page=self._numbers))
        results = [self._part(part.claim, part.statement) for part in parts]
        denied = [r for r in results if r.verdict in (ChannelVerdict.UNSUPPORTED, ChannelVerdict.CONTRADICTED)]
        if denied:
            return denied[0]
        open_ = [r for r in results if r.verdict is ChannelVerdict.NOT_CHECKED]
        if open_:
            return self._unchecked(*dict.fromkeys(m for r in open_ for m in r.reason))
        result = results[0]
        for other in results[1:]:
            result = _joined(result, other, max(result.grade or 2, other.grade or 2))
        return result

    def registered(self, statement: str) -> ChannelResult:
        """A statement that words did not bear out, of what an office stamps on paper (`claims_registration`): an
        imprint that says it supports it, and only of pages without unread ink is it known not to be there. Raises
        EngineFailed or EngineMissing when an imprint can't be read."""
        stamp = MarkClaim("seal", "stamp", present=True, rest=statement)
        for i, marks in enumerate(self.marks):
            for box in marks.seal_boxes:
                own = self._imprint(i, box)
                said = self.words_of([own], statement) if own.words else None
                if said is not None and said.verdict is ChannelVerdict.SUPPORTED:
                    there = self._result(ChannelVerdict.SUPPORTED, 2, stamp, "found", [(i, box)])
                    return _joined(there, said, max(2, said.grade or 2))
        if self._all_plain:
            return self._absent(stamp, supports=False)
        return self._unchecked(message("vision.registration_unread", page=self._numbers))

    def _part(self, claim: MarkClaim, statement: str) -> ChannelResult:
        if claim.kind == "seal":
            return self._seal(claim, statement)
        if claim.kind == "signature":
            return self._signature(claim)
        if claim.kind == "handwriting":
            return self._handwriting(claim)
        return self._tick(claim, statement)

    # Seals and stamps

    def _seal(self, claim: MarkClaim, statement: str) -> ChannelResult:
        found = [
            (i, seal, box)
            for i, marks in enumerate(self.marks)
            for seal, box in zip(marks.seals, marks.seal_boxes, strict=True)
        ]
        if not found:
            return self._absent(claim, supports=not claim.present)
        if not claim.present and claim.owner is None:
            return self._result(ChannelVerdict.CONTRADICTED, 4, claim, "found", [(i, b) for i, _, b in found])
        fitting = [(i, s, b) for i, s, b in found if looks_as(statement, s.round, s.hue)]
        if claim.at_signature:
            fitting = [(i, s, b) for i, s, b in fitting if _at_any(b, self.marks[i].signatures)]
        if not fitting:
            return self._unchecked(self._cannot_tell(claim))
        places = [(i, b) for i, _, b in fitting]
        there = self._result(ChannelVerdict.SUPPORTED, 2, claim, "found", places)
        if claim.owner is not None:
            there = self._owned(claim, claim.owner, places)
        if claim.rest is None or there.verdict is not ChannelVerdict.SUPPORTED or not claim.present:
            return there
        for i, _, box in fitting:
            own = self._imprint(i, box)
            if own.words:
                said = self.words_of([own], claim.rest)
                if said.verdict is ChannelVerdict.SUPPORTED:
                    only = self._result(ChannelVerdict.SUPPORTED, 2, claim, "found", [(i, box)])
                    return _joined(only, said, max(2, said.grade or 2))
        if claim.inscription:
            return self._unchecked(*there.reason, message("vision.mark_rest_unread"))
        return self._with_rest(claim, there, beside=None)

    def _owned(self, claim: MarkClaim, owner: str, places: Sequence[tuple[int, Box]]) -> ChannelResult:
        """A claim on the imprint of somebody in particular."""
        pages = [r.page_words for r in self.looks.readings]
        whose: list[tuple[Ownership, tuple[int, Box]]] = []
        for page, box in places:
            words = tuple(w.text for w in self._imprint(page, box).words)
            whose.append((ownership(Imprint(words), owner, pages), (page, box)))
        own = [place for answer, place in whose if answer == "own"]
        if not own and any(answer == "unknown" for answer, _ in whose):
            return self._unchecked(
                self._result(ChannelVerdict.SUPPORTED, 2, claim, "found", places).reason[0],
                message("vision.mark_rest_unread"),
            )
        if bool(own) == claim.present:
            # Letters round a rim are read with slips: whose they are takes interpretation.
            return self._result(ChannelVerdict.SUPPORTED, 3, claim, "found", own or places)
        found = self._result(ChannelVerdict.CONTRADICTED, 4, claim, "found", own or places)
        if own:
            return found
        return found.model_copy(update={"reason": (message("vision.others_seal", owner=owner), *found.reason)})

    def _imprint(self, page: int, box: Box) -> PageWords:
        """Words of an imprint: as read from its own ink, and those of the page's reading that lie wholly in it."""
        reading, marks = self.looks.readings[page], self.marks[page]
        number = marks.seal_boxes.index(box)
        words = list(read_seal(marks.seals[number], marks.ink, self.looks.eyes))
        last = max((w.line for w in words), default=-1) + 1
        for own in reading.words:
            shared = own.word.box.intersection(box)
            if not marks.seals[number].round and shared is not None and shared.area > 0.9 * own.word.box.area:
                words.append(replace(own.word, line=last + own.word.line))
        base = reading.page_words
        return PageWords(base.page, base.width, base.height, tuple(words), base.engine, base.script, base.skew)

    # Signatures

    def _signature(self, claim: MarkClaim) -> ChannelResult:
        places = [(i, p) for i, marks in enumerate(self.marks) for p in marks.places]
        signed = [(i, p.ink) for i, p in places if p.ink is not None]
        lines = [(i, p) for i, p in places if p.line is not None]
        empty = [(i, p.box) for i, p in lines if p.empty]
        if claim.rest is not None:
            labels = [p.text for _, p in places]
            named = [(i, p) for i, p in places if named_by(claim.rest, p.text, labels)]
            if len(named) > 1 and not _SEVERAL.search(claim.rest):
                # "Ann Lee signed for Hale": the name stands at one line and the party at another.
                return self._unchecked(self._cannot_tell(claim))
            if named:
                label = " ".join(p.text for _, p in named)
                return self._named(claim, [(i, p.ink, p.box, p.empty) for i, p in named], label)
        if not claim.present:
            if claim.rest is not None:
                return self._unchecked(self._cannot_tell(claim))
            if signed:
                if claim.all_sides:
                    return self._unchecked(self._cannot_tell(claim))
                return self._result(ChannelVerdict.CONTRADICTED, 4, claim, "found", signed)
            if empty and len(empty) == len(lines) and not any(m.flourishes or m.written for m in self.marks):
                return self._result(ChannelVerdict.SUPPORTED, 2, claim, "empty", empty)
            return self._unchecked(self._cannot_tell(claim))
        if signed and claim.all_sides:
            there = self._by_all(claim, places)
        elif signed:
            there = self._result(ChannelVerdict.SUPPORTED, 2, claim, "found", signed)
        if signed:
            if claim.rest is None or there.verdict is not ChannelVerdict.SUPPORTED:
                return there
            rest = self._with_rest(claim, there, beside=[b for _, b in signed])
            return (
                self._unchecked(*there.reason, message("vision.mark_elsewhere"))
                if self._astray(rest, lines)
                else rest
            )
        if empty and len(empty) == len(lines) and not any(m.flourishes or m.written for m in self.marks):
            return self._result(ChannelVerdict.UNSUPPORTED, 4, claim, "empty", empty)
        if claim.rest is not None:
            rest = self.words(claim.rest)
            if rest.verdict in (ChannelVerdict.UNSUPPORTED, ChannelVerdict.CONTRADICTED):
                return rest
        return self._unchecked(self._cannot_tell(claim))

    def _by_all(self, claim: MarkClaim, places: Sequence[tuple[int, SignaturePlace]]) -> ChannelResult:
        """A claim that all parties or signatories signed: every line must bear ink. Where there are none, only two
        signatures, each at words of its own, are those of "both". A witness is no party: an empty line of one leaves
        it open."""
        lines = [(i, p) for i, p in places if p.line is not None]
        signed = [(i, p.ink) for i, p in places if p.ink is not None]
        empty = [(i, p.box) for i, p in lines if p.empty and not p.witness]
        if empty:
            return self._result(ChannelVerdict.CONTRADICTED, 4, claim, "empty", empty)
        if lines:
            whole = len(lines) > 1 and all(p.ink is not None for _, p in lines)
        else:
            whole = len(signed) == 2 and len({p.text for _, p in places}) == 2
        if not whole:
            return self._unchecked(self._cannot_tell(claim))
        return self._result(ChannelVerdict.SUPPORTED, 2, claim, "found", signed)

    def _astray(self, found: ChannelResult, lines: Sequence[tuple[int, SignaturePlace]]) -> bool:
        """Whether what words say of a signature stands, where there are several lines, at none that bears ink or at
        another one too."""
        if len(lines) < 2 or found.verdict is not ChannelVerdict.SUPPORTED:
            return False
        own, bare = (
            [(self.looks.pages[i].page, w.box) for i, p in lines if (p.ink is None) == is_bare for w in p.label]
            for is_bare in (False, True)
        )
        said = [(e.page, e.box) for e in found.evidence if e.box is not None and e.quote]
        return not any(_at(place, own) and not _at(place, bare) for place in said)

    def _named(
        self, claim: MarkClaim, places: Sequence[tuple[int, Box | None, Box, bool]], label: str
    ) -> ChannelResult:
        """A claim on the signature lines of somebody in particular; `label` is what stands at them."""
        inked = [(i, ink) for i, ink, _, _ in places if ink is not None]
        empty = [(i, box) for i, _, box, is_empty in places if is_empty]
        if not claim.present:
            if len(empty) == len(places):
                return self._result(ChannelVerdict.SUPPORTED, 2, claim, "empty", empty)
            if inked and not empty:
                return self._result(ChannelVerdict.CONTRADICTED, 4, claim, "found", inked)
            return self._unchecked(self._cannot_tell(claim))
        if empty:
            return self._result(ChannelVerdict.UNSUPPORTED, 4, claim, "empty", empty)
        if len(inked) < len(places):
            return self._unchecked(self._cannot_tell(claim))
        there = self._result(ChannelVerdict.SUPPORTED, 2, claim, "found", inked)
        if claim.rest is None or said_in(claim.rest, label, PLAIN_WORDS):
            return there
        if names_others(claim.rest, label):
            return self._unchecked(*there.reason, message("vision.mark_rest_unread"))
        return self._with_rest(claim, there, beside=None)

    # Handwriting

    def _handwriting(self, claim: MarkClaim) -> ChannelResult:
        # "There is handwriting" holds of a signature too; "a note by hand" does not.
        any_ink = claim.wording.casefold() == "handwriting" and claim.rest is None
        found = [
            (i, b)
            for i, marks in enumerate(self.marks)
            for b in (*marks.by_hand, *(marks.signatures if any_ink else ()))
        ]
        if not claim.present:
            if found:
                return self._result(ChannelVerdict.CONTRADICTED, 4, claim, "found", found)
            return self._absent(claim, supports=True)
        if not found:
            return self._absent(claim, supports=False)
        there = self._result(ChannelVerdict.SUPPORTED, 2, claim, "found", found)
        if claim.rest is None:
            return there
        rest = self._with_rest(claim, there, beside=[b for _, b in found])
        if rest.verdict is ChannelVerdict.NOT_CHECKED:
            for i, box in found:
                if reads_as(self.looks, i, box, claim.rest):
                    return self._result(ChannelVerdict.SUPPORTED, 3, claim, "found", [(i, box)])
        return rest

    # Ticks

    def _tick(self, claim: MarkClaim, statement: str) -> ChannelResult:
        boxes = [(i, t) for i, marks in enumerate(self.marks) for t in marks.ticks]
        chosen = tick_named_by(statement, [t.text for _, t in boxes])
        if chosen is None:
            return self._unchecked(self._cannot_tell(claim))
        page, tick = boxes[chosen]
        if tick.state == "unclear":
            return self._unchecked(self._cannot_tell(claim))
        holds = (tick.state == "ticked") == claim.present
        verdict = ChannelVerdict.SUPPORTED if holds else ChannelVerdict.CONTRADICTED
        return self._result(verdict, 2 if holds else 4, claim, tick.state, [(page, tick.box)], quote=tick.text)

    # What they share

    def _with_rest(self, claim: MarkClaim, there: ChannelResult, beside: Sequence[Box] | None) -> ChannelResult:
        """A mark that is there, and what else the statement says: words must hold, near `beside` if given."""
        assert claim.rest is not None
        rest = self.words(claim.rest)
        if rest.verdict is ChannelVerdict.CONTRADICTED:
            return rest
        if rest.verdict is not ChannelVerdict.SUPPORTED:
            # What a seal or a hand wrote is more than the recogniser can be trusted to read.
            return self._unchecked(*there.reason, message("vision.mark_rest_unread"))
        if beside is not None and not any(
            e.box is not None and b.padded(_BESIDE).intersection(e.box) for e in rest.evidence for b in beside
        ):
            return self._unchecked(*there.reason, message("vision.mark_elsewhere"))
        return _joined(there, rest, max(2, rest.grade or 2))

    def _absent(self, claim: MarkClaim, *, supports: bool) -> ChannelResult:
        """No mark of the kind: a verdict where all ink of the pages is print that was read, else none."""
        if not self._all_plain:
            return self._unchecked(self._cannot_tell(claim))
        verdict = ChannelVerdict.SUPPORTED if supports else ChannelVerdict.UNSUPPORTED
        outcome = Check(kind="mark", claimed=claim.wording, outcome="match" if supports else "missing")
        return ChannelResult(
            channel="image",
            verdict=verdict,
            grade=2 if supports else 4,
            engine=self.engine,
            reason=(message("vision.only_print", page=self._numbers),),
            checks=(outcome,),
        )

    def _result(
        self,
        verdict: ChannelVerdict,
        grade: int,
        claim: MarkClaim,
        what: str,
        places: Sequence[tuple[int, Box]],
        quote: str = "",
    ) -> ChannelResult:
        unique = list(dict.fromkeys(places))
        numbers = [self.looks.pages[i].page for i, _ in unique]
        evidence = tuple(
            Evidence(page=n, quote=quote, engine=self.engine, box=b)
            for n, (_, b) in zip(numbers, unique, strict=True)
        )
        ok = verdict is ChannelVerdict.SUPPORTED
        check = Check(
            kind="mark",
            claimed=claim.wording,
            outcome="match" if ok else "mismatch",
            page=numbers[0],
            box=unique[0][1],
        )
        code = f"vision.{what}_{claim.kind}"
        return ChannelResult(
            channel="image",
            verdict=verdict,
            grade=grade,
            engine=self.engine,
            reason=(message(code, page=numbers[0], count=len(unique)),),
            evidence=evidence,
            checks=(check,),
        )

    def _unchecked(self, *reason: Message) -> ChannelResult:
        return ChannelResult(
            channel="image", verdict=ChannelVerdict.NOT_CHECKED, engine=self.engine, reason=tuple(reason)
        )

    def _cannot_tell(self, claim: MarkClaim) -> Message:
        return message(f"vision.cannot_tell_{claim.kind}", page=self._numbers)

    @property
    def _all_plain(self) -> bool:
        """True when all ink of the pages is print that was read."""
        return all(m.plain or r.blank for m, r in zip(self.marks, self.looks.readings, strict=True))

    @property
    def _numbers(self) -> str:
        return ", ".join(str(p.page) for p in self.looks.pages)


def _at(place: tuple[int, Box], others: Sequence[tuple[int, Box]]) -> bool:
    return any(page == place[0] and box.intersection(place[1]) is not None for page, box in others)


def _at_any(imprint: Box, signatures: Sequence[Box]) -> bool:
    return any(imprint.padded(_BESIDE).intersection(s) is not None for s in signatures)


def _joined(mark: ChannelResult, words: ChannelResult, grade: int) -> ChannelResult:
    return words.model_copy(
        update={
            "channel": "image",
            "engine": mark.engine,
            "grade": grade,
            "reason": (*mark.reason, *words.reason),
            "evidence": (*mark.evidence, *words.evidence),
            "checks": (*mark.checks, *words.checks),
        }
    )
