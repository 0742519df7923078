"""A page from its data: typeset, turned into pixels, degraded, read by the text channel."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from atomcite import ocr
from atomcite.benchmarks.corpus.degrade import ScanProfile, scan
from atomcite.benchmarks.corpus.typeset import render, typeset
from atomcite.benchmarks.tables.model import Sheet
from atomcite.domain import Cache, PageImage, PageWords, Pixels, Word


@dataclass(frozen=True)
class Level:
    """How a page came to be pixels. `scan` None is a clean rendering; `quality` is that of the JPEG, 0 for none."""

    name: str
    dpi: int
    scan: ScanProfile | None = None
    quality: int = 0

    def pixels(self, sheet: Sheet) -> Pixels:
        """The page as H x W x 3 RGB."""
        page = next(render(typeset("tables.typ", sheet.data, __package__), self.dpi))
        if self.scan is not None:
            page = scan(page, self.dpi, sheet.seed, self.scan)
        if self.quality:
            out = io.BytesIO()
            Image.fromarray(page).convert("L").save(out, "JPEG", quality=self.quality)
            page = np.asarray(Image.open(out).convert("RGB"))
        page.flags.writeable = False
        return page


LEVELS: tuple[Level, ...] = (
    Level("clean 200 dpi", 200),
    Level("scan 150 dpi", 150, ScanProfile(skew=0.7, noise=5.0, curl=0.6, speckles=20), 60),
)


@dataclass(frozen=True)
class Picture:
    """Implements `atomcite.domain.PageSource` for a page that is pixels and nothing else."""

    page: PageImage

    @property
    def number(self) -> int:
        return self.page.page

    def image(self) -> PageImage:
        return self.page

    def embedded_words(self) -> Sequence[Word] | None:
        return None


def page_words(sheet: Sheet, level: Level, engine: str = "auto", cache: Cache | None = None) -> PageWords:
    """What the text channel reads of the page at that level."""
    return ocr.read_page(Picture(PageImage(1, level.pixels(sheet), float(level.dpi))), engine, cache=cache)
