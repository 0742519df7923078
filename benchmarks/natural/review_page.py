"""The review page: one HTML file that works from a disk, with the pages' pictures in it or beside it.

It holds a blind set and nothing else of the data set, keeps what is filled in in the browser's own storage, and
saves it as a JSON Lines file that `annotate import` and `adjudicate import` read.
"""

from __future__ import annotations

import base64
import io
import json
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup
from PIL import Image

from atomcite.benchmarks.natural.blind import BlindSet
from atomcite.benchmarks.natural.forms import ERRORS, VERDICTS
from atomcite.cache import DiskCache
from atomcite.documents import Document
from atomcite.domain import Language, catalogue
from atomcite.errors import AtomCiteError

Role = Literal["annotate", "adjudicate"]
PAGE, PICTURES, DOCUMENTS = "review.html", "pages", "documents"
_WIDTH, _QUALITY = 1240, 55
"""Pixels across a page, and JPEG quality: small print of an A4 page stays readable at some 150 kB a page."""
_SUBJECT = "annotation."


def write_page(
    blind: BlindSet,
    annotator: str,
    out: Path,
    files: Mapping[str, Path],
    *,
    role: Role = "annotate",
    embed: bool = True,
    whole: bool = False,
    language: Language = "en",
) -> Path:
    """Writes `review.html` into `out`, with the pictures in it or, without `embed`, in `out`/pages. `files` are the
    documents by their blind names; `whole` puts them into `out`/documents under these, linked from the page. Returns
    the page's path."""
    out.mkdir(parents=True, exist_ok=True)
    copies = _copied(files, out) if whole else {}
    sources: dict[str, str] = {}
    for name, picture in page_pictures(blind, files):
        if embed:
            sources[name] = f"data:image/jpeg;base64,{base64.b64encode(picture).decode('ascii')}"
        else:
            (out / PICTURES).mkdir(exist_ok=True)
            sources[name] = f"{PICTURES}/{name}.jpg"
            (out / sources[name]).write_bytes(picture)
    data = {
        "set": blind.id,
        "annotator": annotator,
        "role": role,
        "verdicts": VERDICTS,
        "errors": ERRORS,
        "pictures": sources,
        "files": copies,
        "documents": {d.name: d.model_dump(mode="json") for d in blind.documents},
        "items": [item.model_dump(mode="json") for item in blind.items],
        "words": _words(language),
    }
    text = _template().render(language=language, words=_words(language), role=role, data=_script(data))
    path = out / PAGE
    path.write_text(text, "utf-8")
    return path


def _copied(files: Mapping[str, Path], out: Path) -> dict[str, str]:
    (out / DOCUMENTS).mkdir(exist_ok=True)
    copies = {name: f"{DOCUMENTS}/{name}{path.suffix.lower()}" for name, path in files.items()}
    for name, path in files.items():
        shutil.copyfile(path, out / copies[name])
    return copies


def page_pictures(blind: BlindSet, files: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """(name, JPEG) of every page that an item shows; a page that can't be drawn is left out, and the review page
    says so in its place."""
    for document in blind.documents:
        wanted = sorted({page for item in blind.items if item.document == document.name for page in item.pages})
        with Document.open(files[document.name], cache=DiskCache()) as opened:
            for number in wanted:
                try:
                    pixels = opened.page(number).image().pixels
                except AtomCiteError:
                    continue
                yield f"{document.name}-{number}", _jpeg(Image.fromarray(pixels))


def _jpeg(picture: Image.Image) -> bytes:
    if picture.width > _WIDTH:
        size = (_WIDTH, round(picture.height * _WIDTH / picture.width))
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY, optimize=True)
    return out.getvalue()


def _words(language: Language) -> dict[str, str]:
    return {k.removeprefix(_SUBJECT): v for k, v in catalogue(language).items() if k.startswith(_SUBJECT)}


def _script(data: object) -> Markup:
    """JSON that can stand in a script element: no text in it can end the element."""
    text = json.dumps(data, ensure_ascii=False)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


@cache
def _template() -> Template:
    return Environment(
        loader=PackageLoader("atomcite.benchmarks.natural", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template("review.html")
