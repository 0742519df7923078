"""Finding citation marks in an answer.

A mark is told from other text by its wording and its place, never by a model. Three kinds:

- *bracket*: `(p. 7)`, `[стр. 3, 5]`, `(Annual report, p. 7)`, `【7†source】`, and when asked for `[7]`, `[^7]`, `⁷`;
- *prose*: "on page 12", "As stated on page 12,", "согласно стр. 5", ", p. 7";
- *prefix*: "Page 7:" at the start of a line.

Not taken for citations: numbers in brackets without a page word ("(2024)", "(c. 1990)"), counts ("12 pages"),
page words inside quoted text unless in brackets of their own, and labels such as "(A-3)" after a word that makes them
a rating or the name of an exhibit, form or model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from atomcite.answers.pages import DASH, KEYWORD, LIST, RANGE, PageList, Trouble, read_pages
from atomcite.domain import PageRef

Kind = Literal["bracket", "prose", "prefix", "reference"]
"""`reference` is a mark that is no page citation as far as we are told: `[7]` or `[^3]` without the option."""


@dataclass(frozen=True)
class Mark:
    """One citation mark at `start:end` of the answer.

    `leads` is set when the wording makes it speak of what follows ("Page 7:", "According to page 5,").
    `wide` is set when it says that it stands for the whole paragraph.
    """

    start: int
    end: int
    kind: Kind
    pages: tuple[PageRef, ...]
    document: str | None = None
    leads: bool = False
    wide: bool = False
    troubles: tuple[tuple[Trouble, str], ...] = ()


_I = re.IGNORECASE
_GAP = r"[ \t\u00a0\u202f]*"
_SHEET = r"(?:лист(?:ами|ах|ам|а|ы|е|у|ов)?|л\.\s?д\.|лл?\.)"
_KEYED = rf"(?<![^\W_])(?:{KEYWORD}|{_SHEET}){_GAP}(?:№\s?)?(?P<list>{LIST})"
_keyed = re.compile(_KEYED, _I)
_latin_c = re.compile(rf"(?<![^\W_])[cC]\.{_GAP}(?P<list>\d{{1,3}}(?:\s?{DASH}\s?\d{{1,3}})?)(?![\w.]*\d)")

_groups = re.compile(r"\([^()\n]{1,240}\)|\[[^\[\]\n]{1,240}\]|【[^【】\n]{1,120}】|［[^［］\n]{1,120}］")
_intro = re.compile(
    r"^\W*(?:(?:see|cf|compare|e\.g|source|ref|from|at|on|in|per|also|cited|citation|page|см|смотри|смотрите|ср"
    r"|источник|на|из|по|там\s+же|документ|doc(?:ument)?|file|файл)\b[.:,]?\s*)+",
    _I,
)
_wide = re.compile(
    r"\b(?:for|covers?|throughout|in)\s+(?:all\s+of\s+)?(?:this|the|entire|whole"
    r"|above)\s+(?:\w+\s+)?(?:paragraph|section|passage|list|table)\b"
    r"|\bfor\s+all\s+(?:of\s+)?(?:the\s+)?above\b|\b(?:для|на|к)\s+вс\w+\s+(?:\w+\s+)?(?:абзац|раздел|спис|таблиц)\w*"
    r"|\b(?:абзац|раздел|список|таблица)\s+целиком\b",
    _I,
)
_statement_like = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|shall|should|can|could|may|might|must|do|does|did|grew|rose|fell"
    r"|был|была|было|были|является|составил\w*|вырос\w*|упал\w*|снизил\w*)\b|[%$€£₽]|\b\d+[.,]\d+\b",
    _I,
)
_place = re.compile(
    r"(?<!\w)(?:sections?|sec\.|clauses?|art(?:icle)?s?\.?|notes?|tables?|fig(?:ure)?s?\.?|para(?:graph)?s?\.?|§+|п+\."
    r"|пункт\w*|ст\.|стать\w*|раздел\w*|табл\w*\.?|рис\w*\.?|прим\w*\.?)\s*\d+(?:\.\d+)*",
    _I,
)
_bare_list = re.compile(rf"\s*(?P<list>{LIST})\s*", _I)
_digits_list = re.compile(rf"\s*\d{{1,5}}(?:\s*(?:[,;]|{DASH})\s*\d{{1,5}})*\s*")
_first_range = re.compile(rf"(?:(?:from|с|со)\s+)?{RANGE}", _I)
_percent = re.compile(r"[ \t]*%|[ \t]+(?:percent|процент)", _I)
_composite_only = re.compile(r"\s*[A-ZА-Я]{1,2}[-‐‑–]\d{1,3}(?:\s*(?:[,;]|[-–—])\s*[A-ZА-Я]{1,2}[-‐‑–]\d{1,3})*\s*")
_corner = re.compile(r"\s*(?P<list>\d{1,5}(?:\s*(?:[,;]|[-–—])\s*\d{1,5})*)\s*(?:†[^】]*)?")
_naming = re.compile(
    r"(?:rat(?:ed|ings?)|grade[ds]?|exhibits?|forms?|schedules?|annex(?:es)?|appendix|class|series"
    r"|models?|types?|levels?|section"
    r"|articles?|clauses?|items?|versions?|codes?|category|tier|zone|unit|building|room|lot|visa|moody'?s|fitch|s&p"
    r"|рейтинг\w*|форм\w*|приложени\w*|класс\w*|сери\w*|модел\w*|тип\w*|уров\w*|раздел\w*|пункт\w*|стать\w*|код\w*"
    r"|категори\w*|верси\w*)\b",
    _I,
)
_CUE_VERB = (
    r"(?:stated|shown|noted|reported|disclosed|described|indicated|seen|set\s+out|mentioned|given|listed|presented"
    r"|discussed|detailed|outlined|explained|recorded|specified|found|per)"
)
_CUE_VERB_RU = (
    r"(?:указан\w*|сказан\w*|показан\w*|отмечен\w*|следует|видно|написан\w*|говорится|приведен\w*"
    r"|приведён\w*|отражен\w*"
    r"|отражён\w*|отмечается|указывается|сообщается|описан\w*|изложен\w*|зафиксирован\w*|представлен\w*|раскрыт\w*)"
)
_SAYS = (
    r"(?:states?|stated|says?|said|shows?|showed|reports?|reported|notes?|noted|indicates?|indicated|discloses?"
    r"|disclosed|confirms?|confirmed|mentions?|mentioned|specifies|specified|explains?|explained)\s+that\b"
)
_SAYS_RU = (
    r"(?:указано|сказано|отмечено|написано|говорится|сообщается|отмечается|указывается|показано|зафиксировано)"
    r"(?:\s+о\s+том)?\s*,\s*что\b"
)
_PAGEWORD = r"(?:pages?(?:\s+(?:no\.?|nos\.?|numbers?))?|pgs?\.|pp\.?|p\.)"
_PAGEWORD_RU = rf"(?:страниц(?:ами|ах|ам|а|ы|е|у|ей|ею)|стр\.?|с\.|{_SHEET})"
_lead_en = re.compile(
    rf"(?:(?:as\s+(?:is\s+)?)?(?:{_CUE_VERB}\s+)?(?:on|at|in|from|under|by)|as\s+per|according\s+to"
    rf"|based\s+on|per|see)"
    rf"\s+(?:the\s+)?(?P<page>{_PAGEWORD}){_GAP}(?P<list>{LIST})"
    rf"(?:\s*,?\s*(?:it\s+is\s+{_CUE_VERB}|the\s+\w+\s+{_SAYS.removesuffix('that' + chr(92) + 'b')}"
    rf"|{_CUE_VERB})?\s*that\b)?",
    _I,
)
_lead_ru = re.compile(
    rf"(?:(?:как\s+)?(?:это\s+)?(?:{_CUE_VERB_RU}\s+)?(?:на|из|со|по|с)|согласно|по\s+данным(?:\s+(?:на|со?))?"
    rf"|в\s+соответствии\s+со?|см\.|смотри(?:те)?)\s*(?P<page>{_PAGEWORD_RU}){_GAP}(?P<list>{LIST})"
    rf"(?:\s*,?\s*{_SAYS_RU})?",
    _I,
)
_bare_en = re.compile(rf"(?<![\w/])(?:pp?\.|pgs?\.){_GAP}(?P<list>{LIST})", _I)
_bare_ru = re.compile(rf"(?<![\w/])стр\.{_GAP}(?P<list>{LIST})", _I)
_bare_s = re.compile(rf"(?<=[,;—–-]\s)с\.{_GAP}(?P<list>{LIST})")
_subject_page = re.compile(
    rf"(?<![\w/])(?:(?P<says>(?:pages?|страниц[аы])\s+(?P<slist>{LIST})\s+{_SAYS})|(?:pages?"
    rf"|страниц[аы])\s+(?P<list>{LIST}))",
    _I,
)
_prefix = re.compile(
    rf"(?:{_PAGEWORD}|{_PAGEWORD_RU}){_GAP}(?P<list>{LIST}){_GAP}(?:[:.)]|\s[-–—])(?=\s|$)",
    _I,
)
_footnote = re.compile(r"\[\^(?P<label>[^\]\s]{1,40})\](?!:)")
_superscript = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}(?:[⁻⁼–-][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})?")
_from_superscript = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁼", "0123456789--")
_quoted = re.compile(r"“[^”\n]{0,2000}”|«[^»\n]{0,2000}»|„[^“”\n]{0,2000}[“”]|\"[^\"\n]{0,600}\"")
_any_page = re.compile(r"(?<![^\W_])(?:p|лист|стр|с\.|л)", _I)
_target = re.compile(r"\([^()\s]{0,600}(?:\s+\"[^\"\n]{0,200}\")?\)")
_sup = re.compile(r"<sup>\s*\[?(?P<list>\d{1,4}(?:\s*[,–-]\s*\d{1,4})*)\]?\s*</sup>", _I)


def find_marks(
    text: str,
    start: int,
    end: int,
    *,
    bare_brackets: bool = False,
    footnotes: bool = False,
    defined: dict[str, PageList] | None = None,
    documents: Sequence[str] = (),
) -> list[Mark]:
    """Citation marks in `text[start:end]` (one block of text), ascending and without overlap.

    `defined` gives the pages that footnote definitions cite, by label. `documents` are names to recognise in marks.
    """
    marks: list[Mark] = []
    busy = bytearray(end - start)

    def add(mark: Mark) -> None:
        if mark.start < mark.end and busy.find(1, mark.start - start, mark.end - start) < 0:
            marks.append(mark)
            busy[mark.start - start : mark.end - start] = b"\x01" * (mark.end - mark.start)

    block = text[start:end]
    cyrillic = any("а" <= ch <= "я" for ch in block.lower())
    groups = list(_groups.finditer(text, start, end))
    for group in groups:
        for mark in _from_group(text, group, bare_brackets, cyrillic, documents):
            add(_with_link(text, mark, end) if mark.end == group.end() else mark)
    for mark in _footnotes(text, start, end, footnotes, defined or {}):
        add(mark)
    if footnotes:
        for mark in _superscripts(text, start, end):
            add(mark)

    prefix = _prefix.match(text, _content_start(text, start, end), end)
    if prefix:
        listed = read_pages(prefix["list"])
        if listed.pages:
            add(Mark(prefix.start(), prefix.end(), "prefix", listed.pages, leads=True, troubles=listed.troubles))
    if _any_page.search(block):
        quoted = _cover(
            ((q.start() - start, q.end() - start) for q in _quoted.finditer(text, start, end)), end - start
        )
        fenced = {}
        for group in groups:
            fenced.update(dict.fromkeys(range(group.start(), group.end()), group.end()))
        for mark in _prose(text, start, end, cyrillic):
            if quoted[mark.start - start] and quoted[mark.end - 1 - start]:
                continue
            if mark.start in fenced and mark.end > fenced[mark.start]:
                continue
            add(mark)
    return sorted(marks, key=lambda m: m.start)


def keyed_lists(text: str) -> list[tuple[int, int]]:
    """Where the page lists behind page words stand in the text of one mark."""
    found = [m.span("list") for m in _keyed.finditer(text)] or [m.span("list") for m in _latin_c.finditer(text)]
    return [(a, b) for a, b in found if read_pages(text[a:b]).pages]


def _cover(ranges: Iterable[tuple[int, int]], size: int) -> bytearray:
    cover = bytearray(size)
    for a, b in ranges:
        cover[a:b] = b"\x01" * (b - a)
    return cover


def _with_link(text: str, mark: Mark, end: int) -> Mark:
    """`mark` with the target of the Markdown link that it is the text of, and with brackets around that link."""
    link = _target.match(text, mark.end, end) if text[mark.start] == "[" else None
    if link is None:
        return mark
    a, b = mark.start, link.end()
    if text[a - 1 : a] == "(" and text[b : b + 1] == ")":
        a, b = a - 1, b + 1
    return replace(mark, start=a, end=b)


def _content_start(text: str, start: int, end: int) -> int:
    while start < end and (text[start].isspace() or text[start] in "*_>#•"):
        start += 1
    return start


def _from_group(
    text: str, group: re.Match[str], bare_brackets: bool, cyrillic: bool, documents: Sequence[str]
) -> list[Mark]:
    whole, a, b = group[0], group.start(), group.end()
    inner = whole[1:-1]
    found = list(_keyed.finditer(inner))
    if not found and cyrillic and _latin_c.fullmatch(inner.strip()):
        found = list(_latin_c.finditer(inner))  # Latin "c" typed for Cyrillic "с"
    found = [f for f in found if read_pages(f["list"]).pages]
    if found:
        return _keyed_group(whole, a, found, documents)
    if whole[0] in "【［" or (whole[0] == "[" and bare_brackets):
        corner = _corner.fullmatch(inner)
        if corner:
            pages = read_pages(corner["list"])
            if pages.pages:
                return [Mark(a, b, "bracket", pages.pages, troubles=pages.troubles)]
        if whole[0] == "【":
            return [Mark(a, b, "reference", ())]
        return []
    if whole[0] == "[" and _digits_list.fullmatch(inner):
        return [Mark(a, b, "reference", ())]
    if whole[0] in "([" and _composite_only.fullmatch(inner) and _label_position(text, a, b):
        pages = read_pages(inner)
        return [Mark(a, b, "bracket", pages.pages, troubles=pages.troubles)]
    return []


def _label_position(text: str, a: int, b: int) -> bool:
    """Whether "(A-3)" stands where citations stand: at the end of a clause, and after nothing that it could name."""
    after = text[b : b + 2].lstrip("*_")
    if after and not (after[0] in ".;,:!?)|\r\n" or (after[0].isspace() and after[1:2] in ("", "(", "[", "\n", "|"))):
        return False
    sentence = re.split(r"[.!?]\s", text[max(0, a - 160) : a])[-1]
    return bool(sentence.strip()) and not _naming.search(sentence)


def _keyed_group(whole: str, offset: int, found: list[re.Match[str]], documents: Sequence[str]) -> list[Mark]:
    inner = whole[1:-1]
    head, tail = (_place.sub("", t) for t in (inner[: found[0].start()], inner[found[-1].end() :]))
    between = [inner[x.end() : y.start()] for x, y in pairwise(found)]
    wide = bool(_wide.search(inner))
    if (
        len(head) > 120
        or len(tail) > 80
        or _statement_like.search(head)
        or (_statement_like.search(tail) and not wide)
    ):
        return []
    if any(_statement_like.search(part) or len(part) > 120 for part in between):
        return []
    names = [_document(inner[: found[0].start()], documents)] + [_document(part, documents) for part in between]
    marks: list[Mark] = []
    begin, pages, troubles, current = 0, {}, [], names[0]  # type: ignore[var-annotated]
    for n, match in enumerate(found):
        name = names[n]
        if n and name is not None and name != current:
            cut = found[n - 1].end() + 1 + re.match(r"\s*[;,]?", between[n - 1]).end()  # type: ignore[union-attr]
            marks.append(
                Mark(
                    offset + begin,
                    offset + cut,
                    "bracket",
                    tuple(pages),
                    current,
                    wide=wide,
                    troubles=tuple(troubles),
                )
            )
            begin, pages, troubles, current = cut, {}, [], name
        listed = read_pages(match["list"])
        pages.update(dict.fromkeys(listed.pages))
        troubles.extend(listed.troubles)
    end = offset + len(whole)
    marks.append(Mark(offset + begin, end, "bracket", tuple(pages), current, wide=wide, troubles=tuple(troubles)))
    return marks


def _document(text: str, documents: Sequence[str]) -> str | None:
    """The document that a mark names before its page, or None. "Note 5," and "Table 2" are places, not documents."""
    for name in documents:
        if name.lower() in text.lower():
            return name
    name = _intro.sub("", text.strip(" \t,;:")).strip(" \t,;:«»\"'“”")
    name = re.sub(r"\s+(?:on|at|на)$", "", name, flags=_I)
    if not name or not any(ch.isalpha() for ch in name):
        return None
    place = r"(?:tables?|figures?|notes?|sections?|art(?:icle)?s?|clauses?|items?|par(?:a|agraph)?s?|exhibits?"
    place += r"|and|or|ch(?:apter)?s?"
    place += r"|табл\w*|рис\w*|прим\w*|разд\w*|ст(?:ать\w*)?|п|пп|пункт\w*|гл(?:ав\w*)?|и|или|в)"
    if re.match(rf"{place}\b\.?(?:\s|$)", name, _I):
        return None
    return name


def _footnotes(text: str, start: int, end: int, asked: bool, defined: dict[str, PageList]) -> Iterable[Mark]:
    for match in _footnote.finditer(text, start, end):
        label = match["label"]
        listed = defined.get(label)
        if (listed is None or not listed.pages) and asked:
            listed = read_pages(label)
        if listed is not None and listed.pages:
            yield Mark(match.start(), match.end(), "bracket", listed.pages, troubles=listed.troubles)
        else:
            yield Mark(match.start(), match.end(), "reference", ())


def _superscripts(text: str, start: int, end: int) -> Iterable[Mark]:
    """Superscript digits after a word of four letters or more, or after punctuation: "m²" and "10³" are no marks."""
    for match in _sup.finditer(text, start, end):
        listed = read_pages(match["list"])
        if listed.pages:
            yield Mark(match.start(), match.end(), "bracket", listed.pages, troubles=listed.troubles)
    for match in _superscript.finditer(text, start, end):
        before = re.search(r"\w+\Z", text[max(start, match.start() - 20) : match.start()])
        if (before and (len(before[0]) < 4 or before[0].isdecimal())) or match.start() == start:
            continue
        listed = read_pages(match[0].translate(_from_superscript))
        if listed.pages:
            yield Mark(match.start(), match.end(), "bracket", listed.pages, troubles=listed.troubles)


def _prose(text: str, start: int, end: int, cyrillic: bool) -> list[Mark]:
    marks: list[Mark] = []
    patterns = [_lead_en, _bare_en] + ([_lead_ru, _bare_ru, _bare_s] if cyrillic else [])
    for pattern in patterns:
        for match in pattern.finditer(text, start, end):
            if match.start() > start and (text[match.start() - 1].isalnum() or text[match.start() - 1] in "_/"):
                continue
            cut = _prose_list(text, match, match.start("list"), match.end("list"))
            listed = read_pages(text[match.start("list") : cut])
            if not listed.pages or match["list"] == "I" or _percent.match(text, cut):
                continue
            stop = match.end() if cut == match.end("list") else cut
            leads = _at_front(text, start, match.start()) and pattern in (_lead_en, _lead_ru)
            if leads:
                comma = re.compile(r"\s*[,:]").match(text, stop, end)
                stop = comma.end() if comma else stop
            marks.append(Mark(match.start(), stop, "prose", listed.pages, leads=leads, troubles=listed.troubles))
    for match in _subject_page.finditer(text, start, end):
        if match["says"]:
            listed, a, stop = read_pages(match["slist"]), match.start(), match.end()
        else:  # "Page 12 contains a table": the number alone is the mark, so that a sentence remains
            a = match.start("list")
            stop = _prose_list(text, match, a, match.end("list"))
            listed = read_pages(text[a:stop])
        if listed.pages and (match["list"] or "") != "I" and not _percent.match(text, stop):
            marks.append(Mark(a, stop, "prose", listed.pages, leads=True, troubles=listed.troubles))
    return marks


def _prose_list(text: str, match: re.Match[str], a: int, b: int) -> int:
    """End of the page list `text[a:b]` in running text.

    "On page 5, 12 stores opened" names one page. After a singular page word a longer list counts only when nothing
    follows it in its clause; after a plural one a last number that begins the next words is left to them.
    """
    first = _first_range.match(text, a, b)
    if first is None or first.end() >= b:
        return b
    continued = re.compile(r"[ \t\u00a0]+[^\W\d_]|[ \t\u00a0]*[%$€£₽]").match(text, b)
    if not continued:
        return b
    words = text[match.start() : a].lower()
    plural = re.search(r"(?:pages|pp\.?|pgs\.?|сс\.|страниц(?:ах|ам|ами)?|лист(?:ах|ам|ами|ов))\s*(?:№\s?)?$", words)
    if not plural:
        return first.end()
    last = max((x for x in (text.rfind(",", a, b), text.rfind(";", a, b)) if x > a), default=None)
    if last is not None and not re.search(r"[^\W\d_]", text[last:b]):
        return last
    return b


def _at_front(text: str, start: int, at: int) -> bool:
    """Whether only a sentence boundary or markup stands before `at` in the block."""
    before = text[max(start, at - 80) : at]
    if at - start > 80 and not re.search(r"[\w.!?…:;•]", before):
        return False
    stripped = before.rstrip(' \t\r\n*_>"“«(')
    return not stripped or stripped[-1] in ".!?…:;•" or not any(ch.isalnum() for ch in stripped[-40:])
