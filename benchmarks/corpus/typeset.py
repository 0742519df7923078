"""Typst template + data -> a clean PDF -> pages of pixels.

Only fonts that come with Python packages are used (Libertinus Serif inside typst, Noto Sans and Caveat from their
`fontpkg` wheels), so that a page looks the same on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium

from atomcite.domain import Pixels
from atomcite.errors import EngineMissing

_FONT_PACKAGES = ("fontpkg_noto_sans", "fontpkg_caveat")
_TIMESTAMP = datetime(2026, 1, 1, tzinfo=UTC)  # a fixed date in the clean PDF: its bytes must not depend on today


def typeset(template: str, data: Mapping[str, object], package: str = __package__) -> bytes:
    """The PDF of one template (`templates/report_en.typ`) of `package` filled with `data`, with its text layer.

    `data` must be what JSON can hold; the template reads it as `d`. Raises `EngineMissing` when typst or a font is
    not installed.
    """
    fonts = font_folders()
    typst = import_module("typst")
    with as_file(files(package)) as folder:
        pdf = typst.compile(
            str(folder / template),
            root=str(folder),
            font_paths=[str(f) for f in fonts],
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
            timestamp=_TIMESTAMP,
        )
    return bytes(pdf)


@cache
def font_folders() -> tuple[Path, ...]:
    """Folders of the font packages. Raises `EngineMissing` with the packages to install."""
    absent = [name for name in ("typst", *_FONT_PACKAGES) if find_spec(name) is None]
    if absent:
        names = " ".join(name.replace("_", "-") for name in absent)
        raise EngineMissing(f"Typesetting the corpus needs {names}.", f"Install it: pip install {names}")
    return tuple(Path(str(files(name).joinpath("files"))) for name in _FONT_PACKAGES)


def render(pdf: bytes, dpi: float) -> Iterator[Pixels]:
    """Every page as H x W x 3 RGB pixels at `dpi`, one at a time."""
    document = pdfium.PdfDocument(pdf)
    try:
        for page in document:
            bitmap = page.render(scale=dpi / 72, rev_byteorder=True)
            yield np.ascontiguousarray(bitmap.to_numpy()[..., :3]).copy()
    finally:
        document.close()


def page_texts(pdf: bytes) -> list[str]:
    """The text layer of every page, white space folded to single spaces: what truly stands on the page in type."""
    document = pdfium.PdfDocument(pdf)
    try:
        return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    finally:
        document.close()
