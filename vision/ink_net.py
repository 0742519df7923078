"""Two small networks that tell what pens drew and the ground that stamps cover from print, on a page's ink.

Trained on generated pages by `python -m atomcite.benchmarks.marks.train` (its set "a"); the weights lie beside this
module. It says where to look; geometry says what is there.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import cv2
import numpy as np
import onnxruntime as ort

from atomcite.vision.inkmap import Floats, InkMap

NET_DPI = 80.0
"""Resolution of the network's input; its output has half of it."""

_NETS = ("ink_net.onnx", "stamp_net.onnx")
"""Whose word is taken for pens and for stamps. Both are of one kind and have both outputs: the second was trained on
from the first, and got better at stamps and worse at strokes."""


def net_input(ink: InkMap) -> Floats:
    """What the network is shown: 3 x H x W, 0 = paper .. 1 = black, H and W cut to multiples of 4."""
    scale = NET_DPI * ink.points / 72
    rgb = cv2.resize(
        ink.rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    )
    h, w = (v // 4 * 4 for v in rgb.shape[:2])
    return np.ascontiguousarray((1 - rgb[:h, :w].astype(np.float32) / 250).clip(0, 1).transpose(2, 0, 1))


def ink_chances(ink: InkMap) -> tuple[Floats, Floats]:
    """For each work pixel the probability (0..1) that a pen drew it, and that a stamp covers it: two H x W."""
    x = net_input(ink)
    found = [_session(name).run(None, {"ink": x[None]})[0][0, k] for k, name in enumerate(_NETS)]
    h, w = ink.gray.shape
    # The input was cut to multiples of 4 and its pixels are not quite whole ones: laid over what it covers.
    scale = NET_DPI * ink.points / 72
    whole = (min(w, round(x.shape[2] / scale)), min(h, round(x.shape[1] / scale)))
    pens, stamps = (np.zeros((h, w), np.float32) for _ in range(2))
    for onto, own in zip((pens, stamps), found, strict=True):
        onto[: whole[1], : whole[0]] = cv2.resize(own, whole, interpolation=cv2.INTER_LINEAR)
    return pens, stamps


@cache
def _session(name: str) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    data = files("atomcite.vision").joinpath(name).read_bytes()
    return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])
