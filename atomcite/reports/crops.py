"""One small picture a claim: the place on the page that its verdict rests on, framed."""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, ImageDraw

from atomcite.domain import Box, ClaimResult, PageImage, Report
from atomcite.errors import AtomCiteError
from atomcite.reports.places import Mark, PageImages, claim_marks, suggestion_marks

CONTEXT = 14.0
"""Points of the page shown above and below the place: about a line."""
WIDEST = 470.0
"""Points shown side by side at most."""
TALLEST = 150.0
DPI = 130.0


@dataclass(frozen=True)
class Crop:
    """A part of `page` as JPEG. `width` and `height` are in page points, `dpi` links them to its pixels."""

    page: int
    jpeg: bytes
    width: float
    height: float
    dpi: float
    quote: str


def evidence_crops(report: Report, images: PageImages) -> dict[int, Crop]:
    """The crop of each claim that has a place on a page, by the claim's position in the report.

    A claim that moves to another page shows that one. Each page is asked for once, pages in ascending order; a page
    that can't be drawn gives no crops.
    """
    wanted: dict[int, list[tuple[int, Mark]]] = {}
    for number, claim in enumerate(report.claims):
        mark = _telling(claim)
        if mark is not None:
            wanted.setdefault(mark.page, []).append((number, mark))
    found: dict[int, Crop] = {}
    for page in sorted(wanted):
        try:
            image = images(page)
        except AtomCiteError:  # the report says elsewhere why the page was not read
            continue
        if image is not None:
            found |= {number: crop(image, mark) for number, mark in wanted[page]}
    return found


def _telling(claim: ClaimResult) -> Mark | None:
    marks = claim_marks(claim) or [m for s in claim.suggested_pages[:1] for m in suggestion_marks(s)]
    return next((m for m in marks if m.exact), marks[0] if marks else None)


def crop(image: PageImage, mark: Mark) -> Crop:
    """The part of `image` around `mark`, with the mark framed."""
    view = _view(mark.box.clamped(image.width, image.height), image.width, image.height)
    part = Image.fromarray(image.crop(view)).convert("RGB")
    scale = min(1.0, DPI / image.dpi)
    if scale < 1.0:
        size = (max(1, round(part.width * scale)), max(1, round(part.height * scale)))
        part = part.resize(size, Image.Resampling.LANCZOS)
    to_px = image.dpi * scale / 72
    frame = mark.box.padded(2)
    corners = ((frame.x0 - view.x0) * to_px, (frame.y0 - view.y0) * to_px)
    ends = ((frame.x1 - view.x0) * to_px, (frame.y1 - view.y0) * to_px)
    ImageDraw.Draw(part).rectangle((*corners, *ends), outline=(29, 95, 196), width=2)
    file = io.BytesIO()
    part.save(file, "JPEG", quality=80)
    return Crop(image.page, file.getvalue(), part.width / to_px, part.height / to_px, image.dpi * scale, mark.quote)


def _view(box: Box, width: float, height: float) -> Box:
    """`box` with its surroundings, cut to the page and to the size of a cell. What stands to the left of a figure
    says what it is, so that the room goes there."""
    x0 = max(0.0, min(box.x0 - 2 * CONTEXT, box.x1 + 2 * CONTEXT - WIDEST))
    y0 = max(0.0, box.y0 - CONTEXT)
    return Box(x0, y0, min(width, x0 + WIDEST), min(height, box.y1 + CONTEXT, y0 + TALLEST))
