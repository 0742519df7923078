"""Identifiers: numbers that name something (a contract, docket, clause, form), compared as they are spelled."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atomcite.values.model import Found, Identifier

_LABELS: tuple[tuple[str, str], ...] = (
    ("article", r"articles?|art\.|стать\w+|ст\."),
    ("clause", r"clauses?|cl\.|sub-?clauses?|пункт\w*|подпункт\w*|пп?\."),
    ("section", r"sections?|sec\.|§+|раздел\w*|разд\."),
    ("paragraph", r"paragraphs?|para\.|абзац\w*"),
    ("part", r"parts?|част\w{1,3}|ч\."),
    ("chapter", r"chapters?|глав(?:а|ы|е|у|ой)|гл\."),
    ("schedule", r"schedules?|annex(?:es)?|appendix|exhibits?|приложени\w+"),
    ("regulation", r"regulations?|rules?"),
    ("note", r"notes?|примечани\w+"),
    (
        "number",
        r"№|N[°ºo]\.?|Nos?\.|numbers?:?|номер\w*\s+(?!страниц|пункт|стать|раздел|част|глав|абзац)[а-яё]{3,20}(?=\s?:?\s?№?\s?\d)|номер\w*:?|#|N(?=\s?\d)",
    ),
)
_LABEL = "|".join(f"(?P<{name}>{p})" for name, p in _LABELS)
_TOKEN = r"(?P<id>(?:[A-ZА-ЯЁ]{1,6}[-/]?)?\d[\w]*(?:[-/.]\w*\d\w*|[-/][A-ZА-ЯЁ]{1,4}\b|\(\w{1,3}\))*)"
_LABELLED = re.compile(rf"(?<!\w)(?:{_LABEL})\s{{0,2}}(?:№\s?|No\.?\s?)?{_TOKEN}(?!\w)", re.I)
_NAMED_THINGS = (
    r"(?:account|accession|agreement|application|bill|booking|bank|case|card|certificate|charge|claim|company|contract"
    r"|customer|deed|docket|document|entry|file|form|invoice|job|licen[cs]e|loan|lot|membership|order|part|passport"
    r"|patent|permit|phone|plan|plot|policy|project|protocol|purchase|receipt|reference|registration|registered|room"
    r"|serial|tax|telephone|tender|title|unit|vat|vehicle|voucher|waybill)"
)
_NAMED_THINGS_RU = (
    r"(?:акта|визы|вагона|дела|договора|документа|заказа|записи|заявки|заявления|карты|квартиры|контракта|кредита"
    r"|лицензии|лота|накладной|объекта|паспорта|патента|платежа|полиса|помещения|поручения|приказа|проекта|протокола"
    r"|расписки|свидетельства|сертификата|соглашения|сч[её]та|счета-фактуры|телефона|участка|чека)"
)
_SAID = re.compile(
    rf"(?<!\w)(?:{_NAMED_THINGS}\s(?:number|no\.?)\s?(?:\s(?:is|was|reads)|[:=–—-])"
    rf"|(?:номер\w*\s{_NAMED_THINGS_RU}|(?:регистрационн|инвентарн|кадастров|заводск|серийн|входящ|исходящ)\w+\sномер\w*)"
    rf"\s?(?:[:=–—-]|это))\s?(?:№\s?|No\.?\s)?{_TOKEN}(?!\w)",
    re.I,
)
"""The number of a thing that a sentence gives: "the account number is 40817"."""
_MIXED = re.compile(r"(?<![\w.,/-])(?=[\w/-]*\d)(?=[\w/-]*[A-ZА-ЯЁ])[A-ZА-ЯЁ\d]{1,}(?:[-/.]?[A-ZА-ЯЁ\d]+)+(?![\w])")
_HYPHENED = re.compile(r"(?<![\w.,/-])\d{1,6}(?:[-/]\d{1,7}){1,4}(?:[-/][A-ZА-ЯЁ]{1,4})?(?![\w%/-]|[.,]\d)")
_DOTTED = re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d{1,4}){2,5}(?![\w]|[.,]\d)")
_LONG = re.compile(r"(?<![\w.,])(?:\d{9,}|0\d{3,})(?![\w]|[.,]\d)")
_ORDINAL = re.compile(r"^\d+(?:st|nd|rd|th)$", re.I)
_SCALED = re.compile(r"^\d+(?:[.,]\d+)?(?:[KMBT]|MM|BN|MN|KG|KM|HZ|GB|MB|TB|KWH|MWH|MW|KW|X)$")
_PERIOD = re.compile(r"^(?:Q[1-4]|[1-4]Q|H[12]|[12]H|FY)\W?\d{0,4}$")
_FRACTION = re.compile(r"^([1-9])/([2-9]|10|12|16|20|100)$")
_YEARS = re.compile(r"^(?:19|20)\d{2}[-/](?:\d{2}|(?:19|20)\d{2})$")
_RANGE = re.compile(r"^(\d{1,4})-(\d{1,4})$")


def identifiers(text: str) -> Iterator[Found]:
    """Labelled numbers ("clause 4.2", "№ 17"), codes of letters and digits, hyphened, dotted and long numbers."""
    for hit in _LABELLED.finditer(text):
        label = next(name for name, _ in _LABELS if hit[name])
        token = hit["id"]
        if _ORDINAL.match(token) or (label == "number" and hit[label].lower() in {"no", "no:"}):
            continue
        if _follows_as_quantity(text, hit.end("id")):
            continue
        yield Found(Identifier(canonical(token), label), hit.start("id"), hit.end("id"), token)
    for hit in _SAID.finditer(text):
        if not _follows_as_quantity(text, hit.end("id")):
            yield Found(Identifier(canonical(hit["id"]), "number"), hit.start("id"), hit.end("id"), hit["id"])
    for pattern in (_MIXED, _HYPHENED, _DOTTED, _LONG):
        for hit in pattern.finditer(text):
            token = hit.group()
            if any(p.match(token) for p in (_ORDINAL, _SCALED, _PERIOD, _FRACTION, _YEARS)):
                continue
            if pattern is _HYPHENED and _is_range(token):
                continue
            if pattern is _MIXED and re.fullmatch(r"(?:[A-Z]{2,3}|[IVXLC]+)[\d.]+", token) and token[:2] == "RM":
                continue
            yield Found(Identifier(canonical(token)), hit.start(), hit.end(), token)


def _follows_as_quantity(text: str, at: int) -> bool:
    """ "number 5 million", "part 20 %" count something after all."""
    return bool(
        re.match(
            r"\s?(?:%|million|billion|thousand|млн|млрд|тыс|percent|per cent|days|months|years)", text[at:], re.I
        )
    )


def _is_range(token: str) -> bool:
    """ "10-15" is a range of numbers; "2017-03-1235" and "14-09" (leading zero) are not."""
    hit = _RANGE.match(token)
    return bool(hit and not hit[2].startswith("0") and int(hit[1]) < int(hit[2]))


_LOOKALIKES = str.maketrans("АВЕКМНОРСТУХ", "ABEKMHOPCTYX")


def canonical(token: str) -> str:
    """Case-folded, dashes unified, inner spaces and a closing dot removed; Cyrillic letters that look like Latin ones
    ("СЕ-2942") as those, since neither eye nor scanner can tell them apart in a code."""
    token = token.upper().translate(_LOOKALIKES)
    return re.sub(r"[\u2010-\u2015\u2212]", "-", re.sub(r"\s+", "", token)).strip(".,;:").casefold()
