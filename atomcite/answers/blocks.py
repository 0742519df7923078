"""An answer as blocks of text: paragraphs, headings, list items, table rows, code.

Markdown is read by markdown-it (https://github.com/executablebooks/markdown-it-py); only its block structure is
used, since it gives lines but no character offsets: those are found again here. All offsets are in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

BlockKind = Literal["paragraph", "heading", "item", "code", "footnote", "row", "header"]
Range = tuple[int, int]


@dataclass
class Block:
    """A block of running text at `start:end`.

    `level` is the depth of a heading (1..6) or of a list. `parent` is the block that introduces this one (the
    paragraph before a list, the item above a nested list), `section` the headings over it, outermost first. `cells`
    are the cells of a table row, `header` the row of column headings.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    parent: Block | None = None
    section: tuple[Block, ...] = ()
    cells: tuple[Range, ...] = ()
    header: Block | None = None
    label: str = ""
    children: list[Block] = field(default_factory=list)


@dataclass
class Layout:
    """The blocks of an answer in order, and for each of its characters whether it is markup (1) rather than text."""

    blocks: list[Block]
    hidden: bytearray


_lines = re.compile(r"[^\r\n]*(?:\r\n?|\n|$)")
_looks_markdown = re.compile(
    r"^ {0,3}#{1,6}\s|^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S|^\s*\|.*\|\s*$|\*\*[^*\n]+\*\*|^\s*```"
    r"|\]\([^)\s]+\)|^\s*>\s|\[\^\w+\]",
    re.MULTILINE,
)
_whole_fence = re.compile(
    r"\s*(```+|~~~+)[ \t]*(?:markdown|md|text|txt)?[ \t]*\r?\n(.*?)\r?\n?[ \t]*\1\s*", re.DOTALL | re.I
)
_bullet = re.compile(r"^[ \t]*(?:[•●▪◦‣·–—][ \t]+)")
_footnote = re.compile(r"\[\^(?P<label>[^\]\s]{1,40})\]:[ \t]*")
_broken_page = re.compile(
    r"((?:(?<![\w.])(?:pp?\.|pgs?\.|стр\.|сс?\.)"
    r"|(?<!\w)(?:on|at|in|from|see|under|per|to|by|на|со?|из|согласно|см\.|по)\s+(?:the\s+)?(?:pages?|slides?"
    r"|страниц\w{1,3}|стр|слайд\w{0,3})"
    r"|[(\[](?:[^()\[\]\r\n]{0,80}\W)?(?:pages?|pp?|pgs?|slides?|страниц\w{1,3}|стр|слайд\w{0,3}))"
    r"[ \t]*(?:\r\n?|\n)[ \t>]*)(\d{1,9})(?=[.)](?:\s|$))",
    re.IGNORECASE,
)
"""A page number that a line break has put where a list would begin: "(page" / "1) and costs fell"."""
_table_rule = re.compile(r"^[\s>|:\-]+$")


def looks_like_markdown(text: str) -> bool:
    return bool(_looks_markdown.search(text))


def read_layout(text: str, *, markdown: bool) -> Layout:
    """Splits an answer into blocks. With `markdown` False only blank lines and lists have a meaning."""
    start, end = 0, len(text)
    hidden = bytearray(len(text))
    fence = _whole_fence.fullmatch(text) if markdown else None
    if fence and "\n" + fence[1] not in fence[2]:
        start, end = fence.span(2)
    shape = _broken_page.sub(lambda m: m[1] + "x" + m[2][1:], text)
    reader = _Reader(shape, start, end, hidden)
    reader.read(_parser(markdown).parse(shape[start:end]))
    if markdown:
        for block in reader.blocks:
            if block.kind != "code":
                _hide_inline(text, block.start, block.end, hidden)
    return Layout(reader.blocks, hidden)


