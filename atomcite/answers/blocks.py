"""An answer as blocks of text: paragraphs, headings, list items, table rows, code.

Markdown is read by markdown-it (https://github.com/executablebooks/markdown-it-py); only its block structure is
used, since it gives lines but no character offsets: those are found again here. All offsets are in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from atomcite.answers.block import Block, BlockKind, Range
from atomcite.answers.inline import hide_inline
from atomcite.answers.reading import ENTITY, TAG, unread
from atomcite.answers.tags import cut_at_tags


@dataclass
class Layout:
    """The blocks of an answer in order, and for each of its characters whether it is text (0), markup (1) or part of
    a character reference such as "&nbsp;" (2)."""

    blocks: list[Block]
    hidden: bytearray


_lines = re.compile(r"[^\r\n]*(?:\r\n?|\n|$)")
_looks_markdown = re.compile(
    r"^ {0,3}#{1,6}\s|^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S|^\s*\|.*\|\s*$|\*\*[^*\n]+\*\*|^\s*```"
    rf"|\]\([^)\s]+\)|^\s*>\s|\[\^\w+\]|~~\S|{ENTITY}|{TAG}",
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
_code_sign = re.compile(
    r"[{}=\\]|;\s*$|\w\(|\w\.\w+\(|^\s*(?:[$#>]|//|import\s|from\s\w+\simport|def\s|class\s|return\b)", re.MULTILINE
)
_listed = re.compile(r"\s*(?:[-*+•–—]|\d{1,3}[.)])\s+\S")
_page_mark = re.compile(r"[(\[][^()\[\]]{1,80}[)\]]")
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
    if markdown and "<" in text:
        parts, at = [], 0
        for a, b in unread(text):
            hidden[a:b] = b"\x01" * (b - a)
            parts += [shape[at:a], re.sub(r"[^\r\n]", "\u200b", shape[a:b])]
            at = b
        shape = "".join([*parts, shape[at:]])
    reader = _Reader(shape, start, end, hidden, html=markdown and "<" in text)
    reader.read(_parser(markdown).parse(shape[start:end]))
    if markdown:
        for block in reader.blocks:
            if block.kind != "code":
                hide_inline(text, block.start, block.end, hidden)
    return Layout(reader.blocks, hidden)


def _indented_prose(content: str) -> bool:
    """Whether indented lines are a list or sentences of four words or more, without the signs of code."""
    if _code_sign.search(content):
        return False
    words = re.findall(r"[^\W\d_]{2,}", _page_mark.sub(" ", content))
    return bool(_listed.match(content)) or len(words) >= 4


def _parser(markdown: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": 60})
    # "---" under a paragraph is a rule, not a heading; a link definition such as "[1]: Annual report, p. 7" is text
    # that must not vanish; and HTML is read further on, with the Markdown inside it.
    parser.disable(["inline", "html_block", "lheading", "reference"])
    if markdown:
        parser.enable("table")
    else:
        parser.disable(["blockquote", "code", "fence", "heading", "hr"])
    return parser


class _Reader:
    def __init__(self, text: str, start: int, end: int, hidden: bytearray, *, html: bool) -> None:
        self.text = text
        self.html = html
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
            elif token.type == "code_block" and token.map:
                previous = self._indented(token, previous)
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
                if self.html and kind != "heading":
                    made = [part for block in made for part in cut_at_tags(self.text, block)]
                for block in made:
                    self._add(block)
                if items and items[-1] is None and made:
                    items[-1] = made[0]
                previous = made[-1] if made else previous

    def _indented(self, token: Token, previous: Block | None) -> Block | None:
        """Indented lines are code, unless they read as text that somebody moved to the right."""
        assert token.map is not None
        code = not _indented_prose(token.content)
        start, end = self._place(token)
        block = Block("code" if code else "paragraph", start, end)
        if code:
            self._add(block)
            return None
        for part in self._parts(block):
            self._add(part)
            previous = part
        return previous

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
