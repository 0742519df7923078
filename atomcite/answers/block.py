"""One block of an answer: a paragraph, heading, list item, table row or stretch of code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

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
