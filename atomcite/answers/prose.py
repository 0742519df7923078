"""Citations in running text: "on page 12", "As stated on page 12, ...", "согласно стр. 5", ", p. 7", "Page 7:"."""

from __future__ import annotations

import re

from atomcite.answers.marks import Mark
from atomcite.answers.pages import LIST, RANGE, read_pages

_I = re.IGNORECASE
GAP = r" *"
"""Between a page word and its number, in a reading."""
SHEET = r"(?:лист(?:ами|ах|ам|а|ы|е|у|ов)?|л\.\s?д\.|лл?\.)"
_first_range = re.compile(rf"(?:(?:from|с|со)\s+)?{RANGE}", _I)
_content = re.compile(r"[\s*_>#•]*")
_percent = re.compile(r"[ \t]*%|[ \t]+(?:percent|процент)", _I)
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
SAYS_RU = (
    r"(?:указано|сказано|отмечено|написано|говорится|сообщается|отмечается|указывается|показано|зафиксировано)"
    r"(?:\s+о\s+том)?\s*,\s*что\b"
)
_PAGEWORD = r"(?:pages?(?:\s+(?:no\.?|nos\.?|numbers?))?|pgs?\.|pp\.?|p\.|slides?)"
_PAGEWORD_RU = rf"(?:страниц(?:ами|ах|ам|а|ы|е|у|ей|ею)|стр\.?|с\.|слайд(?:ами|ах|ам|а|ы|е|у)?|{SHEET})"
_lead_en = re.compile(
    rf"(?:(?:as\s+(?:is\s+)?)?(?:{_CUE_VERB}\s+)?(?:on|at|in|from|under|by)|as\s+per|according\s+to"
    rf"|based\s+on|per|see)"
    rf"\s+(?:the\s+)?(?P<page>{_PAGEWORD}){GAP}(?P<list>{LIST})"
    rf"(?:\s*,?\s*(?:it\s+is\s+{_CUE_VERB}|the\s+\w+\s+{_SAYS.removesuffix('that' + chr(92) + 'b')}"
    rf"|{_CUE_VERB})?\s*that\b)?",
    _I,
)
_lead_ru = re.compile(
    rf"(?:(?:как\s+)?(?:это\s+)?(?:{_CUE_VERB_RU}\s+)?(?:на|из|со|по|с)|согласно|по\s+данным(?:\s+(?:на|со?))?"
    rf"|в\s+соответствии\s+со?|см\.|смотри(?:те)?)\s*(?P<page>{_PAGEWORD_RU}){GAP}(?P<list>{LIST})"
    rf"(?:\s*,?\s*{SAYS_RU})?",
    _I,
)
_bare_en = re.compile(rf"(?<![\w/])(?<!\bp\.)(?:pp?\.|pgs?\.){GAP}(?P<list>{LIST})", _I)
_bare_ru = re.compile(rf"(?<![\w/])стр\.{GAP}(?P<list>{LIST})", _I)
_bare_s = re.compile(rf"(?<=[,;—–-]\s)с\.{GAP}(?P<list>{LIST})")
_subject_page = re.compile(
    rf"(?<![\w/])(?:(?P<says>(?:pages?|slides?|страниц[аы])\s+(?P<slist>{LIST})\s+{_SAYS})|(?:pages?|slides?"
    rf"|страниц[аы]|слайды?)\s+(?P<list>{LIST}))",
    _I,
)
_as_shown = re.compile(
    rf"(?:,\s*)?(?<!\w)as\s+{_PAGEWORD}{GAP}(?P<list>{LIST})\s+"
    rf"(?:shows?|states?|says?|reports?|notes?|indicates?|confirms?|discloses?|makes?\s+clear)(?!\w)"
    rf"|(?:,\s*)?(?<!\w)как\s+(?:показыва[ею]т|указыва[ею]т|сообща[ею]т|следует\s+из|видно\s+из|подтвержда[ею]т)\s+"
    rf"{_PAGEWORD_RU}{GAP}(?P<list_ru>{LIST})",
    _I,
)
_prefix = re.compile(
    rf"(?:{_PAGEWORD}|{_PAGEWORD_RU}){GAP}(?P<list>{LIST}){GAP}(?:[:.)]|\s[-–—])(?=\s|$)",
    _I,
)


