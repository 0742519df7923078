"""Pages with marks, and pages with what is easily taken for one, for measuring the detection of marks.

Two independent generators of each kind of mark: thresholds may be set on "a", "b" is only reported. "a" draws with
typst (rings, frames, the strokes of `corpus.ink`, Caveat as handwriting); "b" draws with OpenCV and Pillow (oval worn
seals, polygons as frames, random splines as signatures, Kalam and Hershey script bent by a random field).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from atomcite.benchmarks.corpus.degrade import ScanProfile, scan
from atomcite.benchmarks.corpus.ink import signature
from atomcite.benchmarks.corpus.typeset import font_folders
from atomcite.domain import Pixels

Kind = Literal["seal", "stamp", "signature", "handwriting", "tick"]
DPI = 150
SIZE = (1240, 1754)
_MM = DPI / 25.4
_COLOURS = ((40, 60, 170), (70, 50, 160), (170, 40, 50), (30, 110, 70), (30, 40, 120))
_EN = (
    "The board met four times in the quarter and every director attended every meeting. Revenue of the division "
    "rose by 4.2 per cent to 18.6 million, while the cost of fuel fell. The lease of the northern depot was renewed "
    "for five years on the same terms, and no director dealt in the shares of the company during the period."
)
_RU = (
    "Совет директоров провёл за квартал три заседания, все очно. Выручка общества выросла на 4,2 процента и "
    "составила 18,6 млн руб., расходы на топливо снизились. Договор аренды северного склада продлён на пять "
    "лет на прежних условиях, сделок с заинтересованностью в отчётном периоде не совершалось."
)


@dataclass(frozen=True)
class Sheet:
    """One page and what it bears. `ticks` are label -> state; `empty_line` when a signature line is left empty."""

    name: str
    pixels: Pixels
    marks: frozenset[Kind]
    ticks: dict[str, bool]
    empty_line: bool = False
    said: str = ""


def _font(name: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_fonts()[name]), round(size * DPI / 72))


@cache
def _fonts() -> dict[str, Path]:
    found: dict[str, Path] = {}
    for folder in font_folders():
        for path in sorted(folder.iterdir()):
            if path.suffix == ".ttf":
                found.setdefault(path.stem.split("[")[0].removesuffix("-Regular"), path)
    kalam = _package_font("fontpkg_kalam", "Kalam-Regular.ttf")
    if kalam is not None:
        found["Kalam"] = kalam
    return found


def _package_font(package: str, name: str) -> Path | None:
    from importlib.util import find_spec

    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    return next(iter(Path(spec.origin).parent.rglob(name)), None)


class Sheets:
    """Draws one page. `rng` decides on all that is random."""

    def __init__(self, rng: np.random.Generator, russian: bool) -> None:
        self.rng = rng
        self.russian = russian
        self.page = np.full((SIZE[1], SIZE[0], 3), 255, np.float32)
        self.y = 150

    # Print

    def text(self, words: str, x: int, y: int, size: float = 11, colour: tuple[int, int, int] = (0, 0, 0)) -> int:
        """One line of print; gives its right end."""
        image = Image.fromarray(self.page.astype(np.uint8))
        font = _font("NotoSans", size)
        ImageDraw.Draw(image).text((x, y), words, font=font, fill=colour, anchor="ls")
        self.page = np.asarray(image).astype(np.float32)
        return x + round(font.getlength(words))

    def prose(self, lines: int) -> None:
        words = (_RU if self.russian else _EN).split() * 4
        start = int(self.rng.integers(0, 30))
        for _ in range(lines):
            line = ""
            while len(line) < 74:
                line += words[start % len(words)] + " "
                start += 1
            self.text(line, 150, self.y)
            self.y += 36
        self.y += 20

    def line(self, x0: int, x1: int, y: int, thick: int = 2) -> None:
        cv2.line(self.page, (x0, y), (x1, y), (0, 0, 0), thick)

    def table(self, ruled: bool = True, colour: tuple[int, int, int] = (0, 0, 0)) -> None:
        for row in range(6):
            for column in range(4):
                said = (
                    f"{self.rng.integers(100, 9999):,}" if row and column else ("Итого" if self.russian else "Total")
                )
                self.text(said, 170 + 230 * column, self.y + 30 + 44 * row, 10)
        for row in range(7):
            cv2.line(self.page, (150, self.y + 44 * row), (1070, self.y + 44 * row), colour, 2)
        for column in range(5 if ruled else 0):
            cv2.line(self.page, (150 + 230 * column, self.y), (150 + 230 * column, self.y + 264), colour, 2)
        self.y += 300

    # Ink

    def ink(self, layer: npt.NDArray[np.float32], wear: float = 0.25) -> None:
        """Multiplies a layer of ink (255 = none) onto the page, worn in blotches."""
        cells = cv2.resize(self.rng.random((60, 45)).astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)
        left = 1 - wear * np.clip(cells, 0, 1)[..., None]
        self.page = np.asarray(self.page * (1 - left * (1 - layer / 255)), dtype=np.float32)

    def blank_layer(self) -> npt.NDArray[np.float32]:
        return np.full((SIZE[1], SIZE[0], 3), 255, np.float32)

    def seal(self, maker: str, cx: int, cy: int, legend: str, middle: str) -> None:
        layer = self.blank_layer()
        paint = _COLOURS[int(self.rng.integers(0, 4))]
        r = float(self.rng.uniform(16, 22)) * _MM
        oval = 1.0 if maker == "a" else float(self.rng.uniform(0.95, 1.05))
        rims = (
            ((1.0, 4), (0.94, 2), (0.64, 2)) if maker == "a" else ((1.0, 5), (float(self.rng.uniform(0.5, 0.7)), 2))
        )
        for share, thick in rims:
            axes = (round(r * share * oval), round(r * share / oval))
            cv2.ellipse(layer, (cx, cy), axes, 0, 0, 360, paint, thick, cv2.LINE_AA)
        size = 7.5 if maker == "a" else 8.5
        font = _font("NotoSans", size)
        image = Image.fromarray(layer.astype(np.uint8))
        radius, step = r * 0.79, font.getlength("н") * 1.25 / (r * 0.79)
        start = -math.pi / 2 - step * len(legend) / 2 + float(self.rng.uniform(-0.4, 0.4))
        for i, char in enumerate(legend):
            angle = start + step * i
            tile = Image.new("L", (60, 60), 0)
            ImageDraw.Draw(tile).text((30, 30), char, font=font, fill=255, anchor="mm")
            tile = tile.rotate(-math.degrees(angle) - 90, resample=Image.Resampling.BICUBIC)
            place = (round(cx + radius * math.cos(angle)) - 30, round(cy + radius * math.sin(angle)) - 30)
            image.paste(paint, (place[0], place[1], place[0] + 60, place[1] + 60), tile)
        tile = Image.new("L", (300, 120), 0)
        ImageDraw.Draw(tile).text((150, 60), middle, font=_font("NotoSans", 10), fill=255, anchor="mm")
        tile = tile.rotate(float(self.rng.uniform(-12, 12)), resample=Image.Resampling.BICUBIC)
        image.paste(paint, (cx - 150, cy - 60, cx + 150, cy + 60), tile)
        self.ink(np.asarray(image).astype(np.float32), 0.35)

    def stamp(self, maker: str, cx: int, cy: int, words: str) -> None:
        paint = _COLOURS[int(self.rng.integers(0, 4))]
        font = _font("NotoSans", float(self.rng.uniform(16, 24)))
        w, h = round(font.getlength(words)) + 50, round(font.size * 1.7)
        tile = Image.new("L", (w + 8, h + 8), 0)
        draw = ImageDraw.Draw(tile)
        if maker == "a":
            draw.rectangle((3, 3, w, h), outline=255, width=4)
        else:
            draw.rounded_rectangle((3, 3, w, h), radius=10, outline=255, width=5)
        draw.text((w / 2, h / 2), words, font=font, fill=255, anchor="mm")
        tilt = float(self.rng.uniform(2.5, 12)) * float(self.rng.choice([-1, 1]))
        turned = tile.rotate(tilt, expand=True, resample=Image.Resampling.BICUBIC)
        image = Image.fromarray(self.blank_layer().astype(np.uint8))
        x, y = cx - turned.width // 2, cy - turned.height // 2
        image.paste(paint, (x, y, x + turned.width, y + turned.height), turned)
        self.ink(np.asarray(image).astype(np.float32), 0.3)

    def sign(self, maker: str, x: int, y: int) -> None:
        """A signature whose baseline starts at (x, y)."""
        layer = self.blank_layer()
        paint = _COLOURS[int(self.rng.choice([0, 0, 4]))] if self.rng.random() < 0.7 else (25, 25, 30)
        width = float(self.rng.uniform(34, 52)) * _MM
        if maker == "a":
            strokes = [np.array(s) * width + np.array([x, y]) for s in signature(int(self.rng.integers(0, 10000)))]
        else:
            strokes = [_scrawl(self.rng, width) + np.array([x, y]) for _ in range(int(self.rng.integers(1, 3)))]
        thick = int(self.rng.integers(2, 4))
        for stroke in strokes:
            cv2.polylines(layer, [_smooth(stroke).astype(np.int32)], False, paint, thick, cv2.LINE_AA)
        self.ink(layer, 0.25)

    def write(self, maker: str, words: str, x: int, y: int) -> None:
        """Words by hand; the foot of the first letter at (x, y)."""
        paint = _COLOURS[int(self.rng.choice([0, 4]))] if self.rng.random() < 0.75 else (25, 25, 30)
        tile = Image.new("L", (700, 140), 0)
        if maker == "a":
            ImageDraw.Draw(tile).text((20, 90), words, font=_font("Caveat", 17), fill=255, anchor="ls")
        elif self.russian or "Kalam" not in _fonts() or self.rng.random() < 0.5:
            drawn = np.zeros((140, 700), np.uint8)
            latin = words if words.isascii() else "No 41-7 / 2025"
            cv2.putText(drawn, latin, (20, 90), cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 1.1, 255, 2, cv2.LINE_AA)
            tile = Image.fromarray(drawn)
        else:
            ImageDraw.Draw(tile).text((20, 90), words, font=_font("Kalam", 15), fill=255, anchor="ls")
        bent = _bent(np.asarray(tile), self.rng, 2.0 if maker == "a" else 4.0)
        turned = Image.fromarray(bent).rotate(float(self.rng.uniform(-1, 4)), center=(20, 90))
        image = Image.fromarray(self.blank_layer().astype(np.uint8))
        image.paste(paint, (x - 20, y - 90, x + 680, y + 50), turned)
        self.ink(np.asarray(image).astype(np.float32), 0.2)

    def box(self, maker: str, x: int, y: int, label: str, ticked: bool) -> None:
        side = int(self.rng.uniform(3.0, 5.5) * _MM)
        cv2.rectangle(self.page, (x, y - side), (x + side, y), (0, 0, 0), 2)
        self.text(label, x + side + 18, y - 2, 11)
        if not ticked:
            return
        layer = self.blank_layer()
        paint = _COLOURS[0] if self.rng.random() < 0.5 else (20, 20, 25)
        s = side
        if maker == "a":
            for a, b in (((0.2, 0.2), (0.8, 0.8)), ((0.8, 0.2), (0.2, 0.8))):
                p, q = (x + int(a[0] * s), y - int(a[1] * s)), (x + int(b[0] * s), y - int(b[1] * s))
                cv2.line(layer, p, q, paint, 3, cv2.LINE_AA)
        else:
            j = self.rng.uniform(-0.08, 0.08, 6)
            points = np.array([(0.15 + j[0], 0.5 + j[1]), (0.42 + j[2], 0.15 + j[3]), (1.1 + j[4], 1.15 + j[5])])
            pixels = (np.stack([x + points[:, 0] * s, y - points[:, 1] * s], axis=1)).astype(np.int32)
            cv2.polylines(layer, [pixels], False, paint, 3, cv2.LINE_AA)
        self.ink(layer, 0.1)

    def done(self, name: str, quality: str, marks: set[Kind], **more: object) -> Sheet:
        pixels = np.clip(self.page, 0, 255).astype(np.uint8)
        seed = int(self.rng.integers(0, 100000))
        if quality != "clean":
            profile = ScanProfile(wear=0.0, noise=4.0 if quality != "rough" else 8.0, contrast=0.9)
            pixels = scan(pixels, DPI, seed, profile, grey=quality == "grey")
        return Sheet(name, pixels, frozenset(marks), **{"ticks": {}, **more})  # type: ignore[arg-type]


def _scrawl(rng: np.random.Generator, width: float) -> npt.NDArray[np.float64]:
    """A run of loops whose height dies away, with a slant and a drift: sums of sinusoids of random phase."""
    t = np.linspace(0, 1, 90)
    loops = float(rng.uniform(4, 8))
    phase = rng.uniform(0, 6.28, 3)
    height = float(rng.uniform(0.14, 0.3)) * (1 - 0.6 * t)
    y = -height * (0.5 + 0.5 * np.sin(2 * np.pi * loops * t + phase[0])) * (0.7 + 0.3 * np.sin(5 * t + phase[1]))
    x = t + 0.06 * np.cos(2 * np.pi * loops * t + phase[0]) + 0.03 * np.sin(9 * t + phase[2])
    y += float(rng.uniform(-0.1, 0.02)) * t + 0.02
    return np.stack([(x - 0.25 * y) * width * 0.8, y * width], axis=1)


def _smooth(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Catmull-Rom spline through points."""
    p = np.vstack([points[:1], points, points[-1:]])
    t = np.linspace(0, 1, 8, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        parts.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return np.vstack([*parts, points[-1:]])


def _bent(tile: npt.NDArray[np.uint8], rng: np.random.Generator, reach: float) -> npt.NDArray[np.uint8]:
    """A picture bent by a smooth random field of up to `reach` pixels, as no two letters of a hand are alike."""
    h, w = tile.shape
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    for field, base in ((rng.normal(0, reach, (4, 20)), "y"), (rng.normal(0, reach, (4, 20)), "x")):
        smooth = cv2.resize(field.astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        if base == "y":
            ys = ys + smooth
        else:
            xs = xs + smooth
    return np.asarray(cv2.remap(tile, xs, ys, cv2.INTER_LINEAR), dtype=np.uint8)
