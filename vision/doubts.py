"""Puts the checks of a verdict to the pixels: what is borne out, what is doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atomcite.domain import Box, ChannelResult, Check, Message, message
from atomcite.vision.asking import Answer, Finding
from atomcite.vision.looks import Correction, Looks

_ASKED_KINDS = frozenset({"value", "date", "identifier", "name"})
_MIN_SEARCH = 4
"""Digits or letters that a string must have to be searched for over the whole page: "5" is found everywhere."""

_SEARCH_FLOOR = -4.0
"""A string that is searched for all over the page has many places to be found in by chance: it must fit better."""

_CLOSER_LOOKS = 3


@dataclass(frozen=True, slots=True)
class Doubt:
    """A check (by number) that the pixels leave open, and how to say so."""

    check: int
    message: Message


@dataclass(frozen=True, slots=True)
class Examination:
    """What came of the questions. `corrections`: claimed strings that the pixels bear out where something else was
    read. `rivalled`: matches whose pixels could as well be something else. `unsure`: mismatches of which the pixels
    can't tell."""

    corrections: tuple[Correction, ...] = ()
    rivalled: tuple[Doubt, ...] = ()
    unsure: tuple[Doubt, ...] = ()


def examine(result: ChannelResult, looks: Looks, confirmed: Sequence[Correction] = ()) -> Examination:
    """Asks about every check of `result` that the pixels can answer. `confirmed` were asked before."""
    corrections: list[Correction] = []
    rivalled: list[Doubt] = []
    unsure: list[Doubt] = []
    settled = {c.finding.asked for c in confirmed}
    for number, check in enumerate(result.checks):
        if check.kind not in _ASKED_KINDS:
            continue
        if check.outcome == "match":
            doubt = None if check.found in settled else _match_doubt(number, check, looks)
            rivalled += [doubt] if doubt else []
        else:
            correction, doubt = _mismatch(number, check, looks)
            corrections += [correction] if correction else []
            unsure += [doubt] if doubt else []
    return Examination(tuple(corrections), tuple(rivalled), tuple(unsure))


def _match_doubt(number: int, check: Check, looks: Looks) -> Doubt | None:
    if check.found is None or check.box is None or not any(c.isdigit() for c in check.found):
        return None
    page = looks.index_of(check.page)
    if page is None:
        return None
    best: Finding | None = None
    for segment, first, last in _places(looks, page, check.box):
        finding = looks.ask(page, segment, check.found, first, last)
        if best is None or finding.score > best.score:
            best = finding
    # A match that another reader than the lattice read (Cyrillic lines) may not be spellable: no doubt then.
    if best is None or best.answer is Answer.DENIED or not best.is_rivalled:
        return None
    if best.rival is not None and _loses_digits(looks, page, best.rival, check.found):
        return None
    return Doubt(number, message("vision.as_likely", found=check.found, rival=best.rival))


def _mismatch(number: int, check: Check, looks: Looks) -> tuple[Correction | None, Doubt | None]:
    """Whether a claimed string stands where the judge saw something else, or anywhere when it saw nothing."""
    spellings = [s for s in check.spellings if s.strip()]
    if not spellings and check.kind in ("identifier", "name"):
        spellings = [check.claimed]
    places: list[tuple[int, int, int, int]] = []
    pages = range(len(looks.pages)) if check.page is None else [looks.index_of(check.page)]
    for page in pages:
        if page is None:
            continue
        if check.box is not None:
            places += [(page, *place) for place in _places(looks, page, check.box)]
        else:
            places += [(page, i, 0, s.lattice.steps) for i, s in enumerate(looks.readings[page].segments)]
    if check.box is None:
        spellings = [s for s in spellings if sum(c.isalnum() for c in s) >= _MIN_SEARCH]
    best = _best(looks, spellings, places)
    if best is None:
        return None, None
    finding, page, segment = best
    sure = finding.answer is Answer.CONFIRMED and (check.box is not None or finding.score >= _SEARCH_FLOOR)
    if sure and check.found and _loses_digits(looks, page, finding.asked, check.found):
        return None, None
    if sure and finding.read.replace(" ", "") != finding.asked.replace(" ", ""):
        box = looks.readings[page].box_of(segment, finding.first, finding.last)
        return Correction(page, segment, finding, box), None
    if finding.answer is Answer.UNSURE and check.box is not None:
        return None, Doubt(number, message("vision.cannot_tell_value", asked=finding.asked, read=finding.read or "-"))
    return None, None


def _best(
    looks: Looks, spellings: Sequence[str], places: Sequence[tuple[int, int, int, int]]
) -> tuple[Finding, int, int] | None:
    """The best finding of any spelling at any place (page, segment, steps), with its page and segment.

    A glance at the first reading ranks them; only the most promising get the closer look, which costs a recognition.
    """
    glances = [
        (finding.score, text, place)
        for text in spellings
        for place in places
        if (finding := looks.glance(place[0], place[1], text, place[2], place[3])).answer is not Answer.DENIED
    ]
    glances.sort(key=lambda g: -g[0])
    best: tuple[Finding, int, int] | None = None
    for _, text, (page, segment, first, last) in glances[:_CLOSER_LOOKS]:
        finding = looks.ask(page, segment, text, first, last)
        if finding.answer is Answer.DENIED:
            continue
        rank = (finding.answer is Answer.CONFIRMED, finding.score)
        if best is None or rank > (best[0].answer is Answer.CONFIRMED, best[0].score):
            best = (finding, page, segment)
    return best


def _loses_digits(looks: Looks, page: int, shorter: str, longer: str) -> bool:
    """True for a string with fewer digits on a page with Cyrillic text: beside letters that it doesn't know the
    network drops digits, so that its finding fewer says nothing."""
    fewer = sum(c.isdigit() for c in shorter) < sum(c.isdigit() for c in longer)
    return fewer and looks.readings[page].script in ("cyrillic", "mixed")


def _places(looks: Looks, page: int, box: Box) -> list[tuple[int, int, int]]:
    """Segments and lattice steps under a box, with a symbol's width to spare."""
    reading = looks.readings[page]
    out: list[tuple[int, int, int]] = []
    for segment in reading.segments_at(box):
        first, last = reading.steps_at(segment, box.padded(0.5 * box.height, 0))
        if last > first:
            out.append((segment, first, last))
    return out
