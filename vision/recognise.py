"""Line recognition: strips -> lattices."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from atomcite.vision.lattice import ALPHABET, BLANK, INDEX, OTHER, Lattice, fold
from atomcite.vision.picture import LINE_HEIGHT, Gray

STEP_PIXELS = 8
"""Pixels along a crop that one step of a lattice covers."""


class Recogniser:
    """PP-OCR line recogniser. Thread-safe: onnxruntime sessions are."""

    def __init__(self, session: ort.InferenceSession, threads: int) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name
        self._threads = max(1, min(threads, os.cpu_count() or 1))
        characters = session.get_modelmeta().custom_metadata_map["character"].split("\n")
        while characters and characters[-1] == "":
            characters.pop()
        # The network's classes: blank, the character list, and the space that PP-OCR appends to it.
        self._groups = _grouping(["", *characters, " "])

    def read(self, crops: Sequence[Gray]) -> list[Lattice]:
        """One lattice a crop (48 rows high), in order.

        Widths differ and padding to a common one costs as much as it saves on a CPU, so each crop is a call of its
        own and calls run side by side, longest first.
        """
        order = sorted(range(len(crops)), key=lambda i: -crops[i].shape[1])
        out: list[Lattice | None] = [None] * len(crops)
        if self._threads == 1 or len(crops) < 2:
            for i in order:
                out[i] = self._read_one(crops[i])
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                for i, lattice in zip(order, pool.map(lambda i: self._read_one(crops[i]), order), strict=True):
                    out[i] = lattice
        return [lattice for lattice in out if lattice is not None]

    def _read_one(self, crop: Gray) -> Lattice:
        if crop.shape[0] != LINE_HEIGHT:
            raise ValueError(f"a line crop has {LINE_HEIGHT} rows, not {crop.shape[0]}")
        width = crop.shape[1]
        padded = max(64, -(-width // STEP_PIXELS) * STEP_PIXELS)
        plane = np.zeros((LINE_HEIGHT, padded), dtype=np.float32)  # 0 is mid-grey: what the network was padded with
        plane[:, :width] = crop.astype(np.float32) / 127.5 - 1.0
        tensor = np.repeat(plane[None, None], 3, axis=1)
        probabilities = np.asarray(self._session.run(None, {self._input: tensor})[0], dtype=np.float32)[0]
        steps = max(1, round(probabilities.shape[0] * width / padded))
        return Lattice.of(self._fold(probabilities[:steps]))

    def _fold(self, probabilities: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        out = np.zeros((probabilities.shape[0], len(ALPHABET)), dtype=np.float32)
        for column, sources in self._groups:
            out[:, column] = probabilities[:, sources].sum(axis=1)
        out[:, OTHER] = np.maximum(0.0, 1.0 - out.sum(axis=1))
        return out


def _grouping(classes: Sequence[str]) -> list[tuple[int, npt.NDArray[np.int64]]]:
    """Lattice column -> network classes that count for it."""
    groups: dict[int, list[int]] = {BLANK: [0]}
    for i, char in enumerate(classes):
        if i and (plain := fold(char)):
            groups.setdefault(INDEX[plain], []).append(i)
    return [(column, np.asarray(sources, dtype=np.int64)) for column, sources in groups.items()]
