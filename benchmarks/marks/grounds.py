"""Pages of set "a" before anybody touched them: what marks are drawn onto, over and over, to train the network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from atomcite.benchmarks.marks import layouts_a
from atomcite.benchmarks.marks.pages import render
from atomcite.domain import Pixels

GROUND_DPI = 120


@dataclass(frozen=True)
class Ground:
    """An unmarked page as the typesetter made it: H x W x 3 at GROUND_DPI. `places` are the lines and cells to sign
    in (x0, y0, x1, y1), `squares` the tick boxes and radio marks, `others` where things stand that are no marks;
    pixels."""

    pixels: Pixels
    places: tuple[tuple[int, int, int, int], ...]
    squares: tuple[tuple[int, int, int, int], ...]
    others: tuple[tuple[int, int, int, int], ...]


def grounds(count: int, cache: Path) -> Iterator[Ground]:
    """`count` pages, drawn once into `cache` and read from there afterwards; every other one is crowded with things
    that are no marks."""
    cache.mkdir(parents=True, exist_ok=True)
    for seed in range(count):
        path = cache / f"ground-{seed}.npz"
        if not path.exists():
            made = _drawn(seed)
            places, squares, others = (
                np.array(v, np.int32).reshape(-1, 4) for v in (made.places, made.squares, made.others)
            )
            np.savez_compressed(path, pixels=made.pixels, places=places, squares=squares, others=others)
        with np.load(path) as stored:
            yield Ground(stored["pixels"], *(_boxes(stored[k]) for k in ("places", "squares", "others")))


def _drawn(seed: int) -> Ground:
    rng = np.random.default_rng([seed, 31])
    russian = bool(rng.random() < 0.5)
    make = layouts_a.LAYOUTS[int(rng.integers(len(layouts_a.LAYOUTS)))]
    chosen = rng.permutation(len(layouts_a.NEGATIVES))[: 3 if seed % 2 else 1]
    here = '#slot("other", "", 70mm, 40mm)'
    extra = "\n\n".join(here + layouts_a.NEGATIVES[int(k)](rng, russian) for k in chosen)
    drawn = render(make(rng, russian, extra), GROUND_DPI)
    scale = GROUND_DPI / 72
    boxes = [(s.kind, tuple(round(v * scale) for v in (s.box.x0, s.box.y0, s.box.x1, s.box.y1))) for s in drawn.slots]
    return Ground(
        drawn.pixels,
        _boxes([b for kind, b in boxes if kind in ("line", "open", "field")]),
        _boxes([b for kind, b in boxes if kind in ("tick", "radio")]),
        _boxes([b for kind, b in boxes if kind == "other"]),
    )


def _boxes(rows: object) -> tuple[tuple[int, int, int, int], ...]:
    return tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in np.asarray(rows).tolist())