def _parser(markdown: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": 60})
    # Indented "code" in answers is text with blanks before it; "---" under a paragraph is a rule, not a heading; and
    # a link definition such as "[1]: Annual report, p. 7" is text that must not vanish.
    parser.disable(["inline", "code", "html_block", "lheading", "reference"])
    if markdown:
        parser.enable("table")
    else:
        parser.disable(["blockquote", "fence", "heading", "hr"])
    return parser


class _Reader:
    def __init__(self, text: str, start: int, end: int, hidden: bytearray) -> None:
        self.text = text
        self.hidden = hidden
        self.blocks: list[Block] = []
        self.headings: list[Block] = []
        self.lines: list[Range] = []
        at = start
        while at <= end:
            found = _lines.match(text, at, end)
            assert found is not None
            stop = found.end()
            self.lines.append((at, at + len(found[0].rstrip("\r\n"))))
            if stop == at or stop >= end:
                break
            at = stop

    def read(self, tokens: list[Token]) -> None:
        items: list[Block | None] = []  # first block of each open list item
        intros: list[Block | None] = []  # what introduces each open list
        previous: Block | None = None  # the block right before, at any depth
        header: Block | None = None
        in_head = False
        for n, token in enumerate(tokens):
            if token.type in ("bullet_list_open", "ordered_list_open"):
                intros.append((items[-1] or previous) if items else previous)
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                intros.pop()
                previous = None
            elif token.type == "list_item_open":
                items.append(None)
            elif token.type == "list_item_close":
                items.pop()
            elif token.type == "table_open":
                header = None
            elif token.type in ("thead_open", "thead_close"):
                in_head = token.type == "thead_open"
            elif token.type == "tr_open" and token.map:
                row = self._row(token.map[0])
                row.kind, row.header = ("header", None) if in_head else ("row", header)
                header = row if in_head else header
                self._add(row)
                previous = None
            elif token.type == "fence" and token.map:
                block = Block("code", self.lines[token.map[0]][0], self._line(token.map[1] - 1)[1])
                self._add(block)
                previous = None
            elif token.type == "hr":
                previous = None
            elif token.type == "inline" and token.map and token.level >= 1 and not tokens[n - 1].type.startswith("t"):
                start, end = self._place(token)
                opener = tokens[n - 1]
                kind: BlockKind = "heading" if opener.type == "heading_open" else "paragraph"
                level = int(opener.tag[1]) if kind == "heading" else len(intros)
                parent = None
                if kind == "paragraph" and items:
                    if items[-1] is None:
                        kind, parent = "item", intros[-1] if intros else None
                    else:
                        parent = items[-1].parent
                made = list(self._parts(Block(kind, start, end, level, parent)))
                for block in made:
                    self._add(block)
                if items and items[-1] is None and made:
                    items[-1] = made[0]
                previous = made[-1] if made else previous

    def _line(self, number: int) -> Range:
        return self.lines[min(number, len(self.lines) - 1)]

    def _add(self, block: Block) -> None:
        if block.kind == "heading":
            while self.headings and self.headings[-1].level >= block.level:
                self.headings.pop()
            block.section = tuple(self.headings)
            self.headings.append(block)
        else:
            block.section = tuple(self.headings)
        if block.parent is not None:
            block.parent.children.append(block)
        self.blocks.append(block)

    def _place(self, token: Token) -> Range:
        """Where the content of `token` stands; what its lines hold before and after it is marked as hidden."""
        assert token.map is not None
        first, last = token.map
        parts = token.content.split("\n")
        lines = [self._line(n) for n in range(first, max(last, first + 1))]
        ranges: list[Range] = []
        for (a, b), part in zip(lines, parts, strict=False):
            raw, want = self.text[a:b], part.strip()
            at = len(raw.rstrip()) - len(want) if raw.rstrip().endswith(want) else raw.rfind(want)
            ranges.append((a + at, a + at + len(want)) if at >= 0 else (a, b))
        for (_, b), (a, _) in pairwise(ranges):
            self._hide(b, a)
        return (ranges[0][0], ranges[-1][1]) if ranges else (lines[0][0], lines[0][0])

    def _hide(self, a: int, b: int) -> None:
        for n in range(a, b):
            if self.text[n] not in "\r\n":
                self.hidden[n] = 1

    def _parts(self, block: Block) -> Iterator[Block]:
        """A paragraph cut where a line starts with a typographic bullet or a footnote definition."""
        if block.kind != "paragraph" and block.kind != "item":
            yield block
            return
        starts: list[tuple[int, int, BlockKind, str]] = []
        for a, b in self._inner_lines(block):
            note = _footnote.match(self.text, a, b)
            bullet = _bullet.match(self.text[a:b])
            if note:
                starts.append((a, note.end(), "footnote", note["label"]))
            elif bullet and (a > block.start or self.text[a : a + 1] in "•●▪◦‣·"):
                starts.append((a, a + bullet.end(), "item", ""))
        if not starts:
            yield block
            return
        intro: Block | None = None
        if starts[0][0] > block.start:
            intro = Block(block.kind, block.start, starts[0][0], block.level, block.parent)
            yield intro
        for n, (_, text_start, kind, label) in enumerate(starts):
            stop = starts[n + 1][0] if n + 1 < len(starts) else block.end
            parent = (intro or block.parent) if kind == "item" else None
            yield Block(kind, text_start, stop, block.level + 1, parent, label=label)

    def _inner_lines(self, block: Block) -> Iterator[Range]:
        at = block.start
        while at < block.end:
            found = _lines.match(self.text, at, block.end)
            assert found is not None
            a = at
            while a < found.end() and self.hidden[a]:
                a += 1
            yield a, found.end()
            if found.end() == at:
                return
            at = found.end()

    def _row(self, number: int) -> Block:
        a, b = self._line(number)
        while a < b and self.text[a] in " \t>":
            a += 1
        cells: list[Range] = []
        begin, at = a, a
        while at < b:
            if self.text[at] == "\\":
                at += 2
                continue
            if self.text[at] == "|":
                cells.append((begin, at))
                begin = at + 1
            at += 1
        cells.append((begin, b))
        if cells and not self.text[cells[0][0] : cells[0][1]].strip() and self.text[a : a + 1] == "|":
            cells.pop(0)
        if cells and not self.text[cells[-1][0] : cells[-1][1]].strip() and len(cells) > 1:
            cells.pop()
        return Block("row", a, b, cells=tuple(self._trim(c) for c in cells))

    def _trim(self, cell: Range) -> Range:
        a, b = cell
        while a < b and self.text[a].isspace():
            a += 1
        while b > a and self.text[b - 1].isspace():
            b -= 1
        return a, b


_struck = re.compile(r"~~(?=\S)[^~]{1,2000}~~")
_link = re.compile(r"!?\[(?P<text>[^\[\]\n]{0,300})\](?P<target>\([^()\s]{0,600}(?:\s+\"[^\"\n]{0,200}\")?\))")
_tag = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|<!--.{0,500}?-->", re.DOTALL)
_escape = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_ticks = re.compile(r"`+")
_strong = re.compile(r"\*{2,3}|(?<!\w)_{2,3}(?=\w)|(?<=[\w.,;:!?)%])_{2,3}(?!\w)")
_star = re.compile(r"(?<![\w*\\])\*(?=[^\s*])(?P<in>[^*\n]{0,500}[^\s*])\*(?![\w*])")
_under = re.compile(r"(?<![\w_\\])_(?=[^\s_])(?P<in>[^_\n]{0,500}[^\s_])_(?![\w_])")
_task = re.compile(r"\s*\[[ xX]\]\s")


def _hide_inline(text: str, start: int, end: int, hidden: bytearray) -> None:
    """Marks emphasis, link targets, tags, code ticks and escapes as hidden, and struck-out text with its tildes."""

    def hide(a: int, b: int) -> None:
        hidden[a:b] = b"\x01" * (b - a)

    for pattern in (_struck, _tag, _escape, _ticks, _strong):
        for match in pattern.finditer(text, start, end):
            hide(match.start(), match.end())
    for match in _link.finditer(text, start, end):
        hide(match.start(), match.start("text"))
        hide(match.end("text"), match.end())
    for pattern in (_star, _under):
        for match in pattern.finditer(text, start, end):
            hide(match.start(), match.start() + 1)
            hide(match.end() - 1, match.end())
    task = _task.match(text, start, end)
    if task:
        hide(task.start(), task.end())
