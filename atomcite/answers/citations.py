"""Finding citation marks in an answer.

A mark is told from other text by its wording and its place, never by a model. It is looked for in a reading of the
text (see `readable`), where line ends, blanks, emphasis and wide forms make no difference. Three kinds:

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
from dataclasses import replace
from itertools import pairwise

from atomcite.answers.marks import Mark
from atomcite.answers.ordinals import counted_marks
from atomcite.answers.pages import DASH, KEYWORD, LIST, PageList, Trouble, read_pages
from atomcite.answers.prose import GAP, SHEET, prefix_mark, prose_marks
from atomcite.answers.reading import readable
from atomcite.domain import PageRef

_I = re.IGNORECASE
_KEYED = rf"(?<![^\W_])(?:{KEYWORD}|{SHEET}){GAP}(?::{GAP})?(?:№\s?)?(?P<list>{LIST})"
_keyed = re.compile(_KEYED, _I)
_latin_c = re.compile(rf"(?<![^\W_])[cC]\.{GAP}(?P<list>\d{{1,3}}(?:\s?{DASH}\s?\d{{1,3}})?)(?![\w.]*\d)")

_groups = re.compile(
    r"\([^()]{1,240}\)|\[[^\[\]]{1,240}\]|\{[^{}]{1,240}\}|【[^【】]{1,120}】|［[^［］]{1,120}］"
    r"|⟨[^⟨⟩]{1,120}⟩|‹[^‹›]{1,120}›|<(?=\s*(?:pp?\.|pages?\s|стр|с\.))[^<>]{1,120}>"
)
_nested = re.compile(r"\((?=[^()]{0,120}\([^()]{1,60}\)[^()]{0,120}\))[^()]*\([^()]*\)[^()]*\)")
_unreadable = re.compile(
    r"\s*(?:(?:see|на|см\.)\s*)?(?:pages?|pp?\.|pg\.|страниц[аеыу]|стр\.|с\.)\s*"
    r"(?P<name>(?!0\.)\d+(?:\.\d+)+|\?{1,3}|n/a|tbd|н/д)\s*",
    _I,
)
"""Citations of a page by a name that no document is likely to have: they end as such, not as text."""
_open_end = re.compile(rf"\s*{DASH}{{1,3}}\s*(?:\?|\.\.\.|…|end|конец)?\s*(?=$|[,;])", _I)
_intro = re.compile(
    r"^\W*(?:(?:see|cf|compare|e\.g|source|ref|from|at|on|in|per|also|cited|citation|page|pdf|the|см|смотри|смотрите|ср|также"
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
    r"|был|была|было|были|является|составил\w*|вырос\w*|упал\w*|снизил\w*)\b|[%$€£₽]|\b\d+[.,]\d+\b"
    r"|\b(?:EUR|USD|GBP|RUB|CHF|JPY|CNY|EBITDA)\b|\b\d+\s*(?:thousand|million|billion|percent|euros?|dollars?|pounds?"
    r"|roubles?|rubles?|[MB]n?)\b|\b\d+\s*(?:тыс|млн|млрд|руб|евро|долл|процент)",
    _I,
)
_place = re.compile(
    r"(?<!\w)(?:sections?|sec\.|clauses?|art(?:icle)?s?\.?|notes?|tables?|fig(?:ure)?s?\.?|para(?:graph)?s?\.?|§+|п+\."
    r"|пункт\w*|ст\.|стать\w*|раздел\w*|табл\w*\.?|рис\w*\.?|прим\w*\.?)\s*\d+(?:\.\d+)*",
    _I,
)
_bare_list = re.compile(rf"\s*(?P<list>{LIST})\s*", _I)
_digits_list = re.compile(rf"\s*\d{{1,5}}(?:\s*(?:[,;]|{DASH})\s*\d{{1,5}})*\s*")
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
_footnote = re.compile(r"\[\^(?P<label>[^\]\s]{1,40})\](?!:)")
_superscript = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}(?:[⁻⁼–-][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})?")
_from_superscript = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁼", "0123456789--")
_quoted = re.compile(
    r"“[^”]{0,2000}”|«[^»]{0,2000}»|„[^“”]{0,2000}[“”]|(?<![^\s(\[])\"(?=\S)[^\"]{0,600}(?<=\S)\"(?!\w)"
)
_any_page = re.compile(r"(?<![^\W_])(?:p|slide|лист|стр|с\.|л|слайд)|page|стр", _I)
_percentile = re.compile(r"p(?:50|75|90|95|99|999)", _I)
_of_percentiles = re.compile(r"percentile|quantile|latenc|response time|перцентил|квантил|задержк|время отклика", _I)
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
    block = text[start:end]
    view = readable(block)
    marks: list[Mark] = []
    busy = bytearray(end - start)

    def add(mark: Mark) -> None:
        if mark.start < mark.end and busy.find(1, mark.start, mark.end) < 0:
            marks.append(mark)
            busy[mark.start : mark.end] = b"\x01" * (mark.end - mark.start)

    cyrillic = any("а" <= ch <= "я" for ch in view.lower())
    groups = list(_bracketed(view))
    for group in groups:
        for mark in _from_group(block, view, group, bare_brackets, cyrillic, documents):
            add(_with_link(block, mark) if mark.end == group.end() else mark)
    for mark in _footnotes(block, footnotes, defined or {}):
        add(mark)
    if footnotes:
        for mark in _superscripts(block):
            add(mark)
    if _any_page.search(view):
        before_prose = prefix_mark(view)
        if before_prose:
            add(before_prose)
        quoted = _cover((q.span() for q in _quoted.finditer(view)), end - start)
        fenced: dict[int, int] = {}
        for group in groups:
            fenced.update(dict.fromkeys(range(group.start(), group.end()), group.end()))
        found = [m for m in prose_marks(block, view, cyrillic) if m.end <= fenced.get(m.start, m.end)]
        for mark in found:
            if not (quoted[mark.start] and quoted[mark.end - 1]):
                add(mark)
        for mark in counted_marks(view, tuple(marks)):
            if not (quoted[mark.start] and quoted[mark.end - 1]):
                add(mark)
    shifted = (replace(m, start=m.start + start, end=m.end + start) for m in marks)
    return sorted(shifted, key=lambda m: m.start)


def _bracketed(view: str) -> Iterable[re.Match[str]]:
    """Groups in brackets, the innermost first where one holds another: "(Report (2023), p. 7)" is a citation as a
    whole, "(growth of 5 (p. 7))" holds one."""
    for outer in _nested.finditer(view):
        yield from _groups.finditer(view, outer.start() + 1, outer.end() - 1)
        yield outer
    yield from _groups.finditer(view)


def keyed_lists(text: str) -> list[tuple[int, int]]:
    """Where the page lists behind page words stand in the text of one mark."""
    found = [m.span("list") for m in _keyed.finditer(text)] or [m.span("list") for m in _latin_c.finditer(text)]
    return [(a, b) for a, b in found if read_pages(text[a:b]).pages]


def _cover(ranges: Iterable[tuple[int, int]], size: int) -> bytearray:
    cover = bytearray(size)
    for a, b in ranges:
        cover[a:b] = b"\x01" * (b - a)
    return cover


def _with_link(text: str, mark: Mark) -> Mark:
    """`mark` with the target of the Markdown link that it is the text of, and with brackets around that link."""
    link = _target.match(text, mark.end) if text[mark.start] == "[" else None
    if link is None:
        return mark
    a, b = mark.start, link.end()
    if text[a - 1 : a] == "(" and text[b : b + 1] == ")":
        a, b = a - 1, b + 1
    return replace(mark, start=a, end=b)


def _from_group(
    text: str, view: str, group: re.Match[str], bare_brackets: bool, cyrillic: bool, documents: Sequence[str]
) -> list[Mark]:
    whole, a, b = group[0], group.start(), group.end()
    inner = whole[1:-1]
    found = list(_keyed.finditer(inner))
    if not found and cyrillic and _latin_c.fullmatch(inner.strip()):
        found = list(_latin_c.finditer(inner))  # Latin "c" typed for Cyrillic "с"
    found = [f for f in found if read_pages(f["list"]).pages]
    if found and _percentile.fullmatch(inner.strip()) and _of_percentiles.search(view[max(0, a - 200) : b + 80]):
        return []
    if found:
        return _keyed_group(text[a:b], whole, a, found, documents)
    unread = _unreadable.fullmatch(inner)
    if unread:
        return [Mark(a, b, "bracket", (PageRef(raw=unread["name"]),))]
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


def _keyed_group(
    written: str, whole: str, offset: int, found: list[re.Match[str]], documents: Sequence[str]
) -> list[Mark]:
    """Marks of a group with page words. `whole` is the reading of `written`; document names are taken as written."""
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
    begin, current = 0, names[0]
    pages: dict[PageRef, None] = {}
    troubles: list[tuple[Trouble, str]] = []
    for n, match in enumerate(found):
        name = names[n]
        if n and name is not None and name != current:
            rest = between[n - 1].lstrip()
            cut = match.start() - len(rest) + 1 + rest.startswith((";", ","))
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
    open_end = _open_end.match(inner, found[-1].end())
    if open_end:
        troubles.append(("open_range", (found[-1]["list"] + open_end[0]).strip()))
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
    place = r"(?:tables?|figures?|figs?|notes?|sections?|secs?|slides?|art(?:icle)?s?|clauses?|items?"
    place += r"|par(?:a|agraph)?s?|exhibits?|and|or|ch(?:apter)?s?"
    place += r"|табл\w*|рис\w*|прим\w*|разд\w*|ст(?:ать\w*)?|п|пп|пункт\w*|гл(?:ав\w*)?|и|или|в)"
    if re.match(rf"{place}\b\.?(?:\s|$)", name, _I):
        return None
    return name


def _footnotes(text: str, asked: bool, defined: dict[str, PageList]) -> Iterable[Mark]:
    for match in _footnote.finditer(text):
        label = match["label"]
        listed = defined.get(label)
        if (listed is None or not listed.pages) and asked:
            listed = read_pages(label)
        if listed is not None and listed.pages:
            yield Mark(match.start(), match.end(), "bracket", listed.pages, troubles=listed.troubles)
        else:
            yield Mark(match.start(), match.end(), "reference", ())


def _superscripts(text: str) -> Iterable[Mark]:
    """Superscript digits after a word of four letters or more, or after punctuation: "m²" and "10³" are no marks."""
    for match in _sup.finditer(text):
        listed = read_pages(match["list"])
        if listed.pages:
            yield Mark(match.start(), match.end(), "bracket", listed.pages, troubles=listed.troubles)
    for match in _superscript.finditer(text):
        before = re.search(r"\w+\Z", text[max(0, match.start() - 20) : match.start()])
        if (before and (len(before[0]) < 4 or before[0].isdecimal())) or match.start() == 0:
            continue
        listed = read_pages(match[0].translate(_from_superscript))
        if listed.pages:
            yield Mark(match.start(), match.end(), "bracket", listed.pages, troubles=listed.troubles)
