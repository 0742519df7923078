"""Page lists as people and models write them: "3-5", "3, 5 and 9", "iv", "A-3", "3, 5 и 9", "from 3 to 5".

A list is read into labels; which page a label is gets decided elsewhere, from the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from atomcite.domain import PageRef

MAX_PAGES = 200
"""Longest expansion of one page list. Of a range that would make it longer ("3-99999", mostly a slip) the first and
the last page are kept: a page that does not exist is still found, and no hundred thousand checks are made."""

Trouble = Literal["capped", "reversed", "open_range"]

DASH = r"[-‐‑‒–—−]"
_ROMAN = r"[ivxl]{1,9}(?![^\W_])(?!\. ?\d)"
"""No c, d, m: front matter is short, and "mix", "did" and "civil" are words. "l. 3" is a line."""
_COMPOSITE = r"[A-Za-zА-Яа-яЁё]{1,2}[-‐‑–.]?\d{1,4}(?![^\W_])"
_NUMBER = r"\d{1,300}(?:[a-zа-я](?![^\W_]))?(?![^\W_])(?!\.\d)"
_NEGATIVE = r"(?<![\w)\]–—-])[-−]\d{1,9}(?![^\W_])(?![.,]\d)"  # "p. -1" cites a page, though one that is not there
_TIGHT = r"(?<=\b(?-i:p))|(?<=\b(?-i:pp))|(?<=\b(?-i:pg))|(?<=\bpage)|(?<=\bpages)|(?<=\b(?-i:стр))"  # "p7", not "P7"
_ATOM = rf"(?:(?:(?<![^\W_])(?:{_COMPOSITE}|{_NUMBER}|{_ROMAN})|(?:{_TIGHT}){_NUMBER})|{_NEGATIVE})"
_FOLLOWING = r"(?:\d{1,7}\s?ff?\b\.?)"
KEYWORD = (
    r"(?:pages?(?:\s+(?:no\.?|nos\.?|number|numbers))?|pgs?\.?|pp\.?|p\.?|slides?"
    r"|страниц(?:ами|ах|ам|а|ы|е|у|ей|ею)?|стр\.?|сс\.|с\.|слайд(?:ами|ах|ам|а|ы|е|у|ов)?)"
)
_TO = rf"(?:\s*+{DASH}{{1,3}}+\s*+|\s++(?:to|through|thru|until|till|по|до)\s++)"
RANGE = rf"(?:{_FOLLOWING}|(?:(?:from|с|со)\s+)?{_ATOM}(?:{_TO}(?:{KEYWORD}\s*+)?{_ATOM})?+)"
_SEPARATOR = r"(?:\s*+[,;]\s*+(?:(?:and|&|и)\s++)?|\s*+&\s*+|\s++(?:and|и|as\s+well\s+as|а\s+также)\s++)"
_TOTAL = r"(?:\s*(?:of|из|/)\s*\d{1,6}\b)"
LIST = rf"(?>{RANGE}(?:{_SEPARATOR}(?:{KEYWORD}\s*+)?{RANGE})*+{_TOTAL}?+)"
"""Regular expressions of one page or range and of a page list; compile them with IGNORECASE. A list does not give
back what it took: without that, a long one followed by a surprise takes exponential time."""

_range = re.compile(rf"({_FOLLOWING})|({_ATOM})(?:({_TO})(?:{KEYWORD}\s*)?({_ATOM}))?", re.IGNORECASE)
_total = re.compile(rf"{_TOTAL}$", re.IGNORECASE)
_keyword = re.compile(rf"(?<![^\W_]){KEYWORD}\s*(?=[\divxlcmа-яa-z])", re.IGNORECASE)
_roman = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", re.IGNORECASE)
_composite = re.compile(r"([A-Za-zА-Яа-яЁё]{1,2}[-‐‑–.]?)(\d{1,4})")


@dataclass(frozen=True)
class PageList:
    """Pages in the order they are named, each once, and what was odd about the way they were written."""

    pages: tuple[PageRef, ...]
    troubles: tuple[tuple[Trouble, str], ...] = ()


def read_pages(text: str) -> PageList:
    """Reads a page list. `pages` is empty when `text` holds none (or only a false Roman number such as "mix")."""
    text = _total.sub("", text)
    text = _without_keywords(text)
    labels: dict[str, None] = {}
    troubles: list[tuple[Trouble, str]] = []
    for found in _range.finditer(text):
        following, first, _, last = found.groups()
        if following:
            number = re.match(r"\d+", following)
            assert number is not None
            labels.update(dict.fromkeys((number[0], str(int(number[0]) + 1))))
            if "ff" in following.lower():
                troubles.append(("open_range", following.strip()))
            continue
        if last is None:
            if is_label(first):
                labels[_label(first)] = None
            continue
        expanded, trouble = _expand(first, last, MAX_PAGES - len(labels))
        if trouble:
            troubles.append((trouble, found[0].strip()))
        labels.update(dict.fromkeys(expanded))
    return PageList(tuple(PageRef(raw=name) for name in labels), tuple(troubles))


def _without_keywords(text: str) -> str:
    return _keyword.sub("", text)


def is_label(text: str) -> bool:
    """Whether `text` can be meant for one page: a number, a Roman number, or letters with a number. Numbers that no
    page has ("0", "-1") are among them: who cites such a page must hear that it doesn't exist."""
    if roman_value(text):
        return True
    return any(ch.isdecimal() for ch in text)


