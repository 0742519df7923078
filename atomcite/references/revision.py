"""The date of a document's revision, where its first page prints one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atomcite.domain import PageWords
from atomcite.values.dates import full_dates
from atomcite.values.model import DateValue

_SAYS = re.compile(
    r"\b(?:revised|last (?:revised|amended|updated)|revision date|date of (?:last )?revision|"
    r"revision (?:no\.? ?)?[\w.]{1,6},? (?:dated|of)|version (?:no\.? ?)?[\w.]{1,6},? (?:dated|of)|as amended|"
    r"в (?:действующей )?редакции|редакция|дата (?:последней )?(?:редакции|пересмотра)|"
    r"версия (?:№ ?)?[\w.]{1,6},?)(?:\s+(?:on|at|от))?\s*[:—–-]?\s*",
    re.I,
)
"""What stands right before the date. "Dated" alone is the date of the document, "effective from" of its force."""


def revision_on(page: PageWords) -> str | None:
    """The ISO 8601 date that a first page gives for the revision, e.g. "Revised 12 March 2024", "в редакции от
    12.03.2024". None without one, with one that reads two ways (03/04/2024), or where the page gives several: which
    of them is that of the text at hand is not for code to guess."""
    found = {date for line in page.lines for date in _dates(line.text)}
    return found.pop() if len(found) == 1 else None


def _dates(text: str) -> Iterator[str]:
    for hit in _SAYS.finditer(text):
        rest = text[hit.end() :]
        for date in full_dates(rest):
            if date.start or not isinstance(date.value, DateValue) or len(date.value.readings) > 1:
                continue
            day = date.value.readings[0]
            if day.year and day.month and day.day:
                yield f"{day.year:04}-{day.month:02}-{day.day:02}"
