"""How far the reader's questions to the pixels can be trusted: confirm and false-confirm rates on generated strings.

    python -m atomcite.benchmarks.lattice_calibration [--count 150] [--seed 11]

Numbers, amounts, dates, percentages and identifiers are set in every face found among DejaVu and Liberation (else in
Pillow's own), between words, 28 pixels high, then shrunk, blurred and made noisy in steps. For each line the true
string is asked, and false ones: a digit changed, two swapped, one left out, one put in, a digit changed for its
look-alike.
Printed per step: share of lines whose greedy reading holds the true string, share of true strings confirmed / denied,
and share of false strings confirmed. The thresholds in `atomcite.vision.asking` rest on this table.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from atomcite.vision.asking import Answer, ask
from atomcite.vision.lattice import Lattice
from atomcite.vision.looks import averaged, view_smoothings
from atomcite.vision.picture import Gray, Strip, cut
from atomcite.vision.recognise import Recogniser
from atomcite.vision.weights import open_recogniser

STEPS: tuple[tuple[float, float, float], ...] = (
    (1.0, 0.6, 6.0),
    (0.5, 0.5, 8.0),
    (0.42, 0.8, 12.0),
    (0.35, 1.0, 16.0),
    (0.28, 1.4, 24.0),
)
"""Scale, Gaussian blur (pixels after scaling), noise (grey levels)."""

_LOOK_ALIKE = {"0": "8", "1": "7", "2": "7", "3": "8", "4": "1", "5": "6", "6": "8", "7": "1", "8": "3", "9": "8"}
_FONT_FOLDERS = ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/liberation", "/usr/share/fonts")
_WELL_FORMED = re.compile(r"\d+(?:[.,]\d+)*%?")
_BEFORE = ("Total ", "Net sales of ", "dated ", "No. ", "")
_AFTER = (" in total", " EUR", ".", "")


@dataclass
class Tally:
    """Counts of one step. `false` and `passed` are by kind of falsehood."""

    lines: int = 0
    greedy: int = 0
    confirmed: int = 0
    denied: int = 0
    rivalled: int = 0
    false: dict[str, int] = field(default_factory=dict)
    passed: dict[str, int] = field(default_factory=dict)


def true_string(rng: random.Random) -> str:
    makers: tuple[Callable[[], str], ...] = (
        lambda: f"{rng.randrange(100, 10_000_000):,}",
        lambda: f"{rng.randrange(1, 10_000_000) / 100:,.2f}",
        lambda: f"{rng.randrange(1, 29):02d}.{rng.randrange(1, 13):02d}.{rng.randrange(1990, 2030)}",
        lambda: f"{rng.randrange(1, 1000) / 10:.1f}%",
        lambda: str(rng.randrange(10**5, 10**9)),
    )
    return rng.choice(makers)()


def false_strings(text: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    """(kind, string) pairs, each different from `text`."""
    places = [i for i, c in enumerate(text) if c.isdigit()]
    i = rng.choice(places)
    yield "digit", text[:i] + rng.choice([d for d in "0123456789" if d != text[i]]) + text[i + 1 :]
    i = rng.choice(places)
    yield "look-alike", text[:i] + _LOOK_ALIKE[text[i]] + text[i + 1 :]
    if len(places) > 2:
        i = rng.choice(places)
        yield "left out", text[:i] + text[i + 1 :]
    i = rng.choice(places)
    yield "put in", text[:i] + rng.choice("0123456789") + text[i:]
    pairs = [(a, b) for a, b in pairwise(places) if text[a] != text[b]]
    if pairs:
        a, b = rng.choice(pairs)
        swapped = list(text)
        swapped[a], swapped[b] = swapped[b], swapped[a]
        yield "swapped", "".join(swapped)


def faces() -> list[Path]:
    found: dict[str, Path] = {}
    for folder in _FONT_FOLDERS:
        for path in sorted(Path(folder).rglob("*.ttf")):
            if path.name.startswith(("DejaVu", "Liberation")):
                found.setdefault(path.name, path)
    return list(found.values())


def line_picture(text: str, step: tuple[float, float, float], font: ImageFont.FreeTypeFont, seed: int) -> Gray:
    scale, blur, noise = step
    picture = Image.new("L", (int(font.getlength(text)) + 40, 44), 255)
    ImageDraw.Draw(picture).text((20, 6), text, font=font, fill=20)
    small = cv2.resize(np.asarray(picture), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), blur).astype(np.float32)
    grain = np.random.default_rng(seed).normal(0, noise, soft.shape)
    return np.asarray(np.clip(soft + grain, 0, 255), dtype=np.uint8)


def looks(recogniser: Recogniser, picture: Gray) -> Lattice:
    """What the reader's closer look makes of a line."""
    h, w = picture.shape
    strip = Strip(w / 2, h / 2, float(w), float(h), 0.0)
    return averaged(recogniser.read([cut(picture, strip, denoise=s) for s in view_smoothings()]))


def run(count: int, seed: int, step: tuple[float, float, float], recogniser: Recogniser) -> Tally:
    rng = random.Random(seed)
    fonts: list[ImageFont.FreeTypeFont | ImageFont.ImageFont] = [ImageFont.truetype(str(p), 28) for p in faces()]
    fonts = fonts or [ImageFont.load_default(28)]
    tally = Tally()
    for number in range(count):
        text = true_string(rng)
        before, after, font = rng.choice(_BEFORE), rng.choice(_AFTER), rng.choice(fonts)
        assert isinstance(font, ImageFont.FreeTypeFont)
        picture = line_picture(before + text + after, step, font, seed * 1000 + number)
        lattice = looks(recogniser, picture)
        truth = ask(lattice, text)
        tally.lines += 1
        tally.greedy += text in lattice.text.replace(" ", "")
        tally.confirmed += truth.answer is Answer.CONFIRMED
        tally.denied += truth.answer is Answer.DENIED
        tally.rivalled += truth.is_rivalled
        for kind, other in false_strings(text, rng):
            if other == text or not _WELL_FORMED.fullmatch(other):
                continue
            tally.false[kind] = tally.false.get(kind, 0) + 1
            passed = ask(lattice, other).answer is Answer.CONFIRMED
            tally.passed[kind] = tally.passed.get(kind, 0) + passed
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=150, help="lines a step")
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    recogniser = Recogniser(open_recogniser(), 2)
    lines = ["scale blur noise | greedy | confirmed denied rivalled | false confirmed: all, by kind"]
    for step in STEPS:
        t = run(options.count, options.seed, step, recogniser)
        kinds = ", ".join(f"{k} {t.passed[k] / n:.1%}" for k, n in t.false.items())
        rate = sum(t.passed.values()) / max(1, sum(t.false.values()))
        lines.append(
            f"{step[0]:5} {step[1]:4} {step[2]:5} | {t.greedy / t.lines:6.1%} | {t.confirmed / t.lines:9.1%} "
            f"{t.denied / t.lines:6.1%} {t.rivalled / t.lines:8.1%} | {rate:.2%}; {kinds}"
        )
        print("\n".join(lines[-1:] if len(lines) > 2 else lines), flush=True)  # noqa: T201  (a table is its output)


if __name__ == "__main__":
    main()
