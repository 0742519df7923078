"""A page as pixels and as words."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from atomcite.domain.geometry import Box
from atomcite.domain.messages import Message
from atomcite.domain.signals import PageSignal

Pixels = npt.NDArray[np.uint8]
Script = Literal["latin", "cyrillic", "mixed", "other", "none"]


@dataclass(frozen=True, eq=False)
class PageImage:
    """One rendered page, upright.

    `pixels` is H x W x 3, RGB, uint8, read-only. `dpi` links pixels to page points: px = pt * dpi / 72.
    `turned` is how many degrees clockwise the rendered page was turned to stand upright (0/90/180/270).
    """

    page: int
    pixels: Pixels
    dpi: float
    turned: int = 0

    @property
    def width(self) -> float:
        """Page width in points."""
        return float(self.pixels.shape[1]) * 72 / self.dpi

    @property
    def height(self) -> float:
        """Page height in points."""
        return float(self.pixels.shape[0]) * 72 / self.dpi

    @cached_property
    def digest(self) -> str:
        """SHA-256 over shape, dpi and pixel bytes: the identity of the page for caches."""
        h = hashlib.sha256(f"{self.pixels.shape}{self.dpi:.3f}".encode())
        h.update(np.ascontiguousarray(self.pixels).data)
        return h.hexdigest()

    def crop(self, box: Box) -> Pixels:
        """Pixels under `box` (page points), cut to the page. At least one pixel each way."""
        b = box.scaled(self.dpi / 72).clamped(self.pixels.shape[1], self.pixels.shape[0])
        x0, y0 = int(b.x0), int(b.y0)
        return self.pixels[y0 : max(y0 + 1, int(np.ceil(b.y1))), x0 : max(x0 + 1, int(np.ceil(b.x1)))]


@dataclass(frozen=True, slots=True)
class Word:
    """One word as an engine read it.

    `confidence` is 0..1 (1.0 for a text layer). `line` and `block` are reading-order numbers from 0, counted
    over the page (lines do not restart in each block).
    """

    text: str
    box: Box
    confidence: float = 1.0
    line: int = 0
    block: int = 0


@dataclass(frozen=True)
class Line:
    """Words of one text line in reading order."""

    words: tuple[Word, ...]

    @cached_property
    def text(self) -> str:
        return " ".join(w.text for w in self.words)

    @cached_property
    def box(self) -> Box:
        return Box.around(w.box for w in self.words)


@dataclass(frozen=True)
class PageWords:
    """What one engine read on one page. Empty `words` means that nothing was read, not that the page is blank.

    `engine` is "name version", as reports show it. `notes` are remarks for the report (poor confidence,
    skew, a text layer that was not trusted). `signals` are places where the text layer differs from the picture.
    """

    page: int
    width: float
    height: float
    words: tuple[Word, ...]
    engine: str
    script: Script = "other"
    skew: float = 0.0
    notes: tuple[Message, ...] = ()
    signals: tuple[PageSignal, ...] = ()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Words grouped by `Word.line`, in ascending order of line number."""
        groups: dict[int, list[Word]] = {}
        for word in self.words:
            groups.setdefault(word.line, []).append(word)
        return tuple(Line(tuple(groups[k])) for k in sorted(groups))

    @cached_property
    def text(self) -> str:
        """One text line a line, blocks parted by an empty line."""
        parts: list[str] = []
        block: int | None = None
        for line in self.lines:
            if block is not None and line.words[0].block != block:
                parts.append("")
            block = line.words[0].block
            parts.append(line.text)
        return "\n".join(parts)

    @property
    def mean_confidence(self) -> float | None:
        """Mean word confidence weighted by word length; None without words."""
        total = sum(len(w.text) for w in self.words)
        return sum(w.confidence * len(w.text) for w in self.words) / total if total else None


class PageSource(Protocol):
    """What an OCR engine is given: the pixels, and the words embedded in the file where there are any."""

    @property
    def number(self) -> int: ...

    def image(self) -> PageImage:
        """The upright page. Rendered at most once."""
        ...

    def embedded_words(self) -> Sequence[Word] | None:
        """Words of the file's text layer in the coordinates of `image()`; None for a pure picture."""
        ...


@dataclass(frozen=True)
class Missing:
    """Why an engine can't run here: `what` is missing, `option` needs it, `install` brings it (a command line)."""

    what: str
    option: str
    install: str


class OcrEngine(Protocol):
    """Page -> words. Implementations are thread-safe or lock inside."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Everything that changes the output: library and model versions, settings."""
        ...

    @property
    def scripts(self) -> frozenset[Script]:
        """Scripts that it reads faithfully here (with the language data found)."""
        ...

    def missing(self) -> Missing | None:
        """None when the engine can run. Cheap: no model is loaded."""
        ...

    def read(self, page: PageSource) -> PageWords:
        """Raises `atomcite.errors.EngineFailed` when the page could not be read at all."""
        ...
