"""How large a picture goes to which model, in which parts, and how the place that it tells is understood."""

from __future__ import annotations

import numpy as np
import pytest

from atomcite.domain import Box, PageImage, Word
from atomcite.vision.families import Family, family_of
from atomcite.vision.plates import LEGIBLE, MOST_PARTS, OVERLAP, overview, plates
from atomcite.vision.quotes import locate


def sheet(width: float, height: float, dpi: float = 200) -> PageImage:
    """A page of `width` x `height` inches, each pixel of another value than its neighbours."""
    rows, columns = round(height * dpi), round(width * dpi)
    pixels = np.zeros((rows, columns, 3), dtype=np.uint8)
    pixels[:, :, 0] = np.arange(columns) % 251
    pixels[:, :, 1] = (np.arange(rows) % 241)[:, None]
    return PageImage(1, pixels, dpi)


@pytest.mark.parametrize(
    ("model", "side", "boxes", "y_first"),
    [
        ("Qwen/Qwen2.5-VL-7B-Instruct", 3584, "pixels", False),
        ("qwen3-vl:8b", 3584, "thousand", False),
        ("gemini-2.5-flash", 3072, "thousand", True),
        ("google/gemma-3-12b-it", 896, "thousand", True),
        ("OpenGVLab/InternVL3-8B", 1792, "thousand", False),
        ("claude-sonnet-4", 1568, "thousand", False),
        ("gpt-4o-2024-11-20", 2048, "thousand", False),
        ("something-of-our-own", 2048, "thousand", False),
    ],
)
def test_a_family_is_known_by_the_name(model: str, side: int, boxes: str, y_first: bool) -> None:
    family = family_of(model)
    assert (family.side, family.boxes, family.y_first) == (side, boxes, y_first)


@pytest.mark.parametrize(
    ("family", "told"),
    [
        (Family("", 1000, boxes="pixels"), (100, 400, 300, 800)),
        (Family("", 1000, boxes="thousand"), (200, 400, 600, 800)),
        (Family("", 1000, boxes="thousand", y_first=True), (400, 200, 800, 600)),
        (Family("", 1000, boxes="unit"), (0.2, 0.4, 0.6, 0.8)),
        (Family("", 1000, boxes="unit"), (0.6, 0.8, 0.2, 0.4)),  # corners the other way round
    ],
)
def test_a_told_place_becomes_points_of_the_page(family: Family, told: tuple[float, ...]) -> None:
    found = family.box(told, (500, 1000), 600, 800)
    assert found is not None
    assert (found.x0, found.y0, found.x1, found.y1) == pytest.approx((120, 320, 360, 640))


@pytest.mark.parametrize("model", ["gpt-4o", "claude-sonnet-4", "gemma-3-4b", "llava-1.5-7b", "qwen2.5-vl", "other"])
@pytest.mark.parametrize("size", [(8.27, 11.69), (11.69, 16.5), (33.1, 23.4), (3.15, 14)])
def test_no_picture_is_larger_than_the_model_takes_and_nothing_is_left_out(
    model: str, size: tuple[float, float]
) -> None:
    image, family = sheet(*size, dpi=100 if size[0] > 20 else 200), family_of(model)
    shown = plates(image, family, 4096)
    assert len(shown) <= 1 + MOST_PARTS
    for plate in shown:
        assert family.scale(*plate.sent) > 0.99
    if len(shown) > 1:
        columns = {tuple(p.pixels[0, [0, -1], 0]) for p in shown[1:]}
        rows = {tuple(p.pixels[[0, -1], 0, 1]) for p in shown[1:]}
        assert len(columns) * len(rows) == len(shown) - 1
        overlap = OVERLAP * image.dpi / 72
        assert sum(p.pixels.shape[1] for p in shown[1 : 1 + len(columns)]) == pytest.approx(
            image.pixels.shape[1] + (len(columns) - 1) * overlap, abs=2 * len(columns)
        )
    else:
        assert image.dpi * shown[0].sent[0] / image.pixels.shape[1] >= min(LEGIBLE, image.dpi)


def test_an_ordinary_page_is_legible_to_common_models_in_whole_or_in_parts() -> None:
    image = sheet(8.27, 11.69)
    assert len(plates(image, family_of("qwen2.5-vl"), 4096)) == 1
    for model in ("gpt-4o", "claude-sonnet-4", "gemma-3-4b", "internvl3"):
        for part in plates(image, family_of(model), 4096)[1:]:
            assert image.dpi * part.sent[0] / part.pixels.shape[1] >= LEGIBLE
    assert (
        overview(image, family_of("gpt-4o"), 4096).picture().size == overview(image, family_of("gpt-4o"), 4096).sent
    )


def words(*lines: str) -> list[Word]:
    return [
        Word(text, Box(40 * i, 20 * n, 40 * i + 35, 20 * n + 12), 1.0, n)
        for n, line in enumerate(lines)
        for i, text in enumerate(line.split())
    ]


@pytest.mark.parametrize(
    ("quote", "boxes"),
    [
        ("Revenue was 1,577 million", [Box(0, 20, 155, 32)]),
        ("revenue  was 1 577 million.", [Box(0, 20, 155, 32)]),
        ("1,577 million in the year", [Box(80, 20, 195, 32), Box(0, 40, 75, 52)]),
        ("Revenve was 1,577 million in the year", [Box(0, 20, 195, 32), Box(0, 40, 75, 52)]),
        ("Revenue was 1,571 million", []),
        ("Costs were 903 million", []),
        ("", []),
        ("—", []),
    ],
)
def test_a_quote_is_found_among_words(quote: str, boxes: list[Box]) -> None:
    page = words("Sales grew well.", "Revenue was 1,577 million in", "the year to December", "2023")
    assert list(locate(quote, page)) == boxes


def test_nothing_is_found_on_a_page_without_words() -> None:
    assert locate("Revenue", []) == ()
