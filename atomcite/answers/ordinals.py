"""Citations that count a page: "on the 7th page", "(third page)", "on page seven", "на 7-й странице", "(7 стр.)".

They are read only in a sentence without another citation, since "signed on the first page (p. 3)" cites page 3 alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from atomcite.answers.marks import Mark
from atomcite.answers.prose import SAYS_RU
from atomcite.domain import PageRef

_I = re.IGNORECASE


def _row(text: str) -> list[str]:
    """The words of a row that counts from one."""
    return text.split()


_ORDINALS_EN = _row(
    """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"""
)
_CARDINALS_EN = _row(
    """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty"""
)
_STEMS_RU = _row(
    """перв втор трет четв[её]рт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат четырнадцат
    пятнадцат шестнадцат семнадцат восемнадцат девятнадцат двадцат"""
)
_CARDINALS_RU = _row(
    """один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать
    пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать"""
)
_ENDING_RU = r"(?:ь?(?:ая|яя|ей|ой|ую|ую|ый|ий|ом|ем|его|ого)|ьей|ья|ью)"
_ORDINAL_EN = rf"(?P<ordinal>\d{{1,4}} ?(?:st|nd|rd|th)|{'|'.join(_ORDINALS_EN)})"
_ORDINAL_RU = (
    r"(?P<ordinal>\d{1,4} ?-? ?(?:ой|ая|ей|ую|го|[йяеюм])(?!\w)"
    rf"|(?:{'|'.join(_STEMS_RU)}){_ENDING_RU}(?!\w))"
)
_FROM_EN = r"(?:on|at|from|see|per|according to|based on)"
_WHOSE_EN = r"(?: of the (?:document|report|file|contract|agreement|lease|filing|presentation))?"
_WHOSE_RU = r"(?: (?:документа|отч[её]та|файла|договора|контракта|соглашения|презентации))?"
_PAGE_RU = r"(?:страниц(?:а|е|ы|у|ей|ею)|стр\.|лист(?:е|а|у)?|слайд(?:е|а|у)?)"
_spelled_en = rf"(?P<cardinal>{'|'.join(reversed(_CARDINALS_EN))})(?!\w)"
_spelled_ru = rf"(?P<cardinal>{'|'.join(reversed(_CARDINALS_RU))})(?!\w)"
_prose = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"(?<!\w)(?:as (?:stated|shown|noted|set out) )?{_FROM_EN} (?:the )?{_ORDINAL_EN} (?:page|slide)"
        rf"{_WHOSE_EN}(?!\w)",
        rf"(?<!\w){_FROM_EN} (?:page|slide) {_spelled_en}{_WHOSE_EN}",
        r"(?<!\w)(?:(?:как )?(?:указано|показано|отмечено|сказано) )?(?:на|со?|согласно|по|см\.|из) "
        rf"{_ORDINAL_RU} {_PAGE_RU}{_WHOSE_RU}(?!\w)(?:\s*,?\s*{SAYS_RU})?",
        rf"(?<!\w)(?:на|со?|согласно|см\.|из) (?:страниц[еыу]|стр\.|слайд[еа]) {_spelled_ru}{_WHOSE_RU}",
        rf"(?<=[,;—–] ){_ORDINAL_RU} {_PAGE_RU}(?= *[.;,)]| *$)",
    )
)
_group = tuple(
    re.compile(pattern, _I)
    for pattern in (
        rf"[(\[{{] *(?:see |on |source: )*(?:the )?{_ORDINAL_EN} (?:page|slide){_WHOSE_EN} *[)\]}}]",
        rf"[(\[{{] *(?:see |on )*(?:pages?|p\.?|slide) ?{_spelled_en} *[)\]}}]",
        rf"[(\[{{] *(?:см\. ?|на |со? )*{_ORDINAL_RU} {_PAGE_RU}{_WHOSE_RU} *[)\]}}]",
        rf"[(\[{{] *(?:см\. ?|на |со? )*(?:страниц[аеыу]|стр\.?|слайд[еа]?) {_spelled_ru} *[)\]}}]",
        r"[(\[{] *(?:см\. ?)?(?P<counted>\d{1,4}) ?(?:стр\.?|с\.) *[)\]}]",
    )
)
_hint = re.compile(r"page|slide|страниц|стр\.|\(p\.|с\. *[)\]}]|лист|слайд|p\. ?[a-z]{3}", _I)
_whole_work = re.compile(
    r"(?:отч[её]т|договор|контракт|соглашени|приложени|документ|файл|презентаци|брошюр|книг|акт|справк|заключени|стать"
    r"|том|выпуск|протокол|письм|устав|бюллетен|инструкци|руководств|объ[её]м)\w*\W*$",
    _I,
)
_sentence_end = re.compile(r"[.!?…]\s")


def counted_marks(view: str, known: Sequence[Mark]) -> Iterator[Mark]:
    """Marks of this kind in `view`, a reading of one block (see `readable`). `known` are its other marks."""
    if not _hint.search(view):
        return
    for pattern in _group:
        for match in pattern.finditer(view):
            pages = _pages(match)
            if "counted" in match.re.groupindex and _whole_work.search(
                view[max(0, match.start() - 40) : match.start()]
            ):
                continue  # "отчёт (12 стр.)" says how long the report is
            if pages and _alone(view, match, known):
                yield Mark(match.start(), match.end(), "bracket", pages)
    for pattern in _prose:
        for match in pattern.finditer(view):
            pages = _pages(match)
            if not pages or not _alone(view, match, known):
                continue
            front = not re.search(r"\w[^.!?…:;•]*$", view[max(0, match.start() - 80) : match.start()])
            comma = re.compile(r"\s*[,:]").match(view, match.end()) if front else None
            yield Mark(match.start(), comma.end() if comma else match.end(), "prose", pages, leads=front)


def count_place(view: str) -> tuple[int, int] | None:
    """Where the digits of a counted page stand in the text of one mark "(7 стр.)"; None for other marks."""
    match = _group[-1].fullmatch(view)
    return match.span("counted") if match else None


def _alone(view: str, match: re.Match[str], known: Sequence[Mark]) -> bool:
    """Whether no other citation stands in the sentence of `match`."""
    ends = [m.end() for m in _sentence_end.finditer(view, max(0, match.start() - 1000), match.start())]
    found = _sentence_end.search(view, match.end())
    begin, end = max(ends, default=0), found.start() if found else len(view)
    return not any(m.pages and m.start < end and m.end > begin for m in known)


def _pages(match: re.Match[str]) -> tuple[PageRef, ...]:
    groups = match.groupdict()
    if groups.get("counted"):
        return (PageRef(raw=str(groups["counted"])),)
    word = (groups.get("ordinal") or groups.get("cardinal") or "").lower()
    digits = re.match(r"\d+", word)
    if digits:
        return (PageRef(raw=digits[0]),)
    for names in (_ORDINALS_EN, _CARDINALS_EN, _CARDINALS_RU):
        if word in names:
            return (PageRef(raw=str(names.index(word) + 1)),)
    for number, stem in enumerate(_STEMS_RU, 1):
        if re.fullmatch(rf"{stem}{_ENDING_RU}", word):
            return (PageRef(raw=str(number)),)
    return ()
