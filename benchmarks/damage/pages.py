"""One damaged page from a kind, a family, a language and a seed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from atomcite.benchmarks.corpus.degrade import ScanProfile, scan
from atomcite.benchmarks.damage import damages
from atomcite.benchmarks.damage.content import blocks
from atomcite.benchmarks.damage.damages import Damage
from atomcite.benchmarks.damage.faces import CONFUSING, HAND, PLAIN
from atomcite.benchmarks.damage.sheet import Placed, Setting, Sheet, draw
from atomcite.benchmarks.tables.model import Claim, Language
from atomcite.benchmarks.tables.vocabulary import Family
from atomcite.domain import Box, Pixels

Kind = Literal[
    "none", "typeface", "spaced", "tight", "seal", "rules", "strike", "coffee", "fade", "marker", "handwriting",
    "halftone", "watermark", "fax", "perspective", "jpeg", "low resolution", "inverse", "false layer",
    "garbled layer", "true layer, marked", "true layer, reduced",
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)

_ON_PAPER: Mapping[Kind, Damage] = {
    "seal": damages.seal, "rules": damages.rules, "strike": damages.strike, "coffee": damages.coffee,
    "fade": damages.fade, "marker": damages.marker, "halftone": damages.halftone, "watermark": damages.watermark,
    "inverse": damages.inverse,
}  # fmt: skip
"""What a sheet has suffered before a fair scanner takes it."""
_BY_DEVICE: Mapping[Kind, Damage] = {
    "fax": damages.fax, "perspective": damages.perspective, "jpeg": damages.jpeg,
    "low resolution": damages.low_resolution,
}  # fmt: skip
"""What a poor device makes of a good sheet."""
_LAYERED = ("false layer", "garbled layer", "true layer, marked", "true layer, reduced")
"""Files with a text layer. A true one lies over a damaged picture: a page from a word processor that was stamped or
marked since, or a scan that was made smaller after it had been read."""
_FAIR = ScanProfile(skew=0.3, curl=0.0, blur=0.16, noise=3.0, light=8.0, shadow=0.0, speckles=6, wear=0.0,
                    contrast=0.95, edge="none")  # fmt: skip


@dataclass(frozen=True)
class DamagedPage:
    """H x W x 3 RGB `pixels` at `dpi`; `layer` the words of the file's text layer (boxes in points) where it has one;
    `targets` where the values of the claims stood (points, before the page was turned); `strength` 0..1."""

    kind: Kind
    family: Family
    language: Language
    seed: int
    strength: float
    pixels: Pixels
    dpi: int
    layer: tuple[tuple[str, Box], ...] | None
    targets: tuple[Box, ...]
    claims: tuple[Claim, ...]


def make_page(kind: Kind, family: Family, language: Language, seed: int) -> DamagedPage:
    """The same arguments give the same pixels and claims. Raises EngineMissing when a font is not installed."""
    rng = random.Random(f"{kind} {family} {language} {seed}")
    made = blocks(family, language, rng)
    sheet = draw(made, _setting(kind, family, rng), rng)
    strength = rng.random() if kind != "none" else 0.0
    dice = np.random.default_rng(rng.getrandbits(64))
    boxes = [b.scaled(sheet.dpi / 72) for b in sheet.targets]
    pixels = sheet.pixels
    done = kind
    if kind == "true layer, marked":
        done = rng.choice(list(_ON_PAPER))
    elif kind == "true layer, reduced":
        done = rng.choice(["fax", "jpeg", "low resolution"])  # what leaves every word in its place
    on_paper = damages.handwriting(HAND[family]) if done == "handwriting" else _ON_PAPER.get(done)
    if on_paper:
        pixels = on_paper(pixels, boxes, sheet.dpi, strength, dice)
    if by_device := _BY_DEVICE.get(done):
        pixels = by_device(pixels, boxes, sheet.dpi, strength, dice)
    else:
        profile = replace(_FAIR, skew=0.0) if kind in _LAYERED else _FAIR
        pixels = scan(pixels, sheet.dpi, seed, profile, grey=False)
    claims = tuple(c for p in sheet.placed if p.item for c in p.item.claims)
    layer = _layer(kind, sheet, strength, rng) if kind in _LAYERED else None
    return DamagedPage(kind, family, language, seed, strength, pixels, sheet.dpi, layer, sheet.targets, claims)


def _setting(kind: Kind, family: Family, rng: random.Random) -> Setting:
    face = rng.choice(PLAIN[family])
    value = rng.choice(CONFUSING[family]) if kind == "typeface" else face
    tracking = {"spaced": rng.uniform(0.18, 0.6), "tight": rng.uniform(-0.14, -0.06)}.get(kind, 0.0)
    return Setting(
        face, value, rng.uniform(8.5, 11.5), rng.choice([150, 200]), ruled=rng.random() < 0.5, tracking=tracking
    )


def _layer(kind: Kind, sheet: Sheet, strength: float, rng: random.Random) -> tuple[tuple[str, Box], ...]:
    """What the text layer says: all as printed; all but the values, of which it gives the lies; or all of it as bad
    OCR leaves it, 8 to 45 % of the characters wrong."""
    said: list[tuple[str, Box]] = []
    for placed in sheet.placed:
        if placed.text in set(".,;:") and said:  # a mark behind a value belongs to its word
            word, box = said[-1]
            said[-1] = (word + placed.text, Box.around((box, placed.box)))
            continue
        lied = placed.item.lie if placed.item and kind == "false layer" else placed.text
        text = _garbled(lied, 0.08 + 0.37 * strength, rng) if kind == "garbled layer" else lied
        said += _words(text, placed)
    return tuple(said)


def _words(text: str, placed: Placed) -> Sequence[tuple[str, Box]]:
    """The words of a printed text, each with its share of the box."""
    words = text.split()
    total = max(1, len(" ".join(words)))
    out, at = [], 0
    for word in words:
        x0 = placed.box.x0 + placed.box.width * at / total
        x1 = placed.box.x0 + placed.box.width * (at + len(word)) / total
        out.append((word, Box(x0, placed.box.y0, x1, placed.box.y1)))
        at += len(word) + 1
    return out


def _garbled(text: str, share: float, rng: random.Random) -> str:
    pool = "0123456789abcdeilrtxAEKMOPTабвгдеиклнопрст~^*"
    return "".join(rng.choice(pool) if c.isalnum() and rng.random() < share else c for c in text)
