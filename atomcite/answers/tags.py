"""HTML in answers: which tags part blocks of text, and which have lost their partner."""

from __future__ import annotations

import re
from collections.abc import Iterator

from atomcite.answers.block import Block, Range
from atomcite.answers.grammar import words
from atomcite.answers.reading import TAG

_tag = re.compile(TAG, re.DOTALL | re.IGNORECASE)
_name = re.compile(r"<(?P<close>/?)(?P<name>\w+)")
_void = frozenset(("br", "hr", "img", "col", "meta", "link", "input"))
_cells = frozenset(("td", "th"))
_parting = _cells | words(
    """address article aside blockquote body caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4
    h5 h6 header hr html li main nav ol p section summary table tbody tfoot thead tr ul"""
)


def cut_at_tags(text: str, block: Block) -> list[Block]:
    """`block` (a paragraph or item) in parts, one for each paragraph, list item, heading and table row of its HTML.

    Rows of a table get their cells, and the row of its column headings where it has one. A block without such tags
    is given back as it is.
    """
    tags = [(m, *_named(m)) for m in _tag.finditer(text, block.start, block.end)]
    tags = [t for t in tags if t[1] in _parting]
    if not tags:
        return [block]
    parts = _Parts(text, block)
    for match, name, closing in tags:
        parts.tag(match, name, closing)
    return parts.end()


class _Parts:
    def __init__(self, text: str, block: Block) -> None:
        self.text = text
        self.block = block
        self.made: list[Block] = []
        self.at = block.start
        self.kind, self.level = block.kind, block.level
        self.intro: Block | None = block.parent
        self.depth = 0
        self.cells: list[Range] = []
        self.heads = 0
        self.header: Block | None = None

    def tag(self, match: re.Match[str], name: str, closing: bool) -> None:
        if name in _cells or name in ("tr", "table"):
            self._table(match, name, closing)
            return
        self._text(self.at, match.start())
        self.at = match.end()
        if name in ("ul", "ol"):
            self.depth = max(0, self.depth + (-1 if closing else 1))
            if not closing and self.depth == 1:
                self.intro = self.made[-1] if self.made and self.made[-1].kind == "paragraph" else self.block.parent
        if name == "li":
            self.kind, self.level = ("paragraph", 0) if closing else ("item", max(1, self.depth))
        elif name in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.kind, self.level = ("paragraph", 0) if closing else ("heading", int(name[1]))
        elif self.kind == "heading" or (closing and name in ("ul", "ol", "p") and not self.depth):
            self.kind, self.level = "paragraph", 0

    def end(self) -> list[Block]:
        self._text(self.at, self.block.end)
        self._row()
        return self.made

    def _table(self, match: re.Match[str], name: str, closing: bool) -> None:
        if name in _cells and closing:
            self.cells.append(self._trimmed(self.at, match.start()))
            self.heads += name == "th"
        else:
            self._text(self.at, match.start())
            if name == "tr":
                self._row()
            elif name == "table":
                self._row()
                self.header = None
        self.at = match.end()

    def _row(self) -> None:
        if self.cells:
            row = Block("row", self.cells[0][0], self.cells[-1][1], cells=tuple(self.cells), header=self.header)
            if self.heads == len(self.cells):
                row.kind, row.header, self.header = "header", None, row
            self.made.append(row)
        self.cells, self.heads = [], 0

    def _text(self, a: int, b: int) -> None:
        a, b = self._trimmed(a, b)
        if any(ch.isalnum() for ch in _tag.sub("", self.text[a:b])):
            parent = self.intro if self.kind == "item" else None
            self.made.append(Block(self.kind, a, b, self.level, parent))
            if self.kind == "item":
                self.kind = "paragraph"  # what follows in the same item is a paragraph of its own

    def _trimmed(self, a: int, b: int) -> Range:
        while a < b and self.text[a].isspace():
            a += 1
        while b > a and self.text[b - 1].isspace():
            b -= 1
        return a, b


def loose_tags(text: str, a: int, b: int) -> Iterator[Range]:
    """Tags in `text[a:b]` that have no partner there. To strike out or delete one would break what it belongs to."""
    open_tags: list[tuple[str, Range]] = []
    loose: list[Range] = []
    for match in _tag.finditer(text, a, b):
        name, closing = _named(match)
        if not closing and name not in _void and name:
            open_tags.append((name, match.span()))
        elif closing and any(known == name for known, _ in open_tags):
            while open_tags[-1][0] != name:
                loose.append(open_tags.pop()[1])
            open_tags.pop()
        else:
            loose.append(match.span())
    yield from sorted([*loose, *(place for _, place in open_tags)])


def _named(match: re.Match[str]) -> tuple[str, bool]:
    found = _name.match(match[0])
    return (found["name"].lower(), bool(found["close"])) if found else ("", False)
