"""Damaged pages as a PDF: one picture a page, and the text layer of those that have one."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from PIL import Image

from atomcite.benchmarks.corpus.typeset import font_folders
from atomcite.benchmarks.damage.pages import DamagedPage


def write(pages: Sequence[DamagedPage], quality: int = 85) -> bytes:
    """The PDF. `quality` is that of the JPEG. Raises EngineMissing when typst or a font is not installed."""
    fonts = [str(folder) for folder in font_folders()]
    typst = import_module("typst")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "page.typ").write_bytes(files(__package__).joinpath("page.typ").read_bytes())
        shown = []
        for n, page in enumerate(pages, 1):
            out = io.BytesIO()
            Image.fromarray(page.pixels).save(out, "JPEG", quality=quality)
            (root / f"{n}.jpg").write_bytes(out.getvalue())
            height, width = (side * 72 / page.dpi for side in page.pixels.shape[:2])
            words = [
                {"text": text, "x": b.x0, "y": b.y0, "width": b.width, "size": b.height / 0.72}
                for text, b in page.layer or ()
            ]
            last = n == len(pages)
            shown.append({"file": f"{n}.jpg", "width": width, "height": height, "words": words, "last": last})
        data = {"title": "Generated pages", "pages": shown}
        pdf = typst.compile(
            str(root / "page.typ"),
            root=str(root),
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        )
    return bytes(pdf)
