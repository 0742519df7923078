"""An answer laid out as Markdown readers see it, every visible stretch tied to its place in the answer.

Positions are what reports need: claims and edits are given as characters of the answer, and markup is no part of what
a reader sees. A parser does not keep positions inside a line, so that visible text is looked for in its block, in
order.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token


@dataclass(frozen=True)
class Open:
    """The start of an element: "p", "h1".."h6", "ul", "ol", "li", "blockquote", "table", "thead", "tbody", "tr",
    "th", "td", "pre", "strong", "em", "s", "code". `first` is the number of an ordered list's first item."""

    name: str
    first: int | None = None


@dataclass(frozen=True)
class Close:
    name: str


@dataclass(frozen=True)
class Break:
    """A line break inside a block; `rule` makes it a line across the page."""

    rule: bool = False


@dataclass(frozen=True)
class Visible:
    """Text that a reader sees. `answer[start:end]` is what it was written as; both are -1 where that is not known.
    Where `exact`, it is the same text, character by character."""

    text: str
    start: int = -1
    end: int = -1
    exact: bool = True

    def cut(self, edges: Sequence[int]) -> Iterator[Visible]:
        """Parts of this text between ascending `edges` (positions in the answer)."""
        inside: Sequence[int] = ()
        if self.exact and self.start >= 0:
            inside = edges[bisect_right(edges, self.start) : bisect_left(edges, self.end)]
        for a, b in pairwise([self.start, *inside, self.end]):
            yield Visible(self.text[a - self.start : b - self.start], a, b) if inside else self


Event = Open | Close | Break | Visible

_NAMES = {
    "paragraph": "p", "bullet_list": "ul", "ordered_list": "ol", "list_item": "li", "blockquote": "blockquote",
    "table": "table", "thead": "thead", "tbody": "tbody", "tr": "tr", "th": "th", "td": "td", "strong": "strong",
    "em": "em", "s": "s",
}  # fmt: skip
_LINE_END = re.compile(r"\r\n|\r|\n")
_TARGET = re.compile(r"\]\([^()\s]*\)")
_NEW_LINE = re.compile(r"(?i)<br\s*/?>")


def layout(answer: str) -> list[Event]:
    """The events of `answer` in reading order, elements properly nested.

    Links and pictures keep their words and lose their targets; HTML stands as it was written, but for line breaks.
    """
    return list(_Walk(answer).events())


@cache
def _parser() -> MarkdownIt:
    # Without text_join, escaped characters keep the form in which they were written; without reference, a footnote's
    # text ("[^1]: page 7") is text.
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return parser.disable(["text_join", "reference"])


class _Walk:
    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.lines = [0, *(m.end() for m in _LINE_END.finditer(answer)), len(answer)]
        self.at = 0
        self.until = len(answer)

    def events(self) -> Iterator[Event]:
        for token in _parser().parse(self.answer):
            if token.map is not None:
                self.at = max(self.at, self._line(token.map[0]))
                self.until = self._line(token.map[1])
            kind, _, edge = token.type.rpartition("_")
            if token.type == "inline":
                yield from self._inline(token.children or [])
            elif token.type in ("fence", "code_block", "html_block"):
                yield Open("pre")
                yield from self._preformatted(token.content)
                yield Close("pre")
            elif token.type == "hr":
                yield Break(rule=True)
            elif kind == "heading":
                yield Open(token.tag) if edge == "open" else Close(token.tag)
            elif (
                kind in _NAMES and not token.hidden
            ):  # hidden: the paragraph of an item in a list without empty lines
                first = token.attrGet("start") if kind == "ordered_list" else None
                name = _NAMES[kind]
                yield Open(name, int(first) if first is not None else None) if edge == "open" else Close(name)

    def _line(self, number: int) -> int:
        return self.lines[min(number, len(self.lines) - 1)]

    def _inline(self, tokens: Sequence[Token]) -> Iterator[Event]:
        for token in tokens:
            kind, _, edge = token.type.rpartition("_")
            if token.type == "text":
                yield from self._found(token.content)
            elif token.type == "text_special":
                yield from self._found(token.markup, shown=token.content)
            elif token.type == "code_inline":
                yield Open("code")
                yield from self._found(token.content)
                yield Close("code")
            elif token.type == "html_inline":
                if _NEW_LINE.fullmatch(token.content):
                    yield Break()
                else:
                    yield from self._found(token.content)
            elif token.type in ("softbreak", "hardbreak"):
                yield Break()
            elif token.type == "image":
                yield from self._inline(token.children or [])
            elif kind in _NAMES:
                yield Open(_NAMES[kind]) if edge == "open" else Close(_NAMES[kind])
            elif token.type == "link_close":
                target = _TARGET.match(self.answer, self.at, self.until)
                self.at = target.end() if target else self.at

    def _preformatted(self, text: str) -> Iterator[Event]:
        for n, line in enumerate(text.rstrip("\n").split("\n")):
            if n:
                yield Break()
            yield from self._found(line)

    def _found(self, written: str, shown: str | None = None) -> Iterator[Event]:
        """`written` where it stands next in its block."""
        text = written if shown is None else shown
        if not text:
            return
        start = self.answer.find(written, self.at, self.until)
        if start < 0 and "|" in written:  # the parser undoes the escapes of a table itself
            written = written.replace("|", "\\|")
            start = self.answer.find(written, self.at, self.until)
        if start < 0:
            yield Visible(text)
            return
        self.at = start + len(written)
        yield Visible(text, start, self.at, exact=text == written)


def divided(events: Iterable[Event], edges: Iterable[int]) -> list[Event]:
    """The same events with the visible text cut at `edges`, positions in the answer."""
    ordered = sorted(set(edges))
    return [part for e in events for part in (e.cut(ordered) if isinstance(e, Visible) else (e,))]


def last_before(events: Sequence[Event], position: int) -> int | None:
    """Index of the last visible event that starts before `position`; None when there is none."""
    places = [(e.start, n) for n, e in enumerate(events) if isinstance(e, Visible) and e.start >= 0]
    at = bisect_right(places, (position - 1, len(events)))
    return places[at - 1][1] if at else None
