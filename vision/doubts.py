"""Puts the checks of a verdict to the pixels: what is borne out, what is doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atomcite.domain import Box, ChannelResult, ChannelVerdict, Check, Message, message
from atomcite.vision.asking import DENY, Answer, Finding
from atomcite.vision.looks import Correction, Looks
from atomcite.vision.reading import Reading

_ASKED_KINDS = frozenset({"value", "date", "identifier", "name"})
_MIN_SEARCH = 4
"""Digits or letters that a string must have to be searched for over the whole page: "5" is found everywhere."""

_SEARCH_FLOOR = -4.0
"""A string that is searched for all over the page has many places to be found in by chance: it must fit better."""

_CLOSER_LOOKS = 3

NEAR = 0.5
"""Log-odds from which a string that is not confirmed is near."""

_EDGES = "«»\"'“”„()[].,;:"
"""What may surround a string without being of it."""

Place = tuple[int, int, int, int]
"""Page index, segment, and the lattice steps of it."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A check (by number) that the pixels leave open, and how to say so."""

    check: int
    message: Message


@dataclass(frozen=True, slots=True)
class Examination:
    """What came of the questions. `corrections`: claimed strings that the pixels bear out where something else was
    read. `near`: claimed strings that the pixels make likelier than every near alternative, but not likely enough.
    `rivalled`: matches whose pixels could as well be something else. `unsure`: mismatches of which the pixels can't
    tell."""

    corrections: tuple[Correction, ...] = ()
    near: tuple[Correction, ...] = ()
    rivalled: tuple[Doubt, ...] = ()
    unsure: tuple[Doubt, ...] = ()


def examine(result: ChannelResult, looks: Looks, confirmed: Sequence[Correction] = ()) -> Examination:
    """Asks about every check of `result` that the pixels can answer. `confirmed` were asked before."""
    corrections: list[Correction] = []
    near: list[Correction] = []
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
            correction, doubt = _mismatch(number, check, looks, _rows(result, looks))
            if correction and correction.finding.answer is Answer.CONFIRMED:
                corrections.append(correction)
            elif correction:
                near.append(correction)
            unsure += [doubt] if doubt else []
    return Examination(tuple(corrections), tuple(near), tuple(rivalled), tuple(unsure))


_POOR = 0.75
"""Confidence of a word below which its place counts as spoilt."""


def spoilt_place(result: ChannelResult, looks: Looks) -> Message | None:
    """Why a claimed value that was not found, or only in another row than the words that match, may stand beside them
    all the same: there is a place that could not be read. None without such a place, or where the page surely says
    something else in the value's own place."""
    if result.verdict is ChannelVerdict.NOT_CHECKED:
        return None
    supported = result.verdict is ChannelVerdict.SUPPORTED
    # A value that supports may stand in another line than a common word, but not in another than the name's own.
    kinds = ("name",) if supported else ("term", "name")
    matches = [c for c in result.checks if c.outcome == "match" and c.box is not None]
    heads = [c.box for c in matches if c.kind == "date" and c.box is not None]
    if supported:
        found = ("match", "weak")  # weak: in another place than the other words
        asked = [c for c in result.checks if c.kind in ("value", "identifier") and c.outcome in found]
    else:
        asked = [c for c in result.checks if c.kind in _ASKED_KINDS and c.outcome != "match"]
    for check in asked:
        for match in (m for m in matches if m.kind in kinds):
            page = looks.index_of(match.page)
            if page is None or match.box is None:
                continue
            box = match.box
            unread = [place for place in _unread(looks.readings[page], check.claimed) if _in_row(box, place)]
            if _has_own_place(check, box, heads, unread):
                continue
            if any(place.x1 > box.x1 for place in unread):
                return message("vision.spoilt_place", claimed=check.claimed, page=looks.pages[page].page)
    return None


def _has_own_place(check: Check, row: Box, heads: Sequence[Box], unread: Sequence[Box]) -> bool:
    """True where what the check found stands in `row` and, of a table, in the column whose head matches; a stump of
    what is claimed does not count, nor does what stands in one of the row's `unread` places."""
    if check.box is None or check.outcome == "missing" or not _in_row(row, check.box):
        return False
    if check.outcome != "match" and 2 * _digits(check.found) <= _digits(check.claimed):
        return False
    if any(min(check.box.x1, p.x1) - max(check.box.x0, p.x0) > 0.5 * check.box.width for p in unread):
        return False
    columns = [h for h in heads if not _in_row(h, row)]
    return not columns or any(_in_column(h, check.box) for h in columns)


_LONGER = 1.3
"""Length of a word of letters, as a multiple of a number's, from which the number is not what was read as it."""


def _unread(reading: Reading, claimed: str) -> list[Box]:
    """Places of a word's size that could not be read, or hardly, where `claimed` may stand."""
    poor = [
        w.word.box
        for w in reading.words
        if w.word.confidence < _POOR
        and any(map(str.isalnum, w.word.text))
        and not (w.word.text.isalpha() and len(w.word.text) > _LONGER * len(claimed))
    ]
    return [b for b in (*reading.spoilt, *poor) if b.width > 0.8 * b.height]


