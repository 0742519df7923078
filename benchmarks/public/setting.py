"""Template and data -> a clean PDF, and the page on which each anchor fell."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pikepdf

from atomcite.benchmarks.corpus.ink import signature
from atomcite.benchmarks.corpus.scanfile import LabelRange, label_pages
from atomcite.benchmarks.public.figures import Figure
from atomcite.benchmarks.public.source import DocumentSpec, Source
from atomcite.errors import AtomCiteError, EngineMissing

_FONTS = ("noto-sans", "open-sans", "pt-sans", "pt-serif", "roboto", "lora", "caveat", "kalam")
_TIMESTAMP = datetime(2026, 1, 1, tzinfo=UTC)  # the bytes must not depend on today


class SettingError(AtomCiteError):
    """A template and its file do not fit each other."""


@dataclass(frozen=True)
class Typeset:
    """A clean PDF with its text layer, and the page (1-based position) of each anchor."""

    pdf: bytes
    pages: Mapping[str, int]
    page_count: int


def typeset(source: Source, document: str) -> Typeset:
    """Sets a document of the template. Raises EngineMissing without typst or a font; SettingError where an anchor
    stands twice or is broken over two pages."""
    spec = source.documents[document]
    values = {name: _plain(value) for name, value in source.data(document).items()}
    inks = {name: signature(seed, 5 + seed % 4) for name, seed in spec.signatures.items()}
    inputs = {"data": json.dumps(values | {"ink": inks, "language": source.language}, ensure_ascii=False)}
    fonts = [str(f) for f in font_folders()]
    typst = import_module("typst")
    with as_file(files("atomcite.benchmarks")) as root:
        made: dict[str, Any] = {
            "root": str(root),
            "font_paths": fonts,
            "ignore_system_fonts": True,
            "sys_inputs": inputs,
        }
        path = str(root / "public" / "templates" / f"{source.name}.typ")
        pdf = bytes(typst.compile(path, timestamp=_TIMESTAMP, **made))
        marks = json.loads(typst.query(path, "<at>", field="value", **made))
    pages: dict[str, set[int]] = defaultdict(set)
    ends: dict[str, int] = defaultdict(int)
    for mark in marks:
        pages[mark["id"]].add(mark["page"])
        ends[mark["id"]] += 1
    for name, found in pages.items():
        if len(found) > 1 or ends[name] != 2:
            raise SettingError(f"{source.name}/{document}: anchor {name} stands on pages {sorted(found)}.")
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        count = len(opened.pages)
    return Typeset(pdf, {name: next(iter(found)) for name, found in pages.items()}, count)


def finished(pdf: bytes, spec: DocumentSpec) -> bytes:
    """The clean PDF as it is handed on: with document information, and page labels if the file is to know them."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        label_pages(opened, spec.labels if spec.in_file else ())
        if "/Metadata" in opened.Root:
            del opened.Root.Metadata
        opened.docinfo["/Title"], opened.docinfo["/Author"] = spec.title, spec.author
        out = io.BytesIO()
        opened.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def page_labels(runs: Sequence[LabelRange], page_count: int) -> tuple[str, ...]:
    """The printed label of every page; the positions where `runs` is empty."""
    labels = [str(n) for n in range(1, page_count + 1)]
    for run in sorted(runs, key=lambda r: r.start):
        for page in range(run.start, page_count + 1):
            number = run.first + page - run.start
            labels[page - 1] = str(number) if run.style == "D" else _roman(number)
    return tuple(labels)


def _roman(number: int) -> str:
    out = ""
    for value, letters in ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while number >= value:
            out, number = out + letters, number - value
    return out


@cache
def font_folders() -> tuple[Path, ...]:
    """Folders of the font packages. Raises EngineMissing with what to install."""
    packages = {f"fontpkg-{name}": f"fontpkg_{name.replace('-', '_')}" for name in _FONTS}
    absent = [name for name, module in ({"typst": "typst"} | packages).items() if find_spec(module) is None]
    if absent:
        raise EngineMissing(f"Typesetting the public set needs {' '.join(absent)}.", "pip install 'atomcite[bench]'")
    return tuple(Path(str(files(module))) for module in packages.values())


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return str(value.value) if isinstance(value, Figure) else value
