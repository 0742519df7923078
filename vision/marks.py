"""Claims about what text does not hold - signature, seal, handwriting, tick - and what the pixels say of them.

Detection here is one-sided: a mark that is found supports the claim, one that is not found leaves it unchecked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from atomcite.domain import Box, ChannelResult, ChannelVerdict, Check, Evidence, Message, message
from atomcite.vision.ink import Ink, find_ink
from atomcite.vision.looks import Looks
from atomcite.vision.reading import Reading

MarkKind = Literal["signature", "seal", "handwriting", "tick"]


@dataclass(frozen=True, slots=True)
class MarkClaim:
    """What a statement says about a mark. `present` is False for "unsigned", "no seal". `rest` is what it says beyond
    the mark's being there (who signed, when, what the seal reads), as a statement for a judge of words; None when
    that is all it says."""

    kind: MarkKind
    wording: str
    present: bool
    rest: str | None


_F = re.IGNORECASE
_PATTERNS: tuple[tuple[MarkKind, re.Pattern[str]], ...] = (
    (
        "handwriting",
        re.compile(
            r"\bhand-?written\b|\bhandwriting\b"
            r"|\b(?:written|wrote|noted?|annotat\w+|added|inscri\w+)\b[^.;]*\bby hand\b"
            r"|\bот руки\b|\bрукописн\w+|\bрукой (?:вписан|написан|сделан)\w*",
            _F,
        ),
    ),
    (
        "seal",
        re.compile(
            r"\b(?:rubber |round |official |company |corporate |wet |ink )*(?:stamp|seal)s?\b"
            r"(?= (?:is|are|was|were|has|have|appears?|can be|on (?:the|this|that|page)|of|at|in|beside|next|over)\b"
            r"|[.,;]?$)"
            r"|\b(?:bears?|carries|carry|shows?|has|have|with) (?:a|an|the) [\w '-]{0,40}\b(?:stamp|seal)\b"
            r"|\b(?:is|are|was|were) (?:stamped|sealed)\b"
            r"|\b(?:оттиск\w*|печат(?:ь|и|ью|ей|ями)|штамп\w{0,2})\b",
            _F,
        ),
    ),
    (
        "tick",
        re.compile(
            r"\b(?:box|checkbox|tick ?box|option)\b[^.;]*"
            r"\b(?:ticked|checked|crossed|marked|empty|unticked|unchecked)\b"
            r"|\b(?:ticked|unticked|check-?marked)\b|\btick mark\b"
            r"|\b(?:галочк\w+|чекбокс\w*)\b|\bотмечен\w* (?:галочкой|крестиком)\b",
            _F,
        ),
    ),
    (
        "signature",
        re.compile(
            r"\bsignatures?\b|\b(?:un|counter)?signed\b(?! (?:up|off|in|integer|number))|\bhand-signed\b"
            r"|\bподпис(?:ь|и|ью|ями|ей)\b|\b(?:не)?подписан[аоы]?\b|\bподписал[аи]?\b",
            _F,
        ),
    ),
)
_ABSENT = re.compile(
    r"\bun(?:signed|stamped|sealed|ticked|checked)\b|\b(?:no|without(?: a| any)?|lacks?|missing|absent|empty)\b"
    r"|\bnot (?:been )?(?:signed|stamped|sealed|ticked|checked|present)\b|\bnever signed\b"
    r"|\bне\s?подписан\w*|\bбез (?:подписи|печати|штампа)\b|\bнет\b|\bотсутству\w+|\bне (?:стоит|проставлен\w*)\b",
    _F,
)
_PLAIN = """
a an the this that there is are was were be been has have had on in at of by it its and with to page document
contract agreement letter report order act form receipt invoice protocol certificate deed copy original bears
bear carries shows present visible appears affixed placed put found seen hand handwritten signature signatures
signed stamp stamped seal sealed round blue red company official someone somebody note notes text ink wet
written wrote handwriting signatory end bottom foot top both parties sides rubber can на в с о от к и или этот
эта это документ документе документа договор договоре договора письмо акт акте отчет отчёт отчете приказ
приказе странице страница стоит имеется есть проставлена проставлен проставлены поставлена поставлен видна
виден присутствует печать печати печатью подпись подписи подписью подписан подписана подписано подписаны штамп
штампа штампом оттиск оттиска круглая круглой синяя синий сторон стороны обеих руки рукописная рукописный
рукописное пометка надпись организации компании внизу вверху скреплен скреплён заверен заверена
"""
_PLAIN_WORDS = frozenset(_PLAIN.split())
_SIGNATURE_WORD = re.compile(r"signature|signed|signatory|sign here|подпис|^м\.? ?п\.?$|^l\.?s\.?$", _F)


def mark_claim(statement: str) -> MarkClaim | None:
    """The mark that a statement is about; None for an ordinary statement.

    "Signature" in passing ("within 30 days of signature") is no claim about ink.
    """
    for kind, pattern in _PATTERNS:
        found = pattern.search(statement)
        if found is None or _in_passing(statement, found):
            continue
        others = pattern.sub(" ", statement)
        words = re.findall(r"[^\W_]+", others.casefold())
        rest = " ".join(others.split()) if any(w not in _PLAIN_WORDS for w in words) else None
        return MarkClaim(kind, found.group(), _ABSENT.search(statement) is None, rest)
    return None


_PASSING = re.compile(
    r"\b(?:days?|weeks?|months?|date|upon|after|before|of|from|until|on) (?:the )?(?:date of )?(?:its |their )?$"
    r"|\b(?:дней|дня|даты|момента|после|до|со дня|при|дата) $",
    _F,
)
_PRINTING = re.compile(r"\b(?:в|из) печат(?:ь|и)\b|\bпечатн|\bсредств\w* печати|\bправо подписи\b|\bstamp duty\b", _F)


def _in_passing(statement: str, found: re.Match[str]) -> bool:
    word = found.group().casefold()
    nouns = word.startswith(("signature", "подпис")) and not word.startswith(("подписан", "подписал"))
    return bool(_PRINTING.search(statement)) or (nouns and _PASSING.search(statement[: found.start()]) is not None)


def judge_mark(claim: MarkClaim, looks: Looks, engine: str) -> ChannelResult:
    """SUPPORTED with boxes when a claimed mark is found, else NOT_CHECKED."""
    evidence: list[Evidence] = []
    reason: list[Message] = []
    numbers = ", ".join(str(p.page) for p in looks.pages)
    if claim.present and claim.kind in ("seal", "signature", "handwriting"):
        for page, reading in zip(looks.pages, looks.readings, strict=True):
            if reading.blank:
                continue
            for ink in _relevant(claim.kind, find_ink(page, reading), reading):
                evidence.append(Evidence(page=page.page, quote="", engine=engine, box=ink.box, exact=True))
    if not evidence:
        blank = all(r.blank for r in looks.readings)
        reason.append(message("vision.blank_page" if blank else f"vision.cannot_tell_{claim.kind}", page=numbers))
        return ChannelResult(channel="image", verdict=ChannelVerdict.NOT_CHECKED, engine=engine, reason=tuple(reason))
    first = evidence[0]
    check = Check(kind="mark", claimed=claim.wording, outcome="match", page=first.page, box=first.box)
    reason.append(message(f"vision.found_{claim.kind}", page=first.page, count=len(evidence)))
    return ChannelResult(
        channel="image",
        verdict=ChannelVerdict.SUPPORTED,
        grade=2,
        engine=engine,
        reason=tuple(reason),
        evidence=tuple(evidence),
        checks=(check,),
    )


def _relevant(kind: MarkKind, found: list[Ink], reading: Reading) -> list[Ink]:
    if kind == "seal":
        return [i for i in found if i.kind == "seal"]
    strokes = [i for i in found if i.kind == "strokes"]
    if kind == "handwriting":
        return strokes
    anchors = _signature_places(reading)
    return [i for i in strokes if any(i.box.intersection(a) is not None for a in anchors)]


def _signature_places(reading: Reading) -> list[Box]:
    """Where a signature would be: beside and above words that ask for one."""
    out: list[Box] = []
    for own in reading.words:
        if _SIGNATURE_WORD.search(own.word.text):
            b = own.word.box
            out.append(Box(b.x0 - 20, b.y0 - 60, b.x1 + 220, b.y1 + 30))
    return out
