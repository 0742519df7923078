"""Rows of a table as readable statements: "Revenue, 2023: 4.2 M".

Each value cell gives one statement, made of the row's label, the column's heading and the cell; a cell that is
a sentence stands for itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from atomcite.answers.block import Block, Range
from atomcite.answers.clauses import has_predicate, split_clauses
from atomcite.answers.marks import Mark
from atomcite.answers.pages import KEYWORD, LIST, read_pages
from atomcite.answers.wording import tidy, visible

_page_column = re.compile(
    r"^\W*(?:pages?|pp?\.?|pg\.?|page\s*(?:no\.?|number|ref\w*|\(s\)|#)|страниц[аы]?|стр\.?|с\."
    r"|номер страницы|№ стр\w*)\W*$",
    re.I,
)
_source_column = re.compile(
    r"^\W*(?:sources?|citations?|cited|ref(?:erence)?s?|where|evidence|источник\w*|ссылк\w*|основание)\b", re.I
)
_plain_value = re.compile(
    r"^\W*(?:values?|amounts?|figures?|results?|answers?|facts?|statements?|claims?|findings?"
    r"|details?|descriptions?|finding"
    r"|значени[ея]|сумм[аы]|показател[ьи]|результат\w*|ответ\w*|факт\w*|утверждени[ея]|описани[ея]|данные)\W*$",
    re.I,
)
_index_column = re.compile(r"^\W*(?:#|no\.?|nr\.?|№|n|id|п/п|№\s*п/п|item)?\W*$", re.I)
_bare_pages = re.compile(r"[\s\d,;ivxlIVXLA-ZА-Яиand&–—-]{1,40}")
_named_pages = re.compile(rf"\W{{0,3}}{KEYWORD}\s*{LIST}\W{{0,3}}", re.I)
"""The whole of a cell that names pages. Where a column gives sources, even "с. 2" can mean nothing else."""
_empty = re.compile(r"^[\s\-–—.·/]*$|^(?:n/?a|none|нет данных|н/д)$", re.I)


@dataclass
class RowPart:
    """A statement of a row: its wording, the pieces of the answer that it is made of, and its marks."""

    words: str
    pieces: list[Range]
    marks: list[Mark]
    own: Range


def row_parts(answer: str, row: Block, marks: list[Mark], hidden: bytearray) -> list[RowPart]:
    """The statements of one table row. Bare numbers in a page column are appended to `marks`."""
    header = row.header.cells if row.header is not None else ()
    titles = [visible(answer, c, hidden, []) for c in header] + [""] * (len(row.cells) - len(header))
    page_columns = {n for n, t in enumerate(titles[: len(row.cells)]) if _page_column.match(t)}
    for n, (a, b) in enumerate(row.cells):
        text = answer[a:b]
        if any(a <= m.start < b for m in marks) or not text:
            continue
        bare = n in page_columns and _bare_pages.fullmatch(text)
        if bare or ((n in page_columns or _source_column.match(titles[n])) and _named_pages.fullmatch(text)):
            pages = read_pages(text)
            if pages.pages:
                marks.append(Mark(a, b, "bracket", pages.pages, troubles=pages.troubles))
    marks.sort(key=lambda m: m.start)
    real = [m for m in marks if m.pages]
    shown = [visible(answer, c, hidden, marks) for c in row.cells]
    facts = [
        n
        for n, text in enumerate(shown)
        if any(ch.isalnum() for ch in text)
        and not _empty.match(text)
        and n not in page_columns
        and not (_source_column.match(titles[n]) and any(row.cells[n][0] <= m.start < row.cells[n][1] for m in real))
    ]
    while (
        facts
        and len(facts) > 1
        and _index_column.match(titles[facts[0]])
        and re.fullmatch(r"\W*\d{1,4}\W*", shown[facts[0]])
    ):
        facts.pop(0)
    if not facts:
        return []

    def marks_of(cell: int) -> list[Mark]:
        """The cell's own marks; else those outside the cells of facts and in the row's label; else all of the row."""
        a, b = row.cells[cell]
        own = [m for m in real if a <= m.start < b]
        shared = [m for m in real if not any(row.cells[n][0] <= m.start < row.cells[n][1] for n in facts[1:])]
        return own or shared or real

    label, values = facts[0], facts[1:]
    out: list[RowPart] = []
    for n in values or [label]:
        a, b = row.cells[n]
        if has_predicate(shown[n]) and len(shown[n].split()) > 3:
            inner = [m for m in marks if a <= m.start < b]
            for part in split_clauses(answer, a, b, hidden, inner):
                words = tidy(" ".join(visible(answer, p, hidden, marks) for p in part.pieces))
                out.append(RowPart(words, part.pieces, [m for m in part.marks if m.pages] or marks_of(n), (a, b)))
            continue
        pieces: list[Range] = []
        words = shown[n]
        if n < len(header) and titles[n].strip() and not _plain_value.match(titles[n]) and values:
            pieces.append(header[n])
            words = f"{titles[n]}: {words}"
        if values:
            pieces.append(row.cells[label])
            joined = ", " if ": " in words and pieces[0] != row.cells[label] else ": "
            words = f"{shown[label]}{joined}{words}"
        pieces.append((a, b))
        out.append(RowPart(tidy(words), pieces, marks_of(n), (a, b)))
    return out
