"""Statements that a document was registered or received, with a number or a date: what an office stamps on paper."""

from __future__ import annotations

import re

_F = re.IGNORECASE
_DOCUMENT = (
    r"(?:document|letter|application|contract|agreement|order|deed|act|claim|statement|report|notice|invoice|request"
    r"|petition|complaint|form|memo(?:randum)?|certificate|instrument|copy|page|it)"
)
_DOCUMENT_RU = (
    r"(?:документ|письм|заявлени|договор|соглашени|приказ|постановлени|акт|обращени|отч[её]т|уведомлени|сч[её]т|запрос"
    r"|жалоб|иск|претензи|форм|справк|решени|распоряжени|копи|он|она|оно)\w*"
)
_DONE = r"(?:registered|received|filed|recorded|lodged|logged|entered)"
_DONE_RU = r"(?:зарегистрирован|получен|принят|внес[её]н|учт[её]н)[аоы]?"
_CLAIMS = (
    re.compile(
        rf"^(?:the|this|an?)?\s*(?:[\w’'-]+ ){{0,3}}{_DOCUMENT} (?:\w+ ){{0,2}}?(?:was|is|been) {_DONE}\b", _F
    ),
    re.compile(r"^(?:registered|received|filed) (?:on|by|with|at|in|under|as)\b|^(?:received|registered) \d", _F),
    re.compile(r"\b(?:incoming|registration|entry|receipt|filing) (?:number|no\.?|date|stamp)\b", _F),
    re.compile(
        rf"^(?!(?:по|в|во|на|из|от|с|со|к|для) )(?:[\w-]+ ){{0,2}}{_DOCUMENT_RU}\b"
        rf".*\b(?:{_DONE_RU}|поступил[аои]?)\b",
        _F,
    ),
    re.compile(rf"^(?:{_DONE_RU}|поступил[аои]?)\b", _F),
    re.compile(
        r"\b(?:входящ\w+|регистрационн\w+) (?:номер|№|дат)\w*|\bвх\. ?№|\bдат\w+ (?:регистрации|поступления)\b", _F
    ),
)
_NUMBERED = re.compile(
    r"(?:\bno\.?|№|\bnumber(?: is)?|\bномер\w*(?: \w+)?(?: —)?|\bunder|\bза) ?[\w/-]*\d"
    r"|\b(?:19|20)\d\d\b|\b\d\d?[./]\d\d?[./]\d",
    _F,
)
_DUTY = re.compile(
    r"\b(?:must|shall|should|(?-i:may)|will|can|needs? to|ha(?:s|ve) to|to be|within|after|before|until|if|unless)\b"
    r"|\b(?:долж\w+|подлеж\w+|следует|необходимо|может|будет|в течение|после|если)\b",
    _F,
)


def claims_registration(statement: str) -> bool:
    """True for a statement that the document itself was registered, received or filed, under a number or on a day.

    Such entries are stamped or written on the paper, so that words which do not show them have not refuted them.
    Somebody else's registration, and rules about it, are ordinary statements.

    >>> claims_registration("The letter was received on 12 May 2024.")
    True
    >>> claims_registration("The company was registered under No. 28608.")
    False
    """
    return (
        _NUMBERED.search(statement) is not None
        and _DUTY.search(statement) is None
        and any(p.search(statement) for p in _CLAIMS)
    )
