"""One document: what it is, how many pages it has, and its pages on demand."""

from __future__ import annotations

import hashlib
import io
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal

import numpy as np
from PIL import Image

from atomcite.documents import pictures, resolution, sniff
from atomcite.documents.backend import Backend, PageFacts, PageKind, Turn, UnshownText
from atomcite.documents.pdf import PdfFile
from atomcite.documents.poppler import PopplerPdf
from atomcite.domain import Cache, DocumentInfo, Message, Meter, NoCache, NoMeter, PageImage, PageWords, Word
from atomcite.errors import DocumentDamaged, DocumentFormatError, DocumentNotFound
from atomcite.ocr import orientation

KEPT_IMAGES = 8
"""Rendered pages kept in memory (an A4 page at 200 dpi is 12 MB)."""

RENDER_REVISION = 1
Renderer = Literal["pdfium", "poppler"]
"""Raised when the same page would come out with other pixels."""


class Document:
    """A PDF, a multi-page TIFF, a picture, or a folder of page pictures.

    >>> with Document.open("report.pdf") as document:        # doctest: +SKIP
    ...     document.page(7).image().pixels.shape
    (2339, 1654, 3)

    Pages are counted from 1 by their position in the file. Thread-safe.
    """

    def __init__(
        self,
        path: Path,
        backend: Backend,
        sha256: str,
        max_megapixels: float,
        meter: Meter,
        cache: Cache,
        renderer: Renderer = "pdfium",
    ) -> None:
        """Use `Document.open`."""
        self.renderer = renderer
        self.path = path
        self.sha256 = sha256
        self.max_megapixels = max_megapixels
        self.meter = meter
        self.cache = cache
        self.backend = backend
        self._pages: dict[int, DocumentPage] = {}
        self._lock = threading.Lock()
        self._images: OrderedDict[int, PageImage] = OrderedDict()
        self._info: DocumentInfo | None = None

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        password: str | Callable[[], str | None] | None = None,
        max_megapixels: float = 60.0,
        meter: Meter | None = None,
        cache: Cache | None = None,
        renderer: Renderer = "pdfium",
    ) -> Document:
        """Opens by content, not by name; nothing is rendered yet.

        `password` is asked for by calling it only when the file needs one. `renderer` draws the pages of a PDF;
        "poppler" raises EngineMissing where it is not installed. Raises DocumentNotFound,
        DocumentFormatError, DocumentDamaged, PasswordRequired, EmptyDocument; PageTooLarge for a picture that has
        several times `max_megapixels`.
        """
        path = Path(path)
        backend = _backend(path, password, max_megapixels, renderer)
        return cls(path, backend, sha256_of(path), max_megapixels, meter or NoMeter(), cache or NoCache(), renderer)

    @property
    def name(self) -> str:
        return self.path.name or self.path.resolve().name

    @property
    def page_count(self) -> int:
        return self.backend.page_count

    @property
    def info(self) -> DocumentInfo:
        if self._info is None:
            known = self.backend.metadata()
            self._info = DocumentInfo(
                name=self.name,
                sha256=self.sha256,
                kind=self.backend.kind,
                page_count=self.page_count,
                title=known.title,
                author=known.author,
                revision_date=known.revised,
            )
        return self._info

    def properties(self) -> Sequence[str]:
        """What the file says of itself in words: title, subject, keywords, headings of its outline."""
        return self.backend.properties()

    def notices(self) -> Sequence[Message]:
        """What a reader of results must know of how the file was taken."""
        return self.backend.notices()

    def label(self, number: int) -> str | None:
        """The page label of the file (PDF /PageLabels); None where it gives none. Raises IndexError."""
        self._check(number)
        return self.backend.label(number)

    def page(self, number: int) -> DocumentPage:
        """Page `number`, from 1. Raises IndexError for a page that does not exist."""
        self._check(number)
        with self._lock:
            return self._pages.setdefault(number, DocumentPage(self, number))

    def pages(self) -> Iterator[DocumentPage]:
        return (self.page(n) for n in range(1, self.page_count + 1))

    def close(self) -> None:
        """Frees the file. Images that were handed out stay valid."""
        with self._lock:
            self._images.clear()
        self.backend.close()

    def __enter__(self) -> Document:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check(self, number: int) -> None:
        if not 1 <= number <= self.page_count:
            raise IndexError(f"{self.name} has pages 1 to {self.page_count}, not {number}")

    def kept(self, number: int) -> PageImage | None:
        with self._lock:
            found = self._images.get(number)
            if found is not None:
                self._images.move_to_end(number)
            return found

    def keep(self, image: PageImage) -> None:
        with self._lock:
            self._images[image.page] = image
            while len(self._images) > KEPT_IMAGES:
                self._images.popitem(last=False)


