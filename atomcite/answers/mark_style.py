"""Writing another page into a citation mark, in the style in which the mark is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from atomcite.answers.citations import keyed_lists
from atomcite.answers.marks import CLOSING, OPENING
from atomcite.answers.ordinals import count_place
from atomcite.answers.pages import LIST, read_pages
from atomcite.answers.reading import readable
from atomcite.domain import Citation

_superscript = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_bare = re.compile(rf"(?P<open>[\[【［(]?\s*)(?P<list>{LIST})", re.IGNORECASE)
_singular = (
    (re.compile(r"\bpages(?=\s)"), "page"),
    (re.compile(r"\bPages(?=\s)"), "Page"),
    (re.compile(r"\bpp(?=\.)"), "p"),
    (re.compile(r"\bPp(?=\.)"), "P"),
    (re.compile(r"\bpgs(?=\.)"), "pg"),
    (re.compile(r"\bстраницах(?=\s)"), "странице"),
    (re.compile(r"\bстраницам(?=\s)"), "странице"),
    (re.compile(r"\bстраницы(?=\s)"), "страница"),
    (re.compile(r"\bсс(?=\.)"), "с"),
)


_plural = (
    (re.compile(r"\bpage(?=\s)"), "pages"),
    (re.compile(r"\bPage(?=\s)"), "Pages"),
    (re.compile(r"\bp(?=\.)"), "pp"),
    (re.compile(r"\bP(?=\.)"), "Pp"),
    (re.compile(r"\bpg(?=\.)"), "pgs"),
    (re.compile(r"\bстранице(?=\s)"), "страницах"),
    (re.compile(r"\bСтранице(?=\s)"), "Страницах"),
    (re.compile(r"\bстраница(?=\s)"), "страницы"),
    (re.compile(r"\bСтраница(?=\s)"), "Страницы"),
)


def page_list(labels: Sequence[str]) -> str:
    """Pages as a citation names them: "7", "7-8", "iv, v"."""
    numbers = [int(label) for label in labels if label.isdecimal()]
    follow = len(numbers) == len(labels) > 1 and all(b == a + 1 for a, b in pairwise(numbers))
    return f"{labels[0]}-{labels[-1]}" if follow else ", ".join(labels)


def page_place(text: str) -> tuple[int, int] | None:
    """Where the page list stands in the text of a mark; None when the mark holds no page itself (a footnote)."""
    view = readable(text)
    lists = keyed_lists(view)
    if lists:
        a = lists[0][0]
        while a and text[a - 1] in "0123456789,":  # "1,234" is read as "1234" after a blank
            a -= 1
        return a, lists[-1][1]
    if text.startswith("[^") or "<" in text:
        return None
    if text and text[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹":
        return 0, len(text)
    counted = count_place(view)
    if counted:
        return counted
    match = _bare.match(view)
    return match.span("list") if match and read_pages(match["list"]).pages else None


def rewritten(citation: Citation, label: str) -> tuple[int, int, str] | None:
    """The change that makes `citation` cite `label`, a page or a list of pages, alone: start and end in its text, and
    the new text there.

    None when the mark can't be rewritten by itself: it holds no page, or a label that it has no way to write.
    """
    text = citation.text
    place = page_place(text)
    if place is None:
        return None
    a, b = place
    view = readable(text)
    if read_pages(view[a:b].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))).pages != citation.pages:
        return None
    if text[a] in "⁰¹²³⁴⁵⁶⁷⁸⁹":
        return (a, b, label.translate(_superscript)) if label.isdecimal() else None
    if count_place(view):
        return (a, b, label) if label.isdecimal() else None
    several = len(read_pages(label).pages) > 1
    if several is not (len(citation.pages) > 1):
        for pattern, other in _plural if several else _singular:
            match = pattern.search(text, 0, a)
            if match and re.fullmatch(r"\.?\s*(?:№\s?)?", text[match.end() : a]):
                return match.start(), b, other + text[match.end() : a] + label
    if text[0] == "(" and not keyed_lists(view) and not re.fullmatch(r"[^\W\d_]{1,2}-\d+", label):
        return a, b, f"{'pp' if several else 'p'}. {label}"  # "(9)" would not be read as a page
    return a, b, label


def bracketed(citation: Citation, label: str, *, russian: bool) -> str:
    """A new bracketed mark for `label` in the manner of `citation`: its own brackets, or "(p. 7)" where it has
    none."""
    change = rewritten(citation, label)
    text = citation.text
    if change is not None and text[0] in OPENING and text[-1] in CLOSING:
        a, b, new = change
        return text[:a] + new + text[b:]
    if russian or any("а" <= ch <= "я" for ch in text.lower()):
        return f"(стр. {label})"
    return f"({'pp' if len(read_pages(label).pages) > 1 else 'p'}. {label})"
