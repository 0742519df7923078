"""Rows of dots between a label and its value are taken off the picture before it is read, and nothing else is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from atomcite.domain import Pixels
from atomcite.ocr.leader_dots import without_leader_dots


def page(dots: int, *, gap: float = 9.0, slope: float = 0.0, noise: float = 0.0) -> Pixels:
    """A strip at 200 dpi with a word on the left, a number on the right, and dots between them."""
    out = np.full((120, 900, 3), 250, np.uint8)
    cv2.putText(out, "Total", (20, 70), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (20, 20, 20), 2, cv2.LINE_AA)
    cv2.putText(out, "1,250.75", (720, 70), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (20, 20, 20), 2, cv2.LINE_AA)
    for k in range(dots):
        x = 130 + gap * k
        cv2.circle(out, (round(x), round(68 + slope * x)), 2, (30, 30, 30), -1, cv2.LINE_AA)
    if noise:
        out = np.clip(out + np.random.default_rng(3).normal(0, noise, out.shape[:2])[..., None], 0, 255).astype(
            np.uint8
        )
    return out


@pytest.mark.parametrize(("slope", "noise"), [(0.0, 0.0), (0.01, 0.0), (0.0, 6.0)])
def test_a_row_of_dots_goes_and_the_text_stays(slope: float, noise: float) -> None:
    before = page(60, slope=slope, noise=noise)
    after = without_leader_dots(before, 200)
    assert (after[55:85, 125:690].min(axis=2) > 150).all()
    bare = page(0, slope=slope, noise=noise)
    assert np.array_equal(after[:, 715:], bare[:, 715:])
    assert np.array_equal(after[:, :110], bare[:, :110])


@pytest.mark.parametrize(("dots", "gap"), [(3, 9.0), (7, 9.0), (12, 60.0)])
def test_an_ellipsis_and_lone_dots_stay(dots: int, gap: float) -> None:
    before = page(dots, gap=gap)
    assert without_leader_dots(before, 200) is before
