"""The wording of a statement, and what kind of sentence a sentence is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from atomcite.answers.block import Range
from atomcite.answers.grammar import words
from atomcite.answers.marks import Mark
from atomcite.answers.reading import ENTITY, referred
from atomcite.answers.tags import loose_tags
from atomcite.domain import Span

_generic = words(
    """key main figures figure highlights highlight summary details detail points point results result facts fact
    findings finding following overview the a an of and financial important information conclusion conclusions
    notes answer short ключевые основные главные показатели показатель итоги итог результаты результат факты
    факт выводы вывод обзор кратко следующее детали подробности финансовые важные сведения информация и ответ
    данные"""
)
_chatter = re.compile(
    r"^(?:sure|certainly|of course|absolutely|great question|good question|hello|hi|dear|thank(?:s"
    r"| you)|you'?re welcome"
    r"|here (?:is|are|'s)|here's|below (?:is|are)|let me|let's|i hope|i'?d be happy|i'?m happy"
    r"|feel free|please (?:let|note|find|see)"
    r"|if you (?:need|have|would|want)|would you like|hope this|in summary\W*$|to summari[sz]e\W*$"
    r"|note\W*$|summary\W*$"
    r"|конечно|разумеется|безусловно|здравствуйте|добрый день|привет|спасибо|пожалуйста"
    r"|вот (?:кратк\w+|основные|ответ|что|список"
    r"|ключевые|некоторые|сводка)|ниже (?:приведен|приведён|представлен|перечислен)|надеюсь|если (?:вам|у вас)"
    r"|дайте знать|обращайтесь|итак\W*$|кратко\W*$|резюме\W*$)\b",
    re.IGNORECASE,
)
_pointer = words(
    """see also for more details detail information further source sources reference references ref refer to and
    the in cited citation citations page pages full table on at from please note as per см смотри смотрите
    подробнее подробности подробно также источник источники ссылка ссылки на и в об этом страница страницы стр с
    детали"""
)
_following = re.compile(
    r"\b(?:following|below|these|as follows|such as|include[sd]?|including|следующ\w+|ниже|таки\w+|включа\w+)\b", re.I
)
_ellipsis = re.compile(r"(?:\.\.\.|…)$")
_keeps_dot = re.compile(
    r"(?:(?<!\w)(?:inc|ltd|co|corp|plc|bros|etc|jr|sr|al|esq|др|проч)"
    r"|(?:(?<!\w)[^\W\d_]\.)+[^\W\d_])\.$",
    re.IGNORECASE,
)
_entity = re.compile(ENTITY)
_edge = " \t\r\n\u00a0.,;:!—–-•·|"


def is_generic(text: str) -> bool:
    """Whether a lead-in such as "Key figures:" says nothing that a statement could need."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    return all(w in _generic for w in words) and not any(ch.isdigit() for ch in text)


def is_chatter(text: str) -> bool:
    """Talk to the reader: greetings, "Here is the summary:", offers of help."""
    return bool(_chatter.match(text.strip(' \t\r\n*_>"“«—–-')))


def is_question(text: str) -> bool:
    return text.rstrip(' \t\r\n*_"”»)').endswith("?")


def is_pointer(text: str) -> bool:
    """Whether all that remains beside the marks is "see", "Source:", "for details" and the like."""
    words = re.findall(r"\w+", text.lower())
    return all(w in _pointer for w in words)


def announces(text: str) -> bool:
    """Whether a lead-in only announces what comes ("... the following figures:")."""
    return bool(_following.search(text))


def visible(text: str, piece: Range, hidden: bytearray, marks: Sequence[Mark]) -> str:
    """What a reader sees of `piece`: markup and marks left out, blanks and line ends as single blanks."""
    a, b = piece
    out: list[str] = []
    covered = bytearray(b - a)
    for mark in marks:
        x, y = max(mark.start, a), min(mark.end, b)
        if x < y:
            covered[x - a : y - a] = b"\x01" * (y - x)
    refers = False
    for n in range(a, b):
        if covered[n - a]:
            out.append(" ")
        elif hidden[n] == 2:
            out.append(text[n])
            refers = True
        elif hidden[n]:
            if text[n] == ">" or (n and text[n - 1] in "\r\n"):
                out.append(" ")
        else:
            out.append(text[n])
    shown = "".join(out)
    if refers:
        shown = _entity.sub(lambda m: referred(m) or m[0], shown)
    return " ".join(shown.split())


