"""Text as citation marks are read: one spelling for what editors, models and typesetters write in many.

A reading has the length of the text it was made from, so that a place in one is the same place in the other.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator

TAG_NAMES = (
    "a|abbr|address|article|aside|b|blockquote|body|br|caption|center|cite|code|col|colgroup|dd|del|details|div|dl|dt|em"
    "|figure|figcaption|font|footer|h[1-6]|head|header|hr|html|i|input|img|ins|kbd|li|link|main|mark|meta|nav|ol|p|pre|q|s|samp"
    "|script|section|small|span|strike|strong|style|sub|summary|sup|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul|var"
)
TAG = rf"</?(?:{TAG_NAMES})(?:\s[^<>]{{0,600}})?\s*/?>|<!--.{{0,2000}}?-->"
"""Regular expression of one HTML tag or comment; compile it with DOTALL and IGNORECASE. Only names that HTML has: in
"profit<EBIT and debt>cash" there is none."""

ENTITY = (
    r"&(?:nbsp|ensp|emsp|thinsp|ndash|mdash|minus|amp|lt|gt|quot|apos|laquo|raquo|[lr][ds]quo|hellip|shy"
    r"|#\d{2,5}|#[xX][0-9a-fA-F]{2,4});"
)
"""Regular expression of the character references that answers copied from web pages hold."""

_element = re.compile(r"<(?P<name>script|style|head|pre)(?:\s[^<>]{0,600})?>|<!--", re.IGNORECASE)
_entity = re.compile(ENTITY)
_tag = re.compile(TAG, re.DOTALL | re.IGNORECASE)
_quote_prefix = re.compile(r"(?<=[\r\n])[ \t]*>[ \t>]*")
_singular = r"(?<![^\W_])(?:pages?|pg\.?|p\.|страниц[аеуы]|стр\.|с\.)\s*(?:№\s*)?"
_slashed = re.compile(
    r"(?<![^\W_])(?:pp\.?|pages|сс\.|страниц(?:ы|ах|ам))\s*\d{1,7}(?:\s?/\s?\d{1,7})+", re.IGNORECASE
)
_thousands = re.compile(rf"(?P<word>{_singular})(?P<number>[1-9]\d?,\d{{3}})(?![\w,])", re.IGNORECASE)
_thousands_range = re.compile(
    r"(?<![\w,])(?P<word>)(?P<number>[1-9]\d?,\d{3}\s?[-‐‑–—−]{1,2}\s?[1-9]\d?,\d{3})(?![\w,])"
)


def readable(text: str) -> str:
    """`text` character for character with

    - line ends (and the ">" that goes on with a block quote), blanks of all widths, invisible characters, signs of
      emphasis and HTML tags as blanks: a mark may be broken over lines or set in bold;
    - wide forms and digits of other scripts as ASCII, except for the bracket "［", which has a meaning of its own;
    - character references as what they stand for, after blanks;
    - "pp. 7/8" as "pp. 7,8", where "p. 7/8" is page 7 of 8;
    - "p. 1,234" as "p.  1234": one page, not two.
    """
    view = text.translate(_ASCII_BLANKS) if text.isascii() else "".join(map(_sign, text))
    if ">" in view:
        view = _blanked(_quote_prefix, text, view)
        if "<" in view:
            view = _tag.sub(lambda m: m[0] if m[0][1:5].lower().strip("/ >") == "sup" else " " * len(m[0]), view)
    if "&" in view:
        view = _entity.sub(_referred, view)
    if "/" in view:
        view = _slashed.sub(lambda m: m[0].replace("/", ","), view)
    if "," in view:
        for pattern in (_thousands, _thousands_range):
            view = pattern.sub(_without_commas, view)
    return view


_ASCII_BLANKS = {ord(ch): " " for ch in "\t\r\n\v\f\x1c\x1d\x1e\x1f*`"}


def unread(text: str) -> Iterator[tuple[int, int]]:
    """Where comments and HTML elements stand whose content is no text of the answer: scripts, styles, code."""
    lower = text.lower() if text.isascii() else "".join(ch.lower() if ch.isascii() else ch for ch in text)
    unclosed: set[str] = set()
    at = 0
    while found := _element.search(text, at):
        at = found.end()
        close = f"</{found['name'].lower()}" if found["name"] else "-->"
        stop = -1 if close in unclosed else lower.find(close, at)
        stop = lower.find(">", stop) if stop >= 0 else -1
        if stop < 0:
            unclosed.add(close)
            continue
        yield found.start(), stop + 1
        at = stop + 1


def referred(match: re.Match[str]) -> str | None:
    """The sign that a character reference (see `ENTITY`) stands for; None for a letter or digit."""
    sign = html.unescape(match[0])
    return sign if len(sign) == 1 and not sign.isalnum() else None


def _sign(ch: str) -> str:
    if ch.isascii():
        return _ASCII_BLANKS.get(ord(ch), ch)
    if ch.isspace() or unicodedata.category(ch) == "Cf":
        return " "
    if ch.isdecimal():
        return str(unicodedata.decimal(ch))
    if "\uff01" <= ch <= "\uff5e" and ch not in "［］":
        return chr(ord(ch) - 0xFEE0)
    return "," if ch == "、" else ch


def _blanked(pattern: re.Pattern[str], text: str, view: str) -> str:
    """`view` with blanks where `pattern` is found in `text`."""
    parts: list[str] = []
    at = 0
    for match in pattern.finditer(text):
        parts += [view[at : match.start()], " " * len(match[0])]
        at = match.end()
    return "".join([*parts, view[at:]])


def _referred(match: re.Match[str]) -> str:
    sign = html.unescape(match[0])
    return _sign(sign).rjust(len(match[0])) if len(sign) == 1 else match[0]


def _without_commas(match: re.Match[str]) -> str:
    number = match["number"]
    return match["word"] + number.replace(",", "").rjust(len(number))
