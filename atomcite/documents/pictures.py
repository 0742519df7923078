"""Single pictures, multi-page TIFF, and folders of page pictures, through Pillow."""

from __future__ import annotations

import struct
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
from natsort import natsorted, ns
from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from atomcite.documents import resolution, sniff
from atomcite.documents.backend import PageFacts, Turn, UnshownText
from atomcite.documents.metadata import Metadata, author_of, tiff_date, title_of
from atomcite.domain import DocumentKind, Message, Pixels, Word, message
from atomcite.errors import DocumentDamaged, DocumentFormatError, EmptyDocument, PageTooLarge

_TITLE, _DATE, _ARTIST = 270, 306, 315  # TIFF 6.0 tags ImageDescription, DateTime, Artist; the same in EXIF
_QUARTERS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
_DAMAGE = (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, Image.DecompressionBombError)
"""What Pillow's decoders raise on broken files."""
_ANIMATED = ("GIF", "WEBP", "PNG")
"""Formats whose frames are moments of one picture. Those of a TIFF are pages."""
_DECODE_FACTOR = 4
"""A picture may have this many times the allowed pixels before it is not even decoded; it is shrunk at once."""


class PictureFiles:
    """Pages that are pictures: one frame of one file each. No text layer, no labels."""

    def __init__(
        self, path: Path, kind: DocumentKind, frames: Sequence[tuple[Path, int]], max_megapixels: float
    ) -> None:
        self.path = path
        self.kind: DocumentKind = kind
        self.frames = tuple(frames)
        self.max_megapixels = max_megapixels
        self._lock = threading.Lock()
        self._facts: dict[int, PageFacts] = {}

    @property
    def page_count(self) -> int:
        return len(self.frames)

    def metadata(self) -> Metadata:
        if self.kind == "folder":
            return Metadata()
        with self._frame(1) as picture:
            tags = picture.getexif()
            named = {k: v for k, v in picture.info.items() if isinstance(v, str)}
            return Metadata(
                title=title_of(_text(tags.get(_TITLE)) or named.get("Title"), self.path.name),
                author=author_of(_text(tags.get(_ARTIST)) or named.get("Author")),
                revised=tiff_date(_text(tags.get(_DATE))),
            )

    def label(self, number: int) -> str | None:
        return None

    def facts(self, number: int) -> PageFacts:
        known = self._facts.get(number)
        if known is None:
            with self._frame(number) as picture:
                (width, height), (x, y) = _upright_size(picture)
            known = PageFacts("scan", width / x * 72, height / y * 72, native_dpi=max(x, y))
            self._facts[number] = known
        return known

    def render(self, number: int, dpi: float, turn: Turn) -> Pixels:
        facts = self.facts(number)
        with self._frame(number) as picture:
            try:
                # Pillow decodes JPEG at a half or a quarter much faster than it shrinks it afterwards.
                target = round(facts.width * dpi / 72), round(facts.height * dpi / 72)
                picture.draft("RGB", (max(target), max(target)))
                pixels = _rgb(ImageOps.exif_transpose(picture))
            except _DAMAGE as e:
                raise self._damaged(number, e) from e
        size = (max(1, target[0]), max(1, target[1]))
        if (pixels.shape[1], pixels.shape[0]) != size:
            shrinks = size[0] * size[1] < pixels.shape[0] * pixels.shape[1]
            how = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
            pixels = np.asarray(cv2.resize(pixels, size, interpolation=how), dtype=np.uint8)
        if turn:
            pixels = np.asarray(cv2.rotate(pixels, _QUARTERS[turn]), dtype=np.uint8)
        return np.ascontiguousarray(pixels)

    def words(self, number: int, turn: Turn) -> Sequence[Word] | None:
        return None

    def unshown(self, number: int, turn: Turn) -> Sequence[UnshownText]:
        return ()

    def properties(self) -> Sequence[str]:
        known = self.metadata()
        return tuple(text for text in (known.title, known.author) if text)

    def notices(self) -> Sequence[Message]:
        """Animated pictures: their other frames are no pages."""
        found = []
        for file in dict.fromkeys(file for file, _ in self.frames):
            with self._lock, Image.open(file) as picture:
                frames = getattr(picture, "n_frames", 1) if picture.format in _ANIMATED else 1
            if frames > 1:
                found.append(message("documents.first_frame", name=file.name, count=frames))
        return tuple(found)

    def close(self) -> None:
        return None

    @contextmanager
    def _frame(self, number: int) -> Iterator[Image.Image]:
        file, frame = self.frames[number - 1]
        with self._lock, warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit below is the one that counts
            try:
                with Image.open(file) as picture:
                    if frame:
                        picture.seek(frame)
                    megapixels = picture.width * picture.height / 1e6
                    if megapixels > _DECODE_FACTOR * self.max_megapixels:
                        raise PageTooLarge(
                            f"Page {number} of {self.path} has {megapixels:.0f} megapixels; the limit is "
                            f"{self.max_megapixels:g}.",
                            f"Shrink the picture or raise the limit (--max-megapixels {megapixels:.0f}).",
                        )
                    yield picture
            except _DAMAGE as e:
                raise self._damaged(number, e) from e

    def _damaged(self, number: int, error: BaseException) -> DocumentDamaged | PageTooLarge:
        file = self.frames[number - 1][0]
        if isinstance(error, Image.DecompressionBombError):
            return PageTooLarge(
                f"Page {number} ({file}) claims more pixels than any page has: {error}",
                "Check where the file is from.",
            )
        return DocumentDamaged(
            f"Page {number} ({file}) can't be decoded: {error}", "The file may be cut off: fetch or scan it again."
        )


