"""What is known of vision models by their names: how large a picture they take in, how they tell a place in it."""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from atomcite.domain import Box

Boxes = Literal["pixels", "thousand", "unit"]


@dataclass(frozen=True)
class Family:
    """See `families.toml`. `short` and `pixels` are None where the model sets no such bound."""

    pattern: str
    side: int
    short: int | None = None
    pixels: int | None = None
    boxes: Boxes = "thousand"
    y_first: bool = False

    def scale(self, width: int, height: int) -> float:
        """What a picture of `width` x `height` pixels must be scaled by (at most 1) to be taken as sent."""
        found = min(1.0, self.side / max(width, height))
        if self.short is not None:
            found = min(found, self.short / min(width, height))
        if self.pixels is not None:
            found = min(found, math.sqrt(self.pixels / (width * height)))
        return found

    def describe(self) -> str:
        """How the model is to tell a place, in words for its prompt."""
        order = "[y0, x0, y1, x1]" if self.y_first else "[x0, y0, x1, y1]"
        unit = {
            "pixels": "pixels of the first picture",
            "thousand": "thousandths of the width and height of the first picture (0 to 1000)",
            "unit": "parts of the width and height of the first picture (0 to 1)",
        }[self.boxes]
        return f"{order} in {unit}, from its top left corner"

    def box(self, told: tuple[float, ...], size: tuple[int, int], width: float, height: float) -> Box | None:
        """`told` by the model about a picture of `size` pixels of a page of `width` x `height` points: the box in
        page points, cut to the page. None for what is no place: not four numbers, or nothing left of it."""
        if len(told) != 4:
            return None
        x0, y0, x1, y1 = (told[1], told[0], told[3], told[2]) if self.y_first else told
        across, down = {"pixels": size, "thousand": (1000, 1000), "unit": (1, 1)}[self.boxes]
        xs, ys = sorted((x0 / across * width, x1 / across * width)), sorted((y0 / down * height, y1 / down * height))
        found = Box(xs[0], ys[0], xs[1], ys[1]).clamped(width, height)
        return found if found.width > 1 and found.height > 1 else None


def family_of(model: str) -> Family:
    """The family of a model by its name ("Qwen/Qwen2.5-VL-7B-Instruct", "gpt-4o"); a common one for unknown names."""
    name = model.rsplit("/", 1)[-1].casefold()
    return next(f for f in _families() if re.search(f.pattern, name))


@cache
def _families() -> tuple[Family, ...]:
    table = tomllib.loads(files(__package__).joinpath("families.toml").read_text("utf-8"))
    return tuple(Family(**entry) for entry in table["family"])