def roman_value(text: str) -> int | None:
    """Value of a well-formed Roman number in one case; None for anything else."""
    if not text or not (text.islower() or text.isupper()) or not _roman.fullmatch(text):
        return None
    digits = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
    total = 0
    values = [digits[ch] for ch in text.lower()]
    for here, following in zip(values, [*values[1:], 0], strict=True):
        total += -here if here < following else here
    return total


def roman(value: int, *, lower: bool = True) -> str:
    """`value` (1..3999) as a Roman number."""
    steps = zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ["m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"],
        strict=True,
    )
    out = ""
    for step, letters in steps:
        while value >= step:
            out += letters
            value -= step
    return out if lower else out.upper()


def _label(text: str) -> str:
    return re.sub(r"[‐‑–−]", "-", text) if not text.isdecimal() else text


def _expand(first: str, last: str, most: int) -> tuple[list[str], Trouble | None]:
    """All labels from `first` to `last`; more than `most`, or kinds that don't fit each other ("iv-7"), give the two
    ends alone."""
    if first.isdecimal() and last.isdecimal():
        low, high = int(first), int(last)
        if high < low and len(last) < len(first):  # "123-5" is 123 to 125 (Chicago Manual of Style, 9.61)
            short = int(first[: -len(last)] + last)
            high = short if short >= low else high
        return _run(low, high, most, str)
    a, b = roman_value(first), roman_value(last)
    if a and b and first.islower() == last.islower():
        lower = first.islower()
        return _run(a, b, most, lambda n: roman(n, lower=lower))
    x, y = _composite.fullmatch(first), _composite.fullmatch(last)
    if x and y and _label(x[1]) == _label(y[1]):
        return _run(int(x[2]), int(y[2]), most, lambda n: f"{_label(x[1])}{n}")
    if x and last.isdecimal():  # "A-3-5"
        return _run(int(x[2]), int(last), most, lambda n: f"{_label(x[1])}{n}")
    return [_label(t) for t in (first, last) if is_label(t)], None


def _run(low: int, high: int, most: int, name: Callable[[int], str]) -> tuple[list[str], Trouble | None]:
    trouble: Trouble | None = None
    if high < low:
        low, high, trouble = high, low, "reversed"
    if high - low >= max(most, 2):
        return [name(low), name(high)], "capped"
    return [name(n) for n in range(low, high + 1)], trouble