def tidy(statement: str) -> str:
    """A statement without the signs that parted it from its neighbours, and without brackets that a mark left
    empty."""
    previous = None
    while previous != statement:
        previous = statement
        statement = re.sub(r"[(\[]\s*[,;.\s]*[)\]]", " ", statement)
        statement = re.sub(r"\s+([,;:.!?)\]»”])", r"\1", statement)
        statement = re.sub(r"([,;:])(?:\s*[,;])+", r"\1", statement)
        statement = re.sub(r"[,;]\s*([)\]])", r"\1", statement)
        statement = " ".join(statement.split())
    statement = (
        statement.lstrip(_edge.replace("-", "").replace("—", "—") + ")")
        if not re.match(r"[-–−]\d", statement)
        else statement
    )
    while statement and statement[-1] in _edge:
        if statement[-1] == "." and (_keeps_dot.search(statement) or _ellipsis.search(statement)):
            break
        statement = statement[:-1]
    return statement


def spans_of(text: str, pieces: list[Range], marks: list[Mark], hidden: bytearray) -> tuple[Span, ...]:
    """`pieces` as ascending spans: marks and tags without partner cut out, blanks and separating signs at the ends
    left off, overlaps merged."""
    raw: list[Range] = []
    for a, b in pieces:
        at = a
        for mark in marks:
            if mark.end <= at or mark.start >= b:
                continue
            if mark.start > at:
                raw.append((at, mark.start))
            at = max(at, mark.end)
        if at < b:
            raw.append((at, b))
    if "<" in text:
        raw = [part for a, b in raw for part in _without_loose_tags(text, a, b, hidden)]
    trimmed = [_trimmed(text, a, b, hidden) for a, b in raw]
    trimmed = [(a, b) for a, b in trimmed if _says(text, a, b, hidden)]
    merged: list[list[int]] = []
    for a, b in sorted(trimmed):
        if merged and a <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], b)
        else:
            merged.append([a, b])
    return tuple(Span(start=a, end=b) for a, b in merged)


def _says(text: str, a: int, b: int, hidden: bytearray) -> bool:
    return any(text[n].isalnum() and not hidden[n] for n in range(a, b))


def _trimmed(text: str, a: int, b: int, hidden: bytearray) -> Range:
    """`a:b` without the blanks and separating signs at its ends, plain or as character references."""
    while a < b:
        reference = _entity.match(text, a, b) if hidden[a] == 2 else None
        if reference is not None and (referred(reference) or "x") in _edge:
            a = reference.end()
        elif reference is None and text[a] in _edge and not (text[a] in "-–−" and text[a + 1 : a + 2].isdigit()):
            a += 1
        else:
            break
    while b > a:
        start = text.rfind("&", a, b) if hidden[b - 1] == 2 else -1
        reference = _entity.match(text, start, b) if start >= 0 else None
        if reference is not None and (referred(reference) or "x") in _edge:
            b = start
        elif (
            reference is None
            and text[b - 1] in _edge
            and not (text[b - 1] == "." and _keeps_dot.search(text[max(a, b - 16) : b]))
        ):
            b -= 1
        else:
            break
    return a, b


def _without_loose_tags(text: str, a: int, b: int, hidden: bytearray) -> Iterator[Range]:
    """`a:b` cut at tags without partner, until no part holds one: a cut may part others from theirs."""
    loose = [(x, y) for x, y in loose_tags(text, a, b) if hidden[x]]
    if not loose:
        yield a, b
        return
    for start, end in [*loose, (b, b)]:
        if _says(text, a, start, hidden):
            yield from _without_loose_tags(text, a, start, hidden)
        a = end
