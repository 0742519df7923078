"""What each channel saw of one page: two pictures, and one HTML page with both and what was read."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from PIL import Image, ImageDraw

from atomcite.domain import Box, ChannelResult, Language, PageImage, Report, Word
from atomcite.errors import OutputError
from atomcite.reports.html import shown_safely
from atomcite.reports.labels import SYMBOLS, URGENCY, Labels
from atomcite.reports.untrusted import is_finite, without_secrets
from atomcite.reports.wire import dumps, to_json

COLOURS = {
    "word": (90, 130, 200),
    "doubtful": (225, 140, 30),
    "strip": (150, 150, 150),
    "mark": (150, 60, 190),
    "evidence": (20, 140, 60),
    "differs": (200, 30, 40),
    "signal": (230, 0, 160),
}
"""Of frames, by what they frame: RGB."""
DOUBTFUL = 0.75
"""Confidence under which a word is framed as doubtful."""
RESULT = "look.json"


@dataclass(frozen=True)
class Frame:
    """A frame on a page, in page points. `label` is shown when a pointer rests on it."""

    kind: str
    box: Box
    label: str = ""
    exact: bool = True

    @property
    def colour(self) -> str:
        return "#{:02x}{:02x}{:02x}".format(*COLOURS[self.kind])


@dataclass(frozen=True)
class View:
    """The page as one channel saw it: the result, frames on its picture, the words as it read them."""

    result: ChannelResult | None
    frames: tuple[Frame, ...]
    words: tuple[Word, ...]


def view(
    result: ChannelResult | None,
    page: int,
    words: Sequence[Word],
    strips: Sequence[Box] = (),
    marks: Sequence[tuple[str, Box]] = (),
    signals: Sequence[Box] = (),
) -> View:
    """Frames in the order in which they are drawn: evidence comes last, over all else."""
    frames = [Frame("strip", box) for box in strips]
    frames += [
        Frame("doubtful" if w.confidence < DOUBTFUL else "word", w.box, f"{w.text} ({w.confidence:.2f})")
        for w in words
    ]
    frames += [Frame("mark", box, kind) for kind, box in marks]
    frames += [Frame("signal", box) for box in signals]
    if result is not None:
        for check in result.checks:
            if check.page == page and check.box is not None and is_finite(check.box):
                differs = check.outcome in ("mismatch", "missing")
                frames.append(
                    Frame("differs" if differs else "evidence", check.box, f"{check.claimed}: {check.found or '-'}")
                )
        for e in result.evidence:
            if e.page == page and e.box is not None and is_finite(e.box):
                against = result.verdict.value in ("contradicted", "unsupported")
                frames.append(Frame("differs" if against else "evidence", e.box.padded(2), e.quote, e.exact))
    return View(result, tuple(frames), tuple(words))


def draw(image: PageImage, frames: Sequence[Frame]) -> Image.Image:
    """The page with frames; those of approximate boxes are dashed."""
    picture = Image.fromarray(image.pixels).convert("RGB")
    pen = ImageDraw.Draw(picture, "RGBA")
    scale = image.dpi / 72
    for frame in frames:
        strong = frame.kind in ("evidence", "differs", "mark", "signal")
        box = frame.box.padded(1.5 if strong else 0.5).scaled(scale).clamped(picture.width - 1, picture.height - 1)
        corners = (box.x0, box.y0, max(box.x1, box.x0 + 1), max(box.y1, box.y0 + 1))
        width = max(2, round(scale * (1.2 if strong else 0.5)))
        colour = COLOURS[frame.kind]
        if strong:
            pen.rectangle(corners, fill=(*colour, 32))
        if frame.exact:
            pen.rectangle(corners, outline=(*colour, 255), width=width)
        else:
            _dashed(pen, corners, colour, width)
    return picture


def _dashed(
    pen: ImageDraw.ImageDraw, corners: tuple[float, float, float, float], colour: tuple[int, int, int], width: int
) -> None:
    x0, y0, x1, y1 = corners
    step = 6.0 * width
    for start, end, along in ((x0, x1, True), (y0, y1, False)):
        at = start
        while at < end:
            to = min(at + step * 0.6, end)
            for edge in (y0, y1) if along else (x0, x1):
                pen.line((at, edge, to, edge) if along else (edge, at, edge, to), fill=colour, width=width)
            at += step


def write_look(
    folder: Path, report: Report, image: PageImage | None, views: dict[str, View], language: Language
) -> list[Path]:
    """Writes `text.png`, `image.png`, `look.html` and `look.json` into `folder` and returns their paths.

    Raises OutputError when the folder holds something else or can't be written.
    """
    try:
        if folder.is_dir() and any(folder.iterdir()) and not (folder / RESULT).is_file():
            raise OutputError(
                f"{folder} is not empty and holds no earlier look.", "Give another folder: --out FOLDER."
            )
        folder.mkdir(parents=True, exist_ok=True)
        written = [folder / RESULT]
        written[0].write_text(dumps(to_json(report, language)) + "\n", "utf-8")
        pictures: dict[str, str] = {}
        for name, seen in views.items():
            path = folder / f"{name}.png"
            if image is None:
                path.unlink(missing_ok=True)  # of an earlier look
                continue
            buffer = io.BytesIO()
            draw(image, seen.frames).save(buffer, "PNG", compress_level=6, dpi=(image.dpi, image.dpi))
            path.write_bytes(buffer.getvalue())
            written.append(path)
        if image is not None:
            buffer = io.BytesIO()
            Image.fromarray(image.pixels).save(buffer, "WEBP", quality=80, method=2)
            pictures["page"] = "data:image/webp;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")
        written.append(folder / "look.html")
        written[-1].write_text(_html(report, image, views, pictures.get("page", ""), language), "utf-8")
    except OSError as error:
        raise OutputError(
            f"{folder} can't be written: {error.strerror or error}", "Give another folder: --out FOLDER."
        ) from error
    return written


def _html(report: Report, image: PageImage | None, views: dict[str, View], page: str, language: Language) -> str:
    environment = Environment(
        loader=PackageLoader("atomcite.reports", "templates"),
        autoescape=True,
        finalize=shown_safely,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    clean = without_secrets(report)
    return environment.get_template("look.html").render(
        t=Labels(language),
        language=language,
        report=clean,
        claim=clean.claims[0],
        symbols=SYMBOLS,
        verdicts=list(URGENCY),
        image=image,
        views=views,
        page=page,
        colours={kind: "#{:02x}{:02x}{:02x}".format(*rgb) for kind, rgb in COLOURS.items()},
    )
