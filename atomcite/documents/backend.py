"""What `Document` asks of each kind of file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from atomcite.documents.metadata import Metadata
from atomcite.domain import Box, DocumentKind, Message, Pixels, Word

PageKind = Literal["scan", "born_digital", "mixed"]
Turn = Literal[0, 90, 180, 270]


@dataclass(frozen=True)
class PageFacts:
    """What is known of a page without rendering it.

    `width` and `height` in points as a viewer shows it (`rotation`, what the file asks viewers to turn it by, is
    already applied). `native_dpi` is the resolution of its picture, None without one. `smallest_type` in points.
    `type_turn` is how many degrees clockwise the page must be turned for its own visible type to stand upright;
    None when there is none to tell by.
    """

    kind: PageKind
    width: float
    height: float
    rotation: int = 0
    native_dpi: float | None = None
    smallest_type: float | None = None
    type_turn: Turn | None = None


@dataclass(frozen=True)
class UnshownText:
    """Text in a file that its page does not show. `why` is one of `atomcite.documents.visibility.Why`, or "note" for
    what an annotation or a form field says beside what is painted of it, "hidden_note" where nothing of it is
    painted. `box` in points of the page as `words` gives them; it may lie beyond the page."""

    why: str
    text: str
    box: Box


class Backend(Protocol):
    """One open file. Pages are counted from 1. Implementations are thread-safe."""

    @property
    def kind(self) -> DocumentKind: ...

    @property
    def page_count(self) -> int: ...

    def metadata(self) -> Metadata: ...

    def label(self, number: int) -> str | None: ...

    def facts(self, number: int) -> PageFacts: ...

    def render(self, number: int, dpi: float, turn: Turn) -> Pixels:
        """H x W x 3 RGB of the page at `dpi`, turned `turn` degrees clockwise. Raises DocumentDamaged."""
        ...

    def words(self, number: int, turn: Turn) -> Sequence[Word] | None:
        """The text layer in points of the page so turned, without what the page does not show; None without one."""
        ...

    def unshown(self, number: int, turn: Turn) -> Sequence[UnshownText]:
        """Text of the page that its picture does not show, line by line."""
        ...

    def properties(self) -> Sequence[str]:
        """All that the file says of itself in words: title, subject, keywords and the like."""
        ...

    def notices(self) -> Sequence[Message]:
        """What a reader of results must know of how the file was taken."""
        ...

    def close(self) -> None: ...
