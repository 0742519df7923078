"""Which statements are about marks - seals, signatures, handwriting, ticks - and what exactly they claim."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

MarkKind = Literal["signature", "seal", "handwriting", "tick"]


@dataclass(frozen=True, slots=True)
class MarkClaim:
    """What a statement says about a mark. `present` is False for "unsigned", "no seal", "box 3 is empty". `rest` is
    what it says beyond the mark's being there (who signed, when, what the seal reads), as a statement for a judge of
    words; None when that is all it says. `inscription` is true when `rest` is said to stand in the mark itself ("the
    stamp says PAID"); `all_sides` when every place for a signature is meant ("by both parties"). `owner` is whose
    imprint it is said to be, a name or a part in the document ("the buyer"), and then not in `rest`; `at_signature`
    is true of an imprint said to stand by a signature."""

    kind: MarkKind
    wording: str
    present: bool
    rest: str | None
    inscription: bool = False
    all_sides: bool = False
    owner: str | None = None
    at_signature: bool = False


_F = re.IGNORECASE
_STAMP = r"(?:rubber[- ]?stamp|date[- ]?stamp|stamp|seal)"
_PATTERNS: tuple[tuple[MarkKind, re.Pattern[str]], ...] = (
    (
        "handwriting",
        re.compile(
            r"\bhand-?written\b|\bhandwriting\b|\bhandwrote\b|\bin (?:\w+ )?(?:pen|ink|biro|longhand)\b"
            r"|\b(?:written|wrote|writes|noted?|annotat\w+|added|inscri\w+|filled in|entered|corrected|scribbled"
            r"|scrawled|jotted|dated|put|corrected|amended)\b[^.;]*\b(?:by hand|in pen|in ink)\b"
            r"|\bby hand\b[^.;]*\b(?:written|wrote|noted|added|entered|filled|corrected)\b"
            r"|\b(?:scribbled|scrawled|jotted down|pencil(?:l?ed)?)\b"
            r"|\bот руки\b|\bрукописн\w+|\bвручную (?:вписан|написан|внес|исправлен|проставлен|дописан)\w*"
            r"|\b(?:вписан|написан|дописан|внесен|внесён|проставлен|исправлен)\w*"
            r" (?:ручкой|вручную|чернилами|пером)\b"
            r"|\bрукой (?:вписан|написан|сделан|дописан|приписан)\w*|\b(?:вписан|дописан|приписан)\w* рукой\b",
            _F,
        ),
    ),
    (
        "seal",
        re.compile(
            rf"\b(?:rubber |round |square |rectangular |official |company(?:'s|’s)? |corporate |common |notary "
            rf"|wet |ink )*"
            rf"{_STAMP}s?\b"
            r"(?= (?:is|are|was|were|has|have|appears?|can be|on (?:the|this|that|page)|of|at|in|beside|next|over"
            r"|says?|reads?|shows?|bears?|states?|gives?|dated|with|from|imprint|near|under|below|above|and)\b"
            r"|[:.,;]?$)"
            r"|\b(?:bears?|carries|carry|carrying|bearing|shows?|has|have|with|under|receives?|received)"
            rf" (?:a|an|the|its|their|his|her) [\w '’-]{{0,40}}\b{_STAMP}\b"
            rf"|\b(?:by|in) (?:a|an|the) (?:[\w-]+ ){{0,3}}{_STAMP}\b"
            rf"|\b{_STAMP}s? (?:has|have) been\b"
            r"|\b(?:is|are|was|were|been|and) (?:stamped|sealed)\b|\bstamped\b"
            r"|\b(?:оттиск\w*|печат(?:ь|и|ью|ей|ями)|штамп(?!ов)\w{0,3})\b",
            _F,
        ),
    ),
    (
        "tick",
        re.compile(
            r"\b(?:box|boxes|checkbox|tick ?box|check ?box)\b[^.;]*"
            r"\b(?:ticked|checked|crossed|marked|empty|unticked|unchecked|blank|selected)\b"
            r"|\b(?:ticked|unticked|check-?marked|unchecked)\b(?! off)|\b(?:tick|check) ?mark\b"
            r"|\b(?:галочк\w+|чекбокс\w*|крестик\w*)\b"
            r"|\bотмечен\w*\b (?:[\w«»\"]+ ){0,2}?(?:пункт|вариант|клетк\w*|квадрат\w*|ответ)\b"
            r"|\b(?:пункт|вариант|клетка|клеточка|квадрат\w*|ответ)\b[^.;]*\b(?:не )?(?:отмечен|выбран)\w*"
            r"|\b(?:клетка|клеточка|квадрат\w*)\b[^.;]*\bпуст\w+",
            _F,
        ),
    ),
    (
        "signature",
        re.compile(
            r"\bsignature (?:line|block|field|space)s?\b|\bsignatures?\b"
            r"|\b(?:un|counter)?signed\b"
            r"(?! (?:up|off|integer|number|in(?! (?:(?:\w+ )?(?:ink|pen|biro)|the presence|(?-i:[A-Z])))))"
            r"|\bhand-signed\b|\bsigns\b|\bподпис(?:ь|и|ью|ями|ей)\b|\b(?:не)?подписан[аоы]?\b|\bподписал[аи]?\b|\bрасписал\w*\b",
            _F,
        ),
    ),
)
_ABSENT = re.compile(
    r"\bun(?:signed|stamped|sealed|ticked|checked)\b|\b(?:no|nobody|without(?: a| any)?|lacks?|missing|absent)\b"
    r"|\b(?:empty|blank|neither)\b|\bни (?:печат|подпис|штамп)\w*"
    r"|\b(?:not|never|n[o']t yet) (?:been |yet (?:been )?)?(?:signed|stamped|sealed|ticked|checked|marked|present"
    r"|written|handwritten|selected|bear|have|carry)\b|\b(?:isn't|wasn't|hasn't been|doesn't|does not|did not"
    r"|didn't)\b"
    r"|\bне\s?подпис\w*|\bбез (?:\w+ )?(?:подпис\w+|печат\w+|штамп\w*)\b|\bнет\b|\bотсутству\w+|\bпуст\w+"
    r"|\bне (?:стоит|проставлен\w*|поставлен\w*|имеет\w*|отмечен\w*|выбран\w*|скреплен\w*|скреплён\w*"
    r"|заверен\w*|вписан\w*)\b",
    _F,
)
_UNTICKED = re.compile(
    r"\bun(?:ticked|checked|marked|selected)\b|\b(?:empty|blank)\b|\bпуст\w+"
    r"|\bне (?:отмечен|выбран|стоит|проставлен)\w*"
    r"|\b(?:not|never) (?:been )?(?:ticked|checked|crossed|marked|selected)\b|\b(?:isn't|wasn't|hasn't been)\b"
    r"|\b(?:no|without(?: a)?) (?:tick|check|cross|mark)\w*|\b(?:нет|без) (?:галочк|крестик|отметк)\w*",
    _F,
)
"""The label of a box may itself be "No": only words about the tick deny it."""
_PLAIN_WORDS_TEXT = """
a an the this that there is are was were be been has have had on in at of by it its and with to for page
document contract agreement letter report order act form receipt invoice protocol certificate deed copy
original bears bear carries shows present visible appears affixed placed put found seen hand handwritten
signature signatures signed stamp stamped seal sealed round rectangular square blue red violet green official
someone somebody note notes text ink wet written wrote handwriting signatory end bottom foot top both all
parties party sides two rubber can not no without unsigned company companies corporate s does do line lines
block imprint paper sheet file scan anyone nobody any one pen comment remark annotation word words something
some here its their на в с о от к и или не нет без этот эта это этой этом документ документе документа договор
договоре договора письмо письме акт акте акта отчет отчёт отчете отчёте приказ приказе странице страница
страницы лист листе стоит имеется есть проставлена проставлен проставлены поставлена поставлен видна виден
видны присутствует присутствуют отсутствует печать печати печатью подпись подписи подписью подписан подписана
подписано подписаны штамп штампа штампом оттиск оттиска круглая круглой круглую прямоугольный синяя синий синей
красная красный фиолетовая сторон стороны сторонами обеих обе обеими всех все всеми руки рукописная рукописный
рукописное рукописные пометка пометки надпись надписи запись записи организации компании общества предприятия
внизу вверху скреплен скреплён скреплена скреплено заверен заверена заверено кем то что сделана сделано
неподписан неподписана здесь низу конце два две either neither nor both carries stands latter final last minutes
beside personally or missing lacks стоят ставит счете счёте счет счёт накладной накладная приказ последней
собственноручная собственноручной собственноручно собственноручный ни сама сам под над рядом подписями
"""
PLAIN_WORDS = frozenset(_PLAIN_WORDS_TEXT.split())
_INSCRIPTION = re.compile(
    rf"\b{_STAMP}s?\b[^.;]{{0,40}}?\b(?:says?|reads?|reading|saying|states?|shows?|bears?|gives?"
    r"|dated|with the (?:words?|text|date|number)"
    rf"|marked|inscribed)\b|\bstamped (?:as )?(?:[\"“'«‘]|(?:[A-Z]{{2,}}))"
    rf"|\b{_STAMP} of (?!the (?:company|document|page)\b)"
    r"|\b(?:registered|received|dated|approved|paid|filed|certified)\b[^.;]*\bby (?:a|an|the) (?:[\w-]+ )?stamp\b"
    r"|\b(?:печат\w+|штамп\w*|оттиск\w*)\b[^.;]{0,40}?(?:[«\"“]|\b(?:с надписью|с текстом|с датой|с номером"
    r"|гласит|указан\w*|значится))"
    r"|\b(?:печат\w+|штамп\w*) (?:ООО|АО|ПАО|ЗАО|ОАО|ИП)\b",
)
_ALL_SIDES = re.compile(
    r"\b(?:both|all|two) (?:of the )?(?:parties|sides|signatories|signatures|directors)\b|\beach party\b"
    r"|\b(?:обеими|обе|обеих|всеми|все|всех|двумя|две) (?:сторон\w*|подпис\w*|участник\w*)",
    _F,
)
_PASSING = re.compile(
    r"\b(?:days?|weeks?|months?|date|upon|after|before|of|from|until|on) (?:the )?(?:date of )?(?:its |their )?$"
    r"|\b(?:дней|дня|даты|момента|после|до|со дня|при|дата) $",
    _F,
)
_OTHER_SENSE = re.compile(
    r"\b(?:в|из) печат(?:ь|и)\b|\bпечатн|\bсредств\w* печати|\bправо\w* (?:первой |второй )?подписи\b"
    r"|\bstamp (?:duty|tax)"
    r"|\bpostage\b|\bseal(?:s|ed)? (?:the )?(?:deal|container|bid|envelope|tender|pipe)"
    r"|\b(?:o-ring|rubber) seals\b|\bgrey seals?\b"
    r"|\bsealed (?:bid|envelope|tender)|\bподписк|\bосуществля\w+ подпис|\bchecked by\b"
    r"|\bmarked (?:up|down|to market)\b"
    r"|\b(?:time|date)-?stamp of the (?:file|record|message)",
    _F,
)


_BY_HAND = r"(?:in (?:\w+ )?(?:ink|pen|biro)|by hand|personally|собственноручно|от руки)"
_HAND_SIGNED = re.compile(
    rf"\bhand-?written (?:\w+ )?signatures?\b|\b(?:signed|signatures?) {_BY_HAND}\b"
    rf"|\b(?:собственноручн|рукописн)\w+ подпис\w+|\b{_BY_HAND} подпис\w+|\bподписа\w+ {_BY_HAND}",
    _F,
)
"""Of a signature, "by hand" says nothing more."""
_DUTY = re.compile(
    r"\b(?:must|shall|should|may|might|will|would|can|needs? to|ha(?:s|ve|d) to|(?:is|are|was|were) to|required to"
    r"|entitled to|authori[sz]ed to|empowered to|(?:right|power|duty) to)\s+"
    r"(?:(?:not|only|also|first|each|both|then)\s)?(?:(?:be|bear|carry|have)\s+)?(?:\w+ly\s+|an?\s+|the\s+)?(?:\w+\s)?"
    r"(?:(?:counter)?sign(?:ed|ature|s)?|stamp(?:ed)?|seal(?:ed)?)\b"
    r"|\brequir\w+\b[^.;,]{0,40}\b(?:signatures?|seals?|stamps?)\b"
    r"|\b(?:signatures?|seals?|stamps?)\b[^.;,]{0,40}\b(?:enough|suffic\w+|required|necessary|needed)\b"
    r"|\b(?:долж\w+|обязан\w*|подлеж\w+|следует|необходимо|требу\w+|вправе|может|могут)\b[^.;,]{0,40}"
    r"\b(?:подпис|печат|штамп|скреп|завер)\w*"
    r"|\b(?:подпис|печат)\w+\b[^.;,]{0,40}\b(?:достаточн\w+|требуется|необходим\w*|обязательн\w+)",
    _F,
)
"""What is to be done is a rule that a page states, not ink on it."""
_AT_SIGNATURE = re.compile(
    r"\b(?:(?:placed|put|set|standing|affixed|pressed) )?(?:beside|next to|near|over|across|by|under|below|above|at) "
    r"(?:the |its |their |both )*signatures?\b"
    r"|\bподпис\w+ (?:\w+ )?(?:скрепл|завер|удостовер)\w+|\b(?:рядом с|возле|поверх|около|под|у|при) подпис\w+",
    _F,
)
_NAME_END = (
    r"(?= (?:has|have|is|was|are|were|stands?|appears?|on|at|in|beside|next|near|over|under|with|and|can|стоит"
    r"|есть|на|в|и|под|рядом|имеется|присутств\w+|проставлен\w*|поставлен\w*)\b|[;,]|\.?\s*$)"
)
_OWNER = re.compile(
    rf"\b{_STAMP}s? (?:of|belonging to) (?:the )?(?P<of>[^;,]+?){_NAME_END}"
    rf"|\b(?P<own>(?:[Tt]he [a-z]+)|(?:[A-Z][\w&.-]* ?)+)(?:'s|’s|s'|s’) (?:\w+ ){{0,2}}?{_STAMP}\b"
    rf"|\b(?:[Пп]ечат(?:ь|и|ью|ей)|[Шш]тамп\w{{0,3}}) (?!на\b|в\b|и\b|стоит\b|с\b|есть\b|под\b)"
    rf"(?P<ru>[^;,]+?){_NAME_END}",
)
_ANYBODY = re.compile(
    r"^(?:(?:the|this|that|its|a|an) )?(?:company|organi[sz]ation|firm|issuer|document|page|kind|any kind|\W*)$"
    r"|^(?:компании|организации|общества|предприятия|фирмы|учреждения|нет|отсутствует|не)\b",
    _F,
)


_CORE = re.compile(rf"\b(?:{_STAMP}s?|stamped|sealed|печат\w+|штамп\w*|оттиск\w*)\b", _F)


def mark_spans(statement: str) -> list[tuple[int, int, MarkKind]]:
    """Where a statement speaks of marks (start, end, kind), in order; of a longer match for a stamp its own word."""
    found: list[tuple[int, int, MarkKind]] = []
    for kind, pattern in _kinds(statement):
        for match in pattern.finditer(statement):
            if _in_passing(statement, match):
                continue
            start = match.start()
            if kind == "seal":
                start += [m.start() for m in _CORE.finditer(match.group())][-1]
            found.append((start, match.end(), kind))
    return sorted(found)


def mark_claim(statement: str) -> MarkClaim | None:
    """The mark that a statement is about; None for an ordinary statement.

    "Signature" in passing ("within 30 days of signature") is no claim about ink.

    >>> mark_claim("The page bears the company's seal.").kind
    'seal'
    >>> mark_claim("Payment is due within 30 days of signature.") is None
    True
    """
    if _DUTY.search(statement):
        return None
    for kind, pattern in _kinds(statement):
        found = pattern.search(statement)
        if found is None or _in_passing(statement, found):
            continue
        owner, said = _owned(statement) if kind == "seal" else (None, statement)
        at_signature = kind == "seal" and _AT_SIGNATURE.search(said) is not None
        others = _without(kind, pattern, _AT_SIGNATURE.sub(" ", said) if at_signature else said)
        words = re.findall(r"[^\W_]+", others.casefold())
        rest = " ".join(others.split()) if any(w not in PLAIN_WORDS for w in words) else None
        return MarkClaim(
            kind,
            found.group(),
            (_UNTICKED if kind == "tick" else _ABSENT).search(statement) is None,
            rest,
            inscription=kind == "seal" and rest is not None and _INSCRIPTION.search(said) is not None,
            all_sides=_ALL_SIDES.search(statement) is not None,
            owner=owner,
            at_signature=at_signature,
        )
    return None


def _kinds(statement: str) -> list[tuple[MarkKind, re.Pattern[str]]]:
    """The kinds of marks to look for, the first that is found being the claim's."""
    if _HAND_SIGNED.search(statement):
        return [(k, p) for k, p in _PATTERNS if k != "handwriting"]
    return list(_PATTERNS)


def _owned(statement: str) -> tuple[str | None, str]:
    """Whose imprint a statement speaks of, and the statement without that; None for nobody in particular."""
    found = _OWNER.search(statement)
    if found is None:
        return None, statement
    name = next(g for g in ("of", "own", "ru") if found[g] is not None)
    owner = re.sub(r"^the ", "", found[name].strip(), flags=_F)
    if _ANYBODY.search(owner):
        return None, statement
    start, end = found.span(name)
    return owner, f"{statement[:start]} {statement[end:]}"


def _without(kind: MarkKind, pattern: re.Pattern[str], statement: str) -> str:
    """The statement without the words for the mark; of a longer match ("a note about a tap by hand") only the words
    for writing go."""
    if kind == "handwriting":
        return re.sub(
            r"\bhand-?written\b|\bhandwriting\b|\bhandwrote\b|\bby hand\b|\bin (?:\w+ )?(?:pen|ink|biro)\b"
            r"|\bwritten\b"
            r"|\bwrote\b"
            r"|\bот руки\b|\bрукописн\w+|\bвручную\b|\bручкой\b|\bрукой\b|\bвписан\w*|\bнаписан\w*|\bдописан\w*",
            " ",
            statement,
            flags=_F,
        )
    if kind == "tick":
        return statement
    if kind == "seal":
        return re.sub(
            rf"\b(?:rubber |round |official |company(?:'s|’s)? |corporate )*{_STAMP}s?(?: of)?\b"
            r"|\bstamped\b|\bsealed\b|\bоттиск\w*"
            r"|\bпечат(?:ь|и|ью|ей|ями)\b|\bштамп\w{0,3}\b|\b(?:says?|reads?|bears the words?|states?|гласит"
            r"|с надписью)\b",
            " ",
            statement,
            flags=_F,
        )
    by_hand = rf"\bhand-?written\b|\b{_BY_HAND}\b|\b(?:рукописн|собственноручн)\w+"
    return pattern.sub(" ", re.sub(by_hand, " ", statement, flags=_F))


def _in_passing(statement: str, found: re.Match[str]) -> bool:
    word = found.group().casefold()
    nouns = word.startswith(("signature", "подпис")) and not word.startswith(("подписан", "подписал"))
    return bool(_OTHER_SENSE.search(statement)) or (nouns and _PASSING.search(statement[: found.start()]) is not None)
