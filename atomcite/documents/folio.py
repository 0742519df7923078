"""The number printed on a page: "7", "- 7 -", "Page 7 of 20", "стр. 7", "7 | Annual report", "iv", "F-12"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from atomcite.domain import Line, PageWords, Word

MARGIN = 0.2
"""Share of the page's height at the top and at the bottom in which a folio may stand."""
OUTER_LINES = 3
"""How many lines from either end are looked at: running title, footnote of the typesetter, folio."""
APART = 1.2
"""White space in text heights that sets a folio off from the running title beside it."""

_NUMBER = r"(?P<n>\d{1,4}|[ivxlcdm]{1,8}|[IVXLCDM]{1,8}|[A-ZА-Я]{1,2}\s?[-–.]\s?\d{1,3})"
_WORD = r"(?:page|pg\.?|p\.|sheet|folio|стр\.?|страница|с\.|лист|л\.)"
_OF = r"(?:\s*(?:of|из|/|\|)\s*\d{1,4})"
_NAMED = re.compile(rf"^[\W_]*{_WORD}\s*(?:no\.?|№)?\s*{_NUMBER}{_OF}?[\W_]*$", re.I)
_COUNTED = re.compile(r"^[\W_]*(?P<n>\d{1,4})\s*(?:of|из)\s*\d{1,4}[\W_]*$|^(?P<m>\d{1,4})\s?/\s?\d{1,4}$", re.I)
_DASHED = re.compile(rf"^[-–—~•·*\[(]+\s*{_NUMBER}\s*[-–—~•·*\])]+$")
_ALONE = re.compile(rf"^[|¦]?\s*{_NUMBER}\s*[|¦.]?$")
_NAMED_INSIDE = re.compile(
    rf"(?<!\w)(?<!balance )(?:page|sheet|folio|стр\.|страница|лист)\s*(?P<n>\d{{1,4}}){_OF}?[\W_]*$"
    r"|^[\W_]*(?:page|sheet|folio|стр\.|страница|лист)\s*"
    r"(?P<m>\d{1,4})(?!\d|[.,]\d)",
    re.I,
)
_BARRED = re.compile(r"^(?P<n>\d{1,4})\s*[|¦•·]\s*\D|\D\s*[|¦•·]\s*(?P<m>\d{1,4})$")
_ROMAN = re.compile(r"^(?=[ivxlcdm])(c{0,3}|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


@dataclass(frozen=True)
class Folio:
    """A printed number, comparable: "A-3" is ("A-", 3), "iv" is ("roman", 4), "7" is ("", 7)."""

    series: str
    value: int


def parse(text: str) -> Folio | None:
    """The number behind a folio or a cited page name; None for what counts no pages ("back cover")."""
    text = text.strip()
    if text.isdecimal() and text.isascii():
        return Folio("", int(text))
    value = roman(text)
    if value is not None:
        return Folio("roman", value)
    found = re.fullmatch(r"([^\W\d_]{1,3})\s?[-–.]?\s?(\d{1,4})", text)
    return Folio(f"{found.group(1).upper()}-", int(found.group(2))) if found else None


def roman(text: str) -> int | None:
    """Value of a well-formed Roman numeral under 900 in one case of letters ("iv", "XII"); None for anything else."""
    if text not in (text.lower(), text.upper()) or not _ROMAN.match(text.lower()):
        return None
    values = [_VALUES[c] for c in text.lower()]
    return sum(-v if v < after else v for v, after in pairwise([*values, 0]))


def folio_of(words: PageWords) -> str | None:
    """The number printed on the page as it is printed ("7", "iv", "A-3"), or None.

    Only the outermost lines of the page are looked at. Years, amounts, clause and case numbers are told from folios
    by what stands beside them: a folio stands alone, is named ("Page 7"), dashed, counted ("7 of 20"), or is set off
    from a running title at the edge of the text.
    """
    found: list[tuple[int, int, str]] = []
    ordered = sorted(words.lines, key=lambda line: line.box.center[1])
    ends = [(rank, line, "top") for rank, line in enumerate(ordered[:OUTER_LINES])]
    ends += [(rank, line, "bottom") for rank, line in enumerate(reversed(ordered[-OUTER_LINES:]))]
    for rank, line, end in ends:
        middle = line.box.center[1] / words.height
        inside = middle <= MARGIN if end == "top" else middle >= 1 - MARGIN
        if not inside:
            continue
        found.extend((weight - rank, end == "bottom", text) for weight, text in _candidates(line, rank))
    return max(found)[2] if found else None


def _candidates(line: Line, rank: int) -> list[tuple[int, str]]:
    """(weight, folio) of a line of the margin; heavier is surer."""
    text = line.text.strip()
    for pattern, weight in ((_NAMED, 100), (_COUNTED, 90), (_DASHED, 80)):
        if hit := pattern.match(text):
            return _plausible(hit, weight, named=pattern is _NAMED)
    if hit := _ALONE.match(text):
        return _plausible(hit, 60)
    parts = _parts(line.words)
    if len(parts) > 1:
        edges = [" ".join(w.text for w in part).strip() for part in (parts[0], parts[-1])]
        for edge in edges:
            for pattern, weight in ((_NAMED, 95), (_COUNTED, 85), (_DASHED, 75)):
                if hit := pattern.match(edge):
                    return _plausible(hit, weight, named=pattern is _NAMED)
            if hit := _NAMED_INSIDE.search(edge):
                return _plausible(hit, 70, named=True)
        if rank == 0 and len(parts) == 3 and not any(c.isdigit() for edge in edges for c in edge):
            middle = " ".join(w.text for w in parts[1])
            for pattern, weight in ((_NAMED, 95), (_DASHED, 75), (_ALONE, 50)):
                if hit := pattern.match(middle):
                    return _plausible(hit, weight, named=pattern is _NAMED)
        if rank == 0:
            alone = [c for edge in edges if (hit := _ALONE.match(edge)) for c in _plausible(hit, 50)]
            others = [w.text for part in parts for w in part if any(c.isdigit() for c in w.text)]
            # A row of figures is a table that runs to the edge of the page, not a running title.
            if len(alone) == 1 and sum(not _is_year(o) for o in others) <= 1 + (not alone[0][1].isdecimal()):
                return alone
    if hit := _NAMED_INSIDE.search(text):
        return _plausible(hit, 70, named=True)
    if hit := _BARRED.search(text):
        return _plausible(hit, 65)
    return []


def _parts(words: tuple[Word, ...]) -> list[list[Word]]:
    parts: list[list[Word]] = [[words[0]]]
    for before, word in pairwise(words):
        if word.box.x0 - before.box.x1 > APART * max(word.box.height, before.box.height):
            parts.append([])
        parts[-1].append(word)
    return parts


def _plausible(hit: re.Match[str], weight: int, named: bool = False) -> list[tuple[int, str]]:
    groups = hit.groupdict()
    text = next(v for k in ("n", "m") if (v := groups.get(k)))
    if text.isdecimal():
        good = named or not _is_year(text)
        return [(weight, text)] if good and not (len(text) > 1 and text.startswith("0")) else []
    if text.isalpha():
        # A lone c, d, l or m is a stray letter or a list mark far oftener than page 100.
        good = roman(text) is not None and (named or len(text) > 1 or text.lower() in "ivx")
        return [(weight - 10, text)] if good else []
    return [(weight - 5, re.sub(r"\s", "", text))]


def _is_year(text: str) -> bool:
    return bool(re.fullmatch(r"\D?(19|20)\d\d\D?", text))
