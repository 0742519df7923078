"""What a statement says about the document that says it: "the minutes record that", "according to the report".

The page is that document: it need not say of itself that it says so.
"""

from __future__ import annotations

import re

_EN = (
    "document report minutes page table statement note notes contract agreement lease policy letter notice order "
    "invoice receipt form act deed memo memorandum paper register schedule appendix annex section clause article "
    "paragraph text file record regulation regulations rules"
)
_EN_VERBS = (
    "states state says say reports report records record shows show notes note provides provide specifies specify "
    "indicates indicate mentions mention confirms confirm stipulates stipulate establishes sets out lists discloses"
)
_RU = (
    "документ отчёт отчет протокол договор соглашени акт приказ счёт счет страниц таблиц письм справк постановлени "
    "положени раздел пункт приложени выписк накладн регламент инструкци"
)
"""Stems: an ending of up to two letters follows."""
_RU_VERBS = (
    "сообщает сообщается указывает указано указывается говорится сказано предусматривает предусмотрено "
    "устанавливает установлено фиксирует зафиксировано отмечает отмечено содержит показывает подтверждает следует"
)


def _either(words: str) -> str:
    return "(?:" + "|".join(words.split()) + ")"


_LABEL = r"(?:\s+(?:№\s*)?[\w./-]*\d[\w./-]*)?"
_DOCUMENT = rf"(?:(?:the|this)\s+)(?:[a-z-]+\s+){{0,2}}?{_either(_EN)}{_LABEL}"
_RU_DOCUMENT = rf"(?:(?:данн|настоящ|эт)\w+\s+)?{_either(_RU)}\w{{0,2}}{_LABEL}"
_PREFIXES = tuple(
    re.compile(p, re.IGNORECASE)
    for p in (
        rf"{_DOCUMENT}\s+(?:also\s+|clearly\s+|expressly\s+)?{_either(_EN_VERBS)}\s+that\s+",
        rf"(?:according\s+to|as\s+stated\s+in|as\s+per|under|in)\s+{_DOCUMENT}\s*,\s+(?:it\s+is\s+stated\s+that\s+)?",
        rf"it\s+is\s+(?:stated|recorded|noted|reported)\s+(?:in\s+{_DOCUMENT}\s+)?that\s+",
        rf"(?:в\s+)?{_RU_DOCUMENT}\s+{_either(_RU_VERBS)}\s*,\s*что\s+",
        rf"(?:согласно|по)\s+{_RU_DOCUMENT}\s*,\s+",
    )
)


def unattributed(statement: str) -> str:
    """The statement without an opening that names the document as its source; as it is when nothing is left."""
    for prefix in _PREFIXES:
        match = prefix.match(statement)
        rest = statement[match.end() :] if match else ""
        if len(rest.split()) >= 2:
            return rest
    return statement
