"""Whether the document that a citation names can be the one at hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

from rapidfuzz import fuzz

from atomcite.domain import DocumentInfo, PageWords
from atomcite.values import canonical
from atomcite.values.dates import bare_years, full_dates
from atomcite.values.model import DateValue, PartialDate

LIKE = 85
"""Similarity (rapidfuzz, 0..100) from which a word counts as the same: recognition errs by a letter."""

_KIND = re.compile(
    r"(?:report|polic(?:y|ies)|agreement|contract|lease|deed|minutes|letter|order|invoice|act|statute|judgment|plan|"
    r"prospectus|memorandum|will|bond|licence|license|guarantee|survey|manual|"
    r"отч[её]т\w*|договор\w*|соглашени\w*|приказ\w*|акт\w{0,2}|протокол\w*|письм\w*|сч[её]т\w{0,2}|полис\w*|"
    r"постановлени\w*|распоряжени\w*|закон\w*|кодекс\w*|решени\w*|устав\w*|доверенност\w*|накладн\w*)",
    re.I,
)
"""Nouns that say what kind of document is meant; those before them say which. Headings and parts have other nouns."""
_GENERIC = re.compile(
    r"(?:the|this|that|our|your|a|an|of|for|on|in|by|to|from|and|with|dated|no|original|final|signed|draft|company|source|"
    r"document|file|pdf|page|текст\w*|документ\w*|файл\w*|этот|этого|наш\w*|от|для|по|и|на|за|о|об|к|компани\w*|"
    r"источник\w*|настоящ\w+|данн\w+)",
    re.I,
)
_PLACE = re.compile(
    r"(?:schedules?|annex(?:es)?|appendi(?:x|ces)|attachments?|parts?|sections?|chapters?|volumes?|notes?|tables?|items?|"
    r"clauses?|points?|articles?|boxe?s?|приложени\w*|раздел\w*|част\w+|глав\w*|том\w*|пункт\w*|п|пп|стать\w*|табл\w*|"
    r"примечани\w*|графа|строка)",
    re.I,
)
_WORD = re.compile(r"[^\W_]+(?:[-/.][^\W_]+)*")
_NUMBERED = re.compile(r"(?:№|\bno\.?)\s*$", re.I)
_PERIOD = re.compile(r"(?:[QH]\d|\d[QHM]|FY\d{2,4}|[IV]+)$", re.I)


def names_another(name: str, document: DocumentInfo, pages: Iterable[PageWords]) -> bool:
    """True where `name` can't mean `document`: it has a date, a year, a number or a proper name that neither title,
    file name nor `pages` show (the first page and those that are cited).

    Only what tells documents apart counts: "Annual report" may be a title, "Segment results" a heading, "Schedule B"
    a part of this one. A name that proves nothing is the document's own, as is any where there is no text.
    """
    stem = PurePath(document.name).stem
    if name.casefold().strip() in {t.casefold() for t in (document.name, stem, document.title or "")}:
        return False
    lines = [line.text for page in pages for line in page.lines]
    if not lines:
        return False
    shown = " \n ".join([*filter(None, (document.title, stem)), *lines])
    return _other_date(name, shown) or _other_number(name, shown) or _other_proper_name(name, shown)


def _other_date(name: str, shown: str) -> bool:
    """A date or a year that is not shown; a day that is shown need not be written alike."""
    there = {day for days in _dates(shown) for day in days}
    if any(not any(_fits(day, other) for day in days for other in there) for days in _dates(name)):
        return True
    return any(found.text[:4] not in shown for found in bare_years(name))


def _dates(text: str) -> list[tuple[PartialDate, ...]]:
    """The readings of each date."""
    return [found.value.readings for found in full_dates(text) if isinstance(found.value, DateValue)]


def _fits(named: PartialDate, other: PartialDate) -> bool:
    """What is named of a date is so in the other: "3 May" and "May 2024" fit 3 May 2024."""
    parts = ((named.year, other.year), (named.month, other.month), (named.day, other.day))
    return all(a is None or a == b for a, b in parts)


def _other_number(name: str, shown: str) -> bool:
    """A number of a document ("HM-MB-204117", "№ 118-к") that is not shown. That of a part is left aside."""
    for found in reversed(list(full_dates(name))):
        name = name[: found.start] + name[found.end :]
    flat = canonical(shown)
    before = ""
    for match in _WORD.finditer(name):
        token = match[0]
        numbered = bool(_NUMBERED.search(name[: match.start()]))
        long = sum(c.isalnum() for c in token) >= 4 and not re.fullmatch(r"(?:19|20)\d{2}", token)
        if (
            any(c.isdigit() for c in token)
            and (numbered or long)
            and not _PLACE.fullmatch(before)
            and not _PERIOD.match(token)
            and canonical(token) not in flat
        ):
            return True
        before = token if any(c.isalpha() for c in token) else before
    return False


def _other_proper_name(name: str, shown: str) -> bool:
    """Words before or after the kind of document that are not shown: all of a name of several words with capitals, at
    least half of any other."""
    words = [w for w in _WORD.findall(name) if w.isalpha()]
    if not any(_KIND.fullmatch(w) for w in words) or any(_PLACE.fullmatch(w) for w in words):
        return False
    saying = [
        w for w in words if len(w) > 2 and not (_KIND.fullmatch(w) or _GENERIC.fullmatch(w) or _PERIOD.match(w))
    ]
    there = {w.casefold() for w in _WORD.findall(shown)}
    proper = [w for w in saying if w[0].isupper()]
    # "Interim Financial Report" has capitals as titles have them, "the Beaumont Marine policy" as names do.
    titled = all(w[0].isupper() for w in words if _KIND.fullmatch(w) or w in saying)
    if len(proper) > 1 and not titled:
        return not all(_is_among(w, there) for w in proper)
    return 2 * sum(_is_among(w, there) for w in saying) < len(saying)


def _is_among(word: str, there: Iterable[str]) -> bool:
    """Inflected or misread by a letter, a word is still the same."""
    word = word.casefold()
    begins = word[: max(3, len(word) - (3 if re.search("[а-яё]", word) else 1))]
    return any(w.startswith(begins) or (len(word) > 5 and fuzz.ratio(w, word) >= LIKE) for w in there)
