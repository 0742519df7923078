"""The documents of the corpus: what each is typeset from, and how it went through the scanner."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from atomcite.benchmarks.corpus import brightwater, calder, zarechny
from atomcite.benchmarks.corpus.degrade import ScanProfile, scan
from atomcite.benchmarks.corpus.scanfile import LabelRange, Metadata, ScanPage, write_scan
from atomcite.benchmarks.corpus.typeset import render, typeset


@dataclass(frozen=True)
class Source:
    """One document. `colour_pages` are physical pages (1-based) scanned in colour, the others are grey.

    `dpi` is the resolution of the scan and `seed` decides on all that is random in it; page n is scanned with
    `seed + n`, so that a page does not change when another is added after it.
    """

    name: str
    template: str
    data: Callable[[], Mapping[str, object]]
    metadata: Metadata
    seed: int
    file_name: str = "report.scan.pdf"
    labels: tuple[LabelRange, ...] = ()
    colour_pages: frozenset[int] = frozenset()
    profile: ScanProfile = field(default_factory=ScanProfile)
    dpi: float = 150
    quality: int = 42


SOURCES: tuple[Source, ...] = (
    Source(
        name="en",
        template="report_en.typ",
        data=calder.data,
        metadata=Metadata(
            title="Calder Sound Ferries plc: interim report, third quarter 2025",
            author="Calder Sound Ferries plc",
            subject="Fictional company; a demonstration document of AtomCite",
            scanned=datetime(2025, 11, 14, 9, 26, tzinfo=UTC),
        ),
        seed=20251114,
        colour_pages=frozenset({1, 5, 6, 10}),
    ),
    Source(
        name="ru",
        template="report_ru.typ",
        data=zarechny.data,
        metadata=Metadata(
            title="АО «Заречный лён»: отчёт за второй квартал 2025 года",
            author="АО «Заречный лён»",
            subject="Вымышленное общество; демонстрационный документ AtomCite",
            scanned=datetime(2025, 7, 31, 11, 5, tzinfo=UTC),
        ),
        seed=20250731,
        labels=(LabelRange(1, "r"), LabelRange(3, "D")),
        colour_pages=frozenset({1, 6, 7, 10}),
        profile=ScanProfile(skew=0.6, blur=0.2, light=16, shadow=44, edge="right", speckles=35),
    ),
    Source(
        name="contract",
        template="contract_en.typ",
        data=brightwater.data,
        metadata=Metadata(
            title="Services agreement TH-2025-118",
            author="Tarn Hollow Analytics Limited",
            subject="Fictional parties; a demonstration document of AtomCite",
            scanned=datetime(2025, 2, 4, 15, 40, tzinfo=UTC),
        ),
        seed=20250204,
        file_name="contract.scan.pdf",
        colour_pages=frozenset({3}),
        profile=ScanProfile(skew=0.9, curl=0.6, shadow=26, edge="top", noise=5),
    ),
)


def source(name: str) -> Source:
    """The document called `name`. Raises KeyError for a name that there is not."""
    return {s.name: s for s in SOURCES}[name]


def clean_pdf(item: Source) -> bytes:
    """The document before it was printed: typeset, with a text layer."""
    return typeset(f"templates/{item.template}", item.data())


def scanned_pages(item: Source, pdf: bytes) -> Iterator[ScanPage]:
    """The pages of the clean PDF as the scanner saw them, one at a time."""
    for number, pixels in enumerate(render(pdf, item.dpi), start=1):
        colour = number in item.colour_pages
        profile = item.profile
        if number % 2 == 0 and profile.edge in ("left", "right"):  # the spine is on the other side of a back page
            profile = replace(profile, edge="right" if profile.edge == "left" else "left")
        yield ScanPage(scan(pixels, item.dpi, item.seed + number, profile, grey=not colour), item.dpi, colour)


def scan_pdf(item: Source) -> bytes:
    """The document as a scan: an image-only PDF."""
    return write_scan(scanned_pages(item, clean_pdf(item)), item.metadata, item.labels, item.quality)