def _digits(text: str | None) -> int:
    return sum(c.isdigit() for c in text or "")


def _in_row(a: Box, b: Box) -> bool:
    return a.vertical_overlap(b) > 0.5


def _in_column(a: Box, b: Box) -> bool:
    return min(a.x1, b.x1) - max(a.x0, b.x0) > -0.5 * a.width


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


def _mismatch(
    number: int, check: Check, looks: Looks, rows: Sequence[Place]
) -> tuple[Correction | None, Doubt | None]:
    """Whether a claimed string stands where the judge saw something else, or, failing that, beside the words that
    match, or anywhere: what stands in its place may be unreadable, and the judge then takes another place for it.

    A correction whose finding is unsure is only near: likelier than its alternatives.
    """
    spellings = [s for s in check.spellings if s.strip()]
    if not spellings and check.kind in ("identifier", "name"):
        spellings = [check.claimed]
    page = looks.index_of(check.page)
    long = [s for s in spellings if sum(c.isalnum() for c in s) >= _MIN_SEARCH]
    near: Correction | None = None
    doubt: Doubt | None = None
    if check.box is not None and page is not None:
        own = [(page, *place) for place in _places(looks, page, _room_for(check, check.box))]
        best = _best(looks, spellings, own)
        if best is not None:
            finding = best[0]
            if finding.answer is Answer.CONFIRMED:
                if check.found and _loses_digits(looks, page, finding.asked, check.found):
                    return None, None
                return _correction(looks, best), None
            doubt = Doubt(number, message("vision.cannot_tell_value", asked=finding.asked, read=finding.read or "-"))
        near = _near(looks, spellings, own)
    best = _best(looks, long, rows)
    if best is not None and best[0].answer is Answer.CONFIRMED:
        return _correction(looks, best), None if check.box is None else doubt
    near = near or _near(looks, long, rows)
    pages = range(len(looks.pages)) if check.page is None else [page]
    places = [
        (p, i, 0, segment.lattice.steps)
        for p in pages
        if p is not None
        for i, segment in enumerate(looks.readings[p].segments)
    ]
    best = _best(looks, long, places)
    if best is not None and best[0].answer is Answer.CONFIRMED and best[0].score >= _SEARCH_FLOOR:
        return _correction(looks, best), None if check.box is None else doubt
    return near, doubt


def _rows(result: ChannelResult, looks: Looks) -> list[Place]:
    """Strips on the lines of the names and words of a statement that were found, where they go on to the right."""
    out: dict[Place, None] = {}
    for check in result.checks:
        page = looks.index_of(check.page)
        if check.outcome != "match" or check.kind not in ("term", "name") or check.box is None or page is None:
            continue
        reading = looks.readings[page]
        for i, segment in enumerate(reading.segments):
            strip = segment.strip.box(0, segment.strip.width, reading.dpi)
            if _in_row(check.box, strip) and strip.x1 > check.box.x1:
                out[page, i, 0, segment.lattice.steps] = None
    return list(out)


def _near(looks: Looks, spellings: Sequence[str], places: Sequence[Place]) -> Correction | None:
    """The string that a closer look makes likeliest, whatever a glance said of it, if it is likely at all."""
    glances = [(looks.glance(p[0], p[1], text, p[2], p[3]).score, text, p) for text in spellings for p in places]
    glances.sort(key=lambda g: -g[0])
    best: tuple[Finding, int, int] | None = None
    for score, text, (page, segment, first, last) in glances[:_CLOSER_LOOKS]:
        if score < DENY * len(text):
            continue
        finding = looks.weigh(page, segment, text, first, last)
        if (finding.odds or 0.0) >= NEAR and (best is None or (finding.odds or 0.0) > (best[0].odds or 0.0)):
            best = (replace(finding, answer=Answer.UNSURE), page, segment)
    return _correction(looks, best) if best else None


def _correction(looks: Looks, best: tuple[Finding, int, int]) -> Correction | None:
    """What was found, unless the words of the page have it there in the first place: what the lattice reads best may
    stand in no word, where another recogniser read the line."""
    finding, page, segment = best
    shown = "".join(w.word.text for w in looks.words_under(page, segment, finding))
    if finding.asked.replace(" ", "") == shown.strip(_EDGES).replace(" ", ""):
        return None
    box = looks.readings[page].box_of(segment, finding.first, finding.last)
    return Correction(page, segment, finding, box)


def _room_for(check: Check, box: Box) -> Box:
    """The place of what was found, with room for what is claimed where only a stump of it was read."""
    longest = max((len(s) for s in (*check.spellings, check.claimed)), default=0)
    read = len(check.found or "")
    if check.found is None or _digits(check.found) >= _digits(check.claimed) or read == 0:
        return box
    return box.padded(box.width * min(4.0, max(0.0, longest / read - 1)), 0)


def _best(looks: Looks, spellings: Sequence[str], places: Sequence[Place]) -> tuple[Finding, int, int] | None:
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