class DocumentPage:
    """One page (a `PageSource`). Nothing is done before it is asked for."""

    def __init__(self, document: Document, number: int) -> None:
        self._document = document
        self._number = number
        self._lock = threading.Lock()  # one renders, the others wait for it
        self._turn: Turn | None = None
        self._words: tuple[Word, ...] | None = None
        self._words_known = False

    @property
    def number(self) -> int:
        return self._number

    @property
    def label(self) -> str | None:
        return self._document.label(self._number)

    @property
    def facts(self) -> PageFacts:
        return self._document.backend.facts(self._number)

    @property
    def rotation(self) -> int:
        """Degrees clockwise that the file asks viewers to turn the page by; already applied everywhere else."""
        return self.facts.rotation

    @property
    def native_dpi(self) -> float | None:
        return self.facts.native_dpi

    @property
    def kind(self) -> PageKind:
        return self.facts.kind

    @property
    def dpi(self) -> float:
        """The resolution of `image()`. Raises PageTooLarge."""
        facts = self.facts
        if facts.kind == "born_digital":
            wanted = resolution.for_type(facts.smallest_type)
        else:
            wanted = resolution.for_scan(facts.native_dpi or resolution.USUAL_DPI)
            if facts.kind == "mixed":
                wanted = max(wanted, resolution.for_type(facts.smallest_type))
        where = f"Page {self._number} of {self._document.path}"
        return resolution.within(wanted, facts.width, facts.height, self._document.max_megapixels, where)

    def image(self) -> PageImage:
        """The page as a picture, upright. Rendered once and kept while memory lasts, then fetched from the cache.
        Raises PageTooLarge, DocumentDamaged."""
        with self._lock:
            image = self._document.kept(self._number)
            if image is None:
                image = self._stored() or self._render()
                self._document.keep(image)
            self._turn = _quarter(image.turned)
            return image

    def embedded_words(self) -> Sequence[Word] | None:
        """Words of the text layer in points of `image()`, without those that the page does not show (the layer under
        the picture of a scan is kept: its words stand over ink); None without any."""
        if not self._words_known:
            turn = self._turn if self._turn is not None else _quarter(self.image().turned)
            found = self._document.backend.words(self._number, turn)
            self._words = None if found is None else tuple(found)
            self._words_known = True
        return self._words

    def layer_words(self) -> PageWords | None:
        """The words of a born-digital page as its file has them, unchecked against the picture and without rendering
        it; None where that does not do (a scan, a page without type of its own). For what stands around the evidence,
        never for evidence."""
        facts = self.facts
        if facts.kind != "born_digital" or facts.type_turn is None:
            return None
        words = self._document.backend.words(self._number, facts.type_turn)
        if words is None:
            return None
        upright = facts.type_turn % 180 == 0
        width, height = (facts.width, facts.height) if upright else (facts.height, facts.width)
        return PageWords(self._number, width, height, tuple(words), "textlayer")

    def unshown_text(self) -> Sequence[UnshownText]:
        """Text in the file that the page's picture does not show, in points of `image()`."""
        return self._document.backend.unshown(self._number, _quarter(self.image().turned))

    def _key(self) -> dict[str, str | int | float | bool | None]:
        return {
            "document": self._document.sha256,
            "page": self._number,
            "dpi": round(self.dpi, 3),
            "revision": RENDER_REVISION,
            "renderer": self._document.renderer,
            "orientation": orientation.version(),
        }

    def _render(self) -> PageImage:
        facts, dpi = self.facts, self.dpi
        backend = self._document.backend
        pixels = backend.render(self._number, dpi, 0)
        turn = facts.type_turn
        if turn is None:
            turn = _quarter(orientation.turn_upright(pixels))
        if turn:
            pixels = np.ascontiguousarray(np.rot90(pixels, k=-turn // 90))
        self._document.meter.count("pages_rendered")
        pixels.flags.writeable = False
        image = PageImage(self._number, pixels, dpi, turn)
        self._document.cache.put("render", self._key(), _encode(image))
        return image

    def _stored(self) -> PageImage | None:
        stored = self._document.cache.get("render", self._key())
        return None if stored is None else _decode(stored, self._number, self.dpi)


def _quarter(turn: int) -> Turn:
    turns: dict[int, Turn] = {0: 0, 90: 90, 180: 180, 270: 270}
    return turns[turn]


def _encode(image: PageImage) -> bytes:
    """A byte for the quarter turn, then the pixels as PNG (grey where there is no colour: a third of the size)."""
    pixels = image.pixels
    colourless = bool((pixels[:, :, 0] == pixels[:, :, 1]).all() and (pixels[:, :, 1] == pixels[:, :, 2]).all())
    buffer = io.BytesIO(bytes([image.turned // 90]))
    buffer.seek(1)
    Image.fromarray(pixels[:, :, 0] if colourless else pixels).save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _decode(data: bytes, number: int, dpi: float) -> PageImage | None:
    """None for an entry that does not decode: the page is rendered again."""
    try:
        with Image.open(io.BytesIO(data[1:])) as picture:
            pixels = np.array(picture.convert("RGB"), dtype=np.uint8)
    except (OSError, SyntaxError, ValueError):
        return None
    pixels.flags.writeable = False
    return PageImage(number, pixels, dpi, data[0] % 4 * 90)


def _backend(
    path: Path, password: str | Callable[[], str | None] | None, max_megapixels: float, renderer: Renderer
) -> Backend:
    try:
        if path.is_dir():
            return pictures.open_folder(path, max_megapixels)
        if not path.exists():
            raise DocumentNotFound(f"There is no file or folder {path}.", _nearby(path))
        if not path.is_file():
            raise DocumentFormatError(f"{path} is not a file.", "Give a file or a folder of page pictures.")
        content = sniff.content_of(path)
        if content == "pdf":
            return PdfFile(path, password) if renderer == "pdfium" else PopplerPdf(path, password)
        if content == "tiff":
            return pictures.open_tiff(path, max_megapixels)
        return pictures.open_picture(path, max_megapixels)
    except PermissionError as e:
        raise DocumentDamaged(f"{path} can't be read: {e.strerror}.", "Check the permissions of the file.") from e


def _nearby(path: Path) -> str:
    """What to do about a path that leads nowhere, with files of a similar name."""
    if not path.parent.is_dir():
        return f"The folder {path.parent} does not exist either: check the path."
    stem = path.stem.casefold()
    if path.is_symlink():
        return f"It is a link to {path.readlink()}, which does not exist."
    near = sorted(p.name for p in path.parent.iterdir() if stem and stem[:4] in p.name.casefold() and p.exists())[:3]
    return f"Did you mean {', '.join(near)}?" if near else "Check the path."


def sha256_of(path: Path) -> str:
    """SHA-256 of the file; of a folder, over names and contents of its page pictures in page order. Raises
    DocumentNotFound."""
    if not path.exists():
        raise DocumentNotFound(f"There is no file or folder {path}.", _nearby(path))
    h = hashlib.sha256()
    if path.is_dir():
        for page in pictures.folder_pages(path):
            h.update(f"{page.name}\0{sha256_of(page)}\0".encode())
        return h.hexdigest()
    with path.open("rb") as f:
        while chunk := f.read(1 << 20):
            h.update(chunk)
    return h.hexdigest()
