"""Model folders for PaddleOCR: which there are, what each is for, and which alphabets it knows.

A model folder is what PaddleOCR itself writes and reads: `inference.yml`, and beside it `inference.onnx`, or
`inference.json` (older: `inference.pdmodel`) with `inference.pdiparams`. The folders may lie anywhere below the one
that the user names (`DIR/det`, `DIR/rec`, `DIR/ru/rec`, ...): what a model is for stands in its `inference.yml`, not
in the folder's name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from atomcite.domain import Script
from atomcite.errors import UsageError

Task = Literal["det", "rec"]
Format = Literal["onnx", "paddle"]

DEPTH = 4
"""Levels of folders searched below the one that was named."""
LAYOUT = (
    "It must hold one text detection model and one or more text recognition models, each a folder with inference.yml "
    "and inference.onnx, or inference.yml, inference.json and inference.pdiparams."
)
_RUSSIAN = frozenset("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")
_ENGLISH = frozenset("abcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True)
class Model:
    """One model folder. `name` is PaddleOCR's ("PP-OCRv5_mobile_rec"); `scripts` are those of a recogniser's
    alphabet."""

    name: str
    task: Task
    folder: Path
    formats: frozenset[Format]
    scripts: frozenset[Script] = frozenset()

    @property
    def fingerprint(self) -> str:
        """Identity of the weights, for caches: sizes and first megabytes."""
        h = hashlib.sha256(self.name.encode())
        for path in sorted(self.folder.glob("inference.*")):
            h.update(f"{path.name} {path.stat().st_size} ".encode())
            with path.open("rb") as f:
                h.update(f.read(1 << 20))
        return h.hexdigest()[:8]


@cache
def models_in(folder: Path) -> tuple[Model, ...]:
    """All models below `folder`, ordered by path; empty when there are none. Raises UsageError for a folder that is
    not there and for an inference.yml that can't be read."""
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder} for --ocr-models.", LAYOUT)
    found = (_model(path) for path in sorted(_configurations(folder, DEPTH)))
    return tuple(m for m in found if m is not None)


def _configurations(folder: Path, depth: int) -> Iterator[Path]:
    yield from folder.glob("inference.yml")
    if depth:
        for inner in folder.iterdir():
            if inner.is_dir():
                yield from _configurations(inner, depth - 1)


def _model(path: Path) -> Model | None:
    """None for a model of another kind (layout, orientation), or one whose weights are not there."""
    content = _yaml(path)
    name = str((content.get("Global") or {}).get("model_name") or path.parent.name)
    task: Task
    if name.endswith("_det"):
        task = "det"
    elif name.endswith("_rec"):
        task = "rec"
    else:
        return None
    formats: set[Format] = set()
    if (path.parent / "inference.onnx").is_file():
        formats.add("onnx")
    graph = any((path.parent / n).is_file() for n in ("inference.json", "inference.pdmodel"))
    if graph and (path.parent / "inference.pdiparams").is_file():
        formats.add("paddle")
    if not formats:
        return None
    alphabet = (content.get("PostProcess") or {}).get("character_dict") or ()
    return Model(name, task, path.parent, frozenset(formats), scripts_of({str(c) for c in alphabet}))


def scripts_of(alphabet: set[str]) -> frozenset[Script]:
    """Scripts that can be written with the characters of a recogniser."""
    found: set[Script] = set()
    if alphabet >= _ENGLISH:
        found.add("latin")
    if alphabet >= _RUSSIAN:
        found.add("cyrillic")
    if len(found) == 2:
        found.add("mixed")
    return frozenset(found)


def _yaml(path: Path) -> dict[str, Any]:
    import yaml

    try:
        # The C loader where there is one: an alphabet has up to 18,000 entries.
        content = yaml.load(path.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as e:
        raise UsageError(f"{path} can't be read: {e}", "Take the file that came with the model.") from e
    if not isinstance(content, dict):
        raise UsageError(f"{path} is not the inference.yml of a PaddleOCR model.", LAYOUT)
    return content
