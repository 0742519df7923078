"""Typefaces of the damage set, parted into those to tune on and those to report on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont

from atomcite.benchmarks.tables.vocabulary import Family
from atomcite.errors import EngineMissing


@dataclass(frozen=True)
class Face:
    """A font file of a Python package, and where it varies the place on its axes (name -> value)."""

    package: str
    file: str
    axes: tuple[tuple[str, float], ...] = ()

    def sized(self, pixels: float) -> ImageFont.FreeTypeFont:
        """Raises EngineMissing when the package is not installed."""
        return _load(self, max(1, round(pixels)))


_NOTO = "NotoSans[wdth,wght].ttf"
PLAIN: dict[Family, tuple[Face, ...]] = {
    "tune": (
        Face("fontpkg_noto_sans", _NOTO),
        Face("fontpkg_pt_serif", "PT_Serif-Web-Regular.ttf"),
        Face("matplotlib", "DejaVuSans.ttf"),
    ),
    "report": (
        Face("fontpkg_pt_sans", "PT_Sans-Web-Regular.ttf"),
        Face("fontpkg_lora", "Lora[wght].ttf"),
        Face("fontpkg_roboto", "Roboto[wdth,wght].ttf"),
        Face("matplotlib", "DejaVuSerif.ttf"),
    ),
}
"""What documents are set in. All have Cyrillic."""

CONFUSING: dict[Family, tuple[Face, ...]] = {
    "tune": (
        Face("fontpkg_noto_sans", _NOTO, (("Width", 62.5), ("Weight", 900))),
        Face("fontpkg_caveat", "Caveat[wght].ttf"),
        Face("matplotlib", "DejaVuSansMono-BoldOblique.ttf"),
    ),
    "report": (
        Face("fontpkg_lobster", "Lobster-Regular.ttf"),
        Face("fontpkg_open_sans", "OpenSans[wdth,wght].ttf", (("Width", 75.0), ("Weight", 800))),
        Face("fontpkg_roboto", "Roboto-Italic[wdth,wght].ttf", (("Width", 75.0), ("Weight", 100))),
    ),
}
"""Faces in which figures are mistaken for one another: narrow and black, hairline, script, slanted."""

HAND: dict[Family, Face] = {
    "tune": Face("fontpkg_caveat", "Caveat[wght].ttf", (("Weight", 600),)),
    "report": Face("fontpkg_kalam", "Kalam-Regular.ttf"),
}
"""What notes are written over print in; Kalam has no Cyrillic, so notes are initials and figures."""


@cache
def _load(face: Face, size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(_path(face)), size)
    if face.axes:
        wanted = dict(face.axes)
        values = []
        for axis in font.get_variation_axes():
            name = axis["name"]
            named = name.decode() if isinstance(name, bytes) else str(name)
            values.append(float(wanted.get(named, axis["default"] or 0)))
        font.set_variation_by_axes(values)
    return font


@cache
def _path(face: Face) -> Path:
    if find_spec(face.package) is None:
        package = face.package.replace("_", "-")
        raise EngineMissing(f"The damage set needs the fonts of {package}.", f"Install it: pip install {package}")
    root = Path(str(files(face.package)))
    found = next(iter(sorted(root.rglob(face.file.replace("[", "[[]")))), None)
    if found is None:
        raise EngineMissing(f"{face.package} has no {face.file}.", f"Update it: pip install -U {face.package}")
    return found