def open_picture(path: Path, max_megapixels: float) -> PictureFiles:
    """A single picture; of an animated one the first frame."""
    files = PictureFiles(path, "image", [(path, 0)], max_megapixels)
    files.facts(1)
    return files


def open_tiff(path: Path, max_megapixels: float) -> PictureFiles:
    """All frames of a TIFF, but for reduced-resolution copies of another (thumbnails)."""
    try:
        with Image.open(path) as picture:
            frames = []
            for index in range(getattr(picture, "n_frames", 1)):
                picture.seek(index)
                tags = getattr(picture, "tag_v2", {})
                if not int(tags.get(254, 0) or 0) & 1:  # NewSubfileType bit 0, TIFF 6.0 page 36
                    frames.append((path, index))
    except UnidentifiedImageError as e:
        raise DocumentDamaged(f"{path} is a damaged TIFF: {e}", "Fetch or scan it again.") from e
    except _DAMAGE as e:
        raise DocumentDamaged(f"{path} is a damaged TIFF: {e}", "Fetch or scan it again.") from e
    if not frames:
        raise EmptyDocument(f"{path} holds no page.", "Fetch or scan it again.")
    files = PictureFiles(path, "tiff", frames, max_megapixels)
    files.facts(1)
    return files


def folder_pages(path: Path) -> list[Path]:
    """The page pictures of a folder in natural order (page2 before page10), subfolders and hidden files left out.

    Raises EmptyDocument when there is none, DocumentFormatError for a file that is named like a picture and is none.
    """
    named = [p for p in path.iterdir() if p.is_file() and not p.name.startswith(".")]
    pages = [p for p in named if p.suffix.lower() in sniff.PICTURE_SUFFIXES]
    if not pages:
        inside = ", ".join(sorted(p.name for p in named)[:3])
        raise EmptyDocument(
            f"The folder {path} holds no page pictures" + (f" (it holds {inside})." if inside else "."),
            "Give a folder of PNG, JPEG or TIFF pages, or the document itself.",
        )
    for page in pages:
        if sniff.content_of(page) == "pdf":
            raise DocumentFormatError(f"{page} is not a picture.", "Remove it from the folder.")
    return list(natsorted(pages, key=lambda p: p.name, alg=ns.IGNORECASE))


def open_folder(path: Path, max_megapixels: float) -> PictureFiles:
    """A folder of page pictures; a multi-page TIFF in it gives all its pages."""
    frames: list[tuple[Path, int]] = []
    for page in folder_pages(path):
        if sniff.content_of(page) == "tiff":
            frames.extend(open_tiff(page, max_megapixels).frames)
        else:
            frames.append((page, 0))
    return PictureFiles(path, "folder", frames, max_megapixels)


def _text(value: object) -> str | None:
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    return value if isinstance(value, str) else None


def _upright_size(picture: Image.Image) -> tuple[tuple[int, int], tuple[float, float]]:
    """Size in pixels and dots an inch, both (x, y), after the turn that EXIF orders."""
    width, height = picture.size
    tag = _dpi_tag(picture)
    if picture.getexif().get(0x0112, 1) in (5, 6, 7, 8):
        width, height = height, width
        tag = (tag[1], tag[0]) if tag else None
    if tag is not None and not 0.95 < tag[0] / tag[1] < 1.05:
        # Fax pages have pixels that are not square (204 x 98 dots an inch): such a tag is meant.
        short = min(width / tag[0], height / tag[1])
        if 2.0 <= short <= 17:
            return (width, height), tag
    dpi = resolution.of_picture(width, height, tag)
    return (width, height), (dpi, dpi)


def _dpi_tag(picture: Image.Image) -> tuple[float, float] | None:
    try:
        tag = picture.info["dpi"]
        x, y = float(tag[0]), float(tag[1])
    except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError):
        return None
    return (x, y) if x > 1 and y > 1 else None


def _rgb(picture: Image.Image) -> Pixels:
    """Any mode as 8-bit RGB on white paper."""
    if picture.mode in ("I;16", "I;16B", "I;16L", "I;16N", "I", "F"):
        values = np.asarray(picture).astype(np.float32)
        top = 65535.0 if values.max(initial=0) > 255 else 255.0
        if picture.mode == "F" and values.max(initial=0) <= 1:
            top = 1.0
        grey = np.clip(values / top * 255, 0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if picture.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in picture.info:
        layered = picture.convert("RGBA")
        paper = Image.new("RGBA", layered.size, "white")
        return np.asarray(Image.alpha_composite(paper, layered).convert("RGB"), dtype=np.uint8)
    return np.asarray(picture.convert("RGB"), dtype=np.uint8)


ImageFile.LOAD_TRUNCATED_IMAGES = False  # a page that is cut off must not pass for a blank lower half
