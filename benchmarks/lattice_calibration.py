"""How far the reader's questions to the pixels can be trusted: confirm and false-confirm rates on generated strings.

    python -m atomcite.benchmarks.lattice_calibration [--count 60] [--seed 11] [--fit | --alone | --matched]

Numbers, amounts, dates, percentages, identifiers and names are set between words, 28 pixels high, then shrunk,
blurred and made noisy in steps. For each line the true string is asked, and false ones: a digit or letter changed,
two swapped, one left out, one put in, a digit changed for its look-alike.

Printed per step: share of lines whose greedy reading holds the true string, share of true strings confirmed / denied,
and share of false strings confirmed, by kind. The table is made with the faces Roboto and Lora; `--fit` sets other
faces (DejaVu, Liberation, Noto Sans) and other seeds, fits the weights of `atomcite.vision.confirming` to them and
prints them.

`--alone` is another setting: numbers that fill their crop, in DejaVu and Liberation, against numbers with one digit
wrong. It prints what the aligned score of a single view confirms (log-probability less that of the greedy path) and
what the views weighed together confirm, each at the thresholds that 0.1, 0.5 and 1 % of the wrong numbers pass in the
same run, and what is confirmed, true and wrong, at the threshold that is shipped.

`--matched` prints one such row at the damage at which the first reading of those numbers, one plain view, is right on
37 %: figures of another set-up compare only where reading is as hard, whatever its pictures are called.
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
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from atomcite.benchmarks.marks.pages import font as package_font
from atomcite.vision.asking import Answer
from atomcite.vision.confirming import CONFIRM, Measures, ask_views, log_odds, measure
from atomcite.vision.lattice import Lattice, explain_whole
from atomcite.vision.looks import VIEWS, grouped
from atomcite.vision.picture import Gray, Strip
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

_WRONG = 10
"""Wrong numbers asked for each line of `--alone`, as far as they differ."""
_PASSING = (0.001, 0.005, 0.01)
_LOOK_ALIKE = {"0": "8", "1": "7", "2": "7", "3": "8", "4": "1", "5": "6", "6": "8", "7": "1", "8": "3", "9": "8"}
_FONT_FOLDERS = ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/liberation", "/usr/share/fonts")
_WELL_FORMED = re.compile(r"\d+(?:[.,]\d+)*%?|[A-Z][a-z]+")
_NAMES = [
    "Brandt",
    "Castell",
    "Doyle",
    "Farrow",
    "Hale",
    "Lindqvist",
    "Marlow",
    "Okafor",
    "Reeve",
    "Whitlock",
    "Norwood",
    "Calder",
    "Sutton",
    "Mercer",
]
_BEFORE = ("Total ", "Net sales of ", "dated ", "No. ", "")
_AFTER = (" in total", " EUR", ".", "")


@dataclass
class Tally:
    """Counts of one step. `false` and `passed` are by kind of falsehood."""

    lines: int = 0
    greedy: int = 0
    confirmed: int = 0
    denied: int = 0
    false: dict[str, int] = field(default_factory=dict)
    passed: dict[str, int] = field(default_factory=dict)


def true_string(rng: random.Random) -> str:
    makers: tuple[Callable[[], str], ...] = (
        lambda: f"{rng.randrange(100, 10_000_000):,}",
        lambda: f"{rng.randrange(1, 10_000_000) / 100:,.2f}",
        lambda: f"{rng.randrange(1, 29):02d}.{rng.randrange(1, 13):02d}.{rng.randrange(1990, 2030)}",
        lambda: f"{rng.randrange(1, 1000) / 10:.1f}%",
        lambda: str(rng.randrange(10**5, 10**9)),
        lambda: rng.choice(_NAMES),
    )
    return rng.choice(makers)()


def false_strings(text: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    """(kind, string) pairs, each different from `text`; some may not be well formed."""
    digits = any(c.isdigit() for c in text)
    places = [i for i, c in enumerate(text) if (c.isdigit() if digits else c.islower())]
    pool = "0123456789" if digits else "abcdefghijklmnopqrstuvwxyz"
    i = rng.choice(places)
    yield "digit" if digits else "letter", text[:i] + rng.choice([d for d in pool if d != text[i]]) + text[i + 1 :]
    i = rng.choice(places)
    if digits:
        yield "look-alike", text[:i] + _LOOK_ALIKE[text[i]] + text[i + 1 :]
    if len(places) > 2:
        i = rng.choice(places)
        yield "left out", text[:i] + text[i + 1 :]
    i = rng.choice(places)
    yield "put in", text[:i] + rng.choice(pool) + text[i:]
    pairs = [(a, b) for a, b in pairwise(places) if text[a] != text[b]]
    if pairs:
        a, b = rng.choice(pairs)
        swapped = list(text)
        swapped[a], swapped[b] = swapped[b], swapped[a]
        yield "swapped", "".join(swapped)


def faces(fitting: bool) -> list[ImageFont.FreeTypeFont]:
    """Faces to fit with, or to report with."""
    if not fitting:
        return [package_font("Roboto", 28), package_font("Lora", 28)]
    found: dict[str, Path] = {}
    for folder in _FONT_FOLDERS:
        for path in sorted(Path(folder).rglob("*.ttf")):
            if path.name.startswith(("DejaVu", "Liberation")):
                found.setdefault(path.name, path)
    return [package_font("NotoSans", 28), *(ImageFont.truetype(str(p), 28) for p in found.values())]


def line_picture(text: str, step: tuple[float, float, float], font: ImageFont.FreeTypeFont, seed: int) -> Gray:
    scale, blur, noise = step
    picture = Image.new("L", (int(font.getlength(text)) + 40, 44), 255)
    ImageDraw.Draw(picture).text((20, 6), text, font=font, fill=20)
    small = cv2.resize(np.asarray(picture), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), blur).astype(np.float32)
    grain = np.random.default_rng(seed).normal(0, noise, soft.shape)
    return np.asarray(np.clip(soft + grain, 0, 255), dtype=np.uint8)


def looks(recogniser: Recogniser, picture: Gray) -> tuple[Lattice, ...]:
    """What the reader's closer look makes of a line."""
    return grouped(recogniser.read([v.of(picture, whole(picture)) for group in VIEWS for v in group]))


