"""What happened to a document between the printer and the data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import cv2
import numpy as np

from atomcite.benchmarks.corpus.degrade import ScanProfile, scan
from atomcite.benchmarks.corpus.scanfile import Metadata, ScanPage, write_scan
from atomcite.benchmarks.corpus.typeset import render
from atomcite.benchmarks.public.source import Degraded, DocumentSpec
from atomcite.domain import Pixels


@dataclass(frozen=True)
class Damage:
    """A way to digitise paper: how the scanner sees it, at which resolution, and how it is kept. `bilevel` keeps
    black and white alone, as copiers do."""

    profile: ScanProfile
    dpi: float
    quality: int
    bilevel: bool = False


DAMAGES: Mapping[Degraded, Damage] = {
    "scan": Damage(ScanProfile(skew=0.7, noise=2.0, light=10, speckles=18), dpi=144, quality=32),
    "poor": Damage(
        ScanProfile(
            skew=2.2,
            curl=2.5,
            blur=0.34,
            noise=5.0,
            light=42,
            shadow=70,
            shadow_width=26,
            speckles=110,
            contrast=0.72,
        ),
        dpi=130,
        quality=24,
    ),
    "photocopy": Damage(
        ScanProfile(
            skew=1.4, curl=1.5, blur=0.3, noise=3.0, light=6, shadow=150, shadow_width=9, speckles=160, contrast=0.86
        ),
        dpi=150,
        quality=0,
        bilevel=True,
    ),
}
"""Clean documents are handed on as typeset. A photocopy is darker than paper at the edge and thin where blurred."""


def digitised(pdf: bytes, spec: DocumentSpec, marked: frozenset[int]) -> bytes:
    """The clean PDF as paper that went through a scanner: an image-only PDF. Page n is scanned with the document's
    seed + n. `marked` pages keep their colours where the document was scanned in colour."""
    damage = DAMAGES[spec.degradation]
    when = datetime(spec.year, 12, 1, 9, 30, tzinfo=UTC)
    data = Metadata(spec.title, spec.author, "Fictional; AtomCite public set", when, creator="AtomCite public set")
    labels = spec.labels if spec.in_file else ()
    return write_scan(_pages(pdf, spec, damage, marked), data, labels, damage.quality)


def _pages(pdf: bytes, spec: DocumentSpec, damage: Damage, marked: frozenset[int]) -> Iterator[ScanPage]:
    for number, pixels in enumerate(render(pdf, damage.dpi), start=1):
        edge = damage.profile.edge if number % 2 else "right"  # the spine is on the other side of a back page
        colour = spec.colour and number in marked and not damage.bilevel
        page = scan(pixels, damage.dpi, spec.seed + number, replace(damage.profile, edge=edge), grey=not colour)
        yield ScanPage(_copied(page) if damage.bilevel else page, damage.dpi, colour, damage.bilevel)


def _copied(pixels: Pixels) -> Pixels:
    """Black and white, by a threshold midway between the paper around and toner."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    level = np.percentile(grey, 60) * 0.7
    black = np.where(grey < level, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.repeat(black[..., None], 3, axis=2))
