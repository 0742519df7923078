"""The rule-based decomposer: an answer in English or Russian, plain or Markdown -> claims with their citations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from atomcite.answers.block import Block, Range
from atomcite.answers.blocks import Layout, looks_like_markdown, read_layout
from atomcite.answers.citations import find_marks
from atomcite.answers.clauses import Part, has_predicate, split_clauses
from atomcite.answers.decomposition import Decomposition, remainder
from atomcite.answers.marks import Mark, touching
from atomcite.answers.pages import PageList
from atomcite.answers.sentences import plain_view, split_sentences
from atomcite.answers.tables import row_parts
from atomcite.answers.wording import (
    announces,
    is_chatter,
    is_generic,
    is_pointer,
    is_question,
    spans_of,
    tidy,
    visible,
)
from atomcite.domain import Citation, Claim, Message, Span, message
from atomcite.errors import AnswerError


@dataclass(frozen=True)
class Options:
    """How citation marks are to be read. `documents` are the names of the documents that may be cited."""

    markdown: bool | None = None
    bare_brackets: bool = False
    footnotes: bool = False
    documents: tuple[str, ...] = ()


def decompose(
    answer: str,
    *,
    markdown: bool | None = None,
    bare_brackets: bool = False,
    footnotes: bool = False,
    documents: Sequence[str] = (),
) -> Decomposition:
    """Takes an answer apart into atomic claims.

    `markdown` None finds out by itself. `bare_brackets` reads `[7]` as page 7, `footnotes` reads `[^7]` and
    superscript numbers so. `documents` are names that marks may hold, such as "report.pdf".

    What a citation stands for:

    - one after or inside a sentence: the clause before it, back to the citation before;
    - one that leads ("According to page 5, ...", "Page 7: ..."): what follows in its sentence or line;
    - one after the last full stop of a paragraph without other citations, one that says so ("for this
      paragraph"), and one that is a paragraph by itself: every statement of the paragraph (list, table) before
      that has none;
    - one in a lead-in ("Key figures (p. 7):") or heading: the items or the section below that have none;
    - one in a table: its cell, or its row when the row has no other.

    Raises AnswerError when there is no text at all.
    """
    if not answer.strip():
        raise AnswerError("The answer is empty.", "Give a text with at least one statement.")
    options = Options(markdown, bare_brackets, footnotes, tuple(documents))
    return _Decomposer(answer, options).run()


@dataclass
class Draft:
    """A claim in the making. `words` replaces the wording that its pieces give (table rows)."""

    pieces: list[Range]
    marks: list[Mark]
    block: Block
    words: str = ""
    own: Range = (0, 0)


@dataclass
class Scopes:
    """Citations that stand for more than their own sentence, by the id() of the block that holds or meets them."""

    marks: dict[int, list[Mark]] = field(default_factory=dict)

    def add(self, block: Block, marks: Sequence[Mark]) -> None:
        self.marks.setdefault(id(block), []).extend(marks)

    def of(self, block: Block) -> list[Mark]:
        """The marks over `block`: its own, those of what introduces it, those of its headings, the nearest first."""
        at: Block | None = block
        while at is not None:
            if self.marks.get(id(at)):
                return self.marks[id(at)]
            at = at.parent
        for heading in reversed(block.section):
            if self.marks.get(id(heading)):
                return self.marks[id(heading)]
        return []


_references = re.compile(
    r"^\W*(?:references?|sources?|bibliography|works cited|citations?|footnotes?|endnotes?|источники"
    r"|литература|ссылки"
    r"|список (?:литературы|источников)|примечания|сноски|библиография)\W*$",
    re.IGNORECASE,
)
_run_in = re.compile(r"\s*(?P<sign>\*\*|__)[^*_\r\n]{1,80}(?P<end>(?P=sign)[.:\s]{0,3})")
"""A heading at the beginning of a paragraph: "**Hiring.** Anna Petrova was taken on ..."."""
_opening = re.compile(r"[^:\d]{0,120}:\s+")
_reference_list = re.compile(
    r"^[ \t*_#]*(?:references?|sources?|bibliography|works cited|источники|литература"
    r"|список литературы|примечания|сноски)"
    r"[ \t*_:]*\r?\n[ \t]*(?:\[\d+\]|\d+[.)]|\[\^|[-*•])",
    re.IGNORECASE | re.MULTILINE,
)
_period_label = re.compile(
    r"^\W*(?:(?:q[1-4]|h[12]|fy|[1-4]\s*(?:кв\w*|квартал)|[IV]{1,3}\s+квартал)?\s*\W?\s*(?:19"
    r"|20)\d\d\s*(?:г\.?|год\w*)?|\d[\d.,\s]*)\W",
    re.IGNORECASE,
)


class _Decomposer:
    def __init__(self, answer: str, options: Options) -> None:
        self.answer = answer
        self.options = options
        markdown = looks_like_markdown(answer) if options.markdown is None else options.markdown
        self.layout: Layout = read_layout(answer, markdown=markdown)
        self.defined = self._definitions()
        self.drafts: list[Draft] = []
        self.scopes = Scopes()
        self.leads: dict[int, Range] = {}  # wording of the lead-in that a block ends with, by id()
        self.marks: list[Mark] = []
        self.unread: list[Mark] = []  # the first of each block of code
        self.places = {id(block): n for n, block in enumerate(self.layout.blocks)}
        self.ordered: list[Mark] = []
        self.starts: list[int] = []

    def run(self) -> Decomposition:
        blocks = self.layout.blocks
        listing = False
        for n, block in enumerate(blocks):
            following = blocks[n + 1] if n + 1 < len(blocks) else None
            if block.kind == "heading" or (
                block.kind == "paragraph" and following and following.kind in ("item", "paragraph")
            ):
                name = visible(self.answer, (block.start, block.end), self.layout.hidden, [])
                if block.kind == "heading":
                    listing = bool(_references.match(name))
                elif _references.match(name):
                    listing = True
                    continue
            if block.kind == "code":
                self.unread += [m for m in self._marks(block) if m.pages][:1]
            if listing or block.kind in ("code", "footnote"):
                continue
            marks = self._marks(block)
            self.marks += marks
            if block.kind == "heading":
                self.scopes.add(block, [m for m in marks if m.pages])
            elif block.kind == "row":
                self._row(block, marks)
            elif block.kind == "header":
                self.scopes.add(block, [m for m in marks if m.pages])
            else:
                self._text(block, marks, n)
        claims = self._claims()
        return Decomposition(
            answer=self.answer, claims=claims, notices=self._notices(), rest=remainder(self.answer, claims)
        )

    def _definitions(self) -> dict[str, PageList]:
        """Pages that footnote definitions cite ("[^1]: Annual report, p. 7"), by footnote label."""
        found: dict[str, PageList] = {}
        for block in self.layout.blocks:
            if block.kind == "footnote":
                marks = find_marks(self.answer, block.start, block.end, documents=self.options.documents)
                pages = tuple(dict.fromkeys(p for m in marks for p in m.pages))
                if pages:
                    found[block.label] = PageList(pages, tuple(t for m in marks for t in m.troubles))
        return found

    def _marks(self, block: Block) -> list[Mark]:
        found = find_marks(
            self.answer,
            block.start,
            block.end,
            bare_brackets=self.options.bare_brackets,
            footnotes=self.options.footnotes,
            defined=self.defined,
            documents=self.options.documents,
        )
        return [m for m in found if self.layout.hidden.find(0, m.start, m.end) >= 0]  # others are struck out

    def _view(self, start: int, end: int, marks: list[Mark]) -> str:
        return plain_view(self.answer, start, end, self.layout.hidden, marks)

    def _text(self, block: Block, marks: list[Mark], number: int) -> None:
        real = [m for m in marks if m.pages]
        view = self._view(block.start, block.end, marks)
        if not any(ch.isalnum() for ch in view) or (real and is_pointer(view)):
            if real:
                self._alone(block, real, number)
            return
        listed = _reference_list.search(self.answer, block.start, block.end)
        end = listed.start() if listed else block.end
        sentences = split_sentences(self.answer, block.start, end, self.layout.hidden, marks)
        starts = [m.start for m in marks]
        first = len(self.drafts)
        for n, (a, b) in enumerate(sentences):
            inside = marks[bisect_left(starts, a) : bisect_left(starts, b)]
            self._sentence(block, a, b, inside, last=n + 1 == len(sentences), first=n == 0)
        drafts = self.drafts[first:]
        wide = [m for m in real if m.wide]
        tail = real[-1] if real and len(sentences) > 1 else None
        if tail and len(real) == 1 and not tail.leads and self._after_full_stop(block, tail, marks):
            wide = [tail]
        prefix = [m for m in real if m.kind == "prefix"]
        for mark in wide:
            for draft in drafts:
                draft.marks = draft.marks or [mark]
        line = re.compile(r"[^\r\n]*")
        for mark in prefix:  # "Page 7: ..." speaks for its line
            found = line.match(self.answer, mark.end, block.end)
            for draft in drafts:
                if found and mark.end <= draft.own[0] < found.end():
                    draft.marks = draft.marks or [mark]

    def _after_full_stop(self, block: Block, mark: Mark, marks: list[Mark]) -> bool:
        before = self._view(block.start, mark.start, marks).rstrip()
        after = self._view(mark.end, block.end, marks)
        return before[-1:] in (".", "!", "…", "”", "»") and not any(ch.isalnum() for ch in after)

    def _alone(self, block: Block, marks: list[Mark], number: int) -> None:
        """A citation that is a block by itself: it stands for what is before it, or, as a lead ("Page 7:"),
        after it."""
        blocks = self.layout.blocks
        text = self.answer[block.start : block.end].rstrip(" \t\r\n*_")
        if block.children:
            self.scopes.add(block, marks)
            return
        if (marks[0].kind == "prefix" or text.endswith(":")) and number + 1 < len(blocks):
            self._cover_list(blocks[number + 1 :], marks)
            return
        back: list[Block] = []
        for before in reversed(blocks[:number]):
            if before.kind in ("heading", "code", "footnote") or (back and before.kind != back[0].kind):
                break
            back.append(before)
            if before.kind == "paragraph":
                break
        for before in back:
            self.scopes.add(before, marks)

    def _cover_list(self, blocks: Sequence[Block], marks: list[Mark]) -> None:
        """Puts `marks` over the next paragraph, or all rows or items of the next table or list."""
        kind = blocks[0].kind
        for block in blocks:
            if block.kind != kind and not (kind == "header" and block.kind == "row"):
                break
            self.scopes.add(block, marks)
            if kind == "paragraph":
                break

    def _sentence(self, block: Block, a: int, b: int, marks: list[Mark], *, last: bool, first: bool) -> None:
        answer, hidden = self.answer, self.layout.hidden
        view = self._view(a, b, marks)
        text = " ".join(view.split())
        real = [m for m in marks if m.pages]
        if not any(ch.isalnum() for ch in text) or (real and is_pointer(text)):
            if real and self.drafts and self.drafts[-1].block is block and not self.drafts[-1].marks:
                self.drafts[-1].marks = real
            return
        opening = _opening.match(view)
        if opening and self._opens(
            text, view[: opening.end()], view[opening.end() :]
        ):  # "Here is the answer: revenue was 5 M"
            inside_rest = [m for m in marks if m.start >= a + opening.end()]
            self._sentence(block, a + opening.end(), b, inside_rest, last=last, first=first)
            return
        predicate = has_predicate(text)
        leads_in = last and self._leads_in(block, text, predicate, bool(real))
        if leads_in:
            self.leads[id(block)] = (a, b)
            self.scopes.add(block, real)
            return
        if is_question(text) or (is_chatter(text) and (not real or text.endswith(":"))):
            return
        value = any(ch.isdigit() for ch in text)
        if not predicate and not value and not real and block.kind != "item":
            sentence = text.rstrip('*_"”») ')[-1:] in (".", "!") and len(text.split()) > 1
            if not sentence or is_generic(text):
                return
        if first and not last and not (predicate or value or real) and self._runs_in(a, b):
            return
        carried = self._carried(block, text, predicate, value) if first else []
        parts: list[Part] = split_clauses(answer, a, b, hidden, marks, compound=not carried)
        for part in parts:
            if any(ch.isalnum() for p in part.pieces for ch in visible(answer, p, hidden, touching(marks, *p))):
                self.drafts.append(Draft([*carried, *part.pieces], part.marks, block, own=part.own))

    def _runs_in(self, a: int, b: int) -> bool:
        """Whether the sentence is all that is set in bold at its beginning, with or without the closing sign."""
        opened = self.answer[max(0, a - 2) : a] in (("**", "__"))  # a block may begin after the sign
        bold = _run_in.match(self.answer, a - 2 if opened else a)
        return bold is not None and bold.start("end") <= b <= bold.end()

    def _opens(self, text: str, head: str, body: str) -> bool:
        """Whether a sentence begins with words to the reader ("Here is the answer:") before what it says."""
        return any(ch.isalnum() for ch in body) and (is_chatter(text) or (is_generic(head) and has_predicate(body)))

    def _leads_in(self, block: Block, text: str, predicate: bool, cited: bool) -> bool:
        """Whether the sentence `text` at the end of `block` introduces the list, items or table that follow."""
        blocks = self.layout.blocks
        if block.children:
            if text.endswith(":"):
                return True
            nested = block.kind == "item" and any(c.kind == "item" for c in block.children)
            return nested and not predicate and not any(ch.isdigit() for ch in text)
        at = self.places[id(block)] if text.endswith(":") else 0
        following = blocks[at + 1] if text.endswith(":") and at + 1 < len(blocks) else None
        if following is None:
            return False
        if following.kind in ("header", "paragraph", "item") and following.parent is None:
            following.parent = block
            return True
        return following.kind in ("header", "row", "code")

    def _carried(self, block: Block, text: str, predicate: bool, value: bool) -> list[Range]:
        """What an item takes over from its lead-in or heading to read on its own."""
        if block.kind != "item" or predicate:
            return []
        parent = block.parent
        label = not value or text.split(":")[0] != text
        period = bool(_period_label.match(text + " "))
        while parent is not None:
            lead = self.leads.get(id(parent))
            if lead is not None:
                words = visible(self.answer, lead, self.layout.hidden, self.marks)
                if is_generic(words):
                    parent = parent.parent
                    continue
                leading_verb = has_predicate(words)
                if leading_verb and announces(words) and value and not period:
                    return []
                if leading_verb and label and value and not period:
                    return []
                return [lead]
            break
        if period and value and block.section:
            heading = block.section[-1]
            words = visible(self.answer, (heading.start, heading.end), self.layout.hidden, self.marks)
            if not is_generic(words) and not has_predicate(words) and len(words) < 80:
                return [(heading.start, heading.end)]
        return []

    def _row(self, block: Block, marks: list[Mark]) -> None:
        for part in row_parts(self.answer, block, marks, self.layout.hidden):
            self.drafts.append(Draft(part.pieces, part.marks, block, words=part.words, own=part.own))
        if block.header is not None and not block.parent:
            block.parent = block.header

    def _claims(self) -> tuple[Claim, ...]:
        marks = self.ordered = sorted(self.marks, key=lambda m: m.start)
        starts = self.starts = [m.start for m in marks]
        claims: list[Claim] = []
        for draft in self.drafts:
            draft.pieces = [self._without_tail(p) for p in draft.pieces]
            near = [
                m for a, b in draft.pieces for m in marks[max(0, bisect_left(starts, a) - 1) : bisect_left(starts, b)]
            ]
            words = draft.words or " ".join(visible(self.answer, p, self.layout.hidden, near) for p in draft.pieces)
            statement = tidy(words)
            spans = spans_of(self.answer, draft.pieces, near, self.layout.hidden)
            if not spans or not any(ch.isalnum() for ch in statement):
                continue
            cited = draft.marks or self.scopes.of(draft.block)
            citations = tuple(self._citation(m) for m in dict.fromkeys(cited) if m.pages)
            claims.append(Claim(id=f"c{len(claims) + 1}", statement=statement, spans=spans, citations=citations))
        return tuple(claims)

    def _without_tail(self, piece: Range) -> Range:
        """`piece` without signs that stand after a citation mark at its end: its full stop would be taken for
        its own."""
        a, b = piece
        marks, starts = self.ordered, self.starts
        at = bisect_left(starts, b) - 1
        while at >= 0 and marks[at].start > a:
            mark = marks[at]
            if mark.end < b and any(ch.isalnum() for ch in self.answer[mark.end : b]):
                break
            b, at = mark.start, at - 1
        return a, b

    def _citation(self, mark: Mark) -> Citation:
        return Citation(
            text=self.answer[mark.start : mark.end],
            pages=mark.pages,
            span=Span(start=mark.start, end=mark.end),
            document=mark.document,
        )

    def _notices(self) -> tuple[Message, ...]:
        found: list[Message] = []
        for mark in self.marks:
            for kind, text in mark.troubles:
                found.append(message(f"answers.{kind}", text=text, mark=self.answer[mark.start : mark.end][:80]))
        if self.unread:
            example = self.answer[self.unread[0].start : self.unread[0].end][:80]
            found.append(message("answers.code", count=len(self.unread), example=example))
        ignored = [self.answer[m.start : m.end] for m in self.marks if m.kind == "reference"]
        plain = [t for t in ignored if t.startswith("[") and not t.startswith("[^")]
        notes = [t for t in ignored if t.startswith("[^")]
        other = [t for t in ignored if not t.startswith("[")]
        for code, texts in (("bare_brackets", plain), ("footnotes", notes), ("source_marks", other)):
            if texts:
                found.append(message(f"answers.{code}", count=len(texts), example=texts[0]))
        return tuple(dict.fromkeys(found))
