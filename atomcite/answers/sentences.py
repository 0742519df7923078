"""Sentence boundaries in English and Russian.

Razdel splits Russian and pySBD English; both are shielded from dots that end no sentence (abbreviations, initials,
clause numbers, citation marks), which are decided here for both languages.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from itertools import pairwise

import pysbd
import razdel

from atomcite.answers.block import Range
from atomcite.answers.grammar import words
from atomcite.answers.marks import Mark

# Abbreviations after which a sentence never ends (something must follow).
_OPEN = words(
    """no nos mr mrs ms messrs dr prof st fig figs vol ed eds art arts sec secs para paras cl cls ch chap app
    approx est cf v vs e.g i.e viz pp p pg gen col hon rev rep sen gov lt sgt capt dept univ ave blvd rd mt ft
    incl excl ref refs tel jan feb mar apr jun jul aug sep sept oct nov dec cca ca max min avg par ex exh sch
    reg regs op стр с сс п пп ст ч гл рис табл прим разд абз подп см ср напр т.е т.н т.к в.т.ч ул пр просп пер
    пл обл р-н д кв корп стр-е оф им проф акад доц гр г-н г-жа гос зам нач дир тел ред изд св ок прибл н.э акц
    инв № л л.д"""
)
# Abbreviations that may end a sentence: they do when a new sentence plainly begins after them.
_CLOSED = words(
    """inc ltd co corp llc llp plc bros gmbh s.a n.v a.g u.s u.k u.s.a e.u a.m p.m etc jr sr ph.d et al esq bn mn m
    b.v s.p.a руб коп тыс млн млрд трлн г гг в вв т.д т.п др пр проч долл евр шт ед чел кв.м куб.м мес дн ч мин
    сек кг т ц га км м см мм"""
)
_abbreviation = re.compile(
    r"(?<![\w.])(?P<word>"
    + "|".join(sorted((re.escape(w) for w in _OPEN | _CLOSED), key=len, reverse=True))
    + r")\.",
    re.IGNORECASE,
)
_always_new = words("""etc т.д т.п др проч a.m p.m""")
_initial = re.compile(r"(?<![\w.])(?:[A-ZА-ЯЁ]\.[ \u00a0]?){1,3}(?=[ \u00a0]?[A-ZА-ЯЁ\W]|\b|$)")
_inner_dot = re.compile(r"(?<=\w)\.(?=\w)")
_enumerator = re.compile(r"(?:^|(?<=[\n:;]))\s*(?:\d{1,3}|[a-zA-Zа-яА-Я]|[ivxIVX]{1,5})[.)](?=\s)")
_starter = re.compile(
    r"(?:The|This|That|These|Those|It|Its|He|She|They|We|I|You|A|An|In|On|At|By|For|As|If|When|While|Although|However"
    r"|Moreover|Its|Our|Their|There|Here|After|Before|During|Since|Under|No|All|Both|Each|Also|Total"
    r"|Net|Revenue|Profit"
    r"|Согласно|Это|Этот|Эта|Эти|Он|Она|Оно|Они|Мы|В|На|По|При|Для|Из|К|С|Также|Однако|Кроме|Если"
    r"|Когда|Все|Общ\w+|Чист\w+"
    r"|Выручка|Прибыль|Компания|Общество|Договор|Стороны|Срок|Сумма|Размер)\b"
)
_break_before = re.compile(r"[ \t>]*(?:[A-ZА-ЯЁ0-9\"“«(\[*_]|[-–—•]\s)")
_line_break = re.compile(r"<br\s*/?>(?=\s*[^\sa-zа-яё(\[])", re.IGNORECASE)
_closing = re.compile(r"[\"”»’)\]]*")
_WINDOW = 3000
SHIELD = "\u2024"


def is_cyrillic(text: str) -> bool:
    """Whether a text is rather Russian than English: more Cyrillic than Latin letters."""
    cyrillic = sum("а" <= ch <= "я" or ch == "ё" for ch in text.lower())
    latin = sum("a" <= ch <= "z" for ch in text.lower())
    return cyrillic > latin


def plain_view(text: str, start: int, end: int, hidden: bytearray, marks: list[Mark]) -> str:
    """`text[start:end]` with markup and line ends as blanks and each mark as a run of blanks, character for
    character."""
    chars = [" " if hidden[n] else ch for n, ch in enumerate(text[start:end], start)]
    for mark in marks:
        a, b = max(mark.start, start) - start, min(mark.end, end) - start
        chars[a:b] = " " * (b - a)
    return "".join(chars)


def ends_in_abbreviation(text: str) -> bool:
    """Whether the dot at the end of a text is that of an abbreviation ("5 млн руб.", "Brook Pumps Ltd."), which may
    or may not end the sentence too."""
    return any(match.end() == len(text) for match in _abbreviation.finditer(text))


def split_sentences(text: str, start: int, end: int, hidden: bytearray, marks: list[Mark]) -> list[Range]:
    """Sentences of the block `text[start:end]`, ascending, blanks at their ends left out.

    A citation mark is no place for a boundary; one that follows the final dot belongs to the sentence before it.
    """
    view, known = _shielded(text, start, end, hidden, marks)
    cuts = {0, len(view)} | known
    cuts.update(_line_cuts(text, start, end, marks))
    cuts.update(m.end() - start for m in _line_break.finditer(text, start, end) if hidden[m.start()])
    lines = sorted(cuts)
    for a, b in pairwise(lines):
        cuts.update(a + n for n in _library_cuts(view[a:b]))
    cuts = {c for c in cuts if not _inside_mark(c + start, marks)}
    bounds = sorted(cuts)
    found: list[Range] = []
    for a, b in pairwise(bounds):
        piece = view[a:b]
        if not piece.strip():
            continue
        lead, trail = len(piece) - len(piece.lstrip()), len(piece) - len(piece.rstrip())
        left, right = start + a + lead, start + b - trail
        while left > start + a and hidden[left - 1] and text[left - 1] in "*_`":
            left -= 1
        while right < start + b and hidden[right] and text[right] in "*_`":
            right += 1
        found.append((left, right))
    return _joined(text, found, marks, hidden)


def _inside_mark(at: int, marks: list[Mark]) -> bool:
    n = bisect_left(marks, at, key=lambda m: m.start)
    return n > 0 and marks[n - 1].end > at


def _shielded(text: str, start: int, end: int, hidden: bytearray, marks: list[Mark]) -> tuple[str, set[int]]:
    chars = [" " if hidden[n] or ch in "\r\n" else ch for n, ch in enumerate(text[start:end], start)]
    for mark in marks:
        a, b = max(mark.start, start) - start, min(mark.end, end) - start
        body = "x" * (b - a) if mark.kind != "bracket" or b - a < 3 else "(" + "x" * (b - a - 2) + ")"
        chars[a:b] = body
    view = "".join(chars)
    spots: set[int] = set()
    known: set[int] = set()
    for match in _abbreviation.finditer(view):
        if not _ends_sentence(view, match):
            spots.update(n for n in range(match.start(), match.end()) if view[n] == ".")
        else:
            spots.update(n for n in range(match.start(), match.end() - 1) if view[n] == ".")
            closing = _closing.match(view, match.end())
            known.add(closing.end() if closing else match.end())
    for pattern in (_initial, _inner_dot, _enumerator):
        for match in pattern.finditer(view):
            spots.update(n for n in range(match.start(), match.end()) if view[n] == ".")
    for n in spots:
        chars[n] = SHIELD
    return "".join(chars), known


def _ends_sentence(view: str, match: re.Match[str]) -> bool:
    word = match["word"].lower()
    rest = view[match.end() : match.end() + 60].lstrip(' \u00a0"”»)')
    if not rest:
        return True
    if word not in _CLOSED or not (rest[0].isupper() or rest[0] in '«“"'):
        return False
    before = view[max(0, match.start() - 12) : match.start()].rstrip(" \u00a0")
    if word in ("г", "в", "м", "т", "ц", "ч") and not before[-1:].isdecimal():
        return False  # "г. Москва", "в. Иванова"
    if word in _always_new or (_starter.match(rest) and not (word in ("г", "co") and rest.startswith("I "))):
        return True
    return word in ("руб", "коп", "тыс", "млн", "млрд", "трлн", "шт", "ед", "чел", "долл", "гг")


def _line_cuts(text: str, start: int, end: int, marks: list[Mark]) -> set[int]:
    """Line ends that part statements: hard breaks, lines that end like a sentence, and lines broken before the
    margin."""
    lines = [(m.start(), m.end()) for m in re.finditer(r"[^\r\n]+(?:\r\n?|\n)?", text[start:end])]
    if len(lines) < 2:
        return set()
    margin = max(b - a for a, b in lines)
    mark_ends = {m.end - start for m in marks}
    cuts: set[int] = set()
    for (a, b), (c, d) in pairwise(lines):
        line, following = text[start + a : start + b], text[start + c : start + d]
        body = line.rstrip("\r\n")
        closed = body.rstrip(' \t*_"”»)') or body.rstrip()
        hard = body.endswith(("  ", "\\"))
        ended = closed[-1:] in tuple(".!?:;…") or a + len(body.rstrip(" \t*_.;")) in mark_ends
        first = following.split(maxsplit=1)[0] if following.strip() else ""
        early = len(body.rstrip()) + 1 + len(first) < margin * 0.85 and margin < 400
        if hard or (_break_before.match(following) and (ended or early)):
            cuts.add(c)
    return cuts


def _library_cuts(view: str) -> set[int]:
    """Starts of sentences in one stretch of text, as offsets in it."""
    if not any(ch in ".!?…。" for ch in view.rstrip()[:-1]):
        return set()
    cuts: set[int] = set()
    if is_cyrillic(view):
        return {s.start for s in razdel.sentenize(view) if s.start}
    at = 0
    while at < len(view):
        window = view[at : at + _WINDOW]
        starts = _pysbd_starts(window)
        last = at + _WINDOW >= len(view)
        if not last and len(starts) > 1:
            cuts.update(at + s for s in starts)
            at += starts[-1]
        else:
            cuts.update(at + s for s in starts)
            at += len(window)
    cuts.discard(0)
    return cuts


@cache
def _segmenter() -> pysbd.Segmenter:
    return pysbd.Segmenter(language="en", clean=False)


_simple = re.compile(r"[.!?…]+[\"”»’)\]]*\s+(?=[^\sa-zа-яё])")


def _pysbd_starts(window: str) -> list[int]:
    """pySBD gives the texts of sentences; where they can't be found again in order, a plain rule stands in."""
    starts: list[int] = []
    at = 0
    try:
        pieces = _segmenter().segment(window)
    except (re.error, IndexError, ValueError, TypeError):  # it builds patterns from the text and can trip over them
        return [m.end() for m in _simple.finditer(window)]
    for piece in pieces:
        core = piece.strip()
        if not core:
            continue
        found = window.find(core, at)
        if found < 0:
            return [m.end() for m in _simple.finditer(window)]
        if found:
            starts.append(found)
        at = found + len(core)
    return starts