def whole(picture: Gray) -> Strip:
    """All of a picture as one strip."""
    h, w = picture.shape
    return Strip(w / 2, h / 2, float(w), float(h), 0.0)


@dataclass(frozen=True)
class Line:
    """One generated line: its true string, false ones by kind, and what the closer look sees."""

    text: str
    false: tuple[tuple[str, str], ...]
    lattices: tuple[Lattice, ...]


def lines(
    count: int, seed: int, step: tuple[float, float, float], recogniser: Recogniser, fitting: bool
) -> Iterator[Line]:
    rng = random.Random(seed)
    fonts = faces(fitting)
    for number in range(count):
        text = true_string(rng)
        before, after, font = rng.choice(_BEFORE), rng.choice(_AFTER), rng.choice(fonts)
        picture = line_picture(before + text + after, step, font, seed * 1000 + number)
        false = tuple(
            (kind, other)
            for kind, other in false_strings(text, rng)
            if other != text and _WELL_FORMED.fullmatch(other)
        )
        yield Line(text, false, looks(recogniser, picture))


def tally(made: Iterator[Line]) -> Tally:
    out = Tally()
    for line in made:
        truth = ask_views(line.lattices, line.text)
        out.lines += 1
        out.greedy += line.text in line.lattices[0].text.replace(" ", "")
        out.confirmed += truth.answer is Answer.CONFIRMED
        out.denied += truth.answer is Answer.DENIED
        for kind, other in line.false:
            out.false[kind] = out.false.get(kind, 0) + 1
            passed = ask_views(line.lattices, other).answer is Answer.CONFIRMED
            out.passed[kind] = out.passed.get(kind, 0) + passed
    return out


def alone(count: int, seed: int, step: tuple[float, float, float], recogniser: Recogniser) -> str:
    """A row of the table of `--alone`."""
    rng = random.Random(seed)
    fonts = faces(True)[1:]
    plain: tuple[list[float], list[float]] = ([], [])
    weighed: tuple[list[float], list[float]] = ([], [])
    greedy = made = 0
    while made < count:
        text = true_string(rng)
        if not any(c.isdigit() for c in text):
            continue
        lattices = looks(recogniser, line_picture(text, step, rng.choice(fonts), seed * 1000 + made))
        made += 1
        greedy += text == lattices[0].text.replace(" ", "")
        made_wrong = (other for _ in range(_WRONG) for kind, other in false_strings(text, rng) if kind == "digit")
        wrong = list(dict.fromkeys(made_wrong))
        for of, string in ((0, text), *((1, w) for w in wrong)):
            measures = measure(lattices, string)
            best_path = float(lattices[0].log.max(axis=1).sum())
            score = float(explain_whole(lattices[0], [string], 0, lattices[0].steps)[0]) - best_path
            plain[of].append(max(score, -1e9))
            weighed[of].append(log_odds(measures) if measures else -1e9)
    shares = []
    for true, false in (plain, weighed):
        ranked = np.sort(false)[::-1]
        for passing in _PASSING:
            shares.append(float(np.mean(np.array(true) > float(ranked[int(passing * len(false))]))))
    shipped, passed = (float(np.mean(np.array(v) >= CONFIRM)) for v in weighed)
    one, several = (" ".join(f"{s:6.1%}" for s in part) for part in (shares[:3], shares[3:]))
    return (
        f"{step[0]:5.3} {step[1]:4.3} {step[2]:5.3} | {greedy / count:6.1%} | {one} | {several} | {shipped:6.1%} "
        f"{passed:6.2%} of {len(weighed[1])}"
    )


