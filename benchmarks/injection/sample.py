"""Injected errors on one page, each beside the cited page, for a person to look at."""

from __future__ import annotations

import base64
import io
import random
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from jinja2 import Environment
from PIL import Image

from atomcite.benchmarks.dataset import BenchClaim, Dataset, label_of
from atomcite.benchmarks.injection.evidence import FileReader, PageEvidence, Reader, ReadPage
from atomcite.benchmarks.injection.search import Wording, agrees, cover
from atomcite.documents import Document
from atomcite.domain import Box, PageImage

WIDTH = 900
"""Pixels of a page picture in the report."""
AROUND = 90.0
"""Points of the page shown above and below the rows that matter."""


@dataclass(frozen=True)
class _Shown:
    claim: BenchClaim
    verdict: str
    true_pages: tuple[int, ...]
    original: str
    picture: str
    words: str


def sample_errors(dataset: Dataset, out: str | Path, *, errors: int, seed: int, reader: Reader | None = None) -> int:
    """Writes an HTML page with up to `errors` injected errors drawn at random, types taking turns, and returns how
    many there are on it. Each has the statement, what it was made from, and the rows of the cited page that come
    nearest, framed in its picture. Raises DatasetError: a document is missing."""
    read = reader or FileReader()
    picked = _picked(dataset, errors, random.Random(seed))
    statements = {c.id: c.statement for c in dataset.claims}
    documents = {d.id: d for d in dataset.documents}
    shown = []
    for claim in picked:
        document = documents[claim.document]
        page = min(claim.pages, default=None)
        fault = claim.fault
        original = (fault.original or statements.get(fault.of or "", "")) if fault else ""
        picture, words = "", ""
        if page is not None:
            evidence = read(dataset, document)[page]
            with Document.open(dataset.file_of(document)) as opened:
                image = opened.page(page).image()
            picture, words = _picture(image, evidence, (claim.statement, original))
        label = label_of(claim)
        shown.append(
            _Shown(claim, label.verdict if label else "", label.true_pages if label else (), original, picture, words)
        )
    template = Environment(autoescape=True).from_string(files(__package__).joinpath("sample.html").read_text("utf-8"))
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_text(template.render(shown=shown, dataset=dataset, seed=seed), "utf-8")
    return len(shown)


def _picked(dataset: Dataset, most: int, rng: random.Random) -> list[BenchClaim]:
    by_type: dict[str, list[BenchClaim]] = {}
    for claim in dataset.claims:
        if claim.fault is not None and claim.fault.origin == "injected":
            by_type.setdefault(claim.fault.type, []).append(claim)
    for group in by_type.values():
        rng.shuffle(group)
    out: list[BenchClaim] = []
    while len(out) < most and any(by_type.values()):
        for kind in sorted(by_type):
            if by_type[kind] and len(out) < most:
                out.append(by_type[kind].pop())
    return out


def _picture(image: PageImage, evidence: PageEvidence, said: tuple[str, str]) -> tuple[str, str]:
    """The part of the page around the rows that come nearest to what is `said`, as a data URL, and its words."""
    reading = evidence.best
    pixels = np.array(image.pixels)
    area = Box(0, 0, image.width, image.height)
    words = ""
    if reading is not None and reading.rows:
        rows = _nearest(reading, said)
        box = Box.around(w.box for n in rows for w in reading.rows[n])
        words = "\n".join(
            reading.row_texts[n] for n in range(max(0, rows[0] - 1), rows[-1] + 2) if n < len(reading.rows)
        )
        area = Box(0, box.y0 - AROUND, image.width, box.y1 + AROUND).clamped(image.width, image.height)
        frame = box.padded(4).scaled(image.dpi / 72)
        corners = ((int(frame.x0), int(frame.y0)), (int(frame.x1), int(frame.y1)))
        cv2.rectangle(pixels, *corners, (200, 30, 30), max(1, round(image.dpi / 72)))
    crop = PageImage(image.page, pixels, image.dpi).crop(area)
    picture = Image.fromarray(crop)
    if picture.width > WIDTH:
        picture = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)))
    out = io.BytesIO()
    picture.convert("RGB").save(out, "JPEG", quality=60)
    return "data:image/jpeg;base64," + base64.b64encode(out.getvalue()).decode(), words


def _nearest(reading: ReadPage, said: tuple[str, str]) -> list[int]:
    """The row whose surroundings have most of the words and values of the statement or of what it was made from, with
    the rows beside it."""
    wordings = [Wording(text) for text in said if text]

    def score(number: int) -> float:
        window = reading.windows[number]
        here = [s.found.value for s in reading.spots if s.row == number]
        return max(
            cover(window, w.stems) + 0.5 * sum(any(agrees(f.value, v) for v in here) for f in w.values)
            for w in wordings
        )

    best = max(range(len(reading.rows)), key=score)
    return [n for n in (best - 1, best, best + 1) if 0 <= n < len(reading.rows)]