def _joined(text: str, found: list[Range], marks: list[Mark], hidden: bytearray) -> list[Range]:
    """Pieces that are no sentences of their own go to the sentence before: marks after a dot, closing signs, and what
    goes on in lower case."""
    starts = [m.start for m in marks]
    out: list[Range] = []
    for a, b in found:
        at = a
        while True:  # over leading marks and signs
            while at < b and not text[at].isalnum() and (hidden[at] or text[at] in ' \t\r\n.,;:!?)]}"”»’*_([{'):
                n = bisect_left(starts, at)
                if n < len(starts) and starts[n] == at:
                    break
                at += 1
            n = bisect_left(starts, at)
            if n < len(starts) and starts[n] == at and at < b and marks[n].kind in ("bracket", "reference"):
                at = marks[n].end
                continue
            break
        if out and at >= b:
            out[-1] = (out[-1][0], b)
            continue
        if out and at > a and bisect_left(starts, a) < bisect_left(starts, at):
            out[-1] = (out[-1][0], marks[bisect_left(starts, at) - 1].end)
            a = at
            while a < b and (text[a].isspace() or hidden[a]):
                a += 1
            if a >= b:
                continue
        previous = text[out[-1][0] : out[-1][1]].rstrip() if out else ""
        if out and text[a].islower() and previous[-1:] == "." and "\n" not in text[out[-1][1] : a]:
            out[-1] = (out[-1][0], b)
            continue
        out.append((a, b))
    return out