def matched(count: int, seed: int, recogniser: Recogniser, right: float = 0.37) -> tuple[float, float, float]:
    """The step between those of `STEPS` at which one plain view of the numbers of `alone` reads this share of them,
    by halving."""
    easy, hard = 1.0, len(STEPS) - 1.0
    for _ in range(6):
        middle = (easy + hard) / 2
        rng = random.Random(seed)
        fonts = faces(True)[1:]
        texts = [t for t in (true_string(rng) for _ in range(2 * count)) if any(c.isdigit() for c in t)][:count]
        pictures = [line_picture(t, between(middle), rng.choice(fonts), seed * 1000 + n) for n, t in enumerate(texts)]
        read = [recogniser.read([VIEWS[0][0].of(p, whole(p))])[0].text.replace(" ", "") for p in pictures]
        share = sum(a == b for a, b in zip(texts, read, strict=True)) / len(texts)
        easy, hard = (middle, hard) if share > right else (easy, middle)
    return between(easy)


def between(place: float) -> tuple[float, float, float]:
    """`STEPS` at a place between two of them, by number."""
    at = min(int(place), len(STEPS) - 2)
    share = place - at
    scale, blur, noise = (a + (b - a) * share for a, b in zip(STEPS[at], STEPS[at + 1], strict=True))
    return scale, blur, noise


Doubles = npt.NDArray[np.float64]


def fit(true: list[Measures], false: list[Measures], missed: int, most: float) -> str:
    """The constants of `confirming`: logistic regression (Newton's method, a little ridge), and the log-odds that
    `most` of the false strings exceed; `missed` more of these had no measures at all."""
    x = np.array([m.features for m in (*true, *false)])
    y = np.r_[np.ones(len(true)), np.zeros(len(false))]
    weight = np.where(y == 1, len(false) / max(1, len(true)), 1.0)
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-6
    z = np.c_[(x - mean) / scale, np.ones(len(x))]
    beta = np.zeros(z.shape[1])
    ridge = 0.01 * len(x) * np.diag(np.r_[np.ones(len(beta) - 1), 0.0])
    for _ in range(50):
        p = 1 / (1 + np.exp(-z @ beta))
        gradient = z.T @ (weight * (p - y)) + ridge @ beta
        beta -= np.linalg.solve((z * (weight * p * (1 - p))[:, None]).T @ z + ridge, gradient)
    odds: Doubles = np.sort(z[len(true) :] @ beta)[::-1]
    threshold = float(odds[int(most * (len(false) + missed))])
    confirmed = float((z[: len(true)] @ beta > threshold).mean())

    def row(values: Doubles) -> str:
        return "(" + ", ".join(f"{v:.4g}" for v in values) + ")"

    return (
        f"MEANS = {row(mean)}\nSCALES = {row(scale)}\nWEIGHTS = {row(beta[:-1])}\nBIAS = {beta[-1]:.4g}\n"
        f"CONFIRM = {threshold:.4g}\n# {len(true)} true, {len(false) + missed} false; confirmed {confirmed:.1%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60, help="lines a step")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--matched", action="store_true")
    parser.add_argument(
        "--most", type=float, default=0.006, help="false strings confirmed that --fit aims at (share)"
    )
    options = parser.parse_args()
    recogniser = Recogniser(open_recogniser(), 2)
    if options.fit:
        true: list[Measures] = []
        false: list[Measures] = []
        missed = 0
        for step in STEPS[1:]:
            for line in lines(options.count, options.seed + 5000, step, recogniser, True):
                own = measure(line.lattices, line.text)
                others = [measure(line.lattices, other) for _, other in line.false]
                true += [own] if own else []
                false += [m for m in others if m]
                missed += sum(m is None for m in others)
        print(fit(true, false, missed, options.most))  # noqa: T201  (what it is for)
        return
    if options.alone or options.matched:
        print(  # noqa: T201
            "scale blur noise | greedy | one view at 0.1, 0.5, 1 % | weighed at the same | as shipped: true, wrong"
        )
        steps = [matched(options.count, options.seed, recogniser)] if options.matched else STEPS
        for step in steps:
            print(alone(options.count, options.seed, step, recogniser), flush=True)  # noqa: T201
        return
    print("scale blur noise | greedy | confirmed denied | false confirmed: all, by kind", flush=True)  # noqa: T201
    for step in STEPS:
        t = tally(lines(options.count, options.seed, step, recogniser, False))
        kinds = ", ".join(f"{k} {t.passed[k]}/{n}" for k, n in t.false.items())
        rate = sum(t.passed.values()) / max(1, sum(t.false.values()))
        print(  # noqa: T201  (a table is its output)
            f"{step[0]:5} {step[1]:4} {step[2]:5} | {t.greedy / t.lines:6.1%} | {t.confirmed / t.lines:9.1%} "
            f"{t.denied / t.lines:6.1%} | {rate:.2%}; {kinds}",
            flush=True,
        )


if __name__ == "__main__":
    main()