def prefix_mark(view: str) -> Mark | None:
    """The mark "Page 7:" at the start of a block."""
    content = _content.match(view)
    prefix = _prefix.match(view, content.end() if content else 0)
    listed = read_pages(prefix["list"]) if prefix else None
    if prefix is None or listed is None or not listed.pages:
        return None
    return Mark(prefix.start(), prefix.end(), "prefix", listed.pages, leads=True, troubles=listed.troubles)


def prose_marks(written: str, view: str, cyrillic: bool) -> list[Mark]:
    """Marks in the running text of one block; `view` is its reading, `written` the text itself."""
    marks: list[Mark] = []
    for match in _as_shown.finditer(view):
        name = "list" if match["list"] else "list_ru"
        listed = read_pages(match[name])
        if listed.pages:
            front = _at_front(view, match.start())
            marks.append(
                Mark(match.start(), match.end(), "prose", listed.pages, leads=front, troubles=listed.troubles)
            )
    patterns = [_lead_en, _bare_en] + ([_lead_ru, _bare_ru, _bare_s] if cyrillic else [])
    for pattern in patterns:
        for match in pattern.finditer(view):
            if match.start() and (view[match.start() - 1].isalnum() or view[match.start() - 1] in "_/"):
                continue
            cut = _prose_list(written, view, match, match.start("list"), match.end("list"))
            listed = read_pages(view[match.start("list") : cut])
            if not listed.pages or match["list"] == "I" or _percent.match(view, cut):
                continue
            stop = match.end() if cut == match.end("list") else cut
            leads = _at_front(view, match.start()) and pattern in (_lead_en, _lead_ru)
            if leads:
                comma = re.compile(r"\s*[,:]").match(view, stop)
                stop = comma.end() if comma else stop
            marks.append(Mark(match.start(), stop, "prose", listed.pages, leads=leads, troubles=listed.troubles))
    for match in _subject_page.finditer(view):
        if match["says"]:
            listed, a, stop = read_pages(match["slist"]), match.start(), match.end()
        else:  # "Page 12 contains a table": the number alone is the mark, so that a sentence remains
            a = match.start("list")
            stop = _prose_list(written, view, match, a, match.end("list"))
            listed = read_pages(view[a:stop])
        if listed.pages and (match["list"] or "") != "I" and not _percent.match(view, stop):
            marks.append(Mark(a, stop, "prose", listed.pages, leads=True, troubles=listed.troubles))
    return marks


def _prose_list(written: str, text: str, match: re.Match[str], a: int, b: int) -> int:
    """End of the page list `text[a:b]` in running text; `written` is that text with its line ends.

    "On page 5, 12 stores opened" names one page. After a singular page word a longer list counts only when nothing
    follows it in its clause; after a plural one a last number that begins the next words is left to them.
    """
    first = _first_range.match(text, a, b)
    if first is None or first.end() >= b:
        return b
    continued = re.compile(r"[ \t\u00a0]+[^\W\d_]|[ \t\u00a0]*[%$€£₽]").match(text, b)
    if not continued or (
        re.search(r"[\r\n]", written[b : continued.end()]) and not written[continued.end() - 1].islower()
    ):
        return b
    words = text[match.start() : a].lower()
    plural = re.search(r"(?:pages|pp\.?|pgs\.?|сс\.|страниц(?:ах|ам|ами)?|лист(?:ах|ам|ами|ов))\s*(?:№\s?)?$", words)
    if not plural:
        return first.end()
    last = max((x for x in (text.rfind(",", a, b), text.rfind(";", a, b)) if x > a), default=None)
    if last is not None and not re.search(r"[^\W\d_]", text[last:b]):
        return last
    return b


def _at_front(text: str, at: int) -> bool:
    """Whether only a sentence boundary or markup stands before `at` in the block."""
    before = text[max(0, at - 80) : at]
    if at > 80 and not re.search(r"[\w.!?…:;•]", before):
        return False
    stripped = before.rstrip(' \t\r\n*_>"“«(')
    return not stripped or stripped[-1] in ".!?…:;•" or not any(ch.isalnum() for ch in stripped[-40:])
